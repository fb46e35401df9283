//! A game kept beside the session, for clients that tell moves one by one: its rules say at once what
//! may be played and whether it is over.

use plyglot_core::game::Outcome;
use plyglot_core::{Score, Side};

/// Why a move was not played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It is no move of this game at all.
    NoMove,
    /// It may not be played here; perhaps because of this.
    Illegal(String),
}

/// A game that the program lends to a conversation.
pub trait Refereed {
    /// Another variant, chosen by these options, its board at the start.
    ///
    /// # Errors
    /// The options contradict others.
    fn choose(&mut self, options: &[(&'static str, &'static str)]) -> Result<(), String>;

    /// An option has this value from now on, if it concerns the game.
    ///
    /// # Errors
    /// There is no such option, or it may not have this value.
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), String>;

    /// Sets a position up, the start where there is none.
    ///
    /// # Errors
    /// It is not understood, or cannot be.
    fn begin(&mut self, position: Option<&str>) -> Result<(), String>;

    /// Plays a move.
    ///
    /// # Errors
    /// It may not be played, and the game is as it was.
    fn play(&mut self, mv: &str) -> Result<(), Refusal>;

    /// Takes so many moves back.
    ///
    /// # Errors
    /// There are fewer, and all stand.
    fn undo(&mut self, plies: u32) -> Result<(), String>;

    /// Who moves.
    fn side_to_move(&self) -> Side;

    /// The position string in which the game began, `None` for the start, and its moves.
    fn game(&self) -> (Option<String>, Vec<String>);

    /// The position string.
    fn position(&self) -> String;

    /// The legal moves.
    fn legal_moves(&self) -> Vec<String>;

    /// How the game has ended. Where a rule only gives a right to end it, whether it has depends on
    /// how a player stands that thinks so of it.
    fn ending(&self, score: Option<Score>) -> Option<Outcome>;
}
