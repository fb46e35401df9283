//! Kalah's tables are made when the client asks whether all is ready, not while a clock runs; and
//! whoever makes them later can be stopped.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use plyglot::game::Rules;
use plyglot::games::kalah::{Chain, Kalah, RuleSet};
use plyglot::protocol::Reply;
use plyglot::search::player::SearchInfo;
use plyglot::search::time::{Budget, ScriptedTimer, Timer};
use plyglot::search::{Player, SearchControl};

use super::solve::{player, think};
use crate::common::client::Client;
use crate::search::bounds::answer;

/// Both players, and the stones in play that they want to know on four pits with three stones each.
const PLAYERS: [(&str, u16); 2] = [("alphabeta", 8), ("solve", 12)];
const NODES: u64 = 200_000;

fn small(name: &str) -> (Kalah, Box<dyn Player<Kalah>>) {
    let kalah = Kalah::new(RuleSet::STANDARD, 4, 3);
    let player = player(&kalah, name, &[("Kalah.Tables", "8")]);
    (kalah, player)
}

/// Time stands still, and every look is counted.
#[derive(Debug, Default)]
struct Looks(AtomicU64);

impl Timer for Looks {
    fn now_us(&self) -> u64 {
        self.0.fetch_add(1, Ordering::Relaxed);
        0
    }
}

/// How often a search of the start position looks at the clock, which the making of a table does
/// after each of its parts, and what it says.
fn looks(kalah: &Kalah, player: &mut dyn Player<Kalah>) -> (u64, Vec<SearchInfo<Chain>>) {
    let timer = Arc::new(Looks::default());
    let budget = Budget { soft: None, hard: Some(Duration::from_secs(1)) };
    let control = SearchControl::new(Arc::clone(&timer) as Arc<dyn Timer>, budget, Some(NODES));
    control.time.start();
    let (_, said) = think(kalah, player, kalah.start(), Some(NODES), &control);
    (timer.0.load(Ordering::Relaxed), said)
}

/// What a player says of its tables: stones in play.
fn known(said: &[SearchInfo<Chain>]) -> Option<u16> {
    said.iter().find_map(|saying| match saying {
        SearchInfo::Note(text) => {
            text.strip_prefix("endgame tables: ")?.split(' ').next()?.parse().ok()
        }
        _ => None,
    })
}

#[test]
fn a_search_makes_no_table_that_was_prepared() {
    for (name, stones) in PLAYERS {
        let (kalah, mut prepared) = small(name);
        assert!(prepared.needs_preparation(&kalah), "{name}");
        prepared.prepare(&kalah, &|| false);
        assert!(!prepared.needs_preparation(&kalah), "{name}");
        let (with, said) = looks(&kalah, prepared.as_mut());
        let (kalah, mut fresh) = small(name);
        let (without, _) = looks(&kalah, fresh.as_mut());
        if name != "solve" {
            assert!(fresh.needs_preparation(&kalah), "{name}: by the clock it makes none");
            continue;
        }
        // There are at least as many parts as this in the largest of the tables.
        let parts = (4 * u64::from(stones) + 1) * u64::from(stones + 1);
        assert!(with + parts < without, "{name}: {with} looks at the clock, {without} unprepared");
        assert_eq!(known(&said), Some(stones), "{said:?}");
    }
}

#[test]
fn a_preparation_that_is_stopped_is_still_needed() {
    for (name, _) in PLAYERS {
        let (kalah, mut player) = small(name);
        player.prepare(&kalah, &|| true);
        assert!(player.needs_preparation(&kalah), "{name}");
    }
}

#[test]
fn after_readyok_nothing_is_to_be_prepared_and_go_keeps_to_its_nodes() {
    for (name, _) in PLAYERS {
        let mut client = Client::new(0);
        for option in [&format!("Mind value {name}"), "Pits value 4", "Stones value 3"] {
            client.tell(&format!("setoption name Kalah.{option}"));
        }
        client.set_up("kalah startpos");
        assert_eq!(client.tell("isready"), [], "{name}: it is made beside the session");
        assert_eq!(client.wait(), [Reply::ReadyOk], "{name}");
        assert_eq!(client.tell("isready"), [Reply::ReadyOk], "{name}: at once");
        let replies = client.go("nodes 3000");
        assert!(answer(&replies).0.unwrap().nodes.unwrap() <= 3000, "{name}: {replies:?}");
        assert_eq!(client.tell("isready"), [Reply::ReadyOk], "{name}: still");
    }
}

/// A look at the clock takes a millisecond here, so that a hundred of them are all there is.
#[test]
fn the_solver_heeds_movetime_and_stop_while_it_makes_its_tables() {
    let kalah = Kalah::new(RuleSet::STANDARD, 6, 3);
    let hard = Some(Duration::from_millis(100));
    let timer = Arc::new(ScriptedTimer::new(1000));
    let control = SearchControl::new(timer, Budget { soft: None, hard }, None);
    control.time.start();
    let (best, said) =
        think(&kalah, player(&kalah, "solve", &[]).as_mut(), kalah.start(), None, &control);
    assert!(known(&said).unwrap() <= 5, "of thirteen: {said:?}");
    assert!(kalah.replay(&kalah.start(), best).is_ok());
    control.stop.set();
    let (_, said) =
        think(&kalah, player(&kalah, "solve", &[]).as_mut(), kalah.start(), None, &control);
    assert_eq!(known(&said), Some(0), "{said:?}");
}
