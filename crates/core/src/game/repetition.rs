//! What a repeated position means: one policy value, read in one place.
//!
//! Dagaz [dagaz-9] lists the forms that games use: chess draws at the third occurrence, Go
//! forbids recreating a position (positional or situational superko) or only the one before the
//! opponent's move (ko), three-man morris binds one player only. All of them are the same question
//! with other numbers, `not-situation-repeated? N D` in the language that [dagaz-9] proposes: does
//! the position occur for the N-th time within the last D plies, and what then?
//!
//! Keys are all that is kept of a game for it. Equal keys do not prove equal positions, as [dagaz-9]
//! says: a search trusts them, and whatever decides a game of somebody's asks the positions, too
//! ([`PlayedGame`](super::PlayedGame)).

use std::fmt;

use crate::Side;

/// What counts as the same position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Same {
    /// The men on the board and nothing else: neither whose turn it is, nor rights, nor men in hand.
    Board,
    /// The men on the board and whose turn it is, and nothing else.
    BoardAndTurn,
    /// All but whose turn it is (positional).
    Position,
    /// All, whose turn it is included (situational).
    Situation,
}

impl Same {
    /// Whether positions are different where another side is to move.
    pub const fn has_turn(self) -> bool {
        matches!(self, Self::Situation | Self::BoardAndTurn)
    }

    /// Whether of all that there is besides the turn the men on the board alone count.
    pub const fn is_board(self) -> bool {
        matches!(self, Self::Board | Self::BoardAndTurn)
    }
}

/// How far back the rule looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Within {
    /// The whole game.
    Game,
    /// This many plies before the new position.
    Plies(u16),
}

/// Whom the rule binds: it is the side that makes the repeating move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Binds {
    /// Both sides.
    Both,
    /// One side; the other may repeat as it likes.
    Only(Side),
}

/// What a repetition means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Then {
    /// The move that would repeat is illegal.
    Forbidden,
    /// The game is drawn.
    Draw,
    /// A player may claim a draw, and the game goes on if none does.
    Claim,
    /// The side that repeated has lost.
    RepeaterLoses,
    /// The game is over, and [`super::Rules::settled`] says how: what lies on the board is divided.
    Settled,
}

/// The repetition rule of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Repetition {
    /// What counts as the same position.
    pub same: Same,
    /// How far back to look.
    pub within: Within,
    /// Whom it binds.
    pub binds: Binds,
    /// At which occurrence it bites: 3 for threefold, 2 for superko, 0 for no rule at all.
    pub count: u8,
    /// What happens then.
    pub then: Then,
    /// Where a draw may be claimed and nobody does: at which occurrence the game is drawn all the
    /// same, later than `count`; 0 for never.
    pub end: u8,
    /// In a search: of the positions from this one of the key history on, the root, the second
    /// occurrence bites already.
    pub root: Option<usize>,
}

/// What the search may do with values from the transposition table under a repetition rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableUse {
    /// A stored value may end the search of a node.
    Cut,
    /// Stored values depend on the path that led to them: only the stored move is used. Measured
    /// on 3,000 solved random games: with cuts, superko gives 36 wrong winners at the root, superko
    /// for one side 56, a lost repetition 80, a drawn one none; with ordering only, none at all
    /// (`tests/oracle.rs`).
    OrderOnly,
}

impl Repetition {
    /// No rule: a position may come back as often as it likes.
    pub const NONE: Self = Self {
        same: Same::Situation,
        within: Within::Game,
        binds: Binds::Both,
        count: 0,
        then: Then::Draw,
        end: 0,
        root: None,
    };
    /// The third occurrence with the same side to move draws (international draughts).
    pub const THREEFOLD: Self = Self { count: 3, ..Self::NONE };
    /// At the third occurrence with the same side to move a draw may be claimed (English draughts).
    pub const THREEFOLD_CLAIM: Self = Self { then: Then::Claim, ..Self::THREEFOLD };
    /// The same, and the fifth draws without a claim (chess).
    pub const FIVEFOLD: Self = Self { end: 5, ..Self::THREEFOLD_CLAIM };
    /// Situational superko: no position may come back with the same side to move.
    pub const SUPERKO: Self = Self { count: 2, then: Then::Forbidden, ..Self::NONE };
    /// Positional superko: no board may come back, whoever is to move.
    pub const POSITIONAL_SUPERKO: Self = Self { same: Same::Position, ..Self::SUPERKO };
    /// Ko: a move may not recreate the position before the opponent's last move.
    pub const KO: Self = Self { within: Within::Plies(2), ..Self::SUPERKO };

