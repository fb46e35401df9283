//! The file of the player `learning`: kept, found again, refused.

use super::learning::school;
use super::*;

/// A folder with a learning file of some training in it; gives the file and its bytes.
fn trained_file(folder: &Path) -> (String, Vec<u8>) {
    let path = folder.join("table.txt").to_str().unwrap().to_owned();
    let mut learner = player("learning", &[("TicTacToe.LearningFile", &path)]);
    school(&mut *learner, "ratings", &TrainingPlan { games: 50, block: 50, seed: 1 });
    let bytes = std::fs::read(&path).unwrap();
    (path, bytes)
}

#[test]
fn what_was_learnt_is_there_the_next_time() {
    let folder = tempfile::tempdir().unwrap();
    let (path, bytes) = trained_file(folder.path());
    let option = [("TicTacToe.LearningFile", path.as_str())];
    let text = String::from_utf8(bytes).unwrap();
    assert!(text.starts_with("plyglot-learning 1 tictactoe\n3/3/3 x 0\nx2/3/3 o "), "{text}");
    assert_eq!(text.lines().count(), 1 + 765 + 1);
    let score = |player: &mut BoxedMind| {
        think(&mut **player, &played("1 5 9 3 7 4"), &Asked { search_moves: &[7], ..ASKED }).reports
            [0]
        .score
    };
    let mut learner = player("learning", &option);
    learner
        .game_over(
            &GAME,
            &played("1 5 9 3 7 4 8"),
            &GAME.outcome(played("1 5 9 3 7 4 8").position()).unwrap(),
        )
        .unwrap();
    assert_eq!(score(&mut player("learning", &option)), Score::win_in(1));
    assert_eq!(score(&mut player("learning", &[])), Score::DRAW);
    let left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().collect();
    assert_eq!(left.len(), 1, "no working file stays behind: {left:?}");
}

#[test]
fn a_file_that_is_not_right_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let (path, good) = trained_file(folder.path());
    let text = String::from_utf8(good.clone()).unwrap();
    let replaced = |from: &str, to: &str| text.replacen(from, to, 1).into_bytes();
    let flipped = |at: usize| {
        let mut bytes = good.clone();
        bytes[at] ^= 1;
        bytes
    };
    let body = text.lines().count() - 1;
    let short = text.lines().take(body - 1).collect::<Vec<_>>().join("\n") + "\n";
    for (what, bytes, reason) in [
        ("empty", Vec::new(), "does not begin with `plyglot-learning 1 tictactoe`: it is no"),
        ("foreign", b"\x89PNG\r\n\x1a\n".to_vec(), "does not begin with"),
        ("other text", b"[settings]\nhash=1\n".to_vec(), "does not begin with"),
        ("newer", replaced("learning 1 ", "learning 2 "), "has format version 2, expected 1 or"),
        ("other game", replaced("tictactoe", "kalah"), "is of the game `kalah`, expected `tictac"),
        ("half", good[..good.len() / 2].to_vec(), "expected a line `xxh3` and 16 hex digits"),
        ("no last byte", good[..good.len() - 1].to_vec(), "ends with `xxh3 "),
        ("no sum", short.into_bytes(), "expected a line `xxh3` and 16 hex digits"),
        ("bit in the head", flipped(0), "does not begin with"),
        ("bit in a value", flipped(good.len() / 2), "it was changed or damaged"),
        ("bit in the sum", flipped(good.len() - 2), "it was changed or damaged"),
        ("a value changed", replaced("3/3/3 x 0", "3/3/3 x 9"), "has checksum "),
        ("huge", vec![b'x'; 100_000], "has 100000 bytes, expected at most 65536"),
    ] {
        std::fs::write(&path, &bytes).unwrap();
        let Err(error) = try_mind("learning", &[("TicTacToe.LearningFile", &path)]) else {
            panic!("{what} is taken");
        };
        assert!(error.contains(reason), "{what}: {error}");
        assert!(error.starts_with(&format!("learning file `{path}`: ")), "{what}: {error}");
        assert_eq!(std::fs::read(&path).unwrap(), bytes, "{what} is left as it was");
    }
}

