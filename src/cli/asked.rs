//! Questions about one position, put on the command line: an engine of ours thinks, says on standard
//! error how far it has come, and stops at Ctrl-C with what it has found.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde_json::{Value as Json, json};

use crate::engine::Engine;
use crate::guide;
use crate::io;
use crate::options::Chosen;
use plyglot_core::{Bound, Info, Limits, Score};
use plyglot_host::event::{Answer, Notice, SearchEvent};
use plyglot_host::state::SetupText;
use plyglot_host::view::score_text;

/// How often Ctrl-C is looked for.
pub(super) const TICK: Duration = Duration::from_millis(50);
/// How often it is told how far a search has come.
const NEWS_EVERY: Duration = Duration::from_secs(2);
/// Moves of a line that are shown on the way.
const NEWS_MOVES: usize = 6;

/// What a search has found.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// The lines of the last iteration that has a score for them, the best first.
    pub(super) lines: Vec<Info>,
    /// What it would play; `None` where there is no move.
    pub(super) best: Option<String>,
    /// The score of the first line is what the position is worth by proof.
    pub(super) exact: bool,
    /// Moves played in the search.
    pub(super) nodes: u64,
    /// Time it took.
    pub(super) used: Duration,
    /// What else there was to say.
    pub(super) notes: Vec<String>,
}

impl Found {
    /// The score of the first line.
    pub(super) fn score(&self) -> Option<Score> {
        self.lines.first().and_then(|info| info.score).map(|(score, _)| score)
    }

    /// The first line, best move first.
    pub(super) fn pv(&self) -> &[String] {
        self.lines.first().map_or(&[], |info| &info.pv)
    }

    /// How deep the first line was searched.
    pub(super) fn depth(&self) -> u32 {
        self.lines.first().and_then(|info| info.depth).unwrap_or(0)
    }
}

/// What is heard of a search while it runs.
#[derive(Debug, Default)]
struct Heard {
    lines: BTreeMap<u32, Info>,
    bound: Option<Info>,
    exact: bool,
    nodes: u64,
    notes: Vec<String>,
}

impl Heard {
    fn hear(&mut self, event: SearchEvent) {
        match event {
            SearchEvent::Info(info) => {
                self.nodes = info.nodes.unwrap_or(self.nodes);
                let rank = info.multi_pv.unwrap_or(1);
                match info.score {
                    Some((_, Bound::Exact)) => {
                        if rank == 1 {
                            self.exact = info.exact;
                        }
                        self.lines.insert(rank, info);
                    }
                    // Better than nothing, where a search ends before it knows more.
                    Some(_) if rank == 1 => self.bound = Some(info),
                    _ => {}
                }
            }
            SearchEvent::Notice(Notice::Note(text) | Notice::Error(text)) => self.notes.push(text),
            SearchEvent::Tree(_)
            | SearchEvent::Learned(_)
            | SearchEvent::Divided { .. }
            | SearchEvent::Done(_) => {}
        }
    }

    /// `depth 14, +0.31: e2e4 e7e5`, on the way.
    fn news(&self) -> Option<String> {
        let info = self.lines.get(&1)?;
        let mut text = format!("depth {}", info.depth?);
        let _ = write!(text, ", {}", score_text(info.score?.0));
        let moves = info.pv.iter().take(NEWS_MOVES).cloned().collect::<Vec<_>>();
        let _ = write!(text, ": {}", moves.join(" "));
        Some(text)
    }
}

/// An engine that is asked.
pub(super) struct Asked {
    pub(super) engine: Engine,
    interrupted: Arc<AtomicBool>,
}

impl Asked {
    /// The game that was chosen, with the player of this name.
    pub(super) fn open(chosen: &Chosen, player: Option<&str>) -> Result<Self, String> {
        let mut engine = Engine::open(chosen.variant.name, &[])?;
        for (name, value) in &chosen.given {
            engine.set_option(name, value)?;
        }
        if let Some(player) = player {
            let player = guide::player(chosen.game, player)?;
            engine.set_option(&chosen.game.player_option(), player)?;
        }
        Ok(Self::of(engine, on_ctrl_c()))
    }

    /// This engine; it stops where that is set.
    pub(super) const fn of(engine: Engine, interrupted: Arc<AtomicBool>) -> Self {
        Self { engine, interrupted }
    }

    /// Sets up a position as people write it.
    pub(super) fn set_up(&mut self, position: Option<&str>) -> Result<(), String> {
        let SetupText { position, moves } = SetupText::parse(position.unwrap_or("startpos"));
        self.engine.set_position(position, &moves).map(drop).map_err(|error| error.to_string())
    }

    /// Thinks about the position; where only a proof will do, until there is one.
    pub(super) fn think(&mut self, limits: Limits, until_exact: bool) -> Found {
        let heard = Arc::new(Mutex::new(Heard::default()));
        let told = Arc::clone(&heard);
        let search = self.engine.search(limits, move |event| lock(&told).hear(event));
        let mut waited = Duration::ZERO;
        let result = loop {
            if let Some(result) = search.wait_for(TICK) {
                break result;
            }
            waited += TICK;
            let is_settled = until_exact && lock(&heard).exact;
            if self.is_interrupted() || is_settled {
                search.stop();
            } else if waited.as_millis().is_multiple_of(NEWS_EVERY.as_millis()) {
                lock(&heard).news().iter().for_each(|news| io::notice(news));
            }
        };
        let heard = std::mem::take(&mut *lock(&heard));
        let mut notes = heard.notes;
        notes.extend(result.notices.into_iter().map(|notice| match notice {
            Notice::Note(text) | Notice::Error(text) => text,
        }));
        let best = match result.answer {
            Answer::Move { best, .. } => best,
            _ => None,
        };
        let Heard { exact, nodes, bound, lines, .. } = heard;
        let mut lines: Vec<Info> = lines.into_values().collect();
        if lines.is_empty() {
            lines.extend(bound);
        }
        Found { lines, best, exact, nodes, used: result.used, notes }
    }

    /// Ctrl-C was typed.
    pub(super) fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::SeqCst)
    }
}

/// What Ctrl-C sets from now on; to be asked for once.
pub(super) fn on_ctrl_c() -> Arc<AtomicBool> {
    let interrupted = Arc::new(AtomicBool::new(false));
    let heard = Arc::clone(&interrupted);
    let _ = ctrlc::set_handler(move || heard.store(true, Ordering::SeqCst));
    interrupted
}

fn lock(heard: &Mutex<Heard>) -> std::sync::MutexGuard<'_, Heard> {
    heard.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A score for programs: hundredths of the game's unit, or plies to the end, which are negative where
/// the side that moves loses.
pub(super) fn score_json(score: Option<Score>) -> Json {
    match score.map(|score| (score, score.plies_to_end())) {
        None => Json::Null,
        Some((_, Some(plies))) => json!({ "plies_to_end": plies }),
        Some((score, None)) => json!({ "cp": score.raw() }),
    }
}

/// Seconds with milliseconds, for programs.
pub(super) fn seconds(time: Duration) -> Json {
    json!(f64::from(u32::try_from(time.as_millis()).unwrap_or(u32::MAX)) / 1000.0)
}
