//! Laws of the line protocol: what is printed is read again, and no text whatever stops a parser.

use std::time::Duration;

use plyglot::core::{Bound, Limits, Score};
use plyglot::protocol::{
    Ask, Command, Dialect, Go, Info, Query, Reply, Setup, Show, TraceTo, TraceWish, parse,
};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use crate::common::limits::any_limits;

/// A word that means nothing to the protocol: the keywords have no digit at both ends.
/// It lives as long as the test, since commands borrow from their line.
fn word() -> impl Strategy<Value = &'static str> {
    "[0-9]([A-Za-z@:=,/+ß-]{0,6}[0-9])?".prop_map(|word| &*word.leak())
}

fn words(max: usize) -> impl Strategy<Value = Vec<&'static str>> {
    vec(word(), 1..=max)
}

/// Words with white space of any kind between them.
fn phrase() -> impl Strategy<Value = &'static str> {
    vec((word(), select(vec![" ", "  ", "\t", " \t "])), 1..5).prop_map(|parts| {
        let text: String = parts.iter().flat_map(|(word, gap)| [*word, *gap]).collect();
        &*text.trim_end().to_owned().leak()
    })
}

fn millis() -> impl Strategy<Value = Duration> {
    (0..=u32::MAX).prop_map(|ms| Duration::from_millis(u64::from(ms)))
}

fn limits() -> impl Strategy<Value = Limits> {
    any_limits(millis().boxed(), 1u32.., 1u64..)
}

fn simple() -> impl Strategy<Value = Command<'static>> {
    select(vec![
        Command::Uci,
        Command::Ugi,
        Command::Debug(true),
        Command::Debug(false),
        Command::IsReady,
        Command::Register,
        Command::NewGame,
        Command::Stop,
        Command::PonderHit,
        Command::Query(Query::P1Turn),
        Command::Query(Query::GameOver),
        Command::Query(Query::Result),
        Command::Show(Show::Diagram),
        Command::Show(Show::Moves),
        Command::Show(Show::Rules),
        Command::Ask(Ask::Up),
        Command::Ask(Ask::Hot),
        Command::Ask(Ask::Iterations),
        Command::Bench,
        Command::Hint,
        Command::Node(Vec::new()),
        Command::Node(vec!["a1b2", "c3:nw"]),
        Command::Quit,
    ])
}

fn setup() -> impl Strategy<Value = Setup<'static>> {
    (option::of(word()), option::of(phrase()), vec(word(), 0..5))
        .prop_map(|(game, position, moves)| Setup { game, position, moves })
}

fn ask() -> impl Strategy<Value = Ask<'static>> {
    prop_oneof![
        option::of(word()).prop_map(Ask::Why),
        (vec(word(), 0..4), 1u32..).prop_map(|(path, depth)| Ask::Tree { path, depth }),
        word().prop_map(Ask::Down),
        (1u32..).prop_map(Ask::Best),
        (word(), option::of(word())).prop_map(|(one, other)| Ask::Diff(one, other)),
    ]
}

fn trace() -> impl Strategy<Value = TraceWish<'static>> {
    let to = prop_oneof![Just(TraceTo::Off), Just(TraceTo::Memory), word().prop_map(TraceTo::File)];
    let numbers = any::<[Option<u32>; 3]>();
    (to, numbers, vec(word(), 0..3)).prop_map(|(to, [nodes, depth, ply], moves)| TraceWish {
        to,
        nodes,
        depth,
        ply,
        moves,
    })
}

fn any_command() -> impl Strategy<Value = Command<'static>> {
    prop_oneof![
        simple(),
        (phrase(), option::of(prop_oneof![Just(""), phrase()]))
            .prop_map(|(name, value)| Command::SetOption { name, value }),
        setup().prop_map(Command::Position),
        words(5).prop_map(Command::Moves),
        (limits(), vec(word(), 0..4))
            .prop_map(|(limits, search_moves)| Command::Go(Go { limits, search_moves })),
        (0..=1000u32, option::of(word()))
            .prop_map(|(depth, counting)| Command::Perft { depth, counting }),
        ask().prop_map(Command::Ask),
        trace().prop_map(Command::Trace),
        (1..=1000u32, phrase()).prop_map(|(depth, with)| Command::Compare { depth, with }),
        (1..=1000u32, option::of(phrase()))
            .prop_map(|(depth, file)| Command::Check { depth, file }),
        (1u32..).prop_map(Command::Undo),
        phrase().prop_map(Command::Save),
        phrase().prop_map(Command::Load),
        option::of(word()).prop_map(Command::Help),
    ]
}

