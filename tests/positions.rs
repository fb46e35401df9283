//! Positions of every game, mistyped: what is taken is read back as it is written, and can be shown
//! and played.

use plyglot::core::{Settings, rng};
use plyglot::host::state::GameState;
use plyglot::options;
use plyglot::registry::GAMES;
use rand::RngExt;
use rand_pcg::Pcg64;

const TEXTS: usize = 60;
const TYPOS_A_TEXT: usize = 30;
const PLIES: usize = 6;

#[test]
fn mistyped_positions_are_played_or_refused() {
    let settings = Settings::defaults(&options::all(GAMES));
    for variant in GAMES.iter().flat_map(|game| game.variants.iter().map(move |v| (game, v.name))) {
        let (game, variant) = variant;
        let mut engine = (game.open)(variant, &settings).unwrap();
        let mut rng = rng::seeded(27);
        let texts = texts(&mut *engine, &mut rng);
        let (mut taken, mut refused) = (0, 0);
        for text in &texts {
            for _ in 0..TYPOS_A_TEXT {
                let other = &texts[rng.random_range(0..texts.len())];
                let text = mistyped(text, other, &mut rng);
                match engine.set_position(Some(&text), &[]) {
                    Ok(_) => taken += 1,
                    Err(error) => {
                        refused += 1;
                        assert!(!error.to_string().contains('\n'), "{variant} {text}: {error}");
                        continue;
                    }
                }
                engine.board();
                engine.accounts(&[]).unwrap();
                wander(&mut *engine, &mut rng, &format!("{variant}: {text}"));
            }
        }
        assert!(taken > 20 && refused > 20, "{variant}: {taken} taken, {refused} refused");
    }
}

/// Positions of random games.
fn texts(engine: &mut dyn GameState, rng: &mut Pcg64) -> Vec<String> {
    let mut texts = Vec::new();
    while texts.len() < TEXTS {
        let moves = engine.legal_moves();
        texts.push(engine.position_text());
        if moves.is_empty() || engine.outcome().is_some() {
            engine.new_game();
        } else {
            engine.play(&[&moves[rng.random_range(0..moves.len())]]).unwrap();
        }
    }
    texts
}

/// Up to three characters left out, put in, exchanged or taken from another position.
fn mistyped(text: &str, other: &str, rng: &mut Pcg64) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    let others: Vec<char> = other.chars().collect();
    for _ in 0..rng.random_range(1..4) {
        let at = rng.random_range(0..chars.len());
        let from = rng.random_range(0..others.len());
        match rng.random_range(0..4) {
            0 if chars.len() > 1 => _ = chars.remove(at),
            1 => chars.insert(at, others[from]),
            2 => {
                let with = rng.random_range(0..chars.len());
                chars.swap(at, with);
            }
            _ => chars[at] = others[from],
        }
    }
    chars.into_iter().collect()
}

/// Plays some moves at random; every position on the way is written and read.
fn wander(engine: &mut dyn GameState, rng: &mut Pcg64, what: &str) {
    for _ply in 0..PLIES {
        let text = engine.position_text();
        let moves = engine.legal_moves();
        let has_ended = engine.outcome();
        engine.set_position(Some(&text), &[]).unwrap_or_else(|e| panic!("{what}: {text}: {e}"));
        assert_eq!(engine.position_text(), text, "{what}");
        if moves.is_empty() || has_ended.is_some_and(|outcome| !outcome.claim) {
            return;
        }
        let mv = &moves[rng.random_range(0..moves.len())];
        if let Err(error) = engine.play(&[mv]) {
            panic!("{what}: {text} {mv}: {error}");
        }
    }
}
