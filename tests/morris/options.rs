//! Each option changes something.

use plyglot::core::{Settings, Value};
use plyglot::game::Repetition;
use plyglot::games::Game;
use plyglot::games::morris::{MillProtection, MillRepeat, Morris, NoMove, RuleSet};
use plyglot::options;
use plyglot::registry::GAMES;

fn open(variant: &'static str, name: &str, value: Value) -> Morris {
    let mut settings = Settings::defaults(&options::all(GAMES));
    assert!(settings.get(name).is_some(), "{name}");
    settings.set(name, value);
    Morris::open(variant, &settings).unwrap()
}

#[test]
fn without_options_a_variant_is_as_its_name_says() {
    let settings = Settings::defaults(&options::all(GAMES));
    for (name, set) in RuleSet::VARIANTS {
        assert_eq!(Morris::open(name, &settings).unwrap(), Morris::new(set), "{name}");
    }
    let names: Vec<&str> = Morris::VARIANTS.iter().map(|variant| variant.name).collect();
    assert_eq!(names, RuleSet::VARIANTS.map(|(name, _)| name));
}

#[test]
fn every_rule_can_be_chosen() {
    let nine = RuleSet::NINE;
    let cases = [
        ("Morris.Flying", "never", RuleSet { flying: false, ..nine }),
        ("Morris.CaptureFromMills", "never", RuleSet { shield: MillProtection::Never, ..nine }),
        ("Morris.CaptureFromMills", "always", RuleSet { shield: MillProtection::Always, ..nine }),
        ("Morris.DoubleMill", "each", RuleSet { each_mill_takes: true, ..nine }),
        ("Morris.NoMove", "draw", RuleSet { no_move: NoMove::Draw, ..nine }),
        ("Morris.NoMove", "pass", RuleSet { no_move: NoMove::Pass, ..nine }),
        ("Morris.FullBoard", "draw", RuleSet { full_board_draws: true, ..nine }),
        ("Morris.MillRepeat", "barren", RuleSet { mill_repeat: MillRepeat::Barren, ..nine }),
        ("Morris.MillRepeat", "forbidden", RuleSet { mill_repeat: MillRepeat::Forbidden, ..nine }),
        ("Morris.MillRepeat", "reverse", RuleSet { mill_repeat: MillRepeat::Reverse, ..nine }),
    ];
    let (once, men) = (Value::Check(true), Value::Spin(11));
    assert_eq!(open("morris", "Morris.MillOnce", once).set, RuleSet { mill_once: true, ..nine });
    assert_eq!(open("morris", "Morris.Men", men).set, RuleSet { men: 11, ..nine });
    for (name, word, set) in cases {
        assert_eq!(open("morris", name, Value::Combo(word)), Morris::new(set), "{name}");
    }
    let six = RuleSet { flying: true, ..RuleSet::SIX };
    assert_eq!(open("sixmorris", "Morris.Flying", Value::Combo("at_three")).set, six);
    let plain = Morris::default();
    for (name, value, rules) in [
        (
            "Morris.Repetition",
            Value::Combo("none"),
            Morris { repetition: Repetition::NONE, ..plain },
        ),
        ("Morris.SplitCapture", Value::Check(true), Morris { split: true, ..plain }),
        ("Morris.MoveLimit", Value::Spin(0), Morris { move_limit: 0, ..plain }),
        ("Morris.EndgameMoveLimit", Value::Spin(10), Morris { endgame_limit: 10, ..plain }),
        ("Morris.PlyLimit", Value::Spin(200), Morris { ply_limit: 200, ..plain }),
    ] {
        assert_eq!(open("morris", name, value), rules, "{name}");
    }
}

/// `rules` tells what is in force.
#[test]
fn what_no_move_means_is_told() {
    for (word, told) in [
        ("variant", "whoever cannot move has lost [gasser-1996]"),
        ("draw", "a side that cannot move draws: Morris.NoMove"),
        (
            "pass",
            "a side that cannot move passes, and if neither can the game is drawn: Morris.NoMove",
        ),
    ] {
        let lines = open("morris", "Morris.NoMove", Value::Combo(word)).describe();
        assert!(lines.iter().any(|line| line == told), "{word}: {lines:?}");
    }
}

#[test]
fn so_many_men_as_the_board_does_not_hold_are_refused() {
    let mut settings = Settings::defaults(&options::all(GAMES));
    for (variant, men, most) in [("sixmorris", 9, 8), ("threemorris", 5, 4), ("morris", 2, 12)] {
        settings.set("Morris.Men", Value::Spin(men));
        let error = Morris::open(variant, &settings).unwrap_err().to_string();
        let expected = format!("found {men}, expected 0 or 3 to {most} on this board");
        assert!(error.contains(&expected), "{variant}: {error}");
    }
}

#[test]
fn one_word_takes_over_what_the_text_tells_of_mills() {
    let mut settings = Settings::defaults(&options::all(GAMES));
    settings.set("Morris.Compat", Value::Combo("dagaz"));
    let dagaz = RuleSet {
        shield: MillProtection::Never,
        each_mill_takes: true,
        mill_repeat: MillRepeat::Barren,
        ..RuleSet::NINE
    };
    let game = Morris::open("morris", &settings).unwrap();
    assert_eq!(game, Morris::new(dagaz));
    let lines = game.describe();
    let told =
        |text: &str| lines.iter().any(|line| line.contains(text) && line.ends_with("[dagaz-9]"));
    for text in [
        "never one in a mill",
        "two mills closed at once take two men",
        "the same line again after one move take nothing",
        "`(not-situation-repeated? hash 1 2)`: hash is that of the three men",
    ] {
        assert!(told(text), "{text}: {lines:?}");
    }
    // Each of them may still be another.
    for (name, word, set) in [
        ("Morris.MillRepeat", "forbidden", RuleSet { mill_repeat: MillRepeat::Forbidden, ..dagaz }),
        ("Morris.MillRepeat", "allowed", RuleSet { mill_repeat: MillRepeat::Allowed, ..dagaz }),
        ("Morris.DoubleMill", "one", RuleSet { each_mill_takes: false, ..dagaz }),
        (
            "Morris.CaptureFromMills",
            "if_no_other",
            RuleSet { shield: MillProtection::UnlessNone, ..dagaz },
        ),
    ] {
        let mut settings = settings.clone();
        settings.set(name, Value::Combo(word));
        assert_eq!(Morris::open("morris", &settings).unwrap(), Morris::new(set), "{name}");
    }
}
