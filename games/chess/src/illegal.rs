//! Why a move is not legal, as a person who has just tried it wants to know: nothing stands there,
//! something is in the way, the king would be in check, castling is not possible any more.
//!
//! The reasons are found one by one, in the order in which a person sees them, and apart from the
//! move generator, which knows none of them: it only never makes such moves.

use cozy_chess::{
    BitBoard, Board, Color, File, Move, Piece, Rank, Square, get_between_rays, get_bishop_moves,
    get_king_moves, get_knight_moves, get_rook_moves,
};

use super::see;

/// Why this move of coordinates is not legal; `None` where it is, but for castling, of which it says that
/// it is to be written otherwise.
pub(super) fn of_squares(board: &Board, mv: Move) -> Option<String> {
    let us = board.side_to_move();
    let Move { from, to, promotion } = mv;
    let Some(piece) = board.piece_on(from) else {
        return Some(format!("nothing stands on {from}"));
    };
    if board.color_on(from) != Some(us) {
        return Some(format!("the {} on {from} is {}'s", name(piece), colour(!us)));
    }
    if piece == Piece::King
        && let Some(wing) = castling_wing(board, mv)
    {
        return Some(castling(board, wing));
    }
    if from == to {
        return Some("it goes nowhere".to_owned());
    }
    if let Some(own) = board.piece_on(to).filter(|_| board.color_on(to) == Some(us)) {
        return Some(format!("an own {} stands on {to}", name(own)));
    }
    not_reached(board, piece, from, to)
        .or_else(|| wrong_promotion(piece, from, to, promotion, us))
        .or_else(|| left_in_check(board, mv))
}

/// Why this algebraic text means no legal move.
pub(super) fn of_text(board: &Board, text: &str) -> String {
    let bare = text.trim_end_matches(['+', '#']);
    let us = board.side_to_move();
    match bare {
        "O-O" => return castling(board, Wing::Short),
        "O-O-O" => return castling(board, Wing::Long),
        _ => {}
    }
    let (words, promotion) = bare.split_once('=').unwrap_or((bare, ""));
    let letter = words.chars().next().filter(char::is_ascii_uppercase);
    let piece = letter.and_then(|c| Piece::try_from(c.to_ascii_lowercase()).ok());
    let piece = piece.unwrap_or(Piece::Pawn);
    let at = words.len().saturating_sub(2);
    let Some(to) = words.get(at..).and_then(|square| square.parse::<Square>().ok()) else {
        return String::new();
    };
    // A file, a rank, or both, behind the letter of the piece.
    let said: Vec<char> = words[..at]
        .chars()
        .filter(|c| (c.is_ascii_lowercase() && *c != 'x') || c.is_ascii_digit())
        .collect();
    let is_meant = |from: &Square| said.iter().all(|c| from.to_string().contains(*c));
    let men = board.colored_pieces(us, piece).into_iter().filter(is_meant);
    let promotion = promotion.chars().next();
    let promotion = promotion.and_then(|c| Piece::try_from(c.to_ascii_lowercase()).ok());
    let reaching: Vec<Square> =
        men.filter(|&from| not_reached(board, piece, from, to).is_none()).collect();
    match reaching[..] {
        [] => format!("no {} of {} reaches {to}", name(piece), colour(us)),
        [from] => of_squares(board, Move { from, to, promotion }).unwrap_or_default(),
        _ => format!("more than one {} reaches {to}", name(piece)),
    }
}

/// Why a piece does not get to a square, whatever becomes of its king.
fn not_reached(board: &Board, piece: Piece, from: Square, to: Square) -> Option<String> {
    let never = || Some(format!("a {} does not go from {from} to {to}", name(piece)));
    let empty = BitBoard::EMPTY;
    let reach = match piece {
        Piece::Pawn => return pawn_not_reached(board, from, to),
        Piece::Knight => get_knight_moves(from),
        Piece::King => get_king_moves(from),
        Piece::Bishop => get_bishop_moves(from, empty),
        Piece::Rook => get_rook_moves(from, empty),
        Piece::Queen => get_bishop_moves(from, empty) | get_rook_moves(from, empty),
    };
    if !reach.has(to) {
        return never();
    }
    let between = get_between_rays(from, to) & board.occupied();
    let first = between.into_iter().min_by_key(|square| distance(from, *square));
    first.map(|square| in_the_way(board, square))
}

