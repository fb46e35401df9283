//! `plyglot web`: one page for all games, served by the program itself.
//!
//! The server owns rules and engine, the page owns the tree of the game: it says which position it
//! looks at, and the server says what may be played there, what it looks like and what players,
//! searches and endgame tables make of it. Messages are values on both sides ([`message`],
//! [`reply`]; `docs/web.md` is their manual), made from what [`crate::engine`] gives, and nothing is
//! read out of lines of the protocol.
//!
//! ```text
//! page ── WebSocket ──► connection ──► Room (a thread: an Engine, a search) ──► search thread
//!   ▲                   (async task)        │ replies                               │ events
//!   └──── newest first ◄── Outbox ◄─────────┴───────────────────────────────────────┘
//! ```
//!
//! Whatever may take its time is done in the room's own thread, so no client waits for another.
//! A page that is gone leaves its room for a while, with a search that goes on, and finds it again
//! after a reload. Strangers are kept out by [`guard`].

pub mod alone;
mod ask;
#[cfg(feature = "program")]
pub mod assets;
pub mod board;
pub mod budget;
pub mod event;
#[cfg(feature = "program")]
pub mod export;
mod files;
#[cfg(feature = "program")]
mod gallery;
#[cfg(feature = "program")]
mod gate;
mod glimpse;
#[cfg(feature = "program")]
pub mod guard;
mod handler;
#[cfg(feature = "program")]
pub mod house;
pub mod message;
pub mod outbox;
pub mod reply;
mod room;
#[cfg(feature = "program")]
mod server;
mod setup;
mod theatre;
pub mod thinking;
pub mod traces;
pub mod verdict;
pub mod watch;
mod welcome;

pub use budget::Budget;
pub use event::{Terms, WebLimits};
#[cfg(feature = "program")]
pub use house::House;
#[cfg(feature = "program")]
pub use server::{Serving, serve};