    /// Whether there is a rule at all.
    pub const fn is_on(self) -> bool {
        self.count > 0
    }

    /// What the transposition table may be used for under this rule.
    pub const fn table_use(self) -> TableUse {
        match self.then {
            Then::Forbidden | Then::RepeaterLoses if self.is_on() => TableUse::OrderOnly,
            Then::Forbidden | Then::RepeaterLoses | Then::Draw | Then::Claim | Then::Settled => {
                TableUse::Cut
            }
        }
    }

    /// The rule as a search applies it that begins where this key history ends. Where a repetition
    /// ends the game, the second occurrence counts already if the first is in the search too:
    /// whoever could have avoided it then still can. What occurred before the search is counted as
    /// it was: a side that is ahead and has let one position come back once has lost nothing by
    /// that.
    #[must_use]
    pub fn in_search(mut self, key_history: &KeyHistory) -> Self {
        if !matches!(self.then, Then::Forbidden) && self.count > 2 {
            self.root = key_history.len().checked_sub(1);
        }
        self
    }

    /// Whether the newest step of the key history repeats often enough for the rule to bite.
    pub fn bites(self, key_history: &KeyHistory) -> bool {
        let newest = key_history.steps.split_last();
        newest.is_some_and(|(newest, before)| self.repeats(newest, before))
    }

    /// Whether `candidate`, played after all of `key_history`, would make the rule bite.
    pub fn would_bite(self, key_history: &KeyHistory, candidate: &KeyEntry) -> bool {
        self.repeats(candidate, &key_history.steps)
    }

    fn repeats(self, newest: &KeyEntry, before: &[KeyEntry]) -> bool {
        self.is_on()
            && self.binds_to(newest)
            && self.is_enough(self.earlier(newest, before, |_| true))
    }

    /// Whether the rule has something to say against the move that led to this position.
    pub fn binds_to(self, newest: &KeyEntry) -> bool {
        match self.binds {
            _ if newest.exempt => false,
            Binds::Both => true,
            Binds::Only(side) => newest.mover == Some(side),
        }
    }

    /// Whether a position that has occurred so often before makes the rule bite.
    pub(super) fn is_enough(self, earlier: Earlier) -> bool {
        1 + earlier.all >= u32::from(self.count) || earlier.since_root
    }

    /// Whether a position that has occurred so often before ends the game though nobody claims.
    pub(super) fn is_the_end(self, earlier: Earlier) -> bool {
        self.end > 0 && 1 + earlier.all >= u32::from(self.end)
    }

    /// Occurrences of `newest` in the positions before it, back to the last irreversible move. Of a
    /// place whose key is the same, `is_same` says whether the position is.
    pub(super) fn earlier(
        self,
        newest: &KeyEntry,
        before: &[KeyEntry],
        is_same: impl Fn(usize) -> bool,
    ) -> Earlier {
        let mut earlier = Earlier::default();
        if newest.irreversible {
            return earlier;
        }
        let reach = match self.within {
            Within::Game => before.len(),
            Within::Plies(plies) => usize::from(plies).min(before.len()),
        };
        for (at, step) in before.iter().enumerate().rev().take(reach) {
            if step.compared == newest.compared && is_same(at) {
                earlier.all += 1;
                earlier.since_root |= self.root.is_some_and(|root| at >= root);
                earlier.latest = earlier.latest.or(Some(at));
            }
            if step.irreversible {
                break;
            }
        }
        earlier
    }
}

/// How often a position has occurred before.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Earlier {
    /// In all.
    pub all: u32,
    /// Once at least in the search that asks.
    pub since_root: bool,
    /// The last time: the number of plies that had been played then.
    pub latest: Option<usize>,
}

