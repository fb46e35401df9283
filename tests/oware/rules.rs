//! The rules against the plain second program, on random games and random boards, and against
//! published counts.

use rand::RngExt;

use plyglot::core::rng::{Rng, seeded};
use plyglot::core::{Settings, Side};
use plyglot::game::perft::{Leaves, perft};
use plyglot::game::{Ending, Notation, Outcome, PlayedGame, Rules};
use plyglot::games::Game;
use plyglot::games::oware::{Board, Oware, Position, Repeated, RuleSet};
use plyglot::options;
use plyglot::registry::GAMES;
use plyglot_conformance::game::check_explanations;
use plyglot_conformance::game::check_game;
use plyglot_oracles::oware::{Naive, all_rule_sets};

use crate::perft::rows_counted_by;

/// A board of few seeds, where slams and empty sides come up.
fn random_position(awari: &Oware, rng: &mut Rng) -> Position {
    let mut houses = [[0_u8; 6]; 2];
    let most = if rng.random_bool(0.7) { 14 } else { 48 };
    for _ in 0..rng.random_range(0..=most) {
        // Heaps come up, and sides with few seeds.
        let side = usize::from(rng.random_bool(0.3));
        let house = rng.random_range(0..6_usize).min(rng.random_range(0..6));
        houses[side][if side == 0 { 5 - house } else { house }] += 1;
    }
    let board = Board::new(&houses[0], &houses[1]);
    let stores = [rng.random_range(0..=24), rng.random_range(0..=24)];
    let side = if rng.random_bool(0.5) { Side::First } else { Side::Second };
    let pos = Position { board, stores, side };
    awari.parse_position(&awari.position_text(&pos)).unwrap()
}

/// Moves, where each leads, and how the game has ended, as the plain program has them.
fn compare(awari: &Oware, pos: &Position) {
    let set = awari.variant;
    let text = awari.position_text(pos);
    let naive = Naive::parse(&text);
    assert_eq!(naive.text(), text);
    let mut moves = Vec::new();
    awari.legal_moves(pos, &mut moves);
    let houses: Vec<usize> = moves.iter().map(|mv| usize::from(mv.0) + 6 * naive.mover).collect();
    assert_eq!(houses, naive.moves(set), "{text} {set:?}");
    for (mv, house) in moves.into_iter().zip(houses) {
        let mut child = *pos;
        let irreversible = awari.is_irreversible(pos, mv);
        awari.play(&mut child, mv);
        let after = naive.sow(set, house).after;
        assert_eq!(awari.position_text(&child), after.text(), "{text} {set:?} {mv:?}");
        assert_eq!(irreversible, after.won != naive.won, "{text} {set:?} {mv:?}");
        assert_eq!(child.total(), pos.total(), "{text} {set:?} {mv:?}");
    }
    let outcome = awari.outcome(pos);
    assert_eq!(outcome.is_some(), naive.moves(set).is_empty(), "{text} {set:?}");
    let Some(outcome) = outcome else { return };
    let winner = match naive.margin().signum() {
        1 => Some(Side::First),
        -1 => Some(Side::Second),
        _ => None,
    };
    assert_eq!(outcome.winner(), winner, "{text} {set:?}");
    if let Ending::Margin(margin) = outcome.ending {
        assert_eq!(i64::from(margin), naive.margin(), "{text} {set:?}");
    }
}

#[test]
fn every_rule_set_plays_random_boards_as_the_plain_program_does() {
    for (number, set) in (0..).zip(all_rule_sets()) {
        let awari = Oware::new(set);
        let mut rng = seeded(number);
        for _ in 0..800 {
            compare(&awari, &random_position(&awari, &mut rng));
        }
    }
}

#[test]
fn random_games_end_as_the_plain_program_says_repetition_included() {
    let mut repeated = 0;
    for (seed, set) in (0..).zip(all_rule_sets()) {
        let awari = Oware::new(set);
        for game in 0..4 {
            repeated += usize::from(follow(&awari, 100 * seed + game));
        }
    }
    assert!(repeated > 20, "only {repeated} games ended by repetition");
}

/// Plays a random game from an endgame; whether it ended because a position came back.
fn follow(awari: &Oware, seed: u64) -> bool {
    let set = awari.variant;
    let mut rng = seeded(seed);
    let setup = awari.parse_position("0-0-1-0-0-1-0-1-0-0-2-0-21-22-S").unwrap();
    let mut played = PlayedGame::new(awari, setup);
    let mut naive = vec![Naive::parse(&awari.position_text(&setup))];
    loop {
        let now = naive.last().unwrap().clone();
        let times = naive.iter().filter(|before| **before == now).count();
        let has_moves = !now.moves(set).is_empty();
        let comes_back =
            set.repeated != Repeated::Nothing && has_moves && times >= usize::from(set.occurrence);
        let outcome = played.outcome(awari);
        assert_eq!(outcome.is_some(), comes_back || !has_moves, "{} {set:?}", now.text());
        if comes_back {
            check_repeated(set, &now, &outcome.unwrap());
            return true;
        }
        if outcome.is_some() || naive.len() > 400 {
            return false;
        }
        let moves = played.moves(awari);
        let mv = moves[rng.random_range(0..moves.len())];
        played.play(awari, mv);
        naive.push(now.sow(set, usize::from(mv.0) + 6 * now.mover).after);
    }
}

