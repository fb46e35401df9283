//! Messages of `DamExchange` as values, and back [dxp-1, layer 2].
//!
//! ```text
//! R01plyglot                         W060075A     a game: version, name, the other's colour, minutes, moves
//! Aplyglot                         0              taken
//! M0012061100                                     12 seconds, 6-11, nothing captured
//! M001205250422122320                             5x25, four captured
//! E10                                             the game is lost; another may be played
//! B005Z                                           back to Black's fifth move
//! K0                                              done
//! CWell played
//! ```

use plyglot_core::Side;

/// Letters and figures of a name.
const NAME: usize = 32;
const VERSION: &str = "01";
const SQUARES: usize = 50;
/// The longest message.
pub(super) const MESSAGE_MAX: usize = 127;
const SECONDS_MAX: u64 = 9999;

/// A game that is asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Request {
    pub name: String,
    /// The side of who is asked.
    pub follower: Side,
    pub minutes: u32,
    /// Of each side; 0 for any number.
    pub moves: u32,
    /// A position as Hub writes it; `None` for the start.
    pub position: Option<String>,
}

/// Why a request is not understood, as the answer has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Unfit {
    Version,
    Fields,
}

impl Request {
    /// The message.
    pub(super) fn text(&self) -> String {
        let Self { name, follower, minutes, moves, position } = self;
        let color = letter(*follower);
        let head = format!("R{VERSION}{}{color}{minutes:03}{moves:03}", padded(name));
        match position {
            None => format!("{head}A"),
            Some(position) => format!("{head}B{}", position.replace('B', "Z").replace('b', "z")),
        }
    }

    /// What stands behind `R`.
    pub(super) fn read(text: &str) -> Result<Self, Unfit> {
        if text.get(..2) != Some(VERSION) {
            return Err(Unfit::Version);
        }
        Self::fields(text).ok_or(Unfit::Fields)
    }

    fn fields(text: &str) -> Option<Self> {
        let name = text.get(2..34)?.trim().to_owned();
        let follower = side(text.get(34..35)?)?;
        let number = |from: usize, to: usize| text.get(from..to)?.trim().parse().ok();
        let (minutes, moves) = (number(35, 38)?, number(38, 41)?);
        let position = match text.get(41..42)? {
            "A" => None,
            "B" => {
                let position = text.get(42..)?;
                let is_whole = position.len() > SQUARES && position.is_ascii();
                let board = position.get(..=SQUARES).filter(|_| is_whole)?;
                Some(board.replace('Z', "B").replace('z', "b"))
            }
            _ => return None,
        };
        Some(Self { name, follower, minutes, moves, position })
    }
}

/// A move: squares from and to, those of captured men in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Step {
    from: u32,
    to: u32,
    captured: Vec<u32>,
}

impl Step {
    /// A move as Hub writes it, `32-28` or `19x30x24`.
    pub(super) fn of(mv: &str) -> Option<Self> {
        let numbers: Option<Vec<u32>> =
            mv.split(['-', 'x']).map(|word| word.parse().ok()).collect();
        let mut numbers = numbers?.into_iter();
        let (from, to) = (numbers.next()?, numbers.next()?);
        Some(Self::new(from, to, numbers.collect()))
    }

    fn new(from: u32, to: u32, mut captured: Vec<u32>) -> Self {
        captured.sort_unstable();
        Self { from, to, captured }
    }

    /// The message, of a move that took so long.
    pub(super) fn text(&self, seconds: u64) -> String {
        let Self { from, to, captured } = self;
        let (seconds, count) = (seconds.min(SECONDS_MAX), captured.len());
        let head = format!("M{seconds:04}{from:02}{to:02}{count:02}");
        captured.iter().fold(head, |text, square| format!("{text}{square:02}"))
    }

    /// What stands behind `M`: seconds and the move.
    pub(super) fn read(text: &str) -> Option<(u64, Self)> {
        let number = |at: usize| text.get(at..at + 2)?.parse::<u32>().ok();
        let seconds = text.get(..4)?.trim().parse().ok()?;
        let (from, to, count) = (number(4)?, number(6)?, number(8)? as usize);
        let captured: Option<Vec<u32>> = (0..count).map(|nth| number(10 + 2 * nth)).collect();
        Some((seconds, Self::new(from, to, captured?)))
    }

    /// Whether a move that was told without its captures may be this one.
    pub(super) fn is_like(&self, told: &Self) -> bool {
        (self.from, self.to) == (told.from, told.to)
    }
}

/// `A`: whether the game is taken.
pub(super) fn accepted(name: &str, code: char) -> String {
    format!("A{}{code}", padded(name))
}

/// What stands behind `B`: the ply at which White, or Black where Black begins, is to go on from.
pub(super) fn back(text: &str, first: Side) -> Option<u32> {
    let number: u32 = text.get(..3)?.trim().parse().ok()?;
    let side = side(text.get(3..4)?)?;
    Some(2 * number.checked_sub(1)? + u32::from(side != first))
}

fn letter(side: Side) -> char {
    match side {
        Side::First => 'W',
        Side::Second => 'Z',
    }
}

fn side(text: &str) -> Option<Side> {
    match text {
        "W" => Some(Side::First),
        "Z" => Some(Side::Second),
        _ => None,
    }
}

fn padded(name: &str) -> String {
    let plain: String = name.chars().filter(char::is_ascii_graphic).take(NAME).collect();
    format!("{plain:NAME$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_read_as_they_are_written() {
        let name = "plyglot".to_owned();
        let plain =
            Request { name, follower: Side::Second, minutes: 60, moves: 75, position: None };
        let text = plain.text();
        assert_eq!(text, "R01plyglot                         Z060075A");
        assert_eq!(Request::read(&text[1..]), Ok(plain.clone()));
        let board = format!("B{}wWB", "b".repeat(47));
        let placed = Request { position: Some(board), follower: Side::First, ..plain };
        let text = placed.text();
        assert!(text.len() <= MESSAGE_MAX && text.ends_with(&format!("BZ{}wWZ", "z".repeat(47))));
        assert_eq!(Request::read(&text[1..]), Ok(placed));
        assert_eq!(Request::read("02"), Err(Unfit::Version));
        for bad in ["01", "01x", &text[1..60], "01plyglot                         Q060075A"] {
            assert_eq!(Request::read(bad), Err(Unfit::Fields), "{bad}");
        }
    }

    #[test]
    fn moves_are_read_as_they_are_written() {
        for (mv, text) in
            [("6-11", "M0012061100"), ("5x25x23x22x12x20", "M001205250412202223"), ("a", "")]
        {
            let step = Step::of(mv);
            assert_eq!(step.as_ref().map(|step| step.text(12)).unwrap_or_default(), text);
            if let Some(step) = step {
                assert_eq!(Step::read(&text[1..]), Some((12, step)));
            }
        }
        let told = Step::read("001205250422122320").map(|(_, step)| step);
        assert_eq!(told, Step::of("5x25x12x20x22x23"));
        for bad in ["", "0012", "00120525x", "001205250422", "é01205250422"] {
            assert_eq!(Step::read(bad), None, "{bad}");
        }
    }

    #[test]
    fn numbers_of_moves_are_plies_of_who_began() {
        assert_eq!(back("005Z", Side::First), Some(9));
        assert_eq!(back("001W", Side::First), Some(0));
        assert_eq!(back("001W", Side::Second), Some(1));
        for bad in ["000W", "1W", "001", "001X", "00éW"] {
            assert_eq!(back(bad, Side::First), None, "{bad}");
        }
    }
}
