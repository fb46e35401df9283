//! `dxp`: games of international draughts with another program, over a socket.

use clap::Args;
use plyglot_core::Side;
use plyglot_core::text::shorten;
use plyglot_host::entry::GameEntry;
use plyglot_protocol::Command;
use plyglot_protocol::dxp::Wish;

use super::{PORT_MAX, within};
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
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = within::<u64>(1..=FIGURES_MAX))]
    games: u64,
    /// Play Black in the first of them
    #[arg(long)]
    black: bool,
    /// Minutes of each side for a game
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = within::<u64>(0..=FIGURES_MAX))]
    minutes: u64,
    /// Moves of each side in a game, 0 for any number
    #[arg(long, value_name = "N", default_value_t = 75, value_parser = within::<u64>(0..=FIGURES_MAX))]
    moves: u64,
}

impl DxpJob {
    /// Plays until the games are played or the other leaves.
    pub(super) fn run(
        self,
        games: &'static [&'static GameEntry],
        presets: &[Command<'_>],
    ) -> Result<(), String> {
        super::stop::says(|| "a game that runs is left, and nothing of it kept".to_owned());
        let number = |count: u64| u32::try_from(count).unwrap_or(u32::MAX);
        let (wish, stream) = match (&self.listen, &self.connect) {
            (_, Some(address)) => {
                let wish = Wish {
                    games: number(self.games),
                    side: if self.black { Side::Second } else { Side::First },
                    minutes: number(self.minutes),
                    moves: number(self.moves),
                };
                (Some(wish), socket::call(&with_port(address, "127.0.0.1")?)?)
            }
            (Some(address), None) => (None, socket::accept(&with_port(address, "127.0.0.1")?)?),
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
fn with_port(address: &str, host: &str) -> Result<String, String> {
    let is_number = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
    let (host, port) = match address.rsplit_once(':') {
        Some((host, port)) if is_number(port) => (host, Some(port)),
        _ if address.is_empty() => (host, None),
        _ if is_number(address) => (host, Some(address)),
        _ => (address, None),
    };
    let port = port.map_or(Ok(PORT), within::<u16>(0..=PORT_MAX));
    port.map(|port| format!("{host}:{port}"))
        .map_err(|expected| format!("dxp: found port in `{}`, {expected}", shorten(address)))
}
