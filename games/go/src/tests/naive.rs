//! The rules once more, as plainly as [tromp-taylor-rules] say them: points in a table, and what they
//! reach searched for. Nothing of `board` is used here.

use plyglot_core::Side;
use plyglot_core::game::{Notation, Rules};
use plyglot_core::rng::{Rng, seeded};
use rand::RngExt;
use std::collections::BTreeSet;

use crate::{Go, Ko, Move, Position, RuleSet, Scoring, Terms};

/// Colours of the points: `.`, `X`, `O`, row by row from the top.
type Colouring = Vec<Vec<char>>;

/// A game as far as it has been played.
#[derive(Clone)]
struct Plain {
    points: Colouring,
    turn: char,
    passes: u32,
    /// What has been, with who was to move then.
    before: Vec<(Colouring, char)>,
}

fn other(colour: char) -> char {
    if colour == 'X' { 'O' } else { 'X' }
}

fn beside(points: &Colouring, row: usize, column: usize) -> Vec<(usize, usize)> {
    let size = points.len();
    let mut all = Vec::new();
    if row > 0 {
        all.push((row - 1, column));
    }
    if column > 0 {
        all.push((row, column - 1));
    }
    if row + 1 < size {
        all.push((row + 1, column));
    }
    if column + 1 < size {
        all.push((row, column + 1));
    }
    all
}

/// Whether a point reaches a colour [tromp-taylor-rules, 3].
fn reaches(points: &Colouring, from: (usize, usize), colour: char) -> bool {
    let (mut seen, mut waiting) = (BTreeSet::from([from]), vec![from]);
    while let Some((row, column)) = waiting.pop() {
        for next in beside(points, row, column) {
            let at = points[next.0][next.1];
            if at == colour {
                return true;
            }
            if at == points[from.0][from.1] && seen.insert(next) {
                waiting.push(next);
            }
        }
    }
    false
}

/// Empties the points of a colour that reach no empty one [tromp-taylor-rules, 4].
fn clear(points: &mut Colouring, colour: char) -> usize {
    let before = points.clone();
    let mut cleared = 0;
    for row in 0..points.len() {
        for column in 0..points.len() {
            if before[row][column] == colour && !reaches(&before, (row, column), '.') {
                points[row][column] = '.';
                cleared += 1;
            }
        }
    }
    cleared
}

impl Plain {
    fn new(size: usize) -> Self {
        Self { points: vec![vec!['.'; size]; size], turn: 'X', passes: 0, before: Vec::new() }
    }

    /// The colouring after a stone.
    fn with_stone(&self, row: usize, column: usize) -> (Colouring, usize) {
        let mut points = self.points.clone();
        points[row][column] = self.turn;
        clear(&mut points, other(self.turn));
        let suicides = clear(&mut points, self.turn);
        (points, suicides)
    }

    /// The game after a move, or none if the rules forbid it.
    fn after(&self, rules: RuleSet, mv: Option<(usize, usize)>) -> Option<Self> {
        let mut after = self.clone();
        after.before.push((self.points.clone(), self.turn));
        after.turn = other(self.turn);
        if self.passes == 2 {
            return None;
        }
        let Some((row, column)) = mv else {
            after.passes += 1;
            return Some(after);
        };
        if self.points[row][column] != '.' {
            return None;
        }
        let (points, suicides) = self.with_stone(row, column);
        if suicides == 1 || suicides > 1 && !rules.suicide {
            return None;
        }
        let is_there = |(board, turn): &(Colouring, char)| {
            *board == points && (rules.ko != Ko::Situational || *turn == after.turn)
        };
        let seen = match rules.ko {
            // Nothing but the board before the other side's move.
            Ko::Simple => {
                self.before.last().is_some_and(|(board, _)| *board == points) && self.passes == 0
            }
            Ko::Positional | Ko::Situational => after.before.iter().any(is_there),
        };
        (!seen).then_some(Self { points, passes: 0, ..after })
    }

    fn moves(&self, rules: RuleSet) -> Vec<Option<(usize, usize)>> {
        let size = self.points.len();
        let points = (0..size).flat_map(|row| (0..size).map(move |column| Some((row, column))));
        points.chain([None]).filter(|mv| self.after(rules, *mv).is_some()).collect()
    }

    /// Black's points less White's [tromp-taylor-rules, 9].
    fn area(&self) -> i32 {
        let mut sum = 0;
        for row in 0..self.points.len() {
            for column in 0..self.points.len() {
                let reached = |colour| reaches(&self.points, (row, column), colour);
                sum += match self.points[row][column] {
                    'X' => 1,
                    'O' => -1,
                    _ => {
                        i32::from(reached('X') && !reached('O'))
                            - i32::from(reached('O') && !reached('X'))
                    }
                };
            }
        }
        sum
    }
}

fn name(rules: &Go, mv: Option<(usize, usize)>) -> String {
    let Some((row, column)) = mv else { return "pass".to_owned() };
    let (column, row) = (u8::try_from(column).unwrap(), u8::try_from(row).unwrap());
    rules.name(rules.point(column, rules.size() - 1 - row))
}

