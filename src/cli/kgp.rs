//! `kgp`: Kalah for a server, over a socket.

use clap::Args;
use plyglot_host::entry::GameEntry;
use plyglot_protocol::Command;

use super::{PORT_MAX, within};
use crate::io;
use crate::io::socket::{self, Ends};
use crate::kgp;

const ENDS: Ends = Ends { read: b'\n', write: "\r\n" };

/// Which server.
#[derive(Args, Debug)]
pub(super) struct KgpJob {
    /// The server
    #[arg(long, value_name = "HOST", default_value = "127.0.0.1")]
    host: String,
    /// Where it listens
    #[arg(long, value_name = "PORT", default_value_t = 2671, value_parser = within::<u16>(1..=PORT_MAX))]
    port: u16,
    /// By which the server knows the program again
    #[arg(long, value_name = "WORD")]
    token: Option<String>,
}

impl KgpJob {
    /// Plays until the server says goodbye.
    pub(super) fn run(
        self,
        games: &'static [&'static GameEntry],
        presets: &[Command<'_>],
    ) -> Result<(), String> {
        super::stop::says(|| "a game that runs is left, and nothing of it kept".to_owned());
        let Self { host, port, token } = self;
        let stream = socket::call(&format!("{host}:{port}"))?;
        let talk = socket::converse(games, presets, stream, ENDS, |_| kgp::open(token, io::say));
        talk.map_err(|error| format!("kgp: {error}"))
    }
}
