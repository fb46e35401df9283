//! What another program may ask of an engine, drawn by lot: good texts, good ones damaged, and any.

use std::time::Duration;

use plyglot::core::{Kind, Limits, Opt};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use crate::common::limits::any_limits;

/// What is done to a character of a text.
#[derive(Clone, Copy, Debug)]
pub(super) enum Damage {
    Remove,
    Double,
    Swap,
    Replace(char),
    Insert(char),
}

/// A text: one of those that there are, damaged in some places, or any.
#[derive(Clone, Debug)]
pub(super) enum Text {
    Good(Index, Vec<(Index, Damage)>),
    Any(String),
}

impl Text {
    /// The text itself, if these are the good ones.
    pub(super) fn of(&self, good: &[String]) -> String {
        match self {
            Self::Any(text) => text.clone(),
            Self::Good(..) if good.is_empty() => String::new(),
            Self::Good(at, damages) => {
                let mut text: Vec<char> = at.get(good).chars().collect();
                for (at, damage) in damages {
                    damage.work(&mut text, *at);
                }
                text.into_iter().collect()
            }
        }
    }
}

impl Damage {
    fn work(self, text: &mut Vec<char>, at: Index) {
        match self {
            Self::Insert(c) => text.insert(at.index(text.len() + 1), c),
            _ if text.is_empty() => {}
            Self::Remove => _ = text.remove(at.index(text.len())),
            Self::Double => text.insert(at.index(text.len()), text[at.index(text.len())]),
            Self::Swap => {
                let at = at.index(text.len());
                let next = (at + 1) % text.len();
                text.swap(at, next);
            }
            Self::Replace(c) => {
                let at = at.index(text.len());
                text[at] = c;
            }
        }
    }
}

/// What a client may do with an engine.
#[derive(Clone, Debug)]
pub(super) enum Wish {
    /// Moves played.
    Play(Vec<Text>),
    /// Moves taken back.
    Undo(u32),
    /// A position, the start where there is none, and moves from it.
    SetUp(Option<Text>, Vec<Text>),
    /// An option and its value.
    Set(Text, Text),
    /// An option that there is, and one of the values that its kind knows.
    Choose(Index, Index),
    /// A search under these limits, of these moves, so many visits of it recorded, and when it is given
    /// up.
    Search(Box<Limits>, Vec<Text>, Option<usize>, Duration),
    /// Lines counted to this depth, for so long.
    Count(u32, Duration),
    /// All that is asked with the word of a move.
    AskAbout(Text),
    /// What a player of this name thinks.
    Accounts(Text),
    /// A board put up by hand, these words in turn on its places.
    PutUp(Vec<Text>, bool),
    /// Moves by number, or by text.
    ByNumber(Vec<Index>, Vec<u16>, Text),
    /// A record of the game, damaged, read again.
    Record(Text),
}

/// Signs that mean something in some notation, and some that mean nothing in any.
fn sign() -> impl Strategy<Value = char> {
    select(
        "012389abhkxXoOwWbB*@PpKkNn/,;:<>()[]{}=+-._# \t\n\0\u{7f}ß🂡".chars().collect::<Vec<_>>(),
    )
}

fn damage() -> impl Strategy<Value = Damage> {
    prop_oneof![
        Just(Damage::Remove),
        Just(Damage::Double),
        Just(Damage::Swap),
        sign().prop_map(Damage::Replace),
        sign().prop_map(Damage::Insert),
    ]
}

/// A text that is good in one of so many cases.
pub(super) fn text(good: u32, bad: u32) -> impl Strategy<Value = Text> {
    let damaged = (any::<Index>(), vec((any::<Index>(), damage()), 1..4));
    prop_oneof![
        good => any::<Index>().prop_map(|at| Text::Good(at, Vec::new())),
        bad => damaged.prop_map(|(at, damages)| Text::Good(at, damages)),
        1 => "\\PC{0,12}".prop_map(Text::Any),
        1 => any::<String>().prop_map(Text::Any),
    ]
}

