//! Position strings as Sanmill [sanmill-program] reads and writes them.
//!
//! ```text
//! ********/********/******** w p p 0 9 0 9 0 0 -1 -1 -1 -1 0 0 1 ids:nodes
//! inner    middle   outer    | | | | | | | | | last moves  | | | points are numbered from 0
//!                            | | | | | | | |  remembered   | | number of the move
//!   O White, @ Black,        | | | | | | | | |             | plies without placing or taking
//!   from the top clockwise   | | | | | | | men to take:    points of mills formed, bits: White's
//!                            | | | | | | | |              in the upper half, if they matter
//!   side to move: w or b ----' | | | | | |   White, Black
//!   phase: r, p, m, o ---------' | | '-'-'-- men on the board and in hand: White, Black
//!   action: p, s, r, ? ----------'
//! ```
//!
//! A short form ends after the men in hand. Six men's morris has two rings; three men's morris has
//! its square, a slash and the centre. Without `ids:nodes` the points of last moves are numbered as
//! older programs did, from 8, and 0 is none.

use std::fmt::{self, Write};

use super::board::{Set, halves, pair};
use super::position::{Last, Position};
use super::rules::Morris;
use super::variant::MillRepeat;
use plyglot_core::Side;
use plyglot_core::bits::bits;
use plyglot_core::game::{PositionError, Rules};

/// What the last field says of how points are numbered.
const BY_NODES: &str = "ids:nodes";
/// In older strings, the number of the first point.
const OLD_FIRST: i32 = 8;

/// The fields of a position string, one after the other.
struct Fields<'a> {
    words: std::str::SplitWhitespace<'a>,
}

impl Fields<'_> {
    fn word(&mut self, field: &'static str, expected: &str) -> Result<String, PositionError> {
        let word = self.words.next();
        word.map(str::to_owned).ok_or_else(|| PositionError::new(field, "", expected))
    }

    fn number(&mut self, field: &'static str, range: (i32, i32)) -> Result<i32, PositionError> {
        let expected = format!("a whole number from {} to {}", range.0, range.1);
        let word = self.word(field, &expected)?;
        let number = word.parse::<i32>().ok().filter(|n| (range.0..=range.1).contains(n));
        number.ok_or_else(|| PositionError::new(field, &word, expected))
    }

    fn one_of(&mut self, field: &'static str, letters: &str) -> Result<char, PositionError> {
        let expected = format!("one of `{letters}`");
        let word = self.word(field, &expected)?;
        let mut chars = word.chars().map(|c| c.to_ascii_lowercase());
        match (chars.next(), chars.next()) {
            (Some(letter), None) if letters.contains(letter) => Ok(letter),
            _ => Err(PositionError::new(field, &word, expected)),
        }
    }
}

/// Reads a position string.
pub(super) fn parse(rules: &Morris, text: &str) -> Result<Position, PositionError> {
    let mut fields = Fields { words: text.split_whitespace() };
    let men = parse_board(rules, &fields.word("board", "the points, ring by ring")?)?;
    let side = match fields.one_of("side", "wb")? {
        'w' => Side::First,
        _ => Side::Second,
    };
    fields.one_of("phase", "rpmo")?;
    let action = fields.one_of("action", "psr?")?;
    let all = i32::from(rules.set.men);
    let mut hand = [0; 2];
    for (index, names) in [["white on board", "white in hand"], ["black on board", "black in hand"]]
        .into_iter()
        .enumerate()
    {
        let count = men[index].count_ones().cast_signed();
        let said = fields.number(names[0], (0, POINTS))?;
        if said != count {
            let expected = format!("{count}, as many as stand on the board");
            return Err(PositionError::new(names[0], &said.to_string(), expected));
        }
        hand[index] = small(fields.number(names[1], (0, (all - count).max(0)))?);
        if count > all {
            let expected = format!("at most {all} men of a side");
            return Err(PositionError::new(names[0], &said.to_string(), expected));
        }
    }
    let pos = Position::new(men, hand, side);
    let is_short = fields.words.clone().next().is_none();
    let read = if is_short {
        Rest { pending: u8::from(action == 'r'), ..Rest::default() }
    } else {
        parse_rest(rules, &pos, &mut fields)?
    };
    check_pending(rules, &pos, read.pending)?;
    let pos = pos.with_memory(read.pending, read.last).with_formed(read.formed);
    Ok(pos.with_counters(read.quiet, read.number))
}

