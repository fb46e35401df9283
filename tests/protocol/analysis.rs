//! GTP: an analysis goes on until something comes, and what waits is answered in order.

use super::gtp::{best, info, opened, talk, text};
use plyglot::protocol::translator::Translator;

#[test]
fn an_analysis_goes_on_until_anything_comes() {
    let mut gtp = opened();
    let begun = talk(&mut gtp, "3 lz-analyze w 50");
    assert_eq!(begun[0], "=3");
    assert_eq!(
        begun[2..],
        ["> position fen 9/9/9/9/9/9/9/9/9 b - 7.5 0 moves pass", "> go infinite"]
    );
    let told = text(gtp.reply(&info(0, &["E5", "D4"])));
    assert_eq!(told, ["info move E5 visits 9 winrate 5000 prior 0 lcb 5000 order 0 pv E5 D4"]);
    // What is searched leaves the game as it is.
    assert_eq!(talk(&mut gtp, ""), ["> stop"]);
    assert!(talk(&mut gtp, "plyglot-position").is_empty());
    assert!(talk(&mut gtp, "4 name").is_empty());
    assert_eq!(
        text(gtp.reply(&best("E5"))),
        ["", "= 9/9/9/9/9/9/9/9/9 b - 7.5 0\n", "=4 plyglot\n"]
    );
    talk(&mut gtp, "kata-genmove_analyze b interval 10");
    assert_eq!(text(gtp.reply(&info(100, &["E5"]))).len(), 1);
    assert_eq!(text(gtp.reply(&best("E5"))), ["play E5\n"]);
}

/// What waits behind an analysis that has waited itself would wait for ever.
#[test]
fn an_analysis_that_begins_when_something_waits_is_over_at_once() {
    let mut gtp = opened();
    talk(&mut gtp, "7 genmove b");
    assert!(talk(&mut gtp, "8 lz-analyze").is_empty());
    assert!(talk(&mut gtp, "9 name").is_empty());
    let told = text(gtp.reply(&best("E5")));
    let expected = ["=7 E5\n".to_owned(), "=8".to_owned()];
    assert_eq!(told[..2], expected);
    assert_eq!(told.iter().filter(|told| *told == "> stop").count(), 1, "{told:?}");
    assert_eq!(text(gtp.reply(&best("D4"))), ["", "=9 plyglot\n"]);
    // A client that is gone waits for nothing.
    let mut gtp = opened();
    talk(&mut gtp, "genmove b");
    talk(&mut gtp, "lz-analyze");
    assert!(gtp.is_at_work());
    assert_eq!(text(gtp.reply(&best("E5"))).last().unwrap(), "> stop");
    assert_eq!(text(gtp.reply(&best("D4"))).last().unwrap(), "> quit");
}
