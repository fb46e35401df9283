//! `plyglot play`: whole games and every command as scripted dialogues, in process and by pipe.

mod adjust;
mod claims;

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use plyglot::io::Dialogue;
use plyglot::play::Play;
use plyglot::play::job::PlayJob;
use plyglot::records::record::Record;
use plyglot::registry::GAMES;
use plyglot::system::interrupts::Interrupts;

/// A game with nodes instead of time, so that it is the same on every machine.
fn arguments(game: &str, side: &str) -> PlayJob {
    let (game, side) = (Some(game.to_owned()), Some(side.to_owned()));
    PlayJob { game, side, nodes: Some(2000), ..PlayJob::default() }
}

fn open(arguments: &PlayJob) -> Play {
    Play::new(GAMES, arguments, &Interrupts::default()).unwrap()
}

/// Lets the machine do what there is to do.
fn work(play: &mut Play) -> Vec<String> {
    let mut said = Vec::new();
    while play.has_work() {
        said.extend(play.work());
    }
    said
}

/// Answers these lines, with the machine's turns between them; gives back what the last was told.
fn talk(play: &mut Play, lines: &[&str]) -> Vec<String> {
    let mut said = work(play);
    for line in lines {
        said = play.answer(line);
        said.extend(work(play));
    }
    said
}

/// The last of the lines, which says how things stand.
fn last(said: &[String]) -> &str {
    said.last().map_or("", String::as_str)
}

/// Lines that begin so, without their beginning.
fn after<'s>(said: &'s [String], head: &str) -> Vec<&'s str> {
    said.iter().filter_map(|line| line.strip_prefix(head)).collect()
}

/// A word that changes nothing: one line, and the board as before.
fn refuses(play: &mut Play, line: &str, expected: &str) {
    let before = talk(play, &["board"]);
    assert_eq!(talk(play, &[line]), [expected], "{line}");
    assert_eq!(talk(play, &["board"]), before, "{line}");
}

#[test]
fn a_game_of_tic_tac_toe_is_drawn_by_the_full_board() {
    let mut play = open(&arguments("tictactoe", "both"));
    let said = talk(&mut play, &["5", "a3", "P@c3", "7", "4", "6", "2", "8", "9"]);
    assert_eq!(said[1], "3  O | X | X");
    assert_eq!(said[said.len() - 2], "Last move: 9. The game is over: draw (full board).");
    assert_eq!(last(&said), "`new` begins another game.");
    refuses(&mut play, "1", "the game is over: draw (full board); `new` begins another");
    refuses(&mut play, "hint", "the game is over: draw (full board); `new` begins another");
    assert_eq!(talk(&mut play, &["list"]), ["no legal moves"]);
    assert_eq!(last(&talk(&mut play, &["new"])), "Turn of the first side.");
}

#[test]
fn the_mind_answers_every_move_and_wins_where_it_can() {
    let mut play = open(&arguments("tictactoe", "first"));
    assert!(play.greeting()[0].starts_with("tictactoe: you play the first side against alphabeta"));
    let said = talk(&mut play, &["info on", "1"]);
    assert_eq!(after(&said, "I play ").len(), 1, "{said:?}");
    assert!(after(&said, "I play ")[0].starts_with("5 (score +0.00, depth "), "{said:?}");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game");
    save_game(&path, "tictactoe", "1 5 2 3");
    let load = format!("load {}", path.display());
    let said = talk(&mut play, &["info off", &load, "9"]);
    assert_eq!(after(&said, "I play "), ["7"], "{said:?}");
    let end = "Last move: 7. The game is over: second side wins (three in a row).";
    assert_eq!(said[said.len() - 2..], [end, "I win. `new` begins another game."]);
    let said = talk(&mut play, &[&load, "7", "6", "#1"]);
    assert!(said[said.len() - 2].ends_with("The game is over: draw (full board)."), "{said:?}");
}

