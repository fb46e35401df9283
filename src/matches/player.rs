//! One player of a match: an engine of ours in this process, or another program behind pipes.

use std::time::Duration;

use super::own::Own;
use super::program::{Program, TALK_BYTES_MAX};
use super::rules::MatchRules;
use super::spec::{Origin, PlayerSpec};
use super::wire::LINE_BYTES_MAX;
use crate::system::interrupts::Interrupts;
use plyglot_core::{Bound, Info, Limits, Score};
use plyglot_host::entry::GameEntry;
use plyglot_protocol::Setup;

/// By how much, in words: a clock may be missed by less than it counts.
fn late(over: Duration) -> String {
    match over.as_millis() {
        0 => "less than 1 ms".to_owned(),
        ms => format!("{ms} ms"),
    }
}

/// Why a player lost without the rules of the game, or why a match cannot go on with it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error, serde::Serialize, serde::Deserialize)]
pub enum Fault {
    /// The program could not be started, or is not what it should be.
    #[error("does not start: {0}")]
    Start(String),
    /// The program has ended.
    #[error("crashed")]
    Crash,
    /// No answer to `isready`, or to `go` long after every limit.
    #[error("silent")]
    Silent,
    /// A clock ran out.
    #[error("lost on time: {} late", late(*.over))]
    Time {
        /// How much later than its clock the answer came.
        over: Duration,
    },
    /// A line that no player needs.
    #[error("wrote a line of more than {LINE_BYTES_MAX} bytes")]
    Line,
    /// More lines to one question than anybody reads.
    #[error("wrote more than {} MiB to one question", TALK_BYTES_MAX >> 20)]
    Flood,
    /// A second answer to one `go`.
    #[error("answered twice: `{0}`")]
    Twice(String),
    /// A move that the rules do not allow.
    #[error("illegal move: {0}")]
    Illegal(String),
    /// No move, though the game goes on.
    #[error("claims the end of a game that goes on")]
    WrongClaim,
    /// Nobody's fault: the match is being broken off.
    #[error("broken off")]
    BrokenOff,
}

impl Fault {
    /// Something was said that the rules of the game, or of talking about it, do not allow.
    pub fn is_infraction(&self) -> bool {
        match self {
            Self::Line | Self::Flood | Self::Twice(_) | Self::Illegal(_) | Self::WrongClaim => true,
            Self::Start(_) | Self::Crash | Self::Silent | Self::Time { .. } | Self::BrokenOff => {
                false
            }
        }
    }
}

/// What a thought is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// A move of the game.
    Move,
    /// A person who wants to know: the adaptive depth learns nothing from it.
    Hint,
}

/// What a player answered.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Thought {
    /// Its move; `None` where it says there is none.
    pub best: Option<String>,
    /// From `go` to `bestmove`.
    pub used: Duration,
    /// The last score of its first line that is no bound, from its side.
    pub score: Option<Score>,
    /// The depth of that score.
    pub depth: u32,
    /// Moves played in its search.
    pub nodes: u64,
    /// The line that goes with that score.
    pub pv: Vec<String>,
    /// What else it had to say, of a game that its move has ended.
    pub notes: Vec<String>,
}

impl Thought {
    /// Keeps what an `info` says about the first line. What was noted before it belongs to the search.
    pub(super) fn hear(&mut self, info: &Info) {
        self.notes.clear();
        self.nodes = info.nodes.unwrap_or(self.nodes);
        if info.multi_pv.unwrap_or(1) != 1 {
            return;
        }
        if let Some((score, Bound::Exact)) = info.score {
            self.score = Some(score);
            self.depth = info.depth.unwrap_or(0);
            self.pv.clone_from(&info.pv);
        }
    }
}

/// A player at the board.
pub struct MatchPlayer {
    spec: PlayerSpec,
    game: &'static GameEntry,
    variant: &'static str,
    match_rules: MatchRules,
    /// Where the random numbers of its next game begin.
    seed: Option<u32>,
    /// What cuts the waiting for it short.
    interrupts: Interrupts,
    seat: Seat,
}

/// Who sits at the board.
enum Seat {
    Empty,
    Own(Box<Own>),
    Program(Program),
}

impl std::fmt::Debug for MatchPlayer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Player").field("name", &self.spec.name).finish_non_exhaustive()
    }
}

impl MatchPlayer {
    /// A player for this variant; nothing is started before it is needed.
    pub fn new(spec: PlayerSpec, game: &'static GameEntry, variant: &'static str) -> Self {
        let (match_rules, interrupts) = (MatchRules::default(), Interrupts::default());
        Self { spec, game, variant, match_rules, seed: None, interrupts, seat: Seat::Empty }
    }

