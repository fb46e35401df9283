//! What a network learns from: positions as the facts that hold in them, and what is to be expected.
//!
//! Either from a file of positions and scores, or made up at *school*: from a position of a game a few
//! plies are played by lot, and the evaluator's older opinion of where they lead is the lesson. So
//! there are as many lessons as wanted, and none is learnt by heart.

use rand::RngExt;

use super::fit::forecast;
use super::{STEEPNESS, data};
use crate::core::rng::Rng;
use crate::game::trainable::Facts;
use crate::game::{Evaluator, Notation, Rules, Trainable};

/// Plies by lot that a lesson at school lies behind a position.
const STRAY_PLIES: std::ops::RangeInclusive<u32> = 0..=3;

/// Positions as facts, one after another.
#[derive(Clone, Debug, Default)]
pub struct Lessons {
    /// Of each position what holds for the mover, then, as many, for the other side.
    facts: Vec<u16>,
    ends: Vec<usize>,
    buckets: Vec<u8>,
    expected: Vec<f32>,
}

/// One of them.
#[derive(Clone, Copy, Debug)]
pub struct Lesson<'a> {
    /// What holds for the side to move.
    pub mover: &'a [u16],
    /// What holds for the other side.
    pub other: &'a [u16],
    /// The kind of position.
    pub bucket: usize,
    /// What the side to move may expect, 0 to 1.
    pub expected: f32,
}

impl Lessons {
    /// How many.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The lesson of this number.
    pub fn get(&self, number: usize) -> Lesson<'_> {
        let begin = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        let facts = &self.facts[begin..self.ends[number]];
        let (mover, other) = facts.split_at(facts.len() / 2);
        let (bucket, expected) = (self.buckets[number].into(), self.expected[number]);
        Lesson { mover, other, bucket, expected }
    }

    /// Adds one.
    pub fn push(&mut self, facts: &Facts, expected: f32) {
        debug_assert_eq!(facts.mover.len(), facts.other.len());
        self.facts.extend(facts.mover.iter().chain(&facts.other));
        self.ends.push(self.facts.len());
        self.buckets.push(u8::try_from(facts.bucket).unwrap_or(u8::MAX));
        self.expected.push(expected);
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.facts.clear();
        self.ends.clear();
        self.buckets.clear();
        self.expected.clear();
    }
}

/// Reads the positions of a file, adds them to `lessons`, and where they are to be the begin of
/// lessons at school, to `positions`. Those in which the side to move cannot stand are left out.
///
/// # Errors
///
/// The first line that is not a result and a position, by its number.
pub fn read<R: Notation, J: Evaluator<R>>(
    (rules, evaluator): (&R, &J),
    trainable: &dyn Trainable<R>,
    text: &str,
    lessons: &mut Lessons,
    mut positions: Option<&mut Vec<R::Position>>,
) -> Result<data::Counts, String> {
    let (mut counts, mut facts) = (data::Counts::default(), Facts::default());
    data::each_line(rules, text, |score, pos| {
        counts.read += 1;
        if rules.outcome(&pos).is_some() || evaluator.in_check(rules, &pos) {
            counts.restless += 1;
            return;
        }
        counts.kept += 1;
        let is_first = rules.side_to_move(&pos) == crate::core::Side::First;
        trainable.facts(&pos, &mut facts);
        lessons.push(&facts, if is_first { score } else { 1.0 - score });
        if let Some(positions) = &mut positions {
            positions.push(pos);
        }
    })?;
    Ok(counts)
}

/// Gives so many lessons at school, the teacher's opinions, in place of what was there.
pub fn school<R: Rules, J: Evaluator<R>>(
    (rules, teacher): (&R, &J),
    trainable: &dyn Trainable<R>,
    positions: &[R::Position],
    rng: &mut Rng,
    wanted: usize,
    lessons: &mut Lessons,
) {
    let (mut facts, mut moves) = (Facts::default(), Vec::new());
    lessons.clear();
    while lessons.len() < wanted {
        let mut pos = positions[rng.random_range(0..positions.len())].clone();
        for _ in 0..rng.random_range(STRAY_PLIES) {
            moves.clear();
            rules.legal_moves(&pos, &mut moves);
            if moves.is_empty() || rules.outcome(&pos).is_some() {
                break;
            }
            rules.play(&mut pos, moves[rng.random_range(0..moves.len())]);
        }
        if rules.outcome(&pos).is_some() || teacher.in_check(rules, &pos) {
            continue;
        }
        trainable.facts(&pos, &mut facts);
        let opinion = f64::from(teacher.evaluate(rules, &pos).raw());
        #[expect(clippy::cast_possible_truncation, reason = "a number from 0 to 1")]
        lessons.push(&facts, forecast(opinion, STEEPNESS) as f32);
    }
}
