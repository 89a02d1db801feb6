//! Example scripts of the SQL writer.

use sortid::Format;
use sortid_sql::{Dialect, Error, Request};

/// The folder of the scripts.
pub(crate) const FOLDER: &str = "docs/sql";

/// The formats of the examples.
const FORMATS: [Format; 4] = [Format::Tid, Format::Uuid7, Format::Snowflake, Format::Ulid];

/// Returns the path and the script of each format and database.
pub(crate) fn files() -> Result<Vec<(String, String)>, Error> {
    let pairs = Dialect::ALL
        .iter()
        .flat_map(|dialect| FORMATS.map(|format| (dialect, format)));
    let files = pairs.map(|(&dialect, format)| {
        let script = Request::new(format, dialect).write()?;
        Ok((
            format!("{FOLDER}/{dialect}/{format}.sql"),
            script.to_string(),
        ))
    });
    files.collect()
}
