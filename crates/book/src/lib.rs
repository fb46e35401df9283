//! Opening books: positions from the start on, each with a score of every move, and a way to find out
//! about more of them.
//!
//! ```text
//!            start            a position of the book knows all its moves
//!          /   |   \
//!        31   -4   -60        a score for each, from the side that makes it: what is searched behind the
//!       /      |              move, or, where the book has the position behind it too, the best there
//!    14 -31 … 4 …
//! ```
//!
//! A book grows by *drop-out expansion* [lincke-2000]: what is looked at next is the end of the line that
//! both sides are likeliest to play, where each move costs a constant and what it gives away against the
//! best one. So the lines of best moves are known deepest, and a bad move as far as it takes to see that it
//! is bad ([`mod@grow`]). Whoever owns the book says what a position is worth, by a search and by tables; a
//! line whose end that knows is at its own end, unless the book is of a game that is solved and shall show how
//! to get there ([`Terms::decided`]).
//!
//! Ways that lead to one position after as many plies are one position, and so are those to its images,
//! turned or mirrored, where the game has such: moves are told apart by where they lead. After more plies it
//! is another one, so that no line goes round. How a position of the book came about, and so what has been
//! repeated on the way, is told by the first line that leads to it.
//!
//! As text a book is a file of lines that people can read ([`mod@file`]). Nothing here knows a game.
#![deny(missing_docs)]

pub mod file;
pub mod grow;
#[cfg(test)]
mod tests;

use std::collections::{BTreeSet, HashMap};

use grow::{move_to, place_of};
use plyglot_core::Score;
use plyglot_core::game::{PlayedGame, Rules};

/// How a book grows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terms {
    /// Nodes of a search for what a move leads to; 0 where it ends by itself.
    pub nodes: u64,
    /// What a ply costs when the next position is chosen, in hundredths of the game's unit: as much as a
    /// move that gives so much away.
    pub ply_cost: u32,
    /// Lines whose end is known are looked at further until it is no more than so many plies away; `None`:
    /// they are not.
    pub decided: Option<u32>,
}

impl Terms {
    /// Whether nothing is to be found out behind a move with this score.
    fn is_end(self, score: Score) -> bool {
        match self.decided {
            None => score.raw().abs() > Score::EVAL_MAX.raw(),
            Some(most) => score.plies_to_end().is_some_and(|plies| plies.unsigned_abs() <= most),
        }
    }
}

/// A position of a book: its canonical key, and after how many plies it stands there.
pub type Place = (u64, u32);

/// What leads to a position: the number of the position before, and of its move.
type Way = (usize, usize);

/// The cost of a line at whose end there is nothing to find out.
const NEVER: u64 = u64::MAX;

/// A move of a position of the book.
#[derive(Clone, Debug)]
pub struct BookMove<M> {
    /// The move.
    pub mv: M,
    /// What it is worth to the side that makes it.
    pub score: Score,
    /// The turn passes with it.
    turns: bool,
    to: Place,
    /// Nothing is to be found out behind it: the game is over, or decided as far as anybody knows.
    is_end: bool,
    /// The position behind it, where the book has that.
    below: Option<usize>,
}

/// A position and all its moves.
#[derive(Clone, Debug)]
struct Node<M> {
    place: Place,
    moves: Vec<BookMove<M>>,
    ways: Vec<Way>,
    /// Of the cheapest line from here to a position to be looked at.
    cost: u64,
}

impl<M> Node<M> {
    /// What the position is worth to the side that has the move.
    fn score(&self) -> Score {
        self.moves.iter().map(|mv| mv.score).max().unwrap_or(Score::DRAW)
    }
}

/// A book in memory.
#[derive(Clone, Debug)]
pub struct Book<R: Rules> {
    nodes: Vec<Node<R::Move>>,
    at: HashMap<Place, usize>,
    /// Ways to positions that are not in the book.
    leaves: HashMap<Place, Vec<Way>>,
    terms: Terms,
}

impl<R: Rules> Book<R> {
    /// A book of no positions that is to grow by these terms.
    pub fn new(terms: Terms) -> Self {
        Self { nodes: Vec::new(), at: HashMap::new(), leaves: HashMap::new(), terms }
    }

    /// How it has grown.
    pub fn terms(&self) -> Terms {
        self.terms
    }

    /// How many positions it has.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// What the start is worth to the side that begins; `None` in an empty book.
    pub fn score(&self) -> Option<Score> {
        self.nodes.first().map(Node::score)
    }

    /// The moves of the position that a game has come to, the best first, however many plies led to it:
    /// after as many as here if the book has that, else from where it knows most.
    pub fn moves(&self, rules: &R, played: &PlayedGame<R>) -> Option<Vec<BookMove<R::Move>>> {
        let number = self.find(place_of(rules, played))?;
        let mut moves = self.moves_from(rules, played, number);
        moves.sort_by_key(|mv| std::cmp::Reverse(mv.score));
        Some(moves)
    }

