//! Games in files: the end of the name decides the form, and every game reads what it writes, by
//! `load` of a session and of `play`, and by `replay`.

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use plyglot::core::{Scope, Settings, rng};
use plyglot::host::event::Notice;
use plyglot::host::state::{GameState, GameText};
use plyglot::io::Dialogue;
use plyglot::options;
use plyglot::play::Play;
use plyglot::play::job::PlayJob;
use plyglot::play::replay::{ReplayJob, replay_to};
use plyglot::registry::{GAMES, GameEntry};
use plyglot::system::interrupts::Interrupts;
use rand::RngExt;

const PLIES: usize = 40;

/// Every variant with its usual rules, and some with others.
fn forms_of_games() -> Vec<(&'static GameEntry, &'static str, Vec<&'static str>)> {
    let variants = GAMES.iter().flat_map(|&game| game.variants.iter().map(move |v| (game, v.name)));
    let usual = variants.map(|(game, variant)| (game, variant, Vec::new()));
    let others = [
        ("kalah", vec!["Kalah.Pits=4", "Kalah.Stones=3"]),
        ("kalah", vec!["Kalah.Pie=true", "Kalah.Rules=irving", "Kalah.Stop=half"]),
        ("kalah", vec!["Kalah.End=mover", "Kalah.Rest=opponent", "Kalah.Capture=lone"]),
        ("kalah", vec!["Kalah.Numbers=desk"]),
        ("draughts", vec!["Draughts.Draws=dagaz", "Draughts.Repetition=none"]),
        ("russian", vec!["Checkers.Notation=hub"]),
        ("brazilian", vec!["Checkers.Notation=numbers"]),
        ("checkers", vec!["Checkers.Notation=algebraic"]),
        ("tictactoe", vec!["TicTacToe.Notation=drop"]),
        ("chess", vec!["UCI_Chess960=true"]),
        ("chess", vec!["Chess.Repetition=draw"]),
        ("morris", vec!["Morris.SplitCapture=true"]),
    ];
    let others = others.into_iter().map(|(variant, options)| {
        let (game, variant) = options::find_game(GAMES, "test", variant).unwrap();
        (game, variant.name, options)
    });
    usual.chain(others).collect()
}

/// A random game.
fn played(
    game: &'static GameEntry,
    variant: &'static str,
    given: &[&str],
    seed: u64,
) -> Box<dyn GameState> {
    let mut settings = Settings::defaults(&options::all(GAMES));
    for option in given {
        options::set(&mut settings, GAMES, game, option).unwrap();
    }
    let mut rng = rng::seeded(seed);
    let mut engine = (game.open)(variant, &settings).unwrap();
    for _ply in 0..PLIES {
        let moves = engine.legal_moves();
        if moves.is_empty() || engine.outcome().is_some() {
            break;
        }
        engine.play(&[&moves[rng.random_range(0..moves.len())]]).unwrap();
    }
    engine
}

fn diagram(engine: &dyn GameState) -> Vec<String> {
    engine.board().diagram
}

/// The names under which a game may be saved.
fn names(game: &GameEntry) -> Vec<String> {
    let own = ["game".to_owned(), "game.txt".to_owned()];
    let players = Some(game.record_extension).filter(|end| !end.is_empty());
    own.into_iter().chain(players.map(|end| format!("game.{end}"))).collect()
}

fn dialogue(game: &str, given: &[&str], load: Option<&Path>) -> Play {
    let arguments = PlayJob {
        game: Some(game.to_owned()),
        side: Some("both".to_owned()),
        options: given.iter().map(|option| (*option).to_owned()).collect(),
        load: load.map(|file| file.to_str().unwrap().to_owned()),
        nodes: Some(1),
        ..PlayJob::default()
    };
    Play::new(GAMES, &arguments, &Interrupts::default()).unwrap()
}

/// The board without the words about whose turn it is.
fn board_of(play: &mut Play) -> Vec<String> {
    let mut said = play.answer("board");
    said.retain(|line| !line.is_empty());
    said
}

#[test]
fn play_reads_what_it_writes() {
    for (game, variant, given) in forms_of_games() {
        let folder = tempfile::tempdir().unwrap();
        let engine = played(game, variant, &given, 5);
        let GameText { moves, .. } = engine.game_text();
        let mut play = dialogue(variant, &given, None);
        for mv in &moves {
            play.answer(mv);
        }
        let board = board_of(&mut play);
        for name in names(game) {
            let what = format!("{variant} {given:?} {name}");
            let file = folder.path().join(&name);
            let said = play.answer(&format!("save {}", file.display()));
            assert!(said[0].starts_with("saved "), "{what}: {said:?}");
            let mut again = dialogue(variant, &given, Some(&file));
            assert_eq!(board_of(&mut again), board, "{what}");
            // Another game is on, with other rules.
            let mut other = dialogue("abalone", &[], None);
            let said = other.answer(&format!("load {}", file.display()));
            let loaded = format!("loaded {}: {} moves", file.display(), moves.len());
            assert_eq!(said[0], loaded, "{what}: {said:?}");
            let (lines, done) = replay(&file, &[]);
            assert_eq!(done, Ok(()), "{what}");
            let head = format!("{} moves: ", moves.len());
            assert!(lines.iter().any(|line| line.starts_with(&head)), "{what}: {lines:?}");
            let says_otherwise = lines.iter().any(|line| line.contains("says otherwise"));
            assert!(!says_otherwise, "{what}: {lines:?}");
        }
    }
}

