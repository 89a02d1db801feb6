//! An id as a card: its bits and characters by role, its times, and its other forms.
//!
//! The core determines the role of each bit, how likely the reading is, and why. This module adds
//! colours, and letters with the same meaning for output without colours.

use std::io::{self, Write};
use std::iter;

use anstyle::{AnsiColor, Style};
use sortid::options::Epoch;
use sortid::{AnyId, Form, Format, Part, Reading, Role, Timestamp};

use crate::output::{Output, fields, hex};
use crate::style::{FAINT, NAME, TEXT, WARNING};
use crate::time;
use crate::uuid_kinds;

const INDENT: usize = 2;
/// The width of labels.
const LABEL: usize = 10;

const fn style(role: Role) -> Style {
    match role {
        Role::Fixed => AnsiColor::Yellow.on_default(),
        Role::Time => AnsiColor::Cyan.on_default().bold(),
        Role::Counter => AnsiColor::Magenta.on_default(),
        Role::Node => AnsiColor::Green.on_default(),
        Role::Random => AnsiColor::Blue.on_default(),
        Role::Other => Style::new(),
    }
}

/// The contents of a card.
pub(super) struct Card<'a> {
    pub(super) reading: &'a Reading,
    pub(super) time: Option<Timestamp>,
    /// The first and the last id of the same tick.
    pub(super) tick: Option<(AnyId, AnyId)>,
    pub(super) now: Timestamp,
}

impl Card<'_> {
    fn id(&self) -> &AnyId {
        &self.reading.id
    }

    /// Writes the likeliest reading in full.
    pub(super) fn write(&self, out: &mut Output) -> io::Result<()> {
        let format = self.id().format();
        self.title(out)?;
        let text = self.id().to_text();
        let roles: Vec<_> = self.id().text_roles().collect();
        write!(out, "{:INDENT$}", "")?;
        painted(out, text.chars().zip(roles.iter().copied()))?;
        write!(out, "\n{:INDENT$}", "")?;
        let letters = roles
            .iter()
            .map(|role| (role.map_or(' ', Role::letter), *role));
        painted(out, letters)?;
        writeln!(out)?;
        self.times(out)?;
        bits(out, self.id())?;
        legend(out, format)?;
        let named = fields(self.id());
        if !named.is_empty() {
            write!(out, "{FAINT}")?;
            out.wrapped(INDENT, &named)?;
            write!(out, "{FAINT:#}")?;
        }
        self.forms(out)
    }

    /// Writes another reading in a few lines.
    pub(super) fn write_short(&self, out: &mut Output) -> io::Result<()> {
        self.title(out)?;
        labelled(out, "text", &self.id().to_text(), TEXT)?;
        if let Some(time) = self.time {
            labelled(
                out,
                "time",
                &time::format(time, self.id().format()),
                Style::new(),
            )?;
        }
        let named = fields(self.id());
        if !named.is_empty() {
            write!(out, "{FAINT}")?;
            out.wrapped(INDENT, &named)?;
            write!(out, "{FAINT:#}")?;
        }
        Ok(())
    }

    fn title(&self, out: &mut Output) -> io::Result<()> {
        let format = self.id().format();
        let epoch = self.reading.epoch.map(Epoch::name);
        let epoch = epoch.map_or(String::new(), |name| format!(" --epoch {name}"));
        let likelihood = self.reading.likelihood(self.now);
        let style = if self.id().is_reserved() {
            WARNING
        } else {
            FAINT
        };
        let said = format!("{}: {}", likelihood.word(), likelihood.why());
        let room = out.width();
        let room = room.saturating_sub(format.name().len() + epoch.len() + INDENT);
        match said.len() <= room {
            true => writeln!(out, "{NAME}{format}{epoch}{NAME:#}  {style}{said}{style:#}")?,
            false => {
                writeln!(out, "{NAME}{format}{epoch}{NAME:#}")?;
                paragraph(out, &said, style)?;
            }
        }
        match self.id().kind() {
            Some(kind) => paragraph(out, &uuid_kinds::describe(kind), Style::new()),
            None => Ok(()),
        }
    }

    fn times(&self, out: &mut Output) -> io::Result<()> {
        let format = self.id().format();
        let Some(time) = self.time else {
            return labelled(out, "time", "none", Style::new());
        };
        labelled(out, "UTC", &time::format(time, format), TEXT)?;
        let (zone, name) = time::here();
        if let Some(local) = time::in_zone(time, format, &zone) {
            labelled(out, "local", &format!("{local} {name}"), Style::new())?;
        }
        match time::ago(time, self.now) {
            Some(ago) => labelled(out, "that is", &ago, Style::new()),
            None => Ok(()),
        }
    }

    fn forms(&self, out: &mut Output) -> io::Result<()> {
        let id = self.id();
        labelled(out, "bytes", &hex(&id.to_bytes()), Style::new())?;
        if let Ok(int) = id.to_u64() {
            integer(out, int.into(), (int.cast_signed()).into())?;
        } else if let Ok(int) = id.to_u128() {
            integer(out, int, int.cast_signed())?;
        }
        let canonical = id.to_text();
        let forms = Form::ALL.iter().filter_map(|&form| {
            let is_own = id.format().reads(form) || form == Form::Typeid;
            let text = id.to_form(form).ok().filter(|_| is_own)?;
            (*text != *canonical).then_some((form, text))
        });
        for (form, text) in forms {
            labelled(out, form.name(), &text, Style::new())?;
        }
        if let Some((first, last)) = &self.tick {
            labelled(out, "tick from", &first.to_text(), FAINT)?;
            labelled(out, "to", &last.to_text(), FAINT)?;
        }
        Ok(())
    }
}

