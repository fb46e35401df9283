//! The Hub protocol of draughts, version 2 [letouzey-hub-2]: the engine's side, for international
//! draughts and, under the names that pydraughts has for them, for the games of the small board.
//!
//! A client that begins with `hub` is answered in Hub from then on. Its lines become lines of our
//! own protocol and our replies become lines of Hub, so that everything behind is the same session:
//!
//! ```text
//! hub                                       id …, param …, wait
//! set-param name=threads value=2            setoption name Threads value 2
//! init                                      setoption …, isready           ready
//! ping                                      isready                        pong
//! new-game                                  ucinewgame
//! pos pos=W… moves="32-28 19x30x24"         position fen W… moves 32-28 19x30x24
//! level moves=30 time=60 inc=0.5            kept for the next go
//! go think | ponder | analyze               go … | go ponder … | go infinite
//! stop, ponder-hit, quit                    stop, ponderhit, quit
//!                                           info depth=9 … pv="32-28"
//!                                           done move=32-28 ponder=19-23
//! error message="…"                         what cannot be obeyed
//! ```
//!
//! Captures are written as from, to and the squares of all captured pieces. Unknown commands and
//! arguments are passed over, as the protocol asks.
//! Small boards are turned or flipped as pydraughts has them (`variants.rs`).

mod level;
mod variants;

use std::collections::VecDeque;
use std::fmt::Write;

use self::level::{Level, MILLISECONDS};
use self::variants::{VARIANTS, flipped_moves, names, turned_board};
use plyglot_core::Score;
use plyglot_protocol::{Info, Reply};

/// What a line of the client comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// A line for the session.
    Tell(String),
    /// A line for the client.
    Say(String),
}

/// A conversation in Hub.
#[derive(Debug, Default)]
pub struct Hub {
    level: Level,
    /// What each `readyok` to come is called, in order.
    awaited: VecDeque<&'static str>,
    variant: usize,
    is_set_up: bool,
    /// The position was refused: there is nothing to search.
    is_lost: bool,
    /// Searches asked for that have not been answered.
    searches: usize,
    /// So many of them were asked for before the client could know that the position is refused: they
    /// are none of its searches.
    void: usize,
}

/// A parameter of Hub and the option it sets: names, and how it is declared.
const PARAMS: [(&str, &str, &str); 4] = [
    ("hash", "Hash", "value=64 type=int min=1 max=65536"),
    ("threads", "Threads", "value=1 type=int min=1 max=64"),
    ("ponder", "Ponder", "value=false type=bool"),
    ("tb-path", "TbPath", "value=\"\" type=string"),
];
/// What is said of a search for which there is nothing.
const LOST: &str = "go: there is no position, the last one was refused";
/// A win is a hundred men, less a hundredth for each ply to it.
const WIN: f64 = 100.0;
impl Hub {
    /// Whether a client that begins so speaks Hub.
    pub fn is_greeting(line: &str) -> bool {
        line.trim() == "hub"
    }

    /// What a line of the client means.
    pub fn obey(&mut self, line: &str) -> Vec<Act> {
        let words = split(line);
        let Some((command, arguments)) = words.split_first() else { return Vec::new() };
        let pairs: Vec<(&str, &str)> = arguments.iter().map(|word| pair(word)).collect();
        let get = |name: &str| pairs.iter().find(|(key, _)| *key == name).map(|(_, value)| *value);
        match command.as_str() {
            "hub" => greeting(),
            "init" => self.init(),
            "set-param" if get("name") == Some("variant") => self.choose(get("value")),
            "set-param" => set_param(get("name"), get("value")),
            "new-game" => self.with_set_up(vec![tell("ucinewgame")]),
            "pos" => {
                self.is_lost = false;
                let told = self.position(get("pos"), get("moves"));
                self.with_set_up(vec![tell(&told)])
            }
            "level" => {
                let (level, refused) = Level::read(&pairs);
                self.level = level;
                refused.into_iter().map(|text| error(&text)).collect()
            }
            "go" => self.go(pairs.first().map_or("think", |(key, _)| *key)),
            "stop" => vec![tell("stop")],
            "ponder-hit" => vec![tell("ponderhit")],
            "ping" => {
                self.awaited.push_back("pong");
                vec![tell("isready")]
            }
            "quit" => vec![tell("quit")],
            _ => Vec::new(),
        }
    }

