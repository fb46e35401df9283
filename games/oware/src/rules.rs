//! Turns, captures, ends: the rules on top of the board.
//!
//! A position is the board as the mover sees it, the two stores, and whose turn it is. What a
//! store holds never matters for which moves there are, only for who has won, so tables and
//! counts of moves need the board alone.

use super::board::{Board, HOUSES, Houses, Pits, Sown};
use super::variant::{Feeding, GrandSlam, Repeated, RuleSet};
use plyglot_core::game::repetition::{Repetition, Same, Then};
use plyglot_core::game::{Outcome, Rules, key_when_played, sowing};
use plyglot_core::{Side, zobrist};

/// The rules in force.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Oware {
    /// What books disagree about.
    pub variant: RuleSet,
}

/// A moment of the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// The houses, seen by the side to move.
    pub board: Board,
    /// The seeds captured, by the side to move first.
    pub stores: [u16; 2],
    /// Who is to move.
    pub side: Side,
}

/// The seeds of one house are sown; houses are counted from 0 by whose they are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move(pub u8);

impl Move {
    /// The sowing of a house counted from 0.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "a side has six houses")]
    pub const fn of(house: usize) -> Self {
        Self(house as u8)
    }
}

/// What the two sides are mixed with in a key.
const KEYS: [u64; 2] = [zobrist::random(24, 0) | 1 << 63, zobrist::random(24, 1) | 1 << 63];

impl Position {
    /// The same position, seen by the other side.
    #[inline]
    fn turned(self) -> Self {
        let [own, opposing] = self.stores;
        Self { board: self.board.turned(), stores: [opposing, own], side: self.side.other() }
    }

    /// The position as the first side sees it, whoever is to move; and back from there.
    #[inline]
    pub(super) fn absolute(self) -> Self {
        if self.side == Side::First { self } else { Self { side: self.side, ..self.turned() } }
    }

    /// All seeds, in houses and stores.
    #[inline]
    pub fn total(&self) -> u16 {
        self.stores.iter().sum::<u16>() + self.board.in_play()
    }
}

impl Oware {
    /// The game by these rules.
    pub const fn new(variant: RuleSet) -> Self {
        Self { variant }
    }

    /// The houses that may be sown; none when the game is over on this board.
    #[inline]
    pub fn choices(self, board: Board) -> Pits {
        // A house of four or more is never captured, so some seeds are left whatever is played.
        if !Pits::with(board.opposing, 4).is_empty() {
            return Pits::with(board.own, 1);
        }
        self.few_choices(board)
    }

    #[inline(never)]
    fn few_choices(self, board: Board) -> Pits {
        let filled = Pits::with(board.own, 1);
        let slams = |house| board.sow(house).is_grand_slam();
        let allowed = match self.variant.grand_slam {
            GrandSlam::Illegal => filled.only(|house| !slams(house)),
            GrandSlam::CapturesNothing
            | GrandSlam::Captures
            | GrandSlam::SparesFirst
            | GrandSlam::SparesLast
            | GrandSlam::RestToOpponent => filled,
        };
        match self.variant.feeding {
            Feeding::MustFeed if board.opposing == 0 => allowed.only(|house| board.feeds(house)),
            Feeding::MustFeed => allowed,
            Feeding::MustLeave => {
                let leaves = |house| {
                    let sown = board.sow(house);
                    sown.without(self.captured(sown)).opposing != 0
                };
                let leaving = allowed.only(leaves);
                if leaving.is_empty() { allowed } else { leaving }
            }
        }
    }

    /// What a sowing captures by the rule for grand slams, seeds in their bytes.
    #[inline]
    pub(super) fn captured(self, sown: Sown) -> u64 {
        if sown.is_grand_slam() { self.slam(sown.prey) } else { sown.prey }
    }

    #[cold]
    fn slam(self, prey: u64) -> u64 {
        match self.variant.grand_slam {
            GrandSlam::CapturesNothing => 0,
            GrandSlam::Illegal | GrandSlam::Captures | GrandSlam::RestToOpponent => prey,
            GrandSlam::SparesFirst => {
                let first = prey.trailing_zeros() & !7;
                prey & !(0xff << first)
            }
            GrandSlam::SparesLast => {
                let last = prey.ilog2() & !7;
                prey & !(0xff << last)
            }
        }
    }

    /// Sows a house and captures: the board afterwards as the opponent sees it, and how many seeds
    /// were won by the player, and by the opponent, whom one rule for grand slams gives the rest.
    #[inline]
    pub fn sow(self, board: Board, house: usize) -> (Board, [u16; 2]) {
        let sown = board.sow(house);
        let prey = self.captured(sown);
        let after = sown.without(prey);
        if self.variant.grand_slam == GrandSlam::RestToOpponent && prey != 0 && after.opposing == 0
        {
            return (Board::EMPTY, [Board::sum(prey), Board::sum(after.own)]);
        }
        (after.turned(), [Board::sum(prey), 0])
    }

