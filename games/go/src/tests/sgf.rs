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
    assert_eq!(rules.options, [("Go.Size".to_owned(), "5".to_owned())]);
}

#[test]
fn handicaps_and_positions_are_set_up() {
    let rules = Go::new(Terms { size: 9, rules: RuleSet::AGA, komi: 1, handicap: 2 });
    let game = PlayedGame::new(&rules, rules.start());
    let header = Header { tags: &[], comments: &[], result: Some(Some(Side::Second)) };
    let text = rules.write_game(&game, &header).unwrap();
    let head = "(;GM[1]FF[4]CA[UTF-8]AP[plyglot]SZ[9]KM[1.5]RU[AGA]RE[W+R]HA[2]AB[cg][gc]PL[W])\n";
    assert_eq!(text, head);
    let record = rules.read_game(text.as_bytes()).unwrap();
    assert_eq!((record.setup, record.claim), (None, Some(Ending::Win(Side::Second))));
    let set = go(9).read_game(b"(;GM[1]SZ[9]AB[aa:ba][cc]AW[ci]KM[0.5]PL[W];W[])").unwrap();
    assert_eq!(set.setup.as_deref(), Some("XX7/9/2X6/9/9/9/9/9/2O6 w - 0.5 0"));
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
        "Go.Size=9 Go.Rules=chinese Go.Scoring=territory Go.Ko=simple Go.Komi=6.5"
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