    /// One of our replies as the client is told it, if it is.
    pub fn reply(&mut self, reply: &Reply) -> Vec<String> {
        match reply {
            Reply::ReadyOk => self.awaited.pop_front().map(str::to_owned).into_iter().collect(),
            Reply::Info(_) if self.void > 0 => Vec::new(),
            Reply::Info(info) => {
                info_line(info, &self.flipped(&info.pv.join(" "))).into_iter().collect()
            }
            Reply::Error(text) => {
                if text.starts_with("position") {
                    // What waits to be searched waits behind it.
                    (self.is_lost, self.void) = (true, self.searches);
                } else if text.starts_with("go") {
                    self.search_is_answered();
                }
                vec![error_line(text)]
            }
            Reply::BestMove { .. } if self.search_is_answered() => {
                vec![error_line(LOST), "done".to_owned()]
            }
            Reply::BestMove { best: Some(best), ponder } => {
                let ponder = ponder.as_ref().map(|mv| format!(" ponder={}", self.flipped(mv)));
                vec![format!("done move={}{}", self.flipped(best), ponder.unwrap_or_default())]
            }
            // A client that does not know why the game has ended waits for `done` all the same.
            Reply::BestMove { best: None, .. } => {
                vec![error_line("the game is over"), "done".to_owned()]
            }
            Reply::IdName(_)
            | Reply::IdAuthor(_)
            | Reply::Option(_)
            | Reply::UciOk
            | Reply::UgiOk
            | Reply::Note(_)
            | Reply::Response(_)
            | Reply::Text(_) => Vec::new(),
        }
    }

    fn init(&mut self) -> Vec<Act> {
        self.awaited.push_back("ready");
        self.with_set_up(vec![tell("isready")])
    }

    /// Chooses the game before the first command that needs it.
    fn with_set_up(&mut self, acts: Vec<Act>) -> Vec<Act> {
        if std::mem::replace(&mut self.is_set_up, true) {
            return acts;
        }
        let (variant, prefix) = VARIANTS[self.variant].ours;
        let choose =
            [format!("UCI_Variant value {variant}"), format!("{prefix}.Notation value hub")];
        choose
            .map(|option| tell(&format!("setoption name {option}")))
            .into_iter()
            .chain(acts)
            .collect()
    }

    /// The client plays this variant from now on.
    fn choose(&mut self, name: Option<&str>) -> Vec<Act> {
        let found = name.unwrap_or("");
        let Some(variant) = VARIANTS.iter().position(|variant| variant.name == found) else {
            return vec![error(&format!("variant: found `{found}`, expected {}", names(", ")))];
        };
        if self.variant == variant {
            return Vec::new();
        }
        self.variant = variant;
        let was_set_up = std::mem::replace(&mut self.is_set_up, false);
        if was_set_up { self.with_set_up(Vec::new()) } else { Vec::new() }
    }

    fn position(&self, pos: Option<&str>, moves: Option<&str>) -> String {
        let start = match pos {
            None | Some("start") => "startpos".to_owned(),
            Some(pos) if VARIANTS[self.variant].is_turned => format!("fen {}", turned_board(pos)),
            Some(pos) => format!("fen {pos}"),
        };
        match moves.map(str::trim).filter(|moves| !moves.is_empty()) {
            None => format!("position {start}"),
            Some(moves) => format!("position {start} moves {}", self.flipped(moves)),
        }
    }

    /// Moves with the squares that the other side of the conversation has for them.
    fn flipped(&self, moves: &str) -> String {
        if VARIANTS[self.variant].is_flipped { flipped_moves(moves) } else { moves.to_owned() }
    }

    fn go(&mut self, how: &str) -> Vec<Act> {
        if self.is_lost {
            return vec![error(LOST)];
        }
        let line = match how {
            "think" => format!("go{}", self.level.limits()),
            "ponder" => format!("go ponder{}", self.level.limits()),
            "analyze" | "analyse" => "go infinite".to_owned(),
            other => {
                return vec![error(&format!(
                    "go: found `{other}`, expected think, ponder or analyze"
                ))];
            }
        };
        self.searches += 1;
        self.with_set_up(vec![Act::Tell(line)])
    }

    /// One search less is to be answered; whether it was of no position.
    fn search_is_answered(&mut self) -> bool {
        self.searches = self.searches.saturating_sub(1);
        let is_void = self.void > 0;
        self.void = self.void.saturating_sub(1);
        is_void
    }
}

fn greeting() -> Vec<Act> {
    let version = env!("CARGO_PKG_VERSION");
    let id = format!("id name=plyglot version={version} author=\"the plyglot authors\"");
    let variant = format!("param name=variant value=normal type=enum values=\"{}\"", names(" "));
    let params = PARAMS.iter().map(|(name, _, about)| format!("param name={name} {about}"));
    [id, variant].into_iter().chain(params).chain(["wait".to_owned()]).map(Act::Say).collect()
}

fn set_param(name: Option<&str>, value: Option<&str>) -> Vec<Act> {
    let (name, value) = (name.unwrap_or(""), value.unwrap_or(""));
    match PARAMS.iter().find(|(known, ..)| *known == name) {
        Some((_, option, _)) => vec![tell(&format!("setoption name {option} value {value}"))],
        None => vec![error(&format!("set-param: no such parameter: `{name}`"))],
    }
}

