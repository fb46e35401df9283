//! Tic-tac-toe: published counts, an exact search, the players of [tictactoe-s2], their lots,
//! learning, its file, and that of the ratings.

mod curve;
mod ends;
mod file;
mod learning;
mod lots;
mod naive;
mod players;
mod ratings_file;

use std::collections::{HashMap, HashSet};
use std::path::Path;

use plyglot::core::rng::{Rng, seeded};
use plyglot::core::{Limits, Score, Settings, Side};
use plyglot::game::{Ending, Notation, PlayedGame, Rules};
use plyglot::games::Game;
use plyglot::games::tictactoe::indexer::{CLASSES, Classes, POSITIONS, unrank};
use plyglot::games::tictactoe::{End, Position, TicTacToe};
use plyglot::search::selfplay::{Block, TrainingPlan, train};
use plyglot::search::{
    Player, PvInfo, SearchControl, SearchInfo, SearchOptions, SearchRequest, TranspositionTable,
};
use rand::RngExt;

const GAME: TicTacToe = TicTacToe { drop_notation: false, end: End::Full };

type BoxedMind = Box<dyn Player<TicTacToe>>;

/// Settings with some options set, as `setoption` would.
fn settings(values: &[(&str, &str)]) -> Settings {
    let options = TicTacToe::options();
    let mut settings = Settings::defaults(&options);
    for (name, text) in values {
        let opt = options.iter().find(|opt| opt.name == *name).unwrap();
        settings.set(name, opt.parse(text).unwrap().unwrap());
    }
    settings
}

fn try_mind(name: &str, values: &[(&str, &str)]) -> Result<BoxedMind, String> {
    let entry = TicTacToe::PLAYERS.iter().find(|entry| entry.name == name).unwrap();
    (entry.make)(&GAME, &settings(values))
}

fn player(name: &str, values: &[(&str, &str)]) -> BoxedMind {
    try_mind(name, values).unwrap()
}

/// What a player plays, and what it says.
struct Thought {
    best: u8,
    reports: Vec<PvInfo<u8>>,
    notes: Vec<String>,
}

struct Asked<'a> {
    search_moves: &'a [u8],
    depth: u32,
    seed: u64,
}

const ASKED: Asked<'_> = Asked { search_moves: &[], depth: 9, seed: 0 };

fn think(
    player: &mut dyn Player<TicTacToe>,
    played: &PlayedGame<TicTacToe>,
    asked: &Asked<'_>,
) -> Thought {
    let (control, table) = (SearchControl::unlimited(), TranspositionTable::with_buckets(1 << 12));
    let request = SearchRequest {
        rules: &GAME,
        played,
        limits: &Limits { depth: Some(asked.depth), ..Limits::default() },
        search_moves: asked.search_moves,
        control: &control,
        tt: &table,
        tb: None,
        options: SearchOptions { seed: asked.seed, ..SearchOptions::default() },
        tracer: None,
    };
    let (mut reports, mut notes) = (Vec::new(), Vec::new());
    let answer = player.think(&request, &mut |saying| match saying {
        SearchInfo::Pv(report) => reports.push(report),
        SearchInfo::Note(text) | SearchInfo::Failure(text) => notes.push(text),
        SearchInfo::Current { .. } => (),
    });
    Thought { best: answer.unwrap().best, reports, notes }
}

/// The cells a player plays over a hundred seeds, in the text's numbers, sorted.
fn cells(player: &mut dyn Player<TicTacToe>, moves: &str) -> Vec<u8> {
    let line = played(moves);
    let mut cells: Vec<u8> =
        (0..100).map(|seed| think(player, &line, &Asked { seed, ..ASKED }).best + 1).collect();
    cells.sort_unstable();
    cells.dedup();
    cells
}

/// The line after these moves from the start.
fn played(moves: &str) -> PlayedGame<TicTacToe> {
    let mut played = PlayedGame::new(&GAME, GAME.start());
    for text in moves.split_whitespace() {
        let mv = GAME.parse_move(&played, text).unwrap();
        played.play(&GAME, mv);
    }
    played
}

fn child(pos: Position, mv: u8) -> Position {
    let mut child = pos;
    GAME.play(&mut child, mv);
    child
}

fn moves(pos: Position) -> Vec<u8> {
    let mut moves = Vec::new();
    GAME.legal_moves(&pos, &mut moves);
    moves
}

/// Plain minimax over the rules, the oracle: the score of every position it meets.
#[derive(Default)]
struct Oracle(HashMap<Position, Score>);

impl Oracle {
    fn score(&mut self, pos: Position) -> Score {
        if let Some(&score) = self.0.get(&pos) {
            return score;
        }
        let score = if let Some(outcome) = GAME.outcome(&pos) {
            outcome.score(GAME.side_to_move(&pos), 0)
        } else {
            let worth = |mv| match -self.score(child(pos, mv)) {
                theirs if theirs.is_win() => theirs.offset(-1),
                theirs if theirs.is_loss() => theirs.offset(1),
                theirs => theirs,
            };
            moves(pos).into_iter().map(worth).max().unwrap()
        };
        self.0.insert(pos, score);
        score
    }

    /// 1 a win of the side to move, 0 a draw, -1 a loss.
    fn value(&mut self, pos: Position) -> i32 {
        let score = self.score(pos);
        i32::from(score.is_win()) - i32::from(score.is_loss())
    }
}

