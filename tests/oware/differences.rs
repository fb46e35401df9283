//! A game for each rule on which the two rule sets, or the published ways of one rule, differ:
//! played from a position under one and under the other, all other rules alike.

use plyglot::core::Side;
use plyglot::game::{Ending, MoveError, Notation, PlayedGame};
use plyglot::games::oware::{GrandSlam, Oware, Repeated, RuleSet};

/// Plays a joined game from a position; the game so far, or why a move was refused.
fn play(set: RuleSet, position: &str, game: &str) -> Result<(Oware, PlayedGame<Oware>), MoveError> {
    let awari = Oware::new(set);
    let mut played = PlayedGame::new(&awari, awari.parse_position(position).unwrap());
    for letter in game.split("").filter(|letter| !letter.is_empty()) {
        let mv = awari.parse_move(&played, letter)?;
        played.play(&awari, mv);
    }
    Ok((awari, played))
}

/// The position after the game, and how it has ended.
fn after(set: RuleSet, position: &str, game: &str) -> (String, Option<Ending>) {
    let (awari, played) = play(set, position, game).unwrap();
    let ending = played.outcome(&awari).map(|outcome| outcome.ending);
    (awari.position_text(played.position()), ending)
}

fn is_illegal(set: RuleSet, position: &str, game: &str) -> bool {
    matches!(play(set, position, game), Err(MoveError::Illegal { .. }))
}

/// Tournament rules without the stop at half, so that margins can be told apart.
const OWARE: RuleSet = RuleSet { stop_at_half: false, ..RuleSet::OWARE };
const AWARI: RuleSet = RuleSet::AWARI;

#[test]
fn feeding_an_empty_opponent_is_asked_of_oware_and_leaving_him_seeds_of_awari() {
    // Both: north has nothing, and only F reaches him.
    let hungry = "1-0-0-0-0-1-0-0-0-0-0-0-23-23-S";
    for set in [OWARE, AWARI] {
        assert!(is_illegal(set, hungry, "A"));
        assert_eq!(after(set, hungry, "F").0, "1-0-0-0-0-0-1-0-0-0-0-0-23-23-N");
    }
    // Nobody can feed: oware ends at once, awari plays on and ends with the next turn. South takes
    // the rest either way.
    let starving = "1-0-0-0-0-0-0-0-0-0-0-0-23-24-S";
    assert_eq!(after(OWARE, starving, "").1, Some(Ending::Margin(0)));
    assert_eq!(after(AWARI, starving, "").1, None);
    let (text, ending) = after(AWARI, starving, "A");
    assert_eq!(
        (text.as_str(), ending),
        ("0-1-0-0-0-0-0-0-0-0-0-0-23-24-N", Some(Ending::Margin(0)))
    );
}

#[test]
fn a_move_may_take_the_last_seeds_in_oware_by_the_option_and_not_in_awari() {
    // F wins the two in a and leaves north nothing; A is another move.
    let position = "1-0-0-0-0-1-1-0-0-0-0-0-22-23-S";
    let captures = RuleSet { grand_slam: GrandSlam::Captures, ..OWARE };
    let (text, ending) = after(captures, position, "F");
    assert_eq!(
        (text.as_str(), ending),
        ("1-0-0-0-0-0-0-0-0-0-0-0-24-23-N", Some(Ending::Margin(2)))
    );
    assert!(is_illegal(AWARI, position, "F"));
    assert_eq!(after(AWARI, position, "A").0, "0-1-0-0-0-1-1-0-0-0-0-0-22-23-N");
    // Where every move takes the last seeds, awari lets it be played.
    let only = "0-0-0-0-0-1-1-0-0-0-0-0-23-23-S";
    assert_eq!(after(AWARI, only, "F").1, Some(Ending::Margin(2)));
    assert_eq!(after(OWARE, only, "F").0, "0-0-0-0-0-0-2-0-0-0-0-0-23-23-N");
}

