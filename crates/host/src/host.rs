//! One game behind the [`GameState`] trait: the rules in force, the game so far, and the player that
//! will be asked.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, MutexGuard, PoisonError};

use crate::cursor::GameWalk;
use crate::draws::{self, DrawsColumn, DrawsView, RepeatingMove};
use crate::event::{Answer, JobResult, Listener, Notice, PerftOrder, SearchOrder};
use crate::game::{Game, rules_in_force};
use crate::job::{self, Job};
use crate::learn::{self, Lesson};
use crate::moves::{self, play_all, play_each};
use crate::numbered::Numbered;
use crate::players::{SharedPlayer, chosen_player, make_player, named_player};
use crate::readings::Group;
use crate::shelf::Shelf;
use crate::state::{GameState, GameText, NumberedGame, SetupError};
use crate::tables::Tablebases;
use crate::trial;
use crate::view::{
    self, BoardView, BookView, Explanation, MoveView, NamedLine, NoBook, PlayerAccount,
};
use plyglot_core::game::key_board::KeyBoard;
use plyglot_core::game::notation::{GameRecord, Header, RecordError, RecordRules};
use plyglot_core::game::{Outcome, PlayedGame, picture::Scene, record_tree::RecordTree};
use plyglot_core::{OptionError, RulesInForce, Scope, Settings, Side};
use plyglot_inspect::check::{self, Checked};
use plyglot_inspect::page::GameCursor;
use plyglot_search::{Player, SearchControl, Stopped, TranspositionTable};
use plyglot_tablebase::Value as TableValue;

/// One game: rules, line and player.
pub struct Host<G: Game> {
    variant: &'static str,
    rules: Arc<G>,
    played: PlayedGame<G>,
    player: SharedPlayer<G>,
    /// The name of the player, and everything else it was made of.
    made_of: Settings,
    /// The player has moved in this game and does not know yet how it ended.
    took_part: Arc<AtomicBool>,
    tables: Tablebases<G>,
    shelf: Shelf<G>,
}

impl<G: Game> std::fmt::Debug for Host<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let moves = self.played.moves_played();
        let mut host = f.debug_struct("Host");
        host.field("variant", &self.variant).field("moves", &moves).finish_non_exhaustive()
    }
}

impl<G: Game> Host<G> {
    /// The game of this variant under these settings, its board at the start.
    pub fn open(
        variant: &'static str,
        settings: &Settings,
    ) -> Result<Box<dyn GameState>, OptionError> {
        let rules = G::open(variant, settings)?;
        let player = make_player(&rules, settings)?;
        let played = PlayedGame::new(&rules, rules.start());
        let took_part = Arc::new(AtomicBool::new(false));
        let (tables, shelf) = (Tablebases::new(&rules), Shelf::empty());
        let (rules, made_of) = (Arc::new(rules), settings.clone());
        Ok(Box::new(Self { variant, rules, played, player, made_of, took_part, tables, shelf }))
    }

    /// The game so far under other settings, where it is one of theirs: its texts are read under the
    /// rules to come, but in the spelling they have now, so that no number changes its meaning, and
    /// every position must be the one that stood on the board.
    fn carried_over(&self, settings: &Settings) -> Option<PlayedGame<G>> {
        let mut as_spelt = settings.clone();
        for opt in G::options().into_iter().filter(|opt| opt.scope == Scope::Notation) {
            if let Some(now) = self.made_of.get(&opt.name) {
                as_spelt.set(&opt.name, now.clone());
            }
        }
        if as_spelt == self.made_of {
            // Nothing but the spelling changes.
            return Some(self.played.clone());
        }
        let rules = G::open(self.variant, &as_spelt).ok()?;
        let setup = self.played.setup();
        let setup = if *setup == self.rules.start() {
            let start = rules.start();
            (start == *setup).then_some(start)?
        } else {
            rules.parse_position(&self.rules.position_text(setup)).ok()?
        };
        let mut played = PlayedGame::new(&rules, setup);
        let texts = moves::texts(&*self.rules, &self.played);
        play_all(&rules, &mut played, texts.iter().map(String::as_str)).ok()?;
        let shown = |rules: &G, pos: &G::Position| rules.diagram_text(pos);
        let is_same = played.positions().len() == self.played.positions().len()
            && played
                .positions()
                .iter()
                .zip(self.played.positions())
                .all(|(new, old)| shown(&rules, new) == shown(&self.rules, old));
        is_same.then_some(played)
    }

    /// Tells the player how its game ended, once.
    fn tell_the_end(&self) -> Vec<Notice> {
        let Some(outcome) = self.played.outcome(&*self.rules) else { return Vec::new() };
        if !self.took_part.swap(false, Ordering::AcqRel) {
            return Vec::new();
        }
        let mut player = self.player();
        job::told(player.game_over(&self.rules, &self.played, &outcome))
    }

