//! What rule books disagree about, one field each, and the rule sets that have names.
//!
//! | rule | `tromp-taylor` [tromp-taylor-rules] | `chinese` [cwa-2002] | `aga` [aga-rules] |
//! |---|---|---|---|
//! | counted | stones and what they surround | the same | the same |
//! | suicide of several stones | legal | illegal | illegal |
//! | repetition | no board comes back | no board comes back | no board comes back with the same side to move |
//! | handicap | nothing | a point for each stone | a point for each stone but the first |
//!
//! Chinese tournaments are often played by the simple ko rule, whatever the text says: `Go.Ko`. Japanese
//! rules have no name here: what is dead is agreed upon there, or judged by play that is imagined.
//! `Go.Scoring territory` counts what Japanese rules count when nothing dead is left on the board.

use plyglot_core::{Choice, Opt, OptionError, Scope, Settings, Way};

use super::board::{SIZE_MAX, SIZE_MIN};

/// What is counted at the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scoring {
    /// Stones, and empty points that lead to stones of one side only.
    Area,
    /// Such empty points, and stones taken from the other side.
    Territory,
}

/// What may not come back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ko {
    /// A ko may not be retaken at once.
    Simple,
    /// No board may come back.
    Positional,
    /// No board may come back with the same side to move.
    Situational,
}

/// What the second side gets for the first side's handicap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Compensation {
    /// Nothing.
    None,
    /// A point for each stone.
    Stones,
    /// A point for each stone but the first.
    StonesButOne,
}

const BY_RULES: Option<&str> = Some("rules");

pub(super) const RULES: Choice<RuleSet> = Choice {
    scope: Scope::Rules,
    option: "Go.Rules",
    about: "The rule set: that of Tromp and Taylor, Chinese or American rules; the options below \
            change single rules.",
    unset: None,
    ways: &[
        Way::new(
            "tromp-taylor",
            RuleSet::TROMP_TAYLOR,
            "rule set tromp-taylor [tromp-taylor-rules]",
        ),
        Way::new("chinese", RuleSet::CHINESE, "rule set chinese [cwa-2002]"),
        Way::new("aga", RuleSet::AGA, "rule set aga [aga-rules]"),
    ],
};

pub(super) const SCORING: Choice<Scoring> = Choice {
    scope: Scope::Rules,
    option: "Go.Scoring",
    about: "Counted are stones and the empty points that they alone surround, or those points and \
            the stones taken; all stones on the board are alive.",
    unset: BY_RULES,
    ways: &[
        Way::new(
            "area",
            Scoring::Area,
            "counted are a side's stones and the empty points that lead to no others \
             [tromp-taylor-rules, 9]",
        ),
        Way::new(
            "territory",
            Scoring::Territory,
            "counted are the empty points that lead to a side's stones only, and the stones that it \
             has taken; what is still on the board is alive",
        ),
    ],
};

pub(super) const SUICIDE: Choice<bool> = Choice {
    scope: Scope::Rules,
    option: "Go.Suicide",
    about: "Whether a move may leave several stones of its own side without a liberty, which are \
            then taken off; a single stone may never be put where it has none.",
    unset: BY_RULES,
    ways: &[
        Way::new("illegal", false, "no move may leave stones of its own side without a liberty"),
        Way::new(
            "legal",
            true,
            "a move that leaves several stones of its own side without a liberty takes them off \
             [tromp-taylor-rules, 7]",
        ),
    ],
};

pub(super) const KO: Choice<Ko> = Choice {
    scope: Scope::Rules,
    option: "Go.Ko",
    about: "What may not come back: a ko may not be retaken at once and longer cycles are drawn; no \
            board may come back, whoever is to move; none with the same side to move.",
    unset: BY_RULES,
    ways: &[
        Way::new(
            "simple",
            Ko::Simple,
            "a ko may not be retaken at once; a position that comes back the third time is a game \
             without result, counted as a draw [nihon-kiin-1989, 6 and 12]",
        ),
        Way::new(
            "positional",
            Ko::Positional,
            "no move but a pass may bring a board back: positional superko [tromp-taylor-rules, 6]",
        ),
        Way::new(
            "situational",
            Ko::Situational,
            "no move but a pass may bring a board back with the same side to move: situational \
             superko [aga-rules, 6]",
        ),
    ],
};

pub(super) const COMPENSATION: Choice<Compensation> = Choice {
    scope: Scope::Rules,
    option: "Go.Compensation",
    about: "What White gets for Black's handicap: nothing, a point for each stone, or a point for \
            each stone but the first.",
    unset: BY_RULES,
    ways: &[
        Way::new("none", Compensation::None, "nothing is given for handicap stones"),
        Way::new(
            "stones",
            Compensation::Stones,
            "White gets a point for each handicap stone [cwa-2002]",
        ),
        Way::new(
            "stones-but-one",
            Compensation::StonesButOne,
            "White gets a point for each handicap stone but the first [aga-rules, 4]",
        ),
    ],
};

pub(super) const SIZE: &str = "Go.Size";
pub(super) const KOMI: &str = "Go.Komi";
const HANDICAP: &str = "Go.Handicap";
/// Half points that a komi is within.
pub(super) const KOMI_HALVES_MAX: i16 = 800;
/// Most stones of a fixed handicap.
pub(super) const HANDICAP_MAX: u8 = 9;

/// A rule set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RuleSet {
    /// What is counted.
    pub scoring: Scoring,
    /// Whether several stones may be taken off by their own side's move.
    pub suicide: bool,
    /// What may not come back.
    pub ko: Ko,
    /// What a handicap costs.
    pub compensation: Compensation,
}

