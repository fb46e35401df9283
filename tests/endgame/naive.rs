//! A small slow solver of chess endings, written for nothing but to be different: a mailbox, arrays
//! of all squares for every man, no symmetry, no unmoves, and sweeps until nothing changes.

use std::collections::HashMap;

use plyglot::core::rng::Rng;
use plyglot::endgame::Value;
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

/// Tables by name, three men with all but the kings White's: n is a win in n - 1 plies, -n a loss in n - 1, from the side to move.
#[derive(Default)]
pub(crate) struct Solver {
    tables: HashMap<String, Vec<i16>>,
}

#[derive(Clone)]
struct Place {
    squares: Vec<usize>,
    white: bool,
}

fn number(place: &Place) -> usize {
    let all = place.squares.iter().fold(0, |sum, square| sum * 64 + square);
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
    const ROOK: [(isize, isize); 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];
    const BISHOP: [(isize, isize); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
    const KNIGHT: [(isize, isize); 8] =
        [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)];
    let up = if white { 1 } else { -1 };
    let (steps, far): (Vec<(isize, isize)>, isize) = match kind {
        'K' => ([ROOK, BISHOP].concat(), 1),
        'Q' => ([ROOK, BISHOP].concat(), 7),
        'R' => (ROOK.to_vec(), 7),
        'B' => (BISHOP.to_vec(), 7),
        'N' => (KNIGHT.to_vec(), 1),
        _ if attack => (vec![(1, up), (-1, up)], 1),
        _ => {
            let first = if white { from / 8 == 1 } else { from / 8 == 6 };
            (vec![(0, up)], if first { 2 } else { 1 })
        }
    };
    let mut found = Vec::new();
    for (dx, dy) in steps {
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
    pub(crate) fn random_position(&mut self, name: &str, rng: &mut Rng) -> Option<(String, Value)> {
        self.solve(name);
        let men = men(name);
        let table = &self.tables[name];
        let at = rng.random_range(0..table.len());
        let value = match table[at] {
            NONE => return None,
            OPEN => Value::Draw,
            n if n > 0 => Value::Win(n.unsigned_abs() - 1),
            n => Value::Loss(n.unsigned_abs() - 1),
        };
        Some((fen(&men, &place(at, men.len())), value))
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
        Link::Fixed(self.tables[&name][number(after)])
    }

    fn solve(&mut self, name: &str) {
        if self.tables.contains_key(name) {
            return;
        }
        let men = men(name);
        if men.iter().any(|man| man.1 == 'P') {
            self.solve(&name.replace('P', "Q"));
            self.solve(&name.replace('P', "R"));
        }
        let mut table = vec![OPEN; 2 * 64_usize.pow(men.len() as u32)];
        let mut open = Vec::new();
        for (at, value) in table.iter_mut().enumerate() {
            let place = place(at, men.len());
            if is_nothing(&men, &place) {
                *value = NONE;
                continue;
            }
            let links = moves(&men, &place);
            let links: Vec<Link> =
                links.iter().map(|(men, after)| self.link(men, after, name)).collect();
            if !links.is_empty() {
                open.push((at, links));
            } else if in_check(&men, &place, place.white) {
                *value = -1;
            }
        }
        let mut idle = 0;
        // A table behind a promotion may have something to say later.
        for plies in 1.. {
            if idle > 40 {
                break;
            }
            let mut solved = Vec::new();
            for (at, links) in &open {
                let mut worths = links.iter().map(|link| match link {
                    Link::Own(at) => table[*at],
                    Link::Fixed(worth) => *worth,
                });
                if worths.clone().any(|worth| worth < 0 && -worth <= plies) {
                    solved.push((*at, plies + 1));
                } else if worths.all(|worth| worth > 0 && worth <= plies) {
                    solved.push((*at, -plies - 1));
                }
            }
            idle = if solved.is_empty() { idle + 1 } else { 0 };
            for (at, value) in solved {
                table[at] = value;
            }
            open.retain(|(at, _)| table[*at] == OPEN);
        }
        self.tables.insert(name.to_owned(), table);
    }
}

enum Link {
    Own(usize),
    Fixed(i16),
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

fn fen(men: &[(bool, char)], from: &Place) -> String {
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