fn pawn_not_reached(board: &Board, from: Square, to: Square) -> Option<String> {
    let us = board.side_to_move();
    let forward = |square: Square| match us {
        Color::White => square.rank() as i8 + 1,
        Color::Black => square.rank() as i8 - 1,
    };
    let files = (from.file() as i8).abs_diff(to.file() as i8);
    let one = forward(from) == to.rank() as i8;
    let middle = || from.try_offset(0, if us == Color::White { 1 } else { -1 });
    let is_start = from.rank() == Rank::Second.relative_to(us);
    let two = is_start && to.rank() == Rank::Fourth.relative_to(us);
    match files {
        0 if one || two => {
            let stop = middle().filter(|square| board.occupied().has(*square));
            let stop = stop.or_else(|| board.occupied().has(to).then_some(to));
            stop.map(|square| in_the_way(board, square))
        }
        1 if one => {
            let en_passant =
                board.en_passant().map(|file| Square::new(file, Rank::Sixth.relative_to(us)));
            let takes = board.colors(!us).has(to) || en_passant == Some(to);
            (!takes).then(|| format!("a pawn goes there only to take, and {to} is empty"))
        }
        _ => Some(format!("a pawn does not go from {from} to {to}")),
    }
}

fn wrong_promotion(
    piece: Piece,
    from: Square,
    to: Square,
    promotion: Option<Piece>,
    us: Color,
) -> Option<String> {
    let crowns = piece == Piece::Pawn && to.rank() == Rank::Eighth.relative_to(us);
    match promotion {
        None if crowns => {
            Some(format!("a pawn on the last rank becomes a piece, as in {from}{to}q"))
        }
        Some(Piece::Pawn | Piece::King) if crowns => {
            Some("a pawn becomes a queen, a rook, a bishop or a knight".to_owned())
        }
        Some(_) if !crowns => Some("only a pawn on the last rank becomes another piece".to_owned()),
        _ => None,
    }
}

/// Who attacks the king after the move.
fn left_in_check(board: &Board, mv: Move) -> Option<String> {
    let us = board.side_to_move();
    let is_king = board.king(us) == mv.from;
    let king = if is_king { mv.to } else { board.king(us) };
    let mut occupied = (board.occupied() ^ mv.from.bitboard()) | mv.to.bitboard();
    let mut taken = mv.to.bitboard();
    if see::is_en_passant(board, mv) {
        taken = Square::new(mv.to.file(), mv.from.rank()).bitboard();
        occupied ^= taken;
    }
    let attackers = see::attackers(board, king, occupied) & board.colors(!us) & !taken;
    let attacker = attackers.into_iter().next()?;
    let piece = name(board.piece_on(attacker)?);
    let was_check = !board.checkers().is_empty() && !is_king;
    let stays = if was_check && board.checkers().has(attacker) { "is" } else { "would be" };
    Some(format!("the king {stays} in check from the {piece} on {attacker}"))
}

/// Of castling that the rules allow.
const WRITTEN: &str = "castling is written as the king's move to its square, or onto its rook";

/// Towards which rook the king castles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wing {
    Short,
    Long,
}

