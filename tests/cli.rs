//! The command line: the game of a job in one way everywhere, what there is by name, single questions,
//! and results for programs.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use plyglot::core::Settings;
use plyglot::options;
use plyglot::records::form::{GameFile, Wanted};
use plyglot::records::record::Record;
use plyglot::registry::{GAMES, find};
use serde_json::Value;

fn run(folder: &Path, words: &[&str]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_plyglot"));
    // Whoever runs the tests may have tables.
    program.current_dir(folder).env("PLYGLOT_TABLES", "").args(words).output().unwrap()
}

/// What the program says to these words, or its complaint.
fn plyglot(words: &str) -> Result<String, String> {
    let output = run(Path::new("."), &words.split(' ').collect::<Vec<_>>());
    let text = |bytes| String::from_utf8(bytes).unwrap();
    if output.status.success() { Ok(text(output.stdout)) } else { Err(text(output.stderr)) }
}

fn json(words: &str) -> Value {
    let said = plyglot(words).unwrap();
    serde_json::from_str(&said).unwrap_or_else(|error| panic!("{words}: {error}: {said}"))
}

#[test]
fn the_game_of_a_job_stands_behind_it_or_is_named_anywhere() {
    let count = plyglot("perft kalah 3").unwrap();
    assert!(count.contains("1,2: 35") && count.contains("Nodes searched: "), "{count}");
    for words in ["--game kalah perft 3", "perft --game kalah 3", "perft 3 --game=Kalah"] {
        assert_eq!(plyglot(words).unwrap(), count, "{words}");
    }
    let tables = plyglot("tb list chess --max-men 3").unwrap();
    for words in [
        "--game chess tb list --max-men 3",
        "tb list --max-men 3 chess",
        "tb --game chess list --max-men 3",
        "tb list --max-men 3 --game chess",
        "tb list chess --game chess --max-men 3",
    ] {
        assert_eq!(plyglot(words).unwrap(), tables, "{words}");
    }
    let output = plyglot("export tictactoe --mind table").unwrap();
    assert_eq!(plyglot("export --mind table tictactoe").unwrap(), output);
    let two = plyglot("tb list chess --game kalah").unwrap_err();
    assert!(two.contains("cannot be used multiple times"), "{two}");
}

#[test]
fn what_is_wrong_is_said_with_what_may_have_been_meant() {
    for (words, meant) in [
        ("tb list ches", "chess"),
        ("perft --game kalha 3", "kalah"),
        ("best chess --player classicla", "classical"),
        ("best chess --option Hsah=3", "Hash"),
        ("best kalah --option Ston=3", "Stones"),
        ("help moris", "morris"),
        ("help Ston", "Stones"),
        ("help analize", "analyse"),
        ("players othelo", "othello"),
        ("pefrt 3", "perft"),
        ("best ches", "chess"),
        ("best othelo", "othello"),
        ("perft 3 ches", "chess"),
        ("solve kalha", "kalah"),
        ("tb bild chess", "build"),
        ("tb ches", "chess"),
        ("match tictacto -p mind=alphabeta", "tictactoe"),
        ("match tictactoe -p mind=alphabeta -p mind=alfabeta", "alphabeta"),
        ("match tictactoe -p mind=alphabeta -p mind=alphabeta,Hsah=1", "Hash"),
    ] {
        let error = plyglot(words).unwrap_err();
        assert_eq!(error.lines().count(), 1, "{words}: {error}");
        let meant = format!("did you mean `{meant}`?");
        assert!(error.trim_end().ends_with(&meant), "{words}: {error}");
    }
    for words in ["tb list", "tune", "learn", "export", "players"] {
        let error = plyglot(words).unwrap_err();
        assert!(error.contains("GAME") || error.contains("found no game"), "{words}: {error}");
    }
}

