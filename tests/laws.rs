//! The laws of every game, and games that break them: a law nobody can break tests nothing.

mod indexers;
mod reasons;

use std::fmt::{self, Write};

use plyglot::core::{Score, Side};
use plyglot::endgame::NoIndexer;
use plyglot::game::repetition::Same;
use plyglot::game::weights::{Feature, Group, Unit, WeightTable};
use plyglot::game::{
    Attribution, Evaluator, NodeTactics, Notation, Outcome, PositionError, Repetition, Rules,
    Tactics, Tunable,
};
use plyglot::games::tictactoe::{End, TicTacToe};
use plyglot_conformance::evaluators;
use plyglot_conformance::game::{check_attribution, check_game, check_weights};
use plyglot_conformance::graph::{Flat, Graph, NodeValue, Shape};
use plyglot_conformance::laws::{check, encoding_collisions};

const SEED: u64 = 1;

#[test]
fn tictactoe_keeps_the_laws_in_both_notations() {
    let ways = [false, true].into_iter().zip([End::Full, End::Fin]);
    for (drop_notation, end) in ways {
        let rules = TicTacToe { drop_notation, end };
        check_game(&rules, &Flat, &NoIndexer, SEED).unwrap();
        assert_eq!(encoding_collisions(&rules, SEED, 20), 0);
    }
}

#[test]
fn random_graphs_keep_the_laws_under_every_repetition_rule() {
    let rules = [
        Repetition::NONE,
        Repetition::SUPERKO,
        Repetition::THREEFOLD,
        Repetition::POSITIONAL_SUPERKO,
    ];
    for seed in 0..100 {
        for repetition in rules {
            for alternating in [true, false] {
                let shape = Shape { alternating, margins: seed % 2 == 0, ..Shape::SMALL };
                let graph = Graph::random(seed, shape)
                    .with_repetition(repetition)
                    .with_irreversible_moves();
                check_game(&graph, &NodeValue, &NoIndexer, seed).unwrap();
            }
        }
    }
}

/// One way of breaking a law, in a game that keeps all others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fault {
    None,
    Duplicate,
    Cleared,
    Miscounted,
    StrangeCode,
    MiscountedAhead,
    BoardAhead,
    KeyWithoutSide,
    MoveWithSpace,
    MoveUnreadable,
    PositionUnreadable,
    DiagramWithoutEnd,
    Irreversible,
    NoReason,
    Sameness,
    NoImageOfItself,
    ImageOfAnother,
    WonWithMoves,
    StuckUnfinished,
    Passive,
}

/// A game of a counter: a move adds one or takes one away, and 4 ends it.
struct Faulty(Fault);

impl Rules for Faulty {
    type Position = (u8, Side);
    type Move = i8;

    fn start(&self) -> Self::Position {
        (0, Side::First)
    }

    fn side_to_move(&self, pos: &Self::Position) -> Side {
        pos.1
    }

    fn legal_moves(&self, pos: &Self::Position, out: &mut Vec<i8>) {
        if self.0 == Fault::Cleared {
            out.clear();
        }
        if pos.0 < 4 || self.0 == Fault::WonWithMoves {
            out.push(1);
            if pos.0 > 0 {
                out.push(-1);
            }
            if self.0 == Fault::Duplicate {
                out.push(1);
            }
            if self.0 == Fault::Passive {
                out.push(0);
            }
        }
    }

    fn count_moves(&self, pos: &Self::Position) -> u64 {
        let mut moves = Vec::new();
        self.legal_moves(pos, &mut moves);
        moves.len() as u64 + u64::from(self.0 == Fault::Miscounted)
    }

    fn count_after(&self, pos: &Self::Position, mv: i8, spare: &mut Vec<i8>) -> u64 {
        let mut after = *pos;
        self.play(&mut after, mv);
        if self.0 == Fault::MiscountedAhead {
            spare.push(mv);
        }
        self.count_moves(&after)
    }

