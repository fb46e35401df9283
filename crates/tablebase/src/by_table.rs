//! What is kept of tables, found by their numbers.
//!
//! It is looked for at every move out of a table, so that a number leads straight to it. Numbers may be far
//! apart (draughts numbers tables by their men, up to 65,000 for a few dozen), so that what stands at a number
//! that no table has is short.

use super::indexer::TableId;

/// Something for each of some tables.
#[derive(Clone, Debug)]
pub struct ByTable<T> {
    /// By [`TableId`]: one more than where in `kept`, or nothing.
    slots: Vec<u32>,
    kept: Vec<T>,
}

impl<T> Default for ByTable<T> {
    fn default() -> Self {
        Self { slots: Vec::new(), kept: Vec::new() }
    }
}

impl<T> ByTable<T> {
    /// What is kept of a table, if anything.
    #[inline]
    pub fn get(&self, table: TableId) -> Option<&T> {
        let slot = self.slots.get(table.0 as usize)?.checked_sub(1)?;
        self.kept.get(slot as usize)
    }

    /// Keeps something of a table, in place of what was there.
    pub fn insert(&mut self, table: TableId, value: T) {
        let at = table.0 as usize;
        if self.slots.len() <= at {
            self.slots.resize(at + 1, 0);
        }
        if let Some(slot) = self.slots[at].checked_sub(1) {
            self.kept[slot as usize] = value;
        } else {
            self.kept.push(value);
            self.slots[at] = self.kept.len() as u32;
        }
    }

    /// What is kept of a table, to be changed; `T::default()` if nothing was.
    pub fn entry(&mut self, table: TableId) -> &mut T
    where
        T: Default,
    {
        if self.get(table).is_none() {
            self.insert(table, T::default());
        }
        &mut self.kept[self.slots[table.0 as usize] as usize - 1]
    }

    /// All that is kept, in no order that means anything.
    pub fn values(&self) -> impl Iterator<Item = &T> {
        self.kept.iter()
    }

    /// The same, to be changed.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.kept.iter_mut()
    }

    /// Forgets the tables that are not among these.
    pub fn retain(&mut self, wanted: &[TableId]) {
        let mut kept: Vec<Option<T>> = self.kept.drain(..).map(Some).collect();
        for (table, slot) in (0..).map(TableId).zip(&mut self.slots) {
            let Some(at) = slot.checked_sub(1) else { continue };
            *slot = 0;
            if let Some(value) = kept[at as usize].take_if(|_| wanted.contains(&table)) {
                self.kept.push(value);
                *slot = self.kept.len() as u32;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_found_until_it_is_replaced_or_forgotten() {
        let mut by_table = ByTable::default();
        let found = |by_table: &ByTable<u32>| {
            [0, 3, 7, 65_000].map(|table| by_table.get(TableId(table)).copied())
        };
        assert_eq!(found(&by_table), [None; 4]);
        for table in [7, 65_000, 0] {
            by_table.insert(TableId(table), table + 1);
        }
        assert_eq!(found(&by_table), [Some(1), None, Some(8), Some(65_001)]);
        by_table.insert(TableId(7), 5);
        *by_table.entry(TableId(3)) += 2;
        *by_table.entry(TableId(0)) += 2;
        assert_eq!(found(&by_table), [Some(3), Some(2), Some(5), Some(65_001)]);
        by_table.retain(&[TableId(65_000), TableId(3), TableId(4)]);
        assert_eq!(found(&by_table), [None, Some(2), None, Some(65_001)]);
        by_table.insert(TableId(0), 9);
        assert_eq!(found(&by_table), [Some(9), Some(2), None, Some(65_001)]);
        assert_eq!(by_table.values().sum::<u32>(), 9 + 2 + 65_001);
    }
}
