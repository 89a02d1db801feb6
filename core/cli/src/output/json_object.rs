//! A JSON object, built member by member.

use std::io;

use sortid::{AnyId, Timestamp};

use super::hex;
use crate::decimal;
use crate::time::rfc3339;

/// The object so far. Names are the command's own, and need no escapes.
pub(crate) struct JsonObject<'a> {
    out: &'a mut super::Output,
    line: String,
}

impl<'a> JsonObject<'a> {
    pub(super) fn new(out: &'a mut super::Output) -> Self {
        let mut line = out.line();
        line.push('{');
        Self { out, line }
    }

    fn name(&mut self, name: &str) {
        if !self.line.ends_with('{') {
            self.line.push(',');
        }
        self.line.push('"');
        self.line.push_str(name);
        self.line.push_str("\":");
    }

    /// Adds a text with any characters.
    pub(crate) fn text(&mut self, name: &str, text: &str) {
        self.name(name);
        let is_plain = |byte: u8| matches!(byte, b' '..=b'~') && byte != b'"' && byte != b'\\';
        // Checks all bytes, even after a special one: this vectorizes.
        if text.bytes().fold(true, |all, byte| all & is_plain(byte)) {
            self.quoted(text);
        } else {
            self.line
                .push_str(&serde_json::Value::from(text).to_string());
        }
    }

    pub(crate) fn text_or_null(&mut self, name: &str, text: Option<&str>) {
        match text {
            Some(text) => self.text(name, text),
            None => self.word(name, "null"),
        }
    }

    /// Adds a JSON literal.
    pub(crate) fn word(&mut self, name: &str, word: &str) {
        self.name(name);
        self.line.push_str(word);
    }

    pub(crate) fn int(&mut self, name: &str, int: i128) {
        self.name(name);
        decimal::push(&mut self.line, int);
    }

    /// Adds an integer as text, since it may exceed the 53 bits that JSON readers preserve.
    fn wide(&mut self, name: &str, int: i128) {
        self.name(name);
        self.line.push('"');
        decimal::push(&mut self.line, int);
        self.line.push('"');
    }

    fn quoted(&mut self, text: &str) {
        self.line.push('"');
        self.line.push_str(text);
        self.line.push('"');
    }

    /// Adds the members of an id.
    pub(crate) fn members(&mut self, id: &AnyId, time: Option<Timestamp>) {
        self.members_as(id, id.to_text().as_str(), time);
    }

    /// Adds the members of an id, with another text.
    pub(crate) fn members_as(&mut self, id: &AnyId, text: &str, time: Option<Timestamp>) {
        self.text("format", id.format().name());
        self.text("text", text);
        self.text("hex", &hex(&id.to_bytes()));
        self.name("fields");
        self.line.push('{');
        for (name, int) in id.fields() {
            self.wide(name, int);
        }
        self.line.push('}');
        match time {
            Some(time) => {
                self.name("unix");
                self.line.push('{');
                self.wide("seconds", time.seconds().into());
                self.int("nanos", time.nanos().into());
                self.line.push('}');
            }
            None => self.word("unix", "null"),
        }
        let time = time.and_then(|time| rfc3339(time, id.format()));
        self.text_or_null("time", time.as_deref());
    }

    /// Writes the line.
    pub(crate) fn end(mut self) -> io::Result<()> {
        self.line.push_str("}\n");
        self.out.end(self.line)
    }
}
