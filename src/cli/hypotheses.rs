//! `plyglot hypotheses`: the readings of the program of a game's source text, tried on a record.

use std::fmt::Write;
use std::path::PathBuf;

use plyglot_core::Settings;
use plyglot_host::entry::GameEntry;
use plyglot_host::readings::{Fit, Group, Hypothesis};

use crate::io;
use crate::options;
use crate::records::form::{GameFile, Wanted};

/// Readings that are named of a group, unless all are asked for.
const READINGS_NAMED: usize = 16;

/// What `plyglot hypotheses` is asked.
#[derive(clap::Args, Clone, Debug)]
pub(super) struct HypothesesJob {
    /// The record, such as a `.klh` file of Kalah
    file: PathBuf,
    /// Only the readings of this family; may be repeated
    #[arg(long, value_name = "NAME")]
    family: Vec<String>,
    /// So many ranks
    #[arg(long, default_value_t = 10, value_name = "N")]
    top: usize,
    /// Every rank, and every reading by name
    #[arg(long, conflicts_with = "top")]
    all: bool,
}

impl HypothesesJob {
    /// Tries the readings on the first game of the file.
    pub(super) fn run(
        &self,
        games: &'static [&'static GameEntry],
        given: &[String],
    ) -> Result<(), String> {
        self.tell(games, given, &mut |line| io::say(line))
    }

    fn tell(
        &self,
        games: &'static [&'static GameEntry],
        given: &[String],
        say: &mut dyn FnMut(&str),
    ) -> Result<(), String> {
        if !given.is_empty() {
            return Err(format!(
                "hypotheses: found option `{}`, expected none: the record says its rules",
                given[0]
            ));
        }
        let shown = self.file.display().to_string();
        let file = GameFile::read_all(games, &self.file, &shown, None)?;
        let game = file.first_reader(games).unwrap_or(games[0]);
        let settings = Settings::defaults(&options::all(games));
        let variant = game.variants[0].name;
        let wanted = Wanted { game, variant, is_said: false, settings: &settings, options: &[] };
        let mut kept = file.open(games, 0, &wanted)?;
        kept.play_all().map_err(|error| format!("{shown}: {error}"))?;
        let groups = kept.engine.try_readings();
        if groups.is_empty() {
            let name = kept.game.name;
            let known = with_readings(games, &settings).join(", ");
            return Err(format!(
                "{shown}: found a game of {name}, expected one of a game whose text tells of a \
                 program: {known}"
            ));
        }
        let groups = self.of_families(groups)?;
        let moves: Vec<&str> = kept.moves.iter().map(|mv| mv.text.as_str()).collect();
        say(&format!("{shown}: {}", summary(&groups, moves.len())));
        let ranks = if self.all { groups.len() } else { self.top };
        for (rank, group) in (1..).zip(&groups).take(ranks) {
            say(&format!("{rank}. {}", verdicts(group, &moves)));
            self.name_readings(group, say);
        }
        let left = groups.len().saturating_sub(ranks);
        if left > 0 {
            say(&format!("{left} ranks more; --all tells them"));
        }
        Ok(())
    }

    /// Only the readings of the families that were asked for.
    fn of_families(&self, mut groups: Vec<Group>) -> Result<Vec<Group>, String> {
        let known = families(&groups);
        for name in &self.family {
            if !known.contains(&name.as_str()) {
                let known = known.join(", ");
                return Err(format!("hypotheses: found family `{name}`, expected one of {known}"));
            }
        }
        if !self.family.is_empty() {
            let is_wanted =
                |reading: &Hypothesis| self.family.iter().any(|name| name == reading.family);
            for group in &mut groups {
                group.readings.retain(is_wanted);
            }
            groups.retain(|group| !group.readings.is_empty());
        }
        Ok(groups)
    }

    fn name_readings(&self, group: &Group, say: &mut dyn FnMut(&str)) {
        let count = group.readings.len();
        if count > 1 {
            say(&format!("   {count} readings that this game cannot tell apart:"));
        }
        let named = if self.all { count } else { READINGS_NAMED };
        for Hypothesis { family, reading } in group.readings.iter().take(named) {
            say(&format!("   {family}: {reading}"));
        }
        if count > named {
            say(&format!("   and {} more; --all names them", count - named));
        }
    }
}

/// The games that have readings.
fn with_readings(games: &[&'static GameEntry], settings: &Settings) -> Vec<&'static str> {
    let has_readings = |game: &&&'static GameEntry| {
        let engine = (game.open)(game.variants[0].name, settings);
        engine.is_ok_and(|engine| !engine.try_readings().is_empty())
    };
    games.iter().filter(has_readings).map(|game| game.name).collect()
}

/// The families, in the order of their names.
fn families(groups: &[Group]) -> Vec<&'static str> {
    let families = groups.iter().flat_map(|group| &group.readings).map(|reading| reading.family);
    families.collect::<std::collections::BTreeSet<_>>().into_iter().collect()
}

/// `26 moves, 900 readings in 6 families, 200 told apart`.
fn summary(groups: &[Group], moves: usize) -> String {
    let readings: usize = groups.iter().map(|group| group.readings.len()).sum();
    let families = families(groups);
    format!(
        "{moves} moves, {readings} readings in {} families ({}), {} of them told apart",
        families.len(),
        families.join(", "),
        groups.len()
    )
}

/// `24 of 26 explained, 1 tied, 1 missed, 20 in a row; others: 21. 5 (tied, plays 2), …`.
fn verdicts(group: &Group, moves: &[&str]) -> String {
    let [explained, tied, missed] =
        [Fit::Explained, Fit::Tied, Fit::Missed].map(|verdict| group.count(verdict));
    let mut text = format!(
        "{explained} of {} explained, {tied} tied, {missed} missed, {} in a row",
        moves.len(),
        group.in_a_row()
    );
    let others = (1..).zip(moves).zip(&group.answers);
    let others: Vec<String> = others
        .filter_map(|((number, mv), answer)| {
            let word = match answer.verdict {
                Fit::Explained => return None,
                Fit::Tied => "tied",
                Fit::Missed => "missed",
            };
            let chosen = answer.chosen.as_deref().unwrap_or("nothing");
            Some(format!("{number}. {mv} ({word}, plays {chosen})"))
        })
        .collect();
    if !others.is_empty() {
        let _ = write!(text, "; {}", others.join(", "));
    }
    text
}
