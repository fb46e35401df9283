//! What ranks say to each other while they make a table, and what they decide together.
//!
//! A message begins with a byte that says what it is ([`Tag`]) and waits in a queue of its kind until
//! somebody asks for it; only questions about finished tables are answered as they come, by whoever
//! happens to be receiving, so that a rank that waits for anything still serves the others. What all
//! have to know (a sum, a word of rank 0) goes up and down a tree whose root is rank 0: no rank
//! speaks to more than three others, and none waits for more than the depth of the tree.

use std::cell::Cell;
use std::collections::VecDeque;

use super::flow::Flow;
use super::held::Held;
use super::share::Share;
use crate::by_table::ByTable;
use crate::file::Budget;
use crate::indexer::TableId;
use plyglot_ranks::{Message, Ranks};

/// What a message is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum Tag {
    /// What solved places have to say to the places before them.
    Told,
    /// Questions about places of finished tables.
    Asked,
    /// Answers.
    Answered,
    /// Counts of one rank and those below it.
    WaveUp,
    /// What rank 0 makes of all counts.
    WaveDown,
    /// Numbers of one rank and those below it.
    Up,
    /// What all of them come to, or a word of rank 0.
    Down,
    /// Something for one rank in particular.
    Piece,
    /// Come to rest: a checkpoint is due.
    Pause,
    /// So many messages were read that told something.
    Read,
}

impl Tag {
    const ALL: [Self; 10] = [
        Self::Told,
        Self::Asked,
        Self::Answered,
        Self::WaveUp,
        Self::WaveDown,
        Self::Up,
        Self::Down,
        Self::Piece,
        Self::Pause,
        Self::Read,
    ];
}

/// Messages and bytes that a rank has sent.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Traffic {
    /// Messages.
    pub messages: u64,
    /// Bytes.
    pub bytes: u64,
}

/// One rank among the others.
pub(super) struct Exchange<'a> {
    ranks: &'a dyn Ranks,
    queues: [VecDeque<Message>; Tag::ALL.len()],
    held: ByTable<Held>,
    /// For blocks of files.
    budget: Budget,
    /// A table whose file could not be read any more.
    unreadable: Cell<Option<TableId>>,
    flow: Flow,
    /// What was sent to others.
    pub(super) traffic: Traffic,
}

impl<'a> Exchange<'a> {
    pub(super) fn new(ranks: &'a dyn Ranks) -> Self {
        let queues = Tag::ALL.map(|_| VecDeque::new());
        Self {
            ranks,
            queues,
            held: ByTable::default(),
            budget: Budget::new(0),
            unreadable: Cell::new(None),
            flow: Flow::new(ranks.size()),
            traffic: Traffic::default(),
        }
    }

    pub(super) fn rank(&self) -> usize {
        self.ranks.rank()
    }

    pub(super) fn size(&self) -> usize {
        self.ranks.size()
    }

    /// An empty message of this kind, with room for so many bytes.
    pub(super) fn begun(tag: Tag, bytes: usize) -> Vec<u8> {
        let mut message = Vec::with_capacity(bytes + 1);
        message.push(tag as u8);
        message
    }

    /// Sends a message that was begun with [`Exchange::begun`].
    pub(super) fn send(&mut self, to: usize, message: Vec<u8>) {
        if to != self.rank() {
            self.traffic.messages += 1;
            self.traffic.bytes += message.len() as u64;
        }
        self.ranks.send(to, message);
    }

    /// The same of a message that tells another rank something.
    pub(super) fn send_told(&mut self, to: usize, message: Vec<u8>) {
        self.flow.told();
        self.send(to, message);
    }

    /// Sends a message of this kind.
    pub(super) fn send_as(&mut self, tag: Tag, to: usize, bytes: &[u8]) {
        let mut message = Self::begun(tag, bytes.len());
        message.extend_from_slice(bytes);
        self.send(to, message);
    }

    /// Takes in what has come, and answers questions; whether anything had come.
    pub(super) fn poll(&mut self) -> bool {
        let mut found = false;
        while let Some(message) = self.ranks.receive() {
            found = true;
            let tag = message.bytes.first().and_then(|tag| Tag::ALL.get(usize::from(*tag)));
            match tag {
                Some(Tag::Asked) => self.answer(&message),
                Some(Tag::Read) => {
                    self.flow.was_read(numbers(&message).next().unwrap_or_default());
                }
                Some(&tag) => self.queues[tag as usize].push_back(message),
                None => panic!("rank {} sent {:?}, which is no message", message.from, tag),
            }
        }
        found
    }

