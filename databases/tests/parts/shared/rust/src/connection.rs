//! A connection by `rusqlite` or `postgres`.

use std::env;
use std::path::PathBuf;

use postgres::NoTls;
use postgres::types::{FromSqlOwned, ToSql};
use rusqlite::types::FromSql;
use sortid::{AnyId, Database, Error, Stored, TypedId};

use crate::Failure;

/// Ids of a type that both drivers read and write.
pub(crate) trait Key:
    TypedId + TryFrom<AnyId, Error = Error> + ToSql + Sync + FromSqlOwned + rusqlite::ToSql + FromSql
{
}

impl<T> Key for T where
    T: TypedId
        + TryFrom<AnyId, Error = Error>
        + ToSql
        + Sync
        + FromSqlOwned
        + rusqlite::ToSql
        + FromSql
{
}

/// An open database.
pub(crate) enum Connection {
    Sqlite(rusqlite::Connection),
    Postgresql(postgres::Client),
}

impl Connection {
    pub(crate) fn open(database: Database) -> Result<Self, Failure> {
        match database {
            Database::Sqlite => {
                let file = PathBuf::from(env::var("SORTID_DATABASE_DIR")?).join("shared");
                Ok(Self::Sqlite(rusqlite::Connection::open(file)?))
            }
            Database::Postgresql => {
                let parts = [
                    ("host", "PGHOST"),
                    ("port", "PGPORT"),
                    ("user", "PGUSER"),
                    ("dbname", "PGDATABASE"),
                ];
                let parts = parts.map(|(key, name)| Ok(format!("{key}={}", env::var(name)?)));
                let parts = parts.into_iter().collect::<Result<Vec<_>, Failure>>()?;
                let client = postgres::Client::connect(&parts.join(" "), NoTls)?;
                Ok(Self::Postgresql(client))
            }
            other => Err(format!("no driver for {}", other.name()).into()),
        }
    }

    /// Runs a statement without parameters.
    pub(crate) fn execute(&mut self, sql: &str) -> Result<(), Failure> {
        match self {
            Self::Sqlite(connection) => connection.execute_batch(sql)?,
            Self::Postgresql(client) => client.batch_execute(sql)?,
        }
        Ok(())
    }

    pub(crate) fn insert<T: Key>(&mut self, table: &str, id: T) -> Result<(), Failure> {
        let insert = format!("insert into {table} values ($1)");
        match self {
            Self::Sqlite(connection) => {
                connection.execute(&insert, [id])?;
            }
            Self::Postgresql(client) => {
                client.execute(&insert, &[&id])?;
            }
        }
        Ok(())
    }

    /// Returns all ids in the order of the column.
    pub(crate) fn rows<T: Key>(&mut self, table: &str) -> Result<Vec<T>, Failure> {
        let select = format!("select id from {table} order by id");
        match self {
            Self::Sqlite(connection) => {
                let mut statement = connection.prepare(&select)?;
                let rows = statement.query_map([], |row| row.get(0))?;
                Ok(rows.collect::<Result<_, _>>()?)
            }
            Self::Postgresql(client) => {
                let rows = client.query(&select, &[])?;
                let ids = rows.iter().map(|row| row.try_get(0));
                Ok(ids.collect::<Result<_, _>>()?)
            }
        }
    }

    /// Returns the number of rows with this id.
    pub(crate) fn count<T: Key>(&mut self, table: &str, id: T) -> Result<i64, Failure> {
        let select = format!("select count(*) from {table} where id = $1");
        Ok(match self {
            Self::Sqlite(connection) => connection.query_row(&select, [id], |row| row.get(0))?,
            Self::Postgresql(client) => client.query_one(&select, &[&id])?.try_get(0)?,
        })
    }

    /// Returns literals that a column of this kind must reject.
    pub(crate) fn wrong_literals(&self, id: AnyId, kind: Stored) -> Vec<String> {
        let is_sqlite = matches!(self, Self::Sqlite(_));
        let bytes = |bytes: &[u8]| {
            let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            match is_sqlite {
                true => format!("x'{digits}'"),
                false => format!("'\\x{digits}'::bytea"),
            }
        };
        let (all, text) = (id.to_bytes(), id.to_string());
        let mut wrong = vec![bytes(all.get(1..).unwrap_or_default())];
        if kind != Stored::Bytes {
            wrong.push(bytes(&all));
        }
        match is_sqlite {
            // PostgreSQL rounds in integer columns.
            true => wrong.push("1.5".to_owned()),
            false => wrong.push("true".to_owned()),
        }
        if kind != Stored::Integer {
            wrong.push("1".to_owned());
        }
        // SQLite converts digits in integer columns.
        let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
        match is_sqlite {
            true if is_number && kind == Stored::Integer => {}
            true => wrong.push(format!("'{text}'")),
            false => wrong.push(format!("'{text}'::text")),
        }
        wrong
    }
}
