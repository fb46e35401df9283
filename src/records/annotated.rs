//! Records with variations and comments: read from a file of any form that has them, and written into
//! the text of a record that has none yet.

use super::form::GameFile;
use super::kept::Kept;
use super::tree::{Step, Tree};
use plyglot_core::game::tags::{decoded, tag};
use plyglot_core::game::tokens::{Token, Tokens};
use plyglot_host::state::GameState;

/// The moves of the game of this index, with variations and comments where the form has them; its moves
/// have been played, and are again afterwards.
///
/// # Errors
/// A move of it cannot be played.
pub fn read_tree(
    file: &GameFile,
    index: usize,
    kept: &mut Kept,
    remarks: &mut Vec<String>,
) -> Result<Tree, String> {
    let played = kept.engine.game_text().moves;
    let setup = kept.setup.clone();
    let stand = |engine: &mut dyn GameState, moves: &[&str]| {
        let stood = engine.set_position(setup.as_deref(), moves);
        stood.map(|_| ()).map_err(|error| error.to_string())
    };
    stand(&mut *kept.engine, &[])?;
    let mut said = Vec::new();
    let read = annotated(file, index, kept, &mut said);
    stand(&mut *kept.engine, &[])?;
    let moves: Vec<&str> = played.iter().map(String::as_str).collect();
    let mut tree = match read {
        Some(Ok(tree)) if tree.main_line() == moves => {
            remarks.append(&mut said);
            tree
        }
        other => {
            let why =
                other.map(|read| read.err().map_or(String::new(), |error| format!(": {error}")));
            remarks
                .extend(why.map(|why| format!("variations and comments could not be read{why}")));
            let step = |mv: &&str| Step { mv: (*mv).to_owned(), ..Step::default() };
            Tree { moves: moves.iter().map(step).collect(), ..Tree::default() }
        }
    };
    tree.play(&mut *kept.engine)?;
    stand(&mut *kept.engine, &moves)?;
    Ok(tree)
}

/// The tree of a file whose game stands at its set-up, if its form has one.
fn annotated(
    file: &GameFile,
    index: usize,
    kept: &mut Kept,
    remarks: &mut Vec<String>,
) -> Option<Result<Tree, String>> {
    if let Some(tree) = file.tree(index) {
        let mut tree = tree.clone();
        return Some(tree.play(&mut *kept.engine).map(|()| tree));
    }
    if let Some(read) = file.record(index).and_then(|bytes| kept.engine.read_tree(bytes)) {
        let read = read.map_err(|error| error.to_string());
        return Some(read.and_then(|tree| Tree::of_record(tree, &mut *kept.engine, remarks)));
    }
    let has_variations = matches!(kept.game.record_extension, "pgn" | "pdn");
    let bytes = file.record(index).filter(|_| has_variations)?;
    Some(Tree::read(without_tags(&decoded(bytes)), &mut *kept.engine, remarks))
}

/// The move text of a record: what comes after its pairs in brackets.
fn without_tags(text: &str) -> &str {
    let mut rest = text.trim_start();
    while rest.starts_with('[') {
        let line_end = rest.find('\n').map_or(rest.len(), |at| at + 1);
        let line = &rest[..line_end];
        // Several pairs may stand on a line, and moves behind them.
        let end = line.rfind(']').map_or(line_end, |at| at + 1);
        rest = rest[end..].trim_start();
    }
    rest
}

/// Tags that are about the game as it stands, and not what somebody has said of it.
const OF_THE_GAME: [&str; 6] = ["Result", "SetUp", "FEN", "PlyCount", "Variant", "GameType"];

/// A record whose form has tags with all that stood in the record that it comes from, if both have that
/// form.
pub fn with_tags(text: &str, source: &[u8]) -> String {
    let Some((head, moves)) = text.split_once("\n\n") else { return text.to_owned() };
    let source = decoded(source);
    let is_tagged = |text: &str| text.trim_start().starts_with('[');
    if !is_tagged(head) || !is_tagged(&source) {
        return text.to_owned();
    }
    let (own, said) = (tags(head), tags(&source));
    let of_game = |name: &str| OF_THE_GAME.contains(&name);
    let mut all = String::new();
    for (name, value) in &own {
        let said = said.iter().find(|(said, _)| said == name).filter(|_| !of_game(name));
        tag(&mut all, name, said.map_or(value, |(_, value)| value));
    }
    for (name, value) in said.iter().filter(|(said, _)| own.iter().all(|(name, _)| said != name)) {
        tag(&mut all, name, value);
    }
    format!("{all}\n{moves}")
}

/// Names and values at the head of a record.
fn tags(text: &str) -> Vec<(String, String)> {
    let pairs = Tokens::new(text).map_while(|(token, _)| match token {
        Token::Tag(name, value) => Some((name, value)),
        Token::Word(_) | Token::Unclosed(_) => None,
    });
    pairs.collect()
}

/// A record with the move text of the whole tree in the place of its own, where its form has variations
/// and the game knows the moves by themselves.
pub fn with_tree(
    text: &str,
    tree: &Tree,
    state: &mut dyn GameState,
    setup: Option<&str>,
) -> Result<String, String> {
    let Some((head, moves)) = text.split_once("\n\n") else { return Ok(text.to_owned()) };
    state.set_position(setup, &[]).map_err(|error| error.to_string())?;
    let has_variations =
        tree.moves.first().is_none_or(|step| state.record_move(&step.mv).is_some());
    if !has_variations {
        return Ok(text.to_owned());
    }
    let result = moves.split_whitespace().next_back().unwrap_or("*");
    Ok(format!("{head}\n\n{}\n", tree.move_text(state, result)?))
}
