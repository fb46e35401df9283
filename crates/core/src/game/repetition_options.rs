//! The options of a game by which its rule of repetition is chosen, the same in every game that has
//! them, and the rule that they choose.
//!
//! A rule book says what a repetition means, once for all numbers; [dagaz-9] asks for the numbers to
//! be set one by one: which repetition, how far back, for whom, and what then, or no rule at all.
//! Each option leaves what it is about to the rule book until it is set.

use super::repetition::{Binds, Repetition, Same, Then, Within};
use crate::option::{Opt, OptionError, Scope, Settings};

const THEN: &str = "Repetition";
const COUNT: &str = "RepetitionCount";
const WITHIN: &str = "RepetitionWithin";
const SAME: &str = "RepetitionSame";
const BINDS: &str = "RepetitionBinds";

/// The word that leaves it to the rule book.
const PRESET: &str = "preset";

/// The options of the game with this prefix.
pub fn options(prefix: &str) -> Vec<Opt> {
    let name = |name: &str| format!("{prefix}.{name}");
    vec![
        Opt::combo(
            Scope::Rules,
            &name(THEN),
            vec![PRESET, "none", "draw", "claim", "fivefold", "loss", "forbidden"],
            "What a repeated position means: as the preset has it; nothing; a draw; a draw that may \
             be claimed; the same, and a draw the fifth time; who brings it about has lost; no move \
             may bring it about.",
        ),
        Opt::spin(
            Scope::Rules,
            &name(COUNT),
            0,
            (0, 9),
            "At which occurrence: 2 when a position first comes back; 0 as the preset has it, and \
             2 for what is forbidden.",
        ),
        Opt::spin(
            Scope::Rules,
            &name(WITHIN),
            0,
            (0, 10_000),
            "Only positions of so many plies before are looked at; 0 for the whole game.",
        ),
        Opt::combo(
            Scope::Rules,
            &name(SAME),
            vec!["situation", "position", "board"],
            "What is the same: all, with the side to move; all but the side to move; the men on the \
             board alone.",
        ),
        Opt::combo(
            Scope::Rules,
            &name(BINDS),
            vec!["both", "first", "second"],
            "Whose moves are meant, those of both sides or of one.",
        ),
    ]
}

/// The rule that the settings of the game with this prefix choose, where its rule book has `book`.
/// Refused where a number makes no rule.
pub fn chosen(
    prefix: &str,
    settings: &Settings,
    book: Repetition,
) -> Result<Repetition, OptionError> {
    let name = |name: &str| format!("{prefix}.{name}");
    let word = settings.combo(&name(THEN));
    let count = u8::try_from(settings.spin(&name(COUNT))).unwrap_or(u8::MAX);
    let refuse = |expected: &str| {
        let found = format!("{}: found {count}", name(COUNT));
        Err(OptionError::Refused(format!("{found}, expected {expected}")))
    };
    if count == 1 {
        return refuse("0, or 2 and more: the first occurrence repeats nothing");
    }
    if word == "none" || word == PRESET && !book.is_on() {
        return Ok(Repetition::NONE);
    }
    let usual = if book.is_on() { book.count } else { Repetition::THREEFOLD.count };
    let (then, usual, end) = match word {
        "draw" => (Then::Draw, usual, 0),
        "claim" => (Then::Claim, usual, 0),
        "fivefold" => (Then::Claim, usual, Repetition::FIVEFOLD.end),
        "loss" => (Then::RepeaterLoses, usual, 0),
        "forbidden" => (Then::Forbidden, Repetition::SUPERKO.count, 0),
        _ => (book.then, book.count, book.end),
    };
    let count = if count == 0 { usual } else { count };
    if word == "fivefold" && count >= end {
        return refuse(&format!("less than {end}, the occurrence that draws without a claim"));
    }
    // The end that a rule book has comes after the claim, or not at all.
    let end = if end > count { end } else { 0 };
    Ok(Repetition {
        same: match settings.combo(&name(SAME)) {
            "position" => Same::Position,
            "board" => Same::Board,
            _ => book.same,
        },
        within: match u16::try_from(settings.spin(&name(WITHIN))) {
            Ok(0) | Err(_) => book.within,
            Ok(plies) => Within::Plies(plies),
        },
        binds: match settings.combo(&name(BINDS)) {
            "first" => Binds::Only(crate::Side::First),
            "second" => Binds::Only(crate::Side::Second),
            _ => book.binds,
        },
        count,
        then,
        end,
        root: None,
    })
}

/// The line of `rules`: what the rule book says of it, in its own words with its paragraph, or the
/// rule that the options have made.
pub fn describe(prefix: &str, rule: Repetition, book: Repetition, words: &str) -> String {
    if rule == book { words.to_owned() } else { format!("{rule}: {prefix}.{THEN}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn under(book: Repetition, given: &[(&str, &str)]) -> Result<Repetition, String> {
        let options = options("Game");
        let mut settings = Settings::defaults(&options);
        for (name, value) in given {
            let name = format!("Game.{name}");
            let opt = options.iter().find(|opt| opt.name == name).unwrap();
            settings.set(&name, opt.parse(value).unwrap().unwrap());
        }
        chosen("Game", &settings, book).map_err(|error| error.to_string())
    }

    #[test]
    fn every_field_is_chosen_by_an_option_of_its_own() {
        let draw = Repetition::THREEFOLD;
        for (given, rule) in [
            (&[][..], Repetition::FIVEFOLD),
            (&[("Repetition", "none")], Repetition::NONE),
            (&[("Repetition", "draw")], draw),
            (&[("Repetition", "claim")], Repetition::THREEFOLD_CLAIM),
            (&[("Repetition", "fivefold")], Repetition::FIVEFOLD),
            (&[("Repetition", "loss")], Repetition { then: Then::RepeaterLoses, ..draw }),
            (&[("Repetition", "forbidden")], Repetition::SUPERKO),
            (
                &[("Repetition", "forbidden"), ("RepetitionSame", "position")],
                Repetition::POSITIONAL_SUPERKO,
            ),
            (&[("Repetition", "forbidden"), ("RepetitionWithin", "2")], Repetition::KO),
            (&[("RepetitionCount", "4")], Repetition { count: 4, ..Repetition::FIVEFOLD }),
            (&[("RepetitionCount", "7")], Repetition { count: 7, ..Repetition::THREEFOLD_CLAIM }),
            (
                &[("RepetitionBinds", "second"), ("RepetitionSame", "board")],
                Repetition {
                    binds: Binds::Only(crate::Side::Second),
                    same: Same::Board,
                    ..Repetition::FIVEFOLD
                },
            ),
        ] {
            assert_eq!(under(Repetition::FIVEFOLD, given), Ok(rule), "{given:?}");
        }
        assert_eq!(under(draw, &[]), Ok(draw));
        assert_eq!(under(Repetition::NONE, &[("RepetitionCount", "4")]), Ok(Repetition::NONE));
        assert_eq!(under(Repetition::NONE, &[("Repetition", "draw")]), Ok(draw));
    }

    #[test]
    fn numbers_that_make_no_rule_are_refused() {
        for (given, error) in [
            (
                &[("RepetitionCount", "1")][..],
                "Game.RepetitionCount: found 1, expected 0, or 2 and more: the first occurrence \
                 repeats nothing",
            ),
            (
                &[("Repetition", "fivefold"), ("RepetitionCount", "5")],
                "Game.RepetitionCount: found 5, expected less than 5, the occurrence that draws \
                 without a claim",
            ),
        ] {
            assert_eq!(under(Repetition::FIVEFOLD, given), Err(error.to_owned()));
        }
    }
}
