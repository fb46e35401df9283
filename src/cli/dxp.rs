//! `dxp`: games of international draughts with another program, over a socket.

use clap::Args;
use plyglot_core::Side;
use plyglot_host::entry::GameEntry;
use plyglot_protocol::Command;
use plyglot_protocol::dxp::Wish;

use super::within;
use crate::dxp;
use crate::io;
use crate::io::socket::{self, Ends};

/// Messages end with a zero byte.
const ENDS: Ends = Ends { read: 0, write: "\0" };
/// What the protocol has three figures for.
const FIGURES_MAX: u64 = 999;
/// Where programs of this protocol listen.
const PORT: u16 = 27_531;

/// Who calls whom, and the games that are asked for.
#[derive(Args, Debug)]
pub(super) struct DxpJob {
    /// Wait here for a program that asks for games: an address, a port, or both
    #[arg(long, value_name = "ADDRESS", num_args = 0..=1, default_missing_value = "")]
    listen: Option<String>,
    /// Ask the program that waits here for games
    #[arg(long, value_name = "HOST[:PORT]", conflicts_with = "listen")]
    connect: Option<String>,
    /// So many games, with colours changed after each
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = within(1..=FIGURES_MAX))]
    games: u64,
    /// Play Black in the first of them
    #[arg(long)]
    black: bool,
    /// Minutes of each side for a game
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = within(0..=FIGURES_MAX))]
    minutes: u64,
    /// Moves of each side in a game, 0 for any number
    #[arg(long, value_name = "N", default_value_t = 75, value_parser = within(0..=FIGURES_MAX))]
    moves: u64,
}

impl DxpJob {
    /// Plays until the games are played or the other leaves.
    pub(super) fn run(
        self,
        games: &'static [&'static GameEntry],
        presets: &[Command<'_>],
    ) -> Result<(), String> {
        let number = |count: u64| u32::try_from(count).unwrap_or(u32::MAX);
        let (wish, stream) = match (&self.listen, &self.connect) {
            (_, Some(address)) => {
                let wish = Wish {
                    games: number(self.games),
                    side: if self.black { Side::Second } else { Side::First },
                    minutes: number(self.minutes),
                    moves: number(self.moves),
                };
                (Some(wish), socket::call(&with_port(address, "127.0.0.1"))?)
            }
            (Some(address), None) => (None, socket::accept(&with_port(address, "127.0.0.1"))?),
            (None, None) => {
                return Err("dxp: found neither, expected --listen or --connect HOST".to_owned());
            }
        };
        let talk = socket::converse(games, presets, stream, ENDS, |session| {
            dxp::open(session.settings(), wish, io::say)
        });
        talk.map_err(|error| format!("dxp: {error}"))
    }
}

/// `HOST`, `PORT` or both as an address; nobody else's machine is listened to unless it is named.
fn with_port(address: &str, host: &str) -> String {
    let is_number = !address.is_empty() && address.chars().all(|c| c.is_ascii_digit());
    match address {
        "" => format!("{host}:{PORT}"),
        port if is_number => format!("{host}:{port}"),
        both if both.rsplit(':').next().is_some_and(|port| port.parse::<u16>().is_ok())
            && both.contains(':') =>
        {
            both.to_owned()
        }
        host => format!("{host}:{PORT}"),
    }
}
