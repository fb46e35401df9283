//! plyglot: one engine for the classic two-player board games.
//!
//! The program is described in protocol.md; this library is what it is made of. A game says what
//! its rules are, and everything else (search, threads, tables, time, protocol) is there already.
//! Here is a whole game: a heap of counters, of which each side takes one, two or three by turns;
//! whoever takes the last one wins. The search knows nothing of the theory, which says that a heap
//! divisible by four is lost, and finds it.
//!
//! ```
//! use plyglot::core::{Limits, Score, Side};
//! use plyglot::game::{Evaluator, NoTactics, Outcome, PlayedGame, Rules, SearchParams};
//! use plyglot::search::{
//!     AlphaBeta, Player, SearchControl, SearchOptions, SearchRequest, TranspositionTable,
//! };
//!
//! /// The rules: how large the heap is when the game begins.
//! struct Heap(u8);
//!
//! /// A position is plain data: what is left, and whose turn it is.
//! #[derive(Clone, PartialEq, Debug)]
//! struct Position {
//!     left: u8,
//!     side: Side,
//! }
//!
//! impl Rules for Heap {
//!     type Position = Position;
//!     /// How many counters are taken.
//!     type Move = u8;
//!
//!     fn start(&self) -> Position {
//!         Position { left: self.0, side: Side::First }
//!     }
//!     fn side_to_move(&self, pos: &Position) -> Side {
//!         pos.side
//!     }
//!     fn legal_moves(&self, pos: &Position, out: &mut Vec<u8>) {
//!         out.extend(1..=pos.left.min(3));
//!     }
//!     fn play(&self, pos: &mut Position, taken: u8) {
//!         pos.left -= taken;
//!         pos.side = pos.side.other();
//!     }
//!     fn outcome(&self, pos: &Position) -> Option<Outcome> {
//!         (pos.left == 0).then(|| Outcome::win(pos.side.other(), "last counter taken"))
//!     }
//!     fn stuck(&self, _: &Position) -> Outcome {
//!         unreachable!("no rule of this game looks back")
//!     }
//!     fn key(&self, pos: &Position) -> u64 {
//!         u64::from(pos.left) << 1 | pos.side.index() as u64
//!     }
//!     fn encode_move(taken: u8) -> u16 {
//!         u16::from(taken)
//!     }
//! }
//!
//! /// To whom all is even that is not proven.
//! #[derive(Clone)]
//! struct Even;
//!
//! impl Evaluator<Heap> for Even {
//!     type Tactics = NoTactics;
//!
//!     fn tactics(&self) -> &NoTactics {
//!         &NoTactics
//!     }
//!     fn evaluate(&self, _: &Heap, _: &Position) -> Score {
//!         Score::DRAW
//!     }
//! }
//!
//! let rules = Heap(21);
//! let mut played = PlayedGame::new(&rules, rules.start());
//! played.play(&rules, 2);
//! let answer = AlphaBeta::new(Even, SearchParams::NONE).think(
//!     &SearchRequest {
//!         rules: &rules,
//!         played: &played,
//!         limits: &Limits { depth: Some(20), ..Limits::default() },
//!         search_moves: &[],
//!         control: &SearchControl::unlimited(),
//!         tt: &TranspositionTable::new(1),
//!         tb: None,
//!         options: SearchOptions::default(),
//!         tracer: None,
//!     },
//!     &mut |_report| {},
//! );
//! assert_eq!(answer.map(|answer| answer.best), Some(3), "19 - 3 is divisible by four");
//! ```
//!
//! To be hosted by the program a game also says how it is written ([`game::Notation`]) and what it
//! is called ([`games::Game`]); [`games::tictactoe`] is the model, `tools/new-game` begins another, and
//! CONTRIBUTING.md has the steps.
//!
//! # Games that are there
//!
//! [`engine::Engine`] is a game as it stands, with its player: positions and moves are text, all else is
//! values. A search runs in its own thread, is heard from there, and ends when its handle is dropped.
//!
//! ```
//! use plyglot::core::Limits;
//! use plyglot::engine::Engine;
//! use plyglot::host::event::{Answer, SearchEvent};
//!
//! let mut chess = Engine::open("chess", &[("MultiPV", "2")])?;
//! chess.play(&["e2e4", "e7e5"])?;
//! let limits = Limits { depth: Some(3), ..Limits::default() };
//! let search = chess.search(limits, |event| {
//!     if let SearchEvent::Info(info) = event {
//!         println!("{:?} {:?} {:?}", info.depth, info.score, info.pv);
//!     }
//! });
//! if let Answer::Move { best: Some(best), .. } = search.wait().answer {
//!     chess.play(&[&best])?;
//! }
//! assert!(chess.play(&["e1e8"]).is_err(), "what is refused changes nothing");
//! assert_eq!(chess.state().game_text().moves.len(), 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Small endgame tables are built in memory and asked about a position and its moves; larger ones are
//! built into files ([`host::tb`]):
//!
//! ```
//! use plyglot::engine::Engine;
//!
//! let morris = Engine::open("threemorris", &[])?;
//! let view = morris.probe();
//! assert_eq!(view.moves.len(), morris.state().legal_moves().len());
//! println!("{:?} {:?}", view.table, view.verdicts);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A search that is recorded says why it played a move and not another:
//!
//! ```
//! use plyglot::core::Limits;
//! use plyglot::engine::Engine;
//! use plyglot::inspect::Scope;
//! use plyglot::inspect::query::{Walk, answer};
//! use plyglot::protocol::Ask;
//!
//! let mut kalah = Engine::open("kalah", &[("Stones", "4")])?;
//! let limits = Limits { depth: Some(3), ..Limits::default() };
//! let result = kalah.search_among(limits, &[], Some(Scope::default()), |_| {}).wait();
//! let ask = Ask::Why(Some("6"));
//! let lines = answer(result.recording.as_deref(), &mut Walk::default(), &ask)?;
//! assert!(!lines.is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! docs/library.md has more of each: tables in files, records, a game that is solved by a table of its own.
//! Whatever a program says to an engine, nothing panics: what cannot be is an error that says what was found
//! and expected. Handles may be sent to other threads and kept for as long as the program runs.
//!
//! # Features
//!
//! | feature | what it adds |
//! |---|---|
//! | none (`default-features = false`) | games, searches, tables and records; compiles for `wasm32-unknown-unknown` |
//! | `page` | the room that a page talks to, and its messages, without a server |
//! | `program` (default) | `page`, sessions, matches, the server and the command line: all that knows a terminal, a socket or another program |
//! | `mpi` | `program`, and jobs done by several processes over MPI; needs an MPI library |
//!
//! # Layers
//!
//! In reading order, each naming only those before it; why they are so is told in docs/decisions.md:
//!
//! | module | what it is |
//! |---|---|
//! | [`core`] | words everyone uses: sides, scores, limits, options, keys |
//! | [`protocol`] | text to typed commands, typed replies to text |
//! | [`network`] | small neural networks: weights, their file, their value |
//! | [`game`] | what a game is: rules, texts, evaluations, history |
//! | [`endgame`] | positions as numbers without gaps, and tables of what they are worth |
//! | [`search`] | choosing a move: players, clocks, the table, the search |
//! | [`inspect`] | a search recorded node by node, and questions about it |
//! | [`tune`] | fitting an evaluator's weights, or its network, to the results of games |
//! | [`host`] | a game without its type |
//! | [`games`] | the games themselves |
//! | [`engine`] | an engine as one value: a game as it stands, its player, its searches |
//! | [`records`] | games in files |
//! | [`session`] | a client's conversation with an engine |
//! | [`mod@matches`], [`play`] | players against each other, and a person against one |
//! | [`web`] | a page for all games, and its server |
//! | [`cli`] | the command line |

