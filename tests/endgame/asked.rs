//! `plyglot tb` as it is asked: columns for every metric, counts by distance, whole lines, the longest
//! wins, zugzwangs, and the sweeps of a table.

use std::num::NonZeroUsize;
use std::path::Path;

use crate::common::program::Program;
use plyglot::core::Settings;
use plyglot::endgame::Metric;
use plyglot::endgame::contents::Builder;
use plyglot::host::tb::{StatsForm, TbJob, TbTask};
use plyglot::options;
use plyglot::registry::GAMES;

/// What a job says, and its error as a last line.
fn told(
    variant: &'static str,
    only: &[&str],
    metric: Option<Metric>,
    folder: &Path,
    task: TbTask,
) -> Vec<String> {
    let (game, _) = plyglot::registry::find(GAMES, variant).unwrap();
    let job = TbJob {
        only: only.iter().map(|name| (*name).to_owned()).collect(),
        metric,
        threads: 2,
        ..TbJob::new(task, folder)
    };
    let (mut lines, settings) = (Vec::new(), Settings::defaults(&options::all(GAMES)));
    let done = (game.tb)(variant, &settings, &job, &mut |told| lines.push(told.line().to_owned()));
    lines.extend(done.err().map(|error| format!("error {error}")));
    lines
}

/// Where no tables are.
fn nowhere() -> &'static Path {
    Path::new("there is no such folder")
}

fn position(text: &str) -> String {
    text.to_owned()
}

#[test]
fn a_probe_shows_every_metric_of_every_move() {
    let task = TbTask::Probe { position: position("8/6P1/8/8/8/2k5/8/K7 w - - 0 1") };
    let said = told("chess", &[], None, nowhere(), task);
    let heads: Vec<&str> = said[..4].iter().map(|line| &line[..8]).collect();
    assert_eq!(heads, ["KPK wld:", "KPK dtm:", "KPK dtc:", "KPK dtz:"], "{said:?}");
    let columns: Vec<&str> = said[4].split_whitespace().collect();
    assert_eq!(columns, ["move", "wld", "dtm", "dtc", "dtz"]);
    // The promotion leads into another table, and sets the counter back.
    let queen = said.iter().find(|line| line.starts_with("g7g8q")).unwrap();
    let cells: Vec<&str> = queen.split("  ").map(str::trim).filter(|c| !c.is_empty()).collect();
    assert_eq!((cells[1], cells[3], cells[4]), ("win", "win in 1", "win in 1"), "{queen}");
    assert!(cells[2].starts_with("win in ") && cells[2] != "win in 1", "{queen}");
    // Whoever names one metric is told by that, without columns.
    let task = TbTask::Probe { position: position("8/6P1/8/8/8/2k5/8/K7 w - - 0 1") };
    let said = told("chess", &[], Some(Metric::Wdl), nowhere(), task);
    assert_eq!(said[0], "KPK wld: win");
    assert!(said.contains(&"g7g8q: win".to_owned()), "{said:?}");
}

#[test]
fn a_win_that_the_rule_of_no_progress_makes_a_draw_is_called_cursed() {
    // The rook mates in 29 plies here.
    let head = |counter: u32, metric| {
        let text = format!("8/8/8/8/4k3/8/8/K6R w - - {counter} 90");
        let task = TbTask::Probe { position: text };
        told("chess", &[], Some(metric), nowhere(), task)[..2].to_vec()
    };
    assert_eq!(head(71, Metric::Dtz)[0], "KRK dtz: win in 29");
    assert!(!head(71, Metric::Dtz)[1].contains("no progress"));
    assert_eq!(head(72, Metric::Dtz)[1], "cursed: a rule of no progress makes a draw of it");
    // A mate may come later than the rule, and moves that set its counter back before.
    assert_eq!(head(72, Metric::Dtm)[1], "a rule of no progress may end the game before");
}

