//! Opening books: made, gone on with, opened, played from and shown, in every game.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use plyglot::book::Terms;
use plyglot::core::{Settings, Value};
use plyglot::host::book::GrowPlan;
use plyglot::host::event::Notice;
use plyglot::host::view::BookMoveView;
use plyglot::options;
use plyglot::registry::GAMES;

fn run(folder: &Path, words: &str, input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_plyglot"))
        .current_dir(folder)
        .args(words.split(' ').filter(|word| !word.is_empty()))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

/// What a job says, or its complaint.
fn job(folder: &Path, words: &str) -> Result<String, String> {
    let output = run(folder, words, "");
    let text = |bytes| String::from_utf8(bytes).unwrap();
    if output.status.success() { Ok(text(output.stdout)) } else { Err(text(output.stderr)) }
}

/// What a session says.
fn session(folder: &Path, words: &str, lines: &str) -> String {
    String::from_utf8(run(folder, words, lines).stdout).unwrap()
}

/// A folder with a small book of Kalah.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    job(folder.path(), "book build kalah --out k.book --positions 12 --nodes 300").unwrap();
    folder
}

#[test]
fn a_book_grows_to_the_same_by_any_number_of_threads_and_when_it_is_gone_on_with() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    let book = fs::read_to_string(at("k.book")).unwrap();
    let head: Vec<_> = book.lines().take(3).collect();
    assert_eq!(head, ["plyglot book 1", "variant kalah", "300 nodes a move, 30 cp a ply"]);
    assert_eq!(book.lines().count(), 3 + 12 + 1);
    let build = |more: &str| {
        job(folder.path(), &format!("book build kalah --nodes 300 {more}")).unwrap();
    };
    build("--out threads.book --positions 12 --threads 3");
    assert_eq!(fs::read_to_string(at("threads.book")).unwrap(), book);
    build("--out parts.book --positions 5");
    assert_ne!(fs::read_to_string(at("parts.book")).unwrap(), book);
    // Its terms are those it was begun with.
    let words = "book build kalah --out parts.book --positions 12 --nodes 9 --resume";
    let resumed = run(folder.path(), words, "");
    let told = String::from_utf8(resumed.stderr).unwrap();
    let terms = "parts.book: goes on as it was begun, 300 nodes a move, 30 cp a ply\n";
    assert!(resumed.status.success() && told.contains(terms), "{told}");
    assert_eq!(fs::read_to_string(at("parts.book")).unwrap(), book);
    build("--out dear.book --positions 12 --ply-cost 500");
    assert_ne!(fs::read_to_string(at("dear.book")).unwrap(), book);
}

#[test]
fn a_move_of_the_book_is_played_and_shown_and_a_search_is_one_where_it_is_wanted() {
    let folder = folder();
    let said = |options: &str, lines: &str| {
        session(
            folder.path(),
            &format!("--option Book=k.book --option OwnBook=true {options}"),
            lines,
        )
    };
    let shown = said("", "position kalah startpos\nbook\n");
    let mut lines = shown.lines().skip_while(|line| !line.starts_with("book: "));
    assert_eq!(lines.next(), Some("book: 12 positions, this one among them"));
    let moves: Vec<_> = lines.collect();
    let (best, rest) = moves[0].split_once(": cp ").unwrap();
    let score: i32 = rest.split_once(',').unwrap().0.parse().unwrap();
    assert!(moves.len() > 5 && rest.ends_with("positions"), "{shown}");
    assert!(moves.iter().any(|line| line.ends_with("a search")), "{shown}");

    let played = said("", "position kalah startpos\ngo movetime 60000\n");
    assert!(played.contains("info string book\n"), "{played}");
    assert!(played.contains(&format!("score cp {score} nodes 0 ")), "{played}");
    assert!(played.contains(&format!("bestmove {best} ponder ")), "{played}");
    // The line goes on as the book does.
    let line = played.split(" pv ").nth(1).unwrap().lines().next().unwrap();
    let behind =
        format!("position kalah startpos moves {}\nbook\n", line.split(' ').next().unwrap());
    let answers = said("", &behind);
    let answer = answers.lines().skip_while(|line| !line.starts_with("book: ")).nth(1).unwrap();
    assert_eq!(answer.split(':').next(), line.split(' ').nth(1), "{answers}");

    let searched = |options: &str, lines: &str| {
        let said = said(options, &format!("{lines}stop\n"));
        assert!(!said.contains("info string book\n") && said.contains("bestmove "), "{said}");
    };
    searched("--option OwnBook=false", "position kalah startpos\ngo nodes 500\n");
    searched("--option MultiPV=2", "position kalah startpos\ngo nodes 500\n");
    searched("--option Skill=3", "position kalah startpos\ngo nodes 500\n");
    searched("", "position kalah startpos\ngo infinite\n");
    searched("", "position kalah startpos\ngo ponder nodes 500\n");
    searched("", "position kalah startpos\ngo nodes 500 searchmoves 2\n");
    searched("", "position kalah startpos\ngo nodes 500 mate 1\n");
    searched("", "position kalah startpos\ntrace on\ngo nodes 500\n");
    searched("", "position kalah startpos moves 6 6 5 5 4 4\ngo nodes 500\n");
    let unknown = said("", "position kalah startpos moves 6 6 5 5 4 4\nbook\n");
    assert!(unknown.contains("book: 12 positions, not this one\n"), "{unknown}");
}

