//! Two players play many games against each other, and whoever can learn from them does.
//!
//! A player learns in [`Player::game_over`], so training is nothing but playing: sides change
//! after every game, both players are told how each has ended, and the score of the learner is
//! counted in blocks, which drawn one after another are its learning curve. Everything random comes
//! from the plan's seed: each player gets a new one for each game, and draws its lots from that.

use rand::RngExt;

use super::{Player, SearchControl, SearchOptions, SearchRequest, TbAccess, TranspositionTable};
use crate::player::SearchInfo;
use crate::time::{Budget, WallTimer};
use plyglot_core::game::{Outcome, PlayedGame, Rules};
use plyglot_core::{Limits, Score, Side, rng};

/// How many games to play, and how to count them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TrainingPlan {
    /// Games in all; the learner begins the first, third, … of them.
    pub games: u64,
    /// Games in one block, at least 1; the last block may be shorter.
    pub block: u64,
    /// Where random numbers begin.
    pub seed: u64,
}

/// The learner's score in a block of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Block {
    /// Number of the first game, counted from 1.
    pub first: u64,
    /// Number of the last game.
    pub last: u64,
    /// Games the learner has won.
    pub won: u64,
    /// Games without a winner.
    pub drawn: u64,
    /// Games the learner has lost.
    pub lost: u64,
}

/// A player that searches gets this many nodes for a move: there is no clock, so that the same plan
/// gives the same games.
const NODES_PER_MOVE: u64 = 50_000;
/// A game longer than this is broken off as a draw, and nobody learns from it.
const PLIES_MAX: usize = 1000;
/// Buckets of each player's transposition table: 1 MiB.
const TABLE_BUCKETS: usize = 1 << 14;

/// Lets the learner play the games of the plan and calls `each` after every block.
///
/// # Errors
///
/// A block of no games; a player that has no move, plays an illegal one or fails; an error of a
/// player's [`Player::game_over`]. The games before it stay learnt.
pub fn train<R: Rules>(
    rules: &R,
    learner: &mut dyn Player<R>,
    opponent: &mut dyn Player<R>,
    plan: &TrainingPlan,
    each: &mut dyn FnMut(&Block),
) -> Result<(), String> {
    if plan.block == 0 {
        return Err("games in a block: found `0`, expected at least 1".to_owned());
    }
    let mut rng = rng::seeded(plan.seed);
    let tts = [(); 2].map(|()| TranspositionTable::with_buckets(TABLE_BUCKETS));
    let mut block = Block { first: 1, last: 0, won: 0, drawn: 0, lost: 0 };
    for game in 1..=plan.games {
        let learner_side = if game % 2 == 1 { Side::First } else { Side::Second };
        let mut participants = [
            Participant { player: &mut *learner, tt: &tts[0], seed: rng.random() },
            Participant { player: &mut *opponent, tt: &tts[1], seed: rng.random() },
        ];
        let winner = play_game(rules, &mut participants, learner_side)
            .map_err(|error| format!("game {game}: {error}"))?;
        block.last = game;
        match winner {
            Some(side) if side == learner_side => block.won += 1,
            Some(_) => block.lost += 1,
            None => block.drawn += 1,
        }
        if game % plan.block == 0 || game == plan.games {
            each(&block);
            block = Block { first: game + 1, last: game, won: 0, drawn: 0, lost: 0 };
        }
    }
    Ok(())
}

/// A player, and what it has for one game.
struct Participant<'a, R: Rules> {
    player: &'a mut dyn Player<R>,
    tt: &'a TranspositionTable,
    seed: u64,
}

