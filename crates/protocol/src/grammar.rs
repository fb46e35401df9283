//! Text to [`Command`]: the grammar of the lines that a client sends. The only file that names nom.
//!
//! ```text
//! line     = { unknown } command { unknown }
//! position = "position" [ game ] ( "startpos" | "fen" words ) [ "moves" { move } ]
//! go       = "go" ( "perft" number [ word ] | { flag | name number | "searchmoves" { move } } )
//! option   = "setoption" "name" words [ "value" { word } ]
//! ```
//!
//! What the clients of a protocol without a referee have taught its engines:
//! - Any white space separates words, any amount of it, and may stand at both ends. A byte order
//!   mark in front is dropped: some shells send one. Commands and keywords are taken in any case.
//! - UCI wants unknown words ignored and the rest used, so `joho debug on` is `debug on`. Unknown
//!   words are collected for the session to report. In search of a command we skip to the words
//!   of the two protocols only, not to our own additions: `postion startpos moves e2e4` must not
//!   play `e2e4` where the board happens to be.
//! - An argument that is not what belongs there is an error, and nothing is done.
//! - Numbers are held to their range rather than refused: a clock can be overdrawn (negative), and
//!   a number of any length has a meaning ("for ever").

use std::time::Duration;

use nom::branch::alt;
use nom::bytes::complete::{take_till1, take_while};
use nom::character::complete::{digit1, one_of};
use nom::combinator::{all_consuming, map, map_opt, opt, recognize, verify};
use nom::error::ErrorKind;
use nom::multi::{many0, many0_count};
use nom::sequence::{preceded, terminated};
use nom::{IResult, Parser};

use super::ask::{Ask, TraceWish};
use super::command::{Command, Go, Parsed, Query, Setup, Show};
use super::error::ParseError;
use plyglot_core::text::{meant, shorten};
use plyglot_core::{Limits, WALK_DEPTH_MAX};

/// Reads one line, with or without its end. An empty one asks nothing.
///
/// ```
/// use plyglot_protocol::{Command, parse};
/// let parsed = parse("joho debug \t on\r\n").unwrap().unwrap();
/// assert_eq!(parsed.command, Command::Debug(true));
/// assert_eq!(parsed.unknown, ["joho"]);
/// let error = parse("go depth banana").unwrap_err();
/// assert_eq!(error.to_string(), "go depth: found `banana`, expected a whole number");
/// ```
pub fn parse(line: &str) -> Result<Option<Parsed<'_>>, ParseError> {
    let line = line.trim_start_matches('\u{feff}').trim();
    if line.is_empty() {
        return Ok(None);
    }
    match command_line(line) {
        Ok((_, parsed)) => Ok(Some(parsed)),
        Err(nom::Err::Failure(Refusal(Some(error)))) => Err(error),
        Err(_) => {
            let first = line.split_whitespace().next().unwrap_or_default();
            let meant = meant(first, COMMANDS.iter().map(|entry| entry.word));
            Err(ParseError::UnknownCommand { found: shorten(line), meant })
        }
    }
}

/// The longest time a client can give, in milliseconds: 49 days. Sums of such stay far from the
/// ends of the clock.
pub(super) const TIME_MAX_MS: u64 = u32::MAX as u64;

type Read<'a, T> = IResult<&'a str, T, Refusal>;

/// Why a parser stopped: with an error for the client, or because something else stood there.
#[derive(Debug)]
struct Refusal(Option<ParseError>);

impl nom::error::ParseError<&str> for Refusal {
    fn from_error_kind(_input: &str, _kind: ErrorKind) -> Self {
        Self(None)
    }

    fn append(_input: &str, _kind: ErrorKind, other: Self) -> Self {
        other
    }
}

/// A command's word, and the parser of what stands behind it.
struct Entry {
    word: &'static str,
    origin: Origin,
    arguments: fn(&str) -> Read<'_, Parsed<'_>>,
}

/// Where a command comes from.
#[derive(PartialEq, Eq)]
enum Origin {
    /// UCI or UGI: unknown words may stand before it.
    Protocol,
    /// Added for people, or too short or too common a word to be looked for in garbage.
    Ours,
}

const fn protocol(word: &'static str, arguments: fn(&str) -> Read<'_, Parsed<'_>>) -> Entry {
    Entry { word, origin: Origin::Protocol, arguments }
}

const fn ours(word: &'static str, arguments: fn(&str) -> Read<'_, Parsed<'_>>) -> Entry {
    Entry { word, origin: Origin::Ours, arguments }
}

