//! The dialogue of the program of 1990, `plyglot play --classic`.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use plyglot::io::Dialogue;
use plyglot::play::Play;
use plyglot::play::job::PlayJob;
use plyglot::registry::GAMES;
use plyglot::system::interrupts::Interrupts;

/// The dialogue of 1990, through a pipe, in a folder of its own.
fn classic(folder: &Path, game: &str, more: &[&str], input: &str) -> String {
    let mut program = Command::new(env!("CARGO_BIN_EXE_plyglot"));
    let mind = ["--option", "Kalah.MaxLevel=0", "play", game, "--classic", "--nodes", "200"];
    program.current_dir(folder).args(mind).args(more).write_stdin(input.to_owned());
    if game == "kalah" {
        program.args(["--mind", "f2"]);
    }
    let done = program.assert().success();
    String::from_utf8(done.get_output().stdout.clone()).unwrap()
}

#[test]
fn the_dialogue_of_1990_asks_beeps_waits_and_leaves_at_escape() {
    let folder = tempfile::tempdir().unwrap();
    // A wrong answer is asked for again; then B begins, its chain of two sowings one by one.
    let input = "x\np\nb\n\n\n7\n\n0\n\u{1b}\nboard\n";
    let said = classic(folder.path(), "kalah", &[], input);
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines[0], "kalah: B is played by f2; Escape leaves.");
    assert!(said.contains("\u{7}found `x`, expected person or machine\n"), "{said}");
    assert!(!said.contains("turn"), "whose turn it is the prompt says: {said}");
    let announced: Vec<&str> =
        lines.iter().copied().filter(|line| line.starts_with("I play ")).collect();
    // Pits have the numbers of 1990: from 0 those of A, from 7 those of B, who is the machine. The
    // list is shorter by one after each sowing.
    assert_eq!(announced[..2], ["I play 7 8", "I play 8"]);
    assert!(said.contains("\u{7}`7` is not legal here: pits of A are 0 to 5\n"), "{said}");
    assert_eq!(said.matches("\u{7}\n").count(), 1, "Enter alone: {said}");
    // A is below, and has played from 0; nothing after Escape is said.
    assert!(said.contains("\n          0   1   2   3   4   5\n"), "{said}");
    assert!(!said.contains("(first)"), "the names A and B are nowhere on the screen: {said}");
    assert!(announced.len() == 3 && lines.last() == announced.last(), "{said}");
    assert!(!folder.path().join("lastgame.klh").exists(), "the game was not over");
}

#[test]
fn a_game_of_1990_that_is_over_is_kept_as_the_last_one_and_ends_a_dialogue_of_machines() {
    let folder = tempfile::tempdir().unwrap();
    // What is typed after the game is not read.
    let said = classic(folder.path(), "kalah", &[], "machine\nno\nb\nboard\n");
    let announced = said.lines().filter(|line| line.starts_with("I play ")).count();
    assert!(announced > 5, "{said}");
    assert_eq!(said.matches("saved lastgame.klh as KLH").count(), 1, "{said}");
    assert!(said.ends_with("saved lastgame.klh as KLH\n"), "{said}");
    let kept = fs::read_to_string(folder.path().join("lastgame.klh")).unwrap();
    for line in ["Игрок A : f2\n", "Камней по окончании игры", "Первым ходил игрок B\n"]
    {
        assert!(kept.contains(line), "{kept}");
    }
    let tries = (1..=9).map(|cell| format!("{cell}\n\n")).collect::<Vec<_>>().concat();
    let said = classic(folder.path(), "tictactoe", &[], &format!("p\na\n{tries}"));
    assert_eq!(said.matches("saved lastgame.game").count(), 1, "{said}");
}

#[test]
fn the_program_of_1990_speaks_its_own_words() {
    let folder = tempfile::tempdir().unwrap();
    let ru = ["--lang", "ru"];
    let said = classic(folder.path(), "kalah", &ru, "ч\nв\n\n\nx\n0\n");
    assert!(said.contains("\nПойду с 7 8\n") && said.contains("\nПойду с 8\n"), "{said}");
    assert_eq!(said.matches("\u{7}\n").count(), 1, "no word at what is no move: {said}");
    assert!(!said.contains("not a move"), "{said}");
    let said = classic(folder.path(), "kalah", &ru, "м\nн\na\n");
    assert!(said.ends_with("Партия сохранена в файле lastgame.klh\n"), "{said}");
    let winner = said.contains("Игра закончилась: выиграл игрок ");
    assert!(winner || said.contains("Игра закончилась вничью."), "{said}");
    let kept = fs::read_to_string(folder.path().join("lastgame.klh")).unwrap();
    assert!(kept.starts_with("Игрок A : Программа\nИгрок B : Программа\n"), "{kept}");
    let job = PlayJob {
        classic: true,
        lang: Some("ru".to_owned()),
        game: Some("kalah".to_owned()),
        ..PlayJob::default()
    };
    let mut play = Play::new(GAMES, &job, &Interrupts::default()).unwrap();
    assert_eq!(play.prompt(), "Кто будет игроком A - человек или машина (ч, м)? ");
    assert_eq!(play.answer("Человек"), [""; 0]);
    let board = play.answer("а");
    assert_eq!((play.prompt().as_str(), play.thinking()), ("Введи ход: ", "Думаю..."));
    let beep = play.answer("7");
    assert!(play.is_screen(&board) && !play.is_screen(&beep), "{board:?}");
}
