//! The numbers of the search, tuned by games: simultaneous perturbation stochastic approximation
//! [spall-1998].
//!
//! All numbers are moved at once, each up or down by lot; the search with these numbers plays the one
//! that was moved the other way, and all of them go a little towards the winner:
//!
//! ```text
//! c_k = c / k^0.101          a_k = a / (A + k)^0.602          k = 1, 2, … iterations
//! number ± c_k · flip        number += a_k · (won - lost) / (c_k · flip)
//! ```
//!
//! A number's last `c` is an eighth of it, at least half a unit; its last `a` is a fiftieth of the square
//! of that, and `A` a tenth of all iterations. An iteration is [`PAIRS`] openings by lot, each played
//! from both sides with a fixed number of nodes a move: the same seed gives the same games whatever
//! the number of threads. What comes out is a proposal; a match decides.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use rand::RngExt;

use plyglot_core::game::search_numbers::SEARCH_NUMBERS;
use plyglot_core::game::{Rules, SearchParams};
use plyglot_core::rng;
use plyglot_core::seal::{sealed, unsealed};
use plyglot_search::selfplay::{Means, choose, random_opening};
use plyglot_search::{Player, TranspositionTable};

/// Openings of an iteration.
pub const PAIRS: u64 = 8;
/// How far a number goes at the end, in squares of its perturbation, for a pair won more.
const RATE: f64 = 0.02;
/// The exponents of the gains.
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;
/// Random plies a game begins with.
const RANDOM_PLIES: std::ops::RangeInclusive<u32> = 6..=9;
/// A game longer than this is drawn.
const PLIES_MAX: usize = 400;
/// Buckets of a player's table: 1 MiB.
const TABLE_BUCKETS: usize = 1 << 14;

/// How much is played, and how.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SpsaPlan {
    /// Iterations in all, of sixteen games each.
    pub iterations: u64,
    /// Nodes a move.
    pub nodes: u64,
    /// Where random numbers begin.
    pub seed: u64,
    /// Games played at once, at least 1.
    pub threads: usize,
}

/// Where the tuning stands: all that is needed to go on.
#[derive(Clone, PartialEq, Debug)]
pub struct Spsa {
    plan: SpsaPlan,
    start: SearchParams,
    /// Iterations done.
    pub done: u64,
    /// Where the numbers of the game stand, each with its place in the table of all.
    values: Vec<(usize, f64)>,
}

/// What makes a player that searches with these numbers.
pub type Make<'a, R> = dyn Fn(SearchParams) -> Box<dyn Player<R>> + Sync + 'a;

/// What plays a game of two searches, by its number and the seed of the match: [`play`].
type Play<'a> = dyn Fn(&[SearchParams; 2], u64, u64) -> Result<i64, String> + Sync + 'a;

impl Spsa {
    /// Begins with the numbers that a game has.
    pub fn new(start: SearchParams, plan: SpsaPlan) -> Self {
        let numbers = SEARCH_NUMBERS.iter().enumerate();
        let values = numbers.filter_map(|(at, it)| Some((at, f64::from(it.get(start)?)))).collect();
        Self { plan, start, done: 0, values }
    }

    /// The numbers as they stand, rounded.
    pub fn params(&self) -> SearchParams {
        self.moved(|_, value| value.round())
    }

    /// Whether all iterations are done.
    pub fn is_done(&self) -> bool {
        self.done >= self.plan.iterations
    }

    /// A line a number: its name, what it was, and where it stands.
    pub fn lines(&self) -> Vec<String> {
        let line = |&(at, value): &(usize, f64)| {
            let number = &SEARCH_NUMBERS[at];
            let was = number.get(self.start).unwrap_or(0);
            format!("{} {was} {value:.3}", number.name)
        };
        self.values.iter().map(line).collect()
    }

    /// Plays an iteration, moves the numbers, and gives back how many games more the search moved
    /// up has won than lost.
    ///
    /// # Errors
    ///
    /// A player that gives no legal move.
    pub fn iterate<R: Rules>(&mut self, rules: &R, make: &Make<'_, R>) -> Result<i64, String> {
        let nodes = self.plan.nodes;
        self.iterate_by(&|players, game, seed| play(rules, make, players, (game, seed), nodes))
    }

    /// [`Spsa::iterate`], compiled once for all games: how one of them is played is told.
    fn iterate_by(&mut self, play: &Play<'_>) -> Result<i64, String> {
        let seed = self.plan.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(self.done + 1);
        let mut rng = rng::seeded(seed);
        let flips: Vec<f64> =
            self.values.iter().map(|_| if rng.random() { 1.0 } else { -1.0 }).collect();
        let [c, a] = self.gains();
        // Each number is rounded up or down by lot, so that halves count.
        let lots: Vec<f64> = self.values.iter().map(|_| rng.random_range(0.0..1.0)).collect();
        let towards = |sign: f64| {
            self.moved(|i, value| {
                let moved = value + sign * flips[i] * c * self.perturbation(i);
                (moved + lots[i]).floor()
            })
        };
        let players = [towards(1.0), towards(-1.0)];
        let won = self.match_of(play, &players, rng.random())?;
        for (i, flip) in flips.into_iter().enumerate() {
            let step = a * RATE * self.perturbation(i) * flip;
            let (at, value) = self.values[i];
            let number = &SEARCH_NUMBERS[at];
            #[expect(clippy::cast_precision_loss, reason = "sixteen at most")]
            let moved = value + step * won as f64;
            self.values[i].1 = moved.clamp(f64::from(number.min), f64::from(number.max));
        }
        self.done += 1;
        Ok(won)
    }

