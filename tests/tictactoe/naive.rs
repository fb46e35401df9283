//! Tic-tac-toe by a program that knows nothing of ours: nine letters, and eight lines by their cells.
//! It counts again what `tests/values.csv` and the game's `data/perft.csv` say.

use std::collections::BTreeSet;

use super::published;

const LINES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

type Cells = [char; 9];

/// The letter that has three in a row.
fn winner(cells: &Cells) -> Option<char> {
    let is_row = |line: &&[usize; 3]| {
        cells[line[0]] != ' ' && line.iter().all(|&cell| cells[cell] == cells[line[0]])
    };
    LINES.iter().find(is_row).map(|line| cells[line[0]])
}

fn marks(cells: &Cells) -> usize {
    cells.iter().filter(|&&cell| cell != ' ').count()
}

fn is_over(cells: &Cells) -> bool {
    winner(cells).is_some() || marks(cells) == 9
}

/// Whether every line holds both letters.
fn is_blocked(cells: &Cells) -> bool {
    let has = |line: &[usize; 3], letter| line.iter().any(|&cell| cells[cell] == letter);
    LINES.iter().all(|line| has(line, 'x') && has(line, 'o'))
}

/// The boards after one more mark; none after the end, which may be that all is blocked.
fn children(cells: Cells, ends_blocked: bool) -> Vec<Cells> {
    let mark = if marks(&cells).is_multiple_of(2) { 'x' } else { 'o' };
    let is_over = is_over(&cells) || ends_blocked && is_blocked(&cells);
    let empty = (0..9).filter(|&cell| cells[cell] == ' ' && !is_over);
    let with = |cell: usize| {
        let mut child = cells;
        child[cell] = mark;
        child
    };
    empty.map(with).collect()
}

/// The least of a board's eight images.
fn class(cells: Cells) -> Cells {
    let turned =
        |board: Cells| -> Cells { std::array::from_fn(|i| board[6 - 3 * (i % 3) + i / 3]) };
    let mirrored =
        |board: Cells| -> Cells { std::array::from_fn(|i| board[i / 3 * 3 + 2 - i % 3]) };
    let mut images = vec![cells];
    for _ in 0..3 {
        images.push(turned(images[images.len() - 1]));
    }
    let flipped: Vec<Cells> = images.iter().map(|&image| mirrored(image)).collect();
    images.into_iter().chain(flipped).min().unwrap()
}

/// Numbers with a mark between them.
fn joined(numbers: impl IntoIterator<Item = usize>, between: &str) -> String {
    numbers.into_iter().map(|n| n.to_string()).collect::<Vec<_>>().join(between)
}

/// How many of these are over: all, won by X, won by O, drawn.
fn ends(boards: &[Cells]) -> [usize; 4] {
    let won = |by| boards.iter().filter(|cells| winner(cells) == by && is_over(cells)).count();
    let [x, o, drawn] = [Some('x'), Some('o'), None].map(won);
    [x + o + drawn, x, o, drawn]
}

/// All lines of play, ply by ply, the same board as often as it is reached.
fn plies(ends_blocked: bool) -> Vec<Vec<Cells>> {
    let mut plies = vec![vec![[' '; 9]]];
    while plies.len() < 10 {
        let last = &plies[plies.len() - 1];
        plies.push(last.iter().flat_map(|&cells| children(cells, ends_blocked)).collect());
    }
    plies
}

#[test]
fn a_program_of_its_own_counts_what_the_files_say() {
    let [plies, blocked] = [false, true].map(plies);
    let perft = include_str!("../../games/tictactoe/data/perft.csv");
    for row in perft.lines().filter(|row| row.contains(",startpos,")) {
        let fields: Vec<&str> = row.split(',').collect();
        let (depth, nodes): (usize, usize) =
            (fields[3].parse().unwrap(), fields[4].parse().unwrap());
        let counted = if fields[1].contains("End=fin") { &blocked } else { &plies };
        assert_eq!(counted[depth].len(), nodes, "{row}");
    }
    assert_eq!(
        joined([plies.iter().map(Vec::len).sum()], ""),
        published("full minimax tree nodes")
    );
    assert_eq!(joined(ends(&plies.concat()), "/"), published("games total/X/O/draw"));
    let boards: Vec<BTreeSet<Cells>> =
        plies.into_iter().map(|ply| ply.into_iter().collect()).collect();
    let classes = boards.iter().map(|ply| ply.iter().map(|&cells| class(cells)));
    let classes: Vec<usize> = classes.map(|ply| ply.collect::<BTreeSet<_>>().len()).collect();
    let sizes = || boards.iter().map(BTreeSet::len);
    assert_eq!(joined([sizes().sum()], ""), published("reachable positions"));
    assert_eq!(joined(sizes(), " "), published("positions per ply 0-9"));
    assert_eq!(joined([classes.iter().sum()], ""), published("classes under 8 symmetries"));
    assert_eq!(joined(classes, " "), published("classes per ply 0-9"));
    let all = ends(&boards.into_iter().flatten().collect::<Vec<_>>());
    assert_eq!(joined(all, "/"), published("terminal positions total/X/O/draw"));
}
