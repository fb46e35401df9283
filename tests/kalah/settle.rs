//! A proof of Kalah that is kept: ended and taken up again, and what is refused.

use std::cell::Cell;
use std::fs;
use std::io::{BufReader, Read as _};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::common::program::{Program, wait_for};
use plyglot::game::Rules;
use plyglot::games::kalah::{
    Bounds, Kalah, Position, RuleSet, Settlement, Solver, Standing, Surroundings,
};
use xxhash_rust::xxh3::xxh3_64;

/// Goes on with the proof of the start, a checkpoint now and then by the looks at the clock. After so many looks,
/// if there are so many, the process is killed: what follows is undone. How far it came, and whether
/// it was killed.
fn go_on(kalah: &Kalah, folder: &Path, looks_max: u64) -> Result<(Standing, bool), String> {
    let path = folder.join("checkpoint");
    let (now, looks, kept) = (AtomicU64::new(0), AtomicU64::new(0), Mutex::new(None));
    let mut solver = Solver::new(kalah, 4);
    solver.keep_tables(folder, 4, &|| false, &|_| ())?;
    solver.set_threads(2);
    let around = Surroundings {
        path: &path,
        every: Duration::from_secs(8),
        clock: &|| Duration::from_secs(now.fetch_add(1, Ordering::Relaxed)),
        must_stop: &|| {
            let is_killed = looks.fetch_add(1, Ordering::Relaxed) >= looks_max;
            if is_killed {
                kept.lock().unwrap().get_or_insert_with(|| fs::read(&path).ok());
            }
            is_killed
        },
        say: &|_| (),
    };
    let mut settlement = Settlement::begin(&mut solver, kalah.start().board, around)?;
    settlement.set_slice(500);
    settlement.run()?;
    let standing = settlement.standing().clone();
    match kept.into_inner().unwrap() {
        Some(Some(kept)) => fs::write(&path, kept).unwrap(),
        Some(None) => fs::remove_file(&path).unwrap(),
        None => return Ok((standing, false)),
    }
    Ok((standing, true))
}

#[test]
fn a_proof_that_is_killed_again_and_again_comes_to_the_same_margin() {
    // Of tests/kalah/solved.csv.
    for (pits, stones, margin) in [(4, 3, 6), (3, 5, 6)] {
        let kalah = Kalah::new(RuleSet::STANDARD, pits, stones);
        let folder = tempfile::tempdir().unwrap();
        let deaths = Cell::new(0);
        let mut before = Bounds { low: i16::MIN, high: i16::MAX };
        let standing = loop {
            let (standing, is_killed) =
                go_on(&kalah, folder.path(), 20 + 10 * deaths.get()).unwrap();
            let Bounds { low, high } = standing.margin;
            if low == high && !is_killed {
                break standing;
            }
            assert!(low <= margin && margin <= high, "({pits}, {stones}): {low}..{high}");
            deaths.set(deaths.get() + 1);
            assert!(deaths.get() < 200, "({pits}, {stones}): no end");
            before = standing.margin;
        };
        assert_eq!(standing.margin.low, margin, "({pits}, {stones}) after {before:?}");
        assert!(deaths.get() > 1, "({pits}, {stones}): hardly killed");
        let best = standing.pits.iter().map(|(_, bounds)| bounds.low).max();
        assert_eq!(best, Some(margin), "{standing:?}");
        assert!(standing.pits.iter().all(|(_, bounds)| bounds.high <= margin), "{standing:?}");
        assert_eq!(standing.answers.last().map(|answer| answer.nodes), Some(standing.nodes));
        // What is settled is read, and nothing searched.
        let (again, _) = go_on(&kalah, folder.path(), u64::MAX).unwrap();
        assert_eq!((again.margin, again.nodes), (standing.margin, standing.nodes));
    }
}

