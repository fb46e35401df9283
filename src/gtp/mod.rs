//! Go for clients that speak GTP [gtp-2]: the board that a conversation asks.
//!
//! GTP lets any side play at any time, puts stones up and goes on behind the end of a game; our games
//! take turns. So where the side that plays is not to move, the other one passes before, or its own
//! pass is taken back; and where the game has ended, it begins anew with the stones as they are. What
//! is only searched leaves the game as it is.

mod fields;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use self::fields::{Fields, komi_text};
use crate::records::form::{Form, GameFile, Saved, Wanted};
use crate::records::kept::Kept;
use crate::registry::{GAMES, GameEntry};
use crate::session::files::Files;
use crate::system::processes;
use plyglot_core::file::write_whole;
use plyglot_core::game::Ending;
use plyglot_core::{Settings, Side, Value};
use plyglot_host::state::GameState;
use plyglot_protocol::gtp::board::Board;
use plyglot_protocol::gtp::{Gtp, RESIGN};

/// The game, and its options that GTP sets.
const VARIANT: &str = "go";
const SIZE: &str = "Go.Size";
const HANDICAP: &str = "Go.Handicap";
/// Handicap stones that the rules know places for.
const STONES_MAX: u32 = 9;
const PASS: &str = "pass";
const RULES: &str = "Go.Rules";
/// What the session has to know besides the size and the position.
const TERMS: [&str; 5] = [RULES, "Go.Scoring", "Go.Suicide", "Go.Ko", "Go.Compensation"];
/// The rule set by which no stone on the board is dead; by the others players agree on that.
const ALL_ALIVE: &str = "tromp-taylor";
/// A chain whose points are its own so seldom is dead, hundredths of what they would be: whoever takes it
/// errs by lot as well, so that what is lost is seldom lost in all games.
const DEAD: i32 = 10;
const ALIVE: i32 = 100;
const ILLEGAL: &str = "illegal move";

/// A conversation about Go under these settings; the client may have these files.
pub fn open(files: Files, settings: Settings) -> Gtp {
    let known = told(&settings);
    let resign_below = settings.get(RESIGN).map(ToString::to_string).unwrap_or_default();
    let mut gtp = Gtp::new(VARIANT, known, Box::new(GoBoard::new(files, settings)));
    gtp.resign_below(&resign_below);
    gtp
}

/// The options that a session plays by. Without a handicap any size will do, so that stands first.
fn told(settings: &Settings) -> Vec<(&'static str, String)> {
    let names = [HANDICAP, SIZE].into_iter().chain(TERMS);
    names.filter_map(|name| Some((name, settings.get(name)?.to_string()))).collect()
}

/// A game that began with this position, and its moves.
type Line = (Option<String>, Vec<String>);

struct GoBoard {
    game: &'static GameEntry,
    settings: Settings,
    state: Box<dyn GameState>,
    files: Files,
    /// The game as it was before each move.
    before: Vec<Line>,
    size: u32,
    /// What White gets by the controller, half points.
    komi: i16,
    /// What White gets besides for the handicap stones on the board, by the rules, half points. GNU Go
    /// counts it so, too.
    compensation: i16,
}

impl GoBoard {
    fn new(files: Files, mut settings: Settings) -> Self {
        let (game, variant) =
            crate::registry::find(GAMES, VARIANT).expect("the game is in the registry");
        // Handicap stones are put up by commands.
        settings.set(HANDICAP, Value::Spin(0));
        let state = (game.open)(variant.name, &settings).unwrap_or_else(|_| {
            settings = Settings::defaults(&crate::options::all(GAMES));
            (game.open)(variant.name, &settings).expect("the default options are a game")
        });
        let komi = Fields::of(&state.start_text()).komi;
        let size = u32::try_from(settings.spin(SIZE)).unwrap_or(0);
        let mut board =
            Self { game, settings, state, files, before: Vec::new(), size, komi, compensation: 0 };
        board.clear();
        board
    }

    fn fields(&self) -> Fields {
        Fields::of(&self.state.position_text())
    }

