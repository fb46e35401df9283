//! Positions, and how the game goes on and ends.

use std::marker::PhantomData;

use super::board::{Board, Set, set_of, turned};
use super::limits::{Force, KINDS, Kind, Limit};
use super::ruleset::{RuleSet, Squares};
use super::view::{Move, View};
use plyglot_core::bits::bits;
use plyglot_core::game::repetition::{Same, Then};
use plyglot_core::game::{DrawRule, Outcome, Repetition, Rules};
use plyglot_core::{Side, zobrist};

/// One game of the family.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Draughts<B> {
    /// How its pieces move.
    pub rules: RuleSet,
    /// So many moves of each side draw; 0 for never. By [`Kind`].
    pub(super) limits: [u16; KINDS],
    /// The draw has to be claimed. By [`Kind`].
    pub(super) claims: [bool; KINDS],
    /// There is a limit besides the one on quiet moves.
    pub(super) has_few: bool,
    /// What a repeated position means.
    pub(super) repetition: Repetition,
    /// How squares are written.
    pub(super) squares: Squares,
    /// Moves are written as the Hub protocol has them.
    pub(super) hub: bool,
    pub(super) board: PhantomData<B>,
}

/// Who stands where, whose turn it is, and what the draw rules count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// By side.
    pub(super) pieces: [Set; 2],
    pub(super) kings: Set,
    key: u64,
    pub(super) counts: Counts,
    pub(super) side: Side,
}

const _: () = assert!(size_of::<Position>() <= 48);

/// The counters of the draw rules, in plies; `limits.rs` says what each counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Counts {
    pub quiet: u16,
    pub balance: u16,
    pub class: u16,
    pub road: u16,
}

impl Counts {
    /// Of a position outside of any game, as endgame tables hold them: nothing is counted.
    pub(super) const TIMELESS: Self = Self { quiet: 0, balance: 0, class: u16::MAX, road: 0 };

    pub(super) fn are_timeless(self) -> bool {
        self == Self::TIMELESS
    }
}

const SALT: u64 = 64;
/// Random numbers: a piece of a side on a square, then what a king adds.
const PIECE: [[u64; 64]; 2] = [numbers(0), numbers(64)];
const CROWN: [u64; 64] = numbers(128);

/// No limit but the one on quiet moves speaks of so many pieces.
pub(super) const FEW_PIECES: u32 = 22;
/// So many plies before a limit, values found elsewhere may be wrong.
const NEAR_PLIES: u32 = 20;

const fn numbers(first: u64) -> [u64; 64] {
    let mut table = [0; 64];
    let mut i = 0;
    while i < 64 {
        table[i] = zobrist::random(SALT, first + i as u64);
        i += 1;
    }
    table
}

impl Position {
    /// A position with these pieces of the first and the second side; `kings` is part of them.
    pub(super) fn new(pieces: [Set; 2], kings: Set, side: Side) -> Self {
        debug_assert_eq!(pieces[0] & pieces[1], 0);
        debug_assert_eq!(kings & !(pieces[0] | pieces[1]), 0);
        let mut key = if side == Side::Second { zobrist::SECOND_TO_MOVE } else { 0 };
        for (table, set) in PIECE.iter().zip(pieces) {
            key ^= bits(set).fold(0, |key, bit| key ^ table[usize::from(bit)]);
        }
        key ^= bits(kings).fold(0, |key, bit| key ^ CROWN[usize::from(bit)]);
        Self { pieces, kings, key, counts: Counts::default(), side }
    }

    /// Whose turn it is.
    pub const fn side(&self) -> Side {
        self.side
    }

    /// How many men and kings a side has.
    #[inline]
    pub(super) const fn force(&self, side: Side) -> Force {
        Force::of(self.pieces[side.index()], self.kings)
    }

    /// Whether a side has kings and nothing else.
    pub const fn is_king_of(&self, side: Side) -> bool {
        let own = self.pieces[side.index()];
        own != 0 && own & !self.kings == 0
    }

    /// How many pieces there are.
    #[inline]
    pub const fn len(&self) -> u32 {
        (self.pieces[0] | self.pieces[1]).count_ones()
    }

