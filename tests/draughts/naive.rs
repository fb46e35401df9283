//! A generator of moves on a chessboard of letters, written from the rule books alone: cell by
//! cell, without bits. Random games of all variants must give the same moves.

use std::collections::BTreeSet;

use plyglot::game::{Notation, Rules};
use plyglot::games::draughts::{
    Board, Board8x8, Board10x10, CaptureObligation, Draughts, PromotionDuringCapture, RuleSet,
};
use plyglot_conformance::laws::each_position;

type Cell = (usize, usize);

/// What the rule books differ in, and the board.
struct Naive {
    rules: RuleSet,
    size: usize,
    cells: Vec<Vec<char>>,
    white_moves: bool,
}

impl Naive {
    /// Reads `W:W31,K7:B1-3`.
    fn read(rules: RuleSet, size: usize, fen: &str) -> Self {
        let mut cells = vec![vec!['.'; size]; size];
        let fields: Vec<&str> = fen.split(':').collect();
        for (field, letter) in [(fields[1], 'w'), (fields[2], 'b')] {
            for item in field[1..].split(',').filter(|item| !item.is_empty()) {
                let is_king = item.starts_with('K');
                let numbers = item.trim_start_matches('K');
                let (from, to) = numbers.split_once('-').unwrap_or((numbers, numbers));
                for number in from.parse::<usize>().unwrap()..=to.parse().unwrap() {
                    let (row, column) = cell(size, number);
                    cells[row][column] = if is_king { letter.to_ascii_uppercase() } else { letter };
                }
            }
        }
        Self { rules, size, cells, white_moves: fields[0] == "W" }
    }

    fn at(&self, (row, column): Cell) -> char {
        self.cells[row][column]
    }

    fn is_own(&self, cell: Cell) -> bool {
        self.at(cell).to_ascii_lowercase() == if self.white_moves { 'w' } else { 'b' }
    }

    fn is_king(&self, cell: Cell) -> bool {
        self.at(cell).is_ascii_uppercase()
    }

    fn is_enemy(&self, cell: Cell) -> bool {
        self.at(cell) != '.' && !self.is_own(cell)
    }

    fn next(&self, (row, column): Cell, (down, right): (i32, i32)) -> Option<Cell> {
        let row = usize::try_from(i32::try_from(row).unwrap() + down).ok()?;
        let column = usize::try_from(i32::try_from(column).unwrap() + right).ok()?;
        (row < self.size && column < self.size).then_some((row, column))
    }

    fn is_last_row(&self, (row, _): Cell) -> bool {
        row == if self.white_moves { 0 } else { self.size - 1 }
    }

    fn forward(&self) -> i32 {
        if self.white_moves { -1 } else { 1 }
    }

    /// Every jump from here: what is jumped, and where one may land.
    fn jumps(&self, at: Cell, origin: Cell, king: bool, taken: &[Cell]) -> Vec<(Cell, Vec<Cell>)> {
        let mut jumps = Vec::new();
        let is_free = |cell: Cell| cell == origin || self.at(cell) == '.';
        for direction in [(-1, -1), (-1, 1), (1, -1), (1, 1)] {
            if !king && !self.rules.men_capture_back && direction.0 != self.forward() {
                continue;
            }
            let flies = king && self.rules.flying_kings;
            let mut over = self.next(at, direction);
            while let Some(cell) = over.filter(|&cell| flies && is_free(cell)) {
                over = self.next(cell, direction);
            }
            let Some(over) = over else { continue };
            let spares = !king && !self.rules.men_capture_kings && self.is_king(over);
            if over == origin || !self.is_enemy(over) || taken.contains(&over) || spares {
                continue;
            }
            let mut landings = Vec::new();
            let mut land = self.next(over, direction);
            while let Some(cell) = land.filter(|&cell| is_free(cell)) {
                landings.push(cell);
                land = if flies { self.next(cell, direction) } else { None };
            }
            if !landings.is_empty() {
                jumps.push((over, landings));
            }
        }
        jumps
    }

    /// Every capture that goes on from here, as where it ends and what has been taken.
    fn chains(&self, at: Cell, origin: Cell, king: bool, taken: &[Cell]) -> Vec<(Cell, Vec<Cell>)> {
        let mut chains = Vec::new();
        for (over, landings) in self.jumps(at, origin, king, taken) {
            let mut taken = taken.to_vec();
            taken.push(over);
            let mut longer = Vec::new();
            for &land in &landings {
                let crosses = !king && self.is_last_row(land);
                match self.rules.crossing {
                    PromotionDuringCapture::Stops if crosses => {}
                    PromotionDuringCapture::Crowned if crosses => {
                        longer.extend(self.chains(land, origin, true, &taken));
                    }
                    _ => longer.extend(self.chains(land, origin, king, &taken)),
                }
            }
            if longer.is_empty() {
                longer.extend(landings.iter().map(|&land| (land, taken.clone())));
            }
            chains.extend(longer);
        }
        chains
    }

