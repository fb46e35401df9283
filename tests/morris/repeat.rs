//! Repeated mills: remembering the last move is remembering the partial hashes of [dagaz-9], as
//! long as the window is one move; a longer window would need identities.

use plyglot::core::rng::seeded;
use plyglot::game::{Notation, PlayedGame, Repetition, Rules};
use plyglot::games::morris::{MillRepeat, Morris, RuleSet};
use plyglot_oracles::morris::Naive;
use rand::RngExt;

use super::rules::texts;

pub(crate) const ALL: [MillRepeat; 4] =
    [MillRepeat::Allowed, MillRepeat::Barren, MillRepeat::Forbidden, MillRepeat::Reverse];

/// Plays games in which mills are opened and closed again as often as can be, and counts how often
/// the two programs disagree about the legal turns, and how often a turn was affected at all.
fn play(set: RuleSet, window: usize, games: u64) -> (u32, u32) {
    let rules = Morris { repetition: Repetition::NONE, move_limit: 0, ..Morris::new(set) };
    let without = Morris::new(RuleSet { mill_repeat: MillRepeat::Allowed, ..set });
    let (mut differences, mut affected) = (0, 0);
    for seed in 0..games {
        let mut rng = seeded(seed);
        let (mut played, mut plain) =
            (PlayedGame::new(&rules, rules.start()), Naive::start(set, window));
        let mut own: [Option<String>; 2] = [None, None];
        for ply in 0..160 {
            let pos = *played.position();
            let found = texts(&rules, &pos);
            if found != plain.moves() {
                differences += 1;
                break;
            }
            affected += u32::from(found != texts(&without, &pos));
            if found.is_empty() || rules.outcome(&pos).is_some() {
                break;
            }
            // Back where one came from, or anything else.
            let back = own[ply % 2].as_ref().and_then(|last: &String| {
                let (from, to) = last.split('x').next()?.split_once('-')?;
                found.iter().find(|text| text.starts_with(&format!("{to}-{from}")))
            });
            let text = match back {
                Some(back) if rng.random_bool(0.6) => back.clone(),
                _ => found[rng.random_range(0..found.len())].clone(),
            };
            plain.play(&text);
            let mv = rules.parse_move(&played, &text).unwrap();
            played.play(&rules, mv);
            own[ply % 2] = Some(text);
        }
    }
    (differences, affected)
}

#[test]
fn remembering_the_last_move_is_remembering_the_mills_of_two_moves_ago() {
    let sets = [
        RuleSet::NINE,
        RuleSet { flying: true, ..RuleSet::SIX },
        RuleSet::LASKER,
        RuleSet { each_mill_takes: true, ..RuleSet::TWELVE },
    ];
    for mill_repeat in ALL {
        let mut all = 0;
        for set in sets {
            let (differences, affected) = play(RuleSet { mill_repeat, ..set }, 1, 12);
            assert_eq!(differences, 0, "{set:?} {mill_repeat:?}");
            all += affected;
        }
        assert_eq!(all > 0, mill_repeat != MillRepeat::Allowed, "{mill_repeat:?}: {all} affected");
    }
}

#[test]
fn a_window_of_two_moves_would_need_identities() {
    let set = RuleSet { mill_repeat: MillRepeat::Forbidden, ..RuleSet::NINE };
    let (differences, _) = play(set, 2, 40);
    assert!(differences > 0, "no man came back by another way");
}

/// A man opens a mill and comes back, or another man of his side fills the gap.
#[test]
fn the_same_three_men_make_the_same_mill_and_others_do_not() {
    let start = "O****@*O/O**@****/O****@@* w m s 4 0 4 0 0 0 -1 -1 -1 -1 0 0 1 ids:nodes";
    let after = |mill_repeat: MillRepeat| {
        let rules = Morris::new(RuleSet { mill_repeat, ..RuleSet::NINE });
        let mut played = PlayedGame::new(&rules, rules.parse_position(start).unwrap());
        for word in ["d5-e5", "a1-d1"] {
            let mv = rules.parse_move(&played, word).unwrap();
            played.play(&rules, mv);
        }
        let texts = texts(&rules, played.position());
        let beginning = |word: &str| {
            let found = texts.iter().filter(|text| text.starts_with(word)).cloned();
            found.collect::<Vec<String>>().join(" ")
        };
        assert_eq!(beginning("c5-d5"), "c5-d5xa4 c5-d5xc3 c5-d5xd1 c5-d5xf2", "{mill_repeat:?}");
        beginning("e5-d5")
    };
    let takes = "e5-d5xa4 e5-d5xc3 e5-d5xd1 e5-d5xf2";
    assert_eq!(ALL.map(after), [takes, "e5-d5", "", takes]);
}

/// The rule is part of the position: perft sees it.
#[test]
fn counts_depend_on_the_rule() {
    let text = "O*******/O*****@*/O****@@* w m s 3 0 3 0 0 0 -1 -1 -1 -1 0 0 1 ids:nodes";
    let count = |mill_repeat: MillRepeat| {
        let rules = Morris::new(RuleSet { mill_repeat, flying: false, ..RuleSet::NINE });
        let pos = rules.parse_position(text).unwrap();
        plyglot::game::perft::perft(&rules, &pos, 3, plyglot::game::perft::Leaves::Each)
    };
    let [allowed, barren, forbidden, reverse] = ALL.map(count);
    assert!(forbidden < barren && barren < allowed, "{forbidden} {barren} {allowed}");
    assert_eq!(reverse, allowed, "the mill was not closed by the last move");
}
