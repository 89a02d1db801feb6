//! `sortid sql`: SQL for a format, generated from the format's row.

mod bounds;
mod dialect;
mod functions;
mod halves;
mod partitions;
mod plan;
mod read;
mod storage;
mod symbols;
mod table;
mod texts;

use std::io::Write;

use serde_json::Map;

use crate::args::Sql;
use crate::failure::{Failure, Outcome};
use crate::formats;
use crate::output::Output;

use bounds::End;
use functions::{SQLITE_TEXT, SQLITE_TIME};
use plan::Time;
use storage::{Int, Kind, Storage};
use texts::Written;

pub(crate) use dialect::Db;
pub(crate) use partitions::Every;
pub(crate) use storage::Type;

/// A generated part: a name, and statements or an expression.
struct Part {
    name: &'static str,
    sql: String,
    is: Is,
}

/// The type of a part.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Is {
    /// A statement that creates a function. In MySQL it contains several statements.
    Function,
    /// Only usable within statements.
    Expression,
    /// The statements that create a table, one per line.
    Table,
}

/// Everything that is generated for a format.
struct Pack {
    storage: Storage,
    notes: Vec<String>,
    parts: Vec<Part>,
}

pub(crate) fn run(sql: &Sql) -> Result<Outcome, Failure> {
    let pack = Pack::of(sql)?;
    let mut out = Output::new(sql.json);
    if sql.json {
        let mut object = Map::new();
        object.insert("format".into(), sql.format.name().into());
        object.insert("type".into(), pack.storage.column_type().into());
        for part in &pack.parts {
            object.insert(part.name.into(), part.sql.as_str().into());
        }
        object.insert("notes".into(), pack.notes.clone().into());
        out.json(&object)?;
    } else {
        pack.print(&mut out)?;
    }
    out.flush()?;
    Ok(Outcome::Done)
}

impl Pack {
    fn of(sql: &Sql) -> Result<Self, Failure> {
        let (format, db) = (sql.format, sql.db);
        let given = &sql.options.0;
        let options = given.all()?;
        let time = Time::of(format, &options);
        let time = time.map_err(|error| given.refusal(format, error))?;
        let refused = |why: String| Failure::refused(format, why);
        if let Some(time) = &time {
            time.is_reckoned(db)
                .map_err(|why| refused(why.to_owned()))?;
        }
        let example = formats::example(format).map_err(|error| Failure::failed(format, error))?;
        let storage = Storage::choose(db, format, time.as_ref(), &example, sql.kind);
        let storage = storage.map_err(refused)?;
        let quoted = |name: &str| db.quoted(name).map_err(|why| Failure::refused(name, why));
        let mut pack = Pack {
            storage,
            notes: Vec::new(),
            parts: Vec::new(),
        };
        let written = Written::of(&example, &pack.storage.kind);
        let written = written.filter(|_| !pack.storage.is_text());
        pack.tell(time.as_ref(), written.as_ref());
        let column = quoted(&sql.column)?;
        pack.functions(time.as_ref());
        pack.texts(&column, written.as_ref());
        let check = pack.storage.check(&column);
        pack.expressions(&column, time.as_ref(), check.as_deref());
        match &sql.table {
            Some(table) => pack.table(sql, table, &options)?,
            None if sql.partitions.is_some() => {
                return Err(Failure::refused("--partitions", "of which --table?"));
            }
            None => {}
        }
        Ok(pack)
    }

    fn push(&mut self, name: &'static str, sql: String, is: Is) {
        self.parts.push(Part { name, sql, is });
    }

