//! The command line: serve a client (the default), or one of the jobs that need no client.

mod arguments;

use std::io::Write as _;
use std::process::ExitCode;

use clap::Parser as _;
use plyglot::arena::{jobs, play, replay};
use plyglot::core::file::survive_size_limit;
use plyglot::server::{cli, inspect, registry::GAMES};

use crate::arguments::{Arguments, Job};

fn main() -> ExitCode {
    env_logger::init();
    survive_size_limit();
    let arguments = Arguments::parse();
    let presets = cli::presets(arguments.game.as_deref(), &arguments.options);
    let allowed = arguments.permissions();
    let done = match arguments.job {
        None | Some(Job::Serve) => {
            allowed.and_then(|allowed| cli::serve(GAMES, &presets, None, allowed))
        }
        Some(Job::Line(words)) => {
            allowed.and_then(|allowed| cli::line(GAMES, &presets, &words, allowed))
        }
        Some(Job::Bench { expect }) => cli::bench(GAMES, expect.as_deref()),
        Some(Job::Perft { depth, position, compare }) => {
            cli::perft(GAMES, presets, depth, (position.as_deref(), compare.as_deref()))
        }
        Some(Job::Solve(solve)) => {
            jobs::solve(GAMES, &solve.arguments(arguments.game, arguments.options))
        }
        Some(Job::Match(options)) => options
            .arguments(arguments.game, arguments.options)
            .and_then(|arguments| jobs::play_match(GAMES, &arguments)),
        Some(Job::Play(options)) => {
            play::play(GAMES, &options.arguments(arguments.game, arguments.options))
        }
        Some(Job::Replay(options)) => {
            replay::replay(GAMES, &options.arguments(arguments.game, arguments.options))
        }
        Some(Job::Inspect(plan)) => inspect::inspect(GAMES, &plan.into()),
        Some(Job::Learn(learn)) => cli::learn(GAMES, &arguments.options, learn.into()),
        Some(Job::Tune(tune)) => {
            let game = tune.game.clone();
            cli::tune(GAMES, &arguments.options, &game, &tune.into())
        }
        Some(Job::Tb(tb)) => {
            let (game, job) = tb.job();
            cli::tb(GAMES, &arguments.options, &game, &job)
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "plyglot: {error}");
            ExitCode::from(2)
        }
    }
}
