//! Positions, the diagram, and every spelling of a move.

use plyglot::core::Settings;
use plyglot::game::{MoveError, Notation, PlayedGame, Rules};
use plyglot::games::abalone::{Abalone, Position};
use plyglot::options;
use plyglot::registry::{GAMES, find};
use plyglot_conformance::laws::each_position;
use plyglot_oracles::abalone::{Cell, Naive};

const DIRECTIONS: [(Cell, [&str; 3]); 6] = [
    ((0, 1), ["e", "6", "k"]),
    ((1, 1), ["ne", "9", "i"]),
    ((1, 0), ["nw", "7", "u"]),
    ((0, -1), ["w", "4", "h"]),
    ((-1, -1), ["sw", "1", "n"]),
    ((-1, 0), ["se", "3", "m"]),
];

fn cell(text: &str) -> Cell {
    let bytes = text.as_bytes();
    (i32::from(bytes[0] - b'a') + 1, i32::from(bytes[1] - b'0'))
}

fn name((row, column): Cell) -> String {
    format!("{}{column}", char::from(b'a' + u8::try_from(row - 1).unwrap()))
}

/// `a + times * (b)`.
fn go((row, column): Cell, times: i32, (up, right): Cell) -> Cell {
    (row + times * up, column + times * right)
}

/// The unit step from one cell towards another of its line, and how many.
fn way(from: Cell, to: Cell) -> (Cell, i32) {
    let apart = (to.0 - from.0, to.1 - from.1);
    let steps = apart.0.abs().max(apart.1.abs());
    ((apart.0 / steps, apart.1 / steps), steps)
}

/// Every other spelling of a move that is written so, worked out from the board as text.
fn spellings(board: &Naive, written: &str) -> Vec<String> {
    if written.len() == 6 {
        return row_spellings(written);
    }
    let (back, to) = (cell(&written[..2]), cell(&written[2..]));
    let (step, _) = way(back, to);
    let own = board.at(back);
    let marbles = |cell: Cell| board.at(cell) != '.' && board.at(cell) != '#';
    let line = (0..9).take_while(|&n| marbles(go(back, n, step))).count();
    let line = i32::try_from(line).unwrap();
    // The last cell that changes: the empty one, or the rim where a marble falls.
    let last = if board.at(go(back, line, step)) == '#' { line - 1 } else { line };
    let mut all = vec![format!("{}{}", name(back), name(go(back, last, step)))];
    let ahead = (1..9).find(|&n| board.at(go(back, n, step)) != own).unwrap();
    all.push(format!("{}{}", name(back), name(go(back, ahead, step))));
    let (_, words) = DIRECTIONS.into_iter().find(|(delta, _)| *delta == step).unwrap();
    for word in words {
        all.push(format!("{}:{word}", name(back)));
        all.push(format!("{} {word}", name(back)));
        all.push(format!("{}{word}", name(back)));
    }
    all
}

fn row_spellings(written: &str) -> Vec<String> {
    let (near, far) = (cell(&written[..2]), cell(&written[2..4]));
    let (step, _) = way(near, cell(&written[4..]));
    let (axis, len) = way(near, far);
    let mut all = vec![format!("{}{}{}", name(far), name(near), name(go(far, 1, step)))];
    // Nacre names the end from which the row and the step include 60 degrees: the step and the
    // row's direction differ by a step of the board.
    let apart = (step.0 - axis.0, step.1 - axis.1);
    let is_sharp = DIRECTIONS.iter().any(|(delta, _)| *delta == apart);
    let (end, other) = if is_sharp { (near, far) } else { (far, near) };
    all.push(format!("{}{}", name(end), name(go(other, 1, step))));
    assert!((1..=2).contains(&len), "{written}");
    all
}

#[test]
fn every_spelling_of_every_move_is_read() {
    let mut rows = 0;
    for (layout, seed) in [("standard", 1), ("belgian_daisy", 2), ("alien_attack", 3), ("star", 4)]
    {
        let rules = Abalone::with_start(layout).unwrap();
        each_position(&rules, seed, |played| {
            let pos = played.position();
            let board = Naive::parse(&rules.position_text(pos));
            for mv in played.moves(&rules) {
                let written = rules.move_text(pos, mv);
                rows += usize::from(written.len() == 6);
                for text in spellings(&board, &written) {
                    for text in [text.clone(), text.to_uppercase()] {
                        let read = rules.parse_move(played, &text);
                        assert_eq!(read, Ok(mv), "{text} for {written}, {board:?}");
                    }
                }
            }
            Ok::<(), ()>(())
        })
        .unwrap();
    }
    assert!(rows > 1000, "only {rows} broadsides");
}

/// The position after these words as a list of moves.
fn after(words: &str) -> Result<String, String> {
    let (game, variant) = find(GAMES, "abalone").unwrap();
    let settings = Settings::defaults(&options::all(GAMES));
    let mut engine = (game.open)(variant.name, &settings).unwrap();
    let words: Vec<&str> = words.split_whitespace().collect();
    engine.play(&words).map_err(|error| error.to_string())?;
    Ok(engine.position_text())
}