#[test]
fn what_is_damaged_or_of_other_rules_is_refused_with_a_reason() {
    let kalah = Kalah::new(RuleSet::STANDARD, 4, 2);
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    go_on(&kalah, folder.path(), u64::MAX).unwrap();
    let refused = |kalah: &Kalah| go_on(kalah, folder.path(), u64::MAX).unwrap_err();

    let other = refused(&Kalah::new(RuleSet::MOVER, 4, 2));
    assert!(other.contains("stones01.margins: begins `"), "{other}");
    assert!(other.contains("end mover") && other.contains("end either"), "{other}");
    for stones in 1..=4 {
        fs::remove_file(path(&format!("stones{stones:02}.margins"))).unwrap();
    }
    let other = refused(&Kalah::new(RuleSet::MOVER, 4, 2));
    assert!(other.contains("checkpoint: is of `rules 4 pits, "), "{other}");
    assert!(other.contains("expected `rules 4 pits, capture opposite, end mover"), "{other}");
    for stones in 1..=4 {
        fs::remove_file(path(&format!("stones{stones:02}.margins"))).unwrap();
    }
    let other = refused(&Kalah::new(RuleSet::STANDARD, 4, 3));
    assert!(other.contains("board 2 2 2 2 / 2 2 2 2`, expected `"), "{other}");

    for name in ["checkpoint", "stones03.margins"] {
        let whole = fs::read(path(name)).unwrap();
        for at in [whole.len() / 2, whole.len() - 9, whole.len() - 1] {
            let mut bytes = whole.clone();
            bytes[at] ^= 4;
            fs::write(path(name), bytes).unwrap();
            let damaged = refused(&kalah);
            assert!(
                damaged.ends_with(&format!("{name}: damaged: the checksum differs")),
                "{damaged}"
            );
        }
        fs::write(path(name), &whole[..whole.len() - 3]).unwrap();
        let short = refused(&kalah);
        assert!(short.contains("damaged") || short.contains("bytes, expected"), "{short}");
        fs::write(path(name), "else\n").unwrap();
        let foreign = refused(&kalah);
        assert!(foreign.contains(name) && foreign.contains("plyglot kalah "), "{foreign}");
        fs::write(path(name), whole).unwrap();
    }
    // Who writes a right checksum may still say what cannot be.
    let whole = fs::read(path("checkpoint")).unwrap();
    let text = String::from_utf8_lossy(&whole[..whole.len() - 8]);
    for (from, to) in [("\npit 2 ", "\npit 3 "), ("\nmargin ", "\nmargin 20 "), ("margin", "other")]
    {
        let at = text.find(from).unwrap();
        let mut bytes =
            [&whole[..at], to.as_bytes(), &whole[at + from.len()..whole.len() - 8]].concat();
        bytes.extend(xxh3_64(&bytes).to_le_bytes());
        fs::write(path("checkpoint"), bytes).unwrap();
        let forged = refused(&kalah);
        assert!(forged.ends_with("its lines say something else than is expected"), "{forged}");
    }
    fs::write(path("checkpoint"), whole).unwrap();
    go_on(&kalah, folder.path(), u64::MAX).unwrap();
}

/// Each opening pit as a proof of the board behind it has it, and a line that is played by the rules.
#[test]
fn a_settled_start_has_its_openings_and_a_line_of_best_play() {
    for (rules, pits, stones) in
        [(RuleSet::STANDARD, 4, 3), (RuleSet::MOVER, 3, 4), (RuleSet::IRVING, 4, 2)]
    {
        let kalah = Kalah::new(rules, pits, stones);
        let start = kalah.start();
        let folder = tempfile::tempdir().unwrap();
        let mut solver = Solver::new(&kalah, 4);
        solver.keep_tables(folder.path(), 4, &|| false, &|_| ()).unwrap();
        let around = Surroundings {
            path: &folder.path().join("checkpoint"),
            every: Duration::from_secs(1),
            clock: &|| Duration::ZERO,
            must_stop: &|| false,
            say: &|_| (),
        };
        let mut settlement = Settlement::begin(&mut solver, start.board, around).unwrap();
        settlement.set_slice(500);
        settlement.run().unwrap();
        assert!(settlement.settle_pits().unwrap());
        let line = settlement.line().unwrap().unwrap();
        let standing = settlement.standing().clone();
        let margin = standing.margin.low;

        // What the first player has more than the other.
        let ahead = |pos: &Position| {
            let ahead = pos.stores[0].cast_signed() - pos.stores[1].cast_signed();
            if pos.side == start.side { ahead } else { -ahead }
        };
        let mut oracle = Solver::new(&kalah, 4);
        for &(pit, bounds) in &standing.pits {
            let mut pos = start;
            kalah.sow(&mut pos, pit);
            let progress = oracle.settle(pos.board, &|_| u64::MAX, &mut |_| ()).unwrap();
            let rest = progress.settled().unwrap();
            let settled = ahead(&pos) + if pos.side == start.side { rest } else { -rest };
            assert_eq!(bounds, Bounds { low: settled, high: settled }, "pit {}", pit + 1);
        }
        assert_eq!(standing.pits.iter().map(|(_, bounds)| bounds.low).max(), Some(margin));

        let mut pos = start;
        for turn in &line.turns {
            let rest = if pos.side == start.side { turn.margin } else { -turn.margin };
            assert_eq!(pos.board.in_play(), turn.in_play);
            assert_eq!(ahead(&pos) + rest, margin, "before {}: {line}", turn.chain);
            pos = kalah.replay(&pos, turn.chain).unwrap();
        }
        assert!(kalah.is_over(&pos), "{line}");
        assert_eq!(ahead(&pos), margin, "{line}");
    }
}

