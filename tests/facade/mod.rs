//! The engine as other programs hold it, whatever they do with it: nothing panics, what cannot be is a
//! value that says why, and leaves everything as it was; what was played can be taken back.
//!
//! For every variant lists of wishes (`wishes.rs`) are drawn: moves, positions, options, searches,
//! questions, boards put up by hand and records, good ones, damaged ones and any text. Each list is
//! granted by an engine that begins anew, so that it can be shortened until its mistake is left. Lots
//! begin at `PLYGLOT_SEED`; a failure prints the list.

mod tables;
mod wishes;

use std::fs;
use std::sync::{Arc, LazyLock, Mutex};
use std::time::Duration;

use plyglot::core::{Limits, Opt, Settings, Side};
use plyglot::engine::{Engine, Search};
use plyglot::host::event::{JobResult, Listener, Notice, SearchEvent};
use plyglot::host::state::{GameState, GameText, NumberedGame};
use plyglot::host::view::NamedLine;
use plyglot::inspect::{Recording, Scope};
use plyglot::options;
use plyglot::records::form::{Form, GameFile, Saved, Wanted};
use plyglot::records::record::Record;
use plyglot::registry::{GAMES, GameEntry, find};
use plyglot::search::SearchControl;
use plyglot::search::time::StopFlag;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{RngSeed, TestRunner};

use crate::inspect::questions::ask_everything;
use wishes::{Text, Wish, is_cheap, values, wish};

/// Lists of wishes for each variant, and in the long run.
const LISTS: u32 = 6;
const LISTS_LONG: u32 = 4000;
/// Where lots begin.
const SEED: u64 = 1990;
/// How often a list that fails is shortened.
const SHRINK_ITERS: u32 = 400;

/// What another program may keep and hand from thread to thread.
const fn may_be_handed_on<T: Send + 'static>() {}
const _: () = {
    may_be_handed_on::<Engine>();
    may_be_handed_on::<Search>();
    may_be_handed_on::<JobResult>();
    may_be_handed_on::<SearchEvent>();
    may_be_handed_on::<Recording>();
    may_be_handed_on::<Record>();
    may_be_handed_on::<Settings>();
    may_be_handed_on::<Arc<SearchControl>>();
    may_be_handed_on::<StopFlag>();
    may_be_handed_on::<Box<dyn GameState>>();
    may_be_handed_on::<Box<dyn NumberedGame>>();
};

/// All that must stay where something was refused.
#[derive(Clone, PartialEq, Debug)]
struct Shown {
    text: GameText,
    position: String,
    moves: Vec<String>,
    side: Side,
    settings: Settings,
}

impl Shown {
    fn by(engine: &Engine) -> Self {
        let state = engine.state();
        Self {
            text: state.game_text(),
            position: state.position_text(),
            moves: state.legal_moves(),
            side: state.side_to_move(),
            settings: engine.settings().clone(),
        }
    }
}

/// Position strings that searches are counted on, of all games.
static POSITIONS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let games = fs::read_dir("games").unwrap().map(|entry| entry.unwrap().path());
    let files = games.filter_map(|game| fs::read_to_string(game.join("data/positions.txt")).ok());
    let mut files: Vec<String> = files.collect();
    files.sort();
    let lines = files.iter().flat_map(|text| text.lines());
    let positions = lines.filter_map(|line| line.split_once(" fen "));
    positions.map(|(_, text)| text.split(" moves ").next().unwrap().to_owned()).collect()
});

/// The state is as it was.
fn expect_same(engine: &Engine, before: &Shown, what: &str) {
    assert_eq!(Shown::by(engine), *before, "{what}");
}

/// Nobody may say that something panicked and was caught.
fn expect_sound(notices: &[Notice]) {
    for notice in notices {
        let (Notice::Note(text) | Notice::Error(text)) = notice;
        assert!(!text.contains("failed"), "{text}");
    }
}

/// An engine, and what is good where wishes need a text.
struct Client {
    engine: Engine,
    game: &'static GameEntry,
}

impl Client {
    fn new(variant: &str) -> Self {
        let (game, _) = find(GAMES, variant).unwrap();
        // Tables are built beside, for each engine once more: they have a test of their own.
        let engine = Engine::open(variant, &[("TbEmbedded", "false"), ("Hash", "1")]).unwrap();
        Self { engine, game }
    }

