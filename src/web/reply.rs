//! What the server says: a message a frame, an object of JSON with its `type`, and as `re` the number
//! of the message that it answers, where it answers one.

use std::collections::BTreeMap;

use serde::Serialize;

use super::message::OptionValue;
use super::verdict::{Account, Tables, TermView};
use crate::records::tree::Tree;

/// A reply, or news that nobody has asked for.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Reply {
    /// To `hello`.
    Welcome(Box<Welcome>),
    /// The game as it stands.
    State(Box<State>),
    /// Boards along a line that was asked for by `peek`.
    Peeked {
        /// One for each move.
        plies: Vec<Glimpse>,
    },
    /// The position that `edit` asked for.
    Edited {
        /// The position string.
        position: String,
    },
    /// A search has begun.
    Searching,
    /// What it has found.
    Info(Info),
    /// The top of its tree.
    Theatre(Theatre),
    /// What it has come to.
    #[serde(rename = "bestmove")]
    BestMove(BestMove),
    /// What endgame tables say.
    Tables(Tables),
    /// What players think.
    Accounts {
        /// Each of them.
        players: Vec<Account>,
    },
    /// What would end the game.
    Draws {
        /// A line each.
        lines: Vec<String>,
    },
    /// An answer in words.
    Text {
        /// A line each.
        lines: Vec<String>,
    },
    /// Moves one after the other.
    Line {
        /// The moves.
        moves: Vec<String>,
    },
    /// A position to be looked at.
    Position {
        /// The position string.
        position: String,
        /// What it is.
        text: String,
    },
    /// A node of a recorded search.
    Node(Box<NodeView>),
    /// A recorded search of a file that is now the last one.
    Opened(Box<super::traces::Opened>),
    /// A recorded search as a file.
    Saved {
        /// A name for it.
        name: String,
        /// What stands in it.
        base64: String,
    },
    /// A game as a file.
    Record {
        /// A name for it.
        name: String,
        /// What stands in it.
        text: String,
    },
    /// A game read from a file.
    Loaded(Box<Loaded>),
    /// How far a player that learns has come.
    Learned(Learned),
    /// A move, or none.
    Hint {
        /// The move.
        #[serde(rename = "move")]
        mv: Option<String>,
    },
    /// A draw may be claimed: the game is over.
    Claimed {
        /// How.
        outcome: OutcomeView,
    },
    /// A match that is watched: what does not change.
    Watching(Box<super::watch::Watching>),
    /// How it stands.
    Match(super::watch::Report),
    /// To `ping`.
    Pong,
    /// Something worth knowing.
    Note {
        /// What.
        text: String,
    },
    /// Nothing was changed.
    Refused {
        /// Why.
        what: String,
    },
}

/// To `hello`: what there is.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Welcome {
    /// Of the messages.
    pub version: u32,
    /// The program and its version.
    pub program: String,
    /// What `hello` says to go on after a reload.
    pub session: String,
    /// It goes on with one.
    pub resumed: bool,
    /// What a client may ask for at most.
    pub limits: LimitsView,
    /// Options of the program, the same for all games.
    pub options: Vec<OptionView>,
    /// All games.
    pub games: Vec<GameView>,
    /// A match runs that `watch` shows.
    #[serde(rename = "match", skip_serializing_if = "std::ops::Not::not")]
    pub is_match: bool,
}

/// What a client may ask for at most.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LimitsView {
    /// Searching threads.
    pub threads: u32,
    /// MiB of the transposition table.
    pub hash: u32,
    /// Milliseconds of a search.
    pub think_ms: u64,
    /// Bytes of a message that brings a file.
    pub upload_bytes: usize,
    /// Clients at once.
    pub clients: usize,
}