    /// The same player under these rules; nothing is started before it is needed.
    #[must_use]
    pub fn under(self, match_rules: &MatchRules) -> Self {
        Self { match_rules: match_rules.clone(), ..self }
    }

    /// The same player, who is waited for only as long as nobody wants to leave.
    #[must_use]
    pub fn until(self, interrupts: &Interrupts) -> Self {
        Self { interrupts: interrupts.clone(), ..self }
    }

    /// A player that was not told otherwise begins its random numbers here from now on: a mind of ours,
    /// and a program that has an option `Seed`.
    pub fn reseed(&mut self, seed: u32) {
        let is_told = |options: &[(String, String)]| {
            options.iter().any(|(name, _)| name.eq_ignore_ascii_case("Seed"))
        };
        if !is_told(&self.spec.options) && !is_told(&self.match_rules.given) {
            self.seed = Some(seed);
        }
    }

    /// What was asked for.
    pub fn spec(&self) -> &PlayerSpec {
        &self.spec
    }

    /// Sends it away; the next game starts it anew.
    pub fn dismiss(&mut self) {
        self.seat = Seat::Empty;
    }

    /// Prepares for a new game; starts the player where it is not running.
    pub fn new_game(&mut self) -> Result<(), Fault> {
        if matches!(self.seat, Seat::Empty) {
            self.seat = self.seated()?;
        }
        match &mut self.seat {
            Seat::Empty => Err(Fault::Crash),
            Seat::Program(program) => program.new_game(self.seed),
            Seat::Own(own) => {
                if let Some(seed) = self.seed {
                    own.set_option("Seed", &seed.to_string())?;
                }
                own.new_game()
            }
        }
    }

    fn seated(&self) -> Result<Seat, Fault> {
        let Self { spec, game, variant, match_rules, interrupts, .. } = self;
        Ok(match &spec.origin {
            Origin::Player(player) => {
                Seat::Own(Box::new(Own::new(player, spec, game, variant, match_rules, interrupts)?))
            }
            Origin::Command(command) => Seat::Program(Program::start(
                command,
                spec,
                game,
                variant,
                match_rules,
                interrupts,
            )?),
        })
    }

    /// Shows a position that asks for nothing: how a game ended, for those who learn from it. Gives
    /// back what there is to say of it.
    pub fn show(&mut self, setup: &Setup<'_>) -> Result<Vec<String>, Fault> {
        match &mut self.seat {
            Seat::Empty => Err(Fault::Crash),
            Seat::Own(own) => own.show(setup),
            Seat::Program(program) => program.show(setup),
        }
    }

    /// Takes leave, and gives back what there is to say of the game that is left, as it stands in
    /// this position if the player has taken part in it. It is waited for, whoever is in a hurry.
    pub fn leave(&mut self, setup: Option<&Setup<'_>>) -> Vec<String> {
        self.interrupts = Interrupts::default();
        match &mut self.seat {
            Seat::Own(own) => own.interrupts = Interrupts::default(),
            Seat::Program(program) => program.interrupts = Interrupts::default(),
            Seat::Empty => {}
        }
        if let Some(setup) = setup {
            // If it is gone already it has nothing to say.
            let _ = self.show(setup);
        }
        let notes = match &mut self.seat {
            Seat::Empty => Vec::new(),
            Seat::Own(own) => own.leave(),
            Seat::Program(program) => program.leave(),
        };
        self.dismiss();
        notes
    }

    /// What a mind of ours has come to while it thinks ahead: the last line since it was asked this.
    pub fn overhear(&mut self) -> Option<Thought> {
        match &mut self.seat {
            Seat::Own(own) => own.overhear(),
            Seat::Empty | Seat::Program(_) => None,
        }
    }

    /// The best move that a mind of ours knows without a search in the position it was shown last.
    pub fn known(&mut self) -> Option<String> {
        match &mut self.seat {
            Seat::Own(own) => own.known(),
            Seat::Empty | Seat::Program(_) => None,
        }
    }

    /// Asks for a move of the game, as [`MatchPlayer::think_for`].
    pub fn think(
        &mut self,
        setup: &Setup<'_>,
        limits: &Limits,
        patience: Duration,
    ) -> Result<Thought, Fault> {
        self.think_for(Purpose::Move, setup, limits, patience)
    }

    /// Asks for a move. `patience` is how long the player may take before it counts as silent;
    /// whether it was late is the referee's business.
    pub fn think_for(
        &mut self,
        purpose: Purpose,
        setup: &Setup<'_>,
        limits: &Limits,
        patience: Duration,
    ) -> Result<Thought, Fault> {
        match &mut self.seat {
            Seat::Empty => Err(Fault::Crash),
            Seat::Own(own) => own.think(purpose, setup, limits, patience),
            Seat::Program(program) => program.think(setup, limits, patience),
        }
    }
}