    fn line(&self) -> Line {
        let text = self.state.game_text();
        (text.setup, text.moves)
    }

    /// A game as our protocol sets it up.
    fn begun(&self, (setup, moves): Line) -> (String, Vec<String>) {
        (setup.unwrap_or_else(|| self.state.start_text()), moves)
    }

    /// Sets a game up that is one of ours.
    fn set(&mut self, (setup, moves): &Line) {
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        let set = self.state.set_position(setup.as_deref(), &moves);
        debug_assert!(set.is_ok(), "{setup:?} {moves:?}");
    }

    /// The game with this side to move, the game itself left as it is.
    fn line_for(&self, side: Side) -> Line {
        let (fields, (setup, mut moves)) = (self.fields(), self.line());
        if self.state.outcome().is_none() {
            if fields.side == side {
                return (setup, moves);
            }
            if moves.last().is_some_and(|mv| mv == PASS) {
                moves.pop();
                return (setup, moves);
            }
            if fields.passes == 0 {
                moves.push(PASS.to_owned());
                return (setup, moves);
            }
        }
        (Some(Fields { side, passes: 0, ..fields }.text()), Vec::new())
    }

    /// Begins anew with these stones, or says why they cannot stand so.
    fn begin(&mut self, fields: &Fields) -> Result<(), String> {
        let set = self.state.set_position(Some(&fields.text()), &[]);
        set.map(|_| ()).map_err(|error| error.to_string())
    }

    /// Opens the game with other options, its board empty.
    fn opened(&self, options: &[(&str, i64)]) -> Result<(Settings, Box<dyn GameState>), String> {
        let mut settings = self.settings.clone();
        for (name, value) in options {
            settings.set(name, Value::Spin(*value));
        }
        let opened = (self.game.open)(VARIANT, &settings);
        opened.map(|state| (settings, state)).map_err(|error| error.to_string())
    }

    /// Whose each point seems to be, hundredths, Black's above zero; nothing where all stones on the
    /// board are alive by the rules, or the game estimates none.
    fn shares(&self) -> BTreeMap<String, i32> {
        let is_agreed = !self.settings.combo(RULES).eq_ignore_ascii_case(ALL_ALIVE);
        let over = Fields { passes: 2, ..self.fields() };
        let ended = self.opened(&[]).ok().and_then(|(_, mut state)| {
            state.set_position(Some(&over.text()), &[]).is_ok().then_some(state)
        });
        let accounts = ended.filter(|_| is_agreed).map(|state| state.accounts(&[]));
        let grids = accounts.into_iter().flatten().flatten().flat_map(|told| told.account.grids);
        let cells = grids.flat_map(|grid| grid.cells);
        cells.filter_map(|(name, share)| Some((name, share.parse().ok()?))).collect()
    }

    /// What White gets for so many handicap stones by the rules, half points. Beyond the nine stones
    /// that the rules know each stone counts as the ninth.
    fn compensation_of(&self, stones: u32) -> i16 {
        let of = |stones: u32| {
            let handicap = [(SIZE, 19), (HANDICAP, stones.into())];
            let start =
                self.opened(&handicap).map(|(_, state)| Fields::of(&state.start_text()).komi);
            start.unwrap_or(0)
        };
        let (most, none) = (stones.min(STONES_MAX), of(0));
        let more = i16::try_from(stones - most).unwrap_or(0);
        of(most) - none + more * (of(STONES_MAX) - of(STONES_MAX - 1))
    }

    fn must_be_empty(&self) -> Result<(), String> {
        if self.fields().stones().is_empty() { Ok(()) } else { Err("board not empty".to_owned()) }
    }

    /// The file that the client means.
    fn file(&self, name: &str) -> Result<PathBuf, String> {
        self.files.find(name).map_err(|error| error.to_string())
    }

