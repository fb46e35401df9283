//! `plyglot tune`: makes positions to tune on, fits an evaluator's weights or network to them, and
//! tunes the numbers of the search.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use crate::game::Game;
use crate::players::chosen_player;
use plyglot_core::Settings;
use plyglot_core::file::{open_to_append, read_text, write_whole};
use plyglot_search::{AlphaBeta, Player};
use plyglot_tune::data::Samples;
use plyglot_tune::spsa::PAIRS;
use plyglot_tune::{
    Distillation, FitPlan, ForecastPlan, GeneratePlan, Harvest, Measured, NetworkSamples, Progress,
    Spsa, SpsaPlan, StudyPlan, fit, forecasts, generate, load, network_samples, study,
};

/// No files of positions are longer: they are read into memory.
const POSITIONS_BYTES_MAX: u64 = 1 << 36;
/// Nor any file of numbers of the search.
const STATE_BYTES_MAX: u64 = 1 << 16;

/// What `plyglot tune` was asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TuneJob {
    /// Files of results and positions; the first is appended to by `generate`.
    pub positions: Vec<PathBuf>,
    /// Play games and append their positions, instead of fitting.
    pub generate: Option<GeneratePlan>,
    /// How to fit.
    pub fit: FitPlan,
    /// Train the evaluator's network instead, so.
    pub study: Option<StudyPlan>,
    /// Measure what shallow searches of the positions foretell instead, so.
    pub forecasts: Option<ForecastPlan>,
    /// Tune the numbers of the search instead, so.
    pub search: Option<SpsaPlan>,
    /// Where to write the source of the weights, which are said otherwise, or the network, or how far
    /// the numbers of the search have come.
    pub out: Option<PathBuf>,
}

