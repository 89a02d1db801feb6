//! What is printed: for people, for a pipe, as JSON.

mod object;

use std::io::{self, BufWriter, IsTerminal, Write};

use anstream::AutoStream;
use anstyle::{AnsiColor, Style};
use serde_json::{Map, Value};
use sortid::Id;

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
    writer: BufWriter<Box<dyn Write>>,
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
            writer: BufWriter::with_capacity(BUFFER_BYTES, Box::new(stream)),
        }
    }

    fn raw(look: Look) -> Self {
        Self {
            look,
            width: WIDTH,
            writer: BufWriter::with_capacity(BUFFER_BYTES, Box::new(io::stdout().lock())),
        }
    }

    pub(crate) fn look(&self) -> Look {
        self.look
    }

    /// Columns to write in.
    pub(crate) fn width(&self) -> usize {
        self.width
    }

    pub(crate) fn json(&mut self, object: &Map<String, Value>) -> io::Result<()> {
        serde_json::to_writer(&mut self.writer, object)?;
        self.writer.write_all(b"\n")
    }

    /// An object on a line, member by member: streams of ids have one for each reading.
    pub(crate) fn object(&mut self) -> Object<'_> {
        Object::new(&mut self.writer)
    }

    /// Words in as many lines as they need; each line begins with `indent` blanks.
    pub(crate) fn wrapped(&mut self, indent: usize, words: &[String]) -> io::Result<()> {
        let mut column = self.width;
        for (nth, word) in words.iter().enumerate() {
            let end = column + 2 + word.len();
            if nth > 0 && end <= self.width {
                write!(self.writer, "  {word}")?;
                column = end;
            } else {
                let line_end = if nth > 0 { "\n" } else { "" };
                write!(self.writer, "{line_end}{:indent$}{word}", "")?;
                column = indent + word.len();
            }
        }
        writeln!(self.writer)
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
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
    let mut text = Vec::with_capacity(2 * bytes.len());
    for byte in bytes {
        let [high, low] = [byte >> 4, byte & 15].map(usize::from);
        text.extend([DIGITS[high], DIGITS[low]]);
    }
    String::from_utf8(text).unwrap_or_default()
}
