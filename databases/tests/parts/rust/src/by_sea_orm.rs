//! `sea-orm`, with SQLite and PostgreSQL.

use std::error::Error;
use std::fmt::Debug;

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{self, Nullable, ValueType};
use sea_orm::{
    ConnectOptions, ConnectionTrait, Database, DatabaseConnection, DbBackend, QueryOrder, Schema,
    Set, Statement, TryFromU64, TryGetable,
};
use sortid::{Ksuid, Tid, TypedId, Uuid4, Uuid7};

use crate::sample::{OrderId, Rows, Sample, is_sorted, name_of, reserved, with_declared};
use crate::{Checked, report, wait};

/// An entity, as in a program.
mod row {
    use crate::sample::OrderId;
    use sea_orm::entity::prelude::*;
    use sortid::{Ksuid, Tid};

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "sea_orm_rows")]
    pub(super) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(super) id: OrderId,
        pub(super) post: Tid,
        pub(super) file: Option<Ksuid>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(super) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Checks every format, rows of an entity, and the errors with SQLite.
pub(crate) fn sqlite() -> Result<bool, Box<dyn Error>> {
    wait(all("sqlite::memory:".to_owned()))?
}

/// The same checks with PostgreSQL.
pub(crate) fn postgresql() -> Result<bool, Box<dyn Error>> {
    wait(all(crate::by_sqlx::address()))?
}

async fn all(address: String) -> Result<bool, Box<dyn Error>> {
    let mut options = ConnectOptions::new(address);
    // An in-memory database and settings belong to one connection.
    options.max_connections(1);
    let open = Database::connect(options).await?;
    if open.get_database_backend() == DbBackend::Postgres {
        open.execute_unprepared("set enable_seqscan = off").await?;
    }
    let mut passed = true;
    macro_rules! each {
        ($($name:path)*) => {
            $(
                let checked = one::<$name>(&open).await;
                passed &= report("sea-orm", &name_of::<$name>(), checked);
            )*
        };
    }
    sortid::with_types!(each);
    with_declared!(each);
    passed &= report("sea-orm", "rows of an entity", rows(&open).await);
    Ok(passed & report("sea-orm", "errors", errors(&open).await))
}

async fn one<T>(open: &DatabaseConnection) -> Checked
where
    T: TypedId + Debug + Into<Value> + TryGetable + ValueType + Nullable,
{
    let sample = Sample::<T>::new()?;
    let backend = open.get_database_backend();
    let name = format!("sea_orm_{}", name_of::<T>());
    // sea-query chooses the SQL type.
    let mut table = sea_query::Table::create();
    let column = |name: &'static str| sea_query::ColumnDef::new_with_type(name, T::column_type());
    table
        .table(name.clone())
        .col(column("id").not_null().primary_key())
        .col(column("beside"));
    open.execute(&table).await?;
    let ask =
        |sql: String, values: Vec<Value>| Statement::from_sql_and_values(backend, sql, values);
    for (number, id) in sample.ids.iter().enumerate() {
        let beside = (number > 0).then_some(*id);
        let values = vec![(*id).into(), beside.into()];
        let sql = format!("insert into {name} values ($1, $2)");
        open.execute_raw(ask(sql, values)).await?;
    }
    let rows = ask(format!("select id, beside from {name} order by id"), vec![]);
    let rows = open.query_all_raw(rows).await?;
    let all = rows
        .iter()
        .map(|row| Ok((row.try_get("", "id")?, row.try_get("", "beside")?)));
    let all = all.collect::<Result<_, DbErr>>()?;
    let mut between = Vec::new();
    if let Some((min, max)) = sample.bounds {
        let sql = format!("select id from {name} where id between $1 and $2 order by id");
        let bounds = || vec![min.into(), max.into()];
        let (explain, found) = match backend {
            DbBackend::Postgres => ("explain", "Index Cond"),
            _ => ("explain query plan", ">? AND "),
        };
        let plan = open
            .query_all_raw(ask(format!("{explain} {sql}"), bounds()))
            .await?;
        let last = if backend == DbBackend::Postgres { 0 } else { 3 };
        let plan = plan.iter().map(|row| row.try_get_by_index::<String>(last));
        let plan = plan.collect::<Result<Vec<_>, _>>()?.join("; ");
        if !plan.contains(found) {
            return Ok(Some(plan));
        }
        let rows = open.query_all_raw(ask(sql, bounds())).await?;
        between = rows
            .iter()
            .map(|row| row.try_get("", "id"))
            .collect::<Result<_, _>>()?;
    }
    let there: Value = sample.ids[0].into();
    if <T as ValueType>::try_from(there).ok() != Some(sample.ids[0]) {
        return Ok(Some("a value is not the id that it is of".to_owned()));
    }
    Ok(sample.wrong(&Rows { all, between }, is_sorted(T::FORMAT)))
}

