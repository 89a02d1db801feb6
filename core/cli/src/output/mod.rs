//! Output for people, for pipes, and as JSON.

mod json_object;

use std::fmt::Display;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::mem;

use anstream::AutoStream;
use serde_json::{Map, Value};
use sortid::AnyId;

use crate::failure::{self, Level};

pub(crate) use json_object::JsonObject;

/// Columns of a usual terminal, and the maximum length of a line for people.
pub(crate) const WIDTH: usize = 80;
/// Narrower terminals wrap the lines themselves.
const NARROWEST: usize = 40;

const BUFFER_BYTES: usize = 64 << 10;

/// The style of the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OutputMode {
    /// Colours, tables and cards.
    Human,
    /// Lines of tab-separated values.
    Tsv,
    /// A JSON object per line.
    Json,
}

/// Buffered standard output. Flush it at the end, to detect errors.
pub(crate) struct Output {
    mode: OutputMode,
    width: usize,
    writer: Writer,
    /// A reusable buffer for the next line.
    line: String,
}

enum Writer {
    Stdout(BufWriter<Box<dyn Write>>),
    Kept(Kept),
}

/// Output that is written later, with the error messages at their positions.
#[derive(Default)]
pub(crate) struct Kept {
    bytes: Vec<u8>,
    messages: Vec<Message>,
}

/// A message for standard error, between the bytes of the output.
struct Message {
    /// The number of bytes before it.
    at: usize,
    level: Level,
    what: String,
    why: String,
}

impl Output {
    pub(crate) fn new(json: bool) -> Self {
        if json {
            Self::raw(OutputMode::Json)
        } else if io::stdout().is_terminal() {
            Self::for_people()
        } else {
            Self::raw(OutputMode::Tsv)
        }
    }

    /// Uses the style for people even in a pipe, there without colours.
    pub(crate) fn for_people() -> Self {
        let stream = AutoStream::auto(io::stdout().lock());
        Self {
            mode: OutputMode::Human,
            width: columns(),
            writer: Writer::Stdout(BufWriter::with_capacity(BUFFER_BYTES, Box::new(stream))),
            line: String::new(),
        }
    }

    fn raw(mode: OutputMode) -> Self {
        Self {
            mode,
            width: WIDTH,
            writer: Writer::Stdout(BufWriter::with_capacity(
                BUFFER_BYTES,
                Box::new(io::stdout().lock()),
            )),
            line: String::new(),
        }
    }

    /// Creates an output of the same style that is collected in `kept`, whose memory it reuses.
    pub(crate) fn kept(mode: OutputMode, width: usize, kept: Kept) -> Self {
        Self {
            mode,
            width,
            writer: Writer::Kept(kept),
            line: String::new(),
        }
    }

    /// Returns the collected output.
    pub(crate) fn into_kept(self) -> Kept {
        match self.writer {
            Writer::Stdout(_) => Kept::default(),
            Writer::Kept(kept) => kept,
        }
    }

    /// Writes the collected output, and empties it.
    pub(crate) fn write_kept(&mut self, kept: &mut Kept) -> io::Result<()> {
        let mut written = 0;
        for message in kept.messages.drain(..) {
            let before = kept.bytes.get(written..message.at);
            self.write_all(before.unwrap_or_default())?;
            written = message.at;
            self.report(message.level, message.what, message.why)?;
        }
        self.write_all(kept.bytes.get(written..).unwrap_or_default())?;
        kept.bytes.clear();
        Ok(())
    }

    /// Writes a message to standard error. If both streams go to the same place, their order is
    /// preserved.
    pub(crate) fn report(
        &mut self,
        level: Level,
        what: impl Display,
        why: impl Display,
    ) -> io::Result<()> {
        match &mut self.writer {
            Writer::Stdout(writer) => {
                writer.flush()?;
                failure::report(level, what, why);
            }
            Writer::Kept(kept) => {
                kept.messages.push(Message {
                    at: kept.bytes.len(),
                    level,
                    what: what.to_string(),
                    why: why.to_string(),
                });
            }
        }
        Ok(())
    }

    pub(crate) fn mode(&self) -> OutputMode {
        self.mode
    }

    /// The width in columns.
    pub(crate) fn width(&self) -> usize {
        self.width
    }

    pub(crate) fn json(&mut self, object: &Map<String, Value>) -> io::Result<()> {
        serde_json::to_writer(&mut *self, object)?;
        self.write_all(b"\n")
    }

    /// Returns an empty buffer for a line to pass to [`end`](Self::end), which writes it at once
    /// instead of in parts.
    pub(crate) fn line(&mut self) -> String {
        mem::take(&mut self.line)
    }

    /// Writes a line, and keeps its buffer for the next one.
    pub(crate) fn end(&mut self, mut line: String) -> io::Result<()> {
        let written = self.write_all(line.as_bytes());
        line.clear();
        self.line = line;
        written
    }

    /// Begins a JSON object on one line. Members are appended one by one, which suits streams with
    /// an object for each reading.
    pub(crate) fn object(&mut self) -> JsonObject<'_> {
        JsonObject::new(self)
    }

    /// Writes words, wrapped to the width. Each line is indented by `indent` spaces.
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

/// Returns the width of the terminal, at most what is readable in a line.
fn columns() -> usize {
    let size = terminal_size::terminal_size_of(io::stdout());
    size.map_or(WIDTH, |(terminal_size::Width(columns), _)| {
        usize::from(columns).clamp(NARROWEST, WIDTH)
    })
}

/// Returns every field as `name=value`.
pub(crate) fn fields(id: &AnyId) -> Vec<String> {
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