    fn state(&self) -> &dyn GameState {
        self.engine.state()
    }

    /// Words of moves: legal ones, and some that are written otherwise.
    fn words(&self) -> Vec<String> {
        let mut words = self.state().legal_moves();
        let short: Vec<String> =
            words.iter().filter_map(|mv| self.state().record_move(mv)).map(|it| it.1).collect();
        words.extend(short);
        words.extend(["e2e4", "5", "a1", "pass", "3,1", "d6-d7", "0000"].map(str::to_owned));
        words
    }

    fn moves(&self, texts: &[Text]) -> Vec<String> {
        let words = self.words();
        texts.iter().map(|text| text.of(&words)).collect()
    }

    fn grant(&mut self, wish: &Wish) {
        match wish {
            Wish::Play(texts) => self.play(texts),
            Wish::Undo(plies) => self.undo(*plies),
            Wish::SetUp(position, moves) => self.set_up(position.as_ref(), moves),
            Wish::Set(name, value) => {
                let all = self.options();
                let names: Vec<String> = all.iter().map(|opt| opt.name.clone()).collect();
                let name = name.of(&names);
                let good: Vec<String> = all.iter().flat_map(values).collect();
                self.set(&name, &value.of(&good));
            }
            Wish::Choose(option, value) => {
                let all = self.options();
                let opt = option.get(&all);
                let values = values(opt);
                let value: &String = value.get(&values);
                self.set(&opt.name, value);
            }
            Wish::Search(limits, among, visits, patience) => {
                let among = self.moves(among);
                self.search(limits, &among, *visits, *patience);
            }
            Wish::Count(depth, patience) => {
                let count = self.engine.start_perft(*depth, |_| {});
                expect_sound(&count.wait_for(*patience).unwrap_or_default().notices);
                drop(self.state().check((*depth).min(2), &given_up()));
            }
            Wish::AskAbout(text) => self.ask_about(&text.of(&self.words())),
            Wish::Accounts(text) => self.judge(text),
            Wish::PutUp(words, is_first) => self.put_up(words, *is_first),
            Wish::ByNumber(legal, any, text) => self.by_number(legal, any, text),
            Wish::Record(text) => self.record(text),
        }
    }

    /// The options that cost nothing.
    fn options(&self) -> Vec<Opt> {
        let mut all = options::of_game(self.game);
        all.extend(options::engine(GAMES));
        all.retain(is_cheap);
        all
    }

    fn play(&mut self, texts: &[Text]) {
        let before = Shown::by(&self.engine);
        let moves = self.moves(texts);
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        match self.engine.play(&moves) {
            Ok(_) => {
                let after = Shown::by(&self.engine);
                let plies = after.text.moves.len() - before.text.moves.len();
                self.engine.undo(u32::try_from(plies).unwrap()).unwrap();
                expect_same(&self.engine, &before, "moves taken back");
                self.engine.play(&moves).unwrap();
                expect_same(&self.engine, &after, "the same moves once more");
            }
            Err(error) => expect_same(&self.engine, &before, &error.to_string()),
        }
    }

    fn undo(&mut self, plies: u32) {
        let before = Shown::by(&self.engine);
        match self.engine.undo(plies) {
            Ok(()) => {
                let played = self.state().game_text().moves.len();
                assert_eq!(played, before.text.moves.len() - plies as usize);
            }
            Err(error) => expect_same(&self.engine, &before, &error.to_string()),
        }
    }

    fn set_up(&mut self, position: Option<&Text>, moves: &[Text]) {
        let before = Shown::by(&self.engine);
        let mut good = vec![before.position.clone(), self.state().start_text()];
        good.extend(POSITIONS.iter().cloned());
        let position = position.map(|text| text.of(&good));
        let moves = self.moves(moves);
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        if let Err(error) = self.engine.set_position(position.as_deref(), &moves) {
            return expect_same(&self.engine, &before, &error.to_string());
        }
        let text = self.state().position_text();
        let GameText { setup, moves, .. } = self.state().game_text();
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        self.engine.set_position(setup.as_deref(), &moves).unwrap();
        assert_eq!(self.state().position_text(), text, "{setup:?} {moves:?}");
    }