#[test]
fn counts_by_distance_are_those_of_the_published_data_set() {
    let folder = tempfile::tempdir().unwrap();
    told("chess", &["KRK"], None, folder.path(), TbTask::Build(Builder::Retrograde));
    let stats = |form| told("chess", &["KRK"], None, folder.path(), TbTask::Stats { form });
    let words = stats(StatsForm::Words);
    assert!(words[0].starts_with("KRK dtm White: 21959 won, 0 drawn, 0 lost"), "{words:?}");
    assert!(words[1].starts_with("  won in plies 1: "), "{words:?}");
    assert!(words[2].starts_with("KRK dtm Black: 0 won, 2796 drawn, 25260 lost"), "{words:?}");
    // The UCI data set `krkopt`, in moves of White.
    let lost = "  lost in plies 0: 27, 2: 78, 4: 246, 6: 81, 8: 198, 10: 471, 12: 592, 14: 683, \
                16: 1433, 18: 1712, 20: 1985, 22: 2854, 24: 3597, 26: 4194, 28: 4553, 30: 2166, \
                32: 390";
    assert_eq!(words[3], lost);
    let csv = stats(StatsForm::CsvByDistance);
    assert_eq!(csv[0], "table,metric,to_move,result,distance,positions");
    assert_eq!(csv.last().map(String::as_str), Some("KRK,dtm,second,loss,32,390"));
}

#[test]
fn a_line_goes_to_the_end_and_takes_as_long_as_the_table_says() {
    let line = |text: &str, metric| {
        let task = TbTask::Line { position: position(text) };
        told("chess", &[], metric, nowhere(), task)
    };
    // The example of [fierz-egdb].
    assert_eq!(
        line("8/8/8/8/8/6K1/R7/7k b - - 0 1", None),
        ["KRK dtm: loss in 2", "moves h1g1 a2a1", "first side wins (checkmate)"]
    );
    // Through a promotion into another table, 55 plies.
    let said = line("8/8/8/1k6/8/8/K5P1/8 w - - 0 1", None);
    assert_eq!((&*said[0], &*said[2]), ("KPK dtm: win in 55", "first side wins (checkmate)"));
    assert_eq!(said[1].split(' ').count(), 1 + 55, "{said:?}");
    // By wins alone nobody gets there.
    let said = line("8/8/8/1k6/8/8/K5P1/8 w - - 0 1", Some(Metric::Wdl));
    assert!(said[1].starts_with("wld says who wins and not how"), "{said:?}");
    let said = line("8/8/8/8/8/1k6/1P6/1K6 b - - 0 1", None);
    assert!(said[1].starts_with("draw, kept by "), "{said:?}");
}

#[test]
fn the_longest_wins_and_the_zugzwangs_of_a_table_are_found() {
    let mine = |variant, only: &[&str], count| {
        let count = NonZeroUsize::new(count).unwrap();
        told(variant, only, None, nowhere(), TbTask::Mine { count })
    };
    let said = mine("chess", &["KPK"], 3);
    assert_eq!(said[0], "KPK dtm: longest wins");
    // Three positions are that far (`endgames.md`).
    assert!(said[1..4].iter().all(|line| line.starts_with("  55 plies: ")), "{said:?}");
    assert!(said[4].starts_with("KPK dtm: zugzwangs, "), "{said:?}");
    assert_eq!(said.len(), 8, "{said:?}");
    // The best known of them: whoever has to move gives way.
    let all = mine("chess", &["KPK"], 1000);
    let known = all
        .iter()
        .find(|line| line.contains(" w - - 0 1: White to move draws, Black to move loses"));
    assert!(known.is_some(), "{all:?}");
    assert_eq!(mine("chess", &["KRK"], 2).last().unwrap(), "KRK dtm: zugzwangs: none");
    // Margins are not plies.
    let said = mine("kalah", &["stones3"], 1);
    assert_eq!(said[0], "stones3 margin: largest margins");
    assert_eq!(said.len(), 2, "{said:?}");
}

