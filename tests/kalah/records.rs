//! Records of games as the program of 1990 wrote them, and as editors leave them.

use plyglot::core::Side;
use plyglot::game::notation::Header;
use plyglot::game::{Ending, Notation, PlayedGame, Rules};
use plyglot::games::kalah::{Kalah, RuleSet};
use plyglot_conformance::laws::each_position;

use super::naive::rule_sets;

const SAMPLE: &[u8] = include_bytes!("sample.klh");

fn line_of(kalah: &Kalah, bytes: &[u8]) -> PlayedGame<Kalah> {
    let record = kalah.read_game(bytes).unwrap();
    let start = record.setup.map_or(kalah.start(), |text| kalah.parse_position(&text).unwrap());
    let mut played = PlayedGame::new(kalah, start);
    for mv in record.moves {
        let mv = kalah.parse_move(&played, &mv.text).unwrap();
        played.play(kalah, mv);
    }
    played
}

#[test]
fn the_sample_game_of_the_document_ends_32_to_40() {
    let kalah = Kalah::default();
    let played = line_of(&kalah, SAMPLE);
    assert_eq!(played.moves_played().len(), 26);
    assert_eq!(played.outcome(&kalah).unwrap().ending, Ending::Margin(-8));
    let end = kalah.position_text(played.position());
    assert_eq!(end, "<6,32,40,0,0,0,0,0,0,0,0,0,0,0,0> s");
    assert_eq!(kalah.read_game(SAMPLE).unwrap().claim, Some(Ending::Margin(-8)));
}

#[test]
fn the_sample_game_is_written_as_it_stands_in_the_text() {
    let kalah = Kalah::default();
    let line = line_of(&kalah, SAMPLE);
    let tags = [("First", "Программа".to_owned()), ("Second", "Программа".to_owned())];
    let header = Header { tags: &tags, comments: &[], result: None };
    let strip = |text: &str| text.lines().map(|l| l.trim_end().to_owned()).collect::<Vec<_>>();
    let written = kalah.write_game(&line, &header).unwrap();
    assert_eq!(strip(&written), strip(std::str::from_utf8(SAMPLE).unwrap()));
}

#[test]
fn records_are_read_however_editors_leave_them() {
    let kalah = Kalah::default();
    let moves = |bytes: &[u8]| {
        let record = kalah.read_game(bytes).unwrap();
        record.moves.into_iter().map(|mv| mv.text).collect::<Vec<_>>().join(" ")
    };
    let sample = std::str::from_utf8(SAMPLE).unwrap();
    let wanted = moves(SAMPLE);
    let mangled = [
        sample.replace('\n', "\r\n"),
        sample.replace('\n', "\r"),
        format!("\u{feff}{sample}"),
        sample.replace("A:", "а :").replace("B:", "В:"),
        sample.replace(") ", ". ").replace("A: ", "A:\t"),
        sample.replace(" B:", "\nB:"),
        sample.replace("11 9 8", "11, 9,\n 8"),
        sample.replace("A:", "").replace("B:", ""),
        sample.to_lowercase(),
        format!("Партия №1, спасибо\n\n{sample}\nпока"),
    ];
    for text in mangled {
        assert_eq!(moves(text.as_bytes()), wanted, "{text}");
    }
    for (name, table) in [("866", DOS), ("1251", WINDOWS)] {
        let bytes: Vec<u8> = sample.chars().map(|c| encoded(c, table)).collect();
        assert_eq!(moves(&bytes), wanted, "{name}");
        assert_eq!(kalah.read_game(&bytes).unwrap().tags[0].1, "Программа", "{name}");
    }
}

/// Where А, Р and р stand.
const DOS: [u8; 2] = [0x80, 0xE0];
const WINDOWS: [u8; 2] = [0xC0, 0xF0];

fn encoded(c: char, [capital, last]: [u8; 2]) -> u8 {
    match u32::from(c).checked_sub(0x410) {
        Some(n @ 0..0x30) => capital + u8::try_from(n).unwrap(),
        Some(n @ 0x30..0x40) => last + u8::try_from(n - 0x30).unwrap(),
        _ => u8::try_from(c).unwrap(),
    }
}

