//! Why a move is not legal, as a person who has just tried it wants to know: whose piece it is, what
//! has to be captured instead, how much.

use super::board::{Board, Direction, set_of, step};
use super::rules::{Draughts, Position};
use super::view::Move;
use plyglot_core::game::Rules;

impl<B: Board> Draughts<B> {
    /// Why these squares, as bits, are no legal move.
    pub(super) fn why_not(&self, pos: &Position, squares: &[u8]) -> String {
        let (Some(&from), Some(&to)) = (squares.first(), squares.last()) else {
            return String::new();
        };
        let view = self.view(pos);
        let name = |bit: u8| self.square_text(bit);
        if view.own & set_of(from) == 0 {
            let is_other = view.other & set_of(from) != 0;
            let what = if is_other { "a piece of the other side" } else { "nothing" };
            return format!("{what} stands on {}", name(from));
        }
        let mut moves = Vec::new();
        self.legal_moves(pos, &mut moves);
        let example = |mv: &Move| self.move_of(pos, *mv);
        let of_it: Vec<&Move> = moves.iter().filter(|mv| mv.from == from).collect();
        let Some(capture) = moves.iter().find(|mv| mv.is_capture()) else {
            return self.why_no_step(pos, from, to);
        };
        let Some(own) = of_it.first() else {
            return format!(
                "a capture must be played, as {}{}",
                example(capture),
                self.how_many(capture)
            );
        };
        format!("this piece must capture, as {}{}", example(own), self.how_many(own))
    }

    /// Where the rules ask for most pieces, how many that are.
    fn how_many(&self, mv: &Move) -> String {
        let count = mv.captured.count_ones();
        let is_most = self.rules.duty.most && count > 1;
        if is_most { format!(", which takes {count} pieces, the most") } else { String::new() }
    }

    fn move_of(&self, pos: &Position, mv: Move) -> String {
        let mut text = String::new();
        // Writing to a text does not fail.
        let _ = self.spell(pos, mv, &mut text);
        text
    }

    /// Why a piece does not step there, where nothing is to be captured.
    fn why_no_step(&self, pos: &Position, from: u8, to: u8) -> String {
        let view = self.view(pos);
        let (start, aim) = (set_of(from), set_of(to));
        let name = |bit: u8| self.square_text(bit);
        if (view.own | view.other) & aim != 0 {
            return format!("{} is taken", name(to));
        }
        let is_king = view.kings & start != 0;
        let is_beside = |directions: &[Direction]| {
            directions.iter().any(|&direction| step::<B>(start, direction) & aim != 0)
        };
        if !is_king {
            let back = if view.up { Direction::DOWN } else { Direction::UP };
            let why = if is_beside(&back) {
                "a man does not step back"
            } else {
                "a man steps to the next square ahead"
            };
            return why.to_owned();
        }
        if !self.rules.flying_kings {
            return "a king steps to a square beside it".to_owned();
        }
        for direction in Direction::UP.into_iter().chain(Direction::DOWN) {
            let mut at = start;
            let mut block = 0;
            loop {
                at = step::<B>(at, direction);
                if at == 0 {
                    break;
                }
                if block == 0 && (view.own | view.other) & at != 0 {
                    block = at;
                }
                if at == aim && block != 0 {
                    let bit = u8::try_from(block.trailing_zeros()).unwrap_or_default();
                    return format!("the piece on {} is in the way", name(bit));
                }
            }
        }
        "a king goes along its diagonals".to_owned()
    }
}
