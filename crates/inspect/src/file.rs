//! Trace files: a recording as lines of JSON, plain or compressed with Zstandard.
//!
//! ```text
//! {"format":"plyglot trace","version":2,…,"columns":["parent","ply",…]}
//! [null,0,0,1,"",1,…]
//! [0,0,1,1,"e2e4",0,…]
//! ```
//!
//! The first line says what it is and names the columns; every further line is one visit, its
//! number being its place, from 0. `protocol.md` describes the columns. A name that ends in `.zst`
//! asks for compression; what is read is recognized by its first bytes. The reader trusts nothing.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;

use serde_json::{Map, Value, json};

use super::packing;
use super::recording::{About, End, Iteration, Node, Recording, Texts};
use super::scope::Scope;
use plyglot_core::file;
use plyglot_core::text::shorten;
use plyglot_core::{Bound, RulesInForce, Score};
use plyglot_search::worker::PLY_LIMIT;

/// What the first line says the file is.
const FORMAT: &str = "plyglot trace";
/// The version of the format that is written and read.
const VERSION: u64 = 2;
/// The first line is no longer than this, with a game of many moves in it.
const HEADER_BYTES_MAX: u64 = 16 << 20;
/// No other line is longer: a visit names at most the moves of one position.
const LINE_BYTES_MAX: u64 = 1 << 20;
/// No trace is longer: as many visits as are kept take less.
const FILE_BYTES_MAX: u64 = 8 << 30;
/// What is packed may unpack to so many bytes, and so many for each of its own: traces of searches
/// shrink to between a tenth and a twentieth, and no few bytes are to take all memory.
const UNPACKED_BYTES: u64 = 1 << 20;
const UNPACKED_TIMES: u64 = 100;
/// How a file compressed with Zstandard begins [rfc-8878, 3.1.1].
const ZSTD_MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// The columns, in order.
pub const COLUMNS: [&str; 20] = [
    "parent",
    "thread",
    "ply",
    "iteration",
    "move",
    "depth",
    "extension",
    "reduction",
    "alpha",
    "beta",
    "opinion",
    "score",
    "bound",
    "same_side",
    "end",
    "by",
    "earlier",
    "visits",
    "skipped",
    "key",
];

/// Why a trace file was not written or not taken.
#[derive(Debug, thiserror::Error)]
pub enum TraceError {
    /// The file system refused.
    #[error("{path}: {source}")]
    Io {
        /// The file.
        path: String,
        /// Its reason.
        source: io::Error,
    },
    /// The file is not what it should be.
    #[error("{path}: line {line}: {what}")]
    Content {
        /// The file.
        path: String,
        /// Counted from 1.
        line: usize,
        /// What was found there and what expected.
        what: String,
    },
}

/// Writes a file, whole or not at all; compressed if its name ends in `.zst`.
pub fn save(recording: &Recording, path: &str) -> Result<(), TraceError> {
    let failed = |source| TraceError::Io { path: path.to_owned(), source };
    let bytes = if Path::new(path).extension().is_some_and(|end| end == "zst") {
        packed(recording).map_err(failed)?
    } else {
        let mut bytes = Vec::new();
        write(recording, &mut bytes).map_err(failed)?;
        bytes
    };
    file::write_whole(Path::new(path), &bytes).map_err(failed)
}

/// What a file that is compressed has in it.
pub fn packed(recording: &Recording) -> io::Result<Vec<u8>> {
    packing::packed(|out| write(recording, out))
}

/// Reads a file.
pub fn load(path: &str) -> Result<Recording, TraceError> {
    let failed = |source| TraceError::Io { path: path.to_owned(), source };
    let file = file::open(Path::new(path)).map_err(failed)?;
    let len = file.metadata().map_err(failed)?.len();
    if len > FILE_BYTES_MAX {
        let what = format!("found {len} bytes, expected at most {FILE_BYTES_MAX}");
        return Err(TraceError::Content { path: path.to_owned(), line: 1, what });
    }
    read_file(path, BufReader::new(file.take(len)), len, Most::default())
}

/// Reads what stands in a file of this name, wherever that may come from.
pub fn of_bytes(name: &str, bytes: &[u8], most: Most) -> Result<Recording, TraceError> {
    read_file(name, bytes, bytes.len() as u64, most)
}