pub mod bench;
#[cfg(feature = "program")]
pub mod cli;
#[cfg(feature = "program")]
pub mod dxp;
#[cfg_attr(
    not(feature = "program"),
    expect(dead_code, reason = "sessions ask more of an engine than other programs may")
)]
pub mod engine;
#[cfg(feature = "program")]
pub mod gtp;
pub mod guide;
#[cfg(feature = "program")]
pub mod hub;
#[cfg(feature = "program")]
pub mod io;
#[cfg(feature = "program")]
pub mod kgp;
#[cfg(feature = "program")]
pub mod matches;
#[cfg(feature = "program")]
pub mod nboard;
pub mod options;
#[cfg(feature = "program")]
pub mod play;
pub mod records;
#[cfg(feature = "program")]
mod refereed;
pub mod registry;
#[cfg(feature = "program")]
pub mod session;
#[cfg(feature = "program")]
pub mod system;
#[cfg(feature = "page")]
pub mod web;
#[cfg(feature = "program")]
pub mod xboard;

pub use plyglot_book as book;
pub use plyglot_core as core;
pub use plyglot_core::game;
pub use plyglot_host as host;
pub use plyglot_inspect as inspect;
pub use plyglot_network as network;
pub use plyglot_protocol as protocol;
pub use plyglot_ranks as ranks;
pub use plyglot_search as search;
pub use plyglot_tablebase as endgame;
pub use plyglot_tune as tune;

/// The games, a crate each.
pub mod games {
    pub use plyglot_abalone as abalone;
    pub use plyglot_chess as chess;
    pub use plyglot_connect4 as connect4;
    pub use plyglot_draughts as draughts;
    pub use plyglot_go as go;
    pub use plyglot_host::{BenchPosition, Game, Variant};
    pub use plyglot_kalah as kalah;
    pub use plyglot_morris as morris;
    pub use plyglot_othello as othello;
    pub use plyglot_oware as oware;
    pub use plyglot_tictactoe as tictactoe;
}

/// The chapter of the manual about this library, whose examples are compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../docs/library.md")]
#[derive(Debug)]
pub struct LibraryChapter;