    fn board_after(&self, pos: &Self::Position, mv: i8) -> Option<(u64, Side)> {
        let mut after = *pos;
        self.play(&mut after, mv);
        let told = if self.0 == Fault::BoardAhead { pos } else { &after };
        Some((self.board_key(told), self.side_to_move(&after)))
    }

    fn play(&self, pos: &mut Self::Position, mv: i8) {
        if mv != 0 {
            *pos = (pos.0.wrapping_add_signed(mv), pos.1.other());
        }
    }

    fn outcome(&self, pos: &Self::Position) -> Option<Outcome> {
        let reason = if self.0 == Fault::NoReason { "" } else { "four" };
        let is_over = pos.0 >= 4 && self.0 != Fault::StuckUnfinished;
        is_over.then(|| Outcome::win(pos.1.other(), reason))
    }

    fn stuck(&self, _pos: &Self::Position) -> Outcome {
        Outcome::draw("no move")
    }

    fn key(&self, pos: &Self::Position) -> u64 {
        // The sides take turns, so the counter's parity tells them apart, unless it is lost.
        let counter = u64::from(pos.0);
        if self.0 == Fault::KeyWithoutSide {
            counter / 2
        } else {
            counter * 2 + pos.1.index() as u64
        }
    }

    fn position_key(&self, pos: &Self::Position) -> u64 {
        u64::from(pos.0)
    }

    fn images(&self, pos: &Self::Position) -> Vec<Self::Position> {
        let after = (pos.0 + 1, pos.1);
        match self.0 {
            Fault::NoImageOfItself => vec![after],
            // The canonical keys are the same: what the moves lead to is not.
            Fault::ImageOfAnother if (1..3).contains(&pos.0) => vec![(1, pos.1), (2, pos.1)],
            _ => Vec::new(),
        }
    }

    fn is_same(&self, one: &Self::Position, other: &Self::Position, same: Same) -> bool {
        let is_blind = self.0 == Fault::Sameness;
        let turns = [one, other].map(|pos| if same.has_turn() { pos.1 } else { Side::First });
        (is_blind || one.0 == other.0) && turns[0] == turns[1]
    }

    fn encode_move(mv: i8) -> u16 {
        mv.unsigned_abs().into()
    }

    fn decode_move(&self, _: &Self::Position, _: u16) -> Option<i8> {
        (self.0 == Fault::StrangeCode).then_some(2)
    }

    fn is_irreversible(&self, _pos: &Self::Position, mv: i8) -> bool {
        self.0 == Fault::Irreversible && mv == 1
    }
}

impl Notation for Faulty {
    const MOVE_FORM: &'static str = "up or down";

    fn parse_position(&self, text: &str) -> Result<Self::Position, PositionError> {
        let error = || PositionError::new("counter", text, "a number and a side");
        let (number, side) = text.split_once(' ').ok_or_else(error)?;
        let number = number.parse().map_err(|_| error())?;
        let side = if side == "first" { Side::First } else { Side::Second };
        Ok((if self.0 == Fault::PositionUnreadable { 0 } else { number }, side))
    }

    fn write_position(&self, pos: &Self::Position, f: &mut dyn Write) -> fmt::Result {
        write!(f, "{} {}", pos.0, if pos.1 == Side::First { "first" } else { "second" })
    }

    fn write_move(&self, _pos: &Self::Position, mv: i8, f: &mut dyn Write) -> fmt::Result {
        match (self.0, mv) {
            (Fault::MoveWithSpace, 1) => write!(f, "one up"),
            (Fault::MoveUnreadable, _) => write!(f, "move"),
            (_, 1) => write!(f, "up"),
            (_, 0) => write!(f, "stay"),
            _ => write!(f, "down"),
        }
    }

    fn write_diagram(&self, pos: &Self::Position, f: &mut dyn Write) -> fmt::Result {
        let end = if self.0 == Fault::DiagramWithoutEnd { "" } else { "\n" };
        write!(f, "{}{end}", pos.0)
    }
}

fn law_broken_by(fault: Fault) -> Option<&'static str> {
    check(&Faulty(fault), SEED, 30).err().map(|broken| broken.law)
}