/// What a move may be worse than the best and be played, cp.
const MARGIN: u32 = 250;

#[test]
fn moves_that_are_nearly_as_good_are_drawn_by_lot() {
    let folder = folder();
    let scores = session(folder.path(), "--game kalah --option Book=k.book", "book\n");
    let score_of = |mv: &str| -> i32 {
        let line = scores.lines().find_map(|line| line.strip_prefix(&format!("{mv}: cp ")));
        line.unwrap().split_once(',').unwrap().0.parse().unwrap()
    };
    let best = scores.lines().nth(1).unwrap().split(':').next().unwrap();
    let said = |margin: u32, seed: &str| {
        let words = format!(
            "--game kalah --option Book=k.book --option OwnBook=true --option BookMargin={margin}{seed}"
        );
        session(folder.path(), &words, "go movetime 60000\n")
    };
    let played = |margin: u32, seed: u32| {
        let said = said(margin, &format!(" --option Seed={seed}"));
        assert!(!said.contains("info string seed"), "{said}");
        said.split("bestmove ").nth(1).unwrap().split_whitespace().next().unwrap().to_owned()
    };
    let drawn: Vec<_> = (0..30).map(|seed| played(MARGIN, seed)).collect();
    let mut different = drawn.clone();
    different.sort();
    different.dedup();
    assert!(different.len() > 1, "{different:?}");
    for mv in &different {
        assert!(score_of(best) - score_of(mv) <= MARGIN.cast_signed(), "{mv}: {scores}");
    }
    assert_eq!(played(MARGIN, 7), drawn[7]);
    assert!((0..5).all(|seed| played(0, seed) == best));
    assert!(said(MARGIN, "").contains("info string seed "));
    assert!(!said(0, "").contains("info string seed "));
}

#[test]
fn a_book_is_of_its_rules_and_of_any_notation() {
    let folder = folder();
    let said = |lines: &str| {
        session(folder.path(), "--game kalah --option Book=k.book --option OwnBook=true", lines)
    };
    let numbered = said("setoption name Kalah.Numbers value desk\nbook\ngo nodes 500\n");
    assert!(numbered.contains("info string book\n"), "{numbered}");
    assert!(!numbered.contains("not used"), "{numbered}");
    let other = said(
        "setoption name Kalah.Stones value 4\nbook\nsetoption name Kalah.Stones value 6\nbook\n",
    );
    let not_used =
        "info string book: not used: k.book: it is about other rules: Kalah.Stones differs\n";
    assert!(other.contains(not_used), "{other}");
    assert!(
        other.contains("no book of these rules is open")
            && other.contains("book: 12 positions, this one"),
        "{other}"
    );
    let chess = said("position chess startpos\ngo nodes 100\n");
    assert!(
        chess.contains("book: not used: k.book: it is about `kalah`, expected chess"),
        "{chess}"
    );
    assert!(chess.contains("bestmove "), "{chess}");
}

/// What a book says of a position: its moves with their scores.
fn scores<'s>(said: &'s str, known: &str) -> Vec<(&'s str, &'s str)> {
    let mut lines = said.lines().skip_while(|line| !line.starts_with("book: "));
    assert!(lines.next().is_some_and(|line| line.ends_with(known)), "{said}");
    lines.map(|line| line.split_once(", ").unwrap().0.split_once(": ").unwrap()).collect()
}

