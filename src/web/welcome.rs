//! What there is: games, variants, players, options, limits.

use super::board::option_value;
use super::event::Terms;
use super::message::{OptionValue, UPLOAD_BYTES_MAX, VERSION};
use super::reply::{GameView, LimitsView, Named, OptionView, Welcome};
use crate::options;
use plyglot_core::option::Kind;
use plyglot_core::{Opt, Scope};
use plyglot_host::entry::GameEntry;

/// Options of the program that are no business of a page: they name files, are set by the page in
/// other words, or mean clients of another kind.
const NOT_OFFERED: [&str; 9] = [
    "UCI_Variant",
    "UCI_ShowWDL",
    "MultiPV",
    "UCI_AnalyseMode",
    "UCI_Opponent",
    "SyzygyPath",
    "PerftMemory",
    "Ponder",
    "ResignBelow",
];

/// Whether a page may see and set this option.
pub(super) fn is_offered(opt: &Opt) -> bool {
    !opt.is_path && !NOT_OFFERED.contains(&opt.name.as_str())
}

/// The answer to `hello`.
pub(super) fn welcome(terms: &Terms, session: &str, resumed: bool) -> Welcome {
    let limits = terms.limits;
    Welcome {
        version: VERSION,
        program: concat!("plyglot ", env!("CARGO_PKG_VERSION")).to_owned(),
        session: session.to_owned(),
        resumed,
        limits: LimitsView {
            threads: limits.threads,
            hash: limits.hash,
            think_ms: limits.think_ms,
            upload_bytes: UPLOAD_BYTES_MAX,
            clients: limits.clients,
        },
        options: option_views(&options::engine(terms.games)),
        games: terms.games.iter().map(|game| game_view(game)).collect(),
        is_match: terms.gallery.is_some(),
    }
}

fn game_view(game: &GameEntry) -> GameView {
    let named = |name, title, about| Named { name, title, about };
    let players = (game.players)().into_iter();
    let record = game.record_extension;
    let record = match record {
        "" => None,
        "pgn" | "pdn" => Some(record.to_uppercase()),
        other => Some(other.to_owned()),
    };
    GameView {
        name: game.name,
        title: game.variants[0].title.to_owned(),
        about: game.about,
        unit: game.unit,
        variants: game
            .variants
            .iter()
            .map(|it| named(it.name, it.title.to_owned(), it.about))
            .collect(),
        players: players.map(|(name, about)| named(name, title(name), about)).collect(),
        options: option_views(&(game.options)()),
        record,
        tables: game.has_tables,
    }
}

/// What people call something: its word with a capital.
fn title(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or(String::new(), |first| {
        first.to_uppercase().chain(letters).map(|c| if c == '-' { ' ' } else { c }).collect()
    })
}

fn option_views(options: &[Opt]) -> Vec<OptionView> {
    options.iter().filter(|opt| is_offered(opt)).map(option_view).collect()
}

fn option_view(opt: &Opt) -> OptionView {
    let (kind, min, max, values) = match &opt.kind {
        Kind::Check(_) => ("check", None, None, Vec::new()),
        Kind::Spin { min, max, .. } => ("spin", Some(*min), Some(*max), Vec::new()),
        Kind::Combo { choices, .. } => ("combo", None, None, choices.clone()),
        Kind::Text(_) => ("string", None, None, Vec::new()),
        Kind::Button => ("button", None, None, Vec::new()),
    };
    let default: Option<OptionValue> = opt.default().as_ref().map(option_value);
    let scope = match opt.scope {
        Scope::Engine => "engine",
        Scope::Rules => "rules",
        Scope::Notation => "notation",
        Scope::Player => "player",
        Scope::Tables => "tables",
    };
    OptionView { name: opt.name.clone(), kind, default, min, max, values, help: opt.about, scope }
}
