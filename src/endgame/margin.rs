//! Margins: tables of games that are decided by how far one side is ahead.
//!
//! What the stores hold does not change how such a game goes on, so a table knows boards without
//! stores, and says of each how much more than the other side the side to move will still get. Who
//! asks adds what it is ahead already ([`Index::ahead`]). A margin takes one byte:
//!
//! ```text
//! code   0        1 … 127         128     129 … 255
//!        nothing  -127 … -1       even    +1 … +127      from the side to move
//! ```
//!
//! A move that gains something leads out of its table (tables are kinds of material, say all boards
//! with so many stones), so inside a table only the turn passes. Play that never leaves it gains
//! nothing for anybody, and is worth 0.
//!
//! **Sweeps.** What is known of the moves settles a place where all of them are known, or where one
//! reaches the goal: the largest margin that is still open. When nothing more can be set, the goal
//! falls by one; at 0 all that are left are even. This needs neither unmoves nor counters, and is the
//! reference.
//!
//! **Backwards.** Places are settled in the order of the size of their margin, from the largest
//! down [van-der-goot-2000] [romein-bal-2003]. A place that is settled tells those before
//! it what the move to it is worth: as much as the goal, and they are settled too; the opposite of
//! the goal, and the move is taken away from them; when none is left, they are what their best move
//! is worth. Each move is looked at twice. The work is cut into ranges with outboxes, as in
//! [`super::retro`].
//!
//! **In order.** A game without cycles may know an order in which each board comes after those it
//! leads to, and make a table in one pass ([`Index::margins_in_order`]).

use rayon::prelude::*;

use super::index::{Back, Index, TableId};
use super::plan::{Known, Pass, Watcher};
use crate::core::Side;
use crate::game::{Ending, Outcome, Rules};

/// The largest margin a code can hold, for either side.
pub const MARGIN_MAX: i16 = 127;
/// The code of a margin of 0.
const EVEN: i16 = 128;
/// The code of a place that holds no board.
pub const NO_BOARD: u8 = 0;
/// Places that one thread takes at a time.
const RANGE: usize = 1 << 14;

/// The code of a margin from `-MARGIN_MAX` to [`MARGIN_MAX`].
#[inline]
pub const fn code_of(margin: i16) -> u8 {
    debug_assert!(-MARGIN_MAX <= margin && margin <= MARGIN_MAX);
    (margin + EVEN).cast_unsigned() as u8
}

/// The margin of a code; `None` for [`NO_BOARD`].
#[inline]
pub const fn margin_of(code: u8) -> Option<i16> {
    if code == NO_BOARD { None } else { Some(code as i16 - EVEN) }
}

/// One move, as a builder of margins sees it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Step {
    /// Where it leads; `None` if the game is over then.
    pub to: Option<(TableId, u64)>,
    /// The side that made it moves again.
    pub same_side: bool,
    /// What the mover gains by it, and by the end where that comes with it; 0 inside a table.
    pub gain: i16,
}

/// What there is at a place of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spot {
    /// No board.
    Nothing,
    /// The game is over; so much the side to move still gets more than the other.
    Ended(i16),
    /// A board that goes on.
    Open,
}

/// [`Index::steps`] in terms of the rules and the bijections.
pub fn steps_by_rules<R: Rules, I: Index<R> + ?Sized>(
    index: &I,
    rules: &R,
    table: TableId,
    at: u64,
    out: &mut Vec<Step>,
) -> Spot {
    let Some(pos) = index.unrank(table, at) else { return Spot::Nothing };
    let mover = rules.side_to_move(&pos);
    let ahead = index.ahead(rules, &pos);
    if let Some(end) = final_margin(rules, &pos, mover) {
        return Spot::Ended(end - ahead);
    }
    let mut moves = Vec::new();
    rules.legal_moves(&pos, &mut moves);
    out.extend(moves.into_iter().map(|mv| {
        let mut child = pos.clone();
        rules.play(&mut child, mv);
        let same_side = rules.side_to_move(&child) == mover;
        if let Some(end) = final_margin(rules, &child, mover) {
            return Step { to: None, same_side, gain: end - ahead };
        }
        let after = index.ahead(rules, &child);
        let gain = if same_side { after } else { -after } - ahead;
        let to = index.place(rules, &child);
        assert!(to.is_some(), "a move leads from {table:?} to {child:?}, which is in no table");
        Step { to, same_side, gain }
    }));
    Spot::Open
}

