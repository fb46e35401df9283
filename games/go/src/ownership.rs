//! Whose each point is when games are played on by lot: what is dead, and what is nobody's yet.
//!
//! No rule set with a name judges stones so; people agree on what is dead, and this is what a program
//! has to say about it. Stones that most games take are dead [bruegmann-1993].

use super::playout::Playout;
use super::rules::{Go, Position};
use plyglot_core::game::Rules;
use plyglot_core::rng::seeded;
use rand::RngExt;

/// Games of an opinion.
const GAMES: i32 = 200;

/// Points by name, each with the share of games in which it was Black's at the end less that in which
/// it was White's, hundredths: 100 is Black's always, -100 White's. The lots are those of the position.
pub(super) fn owners(rules: &Go, pos: &Position) -> Vec<(String, i32)> {
    let mut rng = seeded(rules.key(pos));
    let start = Playout::new(rules, pos, None).going_on();
    let points: Vec<u16> = rules.points().collect();
    let mut sums = vec![0; points.len()];
    for _ in 0..GAMES {
        let mut board = start.clone();
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
    points
        .into_iter()
        .zip(sums)
        .map(|(point, sum)| (rules.name(point), 100 * sum / GAMES))
        .collect()
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
        assert!(of_b3.unwrap().1 < -60);
    }
}
