//! Positions to tune on: a player plays itself, and positions in which nothing has just begun are
//! kept with the result.
//!
//! Games begin with a few random plies, so that no two are alike, and each move gets a fixed
//! number of nodes, so that the same seed gives the same games on every machine. Each game has
//! lots of its own by its number and is written whole, in the order of the numbers: how many
//! threads there are changes nothing but the time.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

use rand::RngExt;

use super::data;
use super::fit::forecast;
use plyglot_core::game::{Evaluator, NodeTactics, Notation, PlayedGame, Rules, Tactics};
use plyglot_core::{Score, Side, rng};
use plyglot_ranks::Ranks;
use plyglot_search::selfplay::{Means, choose, random_opening};
use plyglot_search::{Player, TranspositionTable};

/// How many games, and how they are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GeneratePlan {
    /// Games to play, the number of the last.
    pub games: u64,
    /// The number of the first, 1 unless some are there already.
    pub first: u64,
    /// Nodes a move.
    pub nodes: u64,
    /// Where random numbers begin.
    pub seed: u64,
    /// Games played at once, at least 1.
    pub threads: usize,
    /// Of a position's score, so many hundredths are what the search there expected, the rest how
    /// the game ended.
    pub forecast: u32,
    /// Random plies a game begins with at most, [`GeneratePlan::RANDOM_PLIES_MIN`] at least.
    pub random_plies: u32,
    /// The unit of the logistic curve by which scores are written as chances, cp: the flatter it is, the
    /// more of a margin is told, and the longer games are played on.
    pub scale: u32,
}

impl GeneratePlan {
    /// Random plies a game begins with at least.
    pub const RANDOM_PLIES_MIN: u32 = 8;
    /// At most, unless somebody says otherwise.
    pub const RANDOM_PLIES: u32 = 10;
    /// The unit unless somebody says otherwise.
    pub const SCALE: u32 = 172;

    /// So many cp, which are for the usual unit, in this one.
    fn scaled(&self, cp: i32) -> i32 {
        let all = i64::from(cp) * i64::from(self.scale) / i64::from(Self::SCALE);
        i32::try_from(all).unwrap_or(i32::MAX)
    }

    /// The chance that a score stands for.
    fn chance(&self, score: Score) -> f64 {
        forecast(f64::from(score.raw()), 1.0 / f64::from(self.scale))
    }
}

/// A game, ready to be written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Harvest {
    /// Number of the game, from 1.
    pub game: u64,
    /// Positions kept.
    pub positions: usize,
    /// Their lines.
    pub text: String,
}

/// Openings that one side has lost already teach little, cp by the usual scale.
const OPENING_MAX: i32 = 500;
/// A game is given up once both have thought it decided for the same side for so many plies, cp
/// likewise.
const DECIDED_CP: i32 = 1200;
const DECIDED_PLIES: u32 = 6;
/// A game longer than this is left out.
const PLIES_MAX: usize = 400;
/// Buckets of the table of one game: 1 MiB.
const TABLE_BUCKETS: usize = 1 << 14;

/// Plays the games and hands each to `each`, in order. An error of `each` or of a player ends it.
///
/// # Errors
///
/// What `each` says; a player that gives no move.
pub fn generate<R: Notation, E: Evaluator<R>>(
    rules: &R,
    evaluator: &E,
    make: &(dyn Fn() -> Result<Box<dyn Player<R>>, String> + Sync),
    plan: &GeneratePlan,
    each: &mut dyn FnMut(&Harvest) -> Result<(), String>,
) -> Result<(), String> {
    let harvest = |game| {
        let mut player = make()?;
        SelfPlayer { rules, evaluator, player: &mut *player, plan }.harvest(game)
    };
    gather(plan, &harvest, each)
}