/// How far `side` is ahead where the game is over.
pub fn final_margin<R: Rules>(rules: &R, pos: &R::Position, side: Side) -> Option<i16> {
    let Outcome { ending, .. } = rules.outcome(pos).filter(|outcome| !outcome.claim)?;
    Some(match ending {
        Ending::Draw => 0,
        Ending::Margin(units) if side == Side::First => units,
        Ending::Margin(units) => -units,
        // Won before it was played to its end: what the rest would have brought is not told.
        Ending::Win(_) => return None,
    })
}

/// A table of margins to be made or verified.
pub struct MarginPlan<'a, R: Rules, I: Index<R>> {
    /// The rules in force.
    pub rules: &'a R,
    /// The game's index.
    pub index: &'a I,
    /// Which table.
    pub table: TableId,
    /// The tables it needs.
    pub known: &'a Known,
}

impl<R: Rules, I: Index<R>> std::fmt::Debug for MarginPlan<'_, R, I> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MarginPlan").field("table", &self.index.name(self.table)).finish()
    }
}

/// What a move is to a builder of margins.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Way {
    /// It leads to a place of the same table.
    Inside {
        /// The place.
        at: u64,
        /// The mover moves again.
        same_side: bool,
    },
    /// It is worth so much to the mover.
    Fixed(i16),
}

impl<R: Rules, I: Index<R>> MarginPlan<'_, R, I> {
    /// How many places there are.
    pub fn len(&self) -> u64 {
        self.index.len(self.table)
    }

    /// There is no place.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Looks at a place; each way inside once, whatever symmetric moves make it.
    #[inline]
    pub fn look(&self, at: u64, steps: &mut Vec<Step>, ways: &mut Vec<Way>) -> Spot {
        steps.clear();
        ways.clear();
        let spot = self.index.steps(self.rules, self.table, at, steps);
        ways.extend(steps.iter().map(|step| self.way(step)));
        if self.index.may_coincide(self.table) {
            ways.sort_unstable();
            ways.dedup();
        }
        spot
    }

    /// What a step is worth to the mover, `code_at` giving the codes of the table itself; `None`
    /// where nothing is said of the place it leads to.
    #[inline]
    pub fn worth(&self, step: &Step, code_at: &impl Fn(u64) -> u8) -> Option<i16> {
        let &Step { to, same_side, gain } = step;
        let Some((table, at)) = to else { return Some(gain) };
        let code =
            if table == self.table { code_at(at) } else { self.known.get(table)?.code(at) as u8 };
        let margin = margin_of(code)?;
        Some(gain + if same_side { margin } else { -margin })
    }

    /// Adds the places from which a move leads to this one.
    pub(super) fn before(&self, at: u64, before: &mut Vec<u64>) {
        let mut moves = Vec::new();
        self.index.predecessors(self.rules, self.table, at, &mut moves);
        before.extend(moves.iter().map(|back| back.at));
    }

    #[inline]
    fn way(&self, step: &Step) -> Way {
        let &Step { to, same_side, gain } = step;
        let Some((table, at)) = to else { return Way::Fixed(gain) };
        if table == self.table {
            debug_assert_eq!(gain, 0, "a move that gains leads out of its table");
            return Way::Inside { at, same_side };
        }
        let name = |table| self.index.name(table);
        let known = self.known.get(table);
        let cells = known.unwrap_or_else(|| panic!("{} needs {}", name(self.table), name(table)));
        let margin = margin_of(cells.code(at) as u8);
        let margin = margin.unwrap_or_else(|| panic!("{} says nothing at {at}", name(table)));
        Way::Fixed(gain + if same_side { margin } else { -margin })
    }
}

