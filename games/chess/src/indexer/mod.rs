//! The endgame indexer of chess: tables with at most five men.
//!
//! Positions with a right to castle are in no table; there are none in practice. En passant is: a
//! pawn that may be taken so has a place of its own. The counter of the fifty-move rule is not part of
//! a place; how far a table may be trusted under it is said by the distance to the next capture or
//! pawn move.
//!
//! Reading order: `kings`, `material` (which tables, how numbered), `men`, `placement` and
//! `en_passant` (from men to numbers and back), `movegen` (moves forward and back).

#![expect(
    clippy::cast_possible_truncation,
    clippy::trivially_copy_pass_by_ref,
    reason = "squares are below 64, tables below 145; men are looked at from many places"
)]

mod en_passant;
mod kings;
mod material;
mod men;
mod movegen;
mod placement;

use std::sync::LazyLock;

use cozy_chess::{BoardBuilder, CastleRights, Color, Piece, Square};

use self::material::{Kind, MEN_MAX, Man, Material};
use self::men::{Men, NO_FILE, PAWN_STEPS};
use self::movegen::MoveGen;
use super::rules::{Chess, FIFTY_MOVES, Position};
use plyglot_core::Side;
use plyglot_tablebase::indexer::{NodeKind, Predecessor, TerminalValue};
use plyglot_tablebase::wdl::Successor;
use plyglot_tablebase::{Indexer, TableId, Wdl, WdlIndexer};

/// With so many men on the board a search begins to meet positions with three.
const NEAR_MEN: usize = 8;

/// So many men win within fifty moves or not at all.
const MEN_IN_TIME: usize = 4;

/// Every indexer of chess is the same; it is made when a position with few men is met.
static MATERIAL: LazyLock<Material> = LazyLock::new(Material::new);

/// The gapless indexer of chess positions with at most five men.
#[derive(Clone, Debug)]
pub struct ChessIndexer {
    material: &'static LazyLock<Material>,
}

impl Default for ChessIndexer {
    fn default() -> Self {
        Self { material: &MATERIAL }
    }
}

impl ChessIndexer {
    fn kind(&self, table: TableId) -> &Kind {
        &self.material.kinds[table.0 as usize]
    }

    fn movegen(&self, table: TableId) -> MoveGen<'_> {
        MoveGen { material: self.material, kind: self.kind(table) }
    }

    /// Where a position belongs.
    fn place_of(&self, pos: &Position) -> Option<(usize, u64)> {
        let board = pos.board();
        if board.occupied().len() as usize > MEN_MAX {
            return None;
        }
        let has_right = |color| *board.castle_rights(color) != CastleRights::EMPTY;
        if Color::ALL.into_iter().any(has_right) {
            return None;
        }
        let mut list: [(Man, u8); MEN_MAX] = [((0, Piece::King), 0); MEN_MAX];
        let mut count = 0;
        for (i, color) in Color::ALL.into_iter().enumerate() {
            for piece in Piece::ALL {
                for square in board.colored_pieces(color, piece) {
                    list[count] = ((i as u8, piece), square as u8);
                    count += 1;
                }
            }
        }
        let passant = pos.en_passant().map_or(NO_FILE, |square| square.file() as u8);
        self.material.place_of(&list[..count], board.side_to_move() as u8, passant)
    }

    /// Men as a position.
    fn position(kind: &Kind, men: &Men) -> Option<Position> {
        let mut board = BoardBuilder::empty();
        for ((side, piece), at) in kind.men.iter().zip(men.squares) {
            *board.square_mut(Square::index(at.into())) = Some((*piece, men::color(*side)));
        }
        board.side_to_move = men::color(men.side);
        if men.passant != NO_FILE {
            let [_, passed, _] = Men::double_step(1 - men.side, men.passant);
            board.en_passant = Some(Square::index(passed.into()));
        }
        Some(Position::new(board.build().ok()?, 0))
    }
}

impl Indexer<Chess> for ChessIndexer {
    type Contents = Wdl;

    const VERSION: u32 = 1;
    const EMBEDDED_MEN: u8 = 3;

    fn passed(&self, _rules: &Chess, pos: &Position) -> Option<Position> {
        pos.pass()
    }

    fn is_near_embedded(&self, pos: &Position) -> bool {
        pos.board().occupied().len() as usize <= NEAR_MEN
    }

    fn tables(&self, _rules: &Chess, men_max: u8) -> Vec<TableId> {
        let small = |kind: &&Kind| kind.men.len() <= usize::from(men_max);
        // Tables are in order of their men, so the small ones come first.
        (0..self.material.kinds.iter().take_while(small).count() as u32).map(TableId).collect()
    }

