//! Whose each point is when games are played on by lot: what is dead, and what is nobody's yet.
//!
//! No rule set with a name judges stones so; people agree on what is dead, and this is what a program
//! has to say about it. Stones that most games take are dead [bruegmann-1993]. When a game is over and
//! nobody wanted the next move, either side may have it; stones that nobody can take are alive
//! ([`life`]), and what the lots leave open is read out ([`reading`](super::reading)): dead is what is lost
//! though its side moves first.

use super::board::{Points, Stones};
use super::life;
use super::playout::Playout;
use super::reading::saved;
use super::rules::{Go, Position, by_words};
use plyglot_core::Side;
use plyglot_core::game::Rules;
use plyglot_core::rng::{Rng, seeded};
use rand::RngExt;

/// Games that an estimate takes.
const GAMES: i32 = 200;
/// What is a side's in so many games needs no reading, hundredths.
const SETTLED: i32 = 95;
/// Games of all readings of a position, and of one at most.
const READING: u32 = 40_000;
const READING_MAX: u32 = 4_000;

/// Points by name, each with the share of games in which it was Black's at the end less that in which
/// it was White's, hundredths: 100 is Black's always, -100 White's. The lots are those of the position.
pub(super) fn owners(rules: &Go, pos: &Position) -> Vec<(String, i32)> {
    let mut rng = seeded(rules.key(pos));
    let is_over = rules.outcome(pos).is_some();
    let start = Playout::new(rules, pos, None).going_on();
    let mut shares = shares(rules, &start, is_over, &mut rng);
    if is_over {
        judge(rules, pos, &mut shares, &mut rng);
    }
    rules.points().zip(shares).map(|(point, share)| (rules.name(point), share)).collect()
}

/// The shares of all points in games by lot; the sides begin in turn where the next move is nobody's.
fn shares(rules: &Go, start: &Playout, is_over: bool, rng: &mut Rng) -> Vec<i32> {
    let points: Vec<u16> = rules.points().collect();
    let mut sums = vec![0; points.len()];
    let either = Side::BOTH.map(|side| start.clone().turned_to(side));
    for game in 0..GAMES {
        let mut board = if is_over { &either[usize::from(game % 2 == 0)] } else { start }.clone();
        for _ in 0..board.length_max() {
            if board.is_over() {
                break;
            }
            board.step(&mut |below| rng.random_range(0..below));
        }
        for (sum, &point) in sums.iter_mut().zip(&points) {
            *sum += i32::from(board.owner_of(point));
        }
    }
    sums.into_iter().map(|sum| 100 * sum / GAMES).collect()
}

/// Puts what is known or read out in the place of what the lots say of stones.
fn judge(rules: &Go, pos: &Position, shares: &mut [i32], rng: &mut Rng) {
    let points: Vec<u16> = rules.points().collect();
    let start = Playout::new(rules, pos, None);
    let mut open = Vec::new();
    for side in Side::BOTH {
        let stones = pos.stones[side.index()];
        let alive = by_words!(rules, kept(rules, pos, side));
        let mut left = stones;
        while let Some(point) = left.lowest() {
            let chain = rules.grid().chain(Points::of(point), stones);
            left = left.without(chain);
            let of_chain = |share: &(usize, &u16)| chain.contains(*share.1);
            let places: Vec<usize> =
                points.iter().enumerate().filter(of_chain).map(|(nth, _)| nth).collect();
            if alive.contains(point) {
                for nth in places {
                    shares[nth] = side.relative(100);
                }
            } else if places.iter().any(|&nth| shares[nth].abs() < SETTLED) {
                open.push((side, point, places));
            }
        }
    }
    let simulations = u32::try_from(open.len()).map_or(0, |count| READING / count.max(1));
    for (side, point, places) in open {
        let share = saved(&start, start.at(point).into(), side, simulations.min(READING_MAX), rng);
        for nth in places {
            shares[nth] = side.relative(2 * share - 100);
        }
    }
}

/// The points that a side keeps if it only passes from now on.
fn kept<const N: usize>(rules: &Go, pos: &Position, side: Side) -> Points {
    let stones = |side: Side| pos.stones[side.index()].resized();
    let stones = Stones::<N> { own: stones(side), opposing: stones(side.other()) };
    life::kept(&rules.grid().resized(), &stones, rules.terms.rules.suicide).resized()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Move;
    use plyglot_core::game::Notation;

    #[test]
    fn a_stone_in_a_foreign_eye_space_is_dead_and_walls_are_alive() {
        // White has two eyes and a stone of Black among them; Black has the rest.
        let rules = Go::new(crate::Terms { size: 7, ..Go::default().terms });
        let pos = rules.parse_position("2X1X2/XXXXXXX/OOOOOOO/3O3/1X1O3/3O3/3O3 b").unwrap();
        let owners = owners(&rules, &pos);
        let of = |name: &str| owners.iter().find(|(point, _)| point == name).unwrap().1;
        assert!(of("B3") < -60, "{}", of("B3"));
        assert!(of("D5") < -80 && of("D6") > 80, "{} {}", of("D5"), of("D6"));
        assert_eq!(owners.len(), 49);
        // Who has passed twice asks just that.
        let mut ended = pos;
        rules.play(&mut ended, Move::PASS);
        rules.play(&mut ended, Move::PASS);
        let of_b3 = super::owners(&rules, &ended).into_iter().find(|(name, _)| name == "B3");
        let of_b3 = of_b3.unwrap().1;
        assert!(of_b3 <= -20, "{of_b3}");
    }

    #[test]
    fn dead_is_what_its_side_cannot_save_though_it_moves_first() {
        for (size, text, dead) in [
            // White's three stones have room enough, and not for two eyes; GNU Go says so, too.
            (5, "2X2/2XO1/X1XO1/1XXO1/5 w", "D2 D3 D4"),
            // F2 may run into nothing but Black's area, and J5 of White may be joined.
            (
                9,
                "5XXO1/XXX2XOOO/XOOXXXO2/O1OOXXXO1/1O1OXXO2/2OOXXOOO/1OOXXXOXO/1OXXXOXXX/1OOX5 b",
                "F2",
            ),
            // E8 is in atari and is joined at F8.
            (
                9,
                "XXXXXOOO1/1X1XO1OOO/XXX1XOO1O/XX1X1XOOO/1XX1XXO1O/X1XXXXOOO/XXXX1XXOO/XX1XX1XOO/1XX1XXOO1 b",
                "",
            ),
        ] {
            let rules = Go::new(crate::Terms { size, ..Go::default().terms });
            let mut pos = rules.parse_position(text).unwrap();
            rules.play(&mut pos, Move::PASS);
            rules.play(&mut pos, Move::PASS);
            let shares = owners(&rules, &pos);
            let is_dead = |(name, share): &&(String, i32)| {
                let point = rules.point_of(name).unwrap();
                Side::BOTH.iter().any(|side| {
                    pos.stones[side.index()].contains(point) && side.relative(*share) <= 10
                })
            };
            let mut found: Vec<&str> =
                shares.iter().filter(is_dead).map(|(name, _)| name.as_str()).collect();
            found.sort_unstable();
            assert_eq!(found.join(" "), dead, "{text}");
        }
    }
}
