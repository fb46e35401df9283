//! The program of 1998, `plyglot play --classic` where a game is played by keys [bojar-1998, Omezení a
//! ovládání programu].
//!
//! ```text
//! walk ── Enter on a marble ──► aim ── a direction ──► the move, then the program's
//!   ▲                            │ Escape, or no such move
//!   └────────────────────────────┘
//! ```
//!
//! The person plays the first side, at the bottom, and begins; moves are final. While the person
//! thinks, so does the program, and says whenever it knows the position a ply deeper: the best move
//! known then flashes. `+` shows it again, `*` plays it; neither searches, so neither moves the
//! adaptive depth. `q` leaves, not while the program thinks. The end is a winner and statistics.
//!
//! Without a terminal the same is held by lines: `c3 7`, `+`, `*`, `q`.

use super::super::job::PlayJob;
use super::super::{PATIENCE, setup};
use crate::io::Dialogue;
use crate::io::keys::{Key, KeyDialogue};
use crate::matches::player::{Fault, MatchPlayer, Thought};
use crate::matches::spec::PlayerSpec;
use crate::options::Chosen;
use crate::system::interrupts::Interrupts;
use plyglot_core::game::key_board::{KeyBoard, KeyPlace};
use plyglot_core::{Limits, Side};
use plyglot_host::entry::GameEntry;
use plyglot_host::state::GameState;
use plyglot_host::view::score_text;

/// A move flashes for so many ticks.
const FLASH_TICKS: u8 = 8;

/// As a terminal shows it.
const REVERSE: &str = "\u{1b}[7m";
const BOLD_REVERSE: &str = "\u{1b}[1;7m";
const PLAIN: &str = "\u{1b}[0m";

/// The keys, for the last line of the screen.
const KEYS: &str = "7 9 6 3 1 4 or U I K M N H, arrows, 8 2: cursor; Enter: take the marble, then a \
                    direction; Esc: let it go; +: hint; *: play it; q: leave";

/// A game of a person against the program.
#[expect(missing_debug_implementations, reason = "an engine is not shown")]
pub struct CursorGame {
    variant: &'static str,
    mind: &'static str,
    engine: Box<dyn GameState>,
    player: MatchPlayer,
    limits: Limits,
    interrupts: Interrupts,
    /// Where the cursor stands, a place of the board.
    cursor: usize,
    /// The marble is chosen, and its direction is to come.
    aims: bool,
    /// What thinking ahead has come to in this position.
    known: Option<Thought>,
    /// A move that flashes, and for how many more ticks.
    flash: Option<(String, u8)>,
    /// What was said last.
    message: String,
    /// What is left to say, when the game is over or left.
    closing: Option<Vec<String>>,
}