#[test]
fn a_marble_and_a_direction_may_be_two_words_of_a_list() {
    let written = after("c3d3 g7f6 a1b2");
    for words in ["c3 7 g7 1 a1 9", "c3 nw g7 n a1 i", "c3:7 g7 sw a1b2", "C3 U g7f6 A1 NE"] {
        assert_eq!(after(words), written, "{words}");
    }
    for (words, error) in [
        ("c3d3 g7", "move 2: `g7` is not a move"),
        ("c3 7 g7 5 a1b2", "move 2: `g7 5` is not a move"),
        ("c3 g7 1", "move 1: `c3` is not a move"),
        ("c3 7 7 g7", "move 2: `7` is not a move"),
        ("c3 7 g7 9", "move 2: `g7 9` is not legal here"),
    ] {
        assert!(after(words).unwrap_err().starts_with(error), "{words}: {:?}", after(words));
    }
}

#[test]
fn a_broadside_is_written_from_the_end_that_comes_first() {
    let rules = Abalone::default();
    let played = PlayedGame::new(&rules, rules.start());
    let written: Vec<String> =
        played.moves(&rules).into_iter().map(|mv| rules.move_text(played.position(), mv)).collect();
    for expected in ["c3d3", "a1b1", "c3c5d4", "c3c4d3", "b1c2", "b2c3"] {
        assert!(written.iter().any(|text| text == expected), "{expected} of {written:?}");
    }
    for text in written.iter().filter(|text| text.len() == 6) {
        assert!(text[..2] < text[2..4], "{text}");
    }
}

#[test]
fn moves_that_are_none_are_refused() {
    let rules = Abalone::default();
    let played = PlayedGame::new(&rules, rules.start());
    for text in
        ["", "a", "a1", "a1a1", "j1a1", "a6b6", "a1b2c3d4", "c3:x", "c3::7", "e4e5x", "ß3:7"]
    {
        let read = rules.parse_move(&played, text);
        assert!(matches!(read, Err(MoveError::Syntax { .. })), "{text}: {read:?}");
    }
    // An empty cell, the opponent's marbles, off the board, a row that is blocked, too far.
    for text in ["e5e6", "i5h5", "a1:sw", "a1a3b2", "c3e9", "c3g7"] {
        let read = rules.parse_move(&played, text);
        assert!(matches!(read, Err(MoveError::Illegal { .. })), "{text}: {read:?}");
    }
    let over = rules.parse_position("5/6/7/8/4S4/8/7/6/s4 6 5 w 0 9").unwrap();
    let read = rules.parse_move(&PlayedGame::new(&rules, over), "a1a2");
    assert!(matches!(read, Err(MoveError::Over { .. })), "{read:?}");
}

#[test]
fn positions_are_read_and_their_faults_named() {
    let rules = Abalone::default();
    let start = "sssss/ssssss/2sss2/8/9/8/2SSS2/SSSSSS/SSSSS 0 0 b 0 1";
    assert_eq!(rules.position_text(&rules.start()), start);
    let board = &start[..start.len() - 10];
    assert_eq!(rules.parse_position(board), Ok(rules.start()), "the rest may be left out");
    for (text, error) in [
        ("", "rows: found ``, expected nine rows with / between them, not 1"),
        ("5/6/7/8/9/8/7/6/S5", "rows: found `S5`, expected 5 cells of S, s and digits in row a"),
        ("5/6/7/8/8/8/7/6/5", "rows: found `8`, expected 9 cells of S, s and digits in row e"),
        ("5/6/7/8/9/8/7/6/4x", "rows: found `4x`, expected 5 cells of S, s and digits in row a"),
        ("5/6/7/8/9/8/7/6/S4 7 0", "ejected: found `7`, expected a number of marbles, 0 to 6"),
        (
            "5/6/7/8/9/8/7/6/S4 6 6",
            "ejected: found `6 6`, expected only one side to have pushed off 6",
        ),
        ("5/6/7/8/9/8/7/6/S4 0 0 x", "side: found `x`, expected b or w"),
        (
            "5/6/7/8/9/8/7/6/S4 0 0 b -1",
            "plies without an ejection: found `-1`, expected a number below 65536",
        ),
        (
            "5/6/7/8/9/8/7/6/S4 0 0 b 0 1 1",
            "end: found `1`, expected nothing after the move number",
        ),
    ] {
        let found = rules.parse_position(text).unwrap_err().to_string();
        assert_eq!(found, format!("position: {error}"), "{text}");
    }
}

#[test]
fn the_diagram_shows_rows_numbers_and_marbles_where_they_are() {
    let rules = Abalone::default();
    let pos: Position = rules.parse_position("s4/6/7/8/4S4/8/7/6/4S 3 2 w 4 70").unwrap();
    let expected = "    \
    i s . . . .
   h . . . . . .
  g . . . . . . .
 f . . . . . . . .
e . . . . S . . . .
 d . . . . . . . . 9
  c . . . . . . . 8
   b . . . . . . 7
    a . . . . S 6
      1 2 3 4 5
S Black, s White; pushed off: by Black 3, by White 2; White moves
directions: 7 nw, 9 ne, 4 w, 6 e, 1 sw, 3 se, as in c3:7
";
    assert_eq!(rules.diagram_text(&pos), expected);
}
