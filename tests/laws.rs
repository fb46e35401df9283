//! The laws of every game, and games that break them: a law nobody can break tests nothing.

use std::fmt::{self, Write};

use plyglot::core::{Score, Settings, Side};
use plyglot::endgame::laws::{check_game, check_indexer};
use plyglot::endgame::{Indexer, NoIndexer, TableId, Wdl, WdlIndexer};
use plyglot::game::graph::{Flat, Graph, Node, NodeValue, Shape};
use plyglot::game::laws::{check, check_judge, slot_collisions};
use plyglot::game::tunable::{Feature, Weight};
use plyglot::game::{Evaluator, Notation, Outcome, PositionError, Repetition, Rules, Tunable};
use plyglot::games::tictactoe::TicTacToe;
use plyglot::server::options;
use plyglot::server::registry::GAMES;

const SEED: u64 = 1;

#[test]
fn tictactoe_keeps_the_laws_in_both_notations() {
    for drop_notation in [false, true] {
        let rules = TicTacToe { drop_notation };
        check_game(&rules, &Flat, &NoIndexer, SEED).unwrap();
        assert_eq!(slot_collisions(&rules, SEED, 20), 0);
    }
}

#[test]
fn every_variant_of_every_game_keeps_the_laws() {
    let settings = Settings::defaults(&options::all(GAMES));
    for game in GAMES {
        for variant in game.variants {
            (game.laws)(variant.name, &settings, SEED).unwrap();
        }
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
    StrangeSlot,
    MiscountedAhead,
    KeyWithoutSide,
    MoveWithSpace,
    MoveUnreadable,
    PositionUnreadable,
    DiagramWithoutEnd,
    Irreversible,
    NoReason,
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

    fn board_key(&self, pos: &Self::Position) -> u64 {
        u64::from(pos.0)
    }

    fn slot(mv: i8) -> u16 {
        mv.unsigned_abs().into()
    }

    fn move_of_slot(&self, _: &Self::Position, _: u16) -> Option<i8> {
        (self.0 == Fault::StrangeSlot).then_some(2)
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
        (Fault::StrangeSlot, Some("a move that is found by the slot of another is that move")),
        (Fault::Cleared, Some("moves are appended, the same in the same order each time")),
        (Fault::Miscounted, Some("as many moves are counted as listed")),
        (Fault::MiscountedAhead, Some("moves are counted a move ahead as after it")),
        (Fault::KeyWithoutSide, Some("positions of one key have side, board and moves in common")),
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
    fn evaluate(&self, _: &TicTacToe, _: &<TicTacToe as Rules>::Position) -> Score {
        if self.0 == "a proof" { Score::win_in(3) } else { Score::cp(7) }
    }

    fn noisy_moves(
        &self,
        rules: &TicTacToe,
        pos: &<TicTacToe as Rules>::Position,
        out: &mut Vec<u8>,
    ) {
        match self.0 {
            "illegal noise" => out.extend([0, 1]),
            "all noise" | "lost candidates" => rules.legal_moves(pos, out),
            _ => {}
        }
    }

    fn noisy_candidates(
        &self,
        rules: &TicTacToe,
        pos: &<TicTacToe as Rules>::Position,
        out: &mut Vec<u8>,
    ) {
        if self.0 != "lost candidates" {
            self.noisy_moves(rules, pos, out);
        }
    }

    fn in_check(&self, _: &TicTacToe, _: &<TicTacToe as Rules>::Position) -> bool {
        self.0 == "silent loudness" || self.0 == "all noise"
    }

    fn order_score(&self, _: &TicTacToe, _: &<TicTacToe as Rules>::Position, _: u8) -> i32 {
        if self.0 == "high hint" { 10_001 } else { 0 }
    }

    fn order_score_at_sight(
        &self,
        _: &TicTacToe,
        _: &<TicTacToe as Rules>::Position,
        _: u8,
    ) -> i32 {
        match self.0 {
            "high hint" => 10_001,
            "low sight" => -1,
            _ => 0,
        }
    }

    fn quiet_order_score(&self, _: &TicTacToe, _: &<TicTacToe as Rules>::Position, _: u8) -> i32 {
        i32::from(self.0 == "two hints")
    }

    fn gives_check(&self, rules: &TicTacToe, pos: &<TicTacToe as Rules>::Position, _: u8) -> bool {
        self.in_check(rules, pos) || self.0 == "false alarm"
    }

    fn noisy_order_scores<'a>(
        &'a self,
        _: &'a TicTacToe,
        _: &'a <TicTacToe as Rules>::Position,
    ) -> impl Fn(u8) -> Option<i32> + 'a {
        move |_| (self.0 == "quiet noise").then_some(0)
    }

    fn can_give_check(&self, rules: &TicTacToe, pos: &<TicTacToe as Rules>::Position) -> bool {
        self.in_check(rules, pos) || self.0 == "vain fear"
    }

    fn check_givers<'a>(
        &'a self,
        rules: &'a TicTacToe,
        pos: &'a <TicTacToe as Rules>::Position,
    ) -> impl Fn(u8) -> bool + 'a {
        move |mv| self.gives_check(rules, pos, mv) || self.0 == "late alarm"
    }

    fn capture_value(
        &self,
        _: &TicTacToe,
        _: &<TicTacToe as Rules>::Position,
        _: u8,
    ) -> Option<i32> {
        (self.0 == "sure loss").then_some(-1)
    }

    fn null_move(
        &self,
        _: &TicTacToe,
        pos: &<TicTacToe as Rules>::Position,
    ) -> Option<<TicTacToe as Rules>::Position> {
        (self.0 == "same side").then_some(*pos)
    }

    fn explain(
        &self,
        _: &TicTacToe,
        _: &<TicTacToe as Rules>::Position,
    ) -> Vec<(&'static str, Score)> {
        vec![("half", Score::cp(3)), ("rest", Score::cp(if self.0 == "bad sum" { 3 } else { 4 }))]
    }

    fn tunable(&self) -> Option<&dyn Tunable<TicTacToe>> {
        let is_tunable = ["right weights", "wrong sign", "no such weight"].contains(&self.0);
        if is_tunable { Some(self) } else { None }
    }
}

