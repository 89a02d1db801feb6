//! Tests ids as parameters and columns with Rust drivers and a real database: see
//! `databases/tests`.

mod by_diesel;
mod by_postgres;
mod by_rusqlite;
mod by_sea_orm;
mod by_sqlx;
mod by_sqlx_0_8;
mod recipes;
mod sample;

use std::error::Error;
use std::process::ExitCode;

/// The result of a check of one format: its failure, if any.
type Checked = Result<Option<String>, Box<dyn Error>>;

/// Reports a check of a driver. Returns whether it succeeded.
fn report(driver: &str, what: &str, checked: Checked) -> bool {
    let wrong = checked.unwrap_or_else(|error| Some(format!("{error:?}")));
    sample::print_result(&format!("{driver} {what}"), wrong)
}

/// Whether all checks of a database succeeded.
type All = Result<bool, Box<dyn Error>>;

fn each(checks: &[fn() -> All]) -> All {
    let mut passed = true;
    for check in checks {
        passed &= check()?;
    }
    Ok(passed)
}

/// Runs a future on this thread.
fn wait<T>(for_: impl Future<Output = T>) -> Result<T, std::io::Error> {
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    Ok(runtime.enable_all().build()?.block_on(for_))
}

fn main() -> ExitCode {
    let database = std::env::var("SORTID_DATABASE").unwrap_or_default();
    let passed = match &*database {
        "sqlite" => each(&[
            by_rusqlite::all,
            by_sqlx::sqlite,
            by_diesel::sqlite,
            by_sea_orm::sqlite,
            recipes::all,
        ]),
        "postgresql" => each(&[
            by_postgres::all,
            by_sqlx::postgresql,
            by_sqlx_0_8::postgresql,
            by_diesel::postgresql,
            by_sea_orm::postgresql,
        ]),
        _ => {
            println!("NOT RUN: Rust has no driver here for {database:?}");
            return ExitCode::from(77);
        }
    };
    match passed {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            println!("not ok {database}: {error:?}");
            ExitCode::FAILURE
        }
    }
}
