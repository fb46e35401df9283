//! The line protocol: what clients send and how it is taken, what we say and how it is read again.

use std::time::Duration;

use plyglot::core::{Bound, Limits, Score};
use plyglot::protocol::{Command, Dialect, Go, Info, Query, Reply, Setup, Show, parse, words};

/// The command of a line without unknown words.
fn command(line: &str) -> Command<'_> {
    let parsed = parse(line).unwrap().unwrap();
    assert_eq!(parsed.unknown, [""; 0], "{line}");
    parsed.command
}

/// The unknown words of a line, beside its command in canonical form.
fn unknown(line: &str) -> (String, Vec<&str>) {
    let parsed = parse(line).unwrap().unwrap();
    (parsed.command.to_string(), parsed.unknown)
}

fn error(line: &str) -> String {
    parse(line).unwrap_err().to_string()
}

fn limits(line: &str) -> Limits {
    match command(line) {
        Command::Go(go) => go.limits,
        other => panic!("{line} is {other:?}"),
    }
}

const fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

#[test]
fn an_empty_line_asks_nothing() {
    for line in ["", "\n", "\r\n", " \t ", "\u{feff}"] {
        assert_eq!(parse(line), Ok(None), "{line:?}");
    }
}

#[test]
fn white_space_and_letter_case_do_not_matter() {
    for line in ["debug on", "\t debug \t on \r\n", "DEBUG On", "\u{feff}debug on", "debug  on\n"] {
        assert_eq!(command(line), Command::Debug(true), "{line:?}");
    }
    let setup = Setup { game: None, position: Some("8/8 w - -"), moves: vec!["e2e4", "E7e5"] };
    assert_eq!(command("Position\tFEN  8/8 w - -  MOVES e2e4\t E7e5"), Command::Position(setup));
}

#[test]
fn every_command_has_its_words() {
    for (line, wanted) in [
        ("uci", Command::Uci),
        ("ugi", Command::Ugi),
        ("isready", Command::IsReady),
        ("debug off", Command::Debug(false)),
        ("register name Stefan code 4359874324", Command::Register),
        ("ucinewgame", Command::NewGame),
        ("uginewgame", Command::NewGame),
        ("stop", Command::Stop),
        ("ponderhit", Command::PonderHit),
        ("query p1turn", Command::Query(Query::P1Turn)),
        ("query gameover", Command::Query(Query::GameOver)),
        ("query result", Command::Query(Query::Result)),
        ("moves e2e4 e7e5", Command::Moves(vec!["e2e4", "e7e5"])),
        ("moves", Command::Show(Show::Moves)),
        ("d", Command::Show(Show::Diagram)),
        ("eval", Command::Eval(Vec::new())),
        ("eval wave alphabeta", Command::Eval(vec!["wave", "alphabeta"])),
        ("explain eval f2", Command::Explain(vec!["f2"])),
        ("rules", Command::Show(Show::Rules)),
        ("perft 3", Command::Perft { depth: 3, counting: None }),
        ("go perft 0", Command::Perft { depth: 0, counting: None }),
        ("perft 3 sowings", Command::Perft { depth: 3, counting: Some("sowings") }),
        ("bench", Command::Bench),
        ("hint", Command::Hint),
        ("node", Command::Node(Vec::new())),
        ("node a1b2 i9h8", Command::Node(vec!["a1b2", "i9h8"])),
        ("undo", Command::Undo(1)),
        ("undo 3", Command::Undo(3)),
        ("save my game.txt ", Command::Save("my game.txt")),
        ("load games/a.txt", Command::Load("games/a.txt")),
        ("help", Command::Help(None)),
        ("help go", Command::Help(Some("go"))),
        ("quit", Command::Quit),
        ("exit", Command::Quit),
    ] {
        assert_eq!(command(line), wanted, "{line}");
    }
}

#[test]
fn options_may_have_spaces_in_name_and_value() {
    for (line, name, value) in [
        ("setoption name Hash value 64", "Hash", Some("64")),
        ("setoption name Clear Hash", "Clear Hash", None),
        ("setoption name move overhead VALUE 30", "move overhead", Some("30")),
        ("setoption name SyzygyPath value /a b/c  d", "SyzygyPath", Some("/a b/c  d")),
        ("setoption name Book value", "Book", Some("")),
        // A name ends before the first `value`; a value may contain it.
        ("setoption name Book value my value file", "Book", Some("my value file")),
        ("setoption name name value name", "name", Some("name")),
    ] {
        assert_eq!(command(line), Command::SetOption { name, value }, "{line}");
    }
    assert!(words::same_words("clear  hash", "Clear Hash"));
    assert!(!words::same_words("clear", "Clear Hash"));
}