    /// Others are too far behind with reading to be told more.
    pub(super) const fn is_far_ahead(&self) -> bool {
        self.flow.is_far_ahead()
    }

    /// The oldest message that tells something; its sender comes to know how much is read.
    pub(super) fn take_told(&mut self) -> Option<Message> {
        let message = self.take(Tag::Told)?;
        if let Some(count) = self.flow.read(message.from) {
            self.send_as(Tag::Read, message.from, &bytes_of(&[count]));
        }
        Some(message)
    }

    /// Gives way to others.
    pub(super) fn idle(&self) {
        self.ranks.idle();
    }

    /// The oldest message of this kind that has come: from whom, and what stands behind its tag.
    pub(super) fn take(&mut self, tag: Tag) -> Option<Message> {
        self.queues[tag as usize].pop_front()
    }

    /// The same of one rank's messages.
    pub(super) fn take_from(&mut self, tag: Tag, from: usize) -> Option<Message> {
        let queue = &mut self.queues[tag as usize];
        let found = queue.iter().position(|message| message.from == from)?;
        queue.remove(found)
    }

    /// A message of this kind has come from each of these.
    pub(super) fn has_from_each(&self, tag: Tag, ranks: &[usize]) -> bool {
        let queue = &self.queues[tag as usize];
        ranks.iter().all(|rank| queue.iter().any(|message| message.from == *rank))
    }

    /// Waits for the next message of this kind from a rank.
    pub(super) fn wait_from(&mut self, tag: Tag, from: usize) -> Message {
        loop {
            if let Some(message) = self.take_from(tag, from) {
                return message;
            }
            if !self.poll() {
                self.idle();
            }
        }
    }

    /// The rank above this one in the tree.
    pub(super) fn parent(&self) -> Option<usize> {
        let rank = self.rank();
        (rank > 0).then(|| (rank - 1) / 2)
    }

    /// The ranks below.
    pub(super) fn children(&self) -> impl Iterator<Item = usize> + use<> {
        let (first, size) = (2 * self.rank() + 1, self.size());
        (first..first + 2).filter(move |child| *child < size)
    }

    /// Numbers of all ranks put together by `with`, one by one; every rank gets the same.
    pub(super) fn reduce<const N: usize>(
        &mut self,
        own: [u64; N],
        with: fn(u64, u64) -> u64,
    ) -> [u64; N] {
        let all = self.reduce_list(own.to_vec(), with);
        all.try_into().expect("as many numbers come back as were sent")
    }

    /// The same for lists of one length.
    pub(super) fn reduce_list(&mut self, mut own: Vec<u64>, with: fn(u64, u64) -> u64) -> Vec<u64> {
        for child in self.children() {
            let theirs = self.wait_from(Tag::Up, child);
            own.iter_mut().zip(numbers(&theirs)).for_each(|(own, other)| *own = with(*own, other));
        }
        if let Some(parent) = self.parent() {
            self.send_as(Tag::Up, parent, &bytes_of(&own));
        }
        let bytes = self.broadcast(bytes_of(&own));
        numbers_of(&bytes).collect()
    }

    /// What rank 0 has to say, on every rank.
    pub(super) fn broadcast(&mut self, word: Vec<u8>) -> Vec<u8> {
        let word = match self.parent() {
            Some(parent) => self.wait_from(Tag::Down, parent).bytes[1..].to_vec(),
            None => word,
        };
        for child in self.children() {
            self.send_as(Tag::Down, child, &word);
        }
        word
    }

    /// Whether all ranks have succeeded; what the first that has not says of it, on every rank.
    pub(super) fn agree(&mut self, own: Result<(), String>) -> Result<(), String> {
        let rank = self.rank() as u64;
        let failed = if own.is_err() { rank } else { u64::MAX };
        let [first] = self.reduce([failed], u64::min);
        if first == u64::MAX {
            return Ok(());
        }
        let said = own.err().unwrap_or_default().into_bytes();
        let said = self.broadcast_from(first as usize, said);
        let said = String::from_utf8_lossy(&said);
        Err(if first > 0 { format!("rank {first}: {said}") } else { said.into_owned() })
    }