static COMMANDS: &[Entry] = &[
    protocol("uci", |rest| just(Command::Uci, rest)),
    protocol("ugi", |rest| just(Command::Ugi, rest)),
    protocol("debug", debug),
    protocol("isready", |rest| just(Command::IsReady, rest)),
    protocol("setoption", set_option),
    protocol("register", |_| just(Command::Register, "")),
    protocol("ucinewgame", |rest| just(Command::NewGame, rest)),
    protocol("uginewgame", |rest| just(Command::NewGame, rest)),
    protocol("position", position),
    protocol("go", go),
    protocol("stop", |rest| just(Command::Stop, rest)),
    protocol("ponderhit", |rest| just(Command::PonderHit, rest)),
    protocol("query", query),
    protocol("quit", |rest| just(Command::Quit, rest)),
    ours("moves", moves),
    ours("d", |rest| just(Command::Show(Show::Diagram), rest)),
    ours("eval", |rest| map(many0(word), |names| known(Command::Eval(names))).parse(rest)),
    ours("draws", |rest| just(Command::Show(Show::Draws), rest)),
    ours("rules", |rest| just(Command::Show(Show::Rules), rest)),
    ours("tb", |rest| shown("tb", Show::Tables, OF_TABLES, rest)),
    ours("book", |rest| shown("book", Show::Book, OF_BOOK, rest)),
    ours("perft", |rest| perft("perft", rest)),
    ours("check", check),
    ours("bench", |rest| just(Command::Bench, rest)),
    ours("trace", |rest| asked(Command::Trace, TraceWish::parse(rest))),
    ours("why", |rest| asked(Command::Ask, Ask::parse("why", rest))),
    ours("tree", |rest| asked(Command::Ask, Ask::parse("tree", rest))),
    ours("up", |rest| asked(Command::Ask, Ask::parse("up", rest))),
    ours("down", |rest| asked(Command::Ask, Ask::parse("down", rest))),
    ours("best", |rest| asked(Command::Ask, Ask::parse("best", rest))),
    ours("hot", |rest| asked(Command::Ask, Ask::parse("hot", rest))),
    ours("iterations", |rest| asked(Command::Ask, Ask::parse("iterations", rest))),
    ours("diff", |rest| asked(Command::Ask, Ask::parse("diff", rest))),
    ours("explain", explain),
    ours("hint", |rest| just(Command::Hint, rest)),
    ours("node", |rest| map(many0(word), |moves| known(Command::Node(moves))).parse(rest)),
    ours("undo", undo),
    ours("save", |rest| map(file("save"), |name| known(Command::Save(name))).parse(rest)),
    ours("load", |rest| map(file("load"), |name| known(Command::Load(name))).parse(rest)),
    ours("help", |rest| {
        let topic = Some(rest.trim()).filter(|topic| !topic.is_empty());
        just(Command::Help(topic), "")
    }),
    ours("exit", |rest| just(Command::Quit, rest)),
];

/// `{ unknown } command { unknown }`
fn command_line(line: &str) -> Read<'_, Parsed<'_>> {
    let command = |origin: Option<Origin>| {
        map_opt(word, move |found| {
            let mut entries =
                COMMANDS.iter().filter(|e| origin.as_ref().is_none_or(|o| e.origin == *o));
            entries.find(|entry| entry.word.eq_ignore_ascii_case(found))
        })
    };
    let not_of_the_protocol = verify(word, |found: &str| {
        let mut entries = COMMANDS.iter().filter(|entry| entry.origin == Origin::Protocol);
        !entries.any(|entry| entry.word.eq_ignore_ascii_case(found))
    });
    let (rest, (mut unknown, entry)) = alt((
        map(command(None), |entry| (Vec::new(), entry)),
        (many0(not_of_the_protocol), command(Some(Origin::Protocol))),
    ))
    .parse(line)?;
    let (rest, parsed) = (entry.arguments)(rest)?;
    let (rest, left_over) = many0(word).parse(rest)?;
    unknown.extend(parsed.unknown);
    unknown.extend(left_over);
    Ok((rest, Parsed { command: parsed.command, unknown }))
}

/// `{ unknown } ( "on" | "off" )`
fn debug(input: &str) -> Read<'_, Parsed<'_>> {
    let (rest, unknown) = words_until(&["on", "off"]).parse(input)?;
    let (rest, state) = opt(word).parse(rest)?;
    match state {
        Some(state) => {
            let command = Command::Debug(state.eq_ignore_ascii_case("on"));
            Ok((rest, Parsed { command, unknown }))
        }
        None => refuse("debug", first_word(input), "on or off"),
    }
}