/// The board as the position has it.
fn colours(rules: &Go, pos: &Position) -> Colouring {
    let letter = |point| match Go::stone(pos, point) {
        Some(Side::First) => 'X',
        Some(Side::Second) => 'O',
        None => '.',
    };
    let points: Vec<char> = rules.in_order().map(letter).collect();
    points.chunks(rules.size().into()).map(<[char]>::to_vec).collect()
}

fn go(size: u8, rules: RuleSet) -> Go {
    Go::new(Terms { size, rules, komi: 0, handicap: 0 })
}

fn rule_sets() -> Vec<RuleSet> {
    let mut sets = Vec::new();
    for ko in [Ko::Simple, Ko::Positional, Ko::Situational] {
        sets.extend([true, false].map(|suicide| RuleSet { suicide, ko, ..RuleSet::AGA }));
    }
    sets
}

#[test]
fn random_games_have_the_moves_boards_and_scores_of_the_plain_rules() {
    let mut rng: Rng = seeded(1);
    for rules in rule_sets() {
        for size in [2, 3, 4, 5, 8] {
            let go = go(size, rules);
            for _ in 0..if size < 5 { 10 } else { 1 } {
                let mut played = plyglot_core::game::PlayedGame::new(&go, go.start());
                let mut plain = Plain::new(size.into());
                for _ in 0..120 {
                    let moves = played.moves(&go);
                    let mut ours: Vec<String> =
                        moves.iter().map(|mv| go.move_text(played.position(), *mv)).collect();
                    let legal = plain.moves(rules);
                    let mut theirs: Vec<String> = legal.iter().map(|mv| name(&go, *mv)).collect();
                    ours.sort();
                    theirs.sort();
                    let pos = played.position();
                    assert_eq!(ours, theirs, "{rules:?} {}", go.position_text(pos));
                    assert_eq!(colours(&go, pos), plain.points);
                    assert_eq!(i32::from(go.half_points(pos)), 2 * plain.area());
                    if moves.is_empty() || played.outcome(&go).is_some() {
                        break;
                    }
                    // Passes are rarer than that, or games would be short.
                    let mut at = rng.random_range(0..moves.len());
                    if moves[at] == Move::PASS {
                        at = rng.random_range(0..moves.len());
                    }
                    let text = go.move_text(pos, moves[at]);
                    let mv = legal.into_iter().find(|mv| name(&go, *mv) == text);
                    plain = plain.after(rules, mv.unwrap()).unwrap();
                    played.play(&go, moves[at]);
                }
            }
        }
    }
}

/// Lines of so many moves, the ko being part of the position and what was earlier not.
fn lines(plain: &Plain, rules: RuleSet, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = plain.moves(rules);
    moves.into_iter().map(|mv| lines(&plain.after(rules, mv).unwrap(), rules, depth - 1)).sum()
}

#[test]
fn lines_are_counted_as_by_the_plain_rules() {
    for (size, depth) in [(2, 7), (3, 4), (4, 3), (5, 3)] {
        let rules = RuleSet { ko: Ko::Simple, ..RuleSet::TROMP_TAYLOR };
        let go = go(size, rules);
        let leaves = plyglot_core::game::perft::Leaves::Bulk;
        let ours = plyglot_core::game::perft::perft(&go, &go.start(), depth, leaves);
        assert_eq!(ours, lines(&Plain::new(size.into()), rules, depth), "{size} {depth}");
    }
}

#[test]
fn territory_counts_stones_taken_instead_of_stones() {
    let rules = RuleSet { scoring: Scoring::Territory, ..RuleSet::TROMP_TAYLOR };
    let go = go(3, rules);
    let mut pos = go.start();
    for text in ["A2", "A1", "B1"] {
        let mv = Move(go.point_of(text).unwrap());
        go.play(&mut pos, mv);
    }
    // A1 is taken off, and is a point of Black's like all that is empty.
    assert_eq!(pos.taken, [1, 0]);
    assert_eq!(go.half_points(&pos), 2 * (7 + 1));
    assert_eq!(go.position_text(&pos), "3/X2/1X1 w - 0 0 1 0");
}

#[test]
fn stones_taken_are_as_many_as_can_be_counted() {
    let rules = RuleSet { scoring: Scoring::Territory, ..RuleSet::TROMP_TAYLOR };
    let go = go(9, rules);
    let empty = "9/9/9/9/9/9/9/9/9 b - 7.5 2";
    let refused = go.parse_position(&format!("{empty} 40000 0")).unwrap_err();
    let reason = "position: taken: found `40000`, expected stones, 0 to 9999";
    assert_eq!(refused.to_string(), reason);
    let most = go.parse_position(&format!("{empty} 9999 0")).unwrap();
    assert_eq!(go.half_points(&most), 2 * 9999 - 15);
    let least = go.parse_position(&format!("{empty} 0 9999")).unwrap();
    assert_eq!(go.half_points(&least), -2 * 9999 - 15);
    // What is taken beyond that is not counted.
    let mut pos = go.parse_position("9/9/9/9/9/9/9/1X7/OX7 b - 7.5 0 9999 0").unwrap();
    go.play(&mut pos, Move(go.point_of("A2").unwrap()));
    assert_eq!(go.position_text(&pos), "9/9/9/9/9/9/9/XX7/1X7 w - 7.5 0 9999 0");
}
