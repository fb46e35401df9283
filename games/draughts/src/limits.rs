//! The draws by counting: which material, since when, how many moves of each side.
//!
//! What a rule looks back on over a fixed distance is a counter in the position. Four counters
//! serve all rules of the family, in plies:
//!
//! ```text
//! quiet     since a man moved or a piece was captured
//! balance   since a piece was captured or crowned, while both sides have kings
//! class     since the kind of ending arose (three kings against one, say); a capture or a crowning
//!           within the same kind goes on counting
//! road      since a lone king has had the long diagonal to itself
//! ```
//!
//! The position in which a condition becomes true has the count 0; after so many moves of each side
//! the game is drawn, unless the last of them has won it.
//!
//! That nothing but another kind of ending interrupts `class` is the wording of [fmjd-rules],
//! version of November 2015: by 6.3 a game is drawn when the players "have each played another
//! sixteen moves maximum", by 6.4 "another five", without exception for moves of men or captures.
//! The Dutch federation says it outright: so many moves "after a position has arisen of" one king
//! against such pieces. [lidraughts-program] counts in the same way; [pydraughts-program] begins
//! anew with every man's move and capture.

/// The men and kings of one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Force {
    /// How many men.
    pub men: u8,
    /// How many kings.
    pub kings: u8,
}

impl Force {
    /// The pieces of a set.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "there are at most 50")]
    pub(super) const fn of(set: u64, kings: u64) -> Self {
        let crowned = (set & kings).count_ones() as u8;
        Self { kings: crowned, men: set.count_ones() as u8 - crowned }
    }

    const fn pieces(self) -> u8 {
        self.men + self.kings
    }

    const fn is(self, kings: u8, men: u8) -> bool {
        self.kings == kings && self.men == men
    }

    const fn is_lone_king(self) -> bool {
        self.is(1, 0)
    }
}

/// The counter a limit reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Since {
    /// A man moved or a piece was captured.
    Quiet,
    /// A piece was captured or crowned.
    Balance,
    /// This kind of ending arose.
    Class,
    /// The lone king took the long diagonal.
    Road,
}

/// A kind of limit: a condition and a counter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Three pieces, a king among them, against a lone king.
    ThreeToOne,
    /// One or two pieces, a king among them, against a lone king.
    TwoToOne,
    /// Three kings or more against a lone king.
    KingsToOne,
    /// Both sides have kings, four or five pieces are left.
    FourOrFive,
    /// Both sides have kings, six or seven pieces are left.
    SixOrSeven,
    /// Three pieces, a king among them, against a lone king that alone holds the long diagonal.
    Road,
    /// The endings that [dagaz-9] wants won by the fifth move.
    FewToOne,
    /// Five kings, or four and a man, against two kings.
    FiveToTwo,
    /// A king each and nothing else.
    KingEach,
    /// Three kings against two.
    ThreeToTwo,
    /// Always: only kings move and nothing is captured.
    Quiet,
}

/// How many kinds there are.
pub(super) const KINDS: usize = Kind::ALL.len();

/// A limit of a rule book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limit {
    /// What is counted.
    pub kind: Kind,
    /// Moves of each side.
    pub moves: u16,
    /// A player has to claim it.
    pub claim: bool,
    /// Its place in the rule book.
    pub source: &'static str,
}

const fn limit(kind: Kind, moves: u16, source: &'static str) -> Limit {
    Limit { kind, moves, claim: false, source }
}

const fn claim(kind: Kind, moves: u16, source: &'static str) -> Limit {
    Limit { kind, moves, claim: true, source }
}

/// English draughts today.
pub(super) const WCDF: &[Limit] = &[claim(Kind::Quiet, 40, "[wcdf-rules, 1.32.2]")];

/// International draughts today.
pub(super) const FMJD: &[Limit] = &[
    limit(Kind::Quiet, 25, "[fmjd-rules, 6.2]"),
    limit(Kind::ThreeToOne, 16, "[fmjd-rules, 6.3]"),
    limit(Kind::TwoToOne, 5, "[fmjd-rules, 6.4]"),
];

