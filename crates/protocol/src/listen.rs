//! Lines of an engine to [`Reply`]: how a referee listens, to us and to foreign engines.
//!
//! Nothing is refused. What is no reply is a [`Reply::Text`]; inside an `info` line, unknown words
//! are skipped and a field without its number is as if it were not there. Any order of fields is
//! taken, since engines differ: bounds before or behind the score, fields behind the `pv`.

use super::reply::{Dialect, Reply};
use plyglot_core::score::PLY_MAX;
use plyglot_core::{Bound, Info, Score};

impl Reply {
    /// Reads one line, with or without its end. The dialect says how `mate` is counted.
    ///
    /// UCI's whole moves are taken as the plies between alternating sides: `mate 2` is a win in
    /// three plies, `mate -2` a loss in four.
    ///
    /// ```
    /// use plyglot_protocol::{Dialect, Reply};
    /// let reply = Reply::parse("bestmove e2e4 ponder e7e5\r\n", Dialect::Uci);
    /// let (best, ponder) = (Some("e2e4".to_owned()), Some("e7e5".to_owned()));
    /// assert_eq!(reply, Reply::BestMove { best, ponder });
    /// ```
    pub fn parse(line: &str, dialect: Dialect) -> Self {
        let line = line.trim_end_matches(['\r', '\n']);
        reply(Words(line), dialect).unwrap_or_else(|| Self::Text(line.to_owned()))
    }
}

/// The rest of a line, word by word.
#[derive(Clone)]
struct Words<'a>(&'a str);

impl<'a> Words<'a> {
    /// The rest without the gaps at both ends.
    fn text(&self) -> &'a str {
        self.0.trim_matches(is_gap)
    }

    /// The next word is a number: takes it. Otherwise takes nothing.
    fn number<N: std::str::FromStr>(&mut self) -> Option<N> {
        let mut ahead = self.clone();
        let number = ahead.next()?.parse().ok()?;
        *self = ahead;
        Some(number)
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let text = self.0.trim_start_matches(is_gap);
        let (word, rest) = text.split_once(is_gap).unwrap_or((text, ""));
        self.0 = rest;
        Some(word).filter(|word| !word.is_empty())
    }
}

/// Control characters separate words here, as they are printed as spaces.
fn is_gap(c: char) -> bool {
    c.is_whitespace() || c.is_control()
}

/// `None` for a line that is no reply.
fn reply(mut words: Words<'_>, dialect: Dialect) -> Option<Reply> {
    let first = words.next()?;
    match first {
        "id" => match words.next()? {
            "name" => Some(Reply::IdName(words.text().to_owned())),
            "author" => Some(Reply::IdAuthor(words.text().to_owned())),
            _ => None,
        },
        "option" => Some(Reply::Option(words.text().to_owned())),
        "info" => Some(info_or_note(words, dialect)),
        "bestmove" => Some(best_move(words)),
        "response" => {
            let answer = words.text();
            Reply::RESPONSES.into_iter().find(|known| *known == answer).map(Reply::Response)
        }
        "uciok" | "ugiok" | "readyok" if !words.text().is_empty() => None,
        "uciok" => Some(Reply::UciOk),
        "ugiok" => Some(Reply::UgiOk),
        "readyok" => Some(Reply::ReadyOk),
        _ => None,
    }
}

/// `0000` is UGI's word for no move, and of old engines in UCI; `(none)` is UCI's.
fn best_move(mut words: Words<'_>) -> Reply {
    let is_move = |word: &&str| !matches!(*word, "(none)" | "none" | "0000");
    let best = words.next().filter(is_move).map(str::to_owned);
    let ponder = words.next().filter(|word| *word == "ponder").and_then(|_| words.next());
    Reply::BestMove { best, ponder: ponder.filter(is_move).map(str::to_owned) }
}

fn info_or_note(words: Words<'_>, dialect: Dialect) -> Reply {
    let mut ahead = words.clone();
    if ahead.next() != Some("string") {
        return Reply::Info(info(words, dialect));
    }
    let note = ahead.text();
    match ahead.next() {
        Some("error") => Reply::Error(ahead.text().to_owned()),
        _ => Reply::Note(note.to_owned()),
    }
}

/// The words that begin a field, and so end a `pv`.
const FIELDS: [&str; 21] = [
    "depth",
    "seldepth",
    "multipv",
    "score",
    "cp",
    "mate",
    "lowerbound",
    "upperbound",
    "wdl",
    "nodes",
    "nps",
    "hashfull",
    "tbhits",
    "time",
    "currmove",
    "currmovenumber",
    "pv",
    "string",
    "refutation",
    "currline",
    "cpuload",
];

fn info(mut words: Words<'_>, dialect: Dialect) -> Info {
    let mut info = Info::default();
    let (mut score, mut bound) = (None, Bound::Exact);
    let (mut current, mut current_number) = (None, 0);
    while let Some(word) = words.next() {
        match word {
            "depth" => info.depth = words.number(),
            "seldepth" => info.seldepth = words.number(),
            "multipv" => info.multi_pv = words.number(),
            "cp" => score = words.number().map(evaluation),
            "mate" => score = words.number().map(|count| proven_end(count, dialect)),
            "lowerbound" => bound = Bound::Lower,
            "upperbound" => bound = Bound::Upper,
            "wdl" => info.wdl = chances(&mut words),
            "nodes" => info.nodes = words.number(),
            "nps" => info.nps = words.number(),
            "hashfull" => info.hashfull = words.number(),
            "tbhits" => info.tb_hits = words.number(),
            "time" => info.time_ms = words.number(),
            "currmove" => current = words.next().map(str::to_owned),
            "currmovenumber" => current_number = words.number().unwrap_or(0),
            "pv" => info.pv = principal_variation(&mut words),
            // Text up to the end of the line.
            "string" => break,
            _ => (),
        }
    }
    info.score = score.map(|score| (score, bound));
    info.current = current.map(|mv| (mv, current_number));
    info
}

fn chances(words: &mut Words<'_>) -> Option<[u16; 3]> {
    Some([words.number()?, words.number()?, words.number()?])
}

fn principal_variation(words: &mut Words<'_>) -> Vec<String> {
    let mut pv = Vec::new();
    let mut ahead = words.clone();
    while let Some(word) = ahead.next().filter(|word| !FIELDS.contains(word)) {
        pv.push(word.to_owned());
        *words = ahead.clone();
    }
    pv
}

/// `cp N`; what other engines say beyond our scale is cut off below the proven ends.
fn evaluation(hundredths: i64) -> Score {
    let max = i64::from(Score::win_in(PLY_MAX).prev().raw());
    Score::DRAW.offset(i32::try_from(hundredths.clamp(-max, max)).unwrap_or(0))
}

/// `mate N`; distances beyond ours are cut off.
fn proven_end(count: i64, dialect: Dialect) -> Score {
    let distance = count.unsigned_abs();
    let plies = match dialect {
        Dialect::Ugi => distance,
        Dialect::Uci if count > 0 => distance.saturating_mul(2) - 1,
        Dialect::Uci => distance.saturating_mul(2),
    };
    let plies = u32::try_from(plies).unwrap_or(PLY_MAX).min(PLY_MAX);
    if count > 0 { Score::win_in(plies) } else { Score::loss_in(plies) }
}
