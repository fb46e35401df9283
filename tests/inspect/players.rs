//! Who searched: several threads, several lines, endgame tables, players with means of their own.

use plyglot::core::Score;
use plyglot::inspect::recording::End;
use plyglot::inspect::view::View;

use super::desk::{SEARCHES, client};
use super::tree::{follows, recorded_with};

#[test]
fn every_thread_is_recorded_and_the_first_decides() {
    let (name, position, go) = SEARCHES[4];
    let both = recorded_with(&["Threads value 2"], position, go, "");
    follows(name, &both);
    let threads = both.nodes.partition_point(|node| node.thread == 0);
    assert!(both.nodes[threads..].iter().all(|node| node.thread == 1), "in order");
    assert!(threads > 100 && both.nodes.len() > threads, "{threads} of {}", both.nodes.len());
    let view = View::new(&both);
    assert_eq!(view.node(view.root().unwrap()).thread, 0);
    assert!(view.roots_of_all().len() > view.roots().len());
    let told = both.about.iterations.last().unwrap();
    assert_eq!(view.node(view.root().unwrap()).score, Some(told.score));
}

#[test]
fn threads_share_the_room_and_are_cut_to_the_same_ply() {
    let (_, position, go) = SEARCHES[4];
    let top = recorded_with(&["Threads value 2"], position, go, "nodes 3000");
    let ply = u16::try_from(top.ply_kept.unwrap()).unwrap();
    assert!(top.nodes.len() <= 3002, "{}", top.nodes.len());
    for thread in 0..2 {
        let visits = || top.nodes.iter().filter(|node| node.thread == thread);
        assert!(visits().all(|node| node.ply <= ply), "thread {thread}");
        assert!(visits().count() > 0, "thread {thread}");
    }
    // Every visit that is there counts those below it, also those that were dropped.
    let roots: u64 = top.nodes.iter().filter(|node| node.ply == 0).map(|node| node.visits).sum();
    assert_eq!(roots, top.visits);
}

#[test]
fn a_stopped_search_says_where_it_was_stopped() {
    let mut client = client();
    client.send("setoption name Threads value 2");
    client.send("trace on");
    let replies = client.send("go nodes 3000");
    assert!(replies.iter().any(|line| line.contains("visits recorded")), "{replies:?}");
    let hot = client.send("hot");
    assert!(hot.iter().any(|line| line.contains("stopped: ")), "{hot:?}");
    assert!(hot.iter().any(|line| line.contains("thread 0: ")), "{hot:?}");
}

#[test]
fn of_several_lines_the_best_is_explained() {
    // Abalone: every move of the first ply is searched in each line but those before it.
    let (_, position, go) = SEARCHES[2];
    let lines = recorded_with(&["MultiPV value 3"], position, go, "");
    let view = View::new(&lines);
    let told = lines.about.iterations.last().unwrap();
    let root = view.root().unwrap();
    assert_eq!(view.node(root).score, Some(told.score));
    assert_eq!(view.text(view.node(root).text), told.pv[0]);
    let roots = view.roots();
    let of_last = roots.iter().filter(|&&at| view.node(at).iteration == 3).count();
    assert!(of_last >= 3, "a visit a line: {of_last}");
    let first = view.branches(root).len();
    assert_eq!(first, 44, "all moves of the start position are below the line that decided");
}

#[test]
fn each_of_several_lines_is_told_with_its_own_score() {
    let (_, position, go) = SEARCHES[2];
    let best = lines_are_told(position, go);
    assert!(best[4].starts_with("info string 4. at most "), "{best:?}");
    // The third line comes out best at the last depth, and was searched without the other two.
    lines_are_told("position startpos moves d2d4 d7d5 c2c4", "go depth 5");
}

/// `best` names the moves that the last lines begin with, and their scores; what it says.
fn lines_are_told(position: &str, go: &str) -> Vec<String> {
    let mut client = client();
    for line in ["setoption name MultiPV value 3", position, "trace on"] {
        client.send(line);
    }
    let replies = client.send(go);
    let best = client.send("best 4");
    for line in 1..=3 {
        let mark = format!(" multipv {line} ");
        let info = replies.iter().rfind(|reply| reply.contains(&mark)).unwrap();
        let after = |word: &str| info.split_once(word).unwrap().1.split_whitespace();
        let score: Vec<&str> = after(" score ").take(2).collect();
        let said =
            format!("info string {line}. {}: {}", score.join(" "), after(" pv ").next().unwrap());
        assert!(best[line].starts_with(&said), "{said}: {best:?}");
    }
    best
}