/// Another order of what is tried first, and another size of the tables.
#[test]
fn a_second_proof_by_other_ways_has_the_same_margin() {
    for (pits, stones, margin) in [(4, 3, 6), (6, 2, 6)] {
        let kalah = Kalah::new(RuleSet::STANDARD, pits, stones);
        let mut counts = Vec::new();
        for (seed, tables) in [(0, 6), (1, 6), (2, 6), (1, 8)] {
            let folder = tempfile::tempdir().unwrap();
            let mut solver = Solver::new(&kalah, 16);
            solver.keep_tables(folder.path(), tables, &|| false, &|_| ()).unwrap();
            solver.set_seed(seed);
            let progress = solver.settle(kalah.start().board, &|_| u64::MAX, &mut |_| ()).unwrap();
            assert_eq!(progress.settled(), Some(margin), "({pits}, {stones}), seed {seed}");
            counts.push(progress.nodes);
        }
        counts.sort_unstable();
        counts.dedup();
        assert_eq!(counts.len(), 4, "each is another proof: {counts:?}");
    }
}

#[test]
#[cfg(unix)]
fn ctrl_c_ends_a_proof_with_a_checkpoint_and_the_same_command_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().to_str().unwrap();
    let job = ["solve", "kalah", "6", "4", "--tables", "6", "--threads", "1", "--dir", dir];
    // How far it has come stands on standard error, what has been found on standard output.
    let mut program = Program::start(&job);
    let mut beside = BufReader::new(program.child.stderr.take().unwrap());
    wait_for(&mut beside, "tables: 6 stones in play, made");
    wait_for(&mut beside, "asks whether pit ");
    program.signal("-INT");
    let (said, status) = program.end();
    let mut text = String::new();
    beside.read_to_string(&mut text).unwrap();
    assert!(!status.success() && text.contains("solve: not proven yet"), "{text}");
    assert!(said.starts_with("margin open (") && said.ends_with(" s\n"), "{said}");
    assert!(said.contains(" nodes in ") && said.lines().count() == 1, "{said}");
    let mut program = Program::start(&job);
    let mut beside = BufReader::new(program.child.stderr.take().unwrap());
    wait_for(&mut beside, "tables: 6 stones in play, read");
    wait_for(&mut beside, "goes on: margin open (pit 1 open; pit 2 open; ");
    program.signal("-INT");
    assert!(!program.end().1.success());

    let refused = |words: &[&str]| {
        let mut program = Program::start(&[words, &["--dir", dir]].concat());
        let mut error = program.child.stderr.take().unwrap();
        assert!(!program.end().1.success(), "{words:?}");
        let mut text = String::new();
        error.read_to_string(&mut text).unwrap();
        text
    };
    let other = refused(&["solve", "kalah", "6", "5", "--tables", "6"]);
    assert!(other.contains("checkpoint: is of `rules "), "{other}");
    // A checkpoint of other rules is found before there are tables of these beside it.
    for stones in 1..=6 {
        fs::remove_file(folder.path().join(format!("stones{stones:02}.margins"))).unwrap();
    }
    let rules = ["--option", "Kalah.Rules=irving"];
    let irving = refused(&[&["solve", "kalah", "6", "4", "--tables", "3"][..], &rules].concat());
    assert!(
        irving.contains("checkpoint: is of `rules ") && !irving.contains("tables:"),
        "{irving}"
    );
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "{irving}");
    let limited = refused(&["solve", "kalah", "6", "4", "--nodes", "5"]);
    assert!(limited.contains("--dir goes with no limit"), "{limited}");
    let chess = refused(&["solve", "chess"]);
    assert!(chess.contains("chess has no proof that is kept"), "{chess}");
    let stop = refused(&["solve", "kalah", "--option", "Kalah.Stop=half"]);
    assert!(stop.contains("solve: a game that stops at half has no final margin"), "{stop}");
}