/// The plain builder. `None` if the watcher stopped it.
pub fn sweep<R: Rules, I: Index<R>>(
    plan: &MarginPlan<'_, R, I>,
    watcher: &dyn Watcher,
) -> Option<Vec<u8>> {
    let mut codes = vec![NO_BOARD; usize::try_from(plan.len()).ok()?];
    let mut open: Vec<u64> = Vec::new();
    let mut goal = 0;
    let (mut steps, mut ways) = (Vec::new(), Vec::new());
    for at in 0..plan.len() {
        match plan.look(at, &mut steps, &mut ways) {
            Spot::Nothing => (),
            Spot::Ended(margin) => {
                codes[at as usize] = code_of(margin);
                goal = goal.max(margin.abs());
            }
            Spot::Open => {
                let fixed = ways.iter().filter_map(|way| match way {
                    Way::Fixed(worth) => Some(worth.abs()),
                    Way::Inside { .. } => None,
                });
                goal = fixed.fold(goal, i16::max);
                open.push(at);
            }
        }
    }
    while goal > 0 {
        watcher.progress(Pass::Distance(goal.unsigned_abs()), codes.len() as u64, plan.len());
        let set: Option<Vec<Vec<(u64, u8)>>> = open
            .par_chunks(RANGE)
            .map(|range| watcher.may_go_on().then(|| one_sweep(plan, &codes, range, goal)))
            .collect();
        let set = set?;
        if set.iter().all(Vec::is_empty) {
            goal -= 1;
            continue;
        }
        for (at, code) in set.into_iter().flatten() {
            codes[at as usize] = code;
        }
        open.retain(|at| codes[*at as usize] == NO_BOARD);
    }
    for at in open {
        codes[at as usize] = code_of(0);
    }
    Some(codes)
}

/// The places of a range that are settled by what is known.
fn one_sweep<R: Rules, I: Index<R>>(
    plan: &MarginPlan<'_, R, I>,
    codes: &[u8],
    range: &[u64],
    goal: i16,
) -> Vec<(u64, u8)> {
    let (mut steps, mut ways) = (Vec::new(), Vec::new());
    let mut set = Vec::new();
    for &at in range {
        plan.look(at, &mut steps, &mut ways);
        let worth = |way: &Way| match *way {
            Way::Fixed(worth) => Some(worth),
            Way::Inside { at, same_side } => {
                margin_of(codes[at as usize]).map(|m| if same_side { m } else { -m })
            }
        };
        let best = ways.iter().filter_map(worth).max();
        let all_known = ways.iter().all(|way| worth(way).is_some());
        if let Some(best) = best.filter(|best| all_known || *best >= goal) {
            set.push((at, code_of(best)));
        }
    }
    set
}

/// A margin that is not settled yet; below it the code of the best move so far.
const OPEN: u16 = 0x8000;
/// Ranges a table is cut into, if they are neither too small nor too large.
const RANGES: u64 = 64;
/// Smallest and largest range, in places.
const RANGE_PLACES: (u64, u64) = (4096, 1 << 20);

/// What each range knows of its own places.
struct Part {
    first: u64,
    /// A code, or [`OPEN`] with the code of the best move so far.
    codes: Vec<u16>,
    /// Moves inside the table that are not settled.
    counters: Vec<u8>,
    /// Places settled in the last round.
    fresh: Vec<u32>,
}

/// For each range what is said to it: a place, and whether a move from it is worth the goal or its
/// opposite.
type Outboxes = Vec<Vec<u32>>;

/// The fast builder: needs [`Index::predecessors`]. `None` if the watcher stopped it.
pub fn backwards<R: Rules, I: Index<R>>(
    plan: &MarginPlan<'_, R, I>,
    watcher: &dyn Watcher,
) -> Option<Vec<u8>> {
    let len = plan.len();
    let size = len.div_ceil(RANGES).clamp(RANGE_PLACES.0, RANGE_PLACES.1);
    let done = std::sync::atomic::AtomicU64::new(0);
    let parts: Option<Vec<Part>> = (0..len.div_ceil(size))
        .into_par_iter()
        .map(|range| {
            let part = Part::begin(plan, range * size, (range * size + size).min(len));
            let count = part.codes.len() as u64;
            let before = done.fetch_add(count, std::sync::atomic::Ordering::Relaxed);
            watcher.progress(Pass::Look, before + count, len);
            watcher.may_go_on().then_some(part)
        })
        .collect();
    let mut parts = parts?;
    let largest = parts.iter().map(Part::largest).max().unwrap_or(0);
    for goal in (1..=largest).rev() {
        watcher.progress(Pass::Distance(goal.unsigned_abs()), 0, 0);
        parts.par_iter_mut().for_each(|part| part.settle_due(goal));
        while parts.iter().any(|part| !part.fresh.is_empty()) {
            if !watcher.may_go_on() {
                return None;
            }
            let ranges = parts.len();
            let outboxes: Vec<Outboxes> =
                parts.par_iter().map(|part| part.tell(plan, (size, ranges), goal)).collect();
            parts.par_iter_mut().enumerate().for_each(|(range, part)| {
                part.fresh.clear();
                for boxes in &outboxes {
                    part.hear(&boxes[range], goal);
                }
            });
        }
    }
    let settled = |code: u16| if code & OPEN == 0 { code as u8 } else { code_of(0) };
    Some(parts.into_iter().flat_map(|part| part.codes.into_iter().map(settled)).collect())
}

