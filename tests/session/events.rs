//! Every event in every state.

use super::*;

#[test]
fn isready_is_answered_at_once_and_disturbs_nothing() {
    for state in ALL {
        let mut table = Table::in_state(state);
        assert_eq!(table.line("isready"), "readyok", "{state}");
        if state != "idle" {
            assert!(!last_control().stop.is_set(), "{state}");
        }
    }
}

#[test]
fn stop_stops_what_runs_and_releases_what_is_withheld() {
    for (state, said, stops) in [
        ("idle", "", false),
        ("bounded", "", true),
        ("unbounded", "", true),
        ("infinite", "", true),
        ("pondering", "", true),
        ("withheld", "bestmove a", true),
        ("pondered", "bestmove a", true),
    ] {
        let mut table = Table::in_state(state);
        assert_eq!(table.line("stop"), said, "{state}");
        assert_eq!(state != "idle" && last_control().stop.is_set(), stops, "{state}");
        if said.is_empty() && state != "idle" {
            assert_eq!(table.done(), "bestmove a", "{state}");
        }
        assert_eq!(table.line("d"), "shown", "{state}: idle again");
    }
}

#[test]
fn a_stray_stop_is_not_remembered() {
    let mut table = Table::in_state("idle");
    table.line("stop");
    table.line("go infinite");
    assert!(!last_control().stop.is_set());
    assert_eq!(table.done(), "");
}

#[test]
fn ponderhit_starts_the_clock_of_a_pondering_search_only() {
    for (state, said, started) in [
        ("bounded", "", true),
        ("infinite", "", true),
        ("pondering", "", true),
        ("withheld", "", true),
        ("pondered", "bestmove a", true),
    ] {
        let mut table = Table::in_state(state);
        let before = last_control().time.used().is_some();
        assert_eq!(before, !state.starts_with("ponder"), "{state}");
        assert_eq!(table.line("ponderhit"), said, "{state}");
        assert_eq!(last_control().time.used().is_some(), started, "{state}");
    }
    assert_eq!(Table::in_state("idle").line("ponderhit"), "");
}

#[test]
fn after_ponderhit_a_search_is_bounded_if_anything_limits_it() {
    let mut table = Table::in_state("pondering");
    table.line("ponderhit");
    assert_eq!(table.line("d"), "", "it waits");
    assert_eq!(table.done(), "bestmove a; shown");

    let mut table = Table::new();
    table.line("go ponder");
    table.line("ponderhit");
    let refused = "info string error d: a search without limit is running, send stop first";
    assert_eq!(table.line("d"), refused);
    assert_eq!(table.done(), "bestmove a");
}

#[test]
fn commands_that_need_an_idle_engine_wait_or_are_refused() {
    for command in ["position startpos", "setoption name Hash value 1", "go depth 1", "d", "eval"] {
        let word = command.split(' ').next().unwrap();
        let refused =
            format!("info string error {word}: a search without limit is running, send stop first");
        for state in ["unbounded", "infinite", "pondering", "withheld", "pondered"] {
            assert_eq!(Table::in_state(state).line(command), refused, "{state} {command}");
        }
        assert_eq!(Table::in_state("bounded").line(command), "", "{command}");
    }
    let mut table = Table::in_state("bounded");
    for command in ["position startpos", "d", "go depth 2", "eval", "query result"] {
        assert_eq!(table.line(command), "");
    }
    assert_eq!(table.done(), "bestmove a; info string set; shown");
    assert_eq!(table.done(), "bestmove a; shown; response none");
    assert_eq!(table.done(), "", "nothing runs");
}

#[test]
fn what_comes_between_stop_and_bestmove_waits_its_turn() {
    for state in ["bounded", "unbounded", "infinite", "pondering"] {
        let mut table = Table::in_state(state);
        for command in ["stop", "position startpos", "isready", "go movetime 200", "isready", "d"] {
            assert_eq!(table.line(command), "", "{state} {command}");
        }
        let said = "bestmove a; info string set; readyok; readyok";
        assert_eq!(table.done(), said, "{state}: the second `isready` comes while the next runs");
        assert!(!last_control().stop.is_set(), "{state}: `stop` came before this search");
        assert_eq!(table.done(), "bestmove a; shown", "{state}");
    }
}

#[test]
fn stop_means_the_searches_that_wait_as_well() {
    let mut table = Table::in_state("bounded");
    for command in ["go infinite", "position startpos", "go movetime 100", "stop", "query gameover"]
    {
        assert_eq!(table.line(command), "", "{command}");
    }
    assert!(last_control().stop.is_set());
    assert_eq!(table.done(), "bestmove a");
    assert!(last_control().stop.is_set(), "the infinite one is told as soon as it has begun");
    assert_eq!(table.done(), "bestmove a; info string set");
    assert!(last_control().stop.is_set());
    assert_eq!(table.done(), "bestmove a; response false");
}

