//! Shapes of three by three points at whose middle a stone is usually good: hanes, cuts, and what is
//! played at the edge [gelly-2006].
//!
//! A shape is drawn as it would stand on a board, for one side and in one direction; turned, mirrored
//! and with the colours changed it is the same. All of them are laid out once into a set of
//! surroundings, two bits for each of the eight points around the middle, so that a game played on
//! asks with one look.

use std::sync::LazyLock;

/// The eight points around a middle, clockwise from the upper left one.
const AROUND: usize = 8;
/// Where these stand in a drawing of nine.
const DRAWN: [usize; AROUND] = [0, 1, 2, 5, 8, 7, 6, 3];

/// `X` and `O` are stones of the two sides, `.` an empty point, `-` lies beyond the edge, `x` is
/// anything but X, `o` anything but O, and `?` anything at all. The middle is empty.
const SHAPES: [&str; 13] = [
    // Hanes: around a stone, at one that stands open, at a connected one; a diagonal attachment.
    "XOX ... ???",
    "XO. ... ?.?",
    "XO? X.. x.?",
    ".O. X.. ...",
    // Cuts: one that nothing defends, one that was peeped at, between, and through a knight's move.
    "XO? O.o ?o?",
    "XO? O.X ???",
    "?X? O.O ooo",
    "OX? o.O ???",
    // At the edge.
    "X.? O.? ---",
    "OX? X.O ---",
    "?X? x.O ---",
    "?XO x.x ---",
    "?OX X.O ---",
];

/// What one of the eight points holds, as two bits of a surrounding.
pub(super) const BLACK: u16 = 0;
pub(super) const WHITE: u16 = 1;
pub(super) const EMPTY: u16 = 2;
pub(super) const EDGE: u16 = 3;

/// Words of a set of surroundings.
const WORDS: usize = 1 << (2 * AROUND) >> 6;

/// A set of surroundings, a bit each.
type Surroundings = [u64; WORDS];

static GOOD: LazyLock<Box<Surroundings>> = LazyLock::new(|| {
    let mut good = Box::new([0; WORDS]);
    for shape in SHAPES {
        for (x, o) in [(BLACK, WHITE), (WHITE, BLACK)] {
            let drawn = drawn(shape, x, o);
            for turn in (0..AROUND).step_by(2) {
                let turned: [&[u16]; AROUND] =
                    std::array::from_fn(|at| drawn[(at + turn) % AROUND]);
                // The upper left point stays where it is.
                let mirrored = std::array::from_fn(|at| turned[(AROUND - at) % AROUND]);
                lay_out(&turned, 0, 0, &mut good);
                lay_out(&mirrored, 0, 0, &mut good);
            }
        }
    }
    good
});

/// What each point around may hold.
fn drawn(shape: &str, x: u16, o: u16) -> [&'static [u16]; AROUND] {
    let points: Vec<u8> = shape.bytes().filter(|point| *point != b' ').collect();
    let but = |side| if side == BLACK { &[WHITE, EMPTY, EDGE][..] } else { &[BLACK, EMPTY, EDGE] };
    let only = |side| if side == BLACK { &[BLACK][..] } else { &[WHITE] };
    DRAWN.map(|at| match points[at] {
        b'X' => only(x),
        b'O' => only(o),
        b'x' => but(x),
        b'o' => but(o),
        b'.' => &[EMPTY],
        b'-' => &[EDGE],
        _ => &[BLACK, WHITE, EMPTY, EDGE],
    })
}

/// Adds each surrounding that a drawing stands for, its first points being chosen.
fn lay_out(drawn: &[&[u16]; AROUND], at: usize, chosen: u16, good: &mut Surroundings) {
    let Some(&holds) = drawn.get(at) else {
        good[usize::from(chosen >> 6)] |= 1 << (chosen & 63);
        return;
    };
    for &held in holds {
        lay_out(drawn, at + 1, chosen | held << (2 * at), good);
    }
}

/// All surroundings of a point where a stone is usually good.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shapes(&'static Surroundings);

impl Shapes {
    /// Them, laid out at the first call.
    pub(super) fn all() -> Self {
        Self(&GOOD)
    }

    /// Whether a surrounding is one of them: two bits a point, clockwise from the upper left one.
    #[inline]
    pub(super) fn has(self, surrounding: u16) -> bool {
        self.0[usize::from(surrounding >> 6)] >> (surrounding & 63) & 1 == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The surrounding of a drawing without choices.
    fn seen(shape: &str) -> u16 {
        let each = drawn(shape, BLACK, WHITE);
        (0..AROUND).fold(0, |seen, at| {
            assert_eq!(each[at].len(), 1, "{shape}");
            seen | each[at][0] << (2 * at)
        })
    }

    #[test]
    fn a_shape_is_known_turned_mirrored_and_in_the_other_colour() {
        let shapes = Shapes::all();
        for shape in [
            "XOX ... ...",
            "X.. O.. X..",
            "... ... XOX",
            "OXO ... ...",
            "... ... OXO",
            ".O. X.. ...",
            ".O. ..X ...",
            "... X.. .O.",
            "X.. O.. ---",
            "..X ..O ---",
            "-.. -.. -OX",
        ] {
            assert!(shapes.has(seen(shape)), "{shape}");
        }
        for shape in ["... ... ...", "OOO O.O OOO", "--- -.. -..", "X.. ... ..."] {
            assert!(!shapes.has(seen(shape)), "{shape}");
        }
    }
}