/// The rule in one line: `a position that comes back with the same side to move: the third time a
/// draw on claim, the fifth time a draw`.
impl fmt::Display for Repetition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.is_on() {
            return f.write_str("a position that comes back: nothing");
        }
        f.write_str(match self.same {
            Same::Board => "the same men on the board, whoever is to move",
            Same::BoardAndTurn => "the same men on the board with the same side to move",
            Same::Position => "a position that comes back, whoever is to move",
            Same::Situation => "a position that comes back with the same side to move",
        })?;
        if let Within::Plies(plies) = self.within {
            write!(f, " within {plies} plies")?;
        }
        match self.binds {
            Binds::Both => {}
            Binds::Only(Side::First) => f.write_str(", brought about by the first side")?,
            Binds::Only(Side::Second) => f.write_str(", brought about by the second side")?,
        }
        write!(f, ": the {} time ", ordinal(self.count))?;
        write!(f, "{}", self.then)?;
        if self.then == Then::Claim && self.end > 0 {
            write!(f, ", the {} time {}", ordinal(self.end), Then::Draw)?;
        }
        Ok(())
    }
}

/// `a draw on claim`: what a position is then, or the move to it.
impl fmt::Display for Then {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Forbidden => "forbidden",
            Self::Draw => "a draw",
            Self::Claim => "a draw on claim",
            Self::RepeaterLoses => "lost for who brought it about",
            Self::Settled => "settled by what lies on the board",
        })
    }
}

/// `third`; `7th` where words are no clearer.
pub fn ordinal(number: impl Into<u32>) -> String {
    const WORDS: [&str; 4] = ["second", "third", "fourth", "fifth"];
    let number = number.into();
    let word = number.checked_sub(2).and_then(|at| WORDS.get(at as usize));
    word.map_or_else(|| format!("{number}th"), |&word| word.to_owned())
}

/// One position on the way from the set-up to now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KeyEntry {
    /// [`super::Rules::key`].
    pub situation: u64,
    /// The key of what [`Repetition::same`] compares.
    pub compared: u64,
    /// Who made the move that led here; nobody for the set-up.
    pub mover: Option<Side>,
    /// That move can never be undone by others: no earlier position returns.
    pub irreversible: bool,
    /// The rule has nothing to say of that move ([`super::Rules::is_exempt`]).
    pub exempt: bool,
}

/// The positions of a game in order, as keys.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeyHistory {
    steps: Vec<KeyEntry>,
}

impl KeyHistory {
    /// Appends a position.
    #[inline]
    pub fn push(&mut self, step: KeyEntry) {
        self.steps.push(step);
    }

    /// Takes the newest position back.
    pub fn pop(&mut self) {
        self.steps.pop();
    }

    /// The newest position is another one.
    #[inline]
    pub fn replace(&mut self, step: KeyEntry) {
        if let Some(newest) = self.steps.last_mut() {
            *newest = step;
        }
    }

    /// The newest position.
    pub fn newest(&self) -> Option<&KeyEntry> {
        self.steps.last()
    }