impl Part {
    /// The first look at a range.
    fn begin<R: Rules, I: Index<R>>(plan: &MarginPlan<'_, R, I>, first: u64, end: u64) -> Self {
        let (mut steps, mut ways) = (Vec::new(), Vec::new());
        let (mut codes, mut counters) = (Vec::new(), Vec::new());
        for at in first..end {
            let (mut best, mut inside) = (None, 0_usize);
            let spot = plan.look(at, &mut steps, &mut ways);
            for way in &ways {
                match *way {
                    Way::Inside { .. } => inside += 1,
                    Way::Fixed(worth) => best = best.max(Some(worth)),
                }
            }
            codes.push(match spot {
                Spot::Nothing => NO_BOARD.into(),
                // Nobody who looks back from it finds anything: nothing leads to it but ends.
                Spot::Ended(margin) => code_of(margin).into(),
                Spot::Open => OPEN | u16::from(best.map_or(NO_BOARD, code_of)),
            });
            let inside = u8::try_from(inside);
            counters.push(inside.expect("no board has 256 moves inside its table"));
        }
        Self { first, codes, counters, fresh: Vec::new() }
    }

    /// The largest margin that a move out of the table promises, for either side.
    fn largest(&self) -> i16 {
        let margins = self.codes.iter().filter_map(|code| margin_of((code & 0xff) as u8));
        margins.map(i16::abs).max().unwrap_or(0)
    }

    /// Settles the places whose turn has come.
    fn settle_due(&mut self, goal: i16) {
        let (win, loss) = (OPEN | u16::from(code_of(goal)), OPEN | u16::from(code_of(-goal)));
        for (place, code) in self.codes.iter_mut().enumerate() {
            if *code == win || *code == loss && self.counters[place] == 0 {
                *code &= !OPEN;
                self.fresh.push(place as u32);
            }
        }
    }

    /// What the places settled in the last round have to say.
    fn tell<R: Rules, I: Index<R>>(
        &self,
        plan: &MarginPlan<'_, R, I>,
        (size, ranges): (u64, usize),
        goal: i16,
    ) -> Outboxes {
        let mut outboxes = vec![Vec::new(); ranges];
        let mut before: Vec<Back> = Vec::new();
        for &place in &self.fresh {
            let is_win = self.codes[place as usize] == u16::from(code_of(goal));
            before.clear();
            let at = self.first + u64::from(place);
            plan.index.predecessors(plan.rules, plan.table, at, &mut before);
            if plan.index.may_coincide(plan.table) {
                before.sort_unstable();
                before.dedup();
            }
            for back in &before {
                let wins = is_win == back.same_side;
                let message = ((back.at % size) as u32) << 1 | u32::from(wins);
                outboxes[(back.at / size) as usize].push(message);
            }
        }
        outboxes
    }

    /// Reads what was said.
    fn hear(&mut self, messages: &[u32], goal: i16) {
        for message in messages {
            let place = (message >> 1) as usize;
            let (code, counter) = (&mut self.codes[place], &mut self.counters[place]);
            if *code & OPEN == 0 {
                continue;
            }
            let worth = u16::from(code_of(if message & 1 == 1 { goal } else { -goal }));
            *counter -= 1;
            *code = (*code).max(OPEN | worth);
            let is_settled = message & 1 == 1 || *counter == 0 && *code == OPEN | worth;
            if is_settled {
                *code &= !OPEN;
                self.fresh.push(place as u32);
            }
        }
    }
}
