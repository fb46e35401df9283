//! What the search may ask about a position: captures, crownings and threats.

use super::board::{Board, Set, set_of, turned_bit};
use super::eval::Table;
use super::rules::{Draughts, Position};
use super::view::Move;
use super::walk::Duplicates;
use plyglot_core::game::tactics::gives_check_when_played;
use plyglot_core::game::{MovePruning, NodeTactics, SearchParams, Tactics};

/// Capturing is compulsory; what makes a king is tried early, and a man goes where it is worth
/// more.
#[derive(Clone, Copy, Debug)]
pub struct DraughtsTactics {
    /// What squares are worth to a man.
    pub(super) table: &'static Table,
}

/// Captures first, those of more pieces before others.
const CAPTURE: i32 = 5000;
const PIECE: i32 = 100;
/// Then what makes a king.
const CROWNING: i32 = 3000;
/// Futility margin, cp a ply: half a man. International draughts at 20,000 nodes a move, 200 games
/// each, Elo, with a ply less where the table knows no move: 30 cp +38 [+12, +65], 60 cp +49 [+25,
/// +73], 90 cp +45 [+18, +73]. 60 cp without that ply less +33 [+4, +62], the ply less alone +30 [+7,
/// +52].
const FUTILITY_CP: i32 = 60;
/// What the search extends, reduces and leaves out.
///
/// What it gains by answering threats at the horizon, 5000 nodes a move, 200 games each, Elo:
/// international draughts +33 [-6, +73], Russian 0 [-36, +36], English +10 [-26, +47]. Answered
/// whatever the evaluation was, also where it was too bad to matter, they gained nothing: -3 [-41,
/// +34], 0 [-34, +34], -21 [-59, +17].
///
/// Late moves near the horizon are left out where there are many: at 10,000 nodes a move international
/// draughts gained Elo +26 ± 26 (345 games), and +37 ± 21 (516) where they were also left out behind a
/// horizon put off by a threat; English draughts -4 ± 27 (257), Russian +7 ± 21 (571).
///
/// `ProbCut` from depth 5 on, by searches half as deep that foretell the deeper ones to 70 cp in international
/// draughts and to 110 in Russian, at 10,000 nodes a move: international +4 ± 25 (200 games) where the
/// forecast is that error outside of the window, above only -9 ± 27, half as much again +16 ± 25; Russian
/// -14 ± 14 (300, 1.4 errors), English -12 ± 26 (200). So there is none.
pub(super) const fn params<B: Board>() -> SearchParams {
    SearchParams {
        check_extension: true,
        threat_extension: true,
        iir_depth_min: Some(4),
        move_pruning: if B::PRUNES_LATE_MOVES { Some(MovePruning::LATE) } else { None },
        ..SearchParams::cautious(FUTILITY_CP)
    }
}

// No pass: zugzwang decides endings, and combinations begin with moves that look like one.
impl<B: Board> Tactics<Draughts<B>> for DraughtsTactics {
    type Node<'a> = DraughtsNode<'a, B>;

    #[inline]
    fn node<'a>(&'a self, rules: &'a Draughts<B>, pos: &'a Position) -> DraughtsNode<'a, B> {
        let capturers = rules.view(pos).capturers::<B>(&rules.rules);
        DraughtsNode { table: self.table, rules, pos, capturers }
    }
}

/// The tactics of one position.
#[derive(Debug)]
pub struct DraughtsNode<'a, B: Board> {
    table: &'static Table,
    rules: &'a Draughts<B>,
    pos: &'a Position,
    /// Who may capture something; every node is asked whether it is in check.
    capturers: Set,
}

impl<B: Board> DraughtsNode<'_, B> {
    /// A man reaches its last row.
    fn is_crowning(&self, mv: Move) -> bool {
        let Self { rules, pos, .. } = self;
        pos.kings & set_of(mv.from) == 0 && rules.view(pos).last_row::<B>() & set_of(mv.to) != 0
    }
}

impl<B: Board> NodeTactics<Move> for DraughtsNode<'_, B> {
    /// Capturing is compulsory, so nobody can stand who can capture.
    fn in_check(&self) -> bool {
        self.capturers != 0
    }

    /// The other side could capture something if it were to move.
    fn is_threatened(&self) -> bool {
        let Self { rules, pos, .. } = self;
        rules.view_of(pos, pos.side.other()).can_capture::<B>(&rules.rules)
    }

    /// All captures where there are any, else the steps that make a king. Answers to a threatened
    /// capture are not among them: with those that end the threat international draughts lost 31 Elo
    /// [-21, +85] at 1500 nodes a move, 100 games, with all moves 191 [144, 245], 160 games; the search
    /// looks for them once ([`NodeTactics::is_threatened`]).
    fn noisy_moves(&self, out: &mut Vec<Move>) {
        let Self { rules, pos, capturers, .. } = self;
        let view = rules.view(pos);
        match *capturers {
            0 => view.crownings::<B>(out),
            some => view.captures_of::<B>(&rules.rules, some, Duplicates::Merged, out),
        }
    }

    fn is_noisy(&self, mv: Move) -> bool {
        mv.is_capture() || self.is_crowning(mv)
    }

    /// Captures, then crownings, then men by how much better their squares are.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "most of it is the same for all moves of a node, which a call hides (a hundredth of all work)"
    )]
    fn order_score(&self, mv: Move) -> i32 {
        let Self { rules, pos, .. } = self;
        if mv.is_capture() {
            let kings = (mv.captured & pos.kings).count_ones().cast_signed();
            return CAPTURE + PIECE * (mv.captured.count_ones().cast_signed() + 2 * kings);
        }
        if pos.kings & set_of(mv.from) != 0 {
            return 0;
        }
        if self.is_crowning(mv) {
            return CROWNING;
        }
        let up = rules.goes_up(pos.side);
        let place = |bit: u8| {
            let bit = if up { bit } else { turned_bit::<B>(bit) };
            i32::from(self.table.placement(bit))
        };
        place(mv.to) - place(mv.from)
    }

    fn gives_check(&self, mv: Move) -> bool {
        let tactics = DraughtsTactics { table: self.table };
        gives_check_when_played(&tactics, self.rules, self.pos, mv)
    }

    /// Nothing is razored here, so nobody looks.
    fn can_give_check(&self) -> bool {
        true
    }
}
