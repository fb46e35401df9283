//! Who is let in, and what is done about those who mean no good.

use std::io::{Read, Write};
use std::net::TcpStream;

use serde_json::json;
use tungstenite::Message;

use super::{Budget, Server};
use crate::common::program::Program;

/// The answer to a plain request, head and body.
fn get(server: &Server, path: &str, headers: &str) -> String {
    let mut stream = TcpStream::connect(server.host()).unwrap();
    let head = format!("GET {path} HTTP/1.1\r\n{headers}Connection: close\r\n\r\n");
    stream.write_all(head.as_bytes()).unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}

fn status(answer: &str) -> &str {
    answer.split(' ').nth(1).unwrap()
}

#[test]
fn the_page_is_served_with_strict_headers() {
    let server = Server::start();
    let page = get(&server, "/", &format!("Host: {}\r\n", server.host()));
    assert_eq!(status(&page), "200");
    for header in [
        "content-security-policy: default-src 'none'; script-src 'self'; style-src 'self'; \
         img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'none'",
        "x-content-type-options: nosniff",
        "referrer-policy: no-referrer",
    ] {
        assert!(page.contains(header), "{header}\n{page}");
    }
    for path in ["/assets/../Cargo.toml", "/assets/%2e%2e/Cargo.toml", "/etc/passwd", "/assets/"] {
        let answer = get(&server, path, &format!("Host: {}\r\n", server.host()));
        assert_eq!(status(&answer), "404", "{path}");
    }
}

#[test]
fn another_name_for_this_machine_is_not_answered() {
    let server = Server::start();
    let port = server.port;
    for host in ["evil.example", "evil.example:80", "localhost", "127.0.0.1:1", ""] {
        let answer = get(&server, "/", &format!("Host: {host}\r\n"));
        assert_eq!(status(&answer), "421", "{host}");
    }
    let answer = get(&server, "/", &format!("Host: evil.example:{port}\r\n"));
    assert_eq!(status(&answer), "421");
    let answer = get(&server, "/", &format!("Host: localhost:{port}\r\nHost: evil:{port}\r\n"));
    assert_ne!(status(&answer), "200");
    assert_eq!(status(&get(&server, "/", &format!("Host: localhost:{port}\r\n"))), "200");
}

#[test]
fn a_page_of_a_stranger_opens_no_socket() {
    let server = Server::start();
    let evil = format!("evil.example:{}", server.port);
    for headers in [
        [("Origin", "http://evil.example")],
        [("Origin", "null")],
        [("Origin", "http://localhost")],
    ] {
        assert_eq!(server.connect(&headers).err(), Some(403), "{headers:?}");
    }
    let rebound = [("Origin", &*format!("http://{evil}")), ("Host", &*evil)];
    assert_eq!(server.connect(&rebound).err(), Some(421));
}

#[test]
fn a_token_is_asked_for_and_goes_into_a_cookie() {
    let server = Server::with(Some("correct-horse"), 4);
    let host = format!("Host: {}\r\n", server.host());
    for path in ["/", "/?token=wrong", "/assets/app.js", "/ws"] {
        assert_eq!(status(&get(&server, path, &host)), "401", "{path}");
    }
    let answer = get(&server, "/?token=correct-horse", &host);
    assert_eq!(status(&answer), "303");
    assert!(answer.contains("location: /\r\n"), "{answer}");
    let cookie = answer.lines().find_map(|line| line.strip_prefix("set-cookie: ")).unwrap();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    let cookie = cookie.split(';').next().unwrap();
    assert_eq!(status(&get(&server, "/", &format!("{host}Cookie: {cookie}\r\n"))), "200");
    assert_eq!(server.connect(&[]).err(), Some(401));
    let mut page = server.connect(&[("Cookie", cookie)]).unwrap();
    assert_eq!(page.ask(json!({"type": "hello", "version": 1}))["type"], "welcome");
}