    /// How far a number is moved at the end.
    fn perturbation(&self, i: usize) -> f64 {
        let was = SEARCH_NUMBERS[self.values[i].0].get(self.start).unwrap_or(0);
        (f64::from(was).abs() / 8.0).max(0.5)
    }

    /// This iteration's `c` and `a`, as multiples of the last one's.
    #[expect(clippy::cast_precision_loss, reason = "numbers of iterations")]
    fn gains(&self) -> [f64; 2] {
        let (k, all) = ((self.done + 1) as f64, self.plan.iterations as f64);
        let stability = all / 10.0;
        [(all / k).powf(GAMMA), ((stability + all) / (stability + k)).powf(ALPHA)]
    }

    #[expect(clippy::cast_possible_truncation, reason = "held to the range of the number")]
    fn moved(&self, to: impl Fn(usize, f64) -> f64) -> SearchParams {
        let mut params = self.start;
        for (i, &(at, value)) in self.values.iter().enumerate() {
            SEARCH_NUMBERS[at].set(&mut params, to(i, value) as i32);
        }
        params
    }

    /// The games of an iteration: how many more the first player wins than it loses.
    fn match_of(
        &self,
        play: &Play<'_>,
        players: &[SearchParams; 2],
        seed: u64,
    ) -> Result<i64, String> {
        let next = AtomicU64::new(0);
        let play_on = || {
            let mut won = 0;
            loop {
                let game = next.fetch_add(1, Ordering::Relaxed);
                if game >= 2 * PAIRS {
                    return Ok(won);
                }
                won += play(players, game, seed)?;
            }
        };
        thread::scope(|scope| {
            let threads: Vec<_> =
                (0..self.plan.threads.max(1)).map(|_| scope.spawn(play_on)).collect();
            threads.into_iter().try_fold(0, |won, thread| {
                let played: Result<i64, String> =
                    thread.join().unwrap_or_else(|_| Err("a game failed".to_owned()));
                Ok(won + played?)
            })
        })
    }
}

/// A game of this number: 1 if the first player wins it, -1 if it loses. Games of even numbers it
/// begins, each as the one after it begins the other way round.
fn play<R: Rules>(
    rules: &R,
    make: &Make<'_, R>,
    players: &[SearchParams; 2],
    (game, seed): (u64, u64),
    nodes: u64,
) -> Result<i64, String> {
    let mut rng = rng::seeded(seed.wrapping_add(game / 2));
    let mut played = loop {
        let plies = rng.random_range(RANDOM_PLIES);
        if let Some(played) = random_opening(rules, plies, &mut rng) {
            break played;
        }
    };
    let begins = usize::from(game % 2 == 1);
    let mover = rules.side_to_move(played.position());
    let mut players = [make(players[0]), make(players[1])];
    let tts = [(); 2].map(|()| TranspositionTable::with_buckets(TABLE_BUCKETS));
    while played.moves_played().len() < PLIES_MAX {
        if let Some(outcome) = played.outcome(rules) {
            let won = outcome.winner().map(|side| (side == mover) == (begins == 0));
            return Ok(won.map_or(0, |won| if won { 1 } else { -1 }));
        }
        let is_mover = rules.side_to_move(played.position()) == mover;
        let at = if is_mover { begins } else { 1 - begins };
        let player = &mut *players[at];
        let (mv, _) = choose(rules, &played, player, &tts[at], &Means::new(nodes, seed))?;
        played.play(rules, mv);
    }
    Ok(0)
}

/// What the first line of a state says.
const HEAD: &str = "plyglot search numbers";

impl Spsa {
    /// The state as a file keeps it: whose numbers, the plan, the numbers, and a checksum.
    pub fn to_text(&self, game: &str) -> String {
        let SpsaPlan { iterations, nodes, seed, .. } = self.plan;
        let mut text = format!(
            "{HEAD} of {game}\niterations {} of {iterations}\nnodes {nodes}\nseed {seed}\n",
            self.done
        );
        for &(at, value) in &self.values {
            let (name, bits) = (SEARCH_NUMBERS[at].name, value.to_bits());
            let _ = writeln!(text, "{name} {bits:016x} {value:.3}");
        }
        sealed(&text)
    }