#[test]
fn ponderhit_means_the_search_that_was_asked_for_last() {
    let mut table = Table::in_state("bounded");
    for command in ["go ponder wtime 1000", "ponderhit", "isready", "d"] {
        assert_eq!(table.line(command), if command == "isready" { "readyok" } else { "" });
    }
    assert_eq!(table.done(), "bestmove a");
    assert!(last_control().time.used().is_some(), "its clock runs");
    assert_eq!(table.done(), "bestmove a; shown");
}

#[test]
fn what_waits_behind_a_search_without_limit_is_refused_as_if_it_came_now() {
    let mut table = Table::in_state("bounded");
    for command in ["go infinite", "d"] {
        assert_eq!(table.line(command), "", "{command}");
    }
    let refused = "info string error d: a search without limit is running, send stop first";
    assert_eq!(table.done(), format!("bestmove a; {refused}"));
}

#[test]
fn isready_waits_until_searches_have_what_they_need() {
    let mut table = Table::new();
    assert_eq!(table.line("setoption name Stub.Mind value large"), "");
    assert_eq!(table.line("isready"), "");
    for command in ["isready", "d"] {
        assert_eq!(table.line(command), "", "{command}");
    }
    let ready = |table: &mut Table| {
        table.event(Event::Done(Finished { replies: vec![Reply::ReadyOk], ..Finished::default() }))
    };
    // The stub is never ready for good, so it makes itself ready again for the second.
    assert_eq!(ready(&mut table), "readyok");
    assert_eq!(ready(&mut table), "readyok; shown");
    assert_eq!(table.line("isready"), "");
    assert_eq!(table.line("stop"), "");
    assert!(last_control().stop.is_set());
    assert_eq!(ready(&mut table), "readyok");
    assert_eq!(table.line("isready"), "");
    assert_eq!(table.event(Event::EndOfInput), "");
    assert!(!last_control().stop.is_set());
    assert_eq!(ready(&mut table), "readyok; quit");
}

#[test]
fn isready_waits_until_the_tables_have_answered() {
    let mut table = Table::new();
    for command in ["tb", "isready", "tb", "isready", "d"] {
        assert_eq!(table.line(command), "", "{command}");
    }
    let answered = |table: &mut Table| {
        let replies = vec![Reply::Text("KRK dtm: loss in 2".to_owned())];
        table.event(Event::Done(Finished { replies, ..Finished::default() }))
    };
    assert_eq!(answered(&mut table), "KRK dtm: loss in 2; readyok");
    assert_eq!(answered(&mut table), "KRK dtm: loss in 2; readyok; shown");
}

#[test]
fn a_player_that_ends_by_itself_is_bounded_without_any_limit() {
    let mut table = Table::new();
    assert_eq!(table.line("setoption name Stub.Mind value ending"), "");
    for command in ["go", "d"] {
        assert_eq!(table.line(command), "", "{command}");
    }
    assert_eq!(table.event(Event::EndOfInput), "");
    assert!(!last_control().stop.is_set(), "it is waited for at the end of the input");
    assert_eq!(table.done(), "bestmove a; shown; quit");
}

#[test]
fn what_a_search_says_is_passed_on_and_nothing_after_its_end() {
    for state in ["bounded", "infinite", "pondering"] {
        let mut table = Table::in_state(state);
        let said = table.event(Event::Said(Reply::Note("hello".to_owned())));
        assert_eq!(said, "info string hello", "{state}");
    }
    let mut table = Table::in_state("bounded");
    assert_eq!(table.done(), "bestmove a");
    assert_eq!(table.event(Event::Tick), "");
}

#[test]
fn quit_stops_answers_and_leaves_and_what_waits_is_dropped() {
    assert_eq!(Table::in_state("idle").line("quit"), "quit");
    for state in ["bounded", "unbounded", "infinite", "pondering"] {
        let mut table = Table::in_state(state);
        table.line("d");
        assert_eq!(table.line("quit"), "", "{state}");
        assert!(last_control().stop.is_set(), "{state}");
        assert_eq!(table.done(), "bestmove a; quit", "{state}");
    }
    for state in ["withheld", "pondered"] {
        assert_eq!(Table::in_state(state).line("quit"), "bestmove a; quit", "{state}");
    }
}

#[test]
fn at_the_end_of_input_bounded_work_is_finished_and_unbounded_stopped() {
    assert_eq!(Table::in_state("idle").event(Event::EndOfInput), "quit");
    for state in ["unbounded", "infinite", "pondering"] {
        let mut table = Table::in_state(state);
        assert_eq!(table.event(Event::EndOfInput), "", "{state}");
        assert!(last_control().stop.is_set(), "{state}");
        assert_eq!(table.done(), "bestmove a; quit", "{state}");
    }
    for state in ["withheld", "pondered"] {
        assert_eq!(Table::in_state(state).event(Event::EndOfInput), "bestmove a; quit", "{state}");
    }
    let mut table = Table::in_state("bounded");
    table.line("d");
    table.line("go infinite");
    assert_eq!(table.event(Event::EndOfInput), "");
    assert!(!last_control().stop.is_set());
    assert_eq!(table.done(), "bestmove a; shown", "and the infinite one is stopped at once");
    assert!(last_control().stop.is_set());
    assert_eq!(table.done(), "bestmove a; quit");
}

