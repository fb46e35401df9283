//! Kalah's endgame tables as files: one for each number of stones in play, margins as codes.
//!
//! A table holds boards without stores, seen by the side to move; the places are those of the
//! solver's own tables ([`super::solve`]), so that it can take a file over as it is. What the stores
//! hold is added by who asks. Moves that bank a stone lead into a table with fewer; the others lead
//! on inside it and never back, so a table is made in one pass.
//!
//! The tables know boards, not chains: a board in the middle of a chain is the same board with the
//! same side to move, and has the same margin.

use std::ops::Range;
use std::sync::OnceLock;

use super::board::{Board, PITS_MAX};
use super::rules::{Kalah, Pie, Position};
use super::solve::{Endgames, Ending, Halves, Layout, choose};
use super::variant::{CAPTURE, END, End, REST, RuleSet};
use plyglot_core::Side;
use plyglot_tablebase::indexer::NodeKind;
use plyglot_tablebase::margin::{MarginSuccessor, SeeNode};
use plyglot_tablebase::monitor::{Monitor, Phase};
use plyglot_tablebase::solved::SolvedTables;
use plyglot_tablebase::span::code_of;
use plyglot_tablebase::{Indexer, MarginIndexer, Margins, TableId};

/// No table has so many stones that one side could have them in more ways than this.
const WAYS_MAX: u64 = 2_000_000;
/// Layouts of boards with no more ways a side are made in an instant: small tables do not wait for
/// the large ones'.
const WAYS_NEAR: u64 = 100_000;
/// Most stones of a table; a margin must fit its code.
const STONES_MAX: u16 = 126;

/// The indexer of boards by the number of stones in play.
#[derive(Clone, Debug)]
pub struct KalahIndexer {
    halves: Halves,
    end: End,
    stones_max: u16,
    /// For boards with at most so many stones.
    near: (u16, OnceLock<Layout>),
    /// For all.
    far: OnceLock<Layout>,
}

/// A board, and the place of its opposing pits in a layout.
#[derive(Clone, Copy)]
struct Placed<'a> {
    layout: &'a Layout,
    board: Board,
    column: usize,
}

impl KalahIndexer {
    /// The indexer for boards with so many pits a side, on which the game ends so.
    pub(super) fn new(pits: usize, end: End) -> Self {
        let halves = Halves::new(pits);
        let most = |ways_max: u64| {
            let fits = |stones: &u16| halves.count(*stones) <= ways_max;
            (1..=STONES_MAX).take_while(fits).last().unwrap_or(1)
        };
        let (stones_max, near) = (most(WAYS_MAX), (most(WAYS_NEAR), OnceLock::new()));
        Self { halves, end, stones_max, near, far: OnceLock::new() }
    }

    /// Where boards with so many stones lie.
    #[inline]
    fn layout(&self, stones: u16) -> &Layout {
        let (near_max, near) = &self.near;
        if stones <= *near_max {
            near.get_or_init(|| self.layout_to(*near_max))
        } else {
            self.far.get_or_init(|| self.layout_to(self.stones_max))
        }
    }

    fn layout_to(&self, stones_max: u16) -> Layout {
        let mut layout = Layout::none(&self.halves);
        (0..stones_max).for_each(|_| layout.grow(&self.halves));
        layout
    }

