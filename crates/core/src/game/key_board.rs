//! A board as keys play it: a cursor walks from place to place, and a move is a place and a direction.
//!
//! A terminal is told by this where each place is drawn and where a key leads from it; it knows no
//! game.

/// The board at a moment of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyBoard {
    /// The places, in no particular order.
    pub places: Vec<KeyPlace>,
    /// The directions in which a cursor may walk and a move may go.
    pub directions: &'static [KeyDirection],
    /// Lines of the drawing.
    pub lines: usize,
    /// The place where the cursor stands at first.
    pub start: usize,
    /// What stands below the board: the score.
    pub status: String,
    /// What the side to move is drawn with.
    pub turn: &'static str,
}

/// A place of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyPlace {
    /// As moves write it: `c3`.
    pub name: String,
    /// Line of the drawing, from the top.
    pub line: usize,
    /// Column of the drawing, in letters from the left.
    pub column: usize,
    /// What stands there, two letters.
    pub mark: &'static str,
    /// Whether a piece of the side to move stands there.
    pub is_own: bool,
    /// The neighbours, by direction.
    pub neighbours: Vec<Option<usize>>,
}

/// A direction, by its keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyDirection {
    /// The keys that mean it, in small letters.
    pub keys: &'static str,
    /// As moves write it: `nw`.
    pub word: &'static str,
}

impl KeyBoard {
    /// The direction that a key means.
    pub fn direction(&self, key: char) -> Option<usize> {
        let key = key.to_ascii_lowercase();
        self.directions.iter().position(|direction| direction.keys.contains(key))
    }

    /// A move as text: the place and the direction.
    pub fn move_text(&self, place: usize, direction: usize) -> String {
        format!("{}:{}", self.places[place].name, self.directions[direction].word)
    }

    /// The nearest place in the same column of the drawing, upwards or downwards.
    pub fn above_or_below(&self, place: usize, is_up: bool) -> Option<usize> {
        let here = &self.places[place];
        let ahead = |(_, other): &(usize, &KeyPlace)| {
            other.column == here.column
                && if is_up { other.line < here.line } else { other.line > here.line }
        };
        let places = self.places.iter().enumerate().filter(ahead);
        places.min_by_key(|(_, other)| other.line.abs_diff(here.line)).map(|(index, _)| index)
    }

    /// The places that the text of a move names.
    pub fn named_in(&self, mv: &str) -> Vec<usize> {
        let named = |(_, place): &(usize, &KeyPlace)| mv.contains(&place.name);
        self.places.iter().enumerate().filter(named).map(|(index, _)| index).collect()
    }
}
