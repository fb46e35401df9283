//! A table made by several ranks, each at its own places.
//!
//! In a round a rank goes through its places once for those whose turn has come, and tells the places
//! before each of them; those that it has itself hear at once, the others by a message to their
//! rank, many in one. Whatever a message settles is told likewise. There is no barrier: messages are
//! sent and read as they fill and come, in any order.
//!
//! A round is over when no rank has anything to tell and no message is on its way. Nobody sees that
//! by itself; so ranks at rest send counts up the tree, of messages sent and received, and rank 0
//! compares the sums of two such waves: if all that was sent has been received, and nothing was sent
//! between the waves, all are at rest [mattern-1987].

use super::checkpoint::{Keeper, State};
use super::exchange::{Exchange, Tag, Traffic, bytes_of, numbers};
use super::kind::Kind;
use super::layout::Layout;
use super::look::Walk;
use crate::indexer::Predecessor;
use crate::monitor::{Monitor, Phase};
use crate::nodes::Nodes;
use plyglot_ranks::Message;

/// Bytes of a message to another rank: about as much as an MPI library sends at once, without asking first
/// whether there is room for it (4 KiB with its own head among Open MPI's ranks of one machine).
const BOX_BYTES: usize = 4000;
/// What stands before what is told: a tag, and the round.
const TOLD_HEAD: usize = 3;
/// Places that are gone through before messages are read: to look for one
/// takes as long as some hundred places.
const SCANNED: u64 = 8192;
/// Places that are told of before messages are read.
const TOLD: u64 = 2048;
/// Places told of before the rank hears what it has told itself: as much as stays in the nearest memory.
const TOLD_AT_ONCE: u64 = 512;

/// Places that are settled and have not told others, at which a rank looks for no more of them.
const FRESH_MAX: usize = 1 << 17;

/// A table under way on one rank.
pub(super) struct Solver<'s, 'x, M, E, K> {
    pub(super) exchange: &'s mut Exchange<'x>,
    pub(super) nodes: &'s dyn Nodes<M, E>,
    pub(super) layout: Layout,
    pub(super) kind: K,
    pub(super) monitor: &'s dyn Monitor,
    /// Places that are settled and have not told others: twice the number, and 1 if won.
    fresh: Vec<u32>,
    /// What is to be told, by rank.
    boxes: Vec<Vec<u8>>,
    /// What the rank tells itself: heard one after the other, so that several places at once are waited for.
    own_box: Vec<u32>,
    predecessors: Vec<Predecessor>,
    /// What was told by ranks that are a round ahead, since they knew first that the last was over.
    early: Vec<Message>,
    /// Messages to and from others.
    sent: u64,
    received: u64,
    paused: bool,
}

/// What a wave of counts came to.
#[derive(Clone, Copy)]
struct Verdict {
    is_over: bool,
    reach: u64,
    /// Rank 0 wanted a checkpoint.
    is_pause: bool,
}

/// The round in which something was told.
fn round_of(message: &Message) -> i32 {
    i16::from_le_bytes([message.bytes[1], message.bytes[2]]).into()
}

/// Counts on their way up.
#[derive(Default)]
struct Wave {
    /// What this rank sent up for the wave that runs.
    has_sent: bool,
    /// What rank 0 saw last.
    last: Option<[u64; 2]>,
}

impl<'s, 'x, M: Copy, E: Copy, K: Kind<M, E>> Solver<'s, 'x, M, E, K> {
    pub(super) fn new(
        exchange: &'s mut Exchange<'x>,
        nodes: &'s dyn Nodes<M, E>,
        layout: Layout,
        kind: K,
        monitor: &'s dyn Monitor,
    ) -> Self {
        let boxes = vec![Vec::new(); exchange.size()];
        let (fresh, predecessors, early) = (Vec::new(), Vec::new(), Vec::new());
        let own_box = Vec::new();
        let (sent, received, paused) = (0, 0, false);
        Self {
            exchange,
            nodes,
            layout,
            kind,
            monitor,
            fresh,
            boxes,
            own_box,
            predecessors,
            early,
            sent,
            received,
            paused,
        }
    }

