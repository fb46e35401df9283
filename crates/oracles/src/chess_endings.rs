//! A small slow solver of chess endings, written for nothing but to be different: a mailbox, arrays
//! of all squares for every man, left and right the only symmetry, no counters. Its tables
//! know no en passant, so they are not asked about pawns on both sides.

use std::collections::HashMap;

use plyglot_core::rng::Rng;
use plyglot_tablebase::Value;
use rand::RngExt;

/// Not solved.
const OPEN: i16 = 0;
/// No position.
const NONE: i16 = i16::MAX;

/// White's men, then Black's, kings first: `KQ` and `KR` of `KQKR`.
fn men(name: &str) -> Vec<(bool, char)> {
    let second = name[1..].find('K').unwrap() + 1;
    let white = name[..second].chars().map(|c| (true, c));
    white.chain(name[second..].chars().map(|c| (false, c))).collect()
}

/// Tables by name, at most four men, White the stronger: n is a win in n - 1 plies, -n a loss in n - 1, from the side to move.
#[derive(Debug, Default)]
pub struct Solver {
    tables: HashMap<String, Vec<i16>>,
}

#[derive(Clone, Debug)]
pub struct Place {
    squares: Vec<usize>,
    white: bool,
}

impl Place {
    /// Men on these squares, and whether White moves.
    pub fn new(squares: Vec<usize>, white: bool) -> Self {
        Self { squares, white }
    }
}

/// Only placements with White's king on the left half are kept; others are mirrored.
fn number(place: &Place) -> usize {
    let mirror = if place.squares[0] % 8 > 3 { 7 } else { 0 };
    let all = place.squares.iter().fold(0, |sum, square| sum * 64 + (square ^ mirror));
    all * 2 + usize::from(place.white)
}

fn place(number: usize, men: usize) -> Place {
    let squares = (0..men).rev().map(|i| number / 2 / 64_usize.pow(i as u32) % 64).collect();
    Place { squares, white: number % 2 == 1 }
}

fn at(place: &Place, square: usize) -> Option<usize> {
    place.squares.iter().position(|on| *on == square)
}

/// The square so many files and ranks away.
fn step(from: usize, dx: isize, dy: isize) -> Option<usize> {
    let shift = |at: usize, by: isize| at.checked_add_signed(by).filter(|at| *at < 8);
    Some(shift(from / 8, dy)? * 8 + shift(from % 8, dx)?)
}

/// The squares a man reaches, the last of each ray possibly held by somebody.
fn reach(kind: char, white: bool, from: usize, place: &Place, attack: bool) -> Vec<usize> {
    const QUEEN: [(isize, isize); 8] =
        [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)];
    const KNIGHT: [(isize, isize); 8] =
        [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)];
    let up = if white { 1 } else { -1 };
    let (attacks, ahead) = ([(1, up), (-1, up)], [(0, up)]);
    let is_first = from / 8 == if white { 1 } else { 6 };
    let (steps, far): (&[(isize, isize)], isize) = match kind {
        'K' => (&QUEEN, 1),
        'Q' => (&QUEEN, 7),
        'R' => (&QUEEN[..4], 7),
        'B' => (&QUEEN[4..], 7),
        'N' => (&KNIGHT, 1),
        _ if attack => (&attacks, 1),
        _ => (&ahead, if is_first { 2 } else { 1 }),
    };
    let mut found = Vec::new();
    for &(dx, dy) in steps {
        for n in 1..=far {
            let Some(to) = step(from, n * dx, n * dy) else { break };
            let held = at(place, to).is_some();
            if kind == 'P' && held != attack {
                break;
            }
            found.push(to);
            if held {
                break;
            }
        }
    }
    found
}

fn in_check(men: &[(bool, char)], place: &Place, white: bool) -> bool {
    let king = men.iter().position(|man| *man == (white, 'K')).unwrap();
    men.iter().enumerate().any(|(i, (color, kind))| {
        let from = place.squares[i];
        *color != white && reach(*kind, *color, from, place, true).contains(&place.squares[king])
    })
}

/// The men and squares after each legal move.
fn moves(men: &[(bool, char)], from: &Place) -> Vec<(Vec<(bool, char)>, Place)> {
    let mut found = Vec::new();
    for (i, &(color, kind)) in men.iter().enumerate().filter(|(_, man)| man.0 == from.white) {
        let mut targets = reach(kind, color, from.squares[i], from, false);
        if kind == 'P' {
            targets.extend(reach(kind, color, from.squares[i], from, true));
        }
        for to in targets {
            let prey = at(from, to);
            if prey.is_some_and(|prey| men[prey].0 == color || men[prey].1 == 'K') {
                continue;
            }
            let becomes: &[char] = if kind == 'P' && (to / 8 == 0 || to / 8 == 7) {
                &['Q', 'R', 'B', 'N']
            } else {
                &[kind]
            };
            for kind in becomes {
                let (mut men, mut after) = (men.to_vec(), from.clone());
                (men[i].1, after.squares[i], after.white) = (*kind, to, !from.white);
                if let Some(prey) = prey {
                    men.remove(prey);
                    after.squares.remove(prey);
                }
                if !in_check(&men, &after, color) {
                    found.push((men, after));
                }
            }
        }
    }
    found
}

