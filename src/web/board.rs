//! A game as it stands, as a page is told.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::message::{OptionValue, Options};
use super::reply::{Counter, MoveView, OutcomeView, PictureView, State};
use crate::engine::Engine;
use crate::options;
use crate::records::claim::side_word;
use plyglot_core::Value;
use plyglot_core::game::picture::{Picture, Place};
use plyglot_core::game::{Ending, Outcome};
use plyglot_host::state::GameState;
use plyglot_host::view::{self, NamedLine, outcome_text};

/// What a page knows by another field of the state, or is not asked.
const UNSAID: [&str; 2] = ["UCI_Variant", "UCI_ShowWDL"];

/// The game as it stands; `known` is the picture that the page has.
pub fn state(engine: &Engine, known: &mut Option<Picture>) -> State {
    state_of(engine, engine.state(), known)
}

/// The same of a game that is another one of the engine's.
pub fn state_of(engine: &Engine, game: &dyn GameState, known: &mut Option<Picture>) -> State {
    let board = game.board();
    let text = game.game_text();
    let places = &board.picture.places;
    let legal = game.moves().into_iter();
    let legal = legal.map(|mv| move_view(game.record_move(&mv.text), mv, places)).collect();
    let counter = |(name, value, end)| Counter { name, value, end };
    let picture = (known.as_ref() != Some(&board.picture)).then(|| picture_view(&board.picture));
    let state = State {
        variant: engine.variant,
        game: engine.game.name,
        options: changed_options(engine),
        setup: text.setup,
        moves: text.moves,
        names: game.record_names(NamedLine::Played),
        position: board.position,
        side: side_word(board.side),
        sides: game.side_names(),
        picture,
        scene: scene(&board.scene),
        legal,
        frames: None,
        counters: board.counters.into_iter().map(counter).collect(),
        occurrences: board.occurrences.map(|(times, end)| [times, end]),
        outcome: board.outcome.as_ref().map(outcome),
        player: player(engine),
    };
    *known = Some(board.picture);
    state
}

/// The words of a scene.
pub fn scene(scene: &[Cow<'static, str>]) -> Vec<String> {
    scene.iter().map(ToString::to_string).collect()
}

/// How a game has ended.
pub fn outcome(outcome: &Outcome) -> OutcomeView {
    let margin = match outcome.ending {
        Ending::Margin(units) => Some(units),
        Ending::Draw | Ending::Win(_) => None,
    };
    OutcomeView {
        text: outcome_text(outcome),
        winner: outcome.winner().map(side_word),
        margin,
        reason: outcome.reason,
        claim: outcome.claim,
    }
}

/// The value of an option.
pub fn option_value(value: &Value) -> OptionValue {
    match value {
        Value::Check(on) => OptionValue::Check(*on),
        Value::Spin(number) => OptionValue::Spin(*number),
        Value::Combo(word) => OptionValue::Text((*word).to_owned()),
        Value::Text(text) => OptionValue::Text(text.clone()),
    }
}

/// Who thinks.
pub fn player(engine: &Engine) -> &'static str {
    engine.settings.combo(&engine.game.player_option())
}

/// The options of the program and of the game in force that are not at their defaults.
fn changed_options(engine: &Engine) -> Options {
    let of_program = options::engine(engine.games);
    let all = of_program.into_iter().chain((engine.game.options)());
    let shown = all.filter(|opt| !opt.is_path && !UNSAID.contains(&opt.name.as_str()));
    shown
        .filter_map(|opt| {
            let value = engine.settings.get(&opt.name)?;
            (Some(value) != opt.default().as_ref()).then(|| (opt.name, option_value(value)))
        })
        .collect()
}

fn move_view(named: Option<(u32, String)>, mv: view::MoveView, places: &[Place]) -> MoveView {
    let numbers = |names: &[String]| {
        let place = |name: &String| places.iter().position(|place| place.name == *name);
        names.iter().filter_map(place).collect()
    };
    let name = named.map(|(_, name)| name).filter(|name| *name != mv.text);
    let [clicks, via, places] = [&mv.clicks, &mv.via, &mv.places].map(|names| numbers(names));
    MoveView { text: mv.text, name, clicks, via, places }
}

/// What a board looks like.
pub fn picture_view(picture: &Picture) -> PictureView {
    let Picture { size, ground, places, men, text_size, mark, has_ends } = picture;
    let men: BTreeMap<String, String> =
        men.iter().map(|(word, man)| (word.to_string(), man.clone())).collect();
    PictureView {
        size: *size,
        ground: ground.clone(),
        places: places.iter().map(|it| (it.name.to_string(), it.x, it.y)).collect(),
        men,
        text_size: *text_size,
        has_ends: *has_ends,
        mark: mark.to_string(),
    }
}
