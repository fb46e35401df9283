//! What an option is declared to concern is what it changes, and the rules in force, as one value,
//! are all that is needed to play by them again.

use plyglot::core::{RulesInForce, Scope, Settings, rng};
use plyglot::host::state::GameState;
use plyglot::options;
use plyglot::records::form;
use plyglot::registry::{GAMES, GameEntry};
use plyglot_conformance::options::{drawn, values};

fn defaults() -> Settings {
    Settings::defaults(&options::all(GAMES))
}

fn variants() -> impl Iterator<Item = (&'static GameEntry, &'static str)> {
    GAMES.iter().flat_map(|&game| game.variants.iter().map(move |variant| (game, variant.name)))
}

/// The rules as they are printed.
fn printed(engine: &dyn GameState) -> String {
    engine.describe().join("\n")
}

/// The rules as they are printed, and the start position.
fn face(engine: &dyn GameState) -> String {
    printed(engine) + engine.variant() + &engine.start_text()
}

#[test]
fn an_option_changes_what_it_is_said_to_concern() {
    for game in GAMES {
        for opt in (game.options)() {
            let mut changes_rules = false;
            for variant in game.variants {
                let mut settings = defaults();
                let usual = (game.open)(variant.name, &settings).unwrap();
                for value in values(&opt) {
                    let what = format!("{} {} {value}", variant.name, opt.name);
                    settings.set(&opt.name, value);
                    let Ok(engine) = (game.open)(variant.name, &settings) else { continue };
                    let is_same = engine.rules_in_force() == usual.rules_in_force();
                    match opt.scope {
                        Scope::Rules => {
                            // Of what a variant never comes to, such as taking men where the first
                            // mill wins, the rules as they are printed do not speak.
                            let looks_same = face(&*engine) == face(&*usual);
                            assert!(looks_same || !is_same, "{what}");
                            changes_rules |= !looks_same;
                        }
                        Scope::Notation => {
                            assert!(!is_same && printed(&*engine) == printed(&*usual), "{what}");
                        }
                        Scope::Player => {
                            assert!(is_same && face(&*engine) == face(&*usual), "{what}");
                        }
                        Scope::Engine | Scope::Tables => panic!("{what}: an option of a game"),
                    }
                }
            }
            assert_eq!(changes_rules, opt.scope == Scope::Rules, "{}", opt.name);
        }
    }
}

#[test]
fn options_of_the_program_leave_games_alone_but_for_those_they_share() {
    for (game, variant) in variants() {
        let of_game = options::of_game(game);
        for opt in options::engine(GAMES).into_iter().filter(|opt| !of_game.contains(opt)) {
            let usual = (game.open)(variant, &defaults()).unwrap();
            for value in values(&opt) {
                let mut settings = defaults();
                settings.set(&opt.name, value);
                let engine = (game.open)(variant, &settings).unwrap();
                assert_eq!(engine.rules_in_force(), usual.rules_in_force(), "{}", opt.name);
                assert_eq!(face(&*engine), face(&*usual), "{variant} {}", opt.name);
            }
        }
    }
}

#[test]
fn rules_in_force_are_all_that_is_needed_and_nothing_else() {
    const SEED: u64 = 20;
    let mut rng = rng::seeded(SEED);
    for (game, variant) in variants() {
        for _ in 0..60 {
            let settings = drawn(&options::of_game(game), &mut rng);
            let Ok(engine) = (game.open)(variant, &settings) else { continue };
            let rules = engine.rules_in_force();
            let what = format!("{variant} {:?}, seed {SEED}", rules.options);
            let mut alone = defaults();
            for (name, value) in &rules.options {
                options::set(&mut alone, GAMES, game, &format!("{name}={value}")).unwrap();
            }
            let again = (game.open)(variant, &alone).unwrap();
            assert_eq!(face(&*again), face(&*engine), "{what}");
            assert!(again.rules_in_force().options.iter().all(|one| rules.options.contains(one)));
            for opt in options::of_game(game) {
                let mut without = settings.clone();
                without.set(&opt.name, opt.default().unwrap());
                let Ok(without) = (game.open)(variant, &without) else { continue };
                let is_said = rules.options.iter().any(|(name, _)| *name == opt.name);
                let differs = face(&*without) != face(&*engine);
                assert!(is_said || !differs, "{what}: without {}", opt.name);
            }
        }
    }
}