    /// Reads the first game of a file. Where it says nothing of its rules they are those in force.
    fn read(&self, name: &str) -> Result<Kept, String> {
        let path = self.file(name)?;
        let file = GameFile::read_all(GAMES, &path, name, Some(self.game))?;
        let settings = &self.settings;
        let said = file.record(0).map(|bytes| self.state.read_rules(bytes));
        let is_silent = said.is_some_and(|said| {
            said.is_ok_and(|said| !said.options.iter().any(|(name, _)| TERMS.contains(&&**name)))
        });
        let in_force = told(settings).into_iter().filter(|(name, _)| TERMS.contains(name));
        let in_force = in_force.filter(|_| is_silent);
        let options: Vec<_> = in_force.map(|(name, value)| (name.to_owned(), value)).collect();
        let wanted = Wanted {
            game: self.game,
            variant: VARIANT,
            is_said: true,
            settings,
            options: &options,
        };
        file.open(GAMES, 0, &wanted)
    }
}

impl Board for GoBoard {
    fn resize(&mut self, size: u32) -> Result<(), String> {
        let unacceptable = |_| "unacceptable size".to_owned();
        if !(2..=19).contains(&size) {
            return Err(unacceptable(String::new()));
        }
        let (settings, state) = self.opened(&[(SIZE, size.into())]).map_err(unacceptable)?;
        (self.settings, self.state, self.size) = (settings, state, size);
        self.clear();
        Ok(())
    }

    fn size(&self) -> u32 {
        self.size
    }

    fn clear(&mut self) {
        self.before.clear();
        self.compensation = 0;
        let start = Fields { komi: self.komi, ..Fields::of(&self.state.start_text()) };
        self.set(&(Some(start.text()), Vec::new()));
    }

    fn set_komi(&mut self, halves: i16) {
        self.komi = halves;
        let (komi, start) = (komi_text(halves + self.compensation), self.state.start_text());
        let with_komi = |(setup, moves): &Line| {
            let text = setup.as_deref().unwrap_or(&start);
            let mut words: Vec<&str> = text.split_whitespace().collect();
            if let Some(word) = words.get_mut(3) {
                *word = &komi;
            }
            (Some(words.join(" ")), moves.clone())
        };
        self.before = self.before.iter().map(with_komi).collect();
        let line = with_komi(&self.line());
        self.set(&line);
    }

    fn play(&mut self, side: Side, mv: &str) -> Result<(), String> {
        let before = self.line();
        let line = self.line_for(side);
        if line != before {
            self.set(&line);
        }
        if self.state.play(&[mv]).is_err() {
            self.set(&before);
            return Err(ILLEGAL.to_owned());
        }
        self.before.push(before);
        Ok(())
    }

    fn undo(&mut self) -> Result<(), String> {
        let before = self.before.pop().ok_or("cannot undo")?;
        self.set(&before);
        Ok(())
    }

    fn side_to_move(&self) -> Side {
        self.state.side_to_move()
    }

    fn position(&self) -> (String, Vec<String>) {
        self.begun(self.line())
    }

    fn position_for(&self, side: Side) -> (String, Vec<String>) {
        self.begun(self.line_for(side))
    }

    fn options(&self) -> Vec<(&'static str, String)> {
        told(&self.settings)
    }

    fn diagram(&self) -> Vec<String> {
        self.state.board().diagram
    }

    fn half_points(&self) -> i32 {
        let dead = self.chains().into_iter().filter(|(_, is_dead)| *is_dead);
        let dead: Vec<String> = dead.flat_map(|(stones, _)| stones).collect();
        let fields = self.fields().without(&dead);
        let over = Fields { passes: 2, ..fields.clone() };
        let Ok((_, mut state)) = self.opened(&[]) else { return 0 };
        if state.set_position(Some(&over.text()), &[]).is_err() {
            return 0;
        }
        let Some(Ending::Margin(margin)) = state.outcome().map(|outcome| outcome.ending) else {
            return 0;
        };
        // Half a point is told as a whole one.
        let half = i32::from(fields.komi % 2 != 0);
        2 * i32::from(margin) - half * i32::from(margin.signum())
    }