#[test]
fn what_is_wrong_with_a_record_is_told_with_its_line() {
    let kalah = Kalah::default();
    for (text, error) in [
        ("", "line 1: found no moves, expected `A: …`"),
        ("1) A: 0 6", "line 1: found pit `6`, expected 0 to 5 for A or 7 to 12 for B"),
        ("\n1) A: 0 13", "line 2: found pit `13`, expected 0 to 5 for A or 7 to 12 for B"),
        ("1) A: 0 8", "line 1: found pit `8` of B among the sowings of A"),
        ("1) A: 0 ?", "line 1: found `?`, expected sowings as in A: 0 3"),
        (
            "Первым ходил игрок B\n1) A: 0 3 B: 7",
            "line 2: the first move is of A, but B is said to move first",
        ),
        (
            "Начальная позиция: <6,0> s\n1) A: 0",
            "line 1: position: board: found `2 numbers`, expected 15: <m,S,N,s1..sm,n1..nm>",
        ),
    ] {
        assert_eq!(kalah.read_game(text.as_bytes()).unwrap_err().to_string(), error, "{text}");
    }
}

#[test]
fn any_game_can_be_written_and_read_back() {
    for (i, set) in rule_sets().into_iter().enumerate() {
        let (pits, stones) = [(6, 6), (4, 3), (8, 12)][i % 3];
        let kalah = Kalah::new(set, pits, stones);
        let Ok(()) = each_position(&kalah, i as u64, |played| {
            if played.moves_played().is_empty() {
                return Ok(());
            }
            let header = Header { tags: &[], comments: &[], result: None };
            let text = kalah.write_game(played, &header).unwrap();
            let again = line_of(&kalah, text.as_bytes());
            assert_eq!(again.positions(), played.positions(), "{text}");
            assert_eq!(again.moves_played(), played.moves_played(), "{text}");
            Ok::<(), std::convert::Infallible>(())
        });
    }
    let kalah = Kalah::default();
    let setup = kalah.parse_position("<6,3,0,1,2,3,4,5,6,6,5,4,3,2,1> n").unwrap();
    let mut played = PlayedGame::new(&kalah, setup);
    let mv = kalah.parse_move(&played, "1").unwrap();
    played.play(&kalah, mv);
    let header = Header { tags: &[], comments: &[], result: None };
    let text = kalah.write_game(&played, &header).unwrap();
    assert!(text.contains("Первым ходил игрок B\n") && text.contains(" 1) B: 7\n"), "{text}");
    let again = line_of(&kalah, text.as_bytes());
    assert_eq!(again.positions(), played.positions());
}

#[test]
fn parts_of_a_chain_are_written_as_one_and_a_resignation_is_kept() {
    let kalah = Kalah::default();
    let mut played = PlayedGame::new(&kalah, kalah.start());
    for text in ["1", "2", "3"] {
        let mv = kalah.parse_move(&played, text).unwrap();
        played.play(&kalah, mv);
    }
    let header = |result| Header { tags: &[], comments: &[], result };
    for (result, claim, words) in [
        (Some(Some(Side::First)), Some(Ending::Win(Side::First)), "Сдался игрок B\n"),
        (Some(Some(Side::Second)), Some(Ending::Win(Side::Second)), "Сдался игрок A\n"),
        (Some(None), Some(Ending::Draw), "Ничья\n"),
        (None, None, ""),
    ] {
        let text = kalah.write_game(&played, &header(result)).unwrap();
        assert!(text.ends_with(words) && text.contains(" 1) A: 0 1 B: 9\n"), "{text}");
        assert_eq!(kalah.read_game(text.as_bytes()).unwrap().claim, claim, "{text}");
        // Files that have a label before each part have moves apart.
        let in_parts = text.replace(" 0 1 ", " 0 A: 1 ");
        for (text, moves) in [(text, 2), (in_parts, 3)] {
            let again = line_of(&kalah, text.as_bytes());
            assert_eq!(again.moves_played().len(), moves, "{text}");
            assert_eq!(again.position(), played.position(), "{text}");
        }
    }
}