#[test]
fn positions_name_a_game_a_start_and_moves() {
    let kings = "8/8/8/8/8/8/8/K1k5 w - - 0 1";
    for (line, game, position, moves) in [
        ("position startpos", None, None, vec![]),
        ("position startpos moves", None, None, vec![]),
        ("position tictactoe startpos moves 5 1", Some("tictactoe"), None, vec!["5", "1"]),
        ("position tictactoe", Some("tictactoe"), None, vec![]),
        ("position tictactoe moves 5", Some("tictactoe"), None, vec!["5"]),
        ("position fen 8/8/8/8/8/8/8/K1k5 w - - 0 1", None, Some(kings), vec![]),
        (
            "position chess fen 8/8/8/8/8/8/8/K1k5 w - - 0 1 moves a1a2",
            Some("chess"),
            Some(kings),
            vec!["a1a2"],
        ),
    ] {
        assert_eq!(command(line), Command::Position(Setup { game, position, moves }), "{line}");
    }
}

#[test]
fn limits_come_in_any_order_and_combination() {
    let line = "go movetime 100 infinite binc 4 nodes 9 visits 12 wtime 1000 mate 2 ponder depth 7 \
                movestogo 40 winc 3 btime 2000";
    let wanted = Limits {
        ponder: true,
        infinite: true,
        clock: [Some(ms(1000)), Some(ms(2000))],
        increment: [ms(3), ms(4)],
        moves_to_go: Some(40),
        depth: Some(7),
        nodes: Some(9),
        visits: Some(12),
        mate: Some(2),
        move_time: Some(ms(100)),
    };
    assert_eq!(limits(line), wanted);
    assert_eq!(limits("go"), Limits::default());
    assert_eq!(limits("go wtime 1000").clock, [Some(ms(1000)), None]);
    let ugi = limits("go p1time 1000 p2time 2000 p1inc 3 p2inc 4");
    assert_eq!((ugi.clock, ugi.increment), (wanted.clock, wanted.increment));
    assert_eq!(limits("go depth 3 depth 5").depth, Some(5));
}

#[test]
fn searchmoves_ends_at_the_next_word_of_go() {
    for line in ["go searchmoves e2e4 d2d4 depth 3", "go depth 3 searchmoves e2e4 d2d4"] {
        let limits = Limits { depth: Some(3), ..Limits::default() };
        let wanted = Go { limits, search_moves: vec!["e2e4", "d2d4"] };
        assert_eq!(command(line), Command::Go(wanted), "{line}");
    }
}

#[test]
fn numbers_are_held_to_their_range() {
    assert_eq!(limits("go wtime -50 btime 100").clock, [Some(ms(0)), Some(ms(100))]);
    assert_eq!(limits("go depth 0").depth, Some(1));
    assert_eq!(limits("go depth -3").depth, Some(1));
    assert_eq!(limits("go depth +3").depth, Some(3));
    assert_eq!(limits("go movestogo 0 wtime 5").moves_to_go, None);
    let huge = "9".repeat(1000);
    assert_eq!(limits(&format!("go depth {huge}")).depth, Some(u32::MAX));
    assert_eq!(limits(&format!("go nodes {huge}")).nodes, Some(u64::MAX));
    assert_eq!(limits(&format!("go wtime -{huge}")).clock[0], Some(ms(0)));
    let longest = limits(&format!("go movetime {huge}")).move_time;
    assert_eq!(longest, Some(ms(u64::from(u32::MAX))));
}

#[test]
fn unknown_words_are_told_and_the_rest_is_used() {
    for (line, canonical, words) in [
        ("joho debug on", "debug on", vec!["joho"]),
        ("debug joho on", "debug on", vec!["joho"]),
        ("go deph 3", "go", vec!["deph", "3"]),
        ("go deph 3 nodes 5", "go nodes 5", vec!["deph", "3"]),
        ("position startpos e2e4", "position startpos", vec!["e2e4"]),
        ("setoption nmae x name Hash value 1", "setoption name Hash value 1", vec!["nmae", "x"]),
        ("stop now", "stop", vec!["now"]),
        ("please would you go depth 3", "go depth 3", vec!["please", "would", "you"]),
        ("perft 3 sowings please", "perft 3 sowings", vec!["please"]),
    ] {
        assert_eq!(unknown(line), (canonical.to_owned(), words), "{line}");
    }
}

