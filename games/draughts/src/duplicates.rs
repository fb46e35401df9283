//! The same game with each way to capture as a move of its own, for counts that keep duplicates:
//! Bik's of English draughts do.

use super::board::Board;
use super::rules::{Draughts, Position};
use super::view::{Move, View};
use super::walk::Duplicates;
use plyglot_core::Side;
use plyglot_core::game::{Outcome, Rules};

/// Rules for counting by: two moves of theirs may be the same in all but the way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WithDuplicates<B>(pub Draughts<B>);

impl<B: Board> WithDuplicates<B> {
    fn list(&self, view: &View, out: &mut Vec<Move>) {
        let rules = &self.0.rules;
        match view.capturers::<B>(rules) {
            0 => view.all::<B>(rules, out),
            capturers => view.captures_of::<B>(rules, capturers, Duplicates::Apart, out),
        }
    }

    fn count(&self, view: &View, spare: &mut Vec<Move>) -> u64 {
        let rules = &self.0.rules;
        let capturers = view.capturers::<B>(rules);
        if capturers == 0 {
            return view.count::<B>(rules, spare);
        }
        let before = spare.len();
        view.captures_of::<B>(rules, capturers, Duplicates::Apart, spare);
        let duplicates = spare.len() - before;
        spare.truncate(before);
        duplicates as u64
    }
}

impl<B: Board> Rules for WithDuplicates<B> {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        self.0.start()
    }

    fn side_to_move(&self, pos: &Position) -> Side {
        self.0.side_to_move(pos)
    }

    fn legal_moves(&self, pos: &Position, out: &mut Vec<Move>) {
        self.list(&self.0.view(pos), out);
    }

    fn count_moves(&self, pos: &Position) -> u64 {
        self.count(&self.0.view(pos), &mut Vec::new())
    }

    fn count_after(&self, pos: &Position, mv: Move, spare: &mut Vec<Move>) -> u64 {
        let after = self.0.view(pos).after::<B>(&self.0.rules, mv).by_other();
        self.count(&after, spare)
    }

    fn play(&self, pos: &mut Position, mv: Move) {
        self.0.play(pos, mv);
    }

    fn outcome(&self, pos: &Position) -> Option<Outcome> {
        self.0.outcome(pos)
    }

    fn stuck(&self, pos: &Position) -> Outcome {
        self.0.stuck(pos)
    }

    fn key(&self, pos: &Position) -> u64 {
        self.0.key(pos)
    }

    fn encode_move(mv: Move) -> u16 {
        Draughts::<B>::encode_move(mv)
    }
}
