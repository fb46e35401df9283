//! GTP: when a game is given up.

use super::gtp::{best, info, talk, text, under};
use plyglot::protocol::gtp::Gtp;
use plyglot::protocol::translator::Translator;
use plyglot::protocol::{Info, Reply};
use plyglot::session::files::Files;

#[test]
fn a_game_is_given_up_after_three_bad_moves_where_that_is_asked_for() {
    // Ten points behind is a chance of one in eleven, as that player has it.
    let mind = "Go.Mind=alphabeta";
    let mut gtp = under(&[mind], Files::none());
    let moves = |gtp: &mut Gtp, command: &str, points: i32, mv: &str| {
        talk(gtp, command);
        gtp.reply(&info(100 * points, &[mv]));
        text(gtp.reply(&best(mv))).concat()
    };
    for mv in ["A1", "A3", "A5", "A7"] {
        assert_eq!(moves(&mut gtp, "genmove b", -10, &mv.to_lowercase()), format!("= {mv}\n"));
    }
    let set = talk(&mut gtp, "plyglot-option ResignBelow 100");
    assert_eq!(set, ["> setoption name ResignBelow value 100", "> isready"]);
    assert_eq!(text(gtp.reply(&Reply::ReadyOk)), ["=\n"]);
    for (command, points, mv, said) in [
        ("genmove b", -10, "c1", "= C1"),
        ("genmove b", -40, "c3", "= C3"),
        // Each side for itself, and what is not played does not count.
        ("genmove w", -10, "d1", "= D1"),
        ("reg_genmove b", -50, "c5", "= C5"),
        ("genmove b", -9, "c5", "= C5"),
        ("genmove b", -10, "c7", "= C7"),
        ("genmove b", -10, "e1", "= E1"),
        ("genmove b", -10, "e3", "= resign"),
    ] {
        assert_eq!(moves(&mut gtp, command, points, mv), format!("{said}\n"), "{command} {mv}");
    }
    // The move was not made, and the next game is another one.
    assert_eq!(talk(&mut gtp, "play b E3"), ["=\n"]);
    talk(&mut gtp, "clear_board");
    for mv in ["A1", "A3"] {
        assert_eq!(moves(&mut gtp, "genmove b", -10, &mv.to_lowercase()), format!("= {mv}\n"));
    }
    talk(&mut gtp, "lz-genmove_analyze b");
    gtp.reply(&info(-1000, &["a5"]));
    assert_eq!(text(gtp.reply(&best("a5"))), ["play resign\n"]);
    // Set before the conversation, it holds, too.
    let mut gtp = under(&[mind, "ResignBelow=100"], Files::none());
    let said = ["a1", "a3", "a5"].map(|mv| moves(&mut gtp, "genmove b", -10, mv));
    assert_eq!(said, ["= A1\n", "= A3\n", "= resign\n"]);
    // A search that thinks in chances is taken at its word: two points behind it means one in twenty.
    for (points, chance, third) in [(-1, 146, "= A5\n"), (-2, 53, "= resign\n")] {
        let mut gtp = under(&["ResignBelow=100"], Files::none());
        let said = ["a1", "a3", "a5"].map(|mv| {
            talk(&mut gtp, "genmove b");
            let Reply::Info(told) = info(100 * points, &[mv]) else { unreachable!() };
            gtp.reply(&Reply::Info(Info { chance: Some(chance), ..told }));
            text(gtp.reply(&best(mv))).concat()
        });
        assert_eq!(said, ["= A1\n", "= A3\n", third]);
    }
}
