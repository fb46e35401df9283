//! A person against a mind: `plyglot play`.
//!
//! The dialogue is a machine over lines. [`Play`] takes a line and answers it at once; what takes
//! its time, a move of the mind or a hint, is [`Dialogue::work`], done between the lines. It
//! neither reads nor writes, so a whole game is played in a test as at a terminal:
//!
//! ```text
//! line ──► answer ──► words for the person
//!             │ the mind's turn, or a hint is wanted
//!             ▼
//!           work ──► MatchPlayer: an engine of our own, its search in a thread
//!             ▼
//!          `I play e7e5`, the board
//! ```
//!
//! The rules, the board and the list of moves come from a [`GameState`] of our own, so whatever the
//! mind answers is refereed like the person's moves. A command changes everything or nothing.

mod adjust;
mod claims;
mod historic;
pub mod job;
pub mod replay;
mod saved;
mod stepping;
mod talk;
mod thinking;

use std::time::Duration;

use self::claims::Claims;
use self::historic::classic::Classic;
pub use self::historic::cursor::CursorGame;
use self::historic::words::Words;
use self::job::PlayJob;
use self::talk::{about, persons};
use crate::io::{self, Dialogue};
use crate::matches::player::{Fault, MatchPlayer};
use crate::matches::spec::PlayerSpec;
use crate::options::Chosen;
use crate::records::claim::side_name;
use crate::records::heading::Heading;
use crate::records::kept::resignation;
use crate::session::show;
use crate::system::interrupts::Interrupts;
use crate::{engine::words, guide};
use plyglot_core::game::{MoveError, Outcome};
use plyglot_core::rng::fresh_seed;
use plyglot_core::text::shorten;
use plyglot_core::{Limits, Settings, Side, Value};
use plyglot_host::entry::GameEntry;
use plyglot_host::state::{GameState, GameText, SetupError};
use plyglot_protocol::Setup;

/// A mind of our own always answers; nobody waits for it longer than a day.
const PATIENCE: Duration = Duration::from_hours(24);

/// Plays with whoever is at standard input and output.
pub fn play(games: &'static [&'static GameEntry], job: PlayJob) -> Result<(), String> {
    let interrupts = Interrupts::default();
    let by_keys = job.classic.then(|| CursorGame::new(games, &job, &interrupts)).transpose()?;
    if let Some(mut game) = by_keys.flatten() {
        let greeting = game.greeting();
        let held = io::converse_by_keys(&mut game, &greeting, &interrupts);
        return held.map_err(|error| error.to_string());
    }
    let (job, said) = job.seeded(fresh_seed);
    let mut play = Play::new(games, &job, &interrupts)?;
    let mut greeting = play.greeting();
    greeting.splice(1..1, said);
    io::converse(&mut play, &greeting, &interrupts).map_err(|error| error.to_string())
}

/// What the mind knows of the game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Told {
    /// Nothing: another game is the last it knows.
    Nothing,
    /// It has been asked for moves.
    Game,
    /// And it has seen how the game ended.
    End,
}

/// A game between a person and a mind, or two persons, or two minds.
#[expect(missing_debug_implementations, reason = "an engine is not shown")]
pub struct Play {
    pub(super) games: &'static [&'static GameEntry],
    pub(super) game: &'static GameEntry,
    pub(super) variant: &'static str,
    pub(super) settings: Settings,
    pub(super) engine: Box<dyn GameState>,
    pub(super) player: MatchPlayer,
    /// Where the random numbers of this game begin; the next game's begin one later.
    pub(super) seed: Option<u32>,
    told: Told,
    /// What limits its search for a move.
    limits: Limits,
    /// Which sides persons play, by [`Side::index`].
    pub(super) persons: [bool; 2],
    pub(super) resigned: Option<Side>,
    claims: Claims,
    heading: Option<Heading>,
    /// A move that the mind has announced: the steps to come, how many it had, and the move.
    pub(super) steps: Vec<String>,
    pub(super) begun: (usize, String),
    /// Each move of the mind, and each step of it, waits for an empty line.
    pub(super) waits: bool,
    /// What the mind has to say of the game when it is over.
    pub(super) notes: Vec<String>,
    /// The dialogue of 1990 is held.
    classic: Option<Classic>,
    wants_hint: bool,
    pub(super) says_info: bool,
    /// Whether the person has left, by `quit` or from outside.
    pub(super) interrupts: Interrupts,
}