    /// [`MarginIndexer::successors`] of a board.
    #[inline]
    fn successors_of(
        &self,
        kalah: &Kalah,
        placed: Placed<'_>,
        recent: &mut Recent,
        out: &mut Vec<MarginSuccessor>,
    ) -> NodeKind<i16> {
        let Placed { layout, board, column } = placed;
        let ending = ending(kalah);
        if ending.end.is_over(board) {
            return NodeKind::Terminal(ending.margin(board));
        }
        let place = |pits: u64| layout.place::<PITS_MAX>(&self.halves, pits);
        let stones = board.in_play();
        for pit in board.pits() {
            let sown = kalah.sowings().sow(board, pit);
            let after = if sown.again { sown.board } else { sown.board.turned() };
            let (same_side, banked) = (sown.again, sown.banked.cast_signed());
            if ending.end.is_over(after) {
                let rest = ending.margin(after);
                let gain = banked + if same_side { rest } else { -rest };
                out.push(MarginSuccessor { to: None, same_side, gain });
                continue;
            }
            let Board { own, opposing } = sown.board;
            if recent[pit].0 != own {
                recent[pit] = (own, place(own));
            }
            let own = recent[pit].1;
            let opposing = if opposing == board.opposing { column } else { place(opposing) };
            let (row, column) = if same_side { (own, opposing) } else { (opposing, own) };
            let left = stones - sown.banked;
            let at = layout.index(left, Board::sum(after.own), row, column) - layout.first(left);
            out.push(MarginSuccessor {
                to: Some((TableId(left.into()), at as u64)),
                same_side,
                gain: banked,
            });
        }
        NodeKind::Open
    }

    /// The place of a board in its table.
    fn place_of(&self, board: Board) -> (TableId, u64) {
        let stones = board.in_play();
        let layout = self.layout(stones);
        let at = layout.find::<PITS_MAX>(&self.halves, board, stones);
        (TableId(stones.into()), (at - layout.first(stones)) as u64)
    }

    fn board(&self, table: TableId, at: u64) -> Board {
        let stones = stones_of(table);
        let layout = self.layout(stones);
        layout.board(stones, layout.first(stones) + position(at))
    }
}

/// By pit: what its sowing last left on the own side, and the place of that. Neighbouring boards have
/// it in common.
type Recent = [(u64, usize); PITS_MAX];
const NOTHING_RECENT: Recent = [(u64::MAX, 0); PITS_MAX];

/// A table has the number of its stones.
fn stones_of(table: TableId) -> u16 {
    u16::try_from(table.0).unwrap_or(u16::MAX)
}

fn position(at: u64) -> usize {
    usize::try_from(at).unwrap_or(usize::MAX)
}

fn ending(kalah: &Kalah) -> Ending {
    Ending { end: kalah.variant.end, rest: kalah.variant.rest }
}

impl Indexer<Kalah> for KalahIndexer {
    type Contents = Margins;

    const VERSION: u32 = 1;
    const RULES_VARY: bool = true;
    /// Thirty million boards, made in seconds.
    const USUAL_MEN: u8 = 16;

    /// A game that is won with half of the stones has no margins.
    fn tables(&self, kalah: &Kalah, men_max: u8) -> Vec<TableId> {
        let stones_max = self.stones_max.min(men_max.into());
        let stones_max = if kalah.variant.stop_at_half { 0 } else { stones_max };
        (1..=u32::from(stones_max)).map(TableId).collect()
    }

    /// `stones12`: twelve stones in play.
    fn name(&self, table: TableId) -> String {
        format!("stones{}", table.0)
    }

    /// How many stones lie on the board at the start and whether sides may be swapped then does
    /// not matter to the end of the game.
    fn rules_text(&self, kalah: &Kalah) -> String {
        let RuleSet { capture, end, rest, .. } = kalah.variant;
        let words = [CAPTURE.word(capture), END.word(end), REST.word(rest)];
        let [capture, end, rest] = words.map(Option::unwrap_or_default);
        format!("{} pits, capture {capture}, end {end}, rest {rest}", kalah.pits())
    }

    fn table_of(&self, kalah: &Kalah, pos: &Position) -> Option<TableId> {
        let stones = pos.board.in_play();
        let fits = (1..=self.stones_max).contains(&stones) && pos.pie == Pie::Gone;
        let fits = fits && !kalah.variant.stop_at_half && !kalah.is_over(pos);
        fits.then(|| TableId(stones.into()))
    }

    fn needs(&self, table: TableId) -> Vec<TableId> {
        (1..table.0).map(TableId).collect()
    }