/// What a newcomer types, and what the answer has to name.
#[test]
fn what_is_wrong_is_said_with_what_would_be_right() {
    for (words, named) in [
        ("tb foo chess", "expected one of build, verify, stats"),
        (
            "tune morris --search 9 --out /nonexistent/x",
            "/nonexistent/x: there is no folder /nonexistent",
        ),
        ("tune morris --generate 9 --positions /nonexistent/x", "there is no folder /nonexistent"),
        ("tune morris --search 9 --nodes 0", "expected a whole number from 1"),
        ("tune morris --search 9 --resume", "cannot be used with"),
        ("book build kalah --out /nonexistent/x", "there is no folder /nonexistent"),
        ("tb list chess --files /nonexistent", "the folder of tables is --dir FOLDER"),
        ("best chess --files=x", "expected it before the job"),
        ("--files /nonexistent games", "/nonexistent"),
        ("-- games", "expected `plyglot games`"),
        ("solve nosuch", "a game (`plyglot games` lists them) or a file of problems"),
        ("solve no/such.epd", "no/such.epd: No such file"),
        ("best nosuch", "expected a game (`plyglot games` lists them) or a position"),
        ("perft ches 3", "expected a number of plies, 0 to "),
        ("perft ches 3", "did you mean `chess`?"),
        ("best --depth -1", "expected a whole number from 1 to 4294967295"),
        ("best --lines many", "expected a whole number from 1 to 256"),
        ("web --port 99999", "expected a whole number from 0 to 65535"),
        ("kgp --port 0x", "expected a whole number from 1 to 65535"),
        (
            "dxp --listen 99999",
            "dxp: found port in `99999`, expected a whole number from 0 to 65535",
        ),
        ("dxp --connect localhost:99999", "localhost:99999"),
        ("gtp --game chess", "gtp: found game `chess`, expected one of go"),
        ("hub kalah", "hub: found game `kalah`, expected one of checkers"),
        ("replay", "plyglot replay [GAME] FILE [OPTIONS]"),
        ("tb", "plyglot tb TASK GAME [OPTIONS]"),
    ] {
        let output = run(Path::new("."), &words.split(' ').collect::<Vec<_>>());
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.contains(named), "{words}: {error}");
        assert_eq!((output.status.code(), &output.stdout[..]), (Some(2), &b""[..]), "{words}");
    }
}

#[test]
fn everything_that_has_a_name_has_help() {
    let listed = plyglot("games").unwrap();
    for game in GAMES {
        for variant in game.variants {
            assert!(listed.lines().any(|line| line.starts_with(variant.name)), "{}", variant.name);
            let page = plyglot(&format!("help {}", variant.name)).unwrap();
            for (player, about) in (game.players)() {
                assert!(page.contains(about), "{}: {player}", variant.name);
            }
        }
        let players = plyglot(&format!("players {}", game.name)).unwrap();
        assert_eq!(players.lines().count(), (game.players)().len());
        let options = plyglot(&format!("options {}", game.name)).unwrap();
        for opt in (game.options)() {
            assert!(options.contains(&format!("{}: ", opt.name)), "{}", opt.name);
        }
    }
    for (words, fact) in [
        ("help Stones", "Kalah.Stones: 6 (1 to 12)"),
        ("help move overhead", "Move Overhead: 30 (0 to 5000)"),
        ("help ratings", "a player of tictactoe (TicTacToe.Mind)"),
        ("help go", "go, a command of the protocol"),
        ("help go", "Surround points with stones"),
        ("help tb build", "--checkpoint"),
        ("help", "Build endgame tables"),
    ] {
        let said = plyglot(words).unwrap();
        assert!(said.contains(fact), "{words}: {said}");
    }
    // Within a conversation the game in force comes first.
    let output = plyglot("help kalah").unwrap();
    assert!(output.contains("Kalah.Stones: 6 (1 to 12)"), "{output}");
}

#[test]
fn a_position_is_settled_by_proof() {
    // As tests/kalah/solved.csv and docs/kalah-solver.md have it.
    let kalah = json("solve kalah 4 3 --json");
    assert_eq!((&kalah["exact"], &kalah["score"]["cp"]), (&true.into(), &600.into()));
    let words = plyglot("solve kalah 4 3").unwrap();
    assert!(
        words.contains("solved: the first side is ahead by 6, in units of one stone"),
        "{words}"
    );
    let tictactoe = plyglot("solve tictactoe").unwrap();
    assert!(tictactoe.contains("solved: a draw"), "{tictactoe}");
    let won = plyglot("solve tictactoe startpos moves 1 2").unwrap();
    assert!(won.contains("solved: the first side wins in 5 plies"), "{won}");
    let too_many = plyglot("solve kalah 4 3 2").unwrap_err();
    assert!(too_many.contains("takes at most Pits, Stones"), "{too_many}");
    let no_size = plyglot("solve chess 8").unwrap_err();
    assert!(no_size.contains("takes none"), "{no_size}");
    let missing = plyglot("solve").unwrap_err();
    assert!(missing.contains("expected a game or a file of problems"), "{missing}");
    let open = run(Path::new("."), &["solve", "chess", "--depth", "3"]);
    let said = String::from_utf8(open.stdout).unwrap();
    assert!(said.contains("not proven; as far as was searched"), "{said}");
    assert_eq!(open.status.code(), Some(2));
    // Those games are known whole from tables in memory, or proven by the search without a tree.
    let known = plyglot("solve threemorris").unwrap();
    assert!(known.contains("solved: draw, by the table three-place00"), "{known}");
    let go = plyglot("solve go 2 --option Go.Komi=0").unwrap();
    assert!(go.contains("solved: the first side is ahead by 1,"), "{go}");
}