fn info_line(info: &Info, pv: &str) -> Option<String> {
    let mut text = "info".to_owned();
    let depth = info.depth?;
    let _ = write!(text, " depth={depth}");
    if let Some((score, _)) = info.score {
        let _ = write!(text, " score={:.2}", men(score));
    }
    if let Some(nodes) = info.nodes {
        let _ = write!(text, " nodes={nodes}");
    }
    #[expect(clippy::cast_precision_loss, reason = "for people")]
    if let Some(time) = info.time_ms {
        let _ = write!(text, " time={:.3}", time as f64 / MILLISECONDS);
    }
    #[expect(clippy::cast_precision_loss, reason = "for people")]
    if let Some(nps) = info.nps {
        let _ = write!(text, " nps={:.3}", nps as f64 / 1e6);
    }
    if !pv.is_empty() {
        let _ = write!(text, " pv=\"{pv}\"");
    }
    Some(text)
}

/// A score in men.
fn men(score: Score) -> f64 {
    match score.plies_to_end() {
        None => f64::from(score.raw()) / 100.0,
        Some(plies) => {
            let distance = f64::from(plies.abs()) / 100.0;
            if plies > 0 { WIN - distance } else { distance - WIN }
        }
    }
}

fn tell(line: &str) -> Act {
    Act::Tell(line.to_owned())
}

fn error(text: &str) -> Act {
    Act::Say(error_line(text))
}

/// Quotes would end the message.
fn error_line(text: &str) -> String {
    let text: String =
        text.chars().map(|c| if c == '"' { '\'' } else { c }).filter(|c| !c.is_control()).collect();
    format!("error message=\"{text}\"")
}

/// `name=value` taken apart; a word alone is a name.
fn pair(word: &str) -> (&str, &str) {
    let (name, value) = word.split_once('=').unwrap_or((word, ""));
    (name, value.trim_matches('"'))
}