    fn len(&self, table: TableId) -> u64 {
        let pits = 2 * self.halves.pits();
        choose(table.0 as usize + pits - 1, pits - 1)
    }

    fn rank(&self, _table: TableId, pos: &Position) -> u64 {
        self.place_of(pos.board).1
    }

    /// Boards on which the game is over have a margin, which the solver asks for, but are no
    /// positions: what is left has been swept.
    fn unrank(&self, table: TableId, index: u64) -> Option<Position> {
        let board = self.board(table, index);
        let pos = Position { board, stores: [0, 0], side: Side::First, pie: Pie::Gone };
        (!self.end.is_over(board)).then_some(pos)
    }

    /// A sowing that banks nothing has left its pit empty and one stone in each of the next; the
    /// side to move now did not make it.
    fn unmoves(&self, _: &Kalah, _: TableId, pos: &Position, out: &mut Vec<Position>) {
        let now = pos.board.turned();
        let pits = self.halves.pits();
        for pit in (0..pits).filter(|&pit| now.stones(pit) == 0) {
            let mut own = now.own;
            for next in (pit + 1..pits).take_while(|&next| now.stones(next) > 0) {
                own = own - (1 << (8 * next)) + (1 << (8 * pit));
                let board = Board { own, opposing: now.opposing };
                let stores = [pos.stores[1], pos.stores[0]];
                out.push(Position { board, stores, side: pos.side.other(), pie: pos.pie });
            }
        }
    }

    /// Each pit leads elsewhere.
    fn may_coincide(&self, _table: TableId) -> bool {
        false
    }
}

impl MarginIndexer<Kalah> for KalahIndexer {
    const CYCLES: bool = false;

    fn successors(
        &self,
        kalah: &Kalah,
        table: TableId,
        at: u64,
        out: &mut Vec<MarginSuccessor>,
    ) -> NodeKind<i16> {
        let board = self.board(table, at);
        let layout = self.layout(stones_of(table));
        let column = layout.place::<PITS_MAX>(&self.halves, board.opposing);
        let placed = Placed { layout, board, column };
        self.successors_of(kalah, placed, &mut { NOTHING_RECENT }, out)
    }

    fn each_node(
        &self,
        kalah: &Kalah,
        table: TableId,
        places: Range<u64>,
        moves: &mut Vec<MarginSuccessor>,
        see: &mut SeeNode<'_>,
    ) {
        let stones = stones_of(table);
        let layout = self.layout(stones);
        let first = layout.first(stones);
        let places = first + position(places.start)..first + position(places.end);
        let mut recent = NOTHING_RECENT;
        layout.each_board(stones, places, |at, board, column| {
            moves.clear();
            let node =
                self.successors_of(kalah, Placed { layout, board, column }, &mut recent, moves);
            see((at - first) as u64, node, moves)
        });
    }

    fn margin_so_far(&self, _: &Kalah, pos: &Position) -> i16 {
        pos.stores[0].cast_signed() - pos.stores[1].cast_signed()
    }

    fn solve_in_order(
        &self,
        kalah: &Kalah,
        table: TableId,
        solved: &SolvedTables,
        monitor: &dyn Monitor,
    ) -> Option<Option<Vec<u8>>> {
        let mut tables = Endgames::none(&self.halves);
        for smaller in self.needs(table) {
            let cells = solved.get(smaller)?;
            let codes = (0..cells.len()).map(|at| u8::try_from(cells.code(at)).unwrap_or(0));
            tables.take_over(&self.halves, cells.len(), codes);
        }
        monitor.progress(Phase::Initial, 0, self.len(table));
        let must_stop = || !monitor.may_go_on();
        let done = tables.grow(&self.halves, kalah.sowings(), ending(kalah), &must_stop, false);
        let codes = || tables.last().map(|margin| code_of(margin.into())).collect();
        Some(done.then(codes))
    }
}
