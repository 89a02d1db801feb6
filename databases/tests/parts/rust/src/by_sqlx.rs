//! `sqlx`, with SQLite and PostgreSQL.

use std::error::Error;
use std::fmt::Debug;

use sortid::{TypedId, Uuid4, Uuid7};
use sqlx::{AssertSqlSafe, Connection, Decode, Encode, Postgres, Row, Sqlite, Type};

use crate::sample::{Rows, Sample, is_integer, is_sorted, name_of, reserved, with_declared};
use crate::{Checked, report, wait};

/// The checks of one database: every format, and errors.
macro_rules! database {
    ($d:tt $all:ident, $database:ident, $url:expr, $first:literal, $integer:literal, $uuid:literal, $bytes:literal, $explain:literal, $found:literal) => {
        /// Checks every format, and the errors.
        pub(crate) fn $all() -> Result<bool, Box<dyn Error>> {
            type Open = <$database as sqlx::Database>::Connection;

            async fn one<T>(open: &mut Open) -> Checked
            where
                T: TypedId + Debug + Send + Sync + Unpin + Type<$database> + 'static,
                T: for<'q> Encode<'q, $database> + for<'r> Decode<'r, $database>,
            {
                let sample = Sample::<T>::new()?;
                let name = format!("sqlx_{}", name_of::<T>());
                let kind = match T::FORMAT.bits() {
                    128 => $uuid,
                    _ if is_integer(T::FORMAT) => $integer,
                    _ => $bytes,
                };
                let sql =
                    format!("create table {name} (id {kind} not null primary key, beside {kind})");
                sqlx::query(AssertSqlSafe(sql)).execute(&mut *open).await?;
                for (number, id) in sample.ids.iter().enumerate() {
                    let sql = format!("insert into {name} values ($1, $2)");
                    let insert = sqlx::query(AssertSqlSafe(sql)).bind(*id);
                    let insert = insert.bind((number > 0).then_some(*id));
                    insert.execute(&mut *open).await?;
                }
                let sql = format!("select id, beside from {name} order by id");
                let all = sqlx::query_as(AssertSqlSafe(sql))
                    .fetch_all(&mut *open)
                    .await?;
                let mut between = Vec::new();
                if let Some((min, max)) = sample.bounds {
                    let sql =
                        format!("select id from {name} where id between $1 and $2 order by id");
                    let plan = format!("{} {sql}", $explain);
                    let rows = sqlx::query_scalar(AssertSqlSafe(sql)).bind(min).bind(max);
                    between = rows.fetch_all(&mut *open).await?;
                    let plan = sqlx::query(AssertSqlSafe(plan)).bind(min).bind(max);
                    let plan = plan.fetch_all(&mut *open).await?;
                    let line =
                        |row: &<$database as sqlx::Database>::Row| row.try_get(row.len() - 1);
                    let plan: Vec<String> = plan.iter().map(line).collect::<Result<_, _>>()?;
                    if !plan.iter().any(|line| line.contains($found)) {
                        return Ok(Some(plan.join("; ")));
                    }
                }
                Ok(sample.wrong(&Rows { all, between }, is_sorted(T::FORMAT)))
            }

            async fn errors(open: &mut Open) -> Checked {
                let other = sqlx::query_scalar::<_, Uuid7>("select $1").bind(Uuid4::now());
                let reason = match other.fetch_one(&mut *open).await {
                    Ok(id) => id.to_string(),
                    Err(error) => error.to_string(),
                };
                if !reason.contains("version") {
                    return Ok(Some(reason));
                }
                for sql in ["select 'x'", "select 1.5", "select null"] {
                    let read = sqlx::query_scalar::<_, Uuid7>(sql)
                        .fetch_one(&mut *open)
                        .await;
                    if let Ok(id) = read {
                        return Ok(Some(format!("{sql} is {id}")));
                    }
                }
                let bound = sqlx::query("select $1")
                    .bind(reserved()?)
                    .fetch_one(&mut *open);
                Ok(bound
                    .await
                    .is_ok()
                    .then(|| "a reserved tid is bound".to_owned()))
            }

            wait(async {
                let mut open = Open::connect(&$url).await?;
                sqlx::query($first).execute(&mut open).await?;
                let mut passed = true;
                macro_rules! each {
                                    ($d($name:path)*) => {
                                        $d(
                                            let checked = one::<$name>(&mut open).await;
                                            passed &= report("sqlx", &name_of::<$name>(), checked);
                                        )*
                                    };
                                }
                sortid::with_types!(each);
                with_declared!(each);
                Ok(passed & report("sqlx", "errors", errors(&mut open).await))
            })?
        }
    };
}

database! {
    $ sqlite, Sqlite, "sqlite::memory:", "pragma foreign_keys",
    "integer", "blob", "blob", "explain query plan", ">? AND "
}

database! {
    $ postgresql, Postgres, address(), "set enable_seqscan = off",
    "bigint", "uuid", "bytea", "explain", "Index Cond"
}

/// Returns the address of the server, with the folder of its socket.
pub(crate) fn address() -> String {
    let variable = |name: &str| std::env::var(name).unwrap_or_default();
    let [host, port, user, name] = ["PGHOST", "PGPORT", "PGUSER", "PGDATABASE"].map(variable);
    format!("postgres://{user}@localhost:{port}/{name}?host={host}")
}