    /// Solves the table, from its beginning or from a checkpoint.
    pub(super) fn solve(mut self, keeper: &mut Keeper<'_>) -> Result<K, String> {
        let found = keeper.take_up(self.exchange, &self.layout, &mut self.kind)?;
        let (mut state, fresh) = found.unwrap_or_default();
        self.fresh = fresh;
        if state.round.is_none() {
            self.first_look(keeper, &mut state)?;
        }
        let mut reach = self.exchange.reduce([self.kind.reach()], u64::max)[0];
        if state.round.is_none() {
            state.round = self.kind.next_round(None, reach);
        }
        while let Some(round) = state.round {
            let told = round.unsigned_abs() as u16;
            let Traffic { messages, bytes } = self.exchange.traffic;
            self.monitor.sent(messages, bytes);
            self.monitor.progress(Phase::Distance(told), told.into(), reach);
            let verdict = self.round(round, state.is_scanned, keeper);
            reach = verdict.reach;
            if verdict.is_pause {
                state.is_scanned = true;
                self.keep(keeper, &state)?;
            } else {
                state = State { round: self.kind.next_round(Some(round), reach), ..state };
                state.is_scanned = false;
            }
        }
        Ok(self.kind)
    }

    /// Looks at all places, with a checkpoint now and then.
    fn first_look(&mut self, keeper: &mut Keeper<'_>, state: &mut State) -> Result<(), String> {
        let rank = self.exchange.rank();
        let (ranks, places) = (self.exchange.size() as u64, self.layout.places());
        loop {
            let walk = Walk { nodes: self.nodes, layout: self.layout };
            let monitor = self.monitor;
            let mut paused = false;
            let mut go_on = |exchange: &mut Exchange<'_>, done: u64| {
                monitor.sent(exchange.traffic.messages, exchange.traffic.bytes);
                monitor.progress(Phase::Initial, (done * ranks).min(places), places);
                // What is known of the table besides is kept for all places or none.
                paused = paused || keeper.known.is_none() && keeper.is_pause(exchange);
                !paused
            };
            let from = state.looked;
            state.looked = walk.show(self.exchange, &mut self.kind, from, &mut go_on);
            let is_done = state.looked == self.layout.chunks_of(rank).count() as u64;
            let [unfinished, pauses] =
                self.exchange.reduce([u64::from(!is_done), keeper.pauses()], |a, b| a + b);
            if pauses > 0 {
                keeper.end_pause(self.exchange);
                self.keep(keeper, state)?;
            }
            if unfinished == 0 {
                return Ok(());
            }
        }
    }

    fn keep(&mut self, keeper: &mut Keeper<'_>, state: &State) -> Result<(), String> {
        let mut fresh: Vec<u64> = Vec::with_capacity(self.fresh.len());
        let rank = self.exchange.rank();
        fresh.extend(
            self.fresh.iter().map(|&fresh| {
                self.layout.at(rank, u64::from(fresh >> 1)) << 1 | u64::from(fresh & 1)
            }),
        );
        self.paused = false;
        keeper.keep(self.exchange, &self.layout, &self.kind, state, &fresh)
    }

    /// One round, or what was left of it by a pause.
    fn round(&mut self, round: i32, is_scanned: bool, keeper: &mut Keeper<'_>) -> Verdict {
        let own = self.layout.own_places(self.exchange.rank());
        let mut next = if is_scanned { own } else { 0 };
        let mut wave = Wave::default();
        for message in std::mem::take(&mut self.early) {
            self.hear_message(&message, round);
        }
        loop {
            // While there is much to be told no more is looked for.
            let piece = if self.fresh.len() < FRESH_MAX { SCANNED } else { 0 };
            let piece = next..(next + piece).min(own);
            next = piece.end;
            for place in piece {
                for _ in 0..K::TURNS {
                    let Some(won) = self.kind.due(place as usize, round) else { break };
                    self.fresh.push((place as u32) << 1 | u32::from(won));
                }
            }
            self.paused = self.paused || keeper.is_pause(self.exchange);
            let is_far_ahead = self.exchange.is_far_ahead();
            let holds_back = is_far_ahead || self.paused && next == own;
            if !holds_back {
                self.tell_some(round);
            }
            let mut is_busy = self.exchange.poll();
            is_busy |= self.hear_all(round);
            let rests = next == own && (self.fresh.is_empty() || self.paused);
            if rests {
                (0..self.boxes.len()).for_each(|to| self.flush(to));
                if let Some(verdict) = self.wave(&mut wave, keeper.pauses()) {
                    if verdict.is_pause {
                        keeper.end_pause(self.exchange);
                    }
                    return verdict;
                }
            }
            if !is_busy && (rests || is_far_ahead) {
                self.exchange.idle();
            }
        }
    }

    /// Tells of a piece of the places that are settled.
    fn tell_some(&mut self, round: i32) {
        for _ in 0..TOLD / TOLD_AT_ONCE {
            for _ in 0..TOLD_AT_ONCE {
                let Some(fresh) = self.fresh.pop() else { break };
                self.tell(fresh, round);
            }
            let mut told = std::mem::take(&mut self.own_box);
            for one in told.drain(..) {
                self.hear(one, round);
            }
            self.own_box = told;
        }
    }

    /// Tells the places before one that is settled.
    fn tell(&mut self, fresh: u32, round: i32) {
        let (rank, is_won) = (self.exchange.rank(), fresh & 1 == 1);
        let at = self.layout.at(rank, u64::from(fresh >> 1));
        let mut predecessors = std::mem::take(&mut self.predecessors);
        self.nodes.predecessors(at, &mut predecessors);
        for &predecessor in &predecessors {
            if self.kind.passes_over(predecessor) {
                continue;
            }
            let wins = is_won == predecessor.same_side;
            let (owner, own) = self.layout.owner(predecessor.at);
            let told = (own as u32) << 1 | u32::from(wins);
            if owner == rank {
                self.own_box.push(told);
                continue;
            }
            let boxed = &mut self.boxes[owner];
            if boxed.is_empty() {
                *boxed = Exchange::begun(Tag::Told, BOX_BYTES);
                boxed.extend((round as i16).to_le_bytes());
            }
            boxed.extend(told.to_le_bytes());
            if boxed.len() >= BOX_BYTES {
                self.flush(owner);
            }
        }
        self.predecessors = predecessors;
    }

    fn flush(&mut self, to: usize) {
        if !self.boxes[to].is_empty() {
            let message = std::mem::take(&mut self.boxes[to]);
            self.sent += 1;
            self.exchange.send_told(to, message);
        }
    }

    /// A place is told something: twice its number, and 1 if a move from it wins.
    #[inline]
    fn hear(&mut self, told: u32, round: i32) {
        let own = told >> 1;
        if let Some(won) = self.kind.hear(own as usize, told & 1 == 1, round) {
            self.fresh.push(own << 1 | u32::from(won));
        }
    }

    /// Reads what has been told in this round; whether there was anything.
    fn hear_all(&mut self, round: i32) -> bool {
        let mut found = false;
        while let Some(message) = self.exchange.take_told() {
            if round_of(&message) == round {
                found = true;
                self.hear_message(&message, round);
            } else {
                self.early.push(message);
            }
        }
        found
    }

    fn hear_message(&mut self, message: &Message, round: i32) {
        debug_assert_eq!(round_of(message), round, "nobody is two rounds ahead");
        self.received += 1;
        let (told, _) = message.bytes[TOLD_HEAD..].as_chunks::<4>();
        for one in told {
            self.hear(u32::from_le_bytes(*one), round);
        }
    }

    /// Takes part in the waves of counts, being at rest; what rank 0 made of a wave that ends the
    /// round.
    fn wave(&mut self, wave: &mut Wave, pauses: u64) -> Option<Verdict> {
        if !wave.has_sent {
            let children: Vec<usize> = self.exchange.children().collect();
            if !self.exchange.has_from_each(Tag::WaveUp, &children) {
                return None;
            }
            let mut sums = [self.sent, self.received, self.kind.reach()];
            for child in children {
                let theirs = self.exchange.wait_from(Tag::WaveUp, child);
                let theirs: Vec<u64> = numbers(&theirs).collect();
                sums = [sums[0] + theirs[0], sums[1] + theirs[1], sums[2].max(theirs[2])];
            }
            match self.exchange.parent() {
                Some(parent) => {
                    self.exchange.send_as(Tag::WaveUp, parent, &bytes_of(&sums));
                    wave.has_sent = true;
                }
                None => return self.judge(wave, sums, pauses),
            }
        }
        let parent = self.exchange.parent()?;
        let word = self.exchange.take_from(Tag::WaveDown, parent)?;
        let word: Vec<u64> = numbers(&word).collect();
        self.pass_on(wave, &word)
    }

    /// Rank 0 has the counts of all.
    fn judge(&mut self, wave: &mut Wave, sums: [u64; 3], pauses: u64) -> Option<Verdict> {
        let [sent, received, reach] = sums;
        let is_over = sent == received && wave.last == Some([sent, received]);
        wave.last = Some([sent, received]);
        self.pass_on(wave, &[is_over.into(), reach, pauses])
    }

    fn pass_on(&mut self, wave: &mut Wave, word: &[u64]) -> Option<Verdict> {
        for child in self.exchange.children() {
            self.exchange.send_as(Tag::WaveDown, child, &bytes_of(word));
        }
        wave.has_sent = false;
        let verdict = Verdict { is_over: word[0] == 1, reach: word[1], is_pause: word[2] > 0 };
        verdict.is_over.then_some(verdict)
    }
}
