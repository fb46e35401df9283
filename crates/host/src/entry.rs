//! A game without its type: one function for each thing that a whole game can be asked for. A
//! game's crate makes its [`GameEntry`], so that its search, its tables and its tuner are compiled
//! there.

use crate::bench;
use crate::book;
use crate::export;
use crate::game::{Game, Variant};
use crate::host::Host;
use crate::learn;
use crate::players::player_option;
use crate::settle::{Settle, SettleJob};
use crate::state::GameState;
use crate::tb;
use crate::tb_ranks;
use crate::told::Told;
use crate::tune;
use plyglot_core::text::shorten;
use plyglot_core::{Opt, OptionError, Scope, Settings};
use plyglot_tablebase::Indexer;

/// Opens a game of this variant under these settings.
pub type Open = fn(&'static str, &Settings) -> Result<Box<dyn GameState>, OptionError>;

/// Says why a game cannot be played under these settings, if so.
pub type Check = fn(&Settings) -> Result<(), OptionError>;

/// The records of a file, each with the number of its first line, from 1.
pub type SplitRecords = fn(&[u8]) -> Vec<(usize, &[u8])>;

/// A game without its type: one function for each thing that a whole game can be asked for.
#[derive(Clone, Copy, Debug)]
pub struct GameEntry {
    /// [`Game::NAME`].
    pub name: &'static str,
    /// [`Game::PREFIX`].
    pub prefix: &'static str,
    /// [`Game::ABOUT`].
    pub about: &'static str,
    /// [`Game::UNIT`].
    pub unit: &'static str,
    /// [`Game::VARIANTS`].
    pub variants: &'static [Variant],
    /// How files of its records end, without the dot; empty where none can be read.
    pub record_extension: &'static str,
    /// Whether a text looks like such a record.
    pub is_record: fn(&str) -> bool,
    /// How files of its problems end in the form of its field, without the dot; empty for none.
    pub problem_extension: &'static str,
    /// [`Notation::split_records`](plyglot_core::game::Notation::split_records).
    pub split_records: SplitRecords,
    /// No move has a number of this or more: [`Rules::ENCODED_MOVES`](plyglot_core::game::Rules::ENCODED_MOVES).
    pub encoded_moves: usize,
    /// It has endgame tables; a game without them has no numbering, either.
    pub has_tables: bool,
    /// What else than moves `perft` may count.
    pub countings: &'static [&'static str],
    /// [`Game::SIZES`].
    pub sizes: &'static [&'static str],
    /// [`Game::PROTOCOLS`].
    pub protocols: &'static [&'static str],
    /// [`Game::SOLVED`].
    pub solved: &'static str,
    /// [`Game::CLASSIC`].
    pub classic: &'static [&'static str],
    /// [`Game::OF_VARIANT`].
    pub of_variant: &'static [(&'static str, &'static str)],
    /// The options of the game, `Mind` first.
    pub options: fn() -> Vec<Opt>,
    /// Name and description of each player.
    pub players: fn() -> Vec<(&'static str, &'static str)>,
    /// Opens a game.
    pub open: Open,
    /// Whether any variant of the game can be played under these settings.
    pub check: Check,
    /// Searches the bench positions.
    pub bench: bench::Bench,
    /// Plays a learning player against another.
    pub learn: learn::Learn,
    /// Says what a player plays by.
    pub export: export::Export,
    /// Works out an opening book.
    pub book: book::MakeBook,
    /// Lets one grow.
    pub grow_book: book::GrowBook,
    /// Proves what the start is worth, over hours or days.
    pub settle: Settle,
    /// Builds endgame tables and asks them.
    pub tb: tb::Tb,
    /// The same by several processes.
    pub tb_over: tb_ranks::TbOver,
    /// Makes positions to tune on, and tunes the evaluator.
    pub tune: tune::Tune,
}

impl GameEntry {
    /// The name of the option that chooses the player.
    pub fn player_option(&self) -> String {
        player_option(self.prefix)
    }