    /// Whether the board is empty.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The key after a move, which leaves a king where it ends or does not.
#[inline]
fn key_after(pos: &Position, mv: Move, is_king: bool) -> u64 {
    let (own, other) = (pos.side.index(), pos.side.other().index());
    let [from, to] = [mv.from, mv.to].map(usize::from);
    let mut key = pos.key ^ zobrist::SECOND_TO_MOVE ^ PIECE[own][from] ^ PIECE[own][to];
    if pos.kings & set_of(mv.from) != 0 {
        key ^= CROWN[from];
    }
    if is_king {
        key ^= CROWN[to];
    }
    for bit in bits(mv.captured) {
        key ^= PIECE[other][usize::from(bit)];
    }
    for bit in bits(mv.captured & pos.kings) {
        key ^= CROWN[usize::from(bit)];
    }
    key
}

impl<B: Board> Draughts<B> {
    /// The game of this rule set, with the draws of today's rule book.
    pub fn new(rules: RuleSet) -> Self {
        let mut game = Self {
            rules,
            limits: [0; KINDS],
            claims: [false; KINDS],
            has_few: false,
            repetition: rules.repetition,
            squares: rules.squares,
            hub: false,
            board: PhantomData,
        };
        game.take_limits(rules.official);
        game
    }

    /// The same game, drawn as [dagaz-9] tells it.
    #[must_use]
    pub fn with_dagaz_draws(mut self) -> Self {
        self.limits = [0; KINDS];
        self.claims = [false; KINDS];
        self.has_few = false;
        self.take_limits(self.rules.dagaz);
        self
    }

    /// The same game with one limit changed: moves of each side, 0 for none.
    #[must_use]
    pub fn with_limit(mut self, kind: Kind, moves: u16) -> Self {
        self.limits[kind as usize] = moves;
        self.has_few = self.limits[..Kind::Quiet as usize].iter().any(|&moves| moves > 0);
        self
    }

    /// The same game, squares written in another way.
    #[must_use]
    pub const fn with_squares(self, squares: Squares) -> Self {
        Self { squares, ..self }
    }

    /// The same game with another rule of repetition.
    #[must_use]
    pub const fn with_repetition(self, repetition: Repetition) -> Self {
        Self { repetition, ..self }
    }

    /// The same game, moves written and read as the Hub protocol has them.
    #[must_use]
    pub const fn speaking_hub(self) -> Self {
        Self { hub: true, squares: Squares::Numbers, ..self }
    }

    fn take_limits(&mut self, limits: &[Limit]) {
        for limit in limits {
            *self = self.with_limit(limit.kind, limit.moves);
            self.claims[limit.kind as usize] = limit.claim;
        }
    }

    /// The limits in force, one a line, with what they are taken from.
    pub(super) fn limit_lines(&self) -> Vec<String> {
        let line = |kind: Kind| {
            let (moves, source) = (self.limits[kind as usize], self.source(kind));
            let how = if self.claims[kind as usize] { " on claim" } else { "" };
            let instead = if kind.replaces_quiet() && self.limits[Kind::Quiet as usize] > 0 {
                ", whatever kings have moved"
            } else {
                ""
            };
            format!("{moves} moves of each side, {}{instead}: draw{how} {source}", kind.reason())
        };
        self.kinds_in_force().map(line).collect()
    }

    fn kinds_in_force(&self) -> impl Iterator<Item = Kind> {
        Kind::ALL.into_iter().filter(|&kind| self.limits[kind as usize] > 0)
    }

    /// What a limit is taken from: every paragraph that has it, or the option that sets it.
    fn source(&self, kind: Kind) -> String {
        let moves = self.limits[kind as usize];
        let presets = [self.rules.official, self.rules.dagaz].into_iter().flatten();
        let found = presets.filter(|limit| limit.kind == kind && limit.moves == moves);
        let sources: Vec<&str> = found.map(|limit| limit.source).collect();
        if sources.is_empty() {
            return format!("({}.{})", B::PREFIX, kind.option());
        }
        sources.join(" ")
    }

    /// The limits in force as they stand in a position.
    pub(super) fn limit_rules(&self, pos: &Position) -> Vec<DrawRule> {
        let rule = |kind: Kind| {
            let count = self.running(pos).find(|&(running, ..)| running == kind);
            let limit = 2 * u32::from(self.limits[kind as usize]);
            let then = if self.claims[kind as usize] { Then::Claim } else { Then::Draw };
            let (counts, value) = (kind.counter(), count.map(|(_, count, _)| count));
            DrawRule { counts, value, limit, then, source: self.source(kind) }
        };
        self.kinds_in_force().map(rule).collect()
    }

    /// Whether the men of a side go up.
    #[inline]
    pub(super) const fn goes_up(&self, side: Side) -> bool {
        self.rules.white_first == matches!(side, Side::First)
    }

    /// White's side.
    pub(super) const fn white(&self) -> Side {
        if self.rules.white_first { Side::First } else { Side::Second }
    }

    /// The board as the side to move sees it.
    #[inline]
    pub(super) fn view(&self, pos: &Position) -> View {
        self.view_of(pos, pos.side)
    }

