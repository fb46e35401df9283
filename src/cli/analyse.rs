//! `plyglot analyse`: a recorded game of any kind, move by move: what each gave away, marked, as text or
//! as the same record with comments.
//!
//! A player thinks about every position of the game, each once; a move is judged by what it thought
//! before and after ([`crate::records::faults`]).

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anstyle::AnsiColor;
use serde_json::{Value as Json, json};

use super::asked::{Asked, on_ctrl_c, score_json};
use super::best::HowLong;
use crate::engine::Engine;
use crate::guide;
use crate::io;
use crate::options::Chosen;
use crate::records::annotated::{read_tree, with_tree};
use crate::records::faults::{Account, Fault, chances, table};
use crate::records::form::{Form, GameFile, Saved, Wanted};
use crate::records::heading::Heading;
use crate::records::kept::Kept;
use crate::records::tree::{Step, Tree};
use plyglot_core::file::write_whole;
use plyglot_core::text::{in_columns, shorten};
use plyglot_core::{Score, Side, Value};
use plyglot_host::entry::GameEntry;
use plyglot_host::state::GameState;
use plyglot_host::view::{outcome_text, score_text};
use plyglot_search::time::WallTimer;

/// Moves of what would have been better that are written into a record.
const BETTER_MOVES: usize = 6;

/// What `plyglot analyse` is asked.
#[derive(clap::Args, Clone, Debug)]
#[command(override_usage = "plyglot analyse [GAME] FILE [OPTIONS]")]
pub(super) struct AnalyseJob {
    /// The record; how its name ends says of which game
    file: PathBuf,
    #[command(flatten)]
    how_long: HowLong,
    /// Who judges; the game's default player if left out
    #[arg(long, alias = "mind", value_name = "NAME")]
    player: Option<String>,
    /// Only the game of this number in the file; all if left out
    #[arg(long, value_name = "N", value_parser = super::within(1..=1_000_000))]
    number: Option<u64>,
    /// Write the record with marks, comments and what would have been better
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// As JSON, a line for each game
    #[arg(long)]
    json: bool,
}

/// A move that was judged.
struct Judged {
    text: String,
    side: Side,
    /// Before and after, for the side that moved.
    scores: [Option<Score>; 2],
    /// What would have been played, best move first.
    better: Vec<String>,
    fault: Option<Fault>,
}

/// What was thought of a position, for the side that moves there.
struct Thought {
    side: Side,
    score: Option<Score>,
    pv: Vec<String>,
}

/// A game that is judged.
struct Game {
    kept: Kept,
    tree: Tree,
    moves: Vec<Judged>,
    accounts: [Account; 2],
    remarks: Vec<String>,
}