/// Whether a file begins as one of ours does, or as whatever is compressed.
pub fn is_begun(bytes: &[u8]) -> bool {
    let key = bytes.strip_prefix(b"{\"").and_then(|rest| rest.split(|&byte| byte == b'"').next());
    let key = key.and_then(|key| std::str::from_utf8(key).ok());
    let is_ours = |key: &str| header(&Recording::default()).get(key).is_some();
    bytes.starts_with(&ZSTD_MAGIC) || key.is_some_and(is_ours)
}

/// How much is read at most.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Most {
    /// Visits.
    pub visits: usize,
    /// Bytes, unpacked.
    pub bytes: u64,
}

impl Default for Most {
    /// As much as is ever recorded.
    fn default() -> Self {
        Self { visits: Scope::NODES_MAX, bytes: u64::MAX }
    }
}

/// Reads a file of so many bytes, packed or plain.
fn read_file(
    path: &str,
    mut file: impl BufRead,
    len: u64,
    most: Most,
) -> Result<Recording, TraceError> {
    let failed = |source| TraceError::Io { path: path.to_owned(), source };
    let packed = file.fill_buf().map_err(failed)?.starts_with(&ZSTD_MAGIC);
    let read = if packed {
        let plain = packing::unpacked(file).map_err(failed)?;
        read_most(&mut BufReader::new(Within::new(plain, len, most.bytes)), most.visits)
    } else {
        read_most(&mut file, most.visits)
    };
    read.map_err(|Wrong { line, what }| TraceError::Content { path: path.to_owned(), line, what })
}

/// What is unpacked, until it is too much.
struct Within<R> {
    plain: R,
    left: u64,
    /// How that is said.
    too_much: String,
}

impl<R: Read> Within<R> {
    /// What so many bytes unpack to.
    fn new(plain: R, packed: u64, bytes_max: u64) -> Self {
        let times = UNPACKED_TIMES;
        let left = UNPACKED_BYTES + times * packed;
        if left <= bytes_max {
            let too_much = format!("unpacks to more than {times} times its size, as no trace does");
            Self { plain, left, too_much }
        } else {
            let too_much = format!("unpacks to more than {bytes_max} bytes");
            Self { plain, left: bytes_max, too_much }
        }
    }
}

impl<R: Read> Read for Within<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.plain.read(buffer)?;
        let left = self.left.checked_sub(read as u64);
        self.left = left.ok_or_else(|| io::Error::other(self.too_much.clone()))?;
        Ok(read)
    }
}

/// Writes the lines.
pub fn write(recording: &Recording, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}", header(recording))?;
    recording.nodes.iter().try_for_each(|node| writeln!(out, "{}", row(recording, node)))
}

fn header(recording: &Recording) -> Value {
    let about = &recording.about;
    let About { rules, setup, moves, position, diagram, iterations, terms, .. } = about;
    let iteration = |it: &Iteration| {
        let Iteration { depth, score, nodes, time_us, pv } = it;
        json!({"depth": depth, "score": score.raw(), "nodes": nodes, "time_us": time_us, "pv": pv})
    };
    let terms: Vec<Value> = terms.iter().map(|(name, value)| json!([name, value])).collect();
    json!({
        "format": FORMAT,
        "version": VERSION,
        "variant": rules.variant,
        "options": rules.options,
        "setup": setup,
        "moves": moves,
        "position": position,
        "diagram": diagram,
        "mind": about.player,
        "played": about.played,
        "by_tables": about.by_tables,
        "notes": about.notes,
        "excluded": about.excluded,
        "iterations": iterations.iter().map(iteration).collect::<Vec<_>>(),
        "terms": terms,
        "visits": recording.visits,
        "ply_kept": recording.ply_kept,
        "rows": recording.nodes.len(),
        "columns": COLUMNS,
    })
}

fn row(recording: &Recording, node: &Node) -> Value {
    let bound = node.bound().map(|bound| match bound {
        Bound::Exact => "exact",
        Bound::Lower => "lower",
        Bound::Upper => "upper",
    });
    let skipped: Vec<&str> = node.skipped.iter().map(|&id| recording.text(id)).collect();
    json!([
        node.parent,
        node.thread,
        node.ply,
        node.iteration,
        recording.text(node.mv),
        node.depth,
        node.extension,
        node.reduction,
        node.alpha.raw(),
        node.beta.raw(),
        node.static_eval.map(Score::raw),
        node.score.map(Score::raw),
        bound,
        node.same_side,
        node.end.word(),
        recording.text(node.text),
        node.earlier,
        node.visits,
        skipped,
        format!("{:016x}", node.key),
    ])
}

