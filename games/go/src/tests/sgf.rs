//! Records as SGF [hollosi-1999]: what is written is read again, and what others write is read.

use plyglot_core::Side;
use plyglot_core::game::notation::{Header, RULES_TAG};
use plyglot_core::game::record_tree::{RecordStep, RecordTree};
use plyglot_core::game::{Ending, Notation, PlayedGame, Rules};

use crate::{Go, RuleSet, Terms};

fn go(size: u8) -> Go {
    Go::new(Terms { size, ..Go::default().terms })
}

fn played(go: &Go, moves: &str) -> PlayedGame<Go> {
    let mut game = PlayedGame::new(go, go.start());
    for text in moves.split_whitespace() {
        let mv = go.parse_move(&game, text).unwrap();
        game.play(go, mv);
    }
    game
}

fn step(text: &str) -> RecordStep {
    RecordStep { text: text.to_owned(), ..RecordStep::default() }
}

#[test]
fn what_is_written_is_read_again() {
    let go = go(5);
    let game = played(&go, "C3 C2 D2 pass pass");
    let tags = [("First", "A]\\B".to_owned()), (RULES_TAG, "Go.Size=5".to_owned())];
    let comments = ["the [middle]".to_owned()];
    let header = Header { tags: &tags, comments: &comments, result: None };
    let text = go.write_game(&game, &header).unwrap();
    assert_eq!(
        text,
        "(;GM[1]FF[4]CA[UTF-8]AP[plyglot]SZ[5]KM[7.5]RU[Tromp-Taylor]XR[Go.Size=5]PB[A\\]\\\\B]\
         RE[W+6.5]\n;B[cc]C[the [middle\\]];W[cd];B[dd];W[];B[])\n"
    );
    let record = go.read_game(text.as_bytes()).unwrap();
    assert_eq!(record.setup, None);
    let moves: Vec<(&str, Option<Side>)> =
        record.moves.iter().map(|mv| (mv.text.as_str(), mv.side)).collect();
    let (black, white) = (Some(Side::First), Some(Side::Second));
    assert_eq!(
        moves,
        [("C3", black), ("C2", white), ("D2", black), ("pass", white), ("pass", black)]
    );
    assert_eq!(record.claim, Some(Ending::Margin(-7)));
    assert_eq!(game.outcome(&go).unwrap().ending, Ending::Margin(-7));
    assert_eq!(record.tags, [("First", "A]\\B".to_owned())]);
    let rules = go.read_rules(text.as_bytes()).unwrap();
    let options = [("Go.Size", "5"), ("Go.Rules", "tromp-taylor")];
    assert_eq!(rules.options, options.map(|(name, value)| (name.to_owned(), value.to_owned())));
}

#[test]
fn handicaps_and_positions_are_set_up() {
    let rules = Go::new(Terms { size: 9, rules: RuleSet::AGA, komi: 1, handicap: 2 });
    let game = PlayedGame::new(&rules, rules.start());
    let header = Header { tags: &[], comments: &[], result: Some(Some(Side::Second)) };
    let text = rules.write_game(&game, &header).unwrap();
    let head = "(;GM[1]FF[4]CA[UTF-8]AP[plyglot]SZ[9]KM[0.5]RU[AGA]RE[W+R]HA[2]AB[cg][gc]PL[W])\n";
    assert_eq!(text, head);
    let record = rules.read_game(text.as_bytes()).unwrap();
    assert_eq!((record.setup, record.claim), (None, Some(Ending::Win(Side::Second))));
    let set = go(9).read_game(b"(;GM[1]SZ[9]AB[aa:ba][cc]AW[ci]KM[0.5]PL[W];W[])").unwrap();
    assert_eq!(set.setup.as_deref(), Some("XX7/9/2X6/9/9/9/9/9/2O6 w - 0.5 0"));
}