impl AnalyseJob {
    /// Judges the games of the file.
    pub(super) fn run(
        &self,
        games: &'static [&'static GameEntry],
        name: Option<&str>,
        options: &[String],
    ) -> Result<(), String> {
        let shown = self.file.display().to_string();
        let said = name.map(|name| Chosen::new(games, "analyse", name)).transpose()?;
        let is_said = said.is_some();
        let file = GameFile::read_all(games, &self.file, &shown, said.as_ref().map(|it| it.game))?;
        let mut chosen = said.unwrap_or_else(|| {
            let first = file.first_reader(games).unwrap_or(games[0]);
            Chosen::of(games, first, &first.variants[0])
        });
        chosen.set_all(options)?;
        chosen.settings.set("UCI_Variant", Value::Combo(chosen.variant.name));
        let numbers = self.numbers(&file)?;
        if let Some(out) = &self.out
            && numbers.len() > 1
        {
            let (out, count) = (out.display(), numbers.len());
            return Err(format!(
                "analyse: --out {out}: found {count} games, expected one, by --number"
            ));
        }
        let wanted = Wanted {
            game: chosen.game,
            variant: chosen.variant.name,
            is_said,
            settings: &chosen.settings,
            options: &chosen.given,
        };
        let interrupted = on_ctrl_c();
        for index in numbers {
            let mut kept = file.open(games, index, &wanted)?;
            let cut = kept.play_to_the_end().map_err(|error| format!("{shown}: {error}"))?;
            if let Some(out) = &self.out {
                Form::of(games, kept.game, out)
                    .map_err(|error| format!("analyse: --out: {error}"))?;
            }
            let mut remarks = std::mem::take(&mut kept.remarks);
            remarks.extend(cut);
            let tree = read_tree(&file, index, &mut kept, &mut remarks)?;
            let (moves, accounts) = (Vec::new(), [Account::default(); 2]);
            let game =
                self.judge(games, &interrupted, Game { kept, tree, moves, accounts, remarks })?;
            self.tell(games, game, index)?;
            if interrupted.load(Ordering::SeqCst) {
                break;
            }
        }
        Ok(())
    }

    fn numbers(&self, file: &GameFile) -> Result<Vec<usize>, String> {
        let count = file.count();
        match self.number.map(|number| usize::try_from(number).unwrap_or(usize::MAX)) {
            None => Ok((0..count).collect()),
            Some(number) if number <= count => Ok(vec![number - 1]),
            Some(number) => {
                Err(format!("analyse: --number: found {number}, expected at most {count}"))
            }
        }
    }

    /// Thinks about every position of the game, and judges its moves.
    fn judge(
        &self,
        games: &'static [&'static GameEntry],
        interrupted: &Arc<AtomicBool>,
        mut game: Game,
    ) -> Result<Game, String> {
        let thoughts = self.think(games, interrupted, &mut game)?;
        for (at, step) in game.tree.moves.iter_mut().enumerate() {
            let [Some(before), Some(after)] = [thoughts.get(at), thoughts.get(at + 1)] else {
                break;
            };
            let same = before.side == after.side;
            let score = after.score.map(|score| if same { score } else { -score });
            let mut judged = Judged {
                text: step.name.clone().unwrap_or_else(|| step.mv.clone()),
                side: before.side,
                scores: [before.score, score],
                better: Vec::new(),
                fault: None,
            };
            if let [Some(before), Some(after)] = judged.scores.map(|score| score.map(chances)) {
                judged.fault = Fault::of(before, after);
                game.accounts[judged.side.index()].count(before, after, judged.fault);
            }
            // What would have been played anyway gave nothing away that the search knew of.
            if before.pv.first().is_some_and(|best| *best != step.mv) {
                judged.better.clone_from(&before.pv);
            } else {
                judged.fault = None;
            }
            annotate(step, &judged);
            game.moves.push(judged);
        }
        Ok(game)
    }

    /// What a player thinks of each position, from the set-up to the end or to where it was told to stop.
    fn think(
        &self,
        games: &'static [&'static GameEntry],
        interrupted: &Arc<AtomicBool>,
        game: &mut Game,
    ) -> Result<Vec<Thought>, String> {
        let Kept { game: entry, variant, settings, setup, .. } = &game.kept;
        let mut settings = settings.clone();
        if let Some(player) = &self.player {
            let player = guide::player(entry, player)?;
            settings.set(&entry.player_option(), Value::Combo(player));
        }
        let timer = Arc::new(WallTimer::default());
        let engine = Engine::with(games, entry, variant, settings, timer);
        let mut asked =
            Asked::of(engine.map_err(|error| error.to_string())?, Arc::clone(interrupted));
        let moves = game.tree.main_line();
        let mut thoughts = Vec::new();
        for at in 0..=moves.len() {
            let stood = asked.engine.set_position(setup.as_deref(), &moves[..at]);
            stood.map_err(|error| error.to_string())?;
            let state = asked.engine.state();
            let side = state.side_to_move();
            let outcome = state.outcome().filter(|outcome| !outcome.claim);
            let (score, pv) = if let Some(outcome) = outcome {
                (Some(outcome.score(side, 1)), Vec::new())
            } else {
                let found = asked.think(self.how_long.limits(), false);
                (found.score(), found.pv().to_vec())
            };
            if asked.is_interrupted() {
                game.remarks.push(format!("broken off at move {}", at + 1));
                break;
            }
            thoughts.push(Thought { side, score, pv });
        }
        Ok(thoughts)
    }

    /// Says what was found, in the form that was asked for.
    fn tell(
        &self,
        games: &'static [&'static GameEntry],
        mut game: Game,
        index: usize,
    ) -> Result<(), String> {
        if self.json {
            io::say(&game.json(index).to_string());
        } else {
            io::say_all(&game.lines(index));
        }
        let Some(out) = &self.out else { return Ok(()) };
        let text = game.record(games, out)?;
        write_whole(out, text.as_bytes()).map_err(|error| format!("{}: {error}", out.display()))?;
        io::notice(&format!("{}: written", out.display()));
        Ok(())
    }
}

impl Game {
    /// What the analysis says, a line a move, and a table of both sides.
    fn lines(&self, index: usize) -> Vec<String> {
        let mut lines = vec![format!("game {}: {}", index + 1, self.kept.variant.title)];
        lines
            .extend(self.kept.tags.iter().map(|(tag, value)| format!("{tag}: {}", shorten(value))));
        let rows: Vec<_> = self.moves.iter().enumerate().map(Judged::row).collect();
        lines.extend(in_columns(&rows).into_iter().zip(&self.moves).map(painted));
        lines.push(String::new());
        lines.extend(table(["first side", "second side"], &self.accounts));
        lines.extend(self.remarks.iter().cloned());
        lines
    }