/// Russian and Brazilian draughts today.
pub(super) const FMJD_64: &[Limit] = &[
    limit(Kind::KingsToOne, 15, "[fmjd-64, 7.2.4]"),
    limit(Kind::Quiet, 15, "[fmjd-64, 7.2.5]"),
    limit(Kind::FourOrFive, 30, "[fmjd-64, 7.2.6]"),
    limit(Kind::SixOrSeven, 60, "[fmjd-64, 7.2.6]"),
    limit(Kind::Road, 5, "[fmjd-64, 7.2.7]"),
    limit(Kind::TwoToOne, 5, "[fmjd-64, 7.2.8]"),
];

/// Russian draughts as [dagaz-9] has it. "Not won within 30 moves" is counted from the last move
/// that brought anything on: of a whole game it would leave nothing.
pub(super) const DAGAZ_RUSSIAN: &[Limit] = &[limit(Kind::Quiet, 30, "[dagaz-9, section 2]")];

/// English draughts as [dagaz-9] has it.
pub(super) const DAGAZ_ENGLISH: &[Limit] = &[
    limit(Kind::KingEach, 20, "[dagaz-9, section 2]"),
    claim(Kind::ThreeToTwo, 40, "[dagaz-9, section 2]"),
];

/// International draughts as [dagaz-9] has it.
pub(super) const DAGAZ_INTERNATIONAL: &[Limit] = &[
    limit(Kind::Quiet, 25, "[dagaz-9, section 2]"),
    limit(Kind::FewToOne, 5, "[dagaz-9, section 2]"),
    limit(Kind::FiveToTwo, 50, "[dagaz-9, section 2]"),
];

impl Kind {
    /// Every kind, in the order in which they are asked: the most special first.
    pub const ALL: [Self; 11] = [
        Self::ThreeToOne,
        Self::TwoToOne,
        Self::KingsToOne,
        Self::FourOrFive,
        Self::SixOrSeven,
        Self::Road,
        Self::FewToOne,
        Self::FiveToTwo,
        Self::KingEach,
        Self::ThreeToTwo,
        Self::Quiet,
    ];