/// A score that a dialect can say: UCI's whole moves stand for odd wins and even losses.
fn score(dialect: Dialect) -> impl Strategy<Value = Score> {
    let max = Score::EVAL_MAX.raw();
    let step = if dialect == Dialect::Uci { 2 } else { 1 };
    prop_oneof![
        (-max..=max).prop_map(|raw| Score::DRAW.offset(raw)),
        (0..500u32).prop_map(move |n| Score::win_in(n * step + 1)),
        (0..=500u32).prop_map(move |n| Score::loss_in(n * step)),
    ]
}

fn any_info(dialect: Dialect) -> impl Strategy<Value = Info> {
    let bound = select(vec![Bound::Exact, Bound::Lower, Bound::Upper]);
    let moves = || vec(word().prop_map(str::to_owned), 0..6);
    let numbers = any::<[Option<u32>; 4]>();
    let counts = any::<[Option<u64>; 4]>();
    let current = option::of((word().prop_map(str::to_owned), any::<u32>()));
    let score = option::of((score(dialect), bound));
    (numbers, counts, current, score, any::<Option<[u16; 3]>>(), moves()).prop_map(
        |([depth, seldepth, multi_pv, hashfull], counts, current, score, wdl, pv)| {
            let [nodes, nps, tb_hits, time_ms] = counts;
            Info {
                depth,
                seldepth,
                multi_pv,
                score,
                exact: false,
                chance: None,
                visits: None,
                wdl,
                nodes,
                nps,
                hashfull,
                tb_hits,
                time_ms,
                current,
                pv,
            }
        },
    )
}

fn any_reply(dialect: Dialect) -> impl Strategy<Value = Reply> {
    let text = || {
        vec(word(), 0..5).prop_map(|words| words.join(" ")).prop_filter("a move", |t| t != "0000")
    };
    let mv = || word().prop_filter("stands for no move", |w| *w != "0000").prop_map(str::to_owned);
    let ponder = option::of(mv());
    prop_oneof![
        select(vec![Reply::UciOk, Reply::UgiOk, Reply::ReadyOk]),
        select(Reply::RESPONSES.to_vec()).prop_map(Reply::Response),
        text().prop_map(Reply::IdName),
        text().prop_map(Reply::IdAuthor),
        text().prop_map(Reply::Option),
        text().prop_map(Reply::Note),
        text().prop_map(Reply::Error),
        // A diagram's lines begin with spaces.
        text().prop_map(|text| Reply::Text(format!("  {text}"))),
        any_info(dialect).prop_map(Reply::Info),
        // UGI has no word for the reply expected, nor has an engine one without a move.
        (option::of(mv()), ponder).prop_map(move |(best, ponder)| Reply::BestMove {
            ponder: ponder.filter(|_| best.is_some() && dialect == Dialect::Uci),
            best,
        }),
    ]
}

fn dialect() -> impl Strategy<Value = Dialect> {
    select(vec![Dialect::Uci, Dialect::Ugi])
}

/// Lines that hold every keyword, to be mutated.
const LINES: &[&str] = &[
    "go wtime 1000 btime -5 winc 0 binc 2 movestogo 40 depth 3 nodes 9 mate 1 movetime 7 ponder",
    "go p1time 1 p2time 2 p1inc 3 p2inc 4 infinite searchmoves e2e4 d2d4 depth 18446744073709551616",
    "go perft 3 sowings",
    "position chess fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves e2e4 e7e5",
    "position startpos moves 5 1 9",
    "setoption name Clear Hash value on",
    "setoption name Move Overhead value 30",
    "debug on",
    "register later",
    "moves e2e4",
    "undo 3",
    "save a b.txt",
    "help go",
    "query gameover",
    "joho isready",
    "info depth 7 seldepth 9 multipv 1 score cp 12 lowerbound wdl 1 2 3 nodes 4 nps 5 hashfull 6 \
     tbhits 7 time 8 pv e2e4 e7e5",
    "info depth 2 currmove e2e4 currmovenumber 1 score mate -3 upperbound",
    "info string error no such thing",
    "bestmove e2e4 ponder e7e5",
    "option name Hash type spin default 16 min 1 max 4096",
    "id name plyglot",
    "response p1win",
];

