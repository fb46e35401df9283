//! Variations, comments and marks of SGF as the tree of a record, and back.

use std::fmt::Write;

use super::parse::{Node, nodes};
use super::text::{MOVES_PER_LINE, escaped, move_text, recorded_move};
use crate::rules::{Go, Move};
use plyglot_core::Side;
use plyglot_core::game::notation::RecordError;
use plyglot_core::game::record_tree::{RecordStep, RecordTree};

/// Variations within each other; deeper ones are left out. It is one more than records are kept with,
/// so that whoever reads them can say that something is left out.
const DEPTH_MAX: usize = 41;
/// The property and the value that a mark is, and its numeric annotation glyph [edwards-1994].
const MARKS: [(&str, &str, u16); 6] =
    [("TE", "1", 1), ("TE", "2", 3), ("BM", "1", 2), ("BM", "2", 4), ("IT", "", 5), ("DO", "", 6)];

/// The first game of a text with its variations.
pub(in super::super) fn read_tree(rules: &Go, bytes: &[u8]) -> Result<RecordTree, RecordError> {
    let nodes = nodes(bytes)?;
    let mut tree = RecordTree::default();
    read_line(rules, &nodes, 0, &mut tree, 0)?;
    Ok(tree)
}

/// Reads the line that begins with a node: a comment before its first move, and the moves.
fn read_line(
    rules: &Go,
    nodes: &[Node],
    first: usize,
    tree: &mut RecordTree,
    depth: usize,
) -> Result<(), RecordError> {
    let mut next = Some(first);
    // What stands beside the next move: what branches off last comes first, as in the text.
    let mut others: Vec<usize> = Vec::new();
    while let Some(at) = next {
        let node = &nodes[at];
        let mv = recorded_move(rules, node)?;
        if let Some(mv) = mv {
            tree.moves.push(RecordStep { text: mv.text, ..RecordStep::default() });
            for other in others.drain(..).filter(|_| depth < DEPTH_MAX) {
                let mut variation = RecordTree::default();
                read_line(rules, nodes, other, &mut variation, depth + 1)?;
                if let Some(step) = tree.moves.last_mut().filter(|_| !variation.moves.is_empty()) {
                    step.variations.push(variation.into_steps());
                }
            }
        }
        note(node, tree);
        next = node.children.first().copied();
        others.splice(0..0, node.children.iter().skip(1).copied());
    }
    Ok(())
}

/// Takes over the comment and the marks of a node.
fn note(node: &Node, tree: &mut RecordTree) {
    let comment = node.value("C").unwrap_or("").trim();
    let marks = node.properties.iter().filter_map(|property| {
        let value = property.values[0].trim();
        let is_it = |(name, of, _): &&(&str, &str, u16)| {
            *name == property.name && (of.is_empty() || *of == value)
        };
        MARKS.iter().find(is_it).map(|(_, _, mark)| *mark)
    });
    match tree.moves.last_mut() {
        Some(step) => {
            step.marks.extend(marks);
            add(&mut step.comment, comment);
        }
        None => add(&mut tree.comment, comment),
    }
}

fn add(comment: &mut String, more: &str) {
    if !comment.is_empty() && !more.is_empty() {
        comment.push(' ');
    }
    comment.push_str(more);
}

/// Writes the moves of a tree, which are legal, behind what is told of the game.
pub(super) fn write_moves(rules: &Go, side: Side, tree: &RecordTree, text: &mut String) {
    if !tree.comment.trim().is_empty() {
        let _ = write!(text, "C[{}]", escaped(&tree.comment));
    }
    write_steps(rules, &tree.moves, side, text);
}

/// Writes moves. Where one has variations it stands in brackets with all that comes after it, and
/// they stand behind.
fn write_steps(rules: &Go, mut steps: &[RecordStep], mut side: Side, text: &mut String) {
    // The variations that come when the line is at its end, those of the last branch first.
    let mut behind: Vec<(Side, &[Vec<RecordStep>])> = Vec::new();
    let mut nth = 0;
    while let Some((step, rest)) = steps.split_first() {
        if nth % MOVES_PER_LINE == 0 {
            text.push('\n');
        }
        if !step.variations.is_empty() {
            text.push('(');
            behind.push((side, &step.variations));
        }
        write_step(rules, step, side, text);
        (side, steps, nth) = (side.other(), rest, nth + 1);
    }
    while let Some((side, variations)) = behind.pop() {
        text.push(')');
        for variation in variations.iter().filter(|variation| !variation.is_empty()) {
            text.push('(');
            write_steps(rules, variation, side, text);
            text.push(')');
        }
    }
}

fn write_step(rules: &Go, step: &RecordStep, side: Side, text: &mut String) {
    let point = rules.point_of(&step.text);
    text.push_str(&move_text(rules, side, point.map_or(Move::PASS, Move)));
    for mark in &step.marks {
        if let Some((name, value, _)) = MARKS.iter().find(|(_, _, known)| known == mark) {
            let _ = write!(text, "{name}[{value}]");
        }
    }
    if !step.comment.trim().is_empty() {
        let _ = write!(text, "C[{}]", escaped(&step.comment));
    }
}