    /// Adds the notes for users.
    fn tell(&mut self, time: Option<&Time>, written: Option<&Written>) {
        let format = self.storage.format;
        let (db, kind) = (self.storage.db, &self.storage.kind);
        let notes = &mut self.notes;
        if *kind == Kind::Int(Int::Flipped) {
            notes.push(
                "The column holds the unsigned integer less 2^63, so that signed integers keep its order."
                    .to_owned(),
            );
        }
        if *kind == Kind::Int(Int::Plain) {
            notes.push("Ids with the top bit set, which nobody makes, do not fit.".to_owned());
        }
        if time.is_none() {
            notes.push(format!("No time and no bounds: ids of {format} tell none."));
        } else if !self.storage.keeps_order() {
            notes.push("No bounds: the column does not sort by time.".to_owned());
        } else {
            notes.push(format!(
                "Of the half-open interval from a to b: id >= {format}_min(a) AND id < {format}_min(b)."
            ));
        }
        match written {
            None if self.storage.is_text() => {}
            None => notes.push(
                "No text and no parse: plain SQL knows those of hexadecimal digits and of 64 bits without a sign alone."
                    .to_owned(),
            ),
            Some(_) if db == Db::Sqlite => {
                notes.push(format!("{SQLITE_TEXT} stands for a canonical text."));
            }
            Some(_) => {}
        }
        match db {
            Db::Sqlite if time.is_some() => notes.push(format!(
                "Times are microseconds since 1970; {SQLITE_TIME} stands for one."
            )),
            Db::Postgresql => {
                notes.push("For PostgreSQL 14 and later.".to_owned());
            }
            _ if time.is_some() => notes.push("Times are in UTC.".to_owned()),
            _ => {}
        }
    }

    fn functions(&mut self, time: Option<&Time>) {
        let storage = &self.storage;
        let is = match storage.db {
            Db::Sqlite => Is::Expression,
            _ => Is::Function,
        };
        let mut made = Vec::new();
        if storage.db == Db::Postgresql && storage.kind == Kind::Int(Int::Flipped) {
            made.extend(storage.flips());
        }
        if let Some(time) = time.filter(|_| is == Is::Function) {
            made.push(("time", storage.time("id", time)));
        }
        if let Some(time) = time.filter(|_| storage.keeps_order()) {
            for end in [End::Min, End::Max] {
                made.push((end.name(), storage.bound(end, time)));
            }
        }
        for (name, sql) in made {
            self.push(name, sql, is);
        }
    }

    /// Adds the conversions to and from canonical texts.
    fn texts(&mut self, column: &str, written: Option<&Written>) {
        let Some(written) = written else { return };
        let (id, is) = match self.storage.db {
            Db::Sqlite => (column, Is::Expression),
            _ => ("id", Is::Function),
        };
        self.push("text", self.storage.text(id, written), is);
        self.push("parse", self.storage.parse(written), is);
    }

    fn expressions(&mut self, column: &str, time: Option<&Time>, check: Option<&str>) {
        if let Some(time) = time {
            match self.storage.db {
                Db::Sqlite => self.push("time", self.storage.time(column, time), Is::Expression),
                db if db.is_mysql() => {
                    self.push(
                        "unix_us",
                        self.storage.inline_us(column, time),
                        Is::Expression,
                    );
                }
                _ => {}
            }
        }
        if let Some(check) = check {
            self.push("check", check.to_owned(), Is::Expression);
        }
        let check = check.map_or(String::new(), |check| format!(" CHECK ({check})"));
        let kind = self.storage.column_type();
        let not_null = match self.storage.db {
            // Columns are not nullable by default, and checks are separate from columns.
            Db::Clickhouse => {
                return self.push("column", format!("{column} {kind}"), Is::Expression);
            }
            _ => " NOT NULL",
        };
        self.push(
            "column",
            format!("{column} {kind}{not_null}{check}"),
            Is::Expression,
        );
    }

    fn print(&self, out: &mut Output) -> std::io::Result<()> {
        let (format, db) = (self.storage.format, self.storage.db);
        writeln!(out, "-- {format}, {}", format.summary())?;
        writeln!(out, "-- {}, {}", db.name(), self.storage.column_type())?;
        for note in &self.notes {
            writeln!(out, "-- {note}")?;
        }
        let of = |is: Is| self.parts.iter().filter(move |part| part.is == is);
        let (mut begins, mut ends) = ("", ";");
        if db.is_mysql() && of(Is::Function).next().is_some() {
            (begins, ends) = ("\nDELIMITER //\n", "//");
        }
        write!(out, "{begins}")?;
        for function in of(Is::Function) {
            writeln!(out, "\n{}{ends}", function.sql)?;
        }
        if !begins.is_empty() {
            writeln!(out, "\nDELIMITER ;")?;
        }
        for part in of(Is::Expression) {
            let name = match part.name {
                "check" | "column" => part.name.to_owned(),
                name => format!("{format}_{name}"),
            };
            writeln!(out, "\n-- {name}:\n-- {}", part.sql)?;
        }
        for statement in of(Is::Table) {
            writeln!(out, "\n{};", statement.sql)?;
        }
        Ok(())
    }
}
