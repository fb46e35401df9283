//! Whoever tries a move that is not legal is told why, in every game.

use std::collections::BTreeSet;

use plyglot::core::Settings;
use plyglot::core::rng::seeded;
use plyglot::options;
use plyglot::registry::GAMES;
use rand::RngExt;

/// Plies of a game that are looked at.
const PLIES: usize = 60;
/// Moves of other positions that are tried at each.
const TRIED: usize = 12;

#[test]
fn moves_of_other_positions_are_refused_with_a_reason() {
    for game in GAMES {
        let defaults = Settings::defaults(&options::all(GAMES));
        for variant in game.variants {
            let mut rng = seeded(7);
            let mut state = (game.open)(variant.name, &defaults).unwrap();
            let mut seen: BTreeSet<String> = BTreeSet::new();
            let mut refused = 0;
            for _ in 0..PLIES {
                let legal: Vec<String> = state.moves().into_iter().map(|mv| mv.text).collect();
                if legal.is_empty() || state.outcome().is_some() {
                    break;
                }
                let is_other = |text: &&String| !legal.contains(*text);
                let others: Vec<String> = seen.iter().filter(is_other).cloned().collect();
                for _ in 0..TRIED.min(others.len()) {
                    let text = &others[rng.random_range(..others.len())];
                    // A shorter spelling may be legal still.
                    let Err(error) = state.play(&[text]) else {
                        state.undo(1).unwrap();
                        continue;
                    };
                    refused += 1;
                    let error = error.to_string();
                    let has_reason = error.contains("is not legal here: ")
                        || error.contains("repeats the position")
                        || error.contains("expected every square");
                    assert!(has_reason, "{} {}: {error}", variant.name, state.board().position);
                }
                let mv = legal[rng.random_range(..legal.len())].clone();
                state.play(&[&mv]).unwrap();
                seen.extend(legal);
            }
            // A column takes discs until it is full.
            let is_open = seen.iter().all(|text| text.len() == 1);
            assert!(is_open || refused > 5, "{}: {refused} refused", variant.name);
            assert!(seen.len() > 5, "{}", variant.name);
        }
    }
}