/// Tunes a variant under these settings, and says what happens line by line.
pub type Tune = fn(&'static str, &Settings, &TuneJob, &mut dyn FnMut(&str)) -> Result<(), String>;

/// Games between two lines of progress.
const GAMES_A_LINE: u64 = 100;

pub(super) fn tune<G: Game>(
    variant: &'static str,
    settings: &Settings,
    job: &TuneJob,
    say: &mut dyn FnMut(&str),
) -> Result<(), String> {
    let rules = G::open(variant, settings).map_err(|error| error.to_string())?;
    if let Some(plan) = job.forecasts {
        return measure(&rules, plan, &job.positions, say);
    }
    match (&job.search, &job.generate, &job.study) {
        (Some(plan), ..) => tune_search(&rules, *plan, job.out.as_deref(), say),
        (None, Some(plan), _) => play(&rules, settings, plan, &job.positions, say),
        (None, None, Some(plan)) => train_network(&rules, job, plan, say),
        (None, None, None) => fit_weights(&rules, job, say),
    }
}

/// Tunes the numbers of the search by games; goes on with what the file holds, if it is there.
fn tune_search<G: Game>(
    rules: &G,
    plan: SpsaPlan,
    out: Option<&Path>,
    say: &mut dyn FnMut(&str),
) -> Result<(), String> {
    let make =
        |params| -> Box<dyn Player<G>> { Box::new(AlphaBeta::new(rules.evaluator(), params)) };
    let mut spsa =
        Spsa::new(rules.search_params(), plan).map_err(|error| format!("{}: {error}", G::NAME))?;
    if let Some(path) = out.filter(|path| path.exists()) {
        let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let text = read_text(path, STATE_BYTES_MAX).map_err(|error| failed(&error))?;
        spsa = spsa.go_on(G::NAME, &text).map_err(|error| failed(&error))?;
        say(&format!("{}: going on after iteration {}", path.display(), spsa.done));
    }
    let games = 2 * PAIRS;
    say(&format!(
        "{}: {} iterations of {games} games, seed {}",
        G::NAME,
        plan.iterations,
        plan.seed
    ));
    while !spsa.is_done() {
        let won = spsa.iterate(rules, &make)?;
        if let Some(path) = out {
            write_whole(path, spsa.to_text(G::NAME).as_bytes())
                .map_err(|error| format!("{}: {error}", path.display()))?;
        }
        say(&format!("iteration {}: {won:+} of {games} games", spsa.done));
    }
    spsa.lines().iter().for_each(|line| say(line));
    Ok(())
}

/// Plays the games and appends them to the file, each in one write.
fn play<G: Game>(
    rules: &G,
    settings: &Settings,
    plan: &GeneratePlan,
    positions: &[PathBuf],
    say: &mut dyn FnMut(&str),
) -> Result<(), String> {
    let [path] = positions else {
        return Err(format!("positions: found {} files, expected one", positions.len()));
    };
    let failed = |error: std::io::Error| format!("{}: {error}", path.display());
    let mut file = open_to_append(path).map_err(failed)?;
    say(&format!(
        "{}: {} games, {} nodes a move, seed {}",
        G::NAME,
        plan.games,
        plan.nodes,
        plan.seed
    ));
    let mut positions = 0;
    let mut each = |harvest: &Harvest| {
        file.write_all(harvest.text.as_bytes()).map_err(failed)?;
        positions += harvest.positions;
        if harvest.game.is_multiple_of(GAMES_A_LINE) || harvest.game == plan.games {
            say(&format!("{} games, {positions} positions", harvest.game));
        }
        Ok(())
    };
    let make = || (chosen_player::<G>(settings).make)(rules, settings);
    generate(rules, &rules.evaluator(), &make, plan, &mut each)
}

/// Positions between two lines of progress.
const POSITIONS_A_LINE: usize = 100;

/// Says what shallow searches of the positions foretell of deeper ones.
fn measure<G: Game>(
    rules: &G,
    plan: ForecastPlan,
    positions: &[PathBuf],
    say: &mut dyn FnMut(&str),
) -> Result<(), String> {
    let mut text = String::new();
    for path in positions {
        let read = read_text(path, POSITIONS_BYTES_MAX);
        text += &read.map_err(|error| format!("{}: {error}", path.display()))?;
    }
    let mut each = |done: usize| {
        if done > 0 && done.is_multiple_of(POSITIONS_A_LINE) {
            say(&format!("{done} positions"));
        }
    };
    let (evaluator, params) = (rules.evaluator(), rules.search_params());
    let measured = forecasts(rules, &evaluator, params, (&text, plan), &mut each)?;
    say(Measured::HEAD);
    for line in measured.iter().map(Measured::line) {
        say(&line);
    }
    Ok(())
}

fn fit_weights<G: Game>(rules: &G, job: &TuneJob, say: &mut dyn FnMut(&str)) -> Result<(), String> {
    let evaluator = rules.reference_evaluator().unwrap_or_else(|| rules.evaluator());
    let Some(tunable) = rules.tunable() else {
        return Err(format!("{}: its judge has no weights that could be tuned", G::NAME));
    };
    let mut samples = Samples::default();
    for path in &job.positions {
        let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let text = read_text(path, POSITIONS_BYTES_MAX).map_err(|error| failed(&error))?;
        let counts = load(rules, &evaluator, &*tunable, &text, &mut samples);
        let counts = counts.map_err(|error| failed(&error))?;
        say(&format!("{}: {} positions, {} quiet", path.display(), counts.read, counts.kept));
    }
    let mut each = |progress: &Progress| {
        let Progress { epoch, training, held_out } = progress;
        say(&format!("epoch {epoch}: loss {training:.6} held out {held_out:.6}"));
    };
    let fitted = fit(&tunable.table().listed(), &samples, &job.fit, &mut each)?;
    say(&format!(
        "best: epoch {}, held out {:.6}, K {:.6} a cp",
        fitted.best.epoch, fitted.best.held_out, fitted.steepness
    ));
    let source = tunable.table().source(&fitted.values);
    if let Some(path) = &job.out {
        write_whole(path, source.as_bytes()).map_err(|error| format!("{}: {error}", path.display()))
    } else {
        say(source.trim_end());
        Ok(())
    }
}

/// Trains the network of the evaluator on the positions of the files.
fn train_network<G: Game>(
    rules: &G,
    job: &TuneJob,
    plan: &StudyPlan,
    say: &mut dyn FnMut(&str),
) -> Result<(), String> {
    let evaluator = rules.evaluator();
    let (Some(trainable), Some(reference)) = (rules.trainable(), rules.reference_evaluator())
    else {
        return Err(format!("{}: its judge has no network that could be trained", G::NAME));
    };
    let Some(out) = &job.out else {
        return Err("--out: found nothing, expected a file for the network".to_owned());
    };
    let (mut samples, mut positions) = (NetworkSamples::default(), Vec::new());
    for path in &job.positions {
        let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let text = read_text(path, POSITIONS_BYTES_MAX).map_err(|error| failed(&error))?;
        let begins = (plan.distillation > 0).then_some(&mut positions);
        let counts =
            network_samples::read(rules, &evaluator, &*trainable, &text, &mut samples, begins);
        let counts = counts.map_err(|error| failed(&error))?;
        say(&format!("{}: {} positions, {} kept", path.display(), counts.read, counts.kept));
    }
    let mut each = |stage: &str, progress: &Progress| {
        let Progress { epoch, training, held_out } = progress;
        say(&match stage {
            "school" => format!("{stage} {epoch}: error {training:.6}"),
            _ => format!("{stage} {epoch}: error {training:.6} held out {held_out:.6}"),
        });
    };
    let distillation = Distillation { rules, reference: &reference, trainable: &*trainable };
    let weights = study(distillation, &positions, &samples, plan, &mut each)?;
    write_whole(out, &weights.to_bytes()).map_err(|error| format!("{}: {error}", out.display()))
}
