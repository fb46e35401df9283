//! GTP: commands of a controller answered, and what is searched as commands of ours.

use crate::common::program::Program;
use plyglot::core::{Bound, Info, Score, Settings};
use plyglot::gtp;
use plyglot::options;
use plyglot::protocol::Reply;
use plyglot::protocol::gtp::Gtp;
use plyglot::protocol::hub::Act;
use plyglot::protocol::translator::Translator;
use plyglot::registry::GAMES;
use plyglot::session::files::Files;

/// What acts are: `>` told to the session, the rest said to the client.
pub(super) fn text(acts: Vec<Act>) -> Vec<String> {
    let text = |act: Act| match act {
        Act::Tell(told) => format!("> {}", told.command()),
        Act::Say(line) => line,
    };
    acts.into_iter().map(text).collect()
}

pub(super) fn talk(gtp: &mut Gtp, line: &str) -> Vec<String> {
    text(gtp.obey(line))
}

/// Lines and what is answered to each, but for what is told to the session.
fn converse(gtp: &mut Gtp, lines: &[(&str, &str)]) {
    for (line, expected) in lines {
        let said = talk(gtp, line);
        let said: Vec<&String> = said.iter().filter(|said| !said.starts_with("> ")).collect();
        assert_eq!(said, [&format!("{expected}\n")], "{line}");
    }
}

pub(super) fn best(mv: &str) -> Reply {
    Reply::BestMove { best: Some(mv.to_owned()), ponder: None }
}

pub(super) fn info(cp: i32, pv: &[&str]) -> Reply {
    let pv = pv.iter().map(|mv| (*mv).to_owned()).collect();
    let score = Some((Score::cp(cp), Bound::Exact));
    Reply::Info(Info { nodes: Some(9), score, time_ms: Some(340), pv, ..Info::default() })
}

fn with(files: Files) -> Gtp {
    gtp::open(files, Settings::defaults(&options::all(GAMES)))
}

pub(super) fn opened() -> Gtp {
    with(Files::none())
}

#[test]
fn it_is_recognised_by_its_first_command() {
    for line in
        ["gtp", "protocol_version", "1 name", "list_commands", "7 quit", "boardsize 9 # small"]
    {
        assert!(Gtp::is_greeting(line), "{line}");
    }
    for line in
        ["uci", "ugi", "hub", "nboard 2", "quit", "undo 1", "position startpos", "", "5 foo"]
    {
        assert!(!Gtp::is_greeting(line), "{line}");
    }
    let mut gtp = opened();
    assert_eq!(text(gtp.greet()), ["> setoption name UCI_Variant value go"]);
    assert!(talk(&mut gtp, "gtp").is_empty());
}

#[test]
fn what_is_asked_of_the_program_is_answered() {
    let mut gtp = opened();
    let version = format!("= {}", env!("CARGO_PKG_VERSION"));
    converse(
        &mut gtp,
        &[
            ("protocol_version", "= 2"),
            ("17 name", "=17 plyglot"),
            ("version", &version),
            ("known_command genmove", "= true"),
            ("known_command foo", "= false"),
            ("3 foo", "?3 unknown command"),
            ("4", "?4 unknown command"),
            ("play # nothing", "? syntax error"),
        ],
    );
    let list = talk(&mut gtp, "list_commands").concat();
    let names: Vec<&str> = list.trim_start_matches("= ").split_whitespace().collect();
    assert!(names.is_sorted() && names.len() > 30, "{names:?}");
    for name in names {
        let mut gtp = opened();
        converse(&mut gtp, &[(&format!("known_command {name}"), "= true")]);
        // Each is known, whatever it wants behind its name.
        let said = talk(&mut gtp, name);
        assert!(!said.is_empty() && !said.concat().contains("unknown command"), "{name}: {said:?}");
    }
    for line in ["", "# a comment", " \t"] {
        assert!(talk(&mut gtp, line).is_empty(), "{line:?}");
    }
    assert_eq!(talk(&mut gtp, "9 quit"), ["=9\n", "> quit"]);
}