/// Where a king's move means castling: onto an own rook that may still castle, or from its square of
/// ordinary chess two squares to a side.
fn castling_wing(board: &Board, Move { from, to, .. }: Move) -> Option<Wing> {
    let us = board.side_to_move();
    let rank = Rank::First.relative_to(us);
    if from.rank() != rank || to.rank() != rank {
        return None;
    }
    let rights = board.castle_rights(us);
    let is_rook = board.colored_pieces(us, Piece::Rook).has(to);
    match to.file() {
        file if is_rook && rights.short == Some(file) => Some(Wing::Short),
        file if is_rook && rights.long == Some(file) => Some(Wing::Long),
        File::G if from.file() == File::E => Some(Wing::Short),
        File::C if from.file() == File::E => Some(Wing::Long),
        _ => None,
    }
}

/// Why castling towards this side is not possible.
fn castling(board: &Board, wing: Wing) -> String {
    let us = board.side_to_move();
    let king = board.king(us);
    let rights = board.castle_rights(us);
    let is_short = wing == Wing::Short;
    let Some(rook) = (if is_short { rights.short } else { rights.long }) else {
        return "castling on that side is not possible any more".to_owned();
    };
    if let Some(checker) = board.checkers().into_iter().next() {
        return format!("no castling out of check, which {checker} gives");
    }
    let rank = king.rank();
    let (king_to, rook_to) = if is_short { (File::G, File::F) } else { (File::C, File::D) };
    let [king_to, rook_to] = [king_to, rook_to].map(|file| Square::new(file, rank));
    let rook = Square::new(rook, rank);
    let span = |from: Square, to: Square| get_between_rays(from, to) | to.bitboard();
    let own = king.bitboard() | rook.bitboard();
    let crossed = (span(king, king_to) | span(rook, rook_to)) & board.occupied() & !own;
    if let Some(square) = crossed.into_iter().next() {
        return in_the_way(board, square);
    }
    let occupied = board.occupied() & !own;
    for square in span(king, king_to) {
        let attackers = see::attackers(board, square, occupied) & board.colors(!us);
        if let Some(attacker) = attackers.into_iter().next() {
            return format!("the king would pass {square}, which {attacker} attacks");
        }
    }
    WRITTEN.to_owned()
}

fn in_the_way(board: &Board, square: Square) -> String {
    let piece = board.piece_on(square).map_or("man", name);
    format!("the {piece} on {square} is in the way")
}

fn distance(one: Square, other: Square) -> u8 {
    let files = (one.file() as i8).abs_diff(other.file() as i8);
    files.max((one.rank() as i8).abs_diff(other.rank() as i8))
}

