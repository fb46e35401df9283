//! Laws that hold in every game, checked on random games by the tests.
//!
//! The machinery believes much about a game that no type can say: that a key names a position,
//! that text is read back as it was written, that an irreversible move really is one. A game that
//! breaks such a promise plays on, and wrongly. So each promise of [`Rules`] and [`Notation`]
//! is a law here, each of an evaluator one of [`crate::evaluators`], and a new game has them all tested
//! before it has a test of its own.
//!
//! A law that is broken names itself, the position and what it saw; the same seed shows it again.

use std::collections::HashMap;

use rand::RngExt;

use plyglot_core::Side;
use plyglot_core::game::picture::Place;
use plyglot_core::game::repetition::Same;
use plyglot_core::game::{Ending, MoveError, Notation, Outcome, PlayedGame, Rules};
use plyglot_core::rng::{Rng, seeded};

/// A law that a game has broken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{law}: {detail}, in position `{position}`")]
pub struct Broken {
    /// The law, as a sentence that should have been true.
    pub law: &'static str,
    /// What was seen instead.
    pub detail: String,
    /// The position, as the game writes it.
    pub position: String,
}

/// No random game is followed farther than this.
const PLIES_MAX: usize = 150;
/// Positions are copied at every node of a search; more than two cache lines need a measurement.
const POSITION_BYTES_MAX: usize = 128;
/// After so many plies at a time it is compared where the moves of an image lead.
const IMAGES_EACH: usize = 5;
/// A position is held against so many before it.
const COMPARED_PLIES: usize = 16;

/// Checks the laws of [`Rules`] and [`Notation`] on `games` random games from the start position.
/// The same seed gives the same games.
pub fn check<R: Notation>(rules: &R, seed: u64, games: u32) -> Result<(), Broken> {
    let size = size_of::<R::Position>();
    if size > POSITION_BYTES_MAX {
        let detail = format!("it has {size}");
        return Err(broken(rules, &rules.start(), "a position has at most 128 bytes", detail));
    }
    let mut known = HashMap::new();
    let places = rules.picture().places;
    for game in 0..games {
        let mut past = Past::default();
        each_position(rules, seed.wrapping_add(game.into()), |played| {
            check_moves(rules, played)?;
            check_undo(rules, played)?;
            check_text(rules, played)?;
            check_scene(rules, played.position(), &places)?;
            check_end(rules, played)?;
            check_key(rules, played.position(), &mut known)?;
            check_sameness(rules, played.positions())?;
            check_images(rules, played)?;
            past.check(rules, played)
        })?;
    }
    Ok(())
}

/// Shows the positions of `games` random games in which there is something to play, with their
/// moves.
pub(crate) fn each_open_position<R: Notation>(
    rules: &R,
    seed: u64,
    games: u32,
    visit: impl Fn(&R::Position, &[R::Move]) -> Result<(), Broken>,
) -> Result<(), Broken> {
    for game in 0..games {
        each_position(rules, seed.wrapping_add(game.into()), |played| {
            let pos = played.position();
            let mut moves = Vec::new();
            rules.legal_moves(pos, &mut moves);
            if rules.outcome(pos).is_some() || moves.is_empty() {
                return Ok(());
            }
            visit(pos, &moves)
        })?;
    }
    Ok(())
}

/// How many legal moves are encoded as an earlier one of the same position, over `games`
/// random games: each costs some move ordering. Games that promise the contrary have none.
pub fn encoding_collisions<R: Rules>(rules: &R, seed: u64, games: u32) -> usize {
    let mut collisions = 0;
    for game in 0..games {
        let Ok(()) = each_position(rules, seed.wrapping_add(game.into()), |played| {
            let mut encoded: Vec<u16> =
                played.moves(rules).into_iter().map(R::encode_move).collect();
            let all = encoded.len();
            encoded.sort_unstable();
            encoded.dedup();
            collisions += all - encoded.len();
            Ok::<(), std::convert::Infallible>(())
        });
    }
    collisions
}

/// Plays one random game and shows every position of it, the last included.
pub fn each_position<R: Rules, E>(
    rules: &R,
    seed: u64,
    mut visit: impl FnMut(&mut PlayedGame<R>) -> Result<(), E>,
) -> Result<(), E> {
    let mut rng: Rng = seeded(seed);
    let mut played = PlayedGame::new(rules, rules.start());
    visit(&mut played)?;
    while played.moves_played().len() < PLIES_MAX {
        let moves = played.moves(rules);
        let is_over = played.outcome(rules).is_some_and(|outcome| !outcome.claim);
        if moves.is_empty() || is_over {
            break;
        }
        played.play(rules, moves[rng.random_range(0..moves.len())]);
        visit(&mut played)?;
    }
    Ok(())
}