/// What is wrong with a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wrong {
    /// Counted from 1.
    pub line: usize,
    /// What was found and what expected.
    pub what: String,
}

/// Reads the lines. Never trusts them.
pub fn read(input: &mut dyn BufRead) -> Result<Recording, Wrong> {
    read_most(input, Scope::NODES_MAX)
}

/// The same of no more visits.
fn read_most(input: &mut dyn BufRead, visits_max: usize) -> Result<Recording, Wrong> {
    let in_first = |what| Wrong { line: 1, what };
    let first = line(input, HEADER_BYTES_MAX).map_err(in_first)?.unwrap_or_default();
    let (mut recording, rows) = read_header(&first).map_err(in_first)?;
    if rows > visits_max {
        return Err(in_first(format!("rows: found {rows}, expected at most {visits_max}")));
    }
    let mut texts = Texts::new();
    for number in 2.. {
        let at = |what| Wrong { line: number, what };
        let Some(text) = line(input, LINE_BYTES_MAX).map_err(at)? else { break };
        if recording.nodes.len() == rows {
            return Err(at(format!("expected {rows} visits by the first line")));
        }
        let value = serde_json::from_slice(&text).map_err(|error| at(error.to_string()))?;
        let node = read_row(&value, &mut texts).map_err(at)?;
        check(&recording.nodes, &node).map_err(at)?;
        recording.nodes.push(node);
    }
    recording.texts = texts.list;
    let found = recording.nodes.len();
    if found != rows {
        let what = format!("found {found} visits, expected {rows} by the first line");
        return Err(Wrong { line: found + 1, what });
    }
    Ok(recording)
}

/// One line without its end; `None` behind the last.
fn line(input: &mut dyn BufRead, bytes_max: u64) -> Result<Option<Vec<u8>>, String> {
    let mut bytes = Vec::new();
    let read = input.take(bytes_max).read_until(b'\n', &mut bytes);
    if read.map_err(|error| error.to_string())? == 0 {
        return Ok(None);
    }
    let is_cut = (bytes.len() as u64) < bytes_max;
    if bytes.pop() != Some(b'\n') {
        return Err(if is_cut {
            "found the end of the file within a line: it is cut short".to_owned()
        } else {
            format!("found no end of the line within {bytes_max} bytes")
        });
    }
    Ok(Some(bytes))
}

fn read_header(text: &[u8]) -> Result<(Recording, usize), String> {
    let known = serde_json::from_slice::<Map<String, Value>>(text).ok();
    let known = known.filter(|header| header.get("format").is_some_and(|value| value == FORMAT));
    let Some(header) = known else {
        return Err(format!("expected an object with `format` {FORMAT}"));
    };
    let field = |name: &str| header.get(name).unwrap_or(&Value::Null);
    let version = field("version");
    if *version != VERSION {
        return Err(format!("version: found {version}, expected {VERSION}"));
    }
    let columns = field("columns");
    if *columns != json!(COLUMNS) {
        return Err("columns: found others than this version has".to_owned());
    }
    let pair = |value: &Value| Some((text_of(&value[0])?, text_of(&value[1])?));
    let term = |value: &Value| Some((text_of(&value[0])?, i32::try_from(value[1].as_i64()?).ok()?));
    let rules = RulesInForce {
        variant: text_of(field("variant")).ok_or_else(|| missing("variant"))?,
        options: list(field("options"), pair).ok_or_else(|| missing("options"))?,
    };
    let about = About {
        rules,
        setup: text_of(field("setup")),
        moves: list(field("moves"), text_of).ok_or_else(|| missing("moves"))?,
        position: text_of(field("position")).ok_or_else(|| missing("position"))?,
        diagram: list(field("diagram"), text_of).ok_or_else(|| missing("diagram"))?,
        player: text_of(field("mind")).ok_or_else(|| missing("mind"))?,
        played: text_of(field("played")),
        by_tables: field("by_tables").as_bool().ok_or_else(|| missing("by_tables"))?,
        notes: list(field("notes"), text_of).ok_or_else(|| missing("notes"))?,
        excluded: list(field("excluded"), text_of).ok_or_else(|| missing("excluded"))?,
        iterations: list(field("iterations"), iteration_of).ok_or_else(|| missing("iterations"))?,
        terms: list(field("terms"), term).ok_or_else(|| missing("terms"))?,
    };
    let visits = field("visits").as_u64().ok_or_else(|| missing("visits"))?;
    let ply_kept = field("ply_kept").as_u64().and_then(|ply| u32::try_from(ply).ok());
    let rows = field("rows").as_u64().and_then(|rows| usize::try_from(rows).ok());
    let rows = rows.ok_or_else(|| missing("rows"))?;
    Ok((Recording { about, visits, ply_kept, ..Recording::default() }, rows))
}