    /// What the game has besides moves to count, by this name; an error names all there is.
    pub fn counting(&self, word: &str) -> Result<&'static str, String> {
        let mut countings = self.countings.iter();
        let found = countings.find(|name| name.eq_ignore_ascii_case(word)).copied();
        found.ok_or_else(|| {
            let what = match self.countings {
                [] => "nothing else".to_owned(),
                names => names.join(", "),
            };
            format!("perft: found `{}`, but {} counts moves and {what}", shorten(word), self.name)
        })
    }
}

/// The entry of a game.
pub const fn entry<G: Game>() -> GameEntry {
    GameEntry {
        name: G::NAME,
        prefix: G::PREFIX,
        about: G::ABOUT,
        unit: G::UNIT,
        variants: G::VARIANTS,
        record_extension: G::RECORD_EXTENSION,
        is_record: G::is_record,
        problem_extension: G::PROBLEM_EXTENSION,
        split_records: G::split_records,
        encoded_moves: G::ENCODED_MOVES,
        has_tables: <G::Indexer as Indexer<G>>::VERSION > 0,
        countings: G::COUNTINGS,
        sizes: G::SIZES,
        protocols: G::PROTOCOLS,
        solved: G::SOLVED,
        classic: G::CLASSIC,
        of_variant: G::OF_VARIANT,
        options: options::<G>,
        players: players::<G>,
        open: Host::<G>::open,
        check: check::<G>,
        bench: bench::bench::<G>,
        learn: learn::learn::<G>,
        export: export::export::<G>,
        book: if MAKES_FILES { book::book::<G> } else { |_, _, _, _| Err(no_file("book")) },
        grow_book: if MAKES_FILES {
            book::grow_book::<G>
        } else {
            |_, _, _, _| Err(no_file("book"))
        },
        settle: settle::<G>,
        tb: if MAKES_FILES { tb::tb::<G> } else { |_, _, _, _| Err(no_file("tb")) },
        tb_over: if MAKES_FILES {
            tb_ranks::tb_over::<G>
        } else {
            |_, _, _, _, _| Err(no_file("tb"))
        },
        tune: if MAKES_FILES { tune::tune::<G> } else { |_, _, _, _, _| Err(no_file("tune")) },
    }
}

/// Opens a game and settles its start.
fn settle<G: Game>(
    variant: &'static str,
    settings: &Settings,
    job: &SettleJob<'_>,
    say: &(dyn Fn(Told<'_>) + Sync),
) -> Result<bool, String> {
    let rules = G::open(variant, settings).map_err(|error| error.to_string())?;
    rules.settle(job, say)
}

/// A browser has no files: what makes them is not compiled there, an eighth of all there is.
const MAKES_FILES: bool = cfg!(not(target_family = "wasm"));

fn no_file(job: &str) -> String {
    format!("{job}: makes files, and there are none in a browser")
}

fn options<G: Game>() -> Vec<Opt> {
    let players = G::PLAYERS.iter().map(|entry| entry.name).collect();
    let player =
        Opt::combo(Scope::Player, &player_option(G::PREFIX), players, "How a move is chosen.");
    std::iter::once(player).chain(G::options()).collect()
}

fn check<G: Game>(settings: &Settings) -> Result<(), OptionError> {
    let opened = |variant: &Variant| G::open(variant.name, settings).map(drop);
    let mut rest = G::VARIANTS[1..].iter().map(opened);
    opened(&G::VARIANTS[0]).or_else(|error| rest.find(Result::is_ok).unwrap_or(Err(error)))
}

fn players<G: Game>() -> Vec<(&'static str, &'static str)> {
    G::PLAYERS.iter().map(|entry| (entry.name, entry.about)).collect()
}

/// The game and variant of this name, upper and lower case alike.
pub fn find(
    games: &'static [&'static GameEntry],
    name: &str,
) -> Option<(&'static GameEntry, &'static Variant)> {
    let variants = games.iter().flat_map(|&game| game.variants.iter().map(move |v| (game, v)));
    let mut variants = variants;
    variants.find(|(_, variant)| variant.name.eq_ignore_ascii_case(name))
}
