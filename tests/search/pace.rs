//! Depth up and down (DOBAMYSLENI): whole sessions by a scripted clock, in which time is the number
//! of looks at it and so depends on the search alone.

use plyglot::protocol::Reply;

use crate::common::client::Client;

/// A session whose clock advances by a millisecond at each look, told these lines.
fn told(lines: &[&str]) -> Client {
    let mut client = Client::new(1000);
    for line in lines {
        assert_eq!(say(&mut client, line), Vec::<String>::new(), "{line}");
    }
    client
}

fn say(client: &mut Client, line: &str) -> Vec<String> {
    let mut replies = client.ask(line);
    replies.retain(|reply| !matches!(reply, Reply::Info(_)));
    client.texts(&replies)
}

/// Searches from a clean table; what the policy changed, as `2>3`, or `=`.
fn change(client: &mut Client, go: &str) -> String {
    say(client, "setoption name Clear Hash");
    let said = say(client, go);
    let note = said.iter().find_map(|line| line.strip_prefix("info string target depth "));
    note.map_or("=".to_owned(), |note| {
        let words: Vec<&str> = note.split([' ', ':']).collect();
        format!("{}>{}", words[2], words[4])
    })
}

/// A session of the adaptive policy that begins at depth 2 on a position of the opening.
fn adaptive(think_time: u64, max_think_time: u64) -> Client {
    told(&[
        "setoption name Start Depth value 2",
        &format!("setoption name Think Time value {think_time}"),
        &format!("setoption name Max Think Time value {max_think_time}"),
        "setoption name Depth Policy value adaptive",
        "position startpos moves e2e4 e7e5 g1f3 b8c6",
    ])
}

#[test]
fn the_target_rises_to_two_depths_and_swings_between_them() {
    // How long each depth takes from here, by a policy that only rises: `… from 2 to 3: 57 ms`.
    let mut patient = adaptive(3_600_000, 3_600_000);
    let times: Vec<u64> = (2..8)
        .map(|_| {
            say(&mut patient, "setoption name Clear Hash");
            let said = say(&mut patient, "go").join(" ");
            let time = said.split_once(": ").and_then(|(_, rest)| rest.split(' ').next());
            time.and_then(|ms| ms.parse().ok()).expect(&said)
        })
        .collect();
    // Depth 4 is then too fast and depth 5 too slow: the oscillation [bojar-1998] calls normal.
    assert!(times.is_sorted() && times[2] + 1 < times[3], "{times:?}");
    let mut client = adaptive(times[2] + 1, times[3] - 1);
    let changes: Vec<String> = (0..9).map(|_| change(&mut client, "go")).collect();
    let expected = ["2>3", "3>4", "4>5", "5>4", "4>5", "5>4", "4>5", "5>4", "4>5"];
    assert_eq!(changes, expected, "{times:?}");
}

#[test]
fn between_the_two_times_nothing_changes() {
    let mut client = told(&[
        "setoption name Think Time value 0",
        "setoption name Max Think Time value 3600000",
        "setoption name Depth Policy value adaptive",
    ]);
    assert_eq!(change(&mut client, "go"), "=");
    assert_eq!(change(&mut client, "go"), "=");
}

#[test]
fn a_hard_limit_cuts_and_counts_as_too_slow() {
    let mut client = told(&[
        "setoption name Start Depth value 20",
        "setoption name Think Time value 3600000",
        "setoption name Max Think Time value 3600000",
        "setoption name Move Overhead value 0",
        "setoption name Depth Policy value adaptive",
        "position startpos",
    ]);
    assert_eq!(change(&mut client, "go movetime 30"), "20>19");
    assert_eq!(change(&mut client, "go wtime 100 btime 100"), "19>18");
    assert_eq!(change(&mut client, "go depth 2"), "=", "a depth asked for is not the policy's");
    assert_eq!(say(&mut client, "ucinewgame"), Vec::<String>::new());
    assert_eq!(
        change(&mut client, "go movetime 30"),
        "20>19",
        "a new game begins at the start depth"
    );
}

#[test]
fn the_default_policy_leaves_the_depth_to_the_clock() {
    let mut client = told(&["setoption name Think Time value 3600000"]);
    assert_eq!(change(&mut client, "go movetime 30"), "=");
}