#[test]
fn a_handicap_costs_what_the_rules_say_besides_the_komi() {
    for (rules, komi) in
        [(RuleSet::CHINESE, "4.5"), (RuleSet::AGA, "3.5"), (RuleSet::TROMP_TAYLOR, "0.5")]
    {
        let nine = Go::new(Terms { size: 9, rules, komi: 1, handicap: 0 });
        let text = b"(;GM[1]SZ[9]KM[0.5]HA[4]AB[cc][gg][cg][gc];W[ee])";
        let record = nine.read_game(text).unwrap();
        let position = format!("9/9/2X3X2/9/9/9/2X3X2/9/9 w - {komi} 0");
        assert_eq!(record.setup, Some(position), "{rules:?}");
        // Where the options set the stones up it is the same game.
        let four = Go::new(Terms { handicap: 4, ..nine.terms });
        assert_eq!(four.read_game(text).unwrap().setup, None, "{rules:?}");
        assert_eq!(four.read_game(b"(;GM[1]SZ[9];W[ee])").unwrap().setup, None, "{rules:?}");
        let header = Header { tags: &[], comments: &[], result: None };
        let written = four.write_game(&PlayedGame::new(&four, four.start()), &header).unwrap();
        assert!(written.contains("KM[0.5]") && written.contains("HA[4]"), "{written}");
    }
}

#[test]
fn who_moves_first_is_to_move() {
    for (text, side) in [
        ("(;SZ[9]AB[aa][bb]AW[cc];W[ec])", "w"),
        ("(;SZ[9]AB[aa][bb]AW[cc];C[n];B[ec];W[ed])", "b"),
        ("(;SZ[9]AB[aa][bb]HA[2];B[ec])", "b"),
        ("(;SZ[9]AB[aa][bb]HA[2])", "w"),
        ("(;SZ[9]AB[aa][bb]PL[B];W[ec])", "b"),
    ] {
        let setup = go(9).read_game(text.as_bytes()).unwrap().setup.unwrap();
        assert_eq!(setup.split(' ').nth(1), Some(side), "{text}");
    }
}

#[test]
fn how_a_game_ended_that_was_not_played_to_its_end_is_kept() {
    let go = go(5);
    let game = played(&go, "C3 C2");
    for (why, written) in [
        (None, "RE[B+R]"),
        (Some("normal"), "RE[B+R]"),
        (Some("time forfeit"), "RE[B+T]"),
        (Some("rules infraction"), "XT[rules infraction]RE[B+F]"),
        (Some("adjudication"), "XT[adjudication]RE[B+]"),
    ] {
        let tags: Vec<_> = why.map(|why| ("Termination", why.to_owned())).into_iter().collect();
        let header = Header { tags: &tags, comments: &[], result: Some(Some(Side::First)) };
        let text = go.write_game(&game, &header).unwrap();
        assert!(text.contains(written), "{text}");
        let read = go.read_game(text.as_bytes()).unwrap();
        let expected = if why == Some("normal") { Vec::new() } else { tags };
        assert_eq!((read.claim, read.tags), (Some(Ending::Win(Side::First)), expected));
    }
    let read = |text: &str| go.read_game(text.as_bytes()).unwrap().tags;
    assert_eq!(read("(;SZ[5]RE[W+F])"), [("Termination", "forfeit".to_owned())]);
    assert_eq!(read("(;SZ[5]RE[W+])"), [("Termination", "unknown".to_owned())]);
    for (time, written) in [("300", "TM[300]"), ("60+0.5", "XC[60+0.5]")] {
        let tags = [("TimeControl", time.to_owned())];
        let header = Header { tags: &tags, comments: &[], result: None };
        let text = go.write_game(&game, &header).unwrap();
        assert!(text.contains(written), "{text}");
        assert_eq!(read(&text), tags);
    }
}

#[test]
fn texts_in_latin_1_with_prefaces_and_broken_lines_are_read() {
    let text = b"games (of 2019) [sic\r\n(\n;SZ[9]PB[J\xf6rg]EV[a \\\r\ncup];B[aa])\r\n(see next)\n(;SZ[9];B[bb])";
    let games = Go::split_records(text);
    assert_eq!(games.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [2, 6]);
    for text in [&text[..], games[0].1] {
        let record = go(9).read_game(text).unwrap();
        let tags = [("First", "J\u{f6}rg".to_owned()), ("Event", "a cup".to_owned())];
        assert_eq!((record.tags.len(), record.moves.len()), (2, 1));
        assert!(tags.iter().all(|tag| record.tags.contains(tag)), "{:?}", record.tags);
    }
    assert_eq!(go(9).read_game(games[1].1).unwrap().moves[0].text, "B8");
}

