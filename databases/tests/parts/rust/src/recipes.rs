//! The code of docs/recipes.md, with SQLite. `python/tests/test_docs.py` compares them.

use std::error::Error;

use diesel::prelude::*;
use diesel::{insert_into, table};
use sortid::{Tid, Uuid7};
use sqlx::{Connection as _, SqliteConnection, query, query_scalar};

use crate::{Checked, report, wait};

async fn by_sqlx() -> Checked {
    let mut open = SqliteConnection::connect("sqlite::memory:").await?;
    let create = "create table posts (id blob primary key)";
    query(create).execute(&mut open).await?;

    let id = sortid::uuid7();
    let insert = query("insert into posts values (?)").bind(id);
    insert.execute(&mut open).await?;
    let select = query_scalar("select id from posts where id >= ?");
    let since = Uuid7::min_at(id.timestamp())?;
    let found: Uuid7 = select.bind(since).fetch_one(&mut open).await?;
    Ok((found != id).then(|| found.to_string()))
}

table! {
    posts (id) {
        id -> Binary,
        at -> BigInt,
    }
}

#[derive(Queryable, Insertable)]
struct Post {
    id: Uuid7,
    at: Tid,
}

fn by_diesel() -> Checked {
    let mut open = diesel::SqliteConnection::establish(":memory:")?;
    let create = "create table posts (id blob primary key, at bigint not null)";
    diesel::sql_query(create).execute(&mut open)?;

    let (id, at) = (sortid::uuid7(), sortid::try_tid()?);
    let new = Post { id, at };
    insert_into(posts::table).values(&new).execute(&mut open)?;
    let since = posts::id.ge(Uuid7::min_at(id.timestamp())?);
    let found: Post = posts::table.filter(since).first(&mut open)?;
    let is_found = found.id == id && found.at == at;
    Ok((!is_found).then(|| found.id.to_string()))
}

/// Checks both.
pub(crate) fn all() -> Result<bool, Box<dyn Error>> {
    let passed = report("sqlx", "recipe", wait(by_sqlx())?);
    Ok(passed & report("diesel", "recipe", by_diesel()))
}