#[test]
fn a_file_may_hold_the_games_of_a_match() {
    let kalah = Kalah::default();
    let sample = std::str::from_utf8(SAMPLE).unwrap();
    let other = "Игрок A : x\nИгрок B : y\nСведения: Round 2\n1) A: 1\nПобедил игрок A\n";
    let file = format!("\u{feff}{sample}\n{other}\n{sample}");
    for bytes in
        [file.clone().into_bytes(), file.chars().skip(1).map(|c| encoded(c, DOS)).collect()]
    {
        let games = Kalah::split_records(&bytes);
        let lines: Vec<usize> = games.iter().map(|(line, _)| *line).collect();
        assert_eq!(lines, [1, 20, 26]);
        let moves = games.iter().map(|(_, game)| kalah.read_game(game).unwrap().moves.len());
        assert_eq!(moves.collect::<Vec<_>>(), [26, 1, 26]);
        let second = kalah.read_game(games[1].1).unwrap();
        assert_eq!(second.claim, Some(Ending::Win(Side::First)));
        assert!(second.tags.contains(&("Round", "2".to_owned())), "{second:?}");
    }
}

#[test]
fn what_a_match_says_of_a_game_is_kept() {
    let kalah = Kalah::default();
    let mut played = PlayedGame::new(&kalah, kalah.start());
    played.play(&kalah, kalah.parse_move(&played, "2").unwrap());
    let tags: Vec<(&'static str, String)> = [
        ("Event", "plyglot match: kalah"),
        ("Round", "3"),
        ("First", "a"),
        ("Second", "b"),
        ("Termination", "time forfeit"),
    ]
    .map(|(tag, value)| (tag, value.to_owned()))
    .into();
    let header = Header { tags: &tags, comments: &[], result: Some(Some(Side::Second)) };
    let text = kalah.write_game(&played, &header).unwrap();
    assert!(text.contains("Победил игрок B\n") && !text.contains("Сдался"), "{text}");
    let mut read = kalah.read_game(text.as_bytes()).unwrap();
    assert_eq!(read.claim, Some(Ending::Win(Side::Second)));
    let mut tags = tags.clone();
    read.tags.sort_unstable();
    tags.sort_unstable();
    assert_eq!(read.tags, tags);
}

#[test]
fn a_set_up_may_stand_in_the_two_rows_of_the_text() {
    let kalah = Kalah::default();
    let text = "Начальная позиция:\n1 7 0 7 7 8 0\n  0 0 8 8 8 8 10\n\n1) B: 8 A: 2\n";
    let record = kalah.read_game(text.as_bytes()).unwrap();
    assert_eq!(record.setup.as_deref(), Some("<6,10,1,0,0,8,8,8,8,0,8,7,7,0,7> n"));
    assert_eq!(record.moves.len(), 2);
    let error = kalah.read_game("Начальная позиция:\n1 7 0\n".as_bytes()).unwrap_err();
    assert_eq!(error.to_string(), "line 3: found no moves, expected `A: …`");
    let error = kalah.read_game("Начальная позиция:\n1 7\n0\n1) A: 0".as_bytes()).unwrap_err();
    assert!(error.to_string().starts_with("line 3: position: board: found `3 numbers`"), "{error}");
}

#[test]
fn records_made_of_nonsense_never_panic() {
    use rand::{RngExt, SeedableRng};
    let mut rng = rand_pcg::Pcg64::seed_from_u64(4);
    let sample = SAMPLE.to_vec();
    let (mut taken, mut refused) = (0, 0);
    for case in 0..20_000 {
        let mut bytes = sample.clone();
        for _ in 0..rng.random_range(1..6) {
            if bytes.is_empty() {
                break;
            }
            let at = rng.random_range(0..bytes.len());
            match rng.random_range(0..4) {
                0 => bytes[at] = rng.random(),
                1 => bytes.truncate(at + 1),
                2 => drop(bytes.remove(at)),
                _ => bytes.insert(at, b"0123456789 AB:)\n-swap"[rng.random_range(0..21)]),
            }
        }
        let kalah = Kalah::new(RuleSet::STANDARD, 1 + case % 8, 6);
        match kalah.read_game(&bytes) {
            Ok(record) => {
                taken += 1;
                let mut played = PlayedGame::new(&kalah, kalah.start());
                for mv in record.moves {
                    let Ok(mv) = kalah.parse_move(&played, &mv.text) else { break };
                    played.play(&kalah, mv);
                }
            }
            Err(error) => {
                refused += 1;
                assert!(!error.what.contains('\n'), "{error}");
            }
        }
    }
    assert!(taken > 100 && refused > 1000, "{taken} taken, {refused} refused");
}
