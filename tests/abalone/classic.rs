//! `play abalone --classic`: the program of [bojar-1998] by keys, by lines, and on a terminal.

use std::process::Command;

use plyglot::io::Dialogue;
use plyglot::io::keys::{Key, KeyDialogue};
use plyglot::play::CursorGame;
use plyglot::play::job::PlayJob;
use plyglot::registry::GAMES;
use plyglot::system::interrupts::Interrupts;

use crate::common::program::Program;

/// Plies instead of time, so that it is the same on every machine.
fn job() -> PlayJob {
    let game = Some("abalone".to_owned());
    PlayJob { game, classic: true, depth: Some(2), ..PlayJob::default() }
}

fn open() -> CursorGame {
    CursorGame::new(GAMES, &job(), &Interrupts::default()).unwrap().unwrap()
}

/// Presses these keys, and lets the program move; gives back which of them were wrong.
fn press(game: &mut CursorGame, keys: &[Key]) -> Vec<Key> {
    let wrong = keys.iter().copied().filter(|&key| game.key(key)).collect();
    while KeyDialogue::has_work(game) {
        KeyDialogue::work(game);
    }
    wrong
}

/// The lines of the screen that hold this text.
fn shown(game: &CursorGame, text: &str) -> Vec<String> {
    game.screen().into_iter().filter(|line| line.contains(text)).collect()
}

#[test]
fn a_marble_is_taken_and_sent_in_a_direction() {
    let mut game = open();
    assert_eq!(game.screen()[0], "[] your move");
    assert_eq!(press(&mut game, &[Key::Enter]), []);
    assert_eq!(shown(&game, "c5: in which direction?").len(), 1);
    assert_eq!(press(&mut game, &[Key::Char('9')]), []);
    assert_eq!(shown(&game, "I play ").len(), 1, "{:?}", game.screen());
    assert_eq!(game.screen()[0], "[] your move");
    // Row d: the marble has come from row c.
    assert_eq!(game.screen()[7].matches("[]").count(), 1, "{:?}", game.screen());
}

#[test]
fn the_cursor_walks_by_digits_letters_and_arrows() {
    let place = |keys: &[Key]| {
        let mut game = open();
        let wrong = press(&mut game, keys);
        press(&mut game, &[Key::Escape, Key::Enter]);
        let said = shown(&game, ": ").into_iter().find(|line| !line.starts_with('7')).unwrap();
        (said.split(':').next().unwrap().to_owned(), wrong.len())
    };
    for (keys, expected, wrong) in [
        (&[Key::Char('4')][..], "c4", 0),
        (&[Key::Char('h'), Key::Left], "c3", 0),
        (&[Key::Char('K'), Key::Right], "c7", 0),
        (&[Key::Right, Key::Right, Key::Right], "c7", 1),
        (&[Key::Down], "a4", 0),
        (&[Key::Char('2'), Key::Char('2')], "a4", 1),
        (&[Key::Up], "e6", 0),
        (&[Key::Char('8'), Key::Up, Key::Char('u'), Key::Char('i')], "i8", 0),
        (&[Key::Char('1'), Key::Char('M')], "a4", 0),
        (&[Key::Char('x')], "c5", 1),
    ] {
        assert_eq!(place(keys), (expected.to_owned(), wrong), "{keys:?}");
    }
}

#[test]
fn a_move_that_cannot_be_made_lets_the_marble_go() {
    let mut game = open();
    let down = [Key::Down, Key::Enter, Key::Char('1')];
    assert_eq!(press(&mut game, &down), [Key::Char('1')], "its own marble would fall");
    assert_eq!(shown(&game, "not legal").len(), 1);
    assert_eq!(press(&mut game, &[Key::Up, Key::Down, Key::Enter, Key::Escape]), []);
    // Nobody's cell, and the program's marble.
    assert_eq!(press(&mut game, &[Key::Up, Key::Up, Key::Enter]), [Key::Enter]);
    assert_eq!(shown(&game, "no marble of yours").len(), 1);
}

#[test]
fn a_hint_is_shown_and_played_without_a_search() {
    let mut game = open();
    assert_eq!(press(&mut game, &[Key::Char('+')]), []);
    let hint = shown(&game, "hint: ")[0].strip_prefix("hint: ").unwrap().to_owned();
    assert_eq!(game.screen()[0], "[] your move", "nothing is played");
    assert!(!game.key(Key::Char('*')), "nothing is wrong with it");
    assert_eq!(shown(&game, "You play "), [format!("You play {hint}")]);
    press(&mut game, &[]);
    assert_eq!(shown(&game, "I play ").len(), 1);
}

#[test]
fn what_thinking_ahead_comes_to_is_announced_and_flashes() {
    let mut game = open();
    // The first plies take far less than a thousandth of these looks.
    for _ in 0..10_000_000 {
        game.tick();
        if !shown(&game, "thinking ahead: depth ").is_empty() {
            break;
        }
        std::thread::yield_now();
    }
    assert_eq!(shown(&game, " known: ").len(), 1, "{:?}", game.screen());
    let highlighted = |game: &CursorGame| game.screen().concat().matches("\u{1b}[7m").count();
    assert!(highlighted(&game) > 1, "the cursor, and the move");
}

#[test]
fn broadsides_and_draws_are_none_of_its_rules() {
    let mut game = open();
    let said = Dialogue::answer(&mut game, "c3c5d4");
    assert!(said.last().unwrap().contains("`c3c5d4` is not legal here"), "{said:?}");
}

#[test]
fn through_a_pipe_it_is_held_by_lines() {
    let arguments = ["play", "abalone", "--classic", "--depth", "2"];
    let mut program = Program::start(&arguments);
    program.send("c5 9\n+\nc5 9\n*\nq\n");
    let (text, status) = program.end();
    assert!(status.success(), "{text}");
    let line = |start: &str| text.lines().filter(|line| line.starts_with(start)).count();
    assert_eq!((line("You play "), line("I play "), line("hint: ")), (2, 2, 1), "{text}");
    assert!(text.contains("`c5 9` is not legal here: "), "{text}");
    assert_eq!(line("wave: the game is left; 4 plies played"), 1, "{text}");
    assert!(text.lines().last().unwrap().starts_with("wave: 2 moves chosen at depth 2 to "));
}

#[test]
fn on_a_terminal_it_is_held_by_keys_and_leaves_it_as_it_was() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/abalone/terminal.py");
    let output = Command::new("python3").args([script, env!("CARGO_BIN_EXE_plyglot")]).output();
    let output = output.unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(said, "played, left, as it was\n");
}