/// The error of a law that `pos` breaks.
pub fn broken<R: Notation>(
    rules: &R,
    pos: &R::Position,
    law: &'static str,
    detail: impl Into<String>,
) -> Broken {
    Broken { law, detail: detail.into(), position: rules.position_text(pos) }
}

/// The generator: deterministic, appending, without duplicates, counted rightly, undone rightly.
fn check_moves<R: Notation>(rules: &R, played: &PlayedGame<R>) -> Result<(), Broken> {
    let pos = played.position();
    let mut moves = Vec::new();
    rules.legal_moves(pos, &mut moves);
    let count = moves.len();
    rules.legal_moves(pos, &mut moves);
    if moves[..count] != moves[count..] {
        let law = "moves are appended, the same in the same order each time";
        return Err(broken(rules, pos, law, format!("{moves:?}")));
    }
    moves.truncate(count);
    if let Some(twice) = (1..count).find(|&i| moves[..i].contains(&moves[i])) {
        let detail = format!("{:?} is there twice", moves[twice]);
        return Err(broken(rules, pos, "no move is listed twice", detail));
    }
    let strange =
        |mv: &&R::Move| rules.decode_move(pos, R::encode_move(**mv)).is_some_and(|of| of != **mv);
    if let Some(mv) = moves.iter().find(strange) {
        let law = "a move that is found by the code of another is that move";
        return Err(broken(rules, pos, law, format!("{mv:?}")));
    }
    let encoded: Vec<u16> = moves.iter().map(|mv| R::encode_move(*mv)).collect();
    let is_shared = |i: usize| R::ENCODED_MOVES < 1 << 16 && encoded[..i].contains(&encoded[i]);
    if let Some(at) =
        (0..count).find(|&i| usize::from(encoded[i]) >= R::ENCODED_MOVES || is_shared(i))
    {
        let law =
            "encoded moves are below the number that the game says, and distinct where it is small";
        return Err(broken(rules, pos, law, format!("{:?} has {}", moves[at], encoded[at])));
    }
    if rules.count_moves(pos) != count as u64 {
        let detail = format!("{} counted, {count} listed", rules.count_moves(pos));
        return Err(broken(rules, pos, "as many moves are counted as listed", detail));
    }
    check_ahead(rules, pos, &moves)
}

/// What is told ahead of a move is so after it: how many moves there are, the key, the board, the turn.
fn check_ahead<R: Notation>(rules: &R, pos: &R::Position, moves: &[R::Move]) -> Result<(), Broken> {
    let mut spare = moves.to_vec();
    for &mv in moves {
        let after = rules.after(pos, mv);
        let board = (rules.board_key(&after), rules.side_to_move(&after));
        let key = rules.key(&after);
        let there = (rules.count_moves(&after), key, board);
        let told = rules.board_after(pos, mv).unwrap_or(board);
        let key = rules.key_after(pos, mv).unwrap_or(key);
        let ahead = (rules.count_after(pos, mv, &mut spare), key, told);
        if ahead != there || spare != moves {
            let detail = format!("{ahead:?} before {mv:?}, {there:?} after it");
            return Err(broken(rules, pos, "what is told ahead of a move is so after it", detail));
        }
    }
    Ok(())
}

/// Playing changes the position; taking back restores all of the line; what is played instead of another
/// move is as if that had been taken back.
fn check_undo<R: Notation>(rules: &R, played: &mut PlayedGame<R>) -> Result<(), Broken> {
    let (pos, key_history) = (played.position().clone(), played.key_history().clone());
    let plies = played.moves_played().len();
    let moves = played.moves(rules);
    let mut instead = played.clone();
    if let Some(&last) = moves.last() {
        instead.play(rules, last);
    }
    for mv in moves {
        played.play(rules, mv);
        let is_changed = *played.position() != pos;
        let is_back =
            played.undo() && *played.position() == pos && *played.key_history() == key_history;
        if !is_changed {
            return Err(broken(rules, &pos, "a move changes the position", format!("{mv:?}")));
        }
        if !is_back || played.moves_played().len() != plies {
            let law = "a move taken back was never played";
            return Err(broken(rules, &pos, law, format!("{mv:?}")));
        }
        played.play(rules, mv);
        let after = (played.position().clone(), played.key_history().clone());
        played.undo();
        instead.play_instead(rules, mv);
        if after != (instead.position().clone(), instead.key_history().clone())
            || instead.moves_played().last() != Some(&mv)
        {
            let law = "a move played instead is as if the other had been taken back";
            return Err(broken(rules, &pos, law, format!("{mv:?}")));
        }
    }
    Ok(())
}

