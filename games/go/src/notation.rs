//! Text: boards in rows, and moves as points.
//!
//! ```text
//! 9/9/9/9/4X4/9/9/9/9 w - 7.5 0            rows from the top, who is to move, ko, komi, passes
//! 9/9/9/9/4X4/9/9/9/9 w - 7.5 0 3 1        with territory: stones taken by Black and by White
//! 9/9/9/9/4X4/9/9/9/9 w                    the rest is what the game begins with
//! ```
//!
//! X is Black, O is White; a number is so many empty points, `19` among them. Read are `b` and `w`, `@`
//! and `#` as well. Moves are points, `D4`, in upper or lower case, and `pass`; read are also `tt` and
//! `--` for it.

use std::fmt::{self, Write};

use super::board::{Grid, Points, Set};
use super::names::{COLUMNS, STONES};
use super::picture;
use super::rules::{Go, Move, Position, TAKEN_MAX};
use super::sgf;
use super::variant::{Scoring, komi_text, read_komi};
use plyglot_core::Side;
use plyglot_core::game::notation::{GameRecord, Header, ParsedMove, RecordError, RecordRules};
use plyglot_core::game::picture::{Picture, Scene};
use plyglot_core::game::record_tree::RecordTree;
use plyglot_core::game::{Notation, PlayedGame, PositionError, Rules};

const PASS: &str = "pass";
/// What else is read for it.
const PASSES: [&str; 3] = [PASS, "tt", "--"];
const NO_KO: &str = "-";
const EMPTY: char = '.';
const MARKED: char = '+';
/// A point on which a ko forbids to play, as it is drawn.
const KO: char = '!';

/// The stone that a letter stands for.
fn stone(letter: char) -> Option<Side> {
    match letter {
        'X' | 'x' | 'B' | 'b' | '#' => Some(Side::First),
        'O' | 'o' | 'W' | 'w' | '@' => Some(Side::Second),
        _ => None,
    }
}

/// A chain of these stones that has no liberty.
fn strangled(grid: &Grid<6>, stones: Points, empty: Points) -> Option<u16> {
    let breathing = grid.chain(grid.beside(empty) & stones, stones);
    stones.without(breathing).lowest()
}

impl Go {
    /// Reads the stones.
    fn read_board(&self, text: &str) -> Result<[Points; 2], PositionError> {
        let size = self.size();
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != usize::from(size) {
            let found = format!("{} rows", rows.len());
            return Err(PositionError::new("board", &found, format!("{size} rows")));
        }
        let mut stones = [Set::EMPTY; 2];
        for (row, text) in (0..size).rev().zip(rows) {
            self.read_row(row, text, &mut stones)?;
        }
        let empty = self.grid().board.without(stones[0] | stones[1]);
        match stones.iter().find_map(|stones| strangled(self.grid(), *stones, empty)) {
            Some(point) => {
                let found = format!("a chain without a liberty at {}", self.name(point));
                Err(PositionError::new("board", &found, "chains that have liberties"))
            }
            None => Ok(stones),
        }
    }

    fn read_row(&self, row: u8, text: &str, out: &mut [Points; 2]) -> Result<(), PositionError> {
        let size = self.size();
        let wrong = || PositionError::new("row", text, format!("{size} points"));
        let (mut column, mut run) = (0_u8, 0_u8);
        for letter in text.chars() {
            if let Some(digit) = letter.to_digit(10).and_then(|digit| u8::try_from(digit).ok()) {
                run =
                    run.checked_mul(10).and_then(|run| run.checked_add(digit)).ok_or_else(wrong)?;
                continue;
            }
            column = column.checked_add(run).filter(|at| *at < size).ok_or_else(wrong)?;
            run = 0;
            let side = stone(letter).ok_or_else(|| {
                PositionError::new("board", &letter.to_string(), "X, O and numbers")
            })?;
            out[side.index()].insert(self.point(column, row));
            column += 1;
        }
        let is_whole = column.checked_add(run) == Some(size);
        if is_whole { Ok(()) } else { Err(wrong()) }
    }

