//! `plyglot solve`: a player tries positions with known answers.

use std::path::PathBuf;

use plyglot_host::entry::GameEntry;

use crate::io;
use crate::matches::player::MatchPlayer;
use crate::matches::rules::MatchRules;
use crate::matches::solve;
use crate::matches::spec::{PlayerSpec, limits};
use crate::options::Chosen;

/// What `plyglot solve` is asked.
#[derive(clap::Args, Clone, Debug)]
pub(super) struct SolveJob {
    /// The problems
    file: PathBuf,
    /// Who solves, as for `match`
    #[arg(short, long, default_value = "mind=alphabeta")]
    player: String,
    /// What it is told after `go`
    #[arg(long, default_value = "movetime 1000")]
    go: String,
}

impl SolveJob {
    /// Says of each problem whether it was solved. The name is that of the game, if it was given.
    pub(super) fn run(
        &self,
        games: &'static [&'static GameEntry],
        name: Option<&str>,
        options: &[String],
    ) -> Result<(), String> {
        let of_file = || games.iter().find(|game| solve::is_own_form(&self.file, game));
        let name = name.unwrap_or_else(|| of_file().unwrap_or(&games[0]).name);
        let mut chosen = Chosen::new(games, "solve", name)?;
        chosen.set_all(options)?;
        let Chosen { game, variant, settings, given, .. } = chosen;
        let match_rules = MatchRules::new(game, variant.name, &settings, given)?;
        let spec = PlayerSpec::parse(&self.player)?;
        match_rules.admit(&spec, games, game, variant.name, &settings)?;
        let limits = limits(&self.go)?;
        let problems = solve::read(&self.file, game, variant.name, &settings)?;
        let mut player = MatchPlayer::new(spec, game, variant.name).under(&match_rules);
        let (mut solved, mut valued, mut right) = (0, 0, 0);
        for problem in &problems {
            let attempt = solve::attempt(&mut player, problem, &limits)?;
            solved += usize::from(attempt.solved);
            let (id, answer, best) = (&problem.id, &attempt.answer, problem.best.join(" "));
            let verdict = if attempt.solved { "solved" } else { "missed" };
            let values = attempt.values(problem).unwrap_or_default();
            io::say(&format!("{id}: {verdict}, {answer} for {best}{values}"));
            valued += usize::from(problem.value.is_some());
            right += usize::from(attempt.has_value_of(problem));
        }
        let values =
            if valued > 0 { format!(", {right} of {valued} values") } else { String::new() };
        io::say(&format!("solved {solved} of {}{values} by go {}", problems.len(), self.go));
        Ok(())
    }
}