/// A game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GameView {
    /// Its word.
    pub name: &'static str,
    /// What people call it.
    pub title: String,
    /// One sentence.
    pub about: &'static str,
    /// What a score of 1.00 is.
    pub unit: &'static str,
    /// Its variants, the default first.
    pub variants: Vec<Named>,
    /// Its players, the default first.
    pub players: Vec<Named>,
    /// Its own options.
    pub options: Vec<OptionView>,
    /// The form of its records: `PGN`.
    pub record: Option<String>,
    /// It has endgame tables.
    pub tables: bool,
}

/// A word and what it means.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Named {
    /// The word.
    pub name: &'static str,
    /// What people call it.
    pub title: String,
    /// One sentence.
    pub about: &'static str,
}

/// An option as it is declared.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct OptionView {
    /// Its full name.
    pub name: String,
    /// `check`, `spin`, `combo`, `string` or `button`.
    pub kind: &'static str,
    /// Before anyone sets it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default: Option<OptionValue>,
    /// Smallest number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min: Option<i64>,
    /// Largest number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max: Option<i64>,
    /// All words.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<&'static str>,
    /// One sentence.
    pub help: &'static str,
    /// What it is about: `rules`, `player`, `engine`, `notation` or `tables`.
    pub scope: &'static str,
}

/// The game as it stands.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct State {
    /// The variant.
    pub variant: &'static str,
    /// The game it is a variant of.
    pub game: &'static str,
    /// Options that are not at their defaults.
    pub options: BTreeMap<String, OptionValue>,
    /// The position string of the set-up; none for the start.
    pub setup: Option<String>,
    /// The moves from there.
    pub moves: Vec<String>,
    /// The same as records write them, where those have other names for moves.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
    /// The position string.
    pub position: String,
    /// Who moves: `first` or `second`.
    pub side: &'static str,
    /// What the game calls its sides.
    pub sides: [&'static str; 2],
    /// What the board looks like, if that has changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<PictureView>,
    /// What stands on each place.
    pub scene: Vec<String>,
    /// The legal moves.
    pub legal: Vec<MoveView>,
    /// What the move just played does, step by step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frames: Option<Vec<Vec<String>>>,
    /// What is counted.
    pub counters: Vec<Counter>,
    /// How often the position has occurred and how often it may.
    pub occurrences: Option<[u32; 2]>,
    /// How the game has ended.
    pub outcome: Option<OutcomeView>,
    /// Who thinks.
    pub player: &'static str,
}

/// What a board looks like.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PictureView {
    /// Width and height, fields.
    pub size: (f32, f32),
    /// SVG under everything.
    pub ground: String,
    /// Name and middle of each place.
    pub places: Vec<(String, f32, f32)>,
    /// Words and the SVG they stand for.
    pub men: BTreeMap<String, String>,
    /// Height of a word that is written out.
    pub text_size: f32,
    /// SVG that marks a place.
    pub mark: String,
    /// Each side has an end of the board.
    pub has_ends: bool,
}

/// A legal move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct MoveView {
    /// The move, as everything asked and said has it.
    pub text: String,
    /// As records write it, where that is another text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The places that a person clicks to make it.
    pub clicks: Vec<usize>,
    /// Other places that may be clicked for it: where it passes by.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub via: Vec<usize>,
    /// The places it changes.
    pub places: Vec<usize>,
}

/// What is counted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Counter {
    /// What.
    pub name: &'static str,
    /// How far.
    pub value: u32,
    /// Where the game ends.
    pub end: u32,
}

/// The board after a move of a line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Glimpse {
    /// The word on each place.
    pub scene: Vec<String>,
    /// The places that the move changed.
    pub changed: Vec<usize>,
}

/// How a game has ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct OutcomeView {
    /// In words.
    pub text: String,
    /// Who has won.
    pub winner: Option<&'static str>,
    /// How far the first side is ahead.
    pub margin: Option<i16>,
    /// The rule.
    pub reason: &'static str,
    /// It may be claimed, and play may go on.
    pub claim: bool,
}

