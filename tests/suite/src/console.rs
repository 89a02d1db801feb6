//! The output for people.

use std::io::{IsTerminal, Write};
use std::time::Duration;

const GREEN: &str = "32";
const RED: &str = "31";
const BOLD: &str = "1";

/// The longest text printed of one request or value; the whole of it is in the `--json` file.
const SHOWN_CHARS: usize = 400;

/// Standard output, coloured where a person looks at it.
///
/// Write errors are ignored: when the reader of a pipe has gone (`cargo suite | head`), the exit status still tells
/// the result.
pub(crate) struct Console {
    colour: bool,
}

impl Console {
    /// Colours on a terminal, unless `NO_COLOR` is set.
    pub(crate) fn for_stdout() -> Self {
        Self {
            colour: std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none(),
        }
    }

    /// Without colours.
    #[cfg(test)]
    pub(crate) fn plain() -> Self {
        Self { colour: false }
    }

    /// A line.
    pub(crate) fn line(&self, text: &str) {
        let _ = writeln!(std::io::stdout(), "{text}");
    }

    /// The beginning of a line whose end takes a while.
    pub(crate) fn begin(&self, text: &str) {
        let mut out = std::io::stdout();
        let _ = write!(out, "{text}");
        let _ = out.flush();
    }

    /// The title of a section, after an empty line.
    pub(crate) fn title(&self, text: &str) {
        self.line(&format!("\n{}", self.paint(BOLD, text)));
    }

    /// `text` as good news.
    pub(crate) fn good(&self, text: &str) -> String {
        self.paint(GREEN, text)
    }

    /// `text` as bad news.
    pub(crate) fn bad(&self, text: &str) -> String {
        self.paint(RED, text)
    }

    fn paint(&self, code: &str, text: &str) -> String {
        if self.colour {
            format!("\x1b[{code}m{text}\x1b[0m")
        } else {
            text.to_owned()
        }
    }
}

/// A duration as people read it.
pub(crate) fn seconds(duration: Duration) -> String {
    format!("{:.1} s", duration.as_secs_f64())
}

/// A text cut to a length a screen can hold.
pub(crate) fn shortened(text: &str) -> String {
    match text.char_indices().nth(SHOWN_CHARS) {
        None => text.to_owned(),
        Some((end, _)) => {
            let rest = text[end..].chars().count();
            format!("{} … and {rest} characters more", &text[..end])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_cut_between_characters() {
        assert_eq!(shortened("short"), "short");
        let long = "é".repeat(SHOWN_CHARS + 3);
        assert!(shortened(&long).ends_with("é … and 3 characters more"));
    }
}