    /// The moves of a position of the book as they are in this game, which has come to it or to one of its
    /// images, in the order in which they are generated.
    fn moves_from(
        &self,
        rules: &R,
        played: &PlayedGame<R>,
        number: usize,
    ) -> Vec<BookMove<R::Move>> {
        let known = &self.nodes[number].moves;
        let here = |mv| {
            let (to, _) = move_to(rules, played, mv).0.to;
            let same = known.iter().find(|known| known.to.0 == to)?;
            Some(BookMove { mv, ..same.clone() })
        };
        played.moves(rules).into_iter().filter_map(here).collect()
    }

    fn find(&self, (key, ply): Place) -> Option<usize> {
        self.at.get(&(key, ply)).copied().or_else(|| {
            let same = self.nodes.iter().enumerate().filter(|(_, node)| node.place.0 == key);
            same.map(|(number, _)| number).max_by_key(|&number| self.count_from(number))
        })
    }

    /// How many positions of the book lie behind this move, the first included.
    pub fn count_behind(&self, mv: &BookMove<R::Move>) -> usize {
        mv.below.map_or(0, |number| self.count_from(number))
    }

    fn count_from(&self, number: usize) -> usize {
        let (mut seen, mut waiting) = (BTreeSet::from([number]), vec![number]);
        while let Some(number) = waiting.pop() {
            let below = self.nodes[number].moves.iter().filter_map(|mv| mv.below);
            waiting.extend(below.filter(|&below| seen.insert(below)));
        }
        seen.len()
    }

    /// Adds a position that is not in the book, with all its moves; what is known before it, and which
    /// line is the cheapest, follows.
    fn insert(&mut self, place: Place, moves: Vec<BookMove<R::Move>>) {
        let number = self.nodes.len();
        let ways = self.leaves.remove(&place).unwrap_or_default();
        for &(before, mv) in &ways {
            self.nodes[before].moves[mv].below = Some(number);
        }
        self.at.insert(place, number);
        self.nodes.push(Node { place, moves, ways, cost: NEVER });
        for nth in 0..self.nodes[number].moves.len() {
            let to = self.nodes[number].moves[nth].to;
            if let Some(&below) = self.at.get(&to) {
                self.nodes[number].moves[nth].below = Some(below);
                self.nodes[below].ways.push((number, nth));
                self.take_over(below, (number, nth));
            } else {
                self.leaves.entry(to).or_default().push((number, nth));
            }
        }
        self.renew(number);
    }

    /// Gives a move the score of the position behind it.
    fn take_over(&mut self, below: usize, (before, nth): Way) {
        let score = self.nodes[below].score();
        let mv = &mut self.nodes[before].moves[nth];
        mv.score = seen_before(score, mv.turns);
    }

    /// Brings scores and costs up to date, from this position up: the later ones first, so that none is
    /// looked at twice.
    fn renew(&mut self, number: usize) {
        let mut waiting = BTreeSet::from([(self.nodes[number].place.1, number)]);
        while let Some((_, number)) = waiting.pop_last() {
            self.nodes[number].cost = self.cost(number);
            for at in 0..self.nodes[number].ways.len() {
                let way = self.nodes[number].ways[at];
                self.take_over(number, way);
                waiting.insert((self.nodes[way.0].place.1, way.0));
            }
        }
    }

    /// The cost of the cheapest line from here.
    fn cost(&self, number: usize) -> u64 {
        let node = &self.nodes[number];
        let best = node.score();
        let costs = node.moves.iter().map(|mv| self.cost_of(mv, best));
        costs.min().unwrap_or(NEVER)
    }

    /// The cost of the cheapest line by a move of a position that is worth so much.
    fn cost_of(&self, mv: &BookMove<R::Move>, best: Score) -> u64 {
        let below = match mv.below {
            Some(below) => self.nodes[below].cost,
            None if mv.is_end => NEVER,
            None => 0,
        };
        let given_away = u64::from(best.raw().abs_diff(mv.score.raw()));
        below.saturating_add(given_away + u64::from(self.terms.ply_cost))
    }

    /// The cheapest line to a position that is not in the book: the positions behind the start, or images of
    /// them. `None` where everything is known.
    fn cheapest(&self) -> Option<Vec<Place>> {
        let mut line = Vec::new();
        let mut node = self.nodes.first().filter(|node| node.cost != NEVER)?;
        loop {
            let best = node.score();
            let next = node.moves.iter().min_by_key(|mv| self.cost_of(mv, best))?;
            line.push(next.to);
            match next.below {
                Some(below) => node = &self.nodes[below],
                None => return Some(line),
            }
        }
    }
}

/// What a score behind a move is to the side that made it, a ply earlier.
fn seen_before(score: Score, turns: bool) -> Score {
    let score = if turns { -score } else { score };
    Score::from_table(score.to_table(0), 1)
}