/// One weight, the 7 that every position is worth to its side to move.
impl Tunable<TicTacToe> for Wrong {
    fn weights(&self) -> Vec<Weight> {
        vec![Weight { name: "seven".to_owned(), value: 7.0, fixed: false }]
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

    fn source(&self, _: &[f64]) -> String {
        String::new()
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
        ("silent loudness", Some("in a loud position every move is noisy")),
        ("high hint", Some("a hint is within ±10,000")),
        ("lost candidates", Some("worthwhile candidates are the noisy moves")),
        ("low sight", Some("the first sight of a move is not too low")),
        ("two hints", Some("a quiet move has one hint")),
        ("false alarm", Some("a move makes loud what is loud when it has been played")),
        ("late alarm", Some("a move makes loud what is loud when it has been played")),
        ("vain fear", Some("some move can make loud where one does")),
        (
            "quiet noise",
            Some("the hint of a noisy move is that of its first sight, a quiet one has none"),
        ),
        ("sure loss", Some("what a move wins at most is within 0 and 10,000")),
        ("same side", Some("a pass gives the turn away")),
        ("right weights", None),
        (
            "wrong sign",
            Some("the weights times the features are the evaluation, seen by the first side"),
        ),
        (
            "no such weight",
            Some("the weights times the features are the evaluation, seen by the first side"),
        ),
    ] {
        let found = check_judge(&TicTacToe::default(), &Wrong(wrong), SEED, 20);
        assert_eq!(found.err().map(|broken| broken.law), law, "{wrong}");
    }
}

/// Two tables over the graph of [`chain`]: nodes 0 and 1 lead into 2 and 3.
#[derive(Clone, Copy, Debug)]
struct TwoTables(&'static str);

fn chain() -> Graph {
    Graph::new(vec![
        Node::inner(Side::First, &[1, 2]),
        Node::inner(Side::Second, &[0, 3]),
        Node::inner(Side::Second, &[3]),
        Node::end(Side::First, Outcome::draw("drawn")),
    ])
}

impl Indexer<Graph> for TwoTables {
    type Contents = Wdl;

    const VERSION: u32 = 1;

    fn name(&self, table: TableId) -> String {
        table.0.to_string()
    }

    fn rules_text(&self, _: &Graph) -> String {
        String::new()
    }

    fn tables(&self, _: &Graph, _: u8) -> Vec<TableId> {
        if self.0 == "disorder" {
            vec![TableId(1), TableId(0)]
        } else {
            vec![TableId(0), TableId(1)]
        }
    }

    fn table_of(&self, _: &Graph, pos: &u16) -> Option<TableId> {
        Some(TableId(u32::from(*pos < 2)))
    }

    fn needs(&self, table: TableId) -> Vec<TableId> {
        if table.0 == 1 && self.0 != "forgotten need" { vec![TableId(0)] } else { Vec::new() }
    }

    fn len(&self, table: TableId) -> u64 {
        if self.0 == "short" || self.0 == "two in one" && table.0 == 1 { 1 } else { 2 }
    }

    fn rank(&self, table: TableId, pos: &u16) -> u64 {
        let all_in_one = self.0 == "no bijection" || self.0 == "two in one" && table.0 == 1;
        u64::from(if all_in_one { 0 } else { pos % 2 })
    }

    fn unrank(&self, table: TableId, index: u64) -> Option<u16> {
        let first = if table.0 == 1 { 0 } else { 2 };
        Some(first + u16::try_from(index).unwrap())
    }

    fn unmoves(&self, _: &Graph, table: TableId, _: &u16, out: &mut Vec<u16>) {
        if self.0 != "no unmoves" {
            out.extend(if table.0 == 1 { [0, 1] } else { [2, 3] });
        }
    }
}

impl WdlIndexer<Graph> for TwoTables {}

#[test]
fn each_wrong_indexer_breaks_its_own_law() {
    for (wrong, law) in [
        ("nothing", None),
        ("disorder", Some("a table comes after those it needs")),
        ("forgotten need", Some("moves lead into tables that are needed")),
        ("no unmoves", Some("unmoves find every position a move comes from")),
        ("no bijection", Some("the position at a place has that place")),
        ("short", Some("a place is below the length of its table")),
        ("two in one", Some("positions that share a place have the same moves")),
    ] {
        let found = check_indexer(&chain(), &TwoTables(wrong), 9, SEED);
        assert_eq!(found.err().map(|broken| broken.law), law, "{wrong}");
    }
}
