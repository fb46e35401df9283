//! What a game has to offer: the trait that ties its parts together.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::readings::{Hypothesis, ReadingAnswer};
use crate::settle::SettleJob;
use crate::told::Told;
use plyglot_core::game::perft::{Counter, Uncounted};
use plyglot_core::game::{
    Attribution, DrawPreset, DrawRule, Evaluator, Notation, PlayedGame, Repetition, Rules,
    SearchParams, Trainable, Tunable,
};
use plyglot_core::{Opt, OptionError, RulesInForce, Scope, Settings};
use plyglot_search::mcts::options as mcts_options;
use plyglot_search::{AlphaBeta, Mcts, Player, PlayerEntry, PlayoutPolicy};
use plyglot_tablebase::{AtDepth, Probe, TableIndexer, Value};

/// Tables of another form than ours.
#[derive(Debug)]
pub struct OtherTables<R: Rules> {
    /// Who answers for them; nobody where there are none.
    pub tables: Option<AtDepth<Arc<dyn Probe<R>>>>,
    /// What there is to say of them.
    pub told: Vec<String>,
}

impl<R: Rules> Default for OtherTables<R> {
    fn default() -> Self {
        Self { tables: None, told: Vec::new() }
    }
}

/// Everything the server needs to host a game. Two values are equal where they are the same rules,
/// written alike.
pub trait Game: Notation + PartialEq + Sized {
    /// The word for `UCI_Variant` and `position`, lower case: `tictactoe`.
    const NAME: &'static str;
    /// The prefix of its options: `TicTacToe`.
    const PREFIX: &'static str;
    /// One sentence about the game.
    const ABOUT: &'static str;
    /// What a score of 100 is, for protocol.md: "one pawn".
    const UNIT: &'static str;
    /// The variants that `UCI_Variant` knows this game by, the default first.
    const VARIANTS: &'static [Variant];
    /// What `bench` searches, as [`BenchPosition::read`] takes it: `data/positions.txt`.
    const BENCH: &'static str;
    /// Ways to choose a move; the first is the default.
    const PLAYERS: &'static [PlayerEntry<Self>];
    /// What else than moves `perft` may count, by its word after the depth.
    const COUNTINGS: &'static [&'static str] = &[];
    /// The options that a person means by numbers behind the name of the game, as in `kalah 6 4`:
    /// names without the prefix.
    const SIZES: &'static [&'static str] = &[];
    /// Protocols besides UCI and UGI, and the clients that speak them about this game.
    const PROTOCOLS: &'static [&'static str] = &[];
    /// What this program has settled of the game from its start, in a few words; empty for nothing.
    const SOLVED: &'static str = "";
    /// Options that `play --classic` begins with, `Name=value` without the prefix: how the program
    /// of the game's source text spoke.
    const CLASSIC: &'static [&'static str] = &[];

    /// The rule books that the draws of the game may be taken from, today's first.
    const DRAW_PRESETS: &'static [DrawPreset] = &[];

    /// Options that a client means as well when it sets `UCI_Variant` to one of the variants, unless it
    /// has chosen a notation: it knows the game from elsewhere, and how others write it.
    const OF_VARIANT: &'static [(&'static str, &'static str)] = &[];
    /// The evaluator that `eval` asks, and the default player believes.
    type Evaluator: Evaluator<Self>;
    /// The gapless indexer of its positions; `NoIndexer` where it has none.
    type Indexer: TableIndexer<Self>;

    /// The options of the game besides `Mind`, names with the prefix.
    fn options() -> Vec<Opt>;

    /// Those of them that [`Game::DRAW_PRESETS`] chooses among or that change a draw by counting.
    fn draw_options() -> Vec<Opt> {
        Vec::new()
    }

    /// The game that this variant and these settings ask for.
    fn open(variant: &'static str, settings: &Settings) -> Result<Self, OptionError>;

    /// The evaluator for these rules.
    fn evaluator(&self) -> Self::Evaluator;

    /// What a search with this evaluator extends, reduces and leaves out.
    fn search_params(&self) -> SearchParams {
        SearchParams::NONE
    }

    /// What the search of the default player extends, reduces and leaves out, where that is another than
    /// [`Game::search_params`] has: what `tune --search` begins with.
    fn player_params(&self) -> SearchParams {
        self.search_params()
    }

    /// The default player with these numbers in place of its own, as `tune --search` tries them.
    fn player_with(&self, params: SearchParams) -> Box<dyn Player<Self>> {
        Box::new(AlphaBeta::new(self.evaluator(), params))
    }

    /// The evaluator from which the network of [`Game::evaluator`] was distilled, if that has one:
    /// it says more to people.
    fn reference_evaluator(&self) -> Option<Self::Evaluator> {
        None
    }

    /// The weights that can be tuned: those of the reference evaluator, or of the evaluator where
    /// there is none.
    fn tunable(&self) -> Option<Box<dyn Tunable<Self>>> {
        None
    }

    /// The network of the evaluator, if it has one that can be trained; then there is a reference
    /// evaluator.
    fn trainable(&self) -> Option<Box<dyn Trainable<Self>>> {
        None
    }

    /// What single places of the board give to an evaluation by this evaluator. Called where that
    /// may be called.
    fn attribution(&self, _evaluator: &Self::Evaluator, _pos: &Self::Position) -> Attribution {
        Attribution::default()
    }

    /// The indexer for these rules.
    fn indexer(&self) -> Self::Indexer;

    /// The tables of another form than ours that these settings name; what is wrong with the settings is
    /// the error, with the name of the option before it.
    fn other_tables(&self, _settings: &Settings) -> Result<OtherTables<Self>, String> {
        Ok(OtherTables::default())
    }

    /// Writes a table of another form, of the kind that a table of ours is called by, from what ours
    /// say of distances to zeroing; gives back the files.
    fn write_other(
        &self,
        _table: &str,
        _known: &dyn Fn(&Self::Position) -> Option<Value>,
        _folder: &Path,
    ) -> Result<Vec<PathBuf>, String> {
        Err(format!("{}: has no tables of another form", Self::NAME))
    }

    /// The number of lines of `depth` steps of another kind than moves; `counting` is one of
    /// [`Game::COUNTINGS`]. The counter is asked now and then whether to stop.
    fn count(
        &self,
        _counting: &str,
        _pos: &Self::Position,
        _depth: u32,
        _counter: &mut Counter<'_>,
    ) -> Result<u64, Uncounted> {
        Ok(0)
    }

    /// The rules that end the game by counting, repetition apart, as they stand in a position.
    fn draw_rules(&self, pos: &Self::Position) -> Vec<DrawRule> {
        let rule = |(counts, value, limit)| DrawRule::new(counts, (value, limit), "");
        self.counters(pos).into_iter().map(rule).collect()
    }

    /// What the rule book of this variant makes of a repetition, and where it is written: at the
    /// count of the rule, and at its end.
    fn repetition_book(&self) -> (Repetition, Vec<&'static str>) {
        (Repetition::NONE, Vec::new())
    }

    /// The bytes of an opening book of all positions of the first plies; `each` is told how many of
    /// how many positions are done.
    fn book(
        &self,
        _settings: &Settings,
        _ply: u32,
        _each: &mut dyn FnMut(usize, usize),
    ) -> Result<Vec<u8>, String> {
        Err("this game has no opening book".to_owned())
    }

    /// The opening book that comes with the game, for these rules: a variant played by them, and a text of
    /// [`plyglot_book::file`] about that. Moves are played from it where `OwnBook` says so and `Book`
    /// names no file.
    fn opening_book(&self) -> Option<(&'static str, &'static str)> {
        None
    }

    /// Proves what the start is worth, keeping what is found in a folder; whether it is proven in the
    /// end.
    fn settle(
        &self,
        _job: &SettleJob<'_>,
        _say: &(dyn Fn(Told<'_>) + Sync),
    ) -> Result<bool, String> {
        Err(format!("solve: {} has no proof that is kept, expected no --dir", Self::NAME))
    }

    /// The exact rule set in force, one rule a line, each with its source.
    fn describe(&self) -> Vec<String>;

    /// The readings of the program that the game's source text tells of; none where there is no
    /// such program, or nothing open about it.
    fn readings(&self) -> Vec<Hypothesis> {
        Vec::new()
    }

    /// What each of them, in this order, says of a move that was played at the end of a game.
    fn reading_answers(
        &self,
        _played: &PlayedGame<Self>,
        _mv: Self::Move,
    ) -> Vec<ReadingAnswer<Self::Move>> {
        Vec::new()
    }
}

/// A variant: a name and what it stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variant {
    /// A value of `UCI_Variant`.
    pub name: &'static str,
    /// What people call it.
    pub title: &'static str,
    /// One sentence: what it is, and where its rules are written.
    pub about: &'static str,
}

/// A position for `bench`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BenchPosition {
    /// As after `position`: `startpos` or `fen …`, with moves if wanted.
    pub position: &'static str,
    /// How deep to search it.
    pub depth: u32,
}

