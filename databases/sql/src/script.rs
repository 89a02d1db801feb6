//! Scripts: the SQL for a request.

mod keyed;

use std::fmt;

use sortid::Format;

use crate::column::Column;
use crate::dialect::{SQLITE_TEXT, SQLITE_TIME};
use crate::error::Error;
use crate::model::{Bound, Dialect, Encoding, IntEncoding, TimeLayout};
use crate::request::Request;
use crate::text::TextForm;

/// The functions that return an id, and the types of their parameters in PostgreSQL.
const IDS: [(&str, &str); 4] = [
    ("min", "timestamptz"),
    ("max", "timestamptz"),
    ("keyed", "timestamptz,text,text"),
    ("parse", "text"),
];

/// The SQL of a format in a database. Its [`Display`](fmt::Display) writes a file for the
/// database's own client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    format: Format,
    dialect: Dialect,
    column_type: String,
    notes: Vec<String>,
    fragments: Vec<Fragment>,
}

/// A part of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fragment {
    /// The name of the part, such as `time`, `min` or `check`.
    pub name: &'static str,
    /// The SQL, without a final semicolon.
    pub sql: String,
    /// The kind of the SQL.
    pub kind: FragmentKind,
}

/// The kind of a [`Fragment`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FragmentKind {
    /// A statement that creates a function. In PostgreSQL, MySQL and MariaDB it may contain
    /// semicolons. PostgreSQL's `replace` drops functions that return another type of column.
    /// MySQL's does not replace a function; the script drops it first.
    Function,
    /// An expression, which can only be used within statements.
    Expression,
    /// The statements that create a table, one per line, separated by semicolons.
    Table,
}

use FragmentKind::{Expression, Function};

impl Request {
    /// Writes the SQL.
    ///
    /// # Errors
    ///
    /// [`Error`] if the database cannot store or sort the ids as requested, or does not accept a
    /// name.
    pub fn write(&self) -> Result<Script, Error> {
        let (format, dialect) = (self.format, self.dialect);
        let time = TimeLayout::of(format, &self.options)?;
        if let Some(time) = &time {
            time.check_arithmetic(dialect)
                .map_err(|reason| Error::Unsupported(reason.to_owned()))?;
        }
        let example = format.example()?;
        let column = Column::choose(dialect, format, time.as_ref(), &example, self.column_type);
        let column = column.map_err(Error::Unsupported)?;
        let form = TextForm::of(&example, &column.encoding);
        let form = form.filter(|_| !column.is_text());
        let name = dialect.quote(&self.column)?;
        let mut fragments = Fragments(Vec::new());
        fragments.functions(&column, time.as_ref());
        if let Some(form) = &form {
            fragments.conversions(&column, &name, form);
        }
        fragments.expressions(&column, &name, time.as_ref());
        let check = column.check(&name);
        if let Some(check) = &check {
            fragments.push("check", check.clone(), Expression);
        }
        let definition = column.definition(&name, check.as_deref());
        fragments.push("column", definition.clone(), Expression);
        if let Some(table) = &self.table {
            let check = check.as_deref();
            let sql = column.table(table, &name, &definition, check, &self.options)?;
            fragments.push("table", sql, FragmentKind::Table);
        }
        let mut ids = IDS.to_vec();
        ids.retain(|(name, _)| fragments.0.iter().any(|part| part.name == *name));
        if dialect == Dialect::Postgresql && !ids.is_empty() {
            fragments.push_first("replace", column.postgres_drop_others(&ids), Function);
        }
        Ok(Script {
            format,
            dialect,
            column_type: column.column_type(),
            notes: notes(&column, time.as_ref(), form.as_ref()),
            fragments: fragments.0,
        })
    }
}

impl Script {
    /// Returns the type of the column, with its collation.
    pub fn column_type(&self) -> &str {
        &self.column_type
    }

    /// Returns notes for users, one sentence each.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Returns the parts of the script. Their names are unique.
    pub fn fragments(&self) -> &[Fragment] {
        &self.fragments
    }

    /// Returns the SQL of the part with this name, or `None` if absent.
    pub fn get(&self, name: &str) -> Option<&str> {
        let fragment = self.fragments.iter().find(|part| part.name == name)?;
        Some(&fragment.sql)
    }
}