fn replay(file: &Path, options: &[&str]) -> (Vec<String>, Result<(), String>) {
    let arguments = ReplayJob {
        options: options.iter().map(|option| (*option).to_owned()).collect(),
        file: PathBuf::from(file),
        ..ReplayJob::default()
    };
    let mut lines = Vec::new();
    let done = replay_to(GAMES, &arguments, &mut |line| lines.push(line.to_owned()));
    (lines, done)
}

fn session(folder: &Path, lines: &[String]) -> Vec<String> {
    let input = lines.join("\n") + "\nquit\n";
    let mut program = Command::new(env!("CARGO_BIN_EXE_plyglot"));
    let done = program.current_dir(folder).write_stdin(input).assert().success();
    let said = String::from_utf8(done.get_output().stdout.clone()).unwrap();
    said.lines().map(str::to_owned).collect()
}

#[test]
fn a_session_reads_what_it_writes_and_plays_it_on() {
    for (game, variant, given) in forms_of_games() {
        let folder = tempfile::tempdir().unwrap();
        let engine = played(game, variant, &given, 8);
        let GameText { moves, .. } = engine.game_text();
        let set = |option: &&str| {
            let (name, value) = option.split_once('=').unwrap();
            format!("setoption name {name} value {value}")
        };
        let options: Vec<String> = given.iter().map(set).collect();
        let mut lines = options.clone();
        lines.push(format!("position {variant} startpos moves {}", moves.join(" ")));
        lines.push("d".to_owned());
        lines.extend(names(game).iter().map(|name| format!("save {name}")));
        let said = session(folder.path(), &lines);
        let fen = |said: &[String]| {
            let is_board = |line: &&String| line.starts_with("Fen: ") || line.starts_with("Key: ");
            said.iter().filter(is_board).cloned().collect::<Vec<_>>()
        };
        let board = fen(&said);
        assert_eq!(board.len(), 2, "{variant} {given:?}: {said:?}");
        for name in names(game) {
            let what = format!("{variant} {given:?} {name}");
            // In another session, with the options at their defaults or not.
            let mut other: Vec<String> =
                options.iter().filter(|o| o.contains("Notation")).cloned().collect();
            other.extend([format!("load {name}"), "d".to_owned(), format!("save 2{name}")]);
            let again = session(folder.path(), &other);
            let loaded = format!("info string loaded {name}: {} moves", moves.len());
            assert!(again.contains(&loaded), "{what}: {again:?}");
            assert_eq!(fen(&again), board, "{what}");
            let [one, two] = [name.clone(), format!("2{name}")]
                .map(|name| fs::read(folder.path().join(name)).unwrap());
            assert_eq!(String::from_utf8(one), String::from_utf8(two), "{what}");
        }
    }
}

#[test]
fn an_end_that_is_another_games_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let lines = [
        "save a.pgn",
        "save a.PGN",
        "save a.klh",
        "position kalah startpos",
        "save a.pgn",
        "save a.KLH",
    ];
    let said = session(folder.path(), &lines.map(str::to_owned));
    let expected = [
        "info string saved a.pgn as PGN",
        "info string saved a.PGN as PGN",
        "info string error save: found .klh, the records of kalah; expected for chess .pgn, or another end",
        "info string error save: found .pgn, the records of chess; expected for kalah .klh, or another end",
        "info string saved a.KLH as KLH",
    ];
    let saves: Vec<&str> =
        said.iter().map(String::as_str).filter(|line| line.contains("save")).collect();
    assert_eq!(saves, expected);
}