impl Play {
    /// Opens the game. Thinking ends early, and the dialogue with it, as the person asks for it.
    pub fn new(
        games: &'static [&'static GameEntry],
        job: &PlayJob,
        interrupts: &Interrupts,
    ) -> Result<Self, String> {
        let name = job.game.as_deref().unwrap_or(games[0].name);
        let mut chosen = Chosen::new(games, "play", name)?;
        let classic = if job.classic { chosen.game.classic } else { &[] };
        chosen.set_all(classic)?;
        chosen.set_all(&job.options)?;
        chosen.set("Mind", job.mind.as_deref())?;
        let Chosen { game, variant, mut settings, .. } = chosen;
        settings.set("UCI_Variant", Value::Combo(variant.name));
        let engine = (game.open)(variant.name, &settings).map_err(|error| error.to_string())?;
        let player =
            MatchPlayer::new(PlayerSpec::chosen(games, game, &settings), game, variant.name)
                .until(interrupts);
        let mut play = Self {
            games,
            game,
            variant: variant.name,
            settings,
            engine,
            player,
            seed: job.seed,
            told: Told::Nothing,
            limits: job.limits(),
            persons: [true, false],
            resigned: None,
            claims: Claims::default(),
            heading: None,
            steps: Vec::new(),
            begun: (0, String::new()),
            waits: job.wait,
            notes: Vec::new(),
            classic: job.classic.then(|| Classic::new(Words::of(job.lang.as_deref()))),
            wants_hint: false,
            says_info: false,
            interrupts: interrupts.clone(),
        };
        play.seed_player();
        if let Some(file) = &job.load {
            play.load(file)?;
        }
        if let Some(side) = &job.side {
            play.persons = persons(side)?;
        }
        Ok(play)
    }

    /// What is said before the first line: who plays what, and the board.
    pub fn greeting(&self) -> Vec<String> {
        let who = talk::who(self.persons, self.mind());
        let first = format!("{}: {who}; `help` lists the commands.", self.variant);
        let first = if self.classic.is_some() { self.classic_greeting() } else { first };
        std::iter::once(first).chain(self.board()).collect()
    }

    pub(super) fn mind(&self) -> &'static str {
        self.settings.combo(&self.game.player_option())
    }

    fn obey(&mut self, line: &str) -> Result<Vec<String>, String> {
        let Some((name, rest)) = talk::command(line)? else {
            return self.move_by_person(line);
        };
        match name {
            "board" => Ok(self.board()),
            "list" | "moves" => Ok(self.list()),
            "hint" => self.hint(),
            "undo" => self.undo(),
            "switch" => self.switch(),
            "resign" => self.resign(),
            "claim" => self.claim(rest),
            "new" => Ok(self.new_game()),
            "save" => self.save(rest),
            "load" => self.load(rest),
            "mind" => self.choose_mind(rest),
            "level" => self.choose_level(rest),
            "set" => self.choose_option(rest),
            "info" => self.choose_info(rest),
            "eval" => show::eval(&*self.engine, &rest.split_whitespace().collect::<Vec<_>>()),
            "rules" => Ok(words::rules(self.game, &*self.engine)),
            "games" => Ok(guide::games(self.games)),
            "quit" => {
                let said = self.leave();
                self.interrupts.leave();
                Ok(said)
            }
            _ => Ok(talk::help()),
        }
    }

    /// How the game has ended, by its rules or otherwise.
    pub(super) fn outcome(&self) -> Option<Outcome> {
        let resigned = self.resigned.map(|loser| Outcome::win(loser.other(), "resignation"));
        resigned.or_else(|| self.ruled())
    }

    /// The same in words: `draw (stalemate)`.
    pub(super) fn result(&self) -> Option<String> {
        let claimed = |result: String| result.replace("may be claimed", "claimed");
        let by_rule = || self.ruled().and(self.engine.game_text().result).map(claimed);
        self.resigned.map(resignation).or_else(by_rule)
    }

    fn is_persons_turn(&self) -> bool {
        self.persons[self.engine.side_to_move().index()]
    }

    /// The diagram, the last move, and whose turn it is or how the game has ended.
    pub(super) fn board(&self) -> Vec<String> {
        let diagram = self.engine.board().diagram;
        let mut lines: Vec<String> = std::iter::once(String::new()).chain(diagram).collect();
        if let Some(footing) = self.classic_footing() {
            return lines.into_iter().chain(footing).collect();
        }
        let last = self.engine.game_text().moves.pop();
        let last = last.map_or(String::new(), |mv| format!("Last move: {mv}. "));
        if let Some(result) = self.result() {
            lines.push(format!("{last}The game is over: {result}."));
            lines.push(format!("{}`new` begins another game.", self.congratulation()));
        } else {
            lines.push(format!("{last}{}{}", self.turn(), self.offer()));
        }
        lines
    }

    fn turn(&self) -> String {
        let side = side_name(self.engine.side_to_move());
        match (self.persons, self.is_persons_turn()) {
            ([true, true] | [false, false], _) => format!("Turn of the {side}."),
            (_, true) => format!("Your turn ({side})."),
            (_, false) => format!("My turn ({side})."),
        }
    }

    fn congratulation(&self) -> &'static str {
        match (self.outcome().and_then(|outcome| outcome.winner()), self.persons) {
            (Some(winner), [first, second]) if first != second => {
                if self.persons[winner.index()] {
                    "You win. "
                } else {
                    "I win. "
                }
            }
            _ => "",
        }
    }

    fn list(&self) -> Vec<String> {
        let moves = self.engine.legal_moves();
        if moves.is_empty() || self.outcome().is_some() {
            return vec!["no legal moves".to_owned()];
        }
        talk::list(&moves)
    }

    /// Refuses what only makes sense while the game goes on and the person is to move.
    pub(super) fn expect_turn(&self) -> Result<(), String> {
        match self.result() {
            Some(result) => Err(format!("the game is over: {result}; `new` begins another")),
            None if !self.is_persons_turn() => Err("it is not your turn".to_owned()),
            None => Ok(()),
        }
    }

    fn move_by_person(&mut self, text: &str) -> Result<Vec<String>, String> {
        self.expect_turn()?;
        if let Some(number) = text.strip_prefix('#') {
            return self.move_by_number(number);
        }
        let error = match self.engine.play(&[text]) {
            Ok(_) => return Ok(self.board()),
            Err(SetupError::Move { error, .. }) => error,
            Err(error) => return Err(error.to_string()),
        };
        let MoveError::Syntax { .. } = error else { return Err(error.to_string()) };
        let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
        // Where moves are numbers, a wrong one is not taken for a number of the list.
        let has_letters = |mv: &String| mv.contains(char::is_alphabetic);
        if is_number && self.engine.legal_moves().iter().all(has_letters) {
            return self.move_by_number(text);
        }
        Err(format!("{error}; `help` lists the commands"))
    }

    fn move_by_number(&mut self, number: &str) -> Result<Vec<String>, String> {
        let moves = self.engine.legal_moves();
        let index = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let mv = index.and_then(|index| moves.get(index)).ok_or_else(|| {
            format!("found number `{}`, expected #1 to #{}", shorten(number), moves.len())
        })?;
        self.engine.play(&[mv]).map_err(|error| error.to_string())?;
        Ok(self.board())
    }

    fn hint(&mut self) -> Result<Vec<String>, String> {
        self.expect_turn()?;
        self.wants_hint = true;
        Ok(Vec::new())
    }

    /// Takes moves back until the person is to move, all or none; a resignation counts as a move.
    fn undo(&mut self) -> Result<Vec<String>, String> {
        self.steps.clear();
        if self.resigned.take().is_some() {
            return Ok(self.board());
        }
        let before = self.engine.game_text().moves;
        while self.engine.undo(1).is_ok() {
            if self.is_persons_turn() {
                self.claims = Claims::default();
                // A mind that knew the end will hear of another.
                self.told = self.told.min(Told::Game);
                return Ok(self.board());
            }
        }
        let before: Vec<&str> = before.iter().map(String::as_str).collect();
        self.engine.play(&before).map_err(|error| error.to_string())?;
        Err("undo: there is no turn of yours to go back to".to_owned())
    }

    fn resign(&mut self) -> Result<Vec<String>, String> {
        self.expect_turn()?;
        self.resigned = Some(self.engine.side_to_move());
        Ok(self.board())
    }

    fn new_game(&mut self) -> Vec<String> {
        self.engine.new_game();
        self.begin_again();
        self.resigned = None;
        self.claims = Claims::default();
        self.steps.clear();
        self.told = Told::Nothing;
        self.seed = self.seed.map(|seed| seed.wrapping_add(1));
        self.seed_player();
        self.board()
    }

    /// A mind that took part learns how its game ended; a resignation is none of its rules.
    fn must_tell_the_end(&self) -> bool {
        self.told == Told::Game && self.ruled().is_some()
    }

    fn tell_the_end(&mut self) -> Result<Vec<String>, Fault> {
        self.told = Told::End;
        let game = self.engine.game_text();
        self.notes.extend(self.player.show(&setup(&game))?);
        Ok(Vec::new())
    }

    /// The mind knows nothing of this game.
    pub(super) fn forget_told(&mut self) {
        self.told = Told::Nothing;
    }

    /// The mind's move, on the board.
    fn move_by_mind(&mut self) -> Result<Vec<String>, Fault> {
        let thought = self.think()?;
        let best = thought.best.as_deref().ok_or(Fault::WrongClaim)?;
        let mover = self.engine.side_to_move();
        self.claims.thought = thought.score.map(|score| (mover, score));
        // What a mind says of the game it signs; the rest is about the move.
        let signed = format!("{}: ", self.mind());
        self.notes.clone_from(&thought.notes);
        self.notes.retain(|note| note.starts_with(&signed));
        let steps = self.engine.steps(best);
        if self.waits {
            self.steps = steps;
            self.begun = (self.steps.len(), best.to_owned());
            return Ok(vec![self.announcement()]);
        }
        let side = side_name(mover);
        self.engine.play(&[best]).map_err(|error| Fault::Illegal(error.to_string()))?;
        let about = if self.says_info { about(&thought) } else { String::new() };
        self.keep_last_words();
        let said = match self.classic_announcement(&steps) {
            Some(announced) => format!("{announced}{about}"),
            None => format!("{} {best}{about}", self.who_plays(side)),
        };
        Ok(std::iter::once(said).chain(self.board()).collect())
    }

    /// What the mind said with a move that did not end the game is of no more interest.
    pub(super) fn keep_last_words(&mut self) {
        if self.ruled().is_none() {
            self.notes.clear();
        }
    }

    /// What there is to say of a game that has ended comes last.
    fn closed(&mut self, mut said: Vec<String>) -> Vec<String> {
        if self.outcome().is_some() && !self.must_tell_the_end() {
            said.append(&mut self.notes);
        }
        said.extend(self.last_game());
        said
    }

    fn who_plays(&self, side: &str) -> String {
        match self.persons {
            [false, false] => format!("The {side} plays"),
            _ => "I play".to_owned(),
        }
    }
}