const fn colour(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

const fn name(piece: Piece) -> &'static str {
    match piece {
        Piece::Pawn => "pawn",
        Piece::Knight => "knight",
        Piece::Bishop => "bishop",
        Piece::Rook => "rook",
        Piece::Queen => "queen",
        Piece::King => "king",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Chess;
    use plyglot_core::game::{Notation, PlayedGame, Rules};

    fn why(fen: &str, text: &str) -> String {
        let rules = Chess::default();
        let pos = rules.parse_position(fen).unwrap();
        let played = PlayedGame::new(&rules, pos);
        assert!(rules.parse_move(&played, text).is_err(), "{fen}: {text}");
        rules.why_illegal(&played, text)
    }

    #[test]
    fn reasons_are_those_a_person_sees() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let castles = "4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1";
        for (fen, text, expected) in [
            (start, "e4e5", "nothing stands on e4"),
            (start, "e7e5", "the pawn on e7 is Black's"),
            (start, "e2e5", "a pawn does not go from e2 to e5"),
            (start, "e2d3", "a pawn goes there only to take, and d3 is empty"),
            (start, "a1a5", "the pawn on a2 is in the way"),
            (start, "g1e2", "an own pawn stands on e2"),
            (start, "b1b3", "a knight does not go from b1 to b3"),
            (start, "Nd4", "no knight of White reaches d4"),
            (start, "e2e4q", "only a pawn on the last rank becomes another piece"),
            (start, "O-O", "the bishop on f1 is in the way"),
            (start, "e1g1", "the bishop on f1 is in the way"),
            (
                "8/P6k/8/8/8/8/8/K7 w - - 0 1",
                "a7a8",
                "a pawn on the last rank becomes a piece, as in a7a8q",
            ),
            (
                "4k3/8/8/8/8/8/4r3/4K2B w - - 0 1",
                "h1g2",
                "the king is in check from the rook on e2",
            ),
            (
                "4k3/4r3/8/8/8/8/4B3/4K3 w - - 0 1",
                "e2d3",
                "the king would be in check from the rook on e7",
            ),
            (
                "4k3/8/8/8/8/8/r7/4K3 w - - 0 1",
                "e1e2",
                "the king would be in check from the rook on a2",
            ),
            (
                "k7/8/8/K1pP3r/8/8/8/8 w - c6 0 1",
                "d5c6",
                "the king would be in check from the rook on h5",
            ),
            (castles, "O-O-O", "the knight on b1 is in the way"),
            (
                "4k3/8/8/8/5r2/8/8/R3K2R w KQ - 0 1",
                "e1g1",
                "the king would pass f1, which f4 attacks",
            ),
            (
                "4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 1",
                "e1c1",
                "no castling out of check, which e4 gives",
            ),
            (
                "4k3/8/8/8/8/8/8/R3K2R w - - 0 1",
                "e1g1",
                "castling on that side is not possible any more",
            ),
            ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a1", "it goes nowhere"),
            ("4k3/8/8/8/8/8/8/5RK1 w - - 0 1", "g1f1", "an own rook stands on f1"),
            ("4k3/8/8/8/8/8/8/K7 w - - 0 1", "a1c1", "a king does not go from a1 to c1"),
            (
                "4k3/4r3/8/4N3/8/8/8/4K1N1 w - - 0 1",
                "N5f3",
                "the king would be in check from the rook on e7",
            ),
        ] {
            assert_eq!(why(fen, text), expected, "{fen}: {text}");
        }
    }

    #[test]
    fn wings_are_those_of_the_rook_wherever_the_king_stands() {
        let rules = Chess::new(true);
        for (fen, text, expected) in [
            ("4k3/8/8/8/8/8/8/5BKR w H - 0 1", "O-O", "the bishop on f1 is in the way"),
            ("4k3/8/8/8/8/8/8/RKB5 w A - 0 1", "O-O-O", "the bishop on c1 is in the way"),
        ] {
            let played = PlayedGame::new(&rules, rules.parse_position(fen).unwrap());
            assert_eq!(rules.why_illegal(&played, text), expected, "{fen}: {text}");
        }
    }

    /// Whatever is not legal has a reason, and what is legal has none, but for castling.
    #[test]
    fn every_pair_of_squares_is_legal_or_has_a_reason() {
        let rules = Chess::default();
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        ] {
            let pos = rules.parse_position(fen).unwrap();
            let mut legal = Vec::new();
            rules.legal_moves(&pos, &mut legal);
            let board = pos.board();
            for from in Square::ALL {
                for to in Square::ALL {
                    for promotion in [None, Some(Piece::Queen)] {
                        let mv = Move { from, to, promotion };
                        let reason = of_squares(board, mv);
                        let is_king = board.king(board.side_to_move()) == from;
                        let wing = castling_wing(board, mv).filter(|_| is_king);
                        let Some(wing) = wing else {
                            let is_legal = legal.contains(&mv);
                            assert_eq!(reason.is_none(), is_legal, "{fen}: {mv}: {reason:?}");
                            continue;
                        };
                        let rights = board.castle_rights(board.side_to_move());
                        let rook = if wing == Wing::Short { rights.short } else { rights.long };
                        let castles = rook.is_some_and(|rook| {
                            let to = Square::new(rook, from.rank());
                            legal.contains(&Move { from, to, promotion: None })
                        });
                        let is_told = reason.as_deref() == Some(WRITTEN);
                        assert_eq!(is_told, castles, "{fen}: {mv}: {reason:?}");
                    }
                }
            }
        }
    }
}