    /// Reads what is behind the board.
    fn read_rest<'a>(
        &self,
        mut pos: Position,
        mut words: impl Iterator<Item = &'a str>,
    ) -> Result<Position, PositionError> {
        if let Some(ko) = words.next().filter(|ko| *ko != NO_KO) {
            let empty = pos.seen().empty(self.grid());
            let point = self.point_of(ko).filter(|point| empty.contains(*point));
            let wrong = || PositionError::new("ko", ko, "an empty point as in D4, or -");
            pos = pos.with_ko(Some(point.ok_or_else(wrong)?));
        }
        if let Some(komi) = words.next() {
            pos.komi = read_komi(komi)
                .ok_or_else(|| PositionError::new("komi", komi, "points as in 7.5"))?;
        }
        if let Some(passes) = words.next() {
            let number = passes.parse().ok().filter(|passes| *passes <= 2);
            pos.passes = number.ok_or_else(|| PositionError::new("passes", passes, "0, 1 or 2"))?;
        }
        if self.terms.rules.scoring == Scoring::Territory {
            for taken in &mut pos.taken {
                let Some(word) = words.next() else { break };
                let number = word.parse().ok().filter(|number| *number <= TAKEN_MAX);
                *taken = number.ok_or_else(|| {
                    PositionError::new("taken", word, format!("stones, 0 to {TAKEN_MAX}"))
                })?;
            }
        }
        match words.next() {
            Some(extra) => Err(PositionError::new("end", extra, "nothing more")),
            None => Ok(pos),
        }
    }

    /// Why a stone may not be put there.
    fn why_not(played: &PlayedGame<Self>, point: u16) -> String {
        let pos = played.position();
        if Self::stone(pos, point).is_some() {
            return "there is a stone already".to_owned();
        }
        if pos.ko() == Some(point) {
            let before = played.positions().len().checked_sub(2);
            let ply = before.filter(|_| played.moves_played().last() != Some(&Move::PASS));
            return ply.map_or("a ko may not be retaken at once".to_owned(), |ply| {
                format!("a ko may not be retaken at once: it repeats the position after ply {ply}")
            });
        }
        "it has no liberty there".to_owned()
    }
}

impl Notation for Go {
    const MOVE_FORM: &'static str = "a point as in D4, or pass";
    const RECORD_EXTENSION: &'static str = "sgf";

    fn is_record(text: &str) -> bool {
        text.trim_start().starts_with("(;") && sgf::is_go(text.as_bytes())
    }

    fn side_names(&self) -> [&'static str; 2] {
        ["Black", "White"]
    }

    fn start_for(&self, side: Side) -> Option<Position> {
        let mut pos = self.start();
        pos.side = side;
        Some(pos)
    }

    fn parse_position(&self, text: &str) -> Result<Position, PositionError> {
        let mut words = text.split_whitespace();
        let stones = self.read_board(words.next().unwrap_or(""))?;
        let side = match words.next().unwrap_or("") {
            "b" | "B" => Side::First,
            "w" | "W" => Side::Second,
            other => return Err(PositionError::new("side", other, "b or w")),
        };
        self.read_rest(Position::new(stones, side, self.start().komi), words)
    }

    fn write_position(&self, pos: &Position, f: &mut dyn Write) -> fmt::Result {
        let size = usize::from(self.size());
        let points: Vec<u16> = self.in_order().collect();
        for (nth, row) in points.chunks(size).enumerate() {
            if nth > 0 {
                f.write_char('/')?;
            }
            let mut run = 0;
            for &point in row {
                let Some(side) = Self::stone(pos, point) else {
                    run += 1;
                    continue;
                };
                if run > 0 {
                    write!(f, "{run}")?;
                    run = 0;
                }
                f.write_char(STONES[side.index()])?;
            }
            if run > 0 {
                write!(f, "{run}")?;
            }
        }
        let side = if pos.side == Side::First { 'b' } else { 'w' };
        let ko = pos.ko().map_or(NO_KO.to_owned(), |ko| self.name(ko));
        write!(f, " {side} {ko} {} {}", komi_text(pos.komi), pos.passes)?;
        if self.terms.rules.scoring == Scoring::Territory {
            write!(f, " {} {}", pos.taken[0], pos.taken[1])?;
        }
        Ok(())
    }

    fn write_move(&self, _pos: &Position, mv: Move, f: &mut dyn Write) -> fmt::Result {
        f.write_str(&mv.point().map_or(PASS.to_owned(), |point| self.name(point)))
    }

