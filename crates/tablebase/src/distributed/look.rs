//! Every place of a rank looked at once, with the codes of other tables wherever they are.
//!
//! What a move out of the table is worth stands in a table which this rank reads from its file, or of
//! which it has a part (`held`); the rest is asked of the ranks that have it. A question takes as long as the other rank needs to come to it, so
//! places are looked at in batches, several of which are on their way: the moves of a batch are made
//! and asked about, and by the time the next ones are, the answers have come. A batch is shown to
//! whoever looks ([`Look`]) when all its answers are there, in order.

use std::collections::VecDeque;

use super::exchange::{Exchange, Tag, question};
use super::kind::Look;
use super::layout::Layout;
use crate::indexer::{NodeKind, TableId};
use crate::nodes::Nodes;
use plyglot_ranks::Message;

/// Places of a batch: its questions go in one piece, as in the solver.
const BATCH: u64 = 256;
/// Batches on their way.
const BATCHES: usize = 8;
/// So many places are looked at before others are served.
const SERVE_EVERY: u64 = 256;

/// Places whose moves have been made.
struct Batch<M, E> {
    /// The number that answers come back with.
    mark: u32,
    /// The first of the places, among the rank's own.
    first: u64,
    /// What is at each place, and where its moves end in `moves`.
    nodes: Vec<(NodeKind<E>, usize)>,
    moves: Vec<M>,
    /// The places that are asked about, in order, and where those of each place end.
    targets: Vec<Target>,
    ends: Vec<usize>,
    /// For each rank how many questions it was asked, and its answer.
    answers: Vec<(usize, Option<Message>)>,
}

/// A place of a finished table: who has it, and which of its own this is.
#[derive(Clone, Copy)]
struct Target {
    owner: usize,
    table: TableId,
    own: u64,
}

impl<M, E> Batch<M, E> {
    fn is_answered(&self) -> bool {
        self.answers.iter().all(|(asked, answer)| *asked == 0 || answer.is_some())
    }
}

/// The places of a table as one rank goes through them.
pub(super) struct Walk<'w, M, E> {
    pub(super) nodes: &'w dyn Nodes<M, E>,
    pub(super) layout: Layout,
}

impl<M: Copy, E: Copy> Walk<'_, M, E> {
    /// Shows the rank's own places to `look`, from one chunk on. `go_on` is asked between batches; at
    /// the end of the chunk in which it says no the walk ends. Returns the chunk that would be next.
    pub(super) fn show<L: Look<M, E>>(
        &self,
        exchange: &mut Exchange<'_>,
        look: &mut L,
        first_chunk: u64,
        go_on: &mut dyn FnMut(&mut Exchange<'_>, u64) -> bool,
    ) -> u64 {
        let own = self.layout.own_places(exchange.rank());
        let mut next = (first_chunk * self.layout.chunk_places()).min(own);
        let mut end = own;
        let mut batches: VecDeque<Batch<M, E>> = VecDeque::new();
        let mut mark = 0;
        while next < end || !batches.is_empty() {
            if next < end && batches.len() < BATCHES {
                let places = next..(next + BATCH).min(end);
                next = places.end;
                mark += 1;
                batches.push_back(self.begin(exchange, look, mark, places));
                if end == own && !go_on(exchange, next) {
                    end = next.next_multiple_of(self.layout.chunk_places()).min(own);
                }
            }
            let came = exchange.poll();
            while let Some(answer) = exchange.take(Tag::Answered) {
                let from = answer.from;
                let mark = answer.bytes[1..].first_chunk().map(|mark| u32::from_le_bytes(*mark));
                let asked = batches.iter_mut().find(|batch| Some(batch.mark) == mark);
                asked.expect("only what is asked is answered").answers[from].1 = Some(answer);
            }
            if let Some(batch) = batches.front().filter(|batch| batch.is_answered()) {
                Self::end(exchange, look, batch);
                batches.pop_front();
            } else if !came && (next == end || batches.len() == BATCHES) {
                exchange.idle();
            }
        }
        next.div_ceil(self.layout.chunk_places())
    }

    /// Makes the moves of a batch, and asks about them.
    fn begin<L: Look<M, E>>(
        &self,
        exchange: &mut Exchange<'_>,
        look: &L,
        mark: u32,
        places: std::ops::Range<u64>,
    ) -> Batch<M, E> {
        let (first, rank) = (places.start, exchange.rank());
        let mut questions: Vec<Vec<u64>> = vec![Vec::new(); exchange.size()];
        let (mut nodes, mut moves, mut of_one) = (Vec::new(), Vec::new(), Vec::new());
        let (mut targets, mut ends) = (Vec::new(), Vec::new());
        for own in places {
            of_one.clear();
            let node = self.nodes.successors(self.layout.at(rank, own), &mut of_one);
            moves.extend_from_slice(&of_one);
            for (table, at) in of_one.iter().filter_map(|mv| look.asks(mv)) {
                let (owner, own) = owner_of(exchange, table, at);
                targets.push(Target { owner, table, own });
                if owner != rank {
                    questions[owner].push(question(table, own));
                }
            }
            ends.push(targets.len());
            nodes.push((node, moves.len()));
            if own % SERVE_EVERY == 0 {
                exchange.poll();
            }
        }
        let asked = |questions: &Vec<u64>| (questions.len(), None);
        let answers = questions.iter().map(asked).collect();
        for (owner, questions) in questions.iter().enumerate().filter(|(_, all)| !all.is_empty()) {
            exchange.ask(owner, mark, questions);
        }
        Batch { mark, first, nodes, moves, targets, ends, answers }
    }

    /// Shows the places of a batch.
    fn end<L: Look<M, E>>(exchange: &Exchange<'_>, look: &mut L, batch: &Batch<M, E>) {
        let rank = exchange.rank();
        // An answer begins with a tag and a mark.
        let mut read = vec![5; exchange.size()];
        let (mut begun, mut asked) = (0, 0);
        for ((own, &(node, end)), &targets_end) in
            (batch.first..).zip(&batch.nodes).zip(&batch.ends)
        {
            let moves = &batch.moves[begun..end];
            let targets = &batch.targets[asked..targets_end];
            (begun, asked) = (end, targets_end);
            let mut codes = targets.iter().map(|&Target { owner, table, own }| {
                if owner == rank {
                    return exchange.code(table, own);
                }
                let from = read[owner];
                read[owner] += 2;
                let answer = batch.answers[owner].1.as_ref().map(|answer| &answer.bytes);
                let two = answer.and_then(|bytes| bytes.get(from..from + 2));
                two.map_or(0, |two| u16::from_le_bytes([two[0], two[1]]))
            });
            look.see(own as usize, node, moves, &mut codes);
        }
    }
}

fn owner_of(exchange: &Exchange<'_>, table: TableId, at: u64) -> (usize, u64) {
    let held = exchange.held(table);
    held.unwrap_or_else(|| panic!("{table:?} is needed and not here")).owner(exchange.rank(), at)
}