/// `{ unknown } "name" words [ "value" { word } ]`
fn set_option(input: &str) -> Read<'_, Parsed<'_>> {
    let (rest, unknown) = words_until(&["name"]).parse(input)?;
    let Ok((rest, _)) = keyword("name").parse(rest) else {
        return refuse("setoption", first_word(input), "name and an option's name");
    };
    let (rest, name) = phrase_until(&["value"]).parse(rest)?;
    if name.is_empty() {
        return refuse("setoption name", first_word(rest), "an option's name");
    }
    let (rest, value) = opt(preceded(keyword("value"), phrase_until(&[]))).parse(rest)?;
    Ok((rest, Parsed { command: Command::SetOption { name, value }, unknown }))
}

/// `[ game ] ( "startpos" | "fen" words ) { unknown } [ "moves" { move } ]`
fn position(input: &str) -> Read<'_, Parsed<'_>> {
    let (rest, game) = opt(none_of(&["startpos", "fen", "moves"])).parse(input)?;
    let (rest, position) = match first_word(rest).to_ascii_lowercase().as_str() {
        "startpos" => map(word, |_| None).parse(rest)?,
        "fen" => fen(rest)?,
        "" | "moves" if game.is_some() => (rest, None),
        _ => return refuse("position", input, "startpos or fen, perhaps a game's name before it"),
    };
    let (rest, unknown) = words_until(&["moves"]).parse(rest)?;
    let (rest, moves) = opt(preceded(keyword("moves"), many0(word))).parse(rest)?;
    let moves = moves.unwrap_or_default();
    Ok((rest, Parsed { command: Command::Position(Setup { game, position, moves }), unknown }))
}

/// `"fen" words`
fn fen(input: &str) -> Read<'_, Option<&str>> {
    let (rest, text) = preceded(keyword("fen"), phrase_until(&["moves"])).parse(input)?;
    if text.is_empty() {
        return refuse("position fen", first_word(rest), "a position string");
    }
    Ok((rest, Some(text)))
}

/// `{ move }`; without one it is a question.
fn moves(input: &str) -> Read<'_, Parsed<'_>> {
    map(many0(word), |moves| {
        known(if moves.is_empty() { Command::Show(Show::Moves) } else { Command::Moves(moves) })
    })
    .parse(input)
}

/// What a word of `go` asks for.
enum GoWord {
    Flag(fn(&mut Limits)),
    /// A number, held to the range, and where it goes.
    Number(u64, u64, fn(&mut Limits, u64)),
    SearchMoves,
}

/// The words of `go`; `p1…` and `w…` are the side that moves first, whatever its colour.
static GO_WORDS: &[(&str, GoWord)] = &[
    ("ponder", GoWord::Flag(|limits| limits.ponder = true)),
    ("infinite", GoWord::Flag(|limits| limits.infinite = true)),
    ("wtime", GoWord::Number(0, TIME_MAX_MS, |limits, ms| limits.clock[0] = Some(millis(ms)))),
    ("btime", GoWord::Number(0, TIME_MAX_MS, |limits, ms| limits.clock[1] = Some(millis(ms)))),
    ("p1time", GoWord::Number(0, TIME_MAX_MS, |limits, ms| limits.clock[0] = Some(millis(ms)))),
    ("p2time", GoWord::Number(0, TIME_MAX_MS, |limits, ms| limits.clock[1] = Some(millis(ms)))),
    ("winc", GoWord::Number(0, TIME_MAX_MS, |limits, ms| limits.increment[0] = millis(ms))),
    ("binc", GoWord::Number(0, TIME_MAX_MS, |limits, ms| limits.increment[1] = millis(ms))),
    ("p1inc", GoWord::Number(0, TIME_MAX_MS, |limits, ms| limits.increment[0] = millis(ms))),
    ("p2inc", GoWord::Number(0, TIME_MAX_MS, |limits, ms| limits.increment[1] = millis(ms))),
    // Some managers send 0 for "the whole game".
    (
        "movestogo",
        GoWord::Number(0, COUNT_MAX, |limits, n| {
            limits.moves_to_go = Some(count(n)).filter(|&moves| moves > 0);
        }),
    ),
    ("depth", GoWord::Number(1, COUNT_MAX, |limits, n| limits.depth = Some(count(n)))),
    ("nodes", GoWord::Number(1, u64::MAX, |limits, n| limits.nodes = Some(n))),
    ("visits", GoWord::Number(1, u64::MAX, |limits, n| limits.visits = Some(n))),
    ("mate", GoWord::Number(1, COUNT_MAX, |limits, n| limits.mate = Some(count(n)))),
    ("movetime", GoWord::Number(0, TIME_MAX_MS, |limits, ms| limits.move_time = Some(millis(ms)))),
    ("searchmoves", GoWord::SearchMoves),
];

