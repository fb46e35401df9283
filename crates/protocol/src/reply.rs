//! What the engine may say: one [`Reply`], one line, in the words of one [`Dialect`].
//!
//! The same type is read again where we listen to engines: [`Reply::parse`] takes back what
//! [`Reply::in_dialect`] wrote, and is patient with what others write.

use std::fmt;

use super::words::write_number;
use plyglot_core::{Bound, Info, Score};

/// The two dialects.
///
/// | | UCI | UGI |
/// |---|---|---|
/// | no move | `bestmove (none)` | `bestmove 0000` |
/// | expected reply | `bestmove X ponder Y` | `bestmove X` |
/// | proven win | `mate` in moves of the winner | `mate` in plies |
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Dialect {
    /// Universal Chess Interface [uci-2006].
    #[default]
    Uci,
    /// Universal Game Interface (kz04px).
    Ugi,
}

/// One line of output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// `id name …`.
    IdName(String),
    /// `id author …`.
    IdAuthor(String),
    /// `option …`, as [`plyglot_core::Opt`] writes itself.
    Option(String),
    /// `uciok`.
    UciOk,
    /// `ugiok`.
    UgiOk,
    /// `readyok`.
    ReadyOk,
    /// `info …`.
    Info(Info),
    /// `info string …`.
    Note(String),
    /// `info string error …`.
    Error(String),
    /// `bestmove …`.
    BestMove {
        /// The move, `None` where there is none.
        best: Option<String>,
        /// The reply expected; UCI only.
        ponder: Option<String>,
    },
    /// `response …` to a query: one of [`Reply::RESPONSES`].
    Response(&'static str),
    /// A line for people, answering `d`, `eval`, `moves`, `rules`, `perft`, `bench`, `help`; and,
    /// when we listen, every line that is none of the above.
    Text(String),
}

impl Reply {
    /// Whether a person wants to read it: which move is being tried is for programs that show it in
    /// one place.
    pub fn is_for_people(&self) -> bool {
        !matches!(self, Self::Info(Info { current: Some(_), .. }))
    }

    /// Every answer to a query.
    pub const RESPONSES: [&'static str; 6] = ["true", "false", "p1win", "p2win", "draw", "none"];

    /// The reply as a line of this dialect, without the line's end.
    ///
    /// ```
    /// use plyglot_protocol::{Dialect, Reply};
    /// let reply = Reply::BestMove { best: Some("e2e4".into()), ponder: Some("e7e5".into()) };
    /// assert_eq!(reply.in_dialect(Dialect::Uci).to_string(), "bestmove e2e4 ponder e7e5");
    /// assert_eq!(reply.in_dialect(Dialect::Ugi).to_string(), "bestmove e2e4");
    /// ```
    pub fn in_dialect(&self, dialect: Dialect) -> InDialect<'_> {
        InDialect { reply: self, dialect }
    }

    /// The same line for a person at a terminal, who needs no mark to tell a note from an answer.
    ///
    /// ```
    /// use plyglot_protocol::{Dialect, Reply};
    /// let reply = Reply::Note("depth 1 cp 12".to_owned());
    /// assert_eq!(reply.for_people(Dialect::Uci), "depth 1 cp 12");
    /// ```
    pub fn for_people(&self, dialect: Dialect) -> String {
        let line = self.in_dialect(dialect).to_string();
        line.strip_prefix(NOTE).map_or(line.clone(), str::to_owned)
    }
}

/// What stands before a note.
const NOTE: &str = "info string ";

/// A [`Reply`] that prints itself in one dialect. Always one line: a control character in a text
/// (a name, a note) is printed as a space.
#[derive(Clone, Copy, Debug)]
pub struct InDialect<'a> {
    reply: &'a Reply,
    dialect: Dialect,
}

