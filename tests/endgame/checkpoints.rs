//! A table under way is killed at any moment, and taken up by another number of ranks.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use plyglot::endgame::build::BuildRequest;
use plyglot::endgame::contents::Builder;
use plyglot::endgame::distributed::{Party, build};
use plyglot::endgame::monitor::{Monitor, Phase};
use plyglot::endgame::store::TableSet;
use plyglot::endgame::{Indexer, Metric};
use plyglot::games::Game;
use plyglot::games::chess::Chess;
use plyglot::games::oware::Oware;
use plyglot::options::Chosen;
use plyglot::ranks::threads;
use plyglot::registry::GAMES;
use xxhash_rust::xxh3::xxh3_64;

/// Ends a rank at the n-th sign of progress of all, as a kill would; counts places looked at.
struct Killer {
    at: u64,
    signs: AtomicU64,
    looks: AtomicU64,
}

impl Killer {
    const fn at(at: u64) -> Self {
        Self { at, signs: AtomicU64::new(0), looks: AtomicU64::new(0) }
    }
}

impl Monitor for Killer {
    fn progress(&self, phase: Phase, _: u64, _: u64) {
        if phase == Phase::Initial {
            self.looks.fetch_add(1, Ordering::Relaxed);
        }
        assert_ne!(self.signs.fetch_add(1, Ordering::Relaxed), self.at, "killed");
    }
}

/// Builds the last table that has a name, with a checkpoint at every so many looks at the clock;
/// what was refused.
fn run<G: Game>(
    rules: &G,
    (name, metric): (&str, Metric),
    folder: &Path,
    ranks: usize,
    killer: &Killer,
) -> Vec<String> {
    let indexer = rules.indexer();
    let tables = indexer.tables(rules, 7);
    let table = tables.into_iter().find(|table| indexer.name(*table) == name).unwrap();
    let set = TableSet { game: G::NAME, rules, indexer: &indexer };
    let request = BuildRequest {
        tables: plyglot::endgame::build::with_needs(&indexer, rules, &[table]),
        metric,
        folder: Some(folder),
        memory: 1 << 30,
        builder: Builder::Retrograde,
    };
    let refused = threads::run(ranks, |ranks| {
        let ticks = AtomicU64::new(0);
        let clock = || Duration::from_secs(ticks.fetch_add(1, Ordering::Relaxed));
        let checkpoint = Some(Duration::from_secs(12));
        let party = Party { checkpoint, ..Party::of(ranks, &clock) };
        let mut refused = Vec::new();
        let mut each = |_, made: &plyglot::endgame::distributed::Made| {
            refused.extend(made.refused.iter().cloned());
        };
        build(&party, set, &request, killer, &mut |_| (), &mut each).unwrap();
        refused
    });
    refused.into_iter().next().unwrap_or_default()
}

/// `kills`: when, in quarters of the looks, or behind them of the rounds; and who goes on.
fn survives<G: Game>(rules: &G, table: (&str, Metric), kills: &[(u64, usize)]) {
    let [whole, killed] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let counted = Killer::at(u64::MAX);
    run(rules, table, whole.path(), 2, &counted);
    let (signs, looks) = (counted.signs.into_inner(), counted.looks.into_inner());
    let expected = fs::read_dir(whole.path()).unwrap().map(Result::unwrap);
    let expected: Vec<_> = expected.map(|file| (file.file_name(), file.path())).collect();
    for &(quarters, ranks) in kills {
        let kill =
            looks.min(looks * quarters / 4) + (signs - looks) * quarters.saturating_sub(4) / 4;
        let killer = Killer::at(kill);
        let died = catch_unwind(AssertUnwindSafe(|| run(rules, table, killed.path(), 2, &killer)));
        assert!(died.is_err(), "{table:?} killed at {kill} of {signs}");
        let again = Killer::at(u64::MAX);
        let refused = run(rules, table, killed.path(), ranks, &again);
        assert_eq!(refused, Vec::<String>::new());
        let again = again.looks.into_inner();
        assert!(again < looks, "{table:?}: {again} looks, {looks} from the beginning");
        assert_eq!(fs::read_dir(killed.path()).unwrap().count(), expected.len(), "{table:?}");
        for (name, path) in &expected {
            let made = fs::read(killed.path().join(name)).unwrap();
            assert!(
                made == fs::read(path).unwrap(),
                "{} killed at {kill} of {signs}",
                name.display()
            );
            fs::remove_file(killed.path().join(name)).unwrap();
        }
    }
}