impl Solver {
    /// A random position of a table and its value; `None` if the draw was no position.
    pub fn random_position(&mut self, name: &str, rng: &mut Rng) -> Option<(String, Value)> {
        self.solve(name);
        let (men, from) = random_place(name, rng)?;
        let value = match self.tables[name][number(&from)] {
            OPEN => Value::Draw,
            n if n > 0 => Value::Win(n.unsigned_abs() - 1),
            n => Value::Loss(n.unsigned_abs() - 1),
        };
        Some((fen(&men, &from), value))
    }

    /// Where a move leads: a place of this table, or what a smaller one says.
    fn link(&self, men: &[(bool, char)], after: &Place, own: &str) -> Link {
        if men.len() == 2 || men.len() == 3 && men.iter().all(|man| "KBN".contains(man.1)) {
            return Link::Fixed(OPEN);
        }
        let text =
            |white: bool| men.iter().filter(|m| m.0 == white).map(|m| m.1).collect::<String>();
        let name = text(true) + &text(false);
        if name == own {
            return Link::Own(number(after));
        }
        if let Some(table) = self.tables.get(&name) {
            return Link::Fixed(table[number(after)]);
        }
        // The same with colours changed.
        let white = men.iter().filter(|man| man.0).count();
        let turned = |square: &usize| 63 - square / 8 * 8 - 7 + square % 8;
        let (first, second) = after.squares.split_at(white);
        let squares = second.iter().chain(first).map(turned).collect();
        let after = Place { squares, white: !after.white };
        Link::Fixed(self.tables[&(text(false) + &text(true))][number(&after)])
    }

    /// The smaller tables that captures and promotions lead into, each solved first.
    fn solve_needed(&mut self, name: &str) {
        let own = men(name);
        for promoted in ['Q', 'R', 'B', 'N'] {
            if name.contains('P') {
                self.solve(&name.replacen('P', &promoted.to_string(), 1));
            }
        }
        if own.len() == 4 {
            for taken in 1..own.len() {
                let rest = own.iter().enumerate().filter(|(i, man)| *i != taken || man.1 == 'K');
                let text = |white| {
                    rest.clone().filter(|(_, m)| m.0 == white).map(|(_, m)| m.1).collect::<String>()
                };
                let (white, black) = (text(true), text(false));
                let name = if black.len() > 1 { black + &white } else { white + &black };
                if name.len() == 3 && name.contains(['Q', 'R', 'P']) {
                    self.solve(&name);
                }
            }
        }
    }

    /// Everything by plies. A position is looked at again when one it may lead to was solved, or
    /// when a move out of the table has its turn; it is looked at whole each time.
    fn solve(&mut self, name: &str) {
        if self.tables.contains_key(name) {
            return;
        }
        self.solve_needed(name);
        let men = men(name);
        let mut table = vec![NONE; 2 * 64_usize.pow(men.len() as u32)];
        // By the worth of a move out of the table, win or loss: whose turn comes when.
        let mut due: Vec<Vec<u32>> = vec![Vec::new(); 400];
        for (at, value) in table.iter_mut().enumerate() {
            let from = place(at, men.len());
            if from.squares[0] % 8 > 3 || is_nothing(&men, &from) {
                continue;
            }
            *value = OPEN;
            let links = moves(&men, &from);
            if links.is_empty() && in_check(&men, &from, from.white) {
                *value = -1;
                due[1].extend(before(&men, &from));
            }
            for (men, after) in &links {
                if let Link::Fixed(worth) = self.link(men, after, name)
                    && worth != OPEN
                {
                    due[usize::from(worth.unsigned_abs())].push(at as u32);
                }
            }
        }
        for plies in 1_i16..399 {
            let turn = usize::from(plies.unsigned_abs());
            let mut asked = std::mem::take(&mut due[turn]);
            asked.sort_unstable();
            asked.dedup();
            for at in asked {
                let from = place(at as usize, men.len());
                if table[at as usize] != OPEN {
                    continue;
                }
                let links = moves(&men, &from);
                let mut worths =
                    links.iter().map(|(men, after)| match self.link(men, after, name) {
                        Link::Own(at) => table[at],
                        Link::Fixed(worth) => worth,
                    });
                let wins = worths.clone().any(|worth| worth < 0 && -worth <= plies);
                let lost = !wins && worths.all(|worth| worth > 0 && worth <= plies);
                if wins || lost && !links.is_empty() {
                    table[at as usize] = if wins { plies + 1 } else { -plies - 1 };
                    due[turn + 1].extend(before(&men, &from));
                }
            }
        }
        self.tables.insert(name.to_owned(), table);
    }
}

