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
use super::{has_folder, may_replace, stop};
use crate::engine::Engine;
use crate::guide;
use crate::io;
use crate::options::Chosen;
use crate::records::annotated::{read_tree, with_tags, with_tree};
use crate::records::claim::side_word;
use crate::records::faults::{Account, Fault, Thought, Verdict, table};
use crate::records::form::{Form, GameFile, Saved, Wanted};
use crate::records::heading::Heading;
use crate::records::kept::Kept;
use crate::records::record::Record;
use crate::records::tree::{Step, Tree};
use plyglot_core::Value;
use plyglot_core::file::write_whole;
use plyglot_core::text::{in_columns, shorten};
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
    #[arg(long, value_name = "N", value_parser = super::within::<u64>(1..=1_000_000))]
    number: Option<u64>,
    /// Write the record with marks, comments and what would have been better
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Replace a file that is there already
    #[arg(long, requires = "out")]
    force: bool,
    /// As JSON, a line for each game
    #[arg(long)]
    json: bool,
}

/// A move that was judged.
struct Judged {
    text: String,
    verdict: Verdict,
}

/// A game that is judged.
struct Game {
    kept: Kept,
    /// The record, where its form is not ours.
    source: Option<Vec<u8>>,
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
        if let Some(out) = &self.out {
            may_replace("analyse", out, self.force)?;
            has_folder("analyse", out)?;
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
            let source = file.record(index).map(<[u8]>::to_vec);
            let game = Game { kept, source, tree, moves, accounts, remarks };
            let game = self.judge(games, &interrupted, game)?;
            self.tell(games, game, index)?;
            if interrupted.load(Ordering::SeqCst) {
                stop::told("what was judged until then is said");
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
            let verdict = Verdict::of(&step.mv, before, after);
            game.accounts[verdict.side.index()].count(&verdict);
            annotate(step, &verdict);
            let text = step.name.clone().unwrap_or_else(|| step.mv.clone());
            game.moves.push(Judged { text, verdict });
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
            let claim = game.kept.claim.filter(|_| at == moves.len());
            let thought = Thought::of_end(state, claim).unwrap_or_else(|| {
                let found = asked.think(self.how_long.limits(), false);
                Thought { side, score: found.score(), pv: found.pv().to_vec() }
            });
            if asked.is_interrupted() {
                game.remarks.push(format!("broken off at move {}", at + 1));
                break;
            }
            thoughts.push(thought);
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
        let of_move = |Judged { text, verdict }: &Judged| {
            let [before, after] = verdict.scores.map(score_json);
            json!({
                "move": text,
                "side": side_word(verdict.side),
                "before": before,
                "after": after,
                "fault": verdict.fault.map(Fault::name),
                "better": verdict.better,
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
        if form == Form::Own {
            let tags = self.kept.tags.clone();
            return Ok(Record { tags, ..saved.record() }.to_text());
        }
        let (text, has_tree) = saved.text_and_tree(form);
        let text = match &self.source {
            Some(source) => with_tags(&text, source),
            None => text,
        };
        if has_tree {
            return Ok(text);
        }
        with_tree(&text, &self.tree, &mut *self.kept.engine, setup.as_deref())
    }
}

impl Judged {
    /// Number, move with its mark, the score before and after, and what was better.
    fn row((at, Self { text, verdict }): (usize, &Self)) -> Vec<String> {
        let mark = verdict.fault.map_or("", |fault| fault.mark().0);
        let [before, after] = verdict.scores.map(|score| score.map_or(String::new(), score_text));
        let better = match verdict.fault {
            Some(fault) => format!("{}, better {}", fault.name(), better(verdict)),
            None if verdict.better.is_empty() => String::new(),
            None => format!("best {}", verdict.better[0]),
        };
        vec![format!("{}.", at + 1), format!("{text}{mark}"), before, after, better]
    }
}

fn better(verdict: &Verdict) -> String {
    verdict.better.iter().take(BETTER_MOVES).cloned().collect::<Vec<_>>().join(" ")
}

/// A line in the colour of its fault, where the terminal shows colours.
fn painted((line, judged): (String, &Judged)) -> String {
    let colour = match judged.verdict.fault {
        None => return line,
        Some(Fault::Inaccuracy) => AnsiColor::Cyan,
        Some(Fault::Mistake) => AnsiColor::Yellow,
        Some(Fault::Blunder) => AnsiColor::Red,
    };
    io::painted(&line, colour.on_default())
}

/// Writes the fault of a move behind it, and what was better as a variation.
fn annotate(step: &mut Step, verdict: &Verdict) {
    let Some(fault) = verdict.fault else { return };
    let glyphs = Fault::ALL.map(|fault| fault.mark().1);
    step.nags.retain(|nag| !glyphs.contains(nag));
    step.nags.push(fault.mark().1);
    if let [Some(before), Some(after)] = verdict.scores {
        let scores = format!("{} before, {} after", score_text(before), score_text(after));
        let told = format!("{}: {scores}", fault.name());
        step.comment =
            if step.comment.is_empty() { told } else { format!("{} {told}", step.comment) };
    }
    let line = verdict.better.iter().take(BETTER_MOVES);
    let line: Vec<Step> = line.map(|mv| Step { mv: mv.clone(), ..Step::default() }).collect();
    let is_there = step.variations.iter().any(|variation| {
        variation.len() >= line.len() && variation.iter().zip(&line).all(|(a, b)| a.mv == b.mv)
    });
    if !line.is_empty() && !is_there {
        step.variations.push(line);
    }
}