#[test]
fn branches_before_a_move_all_stand_beside_it() {
    let tree = go(9).read_tree(b"(;SZ[9](;C[n](;B[aa])(;B[bb]))(;B[cc]))").unwrap().unwrap();
    let first = RecordStep { variations: vec![vec![step("B8")], vec![step("C7")]], ..step("A9") };
    assert_eq!(tree, RecordTree { comment: "n".to_owned(), moves: vec![first] });
}

#[test]
fn what_is_go_says_so_or_nothing() {
    for (text, is_go) in [
        ("(;GM[1]SZ[9])", true),
        ("(;SZ[9]C[GM[Othello\\]])", true),
        ("(;GM[ 1 ])", true),
        ("(;GM[Othello]PC[x])", false),
        ("(;GM[11]SZ[9])", false),
        ("(;GM[1]SZ[9", true),
        ("hello", false),
    ] {
        assert_eq!(Go::is_record(text), is_go, "{text}");
    }
}

#[test]
fn rules_that_are_not_known_are_said() {
    let remarks = |rules: &str| {
        let text = format!("(;SZ[9]RU[{rules}];B[ee])");
        go(9).read_rules(text.as_bytes()).unwrap().remarks
    };
    for known in ["", "Tromp-Taylor", "tromp taylor", "japanese", "NZ"] {
        assert_eq!(remarks(known), [""; 0], "{known}");
    }
    assert_eq!(
        remarks("GOE"),
        [
            "RU: found `GOE`, expected Tromp-Taylor, Chinese, AGA, NZ, Japanese: read by Tromp-Taylor"
        ]
    );
}

#[test]
fn records_of_other_programs_are_read() {
    let text = "a file (;\nFF[3]GaMe[1]SiZe[9]SZ[9]RU[Japanese]KM[6.5]RE[B+3.5]PB[X]\n\
                ;B[ee]BL[590]\n;W[ec];B[tt];W[])(;SZ[19];B[pd];W[dp])";
    let games = Go::split_records(text.as_bytes());
    assert_eq!(games.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [1, 4]);
    let rules = go(9).read_rules(games[0].1).unwrap();
    let options: Vec<String> =
        rules.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
    assert_eq!(
        options.join(" "),
        "Go.Size=9 Go.Rules=chinese Go.Scoring=territory Go.Ko=simple Go.Compensation=none Go.Komi=6.5"
    );
    let record = go(9).read_game(games[0].1).unwrap();
    let moves: Vec<(&str, usize)> =
        record.moves.iter().map(|mv| (mv.text.as_str(), mv.line)).collect();
    assert_eq!(moves, [("E5", 3), ("E7", 4), ("pass", 4), ("pass", 4)]);
    assert_eq!(record.claim, Some(Ending::Margin(4)));
    // Where the end was agreed upon, it is told who won, and why.
    let agreed = go(9).read_game(b"(;GM[1]SZ[9]RE[W+12.5];B[ee])").unwrap();
    assert_eq!(agreed.claim, Some(Ending::Win(Side::Second)));
    assert_eq!(agreed.tags, [("Termination", "counted as W+12.5".to_owned())]);
}

#[test]
fn variations_comments_and_marks_are_read_and_written() {
    let go = go(9);
    let text = "(;GM[1]SZ[9]C[root];B[ee]TE[1](;W[ec]C[one];B[gd](;W[cc])(;W[cd]DO[]C[two]))\
                (;W[ge](;B[aa])(;B[])))";
    let tree = go.read_tree(text.as_bytes()).unwrap().unwrap();
    let branch = RecordStep {
        variations: vec![vec![RecordStep {
            marks: vec![6],
            comment: "two".to_owned(),
            ..step("C6")
        }]],
        ..step("C7")
    };
    let first = RecordStep {
        comment: "one".to_owned(),
        variations: vec![vec![
            step("G5"),
            RecordStep { variations: vec![vec![step("pass")]], ..step("A9") },
        ]],
        ..step("E7")
    };
    let moves = vec![RecordStep { marks: vec![1], ..step("E5") }, first, step("G6"), branch];
    assert_eq!(tree, RecordTree { comment: "root".to_owned(), moves });
    let game = played(&go, "E5 E7 G6 C7");
    let header = Header { tags: &[], comments: &[], result: None };
    let written = go.write_tree(&game, &header, &tree).unwrap();
    assert_eq!(go.read_tree(written.as_bytes()).unwrap().unwrap(), tree, "{written}");
}

