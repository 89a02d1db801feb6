//! `rusqlite`.

use std::error::Error;
use std::fmt::Debug;

use rusqlite::types::{FromSql, ToSql};
use rusqlite::{Connection, params};
use sortid::{Format, TypedId, Uuid4, Uuid7};

use crate::sample::{Rows, Sample, is_integer, is_sorted, name_of, reserved, with_declared};
use crate::{Checked, report};

/// Checks every format, and the errors.
pub(crate) fn all() -> Result<bool, Box<dyn Error>> {
    let connection = Connection::open_in_memory()?;
    macro_rules! each {
        ($($name:path)*) => { [$((name_of::<$name>(), one::<$name>(&connection))),*] };
    }
    let formats = sortid::with_types!(each);
    let mut passed = formats.len() == Format::ALL.len();
    for (name, checked) in formats.into_iter().chain(with_declared!(each)) {
        passed &= report("rusqlite", &name, checked);
    }
    Ok(passed & report("rusqlite", "errors", errors(&connection)))
}

fn one<T: TypedId + Debug + ToSql + FromSql>(connection: &Connection) -> Checked {
    let sample = Sample::<T>::new()?;
    let name = name_of::<T>();
    let column = if is_integer(T::FORMAT) {
        "integer"
    } else {
        "blob"
    };
    connection.execute_batch(&format!(
        "create table {name} (id {column} not null primary key, beside {column}) strict"
    ))?;
    let insert = format!("insert into {name} values (?, ?)");
    for (number, id) in sample.ids.iter().enumerate() {
        connection.execute(&insert, params![id, (number > 0).then_some(id)])?;
    }
    let mut all = connection.prepare(&format!("select id, beside from {name} order by id"))?;
    let all = all.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let all = all.collect::<Result<_, _>>()?;
    let mut between = Vec::new();
    if let Some((min, max)) = sample.bounds {
        let where_ = format!("{name} where id between ? and ? order by id");
        let mut found = connection.prepare(&format!("select id from {where_}"))?;
        let found = found.query_map([min, max], |row| row.get(0))?;
        between = found.collect::<Result<_, _>>()?;
        let mut plan =
            connection.prepare(&format!("explain query plan select id from {where_}"))?;
        let plan: String = plan.query_row([min, max], |row| row.get(3))?;
        if !plan.contains(">? AND ") {
            return Ok(Some(plan));
        }
    }
    // Reading text also works.
    let text = sample.ids[0].into().to_text();
    let read: T = connection.query_row("select ?", [text.as_str()], |row| row.get(0))?;
    if read != sample.ids[0] {
        return Ok(Some(format!("{read:?} of {text}")));
    }
    Ok(sample.wrong(&Rows { all, between }, is_sorted(T::FORMAT)))
}

fn errors(connection: &Connection) -> Checked {
    let get = |sql: &str| connection.query_row(sql, [], |row| row.get::<_, Uuid7>(0));
    for sql in [
        "select 5",
        "select 1.5",
        "select null",
        "select x'00'",
        "select 'x'",
    ] {
        if let Ok(id) = get(sql) {
            return Ok(Some(format!("{sql} is {id}")));
        }
    }
    let other = connection.query_row("select ?", [Uuid4::now()], |row| row.get::<_, Uuid7>(0));
    let reason = other.map_or_else(|error| error.to_string(), |id| id.to_string());
    if !reason.contains("version") {
        return Ok(Some(reason));
    }
    if let Ok(number) = connection.query_row("select -1", [], |row| row.get::<_, sortid::Tid>(0)) {
        return Ok(Some(number.to_string()));
    }
    let bound = connection.query_row("select ?", [reserved()?], |row| row.get::<_, i64>(0));
    Ok(bound
        .ok()
        .map(|number| format!("a reserved tid is {number}")))
}
