//! What is passed on of a stream, to a pipe as it is, and to a terminal without what would steer it.

use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};

const BUFFER_BYTES: usize = 256 << 10;

/// Standard output for texts of others.
pub(crate) struct Passed {
    writer: BufWriter<StdoutLock<'static>>,
    is_terminal: bool,
}

impl Passed {
    pub(crate) fn new() -> Self {
        let stdout = io::stdout();
        Self {
            is_terminal: stdout.is_terminal(),
            writer: BufWriter::with_capacity(BUFFER_BYTES, stdout.lock()),
        }
    }

    /// Our own words.
    pub(crate) fn words(&mut self, words: &str) -> io::Result<()> {
        self.writer.write_all(words.as_bytes())
    }

    /// What was read.
    pub(crate) fn text(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self.is_terminal {
            true => escaped(&mut self.writer, bytes),
            false => self.writer.write_all(bytes),
        }
    }

    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// Ends of lines and tabs stay, other control characters and bytes that are no UTF-8 are spelled.
fn escaped(out: &mut impl Write, bytes: &[u8]) -> io::Result<()> {
    for chunk in bytes.utf8_chunks() {
        let mut rest = chunk.valid();
        while let Some(at) = rest.find(is_steering) {
            let (plain, steering) = rest.split_at(at);
            let mut chars = steering.chars();
            let spelled = chars.next().map(char::escape_debug);
            write!(out, "{plain}")?;
            spelled.map_or(Ok(()), |spelled| write!(out, "{spelled}"))?;
            rest = chars.as_str();
        }
        out.write_all(rest.as_bytes())?;
        for byte in chunk.invalid() {
            write!(out, "\\x{byte:02x}")?;
        }
    }
    Ok(())
}

fn is_steering(char: char) -> bool {
    char.is_control() && char != '\n' && char != '\t'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_steers_a_terminal() {
        for (bytes, expected) in [
            (&b"a\tb\n"[..], "a\tb\n"),
            (b"\x1b[2J\xff\x9b", "\\u{1b}[2J\\xff\\x9b"),
            ("é\u{9b}x\r".as_bytes(), "é\\u{9b}x\\r"),
        ] {
            let mut out = Vec::new();
            escaped(&mut out, bytes).expect("memory");
            assert_eq!(String::from_utf8_lossy(&out), expected);
        }
    }
}
