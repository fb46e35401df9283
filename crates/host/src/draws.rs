//! What would end a game by counting or by repetition, as each rule book has it, side by side.

use crate::game::Game;
use plyglot_core::Settings;
use plyglot_core::game::repetition::{Same, Then, ordinal};
use plyglot_core::game::{DrawPreset, DrawRule, PlayedGame, Repetition};

/// The draw rules of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DrawsView {
    /// By rule book; where none of them is in force as it stands, what is in force comes first.
    pub columns: Vec<DrawsColumn>,
    /// The moves that bring back a position, by the rules in force.
    pub repeating: Vec<RepeatingMove>,
}

/// What a rule book makes of the game so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawsColumn {
    /// The word for it.
    pub name: &'static str,
    /// The game is played by it.
    pub is_in_force: bool,
    /// Its rules as they stand; `None` where the game so far is none under this book.
    pub rules: Option<Vec<DrawRule>>,
}

/// A move that brings back a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RepeatingMove {
    /// As it is written.
    pub text: String,
    /// How many plies had been played when the position stood there last.
    pub ply: usize,
    /// Which occurrence it would be.
    pub times: u32,
    /// The rule, which says what that means.
    pub rule: Repetition,
}

impl RepeatingMove {
    /// `f6g8 repeats the position after ply 14, the second time; the third is a draw on claim`.
    pub fn sentence(&self) -> String {
        let Self { text, ply, times, rule } = self;
        let times = ordinal(*times);
        let what = format!("{text} repeats the position after ply {ply}, the {times} time");
        let end = match (rule.then, rule.end) {
            (Then::Claim, end @ 1..) => format!(", the {} {}", ordinal(end), Then::Draw),
            _ => String::new(),
        };
        format!("{what}; the {} is {}{end}", ordinal(rule.count), rule.then)
    }
}

/// The name of the column of what is in force and is no rule book's.
pub(super) const IN_FORCE: &str = "in force";

/// The settings with the draws of a rule book.
pub(super) fn with_preset<G: Game>(settings: &Settings, preset: &DrawPreset) -> Settings {
    let mut settings = settings.clone();
    let options = G::draw_options();
    for opt in &options {
        if let Some(default) = opt.default() {
            settings.set(&opt.name, default);
        }
    }
    for (name, value) in preset.options {
        let name = format!("{}.{name}", G::PREFIX);
        let opt = options.iter().find(|opt| opt.name == name);
        let value = opt.and_then(|opt| opt.parse(value).ok().flatten());
        debug_assert!(value.is_some(), "{name} is an option of draws that takes {value:?}");
        if let Some(value) = value {
            settings.set(&name, value);
        }
    }
    settings
}

/// The rules that count, as they stand in a game.
pub(super) fn standing<G: Game>(rules: &G, played: &PlayedGame<G>) -> Vec<DrawRule> {
    let mut standing = of_repetition(rules, played);
    standing.extend(rules.draw_rules(played.position()));
    standing
}

/// How often the position has occurred, where the repetition rule counts it. One that forbids is silent
/// about a position that has come back all the same, by moves that it exempts, as a pass in Go.
pub(super) fn occurrences<G: Game>(rules: &G, played: &PlayedGame<G>) -> Option<u32> {
    let rule = rules.repetition();
    let times = rule.is_on().then(|| played.occurrences(rules))?;
    (rule.then != Then::Forbidden || times < rule.count.into()).then_some(times)
}

fn of_repetition<G: Game>(rules: &G, played: &PlayedGame<G>) -> Vec<DrawRule> {
    let rule = rules.repetition();
    if !rule.is_on() {
        return Vec::new();
    }
    let (book, sources) = rules.repetition_book();
    let source = |at: usize| {
        let written = sources.get(at).map_or(String::new(), |&source| source.to_owned());
        if rule == book { written } else { format!("({}.Repetition)", G::PREFIX) }
    };
    let counts = match rule.same {
        Same::Situation => "occurrences of the position",
        Same::Position => "occurrences, whoever is to move",
        Same::Board => "occurrences of the men on the board",
        Same::BoardAndTurn => "occurrences of the men on the board with the same side to move",
    };
    let value = occurrences(rules, played);
    let mut standing = vec![DrawRule {
        counts,
        value,
        limit: rule.count.into(),
        then: rule.then,
        source: source(0),
    }];
    if rule.then == Then::Claim && rule.end > 0 {
        let limit = rule.end.into();
        let counts = "occurrences, claimed or not";
        standing.push(DrawRule { counts, value, limit, then: Then::Draw, source: source(1) });
    }
    standing
}

/// A legal or forbidden move of the board that brings back a position.
pub(super) fn repeating<G: Game>(
    rules: &G,
    played: &PlayedGame<G>,
    mv: G::Move,
) -> Option<RepeatingMove> {
    let earlier = played.repeats(rules, mv)?;
    let text = rules.move_text(played.position(), mv);
    let mut after = played.clone();
    after.play(rules, mv);
    Some(RepeatingMove {
        text,
        ply: earlier,
        times: after.occurrences(rules),
        rule: rules.repetition(),
    })
}

/// All of them.
pub(super) fn all_repeating<G: Game>(rules: &G, played: &PlayedGame<G>) -> Vec<RepeatingMove> {
    let mut moves = Vec::new();
    rules.legal_moves(played.position(), &mut moves);
    moves.into_iter().filter_map(|mv| repeating(rules, played, mv)).collect()
}