fn missing(name: &str) -> String {
    format!("{name}: missing, or not what belongs there")
}

fn text_of(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

fn list<T>(value: &Value, each: impl Fn(&Value) -> Option<T>) -> Option<Vec<T>> {
    value.as_array()?.iter().map(each).collect()
}

fn score_of(value: &Value) -> Option<Score> {
    let raw = i32::try_from(value.as_i64()?).ok()?;
    (raw.abs() <= Score::INFINITE.raw()).then(|| Score::DRAW.offset(raw))
}

fn iteration_of(value: &Value) -> Option<Iteration> {
    Some(Iteration {
        depth: u32::try_from(value["depth"].as_u64()?).ok()?,
        score: score_of(&value["score"])?,
        nodes: value["nodes"].as_u64()?,
        time_us: value["time_us"].as_u64()?,
        pv: list(&value["pv"], text_of)?,
    })
}

fn read_row(value: &Value, texts: &mut Texts) -> Result<Node, String> {
    let cells = value.as_array().filter(|cells| cells.len() == COLUMNS.len());
    let cells = cells.ok_or_else(|| format!("expected a list of {} values", COLUMNS.len()))?;
    let wrong = |at: usize| format!("{}: found `{}`", COLUMNS[at], shorten(&cells[at].to_string()));
    let whole = |at: usize| cells[at].as_u64().ok_or_else(|| wrong(at));
    let small = |at: usize| u16::try_from(whole(at)?).map_err(|_| wrong(at));
    let signed = |at: usize| {
        let n = cells[at].as_i64().and_then(|n| i16::try_from(n).ok());
        n.ok_or_else(|| wrong(at))
    };
    let score = |at: usize| score_of(&cells[at]).ok_or_else(|| wrong(at));
    let word = |at: usize| cells[at].as_str().ok_or_else(|| wrong(at));
    let some = |at: usize| !cells[at].is_null();
    let skipped = cells[18].as_array().ok_or_else(|| wrong(18))?;
    let skipped = skipped.iter().map(|mv| mv.as_str().map(|mv| texts.id(mv)));
    let skipped = skipped.collect::<Option<_>>().ok_or_else(|| wrong(18))?;
    let narrow = |at: usize| u32::try_from(whole(at)?).map_err(|_| wrong(at));
    Ok(Node {
        parent: some(0).then(|| narrow(0)).transpose()?,
        thread: small(1)?,
        ply: small(2)?,
        iteration: small(3)?,
        mv: texts.id(word(4)?),
        depth: signed(5)?,
        extension: signed(6)?,
        reduction: signed(7)?,
        alpha: score(8)?,
        beta: score(9)?,
        static_eval: some(10).then(|| score(10)).transpose()?,
        score: some(11).then(|| score(11)).transpose()?,
        same_side: cells[13].as_bool().ok_or_else(|| wrong(13))?,
        end: End::from_word(word(14)?).ok_or_else(|| wrong(14))?,
        text: texts.id(word(15)?),
        earlier: some(16).then(|| signed(16).map(i32::from)).transpose()?,
        visits: whole(17)?,
        skipped,
        key: u64::from_str_radix(word(19)?, 16).map_err(|_| wrong(19))?,
    })
}

/// Whether a visit fits those before it.
fn check(before: &[Node], node: &Node) -> Result<(), String> {
    let Some(parent) = node.parent else {
        let last = before.last().map_or(0, |last| last.thread);
        return match node.ply {
            0 if node.thread >= last => Ok(()),
            0 => Err(format!("thread: found {}, expected at least {last}", node.thread)),
            ply => Err(format!("ply: found {ply}, expected 0")),
        };
    };
    let above = before.get(parent as usize);
    let above = above.ok_or_else(|| format!("parent: found {parent}, not yet read"))?;
    let expected = u32::from(above.ply) + 1;
    if u32::from(node.ply) != expected {
        return Err(format!("ply: found {}, expected {expected}", node.ply));
    }
    if expected > PLY_LIMIT {
        return Err(format!("ply: found {}, expected at most {PLY_LIMIT}", node.ply));
    }
    if node.thread != above.thread {
        return Err(format!("thread: found {}, expected {}", node.thread, above.thread));
    }
    Ok(())
}