#[test]
fn our_own_commands_are_not_looked_for_behind_unknown_words() {
    for (line, meant) in [
        ("postion startpos moves e2e4", "; did you mean `position`?"),
        ("joho d", ""),
        ("what is a perft 3", ""),
        ("(&)", ""),
    ] {
        assert_eq!(error(line), format!("unknown command `{line}`, try help{meant}"));
    }
}

#[test]
fn errors_say_where_and_what_was_read_and_expected() {
    for (line, wanted) in [
        ("go depth banana", "go depth: found `banana`, expected a whole number"),
        ("go depth", "go depth: found nothing, expected a whole number"),
        ("go depth infinite", "go depth: found `infinite`, expected a whole number"),
        ("go wtime 1.5", "go wtime: found `1.5`, expected a whole number"),
        ("go nodes -", "go nodes: found `-`, expected a whole number"),
        ("go searchmoves depth 3", "go searchmoves: found `depth`, expected a move"),
        ("go perft", "go perft: found nothing, expected a whole number"),
        ("perft -1", "perft: found `-1`, expected a depth, 0 to 1000"),
        ("perft 2222222222", "perft: found `2222222222`, expected a depth, 0 to 1000"),
        ("go perft 1001", "go perft: found `1001`, expected a depth, 0 to 1000"),
        ("check depth 4294967295", "check depth: found `4294967295`, expected a depth, 1 to 1000"),
        ("undo 0", "undo: found `0`, expected a number of moves, 1 or more"),
        ("debug", "debug: found nothing, expected on or off"),
        ("debug maybe", "debug: found `maybe`, expected on or off"),
        ("query", "query: found nothing, expected p1turn, gameover or result"),
        ("query fen", "query: found `fen`, expected p1turn, gameover or result"),
        ("save ", "save: found nothing, expected a file's name"),
        ("setoption", "setoption: found nothing, expected name and an option's name"),
        ("setoption Hash value 3", "setoption: found `Hash`, expected name and an option's name"),
        ("setoption name value 3", "setoption name: found `value`, expected an option's name"),
        ("position fen", "position fen: found nothing, expected a position string"),
        ("position fen moves a", "position fen: found `moves`, expected a position string"),
        (
            "position",
            "position: found nothing, expected startpos or fen, perhaps a game's name before it",
        ),
        (
            "position 8/8 w - -",
            "position: found `8/8 w - -`, expected startpos or fen, perhaps a game's name before it",
        ),
    ] {
        assert_eq!(error(line), wanted, "{line}");
    }
}

#[test]
fn replies_are_written_as_each_dialect_has_them() {
    let uci = |reply: &Reply| reply.in_dialect(Dialect::Uci).to_string();
    let ugi = |reply: &Reply| reply.in_dialect(Dialect::Ugi).to_string();
    let best = |best: Option<&str>, ponder: Option<&str>| Reply::BestMove {
        best: best.map(str::to_owned),
        ponder: ponder.map(str::to_owned),
    };
    for (reply, in_uci, in_ugi) in [
        (best(Some("a"), Some("b")), "bestmove a ponder b", "bestmove a"),
        (best(Some("a"), None), "bestmove a", "bestmove a"),
        (best(None, None), "bestmove (none)", "bestmove 0000"),
        (Reply::IdName("plyglot 1".into()), "id name plyglot 1", "id name plyglot 1"),
        (Reply::IdAuthor("all".into()), "id author all", "id author all"),
        (
            Reply::Option("name X type button".into()),
            "option name X type button",
            "option name X type button",
        ),
        (Reply::UciOk, "uciok", "uciok"),
        (Reply::UgiOk, "ugiok", "ugiok"),
        (Reply::ReadyOk, "readyok", "readyok"),
        (Reply::Note("two\nlines".into()), "info string two lines", "info string two lines"),
        (Reply::Error("x".into()), "info string error x", "info string error x"),
        (Reply::Response("p1win"), "response p1win", "response p1win"),
        (Reply::Text("e2e4: 20".into()), "e2e4: 20", "e2e4: 20"),
    ] {
        assert_eq!((uci(&reply), ugi(&reply)), (in_uci.to_owned(), in_ugi.to_owned()));
    }
}