#[test]
fn each_fault_breaks_its_own_law() {
    for (fault, law) in [
        (Fault::None, None),
        (Fault::Duplicate, Some("no move is listed twice")),
        (Fault::StrangeCode, Some("a move that is found by the code of another is that move")),
        (Fault::Cleared, Some("moves are appended, the same in the same order each time")),
        (Fault::Miscounted, Some("as many moves are counted as listed")),
        (Fault::MiscountedAhead, Some("what is told ahead of a move is so after it")),
        (Fault::BoardAhead, Some("what is told ahead of a move is so after it")),
        (Fault::KeyWithoutSide, Some("positions of one key have side, board and moves in common")),
        (Fault::Sameness, Some("what is the same has the same key")),
        (Fault::NoImageOfItself, Some("a position is among its images")),
        (Fault::ImageOfAnother, Some("a game goes on alike in the images of a position")),
        (Fault::MoveWithSpace, Some("a move is one token without white space")),
        (Fault::MoveUnreadable, Some("a move is read back as it was written")),
        (Fault::PositionUnreadable, Some("a position is read back as it was written")),
        (Fault::DiagramWithoutEnd, Some("a diagram is lines that each end with a newline")),
        (Fault::Irreversible, Some("no position comes back across an irreversible move")),
        (Fault::NoReason, Some("an outcome has a reason")),
        (Fault::WonWithMoves, Some("a position won on the board has no moves")),
        (Fault::StuckUnfinished, Some("a position without a move is finished")),
        (Fault::Passive, Some("a move changes the position")),
    ] {
        assert_eq!(law_broken_by(fault), law, "{fault:?}");
    }
}

#[test]
fn a_broken_law_names_itself_the_sight_and_the_position() {
    let broken = check(&Faulty(Fault::Duplicate), SEED, 1).unwrap_err();
    let text = "no move is listed twice: 1 is there twice, in position `0 first`";
    assert_eq!(broken.to_string(), text);
}

/// An evaluator that breaks one law.
#[derive(Clone, Copy, Debug)]
struct Wrong(&'static str);

impl Evaluator<TicTacToe> for Wrong {
    type Tactics = Self;

    fn tactics(&self) -> &Self {
        self
    }

    fn evaluate(&self, _: &TicTacToe, _: &<TicTacToe as Rules>::Position) -> Score {
        if self.0 == "a proof" { Score::win_in(3) } else { Score::cp(7) }
    }

    fn explain(
        &self,
        _: &TicTacToe,
        _: &<TicTacToe as Rules>::Position,
    ) -> Vec<(&'static str, Score)> {
        vec![("half", Score::cp(3)), ("rest", Score::cp(if self.0 == "bad sum" { 3 } else { 4 }))]
    }
}

impl Tactics<TicTacToe> for Wrong {
    type Node<'a> = WrongNode<'a>;

    fn node<'a>(
        &'a self,
        rules: &'a TicTacToe,
        pos: &'a <TicTacToe as Rules>::Position,
    ) -> WrongNode<'a> {
        WrongNode { rules, pos, wrong: self.0 }
    }

    fn null_move(
        &self,
        _: &TicTacToe,
        pos: &<TicTacToe as Rules>::Position,
    ) -> Option<<TicTacToe as Rules>::Position> {
        (self.0 == "same side").then_some(*pos)
    }
}

/// A node of [`Wrong`].
struct WrongNode<'a> {
    rules: &'a TicTacToe,
    pos: &'a <TicTacToe as Rules>::Position,
    wrong: &'static str,
}

