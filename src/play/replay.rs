//! `plyglot replay`: a recorded game, played through with the board at every move.
//!
//! The name of the file says whose records it holds ([`crate::records::form`]); the game reads them and
//! our rules referee every move. With an analysis the engine says to each position what it would
//! play and how good that is, and what the move played gave away: the difference between its score
//! before and after, for the side that moved. All games of the file are played, one after the other.

use std::fmt::Write;
use std::path::PathBuf;
use std::time::Duration;

use crate::io;
use crate::matches::player::{self, MatchPlayer};
use crate::matches::spec::{PlayerSpec, limits};
use crate::options::Chosen;
use crate::records::claim::{claim_text, disputed, side_name};
use crate::records::faults::{Thought, Verdict};
use crate::records::form::{GameFile, Wanted};
use crate::records::kept::Kept;
use plyglot_core::text::shorten;
use plyglot_core::{Limits, Score, Side, Value};
use plyglot_host::entry::GameEntry;
use plyglot_host::state::GameState;
use plyglot_host::view::score_text;
use plyglot_protocol::Setup;

/// What `plyglot replay` is asked.
#[derive(clap::Args, Clone, Debug, Default)]
#[command(override_usage = "plyglot replay [GAME] FILE [OPTIONS]")]
pub struct ReplayJob {
    /// The game or variant, given before the job; by the name of the file if left out
    #[arg(skip)]
    pub game: Option<String>,
    /// Options of the game, `NAME=VALUE`, given before the job
    #[arg(skip)]
    pub options: Vec<String>,
    /// The record; how its name ends says of which game
    pub file: PathBuf,
    /// Say what the engine would play, and what each move gave away
    #[arg(long)]
    pub analyse: bool,
    /// What the engine is told after `go`, with --analyse
    #[arg(long, default_value = "movetime 1000")]
    pub go: String,
}

/// Plays a record through on standard output.
pub fn replay(games: &'static [&'static GameEntry], job: &ReplayJob) -> Result<(), String> {
    replay_to(games, job, &mut |line| io::say(line))
}

/// Plays the games of a file through, line by line.
pub fn replay_to(
    games: &'static [&'static GameEntry],
    job: &ReplayJob,
    say: &mut dyn FnMut(&str),
) -> Result<(), String> {
    let analysis = job.analyse.then(|| limits(&job.go)).transpose()?;
    let shown = job.file.display().to_string();
    let said = job.game.as_deref().map(|name| Chosen::new(games, "replay", name)).transpose()?;
    let is_said = said.is_some();
    let file = GameFile::read_all(games, &job.file, &shown, said.as_ref().map(|it| it.game))?;
    let mut chosen = said.unwrap_or_else(|| {
        let first = file.first_reader(games).unwrap_or(games[0]);
        Chosen::of(games, first, &first.variants[0])
    });
    chosen.set_all(&job.options)?;
    let Chosen { game, variant, mut settings, given, .. } = chosen;
    settings.set("UCI_Variant", Value::Combo(variant.name));
    let wanted =
        Wanted { game, variant: variant.name, is_said, settings: &settings, options: &given };
    for index in 0..file.count() {
        if index > 0 {
            say("");
        }
        let mut kept = file.open(games, index, &wanted)?;
        if file.count() > 1 || file.is_ours() {
            say(&format!("Variant: {}", kept.variant.name));
        }
        let player = || {
            let spec = PlayerSpec::chosen(games, kept.game, &kept.settings);
            MatchPlayer::new(spec, kept.game, kept.variant.name)
        };
        let analyst = analysis.clone().map(|limits| Analyst::new(player(), limits, &kept));
        through(&mut kept, analyst, say).map_err(|error| format!("{shown}: {error}"))?;
    }
    Ok(())
}

/// Plays all moves of a game.
fn through(
    kept: &mut Kept,
    mut analyst: Option<Analyst>,
    say: &mut dyn FnMut(&str),
) -> Result<(), String> {
    for (tag, value) in &kept.tags {
        say(&format!("{tag}: {}", shorten(value)));
    }
    board(&*kept.engine, say);
    for index in 0..kept.moves.len() {
        let side = kept.engine.side_to_move();
        if let Some(analyst) = &mut analyst {
            analyst.think(&*kept.engine)?;
        }
        kept.play(index)?;
        say("");
        say(&format!("{}. {}: {}", index + 1, side_name(side), kept.moves[index].text));
        if let Some(analyst) = &mut analyst {
            say(&analyst.verdict(&*kept.engine, side)?);
        }
        board(&*kept.engine, say);
    }
    say("");
    for line in conclusion(kept) {
        say(&line);
    }
    Ok(())
}

