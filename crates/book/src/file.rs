//! A book as text, a line a position:
//!
//! ```text
//! plyglot book 1
//! variant kalah
//! option Kalah.Pits 4                       what the rules have otherwise than the variant
//! 100000 nodes a move, 30 cp a ply          how it has grown; behind that, where decided lines were looked
//!                                           at further, `, decided lines to 9 plies before the end`
//! 0   <4,0,0,6,6,6,6,6,6,6,6> s   1:31 2:-4 …   ply, position and moves, between tabs; what a move is worth in
//! 1   …                                         cp to who makes it, or W12, L11: won or lost in so many plies
//! checksum 0123456789abcdef
//! ```
//!
//! Positions come in the order in which the lines from the start lead to them, all of one ply before those of
//! the next; of the images of a position, turned or mirrored, the first that is led to stands for all.
//! Whoever reads a book plays it through: each position has to be led to, and each has to have the
//! moves that are legal there, so that a file which fits is a book of this game.

use std::collections::{BTreeMap, HashSet, VecDeque};
use std::fmt::{self, Display, Write as _};

use plyglot_core::game::{Notation, PlayedGame};
use plyglot_core::seal::{sealed, unsealed};
use plyglot_core::text::shorten;
use plyglot_core::{RulesInForce, Score};

use super::grow::{move_to, place_of};
use super::{Book, Terms};

const HEAD: &str = "plyglot book 1";
/// No book is larger; more is not even to be read.
pub const BYTES_MAX: u64 = 1 << 30;

/// The text of a book of a game that is played by these rules.
pub fn write<R: Notation>(rules: &R, in_force: &RulesInForce, book: &Book<R>) -> String {
    let mut text = format!("{HEAD}\n{in_force}{}\n", book.terms);
    let start = PlayedGame::new(rules, rules.start());
    let mut waiting: VecDeque<_> = (!book.is_empty()).then_some((0, start)).into_iter().collect();
    let mut seen = HashSet::from([0]);
    while let Some((number, played)) = waiting.pop_front() {
        let pos = played.position();
        let ply = played.moves_played().len();
        let _ = write!(text, "{ply}\t{}\t", rules.position_text(pos));
        for (nth, mv) in book.moves_from(rules, &played, number).into_iter().enumerate() {
            let gap = if nth == 0 { "" } else { " " };
            let _ = write!(text, "{gap}{}:{}", rules.move_text(pos, mv.mv), in_short(mv.score));
            if let Some(below) = mv.below.filter(|below| seen.insert(*below)) {
                let mut after = played.clone();
                after.play(rules, mv.mv);
                waiting.push_back((below, after));
            }
        }
        text.push('\n');
    }
    sealed(&text)
}

/// A line about a position that nothing has led to yet.
struct Line<'t> {
    number: usize,
    moves: &'t str,
}

/// Why a text is no book of this game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// What is there, and what was expected.
    pub why: String,
    /// It is a book, of another game or of other rules.
    pub is_of_others: bool,
}

impl From<String> for Refused {
    fn from(why: String) -> Self {
        Self { why, is_of_others: false }
    }
}

/// The book in a text.
///
/// # Errors
///
/// What does not fit: the head, the checksum, the rules, a line, or a position that nothing leads to.
pub fn read<R: Notation>(
    rules: &R,
    in_force: &RulesInForce,
    text: &str,
) -> Result<Book<R>, Refused> {
    if !text.starts_with(HEAD) {
        let found = shorten(text.lines().next().unwrap_or(""));
        let why = format!("line 1: found `{found}`, expected `{HEAD}`: it is no opening book");
        return Err(why.into());
    }
    let body = unsealed(text).map_err(|why| format!("{why}: it was cut off or changed"))?;
    let (found, terms, lines) = read_head(body)?;
    fits(&found, in_force).map_err(|why| Refused { why, is_of_others: true })?;
    Ok(played_through(rules, Book::new(terms), lines)?)
}

/// The book that these lines make of an empty one.
fn played_through<R: Notation>(
    rules: &R,
    mut book: Book<R>,
    mut lines: Lines<'_>,
) -> Result<Book<R>, String> {
    let start = PlayedGame::new(rules, rules.start());
    let mut waiting = VecDeque::from([start]);
    while let Some(played) = waiting.pop_front() {
        let place = (played.moves_played().len(), rules.position_text(played.position()));
        let Some(line) = lines.remove(&place) else { continue };
        let of_line = |why: String| format!("line {}: {why}", line.number);
        let mut moves = scores_of(line.moves).map_err(of_line)?;
        let mut known = Vec::with_capacity(moves.len());
        for mv in played.moves(rules) {
            let name = rules.move_text(played.position(), mv);
            let score = moves.remove(name.as_str());
            let score =
                score.ok_or_else(|| of_line(format!("found no move `{name}`, expected all")))?;
            let (mut mv, after) = move_to(rules, &played, mv);
            mv.score = score;
            mv.is_end |= book.terms.is_end(score);
            waiting.push_back(after);
            known.push(mv);
        }
        if let Some(name) = moves.keys().next() {
            return Err(of_line(format!("found `{}`, expected a legal move", shorten(name))));
        }
        let place = place_of(rules, &played);
        if !book.at.contains_key(&place) {
            book.insert(place, known);
        }
    }
    match lines.values().map(|line| line.number).min() {
        Some(number) => Err(format!("line {number}: no line of the book leads to this position")),
        None => Ok(book),
    }
}