    /// The same for programs.
    fn json(&self, index: usize) -> Json {
        let of_move = |judged: &Judged| {
            let [before, after] = judged.scores.map(score_json);
            json!({
                "move": judged.text,
                "side": side_word(judged.side),
                "before": before,
                "after": after,
                "fault": judged.fault.map(Fault::name),
                "better": judged.better,
            })
        };
        let of_side = |account: &Account| {
            let [inaccuracies, mistakes, blunders] = account.faults;
            json!({
                "moves": account.moves,
                "accuracy": account.accuracy(),
                "inaccuracies": inaccuracies,
                "mistakes": mistakes,
                "blunders": blunders,
            })
        };
        json!({
            "game": index + 1,
            "variant": self.kept.variant.name,
            "setup": self.kept.setup,
            "moves": self.moves.iter().map(of_move).collect::<Vec<_>>(),
            "first": of_side(&self.accounts[0]),
            "second": of_side(&self.accounts[1]),
            "remarks": self.remarks,
        })
    }

    /// The record with marks, comments and what would have been better.
    fn record(&mut self, games: &[&'static GameEntry], out: &Path) -> Result<String, String> {
        let form = Form::of(games, self.kept.game, out)?;
        let setup = self.kept.setup.clone();
        let moves: Vec<String> = self.tree.main_line().into_iter().map(str::to_owned).collect();
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        let stand = |engine: &mut dyn GameState, moves: &[&str]| {
            let stood = engine.set_position(setup.as_deref(), moves);
            stood.map(drop).map_err(|error| error.to_string())
        };
        stand(&mut *self.kept.engine, &[])?;
        self.tree.play(&mut *self.kept.engine)?;
        stand(&mut *self.kept.engine, &moves)?;
        let heading = Heading::of(&self.kept);
        let game = self.kept.engine.game_text();
        let by_rules = self.kept.engine.outcome().filter(|outcome| !outcome.claim);
        let by_rules = by_rules.map(|outcome| (outcome.winner(), outcome_text(&outcome)));
        let saved = Saved {
            game: self.kept.game,
            engine: &*self.kept.engine,
            tags: heading.tags(&game),
            result: by_rules.or_else(|| heading.ending(&game)),
            tree: Some(&self.tree),
        };
        let (text, has_tree) = saved.text_and_tree(form);
        if has_tree {
            return Ok(text);
        }
        with_tree(&text, &self.tree, &mut *self.kept.engine, setup.as_deref())
    }
}

impl Judged {
    /// Number, move with its mark, the score before and after, and what was better.
    fn row((at, judged): (usize, &Self)) -> Vec<String> {
        let mark = judged.fault.map_or("", |fault| fault.mark().0);
        let [before, after] = judged.scores.map(|score| score.map_or(String::new(), score_text));
        let better = match judged.fault {
            Some(fault) => format!("{}, better {}", fault.name(), better(judged)),
            None if judged.better.is_empty() => String::new(),
            None => format!("best {}", judged.better[0]),
        };
        vec![format!("{}.", at + 1), format!("{}{mark}", judged.text), before, after, better]
    }
}

fn better(judged: &Judged) -> String {
    judged.better.iter().take(BETTER_MOVES).cloned().collect::<Vec<_>>().join(" ")
}

/// A line in the colour of its fault, where the terminal shows colours.
fn painted((line, judged): (String, &Judged)) -> String {
    let colour = match judged.fault {
        None => return line,
        Some(Fault::Inaccuracy) => AnsiColor::Cyan,
        Some(Fault::Mistake) => AnsiColor::Yellow,
        Some(Fault::Blunder) => AnsiColor::Red,
    };
    io::painted(&line, colour.on_default())
}

/// Writes the fault of a move behind it, and what was better as a variation.
fn annotate(step: &mut Step, judged: &Judged) {
    let Some(fault) = judged.fault else { return };
    let glyphs = Fault::ALL.map(|fault| fault.mark().1);
    step.nags.retain(|nag| !glyphs.contains(nag));
    step.nags.push(fault.mark().1);
    if let [Some(before), Some(after)] = judged.scores {
        let scores = format!("{} before, {} after", score_text(before), score_text(after));
        let told = format!("{}: {scores}", fault.name());
        step.comment =
            if step.comment.is_empty() { told } else { format!("{} {told}", step.comment) };
    }
    let line = judged.better.iter().take(BETTER_MOVES);
    let line: Vec<Step> = line.map(|mv| Step { mv: mv.clone(), ..Step::default() }).collect();
    let is_there = step.variations.iter().any(|variation| {
        variation.len() >= line.len() && variation.iter().zip(&line).all(|(a, b)| a.mv == b.mv)
    });
    if !line.is_empty() && !is_there {
        step.variations.push(line);
    }
}

const fn side_word(side: Side) -> &'static str {
    match side {
        Side::First => "first",
        Side::Second => "second",
    }
}
