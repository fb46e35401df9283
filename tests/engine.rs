//! The engine as a value: moves by number, searches that are restricted and recorded, counts that are
//! stopped, tables that another program follows.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};

use plyglot::core::{Limits, Settings, rng};
use plyglot::endgame::contents::Builder;
use plyglot::endgame::monitor::Phase;
use plyglot::engine::Engine;
use plyglot::host::event::{Answer, SearchEvent};
use plyglot::host::tb::{TbJob, TbTask, TbWatch, TbWatcher};
use plyglot::inspect::Scope;
use plyglot::options;
use plyglot::registry::{GAMES, find};
use rand::RngExt;

/// Long enough for captures, and short enough for every variant.
const PLIES: usize = 60;

#[test]
fn a_random_game_by_number_is_the_game_by_text() {
    let mut lots = rng::seeded(1990);
    for variant in GAMES.iter().flat_map(|game| game.variants) {
        let mut engine = Engine::open(variant.name, &[]).unwrap();
        let (game, _) = find(GAMES, variant.name).unwrap();
        let mut numbered = engine.state().numbered();
        for _ in 0..PLIES {
            let (texts, mut numbers) = (engine.state().legal_moves(), Vec::new());
            numbered.moves(&mut numbers);
            let by_number: Vec<_> = numbers.iter().map(|&at| numbered.text(at).unwrap()).collect();
            assert_eq!(by_number, texts, "{}", variant.name);
            if texts.is_empty() {
                break;
            }
            assert!(numbers.iter().all(|&number| usize::from(number) < game.encoded_moves));
            let mut distinct = numbers.clone();
            distinct.sort_unstable();
            distinct.dedup();
            assert_eq!(distinct.len(), numbers.len(), "{}: {numbers:?}", variant.name);
            let at = lots.random_range(..texts.len());
            assert_eq!(numbered.number(&texts[at]), Ok(numbers[at]), "{}", texts[at]);
            engine.play(&[&texts[at]]).unwrap();
            numbered.play(numbers[at]).unwrap();
            assert_eq!(numbered.position_text(), engine.state().position_text());
        }
        assert_eq!(numbered.game_text(), engine.state().game_text());
        let mut again = engine.state().numbered();
        assert_eq!(again.played(), numbered.played(), "{}", variant.name);
        while again.undo() {}
        assert_eq!(again.position_text(), engine.state().start_text());
        assert!(!again.undo() && again.played().is_empty());
    }
}

#[test]
fn a_number_of_no_legal_move_is_refused() {
    let engine = Engine::open("tictactoe", &[]).unwrap();
    let mut numbered = engine.state().numbered();
    numbered.play(4).unwrap();
    let error = numbered.play(4).unwrap_err().to_string();
    assert_eq!(error, "`4` is not legal here: no legal move has this number");
    for number in [0, 3, 1, 5] {
        numbered.play(number).unwrap();
    }
    let error = numbered.play(2).unwrap_err().to_string();
    assert_eq!(error, "`2` cannot be played: the game is over (three in a row)");
    assert!(numbered.undo() && numbered.play(6).is_ok());
}

/// The chain `2` leads to the position of the chain `1`, which is listed.
#[test]
fn a_chain_that_is_not_listed_has_the_number_of_one_that_is() {
    let mut engine = Engine::open("kalah", &[("Stones", "4")]).unwrap();
    let position = "<6,27,14,0,0,0,1,0,0,2,1,0,0,1,2> n";
    engine.set_position(Some(position), &[]).unwrap();
    let mut numbered = engine.state().numbered();
    assert!(!engine.state().legal_moves().contains(&"2".to_owned()));
    assert_eq!(numbered.number("2"), numbered.number("1"));
    numbered.play_text("2").unwrap();
    assert_eq!(numbered.game_text().moves, ["2"]);
}

#[test]
fn a_search_looks_at_the_moves_that_are_named_and_is_recorded() {
    let mut engine = Engine::open("chess", &[]).unwrap();
    let limits = Limits { depth: Some(3), ..Limits::default() };
    let search = engine.search_among(limits, &["a2a3"], Some(Scope::default()), |_| {});
    let result = search.wait();
    let Answer::Move { best, .. } = result.answer else { panic!("{:?}", result.answer) };
    assert_eq!(best.as_deref(), Some("a2a3"));
    let recording = result.recording.unwrap();
    assert_eq!(recording.about.played.as_deref(), Some("a2a3"));
    assert_eq!(recording.about.excluded.len(), 19);
}

#[test]
fn a_count_is_stopped() {
    let engine = Engine::open("chess", &[]).unwrap();
    let count = engine.start_perft(12, |_| {});
    count.control().stop.set();
    assert_eq!(count.wait().answer, Answer::Nothing);
}

/// Gives up after so many calls.
struct Impatient {
    calls: AtomicU64,
    tables: Mutex<Vec<String>>,
    patience: u64,
}

impl TbWatcher for Impatient {
    fn progress(&self, table: &str, _: Phase, done: u64, total: u64) {
        assert!(total == 0 || done <= total, "{table}: {done} of {total}");
        self.tables.lock().unwrap().push(table.to_owned());
    }

    fn may_go_on(&self) -> bool {
        self.calls.fetch_add(1, Ordering::Relaxed) < self.patience
    }
}

#[test]
fn a_build_is_followed_and_stopped() {
    let (game, variant) = find(GAMES, "chess").unwrap();
    let settings = Settings::defaults(&options::all(GAMES));
    for (patience, expected) in [(u64::MAX, Ok(())), (0, Err("stopped".to_owned()))] {
        let folder = tempfile::tempdir().unwrap();
        let calls = AtomicU64::new(0);
        let watcher = Arc::new(Impatient { calls, tables: Mutex::default(), patience });
        let job = TbJob {
            only: vec!["KRK".to_owned()],
            threads: 1,
            watch: Some(TbWatch(Arc::clone(&watcher) as Arc<dyn TbWatcher>)),
            ..TbJob::new(TbTask::Build(Builder::Retrograde), folder.path())
        };
        assert_eq!((game.tb)(variant.name, &settings, &job, &mut |_| {}), expected);
        let tables = watcher.tables.lock().unwrap();
        assert!(tables.iter().all(|table| table == "KRK"), "{tables:?}");
        assert!(patience == 0 || !tables.is_empty());
    }
}

#[test]
fn a_search_that_is_dropped_stops() {
    let mut chess = Engine::open("chess", &[]).unwrap();
    let (told, heard) = channel();
    let search = chess.search(Limits { infinite: true, ..Limits::default() }, move |event| {
        let _ = told.send(matches!(event, SearchEvent::Info(_)));
    });
    assert!(heard.recv().is_ok());
    drop(search);
    // Whoever tells is gone when the search is; this would never end otherwise.
    heard.iter().for_each(drop);
}