#[test]
fn the_records_of_a_match_are_replayed_and_loaded() {
    for (game, name) in [
        ("chess", "a.pgn"),
        ("chess960", "a.pgn"),
        ("russian", "a.pdn"),
        ("chess", "a.txt"),
        ("kalah", "a.txt"),
        ("kalah", "a.klh"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let mut program = Command::new(env!("CARGO_BIN_EXE_plyglot"));
        let arguments =
            ["--game", game, "match", "-p", "mind=alphabeta,name=a", "-p", "mind=alphabeta,name=b"];
        program.current_dir(folder.path()).args(arguments);
        program.args([
            "--games",
            "2",
            "--nodes",
            "1",
            "--random-plies",
            "4",
            "--plies-max",
            "20",
            "--out",
            name,
        ]);
        program.assert().success();
        let (lines, done) = replay(&folder.path().join(name), &[]);
        assert_eq!(done, Ok(()), "{game} {name}");
        assert_eq!(
            lines.iter().filter(|line| *line == &format!("Variant: {game}")).count(),
            2,
            "{lines:?}"
        );
        let said = session(folder.path(), &[format!("load {name}")]);
        assert!(said[1].contains(", the first of 2 games"), "{said:?}");
    }
}

#[test]
fn a_session_keeps_names_and_a_resignation_of_the_file_that_was_loaded() {
    let folder = tempfile::tempdir().unwrap();
    let text = "Игрок A : Иван\nИгрок B : Программа\nПравила: Kalah.Pits=4 Kalah.Stones=3\n\
                Первым ходил игрок B\n\n 1) B: 6 8 A: 0\nСдался игрок B\n";
    fs::write(folder.path().join("a.klh"), text).unwrap();
    let commands =
        ["load a.klh", "save b.klh", "moves 2", "save c.klh", "position startpos", "save d.klh"];
    let said = session(folder.path(), &commands.map(str::to_owned));
    assert!(said.iter().all(|line| !line.contains("error")), "{said:?}");
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    let sorted = |text: &str| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    assert_eq!(sorted(&read("b.klh")), sorted(text));
    let later = read("c.klh");
    assert!(later.contains("Игрок A : Иван\n") && !later.contains("Сдался"), "{later}");
    assert!(read("d.klh").starts_with("Игрок A : ?\n"), "another game");
}

/// The men of a board of draughts, whose squares may have other names.
fn men(diagram: &[String]) -> Vec<char> {
    let rows = diagram.iter().filter_map(|line| {
        let (_, to) = line.rsplit_once('-')?;
        to.trim().parse::<u32>().is_ok().then_some(line)
    });
    rows.flat_map(|line| line.chars().filter(|c| "wWbB.".contains(*c))).collect()
}

#[test]
fn options_that_come_after_moves_leave_the_board_or_go_back_to_the_start() {
    for (game, variant, given) in forms_of_games() {
        let GameText { moves, .. } = played(game, variant, &given, 3).game_text();
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        let mut settings = Settings::defaults(&options::all(GAMES));
        for option in &given {
            options::set(&mut settings, GAMES, game, option).unwrap();
        }
        for opt in
            (game.options)().iter().filter(|opt| !opt.is_path && opt.name != game.player_option())
        {
            for value in [
                "true", "false", "1", "2", "desk", "own", "hub", "numbers", "drop", "plain",
                "irving",
            ] {
                let Ok(Some(value)) = opt.parse(value) else { continue };
                let what = format!("{variant} {given:?} {} {value}", opt.name);
                let mut engine = (game.open)(variant, &settings).unwrap();
                engine.play(&moves).unwrap();
                let before = (diagram(&*engine), engine.position_text());
                let mut changed = settings.clone();
                changed.set(&opt.name, value);
                let Ok(told) = engine.apply(&changed) else { continue };
                let is_reset = told.iter().any(|reply| matches!(reply, Notice::Note(_)));
                let played = engine.game_text().moves.len();
                if is_reset {
                    assert!(played == 0 && opt.scope == Scope::Rules, "{what}: {told:?}");
                    continue;
                }
                assert_eq!(played, moves.len(), "{what}");
                let now = (diagram(&*engine), engine.position_text());
                let is_same =
                    now.0 == before.0 || now.1 == before.1 || men(&now.0) == men(&before.0);
                assert!(is_same, "{what}: {before:?} {now:?}");
            }
        }
    }
}

#[test]
fn play_keeps_the_names_of_a_game_between_others() {
    let folder = tempfile::tempdir().unwrap();
    let sample = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/kalah/sample.klh"));
    let file = folder.path().join("again.klh");
    let mut play = dialogue("kalah", &[], Some(sample));
    let said = play.answer(&format!("save {}", file.display()));
    assert!(said[0].starts_with("saved "), "{said:?}");
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.starts_with("Игрок A : Программа\nИгрок B : Программа\n"), "{text}");
}

#[test]
fn a_record_that_cannot_be_of_its_game_is_loaded_with_a_word_about_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("small.klh");
    // A game of four pits with three stones each that does not say so.
    let text = "Игрок A : a\nИгрок B : b\nПервым ходил игрок A\n\n1) A: 0\n\
                Камней по окончании игры: в калахе А - 9, в калахе B - 15\n";
    fs::write(&file, text).unwrap();
    let mut play = dialogue("kalah", &[], None);
    let said = play.answer(&format!("load {}", file.display()));
    let expected = format!(
        "loaded {}: 1 moves; the file says otherwise of the end: second side wins by 6",
        file.display()
    );
    assert_eq!(said[0], expected);
}