    fn name(&self, table: TableId) -> String {
        self.kind(table).name.clone()
    }

    /// Without castling Chess960 is the same game.
    fn rules_text(&self, _rules: &Chess) -> String {
        "FIDE, without castling".to_owned()
    }

    fn table_of(&self, _rules: &Chess, pos: &Position) -> Option<TableId> {
        self.place_of(pos).map(|(kind, _)| TableId(kind as u32))
    }

    fn needs(&self, table: TableId) -> Vec<TableId> {
        let men = &self.kind(table).men;
        let mut found = Vec::new();
        let promotions = [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight];
        // Something is taken, or a pawn is promoted, or both.
        for taken in (2..men.len()).chain([MEN_MAX]) {
            for promoted in (2..men.len()).chain([MEN_MAX]) {
                let is_pawn = men.get(promoted).is_some_and(|man| man.1 == Piece::Pawn);
                let by_whom = men.get(promoted).map(|man| man.0);
                let own = taken != MEN_MAX && by_whom == Some(men[taken].0);
                if promoted != MEN_MAX && (!is_pawn || own) {
                    continue;
                }
                let becomes = if is_pawn { &promotions[..] } else { &[Piece::Queen] };
                for piece in becomes {
                    let after = (0..men.len()).filter(|slot| *slot != taken).map(|slot| {
                        if slot == promoted { (men[slot].0, *piece) } else { men[slot] }
                    });
                    found.extend(self.material.find(after).map(|(kind, _)| TableId(kind as u32)));
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        found.retain(|need| *need != table);
        found
    }

    fn len(&self, table: TableId) -> u64 {
        Material::len(self.kind(table))
    }

    fn rank(&self, table: TableId, pos: &Position) -> u64 {
        let found = self.place_of(pos);
        let (kind, at) = found.expect("a position of a table has a place");
        debug_assert_eq!(kind, table.0 as usize, "{pos:?}");
        at
    }

    fn locate(&self, _rules: &Chess, pos: &Position) -> Option<(TableId, u64)> {
        self.place_of(pos).map(|(kind, at)| (TableId(kind as u32), at))
    }

    fn unrank(&self, table: TableId, index: u64) -> Option<Position> {
        let kind = self.kind(table);
        Self::position(kind, &self.material.unrank(kind, index)?)
    }

    fn unmoves(&self, _rules: &Chess, table: TableId, pos: &Position, out: &mut Vec<Position>) {
        let movegen = self.movegen(table);
        let Some(men) = self.material.unrank(movegen.kind, self.rank(table, pos)) else { return };
        movegen.before(&men, |before, _| out.extend(Self::position(movegen.kind, before)));
    }

    fn predecessors(&self, _rules: &Chess, table: TableId, at: u64, out: &mut Vec<Predecessor>) {
        self.movegen(table).predecessors(at, out);
    }

    fn side_to_move(&self, _rules: &Chess, table: TableId, at: u64) -> Option<Side> {
        let men = self.material.unrank(self.kind(table), at)?;
        Some(if men.side == 0 { Side::First } else { Side::Second })
    }

    fn may_coincide(&self, table: TableId) -> bool {
        !self.kind(table).has_pawns
    }
}

impl WdlIndexer<Chess> for ChessIndexer {
    fn counter_limit(&self) -> Option<u16> {
        Some(FIFTY_MOVES)
    }

    /// With four men the longest mate takes 85 plies (`endgames.md`); with five there are wins
    /// without a capture or a pawn's move in 100.
    fn wins_in_time(&self, table: TableId) -> bool {
        self.kind(table).men.len() <= MEN_IN_TIME
    }

    /// Captures and promotions lead to other tables, and each step of a pawn takes one of those away that
    /// the pawns have before them.
    fn stages(&self, table: TableId) -> u32 {
        1 + PAWN_STEPS * self.kind(table).pawns() as u32
    }

    fn stage(&self, table: TableId, at: u64) -> (u32, u64) {
        self.material.steps_left(self.kind(table), at)
    }

    fn successors(
        &self,
        _rules: &Chess,
        table: TableId,
        at: u64,
        out: &mut Vec<Successor>,
    ) -> NodeKind<TerminalValue> {
        self.movegen(table).successors(at, out)
    }

    fn counter(&self, _rules: &Chess, pos: &Position) -> u16 {
        pos.halfmoves()
    }
}