    fn set(&mut self, name: &str, value: &str) {
        let before = Shown::by(&self.engine);
        // A name that was damaged may be that of another option.
        let all = options::all(GAMES);
        if options::find(&all, self.game, name).is_some_and(|opt| !is_cheap(opt)) {
            return;
        }
        if let Err(error) = self.engine.set_option(name, value) {
            expect_same(&self.engine, &before, &error);
        }
    }

    /// Begins a search and waits for it, but not for long; what was given up ends by being dropped.
    fn search(
        &mut self,
        limits: &Limits,
        among: &[String],
        visits: Option<usize>,
        patience: Duration,
    ) {
        let among: Vec<&str> = among.iter().map(String::as_str).collect();
        let said = Arc::new(Mutex::new(Vec::new()));
        let heard = Arc::clone(&said);
        let hear = move |event| {
            if let SearchEvent::Notice(notice) = event {
                heard.lock().unwrap().push(notice);
            }
        };
        let scope = visits.map(|nodes| Scope { nodes, ..Scope::default() });
        let search = self.engine.search_among(limits.clone(), &among, scope, hear);
        search.ponder_hit();
        let control = Arc::clone(search.control());
        let result = search.wait_for(patience).unwrap_or_else(|| {
            search.stop();
            search.wait()
        });
        assert!(control.stop.is_set() || result.used < Duration::MAX);
        expect_sound(&result.notices);
        expect_sound(&said.lock().unwrap());
        if let Some(recording) = &result.recording {
            ask_everything(recording);
        }
    }

    /// Every question about a move that may be none.
    fn ask_about(&self, word: &str) {
        let before = Shown::by(&self.engine);
        let state = self.state();
        let words = [word.to_owned(), word.to_owned()];
        let _ =
            (state.steps(word), state.frames(word), state.repeats(word), state.record_move(word));
        let (listener, inbox) = Listener::channel();
        state.ask_longest(Some(word.to_owned()), Arc::new(given_up()), listener);
        drop(inbox);
        let probe = self.engine.start_probe();
        expect_sound(&probe.wait().notices);
        let _ = (state.node(&[word]), state.node(&[]), state.hint(), state.farewell());
        let _ = (
            state.record_names(NamedLine::Played),
            state.record_names(NamedLine::FromHere(&words)),
        );
        let _ = (state.draws(), state.explanation(), state.describe(), state.rules_in_force());
        let _ =
            (state.board(), state.key_board(), state.moves(), state.outcome(), state.side_names());
        let _ = (state.table_verdict(), state.level_option(), state.ends_by_itself(true));
        let mut cursor = state.cursor();
        for mv in [None, Some(word), None, Some("")] {
            if cursor.play(mv) {
                let _ = (cursor.scene(), cursor.side(), cursor.evaluation());
                cursor.back();
            }
        }
        drop(cursor);
        let _ = self.engine.copy_after(&words);
        expect_same(&self.engine, &before, word);
    }

    fn judge(&self, name: &Text) {
        // Whoever asks for an evaluation knows that the game goes on.
        if self.state().outcome().is_some_and(|outcome| !outcome.claim) {
            return;
        }
        let players: Vec<String> =
            (self.game.players)().iter().map(|(name, _)| (*name).to_owned()).collect();
        let _ = self.state().accounts(&[]);
        let _ = self.state().accounts(&[&name.of(&players)]);
    }

    fn put_up(&mut self, words: &[Text], is_first: bool) {
        let mut known: Vec<String> =
            self.state().board().picture.men.iter().map(|(word, _)| word.to_string()).collect();
        known.extend(["", "3", "40", "2 O in hand", "turn O"].map(str::to_owned));
        let words: Vec<String> = words.iter().map(|word| word.of(&known)).collect();
        let mut scene: Vec<&str> = words.iter().map(String::as_str).collect();
        let side = if is_first { Side::First } else { Side::Second };
        let _ = self.state().set_up(&scene, side);
        let places = self.state().board().picture.places.len();
        scene =
            scene.iter().copied().cycle().take(if words.is_empty() { 0 } else { places }).collect();
        if let Some(text) = self.state().set_up(&scene, side) {
            let before = Shown::by(&self.engine);
            if let Err(error) = self.engine.set_position(Some(&text), &[]) {
                expect_same(&self.engine, &before, &error.to_string());
            }
        }
    }

