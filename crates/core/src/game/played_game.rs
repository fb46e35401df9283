//! A position and how it came about.
//!
//! The repetition rule exists once, here: session, perft of a game, search and referee all ask a
//! [`PlayedGame`] (or, in the search, the same functions over its [`KeyHistory`]) which moves there are
//! and how the game has ended.
//!
//! A search believes that equal keys are equal positions. A [`PlayedGame`], whose word decides games,
//! has the positions and compares them wherever keys are equal.

use super::repetition::{Earlier, KeyEntry, KeyHistory, Repetition, Same, Then};
use super::{Outcome, Rules};
use crate::{Side, zobrist};

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
        self.list_moves(rules, &mut moves);
        moves
    }

    /// The same, behind what there is in a list.
    pub fn list_moves(&self, rules: &R, moves: &mut Vec<R::Move>) {
        let from = moves.len();
        rules.legal_moves(self.position(), moves);
        if is_forbidding(rules.repetition()) {
            retain_from(moves, from, |mv| self.is_allowed(rules, mv));
        }
    }

    /// Whether a repetition rule that forbids has nothing against a move.
    fn is_allowed(&self, rules: &R, mv: R::Move) -> bool {
        is_new(rules, rules.repetition(), &self.key_history, self.position(), mv)
            || self.forbids(rules, mv).is_none()
    }

    /// How often the position has occurred, now included, as the repetition rule counts.
    pub fn occurrences(&self, rules: &R) -> u32 {
        1 + self.before_now(rules).all
    }

    /// After how many plies the position stood there that a move of the board brings back, the last
    /// time; `None` where it brings none back that the repetition rule knows of.
    pub fn repeats(&self, rules: &R, mv: R::Move) -> Option<usize> {
        self.brings_back(rules, mv)?.latest
    }

    /// The same for a move of the board that may not be played because of it.
    pub fn forbids(&self, rules: &R, mv: R::Move) -> Option<usize> {
        let repetition = rules.repetition();
        if !is_forbidding(repetition) {
            return None;
        }
        self.brings_back(rules, mv).filter(|earlier| repetition.is_enough(*earlier))?.latest
    }

    /// What stood before of the position that a move leads to, if the rule is about that move.
    fn brings_back(&self, rules: &R, mv: R::Move) -> Option<Earlier> {
        let repetition = rules.repetition();
        if !repetition.is_on() {
            return None;
        }
        let mut child = self.position().clone();
        let candidate = advance(rules, &mut child, mv);
        let is_asked = repetition.binds_to(&candidate);
        is_asked.then(|| self.earlier(rules, &child, &candidate, self.positions.len()))
    }

    fn before_now(&self, rules: &R) -> Earlier {
        let newest = self.key_history.newest().expect("a game begins with its set-up");
        self.earlier(rules, self.position(), newest, self.positions.len() - 1)
    }

    /// What stood before among the first `plies` positions, these themselves compared.
    fn earlier(&self, rules: &R, pos: &R::Position, newest: &KeyEntry, plies: usize) -> Earlier {
        let repetition = rules.repetition();
        let is_same = |at: usize| rules.is_same(&self.positions[at], pos, repetition.same);
        repetition.earlier(newest, &self.key_history.steps()[..plies], is_same)
    }

    /// Plays a legal move.
    pub fn play(&mut self, rules: &R, mv: R::Move) {
        // Copied as it stands, and changed where it lies then: a position that has just been written in
        // parts is slow to copy whole.
        self.positions.push(self.position().clone());
        let pos = self.positions.last_mut().expect("pushed");
        let next = advance(rules, pos, mv);
        self.moves.push(mv);
        self.key_history.push(next);
    }

    /// Takes the last move back and plays another one; `false` when there is none to take back. What a walk
    /// does at most of its ends, and quicker than both.
    pub fn play_instead(&mut self, rules: &R, mv: R::Move) -> bool {
        let ([.., before, pos], Some(last)) = (&mut self.positions[..], self.moves.last_mut())
        else {
            return false;
        };
        pos.clone_from(before);
        *last = mv;
        let next = advance(rules, pos, mv);
        self.key_history.replace(next);
        true
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

    /// How the game has ended, by the board or by its history. What ends it goes before what a
    /// player may only claim.
    pub fn outcome(&self, rules: &R) -> Option<Outcome> {
        self.outcome_with_moves(rules).or_else(|| {
            let may_be_stuck = is_forbidding(rules.repetition());
            (may_be_stuck && !self.has_moves(rules)).then(|| rules.stuck(self.position()))
        })
    }

    /// The same for whoever knows that there are moves: no question whether a rule forbids them all.
    pub fn outcome_with_moves(&self, rules: &R) -> Option<Outcome> {
        let by_board = rules.outcome(self.position());
        if by_board.is_some_and(|outcome| !outcome.claim) {
            return by_board;
        }
        let by_history = self.ended_by_repetition(rules);
        if by_history.is_some_and(|outcome| !outcome.claim) {
            return by_history;
        }
        by_board.or(by_history)
    }

    /// Whether there is a move that no repetition rule forbids.
    fn has_moves(&self, rules: &R) -> bool {
        let mut moves = Vec::new();
        rules.legal_moves(self.position(), &mut moves);
        moves.into_iter().any(|mv| self.is_allowed(rules, mv))
    }

    fn ended_by_repetition(&self, rules: &R) -> Option<Outcome> {
        let repetition = rules.repetition();
        let newest = self.key_history.newest()?;
        let ends = repetition.is_on() && !is_forbidding(repetition);
        if !ends || !repetition.binds_to(newest) {
            return None;
        }
        ended(rules, repetition, self.before_now(rules), newest.mover, self.position())
    }
}

