//! A second program for morris, as plain as it can be: points have names, lines are lists of them,
//! men have identities, and every mill that ever stood is remembered as a partial hash, as
//! [dagaz-9] has it. It shares nothing with the engine but the words of a move.

use std::collections::{BTreeMap, BTreeSet};

use plyglot_core::zobrist;
use plyglot_morris::{Board, MillProtection, MillRepeat, NoMove, RuleSet};

const RINGS: &str = "a7d7g7 b6d6f6 c5d5e5 a4b4c4 e4f4g4 c3d3e3 b2d2f2 a1d1g1 \
                     a7a4a1 b6b4b2 c5c4c3 d7d6d5 d3d2d1 e5e4e3 f6f4f2 g7g4g1";
const CORNERS: &str = "a7b6c5 g7f6e5 a1b2c3 g1f2e3";
const TWO_RINGS: &str = "a5c5e5 b4c4d4 b2c2d2 a1c1e1 a5a3a1 b4b3b2 d4d3d2 e5e3e1";
const TWO_RINGS_JOINTS: &str = "c5c4 a3b3 d3e3 c2c1";
const SQUARE: &str = "a3b3c3 a2b2c2 a1b1c1 a3a2a1 b3b2b1 c3c2c1 a3b2c1 a1b2c3";

/// The points in the order of position strings: ring by ring from the inside, from the top clockwise.
const CLOCKWISE: &str = "d5e5e4e3d3c3c4c5d6f6f4f2d2b2b4b6d7g7g4g1d1a1a4a7";

/// A man: side 0 or 1, and which of its men.
type Man = (usize, u64);

/// A position and all that has been.
#[derive(Clone, Debug)]
pub struct Naive {
    set: RuleSet,
    /// How many moves of a side a mill may have been open and still be the same.
    window: usize,
    lines: Vec<Vec<String>>,
    joints: Vec<(String, String)>,
    men: BTreeMap<String, Man>,
    hand: [u64; 2],
    side: usize,
    /// The hashes of the mills that stood after each turn of a side.
    stood: [Vec<Vec<u64>>; 2],
    /// A side's last move, if it closed a mill.
    closed: [Option<(String, String)>; 2],
    /// The points where a side has had mills.
    formed: [BTreeSet<String>; 2],
}

fn names(text: &str) -> Vec<Vec<String>> {
    let pairs = |word: &str| {
        word.as_bytes().chunks(2).map(|pair| String::from_utf8_lossy(pair).into_owned()).collect()
    };
    text.split_whitespace().map(pairs).collect()
}

impl Naive {
    /// The empty board; a mill is the same for so many moves of its side after it was opened.
    pub fn start(set: RuleSet, window: usize) -> Self {
        let (lines, more) = match set.board {
            Board::Rings => (names(RINGS), Vec::new()),
            Board::Diagonals => (names(&format!("{RINGS} {CORNERS}")), Vec::new()),
            Board::TwoRings => (names(TWO_RINGS), names(TWO_RINGS_JOINTS)),
            Board::Square => (names(SQUARE), Vec::new()),
        };
        let ends = lines.iter().chain(&more);
        let joints =
            ends.flat_map(|line| line.windows(2).map(|two| (two[0].clone(), two[1].clone())));
        Self {
            joints: joints.collect(),
            lines,
            set,
            window,
            men: BTreeMap::new(),
            hand: [set.men.into(); 2],
            side: 0,
            stood: [Vec::new(), Vec::new()],
            closed: [None, None],
            formed: [BTreeSet::new(), BTreeSet::new()],
        }
    }

    fn points(&self) -> Vec<String> {
        let mut points: Vec<String> = self.lines.concat();
        points.extend(self.joints.iter().flat_map(|(a, b)| [a.clone(), b.clone()]));
        points.sort();
        points.dedup();
        points
    }

    fn of(&self, side: usize) -> Vec<String> {
        let own = self.men.iter().filter(|(_, man)| man.0 == side);
        own.map(|(point, _)| point.clone()).collect()
    }

    fn are_joined(&self, a: &str, b: &str) -> bool {
        self.joints.iter().any(|(c, d)| (c == a && d == b) || (c == b && d == a))
    }

    /// The lines that a side holds.
    fn mills(&self, side: usize) -> Vec<&Vec<String>> {
        let holds = |point: &String| self.men.get(point).is_some_and(|man| man.0 == side);
        self.lines.iter().filter(|line| line.iter().all(holds)).collect()
    }

