//! A game whose moves are numbers: for whoever plays millions of them and needs no words.
//!
//! The number of a move is what it is encoded as ([`Rules::encode_move`](plyglot_core::game::Rules)): the same
//! move has the same number in every position, and small games have small numbers. Where two legal
//! moves of a position are encoded alike, as captures in draughts may, the later one in the list takes the
//! next that is free, so that no two legal moves of a position have the same number.
//!
//! The moves of every position on the way are listed once and kept, so that walking a tree back and
//! forth asks the rules for each node's moves once:
//!
//! ```text
//! lists    [ moves of the root | moves after one ply | … ]
//! begins     0                   ^ where the list of each ply begins
//! ```

use std::cell::RefCell;
use std::sync::Arc;

use crate::game::Game;
use crate::moves::{self, play_all};
use crate::state::{GameText, Lines, NumberedGame, SetupError, Step};
use plyglot_core::Side;
use plyglot_core::game::picture::{Picture, Scene};
use plyglot_core::game::{MoveError, Outcome, PlayedGame};
use plyglot_core::text::shorten;

/// The moves of a game with their numbers.
pub(super) struct Numbered<G: Game> {
    rules: Arc<G>,
    played: PlayedGame<G>,
    numbers: Vec<u16>,
    lists: Vec<(u16, G::Move)>,
    begins: Vec<usize>,
    /// Room for moves that have no numbers yet.
    unnumbered: Vec<G::Move>,
}

/// How many words of 64 bits a set of numbers has.
const WORDS: usize = (1 << 16) / 64;

thread_local! {
    /// Numbers that are taken; empty but while a list is made.
    static TAKEN: RefCell<Box<[u64; WORDS]>> = RefCell::new(Box::new([0; WORDS]));
}

impl<G: Game> Numbered<G> {
    /// The game as it stands.
    pub(super) fn new(rules: &Arc<G>, played: &PlayedGame<G>) -> Self {
        let start = PlayedGame::new(&**rules, played.setup().clone());
        let mut own = Self {
            rules: Arc::clone(rules),
            played: start,
            numbers: Vec::new(),
            lists: Vec::new(),
            begins: vec![0],
            unnumbered: Vec::new(),
        };
        for &mv in played.moves_played() {
            own.push(mv);
        }
        own
    }

    /// Plays a legal move.
    fn push(&mut self, mv: G::Move) {
        let number = self.number_of(mv).unwrap_or_else(|| G::encode_move(mv));
        self.play_numbered(number, mv);
    }

    fn play_numbered(&mut self, number: u16, mv: G::Move) {
        self.played.play(&*self.rules, mv);
        self.numbers.push(number);
        self.begins.push(self.lists.len());
    }

    /// At the end of a line, plays the next move of the last ply instead of the one that was played there,
    /// if there is one and its list is at hand.
    fn play_sibling(&mut self, lines: &mut Lines) -> Option<u16> {
        let ply = self.numbers.len().checked_sub(1)?;
        let (begin, end) = (self.begins[ply], self.begins[ply + 1]);
        let next = lines.next_at(ply)?;
        let &(number, mv) = self.lists[begin..end].get(*next)?;
        *next += 1;
        self.lists.truncate(end);
        self.played.play_instead(&*self.rules, mv);
        *self.numbers.last_mut()? = number;
        Some(number)
    }

    /// The legal moves of the position, those of a game that is over left out.
    #[inline]
    fn legal(&mut self) -> &[(u16, G::Move)] {
        let begin = *self.begins.last().expect("each ply has a list");
        if begin == self.lists.len() {
            self.list();
        }
        &self.lists[begin..]
    }

    fn list(&mut self) {
        // Where no move is left, the outcome does not matter.
        if !is_over(self.played.outcome_with_moves(&*self.rules)) {
            self.played.list_moves(&*self.rules, &mut self.unnumbered);
            number_all::<G>(self.unnumbered.drain(..), &mut self.lists);
        }
    }

    /// The move that a text means, while the game is not over.
    fn parse(&self, text: &str) -> Result<G::Move, MoveError> {
        match self.outcome().filter(|outcome| !outcome.claim) {
            Some(Outcome { reason, .. }) => Err(MoveError::Over { found: shorten(text), reason }),
            None => self.rules.parse_move(&self.played, text),
        }
    }

    /// The number of a move, or of one that leads to the same position.
    fn number_of(&mut self, mv: G::Move) -> Option<u16> {
        let (rules, pos) = (Arc::clone(&self.rules), self.played.position().clone());
        let list = self.legal();
        let listed = list.iter().find(|(_, other)| *other == mv);
        let after = |mv| rules.after(&pos, mv);
        let same = || list.iter().find(|(_, other)| after(*other) == after(mv));
        listed.or_else(same).map(|(number, _)| *number)
    }

    fn find(&mut self, number: u16) -> Option<G::Move> {
        let found = self.legal().iter().find(|(other, _)| *other == number);
        found.map(|(_, mv)| *mv)
    }
}