fn time() -> impl Strategy<Value = Duration> {
    let edges =
        vec![Duration::ZERO, Duration::from_nanos(1), Duration::from_secs(1), Duration::MAX];
    prop_oneof![select(edges), (0..=u64::MAX).prop_map(Duration::from_millis)]
}

/// A number at the edges of its type, or anywhere.
fn edge() -> impl Strategy<Value = u32> {
    prop_oneof![select(vec![0, 1, 2, 3, 64, 127, 128, 255, 256, 1000, u32::MAX]), any::<u32>()]
}

fn limits() -> impl Strategy<Value = Limits> {
    any_limits(time().boxed(), edge().boxed(), edge().prop_map(u64::from).boxed())
}

/// How long a search may take before it is given up.
fn patience() -> impl Strategy<Value = Duration> {
    (0_u64..1500).prop_map(Duration::from_micros)
}

/// One wish.
pub(super) fn wish() -> impl Strategy<Value = Wish> {
    let visits = option::of(select(vec![0, 1, 2, 500, 5000]));
    let searched = (limits(), vec(text(3, 1), 0..3), visits, patience());
    let searched = searched.prop_map(|(limits, among, visits, patience)| {
        Wish::Search(Box::new(limits), among, visits, patience)
    });
    prop_oneof![
        8 => vec(text(6, 1), 1..6).prop_map(Wish::Play),
        3 => vec(text(1, 3), 1..3).prop_map(Wish::Play),
        2 => prop_oneof![0_u32..4, edge()].prop_map(Wish::Undo),
        6 => (option::weighted(0.9, text(2, 4)), vec(text(3, 2), 0..4))
            .prop_map(|(position, moves)| Wish::SetUp(position, moves)),
        2 => (text(3, 1), text(1, 1)).prop_map(|(name, value)| Wish::Set(name, value)),
        2 => any::<(Index, Index)>().prop_map(|(option, value)| Wish::Choose(option, value)),
        3 => searched,
        1 => (edge(), patience()).prop_map(|(depth, patience)| Wish::Count(depth, patience)),
        3 => text(3, 2).prop_map(Wish::AskAbout),
        1 => text(3, 1).prop_map(Wish::Accounts),
        1 => (vec(text(3, 1), 0..8), any::<bool>())
            .prop_map(|(words, first)| Wish::PutUp(words, first)),
        2 => (vec(any::<Index>(), 0..4), vec(any::<u16>(), 0..3), text(2, 2))
            .prop_map(|(legal, any, text)| Wish::ByNumber(legal, any, text)),
        1 => text(1, 6).prop_map(Wish::Record),
    ]
}

/// Options that files, memory or threads come of: what they ask for the machine may not have.
const COSTLY: [&str; 4] = ["Hash", "Threads", "PerftMemory", "TbEmbedded"];

/// Whether another value of the option stays within a test.
pub(super) fn is_cheap(opt: &Opt) -> bool {
    !opt.is_path && !COSTLY.contains(&opt.name.as_str())
}

/// Values of an option, among them some that it does not take.
pub(super) fn values(opt: &Opt) -> Vec<String> {
    match &opt.kind {
        Kind::Check(_) => vec!["true".to_owned(), "false".to_owned(), "maybe".to_owned()],
        Kind::Spin { default, min, max } => {
            let middle = min + (max - min) / 2;
            let edges = [*min, *max, min - 1, max + 1, middle, min + 1, max - 1, *default];
            edges.iter().map(i64::to_string).collect()
        }
        Kind::Combo { choices, .. } => {
            choices.iter().copied().chain(["", "neither"]).map(str::to_owned).collect()
        }
        Kind::Text(text) => vec![String::new(), (*text).to_owned(), "neither ß".to_owned()],
        Kind::Button => vec![String::new(), "pressed".to_owned()],
    }
}