#[test]
fn an_old_program_is_held_to_its_own_words() {
    for (variant, mind) in [("kalah", "f2"), ("abalone", "wave")] {
        let option = plyglot::registry::GAMES.iter().find(|game| game.name == variant);
        let option = option.unwrap().player_option();
        let mut client = client();
        client.send(&format!("setoption name UCI_Variant value {variant}"));
        client.send(&format!("setoption name {option} value {mind}"));
        client.send("position startpos");
        client.send("trace on");
        client.send("go depth 1");
        let why = client.send("why");
        let judged = why.iter().find(|line| line.contains("static eval there, "));
        let judged = judged.unwrap_or_else(|| panic!("{mind}: {why:?}"));
        let mv = why[1].split_whitespace().nth(3).unwrap();
        client.send(&format!("position startpos moves {mv}"));
        // The terms stand above their total, a row each: name and value.
        let rows = client.send("eval");
        let terms = rows.iter().take_while(|row| !row.starts_with("total "));
        let terms =
            terms.filter_map(|row| row.rsplit_once("  ")).filter(|(_, value)| value.len() > 1);
        let mut compared = 0;
        for (name, value) in terms.filter(|(_, value)| value.trim() != "+0.00") {
            let hundredths: i32 = value.trim().replace('.', "").parse().unwrap();
            let said = format!("{} {hundredths:+}", name.trim());
            assert!(judged.contains(&said), "{mind}: `{said}` in {judged}");
            compared += 1;
        }
        assert!(compared > 0, "{mind}: {rows:?}");
    }
}

#[test]
fn moves_that_were_not_asked_for_are_told_from_those_left_out() {
    let mut client = client();
    client.send("position startpos");
    client.send("trace on");
    // Deeper searches leave out moves of their own, below the root.
    for (depth, lines) in [(1, usize::MAX), (3, 1)] {
        client.send(&format!("go depth {depth} searchmoves e2e4 d2d4"));
        let refused = client.send("why not g1f3");
        assert!(refused[0].starts_with("info string g1f3: kept out of the search"), "{refused:?}");
        let tree = client.send("tree");
        assert!(tree[0].starts_with("info string root: "), "{tree:?}");
        let mut told = tree.iter().take(lines);
        assert!(!told.any(|line| line.contains("left out")), "{tree:?}");
    }
}

#[test]
fn what_endgame_tables_answer_at_the_root_is_said() {
    let mut client = client();
    client.send("setoption name TbEmbedded value true");
    client.send("position fen 7k/8/8/8/8/8/8/KQ6 w - - 0 1");
    client.send("trace on");
    let replies = client.send("go depth 4");
    let best = replies.last().unwrap().split_whitespace().nth(1).unwrap().to_owned();
    let said = "info string trace: nothing was searched, the endgame tables knew the answer";
    assert!(replies.iter().any(|line| line == said), "{replies:?}");
    for question in ["why", "why not a1a2", "tree", "best", "hot", "iterations", "up", "down a1a2"]
    {
        let lines = client.send(question);
        let begins = "info string nothing was searched: the endgame tables knew the answer";
        assert!(lines[0].starts_with(begins), "{question}: {lines:?}");
        assert_eq!(lines[1], format!("info string it played {best}"), "{question}");
        assert!(lines[2].starts_with("info string it said depth 1 "), "{question}: {lines:?}");
    }
}

