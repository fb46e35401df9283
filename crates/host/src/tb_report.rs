//! What a build took, said in words and written as JSON.

use serde_json::{Value, json};

use crate::memory::Memory;
use crate::output::filled;
use crate::progress::Voice;
use plyglot_core::file::WholeFile;
use plyglot_core::text::number_of;
use plyglot_ranks::Ranks;
use plyglot_tablebase::Metric;
use plyglot_tablebase::distributed::{Made, Traffic, largest};

/// What became of one table.
pub(super) struct Line {
    pub(super) name: String,
    pub(super) places: u64,
    pub(super) seconds: f64,
    pub(super) made: Made,
}

/// The most memory that a process has held, in KiB.
#[derive(Clone, Copy)]
pub(super) struct Peak {
    whole: u64,
    /// Without what other processes share (the program, its libraries, what they map together), and without
    /// what it had before the first table.
    tables: u64,
}

impl Peak {
    /// Of this process, whose memory was this before the first table.
    pub(super) fn since(before: Option<Memory>) -> Option<Self> {
        let (before, now) = (before?, Memory::read()?);
        Some(Self { whole: now.peak(), tables: now.own_peak_since(&before) })
    }

    /// Of the rank that has held most.
    pub(super) fn of_all(own: Option<Self>, ranks: &dyn Ranks) -> Option<Self> {
        let of = |part: fn(&Self) -> u64| largest(ranks, own.as_ref().map_or(0, part));
        let (whole, tables) = (of(|peak| peak.whole), of(|peak| peak.tables));
        (whole > 0).then_some(Self { whole, tables })
    }
}

/// A whole build.
pub(super) struct Report {
    ranks: usize,
    metric: Metric,
    pub(super) seconds: f64,
    /// Of the process with most of it, where the system says so.
    pub(super) memory: Option<Peak>,
    pub(super) lines: Vec<Line>,
}

impl Report {
    /// Of a build by so many processes.
    pub(super) const fn new(ranks: usize, metric: Metric) -> Self {
        Self { ranks, metric, seconds: 0.0, memory: None, lines: Vec::new() }
    }

    /// What is said of a table.
    pub(super) fn words(&self, line: &Line) -> String {
        let Line { name, places, seconds, made } = line;
        let Made { is_found, bytes, refused, traffic } = made;
        let (metric, bytes) = (self.metric, bytes.unwrap_or_default());
        if *is_found {
            return format!("{name} {metric}: there already, {bytes} bytes");
        }
        let why = refused.iter().fold(String::new(), |text, why| text + why + "; built anew\n");
        let sent = self.sent(*traffic);
        format!("{why}{name} {metric}: {places} places, {seconds:.2} s, {bytes} bytes{sent}")
    }

    /// `, 12 messages of 340 bytes`, where there is somebody to send them to.
    fn sent(&self, Traffic { messages, bytes }: Traffic) -> String {
        if self.ranks == 1 {
            return String::new();
        }
        format!(", {messages} messages of {bytes} bytes")
    }

    /// Says what the whole build took, and writes the report into a file that was begun for it.
    pub(super) fn end(&self, voice: &Voice, file: Option<WholeFile>) -> Result<(), String> {
        let bytes = self.sum(|line| line.made.bytes.unwrap_or_default());
        let by = if self.ranks > 1 { format!(" by {} ranks", self.ranks) } else { String::new() };
        let each = if self.ranks > 1 { " a rank" } else { "" };
        let memory = self.memory.map_or(String::new(), |Peak { whole, tables }| {
            format!(", peak {} MiB{each}, {} of it for tables", whole >> 10, tables >> 10)
        });
        voice.say(format!(
            "{}{by}{}, {bytes} bytes{}{memory}",
            number_of(self.lines.len(), "table"),
            self.work(),
            self.sent(self.traffic())
        ));
        file.map_or(Ok(()), |file| filled(file, self.json().as_bytes()))
    }

    /// What of it was built, and how fast; tables that were there already took no work.
    fn work(&self) -> String {
        let found = self.lines.iter().filter(|line| line.made.is_found).count();
        if found == self.lines.len() {
            return ", all there already".to_owned();
        }
        let already = if found > 0 { format!(", {found} there already") } else { String::new() };
        let places = self.sum(|line| if line.made.is_found { 0 } else { line.places });
        #[expect(clippy::cast_precision_loss, reason = "for people")]
        let rate = places as f64 / self.seconds.max(0.001);
        format!("{already}, {places} places, {:.2} s, {rate:.0} places a second", self.seconds)
    }

    fn sum(&self, of: impl Fn(&Line) -> u64) -> u64 {
        self.lines.iter().map(of).sum()
    }

    fn traffic(&self) -> Traffic {
        let messages = self.sum(|line| line.made.traffic.messages);
        Traffic { messages, bytes: self.sum(|line| line.made.traffic.bytes) }
    }

    fn json(&self) -> String {
        let Self { ranks, metric, seconds, memory, lines } = self;
        let table = |line: &Line| {
            let Line { name, places, seconds, made } = line;
            let Made { is_found, bytes, traffic, .. } = made;
            json!({
                "table": name, "found": is_found, "places": places, "seconds": seconds,
                "bytes": bytes, "messages": traffic.messages, "bytes_sent": traffic.bytes,
            })
        };
        let tables: Vec<Value> = lines.iter().map(table).collect();
        let report = json!({
            "ranks": ranks, "metric": metric.word(), "seconds": seconds,
            "peak_mib": memory.map(|peak| peak.whole >> 10),
            "tables_kib": memory.map(|peak| peak.tables), "tables": tables,
        });
        format!("{report:#}\n")
    }
}
