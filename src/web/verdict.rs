//! What is said of a position by endgame tables and by players, as messages have it.

use serde::Serialize;

/// What endgame tables say.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Tables {
    /// The table that holds the position.
    pub table: Option<String>,
    /// What it says, by each metric.
    pub verdicts: Vec<VerdictView>,
    /// What is said of the moves, best first.
    pub moves: Vec<MoveVerdicts>,
    /// What belongs to it.
    pub notices: Vec<String>,
}

/// What tables say of a move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct MoveVerdicts {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// What it is worth to who makes it, in the order of the table's own.
    pub verdicts: Vec<Option<VerdictView>>,
    /// What a move that keeps a draw asks of the other side, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub demand: Option<String>,
}

/// What a table says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct VerdictView {
    /// What it counts.
    pub metric: String,
    /// In words.
    pub text: String,
    /// `win`, `draw` or `loss`; none where that is open.
    pub wdl: Option<&'static str>,
    /// How soon, by the metric.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<u32>,
    /// How far ahead the side to move ends, or between what bounds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin: Option<[i32; 2]>,
}

/// What a player thinks.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Account {
    /// The player.
    pub player: &'static str,
    /// What a value of 1 is.
    pub unit: &'static str,
    /// What it looks at.
    pub terms: Vec<TermView>,
    /// What it thinks of the position.
    pub total: Option<f64>,
    /// What it sees place by place, under a heading each.
    pub grids: Vec<GridView>,
    /// It says what the evaluator of the game says.
    pub is_evaluator: bool,
}

/// A number that an evaluation is made of.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TermView {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: f64,
}

/// What is seen on the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct GridView {
    /// How it is meant.
    pub about: String,
    /// Place and text.
    pub places: Vec<(usize, String)>,
}
