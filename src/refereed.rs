//! A game beside the session, for conversations in which moves are told one by one: played by our own
//! rules, under the settings of the session, without a player of its own.

use crate::engine::claim::Claim;
use crate::options;
use crate::registry::{GAMES, GameEntry};
use plyglot_core::game::{MoveError, Outcome};
use plyglot_core::{Score, Settings, Side, Value};
use plyglot_host::state::{GameState, SetupError};
use plyglot_protocol::refereed::{Refereed, Refusal};

/// The option that says which game is played.
const VARIANT: &str = "UCI_Variant";

/// A game with its position.
pub(crate) struct OwnGame {
    game: &'static GameEntry,
    settings: Settings,
    state: Box<dyn GameState>,
}

impl OwnGame {
    /// A game that these options choose, with the other settings as they are.
    pub(crate) fn open(mut settings: Settings, options: &[(&str, &str)]) -> Result<Self, String> {
        let variant = settings.combo(VARIANT).to_owned();
        let (game, _) = options::find_game(GAMES, "game", &variant)?;
        for (name, value) in options {
            options::set_value(&mut settings, GAMES, game, name, value)?;
        }
        let (game, variant) = options::find_game(GAMES, "game", settings.combo(VARIANT))?;
        let state = (game.open)(variant.name, &settings).map_err(|error| error.to_string())?;
        Ok(Self { game, settings, state })
    }
}

impl Refereed for OwnGame {
    fn choose(&mut self, options: &[(&'static str, &'static str)]) -> Result<(), String> {
        *self = Self::open(self.settings.clone(), options)?;
        Ok(())
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), String> {
        let mut settings = self.settings.clone();
        let (name, _) = options::set_value(&mut settings, GAMES, self.game, name, value)?;
        let concerns = options::of_game(self.game).iter().any(|opt| opt.name == name);
        if concerns {
            self.state.apply(&settings).map_err(|error| format!("option {name}: {error}"))?;
        }
        self.settings = settings;
        Ok(())
    }

    fn begin(&mut self, position: Option<&str>) -> Result<(), String> {
        self.state.set_position(position, &[]).map(drop).map_err(|error| error.to_string())
    }

    fn play(&mut self, mv: &str) -> Result<(), Refusal> {
        let outcome = self.state.outcome();
        if let Some(outcome) = outcome.filter(|outcome| !outcome.claim) {
            return Err(Refusal::Illegal(format!("the game is over: {}", outcome.reason)));
        }
        match self.state.play(&[mv]) {
            Ok(_) => Ok(()),
            Err(SetupError::Move { error: MoveError::Syntax { .. }, .. }) => Err(Refusal::NoMove),
            Err(SetupError::Move { error: MoveError::Illegal { why, .. }, .. }) => {
                Err(Refusal::Illegal(why))
            }
            Err(SetupError::Move { error, .. }) => Err(Refusal::Illegal(error.to_string())),
            Err(error) => Err(Refusal::Illegal(error.to_string())),
        }
    }

    fn undo(&mut self, plies: u32) -> Result<(), String> {
        self.state.undo(plies).map_err(|error| error.to_string())
    }

    fn side_to_move(&self) -> Side {
        self.state.side_to_move()
    }

    fn game(&self) -> (Option<String>, Vec<String>) {
        let text = self.state.game_text();
        (text.setup, text.moves)
    }

    fn position(&self) -> String {
        self.state.position_text()
    }

    fn legal_moves(&self) -> Vec<String> {
        self.state.legal_moves()
    }

    fn ending(&self, score: Option<Score>) -> Option<Outcome> {
        let claims = || Claim::of(&self.settings).claims(score);
        self.state.outcome().filter(|outcome| !outcome.claim || claims())
    }
}

/// The variant that these settings choose.
pub(crate) fn variant_of(settings: &Settings) -> &str {
    match settings.get(VARIANT) {
        Some(Value::Combo(variant)) => variant,
        _ => GAMES[0].name,
    }
}