#[test]
fn a_move_is_asked_for_in_one_line() {
    let best = json("best tictactoe startpos moves 1 2 5 --depth 9 --json");
    assert_eq!(best["best"], "9");
    assert_eq!(best["score"], Value::Null);
    assert_eq!(best["lines"][0]["moves"][0], "9");
    let three = json("best kalah --depth 5 --lines 3 --json");
    assert_eq!(three["lines"].as_array().unwrap().len(), 3);
    let over = plyglot("best tictactoe xxx/oo1/3 o").unwrap();
    assert_eq!(over, "no move: the game is over\n");
    let wrong = plyglot("best tictactoe xxx/oo1").unwrap_err();
    assert!(wrong.starts_with("plyglot: best: ") && wrong.lines().count() == 1, "{wrong}");
    let wrong = plyglot("best chess startpos moves e2e5").unwrap_err();
    assert!(wrong.contains("move 1") && wrong.contains("e2e5"), "{wrong}");
}

/// The scholar's mate: what loses at once is 3... Nf6.
const GAME: &str = "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Bc4 Nc6 {develops} 3. Qh5 Nf6 4. Qxf7# 1-0\n";

#[test]
fn the_moves_of_a_record_are_judged_and_written_back() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("game.pgn"), GAME).unwrap();
    let words = ["analyse", "game.pgn", "--depth", "5", "--json", "--out", "judged.pgn"];
    let output = run(folder.path(), &words);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let said: Value = serde_json::from_slice(&output.stdout).unwrap();
    let moves = said["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 7);
    let blunders: Vec<_> = moves.iter().filter(|mv| mv["fault"] == "blunder").collect();
    assert_eq!(blunders.len(), 1, "{said}");
    assert_eq!((&blunders[0]["side"], &blunders[0]["move"]), (&"second".into(), &"Nf6".into()));
    assert_eq!(blunders[0]["after"], serde_json::json!({ "plies_to_end": -1 }));
    assert_eq!(said["second"]["blunders"], 1);
    let judged = fs::read_to_string(folder.path().join("judged.pgn")).unwrap();
    assert!(judged.contains("Nf6 $4 {blunder: "), "{judged}");
    assert!(judged.contains("{develops}") && judged.contains("[White \"A\"]"), "{judged}");
    // What was written is read again, with the better line as a variation.
    let (chess, _) = find(GAMES, "chess").unwrap();
    let file = folder.path().join("judged.pgn");
    let file = GameFile::read_all(GAMES, &file, "judged.pgn", None).unwrap();
    let settings = Settings::defaults(&options::all(GAMES));
    let wanted =
        Wanted { game: chess, variant: "chess", is_said: false, settings: &settings, options: &[] };
    let mut kept = file.open(GAMES, 0, &wanted).unwrap();
    kept.play_all().unwrap();
    let tree =
        plyglot::records::annotated::read_tree(&file, 0, &mut kept, &mut Vec::new()).unwrap();
    assert_eq!((tree.moves[5].nags.as_slice(), tree.moves[5].variations.len()), (&[4][..], 1));
    let text = run(folder.path(), &["analyse", "game.pgn", "--depth", "4"]);
    let text = String::from_utf8(text.stdout).unwrap();
    assert!(text.contains("Nf6??") && text.contains("blunder, better"), "{text}");
    let replayed = run(folder.path(), &["replay", "game.pgn", "--analyse", "--go", "depth 4"]);
    let replayed = String::from_utf8(replayed.stdout).unwrap();
    assert_eq!(replayed.matches(", a blunder").count(), 1, "{replayed}");
    // No colours for what is no terminal.
    assert!(!text.contains('\u{1b}'), "{text}");
}

