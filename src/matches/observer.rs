//! Who looks on while games are played: told of each move, and in nobody's way.

use std::fmt;
use std::sync::Arc;

use plyglot_core::game::picture::Scene;

/// A game as it stands.
#[derive(Clone, Debug)]
pub struct Glance {
    /// The number of the game, from 0.
    pub number: u64,
    /// Who plays, by side.
    pub names: [String; 2],
    /// The position string it began with; `None` for the start.
    pub setup: Option<String>,
    /// The moves from there.
    pub moves: Vec<String>,
    /// What stands on the board.
    pub scene: Scene,
    /// Milliseconds left to each side that has a clock.
    pub left_ms: [Option<u64>; 2],
    /// What the player who moved last thinks of it, from its side: depth and score.
    pub thought: Option<String>,
}

/// Somebody who looks on, or nobody.
#[derive(Clone, Default)]
pub struct Observer(Option<Arc<dyn Fn(Glance) + Send + Sync>>);

impl Observer {
    /// Somebody who is told by a call from the thread of the game.
    pub fn new(see: impl Fn(Glance) + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(see)))
    }

    /// Tells what there is to see, if anybody looks.
    pub fn tell(&self, glance: impl FnOnce() -> Glance) {
        if let Some(see) = &self.0 {
            see(glance());
        }
    }
}

impl fmt::Debug for Observer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Observer")
    }
}
