//! Chances of win, draw and loss: what `UCI_ShowWDL` adds to a score.
//!
//! A model for people, not a measurement: the chance to win is a logistic curve of the score that
//! reaches one half at one unit and a half ahead, the chance to lose is the same seen from the
//! other side, and what is left is the draw. A proven result is certain.

use plyglot_core::Score;

/// One half of all games are won from here, in hundredths of the game's unit.
const EVEN_CP: f64 = 150.0;
/// How fast the curve rises, in the same unit.
const SPREAD_CP: f64 = 60.0;

/// Win, draw and loss in thousandths, adding up to 1000. `exact`: the score is the game's value.
pub(super) fn chances(score: Score, exact: bool) -> [u16; 3] {
    let result = if exact { score.raw().signum() } else { 0 };
    match (result, score.is_win(), score.is_loss()) {
        (1, ..) | (_, true, _) => [1000, 0, 0],
        (-1, ..) | (_, _, true) => [0, 0, 1000],
        _ if exact => [0, 1000, 0],
        _ => {
            let (win, loss) = (thousandths(score.raw()), thousandths(-score.raw()));
            [win, 1000 - win - loss, loss]
        }
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the curve lies between 0 and 1"
)]
fn thousandths(cp: i32) -> u16 {
    (1000.0 / (1.0 + ((EVEN_CP - f64::from(cp)) / SPREAD_CP).exp())).round() as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_add_up_and_grow_with_the_score() {
        let mut last = 0;
        for cp in (-2000..=2000).step_by(50) {
            let [win, draw, loss] = chances(Score::cp(cp), false);
            assert_eq!(win + draw + loss, 1000, "{cp}");
            assert!(win >= last, "{cp}");
            assert_eq!(chances(Score::cp(-cp), false), [loss, draw, win], "{cp}");
            last = win;
        }
    }

    #[test]
    fn what_is_proven_is_certain() {
        assert_eq!(chances(Score::win_in(5), false), [1000, 0, 0]);
        assert_eq!(chances(Score::loss_in(4), false), [0, 0, 1000]);
        assert_eq!(chances(Score::DRAW, true), [0, 1000, 0]);
        assert_eq!(chances(Score::cp(800), true), [1000, 0, 0]);
    }
}