/// The engine would play on; the record says that nobody did.
#[test]
fn a_draw_that_was_claimed_is_the_end_of_what_is_judged() {
    let folder = tempfile::tempdir().unwrap();
    let moves = "1. Kd2 Kd7 2. Ke1 Ke8 3. Kd2 Kd7 4. Ke1 Ke8";
    let setup = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/Q3K3 w - - 0 1\"]";
    let last = |result: &str| {
        let text = format!("{setup}\n[Result \"{result}\"]\n\n{moves} {result}\n");
        fs::write(folder.path().join("game.pgn"), text).unwrap();
        let output = run(folder.path(), &["analyse", "game.pgn", "--depth", "4", "--json"]);
        let said: Value = serde_json::from_slice(&output.stdout).unwrap();
        said["moves"].as_array().unwrap().last().unwrap().clone()
    };
    assert_eq!(last("1/2-1/2")["after"], serde_json::json!({ "cp": 0 }));
    assert_ne!(last("*")["after"], serde_json::json!({ "cp": 0 }));
}

#[test]
fn an_analysis_replaces_a_file_only_if_told_to() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("game.pgn"), GAME).unwrap();
    let words = ["analyse", "game.pgn", "--depth", "1", "--out", "game.pgn"];
    let refused = run(folder.path(), &words);
    let error = String::from_utf8(refused.stderr).unwrap();
    assert_eq!(error, "plyglot: analyse: game.pgn is there already; --force replaces it\n");
    assert!(refused.stdout.is_empty() && refused.status.code() == Some(2));
    assert_eq!(fs::read_to_string(folder.path().join("game.pgn")).unwrap(), GAME);
    assert!(run(folder.path(), &[&words[..], &["--force"]].concat()).status.success());
}

/// What somebody has said of a game stays; what is about the game as it stands is ours.
#[test]
fn a_judged_record_keeps_its_tags() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let said = |name: &str| fs::read_to_string(at(name)).unwrap();
    let tags = "[Event \"Cup \\\"A\\\"\"]\n[Site \"Oslo\"]\n[TimeControl \"-\"]\n[WhiteElo \"2000\"]\n[ECO \"C20\"]\n";
    fs::write(at("game.pgn"), format!("{tags}{GAME}")).unwrap();
    let judge = |from: &str, to: &str| {
        let output = run(folder.path(), &["analyse", from, "--depth", "2", "--out", to]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        said(to)
    };
    let judged = judge("game.pgn", "judged.pgn");
    for tag in tags.lines().chain(["[Result \"1-0\"]", "[PlyCount \"7\"]"]) {
        assert_eq!(judged.matches(tag).count(), 1, "{tag}: {judged}");
    }
    let own = judge("game.pgn", "own.txt");
    let (_, mut record) = Record::all_from_text("own.txt", &own).unwrap().remove(0);
    record.tags.push(("Arbiter".to_owned(), "C".to_owned()));
    fs::write(at("tagged.txt"), record.to_text()).unwrap();
    let again = judge("tagged.txt", "again.txt");
    assert!(again.contains("tag Arbiter C\n") && again.contains("tag First A\n"), "{own} {again}");
}

#[test]
fn a_record_of_another_game_than_was_named_is_an_error_that_says_both() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("game.pgn"), GAME).unwrap();
    let fails = |words: &str| {
        let output = run(folder.path(), &words.split(' ').collect::<Vec<_>>());
        assert_eq!(output.status.code(), Some(2), "{words}");
        String::from_utf8(output.stderr).unwrap()
    };
    fs::write(folder.path().join("said.pgn"), format!("[Variant \"Standard\"]\n{GAME}")).unwrap();
    let plain = run(folder.path(), &["analyse", "game.pgn", "--depth", "1", "--out", "own.txt"]);
    assert!(plain.status.success());
    fs::write(folder.path().join("game.obf"), "% nothing\n").unwrap();
    for (words, one, other) in [
        ("analyse kalah game.pgn", "the records of chess", "kalah was named"),
        ("replay --game awari game.pgn", "the records of chess", "oware was named"),
        ("replay chess960 said.pgn", "line 1: found a game of chess", "chess960 was named"),
        ("analyse kalah own.txt", "a game of chess", "kalah was named"),
        ("solve kalah game.obf", "the problems of othello", "kalah was named"),
    ] {
        let error = fails(words);
        assert!(error.contains(one) && error.contains(other), "{words}: {error}");
        assert_eq!(error.lines().count(), 1, "{words}: {error}");
    }
}

#[test]
fn a_record_of_any_game_is_judged() {
    let kalah = json("analyse tests/kalah/sample.klh --depth 2 --json");
    assert_eq!(kalah["moves"].as_array().unwrap().len(), 26);
    let number = plyglot("analyse tests/kalah/sample.klh --number 2").unwrap_err();
    assert!(number.contains("found 2, expected at most 1"), "{number}");
}