fn check_repeated(set: RuleSet, now: &Naive, outcome: &Outcome) {
    let margin = match set.repeated {
        Repeated::OwnSide => now.margin(),
        Repeated::Split | Repeated::Nothing => i64::from(now.won[0]) - i64::from(now.won[1]),
    };
    let expected = match (set.stop_at_half, margin.signum()) {
        (false, _) => Ending::Margin(i16::try_from(margin).unwrap()),
        (true, 1) => Ending::Win(Side::First),
        (true, -1) => Ending::Win(Side::Second),
        (true, _) => Ending::Draw,
    };
    assert_eq!((outcome.ending, outcome.claim), (expected, false), "{} {set:?}", now.text());
}

#[test]
fn lines_are_counted_as_the_plain_program_counts_them() {
    let starts = [
        ("4-4-4-4-4-4-4-4-4-4-4-4-0-0-S", 5),
        ("0-0-1-0-2-1-2-1-0-0-0-1-20-20-S", 7),
        ("0-0-0-0-0-3-0-0-0-0-0-0-22-23-N", 4),
        ("1-2-0-0-1-15-0-0-1-2-0-0-13-13-S", 5),
    ];
    for set in all_rule_sets().into_iter().filter(|set| set.repeated == Repeated::Nothing) {
        let awari = Oware::new(set);
        for (text, depth) in starts {
            let pos = awari.parse_position(text).unwrap();
            let naive = Naive::parse(text).perft(set, depth);
            assert_eq!(perft(&awari, &pos, depth, Leaves::Bulk), naive, "{text} {set:?}");
            assert_eq!(perft(&awari, &pos, depth, Leaves::Each), naive, "{text} {set:?}");
        }
    }
}

#[test]
fn the_counts_of_the_file_are_those_of_the_plain_program() {
    for row in rows_counted_by("crates/oracles/src/oware.rs") {
        let set = if row["game"] == "oware" { RuleSet::OWARE } else { RuleSet::AWARI };
        let counted = Naive::parse(&row["position"]).perft(set, row["depth"].parse().unwrap());
        assert_eq!(counted.to_string(), row["nodes"], "{row:?}");
    }
}

#[test]
fn rule_sets_of_all_kinds_keep_the_laws() {
    for (seed, set) in (0..).zip(all_rule_sets().into_iter().step_by(5)) {
        let awari = Oware::new(set);
        check_game(&awari, &awari.evaluator(), &awari.indexer(), seed).unwrap();
        check_explanations(&awari, seed).unwrap();
    }
}

#[test]
fn each_option_changes_the_rule_it_names() {
    let opened = |variant, option: Option<(&str, &str)>| {
        let options = options::all(GAMES);
        let mut settings = Settings::defaults(&options);
        if let Some((name, value)) = option {
            let name = format!("Oware.{name}");
            let option = options.iter().find(|option| option.name == name).unwrap();
            settings.set(&name, option.parse(value).unwrap().unwrap());
        }
        Oware::open(variant, &settings).unwrap().variant
    };
    assert_eq!(opened("oware", None), RuleSet::OWARE);
    assert_eq!(opened("awari", None), RuleSet::AWARI);
    let (oware, awari) = (RuleSet::OWARE, RuleSet::AWARI);
    for (option, changed) in [
        (("Feeding", "leave"), RuleSet { feeding: awari.feeding, ..oware }),
        (("GrandSlam", "capture"), RuleSet { grand_slam: awari.grand_slam, ..oware }),
        (("Repetition", "split"), RuleSet { repeated: awari.repeated, ..oware }),
        (("Occurrence", "third"), RuleSet { occurrence: 3, ..oware }),
        (("Stop", "never"), RuleSet { stop_at_half: false, ..oware }),
    ] {
        assert_eq!(opened("oware", Some(option)), changed, "{option:?}");
    }
    for (option, changed) in [
        (("Feeding", "feed"), RuleSet { feeding: oware.feeding, ..awari }),
        (("GrandSlam", "nocapture"), RuleSet { grand_slam: oware.grand_slam, ..awari }),
        (("Repetition", "own-side"), RuleSet { repeated: oware.repeated, ..awari }),
        (("Repetition", "none"), RuleSet { repeated: Repeated::Nothing, ..awari }),
        (("Occurrence", "first"), RuleSet { occurrence: 2, ..awari }),
        (("Stop", "half"), RuleSet { stop_at_half: true, ..awari }),
    ] {
        assert_eq!(opened("awari", Some(option)), changed, "{option:?}");
    }
}
