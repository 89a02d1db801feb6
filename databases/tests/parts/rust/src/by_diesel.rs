//! `diesel`, with SQLite and PostgreSQL. `diesel-async` replaces libpq.

use std::error::Error;

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Binary, Integer, Nullable, Text};
use diesel_async::AsyncPgConnection;
use diesel_async::async_connection_wrapper::AsyncConnectionWrapper;
use sortid::{Ksuid, Tid, TypedId, Uuid4, Uuid7};

use crate::sample::{OrderId, Rows, Sample, is_sorted, reserved};
use crate::{Checked, report};

/// The checks of one database: every format, mappers, and errors.
macro_rules! database {
    (
        $d:tt $all:ident, $module:ident, $connection:ty, $address:expr, $first:literal, $uuid:ty, $integer_type:literal, $uuid_type:literal,
        $bytes_type:literal, $explain:literal: $plan:ty as $row:ty, $line:expr, $found:literal
    ) => {
        /// Checks every format, and the errors.
        pub(crate) fn $all() -> Result<bool, Box<dyn Error>> {
            let mut open = <$connection>::establish(&$address)?;
            diesel::sql_query($first).execute(&mut open)?;
            let mut passed = true;
            macro_rules! each {
                (Integer: $d name:ident) => { each! { @ BigInt, $d name } };
                (Uuid: $d name:ident) => { each! { @ $uuid, $d name } };
                (Bytes: $d name:ident) => { each! { @ Binary, $d name } };
                (@ $d sql:ty, $d name:ident) => {{
                    fn one(open: &mut $connection) -> Checked {
                        type T = sortid::ids::$d name;
                        type Sql = $d sql;
                        let sample = Sample::<T>::new()?;
                        let name = format!("diesel_{}", T::FORMAT);
                        let kind = match stringify!($d sql) {
                            "BigInt" => $integer_type,
                            "Binary" => $bytes_type,
                            _ => $uuid_type,
                        };
                        let create = format!("create table {name} (id {kind} not null primary key, beside {kind})");
                        diesel::sql_query(create).execute(open)?;
                        for (number, id) in sample.ids.iter().enumerate() {
                            let insert = diesel::sql_query(format!("insert into {name} values ($1, $2)"));
                            let insert = insert.bind::<Sql, _>(*id);
                            let beside = (number > 0).then_some(*id);
                            insert.bind::<Nullable<Sql>, _>(beside).execute(open)?;
                        }
                        let select = format!("select id, beside from {name} order by id");
                        let all = diesel::dsl::sql::<(Sql, Nullable<Sql>)>(&select);
                        let all = all.load::<(T, Option<T>)>(open)?;
                        let mut between = Vec::new();
                        if let Some((min, max)) = sample.bounds {
                            macro_rules! bounded {
                                ($begin:literal, $kind:ty) => {
                                    diesel::dsl::sql::<$kind>(&format!("{} select id from {name} where id between ", $begin))
                                        .bind::<Sql, _>(min).sql(" and ").bind::<Sql, _>(max).sql(" order by id")
                                };
                            }
                            between = bounded!("", Sql).load::<T>(open)?;
                            let plan: Vec<String> = bounded!($explain, $plan).load::<$row>(open)?.into_iter().map($line).collect();
                            if !plan.iter().any(|line| line.contains($found)) {
                                return Ok(Some(plan.join("; ")));
                            }
                        }
                        Ok(sample.wrong(&Rows { all, between }, is_sorted(T::FORMAT)))
                    }
                    passed &= report("diesel", stringify!($d name), one(&mut open));
                }};
            }
            sortid::with_stored_types!(each);
            passed &= report("diesel", "rows of a table", $module::rows(&mut open));
            Ok(passed & report("diesel", "errors", $module::errors(&mut open)))
        }

        mod $module {
            use super::*;

            diesel::table! {
                diesel_rows (id) {
                    id -> $uuid,
                    post -> BigInt,
                    file -> Nullable<Binary>,
                }
            }

            #[derive(Clone, Debug, PartialEq, Queryable, Selectable, Insertable, Identifiable, AsChangeset)]
            #[diesel(table_name = diesel_rows)]
            struct Row {
                id: OrderId,
                post: Tid,
                file: Option<Ksuid>,
            }

            /// Structures, conditions and changesets, as in a program.
            pub(super) fn rows(open: &mut $connection) -> Checked {
                use diesel_rows::dsl;
                diesel::sql_query(concat!(
                    "create table diesel_rows (id ", $uuid_type, " not null primary key, post ", $integer_type, " not null, file ", $bytes_type, ")"
                )).execute(open)?;
                let row = |file| Ok::<_, sortid::Error>(Row { id: OrderId::now(), post: Tid::try_now()?, file });
                let mut given = [row(None)?, row(Some(Ksuid::now()))?, row(None)?];
                diesel::insert_into(dsl::diesel_rows).values(&given[..2]).execute(open)?;
                diesel::insert_into(dsl::diesel_rows).values(&given[2]).execute(open)?;
                given[0].file = given[1].file;
                diesel::update(&given[0]).set(dsl::file.eq(given[0].file)).execute(open)?;
                let found: Vec<Row> = dsl::diesel_rows.select(Row::as_select()).order(dsl::id).load(open)?;
                let within = dsl::post.between(given[0].post, given[1].post);
                let few: Vec<Row> = dsl::diesel_rows.filter(within).order(&dsl::id).load(open)?;
                let any: i64 = dsl::diesel_rows.filter(dsl::id.eq_any([given[0].id, given[2].id])).count().get_result(open)?;
                let one: Row = dsl::diesel_rows.find(&given[1].id).first(open)?;
                let is_right = found == given && few == given[..2] && any == 2 && one == given[1];
                Ok((!is_right).then(|| format!("{found:?}; {few:?}; {any}; {one:?}")))
            }

            pub(super) fn errors(open: &mut $connection) -> Checked {
                let select = || diesel::dsl::sql::<$uuid>("select ");
                let other = select().bind::<$uuid, _>(Uuid4::now()).get_result::<Uuid7>(open);
                let reason = other.map_or_else(|error| format!("{error:?}"), |id| id.to_string());
                if !reason.contains("invalid_version") {
                    return Ok(Some(reason));
                }
                let short = diesel::dsl::sql::<Binary>(concat!("select cast('x' as ", $bytes_type, ")")).get_result::<Ksuid>(open);
                if let Ok(id) = short {
                    return Ok(Some(format!("one byte is {id}")));
                }
                let null = diesel::dsl::sql::<BigInt>("select null").get_result::<Tid>(open);
                if let Ok(id) = null {
                    return Ok(Some(format!("null is {id}")));
                }
                let negative = diesel::dsl::sql::<BigInt>(concat!("select cast(-1 as ", $integer_type, ")")).get_result::<Tid>(open);
                if let Ok(id) = negative {
                    return Ok(Some(format!("-1 is {id}")));
                }
                let bound = diesel::dsl::sql::<BigInt>("select ").bind::<BigInt, _>(reserved()?).get_result::<i64>(open);
                Ok(bound.is_ok().then(|| "a reserved tid is bound".to_owned()))
            }
        }
    };
}

database! {
    $ sqlite, of_sqlite, SqliteConnection, ":memory:", "pragma foreign_keys", Binary, "integer", "blob", "blob",
    "explain query plan": (Integer, Integer, Integer, Text) as (i32, i32, i32, String), |row| row.3, ">? AND "
}

database! {
    $ postgresql, of_postgresql, AsyncConnectionWrapper<AsyncPgConnection>, address(), "set enable_seqscan = off", diesel::sql_types::Uuid,
    "bigint", "uuid", "bytea", "explain": Text as String, |line| line, "Index Cond"
}

/// Returns the address of the server, with the folder of its socket.
fn address() -> String {
    let variable = |name: &str| std::env::var(name).unwrap_or_default();
    let [host, port, user, name] = ["PGHOST", "PGPORT", "PGUSER", "PGDATABASE"].map(variable);
    format!("host={host} port={port} user={user} dbname={name}")
}
