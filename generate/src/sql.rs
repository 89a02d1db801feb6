//! Examples of the scripts that the SQL writer returns.

use sortid::Format;
use sortid_sql::{Dialect, Error, Request};

/// The folder of the scripts.
pub(crate) const FOLDER: &str = "docs/sql";

/// The formats whose scripts are shown.
const FORMATS: [Format; 4] = [Format::Tid, Format::Uuid7, Format::Snowflake, Format::Ulid];

/// The script of each format for each database, by its path.
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