#[test]
fn info_has_its_fields_in_the_usual_order() {
    let info = Info {
        depth: Some(7),
        seldepth: Some(9),
        multi_pv: Some(1),
        score: Some((Score::cp(12), Bound::Lower)),
        exact: false,
        chance: None,
        visits: None,
        wdl: Some([1, 2, 3]),
        nodes: Some(4),
        nps: Some(5),
        hashfull: Some(6),
        tb_hits: Some(7),
        time_ms: Some(8),
        current: None,
        pv: vec!["e2e4".into(), "e7e5".into()],
    };
    let wanted = "info depth 7 seldepth 9 multipv 1 score cp 12 lowerbound wdl 1 2 3 nodes 4 nps 5 \
                  hashfull 6 tbhits 7 time 8 pv e2e4 e7e5";
    assert_eq!(Reply::Info(info).in_dialect(Dialect::Uci).to_string(), wanted);
    let info = Info { depth: Some(2), current: Some(("e2e4".into(), 1)), ..Info::default() };
    let wanted = "info depth 2 currmove e2e4 currmovenumber 1";
    assert_eq!(Reply::Info(info).in_dialect(Dialect::Uci).to_string(), wanted);
}

#[test]
fn a_proven_end_is_counted_in_moves_or_in_plies() {
    for (score, in_uci, in_ugi) in [
        (Score::win_in(1), "mate 1", "mate 1"),
        (Score::win_in(3), "mate 2", "mate 3"),
        (Score::win_in(4), "mate 2", "mate 4"),
        (Score::loss_in(0), "mate 0", "mate 0"),
        (Score::loss_in(1), "mate -1", "mate -1"),
        (Score::loss_in(2), "mate -1", "mate -2"),
        (Score::loss_in(4), "mate -2", "mate -4"),
        (Score::cp(-20_000), "cp -20000", "cp -20000"),
    ] {
        let reply = Reply::Info(Info { score: Some((score, Bound::Exact)), ..Info::default() });
        assert_eq!(reply.in_dialect(Dialect::Uci).to_string(), format!("info score {in_uci}"));
        assert_eq!(reply.in_dialect(Dialect::Ugi).to_string(), format!("info score {in_ugi}"));
    }
}

#[test]
fn foreign_engines_are_read_patiently() {
    let info = |line: &str, dialect: Dialect| match Reply::parse(line, dialect) {
        Reply::Info(info) => info,
        other => panic!("{line} is {other:?}"),
    };
    let mate = Info {
        depth: Some(5),
        score: Some((Score::win_in(3), Bound::Exact)),
        pv: vec!["a1a8".into()],
        nodes: Some(12),
        ..Info::default()
    };
    assert_eq!(
        info("info depth 5 score mate 2 pv a1a8 nodes 12 cpuload 500\r\n", Dialect::Uci),
        mate
    );
    assert_eq!(info("info depth 5 score mate 3 foo pv a1a8 nodes 12", Dialect::Ugi), mate);
    let bound = info("\tinfo  score lowerbound cp 250000 depth x time 1.5", Dialect::Uci);
    let cut_off = Score::win_in(1000).prev();
    let wanted = Info { score: Some((cut_off, Bound::Lower)), ..Info::default() };
    assert_eq!(bound, wanted);
    assert_eq!(info("info currmove e2e4", Dialect::Uci).current, Some(("e2e4".into(), 0)));
    assert_eq!(
        info("info score mate -999999999999", Dialect::Uci).score.unwrap().0,
        Score::loss_in(1000)
    );
    assert_eq!(info("info depth 3 string depth 4", Dialect::Uci).depth, Some(3));
    for (line, best) in [
        ("bestmove e2e4", Some("e2e4")),
        ("bestmove e2e4 ponder", Some("e2e4")),
        ("bestmove (none)", None),
        ("bestmove 0000", None),
        ("bestmove", None),
    ] {
        let wanted = Reply::BestMove { best: best.map(str::to_owned), ponder: None };
        assert_eq!(Reply::parse(line, Dialect::Uci), wanted, "{line}");
    }
    for text in ["", "Stockfish 15.1 by the developers", "uciok then", "response maybe", "id me"] {
        assert_eq!(Reply::parse(text, Dialect::Uci), Reply::Text(text.to_owned()));
    }
}