    fn write_diagram(&self, pos: &Position, f: &mut dyn Write) -> fmt::Result {
        let size = usize::from(self.size());
        let letters: String = COLUMNS[..size].iter().flat_map(|letter| [' ', *letter]).collect();
        writeln!(f, "  {letters}")?;
        let points: Vec<u16> = self.in_order().collect();
        for (row, points) in (1..=size).rev().zip(points.chunks(size)) {
            write!(f, "{row:2}")?;
            for &point in points {
                let letter = match Self::stone(pos, point) {
                    Some(side) => STONES[side.index()],
                    None if pos.ko() == Some(point) => KO,
                    None if self.is_marked(point) => MARKED,
                    None => EMPTY,
                };
                write!(f, " {letter}")?;
            }
            writeln!(f, " {row}")?;
        }
        writeln!(f, "  {letters}")?;
        let [black, white] = pos.stones.map(|stones| stones.count());
        write!(f, "X {black}, O {white}, komi {}", komi_text(pos.komi))?;
        if self.terms.rules.scoring == Scoring::Territory {
            write!(f, ", taken by X {}, by O {}", pos.taken[0], pos.taken[1])?;
        }
        writeln!(f)
    }

    fn picture(&self) -> Picture {
        picture::picture(self)
    }

    fn scene(&self, pos: &Position) -> Scene {
        picture::scene(self, pos)
    }

    fn set_up(&self, scene: &[&str], side: Side) -> Option<String> {
        let size = usize::from(self.size());
        let is_stone = |word: &str| word.chars().next().and_then(stone).is_some();
        let row = |row: &[&str]| -> String {
            row.iter().map(|word| if is_stone(word) { word } else { "1" }).collect()
        };
        let scene = scene.get(..size * size)?;
        let rows: Vec<String> = scene.chunks(size).map(row).collect();
        let ko = self.in_order().zip(scene).find(|(_, word)| **word == picture::KO);
        let ko = ko.map_or(NO_KO.to_owned(), |(point, _)| self.name(point));
        let side = if side == Side::First { 'b' } else { 'w' };
        Some(format!("{} {side} {ko}", spaced(&rows.join("/"))))
    }

    fn read_move(&self, played: &PlayedGame<Self>, text: &str) -> ParsedMove<Move> {
        let text = text.to_ascii_lowercase();
        let mv = if PASSES.contains(&text.as_str()) {
            Move::PASS
        } else if let Some(point) = self.point_of(&text) {
            Move(point)
        } else {
            return ParsedMove::Syntax(Self::MOVE_FORM);
        };
        ParsedMove::of(self.is_legal(played.position(), mv).then_some(mv))
    }

    fn why_illegal(&self, played: &PlayedGame<Self>, text: &str) -> String {
        self.point_of(text).map_or(String::new(), |point| Self::why_not(played, point))
    }

    fn split_records(bytes: &[u8]) -> Vec<(usize, &[u8])> {
        sgf::split(bytes)
    }

    fn write_game(&self, played: &PlayedGame<Self>, header: &Header<'_>) -> Option<String> {
        Some(sgf::write(self, played, header))
    }

    fn write_tree(
        &self,
        played: &PlayedGame<Self>,
        header: &Header<'_>,
        tree: &RecordTree,
    ) -> Option<String> {
        Some(sgf::write_with(self, played, header, tree))
    }

    fn read_tree(&self, bytes: &[u8]) -> Option<Result<RecordTree, RecordError>> {
        Some(sgf::read_tree(self, bytes))
    }

    fn read_rules(&self, bytes: &[u8]) -> Result<RecordRules, RecordError> {
        sgf::read_rules(bytes)
    }

    fn read_game(&self, bytes: &[u8]) -> Result<GameRecord, RecordError> {
        sgf::read(self, bytes)
    }

    fn clicks(&self, _picture: &Picture, _pos: &Position, mv: Move) -> Vec<String> {
        match mv.point() {
            Some(point) => vec![self.name(point)],
            None => Vec::new(),
        }
    }
}

/// Runs of the digit 1 as their lengths: `11X` is `2X`.
fn spaced(rows: &str) -> String {
    let mut text = String::new();
    let mut run = 0;
    for letter in rows.chars() {
        if letter == '1' {
            run += 1;
            continue;
        }
        if run > 0 {
            let _ = write!(text, "{run}");
            run = 0;
        }
        text.push(letter);
    }
    if run > 0 {
        let _ = write!(text, "{run}");
    }
    text
}
