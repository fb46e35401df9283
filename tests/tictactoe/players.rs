//! The players of [tictactoe-s2]: ratings, nextstep, table.

use std::collections::HashMap;

use super::*;

/// The number of complete lines in which `mind_side` plays any of its highest ratings and the
/// other side anything, and those of them that the player loses.
fn lines_against(name: &str, mind_side: Side) -> (usize, Vec<String>) {
    struct Walk {
        player: BoxedMind,
        side: Side,
        choices: HashMap<Position, Vec<u8>>,
        complete: usize,
        lost: Vec<String>,
    }
    impl Walk {
        /// The cells of the highest rating, as the player says them.
        fn choices(&mut self, pos: Position) -> Vec<u8> {
            if let Some(choices) = self.choices.get(&pos) {
                return choices.clone();
            }
            let thought = think(&mut *self.player, &PlayedGame::new(&GAME, pos), &ASKED);
            let note = thought.notes.iter().find_map(|note| note.strip_prefix("ratings "));
            let ratings: Vec<u32> =
                note.unwrap().split(' ').map(|rating| rating.parse().unwrap()).collect();
            let highest = ratings.iter().max().unwrap();
            let choices: Vec<u8> =
                (0..9).filter(|&cell| ratings[usize::from(cell)] == *highest).collect();
            assert!(choices.contains(&thought.best));
            self.choices.insert(pos, choices.clone());
            choices
        }

        fn walk(&mut self, pos: Position, played: &str) {
            if let Some(outcome) = GAME.outcome(&pos) {
                self.complete += 1;
                if outcome.winner() == Some(self.side.other()) {
                    self.lost.push(played.trim_start().to_owned());
                }
                return;
            }
            let mine = GAME.side_to_move(&pos) == self.side;
            for mv in if mine { self.choices(pos) } else { moves(pos) } {
                self.walk(child(pos, mv), &format!("{played} {}", mv + 1));
            }
        }
    }
    let mut walk = Walk {
        player: player(name, &[]),
        side: mind_side,
        choices: HashMap::new(),
        complete: 0,
        lost: Vec::new(),
    };
    walk.walk(GAME.start(), "");
    (walk.complete, walk.lost)
}

#[test]
fn the_published_ratings_lose_a_line_as_second_player_and_none_as_first() {
    let (complete, lost) = lines_against("ratings", Side::Second);
    assert_eq!((complete, lost.len()), (1456, 16));
    // The line in the head of the module; the others are its images under the symmetries.
    assert_eq!(lost[0], "1 5 9 3 7 4 8");
    assert!(lost.contains(&"1 5 9 7 3 2 6".to_owned()), "{lost:?}");
    for line in &lost {
        let cells: Vec<u32> = line.split(' ').map(|cell| cell.parse().unwrap()).collect();
        let corners = cells[0] % 2 == 1 && cells[0] != 5;
        assert!(corners && cells[1] == 5 && cells[2] == 10 - cells[0], "{line}");
    }
    assert_eq!(lines_against("ratings", Side::First), (3648, Vec::new()));
}

#[test]
fn looking_ahead_to_the_end_never_loses() {
    for side in Side::BOTH {
        assert_eq!(lines_against("nextstep", side).1, Vec::<String>::new(), "{side:?}");
    }
}

#[test]
fn ratings_are_said_and_an_early_draw_is_called() {
    let mut ratings = player("ratings", &[]);
    let notes = think(&mut *ratings, &played("1"), &ASKED).notes;
    assert_eq!(notes, ["ratings 0 41 61 41 91 41 61 41 71"]);
    // Both sides are rated for: O stops 1 4 7, and X wins by it.
    assert_eq!(cells(&mut *ratings, "1 2 4"), [7]);
    assert_eq!(cells(&mut *ratings, "1 2 4 9"), [7]);
    for mut player in [ratings, player("nextstep", &[])] {
        let notes = think(&mut *player, &played("1 2 3 4 5 7 8 9"), &ASKED).notes;
        assert_eq!(notes[0], "drawn: every line holds both marks");
    }
}

#[test]
fn only_the_moves_asked_for_are_chosen() {
    for name in ["alphabeta", "ratings", "nextstep", "table", "learning"] {
        for level in ["0", "1"] {
            let mut player = player(name, &[("TicTacToe.Level", level)]);
            for seed in 0..20 {
                let asked = Asked { search_moves: &[1, 3], depth: 3, seed };
                let best = think(&mut *player, &played("5"), &asked).best;
                assert!([1, 3].contains(&best), "{name}: {best}");
            }
        }
    }
}

#[test]
fn equals_are_drawn_by_lot_and_the_seed_brings_the_lot_back() {
    for name in ["ratings", "nextstep", "table"] {
        assert_eq!(cells(&mut *player(name, &[]), "5"), [1, 3, 7, 9], "{name}");
        let play =
            |seed| think(&mut *player(name, &[]), &played(""), &Asked { seed, ..ASKED }).best;
        assert!((0..20).all(|seed| play(seed) == play(seed)), "{name}");
    }
}

#[test]
fn level_0_may_play_any_cell() {
    for name in ["ratings", "table"] {
        assert_eq!(cells(&mut *player(name, &[("TicTacToe.Level", "1")]), "2"), [5], "{name}");
        let any = cells(&mut *player(name, &[("TicTacToe.Level", "0")]), "2");
        assert_eq!(any, [1, 3, 4, 5, 6, 7, 8, 9], "{name}");
    }
}

#[test]
fn glub_is_how_far_the_mind_looks() {
    // X threatens 3 and can be stopped by whoever sees one reply.
    let blind = cells(&mut *player("nextstep", &[("TicTacToe.Glub", "1")]), "1 5 2");
    let seeing = cells(&mut *player("nextstep", &[("TicTacToe.Glub", "2")]), "1 5 2");
    assert_eq!((blind, seeing), (vec![3, 4, 6, 7, 8, 9], vec![3]));
    let mut deepest = player("nextstep", &[]);
    let thought = think(&mut *deepest, &played("1"), &ASKED);
    assert_eq!(thought.notes, ["ratings 0 13 13 13 24 13 13 13 13"]);
    assert!(thought.reports[0].exact && thought.reports[0].score == Score::DRAW);
    let thought = think(&mut *deepest, &played("1 2"), &ASKED);
    assert_eq!(thought.reports[0].score, Score::win_in(5));
    let mut shallow = player("nextstep", &[("TicTacToe.Glub", "3")]);
    assert!(!think(&mut *shallow, &played(""), &ASKED).reports[0].exact);
}

#[test]
fn the_table_plays_as_the_ratings_do_everywhere() {
    for level in ["0", "1"] {
        let option = [("TicTacToe.Level", level)];
        let (mut ratings, mut table) = (player("ratings", &option), player("table", &option));
        for pos in (0..POSITIONS).map(unrank).filter(|pos| GAME.outcome(pos).is_none()) {
            let played = PlayedGame::new(&GAME, pos);
            let asked = Asked { seed: 5, ..ASKED };
            let (a, b) =
                (think(&mut *ratings, &played, &asked), think(&mut *table, &played, &asked));
            assert_eq!((a.best, a.notes), (b.best, b.notes), "{}", GAME.position_text(&pos));
        }
    }
}
