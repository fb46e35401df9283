//! What a person may change about the mind in the middle of a game, and ask it.

use super::*;

#[test]
fn the_level_is_the_option_that_the_mind_heeds_and_says_so() {
    let mut play = open(&arguments("tictactoe", "first"));
    let skill = "Skill is 3 (0 to 20): Playing strength; 20 is all there is. Also `Skill Level`.";
    assert_eq!(talk(&mut play, &["level 3"]), [skill]);
    talk(&mut play, &["mind ratings"]);
    let said = talk(&mut play, &["level 0"]);
    assert!(said[0].starts_with("TicTacToe.Level is 0 (0 to 1): The minds `ratings`"), "{said:?}");
    assert_eq!(talk(&mut play, &["level"]), said);
    refuses(&mut play, "level 2", "option TicTacToe.Level: `2` is not a whole number from 0 to 1");
    talk(&mut play, &["mind nextstep"]);
    assert!(talk(&mut play, &["level 2"])[0].starts_with("TicTacToe.Glub is 2 (1 to 9): "));
    talk(&mut play, &["mind learning"]);
    refuses(&mut play, "level 2", "level: the mind learning has none; `set` lists the options");
}

#[test]
fn options_are_set_in_the_middle_of_a_game() {
    let mut play = open(&arguments("tictactoe", "both"));
    talk(&mut play, &["1", "5"]);
    let said = talk(&mut play, &["set Glub 3"]);
    assert_eq!(
        said,
        ["TicTacToe.Glub is 3 (1 to 9): How many plies the mind `nextstep` looks ahead."]
    );
    assert_eq!(talk(&mut play, &["set tictactoe.glub"]), said);
    assert_eq!(talk(&mut play, &["set glub=3"]), said);
    assert!(talk(&mut play, &["set start depth 7"])[0].starts_with("Start Depth is 7 (1 to 100)"));
    // Listed is what the mind in force heeds.
    let glub = "TicTacToe.Glub 3".to_owned();
    assert!(!talk(&mut play, &["set"]).contains(&glub));
    assert!(talk(&mut play, &["mind nextstep", "set"]).contains(&glub));
    assert!(!talk(&mut play, &["mind alphabeta", "set"]).contains(&glub));
    assert!(last(&talk(&mut play, &["board"])).starts_with("Last move: 5. "), "the game goes on");
    for (line, expected) in [
        ("set Glub 0", "option TicTacToe.Glub: `0` is not a whole number from 1 to 9"),
        ("set Strength 3", "set: no such option: `Strength`; `set` lists them"),
        ("set UCI_Variant chess", "set: this is a game of tictactoe"),
    ] {
        refuses(&mut play, line, expected);
    }
    // Rules may change too, as long as the game is one by the new ones; else another begins.
    talk(&mut play, &["9", "3", "7", "4", "6", "2"]);
    assert!(
        last(&talk(&mut play, &["set Notation drop"])).starts_with("TicTacToe.Notation is drop")
    );
    assert!(last(&talk(&mut play, &["board"])).starts_with("Last move: P@b3. "));
}

/// [bojar-1998]: a person who only wants to know does not make the program think deeper or less deep.
#[test]
fn a_hint_does_not_move_the_adaptive_depth() {
    let options = ["Depth Policy=adaptive", "Start Depth=1", "Think Time=3600000"];
    let options = options.map(str::to_owned).to_vec();
    let day = Some(24 * 60 * 60 * 1000);
    let arguments =
        PlayJob { options, movetime: day, nodes: None, ..arguments("tictactoe", "first") };
    let mut play = open(&arguments);
    for _ in 0..3 {
        let hint = talk(&mut play, &["hint"]);
        assert!(hint[0].ends_with("depth 1)"), "{hint:?}");
    }
    talk(&mut play, &["5"]);
    let hint = talk(&mut play, &["hint"]);
    assert!(hint[0].ends_with("depth 2)"), "a move of its own does: {hint:?}");
}
