//! `plyglot web`: a page for all games, served by the program.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::thread::available_parallelism;

use plyglot_host::entry::GameEntry;
use plyglot_host::job;

use super::{PORT_MAX, within};
use crate::io;
use crate::matches::observer::Observer;
use crate::matches::run::Match;
use crate::options::Chosen;
use crate::web::export::Export;
use crate::web::watch::Gallery;
use crate::web::{Budget, Serving, Terms, WebLimits, serve};

/// The port where none is named; no well-known service has it.
pub(super) const WEB_PORT: &str = "7590";
/// So many clients can think on a machine of two cores and each still gets its lines.
const CLIENTS: u64 = 64;
/// MiB of the transposition table of one client.
const HASH_MIB: u64 = 256;
/// Who wants to think for longer can ask again.
const THINK_S: u64 = 60 * 60;
/// So many pages may look at a match, and think a little besides; the machine is the match's.
const WATCHERS: usize = 16;
const WATCHERS_THINK_MS: u64 = 10_000;
const LOOPBACK: &str = "127.0.0.1";
/// As the option `Hash` has it.
const HASH_MAX_MIB: u64 = 65_536;
/// Of all clients: a terabyte is more than any machine has for this.
const MEMORY_MAX_MIB: u64 = 1 << 20;

/// What `plyglot web` is asked.
#[derive(clap::Args, Clone, Debug)]
pub(super) struct WebJob {
    /// The port to serve at; 0 for any that is free
    #[arg(long, default_value = WEB_PORT, value_parser = within::<u16>(0..=PORT_MAX))]
    port: u16,
    /// The address to serve at; one that other machines can reach needs --token
    #[arg(long, value_name = "ADDR", default_value = LOOPBACK)]
    host: String,
    /// Show the page in the browser
    #[arg(long)]
    open: bool,
    /// The page is served to those only who know this word
    #[arg(long, value_name = "WORD")]
    token: Option<String>,
    /// So many clients at once
    #[arg(long, value_name = "N", default_value_t = CLIENTS, value_parser = within::<u64>(1..=10_000))]
    clients_max: u64,
    /// Searching threads of a client at most; as many as the machine has cores if left out
    #[arg(long, value_name = "N", value_parser = within::<u64>(1..=super::THREADS_MAX))]
    threads_max: Option<u64>,
    /// MiB of the transposition table of a client at most
    #[arg(long, value_name = "MIB", default_value_t = HASH_MIB, value_parser = within::<u64>(1..=HASH_MAX_MIB))]
    hash_max: u64,
    /// MiB of the transposition tables of all clients together; what a client has is limited by --hash-max
    /// alone if left out
    #[arg(long, value_name = "MIB", value_parser = within::<u64>(1..=MEMORY_MAX_MIB))]
    memory_max: Option<u64>,
    /// Write the page into this folder and serve nothing: any web server can then, with the engine in the
    /// browser
    #[arg(long, value_name = "DIR", requires = "wasm")]
    export: Option<PathBuf>,
    /// The folder of the engine for browsers, that `tools/wasm-build` has made
    #[arg(long, value_name = "DIR", requires = "export")]
    wasm: Option<PathBuf>,
    /// Seconds of a search at most
    #[arg(long, value_name = "S", default_value_t = THINK_S, value_parser = within::<u64>(1..=super::DAY_S))]
    think_max: u64,
}

impl WebJob {
    /// It does not only write the page into a folder.
    pub(super) const fn serves(&self) -> bool {
        self.export.is_none()
    }

    /// Serves until Ctrl-C or a signal ends it. `game` and `options` are those given before the job.
    pub(super) fn run(
        self,
        games: &'static [&'static GameEntry],
        game: Option<&str>,
        options: &[String],
    ) -> Result<(), String> {
        let name = game.unwrap_or(games[0].name);
        let mut chosen = Chosen::new(games, "web", name)?;
        if let (Some(folder), Some(wasm)) = (&self.export, &self.wasm) {
            if let Some(option) = options.first() {
                return Err(format!(
                    "web: --export: found option `{option}`, expected none: who opens the page sets them there"
                ));
            }
            let exported = Export { folder, wasm, game: chosen.variant.name }.write()?;
            io::say(&exported);
            return Ok(());
        }
        chosen.set_all(options)?;
        let threads = self.threads_max.unwrap_or_else(cores);
        let number = |n: u64| u32::try_from(n).unwrap_or(u32::MAX);
        let limits = WebLimits {
            clients: usize::try_from(self.clients_max).unwrap_or(usize::MAX),
            threads: number(threads),
            hash: number(self.hash_max),
            think_ms: self.think_max * 1000,
        };
        let first = (chosen.game, chosen.variant);
        let memory = Budget::new(self.memory_max);
        let terms =
            Terms { games, first, settings: chosen.settings, limits, memory, gallery: None };
        let Self { port, host, open, token, .. } = self;
        let (end, ended) = tokio::sync::oneshot::channel::<()>();
        let mut end = Some(end);
        // That is how it ends, so its status is that of success.
        let _ = ctrlc::set_handler(move || {
            if let Some(end) = end.take() {
                io::notice("plyglot web: ended; games that were not saved are gone");
                drop(end);
            }
        });
        let ready = |address: &str| {
            io::say(&format!("plyglot web: {address} (Ctrl-C ends it)"));
            if open && let Err(error) = show(address) {
                io::notice(&format!("web: --open: {error}"));
            }
        };
        job::give_way();
        serve(Serving { host, port, token, terms }, ready, async { _ = ended.await })
    }
}

/// Serves a page beside a match, that shows it; says its address.
pub(super) fn show_match(
    games: &'static [&'static GameEntry],
    port: u16,
    plan: &mut Match,
) -> Result<Arc<Gallery>, String> {
    let gallery = Arc::new(Gallery::new(plan)?);
    let seen = Arc::clone(&gallery);
    plan.terms.observer = Observer::new(move |glance| seen.see(glance));
    let chosen = Chosen::new(games, "match", plan.terms.variant)?;
    let limits = WebLimits { clients: WATCHERS, threads: 1, hash: 16, think_ms: WATCHERS_THINK_MS };
    let first = (chosen.game, chosen.variant);
    let shown = Some(Arc::clone(&gallery));
    let terms = Terms {
        games,
        first,
        settings: chosen.settings,
        limits,
        memory: Budget::default(),
        gallery: shown,
    };
    let (say, said) = channel();
    let serving = Serving { host: LOOPBACK.to_owned(), port, token: None, terms };
    let failed = say.clone();
    std::thread::spawn(move || {
        let ready = move |address: &str| _ = say.send(Ok(address.to_owned()));
        // It is served until the program ends.
        if let Err(error) = serve(serving, ready, std::future::pending()) {
            let _ = failed.send(Err(error));
        }
    });
    let address = said.recv().map_err(|_| "web: the page is not served".to_owned())??;
    io::say(&format!("watch it at {address}"));
    Ok(gallery)
}

fn cores() -> u64 {
    let cores = available_parallelism().map_or(1, usize::from);
    u64::try_from(cores).unwrap_or(1).min(super::THREADS_MAX)
}

/// Shows an address in the browser.
fn show(address: &str) -> std::io::Result<()> {
    let (program, arguments): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("rundll32", &["url.dll,FileProtocolHandler"])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    let quiet = command.args(arguments).arg(address).stdin(Stdio::null());
    quiet.stdout(Stdio::null()).stderr(Stdio::null()).spawn().map(|_| ())
}
