//! Shares of a match, played by processes that knew nothing of one another, counted as one match.
//!
//! The result is that of the match played by one process: games are counted in the order of their
//! numbers, and a sequential test is decided where it would have been. Shares may be missing or not yet
//! at their ends; of a pair of games both must be there.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::journal::{Entry, Head, Journal};
use super::outline::Outline;
use super::report;
use super::run::Standing;
use super::schedule::Share;

/// What shares come to together.
#[derive(Clone, Debug)]
pub struct Merged {
    /// The whole match.
    pub outline: Outline,
    /// How it stands.
    pub standing: Standing,
    /// Games found, which is more than counted where a test was decided before, or a pair is not
    /// complete.
    pub found: u64,
}

impl Merged {
    /// Everything there is to say.
    pub fn summary(&self) -> String {
        let Self { outline, standing, found } = self;
        let (counted, games) = (standing.done, outline.schedule.games());
        let more = found - counted;
        let more = if more > 0 { format!(", {more} more not counted") } else { String::new() };
        format!("{counted} of {games} games{more}\n{}", report::summary(outline, standing))
    }
}

/// Counts the journals of shares, by their names or by those of their records, as one match. The error
/// says which file does not belong to the others.
pub fn merge(files: &[PathBuf]) -> Result<Merged, String> {
    let mut games: BTreeMap<u64, (&Path, Entry)> = BTreeMap::new();
    let mut first: Option<(&Path, Head)> = None;
    for file in files {
        let (head, entries) = Journal::read(file)?;
        let (first_file, first) = first.get_or_insert_with(|| (file, whole(head.clone())));
        let head = whole(head);
        if head != *first {
            let (file, first_file) = (file.display(), first_file.display());
            let differences = head.differences(first);
            return Err(format!(
                "{file}: found another match than that of {first_file}: it differs in {differences}"
            ));
        }
        for entry in entries {
            let number = entry.number;
            if let Some((earlier, _)) = games.insert(number, (file, entry)) {
                let (file, earlier) = (file.display(), earlier.display());
                return Err(format!(
                    "{file}: found game {}, which is in {earlier}, too",
                    number + 1
                ));
            }
        }
    }
    let (_, Head { outline, .. }) = first.ok_or("match merge: found no file, expected journals")?;
    let mut standing = Standing::new(&outline.schedule);
    for (number, (_, entry)) in &games {
        let has_other = games.contains_key(&(number ^ 1));
        let Some(slot) = outline.schedule.slot(*number).filter(|_| has_other) else { continue };
        standing.count(slot.pair, entry, outline.sprt.as_ref());
        if standing.verdict.is_some() {
            break;
        }
    }
    Ok(Merged { outline, standing, found: games.len() as u64 })
}

/// The head of the match of which this is a share.
fn whole(head: Head) -> Head {
    let Outline { names, schedule, sprt } = head.outline;
    let outline = Outline { names, schedule: schedule.only(Share::WHOLE), sprt };
    Head { outline, ..head }
}
