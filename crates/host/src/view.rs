//! What a game can be asked to see, as values: the board, the evaluator's terms, the moves.

use std::borrow::Cow;
use std::fmt;

use crate::draws;
use crate::game::Game;
use plyglot_core::game::picture::{Picture, Scene};
use plyglot_core::game::weights::{Feature, Weight};
use plyglot_core::game::{Account, Attribution, Ending, Evaluator, Outcome, PlayedGame};
use plyglot_core::{Score, Side};
use plyglot_search::Player;
use plyglot_tablebase::demand::Demand;
use plyglot_tablebase::span::Span;
use plyglot_tablebase::{Metric, Value};

/// The board and all that decides how the game goes on.
#[derive(Clone, Debug)]
pub struct BoardView {
    /// The board in letters, a row a line.
    pub diagram: Vec<String>,
    /// What it looks like, whatever stands on it: places with names and coordinates.
    pub picture: Picture,
    /// What stands on each of these places.
    pub scene: Scene,
    /// The position string.
    pub position: String,
    /// The hash key.
    pub key: u64,
    /// Who moves.
    pub side: Side,
    /// How often the position has occurred and how often it may, where that is counted.
    pub occurrences: Option<(u32, u32)>,
    /// What else is counted: its name, its value, and the value that ends the game.
    pub counters: Vec<(&'static str, u32, u32)>,
    /// How the game has ended.
    pub outcome: Option<Outcome>,
}

/// A move that a person makes at the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveView {
    /// As people write it.
    pub text: String,
    /// Its steps, each a move by itself.
    pub steps: Vec<String>,
    /// The named places of the board that are not the same after it.
    pub places: Vec<String>,
    /// The places that a person points at, one after the other, to make it.
    pub clicks: Vec<String>,
    /// Other places that may be pointed at for it.
    pub via: Vec<String>,
}

/// What a player says of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayerAccount {
    /// The player, as the option `Mind` names it.
    pub player: &'static str,
    /// What it says.
    pub account: Account,
    /// What a value of 1 is.
    pub unit: &'static str,
    /// It is what the evaluator of the game says.
    pub is_evaluator: bool,
}

/// What each weight of the evaluator and each place of the board gives to an evaluation.
#[derive(Clone, PartialEq, Debug)]
pub struct Explanation {
    /// The weights that count here (of a network, those of the evaluator it was distilled from);
    /// `None` where the evaluator does not show its sums.
    pub weights: Option<Vec<WeightShare>>,
    /// What single places give.
    pub attribution: Attribution,
}

/// What a weight gives to an evaluation, for the side to move.
#[derive(Clone, PartialEq, Debug)]
pub struct WeightShare {
    /// The weight.
    pub name: String,
    /// How often it counts.
    pub times: f64,
    /// What it is worth, hundredths of the game's unit.
    pub value: f64,
}

/// How a no-progress rule may come before the end that tables promise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lateness {
    /// It may end the game before.
    Possible,
    /// It does if nobody errs: the win is *cursed*, and the game is drawn.
    Cursed,
}

impl fmt::Display for Lateness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Possible => "a rule of no progress may end the game before",
            Self::Cursed => "cursed: a rule of no progress makes a draw of it",
        })
    }
}

/// What endgame tables know of a position and of its moves.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TablesView {
    /// The table that holds the position, if one does.
    pub table: Option<String>,
    /// What it says, by each metric at hand; nothing where it is not built.
    pub verdicts: Vec<Verdict>,
    /// What a table of another form says as well, and its name.
    pub beside: Option<(String, Vec<Verdict>)>,
    /// What a no-progress rule has to say of what the best of these promises.
    pub lateness: Option<Lateness>,
    /// What is said of the moves, best first.
    pub moves: Vec<MoveVerdicts>,
}

/// What the opening book knows of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookView {
    /// How many positions the book has.
    pub positions: usize,
    /// The moves of this one, best first; none where the book does not have it.
    pub moves: Vec<BookMoveView>,
}

/// What the opening book knows of a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookMoveView {
    /// The move.
    pub text: String,
    /// What it is worth to who makes it.
    pub score: Score,
    /// How many positions of the book it leads to; none where a search has said what it is worth.
    pub positions: usize,
}

/// No opening book of these rules is open.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NoBook {
    /// `OwnBook` opens one that comes with the game.
    pub comes_with_game: bool,
}

