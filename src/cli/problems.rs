//! `plyglot solve FILE`: a player tries positions with known answers.

use std::path::Path;

use serde_json::{Value as Json, json};

use crate::io;
use crate::matches::player::MatchPlayer;
use crate::matches::rules::MatchRules;
use crate::matches::solve::{self, Attempt, Problem};
use crate::matches::spec::{PlayerSpec, limits};
use crate::options::Chosen;
use plyglot_host::entry::GameEntry;

/// Who is tried where nobody is named, and for how long.
const PLAYER: &str = "mind=alphabeta";
const TIME: &str = "movetime 1000";

/// A file of problems, and who is tried on them.
pub(super) struct Problems<'a> {
    pub(super) file: &'a Path,
    /// Of the game, if it was given.
    pub(super) name: Option<&'a str>,
    /// As `match` takes a player.
    pub(super) player: Option<&'a str>,
    /// What it is told after `go`.
    pub(super) go: Option<String>,
    /// A line of JSON for each.
    pub(super) json: bool,
}

impl Problems<'_> {
    /// Says of each problem whether it was solved, and how many were.
    pub(super) fn run(
        &self,
        games: &'static [&'static GameEntry],
        options: &[String],
    ) -> Result<(), String> {
        let file = self.file;
        let of_file = || games.iter().find(|game| solve::is_own_form(file, game));
        let name = self.name.unwrap_or_else(|| of_file().unwrap_or(&games[0]).name);
        let mut chosen = Chosen::new(games, "solve", name)?;
        if let Some(other) = of_file().filter(|other| other.name != chosen.game.name) {
            let (end, name) = (other.problem_extension, chosen.variant.name);
            let (file, other) = (file.display(), other.name);
            return Err(format!("{file}: found .{end}, the problems of {other}; {name} was named"));
        }
        chosen.set_all(options)?;
        let Chosen { game, variant, settings, given, .. } = chosen;
        let match_rules = MatchRules::new(game, variant.name, &settings, given)?;
        let spec = PlayerSpec::parse(self.player.unwrap_or(PLAYER))?;
        match_rules.admit(&spec, games, game, variant.name, &settings)?;
        let go = self.go.as_deref().unwrap_or(TIME);
        let limits = limits(go)?;
        let problems = solve::read(file, game, variant.name, &settings)?;
        let mut player = MatchPlayer::new(spec, game, variant.name).under(&match_rules);
        let mut tally = Tally::default();
        for problem in &problems {
            let attempt = solve::attempt(&mut player, problem, &limits)?;
            tally.count(problem, &attempt);
            let line = if self.json {
                tried_json(problem, &attempt).to_string()
            } else {
                tried(problem, &attempt)
            };
            io::say(&line);
        }
        let all = problems.len();
        io::say(&if self.json { tally.json(all).to_string() } else { tally.line(all, go) });
        Ok(())
    }
}

/// How a player has done on problems.
#[derive(Default)]
struct Tally {
    solved: usize,
    /// Problems that say what their best moves are worth, and how often the player knew it.
    valued: usize,
    right: usize,
}

impl Tally {
    fn count(&mut self, problem: &Problem, attempt: &Attempt) {
        self.solved += usize::from(attempt.solved);
        self.valued += usize::from(problem.value.is_some());
        self.right += usize::from(attempt.has_value_of(problem));
    }

    fn line(&self, all: usize, go: &str) -> String {
        let Self { solved, valued, right } = self;
        let values =
            if *valued > 0 { format!(", {right} of {valued} values") } else { String::new() };
        format!("solved {solved} of {all}{values} by go {go}")
    }

    fn json(&self, all: usize) -> Json {
        json!({ "problems": all, "solved": self.solved, "valued": self.valued, "right": self.right })
    }
}

fn tried(problem: &Problem, attempt: &Attempt) -> String {
    let (id, answer, best) = (&problem.id, &attempt.answer, problem.best.join(" "));
    let verdict = if attempt.solved { "solved" } else { "missed" };
    let values = attempt.values(problem).unwrap_or_default();
    format!("{id}: {verdict}, {answer} for {best}{values}")
}

fn tried_json(problem: &Problem, attempt: &Attempt) -> Json {
    json!({
        "id": problem.id,
        "position": problem.position,
        "solved": attempt.solved,
        "answer": attempt.answer,
        "best": problem.best,
        "avoid": problem.avoid,
        "value": problem.value,
    })
}