#[test]
fn control_c_stops_a_search_and_leaves_an_idle_prompt() {
    let mut table = Table::in_state("infinite");
    assert_eq!(table.event(Event::Interrupt), "");
    assert_eq!(table.done(), "bestmove a");
    assert_eq!(table.event(Event::Interrupt), "quit");
    let mut table = Table::in_state("bounded");
    assert_eq!(table.event(Event::Terminate), "");
    assert_eq!(table.done(), "bestmove a; quit");
}

#[test]
fn a_line_too_long_is_refused_and_the_session_goes_on() {
    let mut table = Table::in_state("bounded");
    let said = table.event(Event::TooLong(2_000_000));
    assert_eq!(said, "info string error line: found 2000000 bytes, expected at most 1048576");
    assert_eq!(table.line("isready"), "readyok");
}

#[test]
fn without_ponder_no_mind_thinks_ahead() {
    for state in ALL {
        let mut table = Table::in_state(state);
        table.line("stop");
        table.done();
        table.line("position startpos");
        assert!(table.begun().is_empty(), "{state}");
    }
}

#[test]
fn a_command_ends_the_thinking_ahead_is_done_and_the_thinking_goes_on() {
    for (command, said) in [("position startpos", "info string set"), ("d", "shown"), ("undo", "")]
    {
        let mut table = Table::ahead();
        let before = last_control();
        assert_eq!(table.line("isready"), "readyok");
        assert_eq!(table.event(Event::Tick), "");
        assert!(!before.stop.is_set(), "nobody is disturbed by that");
        assert_eq!(table.line(command), "", "{command} waits");
        assert!(before.stop.is_set());
        assert_eq!(table.line("isready"), "readyok", "not for that");
        assert_eq!(table.ended(), said);
        assert_eq!(table.begun(), ["ahead "], "{command}");
        assert!(!last_control().stop.is_set());
    }
}

#[test]
fn after_an_answer_the_reply_to_it_is_thought_about() {
    let mut table = Table::ahead();
    assert_eq!(table.line("go depth 3"), "");
    assert_eq!(table.ended(), "");
    assert!(table.begun().is_empty(), "a search runs");
    assert_eq!(table.done(), "bestmove a");
    assert_eq!(table.begun(), ["ahead a"]);
    assert_eq!(table.line("d"), "");
    assert_eq!(table.ended(), "shown");
    assert_eq!(table.begun(), ["ahead a"], "the board has not changed");
}

#[test]
fn after_an_analysis_or_a_wrong_guess_nothing_is_thought_ahead() {
    for go in ["go infinite", "go ponder wtime 1000"] {
        let mut table = Table::ahead();
        assert_eq!(table.line(go), "");
        assert_eq!(table.ended(), "");
        assert_eq!(table.line("stop"), "");
        assert_eq!(table.done(), "bestmove a");
        assert!(table.begun().is_empty(), "{go}");
        assert_eq!(table.line("position startpos"), "info string set");
        assert_eq!(table.begun(), ["ahead "], "{go}");
    }
}

#[test]
fn thinking_ahead_that_was_stopped_or_has_come_to_its_end_rests() {
    for stopped in [true, false] {
        let mut table = Table::ahead();
        if stopped {
            assert_eq!(table.line("stop"), "");
            assert!(last_control().stop.is_set());
        }
        assert_eq!(table.ended(), "", "and no bestmove");
        assert_eq!(table.line("d"), "shown", "idle");
        assert!(table.begun().is_empty());
        assert_eq!(table.line("position startpos"), "info string set");
        assert_eq!(table.begun(), ["ahead "]);
    }
}

#[test]
fn whoever_leaves_waits_for_the_thinking_ahead_to_end() {
    let leave: [fn(&mut Table) -> String; 4] = [
        |table| table.line("quit"),
        |table| table.event(Event::EndOfInput),
        |table| table.event(Event::Interrupt),
        |table| table.event(Event::Terminate),
    ];
    for leave in leave {
        let mut table = Table::ahead();
        assert_eq!(leave(&mut table), "");
        assert!(last_control().stop.is_set());
        assert_eq!(table.ended(), "quit");
        assert!(table.begun().is_empty());
    }
    let mut table = Table::ahead();
    assert_eq!(table.line("d"), "");
    assert_eq!(table.event(Event::EndOfInput), "");
    assert_eq!(table.ended(), "shown; quit", "what was asked is answered");
}

#[test]
fn what_comes_while_the_thinking_ahead_ends_is_done_in_order() {
    let mut table = Table::ahead();
    for line in ["go infinite", "stop", "d"] {
        assert_eq!(table.line(line), "");
    }
    assert_eq!(table.ended(), "");
    assert!(last_control().stop.is_set(), "the stop meant the search");
    assert_eq!(table.done(), "bestmove a; shown");

    let mut table = Table::ahead();
    for line in ["go ponder wtime 1000", "ponderhit", "d"] {
        assert_eq!(table.line(line), "");
    }
    assert_eq!(table.ended(), "");
    assert!(last_control().time.used().is_some(), "the clock has started");
    assert_eq!(table.done(), "bestmove a; shown");
}
