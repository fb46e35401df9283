//! Games with variations, comments and annotation glyphs, in the forms that have them: PGN
//! [edwards-1994] and PDN [pdn-3].
//!
//! ```text
//! 1. e4 $1 {best by test} e5 (1... c5 2. Nf3 (2. c3) d6) 2. Nf3 *
//! main line ── glyph ── comment ── what could have been played in the place of the move before it
//! ```
//!
//! What a word means as a move the game knows: a run of words without comments and brackets is a
//! record of its own to it. Everything that stands in a tree afterwards has been played.

use plyglot_core::Side;
use plyglot_core::game::record_tree::{RecordStep, RecordTree};
use plyglot_core::game::tags::wrapped;
use plyglot_host::state::GameState;
use serde::{Deserialize, Serialize};

/// Variations within each other; deeper ones are left out.
const DEPTH_MAX: usize = 40;
/// Moves in variations that are read.
const MOVES_MAX: usize = 20_000;
/// Numeric annotation glyphs of the marks behind a move.
const MARKS: [(&str, u16); 6] = [("!!", 3), ("??", 4), ("!?", 5), ("?!", 6), ("!", 1), ("?", 2)];

/// Moves with their variations and comments.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Tree {
    /// Before the first move.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub comment: String,
    /// The main line.
    pub moves: Vec<Step>,
}

/// A move of a tree.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Step {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// As records write it, where that is another text and the move has been played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The side that made the move before it has made it as well, as far as that is known.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub again: bool,
    /// Behind it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub comment: String,
    /// Numeric annotation glyphs of PGN.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub nags: Vec<u16>,
    /// What could have been played in its place.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub variations: Vec<Vec<Step>>,
}

impl Tree {
    /// The moves of the main line.
    pub fn main_line(&self) -> Vec<&str> {
        self.moves.iter().map(|step| step.mv.as_str()).collect()
    }

    /// Whether there is more than a main line.
    pub fn is_plain(&self) -> bool {
        let is_plain = |step: &Step| {
            step.comment.is_empty() && step.nags.is_empty() && step.variations.is_empty()
        };
        self.comment.is_empty() && self.moves.iter().all(is_plain)
    }

    /// Plays all variations, at the set-up of a game, spells all moves as the game does, and names them.
    ///
    /// # Errors
    /// Names the first move that is not legal.
    pub fn play(&mut self, state: &mut dyn GameState) -> Result<(), String> {
        let before = state.game_text().moves.len();
        play_steps(&mut self.moves, state, 0, None)?;
        let played = state.game_text().moves.len() - before;
        undo(state, played)
    }

    /// Reads the move text of a record whose game stands at its set-up. What is not legal in a
    /// variation is left out with what comes after it, and said in `remarks`; the main line ends where
    /// the rules end the game.
    ///
    /// # Errors
    /// The main line is wrong.
    pub fn read(
        text: &str,
        state: &mut dyn GameState,
        remarks: &mut Vec<String>,
    ) -> Result<Self, String> {
        let mut reader = Reader { parts: parts(text).into_iter(), state, remarks, moves: 0 };
        let mut tree = Self::default();
        let played = reader.line(&mut tree.moves, Some(&mut tree.comment), 0)?;
        undo(reader.state, played)?;
        Ok(tree)
    }

    /// The tree of a record that a game reads itself, at its set-up. What is not legal in a variation
    /// is left out with what comes after it, and said in `remarks`; the main line ends where the rules
    /// end the game.
    ///
    /// # Errors
    /// The main line is wrong.
    pub fn of_record(
        tree: RecordTree,
        state: &mut dyn GameState,
        remarks: &mut Vec<String>,
    ) -> Result<Self, String> {
        let moves = steps_of(tree.moves, state, remarks, (&mut 0, 0))?;
        undo(state, moves.len())?;
        Ok(Self { comment: tree.comment, moves })
    }

    /// The same for a game that writes such records itself.
    pub fn to_record(&self) -> RecordTree {
        RecordTree { comment: self.comment.clone(), moves: record_steps(&self.moves) }
    }

    /// The move text of a record; the game stands at its set-up.
    ///
    /// # Errors
    /// A move is not legal, or the game has no such records.
    pub fn move_text(&self, state: &mut dyn GameState, result: &str) -> Result<String, String> {
        let mut words = comment_words(&self.comment);
        let played = write_steps(&self.moves, state, &mut words, true)?;
        undo(state, played)?;
        words.push(result.to_owned());
        Ok(wrapped(&words))
    }
}

