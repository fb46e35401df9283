//! What a page says: a message a frame, an object of JSON with its `type` and an `id` for the reply.
//!
//! An unknown type or an unknown field is refused, so that a misspelt limit is not a search without
//! one. Nothing here trusts the text: any bytes give a message or a line that says what is wrong.

use std::collections::BTreeMap;
use std::fmt;

use crate::records::tree::Tree;
use plyglot_core::text::shorten;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The version of the messages.
pub const VERSION: u32 = 1;
/// The longest message, in bytes, but for those that bring a file.
pub const BYTES_MAX: usize = 256 * 1024;
/// The longest message that brings a file: a recorded search of a quarter of a million visits, packed,
/// or of sixty thousand as it is.
pub const UPLOAD_BYTES_MAX: usize = 8 << 20;
/// Messages that bring a file.
const UPLOADS: [&str; 2] = ["load", "opentrace"];
/// The field that says what a message is.
const TYPE: &str = "type";
/// Fields that are objects: a list would be taken for one without names.
const OBJECTS: [&str; 4] = ["limits", "options", "tags", "tree"];
/// The most lines that a search is asked for.
pub const LINES_MAX: u8 = 5;

/// A message with its number.
#[derive(Clone, PartialEq, Debug)]
pub struct Message {
    /// What replies to it have as `re`.
    pub id: u64,
    /// What is asked.
    pub request: Request,
}

/// What a page asks.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Request {
    /// The first message: the version of the page, and the session it goes on with.
    Hello {
        /// [`VERSION`].
        version: u32,
        /// As `welcome` gave it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        session: Option<String>,
    },
    /// Another game, at its start.
    New {
        /// The game or variant.
        variant: String,
        /// Options by full or short name.
        #[serde(default, skip_serializing_if = "Options::is_empty")]
        options: Options,
    },
    /// Options of the game in force, of its player and of the engine.
    Set {
        /// By full or short name.
        options: Options,
    },
    /// A position, and moves played from it.
    Position {
        /// The start where there is none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        position: Option<String>,
        /// The moves.
        #[serde(default)]
        moves: Vec<String>,
    },
    /// How the game stands after these moves from its set-up, while it stays where it is.
    Look {
        /// The moves.
        #[serde(default)]
        moves: Vec<String>,
    },
    /// What lines look like from here, while the game stays as it is.
    Peek {
        /// The moves.
        moves: Vec<String>,
    },
    /// A board that was set up by hand: which position is it?
    Edit {
        /// The word on each place.
        scene: Vec<String>,
        /// Whose turn it is: `first` or `second`.
        side: SideWord,
    },
    /// A move.
    Play {
        /// As people write it.
        #[serde(rename = "move")]
        mv: String,
    },
    /// Takes moves back.
    Undo {
        /// So many.
        plies: u32,
    },
    /// Why a move is not legal, or what it would repeat.
    Why {
        /// The move.
        #[serde(rename = "move")]
        mv: String,
    },
    /// Think.
    Go(Go),
    /// The search under way is to end.
    Stop {},
    /// What endgame tables say.
    Probe {},
    /// The line of best play by the tables.
    Perfect {},
    /// The longest win of a table.
    Longest {
        /// That of the position where none is named.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        table: Option<String>,
    },
    /// What players think of the position.
    Accounts {
        /// The player in force where none is named.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        players: Vec<String>,
    },
    /// What would end the game.
    Draws {},
    /// The rules in force.
    Rules {},
    /// Why the last recorded search did not choose a move.
    Whynot {
        /// The move.
        #[serde(rename = "move")]
        mv: String,
    },
    /// A node of the last recorded search.
    Node {
        /// Moves from its root.
        path: Vec<String>,
    },
    /// The game as a record.
    Record {
        /// The form of the game's players, or that of this program.
        #[serde(default)]
        form: Form,
        /// Names and values.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        tags: BTreeMap<String, String>,
        /// The moves with variations and comments.
        tree: Tree,
    },
    /// The last recorded search as a file.
    Savetrace {},
    /// A recorded search of a file, of the game in force, is the last one from now on.
    Opentrace(Upload),
    /// A record, a saved game or a recorded search is to be read.
    Load(Upload),
    /// A draw is claimed, of the position or with a move that is about to be played.
    Claim {
        /// The move.
        #[serde(rename = "move", default, skip_serializing_if = "Option::is_none")]
        mv: Option<String>,
    },
    /// The best move that the player knows without thinking.
    Hint {},
    /// A player that learns plays so many games.
    Learn {
        /// How many.
        games: u64,
        /// Whom it plays; itself where nobody is named.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        against: Option<String>,
        /// Where random numbers begin.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seed: Option<u64>,
    },
    /// A match is to be watched.
    Watch {},
    /// Whether the server is there.
    Ping {},
}

/// A file of the page.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Upload {
    /// Its name.
    pub name: String,
    /// What stands in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The same, where it is no UTF-8.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base64: Option<String>,
}

impl Request {
    /// How many usual messages it is as good as, for whoever lets so many wait.
    pub fn weight(&self) -> usize {
        match self {
            Self::Load(Upload { text, base64, .. })
            | Self::Opentrace(Upload { text, base64, .. }) => {
                let bytes = text.iter().chain(base64).map(String::len).sum::<usize>();
                1 + bytes / BYTES_MAX
            }
            _ => 1,
        }
    }
}

/// A search that is asked for.
#[derive(Clone, PartialEq, Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Go {
    /// What ends it.
    pub limits: GoLimits,
    /// How many lines, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lines: Option<u8>,
    /// Who thinks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// The only moves to look at.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
    /// Show the top of the tree while it grows.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub theatre: bool,
}