#[test]
fn garbage_is_refused_and_the_room_goes_on() {
    let server = Server::start();
    let mut page = server.page();
    page.hear_a("state");
    for (text, what) in [
        ("", "no JSON"),
        ("{", "no JSON"),
        ("[]", "expected an object"),
        ("{}", "expected the field `id`"),
        (r#"{"id":-1,"type":"ping"}"#, "id: found `-1`, expected a whole number"),
        (r#"{"id":7}"#, "missing field `type`"),
        (r#"{"id":7,"type":"quit"}"#, "unknown variant `quit`"),
        (r#"{"id":7,"type":"stop","now":true}"#, "unknown field `now`"),
        (r#"{"id":7,"type":"go","limits":{"dept":3}}"#, "unknown field `dept`"),
        (r#"{"id":7,"type":"go"}"#, "go: missing field `limits`"),
        (r#"{"id":7,"type":"go","limits":{"depth":"x"}}"#, "go.limits.depth: invalid type: string"),
        (
            r#"{"id":7,"type":"go","limits":[1,2,3]}"#,
            "go.limits: found `[1,2,3]`, expected an object",
        ),
        (r#"{"id":7,"type":5}"#, "type: found `5`, expected a text"),
        (
            r#"{"id":7,"type":"set","options":{"Hash":1.5}}"#,
            "set.options.Hash: expected a text, a whole number, true or false",
        ),
        (r#"{"id":7,"type":"undo","plies":-1}"#, "invalid value"),
        (r#"{"id":7,"type":"play","move":1}"#, "invalid type"),
    ] {
        page.send_text(text);
        let reply = page.hear_a("refused");
        assert!(reply["what"].as_str().unwrap().contains(what), "{text}: {reply}");
    }
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    page.send_text(&deep);
    page.hear_a("refused");
    page.socket.send(Message::binary(vec![0, 159, 146, 150])).unwrap();
    page.hear_a("refused");
    assert_eq!(page.ask(json!({"type": "play", "move": "5"}))["moves"], json!(["5"]));
}

#[test]
fn a_message_far_too_long_ends_the_connection_and_not_the_room() {
    let server = Server::start();
    let (mut page, welcome) = server.page_of(None);
    page.ask(json!({"type": "play", "move": "5"}));
    let _ = page.socket.send(Message::text("x".repeat(12 << 20)));
    while page.hear().is_some() {}
    let session = welcome["session"].as_str().unwrap();
    let (mut page, welcome) = server.page_of(Some(session));
    assert_eq!(welcome["resumed"], true);
    assert_eq!(page.hear_a("state")["moves"], json!(["5"]));
}

#[test]
fn the_first_message_says_hello_in_this_version() {
    let server = Server::start();
    for (message, what) in [
        (json!({"type": "ping"}), "expected `hello` as the first message"),
        (json!({"type": "hello", "version": 2}), "found version 2, expected 1"),
    ] {
        let mut page = server.connect(&[]).unwrap();
        let refused = page.refused(message);
        assert!(refused.contains(what), "{refused}");
        assert_eq!(page.hear(), None);
    }
}

#[test]
fn all_clients_together_have_no_more_memory_than_agreed() {
    // Each begins with 16 MiB.
    let server = Server::with_memory(None, 64, Budget::new(Some(40)));
    let (mut first, _) = server.page_of(None);
    let (mut second, _) = server.page_of(None);
    let (_, third) = server.page_of(None);
    assert_eq!(third["type"], "refused");
    let left = "found 16 MiB, expected at most 8: all clients together may have 40";
    assert!(third["what"].as_str().unwrap().contains(left), "{third}");
    let more = json!({"type": "set", "options": {"Hash": 25}});
    let refused = first.ask(more.clone());
    let left = "Hash: found 25 MiB, expected at most 24: all clients together may have 40, as \
                --memory-max says";
    assert_eq!(refused["what"], left, "{refused}");
    let fewer = second.ask(json!({"type": "set", "options": {"Hash": 15}}));
    assert_eq!(fewer["options"]["Hash"], 15, "{fewer}");
    assert_eq!(first.ask(more)["options"]["Hash"], 25);
}

#[test]
fn no_more_clients_than_agreed_and_whoever_has_left_makes_room() {
    let server = Server::with(None, 2);
    let (first, welcome) = server.page_of(None);
    let _second = server.page();
    let (_, third) = server.page_of(None);
    assert_eq!(third["type"], "refused");
    assert!(third["what"].as_str().unwrap().contains("--clients-max"), "{third}");
    drop(first);
    // The room of the first is only given away when its connection has been seen to end.
    let mut fourth = server.page_of(None).1;
    while fourth["type"] != "welcome" {
        fourth = server.page_of(None).1;
    }
    let session = welcome["session"].as_str().unwrap();
    assert_ne!(fourth["session"], session);
}

#[test]
fn what_a_client_may_ask_for_has_limits() {
    let server = Server::start();
    let mut page = server.page();
    for (options, what) in [
        (json!({"Threads": 3}), "expected at most 2, as --threads-max says"),
        (json!({"Hash": 33}), "expected at most 32, as --hash-max says"),
        (json!({"TbPath": "/"}), "no such option"),
        (json!({"LearningFile": "/tmp/x"}), "no such option"),
        (json!({"Debug Log File": "/tmp/x"}), "no such option"),
        (json!({"Level": 3, "Hash": "a lot"}), "is not a whole number"),
    ] {
        let refused = page.refused(json!({"type": "set", "options": options}));
        assert!(refused.contains(what), "{refused}");
        let refused = page.refused(json!({
            "type": "new", "variant": "tictactoe", "options": options
        }));
        assert!(refused.contains(what), "{refused}");
    }
    let state = page.ask(json!({"type": "set", "options": {"Hash": 8, "Threads": 2}}));
    assert_eq!(state["options"], json!({"Hash": 8, "Threads": 2}));
}

#[test]
fn a_port_that_is_taken_and_a_host_without_a_token_are_one_clear_line() {
    let server = Server::start();
    let port = server.port.to_string();
    for (arguments, what) in [
        (vec!["web", "--port", &port], "is taken; expected another --port"),
        (vec!["web", "--host", "0.0.0.0", "--port", "0"], "expected --token WORD"),
        (vec!["web", "--token", "short", "--port", "0"], "--token: expected at least 8"),
        (vec!["web", "--game", "hex", "--port", "0"], "found game `hex`, expected one of"),
    ] {
        let mut program = Program::start(&arguments);
        let mut said = String::new();
        program.child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        assert!(said.contains(what) && said.lines().count() == 1, "{said}");
        assert_eq!(program.end().1.code(), Some(2));
    }
}

#[cfg(unix)]
#[test]
fn it_says_its_address_at_once_and_ctrl_c_ends_it() {
    let mut program = Program::start(&["web", "--port", "0"]);
    let line = program.wait_for("plyglot web: http://127.0.0.1:");
    assert!(line.trim_end().ends_with("/ (Ctrl-C ends it)"), "{line}");
    program.signal("-INT");
    let mut notice = String::new();
    program.child.stderr.take().unwrap().read_to_string(&mut notice).unwrap();
    assert_eq!(notice, "plyglot web: ended; games that were not saved are gone\n");
    let (said, status) = program.end();
    assert_eq!((said.as_str(), status.code()), ("", Some(0)));
}

#[test]
fn a_request_that_never_ends_is_not_waited_for() {
    let server = Server::start();
    let mut stream = TcpStream::connect(server.host()).unwrap();
    stream.set_read_timeout(Some(super::SOON)).unwrap();
    stream.write_all(format!("GET / HTTP/1.1\r\nHost: {}\r\n", server.host()).as_bytes()).unwrap();
    let mut drip = stream.try_clone().unwrap();
    // A byte now and then, until the connection is gone.
    let dripping = std::thread::spawn(move || {
        let (_never, pause) = std::sync::mpsc::channel::<()>();
        while drip.write_all(b"X-Slow: 1\r\n").is_ok() {
            let _ = pause.recv_timeout(std::time::Duration::from_millis(200));
        }
    });
    let mut answer = Vec::new();
    // Nothing is answered; the end may be told by a reset.
    let _ = stream.read_to_end(&mut answer);
    assert!(!answer.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&answer));
    dripping.join().unwrap();
}

#[test]
fn a_message_that_is_too_long_is_refused_and_the_next_is_heard() {
    let server = Server::start();
    let mut page = server.page();
    let long = "x".repeat(300 * 1024);
    page.send_text(&long);
    let refused = page.hear_a("refused");
    assert!(refused["what"].as_str().unwrap().contains("expected at most 262144"), "{refused}");
    assert_eq!(page.ask(json!({"type": "ping"}))["type"], "pong");
}
