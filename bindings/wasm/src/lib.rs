//! plyglot in a browser: the room of `plyglot web` in a worker, the same messages in and out, no
//! server. `docs/browser.md` says how it is made; `web/worker.js` is what calls it.
//!
//! A worker has one thread. What it is asked it does to the end, a search too, and while a search runs
//! no message arrives: so several times a second the search tells what it has found and asks by a
//! function of the worker whether it is to stop.

// Elsewhere there is nothing to compile: checks of the whole workspace pass over it.
#![cfg(target_family = "wasm")]

use std::cell::{Cell, OnceCell};

use js_sys::Function;
use plyglot::core::Settings;
use plyglot::options;
use plyglot::registry::GAMES;
use plyglot::search::SearchControl;
use plyglot::search::time::look_up_by;
use plyglot::web::alone::Alone;
use plyglot::web::{Budget, Terms, WebLimits};
use wasm_bindgen::prelude::*;

/// A search looks up so often, in milliseconds: to ask costs the worker about one.
const LOOK_MS: f64 = 40.0;
/// MiB of the transposition table at most: a page has four gigabytes of addresses for everything.
const HASH_MIB: u32 = 512;
/// Nobody waits for longer.
const THINK_MS: u64 = 24 * 60 * 60 * 1000;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;
    #[wasm_bindgen(js_namespace = console)]
    fn error(text: &str);
}

/// The room, and who is told what it says.
struct Page {
    room: Alone,
    say: Function,
    is_to_stop: Function,
    looked_ms: Cell<f64>,
}

thread_local! {
    static PAGE: OnceCell<Page> = const { OnceCell::new() };
}

impl Page {
    fn send(&self, may_tell: bool) {
        while let Some(text) = self.room.next(may_tell) {
            // Who does not hear it misses it.
            let _ = self.say.call1(&JsValue::NULL, &JsValue::from_str(&text));
        }
    }

    fn look_up(&self) {
        let now_ms = now();
        if now_ms - self.looked_ms.get() < LOOK_MS {
            return;
        }
        if self.is_to_stop.call0(&JsValue::NULL).is_ok_and(|answer| answer.is_truthy()) {
            self.room.stop();
        }
        self.room.look_after();
        self.send(true);
        self.looked_ms.set(now());
    }
}

fn look_up() {
    PAGE.with(|page| page.get().map(Page::look_up));
}

/// Opens the room. `say` is called with each message for the page, a text; `is_to_stop` is asked
/// while a search runs, and says whether it is to end. The game is the one to begin with, chess where
/// none is named.
///
/// # Errors
/// It is open already, or the game of the start cannot be opened.
#[wasm_bindgen]
#[expect(clippy::needless_pass_by_value, reason = "what JavaScript hands over is owned")]
pub fn open(say: Function, is_to_stop: Function, game: Option<String>) -> Result<(), JsError> {
    std::panic::set_hook(Box::new(|panic| error(&format!("plyglot: {panic}"))));
    let limits = WebLimits { clients: 1, threads: 1, hash: HASH_MIB, think_ms: THINK_MS };
    let settings = Settings::defaults(&options::all(GAMES));
    let name = game.as_deref().unwrap_or(GAMES[0].name);
    let first = options::find_game(GAMES, "open", name).map_err(|error| JsError::new(&error))?;
    let terms =
        Terms { games: GAMES, first, settings, limits, memory: Budget::default(), gallery: None };
    let room = Alone::open(terms).map_err(|error| JsError::new(&error))?;
    let page = Page { room, say, is_to_stop, looked_ms: Cell::new(now()) };
    let is_first = PAGE.with(|kept| kept.set(page).is_ok());
    look_up_by(look_up);
    if is_first { Ok(()) } else { Err(JsError::new("open: the room is open already")) }
}

/// Hears a message of the page, and returns when all that it asks for is done and said.
///
/// # Errors
/// There is no room.
#[wasm_bindgen]
pub fn hear(message: &str) -> Result<(), JsError> {
    let heard = PAGE.with(|page| {
        let page = page.get()?;
        page.looked_ms.set(now());
        page.room.hear(message);
        page.send(true);
        Some(())
    });
    heard.ok_or_else(|| JsError::new("hear: no room is open"))
}

/// The nodes that `bench` counts in a game: those of `tests/bench.txt` in every build.
///
/// # Errors
/// There is no such game.
#[wasm_bindgen]
pub fn bench(game: &str) -> Result<f64, JsError> {
    let failed = |error: String| JsError::new(&format!("bench: {error}"));
    let (game, _) =
        options::find_game(GAMES, "bench", game).map_err(|error| JsError::new(&error))?;
    let settings = Settings::defaults(&options::all(GAMES));
    let control = SearchControl::unlimited();
    let nodes = (game.bench)(&settings, &control, &mut |_, _| ()).map_err(failed)?;
    // So few nodes are a number of JavaScript, exactly.
    #[expect(clippy::cast_precision_loss, reason = "below two to the power of 53")]
    Ok(nodes.unwrap_or_default() as f64)
}