#[test]
fn a_mind_with_means_of_its_own_is_named() {
    for (position, option, player) in [
        ("position tictactoe", "TicTacToe.Mind", "ratings"),
        ("position tictactoe", "TicTacToe.Mind", "learning"),
        ("position kalah fen <6,30,36,0,0,0,0,1,2,0,0,0,0,1,2> s", "Kalah.Mind", "solve"),
    ] {
        let mut client = client();
        client.send(position);
        client.send(&format!("setoption name {option} value {player}"));
        client.send("trace on");
        let limits = if player == "solve" { "nodes 100000" } else { "depth 1" };
        let replies = client.send(&format!("go {limits}"));
        let best = replies.last().unwrap().strip_prefix("bestmove ").unwrap();
        let best = best.split_whitespace().next().unwrap().to_owned();
        let said = format!("the mind {player} moved by means of its own");
        let noted = format!("info string trace: nothing to record, {said}");
        assert!(replies.contains(&noted), "{player}: {replies:?}");
        let why = client.send("why");
        assert_eq!(why[0], format!("info string no search to look into: {said}"));
        assert_eq!(why[1], format!("info string it played {best}"), "{player}");
        assert_eq!(client.send("tree"), why, "{player}");
    }
}

/// What they show hangs together: a node that was searched is worth what its best move is worth, and
/// the root what was answered.
#[test]
fn the_old_programs_show_their_searches() {
    let wide = ["Abalone.Mind value wave"];
    let narrow = ["Abalone.Mind value wave", "Abalone.SirkaMysleni value 5"];
    for (options, position, go) in [
        (&["Kalah.Mind value f2"][..], "position kalah", "go depth 4"),
        (
            &["Kalah.Mind value f2", "Kalah.Compat value dubner"],
            "position kalah fen <6,25,29,3,1,0,7,3,0,0,2,2,0,0,0> s",
            "go depth 6",
        ),
        (&["TicTacToe.Mind value nextstep"], "position tictactoe startpos moves 1 2 3", "go"),
        (&wide, "position abalone", "go depth 3"),
        (&narrow, "position abalone", "go depth 3"),
    ] {
        let recording = recorded_with(options, position, go, "");
        let nodes = &recording.nodes;
        assert!(nodes.len() > 100, "{options:?}: {}", nodes.len());
        let mut best: Vec<Option<Score>> = vec![None; nodes.len()];
        for node in nodes.iter().rev() {
            let (Some(parent), Some(score)) = (node.parent, node.score) else { continue };
            let seen = if node.same_side { score } else { -score };
            let known = &mut best[parent as usize];
            *known = (*known).max(Some(seen));
        }
        let mut compared = 0;
        for (node, best) in nodes.iter().zip(&best) {
            let is_exact = node.score > Some(node.alpha) && node.score < Some(node.beta);
            if node.end == End::Searched && is_exact {
                assert_eq!(node.score, *best, "{options:?}: {node:?}");
                compared += 1;
            }
        }
        assert!(compared > 3, "{options:?}: {compared}");
        let root = nodes.iter().rfind(|node| node.parent.is_none()).unwrap();
        let said = recording.about.iterations.last().unwrap();
        assert_eq!(root.score, Some(said.score), "{options:?}");
    }
}

/// Visits are those of the tree, the score is the one that was told, and the line that of the moves
/// tried most.
#[test]
fn the_tree_search_shows_its_tree() {
    for (options, position, go) in [
        (&["Chess.Mind value mcts"][..], "position startpos", "go nodes 3000"),
        (&["Kalah.Mind value mcts"], "position kalah", "go nodes 2000"),
        (&["TicTacToe.Mind value mcts"], "position tictactoe startpos moves 5 2", "go nodes 5000"),
        (&["Chess.Mind value mcts", "Threads value 2"], "position startpos", "go nodes 2000"),
    ] {
        let recording = recorded_with(options, position, go, "");
        let view = View::new(&recording);
        let root = view.root().unwrap();
        let told = recording.about.iterations.last().unwrap();
        assert_eq!(view.node(root).visits, 1 + told.nodes, "{options:?}");
        let line: Vec<&str> = view.line(root).into_iter().map(|at| view.name(at)).collect();
        assert_eq!(line, told.pv, "{options:?}");
        let best = view.best_below(root).unwrap();
        assert_eq!(recording.seen_above(best), Some(told.score), "{options:?}");
        for at in 0..u32::try_from(recording.nodes.len()).unwrap() {
            let below: u64 = view.below(at).iter().map(|&at| view.node(at).visits).sum();
            assert!(view.node(at).visits > below, "{options:?}: {:?}", view.path(at));
        }
    }
}

