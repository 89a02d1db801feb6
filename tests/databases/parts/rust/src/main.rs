//! Ids as parameters and columns of Rust's drivers, beside a real database: see `tests/databases`.

mod by_postgres;
mod by_rusqlite;
mod by_sqlx;
mod sample;

use std::error::Error;
use std::process::ExitCode;

/// What a check of one format gave: what is wrong, if anything is.
type Checked = Result<Option<String>, Box<dyn Error>>;

/// Tells what a check of a driver gave; whether it holds.
fn told(driver: &str, what: &str, checked: Checked) -> bool {
    let wrong = checked.unwrap_or_else(|error| Some(format!("{error:?}")));
    sample::tell(&format!("{driver} {what}"), wrong)
}

/// Whether all checks of a database hold.
type All = Result<bool, Box<dyn Error>>;

fn both(one: fn() -> All, other: fn() -> All) -> All {
    Ok(one()? & other()?)
}

fn main() -> ExitCode {
    let database = std::env::var("SORTID_DATABASE").unwrap_or_default();
    let holds = match &*database {
        "sqlite" => both(by_rusqlite::all, by_sqlx::sqlite),
        "postgresql" => both(by_postgres::all, by_sqlx::postgresql),
        _ => {
            println!("NOT RUN: Rust has no driver here for {database:?}");
            return ExitCode::from(77);
        }
    };
    match holds {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            println!("not ok {database}: {error:?}");
            ExitCode::FAILURE
        }
    }
}