    /// Plays legal numbers, any numbers, and a text; takes all back.
    fn by_number(&self, legal: &[Index], any: &[u16], text: &Text) {
        let mut game = self.state().numbered();
        let (plies, key, before) = (game.played().len(), game.key(), game.game_text());
        for at in legal {
            let mut numbers = Vec::new();
            game.moves(&mut numbers);
            if numbers.is_empty() {
                break;
            }
            let number = *at.get(&numbers);
            assert!(game.text(number).is_some_and(|text| game.number(&text).is_ok()));
            game.play(number).unwrap();
        }
        for &number in any {
            let before = game.game_text();
            let is_known = game.text(number).is_some();
            assert_eq!(game.play(number).is_ok(), is_known);
            assert!(is_known || game.game_text() == before);
        }
        let word = text.of(&self.words());
        let before_word = game.game_text();
        let number = game.number(&word);
        let played = game.play_text(&word);
        assert!(played.is_ok() || game.game_text() == before_word && number.is_err(), "{word}");
        let copy = game.copy();
        while game.played().len() > plies {
            assert!(game.undo());
        }
        assert_eq!((game.key(), game.game_text()), (key, before));
        let _ = (copy.scene(), copy.diagram(), copy.position_text(), copy.outcome());
        let before = game.game_text();
        assert!(game.set_position(Some(&word), &[]).is_ok() || game.game_text() == before);
    }

    /// The record of the game in both forms, damaged and read.
    fn record(&self, text: &Text) {
        let (game, state) = (self.game, self.state());
        let saved = Saved { game, engine: state, tags: &[], result: None, tree: None };
        for form in [Form::Own, Form::Players] {
            let read = text.of(&[saved.text(form)]);
            let _ = Record::from_text("damaged", &read);
            let _ = Record::all_from_text("damaged", &read);
            let bytes = read.into_bytes();
            let _ = (state.read_record(&bytes), state.read_rules(&bytes), state.read_tree(&bytes));
            let settings = self.engine.settings();
            let variant = state.variant();
            let wanted = Wanted { game, variant, is_said: false, settings, options: &[] };
            let end = if form == Form::Own { "" } else { game.record_extension };
            let file = GameFile::of_bytes(GAMES, "damaged", end.to_owned(), bytes, None);
            let Ok(file) = file else { continue };
            for index in 0..file.count().min(3) {
                if let Ok(mut kept) = file.open(GAMES, index, &wanted) {
                    let _ = kept.play_all();
                }
            }
        }
    }
}

/// A clock that has been stopped already.
fn given_up() -> SearchControl {
    let control = SearchControl::unlimited();
    control.stop.set();
    control
}

/// Tries a law on every variant, with so many cases of each.
fn each_variant<S: Strategy>(cases: u32, drawn: &S, law: impl Fn(&str, &S::Value)) {
    let seed = std::env::var("PLYGLOT_SEED").map_or(SEED, |seed| seed.parse().unwrap());
    let mut broken = Vec::new();
    for variant in GAMES.iter().flat_map(|game| game.variants) {
        let config = ProptestConfig {
            cases,
            rng_seed: RngSeed::Fixed(seed),
            failure_persistence: None,
            max_shrink_iters: SHRINK_ITERS,
            ..ProptestConfig::default()
        };
        let kept = TestRunner::new(config).run(drawn, |value| {
            law(variant.name, &value);
            Ok(())
        });
        if let Err(error) = kept {
            broken.push(format!("{}, PLYGLOT_SEED={seed}: {error}", variant.name));
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

fn grant_all(variant: &str, wishes: &[Wish]) {
    let mut client = Client::new(variant);
    for wish in wishes {
        client.grant(wish);
    }
}

#[test]
fn whatever_is_wished_an_engine_grants_or_refuses_it() {
    each_variant(LISTS, &vec(wish(), 1..12), |variant, wishes| grant_all(variant, wishes));
}

#[test]
#[ignore = "takes minutes"]
fn whatever_is_wished_an_engine_grants_or_refuses_it_many_times() {
    each_variant(LISTS_LONG, &vec(wish(), 1..12), |variant, wishes| grant_all(variant, wishes));
}
