//! Keys, one by one, and a conversation that is held by them.

/// A key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Key {
    /// A letter, a digit or a sign.
    Char(char),
    /// Return or Enter.
    Enter,
    /// Escape by itself.
    Escape,
    /// An arrow.
    Up,
    /// An arrow.
    Down,
    /// An arrow.
    Left,
    /// An arrow.
    Right,
}

/// A conversation with a person by keys, as a machine: it neither reads nor writes.
pub trait KeyDialogue {
    /// All there is to see, a line each.
    fn screen(&self) -> Vec<String>;

    /// Takes a key. Whether something was wrong with it, which is heard.
    fn key(&mut self, key: Key) -> bool;

    /// A moment has passed.
    fn tick(&mut self);

    /// Something that takes its time is to be done before the next key.
    fn has_work(&self) -> bool;

    /// Does it.
    fn work(&mut self);

    /// There is nothing more to say but [`KeyDialogue::farewell`].
    fn is_over(&self) -> bool;

    /// What stays on the terminal when it is over.
    fn farewell(&mut self) -> Vec<String>;
}