/// Plays one game to its end and tells both how it ended; the first of `participants` has `side`.
/// The answer is the winner.
fn play_game<R: Rules>(
    rules: &R,
    participants: &mut [Participant<'_, R>; 2],
    side: Side,
) -> Result<Option<Side>, String> {
    for participant in participants.iter_mut() {
        participant.player.new_game();
    }
    let mut played = PlayedGame::new(rules, rules.start());
    let outcome: Outcome = loop {
        if let Some(outcome) = played.outcome(rules) {
            break outcome;
        }
        if played.moves_played().len() >= PLIES_MAX {
            return Ok(None);
        }
        let turn = usize::from(rules.side_to_move(played.position()) != side);
        let Participant { player, tt, seed } = &mut participants[turn];
        let means = Means::new(NODES_PER_MOVE, *seed);
        let (mv, _) = choose(rules, &played, &mut **player, tt, &means)?;
        played.play(rules, mv);
    };
    for participant in participants {
        participant.player.game_over(rules, &played, &outcome)?;
    }
    Ok(outcome.winner())
}

/// What a player is given for a move.
#[derive(Debug)]
pub struct Means<'a, R: Rules> {
    /// Nodes, and nothing else ends it.
    pub nodes: u64,
    /// For what it draws by lot.
    pub seed: u64,
    /// Endgame tables, if there are any.
    pub tb: Option<TbAccess<'a, R>>,
}

impl<R: Rules> Means<'_, R> {
    /// So many nodes, this seed, and no tables.
    pub const fn new(nodes: u64, seed: u64) -> Self {
        Self { nodes, seed, tb: None }
    }
}

/// The move a player makes by these means, and what it thinks of it.
///
/// # Errors
///
/// A player that has no move, plays an illegal one or fails.
pub fn choose<R: Rules>(
    rules: &R,
    played: &PlayedGame<R>,
    player: &mut dyn Player<R>,
    tt: &TranspositionTable,
    means: &Means<'_, R>,
) -> Result<(R::Move, Score), String> {
    let limits = Limits { nodes: Some(means.nodes), ..Limits::default() };
    let timer = std::sync::Arc::new(WallTimer::default());
    let control = SearchControl::new(timer, Budget::default(), limits.nodes);
    control.time.start();
    let request = SearchRequest {
        rules,
        played,
        limits: &limits,
        search_moves: &[],
        control: &control,
        tt,
        tb: means.tb,
        options: SearchOptions { seed: means.seed, ..SearchOptions::default() },
        tracer: None,
    };
    let (mut score, mut failure) = (Score::DRAW, None);
    let answer = player.think(&request, &mut |info| match info {
        SearchInfo::Pv(info) => score = info.score,
        SearchInfo::Failure(text) => failure = Some(text),
        _ => {}
    });
    if let Some(text) = failure {
        return Err(format!("a mind failed: {text}"));
    }
    let best = answer.ok_or_else(|| format!("no move in {:?}", played.position()))?.best;
    if !played.moves(rules).contains(&best) {
        return Err(format!("illegal move {best:?} in {:?}", played.position()));
    }
    Ok((best, score))
}

