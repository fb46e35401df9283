//! Boards as pictures, in SVG.
//!
//! What is the same in every position, the *ground*, is told apart from what stands on it: a board
//! has *places*, and a *man* is a small drawing around the point (0, 0) that may stand on any of
//! them. A position is then no more than a word for each place, the *scene*, so that a page of a
//! hundred thousand positions holds ground and men once, and of each position only what differs
//! from the one before.
//!
//! ```text
//!   ground            places                    men                scene
//!   the squares   +   a8 at (0.5, 0.5) …   +    "k" = a drawing    ["", "k", …] one word a place
//! ```
//!
//! The unit of length is one field of the board; x grows to the right and y downwards, as in SVG. A
//! word for which there is no man is written out. Nothing here names a colour of the page: what is
//! drawn beside the board uses `currentColor`, so a picture can be read on light and dark.

use std::borrow::Cow;
use std::fmt::Write;

/// What a board looks like, whatever stands on it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picture {
    /// Width and height, fields.
    pub size: (f32, f32),
    /// SVG elements under everything else.
    pub ground: String,
    /// Where something may stand.
    pub places: Vec<Place>,
    /// Words and the SVG elements they stand for, the first of which may be a [`titled`] one.
    pub men: Vec<(Cow<'static, str>, String)>,
    /// Height of a word that is written out, fields.
    pub text_size: f32,
    /// SVG elements that mark a place, under what stands there.
    pub mark: Cow<'static, str>,
    /// Each side has an end of the board, the first side the lower one, and would rather sit there.
    pub has_ends: bool,
}

/// A place of a board.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Place {
    /// As people call it: `e4`; empty for a place beside the board, which is not marked when its
    /// word changes.
    pub name: Cow<'static, str>,
    /// Its middle, from the left.
    pub x: f32,
    /// Its middle, from the top.
    pub y: f32,
}

impl Place {
    /// A place with its name and its middle.
    pub fn new(name: impl Into<Cow<'static, str>>, x: f32, y: f32) -> Self {
        Self { name: name.into(), x, y }
    }
}

/// What stands on each place of a [`Picture`]; an empty word is an empty place.
pub type Scene = Vec<Cow<'static, str>>;

/// What is shown of a board besides what stands on it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Marks<'a> {
    /// Places to be marked, such as those that a move changed.
    pub changed: &'a [usize],
    /// A short text at some places, such as what the evaluator gives for a man.
    pub values: &'a [(usize, String)],
}

/// Width of a letter of a diagram, in its height.
const LETTER_WIDTH: f32 = 0.6;
/// Height of a line of a diagram, in the height of a letter.
const LINE_HEIGHT: f32 = 1.2;

/// A drawing with what it shows in words, for whoever does not see it.
pub fn titled(title: &str, drawing: &str) -> String {
    format!("<title>{title}</title>{drawing}")
}

impl Picture {
    /// The picture of a game that has a diagram in text only: every letter of it is a place.
    pub fn of_text(diagram: &str) -> Self {
        let wide = diagram.lines().map(|line| line.chars().count()).max().unwrap_or(0);
        let high = diagram.lines().count();
        let at = |count: usize| f32::from(u16::try_from(count).unwrap_or(u16::MAX));
        let place = |(row, column)| Place {
            name: Cow::Borrowed(""),
            x: LETTER_WIDTH * (at(column) + 1.5),
            y: LINE_HEIGHT * (at(row) + 1.0),
        };
        let cells = (0..high).flat_map(|row| (0..wide).map(move |column| (row, column)));
        Self {
            size: (LETTER_WIDTH * (at(wide) + 2.0), LINE_HEIGHT * (at(high) + 1.0)),
            places: cells.map(place).collect(),
            text_size: 1.0,
            mark: ROUND_MARK.into(),
            ..Self::default()
        }
    }

    /// The letters of a diagram on the places of [`Picture::of_text`], which was made from one of
    /// the same size; what does not fit is left out.
    pub fn scene_of_text(&self, diagram: &str) -> Scene {
        let wide = self.columns();
        let mut scene = vec![Cow::Borrowed(""); self.places.len()];
        for (row, line) in diagram.lines().enumerate() {
            let letters = line.chars().take(wide).enumerate();
            for (column, letter) in letters.filter(|(_, letter)| *letter != ' ') {
                if let Some(word) = scene.get_mut(row * wide + column) {
                    *word = letter.to_string().into();
                }
            }
        }
        scene
    }