impl RuleSet {
    /// The logical rules of Tromp and Taylor.
    pub const TROMP_TAYLOR: Self = Self {
        scoring: Scoring::Area,
        suicide: true,
        ko: Ko::Positional,
        compensation: Compensation::None,
    };
    /// Chinese rules.
    pub const CHINESE: Self =
        Self { suicide: false, compensation: Compensation::Stones, ..Self::TROMP_TAYLOR };
    /// Those of the American Go Association.
    pub const AGA: Self =
        Self { ko: Ko::Situational, compensation: Compensation::StonesButOne, ..Self::CHINESE };
}

/// A rule set, and how a game begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terms {
    /// Lines of the board.
    pub size: u8,
    /// The rules.
    pub rules: RuleSet,
    /// What White gets, half points, without the compensation for a handicap.
    pub komi: i16,
    /// Black's stones on the board at the start; 0 for none.
    pub handicap: u8,
}

/// The options.
pub(super) fn options() -> Vec<Opt> {
    vec![
        Opt::spin(Scope::Rules, SIZE, 9, (SIZE_MIN.into(), SIZE_MAX.into()), "Lines of the board."),
        RULES.opt(),
        SCORING.opt(),
        SUICIDE.opt(),
        KO.opt(),
        Opt::text(
            Scope::Rules,
            KOMI,
            "7.5",
            "Points that White gets, whole or half ones; with whole ones games may be drawn.",
        ),
        Opt::spin(
            Scope::Rules,
            HANDICAP,
            0,
            (0, HANDICAP_MAX.into()),
            "Black's stones on the handicap points at the start, and White begins; boards of an even \
             number of lines and of seven have four such points, and those below seven lines none.",
        ),
        COMPENSATION.opt(),
    ]
}

impl Terms {
    /// What the settings ask for.
    pub(super) fn of(settings: &Settings) -> Result<Self, OptionError> {
        let number = |name: &str| u8::try_from(settings.spin(name)).unwrap_or(0);
        let set = RULES.of(settings, RuleSet::TROMP_TAYLOR);
        let text = settings.text(KOMI);
        let komi = read_komi(text).ok_or_else(|| {
            let expected = "points, whole or half ones, as in 7.5";
            OptionError::Refused(format!("{KOMI}: found `{text}`, expected {expected}"))
        })?;
        let (size, handicap) = (number(SIZE), number(HANDICAP));
        if handicap == 1 || handicap > handicap_max(size) {
            let most = handicap_max(size);
            let expected = if most == 0 { "0".to_owned() } else { format!("0, or 2 to {most}") };
            return Err(OptionError::Refused(format!(
                "{HANDICAP}: found {handicap}, expected {expected} on a board of {size} lines"
            )));
        }
        let rules = RuleSet {
            scoring: SCORING.of(settings, set.scoring),
            suicide: SUICIDE.of(settings, set.suicide),
            ko: KO.of(settings, set.ko),
            compensation: COMPENSATION.of(settings, set.compensation),
        };
        Ok(Self { size, rules, komi, handicap })
    }

    /// What White gets for the handicap, half points.
    pub fn compensation(self) -> i16 {
        let stones = i16::from(self.handicap);
        match self.rules.compensation {
            Compensation::None => 0,
            Compensation::Stones => 2 * stones,
            Compensation::StonesButOne => 2 * (stones - 1).max(0),
        }
    }

    /// The rules, one a line, each with where it comes from.
    pub(super) fn describe(self) -> Vec<String> {
        let set = self.rules;
        let name = RULES.rule(set);
        let name = if name.is_empty() { "rule set mixed" } else { name };
        let Self { size, handicap, .. } = self;
        let board =
            format!("{size} by {size} lines; a stone is put on an empty point, Black begins");
        let komi = format!("White gets {} points: {KOMI}", komi_text(self.komi));
        let mut lines = vec![
            name.to_owned(),
            board,
            "chains of the other side without a liberty are taken off [tromp-taylor-rules, 7]"
                .to_owned(),
            SUICIDE.rule(set.suicide).to_owned(),
            KO.rule(set.ko).to_owned(),
            "a side may always pass, and two passes running end the game [tromp-taylor-rules, 8]"
                .to_owned(),
            SCORING.rule(set.scoring).to_owned(),
            komi,
        ];
        if handicap > 0 {
            lines.push(format!("{handicap} stones of Black are on the board, and White begins"));
        }
        lines.push(COMPENSATION.rule(set.compensation).to_owned());
        lines
    }
}

/// Most stones of a fixed handicap on a board of so many lines [gtp-2, 4.1.1].
pub(super) fn handicap_max(size: u8) -> u8 {
    match size {
        0..7 => 0,
        7 => 4,
        _ if size.is_multiple_of(2) => 4,
        _ => HANDICAP_MAX,
    }
}

/// Half points from a text such as `7.5`.
pub(super) fn read_komi(text: &str) -> Option<i16> {
    let points: f64 = text.trim().parse().ok()?;
    let halves = points * 2.0;
    if !points.is_finite() || halves.abs() > KOMI_HALVES_MAX.into() || halves.fract() != 0.0 {
        return None;
    }
    #[expect(clippy::cast_possible_truncation, reason = "whole, and within its range")]
    let halves = halves as i16;
    Some(halves)
}

/// Half points as points: `7.5`, `6`, `-0.5`.
pub(super) fn komi_text(halves: i16) -> String {
    let sign = if halves < 0 { "-" } else { "" };
    let (whole, half) = (halves.unsigned_abs() / 2, halves % 2 != 0);
    format!("{sign}{whole}{}", if half { ".5" } else { "" })
}