/// A game that begins with so many plies by lot; `None` where they end it.
pub fn random_opening<R: Rules>(
    rules: &R,
    plies: u32,
    rng: &mut rng::Rng,
) -> Option<PlayedGame<R>> {
    let mut played = PlayedGame::new(rules, rules.start());
    for _ in 0..plies {
        let moves = played.moves(rules);
        if moves.is_empty() {
            break;
        }
        played.play(rules, moves[rng.random_range(0..moves.len())]);
    }
    played.outcome(rules).is_none().then_some(played)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SearchResult;

    /// Players take one or two from the heap by turns; who takes the last one wins.
    #[derive(Debug)]
    struct Heap(u8);

    impl Rules for Heap {
        type Position = (u8, Side);
        type Move = u8;
        fn start(&self) -> Self::Position {
            (self.0, Side::First)
        }
        fn side_to_move(&self, pos: &Self::Position) -> Side {
            pos.1
        }
        fn legal_moves(&self, pos: &Self::Position, out: &mut Vec<u8>) {
            out.extend(1..=pos.0.min(2));
        }
        fn play(&self, pos: &mut Self::Position, mv: u8) {
            *pos = (pos.0 - mv, pos.1.other());
        }
        fn outcome(&self, pos: &Self::Position) -> Option<Outcome> {
            (pos.0 == 0).then(|| Outcome::win(pos.1.other(), "took the last"))
        }
        fn stuck(&self, _pos: &Self::Position) -> Outcome {
            Outcome::draw("no move")
        }
        fn key(&self, pos: &Self::Position) -> u64 {
            u64::from(pos.0) * 2 + pos.1.index() as u64
        }
        fn encode_move(mv: u8) -> u16 {
            u16::from(mv)
        }
    }

    /// Takes what it is told, and keeps count of games and of the seeds it saw.
    #[derive(Default)]
    struct Taker {
        takes: u8,
        begun: u64,
        ended: u64,
        seeds: Vec<u64>,
        fails: bool,
    }

    impl Player<Heap> for Taker {
        fn think(
            &mut self,
            request: &SearchRequest<'_, Heap>,
            _say: &mut dyn FnMut(SearchInfo<u8>),
        ) -> Option<SearchResult<u8>> {
            if self.seeds.last() != Some(&request.options.seed) {
                self.seeds.push(request.options.seed);
            }
            let best = self.takes.min(request.played.position().0);
            Some(SearchResult { best, ponder: None, depth: 0, cut: false })
        }
        fn new_game(&mut self) {
            self.begun += 1;
        }
        fn game_over(
            &mut self,
            _: &Heap,
            _: &PlayedGame<Heap>,
            _: &Outcome,
        ) -> Result<Vec<String>, String> {
            self.ended += 1;
            if self.fails { Err("cannot learn".to_owned()) } else { Ok(Vec::new()) }
        }
    }

    fn run(
        learner: &mut Taker,
        opponent: &mut Taker,
        plan: &TrainingPlan,
    ) -> Result<Vec<Block>, String> {
        let mut blocks = Vec::new();
        train(&Heap(4), learner, opponent, plan, &mut |block| blocks.push(*block))?;
        Ok(blocks)
    }

    #[test]
    fn sides_change_and_the_last_block_may_be_short() {
        // Four in the heap: 1, 2, 1 when the learner begins and wins; 2, 1, 1 when it replies.
        let mut learner = Taker { takes: 1, ..Taker::default() };
        let mut opponent = Taker { takes: 2, ..Taker::default() };
        let blocks =
            run(&mut learner, &mut opponent, &TrainingPlan { games: 5, block: 2, seed: 1 })
                .unwrap();
        assert_eq!(
            blocks,
            [
                Block { first: 1, last: 2, won: 1, drawn: 0, lost: 1 },
                Block { first: 3, last: 4, won: 1, drawn: 0, lost: 1 },
                Block { first: 5, last: 5, won: 1, drawn: 0, lost: 0 },
            ]
        );
        assert_eq!([learner.begun, learner.ended, opponent.begun, opponent.ended], [5; 4]);
    }

    #[test]
    fn every_game_has_its_own_lots_and_the_seed_brings_them_back() {
        let seeds = |seed| {
            let mut learner = Taker { takes: 1, ..Taker::default() };
            let mut opponent = Taker { takes: 2, ..Taker::default() };
            run(&mut learner, &mut opponent, &TrainingPlan { games: 4, block: 4, seed }).unwrap();
            (learner.seeds, opponent.seeds)
        };
        let (learner, opponent) = seeds(7);
        let mut all = [learner, opponent].concat();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 8);
        assert_eq!(seeds(7), seeds(7));
        assert_ne!(seeds(7), seeds(8));
    }

    #[test]
    fn what_goes_wrong_is_said_with_the_game() {
        let plan = TrainingPlan { games: 3, block: 1, seed: 1 };
        let taker = |takes| Taker { takes, ..Taker::default() };
        let error = run(&mut taker(1), &mut taker(3), &plan).unwrap_err();
        assert_eq!(error, "game 1: illegal move 3 in (3, Second)");
        let mut stubborn = Taker { fails: true, ..taker(1) };
        let error = run(&mut stubborn, &mut taker(1), &plan).unwrap_err();
        assert_eq!(error, "game 1: cannot learn");
        let error =
            run(&mut taker(1), &mut taker(1), &TrainingPlan { block: 0, ..plan }).unwrap_err();
        assert_eq!(error, "games in a block: found `0`, expected at least 1");
    }
}
