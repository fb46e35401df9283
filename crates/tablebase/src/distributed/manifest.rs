//! What stands in the manifest of a checkpoint: which table, how far it has come, and its parts.
//!
//! ```text
//! plyglot checkpoint 2
//! chess, KRK dtm …                  what table, under which rules, and how it is solved
//! 3 0 5 1 17                        generation, stage, round, whether all was gone through, reach
//! part 12 40 00f3…                  chunks looked at, places that had not told others, a checksum
//! xxh3:…                            of all lines before
//! ```

use std::fmt::Write as _;

use xxhash_rust::xxh3::xxh3_64;

/// What every manifest begins with: what it is, and the version of its form.
const HEAD: &str = "plyglot checkpoint 2";

/// A part of a checkpoint, as the manifest has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Part {
    pub(super) looked: u64,
    pub(super) fresh: u64,
    pub(super) sum: u64,
}

/// What a manifest says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Manifest {
    pub(super) generation: u64,
    pub(super) stage: u32,
    pub(super) round: Option<i32>,
    pub(super) is_scanned: bool,
    pub(super) reach: u64,
    pub(super) parts: Vec<Part>,
}

impl Manifest {
    pub(super) fn text(&self, about: &str) -> String {
        let Self { generation, stage, round, is_scanned, reach, parts } = self;
        let round = round.map_or("-".to_owned(), |round| round.to_string());
        let scanned = u8::from(*is_scanned);
        let mut text = format!("{HEAD}\n{about}\n{generation} {stage} {round} {scanned} {reach}\n");
        for Part { looked, fresh, sum } in parts {
            let _ = writeln!(text, "part {looked} {fresh} {sum:016x}");
        }
        let sum = xxh3_64(text.as_bytes());
        text + &format!("xxh3:{sum:016x}\n")
    }

    /// What stands before the checksum, if that is right.
    fn body(text: &str) -> Option<&str> {
        let (body, sum) = text.split_at(text.rfind("xxh3:")?);
        (sum.trim_end() == format!("xxh3:{:016x}", xxh3_64(body.as_bytes()))).then_some(body)
    }

    /// Which table a manifest is of, if it is sound.
    pub(super) fn about(text: &str) -> Option<&str> {
        Self::body(text)?.lines().nth(1)
    }

    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let body = Self::body(text).ok_or("damaged: the checksum differs")?;
        let mut lines = body.lines();
        let head = lines.next().unwrap_or_default();
        if head != HEAD {
            return Err(format!("found `{head}`, expected `{HEAD}`"));
        }
        let numbers = lines.nth(1).unwrap_or_default();
        Self::read(numbers, lines).ok_or_else(|| format!("found `{numbers}`, expected numbers"))
    }

    fn read<'t>(numbers: &str, parts: impl Iterator<Item = &'t str>) -> Option<Self> {
        let mut words = numbers.split(' ');
        let generation = words.next()?.parse().ok()?;
        let stage = words.next()?.parse().ok()?;
        let round = words.next().map(|word| word.parse().ok())?;
        let is_scanned = words.next()? == "1";
        let reach = words.next()?.parse().ok()?;
        let part = |line: &str| {
            let mut words = line.strip_prefix("part ")?.split(' ');
            let (looked, fresh) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
            Some(Part { looked, fresh, sum: u64::from_str_radix(words.next()?, 16).ok()? })
        };
        let parts: Vec<Part> = parts.map(part).collect::<Option<_>>()?;
        if parts.is_empty() {
            return None;
        }
        Some(Self { generation, stage, round, is_scanned, reach, parts })
    }
}
