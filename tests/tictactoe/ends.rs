//! `TicTacToe.End`: when a game that nobody wins is over.

use super::*;

fn rules(end: &str) -> TicTacToe {
    TicTacToe::open("tictactoe", &settings(&[("TicTacToe.End", end)])).unwrap()
}

#[test]
fn a_drawn_board_ends_the_game_only_where_fin_does() {
    let (full, fin) = (rules("full"), rules("fin"));
    assert_eq!(full, TicTacToe::default(), "the default");
    // Every line holds both marks, and one cell is empty.
    let pos = fin.parse_position("xxo/oox/x1o x").unwrap();
    let moves = |rules: &TicTacToe| {
        let mut moves = Vec::new();
        rules.legal_moves(&pos, &mut moves);
        moves
    };
    assert_eq!((full.outcome(&pos), moves(&full)), (None, vec![7]));
    let outcome = fin.outcome(&pos).unwrap();
    assert_eq!((outcome.ending, outcome.reason), (Ending::Draw, "every line holds both marks"));
    assert_eq!((moves(&fin), fin.count_moves(&pos)), (Vec::new(), 0));
}

#[test]
fn forty_boards_are_drawn_early_and_all_else_is_the_same() {
    let (full, fin) = (rules("full"), rules("fin"));
    let mut early = 0;
    for pos in (0..POSITIONS).map(unrank) {
        match (full.outcome(&pos), fin.outcome(&pos)) {
            (None, Some(drawn)) => {
                assert_eq!(drawn.ending, Ending::Draw, "{pos:?}");
                early += 1;
            }
            (one, other) => assert_eq!(one, other, "{pos:?}"),
        }
    }
    assert_eq!(early, 40);
}

#[test]
fn the_rules_in_force_say_which_it_is() {
    let said = |end: &str| rules(end).describe().join("\n");
    assert!(said("fin").contains("the game is a draw [tictactoe-s2, `Fin`, code 3]"));
    assert!(said("full").contains("the game is played on although all lines hold both marks"));
}