/// No board has more points.
const POINTS: i32 = 24;

/// Numbers that have been found to be small.
fn small(number: i32) -> u8 {
    u8::try_from(number).unwrap_or(0)
}

/// What comes after the men.
struct Rest {
    pending: u8,
    last: [Last; 2],
    formed: [Set; 2],
    quiet: u16,
    number: u16,
}

impl Default for Rest {
    fn default() -> Self {
        Self { pending: 0, last: [Last::NONE; 2], formed: [0; 2], quiet: 0, number: 1 }
    }
}

fn parse_rest(
    rules: &Morris,
    pos: &Position,
    fields: &mut Fields<'_>,
) -> Result<Rest, PositionError> {
    let mut pending = [0; 2];
    for (pending, name) in pending.iter_mut().zip(["white to take", "black to take"]) {
        *pending = fields.number(name, (0, 3))?;
    }
    let waiting = pending[pos.side().other().index()];
    if waiting != 0 {
        let expected = "0 for the side that is not to move";
        return Err(PositionError::new("to take", &waiting.to_string(), expected));
    }
    let mut ends = [0; 4];
    for end in &mut ends {
        *end = fields.number("last move", (-1, 31))?;
    }
    let word = fields.word("mills formed", "a number")?;
    let number: Result<u64, _> = word.parse();
    let formed = number.map_err(|_| PositionError::new("mills formed", &word, "a number"))?;
    let quiet = fields.number("quiet plies", (0, i32::from(u16::MAX)))?;
    let number = fields.number("move number", (0, i32::from(u16::MAX)))?;
    let by_nodes = match fields.words.next() {
        None => false,
        Some(BY_NODES) => true,
        Some(other) => return Err(PositionError::new("numbering", other, format!("`{BY_NODES}`"))),
    };
    if let Some(more) = fields.words.next() {
        return Err(PositionError::new("end", more, format!("nothing after `{BY_NODES}`")));
    }
    let first = if by_nodes { 0 } else { OLD_FIRST };
    let last = Side::BOTH.map(|side| {
        let at = 2 * side.index();
        remembered(rules, pos, side, [ends[at] - first, ends[at + 1] - first])
    });
    let wide = |n: i32| u16::try_from(n).unwrap_or(u16::MAX);
    Ok(Rest {
        pending: small(pending[pos.side().index()]),
        last,
        formed: parse_formed(rules, formed, by_nodes)?,
        quiet: wide(quiet),
        number: wide(number).max(1),
    })
}

/// A last move, if these rules remember it and its man is still there.
fn remembered(rules: &Morris, pos: &Position, side: Side, ends: [i32; 2]) -> Last {
    let range = 0..i32::from(rules.set.board.points());
    let is_kept = rules.set.mill_repeat != MillRepeat::Allowed
        && ends[0] != ends[1]
        && ends.iter().all(|end| range.contains(end));
    let [from, to] = ends.map(small);
    let is_there = is_kept && pos.men(side) >> to & 1 == 1 && pos.men(side) >> from & 1 == 0;
    if is_there { Last { from, to } } else { Last::NONE }
}

/// The points where each side has had mills, if these rules remember them.
fn parse_formed(rules: &Morris, bits: u64, by_nodes: bool) -> Result<[Set; 2], PositionError> {
    if !rules.set.mill_once {
        return Ok([0; 2]);
    }
    let first = if by_nodes { 0 } else { OLD_FIRST };
    let [black, white] = halves(bits);
    let formed = [white, black];
    let outside =
        |set: &Set| set >> first << first != *set || set >> first & !rules.set.board.all() != 0;
    if formed.iter().any(outside) {
        let expected = "bits of points, White's in the upper half of 64";
        return Err(PositionError::new("mills formed", &bits.to_string(), expected));
    }
    Ok(formed.map(|set| set >> first))
}

