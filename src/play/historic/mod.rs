//! Dialogues of programs that the documents describe.

pub(super) mod classic;
pub(super) mod cursor;
pub(super) mod words;
