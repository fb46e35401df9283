//! `plyglot solve`: what a position is worth by proof, or a player tried on positions with known answers.

use std::path::Path;

use serde_json::{Value as Json, json};

use super::asked::{Asked, Found, score_json, seconds};
use super::best::HowLong;
use super::problems::Problems;
use super::settle::Kept;
use super::stop;
use super::words;
use crate::io;
use crate::options::Chosen;
use crate::records::claim::side_word;
use plyglot_core::text::shorten;
use plyglot_core::{Limits, Score, Side};
use plyglot_host::entry::GameEntry;

/// The player that proves what positions are worth, in games that have one.
const SOLVER: &str = "solve";
/// And the one that does it elsewhere.
const SEARCH: &str = "alphabeta";

/// What `plyglot solve` is asked.
#[derive(clap::Args, Clone, Debug)]
#[command(
    override_usage = "plyglot solve GAME [SIZE…|POSITION] [OPTIONS]\n       plyglot solve [GAME] FILE [OPTIONS]",
    after_help = "`plyglot solve kalah 6 4` proves what Kalah with six pits and four stones is worth, \
        `plyglot solve connect4 5 5` a board of Connect Four, `plyglot solve tictactoe` a whole game; \
        behind the game may also stand a position. With --dir the proof of a start that takes hours is \
        kept, and goes on where it was (games that say so, docs/kalah-solver.md). Without a limit it thinks until there is a proof; \
        Ctrl-C says what is known. A file has lines of `POSITION bm MOVE; id NAME;`, or is an .obf of \
        Othello; a player is tried on each."
)]
pub(super) struct SolveJob {
    /// Sizes of the game as numbers, a position string, or a file of problems; the start if left out
    words: Vec<String>,
    /// Who solves; for problems as `match` takes a player
    #[arg(short, long)]
    player: Option<String>,
    /// What the player of a file of problems is told after `go`: `movetime 1000` if left out
    #[arg(long)]
    go: Option<String>,
    #[command(flatten)]
    how_long: HowLong,
    #[command(flatten)]
    kept: Kept,
    /// As JSON
    #[arg(long)]
    json: bool,
}

impl SolveJob {
    /// Settles a position, or says of each problem of a file whether it was solved.
    pub(super) fn run(
        &self,
        games: &'static [&'static GameEntry],
        name: Option<&str>,
        options: &[String],
    ) -> Result<(), String> {
        match (&self.words[..], name) {
            ([file], name) if is_file(file) => self.problems(file, name).run(games, options),
            ([word], None) if words::may_be_a_game(word) => {
                let meant = words::meant_game(games, word);
                Err(format!(
                    "solve: found `{}`, expected a game (`plyglot games` lists them) or a file of \
                     problems{meant}",
                    shorten(word)
                ))
            }
            ([word], None) => self.problems(word, None).run(games, options),
            ([], None) => {
                Err("solve: found nothing, expected a game or a file of problems".to_owned())
            }
            (_, name) => self.settle(games, name.unwrap_or(games[0].name), options),
        }
    }

    fn problems<'a>(&'a self, file: &'a str, name: Option<&'a str>) -> Problems<'a> {
        Problems {
            file: Path::new(file),
            name,
            player: self.player.as_deref(),
            go: self.how_long.text().or_else(|| self.go.clone()),
            json: self.json,
        }
    }

    /// Settles the start of a game as a proof that is kept.
    fn keep(&self, chosen: &Chosen, are_sizes: bool) -> Result<(), String> {
        if !are_sizes && !self.words.is_empty() {
            let found = self.words.join(" ");
            return Err(format!("solve: found `{found}`, expected sizes of the start with --dir"));
        }
        if self.how_long.given().is_limited() || self.player.is_some() || self.json {
            return Err("solve: --dir goes with no limit, no --player and no --json".to_owned());
        }
        self.kept.settle(chosen)
    }

    /// Thinks about one position until its worth is proven, or as long as it may.
    fn settle(
        &self,
        games: &'static [&'static GameEntry],
        name: &str,
        options: &[String],
    ) -> Result<(), String> {
        if let Some(go) = &self.go {
            return Err(format!(
                "solve: --go {go} is for a file of problems, expected --movetime, --depth or --nodes"
            ));
        }
        let mut chosen = Chosen::new(games, SOLVER, name)?;
        chosen.set_all(options)?;
        let is_size = |word: &String| !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
        let are_sizes = !self.words.is_empty() && self.words.iter().all(is_size);
        if are_sizes {
            let sizes = chosen.game.sizes;
            if self.words.len() > sizes.len() {
                let (found, taken) = (self.words.join(" "), sizes.join(", "));
                let taken =
                    if sizes.is_empty() { "none".to_owned() } else { format!("at most {taken}") };
                return Err(format!("solve: found sizes `{found}`, {name} takes {taken}"));
            }
            for (size, value) in sizes.iter().zip(&self.words) {
                chosen.set(size, Some(value))?;
            }
        }
        if self.kept.is_wanted() {
            return self.keep(&chosen, are_sizes);
        }
        // The tree search may end without a proof.
        let players = (chosen.game.players)();
        let prover =
            [SOLVER, SEARCH].into_iter().find(|it| players.iter().any(|(name, _)| name == it));
        let player = self.player.as_deref().or(prover);
        let mut asked = Asked::open(&chosen, player)?;
        let position = (!are_sizes && !self.words.is_empty()).then(|| self.words.join(" "));
        asked
            .set_up(position.as_deref())
            .map_err(|error| words::not_set_up(games, "solve", &self.words, &error))?;
        let by_table = by_table(&asked);
        // Where a table knows the position, the line that it shows takes no time worth a limit.
        let limits = match self.how_long.given() {
            given if given.is_limited() => given,
            _ if by_table.is_some() => self.how_long.limits(),
            given => Limits { infinite: true, ..given },
        };
        let found = asked.think(limits, true);
        let settled = Settled { chosen: &chosen, asked: &asked, found: &found, by_table };
        if self.json {
            io::say(&settled.json().to_string());
        } else {
            io::say_all(&settled.lines());
        }
        if asked.is_interrupted() && !settled.is_proven() {
            stop::told("that was known until then");
        }
        if settled.is_proven() { Ok(()) } else { Err("solve: not proven".to_owned()) }
    }
}