impl NodeTactics<u8> for WrongNode<'_> {
    fn in_check(&self) -> bool {
        ["silent check", "all noise", "blind to checks"].contains(&self.wrong)
    }

    fn noisy_moves(&self, out: &mut Vec<u8>) {
        match self.wrong {
            "illegal noise" => out.extend([0, 1]),
            "all noise" | "blind to checks" => self.rules.legal_moves(self.pos, out),
            _ => {}
        }
    }

    fn is_noisy(&self, _: u8) -> bool {
        ["a gain", "sure loss", "small loss", "unsaid loss"].contains(&self.wrong)
    }

    fn order_score(&self, _: u8) -> i32 {
        if self.wrong == "high score" { 10_001 } else { 0 }
    }

    fn see_loss(&self, _: u8) -> i32 {
        match self.wrong {
            "a gain" => 1,
            "small loss" => -1,
            _ => 0,
        }
    }

    fn loses_material(&self, _: u8) -> bool {
        self.wrong == "unsaid loss"
    }

    fn capture_value(&self, _: u8) -> Option<i32> {
        (self.wrong == "sure loss").then_some(-1)
    }

    fn gives_check(&self, _: u8) -> bool {
        self.in_check() || self.wrong == "false alarm"
    }

    fn can_give_check(&self) -> bool {
        self.in_check() && self.wrong != "blind to checks"
    }
}

const GROUP: Group = Group::first(0, 1, "seven");
const SEVEN: &str = "\
# The weights of an evaluation, cp.
# Written by `plyglot --game VARIANT tune --out`.
# seven
7
";

/// One weight, the 7 that every position is worth to its side to move.
impl Tunable<TicTacToe> for Wrong {
    fn table(&self) -> WeightTable<'_> {
        let text = if self.0 == "wrong text" { "7" } else { SEVEN };
        WeightTable { groups: &[GROUP], values: &[7], unit: Unit::Cp, phases: &[], text }
    }

    fn features(
        &self,
        rules: &TicTacToe,
        pos: &<TicTacToe as Rules>::Position,
        out: &mut Vec<Feature>,
    ) {
        let is_first = rules.side_to_move(pos) == Side::First || self.0 == "wrong sign";
        let weight = u32::from(self.0 == "no such weight");
        out.push(Feature { weight, times: if is_first { 1.0 } else { -1.0 } });
    }
}

#[test]
fn each_wrong_judgement_breaks_its_own_law() {
    for (wrong, law) in [
        ("nothing", None),
        ("all noise", None),
        ("a proof", Some("an evaluation is no proof")),
        ("bad sum", Some("the terms add up to the evaluation")),
        ("illegal noise", Some("noisy moves are legal, each listed once")),
        ("silent check", Some("in check every move is noisy")),
        ("high score", Some("an order score is within ±10,000")),
        ("a gain", Some("what a noisy move loses is within -10,000 and 0")),
        ("small loss", Some("a noisy move loses material where it is said how much")),
        ("unsaid loss", Some("a noisy move loses material where it is said how much")),
        ("sure loss", Some("what a move wins at most is within 0 and 10,000")),
        ("blind to checks", Some("where a move gives check, one can")),
        ("false alarm", Some("a move gives check where there is check when it has been played")),
        ("same side", Some("a pass gives the turn away")),
    ] {
        let found = evaluators::check(&TicTacToe::default(), &Wrong(wrong), SEED, 20);
        assert_eq!(found.err().map(|broken| broken.law), law, "{wrong}");
    }
}

#[test]
fn wrong_weights_and_places_break_their_laws() {
    let rules = TicTacToe::default();
    let law = "the weights times the features are the evaluation, seen by the first side";
    for (wrong, law) in [
        ("right weights", None),
        ("wrong text", Some("the weights in use are written as they stand")),
        ("wrong sign", Some(law)),
        ("no such weight", Some(law)),
    ] {
        let found = check_weights(&rules, &Wrong(wrong), &Wrong(wrong), SEED, 20);
        assert_eq!(found.err().map(|broken| broken.law), law, "{wrong}");
    }
    for (place, law) in
        [("5", None), ("10", Some("what a place gives belongs to a place of the picture"))]
    {
        let attribution = |_: &_| Attribution {
            about: "one place",
            values: vec![(place.to_owned(), Score::cp(1))],
        };
        let found = check_attribution(&rules, attribution, SEED, 20);
        assert_eq!(found.err().map(|broken| broken.law), law, "{place}");
    }
}
