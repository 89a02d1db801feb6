//! Text that is passed on from the input: unchanged to a pipe, without control characters to a
//! terminal.

use std::io::{self, IsTerminal, Write};

/// Output is collected up to this size.
const BUFFER_BYTES: usize = 256 << 10;

/// Collected standard output, which may include text from the input.
pub(crate) struct Passthrough {
    bytes: Vec<u8>,
    is_terminal: bool,
}

impl Default for Passthrough {
    fn default() -> Self {
        Self {
            bytes: Vec::new(),
            is_terminal: io::stdout().is_terminal(),
        }
    }
}

impl Passthrough {
    /// Appends text of this command.
    pub(crate) fn words(&mut self, words: &str) {
        self.bytes.extend_from_slice(words.as_bytes());
    }

    /// Appends text from the input.
    pub(crate) fn text(&mut self, bytes: &[u8]) {
        match self.is_terminal {
            true => escaped(&mut self.bytes, bytes),
            false => self.bytes.extend_from_slice(bytes),
        }
    }

    /// Writes the collected output.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        let mut stdout = io::stdout().lock();
        stdout.write_all(&self.bytes)?;
        self.bytes.clear();
        stdout.flush()
    }

    /// Does the same if there is enough of it.
    pub(crate) fn flush_much(&mut self) -> io::Result<()> {
        match self.bytes.len() < BUFFER_BYTES {
            true => Ok(()),
            false => self.flush(),
        }
    }
}

/// Keeps line breaks and tabs, and escapes other control characters and bytes that are not UTF-8.
fn escaped(out: &mut Vec<u8>, bytes: &[u8]) {
    for chunk in bytes.utf8_chunks() {
        let mut rest = chunk.valid();
        while let Some(at) = rest.find(is_steering) {
            let (plain, steering) = rest.split_at(at);
            let mut chars = steering.chars();
            out.extend_from_slice(plain.as_bytes());
            if let Some(steering) = chars.next() {
                let spelled = steering.escape_debug().to_string();
                out.extend_from_slice(spelled.as_bytes());
            }
            rest = chars.as_str();
        }
        out.extend_from_slice(rest.as_bytes());
        for byte in chunk.invalid() {
            out.extend_from_slice(format!("\\x{byte:02x}").as_bytes());
        }
    }
}

fn is_steering(char: char) -> bool {
    char.is_control() && char != '\n' && char != '\t'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_escaped() {
        for (bytes, expected) in [
            (&b"a\tb\n"[..], "a\tb\n"),
            (b"\x1b[2J\xff\x9b", "\\u{1b}[2J\\xff\\x9b"),
            ("é\u{9b}x\r".as_bytes(), "é\\u{9b}x\\r"),
        ] {
            let mut out = Vec::new();
            escaped(&mut out, bytes);
            assert_eq!(String::from_utf8_lossy(&out), expected);
        }
    }
}