/// Has the games harvested by all threads and handed on in order: compiled once for all games.
fn gather(
    plan: &GeneratePlan,
    harvest: &(dyn Fn(u64) -> Result<Harvest, String> + Sync),
    each: &mut dyn FnMut(&Harvest) -> Result<(), String>,
) -> Result<(), String> {
    let (next, stop) = (AtomicU64::new(plan.first), AtomicBool::new(false));
    let (send, receive) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..plan.threads.max(1) {
            let (send, next, stop) = (send.clone(), &next, &stop);
            scope.spawn(move || {
                while !stop.load(Ordering::Relaxed) {
                    let game = next.fetch_add(1, Ordering::Relaxed);
                    if game > plan.games {
                        return;
                    }
                    if send.send((game, harvest(game))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(send);
        let mut order = Order::new(plan);
        let done = receive.iter().try_for_each(|(game, harvest)| order.add(game, harvest, each));
        stop.store(true, Ordering::Relaxed);
        done
    })
}

/// The same by several processes: rank 0 hands the numbers of games out and writes, the others play.
/// `each` is called on rank 0 only.
///
/// # Errors
///
/// As for [`generate`], and on every rank.
pub fn generate_over<R: Notation, E: Evaluator<R>>(
    ranks: &dyn Ranks,
    (rules, evaluator): (&R, &E),
    make: &(dyn Fn() -> Result<Box<dyn Player<R>>, String> + Sync),
    plan: &GeneratePlan,
    each: &mut dyn FnMut(&Harvest) -> Result<(), String>,
) -> Result<(), String> {
    if ranks.rank() == 0 {
        return hand_out(ranks, plan, each);
    }
    loop {
        let Some(game) = ranks.wait().bytes.first_chunk().map(|game| u64::from_le_bytes(*game))
        else {
            return Ok(());
        };
        let harvest = make().and_then(|mut player| {
            SelfPlayer { rules, evaluator, player: &mut *player, plan }.harvest(game)
        });
        ranks.send(0, message_of(game, harvest));
    }
}

/// A game as a message: its number, how many positions there are (none where it failed), a text.
fn message_of(game: u64, harvest: Result<Harvest, String>) -> Vec<u8> {
    let (positions, text) = match harvest {
        Ok(harvest) => (harvest.positions as u64, harvest.text),
        Err(error) => (u64::MAX, error),
    };
    [&game.to_le_bytes()[..], &positions.to_le_bytes(), text.as_bytes()].concat()
}

fn harvest_of(bytes: &[u8]) -> Option<(u64, Result<Harvest, String>)> {
    let (numbers, text) = bytes.split_first_chunk::<16>()?;
    let (game, positions) = numbers.split_first_chunk::<8>()?;
    let game = u64::from_le_bytes(*game);
    let positions = u64::from_le_bytes(positions.try_into().ok()?);
    let text = String::from_utf8_lossy(text).into_owned();
    Some((
        game,
        match usize::try_from(positions) {
            Ok(positions) if positions != usize::MAX => Ok(Harvest { game, positions, text }),
            Ok(_) | Err(_) => Err(text),
        },
    ))
}

/// Rank 0 keeps all others at work; each has a game to go on with when it has sent one.
fn hand_out(
    ranks: &dyn Ranks,
    plan: &GeneratePlan,
    each: &mut dyn FnMut(&Harvest) -> Result<(), String>,
) -> Result<(), String> {
    let mut games = plan.first..=plan.games;
    let mut begin = |rank: usize| {
        let game = games.next();
        ranks.send(rank, game.map_or(Vec::new(), |game| game.to_le_bytes().to_vec()));
    };
    for _ in 0..2 {
        (1..ranks.size()).for_each(&mut begin);
    }
    let (mut order, mut done, mut result) = (Order::new(plan), plan.first - 1, Ok(()));
    while done < plan.games && result.is_ok() {
        let message = ranks.wait();
        done += 1;
        let told = harvest_of(&message.bytes);
        let (game, harvest) = told.ok_or("a rank sent a game that is none")?;
        result = order.add(game, harvest, each);
        begin(message.from);
    }
    // Who is still to be told that this was all.
    (1..ranks.size()).for_each(|rank| ranks.send(rank, Vec::new()));
    result
}

/// Finished games, handed on in the order of their numbers.
struct Order {
    waiting: BTreeMap<u64, Harvest>,
    next: u64,
}

impl Order {
    fn new(plan: &GeneratePlan) -> Self {
        Self { waiting: BTreeMap::new(), next: plan.first }
    }

    fn add(
        &mut self,
        game: u64,
        harvest: Result<Harvest, String>,
        each: &mut dyn FnMut(&Harvest) -> Result<(), String>,
    ) -> Result<(), String> {
        self.waiting.insert(game, harvest.map_err(|error| format!("game {game}: {error}"))?);
        while let Some(harvest) = self.waiting.remove(&self.next) {
            each(&harvest)?;
            self.next += 1;
        }
        Ok(())
    }
}

/// A move and its score.
type Choice<R> = (<R as Rules>::Move, Score);

/// A player that plays itself.
struct SelfPlayer<'a, R: Notation, E> {
    rules: &'a R,
    evaluator: &'a E,
    player: &'a mut dyn Player<R>,
    plan: &'a GeneratePlan,
}

impl<R: Notation, E: Evaluator<R>> SelfPlayer<'_, R, E> {
    /// Plays one game and keeps what is worth keeping.
    fn harvest(&mut self, game: u64) -> Result<Harvest, String> {
        let seed = self.plan.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(game);
        let mut rng = rng::seeded(seed);
        let tt = TranspositionTable::with_buckets(TABLE_BUCKETS);
        self.player.new_game();
        let (mut played, first) = self.opening(&mut rng, &tt)?;
        let decided_by = self.plan.scaled(DECIDED_CP);
        let (mut kept, mut answer, mut decided) = (Vec::new(), Some(first), (0, Side::First));
        let end = loop {
            if let Some(outcome) = played.outcome(self.rules) {
                break outcome.score(Side::First, 0);
            }
            if played.moves_played().len() >= PLIES_MAX {
                kept.clear();
                break Score::DRAW;
            }
            let (mv, score) = match answer.take() {
                Some(answer) => answer,
                None => self.ask(&played, &tt)?,
            };
            let side = self.rules.side_to_move(played.position());
            let ahead = if score > Score::DRAW { side } else { side.other() };
            decided = match decided {
                _ if score.raw().abs() < decided_by => (0, ahead),
                (plies, before) if before == ahead => (plies + 1, ahead),
                _ => (1, ahead),
            };
            if decided.0 >= DECIDED_PLIES {
                break if ahead == Side::First { Score::win_in(0) } else { Score::loss_in(0) };
            }
            if !score.is_proven() && self.is_worth_keeping(&played, mv) {
                let expected = if side == Side::First { score } else { -score };
                kept.push((played.position().clone(), expected));
            }
            played.play(self.rules, mv);
        };
        Ok(self.written(game, &kept, end))
    }

    /// The positions of a game, with how it `end`ed for the first side: a margin counts as what it would
    /// be worth as an evaluation, so that games that are played for it teach how far one will be ahead.
    fn written(&self, game: u64, kept: &[(R::Position, Score)], end: Score) -> Harvest {
        let result = match end.raw().signum() {
            1 if end.is_proven() => 1.0,
            -1 if end.is_proven() => 0.0,
            _ => self.plan.chance(end),
        };
        let share = f64::from(self.plan.forecast) / 100.0;
        let mut text = String::new();
        for (pos, score) in kept {
            let score = share * self.plan.chance(*score) + (1.0 - share) * result;
            data::write(self.rules, pos, score, &mut text);
        }
        Harvest { game, positions: kept.len(), text }
    }

    /// Random plies to a position that is still a game, and the first move from there.
    fn opening(
        &mut self,
        rng: &mut rng::Rng,
        tt: &TranspositionTable,
    ) -> Result<(PlayedGame<R>, Choice<R>), String> {
        let least = GeneratePlan::RANDOM_PLIES_MIN;
        loop {
            let plies = rng.random_range(least..=self.plan.random_plies.max(least));
            let Some(played) = random_opening(self.rules, plies, rng) else { continue };
            let answer = self.ask(&played, tt)?;
            if answer.1.raw().abs() <= self.plan.scaled(OPENING_MAX) {
                return Ok((played, answer));
            }
        }
    }

    /// The side to move may stand, and the move played starts nothing.
    fn is_worth_keeping(&self, played: &PlayedGame<R>, mv: R::Move) -> bool {
        let node = self.evaluator.tactics().node(self.rules, played.position());
        !node.is_noisy(mv) && !node.in_check()
    }

    /// The move the player plays, and what it thinks of it.
    fn ask(
        &mut self,
        played: &PlayedGame<R>,
        tt: &TranspositionTable,
    ) -> Result<Choice<R>, String> {
        choose(self.rules, played, self.player, tt, &Means::new(self.plan.nodes, 0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_conformance::graph::{Graph, Node, NodeValue};
    use plyglot_core::game::Outcome;
    use plyglot_search::{PvInfo, SearchInfo, SearchRequest, SearchResult};

    /// After an even beginning, says of every position what its side is thought to stand at.
    struct Sure {
        score: fn(Side) -> Score,
        has_begun: bool,
    }

    impl Player<Graph> for Sure {
        fn think(
            &mut self,
            request: &SearchRequest<'_, Graph>,
            say: &mut dyn FnMut(SearchInfo<u16>),
        ) -> Option<SearchResult<u16>> {
            let side = request.rules.side_to_move(request.played.position());
            let score = if self.has_begun { (self.score)(side) } else { Score::DRAW };
            self.has_begun = true;
            let best = request.root_moves()[0];
            say(SearchInfo::Pv(PvInfo { nodes: 1, ..PvInfo::line(1, score, vec![best]) }));
            Some(SearchResult { best, ponder: None, depth: 1, cut: false })
        }
    }

    const PLIES: u16 = 60;

    /// How many positions of a game of sixty plies that ends so are kept, and with which score.
    fn harvest(score: fn(Side) -> Score, end: Outcome) -> (usize, String) {
        harvest_by(GeneratePlan::SCALE, score, end)
    }

    fn harvest_by(scale: u32, score: fn(Side) -> Score, end: Outcome) -> (usize, String) {
        let side = |at: u16| Side::BOTH[usize::from(at % 2)];
        let inner = (0..PLIES).map(|at| Node::inner(side(at), &[at + 1]));
        let end = Node::end(side(PLIES), end);
        let graph = Graph::new(inner.chain([end]).collect());
        let make = || Ok(Box::new(Sure { score, has_begun: false }) as Box<dyn Player<Graph>>);
        let plan = GeneratePlan {
            first: 1,
            games: 1,
            nodes: 1,
            seed: 1,
            threads: 1,
            forecast: 0,
            random_plies: GeneratePlan::RANDOM_PLIES,
            scale,
        };
        let mut found = None;
        let mut each = |harvest: &Harvest| {
            found = Some((harvest.positions, harvest.text.clone()));
            Ok(())
        };
        generate(&graph, &NodeValue, &make, &plan, &mut each).unwrap();
        let (positions, text) = found.unwrap();
        let mut scores: Vec<&str> =
            text.lines().map(|line| line.split(' ').next().unwrap()).collect();
        scores.dedup();
        (positions, scores.join(" "))
    }

    #[test]
    fn a_game_is_given_up_only_where_both_sides_think_that_the_same_one_wins() {
        const SURE: Score = Score::cp(DECIDED_CP);
        let harvest = |score| harvest(score, Outcome::draw("drawn"));
        let by_first = |side| if side == Side::First { SURE } else { -SURE };
        assert_eq!(harvest(by_first), (6, "1".to_owned()));
        assert_eq!(harvest(|side| if side == Side::First { -SURE } else { SURE }).1, "0");
        for both in [|_: Side| SURE, |_: Side| -SURE] {
            let (positions, scores) = harvest(both);
            assert!(positions >= usize::from(PLIES) - 10, "{positions}");
            assert_eq!(scores, "0.5", "each thinks that it wins, or that it loses");
        }
    }

    #[test]
    fn a_win_is_all_there_is_and_a_margin_what_it_would_be_as_an_evaluation() {
        let ended = |end| harvest(|_| Score::DRAW, end).1;
        assert_eq!(ended(Outcome::win(Side::First, "won")), "1");
        assert_eq!(ended(Outcome::win(Side::Second, "won")), "0");
        assert_eq!(ended(Outcome::margin(0, "counted")), "0.5");
        // The logistic curve at 200 / 172 and -500 / 172.
        assert_eq!(ended(Outcome::margin(2, "counted")), "0.762");
        assert_eq!(ended(Outcome::margin(-5, "counted")), "0.052");
    }

    #[test]
    fn a_flatter_curve_tells_more_of_a_margin_and_plays_decided_games_on() {
        const AHEAD: Score = Score::cp(DECIDED_CP);
        let by_first = |side| if side == Side::First { AHEAD } else { -AHEAD };
        let even = |_: Side| Score::DRAW;
        // At 500 / 1204 and 2000 / 1204; by the usual curve both are all but won.
        let scale = 7 * GeneratePlan::SCALE;
        assert_eq!(harvest_by(scale, even, Outcome::margin(5, "counted")).1, "0.602");
        assert_eq!(harvest_by(scale, even, Outcome::margin(20, "counted")).1, "0.84");
        let (positions, _) = harvest_by(scale, by_first, Outcome::margin(12, "counted"));
        assert!(positions >= usize::from(PLIES) - 10, "{positions}");
    }
}
