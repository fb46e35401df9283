//! What each command of a client means [cecp-2, section 8].

use super::squares::Edit;
use super::{HINT_TIME, Mode, Search, Xboard, error, features, unknown};
use crate::hub::{Act, Told};
use plyglot_core::{Limits, Side};

/// What a game may be played with, as the options have it.
const HASH_MAX_MIB: u64 = 65_536;
const THREADS_MAX: u64 = 256;
/// Of the memory that a client allows, so much in a hundred is the table's.
const TABLE_PERCENT: u64 = 75;
/// What is not to be answered.
const QUIET: [&str; 9] =
    ["accepted", "rejected", "xboard", "random", "name", "rating", "ics", "computer", ""];

impl Xboard {
    /// Obeys a line.
    pub(super) fn command(&mut self, line: &str) -> Vec<Act> {
        let line = line.trim();
        if self.edit.is_some() {
            return self.edited(line);
        }
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        self.setting(command, rest)
            .or_else(|| self.playing(command, rest))
            .or_else(|| self.changing(command, rest))
            .or_else(|| self.asking(command, rest))
            .unwrap_or_else(|| self.other(command, rest, line))
    }

    /// What is said of clocks and of the program.
    fn setting(&mut self, command: &str, rest: &str) -> Option<Vec<Act>> {
        let words: Vec<&str> = rest.split_whitespace().collect();
        let set = match command {
            "level" => self.clock.level(&words),
            "st" => self.clock.each(rest),
            "sd" => self.clock.depth(rest),
            "time" => self.clock.set(true, rest),
            "otim" => self.clock.set(false, rest),
            "memory" => return Some(self.memory(rest)),
            "cores" => return Some(self.cores(rest)),
            "egtpath" => return Some(self.tables(rest)),
            "option" => return Some(self.option(rest)),
            "post" | "nopost" => {
                self.is_posting = command == "post";
                return Some(Vec::new());
            }
            "hard" | "easy" => return Some(self.hard(command == "hard")),
            _ => return None,
        };
        let whole = format!("{command} {rest}");
        Some(set.err().map(|why| error(&why, whole.trim())).unwrap_or_default())
    }

    /// Who plays, and when.
    fn playing(&mut self, command: &str, rest: &str) -> Option<Vec<Act>> {
        Some(match command {
            "usermove" => self.user_move(rest, true),
            "go" if self.is_lost => error("there is no position", command),
            "go" => {
                let acts = self.interrupt();
                [acts, self.think()].concat()
            }
            "playother" => self.play(self.game.side_to_move().other()),
            "white" => self.play(Side::Second),
            "black" => self.play(Side::First),
            "force" | "result" => self.leave(Mode::Force),
            "?" if self.live() == Some(Search::Move) => vec![Act::Tell(Told::Stop)],
            "?" => Vec::new(),
            "pause" => {
                let live = self.live();
                let acts = self.interrupt();
                self.paused = live;
                acts
            }
            "resume" => {
                let paused = self.paused.take();
                self.again(paused)
            }
            "analyze" => {
                let acts = self.leave(Mode::Analysis);
                [acts, self.analyse()].concat()
            }
            "exit" if self.mode == Mode::Analysis => self.leave(Mode::Force),
            "exit" => error("command not legal now", command),
            _ => return None,
        })
    }

    /// What changes the game.
    fn changing(&mut self, command: &str, rest: &str) -> Option<Vec<Act>> {
        Some(match command {
            "new" => self.begin(),
            "variant" => self.choose(rest),
            "setboard" => {
                let acts = self.interrupt();
                [acts, self.set_up(rest)].concat()
            }
            "edit" if !self.variant.is_edited => error("not in this variant", command),
            "edit" => {
                let acts = self.interrupt();
                self.edit = Some(Edit::of(&self.game.position()));
                acts
            }
            "undo" => self.undo(1, command),
            "remove" => self.undo(2, command),
            _ => return None,
        })
    }