fn check_pending(rules: &Morris, pos: &Position, pending: u8) -> Result<(), PositionError> {
    let other = pos.men(pos.side().other());
    if pending == 0 {
        return Ok(());
    }
    if rules.set.mill_wins || rules.removable(other) == 0 {
        let expected = "0 where nothing can be taken";
        return Err(PositionError::new("to take", &pending.to_string(), expected));
    }
    let most = if rules.set.each_mill_takes { 3 } else { 1 };
    if pending > most {
        let expected = format!("at most {most} by these rules");
        return Err(PositionError::new("to take", &pending.to_string(), expected));
    }
    Ok(())
}

fn parse_board(rules: &Morris, text: &str) -> Result<[Set; 2], PositionError> {
    let lengths = lanes(rules);
    let lanes: Vec<&str> = text.split('/').collect();
    let right = lanes.len() == lengths.len()
        && lanes.iter().zip(&lengths).all(|(lane, length)| lane.chars().count() == *length);
    if !right {
        let lengths: Vec<String> = lengths.iter().map(usize::to_string).collect();
        let expected = format!("{} points, with a slash between", lengths.join(" and "));
        return Err(PositionError::new("board", text, expected));
    }
    let mut men = [0; 2];
    for (point, c) in lanes.concat().chars().enumerate() {
        match c {
            'O' | 'o' => men[0] |= 1 << point,
            '@' => men[1] |= 1 << point,
            '*' => {}
            other => {
                let found = other.to_string();
                return Err(PositionError::new("board", &found, "`O`, `@` or `*`"));
            }
        }
    }
    Ok(men)
}

/// How many points the parts of the board field have.
fn lanes(rules: &Morris) -> Vec<usize> {
    let points = usize::from(rules.set.board.points());
    (0..points).step_by(8).map(|first| (points - first).min(8)).collect()
}