impl fmt::Display for InDialect<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.reply {
            Reply::IdName(name) => write_text(f, "id name ", name),
            Reply::IdAuthor(author) => write_text(f, "id author ", author),
            Reply::Option(declaration) => write_text(f, "option ", declaration),
            Reply::UciOk => f.write_str("uciok"),
            Reply::UgiOk => f.write_str("ugiok"),
            Reply::ReadyOk => f.write_str("readyok"),
            Reply::Info(info) => write_info(f, info, self.dialect),
            Reply::Note(text) => write_text(f, NOTE, text),
            Reply::Error(text) => write_text(f, "info string error ", text),
            Reply::BestMove { best, ponder } => {
                write_best(f, best.as_deref(), ponder.as_deref(), self.dialect)
            }
            Reply::Response(answer) => write!(f, "response {answer}"),
            Reply::Text(text) => write_text(f, "", text),
        }
    }
}

/// UGI's referees take lines of exactly two words, so the reply we expect is for UCI only.
fn write_best(
    f: &mut fmt::Formatter<'_>,
    best: Option<&str>,
    ponder: Option<&str>,
    dialect: Dialect,
) -> fmt::Result {
    match (best, ponder, dialect) {
        (None, _, Dialect::Uci) => f.write_str("bestmove (none)"),
        (None, _, Dialect::Ugi) => f.write_str("bestmove 0000"),
        (Some(best), Some(ponder), Dialect::Uci) => write!(f, "bestmove {best} ponder {ponder}"),
        (Some(best), None, Dialect::Uci) | (Some(best), _, Dialect::Ugi) => {
            write!(f, "bestmove {best}")
        }
    }
}

/// The fields in the order that readers are used to; the line comes last, as it has no end mark.
fn write_info(f: &mut fmt::Formatter<'_>, info: &Info, dialect: Dialect) -> fmt::Result {
    f.write_str("info")?;
    write_number(f, "depth", info.depth)?;
    write_number(f, "seldepth", info.seldepth)?;
    write_number(f, "multipv", info.multi_pv)?;
    if let Some((score, bound)) = info.score {
        write_score(f, score, bound, dialect)?;
    }
    if let Some([win, draw, loss]) = info.wdl {
        write!(f, " wdl {win} {draw} {loss}")?;
    }
    write_number(f, "nodes", info.nodes)?;
    write_number(f, "nps", info.nps)?;
    write_number(f, "hashfull", info.hashfull)?;
    write_number(f, "tbhits", info.tb_hits)?;
    write_number(f, "time", info.time_ms)?;
    if let Some((mv, number)) = &info.current {
        write!(f, " currmove {mv}")?;
        write_number(f, "currmovenumber", Some(number).filter(|&&number| number > 0))?;
    }
    if !info.pv.is_empty() {
        f.write_str(" pv")?;
        info.pv.iter().try_for_each(|mv| write!(f, " {mv}"))?;
    }
    Ok(())
}

/// UCI counts a proven end in moves of the winner (half the plies, rounded away from zero), UGI in
/// plies; both count a loss downwards, and `mate 0` has lost already.
fn write_score(
    f: &mut fmt::Formatter<'_>,
    score: Score,
    bound: Bound,
    dialect: Dialect,
) -> fmt::Result {
    match (score.plies_to_end(), dialect) {
        // A win that tables know of, without a distance, is as much as an evaluation can be.
        (None, _) => write!(f, " score cp {}", Score::cp(score.raw()).raw())?,
        (Some(plies), Dialect::Ugi) => write!(f, " score mate {plies}")?,
        (Some(plies), Dialect::Uci) => write!(f, " score mate {}", plies - plies / 2)?,
    }
    f.write_str(match bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    })
}

fn write_text(f: &mut fmt::Formatter<'_>, head: &str, text: &str) -> fmt::Result {
    f.write_str(head)?;
    let mut lines = text.split(char::is_control);
    lines.next().map_or(Ok(()), |first| f.write_str(first))?;
    lines.try_for_each(|part| write!(f, " {part}"))
}
