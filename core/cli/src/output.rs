//! What is printed: for people, for a pipe, as JSON.

mod object;

use std::fmt::Display;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::mem;

use anstream::AutoStream;
use anstyle::{AnsiColor, Style};
use serde_json::{Map, Value};
use sortid::Id;

use crate::failure;

pub(crate) use object::Object;

pub(crate) const FAULT: Style = AnsiColor::Red.on_default().bold();
pub(crate) const NAME: Style = AnsiColor::Cyan.on_default().bold();
pub(crate) const TEXT: Style = AnsiColor::Green.on_default();
pub(crate) const FAINT: Style = Style::new().dimmed();
pub(crate) const WARNING: Style = AnsiColor::Yellow.on_default();

/// Columns of a terminal that can be counted on.
pub(crate) const WIDTH: usize = 80;
/// Narrower ones break the lines by themselves.
const NARROWEST: usize = 40;

const BUFFER_BYTES: usize = 64 << 10;

/// The look of the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    People,
    /// Lines of values between tabs.
    Plain,
    /// An object on each line.
    Json,
}

/// Standard output, buffered: whoever is done flushes it, so that errors are seen.
pub(crate) struct Output {
    look: Look,
    width: usize,
    writer: Writer,
    /// Memory for the line that is told next.
    line: String,
}

enum Writer {
    Stdout(BufWriter<Box<dyn Write>>),
    Kept(Kept),
}

/// Output that is written later, with the errors where they stand in it.
#[derive(Default)]
pub(crate) struct Kept {
    bytes: Vec<u8>,
    /// What and why, and how many bytes stand before.
    complaints: Vec<(usize, String, String)>,
}

impl Output {
    pub(crate) fn new(json: bool) -> Self {
        if json {
            Self::raw(Look::Json)
        } else if io::stdout().is_terminal() {
            Self::for_people()
        } else {
            Self::raw(Look::Plain)
        }
    }

    /// The look for people also in a pipe, there without colours.
    pub(crate) fn for_people() -> Self {
        let stream = AutoStream::auto(io::stdout().lock());
        Self {
            look: Look::People,
            width: columns(),
            writer: Writer::Stdout(BufWriter::with_capacity(BUFFER_BYTES, Box::new(stream))),
            line: String::new(),
        }
    }

    fn raw(look: Look) -> Self {
        Self {
            look,
            width: WIDTH,
            writer: Writer::Stdout(BufWriter::with_capacity(
                BUFFER_BYTES,
                Box::new(io::stdout().lock()),
            )),
            line: String::new(),
        }
    }

    /// Of the same look, but kept; `kept` gives the memory.
    pub(crate) fn kept(look: Look, width: usize, kept: Kept) -> Self {
        Self {
            look,
            width,
            writer: Writer::Kept(kept),
            line: String::new(),
        }
    }

    /// What was kept.
    pub(crate) fn into_kept(self) -> Kept {
        match self.writer {
            Writer::Stdout(_) => Kept::default(),
            Writer::Kept(kept) => kept,
        }
    }

    /// Writes what was kept, which is empty then.
    pub(crate) fn write_kept(&mut self, kept: &mut Kept) -> io::Result<()> {
        let mut written = 0;
        for (at, what, why) in kept.complaints.drain(..) {
            self.write_all(kept.bytes.get(written..at).unwrap_or_default())?;
            written = at;
            self.complain(what, why)?;
        }
        self.write_all(kept.bytes.get(written..).unwrap_or_default())?;
        kept.bytes.clear();
        Ok(())
    }

    /// A line on standard error. Where both streams go to one place, they keep their order.
    pub(crate) fn complain(&mut self, what: impl Display, why: impl Display) -> io::Result<()> {
        match &mut self.writer {
            Writer::Stdout(writer) => {
                writer.flush()?;
                failure::complain(what, why);
            }
            Writer::Kept(kept) => {
                let complaint = (kept.bytes.len(), what.to_string(), why.to_string());
                kept.complaints.push(complaint);
            }
        }
        Ok(())
    }

    pub(crate) fn look(&self) -> Look {
        self.look
    }

    /// Columns to write in.
    pub(crate) fn width(&self) -> usize {
        self.width
    }

    pub(crate) fn json(&mut self, object: &Map<String, Value>) -> io::Result<()> {
        serde_json::to_writer(&mut *self, object)?;
        self.write_all(b"\n")
    }

    /// A line that is empty yet, for [`end`](Self::end): parts of it would be written one by one.
    pub(crate) fn line(&mut self) -> String {
        mem::take(&mut self.line)
    }

    /// Writes a line, and keeps its memory for the next one.
    pub(crate) fn end(&mut self, mut line: String) -> io::Result<()> {
        let written = self.write_all(line.as_bytes());
        line.clear();
        self.line = line;
        written
    }

    /// An object on a line, member by member: streams of ids have one for each reading.
    pub(crate) fn object(&mut self) -> Object<'_> {
        Object::new(self)
    }

    /// Words in as many lines as they need; each line begins with `indent` blanks.
    pub(crate) fn wrapped(&mut self, indent: usize, words: &[String]) -> io::Result<()> {
        let mut column = self.width;
        for (nth, word) in words.iter().enumerate() {
            let end = column + 2 + word.len();
            if nth > 0 && end <= self.width {
                write!(self, "  {word}")?;
                column = end;
            } else {
                let line_end = if nth > 0 { "\n" } else { "" };
                write!(self, "{line_end}{:indent$}{word}", "")?;
                column = indent + word.len();
            }
        }
        writeln!(self)
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.writer {
            Writer::Stdout(writer) => writer.write(bytes),
            Writer::Kept(kept) => kept.bytes.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.writer {
            Writer::Stdout(writer) => writer.flush(),
            Writer::Kept(_) => Ok(()),
        }
    }
}

/// The columns of the terminal, of which no more are used than can be read in a line.
fn columns() -> usize {
    let size = terminal_size::terminal_size_of(io::stdout());
    size.map_or(WIDTH, |(terminal_size::Width(columns), _)| {
        usize::from(columns).clamp(NARROWEST, WIDTH)
    })
}

/// Every field as `name=value`.
pub(crate) fn fields(id: &Id) -> Vec<String> {
    id.fields()
        .map(|(name, int)| format!("{name}={int}"))
        .collect()
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let mut text = vec![0; 2 * bytes.len()];
    let (pairs, _) = text.as_chunks_mut::<2>();
    for (pair, byte) in pairs.iter_mut().zip(bytes) {
        let [high, low] = [byte >> 4, byte & 15].map(usize::from);
        *pair = [DIGITS[high], DIGITS[low]];
    }
    String::from_utf8(text).unwrap_or_default()
}