#[test]
fn stones_are_played_by_any_side_and_taken_back() {
    let mut gtp = opened();
    converse(
        &mut gtp,
        &[
            ("boardsize 3", "="),
            ("komi 0.5", "="),
            ("play b A2", "="),
            ("play WHITE a1", "="),
            ("play b b1", "="),
            (
                "showboard",
                "= \n   A B C\n 3 . . . 3\n 2 X . . 2\n 1 . X . 1\n   A B C\nX 2, O 0, komi 0.5",
            ),
            ("play w a1", "? illegal move"),
            ("play w d1", "? illegal move"),
            ("play black c3", "="),
            ("play w pass", "="),
            ("final_score", "= B+8.5"),
            ("final_status_list alive", "= B1\nA2\nC3"),
            ("final_status_list dead", "="),
            ("final_status_list foo", "? syntax error"),
            ("plyglot-position", "= 3/3/3 b - 0.5 0 moves A2 A1 B1 pass C3 pass"),
            ("undo", "="),
            ("undo", "="),
            ("plyglot-position", "= 3/3/3 b - 0.5 0 moves A2 A1 B1"),
            ("undo", "="),
            ("undo", "="),
            ("undo", "="),
            ("undo", "? cannot undo"),
            ("boardsize 20", "? unacceptable size"),
            ("boardsize x", "? syntax error"),
            ("komi x", "? syntax error"),
            ("query_boardsize", "= 3"),
        ],
    );
}

#[test]
fn a_game_goes_on_behind_its_end() {
    let mut gtp = opened();
    let lines = ["play b E5", "play w pass", "play b pass", "play w D4", "play w C3"];
    converse(&mut gtp, &lines.map(|line| (line, "=")));
    let position = "= 9/9/9/9/4X4/9/9/9/9 w - 7.5 0 moves D4 pass C3";
    converse(&mut gtp, &[("plyglot-position", position)]);
}

#[test]
fn handicap_stones_stand_where_the_draft_has_them() {
    let mut gtp = opened();
    talk(&mut gtp, "boardsize 19");
    converse(
        &mut gtp,
        &[
            ("fixed_handicap 1", "? invalid number of stones"),
            ("fixed_handicap 3", "= D16 Q16 D4"),
            ("fixed_handicap 2", "? board not empty"),
            ("clear_board", "="),
            ("place_free_handicap 20", "= D16 K16 Q16 D10 K10 Q10 D4 K4 Q4"),
            ("clear_board", "="),
            ("set_free_handicap A1", "? bad vertex list"),
            ("set_free_handicap A1 A1", "? bad vertex list"),
            ("set_free_handicap A1 pass", "? bad vertex list"),
            ("set_free_handicap A1 T19", "="),
            ("play w C3", "="),
            (
                "plyglot-position",
                "= 18X/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/X18 w - 7.5 0 moves C3",
            ),
        ],
    );
}

#[test]
fn moves_are_searched_and_what_comes_meanwhile_waits() {
    let mut gtp = opened();
    talk(&mut gtp, "plyglot-nodes 100");
    let go = [
        "> setoption name MultiPV value 1",
        "> position fen 9/9/9/9/9/9/9/9/9 b - 7.5 0",
        "> go nodes 100",
    ];
    assert_eq!(talk(&mut gtp, "5 genmove b"), go);
    assert!(
        talk(&mut gtp, "6 play w d4").is_empty() && talk(&mut gtp, "7 reg_genmove b").is_empty()
    );
    assert!(gtp.reply(&info(0, &["E5"])).is_empty());
    let next = text(gtp.reply(&best("E5")));
    assert_eq!(next[..2], ["=5 E5\n", "=6\n"]);
    assert_eq!(
        next[3],
        "> position fen 9/9/9/9/9/9/9/9/9 b - 7.5 0 moves E5 d4".replace("d4", "D4")
    );
    assert_eq!(text(gtp.reply(&best("pass"))), ["=7 pass\n"]);
    // The move was not played.
    converse(&mut gtp, &[("plyglot-position", "= 9/9/9/9/9/9/9/9/9 b - 7.5 0 moves E5 D4")]);
    talk(&mut gtp, "genmove w");
    assert_eq!(talk(&mut gtp, "quit"), ["> stop"]);
    let last = text(gtp.reply(&best("C3")));
    assert_eq!(last, ["= C3\n", "=\n", "> quit"]);
}