#[test]
fn a_table_that_cannot_be_read_keeps_no_other_from_being_verified() {
    let folder = tempfile::tempdir().unwrap();
    let tables = ["KQK", "KRK"];
    let build = TbTask::Build(Builder::Retrograde);
    told("chess", &tables, None, folder.path(), build);
    let verify = || told("chess", &tables, None, folder.path(), TbTask::Verify);
    let file = folder.path().join("chess-KQK.dtm");
    let mut bytes = std::fs::read(&file).unwrap();
    bytes[300] ^= 1;
    for (damage, why) in [(Some(bytes), "damaged"), (None, "no such file; `tb build` makes it")] {
        match damage {
            Some(bytes) => std::fs::write(&file, bytes).unwrap(),
            None => std::fs::remove_file(&file).unwrap(),
        }
        let said = verify();
        assert!(said[0].starts_with("UNREADABLE KQK: ") && said[0].contains(why), "{said:?}");
        assert!(said[1].starts_with("KRK dtm: ") && said[1].ends_with(" are right"), "{said:?}");
        assert_eq!(said.last().unwrap(), "error 1 table cannot be verified");
    }
}

/// In draughts a rule of no progress may come before a win whose plies nobody has counted. In chess they
/// are counted.
#[test]
fn why_tells_a_win_that_is_certain_from_one_that_a_rule_may_cut_short() {
    let said = |options: &[&str], position: &str| {
        let mut program = Program::start(options);
        program.send(&format!("position {position}\ntrace on\ngo depth 2\n"));
        program.wait_for("bestmove ");
        program.send("why\n");
        program.end().0
    };
    let folder = tempfile::tempdir().unwrap();
    let build = TbTask::Build(Builder::Retrograde);
    told("checkers", &["KKvM"], Some(Metric::Wdl), folder.path(), build);
    let path = format!("TbPath={}", folder.path().display());
    let options = ["--option", &path, "--option", "TbEmbedded=false"];
    let likely = said(&options, "checkers fen W:WK14,K32:B18,1");
    let known =
        "14x23 cp 24999, depth 1: known to an endgame table, but a rule may end the game before\n";
    assert!(likely.contains(known), "{likely}");
    let certain = said(&[], "fen 8/8/8/8/4k3/8/1r6/Q6K w - - 0 1");
    assert!(certain.contains("known to an endgame table\n"), "{certain}");
}

/// Tables of margins do not count plies: a win that they know of is no mate in so many.
#[test]
fn a_search_that_asks_tables_of_margins_calls_no_mate_sooner_than_it_is() {
    let folder = tempfile::tempdir().unwrap();
    told("oware", &["04", "05"], None, folder.path(), TbTask::Build(Builder::Retrograde));
    let path = format!("TbPath={}", folder.path().display());
    let positions = [
        // Won by the third move, with tables or without.
        ("1-0-1-0-1-1-1-0-0-1-0-0-19-23-S", 3),
        ("0-0-0-0-0-2-2-1-0-1-0-1-18-23-S", 4),
        ("0-1-0-2-0-1-1-0-0-1-1-0-22-19-S", 9),
    ];
    for (position, moves) in positions {
        let mut program = Program::start(&["--game", "oware", "--option", &path]);
        program.send(&format!("position fen {position}\ngo depth 8\n"));
        let said = program.end().0;
        let asked =
            said.lines().any(|line| line.contains("tbhits ") && !line.contains("tbhits 0 "));
        assert!(asked && said.contains("bestmove "), "{said}");
        for line in said.lines() {
            let mate = line.split(" score mate ").nth(1).and_then(|rest| rest.split(' ').next());
            let mate = mate.map(|mate| mate.parse::<i32>().unwrap());
            assert!(mate.is_none_or(|mate| mate >= moves), "{position}: {line}");
        }
    }
}