#[test]
fn a_game_of_chess_is_won_by_mate_and_lost_by_it() {
    let mut play = open(&arguments("chess", "both"));
    let said = talk(&mut play, &["f3", "e7e5", "G2G4", "Qh4"]);
    let end = "Last move: d8h4. The game is over: second side wins (checkmate).";
    assert_eq!(said[said.len() - 2], end);
    // The mind has the move that mates, and takes it.
    let mut play = open(&arguments("chess", "first"));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mate");
    save_game(&path, "chess", "f2f3 e7e5");
    talk(&mut play, &[&format!("load {}", path.display())]);
    let said = talk(&mut play, &["g2g4"]);
    assert_eq!(after(&said, "I play "), ["d8h4"], "{said:?}");
    assert_eq!(last(&said), "I win. `new` begins another game.");
}

/// A saved game that names no players.
fn save_game(path: &Path, variant: &str, moves: &str) {
    let mut play = open(&arguments(variant, "both"));
    talk(&mut play, &moves.split(' ').collect::<Vec<_>>());
    talk(&mut play, &[&format!("save {}", path.display())]);
    let mut record = Record::load(path.to_str().unwrap()).unwrap();
    record.tags.clear();
    record.save(path.to_str().unwrap()).unwrap();
}

#[test]
fn undo_goes_back_to_the_persons_last_turn() {
    let mut play = open(&arguments("chess", "first"));
    let start = talk(&mut play, &["board"]);
    let once = talk(&mut play, &["e4"]);
    let once = once[once.len() - start.len()..].to_vec();
    talk(&mut play, &["d4"]);
    assert_eq!(talk(&mut play, &["undo"]), once);
    assert_eq!(talk(&mut play, &["undo"]), start);
    refuses(&mut play, "undo", "undo: there is no turn of yours to go back to");
    // The mind's first move stays: before it, nothing was the person's turn.
    let mut play = open(&arguments("chess", "second"));
    assert_eq!(after(&talk(&mut play, &[]), "I play ").len(), 1);
    refuses(&mut play, "undo", "undo: there is no turn of yours to go back to");
}

#[test]
fn sides_are_changed_and_the_mind_moves_at_once() {
    let mut play = open(&arguments("chess", "first"));
    let said = talk(&mut play, &["switch"]);
    assert_eq!(said[0], "You play the second side.");
    assert_eq!(after(&said, "I play ").len(), 1, "{said:?}");
    assert!(last(&said).ends_with("Your turn (second side)."), "{said:?}");
    let mut play = open(&arguments("chess", "both"));
    refuses(&mut play, "switch", "switch: you play both sides");
}

#[test]
fn a_hint_is_a_legal_move_with_a_score_and_changes_nothing() {
    let mut play = open(&arguments("chess", "first"));
    let before = talk(&mut play, &["board"]);
    let said = talk(&mut play, &["hint"]);
    let hint = after(&said, "hint: ")[0].to_owned();
    let (mv, score) = hint.split_once(" (score ").unwrap();
    assert!(score.contains(", depth "), "{hint}");
    assert_eq!(talk(&mut play, &["board"]), before);
    assert!(
        talk(&mut play, &[mv]).iter().any(|line| line.starts_with(&format!("Last move: {mv}")))
    );
}

#[test]
fn a_proven_end_is_counted_in_plies() {
    let mut play = open(&arguments("chess", "both"));
    let said = talk(&mut play, &["f3", "e5", "g4", "hint"]);
    let said = after(&said, "hint: ");
    assert!(said[0].starts_with("d8h4 (score win in 1 plies"), "{said:?}");
}

#[test]
fn a_resignation_ends_the_game_and_is_taken_back() {
    let mut play = open(&arguments("chess", "first"));
    let said = talk(&mut play, &["e4", "resign"]);
    let end = "The game is over: second side wins (first side resigned).";
    assert!(said[said.len() - 2].ends_with(end), "{said:?}");
    assert_eq!(last(&said), "I win. `new` begins another game.");
    assert!(!play.has_work());
    let over = "the game is over: second side wins (first side resigned); `new` begins another";
    refuses(&mut play, "d4", over);
    refuses(&mut play, "resign", over);
    assert!(last(&talk(&mut play, &["undo"])).ends_with("Your turn (first side)."));
}