/// The first moves of Othello are the same up to symmetry, so a book has one of them; what it says of the
/// others is turned as the board is.
#[test]
fn a_book_knows_the_images_of_its_positions() {
    let folder = tempfile::tempdir().unwrap();
    job(folder.path(), "book build othello --out o.book --positions 3 --nodes 200").unwrap();
    let said = |moves: &str| {
        let lines = format!("position othello startpos{moves}\nbook\n");
        session(folder.path(), "--option Book=o.book", &lines)
    };
    let first = said("");
    let first = scores(&first, "3 positions, this one among them");
    assert!(first.len() == 4 && first.iter().all(|(_, score)| *score == first[0].1), "{first:?}");
    let worth = |mv: &str| {
        let said = said(&format!(" moves {mv}"));
        let of = scores(&said, "3 positions, this one among them");
        of.iter().map(|(_, score)| (*score).to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(worth("f5").len(), 3);
    assert!(["d3", "c4", "e6"].iter().all(|mv| worth(mv) == worth("f5")));
    // f5 d6 and c4 e3 are images of each other.
    let answer = |moves: &str, name: &str| {
        let said = said(moves);
        let of = scores(&said, "this one among them");
        of.iter().find(|(mv, _)| *mv == name).unwrap().1.to_owned()
    };
    for (one, name, other, its_name) in
        [("f5", "d6", "c4", "e3"), ("f5", "f4", "d3", "e3"), ("f5", "f6", "e6", "f6")]
    {
        let (one, other) = (format!(" moves {one}"), format!(" moves {other}"));
        assert_eq!(answer(&one, name), answer(&other, its_name), "{one} {name}");
    }
}

#[test]
fn what_is_no_book_is_refused_and_the_one_that_was_open_stays() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    let book = fs::read_to_string(at("k.book")).unwrap();
    fs::write(at("cut.book"), &book[..book.len() - 30]).unwrap();
    fs::write(at("none.book"), "1. e4 e5\n").unwrap();
    let said = session(
        folder.path(),
        "--game kalah --option Book=k.book",
        "setoption name Book value cut.book\nsetoption name Book value none.book\n\
         setoption name Book value gone.book\nsetoption name Book value ../k.book\nbook\n\
         setoption name Book value <empty>\nbook\n",
    );
    for error in [
        "setoption Book: cut.book: its checksum does not fit: it was cut off or changed",
        "setoption Book: none.book: line 1: found `1. e4 e5`, expected `plyglot book 1`: it is no opening book",
        "setoption Book: gone.book: No such file or directory",
        "setoption Book: found `../k.book`, expected a file below the folder that --files names",
    ] {
        assert!(said.contains(&format!("info string error {error}")), "{error}: {said}");
    }
    let (open, closed) =
        (said.find("book: 12 positions, this"), said.find("no book of these rules is open"));
    assert!(open.is_some() && closed > open, "{said}");
}

#[test]
fn the_job_says_what_is_wrong() {
    let folder = folder();
    let refused = |words: &str| job(folder.path(), words).unwrap_err();
    for (words, meant) in [
        ("book build kalha --out x", "kalah"),
        ("book build --out x", "found no game"),
        ("book build kalah --out k.book", "k.book is there already; --force replaces it"),
        ("book build kalah --out x --positions 0", "expected a whole number from 1 to 10000000"),
        (
            "book build kalah --out k.book --resume --option Kalah.Pits=5",
            "it is about other rules: Kalah.Pits differs",
        ),
        ("book build awari --out k.book --resume", "it is about `kalah`, expected awari"),
        ("book kalah", "--out"),
        ("book kalah --out x", "kalah: "),
    ] {
        let error = refused(words);
        assert!(error.contains(meant) && error.trim_end().lines().count() < 9, "{words}: {error}");
    }
    assert!(!folder.path().join("x").exists());
    let exact = job(
        folder.path(),
        "book connect4 --out c.book --ply 1 --option Connect4.Width=4 --option Connect4.Height=4",
    );
    assert!(exact.unwrap().contains("1 plies"));
}

#[cfg(unix)]
#[test]
fn a_build_that_is_told_to_stop_says_what_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_plyglot"))
        .current_dir(folder.path())
        .args("book build kalah --out k.book --positions 1000000 --nodes 2000".split(' '))
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    // It is at work once it says so.
    let news = lines.next().unwrap().unwrap();
    assert!(news.contains(" of 1000000 positions, the start cp "), "{news}");
    assert!(
        Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success()
    );
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let rest: Vec<_> = lines.map(Result::unwrap).collect();
    let kept = "plyglot: stopped; k.book is not written yet";
    assert_eq!(rest.last().map(String::as_str), Some(kept));
}