/// The rules in force under these options.
fn in_force(variant: &str, given: &[&str]) -> RulesInForce {
    let (game, variant) = options::find_game(GAMES, "test", variant).unwrap();
    let mut settings = defaults();
    for option in given {
        options::set(&mut settings, GAMES, game, option).unwrap();
    }
    (game.open)(variant.name, &settings).unwrap().rules_in_force()
}

#[test]
fn what_a_variant_has_anyway_is_not_said() {
    for (variant, given, said) in [
        ("morris", &["Morris.Men=9", "Morris.Flying=at_three"][..], &[][..]),
        ("sixmorris", &["Morris.Men=5"], &["Morris.Men 5"]),
        ("chess960", &["UCI_Chess960=true"], &[]),
        ("chess", &["UCI_Chess960=true"], &["UCI_Chess960 true"]),
        ("kalah", &["UCI_Chess960=true", "Kalah.MaxLevel=3", "Kalah.Capture=opposite"], &[]),
        ("kalah", &["Kalah.Numbers=desk", "Kalah.Pits=4"], &["Kalah.Pits 4", "Kalah.Numbers desk"]),
        // Each of the two would do, and one has to stay.
        ("kalah", &["Kalah.Rules=mover", "Kalah.End=mover"], &["Kalah.Rules mover"]),
        ("kalah", &["Kalah.Rules=mover-empty", "Kalah.Capture=lone"], &["Kalah.Rules mover-empty"]),
        (
            "kalah",
            &["Kalah.Rules=mover", "Kalah.End=either", "Kalah.Rest=owner"],
            &["Kalah.End either"],
        ),
        ("tictactoe", &["TicTacToe.Level=0", "Hash=2", "Seed=3"], &[]),
    ] {
        let rules = in_force(variant, given);
        let found: Vec<String> =
            rules.options.iter().map(|(name, value)| format!("{name} {value}")).collect();
        assert_eq!(
            (rules.variant.as_str(), found),
            (variant, said.iter().map(|&s| s.to_owned()).collect())
        );
    }
}

#[test]
fn the_rules_tag_of_a_record_names_rules_alone() {
    for (variant, given, tag) in [
        ("chess", &["Chess.Mind=classical", "UCI_Chess960=true"][..], None),
        ("draughts", &["Draughts.Notation=hub"], None),
        (
            "draughts",
            &["Draughts.Notation=hub", "Draughts.Draws=dagaz", "Draughts.Repetition=none"],
            Some("Draughts.Draws=dagaz Draughts.Repetition=none"),
        ),
        ("kalah", &["Kalah.MaxLevel=3", "Kalah.Pits=4"], Some("Kalah.Pits=4")),
    ] {
        let (game, _) = options::find_game(GAMES, "test", variant).unwrap();
        let found = form::rules_tag(game, &in_force(variant, given));
        assert_eq!(found, tag.map(|tag| ("Rules", tag.to_owned())), "{variant} {given:?}");
    }
}

#[test]
fn who_alone_heeds_an_option_is_a_player_of_the_game() {
    let mut declared = 0;
    for game in GAMES {
        let players: Vec<_> = (game.players)().into_iter().map(|(name, _)| name).collect();
        for opt in options::of_game(game) {
            declared += usize::from(!opt.players.is_empty());
            for player in opt.players {
                assert!(players.contains(player), "{}: {player} of {}", opt.name, game.name);
            }
        }
    }
    assert!(declared > 40, "{declared}");
}
