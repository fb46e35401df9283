//! Where games begin: the start position, a file of openings, or random plies from a seed.
//!
//! A file has an opening a line: `startpos moves e2e4 …`, `fen POSITION [moves …]`, or a bare
//! position string, of which EPD's operations after the fourth field are dropped where the game
//! reads it so. Empty lines and lines that begin with `#` are skipped.

use std::path::Path;

use rand::RngExt;
use rand::seq::SliceRandom;

use super::referee::{Opening, Terms};
use plyglot_core::file::{LIST_BYTES_MAX, read_text};
use plyglot_core::rng;
use plyglot_host::state::SetupText;

/// A random opening that ends the game is drawn again, so often at most.
const ATTEMPTS: u32 = 1000;

/// A source of openings, by number.
#[derive(Clone, Debug)]
pub enum Openings {
    /// Every game begins at the start position.
    Start,
    /// A list, begun again at its end.
    List(Vec<Opening>),
    /// So many legal moves by lot from the start position.
    Random {
        /// How many.
        plies: u32,
        /// Where random numbers begin; an opening depends on it and its own number alone.
        seed: u64,
    },
}

impl Openings {
    /// Reads a file; every line is tried. `shuffle` puts them in an order that a seed decides.
    pub fn from_file(path: &Path, terms: &Terms, shuffle: Option<u64>) -> Result<Self, String> {
        let shown = path.display();
        let text = read_text(path, LIST_BYTES_MAX).map_err(|error| format!("{shown}: {error}"))?;
        let mut list = Vec::new();
        for (i, line) in text.lines().enumerate() {
            let line = line.trim();
            if !line.is_empty() && !line.starts_with('#') {
                let opening = read(line, terms);
                list.push(opening.map_err(|error| format!("{shown}: line {}: {error}", i + 1))?);
            }
        }
        if list.is_empty() {
            return Err(format!("{shown}: found no opening, expected one a line"));
        }
        if let Some(seed) = shuffle {
            list.shuffle(&mut rng::seeded(seed));
        }
        Ok(Self::List(list))
    }

    /// The opening of this number.
    pub fn get(&self, number: u64, terms: &Terms) -> Result<Opening, String> {
        match self {
            Self::Start => Ok(Opening::default()),
            Self::List(list) => {
                let index = usize::try_from(number % list.len() as u64).unwrap_or(0);
                Ok(list[index].clone())
            }
            Self::Random { plies, seed } => random(terms, *plies, *seed, number),
        }
    }
}

/// One line of a file.
fn read(line: &str, terms: &Terms) -> Result<Opening, String> {
    let first = line.split_whitespace().next().unwrap_or("");
    let explicit = first == "startpos" || first == "fen";
    let bare = line.split(';').next().unwrap_or(line).trim();
    let setup = SetupText::parse(if explicit { line } else { bare });
    let mut engine =
        (terms.game.open)(terms.variant, &terms.settings).map_err(|e| e.to_string())?;
    let taken = engine.set_position(setup.position, &setup.moves);
    let text = match (taken, setup.position) {
        (Ok(_), text) => text.map(str::to_owned),
        (Err(error), Some(text)) if !explicit => {
            // Operations of EPD begin after the fourth field.
            let fields: Vec<&str> = text.split_whitespace().take(4).collect();
            let short = fields.join(" ");
            engine.set_position(Some(&short), &[]).map_err(|_| error.to_string())?;
            Some(short)
        }
        (Err(error), _) => return Err(error.to_string()),
    };
    if let Some(outcome) = engine.outcome() {
        return Err(format!("the game is over there: {}", outcome.reason));
    }
    Ok(Opening { setup: text, moves: setup.moves.into_iter().map(str::to_owned).collect() })
}

fn random(terms: &Terms, plies: u32, seed: u64, number: u64) -> Result<Opening, String> {
    // SplitMix's increment keeps the streams of neighbouring numbers apart.
    let mut rng = rng::seeded(seed ^ number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    let mut engine =
        (terms.game.open)(terms.variant, &terms.settings).map_err(|e| e.to_string())?;
    for _ in 0..ATTEMPTS {
        engine.set_position(None, &[]).map_err(|error| error.to_string())?;
        for _ in 0..plies {
            let moves = engine.legal_moves();
            if engine.outcome().is_some() || moves.is_empty() {
                break;
            }
            let pick = &moves[rng.random_range(0..moves.len())];
            engine.play(&[pick]).map_err(|error| error.to_string())?;
        }
        if engine.outcome().is_none() {
            return Ok(Opening { setup: None, moves: engine.game_text().moves });
        }
    }
    Err(format!("{plies} random plies end every game of {}", terms.variant))
}
