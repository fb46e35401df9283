//! Go for clients that speak GTP [gtp-2]: the board that a conversation asks.
//!
//! GTP lets any side play at any time, puts stones up and goes on behind the end of a game; our games
//! take turns. So where the side that plays is not to move, the other one passes before; and where
//! that would end the game, or it has ended, it begins anew with the stones as they are.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::records::form::{Form, GameFile, Saved, Wanted};
use crate::records::kept::Kept;
use crate::registry::{GAMES, GameEntry};
use crate::session::files::Files;
use plyglot_core::file::write_whole;
use plyglot_core::game::Ending;
use plyglot_core::game::rows::rows_text;
use plyglot_core::{Settings, Side, Value};
use plyglot_host::state::GameState;
use plyglot_protocol::gtp::Gtp;
use plyglot_protocol::gtp::board::Board;

/// The game, and its options that GTP sets.
const VARIANT: &str = "go";
const SIZE: &str = "Go.Size";
const HANDICAP: &str = "Go.Handicap";
const PASS: &str = "pass";
const RULES: &str = "Go.Rules";
/// The rule set by which no stone on the board is dead; by the others players agree on that.
const ALL_ALIVE: &str = "tromp-taylor";
/// A chain whose points are its own so seldom is dead, hundredths of what they would be.
const DEAD: i32 = -30;
const ILLEGAL: &str = "illegal move";
const STONES: [char; 2] = ['X', 'O'];

/// A conversation about Go under these settings; the client may have these files.
pub fn open(files: Files, settings: Settings) -> Gtp {
    Gtp::new([VARIANT, SIZE], Box::new(GoBoard::new(files, settings)))
}

/// The fields of a position string.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Fields {
    rows: String,
    side: Side,
    komi: String,
    passes: u32,
}

impl Fields {
    fn of(text: &str) -> Self {
        let words: Vec<&str> = text.split_whitespace().collect();
        let word = |nth: usize| words.get(nth).copied().unwrap_or("");
        let side = if word(1) == "w" { Side::Second } else { Side::First };
        let passes = word(4).parse().unwrap_or(0);
        Self { rows: word(0).to_owned(), side, komi: word(3).to_owned(), passes }
    }

    fn text(&self) -> String {
        let side = if self.side == Side::First { 'b' } else { 'w' };
        format!("{} {side} - {} {}", self.rows, self.komi, self.passes)
    }

    /// The same board without the stones on these points.
    fn without(&self, points: &[String]) -> Self {
        let rows: Vec<&str> = self.rows.split('/').collect();
        let size = rows.len();
        let mut words = vec![vec![""; size]; size];
        for (name, side) in self.stones().into_iter().filter(|(name, _)| !points.contains(name)) {
            if let Some((column, row)) = place(&name).filter(|(_, row)| *row <= size) {
                words[size - row][column] = if side == Side::First { "X" } else { "O" };
            }
        }
        let rows = rows_text(&words.concat(), vec![size; size]);
        Self { rows, ..self.clone() }
    }

    /// The chains of stones, with whose they are.
    fn chains(&self) -> Vec<(Vec<String>, Side)> {
        let mut left = self.stones();
        let mut chains = Vec::new();
        while let Some((first, side)) = left.pop() {
            let mut chain = vec![first];
            let mut at = 0;
            while let Some(stone) = chain.get(at).cloned() {
                let is_beside =
                    |(name, of): &(String, Side)| *of == side && are_beside(name, &stone);
                let (beside, rest): (Vec<_>, Vec<_>) = left.into_iter().partition(is_beside);
                chain.extend(beside.into_iter().map(|(name, _)| name));
                (left, at) = (rest, at + 1);
            }
            chains.push((chain, side));
        }
        chains
    }

    /// The points with stones of either side, from the uppermost row on.
    fn stones(&self) -> Vec<(String, Side)> {
        let mut all = Vec::new();
        let rows: Vec<&str> = self.rows.split('/').collect();
        for (nth, row) in rows.iter().enumerate() {
            let (mut column, mut run) = (0, 0);
            for letter in row.chars() {
                if let Some(digit) = letter.to_digit(10) {
                    run = run * 10 + digit;
                    continue;
                }
                column += std::mem::take(&mut run);
                if let Some(side) = STONES.iter().position(|stone| *stone == letter) {
                    let name = format!("{}{}", column_name(column), rows.len() - nth);
                    all.push((name, Side::BOTH[side]));
                }
                column += 1;
            }
        }
        all
    }
}

/// Columns have no I.
fn column_name(column: u32) -> char {
    let letter = if column < 8 { column } else { column + 1 };
    u8::try_from(letter).map_or('?', |letter| char::from(b'A' + letter))
}

/// The column of a point from 0, and its row from 1.
fn place(name: &str) -> Option<(usize, usize)> {
    let letter = name.chars().next()?;
    let column = (0..19).find(|&column| column_name(column) == letter)?;
    Some((column as usize, name.get(1..)?.parse().ok()?))
}