fn board(engine: &dyn GameState, say: &mut dyn FnMut(&str)) {
    engine.board().diagram.iter().for_each(|line| say(line));
}

/// How the game ended, and whether the record says so too.
fn conclusion(kept: &Kept) -> Vec<String> {
    let text = kept.engine.game_text();
    let result = text.result.as_deref().unwrap_or("the game is not finished");
    let mut lines = vec![format!("{} moves: {result}", text.moves.len())];
    if let Some(said) = &kept.result {
        let is_ours = Some(said) == text.result.as_ref();
        lines.extend((!is_ours).then(|| format!("the record says: {said}")));
        return lines;
    }
    let ending = kept.engine.outcome().map(|outcome| outcome.ending);
    if let Some(claim) = disputed(kept.claim, kept.engine.outcome().as_ref()) {
        let otherwise = if ending.is_some() { " otherwise" } else { "" };
        lines.push(format!("the record says{otherwise}: {}", claim_text(claim)));
    }
    lines
}

/// Nobody waits for an answer longer than a day.
const PATIENCE: Duration = Duration::from_hours(24);

/// Thinks about each position once: after a move is before the next.
struct Analyst {
    player: MatchPlayer,
    limits: Limits,
    setup: Option<String>,
    /// What was thought of the position before the move, and of the one now.
    last: Option<(player::Thought, usize)>,
}

impl Analyst {
    fn new(player: MatchPlayer, limits: Limits, kept: &Kept) -> Self {
        Self { player, limits, setup: kept.setup.clone(), last: None }
    }

    /// What the engine thinks of the present position, if it has not said so yet.
    fn think(&mut self, engine: &dyn GameState) -> Result<player::Thought, String> {
        let moves = engine.game_text().moves;
        if let Some((thought, plies)) = &self.last
            && *plies == moves.len()
        {
            return Ok(thought.clone());
        }
        if self.last.is_none() {
            self.player.new_game().map_err(|fault| fault.to_string())?;
        }
        let words = moves.iter().map(String::as_str).collect();
        let setup = Setup { game: None, position: self.setup.as_deref(), moves: words };
        let thought = self.player.think(&setup, &self.limits, PATIENCE);
        let thought = thought.map_err(|fault| fault.to_string())?;
        self.last = Some((thought.clone(), moves.len()));
        Ok(thought)
    }

    /// What the engine would have played instead of the move just played by `side`, and what that
    /// move gave away.
    fn verdict(&mut self, engine: &dyn GameState, side: Side) -> Result<String, String> {
        let before = self.last.as_ref().map(|(thought, _)| thought.clone()).unwrap_or_default();
        let after = match Thought::of_end(engine, None) {
            Some(end) => end,
            None => thought(engine.side_to_move(), &self.think(engine)?),
        };
        let played = engine.game_text().moves.pop().unwrap_or_default();
        let verdict = Verdict::of(&played, &thought(side, &before), &after);
        let best = before.best.as_deref().unwrap_or("none");
        let mut text = format!("   best {best}");
        if let Some(score) = before.score {
            let _ = write!(text, ", {} at depth {}", score_text(score), before.depth);
        }
        if before.pv.len() > 1 {
            let _ = write!(text, ": {}", before.pv.join(" "));
        }
        if let [Some(before), Some(after)] = verdict.scores {
            let _ = write!(text, "; {}", given_away(before, after));
        }
        if let Some(fault) = verdict.fault {
            let _ = write!(text, ", {} {}", fault.article(), fault.name());
        }
        Ok(text)
    }
}

/// What a player has answered, as an evaluator takes it.
fn thought(side: Side, answered: &player::Thought) -> Thought {
    let player::Thought { best, score, pv, .. } = answered;
    let pv = if pv.is_empty() { best.iter().cloned().collect() } else { pv.clone() };
    Thought { side, score: *score, pv }
}

/// What a move cost, by the scores before and after it for the side that moved.
fn given_away(before: Score, after: Score) -> String {
    if before.is_proven() || after.is_proven() {
        let kept = before == after || before.is_win() && after.is_win();
        let turned = || format!("from {} to {}", score_text(before), score_text(after));
        return if kept { "gave nothing away".to_owned() } else { turned() };
    }
    let lost = before.raw() - after.raw();
    if lost > 0 {
        format!("gave away {:.2}", f64::from(lost) / 100.0)
    } else {
        "gave nothing away".to_owned()
    }
}