    /// The player, which nobody else holds while the engine is idle.
    fn player(&self) -> MutexGuard<'_, Box<dyn Player<G>>> {
        self.player.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<G: Game> GameState for Host<G> {
    fn apply(&mut self, settings: &Settings) -> Result<Vec<Notice>, OptionError> {
        if *settings == self.made_of {
            return Ok(Vec::new());
        }
        let rules = G::open(self.variant, settings)?;
        let player = make_player(&rules, settings)?;
        let carried = self.carried_over(settings);
        let fits = carried.is_some();
        self.played = carried.unwrap_or_else(|| PlayedGame::new(&rules, rules.start()));
        self.rules = Arc::new(rules);
        let mut told = self.tables.attach_again(&self.rules, settings);
        told.extend(self.shelf.open_again(self.variant, settings));
        self.tables.begin(&self.rules, self.played.position());
        self.player = player;
        self.made_of = settings.clone();
        self.took_part = Arc::new(AtomicBool::new(false));
        let restarted = || {
            let text = format!("variant {} startpos {}", self.variant, self.start_text());
            Notice::Note(text)
        };
        Ok((!fits).then(restarted).into_iter().chain(told).collect())
    }

    fn attach_tables(&mut self, settings: &Settings) -> Result<Vec<Notice>, String> {
        let (shelf, of_book) = self.shelf.with(self.variant, settings)?;
        let told = self.tables.attach(&self.rules, settings);
        // A small game is near its tables before anything is set up.
        self.tables.begin(&self.rules, self.played.position());
        let told = [told?, of_book].concat();
        self.shelf = shelf;
        Ok(told)
    }

    fn table_verdict(&self) -> Option<TableValue> {
        self.tables.verdict(&self.rules, self.played.position())
    }

    fn set_position(
        &mut self,
        position: Option<&str>,
        moves: &[&str],
    ) -> Result<Vec<Notice>, SetupError> {
        let setup = match position {
            None => self.rules.start(),
            Some(text) => self.rules.parse_position(text)?,
        };
        let mut played = PlayedGame::new(&*self.rules, setup);
        play_all(&*self.rules, &mut played, moves.iter().copied())?;
        self.played = played;
        self.tables.begin(&self.rules, self.played.position());
        Ok(self.tell_the_end())
    }

    fn play(&mut self, moves: &[&str]) -> Result<Vec<Notice>, SetupError> {
        let before = self.played.moves_played().len();
        let played = play_each(&*self.rules, &mut self.played, moves, true);
        if let Err(error) = played {
            while self.played.moves_played().len() > before {
                self.played.undo();
            }
            return Err(error);
        }
        self.tables.begin(&self.rules, self.played.position());
        Ok(self.tell_the_end())
    }

    fn undo(&mut self, plies: u32) -> Result<(), SetupError> {
        let played = self.played.moves_played().len();
        if plies as usize > played {
            return Err(SetupError::Undo { found: plies, played });
        }
        for _ in 0..plies {
            self.played.undo();
        }
        Ok(())
    }

    fn new_game(&mut self) {
        self.played = PlayedGame::new(&*self.rules, self.rules.start());
        self.took_part.store(false, Ordering::Release);
        self.tables.begin(&self.rules, self.played.position());
        self.player().new_game();
    }

    fn let_begin(&mut self, side: Side) -> bool {
        let start = self.rules.start_for(side);
        if let Some(start) = start {
            self.played = PlayedGame::new(&*self.rules, start);
            self.tables.begin(&self.rules, self.played.position());
            return true;
        }
        false
    }

    fn farewell(&self) -> Vec<Notice> {
        if !self.took_part.load(Ordering::Acquire) {
            return Vec::new();
        }
        job::told(Ok(self.player().left_alone(&self.played)))
    }

    fn side_to_move(&self) -> Side {
        self.rules.side_to_move(self.played.position())
    }

    fn go(&mut self, order: SearchOrder) {
        self.tables.begin(&self.rules, self.played.position());
        let (rules, played) = (Arc::clone(&self.rules), self.played.clone());
        let (player, took_part) = (Arc::clone(&self.player), Arc::clone(&self.took_part));
        let (tb, book) = (self.tables.ready(self.played.position()), self.shelf.played_from());
        Job { rules, played, player, took_part, tb, book, order }.start();
    }

    fn level_option(&self) -> Option<&'static str> {
        self.player().level_option()
    }

    fn check_lesson(&self, lesson: &Lesson) -> Result<(), String> {
        learn::opponent(&*self.rules, &self.player, &self.made_of, lesson).map(drop)
    }