    /// What a rank has to say, on every rank.
    pub(super) fn broadcast_from(&mut self, from: usize, word: Vec<u8>) -> Vec<u8> {
        let word = match self.rank() {
            0 if from > 0 => self.wait_from(Tag::Piece, from).bytes[1..].to_vec(),
            rank if rank == from && rank > 0 => {
                self.send_piece(0, &word);
                word
            }
            _ => word,
        };
        self.broadcast(word)
    }

    /// Sends something to one rank, which waits for it by [`Exchange::wait_from`].
    pub(super) fn send_piece(&mut self, to: usize, bytes: &[u8]) {
        self.send_as(Tag::Piece, to, bytes);
    }

    /// So many bytes are for blocks of files from now on.
    pub(super) fn set_block_bytes(&mut self, bytes: u64) {
        self.budget.set_bytes(bytes);
    }

    /// Keeps a finished table, to be asked by all.
    pub(super) fn keep(&mut self, table: TableId, held: Held) {
        self.held.insert(table, held);
    }

    /// A finished table.
    #[inline]
    pub(super) fn held(&self, table: TableId) -> Option<&Held> {
        self.held.get(table)
    }

    /// This rank's part of a table that is not read from a file.
    pub(super) fn share(&self, table: TableId) -> Option<&Share> {
        match self.held(table)? {
            Held::Share(share) => Some(share),
            Held::File(_) => None,
        }
    }

    /// The code of a place of which this rank knows by itself ([`Held::owner`]).
    #[inline]
    pub(super) fn code(&self, table: TableId, own: u64) -> u16 {
        let held = self.held(table).unwrap_or_else(|| panic!("{table:?} is not here"));
        held.code(own, &self.budget).unwrap_or_else(|| {
            // What is made of this code is thrown away.
            self.unreadable.set(Some(table));
            0
        })
    }

    /// Whether all that was asked of files could be read; what is wrong, on every rank. `name` is what
    /// a table is called.
    pub(super) fn has_read(&mut self, name: impl Fn(TableId) -> String) -> Result<(), String> {
        let failed = |table| format!("{}: cannot be read any more", name(table));
        let own = self.unreadable.take().map_or(Ok(()), |table| Err(failed(table)));
        self.agree(own)
    }

    /// Forgets the tables that are not among these.
    pub(super) fn retain(&mut self, wanted: &[TableId]) {
        self.held.retain(wanted);
    }

    /// Asks a rank about places of finished tables, a number each ([`question`]); the answer has
    /// their codes in the same order, behind the same mark.
    pub(super) fn ask(&mut self, of: usize, mark: u32, questions: &[u64]) {
        let mut message = Self::begun(Tag::Asked, 4 + 8 * questions.len());
        message.extend(mark.to_le_bytes());
        for question in questions {
            message.extend(question.to_le_bytes());
        }
        self.send(of, message);
    }

    fn answer(&mut self, message: &Message) {
        let questions = &message.bytes[5..];
        let mut answer = Self::begun(Tag::Answered, 4 + questions.len() / 4);
        answer.extend_from_slice(&message.bytes[1..5]);
        for question in numbers_of(questions) {
            let (table, own) = (TableId((question >> 32) as u32), question & u64::from(u32::MAX));
            answer.extend(self.code(table, own).to_le_bytes());
        }
        self.send(message.from, answer);
    }
}

/// A place of a table as a question to the rank that has it: `own` is its number there.
pub(super) fn question(table: TableId, own: u64) -> u64 {
    debug_assert!(u32::try_from(own).is_ok(), "{own}");
    u64::from(table.0) << 32 | own
}

/// The numbers behind a message's tag.
pub(super) fn numbers(message: &Message) -> impl Iterator<Item = u64> {
    numbers_of(&message.bytes[1..])
}

/// Bytes as numbers, eight each.
pub(super) fn numbers_of(bytes: &[u8]) -> impl Iterator<Item = u64> {
    let (eights, _) = bytes.as_chunks::<8>();
    eights.iter().map(|eight| u64::from_le_bytes(*eight))
}