impl fmt::Display for Script {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let format = self.format;
        writeln!(f, "-- {format}, {}", format.summary())?;
        writeln!(f, "-- {}, {}", self.dialect.product(), self.column_type)?;
        for note in &self.notes {
            writeln!(f, "-- {note}")?;
        }
        let of = |kind: FragmentKind| self.fragments.iter().filter(move |part| part.kind == kind);
        let (mut begin, mut end) = ("", ";");
        if self.dialect.is_mysql() && of(Function).next().is_some() {
            (begin, end) = ("\nDELIMITER //\n", "//");
        }
        write!(f, "{begin}")?;
        for function in of(Function) {
            if self.dialect == Dialect::Mysql {
                writeln!(
                    f,
                    "\nDROP FUNCTION IF EXISTS {format}_{}{end}",
                    function.name
                )?;
            }
            writeln!(f, "\n{}{end}", function.sql)?;
        }
        if !begin.is_empty() {
            writeln!(f, "\nDELIMITER ;")?;
        }
        for part in of(Expression) {
            let name = match part.name {
                "check" | "column" => part.name.to_owned(),
                name => format!("{format}_{name}"),
            };
            writeln!(f, "\n-- {name}:\n-- {}", part.sql)?;
        }
        for statement in of(FragmentKind::Table) {
            writeln!(f, "\n{};", statement.sql)?;
        }
        Ok(())
    }
}

/// The parts of an unfinished script.
struct Fragments(Vec<Fragment>);

impl Fragments {
    fn push(&mut self, name: &'static str, sql: String, kind: FragmentKind) {
        self.0.push(Fragment { name, sql, kind });
    }

    fn push_first(&mut self, name: &'static str, sql: String, kind: FragmentKind) {
        self.0.insert(0, Fragment { name, sql, kind });
    }

    /// Adds the functions between ids and times.
    fn functions(&mut self, column: &Column, time: Option<&TimeLayout>) {
        let kind = match column.dialect {
            Dialect::Sqlite => Expression,
            _ => Function,
        };
        if column.dialect == Dialect::Postgresql
            && column.encoding == Encoding::Int(IntEncoding::Offset)
        {
            for (name, sql) in column.offset_conversions() {
                self.push(name, sql, kind);
            }
        }
        if let Some(time) = time.filter(|_| kind == Function) {
            self.push("time", column.time_function("id", time), kind);
        }
        if let Some(time) = time.filter(|_| column.preserves_order()) {
            for bound in [Bound::Min, Bound::Max] {
                self.push(bound.name(), column.bound_function(bound, time), kind);
            }
            if let Some(sql) = column.keyed_function(time) {
                self.push("keyed", sql, kind);
            }
        }
    }

    /// Adds the conversions to and from canonical texts.
    fn conversions(&mut self, column: &Column, name: &str, form: &TextForm) {
        let (id, kind) = match column.dialect {
            Dialect::Sqlite => (name, Expression),
            _ => ("id", Function),
        };
        self.push("text", column.text_function(id, form), kind);
        self.push("parse", column.parse_function(form), kind);
    }

    /// Adds the time as an expression: SQLite has no functions in SQL, and MySQL does not accept
    /// them everywhere.
    fn expressions(&mut self, column: &Column, name: &str, time: Option<&TimeLayout>) {
        let Some(time) = time else { return };
        match column.dialect {
            Dialect::Sqlite => self.push("time", column.time_function(name, time), Expression),
            dialect if dialect.is_mysql() => {
                self.push("unix_us", column.unix_us(name, time), Expression);
            }
            _ => {}
        }
    }
}

/// Returns the notes for users.
fn notes(column: &Column, time: Option<&TimeLayout>, form: Option<&TextForm>) -> Vec<String> {
    let (format, dialect, encoding) = (column.format, column.dialect, &column.encoding);
    let mut notes = Vec::new();
    if *encoding == Encoding::Int(IntEncoding::Offset) {
        notes.push(
            "The column contains the unsigned integer minus 2^63, which sorts in the same order."
                .to_owned(),
        );
    }
    if *encoding == Encoding::Int(IntEncoding::NonNegative) {
        notes.push("Ids with the top bit set do not fit; no generator produces them.".to_owned());
    }
    if time.is_none() {
        notes.push(format!(
            "No time and no bounds: ids of {format} contain no time."
        ));
    } else if !column.preserves_order() {
        notes.push("No bounds: the column does not sort by time.".to_owned());
    } else {
        notes.push(format!(
            "Ids from time a to before b: id >= {format}_min(a) AND id < {format}_min(b)."
        ));
    }
    match form {
        None if column.is_text() => {}
        None => notes.push(
            "No conversions of text: plain SQL only converts hexadecimal and unsigned 64-bit ids."
                .to_owned(),
        ),
        Some(_) if dialect == Dialect::Sqlite => {
            notes.push(format!(
                "{SQLITE_TEXT} is a placeholder for a canonical text."
            ));
        }
        Some(_) => {}
    }
    match dialect {
        Dialect::Sqlite if time.is_some() => notes.push(format!(
            "{SQLITE_TIME} is a placeholder for microseconds since 1970."
        )),
        Dialect::Postgresql => notes.push("For PostgreSQL 14 and later.".to_owned()),
        _ if time.is_some() => notes.push("Times are in UTC.".to_owned()),
        _ => {}
    }
    notes
}
