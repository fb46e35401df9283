//! `plyglot tune`: positions of a game are made to tune on, or its evaluator is fitted to them.

use std::path::PathBuf;

use plyglot_host::entry::GameEntry;
use plyglot_host::tune::TuneJob;
use plyglot_tune::{FitPlan, ForecastPlan, GeneratePlan, SpsaPlan, StudyPlan};

use super::{say_when_ended, threads, within};
use crate::io;
use crate::options::Chosen;
use crate::system::ranks::{self, Company};

/// What `plyglot tune` is asked, in the words of the command line.
#[derive(clap::Args, Debug)]
#[command(override_usage = "plyglot tune GAME --positions FILE,… [OPTIONS]")]
pub(super) struct TuneArguments {
    /// Files of results and positions, separated by commas; the one to append to with --generate
    #[arg(long, value_name = "FILE", value_delimiter = ',', required_unless_present = "search")]
    positions: Vec<PathBuf>,
    /// At most so many times through the positions
    #[arg(long, default_value_t = 60)]
    epochs: u32,
    /// Where random numbers begin
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Where to write the source of the weights; said if left out
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Play so many games and append their quiet positions, instead of fitting
    #[arg(long, value_name = "GAMES")]
    generate: Option<u64>,
    /// Go on behind the games that are there, with --generate
    #[arg(long, requires = "generate", conflicts_with = "search")]
    resume: bool,
    /// Tune the numbers of the search instead, by so many iterations of sixteen games; --out keeps how
    /// far they have come, and what is there is gone on with
    #[arg(long, value_name = "ITERATIONS", conflicts_with_all = ["generate", "network"],
          value_parser = within::<u64>(1..=1_000_000))]
    search: Option<u64>,
    /// Measure instead what searches of the positions foretell of deeper ones, up to so many plies: the
    /// numbers of `ProbCut`
    #[arg(long, value_name = "PLIES", conflicts_with_all = ["generate", "network", "search"],
          value_parser = within::<u32>(3..=30))]
    forecasts: Option<u32>,
    /// Positions that are searched, evenly spread over the files, with --forecasts
    #[arg(long, default_value_t = 2000, requires = "forecasts")]
    sample: usize,
    /// Nodes a move, with --generate and --search
    #[arg(long, default_value_t = 4000, value_parser = within::<u64>(1..=1_000_000_000_000))]
    nodes: u64,
    /// Games played at once, with --generate and --search
    #[arg(long, default_value_t = 1, value_parser = threads(1))]
    threads: usize,
    /// Hundredths of a position's score that its search foretells, with --generate; the rest is how
    /// the game ended
    #[arg(long, default_value_t = 0, value_parser = within::<u32>(0..=100))]
    forecast: u32,
    /// Random plies a game begins with at most, with --generate; at least 8
    #[arg(long, value_name = "PLIES", default_value_t = GeneratePlan::RANDOM_PLIES, requires = "generate",
          value_parser = within::<u32>(GeneratePlan::RANDOM_PLIES_MIN.into()..=100))]
    random_plies: u32,
    /// Unit of the logistic curve by which scores are written as chances, with --generate, cp: flatter
    /// for games that are about margins
    #[arg(long, value_name = "CP", default_value_t = GeneratePlan::SCALE, requires = "generate",
          value_parser = within::<u32>(20..=20_000))]
    scale: u32,
    /// Billionths of the loss that hold a weight back for each squared cp it moves
    #[arg(long, default_value_t = FitPlan::PULL)]
    pull: u32,
    /// Train the evaluator's network instead of fitting its weights; --out is its file
    #[arg(long, conflicts_with = "generate")]
    network: bool,
    /// Millions of positions by which the network first learns the evaluator's formula, beginning from
    /// nothing; 0 to go on from what it knows
    #[arg(
        long,
        alias = "school",
        default_value_t = 0,
        value_name = "MILLIONS",
        requires = "network"
    )]
    distillation: u32,
}

/// Said when a job ends before its time.
fn what_is_kept(job: &TuneJob) -> impl Fn() -> String + Send + use<> {
    let shown = |path: &PathBuf| path.display().to_string();
    let kept = match (&job.out, job.positions.first()) {
        (_, Some(file)) if job.generate.is_some() => {
            let file = shown(file);
            format!("{file} holds the positions of the games that are finished; --resume goes on")
        }
        (Some(out), _) if job.search.is_some() => {
            format!(
                "{} holds the iterations that are finished; the same command goes on",
                shown(out)
            )
        }
        (Some(out), _) => format!("{} is not written", shown(out)),
        (None, _) => "nothing was to be kept".to_owned(),
    };
    move || kept.clone()
}

impl TuneArguments {
    pub(super) fn run(
        self,
        games: &'static [&'static GameEntry],
        game: Option<&str>,
        given: &[String],
        company: Option<Company>,
    ) -> Result<(), String> {
        let chosen = super::needed("tune", game)
            .and_then(|name| Chosen::new(games, "tune", name))
            .and_then(|mut chosen| chosen.set_all(given).map(|()| chosen));
        let chosen = ranks::said_once(chosen)?;
        let Chosen { game, variant, settings, .. } = chosen;
        let company = company.filter(|ranks| ranks.size() > 1);
        let written =
            self.positions.first().filter(|_| self.generate.is_some()).or(self.out.as_ref());
        // Other ranks may have other folders.
        if let Some(file) = written.filter(|_| company.is_none()) {
            super::has_folder("tune", file)?;
        }
        let job: TuneJob = self.into();
        say_when_ended(what_is_kept(&job));
        let rank = company.as_ref().map_or(0, |ranks| ranks.rank());
        let done = (game.tune)(variant.name, &settings, &job, company.as_deref(), &mut io::tell);
        drop(company);
        match done {
            // What all of them know rank 0 says.
            Err(_) if rank > 0 => Err(ranks::said_by_another()),
            done => done,
        }
    }
}

impl From<TuneArguments> for TuneJob {
    fn from(tune: TuneArguments) -> Self {
        let TuneArguments { positions, epochs, seed, out, generate, nodes, threads, .. } = tune;
        let TuneArguments { forecast, pull, network, distillation, search, .. } = tune;
        let TuneArguments { forecasts, sample, random_plies, scale, resume, .. } = tune;
        let forecasts = forecasts.map(|depth| ForecastPlan { depth, positions: sample });
        let study = network.then_some(StudyPlan { distillation, epochs, seed });
        let generate = generate.map(|games| GeneratePlan {
            games,
            first: 1,
            nodes,
            seed,
            threads,
            forecast,
            random_plies,
            scale,
        });
        let search = search.map(|iterations| SpsaPlan { iterations, nodes, seed, threads });
        Self {
            positions,
            generate,
            forecasts,
            search,
            goes_on: resume,
            fit: FitPlan { epochs, seed, pull },
            study,
            out,
        }
    }
}
