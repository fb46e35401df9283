//! A rank's part of a finished table, and how all parts of one are kept alike.

use std::sync::Arc;

use super::layout::Layout;
use crate::file::Form;
use crate::value::{Cells, Metric, Palette, quarters};

/// The places of a finished table that a rank has.
#[derive(Clone, Debug)]
pub(super) struct Share {
    /// Who has which.
    pub(super) layout: Layout,
    /// The codes of this rank's own places.
    pub(super) cells: Arc<Cells>,
}

/// How the codes of a table are kept: what [`Cells::pack`] would choose if it saw all of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    Quarters,
    Bytes,
    Named(Palette),
    Words,
}

/// Codes that a table may use.
const CODES: usize = 1 << u16::BITS;

/// Which codes a rank's places have, a bit each.
pub(super) fn used_codes(codes: impl Iterator<Item = u16>) -> Vec<u64> {
    let mut used = vec![0; CODES / 64];
    codes.for_each(|code| used[usize::from(code) / 64] |= 1 << (code % 64));
    used
}

impl Shape {
    /// For a table under this metric with these codes; margins that are exact take a byte.
    pub(super) fn of(metric: Metric, used: &[u64]) -> Self {
        if metric == Metric::Wdl {
            return Self::Quarters;
        }
        let is_used = |code: &u16| used[usize::from(*code) / 64] >> (code % 64) & 1 == 1;
        let codes: Vec<u16> = (0..=u16::MAX).filter(is_used).collect();
        if codes.last().is_none_or(|last| u8::try_from(*last).is_ok()) {
            return Self::Bytes;
        }
        Palette::from_sorted(&codes).map_or(Self::Words, Self::Named)
    }

    /// That of a file, or of codes in memory.
    pub(super) fn of_form(Form { width, palette }: Form<'_>) -> Self {
        match (width, palette) {
            (2, _) => Self::Quarters,
            (16, _) => Self::Words,
            (_, None) => Self::Bytes,
            (_, Some(palette)) => Self::Named(palette.clone()),
        }
    }

    /// A rank's part of a table in this shape: its own places' codes.
    pub(super) fn share(&self, layout: Layout, codes: impl ExactSizeIterator<Item = u16>) -> Share {
        Share { layout, cells: Arc::new(self.pack(codes)) }
    }

    /// Codes in this shape.
    pub(super) fn pack(&self, codes: impl ExactSizeIterator<Item = u16>) -> Cells {
        let len = codes.len() as u64;
        match self {
            Self::Quarters => {
                let mut bytes = Vec::with_capacity(codes.len().div_ceil(4));
                let mut four = Vec::with_capacity(4);
                for code in codes {
                    four.push(code);
                    if four.len() == 4 {
                        bytes.push(quarters(&four));
                        four.clear();
                    }
                }
                if !four.is_empty() {
                    bytes.push(quarters(&four));
                }
                Cells::Quarters(bytes, len)
            }
            Self::Bytes => Cells::Bytes(codes.map(|code| code as u8).collect()),
            Self::Named(palette) => {
                let names = codes.map(|code| palette.name(code)).collect();
                Cells::Named(names, palette.clone())
            }
            Self::Words => Cells::Words(codes.collect()),
        }
    }

    /// Bits a code.
    pub(super) const fn width(&self) -> u8 {
        match self {
            Self::Quarters => 2,
            Self::Bytes | Self::Named(_) => 8,
            Self::Words => 16,
        }
    }

    /// As a word to other ranks.
    pub(super) fn bytes(&self) -> Vec<u8> {
        let mut bytes = vec![self.width()];
        if let Self::Named(palette) = self {
            bytes.extend(palette.codes().iter().flat_map(|code| code.to_le_bytes()));
        }
        bytes
    }

    /// The same read.
    pub(super) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (width, codes) = bytes.split_first()?;
        Some(match width {
            2 => Self::Quarters,
            16 => Self::Words,
            _ if codes.is_empty() => Self::Bytes,
            _ => {
                let codes = codes.as_chunks::<2>().0.iter().map(|two| u16::from_le_bytes(*two));
                Self::Named(Palette::from_sorted(&codes.collect::<Vec<_>>())?)
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shape_is_what_packing_all_codes_would_choose() {
        let few: Vec<u16> = (0..700).map(|at| 900 + at % 200).collect();
        let many: Vec<u16> = (0..700).map(|at| 900 + at).collect();
        let small: Vec<u16> = (0..700).map(|at| at % 4).collect();
        for codes in [few, many, small] {
            for metric in [Metric::Wdl, Metric::Dtm] {
                let shape = Shape::of(metric, &used_codes(codes.iter().copied()));
                let (packed, expected) =
                    (shape.pack(codes.iter().copied()), Cells::pack(metric, codes.clone()));
                assert_eq!(packed, expected);
                assert_eq!(Shape::from_bytes(&shape.bytes()), Some(shape));
            }
        }
    }
}