/// Nobody may go on.
fn is_over(outcome: Option<Outcome>) -> bool {
    outcome.is_some_and(|outcome| !outcome.claim)
}

/// Puts moves and their numbers behind a list.
fn number_all<G: Game>(moves: impl Iterator<Item = G::Move>, list: &mut Vec<(u16, G::Move)>) {
    let bit = |number: u16| (usize::from(number / 64), 1_u64 << (number % 64));
    let begin = list.len();
    if G::ENCODED_MOVES < 1 << 16 {
        list.extend(moves.map(|mv| (G::encode_move(mv), mv)));
        return;
    }
    TAKEN.with_borrow_mut(|taken| {
        list.extend(moves.map(|mv| {
            let mut number = G::encode_move(mv);
            while taken[bit(number).0] & bit(number).1 != 0 {
                number = number.wrapping_add(1);
            }
            taken[bit(number).0] |= bit(number).1;
            (number, mv)
        }));
        for (number, _) in &list[begin..] {
            taken[bit(*number).0] = 0;
        }
    });
}

impl<G: Game> NumberedGame for Numbered<G> {
    fn copy(&self) -> Box<dyn NumberedGame> {
        let begin = *self.begins.last().expect("each ply has a list");
        Box::new(Self {
            rules: Arc::clone(&self.rules),
            played: self.played.clone(),
            numbers: self.numbers.clone(),
            lists: self.lists[begin..].to_vec(),
            begins: vec![0; self.begins.len()],
            unnumbered: Vec::new(),
        })
    }

    fn side_to_move(&self) -> Side {
        self.rules.side_to_move(self.played.position())
    }

    fn moves(&mut self, out: &mut Vec<u16>) {
        out.extend(self.legal().iter().map(|(number, _)| *number));
    }

    fn play(&mut self, number: u16) -> Result<(), MoveError> {
        let Some(mv) = self.find(number) else {
            let found = number.to_string();
            return Err(match self.outcome().filter(|outcome| !outcome.claim) {
                Some(Outcome { reason, .. }) => MoveError::Over { found, reason },
                None => MoveError::Illegal { found, why: "no legal move has this number".into() },
            });
        };
        self.play_numbered(number, mv);
        Ok(())
    }

    fn undo(&mut self) -> bool {
        if !self.played.undo() {
            return false;
        }
        self.numbers.pop();
        let begin = self.begins.pop().expect("each ply has a list");
        self.lists.truncate(begin);
        true
    }

    fn next_line(&mut self, lines: &mut Lines) -> Step {
        while self.numbers.len() > lines.end() {
            self.undo();
        }
        if self.numbers.len() == lines.end() {
            if let Some(number) = self.play_sibling(lines) {
                return Step::Line(number);
            }
            self.undo();
        }
        loop {
            let ply = self.numbers.len();
            let Some(next) = lines.next_at(ply) else { return Step::Lost };
            let at = *next;
            if let Some(&(number, mv)) = self.legal().get(at) {
                *next += 1;
                self.play_numbered(number, mv);
                match lines.next_at(ply + 1) {
                    Some(below) => *below = 0,
                    None => return Step::Line(number),
                }
            } else if ply == lines.begin() {
                return Step::End;
            } else {
                self.undo();
            }
        }
    }

    fn played(&self) -> &[u16] {
        &self.numbers
    }

    fn outcome(&self) -> Option<Outcome> {
        self.played.outcome(&*self.rules)
    }

    fn text(&mut self, number: u16) -> Option<String> {
        let mv = self.find(number)?;
        Some(self.rules.move_text(self.played.position(), mv))
    }

    fn number(&mut self, text: &str) -> Result<u16, MoveError> {
        let mv = self.parse(text)?;
        self.number_of(mv)
            .ok_or_else(|| MoveError::Illegal { found: shorten(text), why: String::new() })
    }

    fn play_text(&mut self, text: &str) -> Result<(), MoveError> {
        let mv = self.parse(text)?;
        self.push(mv);
        Ok(())
    }

    fn key(&self) -> u64 {
        self.rules.key(self.played.position())
    }

    fn picture(&self) -> Picture {
        self.rules.picture()
    }

    fn scene(&self) -> Scene {
        self.rules.scene(self.played.position())
    }

    fn diagram(&self) -> String {
        self.rules.diagram_text(self.played.position())
    }

    fn position_text(&self) -> String {
        self.rules.position_text(self.played.position())
    }

    fn game_text(&self) -> GameText {
        moves::game_text(&*self.rules, &self.played)
    }

    fn set_position(&mut self, position: Option<&str>, moves: &[&str]) -> Result<(), SetupError> {
        let setup = match position {
            None => self.rules.start(),
            Some(text) => self.rules.parse_position(text)?,
        };
        let mut played = PlayedGame::new(&*self.rules, setup);
        play_all(&*self.rules, &mut played, moves.iter().copied())?;
        *self = Self::new(&self.rules, &played);
        Ok(())
    }
}