impl CursorGame {
    /// Opens the game as the options have it; `None` where it is not played by keys.
    pub fn new(
        games: &'static [&'static GameEntry],
        job: &PlayJob,
        interrupts: &Interrupts,
    ) -> Result<Option<Self>, String> {
        let name = job.game.as_deref().unwrap_or(games[0].name);
        let mut chosen = Chosen::new(games, "play", name)?;
        chosen.set_all(chosen.game.classic)?;
        chosen.set_all(&job.options)?;
        chosen.set("Mind", job.mind.as_deref())?;
        let Chosen { game, variant, settings, .. } = chosen;
        let engine = (game.open)(variant.name, &settings).map_err(|error| error.to_string())?;
        let Some(board) = engine.key_board() else { return Ok(None) };
        let mut cursor_game = Self {
            variant: variant.name,
            mind: settings.combo(&game.player_option()),
            engine,
            player: MatchPlayer::new(
                PlayerSpec::chosen(games, game, &settings),
                game,
                variant.name,
            )
            .until(interrupts),
            limits: job.given_limits(),
            interrupts: interrupts.clone(),
            cursor: board.start,
            aims: false,
            known: None,
            flash: None,
            message: String::new(),
            closing: None,
        };
        let begun = cursor_game.player.new_game();
        begun.and_then(|()| cursor_game.show()).map_err(|fault| fault.to_string())?;
        Ok(Some(cursor_game))
    }

    /// What is said before the first line, where there is no screen.
    pub fn greeting(&self) -> Vec<String> {
        let first = format!("{}: you play the first side against {}.", self.variant, self.mind);
        std::iter::once(first).chain(self.board(false)).collect()
    }

    fn key_board(&self) -> KeyBoard {
        self.engine.key_board().expect("the game was opened as one that keys play")
    }

    /// Lets the program see the position, and think ahead about it.
    fn show(&mut self) -> Result<Vec<String>, Fault> {
        let game = self.engine.game_text();
        self.known = None;
        self.player.show(&setup(&game))
    }

    fn is_persons_turn(&self) -> bool {
        self.engine.side_to_move() == Side::First
    }

    /// Plays a move of the person; the error says what is wrong with it.
    fn submit(&mut self, text: &str) -> Result<(), String> {
        self.engine.play(&[text]).map_err(|error| error.to_string())?;
        (self.known, self.flash) = (None, None);
        self.message = format!("You play {text}");
        if self.engine.outcome().is_some() {
            let said = self.show();
            self.close(said.unwrap_or_default());
        }
        Ok(())
    }

    /// The game is over: who has won, and what the program has to tell of it.
    fn close(&mut self, statistics: Vec<String>) {
        let result = self.engine.game_text().result;
        let winner = result.map(|result| format!("The game is over: {result}."));
        self.closing = Some(winner.into_iter().chain(statistics).collect());
    }

    /// The program's move.
    fn think(&mut self) -> Result<(), Fault> {
        let game = self.engine.game_text();
        let thought = self.player.think(&setup(&game), &self.limits, PATIENCE)?;
        let best = thought.best.as_deref().ok_or(Fault::WrongClaim)?;
        self.engine.play(&[best]).map_err(|error| Fault::Illegal(error.to_string()))?;
        self.message = format!("I play {best} (depth {})", thought.depth);
        if self.engine.outcome().is_some() {
            let signed = format!("{}: ", self.mind);
            let notes = thought.notes.into_iter().filter(|note| note.starts_with(&signed));
            self.close(notes.collect());
            return Ok(());
        }
        self.show().map(drop)
    }

    fn move_by_program(&mut self) {
        match self.think() {
            Ok(()) => {}
            Err(Fault::BrokenOff) => self.interrupts.leave(),
            Err(fault) => self.closing = Some(vec![format!("{} fails: {fault}", self.mind)]),
        }
    }

    /// Hears what thinking ahead has come to since the last time; says it where it is new.
    fn overhear(&mut self) -> Option<String> {
        let heard = self.player.overhear()?;
        if self.known.as_ref().is_some_and(|known| known.depth >= heard.depth) {
            return None;
        }
        let best = heard.pv.first()?.clone();
        let score = heard.score.map_or(String::new(), |score| format!(", {}", score_text(score)));
        let said = format!("depth {} known: {best}{score}", heard.depth);
        self.flash = Some((best, FLASH_TICKS));
        self.known = Some(heard);
        Some(said)
    }

    /// The best move known without a search.
    fn hint(&mut self) -> Result<String, String> {
        self.player.known().ok_or_else(|| "nothing is known about this position yet".to_owned())
    }

    /// `q`: what the program has to say of a game that is left.
    fn leave_now(&mut self) {
        if self.closing.is_none() {
            let game = self.engine.game_text();
            self.closing = Some(self.player.leave(Some(&setup(&game))));
        }
        self.interrupts.leave();
    }
}