    /// Who made the newest move; nobody at the set-up.
    pub fn newest_mover(&self) -> Option<Side> {
        self.steps.last().and_then(|step| step.mover)
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// All positions in order.
    pub(super) fn steps(&self) -> &[KeyEntry] {
        &self.steps
    }

    /// The positions that a move may bring back: the newest first, as far as the last irreversible
    /// move.
    pub fn reachable(&self) -> impl Iterator<Item = &KeyEntry> {
        let last = self.steps.iter().rposition(|step| step.irreversible).unwrap_or(0);
        self.steps[last..].iter().rev()
    }

    /// Forgets all but the first `len` positions.
    pub fn truncate(&mut self, len: usize) {
        self.steps.truncate(len);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A key history of boards `a b c …`, sides alternating, `!` after an irreversible move.
    fn key_history(text: &str) -> KeyHistory {
        compared_by(Same::Situation, text)
    }

    fn compared_by(same: Same, text: &str) -> KeyHistory {
        let mut key_history = KeyHistory::default();
        let mut mover = None;
        for c in text.chars() {
            if c == '!' {
                let last = key_history.steps.last_mut().unwrap();
                last.irreversible = true;
                continue;
            }
            let side = mover.map_or(Side::First, Side::other);
            let board = c as u64;
            let situation = board * 2 + u64::from(side == Side::Second);
            let compared = if same == Same::Situation { situation } else { board };
            let (irreversible, exempt) = (false, false);
            key_history.push(KeyEntry { situation, compared, mover, irreversible, exempt });
            mover = Some(side);
        }
        key_history
    }

    #[test]
    fn threefold_needs_three_with_the_same_side_to_move() {
        let rule = Repetition::THREEFOLD;
        assert!(!rule.bites(&key_history("abcda")));
        assert!(rule.bites(&key_history("abcdabcda")));
        assert!(!rule.bites(&key_history("abcab")), "other side to move");
    }

    #[test]
    fn in_a_search_the_second_occurrence_counts_if_the_first_is_in_it_too() {
        let rule = |root| Repetition::THREEFOLD.in_search(&key_history(root));
        assert!(rule("a").bites(&key_history("abcda")), "back at the root");
        assert!(rule("abc").bites(&key_history("abcdefghe")), "in the search");
        assert!(!rule("ab").bites(&key_history("abcda")), "once before the search");
        assert!(rule("abcdab").bites(&key_history("abcdabcda")), "twice before it");
        assert!(
            Repetition::SUPERKO.in_search(&key_history("ab")).bites(&key_history("abcda")),
            "no more"
        );
    }

    #[test]
    fn an_irreversible_move_ends_the_look_back() {
        assert!(!Repetition::SUPERKO.bites(&key_history("abc!da")));
        assert!(!Repetition::SUPERKO.bites(&key_history("abcda!")));
        assert!(
            Repetition::SUPERKO.bites(&key_history("a!bcda")),
            "the position after it still counts"
        );
    }

    #[test]
    fn positional_ignores_the_side_to_move() {
        let boards = compared_by(Same::Position, "abca");
        assert!(Repetition::POSITIONAL_SUPERKO.bites(&boards));
        assert!(!Repetition::SUPERKO.bites(&key_history("abca")));
    }

    #[test]
    fn ko_looks_back_two_plies_only() {
        assert!(Repetition::KO.bites(&key_history("aba")));
        assert!(!Repetition::KO.bites(&key_history("abcda")));
    }

    #[test]
    fn a_rule_may_bind_one_side_only() {
        let second = Repetition { binds: Binds::Only(Side::Second), ..Repetition::SUPERKO };
        let first = Repetition { binds: Binds::Only(Side::First), ..Repetition::SUPERKO };
        let by_second = key_history("aba");
        assert!(second.bites(&by_second));
        assert!(!first.bites(&by_second));
    }

    #[test]
    fn a_rule_says_itself_in_one_line() {
        let within = Repetition { within: Within::Plies(4), ..Repetition::SUPERKO };
        let first = Repetition { binds: Binds::Only(Side::First), ..Repetition::THREEFOLD };
        let board = Repetition { same: Same::Board, count: 7, ..Repetition::NONE };
        for (rule, text) in [
            (Repetition::NONE, "a position that comes back: nothing"),
            (
                Repetition::FIVEFOLD,
                "a position that comes back with the same side to move: the third time a draw on \
                 claim, the fifth time a draw",
            ),
            (
                within,
                "a position that comes back with the same side to move within 4 plies: the second \
                 time forbidden",
            ),
            (
                first,
                "a position that comes back with the same side to move, brought about by the first \
                 side: the third time a draw",
            ),
            (board, "the same men on the board, whoever is to move: the 7th time a draw"),
        ] {
            assert_eq!(rule.to_string(), text);
        }
    }

    #[test]
    fn an_exempt_move_repeats_as_it_likes_and_still_has_been_there() {
        let mut passed = compared_by(Same::Position, "aa");
        assert!(Repetition::POSITIONAL_SUPERKO.bites(&passed));
        passed.steps.last_mut().unwrap().exempt = true;
        assert!(!Repetition::POSITIONAL_SUPERKO.bites(&passed));
        let mut later = compared_by(Same::Situation, "abb");
        assert!(!Repetition::SUPERKO.bites(&later));
        later.steps.last_mut().unwrap().exempt = true;
        later.push(KeyEntry { exempt: false, ..*later.newest().unwrap() });
        assert!(Repetition::SUPERKO.bites(&later));
    }

    #[test]
    fn switched_off_it_never_bites() {
        assert!(!Repetition::NONE.bites(&key_history("aaaaaaaaa")));
    }
}