/// Text: what is written is read back, in one form only.
fn check_text<R: Notation>(rules: &R, played: &PlayedGame<R>) -> Result<(), Broken> {
    let pos = played.position();
    let text = rules.position_text(pos);
    match rules.parse_position(&text) {
        Ok(read) if read == *pos && rules.key(&read) == rules.key(pos) => {}
        other => {
            let detail = format!("it came back as {other:?}, it was {pos:?}");
            return Err(broken(rules, pos, "a position is read back as it was written", detail));
        }
    }
    // Where a count has ended the game, its moves may be refused for that.
    let is_over = played.outcome(rules).is_some_and(|outcome| !outcome.claim);
    for mv in played.moves(rules) {
        let text = rules.move_text(pos, mv);
        if text.is_empty() || text.contains(char::is_whitespace) {
            let detail = format!("`{text}`");
            return Err(broken(rules, pos, "a move is one token without white space", detail));
        }
        let read = rules.parse_move(played, &text);
        if read != Ok(mv) && !(is_over && matches!(read, Err(MoveError::Over { .. }))) {
            let detail = format!("`{text}` came back as {read:?}, it was {mv:?}");
            return Err(broken(rules, pos, "a move is read back as it was written", detail));
        }
    }
    let diagram = rules.diagram_text(pos);
    let has_control = diagram.chars().any(|c| c.is_control() && c != '\n');
    if !diagram.ends_with('\n') || has_control {
        let law = "a diagram is lines that each end with a newline";
        return Err(broken(rules, pos, law, format!("{diagram:?}")));
    }
    Ok(())
}

/// A scene has a word for every place.
fn check_scene<R: Notation>(rules: &R, pos: &R::Position, places: &[Place]) -> Result<(), Broken> {
    let words = rules.scene(pos).len();
    if words != places.len() {
        let detail = format!("{words} words for {} places", places.len());
        return Err(broken(rules, pos, "a scene has a word for every place", detail));
    }
    check_set_up(rules, pos, places)
}

/// Where a board is set up by hand, what stands on it gives a position with the same on its places.
fn check_set_up<R: Notation>(rules: &R, pos: &R::Position, places: &[Place]) -> Result<(), Broken> {
    let scene = rules.scene(pos);
    let words: Vec<&str> = scene.iter().map(AsRef::as_ref).collect();
    let side = rules.side_to_move(pos);
    let Some(text) = rules.set_up(&words, side) else { return Ok(()) };
    let law = "a board set up as it stands is the same board";
    let again = rules.parse_position(&text);
    let again = again.map_err(|error| broken(rules, pos, law, format!("`{text}`: {error}")))?;
    let after = rules.scene(&again);
    let differs = |at: &usize| !places[*at].name.is_empty() && scene[*at] != after[*at];
    match (0..places.len()).find(differs) {
        Some(at) => {
            let detail = format!("`{text}` has `{}` at {}", after[at], places[at].name);
            Err(broken(rules, pos, law, detail))
        }
        None if rules.side_to_move(&again) != side => Err(broken(rules, pos, law, text)),
        None => Ok(()),
    }
}

/// The end: a game goes on exactly while there is a move, and says why it has ended.
fn check_end<R: Notation>(rules: &R, played: &PlayedGame<R>) -> Result<(), Broken> {
    let pos = played.position();
    let mut moves = Vec::new();
    rules.legal_moves(pos, &mut moves);
    match rules.outcome(pos) {
        None if moves.is_empty() => {
            Err(broken(rules, pos, "a position without a move is finished", "it has no outcome"))
        }
        // Draws and margins may come of a count, and then the board still has its moves.
        Some(Outcome { ending: Ending::Win(_), claim: false, .. }) if !moves.is_empty() => {
            let law = "a position won on the board has no moves";
            Err(broken(rules, pos, law, format!("{} moves", moves.len())))
        }
        _ => match played.outcome(rules) {
            Some(outcome) if outcome.reason.trim().is_empty() => {
                let detail = format!("{outcome:?}");
                Err(broken(rules, pos, "an outcome has a reason", detail))
            }
            _ => Ok(()),
        },
    }
}

/// What was seen under a key.
struct Seen<R: Rules> {
    pos: R::Position,
    side: Side,
    board: u64,
    moves: Vec<R::Move>,
}

