//! The letters of a record: `CA` names how they are written [hollosi-1999], Latin-1 where it does not.
//!
//! What is UTF-8 is read as that, whatever is named: editors write files anew and leave the property as
//! it was. In the sets of East Asia the second byte of a letter may be that of a bracket or a backslash, so
//! that a record is taken apart only when it is text.

use encoding_rs::{BIG5, EUC_KR, Encoding, GB18030, GBK, SHIFT_JIS};
use plyglot_core::game::tags;

/// How a file that is no UTF-8 writes its letters.
#[derive(Clone, Copy)]
pub(super) struct Charset(Option<&'static Encoding>);

impl Charset {
    /// What the first `CA` of a file names, if it is a set that is known and needed.
    pub(super) fn of(bytes: &[u8]) -> Self {
        if std::str::from_utf8(bytes).is_ok() {
            return Self(None);
        }
        let begin = bytes.windows(3).position(|three| three == b"CA[").map(|at| at + 3);
        let label = begin.and_then(|begin| bytes[begin..].split(|byte| *byte == b']').next());
        Self(label.and_then(|label| Encoding::for_label(label.trim_ascii())))
    }

    /// Whether such a byte begins a letter of two bytes, or half of one of four.
    pub(super) fn is_lead(self, byte: u8) -> bool {
        match self.0 {
            Some(set) if set == SHIFT_JIS => matches!(byte, 0x81..=0x9F | 0xE0..=0xFC),
            Some(set) if [BIG5, EUC_KR, GB18030, GBK].contains(&set) => {
                matches!(byte, 0x81..=0xFE)
            }
            Some(_) | None => false,
        }
    }
}

/// The text of a record.
pub(super) fn decoded(bytes: &[u8]) -> String {
    match Charset::of(bytes).0 {
        Some(set) => set.decode_without_bom_handling(bytes).0.into_owned(),
        None => tags::decoded(bytes),
    }
}