    /// The rest of the option's name after the game's prefix and a dot.
    pub const fn option(self) -> &'static str {
        match self {
            Self::Quiet => "QuietLimit",
            Self::ThreeToOne => "ThreeToOneLimit",
            Self::TwoToOne => "TwoToOneLimit",
            Self::KingsToOne => "KingsToOneLimit",
            Self::FourOrFive => "FourOrFiveLimit",
            Self::SixOrSeven => "SixOrSevenLimit",
            Self::Road => "LongDiagonalLimit",
            Self::FewToOne => "FewToOneLimit",
            Self::FiveToTwo => "FiveToTwoLimit",
            Self::KingEach => "KingEachLimit",
            Self::ThreeToTwo => "ThreeToTwoLimit",
        }
    }

    /// What the option says of itself.
    pub const fn about(self) -> &'static str {
        match self {
            Self::Quiet => {
                "Drawn after so many moves of each side with kings only and without a capture; 0 \
                 for never, -1 as the preset has it."
            }
            Self::ThreeToOne => {
                "The same for three pieces, a king among them, against a lone king, from when that \
                 ending arose."
            }
            Self::TwoToOne => {
                "The same for one or two pieces, a king among them, against a lone \
                 king."
            }
            Self::KingsToOne => {
                "The same for three kings or more against a lone king, from the last capture \
                 or crowning."
            }
            Self::FourOrFive => {
                "The same for four or five pieces with kings on both sides, from the last capture \
                 or crowning."
            }
            Self::SixOrSeven => "The same for six or seven pieces.",
            Self::Road => {
                "The same for three pieces, a king among them, against a king that alone holds the \
                 long diagonal, from when it took it."
            }
            Self::FewToOne => {
                "The same for the small endings of [dagaz-9]: three kings, with a man or without, \
                 a king and two men, three men, two kings, a king and a man against a king; a king \
                 against a king or a man."
            }
            Self::FiveToTwo => "The same for five kings, or four and a man, against two kings.",
            Self::KingEach => "The same for a king each.",
            Self::ThreeToTwo => "The same for three kings against two.",
        }
    }

    /// What ended the game.
    pub const fn reason(self) -> &'static str {
        match self {
            Self::Quiet => "king moves without a capture",
            Self::ThreeToOne => "three pieces against a king",
            Self::TwoToOne => "two or one against a king",
            Self::KingsToOne => "three kings against a king",
            Self::FourOrFive => "four or five pieces, balance unchanged",
            Self::SixOrSeven => "six or seven pieces, balance unchanged",
            Self::Road => "king on the long diagonal",
            Self::FewToOne => "few pieces against one",
            Self::FiveToTwo => "five kings against two",
            Self::KingEach => "king against king",
            Self::ThreeToTwo => "three kings against two",
        }
    }

    /// What its counter counts.
    pub const fn counter(self) -> &'static str {
        match self {
            Self::Quiet => "plies with kings only and without a capture",
            Self::ThreeToOne => "plies of three pieces against a king",
            Self::TwoToOne => "plies of two pieces or one against a king",
            Self::KingsToOne => "plies of three kings or more against one",
            Self::FourOrFive => "plies of four or five pieces without a capture or crowning",
            Self::SixOrSeven => "plies of six or seven pieces without a capture or crowning",
            Self::Road => "plies of a lone king on the long diagonal",
            Self::FewToOne => "plies of few pieces against one",
            Self::FiveToTwo => "plies of five kings against two",
            Self::KingEach => "plies of a king each",
            Self::ThreeToTwo => "plies of three kings against two",
        }
    }

    /// Whether the limit on quiet moves does not count where this one does. [dagaz-9] gives five
    /// kings against two fifty moves, in which hardly anything but kings can move: with twenty-five
    /// of those drawn, nobody would ever come to the fiftieth.
    pub const fn replaces_quiet(self) -> bool {
        matches!(self, Self::FiveToTwo)
    }

    /// What the count of this limit begins with.
    pub const fn since(self) -> Since {
        match self {
            Self::Quiet => Since::Quiet,
            Self::KingsToOne | Self::FourOrFive | Self::SixOrSeven => Since::Balance,
            Self::Road => Since::Road,
            Self::ThreeToOne
            | Self::TwoToOne
            | Self::FewToOne
            | Self::FiveToTwo
            | Self::KingEach
            | Self::ThreeToTwo => Since::Class,
        }
    }

    /// Whether the men and kings of the two sides are such as this limit is about.
    pub const fn holds(self, forces: [Force; 2]) -> bool {
        let [a, b] = forces;
        let (strong, weak) = if a.pieces() >= b.pieces() { (a, b) } else { (b, a) };
        // With a piece each, either may be the weak one.
        self.holds_for(strong, weak)
            || strong.pieces() == weak.pieces() && self.holds_for(weak, strong)
    }

    const fn holds_for(self, strong: Force, weak: Force) -> bool {
        let pieces = strong.pieces() + weak.pieces();
        let both_crowned = strong.kings > 0 && weak.kings > 0;
        match self {
            Self::Quiet => true,
            Self::ThreeToOne | Self::Road => {
                weak.is_lone_king() && strong.pieces() == 3 && strong.kings > 0
            }
            Self::TwoToOne => weak.is_lone_king() && strong.pieces() <= 2 && strong.kings > 0,
            Self::KingsToOne => weak.is_lone_king() && strong.kings >= 3 && strong.men == 0,
            Self::FourOrFive => both_crowned && (pieces == 4 || pieces == 5),
            Self::SixOrSeven => both_crowned && (pieces == 6 || pieces == 7),
            Self::FewToOne => {
                let many = strong.is(3, 0)
                    || strong.is(3, 1)
                    || strong.is(1, 2)
                    || strong.is(0, 3)
                    || strong.is(2, 0)
                    || strong.is(1, 1);
                many && weak.is_lone_king() || strong.is(1, 0) && weak.pieces() == 1
            }
            Self::FiveToTwo => (strong.is(5, 0) || strong.is(4, 1)) && weak.is(2, 0),
            Self::KingEach => strong.is(1, 0) && weak.is(1, 0),
            Self::ThreeToTwo => strong.is(3, 0) && weak.is(2, 0),
        }
    }
}