    fn chains(&self) -> Vec<(Vec<String>, bool)> {
        let shares = self.shares();
        let chain = |(stones, side): (Vec<String>, Side)| {
            // Where nothing is known of them they live.
            let own = |name: &String| shares.get(name).map_or(ALIVE, |share| side.relative(*share));
            let mean =
                stones.iter().map(own).sum::<i32>() / i32::try_from(stones.len()).unwrap_or(1);
            (stones, mean <= DEAD)
        };
        self.fields().chains().into_iter().map(chain).collect()
    }

    fn fixed_handicap(&mut self, stones: u32) -> Result<Vec<String>, String> {
        self.must_be_empty()?;
        let invalid = |_| "invalid number of stones".to_owned();
        if stones < 2 {
            return Err(invalid(String::new()));
        }
        let handicap = [(HANDICAP, stones.into())];
        let (_, state) = self.opened(&handicap).map_err(invalid)?;
        let fields = Fields::of(&state.start_text());
        let names: Vec<String> = fields.stones().into_iter().map(|(name, _)| name).collect();
        if names.len() != stones as usize {
            return Err(invalid(String::new()));
        }
        self.set_handicap(&names)?;
        Ok(names)
    }

    fn free_handicap(&mut self, stones: u32) -> Result<Vec<String>, String> {
        self.must_be_empty()?;
        if stones < 2 {
            return Err("invalid number of stones".to_owned());
        }
        let fewer = (2..=stones.min(STONES_MAX)).rev();
        let placed = fewer.map(|stones| self.fixed_handicap(stones)).find(Result::is_ok);
        placed.unwrap_or_else(|| Err("invalid number of stones".to_owned()))
    }

    fn set_handicap(&mut self, points: &[String]) -> Result<(), String> {
        self.must_be_empty()?;
        let before = self.line();
        let bad = || "bad vertex list".to_owned();
        if points.len() < 2 {
            return Err(bad());
        }
        for point in points {
            let is_point = !point.eq_ignore_ascii_case(PASS);
            if !is_point || self.play(Side::First, point).is_err() {
                self.before.clear();
                self.set(&before);
                return Err(bad());
            }
        }
        self.before.clear();
        self.compensation = self.compensation_of(u32::try_from(points.len()).unwrap_or(0));
        let komi = self.komi + self.compensation;
        let fields = Fields { side: Side::Second, passes: 0, komi, ..self.fields() };
        self.begin(&fields)
    }

    fn load(&mut self, file: &str, before: Option<usize>) -> Result<Side, String> {
        let cannot = |_| "cannot load file".to_owned();
        let mut kept = self.read(file).map_err(cannot)?;
        let count = before.map_or(kept.moves.len(), |before| before.saturating_sub(1));
        let count = count.min(kept.moves.len());
        kept.moves.truncate(count);
        let setup = kept.setup.clone().unwrap_or_else(|| kept.engine.start_text());
        let mut settings = kept.settings;
        settings.set(HANDICAP, Value::Spin(0));
        let opened = (self.game.open)(VARIANT, &settings);
        let mut state = opened.map_err(|error| cannot(error.to_string()))?;
        state.set_position(Some(&setup), &[]).map_err(|error| cannot(error.to_string()))?;
        let size = u32::try_from(settings.spin(SIZE)).unwrap_or(0);
        let (game, files, before) = (self.game, self.files.clone(), Vec::new());
        let komi = Fields::of(&setup).komi;
        let compensation = 0;
        let mut board = Self { game, settings, state, files, before, size, komi, compensation };
        for mv in kept.moves {
            let side = mv.side.unwrap_or_else(|| board.side_to_move());
            board.play(side, &mv.text).map_err(cannot)?;
        }
        *self = board;
        Ok(self.side_to_move())
    }

    fn processor_time(&self) -> Option<Duration> {
        processes::processor_time()
    }

    fn record(&self, file: Option<&str>) -> Result<String, String> {
        let saved =
            Saved { game: self.game, engine: &*self.state, tags: &[], result: None, tree: None };
        let text = saved.text(Form::Players);
        let Some(name) = file else { return Ok(text) };
        let path = self.file(name)?;
        write_whole(&path, text.as_bytes()).map_err(|error| format!("{name}: {error}"))?;
        Ok(String::new())
    }
}
