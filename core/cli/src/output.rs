//! What is printed: for people, for a pipe, as JSON.

use std::io::{self, BufWriter, IsTerminal, Write};

use anstream::AutoStream;
use anstyle::{AnsiColor, Style};
use serde_json::{Map, Value, json};
use sortid::{Id, Timestamp};

use crate::time::rfc3339;

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
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The members that tell an id. Integers are text: they pass the 53 bits that JSON readers keep.
pub(crate) fn members(id: &Id, time: Option<Timestamp>) -> Map<String, Value> {
    let fields: Map<String, Value> = id
        .fields()
        .map(|(name, int)| (name.to_owned(), int.to_string().into()))
        .collect();
    let mut members = Map::new();
    members.insert("format".into(), id.format().name().into());
    members.insert("text".into(), id.to_text().as_str().into());
    members.insert("hex".into(), hex(&id.to_bytes()).into());
    members.insert("fields".into(), fields.into());
    members.insert(
        "unix".into(),
        time.map_or(
            Value::Null,
            |time| json!({ "seconds": time.seconds().to_string(), "nanos": time.nanos() }),
        ),
    );
    members.insert(
        "time".into(),
        time.and_then(|time| rfc3339(time, id.format())).into(),
    );
    members
}