/// Words between blanks; quotes hold a value together.
fn split(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut is_quoted = false;
    for c in line.trim().chars() {
        is_quoted ^= c == '"';
        if c.is_whitespace() && !is_quoted {
            words.push(String::new());
        } else if let Some(word) = words.last_mut() {
            word.push(c);
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_core::Bound;

    /// What comes of lines, `>` told to the session, `<` said to the client.
    fn talk(hub: &mut Hub, line: &str) -> String {
        let text = |act: Act| match act {
            Act::Tell(line) => format!("> {line}"),
            Act::Say(line) => format!("< {line}"),
        };
        hub.obey(line).into_iter().map(text).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn a_client_is_greeted_and_the_game_chosen_once() {
        let mut hub = Hub::default();
        let greeting = talk(&mut hub, "hub");
        assert!(greeting.starts_with("< id name=plyglot version="), "{greeting}");
        assert!(greeting.ends_with("\n< wait"), "{greeting}");
        let init = "> setoption name UCI_Variant value draughts\n\
            > setoption name Draughts.Notation value hub\n> isready";
        assert_eq!(talk(&mut hub, "init"), init);
        assert_eq!(talk(&mut hub, "ping"), "> isready");
        let ready = [(); 3].map(|()| hub.reply(&Reply::ReadyOk));
        assert_eq!(ready, [vec!["ready"], vec!["pong"], vec![]]);
        assert_eq!(talk(&mut hub, "new-game"), "> ucinewgame");
    }

    #[test]
    fn positions_levels_and_searches_are_told_in_our_words() {
        let mut hub = Hub { is_set_up: true, ..Hub::default() };
        let cases = [
            ("pos pos=Wbe moves=\"32-28 19x30x24\"", "> position fen Wbe moves 32-28 19x30x24"),
            ("pos", "> position startpos"),
            ("pos pos=Bew moves=\"\"", "> position fen Bew"),
            ("level depth=9", ""),
            ("go think", "> go depth 9"),
            ("level moves=30 time=59.5 inc=0.5", ""),
            ("go", "> go wtime 60000 winc 500 btime 60000 binc 500 movestogo 30"),
            ("level move-time=0.25", ""),
            ("go ponder", "> go ponder movetime 250"),
            ("ponder-hit", "> ponderhit"),
            ("go analyze", "> go infinite"),
            ("level infinite", ""),
            ("go think", "> go infinite"),
            ("stop", "> stop"),
            ("set-param name=threads value=2", "> setoption name Threads value 2"),
            ("set-param name=variant value=normal", ""),
            (
                "set-param name=book value=on",
                "< error message=\"set-param: no such parameter: `book`\"",
            ),
            (
                "set-param name=variant value=bt",
                "< error message=\"variant: found `bt`, expected normal, russian, brazilian, english, pool\"",
            ),
            (
                "level time=soon",
                "< error message=\"level: found `soon` after time, expected a number\"",
            ),
            ("go home", "< error message=\"go: found `home`, expected think, ponder or analyze\""),
            ("unheard-of x=1", ""),
            ("", ""),
            ("quit", "> quit"),
        ];
        for (line, expected) in cases {
            assert_eq!(talk(&mut hub, line), expected, "{line}");
        }
    }

    #[test]
    fn small_boards_are_turned_and_flipped_as_pydraughts_has_them() {
        let mut hub = Hub::default();
        assert_eq!(talk(&mut hub, "set-param name=variant value=english"), "");
        let start = format!("W{}{}{}", "b".repeat(12), "e".repeat(8), "w".repeat(12));
        let turned = format!("B{}{}{}", "b".repeat(12), "e".repeat(8), "w".repeat(12));
        let told = talk(&mut hub, &format!("pos pos={start} moves=\"22-18 9x14x13\""));
        assert!(told.ends_with(&format!("> position fen {turned} moves 22-18 9x14x13")), "{told}");
        assert!(told.starts_with("> setoption name UCI_Variant value checkers\n"), "{told}");
        let normal = "> setoption name UCI_Variant value draughts\n\
            > setoption name Draughts.Notation value hub";
        let best = Reply::BestMove { best: Some("10-14".to_owned()), ponder: None };
        assert_eq!(hub.reply(&best), ["done move=10-14"]);
        assert_eq!(talk(&mut hub, "set-param name=variant value=normal"), normal);
        let russian = talk(&mut hub, "set-param name=variant value=russian");
        assert!(russian.ends_with("> setoption name Checkers.Notation value hub"), "{russian}");
        let told = talk(&mut hub, "pos pos=Wbew moves=\"9-13\"");
        assert_eq!(told, "> position fen Wbew moves 21-17");
        let best = Reply::BestMove { best: Some("21-17".to_owned()), ponder: None };
        assert_eq!(hub.reply(&best), ["done move=9-13"]);
    }

    #[test]
    fn nothing_is_searched_where_the_position_was_refused() {
        let mut hub = Hub { is_set_up: true, ..Hub::default() };
        talk(&mut hub, "pos pos=nonsense");
        hub.reply(&Reply::Error("position: board: found `nonsense`".to_owned()));
        let refused = "< error message=\"go: there is no position, the last one was refused\"";
        assert_eq!(talk(&mut hub, "go think"), refused);
        talk(&mut hub, "pos");
        assert_eq!(talk(&mut hub, "go analyze"), "> go infinite");
        // Sent before the client could know: its first search is answered, then the position is refused.
        let best = Reply::BestMove { best: Some("32-28".to_owned()), ponder: None };
        talk(&mut hub, "pos pos=nonsense");
        assert_eq!(talk(&mut hub, "go think"), "> go infinite");
        assert_eq!(hub.reply(&best), ["done move=32-28"]);
        hub.reply(&Reply::Error("position: board: found `nonsense`".to_owned()));
        assert!(hub.reply(&Reply::Info(Info::default())).is_empty());
        let void = format!("{}\ndone", refused.trim_start_matches("< "));
        assert_eq!(hub.reply(&best).join("\n"), void);
        talk(&mut hub, "pos");
        talk(&mut hub, "go think");
        assert_eq!(hub.reply(&best), ["done move=32-28"]);
    }

    #[test]
    fn what_the_session_says_is_told_in_hub() {
        let mut hub = Hub::default();
        let info = Info {
            depth: Some(9),
            seldepth: Some(14),
            score: Some((Score::cp(-125), Bound::Exact)),
            nodes: Some(1000),
            nps: Some(2_500_000),
            time_ms: Some(1234),
            pv: vec!["32-28".to_owned(), "19x30x24".to_owned()],
            ..Info::default()
        };
        let line = "info depth=9 score=-1.25 nodes=1000 time=1.234 nps=2.500 \
            pv=\"32-28 19x30x24\"";
        assert_eq!(hub.reply(&Reply::Info(info.clone())), [line]);
        let win = Info { score: Some((Score::win_in(5), Bound::Exact)), ..info };
        assert!(hub.reply(&Reply::Info(win))[0].contains(" score=99.95 "));
        let best = |ponder: Option<&str>| Reply::BestMove {
            best: Some("32-28".to_owned()),
            ponder: ponder.map(str::to_owned),
        };
        assert_eq!(hub.reply(&best(None)), ["done move=32-28"]);
        assert_eq!(hub.reply(&best(Some("19-23"))), ["done move=32-28 ponder=19-23"]);
        let error = hub.reply(&Reply::Error("found \"x\"".to_owned()));
        assert_eq!(error, ["error message=\"found 'x'\""]);
        assert!(hub.reply(&Reply::Note("variant draughts".to_owned())).is_empty());
    }
}