/// Connect Four comes with one, of true values: those of the first moves are known
/// [pons-connect4], the middle wins with its last stone.
#[test]
fn a_game_that_comes_with_a_book_plays_from_it() {
    let folder = tempfile::tempdir().unwrap();
    let said = |words: &str, lines: &str| session(folder.path(), words, lines);
    let shown = said("--option OwnBook=true", "position connect4 startpos\nbook\ngo movetime 10\n");
    assert!(shown.contains(" positions with the game\n"), "{shown}");
    assert!(shown.contains("info string book\n") && shown.contains("bestmove 4 "), "{shown}");
    let text = GAMES.iter().find(|game| game.name == "connect4").unwrap();
    let mut settings = Settings::defaults(&options::all(GAMES));
    settings.set("OwnBook", Value::Check(true));
    let mut state = (text.open)("connect4", &settings).unwrap();
    state.attach_tables(&settings).unwrap();
    let plies = |mv: &BookMoveView| (mv.text.clone(), mv.score.plies_to_end().unwrap_or(0));
    let mut first: Vec<_> = state.book().unwrap().moves.iter().map(plies).collect();
    first.sort();
    let expected = [-40, -42, 0, 41, 0, -42, -40];
    assert!(first.iter().map(|(_, plies)| *plies).eq(expected), "{first:?}");
    // Whoever loses anyway searches for what is hardest to answer.
    let lost =
        said("--option OwnBook=true", "position connect4 startpos moves 4\nbook\ngo depth 3\n");
    assert!(lost.contains("this one among them\n") && !lost.contains("string book\n"), "{lost}");
    // The same game in another notation has the same book; another size of board has none.
    let drops = said("--option OwnBook=true", "position cfour startpos\ngo movetime 10\n");
    assert!(drops.contains("bestmove P@d1 "), "{drops}");
    let options = "--option OwnBook=true --option Connect4.Width=6";
    let searched = said(options, "position connect4 startpos\ngo depth 3\n");
    assert!(!searched.contains("book") && searched.contains("bestmove "), "{searched}");
    let unasked = said("", "position connect4 startpos\ngo depth 3\n");
    assert!(!unasked.contains("book") && unasked.contains("bestmove "), "{unasked}");
    // Who asks for a book that is not open is told of it, where there is one.
    let told = said("", "position connect4 startpos\nbook\nposition kalah startpos\nbook\n");
    let hints = told.lines().filter(|line| line.contains("no book of these rules is open"));
    let named: Vec<bool> = hints.map(|line| line.contains("OwnBook")).collect();
    assert_eq!(named, [true, false], "{told}");
}

/// A mind that ends by itself is asked without a limit; any other has to have one.
#[test]
fn a_book_of_a_solved_game_shows_how_to_get_to_the_end() {
    let folder = tempfile::tempdir().unwrap();
    // Who begins loses, whatever he does.
    let small =
        "--option Connect4.Width=6 --option Connect4.Height=4 book build connect4 --nodes 0";
    let solve = format!("--option Connect4.Mind=solve {small} --positions 60");
    let built = |name: &str, more: &str| {
        job(folder.path(), &format!("{solve} --out {name} {more}")).unwrap();
        fs::read_to_string(folder.path().join(name)).unwrap()
    };
    let [short, long] = [built("short.book", "--threads 2"), built("long.book", "--decided 4")];
    let positions = |book: &str| book.lines().filter(|line| line.contains('\t')).count();
    assert_eq!((positions(&short), positions(&long)), (1, 60), "{short}{long}");
    assert!(short.contains("\n0 nodes a move, 30 cp a ply\n"), "{short}");
    let terms = "\n0 nodes a move, 30 cp a ply, decided lines to 4 plies before the end\n";
    assert!(long.contains(terms), "{long}");
    assert_eq!(built("again.book", "--decided 4 --threads 1"), long, "by any number of threads");
    let error = job(folder.path(), &format!("{small} --out other.book")).unwrap_err();
    let expected = "--nodes: found 0, expected a mind that ends by itself, or a limit";
    assert!(error.contains(expected), "{error}");
}

#[test]
fn every_variant_has_books() {
    let folder = tempfile::tempdir().unwrap();
    for game in GAMES {
        for variant in game.variants {
            let mut settings = Settings::defaults(&options::all(GAMES));
            let terms = Terms { nodes: 20, ply_cost: 30, decided: None };
            let plan = GrowPlan { before: None, terms, positions: 3 };
            let mut sizes = Vec::new();
            let text = (game.grow_book)(variant.name, &settings, &plan, &mut |grown| {
                sizes.push(grown.positions);
                Ok(())
            });
            assert_eq!(sizes, [1, 2, 3], "{}", variant.name);
            let path = folder.path().join(format!("{}.book", variant.name));
            fs::write(&path, text.unwrap()).unwrap();
            let path = path.to_str().unwrap().to_owned();
            settings.set("Book", Value::Text(path.clone()));
            let mut state = (game.open)(variant.name, &settings).unwrap();
            let told = state.attach_tables(&settings).unwrap();
            let note = Notice::Note(format!("book: 3 positions from {path}"));
            assert!(told.contains(&note), "{}: {told:?}", variant.name);
            let view = state.book().unwrap();
            assert_eq!(view.moves.len(), state.legal_moves().len(), "{}", variant.name);
            assert!(view.moves.iter().any(|mv| mv.positions > 0), "{}", variant.name);
        }
    }
}
