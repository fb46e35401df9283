//! What a conversation in GTP asks about the game: the rules stand elsewhere.

use std::time::Duration;

use plyglot_core::Side;

/// A game of Go as a controller of GTP sees it. Points are named as in `D4`, `pass` is a move. Errors are
/// what the controller is told.
pub trait Board {
    /// Begins anew on a board of so many lines.
    fn resize(&mut self, size: u32) -> Result<(), String>;

    /// Lines of the board.
    fn size(&self) -> u32;

    /// Takes all stones off; size and komi stay.
    fn clear(&mut self);

    /// What White gets, half points.
    fn set_komi(&mut self, halves: i16);

    /// Plays a move of this side, whose turn it need not be.
    fn play(&mut self, side: Side, mv: &str) -> Result<(), String>;

    /// Takes the last move back.
    fn undo(&mut self) -> Result<(), String>;

    /// Whose turn it is.
    fn side_to_move(&self) -> Side;

    /// The game as our own protocol sets it up: the position string and the moves from there.
    fn position(&self) -> (String, Vec<String>);

    /// The same with this side to move, in a game that goes on; the game itself stays as it is.
    fn position_for(&self, side: Side) -> (String, Vec<String>);

    /// The options by which a session plays on this board, with their values, in an order in which
    /// they may be set.
    fn options(&self) -> Vec<(&'static str, String)>;

    /// The board in letters, a row a line.
    fn diagram(&self) -> Vec<String>;

    /// By how many half points Black is ahead, what is dead taken off.
    fn half_points(&self) -> i32;

    /// The chains on the board, a list of points each, and whether they are dead: by rules under which
    /// players agree on that, as it seems; by others none is.
    fn chains(&self) -> Vec<(Vec<String>, bool)>;

    /// Puts so many handicap stones where they always stand, and says where.
    fn fixed_handicap(&mut self, stones: u32) -> Result<Vec<String>, String>;

    /// Puts at most so many handicap stones where they seem to stand well, and says where.
    fn free_handicap(&mut self, stones: u32) -> Result<Vec<String>, String>;

    /// Puts handicap stones there.
    fn set_handicap(&mut self, points: &[String]) -> Result<(), String>;

    /// Reads a game, up to the position before this move if one is named, and says whose turn it is.
    fn load(&mut self, file: &str, before: Option<usize>) -> Result<Side, String>;

    /// The time that the program has had of all processors, where the system tells it.
    fn processor_time(&self) -> Option<Duration>;

    /// The game as SGF, to be said or to be written to a file.
    fn record(&self, file: Option<&str>) -> Result<String, String>;
}