/// Plays steps of a record one after the other, the variations of each before it.
fn steps_of(
    steps: Vec<RecordStep>,
    state: &mut dyn GameState,
    remarks: &mut Vec<String>,
    (count, depth): (&mut usize, usize),
) -> Result<Vec<Step>, String> {
    let mut played = Vec::new();
    for RecordStep { text, comment, marks, variations } in steps {
        let mut others = Vec::new();
        for variation in variations {
            if depth == DEPTH_MAX {
                remarks.push(too_deep());
                continue;
            }
            let read = steps_of(variation, state, remarks, (count, depth + 1))?;
            undo(state, read.len())?;
            if !read.is_empty() {
                others.push(read);
            }
        }
        *count += 1;
        if *count > MOVES_MAX {
            return Err(format!("found more than {MOVES_MAX} moves"));
        }
        match play_one(state, &text) {
            Ok(mv) => {
                let step = Step { mv, comment, nags: marks, variations: others, ..Step::default() };
                played.push(step);
            }
            // The main line ends where the rules end the game.
            Err(_) if depth == 0 && is_over(state) => break,
            Err(error) if depth == 0 => return Err(error),
            Err(error) => {
                remarks.push(format!("a variation is cut short: {error}"));
                break;
            }
        }
    }
    Ok(played)
}

fn too_deep() -> String {
    format!("a variation is left out: found more than {DEPTH_MAX} within each other")
}

fn record_steps(steps: &[Step]) -> Vec<RecordStep> {
    let step = |step: &Step| RecordStep {
        text: step.mv.clone(),
        comment: step.comment.clone(),
        marks: step.nags.clone(),
        variations: step.variations.iter().map(|steps| record_steps(steps)).collect(),
    };
    steps.iter().map(step).collect()
}

/// Whether the rules have ended the game that stands here.
fn is_over(state: &dyn GameState) -> bool {
    state.outcome().is_some_and(|outcome| !outcome.claim)
}

/// Takes back what was played.
fn undo(state: &mut dyn GameState, plies: usize) -> Result<(), String> {
    let plies = u32::try_from(plies).unwrap_or(u32::MAX);
    state.undo(plies).map_err(|error| error.to_string())
}

fn play_one(state: &mut dyn GameState, mv: &str) -> Result<String, String> {
    state.play(&[mv]).map_err(|error| {
        let text = error.to_string();
        text.strip_prefix("move 1: ").unwrap_or(&text).to_owned()
    })?;
    Ok(state.game_text().moves.pop().unwrap_or_default())
}

/// Plays steps one after the other, the variations of each before it.
fn play_steps(
    steps: &mut [Step],
    state: &mut dyn GameState,
    depth: usize,
    mut before: Option<Side>,
) -> Result<(), String> {
    if depth > DEPTH_MAX {
        return Err(format!("found more than {DEPTH_MAX} variations within each other"));
    }
    for step in steps {
        for variation in &mut step.variations {
            play_steps(variation, state, depth + 1, before)?;
            undo(state, variation.len())?;
        }
        let named = state.record_move(&step.mv).map(|(_, name)| name);
        let mover = state.side_to_move();
        step.again = before.replace(mover) == Some(mover);
        step.mv = play_one(state, &step.mv)?;
        step.name = named.filter(|name| *name != step.mv);
    }
    Ok(())
}

/// What move text is made of.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Part {
    /// Words: moves, numbers, a result.
    Words(String),
    Comment(String),
    Nag(u16),
    Open,
    Close,
}

/// Takes move text apart; tags are passed over, what has no end goes to the end of the text.
fn parts(text: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut words = String::new();
    let mut rest = text.chars().peekable();
    let flush = |words: &mut String, parts: &mut Vec<Part>| {
        if !words.trim().is_empty() {
            let mark = MARKS.iter().find(|(mark, _)| words.ends_with(mark));
            parts.push(Part::Words(std::mem::take(words)));
            parts.extend(mark.map(|(_, nag)| Part::Nag(*nag)));
        }
        words.clear();
    };
    let mut is_line_start = true;
    while let Some(c) = rest.next() {
        let at_start = std::mem::replace(&mut is_line_start, c == '\n');
        match c {
            '{' => {
                flush(&mut words, &mut parts);
                let comment: String = rest.by_ref().take_while(|c| *c != '}').collect();
                parts.push(Part::Comment(one_line(&comment)));
            }
            ';' => {
                flush(&mut words, &mut parts);
                let comment: String = rest.by_ref().take_while(|c| *c != '\n').collect();
                parts.push(Part::Comment(one_line(&comment)));
                is_line_start = true;
            }
            '%' if at_start => {
                rest.by_ref().take_while(|c| *c != '\n').for_each(drop);
                is_line_start = true;
            }
            '(' | ')' => {
                flush(&mut words, &mut parts);
                parts.push(if c == '(' { Part::Open } else { Part::Close });
            }
            '$' => {
                flush(&mut words, &mut parts);
                let mut number = String::new();
                while let Some(digit) = rest.next_if(char::is_ascii_digit) {
                    number.push(digit);
                }
                parts.extend(number.parse().ok().map(Part::Nag));
            }
            c if c.is_whitespace() => {
                if MARKS.iter().any(|(mark, _)| words.ends_with(mark)) {
                    flush(&mut words, &mut parts);
                }
                words.push(' ');
            }
            c => words.push(c),
        }
    }
    flush(&mut words, &mut parts);
    parts
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Reads the parts into a tree, and plays what it reads.
struct Reader<'s> {
    parts: std::vec::IntoIter<Part>,
    state: &'s mut dyn GameState,
    remarks: &'s mut Vec<String>,
    moves: usize,
}