/// One change to a line; positions are wherever a character begins.
#[derive(Clone, Debug)]
enum Change {
    Delete(Index),
    Insert(Index, String),
    Repeat(Index, Index),
    Swap(Index, Index),
}

fn change() -> impl Strategy<Value = Change> {
    let at = any::<Index>;
    let insertions = select(vec![" ", "\t", "\0", "-", "99999999999999999999", "ß", "\u{feff}"]);
    prop_oneof![
        at().prop_map(Change::Delete),
        (at(), prop_oneof![insertions.prop_map(str::to_owned), "\\PC".prop_map_into()])
            .prop_map(|(at, text)| Change::Insert(at, text)),
        (at(), at()).prop_map(|(from, to)| Change::Repeat(from, to)),
        (at(), at()).prop_map(|(word, other)| Change::Swap(word, other)),
    ]
}

fn changed(line: String, change: &Change) -> String {
    let mut chars: Vec<char> = line.chars().collect();
    if chars.is_empty() {
        return line;
    }
    match change {
        Change::Delete(at) => {
            chars.remove(at.index(chars.len()));
        }
        Change::Insert(at, text) => {
            let at = at.index(chars.len());
            chars.splice(at..at, text.chars());
        }
        Change::Repeat(from, to) => {
            let (from, to) = (from.index(chars.len()), to.index(chars.len()));
            let part = chars[from.min(to)..=from.max(to)].to_vec();
            chars.extend(part);
        }
        Change::Swap(word, other) => {
            let mut words: Vec<&str> = line.split(' ').collect();
            let (word, other) = (word.index(words.len()), other.index(words.len()));
            words.swap(word, other);
            return words.join(" ");
        }
    }
    chars.into_iter().collect()
}

fn mutated() -> impl Strategy<Value = String> {
    (select(LINES), vec(change(), 1..6))
        .prop_map(|(line, changes)| changes.iter().fold(line.to_owned(), changed))
}

/// Whatever is understood means the same in its canonical form, with nothing left over.
fn check_line(line: &str) -> Result<(), TestCaseError> {
    if let Ok(Some(parsed)) = parse(line) {
        let canonical = parsed.command.to_string();
        let again = parse(&canonical).unwrap().unwrap();
        prop_assert_eq!(&again.command, &parsed.command, "{}", canonical);
        prop_assert_eq!(again.unknown, [""; 0], "{}", canonical);
    }
    for dialect in [Dialect::Uci, Dialect::Ugi] {
        let printed = Reply::parse(line, dialect).in_dialect(dialect).to_string();
        let again = Reply::parse(&printed, dialect).in_dialect(dialect).to_string();
        prop_assert_eq!(&again, &printed);
        prop_assert!(!printed.contains(char::is_control));
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn a_command_is_read_as_it_is_written(command in any_command()) {
        let line = command.to_string();
        let parsed = parse(&line).unwrap().unwrap();
        prop_assert_eq!(parsed.command, command, "{}", line);
        prop_assert_eq!(parsed.unknown, [""; 0], "{}", line);
    }

    #[test]
    fn a_reply_is_read_as_it_is_written(
        (dialect, reply) in dialect().prop_flat_map(|d| (Just(d), any_reply(d)))
    ) {
        let line = reply.in_dialect(dialect).to_string();
        prop_assert_eq!(Reply::parse(&line, dialect), reply, "{}", line);
    }

    #[test]
    fn any_text_at_all_is_taken_calmly(line in any::<String>()) {
        check_line(&line)?;
    }

    #[test]
    fn a_spoilt_line_is_taken_calmly(line in mutated()) {
        check_line(&line)?;
    }
}

#[test]
fn a_line_of_a_megabyte_is_taken_calmly() {
    for part in ["go ", "x ", "position startpos moves ", "searchmoves e2e4 ", "9", " ", "ß"] {
        check_line(&part.repeat(1_000_000 / part.len())).unwrap();
        check_line(&format!("go depth {}", part.repeat(1_000_000 / part.len()))).unwrap();
    }
}