#[test]
fn results_are_said_for_programs() {
    let perft = json("perft chess 2 --json");
    assert_eq!((&perft["nodes"], perft["moves"].as_object().unwrap().len()), (&400.into(), 20));
    let bench = json("bench tictactoe --json");
    assert_eq!(bench["nodes"].as_object().unwrap().len(), 1);
    assert_eq!(bench["total"], bench["nodes"]["tictactoe"]);
    let games = json("games --json");
    assert_eq!(games.as_array().unwrap().len(), GAMES.len());
    let solved = plyglot("solve tests/positions/wac50.epd --depth 1 --json").unwrap();
    let lines: Vec<Value> =
        solved.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((lines.len(), &lines[50]["problems"]), (51, &50.into()));
    let table =
        "match tictactoe -p mind=alphabeta -p mind=ratings --depth 9 --games 4 --seed 1 --json";
    let result = json(table);
    assert_eq!((&result["games"], &result["game"]), (&4.into(), &"tictactoe".into()));
    let meeting = &result["meetings"][0];
    let sum: u64 = ["won", "drawn", "lost"].iter().map(|key| meeting[key].as_u64().unwrap()).sum();
    assert_eq!(sum, 4);
}

#[test]
fn tables_are_counted_for_programs() {
    let folder = tempfile::tempdir().unwrap();
    let built = run(folder.path(), &["tb", "build", "chess", "--only", "KQK", "--threads", "1"]);
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let none = run(folder.path(), &["tb", "stats", "chess", "--only", "KQK", "--metric", "dtc"]);
    let error = String::from_utf8(none.stderr).unwrap();
    assert!(
        none.status.code() == Some(2) && error.contains("holds no table KQK by dtc"),
        "{error}"
    );
    let stats = run(folder.path(), &["tb", "stats", "chess", "--only", "KQK", "--json"]);
    let stats = String::from_utf8(stats.stdout).unwrap();
    let first: Value = serde_json::from_str(stats.lines().next().unwrap()).unwrap();
    // Mate in ten at the longest, 19 plies.
    assert_eq!((&first["table"], &first["longest"]), (&"KQK".into(), &19.into()));
    let wins: u64 =
        first["wins_by_distance"].as_object().unwrap().values().map(|n| n.as_u64().unwrap()).sum();
    assert_eq!(first["wins"], wins);
}

#[test]
fn shells_and_man_know_every_job() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let text = plyglot(&format!("completions {shell}")).unwrap();
        for job in ["analyse", "completions", "game", "perft"] {
            assert!(text.contains(job), "{shell}: {job}");
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let written = run(folder.path(), &["man", "--dir", "man"]);
    assert!(written.status.success(), "{}", String::from_utf8_lossy(&written.stderr));
    for page in ["plyglot.1", "plyglot-tb-build.1", "plyglot-analyse.1"] {
        let text = fs::read_to_string(folder.path().join("man").join(page)).unwrap();
        assert!(text.contains(".TH") && text.contains(".SH SYNOPSIS"), "{page}: {text}");
    }
    assert!(plyglot("completions bash").unwrap().contains("threemorris"));
    assert!(plyglot("man").unwrap().contains("plyglot\\-analyse(1)"));
}

/// A full disk, and no output at all; nobody listening any more is no loss.
#[test]
#[cfg(target_os = "linux")]
fn output_that_is_lost_is_an_error_of_every_job() {
    let said = |redirected: &str, job: &str| {
        let program = env!("CARGO_BIN_EXE_plyglot");
        let line = format!("'{program}' {job} {redirected}");
        let output = Command::new("sh").args(["-c", &line]).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    for job in ["games", "--help", "--version", "perft 1", "best --depth 1", "tb list tictactoe"] {
        for (redirected, why) in
            [(">/dev/full", "No space left on device"), (">&-", "closed when the program began")]
        {
            let (code, error) = said(redirected, job);
            assert_eq!(code, Some(2), "{job} {redirected}: {error}");
            assert!(error.starts_with("plyglot: standard "), "{job} {redirected}: {error}");
            assert!(error.contains(why) && error.lines().count() == 1, "{job}: {error}");
        }
        assert_eq!(said("| head -n 0", job), (Some(0), String::new()), "{job}");
    }
}

#[test]
#[cfg(unix)]
fn a_comparison_that_fails_fails_the_job() {
    for (command, why) in [("false", "`false`: exit status: 1"), ("echo hello", "no line `MOVE: ")]
    {
        let output = run(Path::new("."), &["perft", "1", "--compare", command]);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), &output.stdout[..]), (Some(2), &b""[..]), "{error}");
        assert!(error.starts_with("plyglot: perft compare: ") && error.contains(why), "{error}");
    }
}