/// The game so far, as a player is shown it.
fn setup(game: &GameText) -> Setup<'_> {
    let moves = game.moves.iter().map(String::as_str).collect();
    Setup { game: None, position: game.setup.as_deref(), moves }
}

impl Dialogue for Play {
    fn prompt(&self) -> String {
        self.classic_prompt().unwrap_or_else(|| format!("{}> ", self.variant))
    }

    fn answer(&mut self, line: &str) -> Vec<String> {
        let said = match line.trim() {
            line if self.leaves_at(line) => self.obey("quit").unwrap_or_default(),
            line if self.question().is_some() => self.answer_question(line),
            "" if !self.steps.is_empty() => self.step(),
            "" => self.nothing_typed(),
            line => self.obey(line).unwrap_or_else(|error| vec![self.complaint(error)]),
        };
        self.closed(said)
    }

    fn has_work(&self) -> bool {
        let is_stepping = !self.steps.is_empty() || self.question().is_some();
        let is_minds_turn = self.outcome().is_none() && !self.is_persons_turn() && !is_stepping;
        !self.is_over() && (self.wants_hint || is_minds_turn || self.must_tell_the_end())
    }

    fn work(&mut self) -> Vec<String> {
        let is_hint = std::mem::take(&mut self.wants_hint);
        let done = match is_hint {
            true => self.hint_by_mind(),
            false if self.must_tell_the_end() => self.tell_the_end(),
            false => self.move_by_mind(),
        };
        let said = match done {
            Ok(lines) => lines,
            Err(Fault::BrokenOff) => Vec::new(),
            Err(fault) => {
                // Asking again would fail again; whoever is at the terminal can still play on.
                self.persons = [true, true];
                self.renew_player();
                vec![format!("{} fails: {fault}; you play both sides now", self.mind())]
            }
        };
        self.closed(said)
    }

    fn is_over(&self) -> bool {
        self.interrupts.must_leave()
    }

    fn leave(&mut self) -> Vec<String> {
        // Its own last move, and what came after it, it does not know yet.
        let game = (self.told == Told::Game).then(|| self.engine.game_text());
        self.player.leave(game.as_ref().map(setup).as_ref())
    }

    fn leaves_at_escape(&self) -> bool {
        self.classic.is_some()
    }

    fn thinking(&self) -> &'static str {
        self.classic_words().map_or("thinking …", |words| words.thinking)
    }

    /// An empty line stands before each board.
    fn is_screen(&self, said: &[String]) -> bool {
        self.classic.is_some() && said.iter().any(String::is_empty)
    }
}