    fn in_mill(&self, side: usize, point: &str) -> bool {
        self.mills(side).iter().any(|line| line.iter().any(|p| p == point))
    }

    /// The partial hash of a line: its three men on its three points, whatever the direction.
    fn hash(&self, line: &[String]) -> u64 {
        line.iter().fold(0, |hash, point| {
            let (side, number) = self.men[point];
            let place = u64::from(point.as_bytes()[0]) * 256 + u64::from(point.as_bytes()[1]);
            hash ^ zobrist::random(99, (place * 2 + side as u64) * 64 + number)
        })
    }

    fn removable(&self) -> Vec<String> {
        let other = 1 - self.side;
        let men = self.of(other);
        let free: Vec<String> =
            men.iter().filter(|point| !self.in_mill(other, point)).cloned().collect();
        match self.set.shield {
            MillProtection::Always => men,
            MillProtection::UnlessNone if free.is_empty() => men,
            MillProtection::UnlessNone | MillProtection::Never => free,
        }
    }

    /// Who has won by the men there are: side 0 or 1.
    fn winner(&self) -> Option<usize> {
        if self.set.mill_wins {
            return (0..2).find(|&side| !self.mills(side).is_empty());
        }
        let few = (0..2).find(|&side| self.of(side).len() as u64 + self.hand[side] < 3);
        few.map(|side| 1 - side)
    }

    /// `None` while the game goes on, else the winner, 2 for a draw; counters apart.
    pub fn outcome(&self) -> Option<usize> {
        if let Some(side) = self.winner() {
            return Some(side);
        }
        if self.set.full_board_draws && self.men.len() == self.points().len() {
            return Some(2);
        }
        let ended = match self.set.no_move {
            NoMove::Loss => 1 - self.side,
            NoMove::Draw | NoMove::Pass => 2,
        };
        self.moves().is_empty().then_some(ended)
    }

    /// Every legal turn, as the engine writes it; men taken in alphabetical order.
    pub fn moves(&self) -> Vec<String> {
        let mut moves = self.turns_of_men();
        if moves.is_empty() && self.winner().is_none() && self.set.no_move == NoMove::Pass {
            let other = Self { side: 1 - self.side, ..self.clone() };
            if !other.turns_of_men().is_empty() {
                moves.push("pass".to_owned());
            }
        }
        moves
    }

    fn turns_of_men(&self) -> Vec<String> {
        let mut moves = Vec::new();
        if self.winner().is_some() {
            return moves;
        }
        let own = self.of(self.side);
        let empty = self.points().into_iter().filter(|point| !self.men.contains_key(point));
        for to in empty {
            if self.hand[self.side] > 0 {
                self.turns(None, &to, &mut moves);
            }
            if self.hand[self.side] > 0 && !self.set.moves_while_placing {
                continue;
            }
            let flies = self.set.flying && self.hand[self.side] == 0 && own.len() <= 3;
            for from in own.iter().filter(|from| flies || self.are_joined(from, &to)) {
                self.turns(Some(from), &to, &mut moves);
            }
        }
        moves.sort();
        moves.dedup();
        moves
    }

    /// The side to move has had mills on all points of a line.
    fn is_used(&self, line: &[String]) -> bool {
        line.iter().all(|point| self.formed[self.side].contains(point))
    }

    /// The board with one man gone to another point, still the same side's turn.
    fn after_step(&self, from: Option<&str>, to: &str) -> Self {
        let mut after = self.clone();
        let man = from.map_or((self.side, self.hand[self.side]), |from| self.men[from]);
        match from {
            Some(from) => _ = after.men.remove(from),
            None => after.hand[self.side] -= 1,
        }
        after.men.insert(to.to_owned(), man);
        after
    }