#[test]
fn questions_about_a_tree_of_averages_are_answered() {
    let mut client = client();
    client.send("position startpos");
    for line in ["setoption name Mind value mcts", "trace on", "go nodes 500"] {
        client.send(line);
    }
    let why = client.send("why");
    assert!(why[0].contains("the mean of what was tried, most often "), "{why:?}");
    let node = client.send("node");
    assert!(node[0].starts_with("info string visits 500, cp "), "{node:?}");
    // With so few visits some move has none.
    client.send("go nodes 5");
    client.send("ucinewgame");
    client.send("position startpos");
    client.send("go nodes 5");
    let tree = client.send("tree");
    assert!(tree[0].contains(" not tried"), "{tree:?}");
    let not_tried = tree.iter().find_map(|line| line.split_once("not tried: ")).unwrap().1;
    let mv = not_tried.split_whitespace().next().unwrap();
    let refused = client.send(&format!("why not {mv}"));
    assert!(refused[0].contains("never tried: others promised more"), "{refused:?}");
}

#[test]
fn of_a_mind_that_cannot_be_recorded_no_file_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("trace.zst");
    let path = path.to_str().unwrap();
    let mut client = client();
    for line in ["position tictactoe", "setoption name Mind value ratings"] {
        client.send(line);
    }
    client.send(&format!("trace {path}"));
    let replies = client.send("go");
    let said = format!("info string error trace: {path} is not written");
    assert!(replies.contains(&said), "{replies:?}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    // Of a search there is one.
    client.send("setoption name Mind value alphabeta");
    client.send(&format!("trace {path}"));
    client.send("go depth 2");
    assert!(plyglot::inspect::file::load(path).unwrap().nodes.len() > 10);
}

#[test]
fn every_way_out_of_a_node_is_met_in_some_search() {
    let mut met: Vec<End> = Vec::new();
    for (name, options, position, go) in WAYS_OUT {
        let recording = recorded_with(options, position, go, "");
        assert!(!recording.nodes.is_empty(), "{name}");
        met.extend(recording.nodes.iter().map(|node| node.end));
    }
    let unmet: Vec<End> = End::ALL.into_iter().filter(|end| !met.contains(end)).collect();
    // A line of 250 plies is beyond a test's patience.
    assert_eq!(unmet, [End::TooLong]);
}

/// Searches that together leave nodes in every way.
const WAYS_OUT: [(&str, &[&str], &str, &str); 8] = [
    ("foretold", &[], "position othello startpos moves f5 d6 c3 d3 c4", "go depth 6"),
    ("chess", &[], "position startpos", "go depth 8"),
    ("stopped", &[], "position startpos", "go nodes 3000"),
    ("counter", &[], "position fen 7k/8/8/8/8/8/8/KR6 w - - 97 90", "go depth 4"),
    (
        "repetition",
        &[],
        "position fen 6k1/8/8/8/8/8/8/K6R w - - 0 1 moves h1h2 g8g7 h2h1 g7g8 h1h2",
        "go depth 5",
    ),
    (
        "tables",
        &["TbEmbedded value true"],
        "position fen 8/8/8/3k4/8/3K4/1P1p4/8 w - - 0 1",
        "go depth 6",
    ),
    (
        "averages",
        &["TicTacToe.Mind value mcts", "MctsPlayout value 3"],
        "position tictactoe",
        "go nodes 300",
    ),
    ("mate", &[], "position fen 7k/8/5K2/6Q1/8/8/8/8 w - - 0 1", "go depth 4"),
];

/// A mind that judges by a formula is explained by that formula, whatever the game asks by default.
#[test]
fn a_formula_is_explained_without_the_network() {
    for variant in ["abalone", "awari", "chess", "checkers", "draughts", "kalah", "morris", "oware"]
    {
        let mut client = client();
        client.set_up(&format!("{variant} startpos"));
        for (mind, asks_network) in [("classical", false), ("alphabeta", true)] {
            let said = client.send(&format!("eval {mind}"));
            let has_network = said.iter().any(|line| line.starts_with("network"));
            assert_eq!(has_network, asks_network, "{variant} {mind}: {said:?}");
        }
    }
}