    /// Goes on from a text of this game and plan.
    ///
    /// # Errors
    ///
    /// A text that is damaged, or was begun otherwise; the line is named.
    pub fn go_on(self, game: &str, text: &str) -> Result<Self, String> {
        let body = unsealed(text)?;
        let mut going_on = self.clone();
        let words = body.lines().nth(1).and_then(|line| line.split(' ').nth(1)?.parse().ok());
        going_on.done = words.ok_or("line 2: expected `iterations N of ALL`")?;
        let numbers = body.lines().skip(4);
        let bits = numbers.map(|line| u64::from_str_radix(line.split(' ').nth(1)?, 16).ok());
        for ((_, value), bits) in going_on.values.iter_mut().zip(bits) {
            *value = f64::from_bits(bits.ok_or("expected a number in each line after the fourth")?);
        }
        // What is written again is what was read, or something is another game's or plan's.
        let again = going_on.to_text(game);
        match again.lines().zip(text.lines()).enumerate().find(|(_, (one, other))| one != other) {
            None if again.len() == text.len() => Ok(going_on),
            None => Err("found numbers of another search".to_owned()),
            Some((i, (expected, found))) => {
                Err(format!("line {}: found `{found}`, expected `{expected}`", i + 1))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_core::Side;
    use plyglot_core::game::{Outcome, ReverseFutility};
    use plyglot_search::{SearchInfo, SearchRequest, SearchResult};

    /// Each side names a number, the second one last; who named the larger one wins.
    #[derive(Debug)]
    struct Larger;

    impl Rules for Larger {
        type Position = Vec<u16>;
        type Move = u16;
        fn start(&self) -> Vec<u16> {
            Vec::new()
        }
        fn side_to_move(&self, pos: &Vec<u16>) -> Side {
            Side::BOTH[pos.len() % 2]
        }
        fn legal_moves(&self, _: &Vec<u16>, out: &mut Vec<u16>) {
            out.extend(0..=1000);
        }
        fn play(&self, pos: &mut Vec<u16>, mv: u16) {
            pos.push(mv);
        }
        fn outcome(&self, pos: &Vec<u16>) -> Option<Outcome> {
            let [.., first, second] = pos[..] else { return None };
            // The plies by lot do not count.
            let is_over = pos.len() >= 12 && pos.len().is_multiple_of(2);
            let decided = || match first.cmp(&second) {
                std::cmp::Ordering::Equal => Outcome::draw("the same"),
                std::cmp::Ordering::Greater => Outcome::win(Side::First, "larger"),
                std::cmp::Ordering::Less => Outcome::win(Side::Second, "larger"),
            };
            is_over.then(decided)
        }
        fn stuck(&self, _: &Vec<u16>) -> Outcome {
            Outcome::draw("no move")
        }
        fn key(&self, pos: &Vec<u16>) -> u64 {
            pos.iter().fold(7, |key, mv| key.wrapping_mul(1009) ^ u64::from(*mv))
        }
        fn encode_move(mv: u16) -> u16 {
            mv
        }
    }

    /// Names how close its margin is to this one.
    struct Namer(SearchParams);
    const BEST: i32 = 150;

    impl Player<Larger> for Namer {
        fn think(
            &mut self,
            _: &SearchRequest<'_, Larger>,
            _: &mut dyn FnMut(SearchInfo<u16>),
        ) -> Option<SearchResult<u16>> {
            let margin = self.0.reverse_futility?.margin;
            let best = 1000u16.saturating_sub(u16::try_from((margin - BEST).abs()).ok()?);
            Some(SearchResult { best, ponder: None, depth: 1, cut: false })
        }
    }

    fn make(params: SearchParams) -> Box<dyn Player<Larger>> {
        Box::new(Namer(params))
    }

    fn begun(threads: usize) -> Spsa {
        let reverse_futility = Some(ReverseFutility { margin: 80, depth_max: 6 });
        let start = SearchParams { reverse_futility, ..SearchParams::NONE };
        let plan = SpsaPlan { iterations: 150, nodes: 1, seed: 3, threads };
        Spsa::new(start, plan)
    }

    #[test]
    fn a_number_goes_where_it_wins_whatever_the_threads_and_breaks() {
        let mut spsa = begun(1);
        let mut other = begun(3);
        while !spsa.is_done() {
            spsa.iterate(&Larger, &make).unwrap();
            other.iterate(&Larger, &make).unwrap();
            let text = other.to_text("larger");
            other = begun(3).go_on("larger", &text).unwrap();
        }
        assert_eq!(spsa.values, other.values);
        let found = spsa.params().reverse_futility.unwrap().margin;
        assert!((found - BEST).abs() <= 15, "{:?}", spsa.lines());
    }

    #[test]
    fn what_was_begun_otherwise_is_not_gone_on_with() {
        let text = begun(1).to_text("larger");
        let refused = |text: &str| begun(1).go_on("larger", text).unwrap_err();
        assert!(begun(1).go_on("smaller", &text).unwrap_err().starts_with("line 1: found"));
        assert_eq!(refused(&text.replace("nodes 1", "nodes 2")), "its checksum does not fit");
        assert_eq!(refused(""), "its checksum does not fit");
        let mut other = begun(1);
        other.plan.nodes = 2;
        assert!(refused(&other.to_text("larger")).starts_with("line 3: found `nodes 2`"));
    }
}