#[test]
fn clocks_become_limits() {
    let mut gtp = opened();
    for (lines, go) in [
        (&["time_settings 0 0 0"][..], "go movetime 0"),
        (&["time_settings 60 0 0"], "go wtime 60000 btime 60000"),
        (&["time_settings 0 30 5"], "go wtime 30000 btime 30000 movestogo 5"),
        (&["time_left b 7 0", "time_left w 9 3"], "go wtime 7000 btime 9000"),
        (&["kgs-time_settings none"], "go movetime 5000"),
        (&["kgs-time_settings absolute 10"], "go wtime 10000 btime 10000"),
        (&["plyglot-movetime 40"], "go movetime 40"),
    ] {
        for line in lines {
            assert_eq!(talk(&mut gtp, line), ["=\n"], "{line}");
        }
        let told = talk(&mut gtp, "reg_genmove b");
        assert!(told[2].starts_with(&format!("> {go}")), "{lines:?}: {told:?}");
        gtp.reply(&best("E5"));
    }
}

#[test]
fn games_are_loaded_and_written_as_sgf() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.sgf");
    std::fs::write(&file, "(;GM[1]SZ[5]KM[0.5];B[cc];W[cd](;B[dd])(;B[aa]))").unwrap();
    let mut gtp = with(Files::below(folder.path()).unwrap());
    converse(
        &mut gtp,
        &[
            ("loadsgf game.sgf", "= white"),
            ("plyglot-position", "= 5/5/5/5/5 b - 0.5 0 moves C3 C2 D2"),
            ("loadsgf game.sgf 3", "= black"),
            ("plyglot-position", "= 5/5/5/5/5 b - 0.5 0 moves C3 C2"),
            ("undo", "="),
            ("loadsgf ../game.sgf", "? cannot load file"),
            ("loadsgf other.sgf", "? cannot load file"),
            ("printsgf copy.sgf", "="),
            ("clear_board", "="),
            ("loadsgf copy.sgf", "= white"),
            ("plyglot-position", "= 5/5/5/5/5 b - 0.5 0 moves C3"),
        ],
    );
    // The session plays on the board of the file.
    let told = talk(&mut gtp, "reg_genmove w");
    assert_eq!(told[0], "> setoption name Go.Size value 5");
    gtp.reply(&best("D2"));
    let said = talk(&mut gtp, "printsgf").concat();
    assert!(said.starts_with("= (;GM[1]FF[4]") && said.contains(";B[cc])"), "{said}");
}

/// A conversation under these options of the game.
pub(super) fn under(options: &[&str], files: Files) -> Gtp {
    let mut settings = Settings::defaults(&options::all(GAMES));
    let go = GAMES.iter().find(|game| game.name == "go").unwrap();
    for option in options {
        options::set(&mut settings, GAMES, go, option).unwrap();
    }
    gtp::open(files, settings)
}

#[test]
fn a_ko_is_remembered_whatever_is_searched() {
    let mut gtp = opened();
    let stones = ["b C3", "w D3", "b B2", "w E2", "b C1", "w D1", "b D2", "w C2"];
    for stone in stones {
        converse(&mut gtp, &[(&format!("play {stone}"), "=")]);
    }
    converse(&mut gtp, &[("play b D2", "? illegal move")]);
    for command in ["reg_genmove w", "genmove_analyze w", "lz-analyze w"] {
        let told = talk(&mut gtp, command);
        assert!(told.iter().any(|told| told.ends_with("C2 pass")), "{command}: {told:?}");
        if command == "genmove_analyze w" {
            gtp.reply(&best("pass"));
            converse(&mut gtp, &[("undo", "=")]);
        } else {
            gtp.reply(&best("G5"));
        }
        converse(&mut gtp, &[("play b D2", "? illegal move")]);
    }
    // Nor does a side that passed and plays after all forget it.
    converse(&mut gtp, &[("play b pass", "="), ("play b D2", "? illegal move")]);
    converse(
        &mut gtp,
        &[
            ("play b A9", "="),
            (
                "plyglot-position",
                "= 9/9/9/9/9/9/9/9/9 b - 7.5 0 \
              moves C3 D3 B2 E2 C1 D1 D2 C2 A9",
            ),
        ],
    );
}