fn are_beside(one: &str, other: &str) -> bool {
    let Some(((column, row), (column_of, row_of))) = place(one).zip(place(other)) else {
        return false;
    };
    column.abs_diff(column_of) + row.abs_diff(row_of) == 1
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
    komi: String,
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
        let mut board = Self { game, settings, state, files, before: Vec::new(), size, komi };
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

    /// Sets a game up that is one of ours.
    fn set(&mut self, (setup, moves): &Line) {
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        let set = self.state.set_position(setup.as_deref(), &moves);
        debug_assert!(set.is_ok(), "{setup:?} {moves:?}");
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
    /// board are alive by the rules, or the game has no opinion.
    fn shares(&self) -> BTreeMap<String, i32> {
        let is_agreed = !self.settings.combo(RULES).eq_ignore_ascii_case(ALL_ALIVE);
        let accounts = if is_agreed { self.state.accounts(&[]) } else { Ok(Vec::new()) };
        let grids = accounts.into_iter().flatten().flat_map(|told| told.account.grids);
        let cells = grids.flat_map(|grid| grid.cells);
        cells.filter_map(|(name, share)| Some((name, share.parse().ok()?))).collect()
    }

    fn must_be_empty(&self) -> Result<(), String> {
        if self.fields().stones().is_empty() { Ok(()) } else { Err("board not empty".to_owned()) }
    }

    /// The file that the client means.
    fn file(&self, name: &str) -> Result<PathBuf, String> {
        self.files.find(name).map_err(|error| error.to_string())
    }

    /// Reads the first game of a file.
    fn read(&self, name: &str) -> Result<Kept, String> {
        let path = self.file(name)?;
        let file = GameFile::read_all(GAMES, &path, name, Some(self.game))?;
        let settings = &self.settings;
        let wanted =
            Wanted { game: self.game, variant: VARIANT, is_said: true, settings, options: &[] };
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
        let start = Fields { komi: self.komi.clone(), ..Fields::of(&self.state.start_text()) };
        self.set(&(Some(start.text()), Vec::new()));
    }

    fn set_komi(&mut self, halves: i16) {
        let sign = if halves < 0 { "-" } else { "" };
        let half = if halves % 2 == 0 { "" } else { ".5" };
        self.komi = format!("{sign}{}{half}", halves.unsigned_abs() / 2);
        let (komi, start) = (self.komi.clone(), self.state.start_text());
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
        self.give_turn(side);
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

    fn give_turn(&mut self, side: Side) {
        let fields = self.fields();
        if fields.side == side && self.state.outcome().is_none() {
            return;
        }
        if fields.side != side && fields.passes == 0 && self.state.play(&[PASS]).is_ok() {
            return;
        }
        let anew = Fields { side, passes: 0, ..fields };
        self.set(&(Some(anew.text()), Vec::new()));
    }

    fn side_to_move(&self) -> Side {
        self.state.side_to_move()
    }

    fn position(&self) -> (String, Vec<String>) {
        let (setup, moves) = self.line();
        (setup.unwrap_or_else(|| self.state.start_text()), moves)
    }

    fn diagram(&self) -> Vec<String> {
        self.state.board().diagram
    }

    fn half_points(&self) -> i32 {
        let dead: Vec<String> = self
            .chains()
            .into_iter()
            .filter(|(_, is_dead)| *is_dead)
            .flat_map(|(it, _)| it)
            .collect();
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
        let half = i32::from(fields.komi.ends_with(".5"));
        2 * i32::from(margin) - half * i32::from(margin.signum())
    }

    fn chains(&self) -> Vec<(Vec<String>, bool)> {
        let shares = self.shares();
        let chain = |(stones, side): (Vec<String>, Side)| {
            let own = |name: &String| side.relative(*shares.get(name).unwrap_or(&0));
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
        let fewer = (2..=stones.min(9)).rev();
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
        let fields = Fields { side: Side::Second, passes: 0, ..self.fields() };
        self.begin(&fields)
    }

    fn load(&mut self, file: &str, before: Option<usize>) -> Result<Side, String> {
        let cannot = |_| "cannot load file".to_owned();
        let mut kept = self.read(file).map_err(cannot)?;
        let count = before.map_or(kept.moves.len(), |before| before.saturating_sub(1));
        let count = count.min(kept.moves.len());
        kept.moves.truncate(count);
        let setup = kept.setup.clone().unwrap_or_else(|| kept.engine.start_text());
        let size = setup.split(' ').next().map_or(0, |rows| rows.split('/').count());
        let size = u32::try_from(size).unwrap_or(0);
        let (settings, mut state) = self.opened(&[(SIZE, size.into())]).map_err(cannot)?;
        state.set_position(Some(&setup), &[]).map_err(|error| cannot(error.to_string()))?;
        (self.settings, self.state, self.size) = (settings, state, size);
        self.komi = self.fields().komi;
        self.before.clear();
        for mv in kept.moves {
            let side = mv.side.unwrap_or_else(|| self.side_to_move());
            self.play(side, &mv.text).map_err(|_| "cannot load file".to_owned())?;
        }
        Ok(self.side_to_move())
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