    /// The legal moves in the form of the Hub protocol.
    fn moves(&self) -> BTreeSet<String> {
        let own = (0..self.size)
            .flat_map(|row| (0..self.size).map(move |column| (row, column)))
            .filter(|&cell| self.is_own(cell));
        let (mut quiet, mut captures) = (BTreeSet::new(), Vec::new());
        for from in own {
            let king = self.is_king(from);
            for (to, mut taken) in self.chains(from, from, king, &[]) {
                let worth = self.worth(king, &taken);
                taken.sort_unstable();
                captures.push((worth, (from, to, taken)));
            }
            for direction in [(-1, -1), (-1, 1), (1, -1), (1, 1)] {
                let mut to = self.next(from, direction);
                while let Some(cell) = to
                    .filter(|&cell| self.at(cell) == '.' && (king || direction.0 == self.forward()))
                {
                    quiet.insert(format!(
                        "{}-{}",
                        number(self.size, from),
                        number(self.size, cell)
                    ));
                    let flies = king && self.rules.flying_kings;
                    to = if flies { self.next(cell, direction) } else { None };
                }
            }
        }
        let most = captures.iter().map(|(worth, _)| worth.clone()).max();
        let Some(most) = most else { return quiet };
        let text = |(from, to, taken): (Cell, Cell, Vec<Cell>)| {
            let all = [from, to].into_iter().chain(taken);
            let all: Vec<String> = all.map(|at| number(self.size, at).to_string()).collect();
            all.join("x")
        };
        captures.into_iter().filter(|(worth, _)| *worth == most).map(|(_, mv)| text(mv)).collect()
    }

    /// What the duty to capture compares, the most important first; what it does not look at is
    /// nought.
    fn worth(&self, king: bool, taken: &[Cell]) -> (usize, bool, usize, Vec<bool>) {
        let duty = self.rules.duty;
        let kings: Vec<bool> = taken.iter().map(|&cell| self.is_king(cell)).collect();
        let count = kings.iter().filter(|&&king| king).count();
        (
            if duty.most { taken.len() } else { 0 },
            duty.with_king && king,
            if duty.most_kings { count } else { 0 },
            if duty.kings_early { kings } else { Vec::new() },
        )
    }
}

fn cell(size: usize, number: usize) -> Cell {
    let row = (number - 1) / (size / 2);
    (row, 2 * ((number - 1) % (size / 2)) + 1 - row % 2)
}

fn number(size: usize, (row, column): Cell) -> usize {
    row * (size / 2) + column / 2 + 1
}

/// Random games from the start position, then from positions with many kings.
fn compare<B: Board>(set: RuleSet, games: u64) {
    let game = Draughts::<B>::new(set).speaking_hub();
    let size = if B::SQUARES == 32 { 8 } else { 10 };
    let mut captures = 0;
    let mut check = |pos: &_| {
        let fen = game.position_text(pos);
        let mut moves = Vec::new();
        game.legal_moves(pos, &mut moves);
        let found: BTreeSet<String> = moves.iter().map(|&mv| game.move_text(pos, mv)).collect();
        assert_eq!(found.len(), moves.len(), "{fen}: {moves:?}");
        assert_eq!(game.count_moves(pos), moves.len() as u64, "{fen}");
        captures += usize::from(moves.iter().any(|mv| mv.is_capture()));
        let expected = Naive::read(set, size, &fen).moves();
        assert_eq!(found, expected, "{} {fen}", set.name);
    };
    for seed in 0..games {
        each_position(&game, seed, |played| {
            check(played.position());
            Ok::<(), ()>(())
        })
        .unwrap();
        for fen in crowded(size, seed) {
            check(&game.parse_position(&fen).unwrap());
        }
    }
    assert!(captures > 1000, "{captures}");
}

/// Positions with a few pieces anywhere, kings more often than not; drawn by lot.
fn crowded(size: usize, seed: u64) -> Vec<String> {
    use rand::RngExt;
    let mut rng = plyglot::core::rng::seeded(seed);
    let squares = size * size / 2;
    let mut fens = Vec::new();
    for _ in 0..40 {
        let mut sides = [Vec::new(), Vec::new()];
        let density = rng.random_range(4..40);
        for square in 1..=squares {
            if rng.random_range(0..100) < density {
                let side = rng.random_range(0..2);
                let row = cell(size, square).0;
                let must_be_king = row == if side == 0 { 0 } else { size - 1 };
                let king = must_be_king || rng.random_range(0..100) < 40;
                sides[side].push(format!("{}{square}", if king { "K" } else { "" }));
            }
        }
        let turn = if rng.random_range(0..2) == 0 { "W" } else { "B" };
        fens.push(format!("{turn}:W{}:B{}", sides[0].join(","), sides[1].join(",")));
    }
    fens
}

#[test]
fn english_moves_are_those_of_a_naive_generator() {
    compare::<Board8x8>(RuleSet::ENGLISH, 100);
}

#[test]
fn russian_moves_are_those_of_a_naive_generator() {
    compare::<Board8x8>(RuleSet::RUSSIAN, 100);
}

#[test]
fn brazilian_and_pool_moves_are_those_of_a_naive_generator() {
    compare::<Board8x8>(RuleSet::BRAZILIAN, 100);
    compare::<Board8x8>(RuleSet::POOL, 100);
}

#[test]
fn international_moves_are_those_of_a_naive_generator() {
    compare::<Board10x10>(RuleSet::INTERNATIONAL, 100);
}

/// Two games of the family that the program does not offer are values, no more.
#[test]
fn italian_and_spanish_moves_are_those_of_a_naive_generator() {
    let all =
        CaptureObligation { most: true, with_king: true, most_kings: true, kings_early: true };
    let italian = RuleSet {
        name: "italian",
        white_first: true,
        men_capture_kings: false,
        duty: all,
        ..RuleSet::ENGLISH
    };
    compare::<Board8x8>(italian, 100);
    let spanish = RuleSet {
        name: "spanish",
        white_first: true,
        flying_kings: true,
        duty: CaptureObligation { with_king: false, kings_early: false, ..all },
        ..RuleSet::ENGLISH
    };
    compare::<Board8x8>(spanish, 100);
}
