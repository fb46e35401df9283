//! `bench` of a game: fixed positions, one thread, fixed depth, nodes counted.

use crate::game::{BenchPosition, Game};
use crate::moves::play_all;
use crate::state::SetupText;
use plyglot_core::game::PlayedGame;
use plyglot_core::{Limits, Settings};
use plyglot_search::player::{SearchOptions, SearchRequest};
use plyglot_search::{SearchControl, TranspositionTable};

/// Searches the bench positions of a game and tells the nodes of each as it is done; gives their
/// sum, `None` when the clock has been stopped.
pub type Bench = fn(
    &Settings,
    &SearchControl,
    &mut dyn FnMut(&BenchPosition, u64),
) -> Result<Option<u64>, String>;

/// MiB for the table, whatever the options say: the counts depend on it.
const HASH_MIB: usize = 16;

pub(super) fn bench<G: Game>(
    settings: &Settings,
    control: &SearchControl,
    each: &mut dyn FnMut(&BenchPosition, u64),
) -> Result<Option<u64>, String> {
    let text = |error: &dyn std::fmt::Display| format!("{}: {error}", G::NAME);
    let rules = G::open(G::VARIANTS[0].name, settings).map_err(|error| text(&error))?;
    let mut table = TranspositionTable::new(HASH_MIB);
    table.advise();
    let mut sum = 0;
    for position in BenchPosition::read(G::BENCH) {
        if control.stop.is_set() {
            return Ok(None);
        }
        table.clear();
        let line = set_up(&rules, position.position).map_err(|error| text(&error))?;
        let limits = Limits { depth: Some(position.depth), ..Limits::default() };
        let one = control.part();
        let request = SearchRequest {
            rules: &rules,
            played: &line,
            limits: &limits,
            search_moves: &[],
            control: &one,
            tt: &table,
            tb: None,
            options: SearchOptions::default(),
            tracer: None,
        };
        let mut player = (G::PLAYERS[0].make)(&rules, settings).map_err(|error| text(&error))?;
        player.think(&request, &mut |_| {});
        each(&position, one.nodes.count());
        sum += one.nodes.count();
    }
    Ok(Some(sum))
}

/// A bench position as a played game.
fn set_up<G: Game>(rules: &G, position: &str) -> Result<PlayedGame<G>, String> {
    let SetupText { position, moves } = SetupText::parse(position);
    let start = position.map_or_else(|| Ok(rules.start()), |text| rules.parse_position(text));
    let mut played = PlayedGame::new(rules, start.map_err(|error| error.to_string())?);
    play_all(rules, &mut played, moves.into_iter()).map_err(|error| error.to_string())?;
    Ok(played)
}