/// A word names a file that is there.
fn is_file(word: &str) -> bool {
    Path::new(word).is_file()
}

/// What is known of a position.
struct Settled<'a> {
    chosen: &'a Chosen,
    asked: &'a Asked,
    found: &'a Found,
    /// What an endgame table says, and which.
    by_table: Option<String>,
}

/// What the endgame tables at hand say of the position, among them those that are made in memory.
fn by_table(asked: &Asked) -> Option<String> {
    let view = asked.engine.probe();
    let verdict = view.verdicts.first().filter(|_| view.lateness.is_none())?;
    Some(format!("{verdict}, by the table {}", view.table?))
}

impl Settled<'_> {
    fn is_proven(&self) -> bool {
        let is_over = self.asked.engine.state().outcome().is_some_and(|outcome| !outcome.claim);
        is_over || self.found.exact || self.by_table.is_some()
    }

    fn lines(&self) -> Vec<String> {
        let Self { chosen, asked, found, by_table } = self;
        let state = asked.engine.state();
        let sizes = chosen.game.sizes.iter().map(|size| {
            let name = format!("{}.{size}", chosen.game.prefix);
            chosen.settings.get(&name).map_or(String::new(), ToString::to_string)
        });
        let sizes = sizes.collect::<Vec<_>>().join(", ");
        let sizes = if sizes.is_empty() { sizes } else { format!(" ({sizes})") };
        let mut lines = vec![format!("{}{sizes}: {}", chosen.variant.name, state.board().position)];
        if let Some(verdict) = by_table {
            lines.push(format!("solved: {verdict}"));
            return lines;
        }
        let verdict = match (state.outcome().filter(|outcome| !outcome.claim), found.score()) {
            (Some(outcome), _) => plyglot_host::view::outcome_text(&outcome),
            (None, None) => "nothing is known".to_owned(),
            (None, Some(score)) => {
                let worth = worth(score, state.side_to_move(), chosen.game.unit);
                if found.exact {
                    format!("solved: {worth}")
                } else {
                    format!("not proven; as far as was searched: {worth}")
                }
            }
        };
        lines.push(verdict);
        if let Some(best) = &found.best {
            lines.push(format!("best move {best}; line {}", found.pv().join(" ")));
        }
        lines.push(format!("{} nodes, {:.2} s", found.nodes, found.used.as_secs_f64()));
        lines
    }

    fn json(&self) -> Json {
        let Self { chosen, asked, found, by_table } = self;
        let state = asked.engine.state();
        json!({
            "game": chosen.variant.name,
            "options": chosen.given.iter().cloned().collect::<std::collections::BTreeMap<_, _>>(),
            "position": state.board().position,
            "side": side_word(state.side_to_move()),
            "exact": self.is_proven(),
            "table": by_table,
            "score": score_json(found.score()),
            "unit": chosen.game.unit,
            "best": found.best,
            "line": found.pv(),
            "nodes": found.nodes,
            "seconds": seconds(found.used),
            "notes": found.notes,
        })
    }
}

/// What a score means in words: who wins and when, or who is ahead by how many units.
fn worth(score: Score, side: Side, unit: &str) -> String {
    let name = |side: Side| if side == Side::First { "the first side" } else { "the second side" };
    let ahead = if score.raw() < 0 { side.other() } else { side };
    match score.plies_to_end() {
        Some(plies) => format!("{} wins in {} plies", name(ahead), plies.unsigned_abs()),
        None if score == Score::DRAW => "a draw".to_owned(),
        None => {
            let (whole, part) =
                (score.raw().unsigned_abs() / 100, score.raw().unsigned_abs() % 100);
            let part = if part == 0 { String::new() } else { format!(".{part:02}") };
            format!("{} is ahead by {whole}{part}, in units of {unit}", name(ahead))
        }
    }
}