#[test]
fn numbers_of_the_list_are_moves() {
    let mut play = open(&arguments("chess", "both"));
    let list = talk(&mut play, &["list"]).join("  ");
    assert_eq!(list.matches('#').count(), 20);
    for (typed, number) in [("3", 3), ("#20", 20)] {
        let list = talk(&mut play, &["moves"]).join("  ");
        let cell = list.split('#').nth(number).unwrap();
        let mv = cell.split_whitespace().nth(1).unwrap().to_owned();
        let said = talk(&mut play, &[typed]);
        assert!(last(&said).starts_with(&format!("Last move: {mv}. ")), "{typed}: {said:?}");
    }
    refuses(&mut play, "0", "found number `0`, expected #1 to #21");
    refuses(&mut play, "#22", "found number `22`, expected #1 to #21");
    refuses(&mut play, "#", "found number ``, expected #1 to #21");
}

#[test]
fn where_numbers_are_moves_they_are_not_of_the_list() {
    let mut play = open(&arguments("tictactoe", "both"));
    assert!(last(&talk(&mut play, &["1"])).starts_with("Last move: 1. "));
    refuses(&mut play, "1", "`1` is not legal here: there is a mark already");
    // The first of the list is now cell 2.
    assert!(last(&talk(&mut play, &["#1"])).starts_with("Last move: 2. "));
    assert!(talk(&mut play, &["10"])[0].starts_with("`10` is not a move"));
    // Also where moves are written in letters and a number is only read.
    let options = vec!["TicTacToe.Notation=drop".to_owned()];
    let mut play = open(&PlayJob { options, ..arguments("tictactoe", "both") });
    talk(&mut play, &["1"]);
    refuses(&mut play, "1", "`1` is not legal here: there is a mark already");
}

#[test]
fn what_is_wrong_is_said_in_a_line_and_changes_nothing() {
    let mut play = open(&arguments("chess", "first"));
    talk(&mut play, &["e4"]);
    for (line, expected) in [
        ("Ke3", "`Ke3` is not legal here: no king of White reaches e3"),
        ("undo 3", "undo: found `3`, expected nothing"),
        ("save", "save: found nothing, expected FILE"),
        ("level 21", "option Skill: `21` is not a whole number from 0 to 20"),
        ("mind x", "option Chess.Mind: `x` is not one of alphabeta, classical, mcts"),
        ("info maybe", "info: found `maybe`, expected on or off"),
    ] {
        refuses(&mut play, line, expected);
    }
    for line in ["hullo", "e4 e5", "load /nowhere/at/all", "save /nowhere/at/all"] {
        let before = talk(&mut play, &["board"]);
        assert_eq!(talk(&mut play, &[line]).len(), 1, "{line}");
        assert_eq!(talk(&mut play, &["board"]), before, "{line}");
    }
    assert!(talk(&mut play, &["", "  "]).is_empty());
    let wrong = |arguments| Play::new(GAMES, &arguments, &Interrupts::default()).err().unwrap();
    let error = wrong(arguments("halma", "first"));
    assert!(error.starts_with("play: found game `halma`, expected one of chess,"), "{error}");
    let error = wrong(arguments("chess", "third"));
    assert_eq!(error, "play: found side `third`, expected first, second, both or none");
}

#[test]
fn every_command_of_the_help_is_one() {
    let mut play = open(&arguments("tictactoe", "first"));
    let help = talk(&mut play, &["HELP"]);
    assert!(help.len() > 15, "{help:?}");
    for line in &help[1..] {
        let word = line.split_whitespace().next().unwrap();
        let said = talk(&mut play, &[word]);
        assert!(!said.iter().any(|said| said.contains("not a move")), "{word}: {said:?}");
    }
    assert!(play.is_over(), "`quit` is the last");
}

#[test]
fn a_saved_game_goes_on_where_it_was_with_the_same_sides() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game");
    let path = path.to_str().unwrap();
    let options = vec!["TicTacToe.Notation=drop".to_owned()];
    let mut play = open(&PlayJob { options, ..arguments("tictactoe", "second") });
    talk(&mut play, &[]);
    let board = talk(&mut play, &["board"]);
    assert_eq!(talk(&mut play, &[&format!("save {path}")]), [format!("saved {path}")]);
    // Another game of another side: the file brings its own game, rules and sides.
    let mut other = open(&arguments("chess", "first"));
    let said = talk(&mut other, &["e4", &format!("load {path}")]);
    assert_eq!(said[0], format!("loaded {path}: 1 moves"));
    assert!(said[1].starts_with("tictactoe: you play the second side"), "{said:?}");
    assert_eq!(said[2..], board);
    assert!(talk(&mut other, &["list"])[0].starts_with("#1 P@"));
    // On the command line, a side that was asked for goes before the file's.
    let load = Some(path.to_owned());
    let both = PlayJob { load: load.clone(), ..arguments("chess", "both") };
    assert!(open(&both).greeting()[0].starts_with("tictactoe: you play both sides"));
    let as_saved = PlayJob { side: None, load, ..arguments("chess", "first") };
    assert!(open(&as_saved).greeting()[0].starts_with("tictactoe: you play the second side"));
}