impl BookView {
    /// A head, and a line a move.
    pub fn lines(&self) -> Vec<String> {
        let here = if self.moves.is_empty() { "not this one" } else { "this one among them" };
        let mut lines = vec![format!("book: {} positions, {here}", self.positions)];
        for BookMoveView { text, score, positions } in &self.moves {
            let known = match positions {
                0 => "a search".to_owned(),
                1 => "1 position".to_owned(),
                many => format!("{many} positions"),
            };
            lines.push(format!("{text}: {score}, {known}"));
        }
        lines
    }
}

/// What tables say of a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveVerdicts {
    /// The move.
    pub text: String,
    /// What it is worth to who makes it, in the order of [`TablesView::verdicts`]; `None` where it
    /// leads out of the tables.
    pub verdicts: Vec<Option<Verdict>>,
    /// What a move that keeps a draw asks of the other side.
    pub demand: Option<Demand>,
}

/// What a table says of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Who wins, and how soon, as this metric counts.
    Value(Metric, Value),
    /// How far ahead the side to move ends, or between what bounds.
    Span(Span),
}

impl Verdict {
    /// The word of what it counts.
    pub const fn metric(&self) -> Metric {
        match self {
            Self::Value(metric, _) => *metric,
            Self::Span(_) => Metric::Margin,
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value(Metric::Wdl, Value::Win(_)) => f.write_str("win"),
            Self::Value(Metric::Wdl, Value::Loss(_)) => f.write_str("loss"),
            Self::Value(_, value) => value.fmt(f),
            Self::Span(span) => span.fmt(f),
        }
    }
}

pub(super) fn board<G: Game>(rules: &G, played: &PlayedGame<G>) -> BoardView {
    let pos = played.position();
    let repetition = rules.repetition();
    let occurrences = draws::occurrences(rules, played).map(|times| {
        let end = repetition.end;
        // Past the claim it is the end without one that is still to come.
        let most = if end > 0 && times > repetition.count.into() { end } else { repetition.count };
        (times, most.into())
    });
    BoardView {
        diagram: rules.diagram_text(pos).lines().map(str::to_owned).collect(),
        picture: rules.picture(),
        scene: rules.scene(pos),
        position: rules.position_text(pos),
        key: rules.key(pos),
        side: rules.side_to_move(pos),
        occurrences,
        counters: rules.counters(pos),
        outcome: played.outcome(rules),
    }
}

/// What a player says; where it has no evaluation of its own, what the evaluator of the game says.
pub(super) fn account<G: Game>(
    rules: &G,
    played: &PlayedGame<G>,
    name: &'static str,
    player: &dyn Player<G>,
) -> PlayerAccount {
    let of_game = rules.evaluator().account(rules, played.position());
    let account = player.account(rules, played).unwrap_or_else(|| of_game.clone());
    let unit = account.unit.unwrap_or(G::UNIT);
    PlayerAccount { player: name, is_evaluator: account == of_game, account, unit }
}

/// A line whose moves are named.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NamedLine<'a> {
    /// The moves played so far.
    Played,
    /// Moves from here on.
    FromHere(&'a [String]),
}

pub(super) fn record_names<G: Game>(
    rules: &G,
    played: &PlayedGame<G>,
    line: NamedLine<'_>,
) -> Vec<String> {
    let mut names = Vec::new();
    let mut name_and_play = |at: &mut PlayedGame<G>, mv| {
        let (_, name) = rules.record_move(at, mv)?;
        names.push(name);
        at.play(rules, mv);
        Some(())
    };
    match line {
        NamedLine::Played => {
            let mut at = PlayedGame::new(rules, played.setup().clone());
            let mut moves = played.moves_played().iter();
            let _ = moves.try_for_each(|&mv| name_and_play(&mut at, mv));
        }
        NamedLine::FromHere(moves) => {
            let mut at = played.clone();
            let mut moves = moves.iter();
            let _ = moves.try_for_each(|mv| {
                let mv = rules.parse_move(&at, mv).ok()?;
                name_and_play(&mut at, mv)
            });
        }
    }
    names
}

/// The terms by which a player judges a position, in hundredths of its unit, where it has others than
/// the evaluator of the game.
pub(super) fn own_terms<G: Game>(
    rules: &G,
    played: &PlayedGame<G>,
    player: &dyn Player<G>,
) -> Option<Vec<(Cow<'static, str>, i32)>> {
    let account = player.account(rules, played)?;
    let is_own = account != rules.evaluator().account(rules, played.position());
    is_own.then(|| in_hundredths(account))
}

#[expect(clippy::cast_possible_truncation, reason = "no term comes near two billions")]
fn in_hundredths(account: Account) -> Vec<(Cow<'static, str>, i32)> {
    let hundredths = |value: f64| (100.0 * value).round() as i32;
    account.terms.into_iter().map(|term| (term.name, hundredths(term.value))).collect()
}