/// What ends a search.
#[derive(Clone, PartialEq, Debug, Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct GoLimits {
    /// Plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Moves played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub movetime: Option<u64>,
    /// Nothing but `stop`.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub infinite: bool,
    /// A forced end in so many moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mate: Option<u32>,
    /// Milliseconds left to each side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<[u64; 2]>,
    /// Milliseconds added to each side by each move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inc: Option<[u64; 2]>,
}

/// Options by name.
pub type Options = BTreeMap<String, OptionValue>;

/// The value of an option, as JSON has it.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(untagged, expecting = "expected a text, a whole number, true or false")]
pub enum OptionValue {
    /// Of a check.
    Check(bool),
    /// Of a spin.
    Spin(i64),
    /// Of a combo, a string, or any other as text.
    Text(String),
}

impl fmt::Display for OptionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Check(on) => write!(f, "{on}"),
            Self::Spin(number) => write!(f, "{number}"),
            Self::Text(text) => f.write_str(text),
        }
    }
}

/// A side, as messages name it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SideWord {
    /// Who begins.
    First,
    /// The other.
    Second,
}

/// The form of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Form {
    /// That of the game's players: PGN, PDN, klh; where there is none, that of this program.
    #[default]
    Own,
    /// That of this program.
    Text,
}

/// Why a text is no message: its number where it has one, and what was found and expected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unread {
    /// The number.
    pub id: Option<u64>,
    /// What is wrong.
    pub what: String,
}

impl Message {
    /// Reads a message.
    pub fn parse(text: &str) -> Result<Self, Unread> {
        let unread = |id, what| Unread { id, what };
        // What cannot be an upload is not even read.
        let may_be_long = text.len() > BYTES_MAX
            && UPLOADS.iter().any(|kind| text.contains(&format!("\"{kind}\"")));
        check_length(text, may_be_long).map_err(|what| unread(id_at_sight(text), what))?;
        let value = serde_json::from_str(text);
        let value: Value =
            value.map_err(|error| unread(id_at_sight(text), format!("no JSON: {error}")))?;
        let Value::Object(mut fields) = value else {
            return Err(unread(None, "expected an object with `type` and `id`".to_owned()));
        };
        let id = match fields.remove("id") {
            None => return Err(unread(None, "expected the field `id`, a number".to_owned())),
            Some(id) => id.as_u64().ok_or_else(|| {
                let found = shorten(&id.to_string());
                unread(None, format!("id: found `{found}`, expected a whole number"))
            })?,
        };
        let kind = match fields.remove(TYPE) {
            None => return Err(unread(Some(id), format!("missing field `{TYPE}`"))),
            Some(Value::String(kind)) => kind,
            Some(kind) => {
                let found = shorten(&kind.to_string());
                return Err(unread(Some(id), format!("{TYPE}: found `{found}`, expected a text")));
            }
        };
        let is_upload = UPLOADS.contains(&kind.as_str());
        check_length(text, is_upload).map_err(|what| unread(Some(id), what))?;
        for name in OBJECTS {
            if let Some(list) = fields.get(name).filter(|value| value.is_array()) {
                let found = shorten(&list.to_string());
                let what = format!("{kind}.{name}: found `{found}`, expected an object");
                return Err(unread(Some(id), what));
            }
        }
        let tagged = Value::from_iter([(kind, Value::Object(fields))]);
        let request = serde_path_to_error::deserialize(tagged);
        let request =
            request.map_err(|error| unread(Some(id), one_line(&where_and_what(&error))))?;
        Ok(Self { id, request })
    }

    /// The message as a frame has it.
    pub fn to_text(&self) -> String {
        let tagged = serde_json::to_value(&self.request).unwrap_or_default();
        let (kind, fields) = match tagged {
            Value::Object(tagged) => tagged.into_iter().next().unwrap_or_default(),
            _ => Default::default(),
        };
        let mut message = match fields {
            Value::Object(fields) => fields,
            _ => serde_json::Map::new(),
        };
        message.insert("id".to_owned(), self.id.into());
        message.insert(TYPE.to_owned(), kind.into());
        Value::Object(message).to_string()
    }
}

fn check_length(text: &str, may_be_long: bool) -> Result<(), String> {
    let bytes_max = if may_be_long { UPLOAD_BYTES_MAX } else { BYTES_MAX };
    if text.len() <= bytes_max {
        return Ok(());
    }
    Err(format!("a message of {} bytes, expected at most {bytes_max}", text.len()))
}

/// The number behind the first `"id":` of what cannot be read, so that who waits for an answer gets
/// one.
fn id_at_sight(text: &str) -> Option<u64> {
    let (_, behind) = text.split_once("\"id\"")?;
    let number = behind.trim_start().strip_prefix(':')?.trim_start();
    let end = number.find(|c: char| !c.is_ascii_digit()).unwrap_or(number.len());
    number[..end].parse().ok()
}

/// The field that is wrong, as `go.limits.depth`, and what is.
fn where_and_what(error: &serde_path_to_error::Error<serde_json::Error>) -> String {
    if error.path().iter().next().is_none() {
        return error.inner().to_string();
    }
    error.to_string()
}

/// An error of a parser as a line that is not too long.
fn one_line(text: &str) -> String {
    const CHARS_MAX: usize = 400;
    let line: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    match line.char_indices().nth(CHARS_MAX) {
        Some((at, _)) => format!("{}…", &line[..at]),
        None => line,
    }
}
