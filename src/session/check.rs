//! `check depth N [FILE]`: the search held against plain minimax, on this position or on those of a
//! file.
//!
//! A line of the file is a position string, perhaps with `moves` and the moves played from it; what
//! stands behind `bm`, `am` or `id` is passed over, so that files of problems will do. Empty lines
//! and lines that begin with `#` are skipped. All lines are read before the first is searched.

use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::Sender;

use super::event::{self, Event, Finished};
use plyglot_core::Score;
use plyglot_core::file::read_text;
use plyglot_host::state::{GameState, SetupError, SetupText};
use plyglot_inspect::check::{Checked, Compared};
use plyglot_protocol::Reply;
use plyglot_search::SearchControl;
use plyglot_search::Stopped;

/// Words that begin what is not the position in a line of problems.
const OPERATIONS: [&str; 3] = ["bm", "am", "id"];

/// No file of positions is longer.
const FILE_BYTES_MAX: u64 = 64 << 20;

/// What is to be checked: a copy of the game, and the file if there is one.
pub(super) struct CheckOrder {
    pub engine: Box<dyn FnOnce() -> Result<Box<dyn GameState>, String> + Send>,
    pub depth: u32,
    pub file: Option<String>,
}

/// Starts to check and returns at once; ends with [`Event::Done`].
pub(super) fn start(plan: CheckOrder, control: Arc<SearchControl>, events: Sender<Event>) {
    event::run(events.clone(), "check", move || {
        let mut say = |text| drop(events.send(Event::Said(Reply::Note(text))));
        let said = run(plan, &control, &mut say);
        let said = said.map(|lines| lines.into_iter().map(Reply::Note).collect());
        Finished::saying(said.map_err(|error| format!("check: {error}")), control.time.used())
    });
}

/// The last lines; what is found on the way is said at once.
fn run(
    plan: CheckOrder,
    control: &SearchControl,
    say: &mut dyn FnMut(String),
) -> Result<Vec<String>, String> {
    let CheckOrder { engine, depth, file } = plan;
    let mut engine = engine()?;
    let Some(path) = file else {
        let checked = engine.check(depth, control).map_err(|Stopped| "stopped".to_owned())?;
        return checked.map(|checked| lines(&checked)).ok_or_else(|| "the game is over".to_owned());
    };
    let positions = read(&mut *engine, &path)?;
    let mut sums = [Sum::new("sound parts"), Sum::new("as it plays")];
    let mut over = 0;
    for (number, position) in &positions {
        set_up(&mut *engine, position).map_err(|error| error.to_string())?;
        let Ok(checked) = engine.check(depth, control) else {
            say(format!("stopped at line {number}"));
            break;
        };
        let Some(checked) = checked else {
            over += 1;
            continue;
        };
        for (sum, compared) in sums.iter_mut().zip([&checked.sound, &checked.plays]) {
            let text = sum.add(*number, compared);
            text.into_iter().for_each(&mut *say);
        }
    }
    let mut last: Vec<String> = sums.iter().map(Sum::line).collect();
    if over > 0 {
        last.push(format!("positions in which the game is over, passed over: {over}"));
    }
    Ok(last)
}

/// What is said of one position.
pub(crate) fn lines(checked: &Checked) -> Vec<String> {
    let both = [("sound parts", &checked.sound), ("as it plays", &checked.plays)];
    let said = |(name, compared): (&str, &Compared)| {
        let Compared { searched, plain, parting } = compared;
        let verdict = match (parting.is_empty(), name) {
            (true, _) => "no difference",
            (false, "sound parts") => "a mistake of the search",
            (false, _) => "the value moves",
        };
        let head = format!("{name}: {searched}, plain minimax {plain}: {verdict}");
        std::iter::once(head).chain(parting.clone()).collect::<Vec<_>>()
    };
    let mut lines: Vec<String> = both.into_iter().flat_map(said).collect();
    lines.push(format!("plain minimax looked at {} positions", checked.nodes));
    lines
}

/// How often and how far the value of a search lies from that of minimax.
struct Sum {
    name: &'static str,
    positions: u64,
    moved: u64,
    /// Of those, one side says a proven end and the other does not, or another.
    ends: u64,
    /// The sum of all other distances, and the greatest with its line.
    total: u64,
    most: Option<(u32, usize)>,
}

impl Sum {
    fn new(name: &'static str) -> Self {
        Self { name, positions: 0, moved: 0, ends: 0, total: 0, most: None }
    }

    /// Counts a position; what there is to say of it.
    fn add(&mut self, number: usize, compared: &Compared) -> Vec<String> {
        let Compared { searched, plain, parting } = compared;
        self.positions += 1;
        if parting.is_empty() {
            return Vec::new();
        }
        self.moved += 1;
        if searched.is_proven() || plain.is_proven() {
            self.ends += 1;
        } else {
            let far = searched.raw().abs_diff(plain.raw());
            self.total += u64::from(far);
            self.most = self.most.max(Some((far, number)));
        }
        let head = format!("line {number}, {}: {searched}, plain minimax {plain}", self.name);
        std::iter::once(head).chain(parting.clone()).collect()
    }

    /// `as it plays: the value moves in 9 of 50 positions, by cp 21 on average and cp 90 at most …`.
    fn line(&self) -> String {
        let Self { name, positions, moved, ends, total, most } = self;
        if *moved == 0 {
            return format!("{name}: no difference in {positions} positions");
        }
        let mut text = format!("{name}: the value moves in {moved} of {positions} positions");
        if let Some((far, number)) = most {
            let mean = i32::try_from(total / (moved - ends)).unwrap_or(i32::MAX);
            let far = i32::try_from(*far).unwrap_or(i32::MAX);
            let (mean, far) = (Score::cp(mean), Score::cp(far));
            let far = format!("{mean} on average and {far} at most, in line {number}");
            text.extend([", by ", &far]);
        }
        if *ends > 0 {
            text.extend([", in ", &ends.to_string(), " to or from a proven end"]);
        }
        text
    }
}

/// The positions of a file with the numbers of their lines; all of them can be set up.
fn read(engine: &mut dyn GameState, path: &str) -> Result<Vec<(usize, String)>, String> {
    let text = read_text(Path::new(path), FILE_BYTES_MAX);
    let text = text.map_err(|error| format!("{path}: {error}"))?;
    let mut positions = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let words = line.split_whitespace();
        let words: Vec<&str> = words.take_while(|word| !OPERATIONS.contains(word)).collect();
        let position = words.join(" ");
        set_up(engine, &position).map_err(|error| {
            // Before the first position the file may be about anything, and none of our business.
            match error {
                SetupError::Position(_) if positions.is_empty() => {
                    format!("{path}: line {number}: expected a position of this game")
                }
                other => format!("{path}: line {number}: {other}"),
            }
        })?;
        positions.push((number, position));
    }
    if positions.is_empty() {
        return Err(format!("{path}: found no position"));
    }
    Ok(positions)
}

/// `POSITION [moves M…]`; `startpos` for the start.
fn set_up(engine: &mut dyn GameState, text: &str) -> Result<(), SetupError> {
    let SetupText { position, moves } = SetupText::parse(text);
    engine.set_position(position, &moves).map(drop)
}
