//! Commands of GTP that are answered at once, a search apart.

use super::board::Board;
use super::clock::{Clock, Fixed};
use super::line::{Line, SYNTAX};
use plyglot_core::Side;
use std::time::Duration;

/// Every command, by its name.
pub(super) const COMMANDS: [&str; 38] = [
    "boardsize",
    "clear_board",
    "cputime",
    "final_score",
    "final_status_list",
    "fixed_handicap",
    "genmove",
    "genmove_analyze",
    "gogui-analyze_commands",
    "kata-analyze",
    "kata-genmove_analyze",
    "kgs-time_settings",
    "known_command",
    "komi",
    "list_commands",
    "loadsgf",
    "lz-analyze",
    "lz-genmove_analyze",
    "name",
    "place_free_handicap",
    "play",
    "plyglot-depth",
    "plyglot-movetime",
    "plyglot-nodes",
    "plyglot-option",
    "plyglot-position",
    "printsgf",
    "protocol_version",
    "query_boardsize",
    "quit",
    "reg_genmove",
    "set_free_handicap",
    "showboard",
    "stop",
    "time_left",
    "time_settings",
    "undo",
    "version",
];

/// The game, and how long a move may take.
pub(super) struct Table {
    pub board: Box<dyn Board>,
    pub clock: Clock,
    pub fixed: Fixed,
}

impl Table {
    /// The answer to a command; `None` where it is none of these.
    pub(super) fn answer(&mut self, line: &Line) -> Option<Result<String, String>> {
        let answer = match line.name.as_str() {
            "protocol_version" => Ok("2".to_owned()),
            "name" => Ok("plyglot".to_owned()),
            "version" => Ok(env!("CARGO_PKG_VERSION").to_owned()),
            "list_commands" => Ok(COMMANDS.join("\n")),
            "known_command" => {
                let name = line.arguments.first().map_or("", String::as_str);
                Ok(COMMANDS.contains(&name).to_string())
            }
            "gogui-analyze_commands" => Ok("string/Final Score/final_score".to_owned()),
            "query_boardsize" => Ok(self.board.size().to_string()),
            "showboard" => Ok(format!("\n{}", self.board.diagram().join("\n"))),
            "cputime" => {
                let used = self.board.processor_time().ok_or("unknown on this system");
                used.map(|used| format!("{:.3}", used.as_secs_f64())).map_err(str::to_owned)
            }
            "stop" => Ok(String::new()),
            "plyglot-position" => {
                let (position, moves) = self.board.position();
                let moves = if moves.is_empty() {
                    String::new()
                } else {
                    format!(" moves {}", moves.join(" "))
                };
                Ok(format!("{position}{moves}"))
            }
            _ => return self.game(line).or_else(|| self.time(line)),
        };
        Some(answer)
    }

    /// Commands about the game.
    fn game(&mut self, line: &Line) -> Option<Result<String, String>> {
        let done = |result: Result<(), String>| result.map(|()| String::new());
        let board = &mut self.board;
        Some(match line.name.as_str() {
            "clear_board" => {
                board.clear();
                self.clock.begin();
                Ok(String::new())
            }
            "boardsize" => done(line.number(0).and_then(|size| board.resize(size))),
            "komi" => komi(line).map(|halves| {
                board.set_komi(halves);
                String::new()
            }),
            "play" => play(&mut **board, line),
            "undo" => done(board.undo()),
            "final_score" => Ok(score(board.half_points())),
            "final_status_list" => status_list(&**board, line),
            "fixed_handicap" => line
                .number(0)
                .and_then(|stones| board.fixed_handicap(stones))
                .map(|points| points.join(" ")),
            "place_free_handicap" => line
                .number(0)
                .and_then(|stones| board.free_handicap(stones))
                .map(|points| points.join(" ")),
            "set_free_handicap" => done(board.set_handicap(&line.arguments)),
            "loadsgf" => load(&mut **board, line),
            "printsgf" => board.record(line.arguments.first().map(String::as_str)),
            _ => return None,
        })
    }

