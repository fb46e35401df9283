//! The game once more, as slowly and plainly as can be: squares in a list, eight directions walked
//! step by step. Written from the rules as books tell them, not from the program.

/// Squares row by row from the upper left, and who is to move, `X` or `O`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Naive {
    size: i32,
    squares: Vec<char>,
    mover: char,
}

fn other(side: char) -> char {
    if side == 'X' { 'O' } else { 'X' }
}

impl Naive {
    /// The board at the start, with so many squares a side.
    pub(crate) fn start(size: i32) -> Self {
        let mut squares = vec!['-'; usize::try_from(size * size).unwrap()];
        let at = |x: i32, y: i32| usize::try_from(size * y + x).unwrap();
        let (a, b) = (size / 2 - 1, size / 2);
        squares[at(a, a)] = 'O';
        squares[at(b, b)] = 'O';
        squares[at(b, a)] = 'X';
        squares[at(a, b)] = 'X';
        Self { size, squares, mover: 'X' }
    }

    /// The position string.
    pub(crate) fn text(&self) -> String {
        format!("{} {}", self.squares.iter().collect::<String>(), self.mover)
    }

    fn at(&self, x: i32, y: i32) -> Option<usize> {
        let on_board = |n: i32| (0..self.size).contains(&n);
        (on_board(x) && on_board(y)).then(|| usize::try_from(self.size * y + x).unwrap())
    }

    /// The discs that a disc of this side on this square would turn over.
    fn turned(&self, x: i32, y: i32, side: char) -> Vec<usize> {
        let mut all = Vec::new();
        for dy in -1..=1 {
            for dx in -1..=1 {
                let mut run = Vec::new();
                let (mut to_x, mut to_y) = (x + dx, y + dy);
                while let Some(square) = self.at(to_x, to_y) {
                    if self.squares[square] != other(side) {
                        if self.squares[square] == side {
                            all.append(&mut run);
                        }
                        break;
                    }
                    run.push(square);
                    (to_x, to_y) = (to_x + dx, to_y + dy);
                }
            }
        }
        all
    }

    fn moves_of(&self, side: char) -> Vec<String> {
        let mut moves = Vec::new();
        for y in 0..self.size {
            for x in 0..self.size {
                let is_empty = self.squares[self.at(x, y).unwrap()] == '-';
                if is_empty && !self.turned(x, y, side).is_empty() {
                    let letter = char::from(b'a' + u8::try_from(x).unwrap());
                    moves.push(format!("{letter}{}", y + 1));
                }
            }
        }
        moves
    }

    /// The moves by their names, row by row; none where the game is over.
    pub(crate) fn moves(&self) -> Vec<String> {
        let moves = self.moves_of(self.mover);
        if moves.is_empty() && !self.moves_of(other(self.mover)).is_empty() {
            return vec!["pass".to_owned()];
        }
        moves
    }

    /// After a move.
    pub(crate) fn played(&self, mv: &str) -> Self {
        let mut after = self.clone();
        after.mover = other(self.mover);
        if mv != "pass" {
            let x = i32::from(mv.as_bytes()[0] - b'a');
            let y = mv[1..].parse::<i32>().unwrap() - 1;
            for square in self.turned(x, y, self.mover) {
                after.squares[square] = self.mover;
            }
            after.squares[self.at(x, y).unwrap()] = self.mover;
        }
        after
    }

    /// By how many discs black is ahead at the end; the empty squares may be the winner's.
    pub(crate) fn margin(&self, empties_to_winner: bool) -> i32 {
        let count = |disc: char| {
            let discs = self.squares.iter().filter(|square| **square == disc);
            i32::try_from(discs.count()).unwrap()
        };
        let lead = count('X') - count('O');
        if empties_to_winner { lead + lead.signum() * count('-') } else { lead }
    }

    /// Lines of so many moves; where `ended`, those that end before count, too.
    pub(crate) fn perft(&self, depth: u32, ended: bool) -> u64 {
        if depth == 0 {
            return 1;
        }
        let moves = self.moves();
        if moves.is_empty() {
            return u64::from(ended);
        }
        moves.iter().map(|mv| self.played(mv).perft(depth - 1, ended)).sum()
    }
}