    fn learn(&mut self, lesson: Lesson, control: Arc<SearchControl>, listener: Listener) {
        let (rules, player) = (Arc::clone(&self.rules), Arc::clone(&self.player));
        let settings = self.made_of.clone();
        job::run(listener.clone(), "learn", move || {
            let learnt = learn::lesson(&*rules, &player, &settings, &lesson, &control, &listener);
            learn::result(learnt)
        });
    }

    fn thinks_ahead(&self) -> bool {
        self.player().thinks_ahead()
    }

    fn think_ahead(&mut self, moves: &[String], order: SearchOrder) {
        let mut played = self.played.clone();
        let done = play_all(&*self.rules, &mut played, moves.iter().map(String::as_str));
        debug_assert!(done.is_ok(), "{done:?}");
        let (rules, player) = (Arc::clone(&self.rules), Arc::clone(&self.player));
        let took_part = Arc::clone(&self.took_part);
        let tb = self.tables.ready(played.position());
        Job { rules, played, player, took_part, tb, book: None, order }.start_ahead();
    }

    fn hint(&self) -> Option<String> {
        let best = self.player().best_known(&self.rules, &self.played)?;
        Some(self.rules.move_text(self.played.position(), best))
    }

    fn node(&self, moves: &[&str]) -> Result<Vec<String>, String> {
        let mut ahead = self.played.clone();
        let before = ahead.moves_played().len();
        play_all(&*self.rules, &mut ahead, moves.iter().copied())
            .map_err(|error| error.to_string())?;
        self.player().node(&self.rules, &self.played, &ahead.moves_played()[before..])
    }

    fn perft(&self, count: PerftOrder) {
        let (rules, pos) = (Arc::clone(&self.rules), self.played.position().clone());
        let listener = count.listener.clone();
        job::run(listener, "perft", move || job::perft(&*rules, &pos, &count));
    }

    fn count(&self, counting: &'static str, count: PerftOrder) {
        let (rules, pos) = (Arc::clone(&self.rules), self.played.position().clone());
        let listener = count.listener.clone();
        job::run(listener, "perft", move || job::count(&*rules, &pos, counting, &count));
    }

    fn ask_tables(&self, control: Arc<SearchControl>, listener: Listener) {
        let (rules, played) = (Arc::clone(&self.rules), self.played.clone());
        let tables = self.tables.ready(played.position());
        job::run(listener, "tb", move || {
            let answer = Answer::Tables(tables.view(&rules, &played, &control));
            let used = control.time.used().unwrap_or_default();
            JobResult { answer, used, ..JobResult::default() }
        });
    }

    fn book(&self) -> Result<BookView, NoBook> {
        self.shelf.view(&self.rules, &self.played)
    }

    fn ask_longest(&self, table: Option<String>, control: Arc<SearchControl>, listener: Listener) {
        let (rules, pos) = (Arc::clone(&self.rules), self.played.position().clone());
        let tables = self.tables.ready(&pos);
        job::run(listener, "tb", move || {
            match tables.longest(&rules, &pos, table.as_deref(), &control) {
                Ok(win) => JobResult { answer: Answer::Longest(win), ..JobResult::default() },
                Err(error) => {
                    JobResult { notices: vec![Notice::Error(error)], ..JobResult::default() }
                }
            }
        });
    }

    fn needs_preparation(&self) -> bool {
        self.player().needs_preparation(&self.rules)
    }

    fn prepare(
        &self,
        table: Arc<TranspositionTable>,
        control: Arc<SearchControl>,
        listener: Listener,
    ) {
        let (rules, player) = (Arc::clone(&self.rules), Arc::clone(&self.player));
        let ready = || JobResult { answer: Answer::Ready, ..JobResult::default() };
        job::run_or(listener, ready, move || {
            table.take_in(&|| control.must_stop());
            let mut player = player.lock().unwrap_or_else(PoisonError::into_inner);
            player.prepare(&rules, &|| control.must_stop());
            ready()
        });
    }

    fn ends_by_itself(&self, chosen: bool) -> bool {
        self.player().ends_by_itself(&self.rules, &self.played, chosen)
    }

    fn check(&self, depth: u32, control: &SearchControl) -> Result<Option<Checked>, Stopped> {
        let over = self.played.outcome(&*self.rules).filter(|outcome| !outcome.claim);
        if over.is_some() {
            return Ok(None);
        }
        let evaluator = self.rules.evaluator();
        let params = self.rules.search_params();
        check::check(&*self.rules, &evaluator, params, &self.played, depth, control).map(Some)
    }

    fn board(&self) -> BoardView {
        view::board(&*self.rules, &self.played)
    }

    fn key_board(&self) -> Option<KeyBoard> {
        self.rules.key_board(self.played.position())
    }