const COUNT_MAX: u64 = u32::MAX as u64;
/// The texts of refusals say this number.
const DEPTH_MAX: u64 = 1000;
const _: () = assert!(DEPTH_MAX == WALK_DEPTH_MAX as u64);

fn millis(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

fn count(n: u64) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

fn go_word(found: &str) -> Option<&'static (&'static str, GoWord)> {
    GO_WORDS.iter().find(|(word, _)| word.eq_ignore_ascii_case(found))
}

/// `"perft" number [ word ]`, or limits in any order and combination; the last of a kind holds.
fn go(input: &str) -> Read<'_, Parsed<'_>> {
    if let Ok((rest, _)) = keyword("perft").parse(input) {
        return perft("go perft", rest);
    }
    let mut go = Go::default();
    let mut unknown = Vec::new();
    let mut rest = input;
    while let Ok((after, found)) = word(rest) {
        rest = match go_word(found) {
            None => {
                unknown.push(found);
                after
            }
            Some((_, GoWord::Flag(set))) => {
                set(&mut go.limits);
                after
            }
            Some((name, GoWord::Number(min, max, set))) => {
                let (after, n) = number(&format!("go {name}"), after)?;
                set(&mut go.limits, n.unwrap_or(0).clamp(*min, *max));
                after
            }
            Some((_, GoWord::SearchMoves)) => {
                let (after, moves) = search_moves(after)?;
                go.search_moves.extend(moves);
                after
            }
        };
    }
    Ok((rest, Parsed { command: Command::Go(go), unknown }))
}

/// Moves up to the next word of `go`.
fn search_moves(input: &str) -> Read<'_, Vec<&str>> {
    let (rest, moves) = many0(verify(word, |w: &str| go_word(w).is_none())).parse(input)?;
    if moves.is_empty() {
        return refuse("go searchmoves", first_word(rest), "a move");
    }
    Ok((rest, moves))
}

/// `"p1turn" | "gameover" | "result"`
fn query(input: &str) -> Read<'_, Parsed<'_>> {
    let question = map_opt(word, |found| {
        [("p1turn", Query::P1Turn), ("gameover", Query::GameOver), ("result", Query::Result)]
            .into_iter()
            .find(|(name, _)| name.eq_ignore_ascii_case(found))
            .map(|(_, query)| known(Command::Query(query)))
    });
    match opt(question).parse(input)? {
        (rest, Some(parsed)) => Ok((rest, parsed)),
        (_, None) => refuse("query", first_word(input), "p1turn, gameover or result"),
    }
}

/// `number [ "compare" words | word ]`
fn perft<'a>(place: &'static str, input: &'a str) -> Read<'a, Parsed<'a>> {
    let (rest, depth) = match number(place, input)? {
        (rest, Some(depth @ 0..=DEPTH_MAX)) => (rest, count(depth)),
        _ => return refuse(place, first_word(input), "a depth, 0 to 1000"),
    };
    if let Ok((rest, _)) = keyword("compare").parse(rest) {
        let (rest, with) = file("perft compare").parse(rest)?;
        return Ok((rest, known(Command::Compare { depth: depth.max(1), with })));
    }
    let (rest, counting) = opt(word).parse(rest)?;
    Ok((rest, known(Command::Perft { depth, counting })))
}

/// `"depth" number [ words ]`
fn check(input: &str) -> Read<'_, Parsed<'_>> {
    let Ok((rest, _)) = keyword("depth").parse(input) else {
        return refuse("check", first_word(input), "depth and a number");
    };
    let (rest, depth) = match number("check depth", rest)? {
        (rest, Some(depth @ 1..=DEPTH_MAX)) => (rest, count(depth)),
        _ => return refuse("check depth", first_word(rest), "a depth, 1 to 1000"),
    };
    let (rest, file) = phrase_until(&[]).parse(rest)?;
    let file = Some(file).filter(|file| !file.is_empty());
    Ok((rest, known(Command::Check { depth, file })))
}

/// `[ number ]`
fn undo(input: &str) -> Read<'_, Parsed<'_>> {
    if input.is_empty() {
        return just(Command::Undo(1), input);
    }
    match number("undo", input)? {
        (rest, Some(n @ 1..)) => just(Command::Undo(count(n)), rest),
        _ => refuse("undo", first_word(input), "a number of moves, 1 or more"),
    }
}