/// Numbers as bytes.
pub(super) fn bytes_of(numbers: &[u64]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::distributed::flow::UNREAD_MAX;
    use crate::distributed::layout::Layout;
    use crate::file::{Label, TableFile};
    use crate::value::{Cells, Metric};
    use plyglot_ranks::threads;
    use std::sync::Arc;

    #[test]
    fn all_ranks_come_to_the_same() {
        for size in [1, 2, 3, 8] {
            let told = threads::run(size, |ranks| {
                let mut exchange = Exchange::new(ranks);
                let rank = ranks.rank() as u64;
                let sums = exchange.reduce([1, rank], |a, b| a + b);
                let most = exchange.reduce([rank], u64::max);
                let word = exchange.broadcast(vec![ranks.rank() as u8 + 7]);
                (sums, most, word)
            });
            let last = size as u64 - 1;
            let expected = ([last + 1, last * (last + 1) / 2], [last], vec![7]);
            assert!(told.iter().all(|told| *told == expected), "{told:?}");
        }
    }

    #[test]
    fn what_one_cannot_do_all_know() {
        for failing in [0, 2] {
            let said = threads::run(3, |ranks| {
                let own = if ranks.rank() >= failing { Err("full".to_owned()) } else { Ok(()) };
                Exchange::new(ranks).agree(own)
            });
            let expected = if failing == 0 { "full" } else { "rank 2: full" };
            assert_eq!(said, vec![Err(expected.to_owned()); 3]);
        }
        let said = threads::run(3, |ranks| Exchange::new(ranks).agree(Ok(())));
        assert_eq!(said, vec![Ok(()); 3]);
    }

    #[test]
    fn who_is_far_ahead_goes_on_when_the_others_have_read() {
        for size in [2, 9, 40] {
            let told = threads::run(size, |ranks| {
                let mut exchange = Exchange::new(ranks);
                let mut told = 0;
                while told <= UNREAD_MAX {
                    if ranks.rank() > 0 {
                        exchange.poll();
                        told += u64::from(exchange.take_told().is_some());
                    } else if exchange.is_far_ahead() {
                        exchange.poll();
                    } else {
                        (1..size).for_each(|to| exchange.send_told(to, vec![Tag::Told as u8]));
                        told += 1;
                    }
                }
                told
            });
            assert_eq!(told, vec![UNREAD_MAX + 1; size]);
        }
    }

    #[test]
    fn who_waits_still_answers() {
        let codes = threads::run(2, |ranks| {
            let mut exchange = Exchange::new(ranks);
            let share =
                Share { layout: Layout::new(4, 2), cells: Arc::new(Cells::Words(vec![300, 301])) };
            exchange.keep(TableId(5), Held::Share(share));
            let found = (ranks.rank() == 0).then(|| {
                exchange.ask(1, 9, &[question(TableId(5), 1), question(TableId(5), 0)]);
                exchange.wait_from(Tag::Answered, 1).bytes[1..].to_vec()
            });
            // Rank 1 comes here at once, and waits.
            exchange.broadcast(Vec::new());
            found
        });
        assert_eq!(codes[0].as_deref(), Some(&[9, 0, 0, 0, 45, 1, 44, 1][..]));
    }

    #[test]
    fn a_file_that_was_cut_short_meanwhile_is_named_on_every_rank() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table");
        let words = || [String::from("game"), String::from("rules"), String::from("name")];
        let [game, rules, name] = words();
        let (index_version, table, metric, len) = (1, TableId(0), Metric::Dtm, 100_000);
        let label = Label { game, rules, name, index_version, table, metric, len };
        let cells = Cells::Words((0..100_000_u32).map(|at| at.wrapping_mul(at) as u16).collect());
        crate::file::write(&path, &label, &cells).unwrap();
        let said = threads::run(3, |ranks| {
            let mut exchange = Exchange::new(ranks);
            exchange.keep(table, Held::File(TableFile::open(&path).unwrap()));
            exchange.reduce([], u64::max);
            if ranks.rank() == 1 {
                let file = std::fs::File::options().write(true).open(&path).unwrap();
                file.set_len(1000).unwrap();
                exchange.code(table, len - 1);
            }
            exchange.has_read(|_| "KRK".to_owned())
        });
        assert_eq!(said, vec![Err("rank 1: KRK: cannot be read any more".to_owned()); 3]);
    }
}
