//! Each option changes something.

use plyglot::core::{Settings, Side, Value};
use plyglot::endgame::Indexer;
use plyglot::game::{Notation, Outcome, PlayedGame, Rules};
use plyglot::games::Game;
use plyglot::games::abalone::Abalone;
use plyglot::options;
use plyglot::registry::GAMES;

fn open(name: &str, value: Value) -> Abalone {
    let mut settings = Settings::defaults(&options::all(GAMES));
    assert!(settings.get(name).is_some(), "{name}");
    settings.set(name, value);
    Abalone::open("abalone", &settings).unwrap()
}

fn play(rules: &Abalone, setup: &str, moves: &str) -> Option<Outcome> {
    let mut played = PlayedGame::new(rules, rules.parse_position(setup).unwrap());
    for text in moves.split(' ') {
        let mv = rules.parse_move(&played, text).unwrap();
        played.play(rules, mv);
    }
    played.outcome(rules)
}

#[test]
fn the_defaults_are_those_of_the_table_game() {
    let settings = Settings::defaults(&options::all(GAMES));
    assert_eq!(Abalone::open("abalone", &settings).unwrap(), Abalone::default());
}

#[test]
fn every_layout_begins_with_its_own_board_and_as_many_marbles_on_both_sides() {
    let settings = Abalone::options();
    let layouts = settings.iter().find(|opt| opt.name == "Abalone.Start").unwrap().to_string();
    let names: Vec<&str> = layouts.split(" var ").skip(1).collect();
    assert_eq!(names.len(), 13);
    let mut boards = Vec::new();
    for name in names {
        let rules = Abalone::with_start(name).unwrap();
        let start = rules.start();
        let [black, white] = Side::BOTH.map(|side| start.marbles(side).count_ones());
        assert!(black == white && (12..=18).contains(&black), "{name}: {black}, {white}");
        assert_eq!(start.side(), Side::First, "{name}");
        boards.push(rules.position_text(&start));
    }
    boards.sort();
    boards.dedup();
    assert_eq!(boards.len(), 13);
    let daisy = open("Abalone.Start", Value::Combo("german_daisy"));
    let board = "5/ss2SS/sss1SSS/1ss2SS1/9/1SS2ss1/SSS1sss/SS2ss/5 0 0 b 0 1";
    assert_eq!(daisy.position_text(&daisy.start()), board);
    assert_eq!(Abalone::with_start("hexagon"), None);
}

#[test]
fn without_broadsides_only_in_line_moves_are_left() {
    let rules = open("Abalone.Broadside", Value::Check(false));
    let (with, without) = (Abalone::default(), rules);
    let (all, inline) = (with.count_moves(&with.start()), without.count_moves(&without.start()));
    assert!(inline < all, "{inline} of {all}");
    let played = PlayedGame::new(&rules, rules.start());
    assert!(
        played.moves(&rules).iter().all(|&mv| rules.move_text(played.position(), mv).len() == 4)
    );
    assert!(rules.parse_move(&played, "c3c5d4").is_err());
}

/// White's marble at i5 falls by the push of two.
const BEFORE_EJECTION: &str = "s4/S5/S6/8/S7s/8/7/6/5 2 0 b 0 30";

#[test]
fn so_many_ejections_win() {
    let after = |rules| play(&rules, BEFORE_EJECTION, "g3h4");
    assert_eq!(after(Abalone::default()), None);
    let three = open("Abalone.Ejections", Value::Spin(3));
    assert_eq!(after(three), Some(Outcome::win(Side::First, "enough marbles ejected")));
}

const SHUFFLE: &str = "a1b1 i5h5 b1a1 h5i5 a1b1 i5h5 b1a1 h5i5";
const FEW: &str = "s4/6/7/8/9/8/7/6/S4 0 0 b 0 1";

#[test]
fn the_third_occurrence_is_a_draw_unless_switched_off() {
    let drawn = play(&Abalone::default(), FEW, SHUFFLE).unwrap();
    assert_eq!(drawn, Outcome::claimable_draw("threefold repetition"));
    assert_eq!(play(&open("Abalone.Threefold", Value::Check(false)), FEW, SHUFFLE), None);
}

#[test]
fn too_many_moves_without_an_ejection_are_a_draw() {
    let rules = open("Abalone.QuietLimit", Value::Spin(2));
    assert_eq!(play(&rules, FEW, "a1b1 i5h5 b1c1"), None);
    let drawn = play(&rules, FEW, "a1b1 i5h5 b1c1 h5g5").unwrap();
    assert_eq!(drawn, Outcome::draw("no ejection for too long"));
    // An ejection begins the count anew.
    assert!(play(&rules, BEFORE_EJECTION, "g3f3 e9d8 f3g3 d8e9").is_some());
    assert_eq!(play(&rules, BEFORE_EJECTION, "e1e2 e9d8 g3h4 d8e9"), None);
}

#[test]
fn the_game_is_drawn_after_so_many_moves() {
    let rules = open("Abalone.MoveLimit", Value::Spin(2));
    assert_eq!(play(&rules, FEW, "a1b1 i5h5 b1c1"), None);
    let drawn = play(&rules, FEW, "a1b1 i5h5 b1c1 h5g5").unwrap();
    assert_eq!(drawn, Outcome::draw("move limit"));
}

#[test]
fn the_rules_in_force_name_every_option_that_is_set() {
    let told = |name: &str, value: Value| open(name, value).describe().join("\n");
    let usual = Abalone::default().describe().join("\n");
    assert!(usual.contains("six") && usual.contains("threefold") && usual.contains("100 moves"));
    assert!(told("Abalone.Broadside", Value::Check(false)).contains("Abalone.Broadside is off"));
    assert!(told("Abalone.Ejections", Value::Spin(3)).contains("3 marbles pushed off win"));
    assert!(!told("Abalone.Threefold", Value::Check(false)).contains("threefold"));
    assert!(!told("Abalone.QuietLimit", Value::Spin(0)).contains("without an ejection"));
    assert!(told("Abalone.MoveLimit", Value::Spin(80)).contains("after 80 moves"));
}

#[test]
fn one_word_is_the_game_of_the_program_of_1998() {
    let mut settings = Settings::defaults(&options::all(GAMES));
    settings.set("Abalone.Compat", Value::Combo("bojar"));
    // Whatever the other options say.
    settings.set("Abalone.Start", Value::Combo("german_daisy"));
    settings.set("Abalone.Ejections", Value::Spin(2));
    let rules = Abalone::open("abalone", &settings).unwrap();
    let table = Abalone::default();
    assert_eq!(rules.start(), table.start());
    assert_eq!((rules.broadside, rules.ejections_to_win, rules.threefold), (false, 6, false));
    assert_eq!((rules.quiet_limit, rules.move_limit), (0, 0));
    let said = rules.describe().join("\n");
    assert!(said.contains("no row goes broadside [bojar-1998, Omezení]: Abalone.Compat is bojar"));
    assert!(said.contains("there are no draws: Abalone.Compat is bojar"), "{said}");
    assert_eq!(rules.indexer().rules_text(&rules), {
        let alone = Abalone { broadside: false, ..table };
        alone.indexer().rules_text(&alone)
    });
}