#[test]
fn every_flipped_bit_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let (path, good) = trained_file(folder.path());
    let mut rng: Rng = seeded(3);
    for _ in 0..300 {
        let mut bytes = good.clone();
        let (at, bit) = (rng.random_range(0..good.len()), rng.random_range(0..8));
        bytes[at] ^= 1 << bit;
        std::fs::write(&path, &bytes).unwrap();
        let taken = try_mind("learning", &[("TicTacToe.LearningFile", &path)]).is_ok();
        assert!(!taken, "byte {at} bit {bit}");
    }
}

#[test]
fn a_right_sum_over_wrong_lines_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (path, good) = trained_file(folder.path());
    let text = String::from_utf8(good).unwrap();
    let body = &text[..text.rfind("xxh3").unwrap()];
    let unknown = "line 2: found `3/3/3 x 11`, expected `3/3/3 x` and a value from -10 to 10";
    for (body, reason) in [
        (body.replacen("3/3/3 x 0", "3/3/3 x 11", 1), unknown),
        (body.replacen("3/3/3 x 0", "3/3/3 x", 1), "line 2: found `3/3/3 x`, expected `3/3/3 x`"),
        (format!("{body}3/3/3 x 0\n"), "has 767 lines above the checksum, expected 766"),
    ] {
        let sum = xxhash_rust::xxh3::xxh3_64(body.as_bytes());
        std::fs::write(&path, format!("{body}xxh3 {sum:016x}\n")).unwrap();
        let error = try_mind("learning", &[("TicTacToe.LearningFile", &path)]).err().unwrap();
        assert!(error.contains(reason), "{error}");
    }
}

#[test]
fn a_place_where_no_file_can_be_is_refused_before_the_first_game() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("no/such/table.txt");
    for path in [missing.as_path(), folder.path()] {
        let path = path.to_str().unwrap();
        let error = try_mind("learning", &[("TicTacToe.LearningFile", path)]).err().unwrap();
        assert!(error.starts_with(&format!("learning file `{path}`: cannot be ")), "{error}");
    }
}

#[test]
fn a_file_that_went_wrong_meanwhile_is_not_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let (path, _) = trained_file(folder.path());
    let mut learner = player("learning", &[("TicTacToe.LearningFile", &path)]);
    std::fs::write(&path, "a letter\n").unwrap();
    let played = played("1 5 9 3 7 4 8");
    let outcome = GAME.outcome(played.position()).unwrap();
    let error = learner.game_over(&GAME, &played, &outcome).unwrap_err();
    assert!(error.contains("does not begin with `plyglot-learning"), "{error}");
    assert!(!error.contains("letter"), "nothing of a foreign file is told: {error}");
    assert_eq!(std::fs::read(&path).unwrap(), b"a letter\n");
}

#[test]
fn an_edited_file_is_taken_only_by_force_and_is_whole_again() {
    let folder = tempfile::tempdir().unwrap();
    let (path, bytes) = trained_file(folder.path());
    let text = String::from_utf8(bytes).unwrap();
    let edited = text.replace("\n3/3/3 x 0\n", "\n3/3/3 x 3\n");
    assert_ne!(edited, text);
    std::fs::write(&path, &edited).unwrap();
    let file = ("TicTacToe.LearningFile", path.as_str());
    let error = try_mind("learning", &[file]).err().unwrap();
    assert!(error.contains("it was changed or damaged") && error.contains("--force"), "{error}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), edited, "and is left as it is");
    let force = ("TicTacToe.LearningForce", "true");
    drop(player("learning", &[file, force]));
    let kept = std::fs::read_to_string(&path).unwrap();
    let body = |text: &str| text.rsplit_once("xxh3").unwrap().0.to_owned();
    assert_eq!(body(&kept), body(&edited));
    assert_ne!(kept, edited, "the checksum is right again");
    drop(player("learning", &[file]));
    // Force takes no file that is wrong in another way.
    for (damaged, expected) in [
        (edited.replace("3/3/3 x 3", "3/3/3 x 11"), "line 2: found `3/3/3 x 11`"),
        (edited.replace("3/3/3 x 3\n", ""), "has 765 lines above the checksum"),
        (edited.replace("-learning 1", "-learning 2"), "needs a newer program"),
        (edited[..400].to_owned(), "was cut off"),
    ] {
        std::fs::write(&path, &damaged).unwrap();
        let error = try_mind("learning", &[file, force]).err().unwrap();
        assert!(error.contains(expected), "{error}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), damaged, "{expected}");
    }
}