fn integer(out: &mut Output, int: u128, signed: i128) -> io::Result<()> {
    labelled(out, "integer", &int.to_string(), Style::new())?;
    match signed < 0 {
        true => labelled(out, "signed", &signed.to_string(), Style::new()),
        false => Ok(()),
    }
}

/// Writes characters in the colours of their roles. Writes a style only where it changes.
fn painted(out: &mut Output, chars: impl Iterator<Item = (char, Option<Role>)>) -> io::Result<()> {
    let mut current = None;
    for (char, role) in chars {
        if role != current {
            if let Some(role) = current {
                write!(out, "{:#}", style(role))?;
            }
            if let Some(role) = role {
                write!(out, "{}", style(role))?;
            }
            current = role;
        }
        write!(out, "{char}")?;
    }
    match current {
        Some(role) => write!(out, "{:#}", style(role)),
        None => Ok(()),
    }
}

/// Writes the bits, as many bytes per line as fit, with the letter of its role below each bit.
pub(crate) fn bits(out: &mut Output, id: &AnyId) -> io::Result<()> {
    let roles: Vec<Role> = id.format().parts().flat_map(of_each_bit).collect();
    let bytes = id.to_bytes();
    let digits: String = bytes.iter().map(|byte| format!("{byte:08b}")).collect();
    let bits: Vec<(char, Role)> = digits.chars().zip(roles).collect();
    rows(out, &bits)
}

fn of_each_bit(part: Part) -> impl Iterator<Item = Role> {
    iter::repeat_n(part.role, part.run.1 as usize)
}

fn rows(out: &mut Output, bits: &[(char, Role)]) -> io::Result<()> {
    let room = (out.width() + 1).saturating_sub(INDENT) / 9;
    let bytes = [8, 4, 2]
        .into_iter()
        .find(|bytes| *bytes <= room)
        .unwrap_or(1);
    for row in bits.chunks(bytes * 8) {
        for letters in [false, true] {
            write!(out, "{:INDENT$}", "")?;
            for (nth, byte) in row.chunks(8).enumerate() {
                write!(out, "{}", if nth > 0 { " " } else { "" })?;
                let chars = byte.iter().map(|&(char, role)| match letters {
                    true => (role.letter(), Some(role)),
                    false => (char, Some(role)),
                });
                painted(out, chars)?;
            }
            writeln!(out)?;
        }
    }
    Ok(())
}

/// Writes the letters and colours of the roles that a format has, wrapped to the width.
pub(crate) fn legend(out: &mut Output, format: Format) -> io::Result<()> {
    const BETWEEN: usize = 2;
    let has = |role: &Role| format.parts().any(|part| part.role == *role);
    let fields = format.parts().filter(|part| part.role == Role::Fixed);
    let fixed: Vec<_> = fields.filter_map(|part| part.field).collect();
    let mut column = 0;
    for role in Role::ALL.iter().copied().filter(has) {
        let name = match role {
            Role::Fixed if !fixed.is_empty() => fixed.join(", "),
            _ => role.name().to_owned(),
        };
        let width = BETWEEN + "l=".len() + name.len();
        if column > 0 && column + width > out.width() {
            writeln!(out)?;
            column = 0;
        }
        column += width;
        let style = style(role);
        write!(
            out,
            "{:BETWEEN$}{style}{}{style:#}={name}",
            "",
            role.letter()
        )?;
    }
    writeln!(out)
}

/// Writes a value after its label, wrapped to the width.
pub(crate) fn labelled(out: &mut Output, label: &str, value: &str, style: Style) -> io::Result<()> {
    let room = out.width().saturating_sub(INDENT + LABEL).max(1);
    let chars: Vec<char> = value.chars().collect();
    for (nth, line) in chars.chunks(room).enumerate() {
        let label = if nth == 0 { label } else { "" };
        let line: String = line.iter().collect();
        writeln!(
            out,
            "{:INDENT$}{FAINT}{label:LABEL$}{FAINT:#}{style}{line}{style:#}",
            ""
        )?;
    }
    Ok(())
}

/// Writes a text, wrapped to the width.
fn paragraph(out: &mut Output, text: &str, style: Style) -> io::Result<()> {
    let mut line = String::new();
    let mut lines = Vec::new();
    for word in text.split(' ') {
        if !line.is_empty() && INDENT + line.len() + 1 + word.len() > out.width() {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines.push(line);
    for line in lines {
        writeln!(out, "{:INDENT$}{style}{line}{style:#}", "")?;
    }
    Ok(())
}