/// A value of this game from the file of published figures.
fn published(key: &str) -> String {
    let path = format!("{}/tests/values.csv", env!("CARGO_MANIFEST_DIR"));
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_path(path).unwrap();
    let records = reader.records().map(Result::unwrap);
    let mut found = records.filter(|record| &record[0] == "tictactoe" && &record[3] == key);
    found.next().unwrap()[4].to_owned()
}

#[test]
fn positions_and_classes_agree_with_the_published_counts() {
    assert_eq!(POSITIONS.to_string(), published("reachable positions"));
    assert_eq!(CLASSES.to_string(), published("classes under 8 symmetries"));
    let classes = Classes::default();
    let (mut by_ply, mut classes_by_ply) = ([0; 10], [0; 10]);
    let marks = |pos: Position| 9 - pos.empty().count_ones() as usize;
    (0..POSITIONS).for_each(|number| by_ply[marks(unrank(number))] += 1);
    (0..CLASSES).for_each(|class| classes_by_ply[marks(classes.unrank(class))] += 1);
    let text = |counts: [u32; 10]| counts.map(|count| count.to_string()).join(" ");
    assert_eq!(text(by_ply), published("positions per ply 0-9"));
    assert_eq!(text(classes_by_ply), published("classes per ply 0-9"));
}

#[test]
fn games_and_final_positions_agree_with_the_published_counts() {
    /// Nodes and finished games below a position: all, won by X, won by O, drawn.
    fn walk(pos: Position, nodes: &mut u64, games: &mut [u64; 4]) {
        *nodes += 1;
        if let Some(outcome) = GAME.outcome(&pos) {
            games[0] += 1;
            games[kind(outcome.ending)] += 1;
        }
        for mv in moves(pos) {
            walk(child(pos, mv), nodes, games);
        }
    }
    fn kind(ending: Ending) -> usize {
        match ending {
            Ending::Win(Side::First) => 1,
            Ending::Win(Side::Second) => 2,
            Ending::Draw | Ending::Margin(_) => 3,
        }
    }
    let (mut nodes, mut games) = (0, [0; 4]);
    walk(GAME.start(), &mut nodes, &mut games);
    let text = |counts: [u64; 4]| counts.map(|count| count.to_string()).join("/");
    assert_eq!(text(games), published("games total/X/O/draw"));
    assert_eq!(nodes.to_string(), published("full minimax tree nodes"));
    let mut ends = [0; 4];
    for outcome in (0..POSITIONS).filter_map(|number| GAME.outcome(&unrank(number))) {
        ends[0] += 1;
        ends[kind(outcome.ending)] += 1;
    }
    assert_eq!(text(ends), published("terminal positions total/X/O/draw"));
}

#[test]
fn the_search_proves_that_the_game_is_a_draw() {
    let thought = think(&mut *player("alphabeta", &[]), &played(""), &ASKED);
    let last = thought.reports.last().unwrap();
    assert!(last.exact && last.depth <= 9, "{last:?}");
    assert_eq!(last.score, Score::DRAW);
}

#[test]
fn the_search_agrees_with_minimax_in_every_position() {
    let (mut alphabeta, mut oracle) = (player("alphabeta", &[]), Oracle::default());
    let mut searched = 0;
    for pos in (0..POSITIONS).map(unrank).filter(|pos| GAME.outcome(pos).is_none()) {
        let thought = think(&mut *alphabeta, &PlayedGame::new(&GAME, pos), &ASKED);
        let last = thought.reports.last().unwrap();
        assert_eq!(last.score, oracle.score(pos), "{}", GAME.position_text(&pos));
        assert!(last.exact, "{}", GAME.position_text(&pos));
        let kept = -oracle.value(child(pos, thought.best));
        assert_eq!(kept, oracle.value(pos), "{} {}", GAME.position_text(&pos), thought.best + 1);
        searched += 1;
    }
    assert_eq!(searched, 5478 - 958);
}

#[test]
fn a_game_is_played_in_the_notation_of_cutechess() {
    let drop = TicTacToe::open("tictactoe", &settings(&[("TicTacToe.Notation", "drop")])).unwrap();
    assert!(
        drop.drop_notation && !TicTacToe::open("tictactoe", &settings(&[])).unwrap().drop_notation
    );
    let start = drop.parse_position("3/3/3[PPPPPpppp] w - - 0 1").unwrap();
    let mut played = PlayedGame::new(&drop, start);
    // The corners first: X makes a fork and wins on the left.
    for (text, after) in [
        ("P@a3", "P2/3/3[PPPPpppp] b - - 0 1"),
        ("P@b3", "Pp1/3/3[PPPPppp] w - - 0 2"),
        ("P@b2", "Pp1/1P1/3[PPPppp] b - - 0 2"),
        ("P@c1", "Pp1/1P1/2p[PPPpp] w - - 0 3"),
        ("P@a2", "Pp1/PP1/2p[PPpp] b - - 0 3"),
        ("P@c2", "Pp1/PPp/2p[PPp] w - - 0 4"),
        ("P@a1", "Pp1/PPp/P1p[Pp] b - - 0 4"),
    ] {
        let mv = drop.parse_move(&played, text).unwrap();
        assert_eq!(drop.move_text(played.position(), mv), text);
        played.play(&drop, mv);
        assert_eq!(drop.position_text(played.position()), after);
        assert_eq!(drop.parse_position(after).as_ref(), Ok(played.position()));
    }
    assert_eq!(played.outcome(&drop).unwrap().ending, Ending::Win(Side::First));
}
