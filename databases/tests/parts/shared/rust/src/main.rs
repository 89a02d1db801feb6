//! The Rust member: `create TABLES`, `intrude TABLES`, `insert TABLES TURN TURNS`, `read TABLES`.
//! It prints JSON.

mod connection;

use std::collections::BTreeMap;
use std::env;
use std::error::Error;
use std::fs;
use std::str::FromStr;

use connection::{Connection, Key};
use serde_json::{Map, Value, json};
use sortid::{AnyId, Database, StoredColumn};

type Failure = Box<dyn Error>;

/// The operation on the table of each format.
enum Command {
    Create,
    Intrude,
    Insert { turn: usize, turns: usize },
    Read,
}

impl Command {
    fn parse(words: &[String]) -> Result<(Self, &str), Failure> {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        Ok(match words[..] {
            ["create", owner] => (Self::Create, owner),
            ["intrude", owner] => (Self::Intrude, owner),
            ["insert", owner, turn, turns] => {
                let (turn, turns) = (usize::from_str(turn)?, usize::from_str(turns)?);
                (Self::Insert { turn, turns }, owner)
            }
            ["read", owner] => (Self::Read, owner),
            _ => return Err("create|intrude|insert|read TABLES [TURN TURNS]".into()),
        })
    }
}

fn main() -> Result<(), Failure> {
    let words: Vec<String> = env::args().skip(1).collect();
    let (command, owner) = Command::parse(&words)?;
    let database = env::var("SORTID_DATABASE")?;
    let database = Database::by_name(&database).ok_or("SORTID_DATABASE is unknown")?;
    let sample = fs::read_to_string(env::var("SORTID_SAMPLE")?)?;
    let sample: BTreeMap<String, Vec<String>> = serde_json::from_str(&sample)?;
    let mut connection = Connection::open(database)?;
    let mut answers = Map::new();
    macro_rules! each {
        ($($name:path)*) => { $({
            let format = <$name as sortid::TypedId>::FORMAT;
            if let Some(texts) = sample.get(format.name()) {
                let table = format!("{owner}_{format}");
                let column = format.column_in(database, false);
                let answer = run::<$name>(&command, &mut connection, &table, column, texts);
                let answer = answer.unwrap_or_else(|error| {
                    eprintln!("{table}: {error}");
                    json!({ "error": error.to_string() })
                });
                answers.insert(format.name().to_owned(), answer);
            }
        })* };
    }
    sortid::with_types!(each);
    println!("{}", Value::Object(answers));
    Ok(())
}

/// Runs the command on the table of one format.
fn run<T: Key>(
    command: &Command,
    connection: &mut Connection,
    table: &str,
    column: StoredColumn,
    texts: &[String],
) -> Result<Value, Failure> {
    let ids = texts
        .iter()
        .map(|text| AnyId::parse(text, T::FORMAT)?.try_into());
    let ids = ids.collect::<Result<Vec<T>, sortid::Error>>()?;
    match command {
        Command::Create => {
            let check = column.check("id");
            let check = check.map_or_else(String::new, |check| format!(", check ({check})"));
            let kind = column.sql_type();
            let column = format!("id {kind} not null primary key{check}");
            connection.execute(&format!("create table {table} ({column})"))?;
            Ok(Value::Null)
        }
        Command::Intrude => {
            let first = ids.first().ok_or("no ids")?;
            let wrong = connection.wrong_literals((*first).into(), column.kind());
            let accepted = wrong.into_iter().filter(|literal| {
                let insert = format!("insert into {table} values ({literal})");
                connection.execute(&insert).is_ok()
            });
            Ok(accepted.collect())
        }
        Command::Insert { turn, turns } => {
            for &id in ids.iter().skip(*turn).step_by(*turns) {
                connection.insert(table, id)?;
            }
            Ok(Value::Null)
        }
        Command::Read => {
            let rows = connection.rows::<T>(table)?;
            let rows: Vec<String> = rows.into_iter().map(|id| id.into().to_string()).collect();
            let mut found = 0;
            for id in ids {
                found += connection.count(table, id)?;
            }
            Ok(json!({ "rows": rows, "found": found }))
        }
    }
}