impl BenchPosition {
    /// The positions of a text: a line each, the depth first; `#` begins a remark.
    pub fn read(text: &'static str) -> impl Iterator<Item = Self> {
        text.lines().filter(|line| !line.starts_with('#')).map(|line| {
            let (depth, position) = line.split_once(' ').expect("a depth and a position");
            Self { position, depth: depth.parse().expect("our own lines begin with a depth") }
        })
    }
}

/// The usual player, by the name of `alphabeta`: the evaluator and the search parameters of the game.
pub const fn alphabeta<G: Game>(about: &'static str) -> PlayerEntry<G> {
    PlayerEntry {
        name: "alphabeta",
        about,
        make: |rules, _| Ok(Box::new(AlphaBeta::new(rules.evaluator(), rules.search_params()))),
    }
}

/// The same search by the name of `classical`, with the evaluator from which the network of the usual
/// player was distilled.
pub const fn classical<G: Game>(about: &'static str) -> PlayerEntry<G> {
    PlayerEntry {
        name: "classical",
        about,
        make: |rules, _| {
            let evaluator = rules.reference_evaluator().unwrap_or_else(|| rules.evaluator());
            Ok(Box::new(AlphaBeta::new(evaluator, rules.search_params())))
        },
    }
}

/// Monte Carlo tree search, by the name of `mcts`: the evaluator and the search parameters of the game,
/// and its playouts.
pub const fn mcts<G: Game, P: PlayoutPolicy<G> + Default>() -> PlayerEntry<G> {
    PlayerEntry {
        name: "mcts",
        about: "Monte Carlo tree search: a tree of averages that grows where it promises most.",
        make: |rules, settings| {
            let (evaluator, params) = (rules.evaluator(), rules.search_params());
            Ok(Box::new(Mcts::new(evaluator, params, P::default(), settings)))
        },
    }
}

/// What these settings, which have made these rules, have otherwise than the variant.
pub(super) fn rules_in_force<G: Game>(
    rules: &G,
    variant: &'static str,
    settings: &Settings,
) -> RulesInForce {
    let options: Vec<_> = shared_options().into_iter().chain(G::options()).collect();
    RulesInForce::new(variant, &options, settings, &|others| {
        G::open(variant, others).is_ok_and(|others| others == *rules)
    })
}

/// The options of rules that carry no game's prefix, since clients know them by these names.
///
/// And those of the tree search, which are the same in every game.
pub fn shared_options() -> Vec<Opt> {
    let chess960 = Opt::check(
        Scope::Rules,
        "UCI_Chess960",
        false,
        "Chess960: castling is written king takes rook.",
    );
    std::iter::once(chess960).chain(mcts_options()).collect()
}
