//! Hub: lines of a client as commands, and our replies as lines of Hub.

use plyglot::core::{Bound, Info, Score};
use plyglot::hub;
use plyglot::protocol::Reply;
use plyglot::protocol::hub::{Act, Hub};

/// A conversation in which the game has been chosen.
fn set_up() -> Hub {
    let mut hub = hub::open();
    hub.obey("new-game");
    hub
}

/// What comes of lines, `>` told to the session, `<` said to the client.
fn talk(hub: &mut Hub, line: &str) -> String {
    let text = |act: Act| match act {
        Act::Tell(told) => format!("> {}", told.command()),
        Act::Say(line) => format!("< {line}"),
    };
    hub.obey(line).into_iter().map(text).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_client_is_greeted_and_the_game_chosen_once() {
    let mut hub = hub::open();
    let greeting = talk(&mut hub, "hub");
    assert!(greeting.starts_with("< id name=plyglot version="), "{greeting}");
    assert!(greeting.ends_with("\n< wait"), "{greeting}");
    let init = "> setoption name UCI_Variant value draughts\n\
        > setoption name Draughts.Notation value hub\n> isready";
    assert_eq!(talk(&mut hub, "init"), init);
    assert_eq!(talk(&mut hub, "ping"), "> isready");
    let ready = [(); 3].map(|()| hub.reply(&Reply::ReadyOk));
    assert_eq!(ready, [vec!["ready"], vec!["pong"], vec![]]);
    assert_eq!(talk(&mut hub, "new-game"), "> ucinewgame");
}

#[test]
fn positions_levels_and_searches_are_told_in_our_words() {
    let mut hub = set_up();
    let cases = [
        ("pos pos=Wbe moves=\"32-28 19x30x24\"", "> position fen Wbe moves 32-28 19x30x24"),
        (
            "pos pos=\"\" moves=\"32-28\"",
            "< error message=\"position fen: found `moves`, expected a position string\"",
        ),
        ("pos pos=", "< error message=\"position fen: found nothing, expected a position string\""),
        ("pos", "> position startpos"),
        ("pos pos=Bew moves=\"\"", "> position fen Bew"),
        ("level depth=9", ""),
        ("go think", "> go depth 9"),
        ("level moves=30 time=59.5 inc=0.5", ""),
        ("go", "> go wtime 60000 btime 60000 winc 500 binc 500 movestogo 30"),
        ("level move-time=0.25", ""),
        ("go ponder", "> go ponder movetime 250"),
        ("ponder-hit", "> ponderhit"),
        ("go analyze", "> go infinite"),
        ("level infinite", ""),
        ("go think", "> go infinite"),
        ("stop", "> stop"),
        ("set-param name=threads value=2", "> setoption name Threads value 2"),
        ("set-param name=variant value=normal", ""),
        (
            "set-param name=book value=on",
            "< error message=\"set-param: no such parameter: `book`\"",
        ),
        (
            "set-param name=variant value=bt",
            "< error message=\"variant: found `bt`, expected normal, russian, brazilian, english, pool\"",
        ),
        (
            "level time=soon",
            "< error message=\"level: found `soon` after time, expected a number\"",
        ),
        ("go home", "< error message=\"go: found `home`, expected think, ponder or analyze\""),
        ("unheard-of x=1", ""),
        ("", ""),
        ("quit", "> quit"),
    ];
    for (line, expected) in cases {
        assert_eq!(talk(&mut hub, line), expected, "{line}");
    }
}

#[test]
fn small_boards_are_turned_and_flipped_as_pydraughts_has_them() {
    let mut hub = hub::open();
    assert_eq!(talk(&mut hub, "set-param name=variant value=english"), "");
    let start = format!("W{}{}{}", "b".repeat(12), "e".repeat(8), "w".repeat(12));
    let turned = format!("B{}{}{}", "b".repeat(12), "e".repeat(8), "w".repeat(12));
    let told = talk(&mut hub, &format!("pos pos={start} moves=\"22-18 9x14x13\""));
    assert!(told.ends_with(&format!("> position fen {turned} moves 22-18 9x14x13")), "{told}");
    assert!(told.starts_with("> setoption name UCI_Variant value checkers\n"), "{told}");
    let normal = "> setoption name UCI_Variant value draughts\n\
        > setoption name Draughts.Notation value hub";
    let best = Reply::BestMove { best: Some("10-14".to_owned()), ponder: None };
    assert_eq!(hub.reply(&best), ["done move=10-14"]);
    assert_eq!(talk(&mut hub, "set-param name=variant value=normal"), normal);
    let russian = talk(&mut hub, "set-param name=variant value=russian");
    assert!(russian.ends_with("> setoption name Checkers.Notation value hub"), "{russian}");
    let told = talk(&mut hub, "pos pos=Wbew moves=\"9-13\"");
    assert_eq!(told, "> position fen Wbew moves 21-17");
    let best = Reply::BestMove { best: Some("21-17".to_owned()), ponder: None };
    assert_eq!(hub.reply(&best), ["done move=9-13"]);
}

#[test]
fn nothing_is_searched_where_the_position_was_refused() {
    let mut hub = set_up();
    talk(&mut hub, "pos pos=nonsense");
    hub.reply(&Reply::Error("position: board: found `nonsense`".to_owned()));
    let refused = "< error message=\"go: there is no position, the last one was refused\"";
    assert_eq!(talk(&mut hub, "go think"), refused);
    talk(&mut hub, "pos");
    assert_eq!(talk(&mut hub, "go analyze"), "> go infinite");
    // Sent before the client could know: its first search is answered, then the position is refused.
    let best = Reply::BestMove { best: Some("32-28".to_owned()), ponder: None };
    talk(&mut hub, "pos pos=nonsense");
    assert_eq!(talk(&mut hub, "go think"), "> go infinite");
    assert_eq!(hub.reply(&best), ["done move=32-28"]);
    hub.reply(&Reply::Error("position: board: found `nonsense`".to_owned()));
    assert!(hub.reply(&Reply::Info(Info::default())).is_empty());
    let void = format!("{}\ndone", refused.trim_start_matches("< "));
    assert_eq!(hub.reply(&best).join("\n"), void);
    talk(&mut hub, "pos");
    talk(&mut hub, "go think");
    assert_eq!(hub.reply(&best), ["done move=32-28"]);
}

/// While a search without limit runs no position is taken; its own answer is one of its own position.
#[test]
fn a_position_that_is_refused_meanwhile_does_not_spoil_the_search_that_runs() {
    let mut hub = set_up();
    let best = Reply::BestMove { best: Some("32-28".to_owned()), ponder: None };
    let running = "position: a search without limit is running, send stop first";
    for other in ["pos", "pos pos=\"\""] {
        talk(&mut hub, "pos");
        talk(&mut hub, "go analyze");
        talk(&mut hub, other);
        if other == "pos" {
            hub.reply(&Reply::Error(running.to_owned()));
        }
        assert_eq!(hub.reply(&best), ["done move=32-28"], "{other}");
        assert!(talk(&mut hub, "go think").starts_with("< error"), "{other}");
    }
}

#[test]
fn what_the_session_says_is_told_in_hub() {
    let mut hub = hub::open();
    let info = Info {
        depth: Some(9),
        seldepth: Some(14),
        score: Some((Score::cp(-125), Bound::Exact)),
        nodes: Some(1000),
        nps: Some(2_500_000),
        time_ms: Some(1234),
        pv: vec!["32-28".to_owned(), "19x30x24".to_owned()],
        ..Info::default()
    };
    let line = "info depth=9 score=-1.25 nodes=1000 time=1.234 nps=2.500 \
        pv=\"32-28 19x30x24\"";
    assert_eq!(hub.reply(&Reply::Info(info.clone())), [line]);
    let win = Info { score: Some((Score::win_in(5), Bound::Exact)), ..info };
    assert!(hub.reply(&Reply::Info(win))[0].contains(" score=99.95 "));
    let best = |ponder: Option<&str>| Reply::BestMove {
        best: Some("32-28".to_owned()),
        ponder: ponder.map(str::to_owned),
    };
    assert_eq!(hub.reply(&best(None)), ["done move=32-28"]);
    assert_eq!(hub.reply(&best(Some("19-23"))), ["done move=32-28 ponder=19-23"]);
    let error = hub.reply(&Reply::Error("found \"x\"".to_owned()));
    assert_eq!(error, ["error message=\"found 'x'\""]);
    assert!(hub.reply(&Reply::Note("variant draughts".to_owned())).is_empty());
}

#[test]
fn what_is_turned_or_flipped_twice_is_as_it_was() {
    let english = |hub: &mut Hub, pos: &str| {
        let told = talk(hub, &format!("pos pos={pos}"));
        told.rsplit(' ').next().unwrap().to_owned()
    };
    let mut hub = hub::open();
    talk(&mut hub, "set-param name=variant value=english");
    assert_eq!(english(&mut hub, "WWeb"), "BweB");
    assert_eq!(english(&mut hub, "BweB"), "WWeb");
    talk(&mut hub, "set-param name=variant value=russian");
    for (mv, flipped) in [("9-13", "21-17"), ("12x19x16", "24x15x20"), ("20x6x7x15", "16x26x19x27")]
    {
        for (from, to) in [(mv, flipped), (flipped, mv)] {
            let told = talk(&mut hub, &format!("pos moves=\"{from} 99-0\""));
            assert!(told.ends_with(&format!(" moves {to} 99-0")), "{from}: {told}");
        }
    }
}
