//! The player `learning`: from nothing to perfection, and its options.

use super::*;
use plyglot::host::learn::LearnPlan;

/// Trains a learner against another and gives its blocks.
pub(super) fn school(
    learner: &mut dyn Player<TicTacToe>,
    opponent: &str,
    plan: &TrainingPlan,
) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut opponent = player(opponent, &[("TicTacToe.Level", "0")]);
    train(&GAME, learner, &mut *opponent, plan, &mut |block| blocks.push(*block)).unwrap();
    blocks
}

/// The positions, reachable if the learner may play any of its best moves and the opponent
/// anything, in which a best move throws away a win or a draw. The learner's lots show its moves.
fn mistakes(learner: &mut dyn Player<TicTacToe>) -> Vec<String> {
    let mut oracle = Oracle::default();
    let mut found = Vec::new();
    for side in Side::BOTH {
        let (mut open, mut seen) = (vec![GAME.start()], HashSet::new());
        while let Some(pos) = open.pop() {
            if GAME.outcome(&pos).is_some() || !seen.insert(pos) {
                continue;
            }
            if GAME.side_to_move(&pos) != side {
                open.extend(moves(pos).into_iter().map(|mv| child(pos, mv)));
                continue;
            }
            for best in best_moves(learner, pos) {
                if -oracle.value(child(pos, best)) != oracle.value(pos) {
                    found.push(format!("{} {}", GAME.position_text(&pos), best + 1));
                }
                open.push(child(pos, best));
            }
        }
    }
    found
}

/// All moves that share the highest worth: each allowed alone must be said to be worth as much as
/// the best.
fn best_moves(learner: &mut dyn Player<TicTacToe>, pos: Position) -> Vec<u8> {
    let played = PlayedGame::new(&GAME, pos);
    let mut worth =
        |mv: u8| think(learner, &played, &Asked { search_moves: &[mv], ..ASKED }).reports[0].score;
    let worths: Vec<(u8, Score)> = moves(pos).into_iter().map(|mv| (mv, worth(mv))).collect();
    let highest = worths.iter().map(|(_, worth)| *worth).max().unwrap();
    worths.into_iter().filter(|(_, worth)| *worth == highest).map(|(mv, _)| mv).collect()
}

#[test]
fn learning_begins_with_nothing_and_becomes_perfect_by_selfplay() {
    for seed in 1..=3 {
        let (mut learner, mut second) = (player("learning", &[]), player("learning", &[]));
        assert!(!mistakes(&mut *learner).is_empty());
        let plan = TrainingPlan { games: 6000, block: 500, seed };
        let mut blocks = Vec::new();
        let mut each = |block: &Block| blocks.push(*block);
        train(&GAME, &mut *learner, &mut *second, &plan, &mut each).unwrap();
        let (first, last) = (blocks[0], blocks[11]);
        assert!(first.won > 50 && first.lost > 50, "{first:?}");
        assert_eq!((last.last, last.drawn), (6000, 500), "seed {seed}");
        assert_eq!(mistakes(&mut *learner), Vec::<String>::new(), "seed {seed}");
        // Both were told the same games, so both know the same.
        assert_eq!(mistakes(&mut *second), Vec::<String>::new(), "seed {seed}");
        let exact =
            school(&mut *learner, "alphabeta", &TrainingPlan { games: 40, block: 40, seed });
        assert_eq!(exact, [Block { first: 1, last: 40, won: 0, drawn: 40, lost: 0 }]);
        let weak = school(&mut *learner, "ratings", &TrainingPlan { games: 400, block: 400, seed });
        assert!(weak[0].lost == 0 && weak[0].won > 100, "{weak:?}");
    }
}

#[test]
fn an_untaught_learner_plays_anything() {
    assert_eq!(cells(&mut *player("learning", &[]), ""), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
}

#[test]
fn a_trained_learner_sees_the_whole_line() {
    let mut learner = player("learning", &[]);
    school(&mut *learner, "ratings", &TrainingPlan { games: 3000, block: 3000, seed: 1 });
    let thought = think(&mut *learner, &played("1 5 9 3 7 4"), &ASKED);
    assert_eq!((thought.best + 1, thought.reports[0].score), (8, Score::win_in(1)));
    let thought = think(&mut *learner, &played("1 5 9 3 7"), &ASKED);
    assert_eq!(thought.reports[0].score, Score::loss_in(2));
}

#[test]
fn exploring_plays_moves_that_are_known_to_be_bad() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table.txt");
    let option = ("TicTacToe.LearningFile", path.to_str().unwrap());
    school(
        &mut *player("learning", &[option]),
        "ratings",
        &TrainingPlan { games: 300, block: 300, seed: 1 },
    );
    let mut steady = player("learning", &[option]);
    let mut curious = player("learning", &[option, ("TicTacToe.Explore", "100")]);
    let (steady, curious) = (cells(&mut *steady, "1 5 2 3 7"), cells(&mut *curious, "1 5 2 3 7"));
    assert_eq!((steady, curious), (vec![4], vec![4, 6, 8, 9]));
}

#[test]
fn a_game_broken_off_teaches_nothing() {
    let mut learner = player("learning", &[]);
    let line = played("1 5 9 3 7");
    let outcome = plyglot::game::Outcome::win(Side::Second, "adjudication");
    learner.game_over(&GAME, &line, &outcome).unwrap();
    let thought = think(&mut *learner, &line, &ASKED);
    assert_eq!(thought.reports[0].score, Score::DRAW);
}

#[test]
fn who_does_not_learn_is_not_taught() {
    let teach = |game: &str, learner: &str| {
        let (game, variant) = plyglot::registry::find(plyglot::registry::GAMES, game).unwrap();
        let settings = Settings::defaults(&plyglot::options::all(plyglot::registry::GAMES));
        let plan = LearnPlan {
            learner: learner.to_owned(),
            against: learner.to_owned(),
            plan: TrainingPlan { games: 1, block: 1, seed: 1 },
        };
        (game.learn)(variant.name, &settings, &plan, &mut |_| ())
    };
    assert_eq!(teach("tictactoe", "learning"), Ok(()));
    let error = teach("tictactoe", "nextstep").unwrap_err();
    assert_eq!(error, "tictactoe: the mind `nextstep` does not learn; expected learning");
    let error = teach("chess", "classical").unwrap_err();
    assert_eq!(error, "chess: the mind `classical` does not learn; no mind of this game does");
}