    /// Commands about time.
    fn time(&mut self, line: &Line) -> Option<Result<String, String>> {
        let done = match line.name.as_str() {
            "time_settings" => self.time_settings(line),
            "kgs-time_settings" => self.kgs_time_settings(line),
            "time_left" => self.time_left(line),
            "plyglot-depth" => {
                self.fix(line, |count| Fixed { depth: Some(count), ..Fixed::default() })
            }
            "plyglot-nodes" => {
                self.fix(line, |count| Fixed { nodes: Some(count.into()), ..Fixed::default() })
            }
            "plyglot-movetime" => self.fix(line, |count| {
                let move_time = Some(Duration::from_millis(count.into()));
                Fixed { move_time, ..Fixed::default() }
            }),
            _ => return None,
        };
        Some(done.map(|()| String::new()))
    }

    /// Every move takes so much from now on; 0 is what the clock says.
    fn fix(&mut self, line: &Line, of: impl Fn(u32) -> Fixed) -> Result<(), String> {
        let count = line.number(0)?;
        self.fixed = if count > 0 { of(count) } else { Fixed::default() };
        Ok(())
    }

    fn time_settings(&mut self, line: &Line) -> Result<(), String> {
        self.clock = Clock::new(line.number(0)?, line.number(1)?, line.number(2)?);
        Ok(())
    }

    /// `none`, `absolute MAIN`, `byoyomi MAIN PERIOD PERIODS`, `canadian MAIN PERIOD STONES`.
    fn kgs_time_settings(&mut self, line: &Line) -> Result<(), String> {
        self.clock = match line.word(0).as_deref() {
            Some("none") => Clock::Unlimited,
            Some("absolute") => Clock::new(line.number(1)?, 0, 0),
            // A period is for one move, and comes back as long as it is kept.
            Some("byoyomi") => Clock::new(line.number(1)?, line.number(2)?, 1),
            Some("canadian") => Clock::new(line.number(1)?, line.number(2)?, line.number(3)?),
            _ => return Err(SYNTAX.to_owned()),
        };
        Ok(())
    }

    fn time_left(&mut self, line: &Line) -> Result<(), String> {
        self.clock.set(line.side(0)?, line.number(1)?, line.number(2)?);
        Ok(())
    }
}

/// Points, rounded to half ones.
fn komi(line: &Line) -> Result<i16, String> {
    let word = line.arguments.first().map_or("", String::as_str);
    let points: f64 = word.parse().map_err(|_| SYNTAX.to_owned())?;
    if !points.is_finite() || points.abs() > KOMI_MAX {
        return Err(SYNTAX.to_owned());
    }
    #[expect(clippy::cast_possible_truncation, reason = "rounded, and within its range")]
    let halves = (points * 2.0).round() as i16;
    Ok(halves)
}

/// More than all points of a board.
const KOMI_MAX: f64 = 400.0;

fn play(board: &mut dyn Board, line: &Line) -> Result<String, String> {
    let side = line.side(0)?;
    let mv = line.arguments.get(1).ok_or_else(|| SYNTAX.to_owned())?;
    // Who resigns has made no move.
    if mv.eq_ignore_ascii_case("resign") {
        return Ok(String::new());
    }
    board.play(side, mv).map(|()| String::new())
}

/// `B+3.5`, `W+2`, `0`.
fn score(halves: i32) -> String {
    let side = match halves {
        0 => return "0".to_owned(),
        1.. => 'B',
        _ => 'W',
    };
    let (points, half) = (halves.unsigned_abs() / 2, halves % 2 != 0);
    format!("{side}+{points}{}", if half { ".5" } else { "" })
}

/// Chains that are alive or dead; what lives in seki is alive.
fn status_list(board: &dyn Board, line: &Line) -> Result<String, String> {
    let wanted = match line.word(0).as_deref() {
        Some("alive") => false,
        Some("dead") => true,
        Some("seki") => return Ok(String::new()),
        _ => return Err(SYNTAX.to_owned()),
    };
    let chains = board.chains().into_iter().filter(|(_, is_dead)| *is_dead == wanted);
    Ok(chains.map(|(stones, _)| stones.join(" ")).collect::<Vec<_>>().join("\n"))
}

fn load(board: &mut dyn Board, line: &Line) -> Result<String, String> {
    let file = line.arguments.first().ok_or_else(|| SYNTAX.to_owned())?;
    let before = if line.arguments.len() > 1 { Some(line.number(1)? as usize) } else { None };
    let side = board.load(file, before)?;
    Ok(if side == Side::First { "black" } else { "white" }.to_owned())
}