#[test]
fn a_resignation_is_saved_and_loaded() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game");
    let path = path.to_str().unwrap();
    let mut play = open(&arguments("chess", "both"));
    let said =
        talk(&mut play, &["e4", "resign", &format!("save {path}"), "new", &format!("load {path}")]);
    let result = "first side wins (second side resigned)";
    assert_eq!(Record::load(path).unwrap().game.result.as_deref(), Some(result));
    // It is one again, and can be taken back as at the board.
    assert_eq!(last(&said), "`new` begins another game.");
    let is_over = |line: &String| line.contains(&format!("The game is over: {result}."));
    assert!(said.iter().any(is_over), "{said:?}");
}

#[test]
fn a_game_is_saved_as_pgn_where_it_has_that() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.PGN");
    let path = path.to_str().unwrap();
    let save = format!("save {path}");
    let mut play = open(&arguments("chess", "both"));
    let said = talk(&mut play, &["f3", "e5", "g4", "Qh4", &save]);
    assert_eq!(said, [format!("saved {path} as PGN")]);
    let text = fs::read_to_string(path).unwrap();
    assert!(text.contains("[White \"person\"]\n[Black \"person\"]\n[Result \"0-1\"]"), "{text}");
    assert!(text.contains("1. f3 e5 2. g4 Qh4# 0-1"), "{text}");
    let mut play = open(&arguments("tictactoe", "both"));
    talk(&mut play, &["1"]);
    let error = "save: found .pgn, the records of chess; expected for tictactoe another end";
    refuses(&mut play, &save, error);
    assert_eq!(fs::read_to_string(path).unwrap(), text, "what was there is there");
}

#[test]
fn minds_and_levels_are_changed_in_the_middle_of_a_game() {
    let mut play = open(&arguments("tictactoe", "first"));
    let said = talk(&mut play, &["1", "mind"]);
    assert!(said[0].starts_with("* alphabeta: "), "{said:?}");
    let board = talk(&mut play, &["board"]);
    assert_eq!(talk(&mut play, &["mind RATINGS"]), ["ratings plays against you now"]);
    assert!(talk(&mut play, &["level 0"])[0].starts_with("TicTacToe.Level is 0 (0 to 1): "));
    assert_eq!(talk(&mut play, &["board"]), board);
    let free = talk(&mut play, &["list"])[0].split_whitespace().nth(1).unwrap().to_owned();
    assert_eq!(after(&talk(&mut play, &[&free]), "I play ").len(), 1);
}

#[test]
fn two_minds_play_to_the_end_and_the_same_game_again() {
    let game = || {
        let arguments = PlayJob { seed: Some(7), ..arguments("tictactoe", "none") };
        let mut play = open(&arguments);
        talk(&mut play, &[])
    };
    let said = game();
    assert_eq!(said[said.len() - 2], last_line_of_a_draw(&said));
    assert_eq!(after(&said, "The first side plays ").len(), 5, "{said:?}");
    assert_eq!(game(), said);
}

/// `Last move: N. The game is over: draw (full board).` with the move that was played last.
fn last_line_of_a_draw(said: &[String]) -> String {
    let mv = after(said, "The first side plays ").pop().unwrap().to_owned();
    format!("Last move: {mv}. The game is over: draw (full board).")
}