#[test]
fn damaged_records_are_refused_with_the_place() {
    for (text, reason) in [
        ("hello", "line 1: found `hello`, expected a game as in (;GM[1] … )"),
        ("(;GM[2])", "line 1: GM: found `2`, expected 1, which is Go"),
        ("(;\nB[aa", "line 2: B: found no `]` behind its value"),
        ("(;SZ[9]\n;B[zz])", "line 2: B: found `zz`, expected a point of two letters up to i"),
        ("(;\n\n{", "line 3: found `{`, expected a game as in (;GM[1] … )"),
        (
            "(;SZ[9];B[aa]\n;AB[bb])",
            "line 2: AB: found stones set up behind the first move, expected moves alone there",
        ),
        ("(;SZ[9];B[aa]W[bb])", "line 1: W: found a second move in a node, expected one"),
        ("(;KM[6,5])", "line 1: KM: found `6,5`, expected points, halves at most, as in 6.5"),
        ("(;B)", "line 1: B: found no value, expected one as in B[…]"),
        (
            "(;SZ[9]AB[aa]AW[ba][ab])",
            "line 1: position: board: found `a chain without a liberty at A9`, expected chains that \
             have liberties",
        ),
    ] {
        assert_eq!(go(9).read_game(text.as_bytes()).unwrap_err().to_string(), reason, "{text}");
    }
}

#[test]
fn letters_are_those_of_the_set_that_is_named() {
    // The second bytes of \u{8868} and of \u{30bd} are that of a backslash in Shift_JIS, that of \u{8a55} a
    // bracket, which ends no value; in GB18030 the same holds of others.
    for (set, name) in [
        ("Shift_JIS", "\u{8868}\u{30bd}\u{8a55}\u{67cf}"),
        ("GB18030", "\u{4e02}\u{4e97}\u{8c22}"),
        ("gb2312", "\u{8c22}\u{67ef}"),
        ("EUC-KR", "\u{c774}\u{c138}\u{b3cc}"),
    ] {
        let text = format!("(;GM[1]SZ[9]CA[{set}]PB[{name}]PW[b];B[ee])\n");
        let encoding = encoding_rs::Encoding::for_label(set.as_bytes()).unwrap();
        let (bytes, _, is_lossy) = encoding.encode(&text);
        assert!(!is_lossy, "{set}");
        let two = [&bytes[..], &bytes[..]].concat();
        let games = Go::split_records(&two);
        assert_eq!(games.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [1, 2], "{set}");
        for (_, game) in games {
            let record = go(9).read_game(game).unwrap();
            assert_eq!(record.tags[0], ("First", name.to_owned()), "{set}");
            assert_eq!(record.moves.len(), 1, "{set}");
        }
        // What an editor has written anew is UTF-8.
        assert_eq!(go(9).read_game(text.as_bytes()).unwrap().tags[0].1, name, "{set}");
    }
}

#[test]
fn a_set_up_keeps_its_ko_its_prisoners_and_its_passes() {
    let rules = RuleSet { scoring: crate::Scoring::Territory, ..RuleSet::CHINESE };
    let five = Go::new(Terms { size: 5, rules, komi: 1, handicap: 0 });
    for text in ["1XO2/XO1O1/1XO2/5/5 b C4 0.5 0 0 1", "5/5/2X2/5/5 w - 0.5 1 3 2"] {
        let setup = five.parse_position(text).unwrap();
        let header = Header { tags: &[], comments: &[], result: None };
        let written = five.write_game(&PlayedGame::new(&five, setup), &header).unwrap();
        let record = five.read_game(written.as_bytes()).unwrap();
        assert_eq!(record.setup.as_deref(), Some(text), "{written}");
    }
    for (text, error) in [
        ("(;SZ[5]XK[zz];B[aa])", "line 1: XK: found `zz`, expected a point of two letters up to e"),
        (
            "(;SZ[5]XP[3];B[aa])",
            "line 1: XP: found `3`, expected stones taken by Black and by White, as in 3:1",
        ),
        ("(;SZ[5]XN[x];B[aa])", "line 1: XN: found `x`, expected a number of passes, 0 to 2"),
    ] {
        assert_eq!(five.read_game(text.as_bytes()).unwrap_err().to_string(), error);
    }
}