#[test]
fn stones_taken_count_where_territory_does() {
    let mut gtp = under(&["Go.Scoring=territory"], Files::none());
    converse(&mut gtp, &[("boardsize 5", "="), ("komi 0", "=")]);
    for stone in ["b A2", "w A1", "b B1", "w pass", "b C2", "w pass", "b pass"] {
        converse(&mut gtp, &[(&format!("play {stone}"), "=")]);
    }
    // 22 points, and the stone taken.
    converse(&mut gtp, &[("final_score", "= B+23")]);
    assert!(talk(&mut gtp, "printsgf").concat().contains("RE[B+23]"));
    // The game goes on with what was taken.
    converse(
        &mut gtp,
        &[("play w E5", "="), ("plyglot-position", "= 5/5/5/X1X2/1X3 w - 0 0 1 0 moves E5")],
    );
}

#[test]
fn the_session_plays_by_the_rules_of_the_board() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("japanese.sgf", "(;GM[1]SZ[5]KM[0.5]RU[Japanese];B[cc];W[cd])");
    write("silent.sgf", "(;GM[1]SZ[5]KM[0.5];B[cc];W[cd])");
    write("broken.sgf", "(;GM[1]SZ[7]KM[0.5]RU[AGA];B[cc];W[cc])");
    let options = ["Go.Handicap=9", "Go.Rules=chinese"];
    let mut gtp = under(&options, Files::below(folder.path()).unwrap());
    // The board has no handicap, and any size will do then.
    talk(&mut gtp, "boardsize 7");
    let told = talk(&mut gtp, "genmove b");
    assert_eq!(
        told[..2],
        ["> setoption name Go.Handicap value 0", "> setoption name Go.Size value 7"]
    );
    gtp.reply(&best("D4"));
    converse(&mut gtp, &[("loadsgf japanese.sgf", "= black")]);
    converse(&mut gtp, &[("plyglot-position", "= 5/5/5/5/5 b - 0.5 0 0 0 moves C3 C2")]);
    let told = talk(&mut gtp, "reg_genmove b");
    assert_eq!(
        told[..3],
        [
            "> setoption name Go.Size value 5",
            "> setoption name Go.Scoring value territory",
            "> setoption name Go.Ko value simple",
        ]
    );
    gtp.reply(&best("D4"));
    // A file that is refused changes nothing.
    converse(&mut gtp, &[("loadsgf broken.sgf", "? cannot load file"), ("query_boardsize", "= 5")]);
    converse(&mut gtp, &[("plyglot-position", "= 5/5/5/5/5 b - 0.5 0 0 0 moves C3 C2")]);
    assert_eq!(talk(&mut gtp, "reg_genmove b").len(), 3);
    gtp.reply(&best("D4"));
    // What says nothing of its rules is under those in force.
    converse(&mut gtp, &[("loadsgf silent.sgf", "= black")]);
    converse(&mut gtp, &[("plyglot-position", "= 5/5/5/5/5 b - 0.5 0 0 0 moves C3 C2")]);
}

#[test]
fn a_search_of_a_position_that_was_refused_says_nothing() {
    let mut gtp = opened();
    talk(&mut gtp, "5 genmove b");
    assert!(gtp.reply(&Reply::Error("position: board: wrong".to_owned())).is_empty());
    // Whatever else is searched, its move is not played.
    assert_eq!(text(gtp.reply(&info(0, &["E5"]))), ["> stop"]);
    assert!(talk(&mut gtp, "6 plyglot-position").is_empty());
    assert_eq!(
        text(gtp.reply(&best("E5"))),
        ["?5 position: board: wrong\n", "=6 9/9/9/9/9/9/9/9/9 b - 7.5 0\n"]
    );
    talk(&mut gtp, "genmove b");
    assert_eq!(text(gtp.reply(&best("C3"))), ["= C3\n"]);
}

#[test]
fn an_option_is_answered_when_the_session_has_it() {
    let mut gtp = opened();
    assert_eq!(
        talk(&mut gtp, "3 plyglot-option Hash abc"),
        ["> setoption name Hash value abc", "> isready"]
    );
    assert!(talk(&mut gtp, "4 name").is_empty());
    assert!(gtp.reply(&Reply::Error("Hash: wrong".to_owned())).is_empty());
    assert_eq!(text(gtp.reply(&Reply::ReadyOk)), ["?3 Hash: wrong\n", "=4 plyglot\n"]);
    talk(&mut gtp, "plyglot-option Hash 1");
    assert_eq!(text(gtp.reply(&Reply::ReadyOk)), ["=\n"]);
    assert!(talk(&mut gtp, "plyglot-option Foo 1")[0].starts_with("? found no option"));
}

