//! What the tree keeps of a node, for whoever asks: value, depth, permission (`dohloubky`), and which
//! moves it has thrown away.
//!
//! [bojar-1998] calls the width limit its most dangerous heuristic, for it throws away attacking
//! moves that lead near the edge. So every lost move is named, with what its board is worth at
//! first sight and whether it pushes a marble off. A lost son leaves nothing behind; that he was
//! made is seen from the number of moves that were made sons, which come in the order of the rules.

use std::fmt::Write as _;

use super::tree::{FINAL, NodeId, Tree};
use crate::historic::bojar::BojarEvaluator;
use crate::movegen::Move;
use crate::rules::{Abalone, Position};
use plyglot_core::Score;
use plyglot_core::game::{Evaluator, Notation, PlayedGame, Rules};

impl Tree {
    /// The node that these moves lead to from the end of the line; an error names the first move
    /// that leads to no node.
    fn node_at(
        &self,
        played: &PlayedGame<Abalone>,
        moves: &[Move],
    ) -> Result<(NodeId, Position), String> {
        let way = self.way_to(played);
        let known = way.and_then(|way| way.last().copied());
        let mut node = known.ok_or("the tree does not know this position yet")?;
        let mut board = *played.position();
        for &mv in moves {
            let son = self.sons(node).find(|&(_, of_son)| of_son == mv);
            let (son, _) = son.ok_or_else(|| {
                let text = self.rules.move_text(&board, mv);
                let lost = self.lost(node, &board).contains(&mv);
                let why = if lost { "was thrown away" } else { "has not been made yet" };
                format!("`{text}` {why}")
            })?;
            self.rules.play(&mut board, mv);
            node = son;
        }
        Ok((node, board))
    }

    /// The moves that have been made sons and are none any more.
    fn lost(&self, node: NodeId, board: &Position) -> Vec<Move> {
        let mut moves = Vec::new();
        self.rules.legal_moves(board, &mut moves);
        moves.truncate(self.made(node));
        moves.retain(|&mv| !self.sons(node).any(|(_, of_son)| of_son == mv));
        moves
    }

    /// What there is to tell of the node after these moves from the end of the line, a line each.
    pub(super) fn about(
        &self,
        played: &PlayedGame<Abalone>,
        moves: &[Move],
    ) -> Result<Vec<String>, String> {
        let (node, board) = self.node_at(played, moves)?;
        let ply = self.way_to(played).map_or(0, |way| way.len() - 1) + moves.len();
        let kept = self.sons(node).count();
        let count = self.rules.count_moves(&board);
        let depth = match self.depth(node) {
            FINAL => "to the end".to_owned(),
            depth => depth.to_string(),
        };
        let mut text = format!(
            "node: value {}, depth {depth}, dohloubky {}, sons {} made of {count}, {kept} kept",
            Score::from_table(self.value(node), 0),
            self.permission(ply),
            self.made(node),
        );
        let mut line = Vec::new();
        self.best_line(node, &mut line);
        if let Some(&best) = line.first() {
            let _ = write!(text, ", best {}", self.rules.move_text(&board, best));
        }
        let lost = self.lost(node, &board);
        if lost.is_empty() {
            return Ok(vec![text]);
        }
        let by_width = self.lost_by_width(node).min(lost.len());
        let moves: Vec<String> = lost.iter().map(|&mv| self.lost_text(&board, mv)).collect();
        let thrown = format!(
            "node: thrown away {by_width} by SIRKAMYSLENI, {} by PRAHREZUVLNY: {}",
            lost.len() - by_width,
            moves.join(", ")
        );
        Ok(vec![text, thrown])
    }

    /// `c4d5 -50`, `c4d5 +97 pushes a marble off`: what the mover's board is worth at once.
    fn lost_text(&self, board: &Position, mv: Move) -> String {
        let after = self.rules.after(board, mv);
        let evaluator: &BojarEvaluator = self.evaluator();
        let worth = -evaluator.evaluate(&self.rules, &after).raw();
        let attack = if mv.ejects() { " pushes a marble off" } else { "" };
        format!("{} {worth:+}{attack}", self.rules.move_text(board, mv))
    }
}