    /// A store decides the game, where the rules say so.
    #[inline]
    fn has_half(self, pos: &Position) -> bool {
        self.variant.stop_at_half && {
            let half = pos.total() / 2;
            pos.stores.iter().any(|&store| store > half)
        }
    }

    /// The end of the game with these seeds for the first and the second side.
    fn counted(self, seeds: [u16; 2], reason: &'static str) -> Outcome {
        sowing::outcome(seeds, self.variant.stop_at_half, reason)
    }

    /// Each side takes the seeds on its own side.
    fn each_its_own(self, pos: &Position, reason: &'static str) -> Outcome {
        let Position { board, stores: [first, second], .. } = pos.absolute();
        let all = [first + Board::sum(board.own), second + Board::sum(board.opposing)];
        self.counted(all, reason)
    }
}

impl Rules for Oware {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        let board = Board::new(&[4; HOUSES], &[4; HOUSES]);
        Position { board, stores: [0, 0], side: Side::First }
    }

    fn side_to_move(&self, pos: &Position) -> Side {
        pos.side
    }

    #[inline]
    fn legal_moves(&self, pos: &Position, out: &mut Vec<Move>) {
        if !self.has_half(pos) {
            out.extend(self.choices(pos.board).map(Move::of));
        }
    }

    #[inline]
    fn count_moves(&self, pos: &Position) -> u64 {
        if self.has_half(pos) { 0 } else { self.choices(pos.board).len().into() }
    }

    #[inline]
    fn play(&self, pos: &mut Position, mv: Move) {
        let (board, [own, opposing]) = self.sow(pos.board, mv.0.into());
        let stores = [pos.stores[1] + opposing, pos.stores[0] + own];
        *pos = Position { board, stores, side: pos.side.other() };
    }

    #[inline]
    fn outcome(&self, pos: &Position) -> Option<Outcome> {
        if self.has_half(pos) {
            let first = pos.absolute().stores;
            let winner = if first[0] > first[1] { Side::First } else { Side::Second };
            return Some(Outcome::win(winner, "more than half of the seeds"));
        }
        if !self.choices(pos.board).is_empty() {
            return None;
        }
        let reason = match pos.board {
            Board { own: 0, .. } => "no seeds to sow",
            Board { opposing: 0, .. } => "the opponent cannot be fed",
            _ => "every move is a grand slam",
        };
        Some(self.each_its_own(pos, reason))
    }

    fn stuck(&self, pos: &Position) -> Outcome {
        self.each_its_own(pos, "no move is allowed")
    }

    fn settled(&self, pos: &Position) -> Outcome {
        let reason = if self.variant.occurrence == 2 { "repetition" } else { "third repetition" };
        match self.variant.repeated {
            Repeated::OwnSide => self.each_its_own(pos, reason),
            Repeated::Split | Repeated::Nothing => self.counted(pos.absolute().stores, reason),
        }
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "both halves of a product are taken")]
    fn key(&self, pos: &Position) -> u64 {
        let side = if pos.side == Side::Second { zobrist::SECOND_TO_MOVE } else { 0 };
        let Position { board, stores, .. } = pos.absolute();
        let own = board.own | u64::from(stores[0]) << 48;
        let opposing = board.opposing | u64::from(stores[1]) << 48;
        // A single product, both halves of it (as wyhash mixes): the transposition table is asked for
        // its entry as soon as the key is there. The highest bytes keep both factors from being 0.
        let product = u128::from(own ^ KEYS[0]) * u128::from(opposing ^ KEYS[1]);
        let [low, high] = [product as u64, (product >> 64) as u64];
        low ^ high ^ side
    }

    #[inline]
    fn key_after(&self, pos: &Position, mv: Move) -> Option<u64> {
        Some(key_when_played(self, pos, mv))
    }

    fn is_same(&self, one: &Position, other: &Position, same: Same) -> bool {
        let [a, b] = [one, other].map(|pos| pos.absolute());
        (a.board, a.stores) == (b.board, b.stores) && (!same.has_turn() || one.side == other.side)
    }

    const ENCODED_MOVES: usize = HOUSES;

    fn encode_move(mv: Move) -> u16 {
        mv.0.into()
    }

    /// Seeds that were captured do not come back.
    #[inline]
    fn is_irreversible(&self, pos: &Position, mv: Move) -> bool {
        let sown = pos.board.sow(mv.0.into());
        sown.prey != 0 && self.captured(sown) != 0
    }

    fn repetition(&self) -> Repetition {
        match self.variant.repeated {
            Repeated::Nothing => Repetition::NONE,
            Repeated::OwnSide | Repeated::Split => Repetition {
                count: self.variant.occurrence,
                then: Then::Settled,
                ..Repetition::NONE
            },
        }
    }
}
