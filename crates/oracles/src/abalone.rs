//! Abalone once more, as slowly and plainly as can be: rows and columns, an array of marbles, and
//! every rule tried on every marble. Written from the rules [bojar-1998, 1 to 3].

/// A cell as (row, column), both from 1; row 1 is `a`.
pub type Cell = (i32, i32);

const DIRECTIONS: [Cell; 6] = [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)];

/// `S`, `s` or `.` on each cell of a ten by ten array; `#` beside the board.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Naive {
    /// By row and column.
    pub cells: [[char; 12]; 12],
    /// Black's marbles that are off the board, and White's.
    pub pushed_off: [u32; 2],
    /// It is Black's turn.
    pub black_moves: bool,
}

fn is_cell((row, column): Cell) -> bool {
    (1..=9).contains(&row) && (1..=9).contains(&column) && (row - column).abs() <= 4
}

fn plus(a: Cell, b: Cell) -> Cell {
    (a.0 + b.0, a.1 + b.1)
}

impl Naive {
    /// Reads the position string of the program.
    pub fn parse(text: &str) -> Self {
        let fields: Vec<&str> = text.split(' ').collect();
        let mut cells = [['#'; 12]; 12];
        for (row, marks) in (1..=9).rev().zip(fields[0].split('/')) {
            let mut places = (1..=9).filter(|&column| is_cell((row, column)));
            for c in marks.chars() {
                let (mark, times) = match c.to_digit(10) {
                    Some(digit) => ('.', digit),
                    None => (c, 1),
                };
                for _ in 0..times {
                    let column = places.next().unwrap();
                    cells[usize::try_from(row).unwrap()][usize::try_from(column).unwrap()] = mark;
                }
            }
            assert_eq!(places.next(), None, "{text}");
        }
        let pushed_off = [fields[1].parse().unwrap(), fields[2].parse().unwrap()];
        Self { cells, pushed_off, black_moves: fields[3] == "b" }
    }

    /// Board, marbles pushed off, and side to move, as the position string has them.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for row in (1..=9).rev() {
            let mut empty = 0;
            for column in (1..=9).filter(|&column| is_cell((row, column))) {
                let mark = self.at((row, column));
                if mark == '.' {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    text += &empty.to_string();
                    empty = 0;
                }
                text.push(mark);
            }
            if empty > 0 {
                text += &empty.to_string();
            }
            text.push(if row > 1 { '/' } else { ' ' });
        }
        let [black, white] = self.pushed_off;
        text + &format!("{black} {white} {}", if self.black_moves { 'b' } else { 'w' })
    }

    /// What is on a cell; `#` beside the board.
    pub fn at(&self, cell: Cell) -> char {
        let index = |n: i32| usize::try_from(n).unwrap();
        if is_cell(cell) { self.cells[index(cell.0)][index(cell.1)] } else { '#' }
    }

    fn set(&mut self, cell: Cell, mark: char) {
        self.cells[usize::try_from(cell.0).unwrap()][usize::try_from(cell.1).unwrap()] = mark;
    }

    fn own(&self) -> char {
        if self.black_moves { 'S' } else { 's' }
    }

    /// The positions after every move, sorted; one twice if two moves led there.
    pub fn successors(&self, broadside: bool) -> Vec<Self> {
        let mut found = Vec::new();
        for row in 1..=9 {
            for column in 1..=9 {
                let cell = (row, column);
                if self.at(cell) != self.own() {
                    continue;
                }
                for direction in DIRECTIONS {
                    found.extend(self.inline(cell, direction));
                }
                if broadside {
                    found.extend(self.broadsides(cell));
                }
            }
        }
        found.sort();
        found
    }

    /// How many lines of so many moves there are, those to the same board counted once.
    pub fn perft(&self, depth: u32) -> u64 {
        let mut boards = self.successors(true);
        boards.dedup();
        let below = |board: &Self| if depth == 1 { 1 } else { board.perft(depth - 1) };
        boards.iter().map(below).sum()
    }

    /// The marble moves, pushing what is in front of it.
    fn inline(&self, cell: Cell, direction: Cell) -> Option<Self> {
        let mut line = Vec::new();
        let mut at = cell;
        while self.at(at) == 'S' || self.at(at) == 's' {
            line.push(self.at(at));
            at = plus(at, direction);
        }
        let own = line.iter().take_while(|&&mark| mark == self.own()).count();
        let opposing = line.len() - own;
        // Behind the opposing marbles there may be nothing, but no own marble.
        if own > 3 || line[own..].contains(&self.own()) {
            return None;
        }
        // Nobody pushes off marbles of their own; equals do not push.
        if (opposing == 0 && self.at(at) == '#') || opposing >= own {
            return None;
        }
        let mut after = self.clone();
        let mut at = cell;
        after.set(cell, '.');
        for mark in line {
            at = plus(at, direction);
            if self.at(at) == '#' {
                after.pushed_off[usize::from(!self.black_moves)] += 1;
            } else {
                after.set(at, mark);
            }
        }
        after.black_moves = !self.black_moves;
        Some(after)
    }

    /// The rows of two and three that begin here, each moved sideways.
    fn broadsides(&self, cell: Cell) -> Vec<Self> {
        let mut found = Vec::new();
        for axis in &DIRECTIONS[..3] {
            for len in 2..=3 {
                let mut row = vec![cell];
                while row.len() < len {
                    row.push(plus(row[row.len() - 1], *axis));
                }
                if row.iter().any(|&cell| self.at(cell) != self.own()) {
                    continue;
                }
                for direction in DIRECTIONS {
                    let target = |&cell: &Cell| plus(cell, direction);
                    if direction == *axis || direction == (-axis.0, -axis.1) {
                        continue;
                    }
                    if row.iter().all(|cell| self.at(target(cell)) == '.') {
                        let mut after = self.clone();
                        for &cell in &row {
                            after.set(cell, '.');
                        }
                        for cell in &row {
                            after.set(target(cell), self.own());
                        }
                        after.black_moves = !self.black_moves;
                        found.push(after);
                    }
                }
            }
        }
        found
    }
}
