//! Texts to work on: arguments, or the lines of standard input.

use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Read, Write};

use crate::failure::{Failure, Outcome, complain};
use crate::output::Output;

/// No id is nearly as long; a longer line is not kept, so that memory stays bounded.
const LONGEST: usize = 1024;
/// As much of a text is repeated in an error.
const SHOWN_CHARS: usize = 80;

/// Hands every text over: the arguments, and the lines of standard input where an argument is `-`
/// or there is none.
pub(crate) fn each_text(
    texts: &[OsString],
    out: &mut Output,
    mut handle: impl FnMut(&mut Output, &[u8]) -> Result<Outcome, Failure>,
) -> Result<Outcome, Failure> {
    let mut outcome = Outcome::Done;
    if texts.is_empty() {
        outcome = each_line(out, &mut handle)?;
    }
    for text in texts {
        let one = if text == "-" {
            each_line(out, &mut handle)?
        } else {
            handle_one(text.as_encoded_bytes(), out, &mut handle)?
        };
        outcome = outcome.and(one);
    }
    out.flush()?;
    Ok(outcome)
}

fn each_line(
    out: &mut Output,
    handle: &mut impl FnMut(&mut Output, &[u8]) -> Result<Outcome, Failure>,
) -> Result<Outcome, Failure> {
    let mut reader = BufReader::with_capacity(64 << 10, io::stdin().lock());
    let (mut line, mut outcome) = (Vec::new(), Outcome::Done);
    loop {
        if reader.buffer().is_empty() {
            // The next read may wait for whoever waits for these answers.
            out.flush()?;
        }
        let more = next_line(&mut reader, &mut line)
            .map_err(|error| Failure::failed("standard input", error))?;
        if !more {
            return Ok(outcome);
        }
        outcome = outcome.and(handle_one(&line, out, handle)?);
    }
}

fn handle_one(
    text: &[u8],
    out: &mut Output,
    handle: &mut impl FnMut(&mut Output, &[u8]) -> Result<Outcome, Failure>,
) -> Result<Outcome, Failure> {
    if text.len() > LONGEST {
        let why = format!("longer than any id: over {LONGEST} bytes");
        return refuse(out, text, why);
    }
    handle(out, text)
}

/// Reports a text that cannot be used; the rest goes on.
pub(crate) fn refuse(
    out: &mut Output,
    text: &[u8],
    why: impl std::fmt::Display,
) -> Result<Outcome, Failure> {
    // Where both streams go to one place, they keep their order.
    out.flush()?;
    complain(shown(text), why);
    Ok(Outcome::SomeRefused)
}

/// The next line without its end; of one that is too long, enough to tell so.
fn next_line(reader: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    let longest_with_end = LONGEST as u64 + 2;
    if reader.take(longest_with_end).read_until(b'\n', line)? == 0 {
        return Ok(false);
    }
    if line.pop_if(|byte| *byte == b'\n').is_some() {
        line.pop_if(|byte| *byte == b'\r');
    } else if line.len() > LONGEST {
        reader.skip_until(b'\n')?;
    }
    Ok(true)
}

/// A text as it can be shown: short, without control characters, bytes that are no UTF-8 as `\xNN`.
pub(crate) fn shown(text: &[u8]) -> String {
    let mut shown = String::new();
    for chunk in text.utf8_chunks() {
        for char in chunk.valid().chars() {
            match char {
                '"' | '\'' | '\\' => shown.push(char),
                _ => shown.extend(char.escape_debug()),
            }
        }
        for byte in chunk.invalid() {
            shown.push_str(&format!("\\x{byte:02x}"));
        }
    }
    if let Some((cut, _)) = shown.char_indices().nth(SHOWN_CHARS) {
        shown.truncate(cut);
        shown.push('…');
    }
    if shown.trim() == shown && !shown.is_empty() {
        shown
    } else {
        format!("\"{shown}\"")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(mut input: &[u8]) -> Vec<Vec<u8>> {
        let (mut lines, mut line) = (Vec::new(), Vec::new());
        while next_line(&mut input, &mut line).expect("memory can be read") {
            lines.push(line.clone());
        }
        lines
    }

    #[test]
    fn only_the_end_of_a_line_is_taken_off() {
        let expected: [&[u8]; 5] = [b"a", b"", b" b\r", b"\xff", b"c\r"];
        assert_eq!(lines(b"a\n\r\n b\r\r\n\xff\nc\r"), expected);
        assert!(lines(b"").is_empty());
    }

    #[test]
    fn lines_of_any_length_are_read_in_bounded_memory() {
        for end in ["\n", "\r\n"] {
            for len in [LONGEST - 1, LONGEST, LONGEST + 1, LONGEST + 2, 10 * LONGEST] {
                let input = format!("{}{end}b\n", "a".repeat(len));
                let read = lines(input.as_bytes());
                let [first, second] = read.as_slice() else {
                    panic!("{} lines of {len} and 1 bytes", read.len());
                };
                assert_eq!(first.len() > LONGEST, len > LONGEST, "{len} {end:?}");
                assert!(first.len() <= LONGEST + 2, "{len} {end:?}");
                assert_eq!(second, b"b", "{len} {end:?}");
            }
        }
    }

    #[test]
    fn texts_are_safe_to_show() {
        for (text, expected) in [
            (&b"3jzfcijpj2z2a"[..], "3jzfcijpj2z2a".to_owned()),
            (b"", "\"\"".to_owned()),
            (b" a", "\" a\"".to_owned()),
            (b"\x1b[31m\xff\xc3\xa9\"", "\\u{1b}[31m\\xffé\"".to_owned()),
            (&[b'a'; 81], format!("{}…", "a".repeat(80))),
        ] {
            assert_eq!(shown(text), expected);
        }
    }
}