enum Link {
    Own(usize),
    Fixed(i16),
}

/// A random placement of these men; `None` if the draw was no position.
pub fn random_place(name: &str, rng: &mut Rng) -> Option<(Vec<(bool, char)>, Place)> {
    let men = men(name);
    let squares = men.iter().map(|_| rng.random_range(0..64)).collect();
    let from = Place { squares, white: rng.random() };
    (!is_nothing(&men, &from)).then_some((men, from))
}

/// The position after each legal move, as text, with the men there are.
pub fn successors(men: &[(bool, char)], from: &Place) -> Vec<(String, usize)> {
    let after = moves(men, from).into_iter();
    after.map(|(men, after)| (fen(&men, &after), men.len())).collect()
}

/// The position after each capture en passant of the pawn on this square, as text.
pub fn en_passant(men: &[(bool, char)], from: &Place, victim: usize) -> Vec<String> {
    let own = (from.white, 'P');
    let passed = if from.white { victim + 8 } else { victim - 8 };
    let mut found = Vec::new();
    for i in (0..men.len()).filter(|&i| men[i] == own) {
        let square = from.squares[i];
        if square / 8 != victim / 8 || square.abs_diff(victim) != 1 {
            continue;
        }
        let (mut men, mut after) = (men.to_vec(), from.clone());
        (after.squares[i], after.white) = (passed, !from.white);
        let taken = at(from, victim).unwrap();
        men.remove(taken);
        after.squares.remove(taken);
        if !in_check(&men, &after, from.white) {
            found.push(fen(&men, &after));
        }
    }
    found
}

/// Whether the side to move stands in check.
pub fn is_checked(men: &[(bool, char)], from: &Place) -> bool {
    in_check(men, from, from.white)
}

/// Places from which a move without a capture may lead here.
fn before(men: &[(bool, char)], to: &Place) -> Vec<u32> {
    let mut found = Vec::new();
    for (i, &(color, kind)) in men.iter().enumerate().filter(|(_, man)| man.0 != to.white) {
        let square = to.squares[i];
        let backward = if kind == 'P' {
            // A pawn goes back as one of the other colour goes forward, from the fourth rank twice.
            let rank = if color { square / 8 } else { 7 - square / 8 };
            let one = reach('P', !color, square, to, false).into_iter().next();
            let one = one.filter(|_| rank > 1);
            let down = if color { -1 } else { 1 };
            let two = one.and_then(|one| step(one, 0, down)).filter(|two| at(to, *two).is_none());
            [one, two.filter(|_| rank == 3)].into_iter().flatten().collect()
        } else {
            reach(kind, color, square, to, false)
        };
        for from in backward.into_iter().filter(|from| at(to, *from).is_none()) {
            let mut earlier = to.clone();
            (earlier.squares[i], earlier.white) = (from, color);
            found.push(number(&earlier) as u32);
        }
    }
    found
}

/// Two men on one square, a pawn where none can be, or a king that could be taken.
fn is_nothing(men: &[(bool, char)], place: &Place) -> bool {
    let mut sorted = place.squares.clone();
    sorted.sort_unstable();
    let lost_pawn = |(man, square): (&(bool, char), &usize)| {
        man.1 == 'P' && (square / 8 == 0 || square / 8 == 7)
    };
    sorted.windows(2).any(|two| two[0] == two[1])
        || men.iter().zip(&place.squares).any(lost_pawn)
        || in_check(men, place, !place.white)
}

/// The position as text.
pub fn fen(men: &[(bool, char)], from: &Place) -> String {
    let mut text = String::new();
    for rank in (0..8).rev() {
        let mut empty = 0;
        for file in 0..8 {
            let Some(i) = at(from, rank * 8 + file) else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                text += &empty.to_string();
                empty = 0;
            }
            let kind = men[i].1;
            text.push(if men[i].0 { kind } else { kind.to_ascii_lowercase() });
        }
        if empty > 0 {
            text += &empty.to_string();
        }
        if rank > 0 {
            text.push('/');
        }
    }
    format!("{text} {} - - 0 1", if from.white { 'w' } else { 'b' })
}