pub(super) fn explanation<G: Game>(rules: &G, played: &PlayedGame<G>) -> Explanation {
    let pos = played.position();
    Explanation {
        weights: weights(rules, pos),
        attribution: rules.attribution(&rules.evaluator(), pos),
    }
}

fn weights<G: Game>(rules: &G, pos: &G::Position) -> Option<Vec<WeightShare>> {
    let tunable = rules.tunable()?;
    let mut features = Vec::new();
    tunable.features(rules, pos, &mut features);
    Some(shares(tunable.table().listed(), features, rules.side_to_move(pos)))
}

/// The weights that count in a position with these features, from the side that moves.
fn shares(weights: Vec<Weight>, features: Vec<Feature>, mover: Side) -> Vec<WeightShare> {
    let sign = if mover == Side::First { 1.0 } else { -1.0 };
    let mut times = vec![0.0; weights.len()];
    for Feature { weight, times: more } in features {
        times[weight as usize] += sign * f64::from(more);
    }
    let shares = weights.into_iter().zip(times).map(|(weight, times)| WeightShare {
        name: weight.name,
        times,
        value: weight.value,
    });
    shares.filter(|share| share.times.abs() > 1e-6).collect()
}

/// The legal moves as text; none when the game is over, also where the board would still have some.
pub(super) fn move_texts<G: Game>(rules: &G, played: &PlayedGame<G>) -> Vec<String> {
    let pos = played.position();
    legal_moves(rules, played).into_iter().map(|mv| rules.move_text(pos, mv)).collect()
}

fn legal_moves<G: Game>(rules: &G, played: &PlayedGame<G>) -> Vec<G::Move> {
    if is_over(rules, played) { Vec::new() } else { played.moves(rules) }
}

/// Whether nobody may go on.
fn is_over<G: Game>(rules: &G, played: &PlayedGame<G>) -> bool {
    played.outcome(rules).is_some_and(|outcome| !outcome.claim)
}

pub(super) fn moves<G: Game>(rules: &G, played: &PlayedGame<G>) -> Vec<MoveView> {
    let pos = played.position();
    let (picture, before) = (rules.picture(), rules.scene(pos));
    let mut views = Vec::new();
    if is_over(rules, played) {
        return views;
    }
    for mv in rules.moves_by_hand(played) {
        views.push(MoveView {
            text: rules.move_text(pos, mv),
            steps: steps(rules, pos, mv),
            places: changed(&picture, &before, &rules.scene(&rules.after(pos, mv))),
            clicks: rules.clicks(&picture, pos, mv),
            via: rules.via(pos, mv),
        });
    }
    views
}

/// The places with a name at which two scenes differ.
fn changed(
    picture: &Picture,
    before: &[Cow<'static, str>],
    after: &[Cow<'static, str>],
) -> Vec<String> {
    let places = picture.places.iter().zip(before.iter().zip(after));
    let changed = places.filter(|(place, (old, new))| !place.name.is_empty() && old != new);
    changed.map(|(place, _)| place.name.to_string()).collect()
}

/// The steps of a legal move, each a move by itself.
pub(super) fn steps<G: Game>(rules: &G, pos: &G::Position, mv: G::Move) -> Vec<String> {
    let mut pos = pos.clone();
    let mut texts = Vec::new();
    for step in rules.steps(mv) {
        texts.push(rules.move_text(&pos, step));
        rules.play(&mut pos, step);
    }
    texts
}

/// `+0.31`, `win in 5 plies`, from the side that moves.
pub fn score_text(score: Score) -> String {
    match score.plies_to_end() {
        Some(plies) if plies > 0 => format!("win in {plies} plies"),
        Some(plies) => format!("loss in {} plies", -plies),
        None => format!("{:+.2}", f64::from(score.raw()) / 100.0),
    }
}

/// `draw (full board)`, `first side wins by 8 (no stones left)`, `… (may be claimed)`.
pub fn outcome_text(outcome: &Outcome) -> String {
    let Outcome { ending, reason, claim } = *outcome;
    let may = if claim { ", may be claimed" } else { "" };
    let who = match outcome.winner() {
        None => "draw",
        Some(Side::First) => "first side wins",
        Some(Side::Second) => "second side wins",
    };
    let by = match ending {
        Ending::Margin(units) if units != 0 => format!(" by {}", units.unsigned_abs()),
        _ => String::new(),
    };
    format!("{who}{by} ({reason}{may})")
}