/// By keys, on a terminal.
impl CursorGame {
    /// The board, with cursor and flashing move where there is a screen.
    fn board(&self, has_screen: bool) -> Vec<String> {
        let board = self.key_board();
        let flashing = self.flash.as_ref().filter(|(_, ticks)| has_screen && ticks % 2 == 0);
        let flashing = flashing.map_or_else(Vec::new, |(mv, _)| board.named_in(mv));
        let mut lines = vec![String::new(); board.lines];
        let mut ends = vec![0; board.lines];
        for (index, KeyPlace { line, column, mark, .. }) in board.places.iter().enumerate() {
            let style = match (has_screen, index == self.cursor, flashing.contains(&index)) {
                (true, true, _) if self.aims => BOLD_REVERSE,
                (true, true, false) | (true, false, true) => REVERSE,
                _ => "",
            };
            let gap = " ".repeat(column.saturating_sub(ends[*line]));
            let back = if style.is_empty() { "" } else { PLAIN };
            for part in [&gap, style, mark, back] {
                lines[*line].push_str(part);
            }
            ends[*line] = column + mark.len();
        }
        let turn = match (self.closing.is_some(), self.is_persons_turn()) {
            (true, _) => "the game is over".to_owned(),
            (_, true) => format!("{} your move", board.turn),
            (_, false) => format!("{} thinks …", board.turn),
        };
        let head = [turn, String::new()];
        head.into_iter().chain(lines).chain([String::new(), board.status]).collect()
    }

    /// Walks to a place, if there is one.
    fn walk(&mut self, to: Option<usize>) -> bool {
        self.cursor = to.unwrap_or(self.cursor);
        to.is_none()
    }

    /// A key that means a direction: the cursor's, or that of the chosen marble.
    fn go(&mut self, board: &KeyBoard, direction: usize) -> bool {
        if !self.aims {
            return self.walk(board.places[self.cursor].neighbours[direction]);
        }
        self.aims = false;
        let submitted = self.submit(&board.move_text(self.cursor, direction));
        let is_refused = submitted.is_err();
        submitted.unwrap_or_else(|error| self.message = error);
        is_refused
    }

    /// The same for the letter or digit that means it, if it means one.
    fn directed(&mut self, board: &KeyBoard, letter: char) -> bool {
        board.direction(letter).is_none_or(|direction| self.go(board, direction))
    }

    fn choose(&mut self, board: &KeyBoard) -> bool {
        self.aims = board.places[self.cursor].is_own;
        let name = &board.places[self.cursor].name;
        self.message = if self.aims {
            format!("{name}: in which direction?")
        } else {
            format!("{name}: no marble of yours")
        };
        !self.aims
    }

    /// `+` flashes the best move known, `*` plays it.
    fn hinted(&mut self, plays: bool) -> bool {
        self.aims = false;
        let done = self.hint().and_then(|best| {
            if plays {
                return self.submit(&best);
            }
            self.message = format!("hint: {best}");
            self.flash = Some((best, FLASH_TICKS));
            Ok(())
        });
        let is_refused = done.is_err();
        done.unwrap_or_else(|error| self.message = error);
        is_refused
    }
}

impl KeyDialogue for CursorGame {
    fn screen(&self) -> Vec<String> {
        let known = self
            .known
            .as_ref()
            .map_or(String::new(), |known| format!("thinking ahead: depth {} known", known.depth));
        let tail = [known, self.message.clone(), String::new(), KEYS.to_owned()];
        self.board(true).into_iter().chain(tail).collect()
    }

    fn key(&mut self, key: Key) -> bool {
        let board = self.key_board();
        match key {
            Key::Char('q' | 'Q') => self.leave_now(),
            Key::Char('+') => return self.hinted(false),
            Key::Char('*') => return self.hinted(true),
            Key::Escape => self.aims = false,
            // A marble goes in six directions, none of them straight up or down.
            Key::Enter | Key::Char('8' | '2') | Key::Up | Key::Down if self.aims => return true,
            Key::Enter => return self.choose(&board),
            Key::Char('8') | Key::Up => {
                return self.walk(board.above_or_below(self.cursor, true));
            }
            Key::Char('2') | Key::Down => {
                return self.walk(board.above_or_below(self.cursor, false));
            }
            Key::Left => return self.directed(&board, '4'),
            Key::Right => return self.directed(&board, '6'),
            Key::Char(letter) => return self.directed(&board, letter),
        }
        false
    }

