//! The tree that is recorded is the tree that was searched.

use plyglot::core::Score;
use plyglot::inspect::file;
use plyglot::inspect::recording::{End, NO_TEXT, Recording};
use plyglot::inspect::view::View;

use super::desk::{SEARCHES, client};

/// The recording of a search, through a file.
pub(crate) fn recorded(position: &str, go: &str, scope: &str) -> Recording {
    recorded_with(&[], position, go, scope)
}

/// The same under these options, `NAME value VALUE`.
pub(crate) fn recorded_with(options: &[&str], position: &str, go: &str, scope: &str) -> Recording {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("trace.jsonl.zst");
    let path = path.to_str().unwrap();
    let mut client = client();
    for option in options {
        client.send(&format!("setoption name {option}"));
    }
    client.send(position);
    client.send(&format!("trace {path} {scope}"));
    let replies = client.send(go);
    assert!(replies.iter().any(|line| line.contains("written to")), "{replies:?}");
    file::load(path).unwrap()
}

/// What is said of a search besides what is said of its recording.
fn said(replies: Vec<String>) -> Vec<String> {
    replies.into_iter().filter(|line| !line.contains("trace: ")).collect()
}

#[test]
fn a_search_that_is_recorded_goes_the_same_way() {
    for (name, position, go) in SEARCHES {
        let (mut plain, mut traced) = (client(), client());
        for client in [&mut plain, &mut traced] {
            client.send(position);
        }
        traced.send("trace on");
        // The second time with what the first has left in table and statistics.
        for _ in 0..2 {
            assert_eq!(said(traced.send(go)), plain.send(go), "{name}");
        }
    }
}

/// The best score of the moves of a visit, as its side sees it.
fn best_of_children(view: &View<'_>, at: u32) -> Option<Score> {
    let moves = view.branches(at).into_iter().filter(|branch| branch.mv != NO_TEXT);
    moves.filter_map(|branch| view.recording.seen_above(branch.at)).max()
}

#[test]
fn every_score_follows_from_the_scores_below_it() {
    for (name, position, go) in SEARCHES {
        let recording = recorded(position, go, "");
        follows(name, &recording);
        let view = View::new(&recording);
        let root = view.root().unwrap();
        let told = recording.about.iterations.last().unwrap();
        assert_eq!(view.node(root).score, Some(told.score), "{name}: the score that was told");
    }
}

/// Checks every visit of a recording against those below it.
pub(crate) fn follows(name: &str, recording: &Recording) {
    assert_eq!(recording.visits, recording.nodes.len() as u64, "{name}: all is recorded");
    let view = View::new(recording);
    let mut searched = 0;
    for at in 0..u32::try_from(recording.nodes.len()).unwrap() {
        let node = view.node(at);
        let below: u64 = view.below(at).iter().map(|&child| view.node(child).visits).sum();
        assert_eq!(node.visits, 1 + below, "{name}: visit {at}");
        let best = best_of_children(&view, at);
        match node.end {
            End::Searched | End::Cut if i32::from(node.depth + node.extension) > 0 => {
                assert_eq!(node.score, best, "{name}: visit {at}, {:?}", view.path(at));
                searched += 1;
            }
            // Standing still is a choice there.
            End::Searched | End::Cut | End::Horizon | End::Razoring => {
                assert!(best <= node.score, "{name}: visit {at}, {:?}", view.path(at));
            }
            End::StandPat
            | End::Table
            | End::Endgame
            | End::Futility
            | End::Repetition
            | End::PlayedOut
            | End::TooLong => {
                assert_eq!(best, None, "{name}: visit {at}");
            }
            End::Finished
            | End::NoProgress
            | End::MateDistance
            | End::NullMove
            | End::Averaged
            | End::ProbCut
            | End::Stopped => {}
        }
    }
    assert!(searched > 3, "{name}: only {searched}");
}

#[test]
fn the_best_line_is_the_one_that_was_told() {
    for (name, position, go) in SEARCHES.into_iter().filter(|(name, ..)| *name != "kalah") {
        let recording = recorded(position, go, "");
        let view = View::new(&recording);
        let line: Vec<&str> =
            view.line(view.root().unwrap()).into_iter().map(|at| view.name(at)).collect();
        assert_eq!(line, recording.about.iterations.last().unwrap().pv, "{name}");
    }
}

#[test]
fn a_small_memory_keeps_the_top_of_the_tree_whole() {
    let (_, position, go) = SEARCHES[4];
    let (all, top) = (recorded(position, go, ""), recorded(position, go, "nodes 1000"));
    let ply = u16::try_from(top.ply_kept.unwrap()).unwrap();
    assert!(ply >= 1 && top.nodes.len() <= 1001, "{ply}");
    assert_eq!(top.visits, all.visits);
    let upper = |recording: &Recording| {
        let view = View::new(recording);
        let nodes = (0_u32..).zip(&recording.nodes).filter(|(_, node)| node.ply <= ply);
        nodes
            .map(|(at, node)| (view.path(at).join(" "), node.visits, node.score, view.reason(at)))
            .collect::<Vec<_>>()
    };
    assert_eq!(upper(&top), upper(&all));
}

#[test]
fn only_what_was_asked_for_is_recorded() {
    let (_, position, go) = SEARCHES[4];
    let plies = recorded(position, go, "ply 2");
    assert_eq!(plies.nodes.iter().map(|node| node.ply).max(), Some(2));
    let deep = recorded(position, go, "depth 5");
    assert!(deep.nodes.iter().all(|node| node.ply <= 1 || node.iteration >= 5));
    assert!(deep.nodes.iter().any(|node| node.ply > 4));
    let wanted = deep.about.iterations.last().unwrap().pv[..2].to_vec();
    let moves = recorded(position, go, &format!("move {}", wanted.join(" ")));
    let view = View::new(&moves);
    let mut beneath = 0;
    for at in 0..u32::try_from(moves.nodes.len()).unwrap() {
        let path = view.path(at);
        assert!(path.len() < 2 || path.iter().zip(&wanted).all(|(a, b)| a == b), "{path:?}");
        beneath += usize::from(path.len() > 2);
    }
    assert!(beneath > 0);
}

#[test]
fn a_repetition_names_the_ply_it_repeats() {
    let (_, position, go) = SEARCHES[5];
    let recording = recorded(position, go, "");
    let repeated: Vec<_> =
        recording.nodes.iter().filter(|node| node.end == End::Repetition).collect();
    assert!(repeated.iter().any(|node| node.earlier == Some(-3)), "with the game before");
    for node in &repeated {
        let earlier = node.earlier.unwrap();
        assert!(earlier < i32::from(node.ply), "{node:?}");
        assert_eq!((i32::from(node.ply) - earlier) % 2, 0, "the same side moves: {node:?}");
    }
}
