//! Input texts: arguments, or the lines of standard input.

use std::ffi::OsString;
use std::io::Write;

use crate::failure::{Failure, Level, Outcome};
use crate::output::{Kept, Output};
use crate::stream::{Lines, map_input};

/// Maximum length of a text, much longer than any id. The rest of a longer line is dropped, which
/// bounds the memory.
const LONGEST: usize = 1024;
/// Including `\r\n`, which is not part of the text.
const LONGEST_WITH_END: usize = LONGEST + 2;
/// Maximum number of characters of a text in an error.
const SHOWN_CHARS: usize = 80;

/// Passes every text to `handle`: the arguments, and the lines of standard input if there are no
/// arguments or one is `-`.
pub(crate) fn each_text(
    texts: &[OsString],
    out: &mut Output,
    handle: impl Fn(&mut Output, &[u8]) -> Result<Outcome, Failure> + Sync,
) -> Result<Outcome, Failure> {
    let mut outcome = Outcome::Done;
    if texts.is_empty() {
        outcome = each_line(out, &handle)?;
    }
    for text in texts {
        let one = if text == "-" {
            each_line(out, &handle)?
        } else {
            handle_one(text.as_encoded_bytes(), out, &handle)?
        };
        outcome = outcome.and(one);
    }
    out.flush()?;
    Ok(outcome)
}

fn each_line(
    out: &mut Output,
    handle: &(impl Fn(&mut Output, &[u8]) -> Result<Outcome, Failure> + Sync),
) -> Result<Outcome, Failure> {
    let (mode, width) = (out.mode(), out.width());
    let work = |lines: &Lines<'_>, answers: &mut Answers| {
        let mut out = Output::kept(mode, width, std::mem::take(&mut answers.kept));
        answers.outcome = each_of(lines.bytes, &mut out, handle);
        answers.kept = out.into_kept();
    };
    let mut outcome = Outcome::Done;
    map_input(LONGEST_WITH_END, work, |_, answers| {
        out.write_kept(&mut answers.kept)?;
        outcome = outcome.and(std::mem::replace(&mut answers.outcome, Ok(Outcome::Done))?);
        // Flush: the writer of the next lines may be waiting for these answers.
        Ok(out.flush()?)
    })?;
    Ok(outcome)
}

/// The output for a block of lines.
struct Answers {
    kept: Kept,
    outcome: Result<Outcome, Failure>,
}

impl Default for Answers {
    fn default() -> Self {
        Self {
            kept: Kept::default(),
            outcome: Ok(Outcome::Done),
        }
    }
}

fn each_of(
    lines: &[u8],
    out: &mut Output,
    handle: &impl Fn(&mut Output, &[u8]) -> Result<Outcome, Failure>,
) -> Result<Outcome, Failure> {
    let mut outcome = Outcome::Done;
    for line in lines.split_inclusive(|&byte| byte == b'\n') {
        outcome = outcome.and(handle_one(without_end(line), out, handle)?);
    }
    Ok(outcome)
}

fn without_end(line: &[u8]) -> &[u8] {
    match line.strip_suffix(b"\n") {
        Some(line) => line.strip_suffix(b"\r").unwrap_or(line),
        None => line,
    }
}

fn handle_one(
    text: &[u8],
    out: &mut Output,
    handle: &impl Fn(&mut Output, &[u8]) -> Result<Outcome, Failure>,
) -> Result<Outcome, Failure> {
    if text.len() > LONGEST {
        let why = format!("longer than any id: over {LONGEST} bytes");
        return refuse(out, text, why);
    }
    handle(out, text)
}

/// Reports a text that cannot be used. The others are still processed.
pub(crate) fn refuse(
    out: &mut Output,
    text: &[u8],
    why: impl std::fmt::Display,
) -> Result<Outcome, Failure> {
    out.report(Level::Error, escaped(text), why)?;
    Ok(Outcome::SomeRefused)
}

/// Formats a text for messages: shortened, with escaped control characters, and with bytes that are
/// not UTF-8 as `\xNN`.
pub(crate) fn escaped(text: &[u8]) -> String {
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

    #[test]
    fn only_the_line_end_is_removed() {
        for (line, expected) in [
            (&b"a\n"[..], &b"a"[..]),
            (b"\r\n", b""),
            (b" b\r\r\n", b" b\r"),
            (b"\xff\n", b"\xff"),
            (b"c\r", b"c\r"),
        ] {
            assert_eq!(without_end(line), expected);
        }
    }

    #[test]
    fn escaped_texts_contain_no_control_characters() {
        for (text, expected) in [
            (&b"3jzfcijpj2z2a"[..], "3jzfcijpj2z2a".to_owned()),
            (b"", "\"\"".to_owned()),
            (b" a", "\" a\"".to_owned()),
            (b"\x1b[31m\xff\xc3\xa9\"", "\\u{1b}[31m\\xffé\"".to_owned()),
            (&[b'a'; 81], format!("{}…", "a".repeat(80))),
        ] {
            assert_eq!(escaped(text), expected);
        }
    }
}
