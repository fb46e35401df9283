//! What there is, on the command line: `plyglot games`, `players`, `options` and `help`; and the same for
//! shells and for `man`.

use std::path::{Path, PathBuf};

use clap::Command;
use clap_complete::Shell;
use plyglot_core::file::write_whole;
use plyglot_core::text::shorten;
use plyglot_host::entry::GameEntry;
use serde_json::{Value as Json, json};

use crate::guide;
use crate::io;
use crate::options::{self, find_game};
use crate::session::help::TOPICS;

/// The section of the manual for programs.
const SECTION: &str = "1";

/// What `plyglot games` is asked.
#[derive(clap::Args, Clone, Debug)]
pub(super) struct GamesJob {
    /// As JSON, with players and options
    #[arg(long)]
    json: bool,
}

impl GamesJob {
    /// Lists all games.
    pub(super) fn run(&self, games: &'static [&'static GameEntry]) {
        if self.json {
            let listed: Vec<_> = games.iter().map(|game| game_json(game)).collect();
            io::say(&json!(listed).to_string());
            return;
        }
        io::say_all(&guide::games(games));
        io::say("`plyglot help NAME` says more of one; `plyglot play NAME` plays it.");
    }
}

/// A game for programs.
fn game_json(game: &GameEntry) -> Json {
    let variants = game.variants.iter();
    let variants: Vec<_> = variants
        .map(|it| json!({ "name": it.name, "title": it.title, "about": it.about }))
        .collect();
    let players = (game.players)().into_iter();
    let players: Vec<_> =
        players.map(|(name, about)| json!({ "name": name, "about": about })).collect();
    let options: Vec<_> = options::of_game(game)
        .iter()
        .map(|opt| json!({ "option": opt.to_string(), "about": opt.about }))
        .collect();
    json!({
        "name": game.name,
        "about": game.about,
        "unit": game.unit,
        "variants": variants,
        "players": players,
        "options": options,
        "protocols": game.protocols,
        "solved": game.solved,
        "tables": game.has_tables,
        "records": game.record_extension,
    })
}

/// `plyglot players GAME`.
pub(super) fn players(
    games: &'static [&'static GameEntry],
    game: Option<&str>,
) -> Result<(), String> {
    let (game, _) = find_game(games, "players", super::needed("players", game)?)?;
    io::say_all(&guide::players(game));
    Ok(())
}

/// `plyglot options [GAME]`.
pub(super) fn options(
    games: &'static [&'static GameEntry],
    game: Option<&str>,
) -> Result<(), String> {
    let game = game.map(|name| find_game(games, "options", name)).transpose()?;
    let game = game.map(|(game, _)| game);
    io::say_all(&guide::options(games, game));
    Ok(())
}

/// What `plyglot help` is asked.
#[derive(clap::Args, Clone, Debug)]
pub(super) struct HelpJob {
    /// A job, a command of the protocol, a game, a player or an option; all jobs if left out
    topic: Vec<String>,
}

impl HelpJob {
    /// Says all that has this name: a job of the command line, a command of the protocol, and what
    /// games have.
    pub(super) fn run(
        &self,
        games: &'static [&'static GameEntry],
        mut program: Command,
    ) -> Result<(), String> {
        if self.topic.is_empty() {
            io::say(program.render_long_help().to_string().trim_end());
            return Ok(());
        }
        let topic = self.topic.join(" ");
        let mut parts = Vec::new();
        program.build();
        let mut inner = Some(&mut program);
        for word in &self.topic {
            inner = inner.and_then(|job| job.find_subcommand_mut(word));
        }
        parts.extend(inner.map(|job| job.render_long_help().to_string().trim_end().to_owned()));
        let command = TOPICS.iter().find(|it| it.name.eq_ignore_ascii_case(&topic));
        parts.extend(command.map(|it| {
            format!("{}, a command of the protocol: {}\n  {}", it.name, it.usage, it.about)
        }));
        let told = guide::topic(games, None, &topic);
        parts.extend((!told.is_empty()).then(|| told.join("\n")));
        if parts.is_empty() {
            let jobs: Vec<_> = program.get_subcommands().map(Command::get_name).collect();
            let names: Vec<_> = TOPICS.iter().map(|it| it.name).chain(jobs).collect();
            let meant = guide::meant_topic(games, &names, &topic);
            let found = shorten(&topic);
            return Err(format!(
                "help: found `{found}`, expected a job, a command of the protocol, a game, a player \
                 or an option{meant}"
            ));
        }
        io::say(&parts.join("\n\n"));
        Ok(())
    }
}

/// What `plyglot completions` is asked.
#[derive(clap::Args, Clone, Debug)]
pub(super) struct CompletionsJob {
    /// The shell
    shell: Shell,
}

impl CompletionsJob {
    /// Says what a shell has to read to complete our words.
    pub(super) fn run(&self, games: &[&'static GameEntry], program: Command) {
        let names = games.iter().flat_map(|game| game.variants).map(|variant| variant.name);
        let names: Vec<_> = names.collect();
        let mut program = program.mut_arg("game", |game| game.value_parser(names));
        let mut text = Vec::new();
        clap_complete::generate(self.shell, &mut program, "plyglot", &mut text);
        io::say(String::from_utf8_lossy(&text).trim_end());
    }
}

/// What `plyglot man` is asked.
#[derive(clap::Args, Clone, Debug)]
pub(super) struct ManJob {
    /// Write a page for the program and one for each job into this folder, instead of saying the first
    #[arg(long, value_name = "FOLDER")]
    dir: Option<PathBuf>,
}

impl ManJob {
    /// Says the page of the manual, or writes all of them.
    pub(super) fn run(&self, mut program: Command) -> Result<(), String> {
        program.build();
        let Some(dir) = &self.dir else {
            io::say(page(&program, "plyglot")?.trim_end());
            return Ok(());
        };
        std::fs::create_dir_all(dir).map_err(|error| format!("man: {}: {error}", dir.display()))?;
        write(dir, &program, "plyglot")
    }
}

fn page(command: &Command, name: &str) -> Result<String, String> {
    let mut text = Vec::new();
    let named = command.clone().display_name(name.to_owned());
    let page = clap_mangen::Man::new(named).section(SECTION);
    page.render(&mut text).map_err(|error| format!("man: {error}"))?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// The page of this command and those of its own commands, `plyglot-tb-build.1`.
fn write(dir: &Path, command: &Command, name: &str) -> Result<(), String> {
    let file = dir.join(format!("{name}.{SECTION}"));
    let text = page(command, name)?;
    write_whole(&file, text.as_bytes()).map_err(|error| format!("{}: {error}", file.display()))?;
    let mut inner = command.get_subcommands().filter(|it| it.get_name() != "help");
    inner.try_for_each(|it| write(dir, it, &format!("{name}-{}", it.get_name())))
}
