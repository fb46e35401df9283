//! How many positions there are: the numbers of [tromp-farneback-2007], by two ways.

use plyglot_core::Side;
use plyglot_core::game::{Notation, Rules};
use std::collections::HashSet;

use crate::{Go, Position, RuleSet, Terms};

fn go(size: u8) -> Go {
    Go::new(Terms { size, rules: RuleSet::CHINESE, komi: 0, handicap: 0 })
}

/// Every board that stones of either side, put down in any order, lead to.
fn reached(size: u8) -> usize {
    let go = go(size);
    let mut boards = HashSet::from([go.board_key(&go.start())]);
    let mut waiting = vec![go.start()];
    while let Some(pos) = waiting.pop() {
        for side in Side::BOTH {
            let pos = Position::new(pos.stones, side, 0);
            let mut moves = Vec::new();
            go.legal_moves(&pos, &mut moves);
            moves.retain(|mv| mv.point().is_some());
            let children = moves.into_iter().map(|mv| go.after(&pos, mv));
            waiting.extend(children.filter(|child| boards.insert(go.board_key(child))));
        }
    }
    boards.len()
}

/// All ways to colour the points, of which those are counted that are read as positions.
fn written(size: u8) -> usize {
    let go = go(size);
    let count = u32::from(size) * u32::from(size);
    let board = |mut number: u64| {
        let mut text = String::new();
        for nth in 0..count {
            if nth > 0 && nth % u32::from(size) == 0 {
                text.push('/');
            }
            text.push(['1', 'X', 'O'][usize::try_from(number % 3).unwrap()]);
            number /= 3;
        }
        text + " b"
    };
    // Two digits running would be one number.
    let spaced = |text: String| text.replace("111", "3").replace("11", "2");
    let is_one = |number: &u64| go.parse_position(&spaced(board(*number))).is_ok();
    (0..3_u64.pow(count)).filter(is_one).count()
}

#[test]
fn there_are_as_many_positions_as_published() {
    for (size, count) in [(2, 57), (3, 12_675)] {
        assert_eq!(reached(size), count, "{size}");
        assert_eq!(written(size), count, "{size}");
    }
}

#[test]
#[ignore = "24 million positions"]
fn there_are_as_many_positions_of_four_lines_as_published() {
    assert_eq!(reached(4), 24_318_165);
}