#[test]
fn a_mind_that_learns_hears_how_its_game_ended() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("learning");
    let mut play = open(&PlayJob {
        options: vec![format!("TicTacToe.LearningFile={}", path.display())],
        // Two games that are not the same: the same one again would teach nothing.
        seed: Some(7),
        mind: Some("learning".to_owned()),
        ..arguments("tictactoe", "first")
    });
    let mut learnt = Vec::new();
    for _ in 0..2 {
        talk(&mut play, &["new"]);
        while talk(&mut play, &["list"]) != ["no legal moves"] {
            let now = fs::read(&path).unwrap_or_default();
            assert_eq!(now, learnt.last().cloned().unwrap_or_default(), "only the end is learnt");
            talk(&mut play, &["#1"]);
        }
        learnt.push(fs::read(&path).unwrap());
    }
    assert_ne!(learnt[0], learnt[1]);
}

#[test]
fn a_dialogue_that_is_broken_off_does_nothing_more() {
    let interrupts = Interrupts::default();
    let arguments = PlayJob { nodes: Some(u64::MAX), ..arguments("chess", "second") };
    let mut play = Play::new(GAMES, &arguments, &interrupts).unwrap();
    interrupts.leave();
    assert!(play.work().is_empty());
    assert!(!play.has_work() && play.is_over());
}

#[test]
fn the_program_plays_through_a_pipe() {
    let run = |arguments: &[&str], input: &'static str| {
        let mut program = Command::new(env!("CARGO_BIN_EXE_plyglot"));
        let done = program.args(arguments).write_stdin(input).assert().success();
        String::from_utf8(done.get_output().stdout.clone()).unwrap()
    };
    let both = ["play", "tictactoe", "--side", "both"];
    let said = run(&both, "1\r\n4\n2\nx\n5\n3");
    assert!(said.contains("`x` is not a move"), "{said}");
    assert!(said.ends_with("first side wins (three in a row).\n`new` begins another game.\n"));
    let said = run(&["play", "--nodes", "500"], "e4\nquit\ne5\n");
    assert!(said.starts_with("chess: you play the first side"), "{said}");
    assert_eq!(said.matches("I play ").count(), 1, "{said}");
    assert_eq!(said.matches("Last move").count(), 2, "{said}");
}

#[test]
fn a_person_sows_one_by_one_and_the_mind_sows_at_each_enter() {
    let options = vec!["Kalah.MaxLevel=0".to_owned()];
    let mind = Some("f2".to_owned());
    let kalah = |side| PlayJob {
        options: options.clone(),
        mind: mind.clone(),
        wait: true,
        ..arguments("kalah", side)
    };
    let mut play = open(&kalah("first"));
    let said = talk(&mut play, &["1"]);
    assert_eq!(last(&said), "Last move: 1. Your turn (first side).", "a bonus sowing asks again");
    refuses(&mut play, "1", "`1` is not legal here: pit 1 is empty");
    let mut play = open(&kalah("second"));
    // The first best chain of one ply is two sowings.
    let said = work(&mut play);
    let announced = said.iter().find(|line| line.starts_with("I am going to play 1,")).unwrap();
    assert!(announced.ends_with("; Enter plays the next step"), "{announced}");
    let said = talk(&mut play, &[""]);
    assert_eq!(last(&said).matches(',').count(), announced.matches(',').count() - 1, "{said:?}");
    let said = talk(&mut play, &[""]);
    assert!(last(&said).ends_with("Your turn (second side)."), "{said:?}");
    assert!(last(&said).starts_with("Last move: 1,"), "the steps are one move again: {said:?}");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lastgame.klh");
    let said = talk(&mut play, &[&format!("save {}", path.display())]);
    assert_eq!(last(&said), format!("saved {} as KLH", path.display()));
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains("Игрок B : person\n") && text.contains(" 1) A: 0 "), "{text}");
}

#[test]
fn a_mind_tells_at_the_end_of_its_game_what_it_did() {
    let mut play = open(&PlayJob {
        mind: Some("wave".to_owned()),
        depth: Some(1),
        nodes: None,
        ..arguments("abalone", "second")
    });
    talk(&mut play, &["i9h9"]);
    let said = talk(&mut play, &["quit"]);
    assert_eq!(said.len(), 2, "{said:?}");
    assert!(said[0].starts_with("wave: the game is left; 3 plies played; "), "{said:?}");
    assert!(said[1].starts_with("wave: 2 moves chosen at depth 1 to 1, "), "{said:?}");
}