    /// What is to be answered.
    fn asking(&mut self, command: &str, rest: &str) -> Option<Vec<Act>> {
        Some(match command {
            "protover" => {
                let lines = features::lines(self.variants, &self.options, &self.settings);
                lines.into_iter().map(Act::Say).collect()
            }
            "ping" => self.ping(super::shown(rest)),
            "draw" => {
                let offer = self.takes_draw().then(|| Act::Say("offer draw".to_owned()));
                offer.into_iter().collect()
            }
            "hint" => self.hint(),
            // An empty line ends it.
            "bk" => {
                vec![Act::Say(" There is no opening book.".to_owned()), Act::Say(String::new())]
            }
            "." if self.live().is_some() => {
                vec![Act::Say(self.status.line(self.game.legal_moves().len()))]
            }
            "." => Vec::new(),
            "quit" => {
                let acts = self.interrupt();
                [acts, vec![Act::Tell(Told::Quit)]].concat()
            }
            _ => return None,
        })
    }

    /// What asks for nothing, and moves without a word before them.
    fn other(&mut self, command: &str, rest: &str, line: &str) -> Vec<Act> {
        if command == "accepted" && rest == "debug" {
            self.takes_notes = true;
        }
        if QUIET.contains(&command) {
            return Vec::new();
        }
        if rest.is_empty() { self.user_move(command, false) } else { unknown(line) }
    }

    /// This side's moves are ours; it thinks when it is told to or its opponent has moved.
    fn play(&mut self, side: Side) -> Vec<Act> {
        let acts = self.leave(Mode::Plays(side));
        [acts, self.ponder()].concat()
    }

    fn leave(&mut self, mode: Mode) -> Vec<Act> {
        let acts = self.interrupt();
        (self.mode, self.paused) = (mode, None);
        acts
    }

    /// `new`: the first variant, its board at the start, and we play the second side.
    fn begin(&mut self) -> Vec<Act> {
        let mode = if self.mode == Mode::Analysis { self.mode } else { Mode::Plays(Side::Second) };
        let mut acts = self.leave(mode);
        acts.push(Act::Tell(Told::NewGame));
        self.clock.reset();
        self.forget();
        let begun = if self.variant.name == self.first.name {
            self.game.begin(None)
        } else {
            self.variant = self.first;
            self.game.choose(self.first.options)
        };
        self.is_lost = begun.is_err();
        acts.extend(begun.err().map(|why| Act::Say(format!("tellusererror {why}"))));
        if mode == Mode::Analysis {
            acts.extend(self.analyse());
        }
        acts
    }

    /// Nothing of the last game holds.
    fn forget(&mut self) {
        (self.score, self.expected) = (None, None);
    }

    fn choose(&mut self, name: &str) -> Vec<Act> {
        let Some(variant) = self.variants.iter().find(|variant| variant.name == name) else {
            return error("unsupported variant", &format!("variant {name}"));
        };
        let mut acts = self.interrupt();
        if let Err(why) = self.game.choose(variant.options) {
            return [acts, error(&why, &format!("variant {name}"))].concat();
        }
        (self.variant, self.is_lost) = (variant, false);
        self.forget();
        acts.extend(variant.setup.map(|setup| Act::Say(format!("setup {setup}"))));
        if self.mode == Mode::Analysis {
            acts.extend(self.analyse());
        }
        acts
    }

    fn set_up(&mut self, position: &str) -> Vec<Act> {
        let begun = if position.is_empty() {
            Err("position: found nothing".to_owned())
        } else {
            self.game.begin(Some(position))
        };
        self.is_lost = begun.is_err();
        self.forget();
        match begun {
            Err(why) => vec![Act::Say(format!("tellusererror Illegal position: {why}"))],
            Ok(()) if self.mode == Mode::Analysis => self.analyse(),
            Ok(()) => Vec::new(),
        }
    }