/// What a search has found.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Info {
    /// Rank of the line, from 1.
    pub line: u32,
    /// Iteration, plies.
    pub depth: u32,
    /// Longest line looked at.
    pub seldepth: Option<u32>,
    /// What the line is worth to the side to move.
    pub score: ScoreView,
    /// `lower` or `upper`, where the score is a bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound: Option<&'static str>,
    /// Chances in thousandths: win, draw, loss.
    pub wdl: Option<[u16; 3]>,
    /// Moves played.
    pub nodes: u64,
    /// A second.
    pub nps: Option<u64>,
    /// Milliseconds.
    pub time: u64,
    /// Hits of endgame tables.
    pub tbhits: u64,
    /// Fill of the transposition table, thousandths.
    pub hashfull: Option<u32>,
    /// The line.
    pub pv: Vec<String>,
    /// The same as records write it, where those have other names for moves.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
}

/// A score.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct ScoreView {
    /// Hundredths of the game's unit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cp: Option<i32>,
    /// Moves to a forced end; below zero where it is lost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mate: Option<i32>,
    /// As people read it.
    pub text: String,
}

/// The top of the tree of a search.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Theatre {
    /// The iteration, plies.
    pub iteration: u32,
    /// Visits so far.
    pub visits: u64,
    /// The nodes, each behind the one above it.
    pub nodes: Vec<Branch>,
}

/// A node of that tree.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Branch {
    /// The place of the node above in the list.
    pub above: Option<usize>,
    /// The move that leads here; empty at the root.
    #[serde(rename = "move")]
    pub mv: String,
    /// The move as records write it, where that is another text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The score as the node above sees it.
    pub score: String,
    /// The same as a number, hundredths.
    pub cp: Option<i32>,
    /// Visits of it and below.
    pub visits: u64,
    /// Depth with what was added and taken away.
    pub depth: String,
    /// Why it was left.
    pub why: String,
    /// It is on the best line of the node above.
    pub best: bool,
}

/// What a search has come to.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct BestMove {
    /// The move; none where there is none.
    pub best: Option<String>,
    /// The reply expected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ponder: Option<String>,
    /// What belongs to it.
    pub notices: Vec<String>,
    /// Milliseconds.
    pub used_ms: u64,
    /// It was recorded: `node` and `whynot` have answers.
    pub recorded: bool,
}

/// A node of a recorded search.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct NodeView {
    /// Moves from the root.
    pub path: Vec<String>,
    /// What there is to say of it.
    pub lines: Vec<String>,
    /// The board there.
    pub scene: Vec<String>,
    /// Who moves there.
    pub side: Option<&'static str>,
    /// The node itself, and below it its moves.
    pub nodes: Vec<Branch>,
    /// Moves that were left out without a look.
    pub left_out: Vec<String>,
    /// What the evaluator makes of the position.
    pub terms: Vec<TermView>,
}

/// A game read from a file.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Loaded {
    /// The variant.
    pub variant: &'static str,
    /// Options that are not at their defaults.
    pub options: BTreeMap<String, OptionValue>,
    /// Names and values.
    pub tags: BTreeMap<String, String>,
    /// The position it begins with.
    pub setup: Option<String>,
    /// The moves.
    pub tree: Tree,
    /// Who won as the file says: `first`, `second` or `draw`.
    pub result: Option<&'static str>,
    /// The same in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended: Option<String>,
    /// What is to be said of it.
    pub remarks: Vec<String>,
    /// It leads to a recorded search, which `opentrace` opens.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub trace: bool,
}

/// How far a player that learns has come.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Learned {
    /// First game of the block.
    pub first: u64,
    /// Last one.
    pub last: u64,
    /// Won by who learns.
    pub won: u64,
    /// Drawn.
    pub drawn: u64,
    /// Lost.
    pub lost: u64,
    /// It has ended; this is no block.
    pub done: bool,
    /// What the player plays by now, at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub knowledge: Option<String>,
}
