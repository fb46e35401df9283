//! How a book grows: the cheapest line is found, the position at its end gets all its moves, and what each of
//! them leads to is judged.

use plyglot_core::Score;
use plyglot_core::game::{PlayedGame, Rules};
use plyglot_parallel as parallel;

use super::{Book, BookMove, Place, seen_before};

/// What a position is worth to the side that has the move there: by a search, or by tables.
pub type Judge<'j, R> = dyn Fn(&PlayedGame<R>) -> Result<Score, String> + Sync + 'j;

/// Adds positions until there are so many, or nothing is left to find out. `each` hears of every one; an
/// error of it, or of the judge, ends the work, and the book is whole.
///
/// The moves of one position are judged at the same time by as many threads as there are; how many that
/// is changes nothing but the time.
///
/// # Errors
///
/// What `judge` or `each` say.
pub fn grow<R: Rules>(
    rules: &R,
    book: &mut Book<R>,
    positions: usize,
    judge: &Judge<'_, R>,
    each: &mut dyn FnMut(&Book<R>) -> Result<(), String>,
) -> Result<(), String> {
    while book.len() < positions {
        let Some(played) = next(rules, book) else { break };
        let place = place_of(rules, &played);
        let moves = judged(rules, book, &played, judge)?;
        book.insert(place, moves);
        each(book)?;
    }
    Ok(())
}

/// The game that leads to the position to be looked at next.
fn next<R: Rules>(rules: &R, book: &Book<R>) -> Option<PlayedGame<R>> {
    let mut played = PlayedGame::new(rules, rules.start());
    if book.is_empty() {
        return played.outcome(rules).is_none().then_some(played);
    }
    for place in book.cheapest()? {
        let leads = |mv: &R::Move| move_to(rules, &played, *mv).0.to == place;
        let mv = played.moves(rules).into_iter().find(leads)?;
        played.play(rules, mv);
    }
    Some(played)
}

/// Where a book keeps the position of this game, for [`Book::moves`].
pub fn place_of<R: Rules>(rules: &R, played: &PlayedGame<R>) -> Place {
    let ply = u32::try_from(played.moves_played().len()).unwrap_or(u32::MAX);
    (rules.canonical_key(played.position()), ply)
}

/// A move of a position and where it leads, its score not yet known.
pub(super) fn move_to<R: Rules>(
    rules: &R,
    played: &PlayedGame<R>,
    mv: R::Move,
) -> (BookMove<R::Move>, PlayedGame<R>) {
    let side = rules.side_to_move(played.position());
    let mut after = played.clone();
    after.play(rules, mv);
    let turns = rules.side_to_move(after.position()) != side;
    let is_end = after.outcome(rules).is_some();
    let to = place_of(rules, &after);
    (BookMove { mv, score: Score::DRAW, turns, to, is_end, below: None }, after)
}

/// All moves of a position with what each leads to. What the book knows of that is not judged again, and what
/// leads to the same position, or to images of one, is judged once.
fn judged<R: Rules>(
    rules: &R,
    book: &Book<R>,
    played: &PlayedGame<R>,
    judge: &Judge<'_, R>,
) -> Result<Vec<BookMove<R::Move>>, String> {
    let moves: Vec<_> =
        played.moves(rules).into_iter().map(|mv| move_to(rules, played, mv)).collect();
    let first_to = |to: Place| moves.iter().position(|(mv, _)| mv.to == to);
    let scores = parallel::map(moves.len(), |nth| {
        let (mv, after) = &moves[nth];
        if first_to(mv.to) != Some(nth) {
            return Ok(None);
        }
        if let Some(score) = book.known(mv.to, mv.turns) {
            return Ok(Some(score));
        }
        let side = rules.side_to_move(after.position());
        let score = match after.outcome(rules) {
            Some(outcome) => outcome.score(side, 0),
            None => judge(after)?,
        };
        Ok(Some(seen_before(score, mv.turns)))
    });
    let scores = scores.into_iter().collect::<Result<Vec<_>, String>>()?;
    let known = moves.iter().map(|(mv, _)| {
        let score = first_to(mv.to).and_then(|nth| scores[nth]).unwrap_or(mv.score);
        BookMove { score, is_end: mv.is_end || book.terms.is_end(score), ..mv.clone() }
    });
    Ok(known.collect())
}

impl<R: Rules> Book<R> {
    /// What a move to there is worth, where the book has the position or another move leads there, too.
    fn known(&self, to: Place, turns: bool) -> Option<Score> {
        if let Some(&below) = self.at.get(&to) {
            return Some(seen_before(self.nodes[below].score(), turns));
        }
        let &(before, nth) = self.leaves.get(&to)?.first()?;
        let other = &self.nodes[before].moves[nth];
        Some(if other.turns == turns { other.score } else { -other.score })
    }
}
