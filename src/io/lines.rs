//! Lines of a client: bytes of any kind in, events out, in a thread of its own.

use std::io::{self, BufRead};
use std::sync::mpsc::Sender;

use super::ahead::Ahead;
use crate::session::event::{Event, LINE_BYTES_MAX};

/// Sends every line of the input, then its end.
pub(super) fn read_lines(mut input: impl BufRead, events: &Sender<Event>, ahead: &Ahead) {
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let read = read_line(&mut input, &mut bytes);
        let event = match read {
            Ok(0) | Err(_) => Event::EndOfInput,
            Ok(n) if n > LINE_BYTES_MAX => Event::TooLong(n),
            Ok(_) => Event::Line(String::from_utf8_lossy(&bytes).trim_end().to_owned()),
        };
        if let Event::Line(line) = &event {
            ahead.add(line.len());
        }
        let is_last = matches!(event, Event::EndOfInput);
        if events.send(event).is_err() || is_last {
            return;
        }
    }
}

/// Reads a line, keeps at most [`LINE_BYTES_MAX`] bytes and says how many there were; 0 at the end.
fn read_line(input: &mut impl BufRead, kept: &mut Vec<u8>) -> io::Result<usize> {
    let mut total = 0;
    loop {
        let buffer = match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            filled => filled?,
        };
        let end = buffer.iter().position(|byte| *byte == b'\n').map(|at| at + 1);
        let taken = end.unwrap_or(buffer.len());
        let room = LINE_BYTES_MAX.saturating_sub(kept.len()).min(taken);
        kept.extend(buffer.iter().take(room));
        input.consume(taken);
        total += taken;
        if end.is_some() || taken == 0 {
            return Ok(total);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::mpsc::channel;
    use std::thread;

    use super::super::ahead::AHEAD_BYTES_MAX;
    use super::*;

    fn events(input: &[u8]) -> Vec<String> {
        let (sender, receiver) = channel();
        read_lines(input, &sender, &Ahead::default());
        drop(sender);
        receiver.iter().map(|event| format!("{event:?}")).collect()
    }

    #[test]
    fn lines_end_in_any_way_and_the_last_needs_no_end() {
        let read = events(b"uci\r\n  d  \n\nquit");
        let lines =
            ["Line(\"uci\")", "Line(\"  d\")", "Line(\"\")", "Line(\"quit\")", "EndOfInput"];
        assert_eq!(read, lines);
    }

    #[test]
    fn who_is_not_listened_to_is_not_read_any_further() {
        let (sender, receiver) = channel();
        let line = [vec![b'd'; 1 << 19], b"\n".to_vec()].concat();
        let input = io::Cursor::new(line.repeat(100));
        let ahead = Arc::new(Ahead::default());
        let read = Arc::clone(&ahead);
        let reader = thread::spawn(move || read_lines(input, &sender, &read));
        let mut lines = 0;
        for event in receiver {
            let Event::Line(line) = event else { continue };
            assert!(ahead.bytes() <= AHEAD_BYTES_MAX, "{ahead:?}");
            lines += 1;
            ahead.remove(line.len());
        }
        reader.join().unwrap();
        assert_eq!(lines, 100);
    }

    #[test]
    fn bytes_that_are_no_text_are_taken_as_something_else() {
        assert_eq!(events(b"\xff\xfe\n"), ["Line(\"\u{fffd}\u{fffd}\")", "EndOfInput"]);
    }

    #[test]
    fn a_line_of_more_than_a_megabyte_is_skipped_and_counted() {
        let mut input = vec![b'x'; LINE_BYTES_MAX + 5];
        input.extend_from_slice(b"\nd\n");
        let too_long = format!("TooLong({})", LINE_BYTES_MAX + 6);
        assert_eq!(events(&input), [too_long.as_str(), "Line(\"d\")", "EndOfInput"]);
    }
}