/// Keys: a key names one position, counters apart, and knows whose turn it is.
fn check_key<R: Notation>(
    rules: &R,
    pos: &R::Position,
    known: &mut HashMap<u64, Seen<R>>,
) -> Result<(), Broken> {
    let key = rules.key(pos);
    let mut moves = Vec::new();
    rules.legal_moves(pos, &mut moves);
    let (side, board) = (rules.side_to_move(pos), rules.position_key(pos));
    if rules.key(&pos.clone()) != key {
        return Err(broken(rules, pos, "equal positions have equal keys", format!("{key:016x}")));
    }
    let is_same = known.get(&key).is_none_or(|seen| rules.is_same(&seen.pos, pos, Same::Situation));
    let seen = known.entry(key).or_insert_with(|| Seen {
        pos: pos.clone(),
        side,
        board,
        moves: moves.clone(),
    });
    if seen.side != side || seen.board != board || seen.moves != moves {
        let detail = format!("`{}` has it too", rules.position_text(&seen.pos));
        let law = "positions of one key have side, board and moves in common";
        return Err(broken(rules, pos, law, detail));
    }
    if !is_same {
        let detail = format!("`{}` is another", rules.position_text(&seen.pos));
        return Err(broken(rules, pos, "what has the same key is the same", detail));
    }
    Ok(())
}

/// In an image of a position the game goes on alike: now and then it is compared where the moves lead.
fn check_images<R: Notation>(rules: &R, played: &PlayedGame<R>) -> Result<(), Broken> {
    let pos = played.position();
    let (images, ply) = (rules.images(pos), played.moves_played().len());
    if images.is_empty() {
        return Ok(());
    }
    if !images.contains(pos) {
        return Err(broken(rules, pos, "a position is among its images", format!("{images:?}")));
    }
    let other = &images[ply % images.len()];
    let seen = |pos: &R::Position| {
        let numbers = (rules.canonical_key(pos), rules.count_moves(pos));
        (numbers, rules.side_to_move(pos), rules.outcome(pos), rules.counters(pos))
    };
    let behind = |pos: &R::Position| {
        let mut moves = Vec::new();
        rules.legal_moves(pos, &mut moves);
        let keys = moves.into_iter().map(|mv| rules.canonical_key(&rules.after(pos, mv)));
        let mut keys: Vec<u64> = keys.collect();
        keys.sort_unstable();
        keys
    };
    if seen(other) != seen(pos) || ply.is_multiple_of(IMAGES_EACH) && behind(other) != behind(pos) {
        let law = "a game goes on alike in the images of a position";
        return Err(broken(rules, pos, law, format!("not in `{}`", rules.position_text(other))));
    }
    Ok(())
}

/// The key of what is compared.
fn key_of<R: Rules>(rules: &R, pos: &R::Position, same: Same) -> u64 {
    match same {
        Same::Situation => rules.key(pos),
        Same::Position => rules.position_key(pos),
        Same::Board => rules.board_key(pos),
        Same::BoardAndTurn => rules.board_and_turn_key(pos),
    }
}

/// What is the same has the same key, and nothing else has, whatever is compared.
fn check_sameness<R: Notation>(rules: &R, positions: &[R::Position]) -> Result<(), Broken> {
    let Some((pos, before)) = positions.split_last() else { return Ok(()) };
    for same in [Same::Situation, Same::Position, Same::BoardAndTurn, Same::Board] {
        let newest = key_of(rules, pos, same);
        for earlier in &before[before.len().saturating_sub(COMPARED_PLIES)..] {
            let is_same = rules.is_same(earlier, pos, same);
            if is_same != (key_of(rules, earlier, same) == newest) {
                let detail = format!("{is_same} of `{}`, {same:?}", rules.position_text(earlier));
                return Err(broken(rules, pos, "what is the same has the same key", detail));
            }
        }
    }
    Ok(())
}

/// The keys that no later position may have, and those it may.
#[derive(Default)]
struct Past {
    gone: Vec<u64>,
    recent: Vec<u64>,
}

impl Past {
    /// No position from before an irreversible move comes back after it.
    fn check<R: Notation>(&mut self, rules: &R, played: &PlayedGame<R>) -> Result<(), Broken> {
        let pos = played.position();
        let before = played.positions().iter().rev().nth(1).zip(played.moves_played().last());
        if before.is_some_and(|(before, &mv)| rules.is_irreversible(before, mv)) {
            self.gone.append(&mut self.recent);
        }
        let key = key_of(rules, pos, rules.repetition().same);
        if self.gone.contains(&key) {
            let law = "no position comes back across an irreversible move";
            let detail = format!("this one did, after {} plies", played.moves_played().len());
            return Err(broken(rules, pos, law, detail));
        }
        self.recent.push(key);
        Ok(())
    }
}