/// Writes the canonical position string.
pub(super) fn write(rules: &Morris, pos: &Position, f: &mut dyn Write) -> fmt::Result {
    let mut marks = vec!['*'; usize::from(rules.set.board.points())];
    for (side, mark) in Side::BOTH.into_iter().zip(['O', '@']) {
        bits(pos.men(side)).for_each(|point| marks[usize::from(point)] = mark);
    }
    for (ring, lane) in marks.chunks(8).enumerate() {
        let slash = if ring > 0 { "/" } else { "" };
        write!(f, "{slash}{}", lane.iter().collect::<String>())?;
    }
    let side = if pos.side() == Side::First { 'w' } else { 'b' };
    let is_over = rules.outcome(pos).is_some_and(|outcome| !outcome.claim);
    let is_placing = Side::BOTH.iter().any(|side| pos.hand(*side) > 0);
    let (phase, action) = match (is_over, is_placing) {
        (true, _) => ('o', '?'),
        (false, true) => ('p', 'p'),
        (false, false) => ('m', 's'),
    };
    let action = if pos.pending() > 0 && !is_over { 'r' } else { action };
    write!(f, " {side} {phase} {action}")?;
    for side in Side::BOTH {
        write!(f, " {} {}", pos.men(side).count_ones(), pos.hand(side))?;
    }
    for side in Side::BOTH {
        write!(f, " {}", if side == pos.side() { pos.pending() } else { 0 })?;
    }
    for side in Side::BOTH {
        let last = pos.last(side);
        if last.is_some() {
            write!(f, " {} {}", last.from, last.to)?;
        } else {
            f.write_str(" -1 -1")?;
        }
    }
    let formed = pair([pos.formed(Side::Second), pos.formed(Side::First)]);
    write!(f, " {formed} {} {} {BY_NODES}", pos.quiet(), pos.number())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RuleSet;
    use plyglot_core::game::Notation;

    const START: &str = "********/********/******** w p p 0 9 0 9 0 0 -1 -1 -1 -1 0 0 1 ids:nodes";

    #[test]
    fn the_start_is_written_as_sanmill_writes_it() {
        let rules = Morris::default();
        assert_eq!(rules.position_text(&rules.start()), START);
        for short in [
            START,
            "********/********/******** w p p 0 9 0 9",
            START.trim_end_matches(" ids:nodes"),
        ] {
            assert_eq!(rules.parse_position(short).unwrap(), rules.start(), "{short}");
        }
    }

    #[test]
    fn what_is_wrong_with_a_string_is_said() {
        let rules = Morris::default();
        for (text, complaint) in [
            ("", "position: board: found ``, expected the points, ring by ring"),
            ("********/******** w p p 0 9 0 9", "expected 8 and 8 and 8 points, with a slash"),
            ("***x****/********/******** w p p 0 9 0 9", "board: found `x`, expected `O`, `@` or"),
            ("O*******/********/******** w p p 0 9 0 9", "white on board: found `0`, expected 1"),
            ("O*******/********/******** b p p 1 9 0 9", "white in hand: found `9`"),
            ("********/********/******** g p p 0 9 0 9", "side: found `g`, expected one of `wb`"),
            ("********/********/******** w z p 0 9 0 9", "phase: found `z`"),
            ("********/********/******** w p p 0 9 0", "black in hand: found ``"),
            ("********/********/******** w p r 0 9 0 9", "to take: found `1`, expected 0 where"),
            (
                "O*******/@*******/******** w p p 1 8 1 8 0 1 -1 -1 -1 -1 0 0 1",
                "to take: found `1`",
            ),
            (
                "O*******/@*******/******** w p p 1 8 1 8 2 0 -1 -1 -1 -1 0 0 1",
                "at most 1 by these",
            ),
            ("********/********/******** w p p 0 9 0 9 0 0 -1 -1 -1 -1 0 0 1 ids:x", "numbering"),
            ("********/********/******** w p p 0 9 0 9 0 0 -1 -1 -1 -1 x 0 1", "mills formed"),
        ] {
            let error = rules.parse_position(text).unwrap_err().to_string();
            assert!(error.contains(complaint), "`{text}` gave `{error}`, not `{complaint}`");
        }
    }

    /// A move that may not be taken back is part of the position where the rules look back, in both
    /// ways to number points.
    #[test]
    fn a_last_move_is_read_and_written_where_it_matters() {
        let set = RuleSet { mill_repeat: MillRepeat::Forbidden, ..RuleSet::NINE };
        let rules = Morris::new(set);
        let men = "O*O*O***/@*@*@***/******** w m s 3 0 3 0 0 0";
        let new = format!("{men} 1 2 -1 -1 0 4 9 ids:nodes");
        let old = format!("{men} 9 10 0 0 0 4 9");
        let pos = rules.parse_position(&new).unwrap();
        assert_eq!(pos.last(Side::First), Last { from: 1, to: 2 });
        assert_eq!(rules.parse_position(&old).unwrap(), pos);
        assert_eq!(rules.position_text(&pos), new);
        assert_ne!(rules.key(&pos), rules.key(&pos.with_memory(0, [Last::NONE; 2])));
        let plain = Morris::default();
        assert_eq!(plain.parse_position(&new).unwrap().last(Side::First), Last::NONE);
        let captured = format!("{men} 1 3 -1 -1 0 4 9 ids:nodes");
        assert_eq!(rules.parse_position(&captured).unwrap().last(Side::First), Last::NONE);
    }

    /// Where a line takes once, the points of mills that have been are read and written, in both
    /// ways to number them.
    #[test]
    fn points_of_mills_are_read_and_written_where_they_matter() {
        let rules = Morris::new(RuleSet { mill_once: true, ..RuleSet::NINE });
        let men = "O*O*O***/@*@*@***/******** w m s 3 0 3 0 0 0";
        let new = format!("{men} -1 -1 -1 -1 {} 4 9 ids:nodes", 7_u64 << 32 | 0x0070_0000);
        let old = format!("{men} 0 0 0 0 {} 4 9", 0x700_u64 << 32 | 0x7000_0000);
        let pos = rules.parse_position(&new).unwrap();
        assert_eq!(Side::BOTH.map(|side| pos.formed(side)), [7, 0x0070_0000]);
        assert_eq!(rules.parse_position(&old).unwrap(), pos);
        assert_eq!(rules.position_text(&pos), new);
        assert_ne!(rules.key(&pos), rules.key(&pos.with_formed([0; 2])));
        let plain = Morris::default().parse_position(&new).unwrap();
        assert_eq!(Side::BOTH.map(|side| plain.formed(side)), [0; 2]);
        for wrong in [format!("{men} 0 0 0 0 7 4 9"), new.replace(" 4 9", "0 4 9")] {
            let error = rules.parse_position(&wrong).unwrap_err().to_string();
            assert!(error.contains("mills formed: found"), "{error}");
        }
    }
}