    fn tick(&mut self) {
        self.flash = self.flash.take().filter(|(_, ticks)| *ticks > 1);
        if let Some((_, ticks)) = &mut self.flash {
            *ticks -= 1;
        }
        if let Some(said) = self.overhear() {
            self.message = said;
        }
    }

    fn has_work(&self) -> bool {
        self.closing.is_none() && !self.is_persons_turn()
    }

    fn work(&mut self) {
        self.move_by_program();
    }

    fn is_over(&self) -> bool {
        self.closing.is_some() || self.interrupts.must_leave()
    }

    fn farewell(&mut self) -> Vec<String> {
        self.leave_now();
        self.closing.take().unwrap_or_default()
    }
}

/// By lines, through a pipe.
impl Dialogue for CursorGame {
    fn prompt(&self) -> String {
        "> ".to_owned()
    }

    fn answer(&mut self, line: &str) -> Vec<String> {
        let mut said: Vec<String> = self.overhear().into_iter().collect();
        let done = match line.trim() {
            "" => return said,
            "q" | "Q" => {
                self.leave_now();
                Ok(())
            }
            "+" => self.hint().map(|best| self.message = format!("hint: {best}")),
            "*" => self.hint().and_then(|best| self.submit(&best)),
            text => self.submit(text).map_err(|error| {
                format!("{error}; expected a marble and a direction as in `c3 7`, +, * or q")
            }),
        };
        match done {
            Err(error) => said.push(error),
            Ok(()) => said.push(std::mem::take(&mut self.message)),
        }
        said.retain(|line| !line.is_empty());
        said.extend(self.closing.clone().unwrap_or_default());
        said
    }

    fn has_work(&self) -> bool {
        KeyDialogue::has_work(self)
    }

    fn work(&mut self) -> Vec<String> {
        self.move_by_program();
        let said = std::mem::take(&mut self.message);
        let board = self.board(false);
        std::iter::once(said).chain(board).chain(self.closing.clone().unwrap_or_default()).collect()
    }

    fn is_over(&self) -> bool {
        KeyDialogue::is_over(self)
    }

    fn leave(&mut self) -> Vec<String> {
        self.farewell()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::GAMES;

    fn open() -> CursorGame {
        let game = Some("abalone".to_owned());
        let job = PlayJob { game, classic: true, depth: Some(1), ..PlayJob::default() };
        CursorGame::new(GAMES, &job, &Interrupts::default()).unwrap().unwrap()
    }

    /// The game goes on from this position.
    fn set_up(position: &str) -> CursorGame {
        let mut game = open();
        game.engine.set_position(Some(position), &[]).unwrap();
        game.show().unwrap();
        game
    }

    #[test]
    fn the_sixth_marble_ends_the_game_with_a_winner_and_statistics() {
        let mut game = set_up("s4/S5/S6/8/S7s/8/7/6/5 5 2 b 0 30");
        game.submit("g3:ne").unwrap();
        assert!(KeyDialogue::is_over(&game) && !KeyDialogue::has_work(&game));
        let said = KeyDialogue::farewell(&mut game);
        assert_eq!(said[0], "The game is over: first side wins (enough marbles ejected).");
        // The program's own move may be the last one, too.
        let mut game = set_up("S4/s5/s6/8/S7s/8/7/6/S4 2 5 b 0 30");
        game.submit("a1:e").unwrap();
        KeyDialogue::work(&mut game);
        let said = KeyDialogue::farewell(&mut game);
        assert_eq!(said[0], "The game is over: second side wins (enough marbles ejected).");
        assert!(said[1].starts_with("wave: White wins (enough marbles ejected); "), "{said:?}");
    }

    #[test]
    fn a_game_that_knows_no_keys_is_not_played_so() {
        let job = PlayJob { game: Some("kalah".to_owned()), classic: true, ..PlayJob::default() };
        assert!(CursorGame::new(GAMES, &job, &Interrupts::default()).unwrap().is_none());
    }
}