/// What a handicap costs is for the controller to add to the komi, whatever the rules.
#[test]
fn white_gets_the_komi_that_was_told_and_what_the_rules_give_for_a_handicap() {
    for (rules, scores) in [
        ("tromp-taylor", ["= B+80.5", "= B+76.5"]),
        ("chinese", ["= B+76.5", "= B+72.5"]),
        ("aga", ["= B+77.5", "= B+73.5"]),
    ] {
        let mut gtp = under(&[&format!("Go.Rules={rules}")], Files::none());
        converse(&mut gtp, &[("komi 0.5", "=")]);
        talk(&mut gtp, "fixed_handicap 4");
        converse(&mut gtp, &[("final_score", scores[0]), ("komi 4.5", "=")]);
        converse(&mut gtp, &[("final_score", scores[1]), ("clear_board", "=")]);
        converse(&mut gtp, &[("play b e5", "="), ("final_score", "= B+76.5")]);
    }
}

#[test]
fn a_client_that_sends_everything_at_once_and_leaves_is_answered_to_the_end() {
    let input = "boardsize 5\nkomi 0\nplyglot-depth 2\n1 genmove b\n2 genmove w\n3 foo\n4 name\n";
    for arguments in [&["gtp"][..], &[]] {
        let mut program = Program::start(arguments);
        program.send(input);
        let (said, status) = program.end();
        assert!(status.success());
        let answers: Vec<&str> = said.split("\n\n").filter(|said| !said.is_empty()).collect();
        assert_eq!(answers.len(), 7, "{said}");
        assert!(answers[3].starts_with("=1 ") && answers[4].starts_with("=2 "), "{said}");
        assert_eq!(answers[5..], ["?3 unknown command", "=4 plyglot"]);
    }
}

/// Where players agree on what is dead, chains whose points are the other side's in most games played
/// on by lot are dead, and taken off before the score is counted; by Tromp and Taylor none is.
#[test]
fn what_is_dead_is_told_and_taken_off_where_that_is_agreed_upon() {
    let black = ["C7", "E7", "A6", "B6", "C6", "D6", "E6", "F6", "G6", "B3", "F3"];
    let white = ["A5", "B5", "C5", "D5", "E5", "F5", "G5", "D4", "D3", "D2", "D1"];
    let both = ["B3", "F3"].as_slice();
    for (rules, scoring, dead, score) in [
        ("chinese", "area", both, "= W+21"),
        // White has 24 points and 2 stones, Black 5 points.
        ("chinese", "territory", both, "= W+21"),
        ("tromp-taylor", "area", &[], "= B+5"),
    ] {
        let options = [format!("Go.Rules={rules}"), format!("Go.Scoring={scoring}")];
        let mut gtp = under(&options.each_ref().map(String::as_str), Files::none());
        converse(&mut gtp, &[("boardsize 7", "="), ("komi 0", "=")]);
        for (side, points) in [("b", black), ("w", white)] {
            for point in points {
                converse(&mut gtp, &[(&format!("play {side} {point}"), "=")]);
            }
        }
        let told = talk(&mut gtp, "final_status_list dead").concat();
        let mut told: Vec<&str> = told.trim_start_matches('=').split_whitespace().collect();
        told.sort_unstable();
        assert_eq!(told, dead, "{rules}");
        converse(&mut gtp, &[("final_score", score), ("final_status_list seki", "=")]);
        let alive = talk(&mut gtp, "final_status_list alive").concat();
        assert_eq!(
            alive.lines().filter(|line| !line.is_empty()).count(),
            4 - dead.len(),
            "{alive}"
        );
    }
}

/// What gogui-twogtp asks of both programs at the end of a game.
#[cfg(unix)]
#[test]
fn the_time_of_the_processor_is_told_in_seconds() {
    let mut gtp = under(&[], Files::none());
    let mut used = || {
        let told = talk(&mut gtp, "cputime").concat();
        let seconds: f64 = told.trim_start_matches('=').trim().parse().unwrap();
        seconds
    };
    let before = used();
    let mut sum = 0_u64;
    while used() < before + 0.01 {
        sum = (0..10_000).fold(sum, u64::wrapping_add);
    }
    assert!(before >= 0.0);
}
