//! Tests the SQLite extension with rusqlite: `sortid-in-rusqlite EXTENSION`.

use std::env;
use std::process::ExitCode;

use rusqlite::{Connection, LoadExtensionGuard, Result};

fn connected(extension: &str) -> Result<Connection> {
    let connection = Connection::open_in_memory()?;
    // SAFETY: the extension was just built from this repository, and nothing else is loaded while
    // the guard lives.
    unsafe {
        let _guard = LoadExtensionGuard::new(&connection)?;
        connection.load_extension(extension, None::<&str>)?;
    }
    Ok(connection)
}

fn a_default_and_a_range(connection: &Connection) -> Result<bool> {
    connection.execute_batch(
        "CREATE TABLE t (
            id BLOB PRIMARY KEY NOT NULL DEFAULT (sortid_new('uuid7', 'blob')),
            made INTEGER AS (sortid_time(id, 'uuid7')),
            v INTEGER
        ) STRICT, WITHOUT ROWID;",
    )?;
    let mut insert = connection.prepare("INSERT INTO t (v) VALUES (?) RETURNING id")?;
    let mut ids = Vec::new();
    for n in 0..100 {
        ids.push(insert.query_row([n], |row| row.get::<_, [u8; 16]>(0))?);
    }
    let sql = "SELECT count(*) FROM t WHERE id BETWEEN sortid_min('uuid7', ?1, 'blob') AND sortid_max('uuid7', ?2, 'blob')";
    let bounds: (i64, i64) =
        connection.query_row("SELECT min(made), max(made) FROM t", [], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })?;
    let found: i64 = connection.query_row(sql, bounds, |row| row.get(0))?;
    Ok(found == 100 && ids.is_sorted() && ids.windows(2).all(|pair| pair[0] != pair[1]))
}

fn a_search_by_the_key(connection: &Connection) -> Result<bool> {
    let sql = "EXPLAIN QUERY PLAN SELECT v FROM t WHERE id >= sortid_min('uuid7', 1, 'blob') AND id < sortid_min('uuid7', 2, 'blob')";
    let plan: String = connection.query_row(sql, [], |row| row.get(3))?;
    Ok(plan == "SEARCH t USING PRIMARY KEY (id>? AND id<?)")
}

fn an_error_with_its_code(connection: &Connection) -> Result<bool> {
    let sql = "SELECT sortid_time('3jzfcijpj2z21', 'tid')";
    let answer = connection.query_row(sql, [], |row| row.get::<_, i64>(0));
    Ok(answer.is_err_and(|error| {
        let message = error.to_string();
        message.starts_with("invalid_character: ") && message.ends_with(" at byte 12")
    }))
}

type Check = fn(&Connection) -> Result<bool>;
const CHECKS: [(&str, Check); 3] = [
    ("a default and a range", a_default_and_a_range),
    ("a search by the key", a_search_by_the_key),
    ("an error with its code", an_error_with_its_code),
];

fn main() -> ExitCode {
    let extension = env::args().nth(1).expect("the extension's path");
    let connection = match connected(&extension) {
        Ok(connection) => connection,
        Err(error) => {
            println!("not ok rusqlite: {error}");
            return ExitCode::FAILURE;
        }
    };
    let mut status = ExitCode::SUCCESS;
    for (name, check) in CHECKS {
        match check(&connection) {
            Ok(true) => println!("ok rusqlite: {name}"),
            answer => {
                println!("not ok rusqlite: {name}: {answer:?}");
                status = ExitCode::FAILURE;
            }
        }
    }
    status
}