async fn rows(open: &DatabaseConnection) -> Checked {
    let schema = Schema::new(open.get_database_backend());
    open.execute(&schema.create_table_from_entity(row::Entity))
        .await?;
    let row = |file| {
        Ok::<_, sortid::Error>(row::Model {
            id: OrderId::now(),
            post: Tid::try_now()?,
            file,
        })
    };
    let mut given = [row(None)?, row(Some(Ksuid::now()))?, row(None)?];
    for row in &given {
        let row: row::ActiveModel = row.clone().into();
        row.reset_all().insert(open).await?;
    }
    given[0].file = given[1].file;
    let mut first: row::ActiveModel = given[0].clone().into();
    first.file = Set(given[0].file);
    first.update(open).await?;
    let found = row::Entity::find()
        .order_by_asc(row::Column::Id)
        .all(open)
        .await?;
    let within = row::Column::Post.between(given[0].post, given[1].post);
    let few = row::Entity::find()
        .filter(within)
        .order_by_asc(row::Column::Id)
        .all(open)
        .await?;
    let one = row::Entity::find_by_id(given[1].id).one(open).await?;
    let is_right = found == given && few == given[..2] && one.as_ref() == Some(&given[1]);
    Ok((!is_right).then(|| format!("{found:?}; {few:?}; {one:?}")))
}

async fn errors(open: &DatabaseConnection) -> Checked {
    let backend = open.get_database_backend();
    let other = Statement::from_sql_and_values(backend, "select $1 as id", [Uuid4::now().into()]);
    let other = open.query_one_raw(other).await?.ok_or("no row")?;
    let reason = other.try_get::<Uuid7>("", "id");
    let reason = reason.map_or_else(|error| error.to_string(), |id| id.to_string());
    if !reason.contains("version") {
        return Ok(Some(reason));
    }
    for (sql, what) in [
        ("select 'x' as id", "a text"),
        ("select null as id", "null"),
    ] {
        let row = open
            .query_one_raw(Statement::from_string(backend, sql))
            .await?
            .ok_or("no row")?;
        if let Ok(id) = row.try_get::<Uuid7>("", "id") {
            return Ok(Some(format!("{what} is {id}")));
        }
        if let Ok(id) = row.try_get::<Tid>("", "id") {
            return Ok(Some(format!("{what} is {id}")));
        }
    }
    if Uuid7::try_from_u64(1).is_ok() || Tid::try_from_u64(1 << 63).is_ok() {
        return Ok(Some("a number is an id".to_owned()));
    }
    // The id exceeds a signed integer.
    open.execute_unprepared("create table sea_orm_tids (id bigint not null)")
        .await?;
    let sql = "insert into sea_orm_tids values ($1)";
    let values = [reserved()?.into()];
    let inserted = open
        .execute_raw(Statement::from_sql_and_values(backend, sql, values))
        .await;
    if backend == DbBackend::Postgres {
        return Ok(inserted
            .is_ok()
            .then(|| "a reserved tid is bound".to_owned()));
    }
    inserted?;
    let row = Statement::from_string(backend, "select id from sea_orm_tids");
    let row = open.query_one_raw(row).await?.ok_or("no row")?;
    let id: Tid = row.try_get("", "id")?;
    Ok((id != reserved()?).then(|| format!("{id} of a reserved tid")))
}
