//! What is known of a place while a table of wins and losses is built backwards, in a byte: how many of
//! its moves are not refuted yet, or what has been found.
//!
//! A win needs no order: one move that wins is enough, and when the last move is refuted the place is
//! lost. Whoever finds a place has to tell the places before it, once; until somebody does, it is
//! *new*.

use std::sync::atomic::{AtomicU8, Ordering};

use super::indexer::{NodeKind, TerminalValue};
use super::plan::Child;
use super::value::{Cells, NOTHING, Value, quarters};
use plyglot_core::memory::{vec_for, vec_of};

/// What is known of a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Countdown(u8);

/// A move out of the table does not lose, so that the place is won or drawn. Below this a byte is a
/// counter.
const HELD: u8 = 250;
/// Found, and nobody was told yet.
const NEW_WIN: u8 = 251;
const NEW_LOSS: u8 = 252;
const WIN: u8 = 253;
const LOSS: u8 = 254;
const NOWHERE: u8 = 255;

impl Countdown {
    /// Nobody has looked.
    pub(super) const UNSEEN: Self = Self(HELD);
    /// No position stands there.
    pub(super) const NOWHERE: Self = Self(NOWHERE);

    /// What the first look says.
    ///
    /// # Panics
    /// Where a place has 250 different moves inside its table, which no game here has.
    #[inline]
    pub(super) fn first(
        node: NodeKind<TerminalValue>,
        children: impl IntoIterator<Item = Child<u16>>,
    ) -> Self {
        Self(match node {
            NodeKind::Invalid => NOWHERE,
            NodeKind::Terminal(TerminalValue::Win) => NEW_WIN,
            NodeKind::Terminal(TerminalValue::Loss) => NEW_LOSS,
            NodeKind::Terminal(TerminalValue::Draw) => HELD,
            NodeKind::Open => open(children),
        })
    }

    /// What it becomes when a move from here turns out to win or to lose; `None` where that says
    /// nothing new.
    #[inline]
    pub(super) const fn told(self, wins: bool) -> Option<Self> {
        match self.0 {
            0..=HELD if wins => Some(Self(NEW_WIN)),
            1 => Some(Self(NEW_LOSS)),
            moves @ 2..HELD => Some(Self(moves - 1)),
            _ => None,
        }
    }

    /// Whether a place that has to be told of is won.
    #[inline]
    pub(super) const fn new_result(self) -> Option<bool> {
        match self.0 {
            NEW_WIN => Some(true),
            NEW_LOSS => Some(false),
            _ => None,
        }
    }

    /// The same, and somebody tells of it.
    #[inline]
    pub(super) const fn told_of(self) -> Self {
        match self.0 {
            NEW_WIN => Self(WIN),
            NEW_LOSS => Self(LOSS),
            _ => self,
        }
    }

    /// The code at the end, when what is not found is drawn.
    pub(super) const fn code(self) -> u16 {
        match self.0 {
            NOWHERE => NOTHING,
            NEW_WIN | WIN => Value::Win(0).code(),
            NEW_LOSS | LOSS => Value::Loss(0).code(),
            _ => Value::Draw.code(),
        }
    }

    pub(super) const fn to_byte(self) -> u8 {
        self.0
    }

    pub(super) const fn from_byte(byte: u8) -> Self {
        Self(byte)
    }
}

/// So many places of which all the same is known; `None` if memory cannot hold them.
pub(super) fn all(places: u64, known: Countdown) -> Option<Vec<AtomicU8>> {
    vec_of(usize::try_from(places).ok()?, || AtomicU8::new(known.to_byte()))
}

/// The places as they are kept, what is not found being drawn; `None` if memory cannot hold them.
pub(super) fn cells(counted: &[AtomicU8]) -> Option<Cells> {
    let byte = |four: &[AtomicU8]| {
        let mut codes = [0; 4];
        for (code, counted) in codes.iter_mut().zip(four) {
            *code = Countdown::from_byte(counted.load(Ordering::SeqCst)).code();
        }
        quarters(&codes[..four.len()])
    };
    let mut bytes = vec_for(counted.len().div_ceil(4))?;
    bytes.extend(counted.chunks(4).map(byte));
    Some(Cells::Quarters(bytes, counted.len() as u64))
}

/// What the moves of an open place say.
#[inline]
fn open(children: impl IntoIterator<Item = Child<u16>>) -> u8 {
    let (mut inside, mut holds) = (0_usize, false);
    for child in children {
        match child {
            Child::Internal { .. } => inside += 1,
            Child::Known(code) => match Value::from_code(code) {
                Some(Value::Win(_)) => return NEW_WIN,
                Some(Value::Loss(_)) => (),
                Some(Value::Draw) | None => holds = true,
            },
        }
    }
    match u8::try_from(inside) {
        _ if holds => HELD,
        Ok(0) => NEW_LOSS,
        Ok(inside) if inside < HELD => inside,
        Ok(_) | Err(_) => panic!("no position has {inside} moves inside its table"),
    }
}