#[test]
fn the_published_ways_of_a_grand_slam_are_six_games() {
    // F sows one seed each to a, b and c: two, three, two; all that north has.
    let position = "5-0-0-0-0-3-1-2-1-0-0-0-18-18-S";
    let by = |grand_slam| RuleSet { grand_slam, ..OWARE };
    let text = |grand_slam| after(by(grand_slam), position, "F").0;
    assert_eq!(text(GrandSlam::CapturesNothing), "5-0-0-0-0-0-2-3-2-0-0-0-18-18-N");
    assert!(is_illegal(by(GrandSlam::Illegal), position, "F"));
    assert_eq!(text(GrandSlam::Captures), "5-0-0-0-0-0-0-0-0-0-0-0-25-18-N");
    assert_eq!(text(GrandSlam::SparesFirst), "5-0-0-0-0-0-2-0-0-0-0-0-23-18-N");
    assert_eq!(text(GrandSlam::SparesLast), "5-0-0-0-0-0-0-0-2-0-0-0-23-18-N");
    assert_eq!(text(GrandSlam::RestToOpponent), "0-0-0-0-0-0-0-0-0-0-0-0-25-23-N");
    assert_eq!(
        after(by(GrandSlam::RestToOpponent), position, "F").1,
        Some(Ending::Margin(2)),
        "the opponent has the rest"
    );
    // A grand slam that is the only move: by this rule there is then none, and the game is over.
    let only = "0-0-0-0-0-1-1-0-0-0-0-0-23-23-S";
    assert_eq!(after(by(GrandSlam::Illegal), only, "").1, Some(Ending::Margin(0)));
    // One house won: whichever is spared, nothing is captured.
    for grand_slam in [GrandSlam::SparesFirst, GrandSlam::SparesLast] {
        assert_eq!(after(by(grand_slam), only, "F").0, "0-0-0-0-0-0-2-0-0-0-0-0-23-23-N");
    }
}

#[test]
fn a_position_that_comes_back_ends_oware_at_once_and_awari_at_its_third_occurrence() {
    // South is ahead on his side when the position comes back: A and B against a.
    let position = "1-1-0-0-0-0-1-0-0-0-0-0-22-23-S";
    let (found, once) = find_cycle(position);
    assert!(!once.is_empty(), "{found}");
    let twice = once.repeat(2);
    let sides = |text: &str| {
        let numbers: Vec<i16> = text.split('-').filter_map(|n| n.parse().ok()).collect();
        numbers[..6].iter().sum::<i16>() - numbers[6..12].iter().sum::<i16>() + numbers[12]
            - numbers[13]
    };
    let (text, ending) = after(OWARE, &found, &once);
    assert_eq!((text.as_str(), ending), (found.as_str(), Some(Ending::Margin(sides(&found)))));
    let split = RuleSet { repeated: Repeated::Split, ..OWARE };
    let stores: Vec<i16> = found.split('-').filter_map(|n| n.parse().ok()).collect();
    let even = Some(Ending::Margin(stores[12] - stores[13]));
    assert_ne!(even, ending, "own sides and an even split differ here");
    assert_eq!(after(split, &found, &once).1, even);
    assert_eq!(after(AWARI, &found, &once).1, None, "the second occurrence");
    assert_eq!(after(AWARI, &found, &twice).1, even, "the third");
    let never = RuleSet { repeated: Repeated::Nothing, ..AWARI };
    assert_eq!(after(never, &found, &once.repeat(5)).1, None);
}

/// A position reached from this one that some moves lead back to, and those moves.
fn find_cycle(position: &str) -> (String, String) {
    let never = RuleSet { repeated: Repeated::Nothing, ..AWARI };
    let awari = Oware::new(never);
    let mut played = PlayedGame::new(&awari, awari.parse_position(position).unwrap());
    // Whoever always sows the first house that is not empty comes round.
    while played.outcome(&awari).is_none() && played.moves_played().len() < 200 {
        let mv = played.moves(&awari)[0];
        played.play(&awari, mv);
        let now = played.position();
        let before = played.positions().iter().rev().skip(1).position(|before| before == now);
        if let Some(plies) = before.map(|back| back + 1) {
            let first = played.moves_played().len() - plies;
            let played = played.positions()[first..].iter().zip(&played.moves_played()[first..]);
            let game = played.map(|(pos, &mv)| awari.move_text(pos, mv)).collect();
            return (awari.position_text(now), game);
        }
    }
    (String::new(), String::new())
}

#[test]
fn more_than_half_of_the_seeds_wins_oware_and_is_played_on_in_awari() {
    let position = "0-0-0-0-0-2-1-1-0-0-0-8-22-14-S";
    let (_, ending) = after(RuleSet::OWARE, position, "F");
    assert_eq!(ending, Some(Ending::Win(Side::First)), "26 of 48");
    assert_eq!(after(AWARI, position, "F").1, None);
    assert_eq!(after(AWARI, position, "F").0, after(RuleSet::OWARE, position, "F").0);
}