#[test]
fn a_table_goes_on_from_its_checkpoint_by_another_number_of_ranks() {
    let settings = Chosen::new(GAMES, "tb", "oware").unwrap().settings;
    survives(&Chess::default(), ("KRK", Metric::Dtm), &[(2, 3), (3, 1), (6, 3)]);
    survives(&Chess::default(), ("KPK", Metric::Dtz), &[(6, 1)]);
    survives(&Chess::default(), ("KQK", Metric::Wdl), &[(3, 3)]);
    survives(&Oware::open("oware", &settings).unwrap(), ("06", Metric::Margin), &[(6, 3)]);
}

#[test]
fn a_checkpoint_that_is_damaged_is_refused_by_name_and_the_table_built_anew() {
    let folder = tempfile::tempdir().unwrap();
    let died = || {
        assert!(krk(folder.path(), &Killer::at(130)).is_err());
        let kept = folder.path().join("chess-KRK.dtm.checkpoint");
        let all = fs::read_dir(&kept).unwrap().map(|file| file.unwrap().path());
        let mut all: Vec<_> = all.collect();
        all.sort();
        all
    };
    for (at, said) in [(0, "part: damaged: the checksum differs"), (2, "manifest: damaged")] {
        let file = died().swap_remove(at);
        let mut bytes = fs::read(&file).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 0x84;
        fs::write(&file, bytes).unwrap();
        let refused = krk(folder.path(), &Killer::at(u64::MAX)).unwrap();
        assert!(refused.len() == 1 && refused[0].contains(said), "{refused:?}");
        fs::remove_file(folder.path().join("chess-KRK.dtm")).unwrap();
    }
}

/// Builds the table of king and rook by two ranks; what is refused, or what the build died of.
fn krk(folder: &Path, killer: &Killer) -> std::thread::Result<Vec<String>> {
    let (rules, table) = (Chess::default(), ("KRK", Metric::Dtm));
    catch_unwind(AssertUnwindSafe(|| run(&rules, table, folder, 2, killer)))
}

/// A manifest changed, with a checksum that is right again.
fn forged(manifest: &str, from: &str, to: &str) -> String {
    let body = manifest.replacen(from, to, 1);
    let (body, _) = body.split_at(body.rfind("xxh3:").unwrap());
    format!("{body}xxh3:{:016x}\n", xxh3_64(body.as_bytes()))
}

#[test]
fn a_checkpoint_of_another_table_is_not_ours_to_replace() {
    let folder = tempfile::tempdir().unwrap();
    let again = |killer: &Killer| krk(folder.path(), killer);
    assert!(again(&Killer::at(130)).is_err());
    let manifest = folder.path().join("chess-KRK.dtm.checkpoint/manifest");
    let text = fs::read_to_string(&manifest).unwrap();
    let other = forged(&text, "KRK dtm", "KRK dtc");
    fs::write(&manifest, &other).unwrap();
    let died = again(&Killer::at(u64::MAX)).unwrap_err();
    let said = died.downcast_ref::<String>().unwrap();
    assert!(said.contains("found a checkpoint of `chess, ") && said.contains("KRK dtc"), "{said}");
    assert_eq!(fs::read_to_string(&manifest).unwrap(), other);
    assert!(!folder.path().join("chess-KRK.dtm").exists());
}

/// Who writes a manifest with a right checksum may still say what cannot be.
#[test]
fn a_checkpoint_that_cannot_be_is_refused_by_name_though_its_checksum_is_right() {
    let folder = tempfile::tempdir().unwrap();
    let again = |killer: &Killer| krk(folder.path(), killer);
    assert!(again(&Killer::at(130)).is_err());
    let manifest = folder.path().join("chess-KRK.dtm.checkpoint/manifest");
    let sound = fs::read_to_string(&manifest).unwrap();
    let part = sound.lines().find(|line| line.starts_with("part ")).unwrap();
    let words: Vec<&str> = part.split(' ').collect();
    let [_, looked, fresh, sum] = words[..] else { panic!("{part}") };
    let more = fresh.parse::<u64>().unwrap() + 1;
    for (line, said) in [
        (format!("part 1000000 {fresh} {sum}"), "found 1000000 chunks, expected "),
        (format!("part {looked} {more} {sum}"), "bytes, expected "),
        (format!("part {looked} {} {sum}", u64::MAX), "bytes, expected "),
    ] {
        fs::write(&manifest, forged(&sound, part, &line)).unwrap();
        let died = again(&Killer::at(u64::MAX)).unwrap_err();
        let told = died.downcast_ref::<String>().unwrap();
        assert!(told.contains(".part: found ") && told.contains(said), "{told}");
    }
}
