//! What there is, for who asks by name: games, their variants, players and options.
//!
//! `help kalah`, `help Stones`, `plyglot games` and the like all say what stands here, from the tables
//! in which games and options are declared; nothing is written twice. Names are taken in any case.

use plyglot_core::option::Kind;
use plyglot_core::text::{in_columns, meant, shorten};
use plyglot_core::{Opt, Scope};
use plyglot_host::entry::{self, GameEntry};
use plyglot_protocol::words::same_words;

use crate::options;

type Games = &'static [&'static GameEntry];

/// All games, a variant a line: its name, and what it is.
pub fn games(games: Games) -> Vec<String> {
    let variants = games.iter().flat_map(|game| game.variants);
    let row = |name: &str, about: &str| vec![name.to_owned(), about.to_owned()];
    in_columns(&variants.map(|variant| row(variant.name, variant.about)).collect::<Vec<_>>())
}

/// The players of a game, the default first.
pub fn players(game: &GameEntry) -> Vec<String> {
    let row = |(name, about): (&str, &str)| vec![name.to_owned(), about.to_owned()];
    in_columns(&(game.players)().into_iter().map(row).collect::<Vec<_>>())
}

/// The options of a game with those that all games share, or of the program alone: what each may hold,
/// and what it means.
pub fn options(games: Games, game: Option<&GameEntry>) -> Vec<String> {
    let listed = match game {
        Some(game) => options::of_game(game),
        None => options::engine(games),
    };
    listed.iter().flat_map(option_lines).collect()
}

fn option_lines(opt: &Opt) -> [String; 2] {
    [format!("{}: {}", opt.name, holds(opt)), format!("  {}", opt.about)]
}

/// `4 (1 to 127)`: the default of an option, and what it may hold.
fn holds(opt: &Opt) -> String {
    match &opt.kind {
        Kind::Check(default) => format!("{default} (true, false)"),
        Kind::Spin { default, min, max } => format!("{default} ({min} to {max})"),
        Kind::Combo { default, choices } => format!("{default} ({})", choices.join(", ")),
        Kind::Text("") if opt.is_path => "(a file or folder)".to_owned(),
        Kind::Text("") => "(text)".to_owned(),
        Kind::Text(default) => format!("{default} (text)"),
        Kind::Button => "(a button)".to_owned(),
    }
}

/// Everything about a topic: a game, a variant, a player, an option; the players and options of the game
/// in force come before those of others. Nothing where no topic has this name.
pub fn topic(games: Games, in_force: Option<&'static GameEntry>, name: &str) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some((game, _)) = entry::find(games, name) {
        lines.extend(about_game(game));
    }
    if let Some(opt) = option(games, in_force, name) {
        lines.extend([format!("{}: {}", opt.name, holds(&opt)), about_option(&opt)]);
    }
    let one = in_force.filter(|game| has_player(game, name));
    for game in games.iter().filter(|game| one.is_none_or(|one| one.name == game.name)) {
        let player = (game.players)().into_iter().find(|it| it.0.eq_ignore_ascii_case(name));
        lines.extend(player.map(|(player, about)| {
            format!("{player}, a player of {} ({}): {about}", game.name, game.player_option())
        }));
    }
    lines
}

fn has_player(game: &GameEntry, name: &str) -> bool {
    (game.players)().iter().any(|(player, _)| player.eq_ignore_ascii_case(name))
}

/// The option of this name: of the program, of the game in force, or of the first game that has it.
fn option(games: Games, in_force: Option<&'static GameEntry>, name: &str) -> Option<Opt> {
    let all = options::all(games);
    let own = in_force.into_iter().chain(games.iter().copied());
    let mut named = own.filter_map(|game| options::find(&all, game, name));
    named.next().cloned()
}

fn about_option(opt: &Opt) -> String {
    let concerns = match opt.scope {
        Scope::Engine => "the program",
        Scope::Rules => "the rules",
        Scope::Notation => "how moves and positions are written",
        Scope::Player => "who plays, and how",
        Scope::Tables => "what is looked up",
    };
    let heeded = match opt.players {
        [] => String::new(),
        players => format!(", and of the players {} alone", players.join(" and ")),
    };
    format!("  {} It concerns {concerns}{heeded}.", opt.about)
}

/// A game on one page: its variants, players, options and files.
fn about_game(game: &GameEntry) -> Vec<String> {
    let indented = |lines: Vec<String>| lines.into_iter().map(|line| format!("  {line}"));
    let of_variant = |variant: &plyglot_host::game::Variant| {
        vec![variant.name.to_owned(), format!("{}: {}", variant.title, variant.about)]
    };
    let variants: Vec<_> = game.variants.iter().map(of_variant).collect();
    let mut lines = vec![format!("{}: {}", game.name, game.about), "variants".to_owned()];
    lines.extend(indented(in_columns(&variants)));
    lines.push("players".to_owned());
    lines.extend(indented(players(game)));
    lines.push("options".to_owned());
    lines.extend(indented((game.options)().iter().flat_map(option_lines).collect()));
    if game.has_tables {
        lines.push(format!("endgame tables: plyglot tb build {}", game.name));
    }
    if !game.solved.is_empty() {
        lines.push(format!("settled from the start: {}", game.solved));
    }
    if !game.protocols.is_empty() {
        lines.push(format!("protocols besides UCI and UGI: {}", game.protocols.join(", ")));
    }
    if !game.record_extension.is_empty() {
        lines.push(format!("records: .{}", game.record_extension));
    }
    lines.push(format!("scores count hundredths of {}", game.unit));
    lines
}

/// The end of an error about a topic that nobody knows: what may have been meant.
pub fn meant_topic(games: Games, commands: &[&str], name: &str) -> String {
    let all = options::all(games);
    let bare = |opt: &Opt| opt.name.split_once('.').map(|(_, name)| name.to_owned());
    let of_options: Vec<String> =
        all.iter().map(|opt| opt.name.clone()).chain(all.iter().filter_map(bare)).collect();
    let variants = games.iter().flat_map(|game| game.variants).map(|variant| variant.name);
    let of_players = games.iter().flat_map(|game| (game.players)()).map(|(name, _)| name);
    let names = commands.iter().copied().chain(variants).chain(of_players);
    meant(name, names.chain(of_options.iter().map(String::as_str)))
}

/// The player of a game by this name, or an error that says which there are.
pub fn player(game: &GameEntry, name: &str) -> Result<&'static str, String> {
    let players = (game.players)();
    let found = players.iter().find(|(player, _)| same_words(player, name));
    found.map(|(player, _)| *player).ok_or_else(|| {
        let names: Vec<_> = players.iter().map(|(player, _)| *player).collect();
        let meant = meant(name, names.iter().copied());
        let (found, names) = (shorten(name), names.join(", "));
        format!("found player `{found}`, expected one of {names}{meant}")
    })
}
