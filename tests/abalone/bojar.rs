//! The evaluator of [bojar-1998]: against a plain second program that asks the rules, and by hand.

use plyglot::core::Side;
use plyglot::game::{Evaluator, Notation, Rules};
use plyglot::games::abalone::{Abalone, BojarEvaluator, Count, Position};
use plyglot_conformance::laws::each_position;
use plyglot_oracles::abalone::Naive;

const ALL: [BojarEvaluator; 4] = {
    const fn evaluator(edge: Count, risk: Count) -> BojarEvaluator {
        BojarEvaluator { edge, risk }
    }
    [
        evaluator(Count::Direction, Count::Direction),
        evaluator(Count::Direction, Count::Marble),
        evaluator(Count::Marble, Count::Direction),
        evaluator(Count::Marble, Count::Marble),
    ]
};

const STEPS: [(i32, i32); 6] = [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)];

/// The points of the side with this letter, cell by cell as the text tells it.
fn points(rules: &Abalone, pos: &Position, side: Side, evaluator: BojarEvaluator) -> i32 {
    let board = Naive::parse(&rules.position_text(pos));
    let [own, other] = if side == Side::First { ['S', 's'] } else { ['s', 'S'] };
    let ejected = i32::from(pos.ejected(side));
    let mut sum = 100 * ejected * ejected;
    for row in 1..=9 {
        for column in 1..=9 {
            if board.at((row, column)) != own {
                continue;
            }
            let (mut borders, mut risks) = (0, 0);
            for (up, right) in STEPS {
                let ahead = board.at((row + up, column + right));
                sum += i32::from(ahead == own);
                if ahead == '#' {
                    borders += 1;
                    let line = [1, 2, 3, 4]
                        .map(|steps| board.at((row - steps * up, column - steps * right)));
                    let two_one = line[..2] == [other, other];
                    let three_two = line == [own, other, other, other];
                    risks += i32::from(two_one || three_two);
                }
            }
            let count = |how: Count, n: i32| if how == Count::Marble { n.min(1) } else { n };
            sum -= count(evaluator.edge, borders) + 50 * count(evaluator.risk, risks);
        }
    }
    sum
}

#[test]
fn a_plain_program_comes_to_the_same_points() {
    let rules = Abalone { quiet_limit: 0, ..Abalone::with_start("belgian_daisy").unwrap() };
    let (mut looked, mut at_risk) = (0, 0);
    for seed in 0..4 {
        each_position(&rules, seed, |played| {
            let pos = played.position();
            if played.moves_played().len() % 3 > 0 {
                return Ok(());
            }
            let mut values = Vec::new();
            for evaluator in ALL {
                let [own, other] = [pos.side(), pos.side().other()]
                    .map(|side| points(&rules, pos, side, evaluator));
                let value = evaluator.evaluate(&rules, pos).raw();
                assert_eq!(value, own - other, "{evaluator:?} {}", rules.position_text(pos));
                let terms = evaluator.explain(&rules, pos);
                assert_eq!(terms.iter().map(|(_, score)| score.raw()).sum::<i32>(), value);
                values.push(terms[2].1.raw());
            }
            looked += 1;
            at_risk += usize::from(values[0] != 0);
            Ok::<(), ()>(())
        })
        .unwrap();
    }
    assert!(looked > 100 && at_risk > 20, "{looked} {at_risk}");
}

/// The three terms for the side to move.
fn terms(evaluator: BojarEvaluator, text: &str) -> [i32; 3] {
    let rules = Abalone::default();
    let pos = rules.parse_position(text).unwrap();
    let terms = evaluator.explain(&rules, &pos);
    std::array::from_fn(|i| terms[i].1.raw())
}

#[test]
fn the_documents_points_by_hand() {
    let [by_direction, once_at_risk, once_at_the_edge, _] = ALL;
    // Three marbles pushed off are 900 points, one is 100.
    assert_eq!(terms(by_direction, "5/6/7/8/9/8/7/6/5 3 1 b 0 1"), [800, 0, 0]);
    // Three in a row: 1 + 2 + 1 neighbours.
    assert_eq!(terms(by_direction, "5/6/7/8/3SSS3/8/7/6/5 0 0 b 0 1"), [0, 4, 0]);
    // A corner borders on the edge three times, another cell of the rim twice.
    assert_eq!(terms(by_direction, "S4/6/7/8/9/8/7/6/5 0 0 b 0 1"), [0, -3, 0]);
    assert_eq!(terms(by_direction, "1S3/6/7/8/9/8/7/6/5 0 0 b 0 1"), [0, -2, 0]);
    assert_eq!(terms(once_at_the_edge, "S4/6/7/8/9/8/7/6/5 0 0 b 0 1"), [0, -1, 0]);
    // A corner attacked along two lines: twice 50, or once.
    let attacked = "S4/ss4/s1s4/8/9/8/7/6/5 0 0 b 0 1";
    assert_eq!(terms(by_direction, attacked)[2], -100);
    assert_eq!(terms(once_at_risk, attacked)[2], -50);
}

#[test]
fn a_risk_is_an_ejection_that_the_rules_allow() {
    let rules = Abalone { quiet_limit: 0, ..Abalone::with_start("alien_attack").unwrap() };
    let mut one_sided = 0;
    for seed in 10..14 {
        each_position(&rules, seed, |played| {
            let pos = played.position();
            let text = rules.position_text(pos);
            let may_eject = |letter: &str| {
                let mut fields: Vec<&str> = text.split(' ').collect();
                fields[3] = letter;
                let pos = rules.parse_position(&fields.join(" ")).unwrap();
                let mut moves = Vec::new();
                rules.legal_moves(&pos, &mut moves);
                moves.iter().any(|&mv| rules.is_irreversible(&pos, mv))
            };
            let own_letter = if pos.side() == Side::First { "b" } else { "w" };
            let other_letter = if pos.side() == Side::First { "w" } else { "b" };
            let risk = BojarEvaluator::default().explain(&rules, pos)[2].1.raw();
            match (may_eject(own_letter), may_eject(other_letter)) {
                (false, false) => assert_eq!(risk, 0, "{text}"),
                (true, false) => assert!(risk >= 50, "{text}"),
                (false, true) => assert!(risk <= -50, "{text}"),
                (true, true) => return Ok(()),
            }
            one_sided += usize::from(risk != 0);
            Ok::<(), ()>(())
        })
        .unwrap();
    }
    assert!(one_sided > 100, "{one_sided}");
}