    fn turns(&self, from: Option<&str>, to: &str, moves: &mut Vec<String>) {
        let after = self.after_step(from, to);
        let closed: Vec<u64> = after
            .mills(self.side)
            .into_iter()
            .filter(|line| line.iter().any(|point| point == to))
            .filter(|line| !self.set.mill_once || !self.is_used(line))
            .map(|line| after.hash(line))
            .collect();
        let stood = &self.stood[self.side];
        let again = |hash: &&u64| {
            stood.iter().rev().skip(1).take(self.window).any(|mills| mills.contains(hash))
        };
        let repeated = closed.iter().filter(again).count();
        let straight_back = from.is_some_and(|from| {
            self.closed[self.side] == Some((to.to_owned(), from.to_owned()))
                && self.in_mill(self.side, from)
        });
        let mut count = closed.len();
        match self.set.mill_repeat {
            MillRepeat::Forbidden if repeated > 0 => return,
            MillRepeat::Reverse if straight_back && count > 0 => return,
            MillRepeat::Barren => count -= repeated,
            MillRepeat::Allowed | MillRepeat::Forbidden | MillRepeat::Reverse => {}
        }
        if !self.set.each_mill_takes {
            count = count.min(1);
        }
        if self.set.mill_wins {
            count = 0;
        }
        let word = from.map_or_else(|| to.to_owned(), |from| format!("{from}-{to}"));
        after.take(count, &word, &mut [], moves);
    }

    fn take(&self, count: usize, word: &str, taken: &mut [String], moves: &mut Vec<String>) {
        let men = self.removable();
        if count == 0 || men.is_empty() {
            let mut taken = taken.to_vec();
            taken.sort();
            let whole: Vec<&str> =
                std::iter::once(word).chain(taken.iter().map(String::as_str)).collect();
            moves.push(whole.join("x"));
            return;
        }
        for point in men {
            let mut after = self.clone();
            after.men.remove(&point);
            let mut taken = taken.to_vec();
            taken.push(point);
            after.take(count - 1, word, &mut taken, moves);
        }
    }

    /// Plays a turn that is among [`Naive::moves`].
    pub fn play(&mut self, text: &str) {
        let mut after = if text == "pass" {
            let mut after = self.clone();
            after.closed[self.side] = None;
            after
        } else {
            self.after_turn(text)
        };
        let mills = after.mills(self.side).into_iter().map(|line| after.hash(line)).collect();
        after.stood[self.side].push(mills);
        after.side = 1 - self.side;
        *self = after;
    }

    /// The board after a turn, still the same side's.
    fn after_turn(&self, text: &str) -> Self {
        let mut words = text.split('x');
        let way = words.next().unwrap();
        let (from, to) = way.split_once('-').map_or((None, way), |(from, to)| (Some(from), to));
        let mut after = self.after_step(from, to);
        let closes = after.in_mill(self.side, to);
        let mills = after.mills(self.side).into_iter().filter(|line| line.iter().any(|p| p == to));
        let points: Vec<String> = mills.flatten().cloned().collect();
        after.formed[self.side].extend(points);
        after.closed[self.side] =
            from.filter(|_| closes).map(|from| (from.to_owned(), to.to_owned()));
        for point in words {
            after.men.remove(point);
        }
        after
    }

    /// How many games of so many turns there are.
    pub fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let after = |text: &String| {
            let mut after = self.clone();
            after.play(text);
            after
        };
        self.moves().iter().map(|text| after(text).perft(depth - 1)).sum()
    }

    /// How many lines of so many actions there are, taking a man being one of its own.
    pub fn actions(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let (mut steps, mut count) = (BTreeSet::new(), 0);
        for text in self.moves() {
            let step = text.split('x').next().unwrap();
            let rest = if step == text { depth - 1 } else { depth.saturating_sub(2) };
            if depth > 1 || steps.insert(step.to_owned()) {
                let mut after = self.clone();
                after.play(&text);
                count += after.actions(rest);
            }
        }
        count
    }

    /// The men of a position string, of which nothing is remembered, on three rings.
    pub fn parse(set: RuleSet, text: &str) -> Self {
        let words: Vec<&str> = text.split(' ').collect();
        let in_hand = |at: usize| words[at].parse().unwrap();
        let mut naive = Self { hand: [in_hand(5), in_hand(7)], ..Self::start(set, 1) };
        naive.side = usize::from(words[1] == "b");
        let men = words[0].chars().filter(|mark| *mark != '/').zip(names(CLOCKWISE).concat());
        for (number, (mark, point)) in (0..).zip(men) {
            if let Some(side) = "O@".find(mark) {
                naive.men.insert(point, (side, number));
            }
        }
        naive
    }

    /// The men of both sides by point, as `a1:0`, and what is in hand.
    pub fn text(&self) -> String {
        let men = self.men.iter().map(|(point, (side, _))| format!("{point}:{side}"));
        format!("{} {:?}", men.collect::<Vec<_>>().join(" "), self.hand)
    }
}