    /// How many places are in the first row.
    fn columns(&self) -> usize {
        let first = self.places.first().map_or(0.0, |place| place.y);
        self.places.iter().take_while(|place| place.y.to_bits() == first.to_bits()).count()
    }

    /// The place of this name, upper and lower case apart.
    pub fn place(&self, name: &str) -> Option<usize> {
        self.places.iter().position(|place| place.name == name)
    }

    /// The names of places in a text, from left to right, the longest where several begin: in
    /// `a7a8q` these are a7 and a8.
    pub fn named_in(&self, text: &str) -> Vec<String> {
        let mut names = Vec::new();
        let mut rest = text;
        while let Some(letter) = rest.chars().next() {
            let here = self.places.iter().map(|place| &*place.name);
            let here = here.filter(|name| !name.is_empty() && rest.starts_with(name));
            let longest = here.max_by_key(|name| name.len());
            rest = &rest[longest.map_or(letter.len_utf8(), str::len)..];
            names.extend(longest.map(str::to_owned));
        }
        names
    }

    /// The whole picture as an SVG document.
    pub fn svg(&self, scene: &[Cow<'static, str>], marks: Marks<'_>) -> String {
        let (width, height) = self.size;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             role=\"img\">{}",
            self.ground
        );
        for place in marks.changed.iter().filter_map(|&at| self.places.get(at)) {
            let _ = write!(svg, "{}{}</g>", moved(place), self.mark);
        }
        for (place, word) in self.places.iter().zip(scene).filter(|(_, word)| !word.is_empty()) {
            svg.push_str(&moved(place));
            match self.men.iter().find(|(name, _)| name == word) {
                Some((_, man)) => svg.push_str(man),
                None => svg.push_str(&written(word, self.text_size)),
            }
            svg.push_str("</g>");
        }
        for (at, value) in marks.values {
            let Some(place) = self.places.get(*at) else { continue };
            let _ = write!(svg, "{}{}</g>", moved(place), valued(value));
        }
        svg + "</svg>\n"
    }
}

/// A mark for round places.
pub const ROUND_MARK: &str = "<circle r=\".47\" fill=\"#e8b93f\" fill-opacity=\".55\"/>";

fn moved(place: &Place) -> String {
    format!("<g transform=\"translate({} {})\">", place.x, place.y)
}

/// A word in the middle of a place.
fn written(word: &str, size: f32) -> String {
    format!(
        "<text y=\".35em\" font-size=\"{size}\" font-family=\"ui-monospace,monospace\" \
         text-anchor=\"middle\" fill=\"currentColor\">{}</text>",
        escaped(word)
    )
}

/// A value on the upper edge of a place, legible on anything.
fn valued(value: &str) -> String {
    format!(
        "<text y=\"-.26\" font-size=\".25\" font-family=\"sans-serif\" font-weight=\"bold\" \
         text-anchor=\"middle\" fill=\"#111\" stroke=\"#fff\" stroke-width=\".06\" \
         paint-order=\"stroke\">{}</text>",
        escaped(value)
    )
}

/// Text as SVG may hold it.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_letters_of_a_diagram_come_back_in_their_rows() {
        let picture = Picture::of_text("a b\n  c\n");
        assert_eq!(picture.places.len(), 6);
        let scene = picture.scene_of_text("x  \n y<\nnot seen\n");
        assert_eq!(scene, ["x", "", "", "", "y", "<"]);
        let svg = picture.svg(&scene, Marks::default());
        assert!(svg.contains(">x</text>") && svg.contains(">&lt;</text>"), "{svg}");
        assert_eq!(svg.matches("<text").count(), 3);
    }

    #[test]
    fn men_are_drawn_where_they_stand_and_marks_below_values_above() {
        let picture = Picture {
            size: (2.0, 1.0),
            ground: "<rect/>".to_owned(),
            places: vec![Place::new("a", 0.5, 0.5), Place::new("b", 1.5, 0.5)],
            men: vec![("k".into(), "<path/>".to_owned())],
            text_size: 0.5,
            mark: ROUND_MARK.into(),
            has_ends: false,
        };
        let marks = Marks { changed: &[1], values: &[(1, "+1".to_owned())] };
        let svg = picture.svg(&["".into(), "k".into()], marks);
        let order = ["<rect/>", "<circle", "<path/>", ">+1<"].map(|part| svg.find(part));
        assert!(order.iter().all(Option::is_some) && order.is_sorted(), "{svg}");
        assert_eq!(svg.matches("translate(1.5 0.5)").count(), 3);
        assert_eq!(picture.place("b"), Some(1));
        assert_eq!(picture.place("c"), None);
    }
}
