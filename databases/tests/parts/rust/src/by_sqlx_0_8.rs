//! The previous major of `sqlx`, with PostgreSQL. Its SQLite cannot be linked beside the current
//! one.

use sortid::{Tid, TypedId, Xid};
use sqlx_core_0_8::connection::Connection;
use sqlx_core_0_8::decode::Decode;
use sqlx_core_0_8::encode::Encode;
use sqlx_core_0_8::query_scalar::query_scalar;
use sqlx_core_0_8::types::Type;
use sqlx_postgres_0_8::{PgConnection, Postgres};

use crate::by_sqlx::address;
use crate::sample::OrderId;
use crate::{All, Checked, report, wait};

/// Checks an id of each kind of column.
pub(crate) fn postgresql() -> All {
    async fn one<T>(open: &mut PgConnection) -> Checked
    where
        T: TypedId + Type<Postgres>,
        T: for<'q> Encode<'q, Postgres> + for<'r> Decode<'r, Postgres>,
    {
        let id = T::try_now()?;
        let found = query_scalar::<_, T>("select $1")
            .bind(id)
            .fetch_one(open)
            .await?;
        Ok((found != id).then(|| format!("{found} for {id}")))
    }

    wait(async {
        let mut open = PgConnection::connect(&address()).await?;
        let integer = report("sqlx 0.8", "integer", one::<Tid>(&mut open).await);
        let bytes = report("sqlx 0.8", "bytes", one::<Xid>(&mut open).await);
        let uuid = report("sqlx 0.8", "uuid", one::<OrderId>(&mut open).await);
        Ok(integer && bytes && uuid)
    })?
}
