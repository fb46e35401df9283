//! A position and how it came about.
//!
//! The repetition rule exists once, here: session, perft of a game, search and referee all ask a
//! [`PlayedGame`] (or, in the search, the same functions over its [`KeyHistory`]) which moves there are
//! and how the game has ended.

use super::repetition::{KeyEntry, KeyHistory, Repetition, Then};
use super::{Outcome, Rules};
use crate::Side;

/// A set-up, the moves played from it, and the position they led to.
#[derive(Debug)]
pub struct PlayedGame<R: Rules> {
    positions: Vec<R::Position>,
    moves: Vec<R::Move>,
    key_history: KeyHistory,
}

// Derived, this would ask that the rules be `Clone`.
impl<R: Rules> Clone for PlayedGame<R> {
    fn clone(&self) -> Self {
        let (positions, moves) = (self.positions.clone(), self.moves.clone());
        Self { positions, moves, key_history: self.key_history.clone() }
    }
}

impl<R: Rules> PlayedGame<R> {
    /// A game that begins with this set-up.
    pub fn new(rules: &R, setup: R::Position) -> Self {
        let mut key_history = KeyHistory::default();
        key_history.push(step(rules, &setup, None));
        Self { positions: vec![setup], moves: Vec::new(), key_history }
    }

    /// The position reached.
    pub fn position(&self) -> &R::Position {
        self.positions.last().expect("a game begins with its set-up")
    }

    /// The position the game begins with.
    pub fn setup(&self) -> &R::Position {
        self.positions.first().expect("a game begins with its set-up")
    }

    /// Every position from the set-up to now.
    pub fn positions(&self) -> &[R::Position] {
        &self.positions
    }

    /// The moves played from the set-up.
    pub fn moves_played(&self) -> &[R::Move] {
        &self.moves
    }

    /// The keys of the positions, for the repetition rule.
    pub fn key_history(&self) -> &KeyHistory {
        &self.key_history
    }

    /// The legal moves: those of the board minus those a repetition rule forbids; none where the
    /// board has ended the game.
    pub fn moves(&self, rules: &R) -> Vec<R::Move> {
        let mut moves = Vec::new();
        rules.legal_moves(self.position(), &mut moves);
        retain_allowed(
            rules,
            rules.repetition(),
            &self.key_history,
            self.position(),
            &mut moves,
            0,
        );
        moves
    }

    /// Plays a legal move.
    pub fn play(&mut self, rules: &R, mv: R::Move) {
        let mut pos = self.position().clone();
        let next = advance(rules, &mut pos, mv);
        self.positions.push(pos);
        self.moves.push(mv);
        self.key_history.push(next);
    }

    /// Takes the last move back; `false` when there is none.
    pub fn undo(&mut self) -> bool {
        if self.moves.pop().is_none() {
            return false;
        }
        self.positions.pop();
        self.key_history.pop();
        true
    }

    /// How the game has ended, by the board or by its history.
    pub fn outcome(&self, rules: &R) -> Option<Outcome> {
        let pos = self.position();
        let repetition = rules.repetition();
        let by_history = || ended_by_history(rules, repetition, &self.key_history, pos);
        rules.outcome(pos).or_else(by_history).or_else(|| {
            let forbids = repetition.is_on() && repetition.then == Then::Forbidden;
            (forbids && self.moves(rules).is_empty()).then(|| rules.stuck(pos))
        })
    }
}

/// Plays `mv` and says what the key history will know of it.
pub fn advance<R: Rules>(rules: &R, pos: &mut R::Position, mv: R::Move) -> KeyEntry {
    let mover = rules.side_to_move(pos);
    let irreversible = rules.is_irreversible(pos, mv);
    rules.play(pos, mv);
    KeyEntry { irreversible, ..step(rules, pos, Some(mover)) }
}

/// What the key history knows of a pass by `mover` in the search: no repetition reaches across it.
pub fn pass_step<R: Rules>(rules: &R, pos: &R::Position, mover: Side) -> KeyEntry {
    KeyEntry { irreversible: true, ..step(rules, pos, Some(mover)) }
}

fn step<R: Rules>(rules: &R, pos: &R::Position, mover: Option<Side>) -> KeyEntry {
    let (situation, board) = (rules.key(pos), rules.board_key(pos));
    KeyEntry { situation, board, mover, irreversible: false }
}

/// Removes from `moves[from..]` what the repetition rule forbids after this key history.
pub fn retain_allowed<R: Rules>(
    rules: &R,
    repetition: Repetition,
    key_history: &KeyHistory,
    pos: &R::Position,
    moves: &mut Vec<R::Move>,
    from: usize,
) {
    if !repetition.is_on() || repetition.then != Then::Forbidden {
        return;
    }
    let mut kept = from;
    for i in from..moves.len() {
        let mut child = pos.clone();
        let candidate = advance(rules, &mut child, moves[i]);
        if !repetition.would_bite(key_history, &candidate) {
            moves[kept] = moves[i];
            kept += 1;
        }
    }
    moves.truncate(kept);
}

/// How the repetition rule has ended the game with the newest position of the key history, which is
/// `pos`.
pub fn ended_by_history<R: Rules>(
    rules: &R,
    repetition: Repetition,
    key_history: &KeyHistory,
    pos: &R::Position,
) -> Option<Outcome> {
    if repetition.then == Then::Forbidden || !repetition.bites(key_history) {
        return None;
    }
    let reason = match repetition.count {
        _ if repetition.root.is_some() => "repetition",
        2 => "repetition",
        3 => "threefold repetition",
        _ => "repetition of the position",
    };
    match repetition.then {
        Then::Forbidden => None,
        Then::Draw => Some(Outcome::claimable_draw(reason)),
        Then::RepeaterLoses => {
            key_history.newest_mover().map(|mover| Outcome::win(mover.other(), reason))
        }
        Then::Settled => Some(rules.settled(pos)),
    }
}
