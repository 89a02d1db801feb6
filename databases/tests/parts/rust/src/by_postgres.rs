//! `postgres`, a wrapper of `tokio-postgres`: both convert values with `postgres-types`.

use std::error::Error;
use std::fmt::Debug;

use postgres::types::{FromSqlOwned, ToSql};
use postgres::{Client, NoTls};
use sortid::{TypedId, Uuid4, Uuid7};

use crate::sample::{Rows, Sample, is_integer, is_sorted, name_of, reserved, with_declared};
use crate::{Checked, report};

/// Checks every format in each possible column type, and the errors.
pub(crate) fn all() -> Result<bool, Box<dyn Error>> {
    let variable = |name: &str| std::env::var(name).unwrap_or_default();
    let [host, port, user, name] = ["PGHOST", "PGPORT", "PGUSER", "PGDATABASE"].map(variable);
    let mut client = Client::connect(
        &format!("host={host} port={port} user={user} dbname={name}"),
        NoTls,
    )?;
    // Use indexes even for few rows.
    client.batch_execute("set enable_seqscan = off")?;
    let mut passed = true;
    for column in ["best", "bytea", "text"] {
        macro_rules! each {
            ($($name:path)*) => { [$((name_of::<$name>(), one::<$name>(&mut client, column))),*] };
        }
        let formats = sortid::with_types!(each).into_iter();
        for (name, checked) in formats.chain(with_declared!(each)) {
            passed &= report("postgres", &format!("{name} {column}"), checked);
        }
    }
    Ok(passed & report("postgres", "errors", errors(&mut client)))
}

fn one<T: TypedId + Debug + ToSql + Sync + FromSqlOwned>(
    client: &mut Client,
    column: &str,
) -> Checked {
    let sample = Sample::<T>::new()?;
    let (name, format) = (format!("{}_{column}", name_of::<T>()), T::FORMAT);
    let (kind, is_sorted) = match column {
        "text" => ("text collate \"C\"", format.text_sorts()),
        "best" if format.bits() == 128 => ("uuid", is_sorted(format)),
        "best" if is_integer(format) => ("bigint", is_sorted(format)),
        _ => ("bytea", format.bytes_sort()),
    };
    client.batch_execute(&format!(
        "create table {name} (id {kind} primary key, beside {kind})"
    ))?;
    let insert = client.prepare(&format!("insert into {name} values ($1, $2)"))?;
    for (number, id) in sample.ids.iter().enumerate() {
        client.execute(&insert, &[id, &(number > 0).then_some(*id)])?;
    }
    let rows = client.query(&format!("select id, beside from {name} order by id"), &[])?;
    let all = rows
        .iter()
        .map(|row| Ok((row.try_get(0)?, row.try_get(1)?)));
    let all = all.collect::<Result<_, postgres::Error>>()?;
    let mut between = Vec::new();
    if let Some((min, max)) = sample.bounds {
        let select = format!("select id from {name} where id between $1 and $2 order by id");
        let rows = client.query(&select, &[&min, &max])?;
        between = rows
            .iter()
            .map(|row| row.try_get(0))
            .collect::<Result<_, _>>()?;
        let plan = client.query(&format!("explain {select}"), &[&min, &max])?;
        let plan: Vec<String> = plan.iter().map(|row| row.get(0)).collect();
        if !plan.iter().any(|line| line.contains("Index Cond")) {
            return Ok(Some(plan.join("; ")));
        }
    }
    let any = client.query(
        &format!("select id from {name} where id = any($1)"),
        &[&sample.ids],
    )?;
    if any.len() != sample.ids.len() {
        return Ok(Some(format!("{} rows by a list", any.len())));
    }
    Ok(sample.wrong(&Rows { all, between }, is_sorted))
}

fn errors(client: &mut Client) -> Checked {
    for sql in [
        "5",
        "1.5::float8",
        "null::uuid",
        "'\\x00'::bytea",
        "'x'::text",
        "'x'::char(36)",
        "5::bigint",
    ] {
        let row = client.query_one(&format!("select {sql}"), &[])?;
        if let Ok(id) = row.try_get::<_, Uuid7>(0) {
            return Ok(Some(format!("{sql} is {id}")));
        }
    }
    let row = client.query_one("select $1::uuid", &[&Uuid4::now()])?;
    let reason = match row.try_get::<_, Uuid7>(0) {
        Ok(id) => id.to_string(),
        Err(error) => error.source().map_or_else(String::new, ToString::to_string),
    };
    if !reason.contains("version") {
        return Ok(Some(reason));
    }
    let row = client.query_one("select -1::bigint", &[])?;
    if let Ok(id) = row.try_get::<_, sortid::Tid>(0) {
        return Ok(Some(format!("-1 is {id}")));
    }
    let reserved = reserved()?;
    if client.query_one("select $1::bigint", &[&reserved]).is_ok() {
        return Ok(Some("a reserved tid is a bigint".to_owned()));
    }
    for wrong in ["int", "numeric", "char(13)", "uuid"] {
        if client
            .query_one(&format!("select $1::{wrong}"), &[&sortid::Tid::try_now()?])
            .is_ok()
        {
            return Ok(Some(format!("a tid is a {wrong}")));
        }
    }
    Ok(None)
}