/// Plays `mv` and says what the key history will know of it.
pub fn advance<R: Rules>(rules: &R, pos: &mut R::Position, mv: R::Move) -> KeyEntry {
    let mover = rules.side_to_move(pos);
    let (irreversible, exempt) = (rules.is_irreversible(pos, mv), rules.is_exempt(pos, mv));
    rules.play(pos, mv);
    KeyEntry { irreversible, exempt, ..step(rules, pos, Some(mover)) }
}

/// What the key history will know of a move, its situation apart, where the game can tell it without
/// playing the move.
fn foreseen<R: Rules>(rules: &R, same: Same, pos: &R::Position, mv: R::Move) -> Option<KeyEntry> {
    if !same.is_board() {
        return None;
    }
    let (board, next) = rules.board_after(pos, mv)?;
    let turn = if same.has_turn() && next == Side::Second { zobrist::SECOND_TO_MOVE } else { 0 };
    let (irreversible, exempt) = (rules.is_irreversible(pos, mv), rules.is_exempt(pos, mv));
    let mover = Some(rules.side_to_move(pos));
    Some(KeyEntry { situation: 0, compared: board ^ turn, mover, irreversible, exempt })
}

/// What the key history knows of a pass by `mover` in the search: no repetition reaches across it.
pub fn pass_step<R: Rules>(rules: &R, pos: &R::Position, mover: Side) -> KeyEntry {
    KeyEntry { irreversible: true, ..step(rules, pos, Some(mover)) }
}

fn step<R: Rules>(rules: &R, pos: &R::Position, mover: Option<Side>) -> KeyEntry {
    let situation = rules.key(pos);
    let compared = match rules.repetition().same {
        Same::Situation => situation,
        Same::Position => rules.position_key(pos),
        Same::Board => rules.board_key(pos),
        Same::BoardAndTurn => rules.board_and_turn_key(pos),
    };
    KeyEntry { situation, compared, mover, irreversible: false, exempt: false }
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
    if !is_forbidding(repetition) {
        return;
    }
    retain_from(moves, from, |mv| {
        is_new(rules, repetition, key_history, pos, mv) || {
            let mut child = pos.clone();
            let candidate = advance(rules, &mut child, mv);
            !repetition.would_bite(key_history, &candidate)
        }
    });
}

/// Whether a position that comes back makes a move illegal.
fn is_forbidding(repetition: Repetition) -> bool {
    repetition.is_on() && repetition.then == Then::Forbidden
}

/// Whether a move leads to no key of the history, as far as that is known without playing it.
fn is_new<R: Rules>(
    rules: &R,
    repetition: Repetition,
    key_history: &KeyHistory,
    pos: &R::Position,
    mv: R::Move,
) -> bool {
    foreseen(rules, repetition.same, pos, mv)
        .is_some_and(|candidate| !repetition.would_bite(key_history, &candidate))
}

/// Keeps of `list[from..]` what passes.
fn retain_from<T: Copy>(list: &mut Vec<T>, from: usize, passes: impl Fn(T) -> bool) {
    let mut kept = from;
    for at in from..list.len() {
        if passes(list[at]) {
            list[kept] = list[at];
            kept += 1;
        }
    }
    list.truncate(kept);
}

/// How the repetition rule has ended the game with the newest position of the key history, which is
/// `pos`.
pub fn ended_by_history<R: Rules>(
    rules: &R,
    repetition: Repetition,
    key_history: &KeyHistory,
    pos: &R::Position,
) -> Option<Outcome> {
    let (newest, before) = key_history.steps().split_last()?;
    if !repetition.is_on() || !repetition.binds_to(newest) {
        return None;
    }
    ended(rules, repetition, repetition.earlier(newest, before, |_| true), newest.mover, pos)
}

/// What the repetition rule makes of a position that has occurred before, and to which this side has
/// moved.
fn ended<R: Rules>(
    rules: &R,
    repetition: Repetition,
    earlier: Earlier,
    mover: Option<Side>,
    pos: &R::Position,
) -> Option<Outcome> {
    if !repetition.is_enough(earlier) {
        return None;
    }
    let reason = |count: u8| match count {
        _ if repetition.root.is_some() => "repetition",
        2 => "repetition",
        3 => "threefold repetition",
        4 => "fourfold repetition",
        5 => "fivefold repetition",
        _ => "repetition of the position",
    };
    match repetition.then {
        Then::Forbidden => None,
        Then::Claim if repetition.is_the_end(earlier) => {
            Some(Outcome::draw(reason(repetition.end)))
        }
        Then::Claim => Some(Outcome::claimable_draw(reason(repetition.count))),
        Then::Draw => Some(Outcome::draw(reason(repetition.count))),
        Then::RepeaterLoses => {
            mover.map(|mover| Outcome::win(mover.other(), reason(repetition.count)))
        }
        Then::Settled => Some(rules.settled(pos)),
    }
}