/// The rest of the line, which must hold something.
fn file<'a>(place: &'static str) -> impl Parser<&'a str, Output = &'a str, Error = Refusal> {
    move |input| match phrase_until(&[]).parse(input)? {
        (_, "") => refuse(place, "", "a file's name"),
        (rest, name) => Ok((rest, name)),
    }
}

const OF_TABLES: &str = "nothing, the tables are asked about the position set up";
const OF_BOOK: &str = "nothing, the book is asked about the position set up";

/// Nothing: a position behind it is not what would be answered about.
fn shown<'a>(
    word: &'static str,
    what: Show,
    expected: &'static str,
    input: &'a str,
) -> Read<'a, Parsed<'a>> {
    match first_word(input) {
        "" => just(Command::Show(what), ""),
        found => refuse(word, found, expected),
    }
}

/// `"eval" { word }`
fn explain(input: &str) -> Read<'_, Parsed<'_>> {
    match opt(keyword("eval")).parse(input)? {
        (rest, Some(_)) => map(many0(word), |names| known(Command::Explain(names))).parse(rest),
        (_, None) => refuse("explain", first_word(input), "eval"),
    }
}

/// A command whose arguments are read elsewhere, to the end of the line.
fn asked<'a, T>(
    command: fn(T) -> Command<'a>,
    read: Result<(T, Vec<&'a str>), ParseError>,
) -> Read<'a, Parsed<'a>> {
    match read {
        Ok((what, unknown)) => Ok(("", Parsed { command: command(what), unknown })),
        Err(error) => Err(nom::Err::Failure(Refusal(Some(error)))),
    }
}

/// A command that takes nothing.
#[expect(clippy::unnecessary_wraps, reason = "has the form of a parser, as its callers must")]
fn just<'a>(command: Command<'a>, rest: &'a str) -> Read<'a, Parsed<'a>> {
    Ok((rest, known(command)))
}

/// A command without unknown words.
fn known(command: Command<'_>) -> Parsed<'_> {
    Parsed { command, unknown: Vec::new() }
}

/// A whole number of any length, cut off at the end of `u64`; `None` for one below zero.
fn number<'a>(place: &str, input: &'a str) -> Read<'a, Option<u64>> {
    let mut digits = all_consuming((opt(one_of::<_, _, Refusal>("+-")), digit1));
    let value = map_opt(word, |found| {
        let (sign, digits) = digits.parse(found).ok()?.1;
        let value = digits.parse().unwrap_or(u64::MAX);
        Some(Some(value).filter(|&value| sign != Some('-') || value == 0))
    });
    match opt(value).parse(input)? {
        (rest, Some(value)) => Ok((rest, value)),
        (_, None) => refuse(place, first_word(input), "a whole number"),
    }
}

/// One word and the white space behind it.
fn word(input: &str) -> Read<'_, &str> {
    terminated(take_till1(char::is_whitespace), take_while(char::is_whitespace)).parse(input)
}

fn keyword<'a>(wanted: &'static str) -> impl Parser<&'a str, Output = &'a str, Error = Refusal> {
    verify(word, move |found: &str| found.eq_ignore_ascii_case(wanted))
}

/// One word that is none of these.
fn none_of<'a>(
    stop: &'static [&'static str],
) -> impl Parser<&'a str, Output = &'a str, Error = Refusal> {
    verify(word, move |found: &str| !stop.iter().any(|stop| stop.eq_ignore_ascii_case(found)))
}

/// Words up to one of these, each for itself.
fn words_until<'a>(
    stop: &'static [&'static str],
) -> impl Parser<&'a str, Output = Vec<&'a str>, Error = Refusal> {
    many0(none_of(stop))
}

/// Words up to one of these, as one text; may be empty.
fn phrase_until<'a>(
    stop: &'static [&'static str],
) -> impl Parser<&'a str, Output = &'a str, Error = Refusal> {
    map(recognize(many0_count(none_of(stop))), str::trim_end)
}

/// The next word, empty at the end of the line.
fn first_word(input: &str) -> &str {
    input.split_whitespace().next().unwrap_or("")
}

fn refuse<'a, T>(place: &str, found: &str, expected: &'static str) -> Read<'a, T> {
    let error = ParseError::Argument { place: place.to_owned(), found: shorten(found), expected };
    Err(nom::Err::Failure(Refusal(Some(error))))
}