impl Reader<'_> {
    /// Reads a line up to its end; `head` is what a comment before its first move belongs to. How
    /// many moves are on the board more than before.
    fn line(
        &mut self,
        steps: &mut Vec<Step>,
        mut head: Option<&mut String>,
        depth: usize,
    ) -> Result<usize, String> {
        // A line with a mistake in it is read to its end all the same.
        let mut is_broken = false;
        while let Some(part) = self.parts.next() {
            match part {
                Part::Close => {
                    if depth > 0 {
                        break;
                    }
                }
                Part::Open => match steps.last_mut() {
                    Some(last) if !is_broken && depth < DEPTH_MAX => {
                        let variation = self.variation(depth)?;
                        if !variation.is_empty() {
                            last.variations.push(variation);
                        }
                    }
                    Some(_) if !is_broken => {
                        self.remarks.push(too_deep());
                        self.skip();
                    }
                    _ => self.skip(),
                },
                Part::Comment(text) => match (steps.last_mut(), &mut head) {
                    (Some(last), _) => add(&mut last.comment, &text),
                    (None, Some(head)) => add(head, &text),
                    (None, None) => {}
                },
                Part::Nag(nag) => steps.last_mut().into_iter().for_each(|it| it.nags.push(nag)),
                Part::Words(words) if !is_broken => {
                    let Err(error) = self.words(&words, steps) else { continue };
                    is_broken = true;
                    if depth > 0 {
                        self.remarks.push(format!("a variation is cut short: {error}"));
                    } else if !is_over(self.state) {
                        return Err(error);
                    }
                }
                Part::Words(_) => {}
            }
        }
        Ok(steps.len())
    }

    /// A variation in the place of the move played last.
    fn variation(&mut self, depth: usize) -> Result<Vec<Step>, String> {
        let last = self.state.game_text().moves.pop().unwrap_or_default();
        undo(self.state, 1)?;
        let mut steps = Vec::new();
        let mut comment = String::new();
        let played = self.line(&mut steps, Some(&mut comment), depth + 1)?;
        undo(self.state, played)?;
        if let Some(first) = steps.first_mut().filter(|_| !comment.is_empty()) {
            let behind = std::mem::take(&mut first.comment);
            first.comment = comment;
            add(&mut first.comment, &behind);
        }
        play_one(self.state, &last)?;
        Ok(steps)
    }

    /// Passes over a variation.
    fn skip(&mut self) {
        let mut depth = 1;
        for part in self.parts.by_ref() {
            match part {
                Part::Open => depth += 1,
                Part::Close => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return;
            }
        }
    }

    fn words(&mut self, words: &str, steps: &mut Vec<Step>) -> Result<(), String> {
        let read = self.state.read_record(words.as_bytes()).map_err(|error| error.what)?;
        for mv in read.moves {
            self.moves += 1;
            if self.moves > MOVES_MAX {
                return Err(format!("found more than {MOVES_MAX} moves"));
            }
            let mv = play_one(self.state, &mv.text)?;
            steps.push(Step { mv, ..Step::default() });
        }
        Ok(())
    }
}

fn add(comment: &mut String, more: &str) {
    if !comment.is_empty() && !more.is_empty() {
        comment.push(' ');
    }
    comment.push_str(more);
}

/// Writes steps; `is_numbered` where the first needs its number also if it is the second side's.
/// How many were played.
fn write_steps(
    steps: &[Step],
    state: &mut dyn GameState,
    words: &mut Vec<String>,
    is_numbered: bool,
) -> Result<usize, String> {
    let mut needs_number = is_numbered;
    for Step { mv, comment, nags, variations, .. } in steps {
        let side = state.side_to_move();
        let found = state.record_move(mv);
        let (number, text) = found.ok_or_else(|| format!("`{mv}` cannot be written here"))?;
        if side == Side::First {
            words.push(format!("{number}."));
        } else if needs_number {
            words.push(format!("{number}..."));
        }
        words.push(text);
        words.extend(nags.iter().map(|nag| format!("${nag}")));
        words.extend(comment_words(comment));
        for variation in variations.iter().filter(|variation| !variation.is_empty()) {
            let from = words.len();
            let played = write_steps(variation, state, words, true)?;
            undo(state, played)?;
            if let Some(first) = words.get_mut(from) {
                first.insert(0, '(');
            }
            if let Some(last) = words.last_mut() {
                last.push(')');
            }
        }
        needs_number = !comment.is_empty() || !variations.is_empty();
        play_one(state, mv)?;
    }
    Ok(steps.len())
}

fn comment_words(comment: &str) -> Vec<String> {
    if comment.trim().is_empty() {
        return Vec::new();
    }
    // A closing brace would end the comment.
    let comment = format!("{{{}}}", comment.replace('}', ")"));
    let mut words: Vec<String> = Vec::new();
    for word in comment.split_whitespace() {
        // A command, as `[%eval 0.15]`, is not parted.
        let open = words
            .last_mut()
            .filter(|last| last.rfind("[%").is_some_and(|at| !last[at..].contains(']')));
        match open {
            Some(command) => {
                command.push(' ');
                command.push_str(word);
            }
            None => words.push(word.to_owned()),
        }
    }
    words
}