    /// The board as a side sees it.
    #[inline]
    pub(super) fn view_of(&self, pos: &Position, side: Side) -> View {
        let [own, other] = [side, side.other()].map(|side| pos.pieces[side.index()]);
        View { own, other, kings: pos.kings, up: self.goes_up(side) }
    }
}

impl<B: Board> Rules for Draughts<B> {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        let rows = (B::MEN_ROWS * B::ROW) as usize;
        let black = bits(B::ALL).take(rows).fold(0, |set, bit| set | set_of(bit));
        let white = turned::<B>(black);
        let pieces = if self.rules.white_first { [white, black] } else { [black, white] };
        Position::new(pieces, 0, Side::First)
    }

    #[inline]
    fn side_to_move(&self, pos: &Position) -> Side {
        pos.side
    }

    #[inline]
    fn legal_moves(&self, pos: &Position, out: &mut Vec<Move>) {
        self.view(pos).all::<B>(&self.rules, out);
    }

    #[inline]
    fn count_moves(&self, pos: &Position) -> u64 {
        self.view(pos).count::<B>(&self.rules, &mut Vec::new())
    }

    #[inline]
    fn count_after(&self, pos: &Position, mv: Move, spare: &mut Vec<Move>) -> u64 {
        self.view(pos).after::<B>(&self.rules, mv).by_other().count::<B>(&self.rules, spare)
    }

    #[inline]
    fn play(&self, pos: &mut Position, mv: Move) {
        let before = *pos;
        let own = pos.side.index();
        let (from, view) = (set_of(mv.from), self.view(pos));
        debug_assert!(view.own & from != 0, "{pos:?} {mv:?}");
        let was_king = pos.kings & from != 0;
        let is_king = view.makes_king::<B>(&self.rules, mv);
        pos.key = key_after(pos, mv, is_king);
        let after = view.after::<B>(&self.rules, mv);
        pos.pieces[own] = after.own;
        pos.pieces[1 - own] = after.other;
        pos.kings = after.kings;
        pos.side = pos.side.other();
        if before.counts.are_timeless() {
            return;
        }
        let is_quiet = was_king && mv.captured == 0;
        pos.counts.quiet = if is_quiet { pos.counts.quiet.saturating_add(1) } else { 0 };
        if self.has_few && pos.kings != 0 && pos.len() < FEW_PIECES {
            self.count_few(&before, pos, mv.captured != 0 || is_king != was_king);
        } else {
            pos.counts = Counts { quiet: pos.counts.quiet, ..Counts::default() };
        }
    }

    /// Who cannot move has lost, with pieces or without [wcdf-rules, 1.30] [fmjd-rules, 7.2]
    /// [fmjd-64, 7.1].
    #[inline]
    fn outcome(&self, pos: &Position) -> Option<Outcome> {
        if !self.view(pos).can_move::<B>(&self.rules) {
            let has_pieces = pos.pieces[pos.side.index()] != 0;
            let reason = if has_pieces { "no move" } else { "no pieces" };
            return Some(Outcome::win(pos.side.other(), reason));
        }
        self.reached(pos).map(|kind| Outcome {
            claim: self.claims[kind as usize],
            ..Outcome::draw(kind.reason())
        })
    }

    fn stuck(&self, pos: &Position) -> Outcome {
        Outcome::win(pos.side.other(), "no move")
    }

    #[inline]
    fn key(&self, pos: &Position) -> u64 {
        pos.key
    }

    #[inline]
    fn key_after(&self, pos: &Position, mv: Move) -> Option<u64> {
        Some(key_after(pos, mv, self.view(pos).makes_king::<B>(&self.rules, mv)))
    }

    fn is_same(&self, one: &Position, other: &Position, same: Same) -> bool {
        (one.pieces, one.kings) == (other.pieces, other.kings)
            && (!same.has_turn() || one.side == other.side)
    }

    /// From and to, and four bits of what is captured: captures of one piece to one square differ
    /// there nearly always.
    #[inline]
    fn encode_move(mv: Move) -> u16 {
        let way = (mv.captured.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 60) as u16;
        u16::from(mv.from) | u16::from(mv.to) << 6 | way << 12
    }

    #[inline]
    fn is_irreversible(&self, pos: &Position, mv: Move) -> bool {
        mv.is_capture() || pos.kings & set_of(mv.from) == 0
    }

    fn is_near_limit(&self, pos: &Position) -> bool {
        let counts = &pos.counts;
        if counts.quiet == 0 && counts.class | counts.balance | counts.road == 0 {
            return false;
        }
        self.running(pos)
            .any(|(_, count, limit)| count > 0 && count + NEAR_PLIES.min(limit / 2) > limit)
    }

    fn repetition(&self) -> Repetition {
        self.repetition
    }

    fn counters(&self, pos: &Position) -> Vec<(&'static str, u32, u32)> {
        self.running(pos).map(|(kind, count, limit)| (kind.counter(), count, limit)).collect()
    }
}