    /// A line while a board is being put up.
    fn edited(&mut self, line: &str) -> Vec<Act> {
        match line {
            "quit" => vec![Act::Tell(Told::Quit)],
            "." => {
                let position = self.edit.take().map(|edit| edit.position());
                self.set_up(&position.unwrap_or_default())
            }
            "" => Vec::new(),
            _ if self.edit.as_mut().is_some_and(|edit| edit.obey(line)) => Vec::new(),
            _ => error("unknown edit command", line),
        }
    }

    fn undo(&mut self, plies: u32, command: &str) -> Vec<Act> {
        if let Err(why) = self.game.undo(plies) {
            return error(&why, command);
        }
        self.expected = None;
        let acts = self.interrupt();
        if self.mode == Mode::Analysis { [acts, self.analyse()].concat() } else { acts }
    }

    fn hint(&mut self) -> Vec<Act> {
        if self.is_lost || self.live() == Some(Search::Move) {
            return Vec::new();
        }
        let known = self.expected.as_ref().map(|expected| self.written(expected));
        if let Some(known) = known.filter(|_| self.mode != Mode::Analysis) {
            return vec![Act::Say(format!("Hint: {known}"))];
        }
        if self.live().is_some() || self.game.ending(None).is_some() {
            let best = self.status.best().map(|best| self.written(best));
            return best.map(|best| Act::Say(format!("Hint: {best}"))).into_iter().collect();
        }
        let limits = Limits { move_time: Some(HINT_TIME), ..Limits::default() };
        self.search(Search::Hint, limits)
    }

    fn memory(&mut self, rest: &str) -> Vec<Act> {
        let Ok(mib) = rest.parse::<u64>() else {
            return error("expected MiB", &format!("memory {rest}"));
        };
        let table = mib.saturating_mul(TABLE_PERCENT) / 100;
        self.set("Hash", &table.clamp(1, HASH_MAX_MIB).to_string())
    }

    fn cores(&mut self, rest: &str) -> Vec<Act> {
        let Ok(cores) = rest.parse::<u64>() else {
            return error("expected a number", &format!("cores {rest}"));
        };
        self.set("Threads", &cores.clamp(1, THREADS_MAX).to_string())
    }

    fn tables(&mut self, rest: &str) -> Vec<Act> {
        match rest.split_once(char::is_whitespace) {
            Some(("plyglot", path)) => self.set("TbPath", path.trim()),
            Some(("syzygy", path)) => self.set("SyzygyPath", path.trim()),
            _ => error("expected plyglot or syzygy, and a folder", &format!("egtpath {rest}")),
        }
    }

    fn option(&mut self, rest: &str) -> Vec<Act> {
        let refused = |why: &str| error(why, &format!("option {rest}"));
        let (name, value) = match features::chosen(&self.options, rest) {
            Ok((name, value)) => (name.to_owned(), value),
            Err(why) => return refused(why),
        };
        match self.game.set_option(&name, &value) {
            Ok(()) => self.set(&name, &value),
            Err(why) => refused(&why),
        }
    }

    /// Lets the session have an option. What it searches without limit begins again with it.
    fn set(&mut self, name: &str, value: &str) -> Vec<Act> {
        let live = self.live().filter(|live| *live != Search::Move);
        let mut acts = if live.is_some() { self.interrupt() } else { Vec::new() };
        acts.push(Act::Tell(Told::SetOption(name.to_owned().into(), value.to_owned())));
        acts.extend(self.again(live));
        acts
    }

    fn hard(&mut self, is_hard: bool) -> Vec<Act> {
        let was_pondering = self.live() == Some(Search::Ponder);
        if self.is_hard == is_hard {
            return Vec::new();
        }
        self.is_hard = is_hard;
        let mut acts = if was_pondering { self.interrupt() } else { Vec::new() };
        acts.extend(self.set("Ponder", if is_hard { "true" } else { "false" }));
        acts.extend(self.ponder());
        acts
    }
}
