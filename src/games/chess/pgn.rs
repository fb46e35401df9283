//! Games as PGN (Edwards 1994), export format as far as it goes: the seven tags, standard algebraic
//! notation, comments in braces, lines of at most 80 columns.

use cozy_chess::util::display_san_move;
use cozy_chess::{Board, Color};

use super::rules::Chess;
use crate::core::Side;
use crate::game::notation::Header;
use crate::game::tags::{match_tags, tag, wrapped};
use crate::game::{Line, Notation, Rules};

/// The game, with an empty line after it.
pub(super) fn write(rules: Chess, line: &Line<Chess>, header: &Header<'_>) -> String {
    let result = match header.result {
        None => "*",
        Some(None) => "1/2-1/2",
        Some(Some(Side::First)) => "1-0",
        Some(Some(Side::Second)) => "0-1",
    };
    let mut text = String::new();
    let find =
        |name: &str| header.tags.iter().find(|(tag, _)| *tag == name).map(|(_, v)| v.as_str());
    let seven = [
        ("Event", find("Event").unwrap_or("?")),
        ("Site", "?"),
        ("Date", find("Date").unwrap_or("????.??.??")),
        ("Round", find("Round").unwrap_or("-")),
        ("White", find("First").unwrap_or("?")),
        ("Black", find("Second").unwrap_or("?")),
        ("Result", result),
    ];
    for (name, value) in seven {
        tag(&mut text, name, value);
    }
    if rules.is_chess960() {
        tag(&mut text, "Variant", "Chess960");
    }
    if *line.setup() != rules.start() {
        tag(&mut text, "SetUp", "1");
        tag(&mut text, "FEN", &rules.position_text(line.setup()));
    }
    tag(&mut text, "PlyCount", &line.played().len().to_string());
    match_tags(&mut text, header.tags, ["WhiteTimeControl", "BlackTimeControl"]);
    text.push('\n');
    text += &wrapped(&move_text(line, header.comments, result));
    text.push('\n');
    text
}

/// The words of the move text: numbers, moves, words of comments, the result.
fn move_text(line: &Line<Chess>, comments: &[String], result: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut numbered = false;
    for (i, (pos, mv)) in line.positions().iter().zip(line.played()).enumerate() {
        let board: &Board = pos.board();
        match board.side_to_move() {
            Color::White => words.push(format!("{}.", board.fullmove_number())),
            Color::Black if !numbered => words.push(format!("{}...", board.fullmove_number())),
            Color::Black => {}
        }
        words.push(display_san_move(board, *mv).to_string());
        numbered = true;
        if let Some(comment) = comments.get(i).filter(|comment| !comment.is_empty()) {
            // A closing brace would end the comment.
            let comment = format!("{{{}}}", comment.replace('}', ")"));
            words.extend(comment.split_whitespace().map(str::to_owned));
            numbered = false;
        }
    }
    words.push(result.to_owned());
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_game_with_comments_and_without_its_first_moves() {
        let rules = Chess::default();
        let fen = "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2";
        let mut line = Line::new(&rules, rules.parse_position(fen).unwrap());
        let mv = rules.parse_move(&line, "d8h4").unwrap();
        line.play(&rules, mv);
        let tags = [("First", "A \"b\"".to_owned()), ("Termination", "normal".to_owned())];
        let comments = ["+M1/3 {x}".to_owned()];
        let header = Header { tags: &tags, comments: &comments, result: Some(Some(Side::Second)) };
        let expected = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"-\"]\n\
            [White \"A \\\"b\\\"\"]\n[Black \"?\"]\n[Result \"0-1\"]\n[SetUp \"1\"]\n\
            [FEN \"rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2\"]\n\
            [PlyCount \"1\"]\n[Termination \"normal\"]\n\n2... Qh4# {+M1/3 {x)} 0-1\n\n";
        assert_eq!(write(rules, &line, &header), expected);
    }
}