    fn accounts(&self, players: &[&str]) -> Result<Vec<PlayerAccount>, String> {
        let of =
            |name, player: &dyn Player<G>| view::account(&*self.rules, &self.played, name, player);
        if players.is_empty() {
            let name = chosen_player::<G>(&self.made_of).name;
            return Ok(vec![of(name, &**self.player())]);
        }
        let named = players.iter().map(|name| {
            let entry = named_player::<G>(name)?;
            let player = (entry.make)(&self.rules, &self.made_of)?;
            Ok(of(entry.name, &*player))
        });
        named.collect()
    }

    fn explanation(&self) -> Explanation {
        view::explanation(&*self.rules, &self.played)
    }

    fn describe(&self) -> Vec<String> {
        self.rules.describe()
    }

    fn try_readings(&self) -> Vec<Group> {
        trial::try_readings(&*self.rules, &self.played)
    }

    fn cursor(&self) -> Box<dyn GameCursor + '_> {
        Box::new(GameWalk::new(&*self.rules, &self.played, Arc::clone(&self.player)))
    }

    fn frames(&self, mv: &str) -> Vec<Scene> {
        let mv = self.rules.parse_move(&self.played, mv);
        mv.map_or_else(|_| Vec::new(), |mv| self.rules.frames(self.played.position(), mv))
    }

    fn set_up(&self, scene: &[&str], side: Side) -> Option<String> {
        self.rules.set_up(scene, side)
    }

    fn side_names(&self) -> [&'static str; 2] {
        self.rules.side_names()
    }

    fn variant(&self) -> &'static str {
        self.variant
    }

    fn start_text(&self) -> String {
        self.rules.position_text(&self.rules.start())
    }

    fn rules_in_force(&self) -> RulesInForce {
        rules_in_force(&*self.rules, self.variant, &self.made_of)
    }

    fn record(&self, header: &Header<'_>) -> Option<String> {
        self.rules.write_game(&self.played, header)
    }

    fn record_with_tree(&self, header: &Header<'_>, tree: &RecordTree) -> Option<String> {
        self.rules.write_tree(&self.played, header, tree)
    }

    fn read_tree(&self, bytes: &[u8]) -> Option<Result<RecordTree, RecordError>> {
        self.rules.read_tree(bytes)
    }

    fn record_move(&self, mv: &str) -> Option<(u32, String)> {
        let mv = self.rules.parse_move(&self.played, mv).ok()?;
        self.rules.record_move(&self.played, mv)
    }

    fn record_names(&self, line: NamedLine<'_>) -> Vec<String> {
        view::record_names(&*self.rules, &self.played, line)
    }

    fn steps(&self, mv: &str) -> Vec<String> {
        let mv = self.rules.parse_move(&self.played, mv);
        mv.map_or_else(|_| Vec::new(), |mv| view::steps(&*self.rules, self.played.position(), mv))
    }

    fn read_rules(&self, bytes: &[u8]) -> Result<RecordRules, RecordError> {
        self.rules.read_rules(bytes)
    }

    fn read_record(&self, bytes: &[u8]) -> Result<GameRecord, RecordError> {
        self.rules.read_game(bytes)
    }

    fn draws(&self) -> DrawsView {
        let mut columns: Vec<_> = G::DRAW_PRESETS
            .iter()
            .filter_map(|preset| {
                let settings = draws::with_preset::<G>(&self.made_of, preset);
                let rules = G::open(self.variant, &settings).ok()?;
                let played = self.carried_over(&settings);
                Some(DrawsColumn {
                    name: preset.name,
                    is_in_force: rules == *self.rules,
                    rules: played.map(|played| draws::standing(&rules, &played)),
                })
            })
            .collect();
        if !columns.iter().any(|column| column.is_in_force) {
            let rules = Some(draws::standing(&*self.rules, &self.played));
            columns.insert(0, DrawsColumn { name: draws::IN_FORCE, is_in_force: true, rules });
        }
        DrawsView { columns, repeating: draws::all_repeating(&*self.rules, &self.played) }
    }

    fn repeats(&self, mv: &str) -> Option<RepeatingMove> {
        let mv = self.rules.move_of_board(&self.played, mv)?;
        draws::repeating(&*self.rules, &self.played, mv)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.played.outcome(&*self.rules)
    }

    fn legal_moves(&self) -> Vec<String> {
        view::move_texts(&*self.rules, &self.played)
    }

    fn moves(&self) -> Vec<MoveView> {
        view::moves(&*self.rules, &self.played)
    }

    fn numbered(&self) -> Box<dyn NumberedGame> {
        Box::new(Numbered::new(&self.rules, &self.played))
    }

    fn position_text(&self) -> String {
        self.rules.position_text(self.played.position())
    }

    fn game_text(&self) -> GameText {
        moves::game_text(&*self.rules, &self.played)
    }
}