type Lines<'t> = BTreeMap<(usize, String), Line<'t>>;

/// The rules of a book, its terms, and its lines by ply and position.
fn read_head(body: &str) -> Result<(RulesInForce, Terms, Lines<'_>), String> {
    let mut found = RulesInForce::default();
    let (mut terms, mut lines) = (None, BTreeMap::new());
    for (text, number) in body.lines().zip(1..).skip(1) {
        let wrong = |expected: &str| {
            format!("line {number}: found `{}`, expected {expected}", shorten(text))
        };
        if terms.is_some() {
            let (place, line) = read_line(text, number)
                .ok_or_else(|| wrong("ply, position and moves, between tabs"))?;
            if lines.insert(place, line).is_some() {
                return Err(wrong("each position once"));
            }
            continue;
        }
        let (key, value) = text.split_once(' ').unwrap_or((text, ""));
        if !found.take(key, value).map_err(wrong)? {
            terms = Some(Terms::read(text).ok_or_else(|| wrong("`N nodes a move, N cp a ply`"))?);
        }
    }
    let terms = terms.ok_or("line 2: found no terms, expected `N nodes a move, N cp a ply`")?;
    Ok((found, terms, lines))
}

fn fits(found: &RulesInForce, expected: &RulesInForce) -> Result<(), String> {
    if found.variant != expected.variant {
        let (found, expected) = (shorten(&found.variant), &expected.variant);
        return Err(format!("it is about `{found}`, expected {expected}"));
    }
    match found.difference(expected) {
        Some(option) => Err(format!("it is about other rules: {} differs", shorten(option))),
        None => Ok(()),
    }
}

fn read_line(text: &str, number: usize) -> Option<((usize, String), Line<'_>)> {
    let mut parts = text.split('\t');
    let (ply, position, moves) = (parts.next()?, parts.next()?, parts.next()?);
    let place = (ply.parse().ok()?, position.to_owned());
    parts.next().is_none().then_some((place, Line { number, moves }))
}

/// The moves of a line by name, and what each is worth.
fn scores_of(text: &str) -> Result<BTreeMap<&str, Score>, String> {
    let each = text.split(' ').map(|word| {
        let read = word.rsplit_once(':').and_then(|(name, score)| Some((name, read_score(score)?)));
        read.ok_or_else(|| format!("found `{}`, expected `MOVE:SCORE`", shorten(word)))
    });
    each.collect()
}

/// A score in a word.
fn in_short(score: Score) -> String {
    match score.plies_to_end() {
        Some(plies) if plies > 0 => format!("W{plies}"),
        Some(plies) => format!("L{}", -plies),
        None => score.raw().to_string(),
    }
}

fn read_score(text: &str) -> Option<Score> {
    let plies =
        |text: &str| text.parse().ok().filter(|plies| *plies <= plyglot_core::score::PLY_MAX);
    match text.split_at_checked(1)? {
        ("W", rest) => plies(rest).map(Score::win_in),
        ("L", rest) => plies(rest).map(Score::loss_in),
        _ => {
            let score = Score::DRAW.offset(text.parse().ok()?);
            (!score.is_proven()).then_some(score)
        }
    }
}

/// Before the plies of the end of decided lines, and behind them.
const DECIDED: [&str; 2] = [", decided lines to ", " plies before the end"];

impl Display for Terms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { nodes, ply_cost, decided } = self;
        write!(f, "{nodes} nodes a move, {ply_cost} cp a ply")?;
        let [before, behind] = DECIDED;
        decided.map_or(Ok(()), |plies| write!(f, "{before}{plies}{behind}"))
    }
}

impl Terms {
    fn read(text: &str) -> Option<Self> {
        let (nodes, rest) = text.split_once(" nodes a move, ")?;
        let [before, behind] = DECIDED;
        let (rest, decided) = match rest.split_once(before) {
            Some((rest, plies)) => (rest, Some(plies.strip_suffix(behind)?.parse().ok()?)),
            None => (rest, None),
        };
        let ply_cost = rest.strip_suffix(" cp a ply")?.parse().ok()?;
        Some(Self { nodes: nodes.parse().ok()?, ply_cost, decided })
    }
}
