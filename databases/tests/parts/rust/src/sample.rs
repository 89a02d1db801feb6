//! The ids for every driver, and the expected rows.

use std::fmt::Debug;

use sortid::options::Epoch;
use sortid::{AnyId, Error, Format, Options, Snowflake, Timestamp, TypedId, Uuid7, Xid};

sortid::id_type!(pub(crate) type OrderId = TypeId<Order>, format = Uuid7, prefix = "order");
sortid::id_type!(pub(crate) type ItemId = TypeId<Item>, format = Xid, prefix = "item");
sortid::id_type! {
    pub(crate) type MessageId = TypeId<Message>,
    format = Snowflake,
    options = Options::new().epoch(Epoch::Discord)
}

/// Calls a macro with declared types, one for each kind of column.
macro_rules! with_declared {
    ($each:ident) => {
        $each!($crate::sample::OrderId $crate::sample::ItemId $crate::sample::MessageId)
    };
}
pub(crate) use with_declared;

/// Returns a name for the table of a type.
pub(crate) fn name_of<T: TypedId>() -> String {
    // Only declared types have the text of another type.
    match size_of::<T::Text>() == size_of::<sortid::Text>() {
        true => T::FORMAT.to_string(),
        false => format!("declared_{}", T::FORMAT),
    }
}

/// The interval of the queries, in seconds since 1970.
const INTERVAL: (i64, i64) = (1_750_000_000, 1_750_003_600);

/// The checks of drivers for one format.
pub(crate) struct Sample<T> {
    /// Ids before, in and after the interval, not sorted.
    pub(crate) ids: Vec<T>,
    /// The bounds of the interval, if the format has them.
    pub(crate) bounds: Option<(T, T)>,
}

/// The rows that a table returned.
pub(crate) struct Rows<T> {
    /// All rows, sorted by the database: the id, and the second column, which may be null.
    pub(crate) all: Vec<(T, Option<T>)>,
    /// The ids between the bounds.
    pub(crate) between: Vec<T>,
}

impl<T: TypedId> Sample<T> {
    pub(crate) fn new() -> Result<Self, Error> {
        let at = |seconds| Timestamp::new(seconds, 0);
        let (from, to) = (at(INTERVAL.0)?, at(INTERVAL.1)?);
        let Ok(within) = T::range(from, to) else {
            // Formats without a time: ids with some field values.
            let name = T::FORMAT.fields().next().map_or("", |(name, _)| name);
            let ids = [200, 3, 1, 2].map(|value| T::from_fields([(name, value)]));
            let ids = ids.into_iter().collect::<Result<_, _>>()?;
            return Ok(Self { ids, bounds: None });
        };
        let bounds = within.into_inner();
        let mut ids = vec![bounds.1, bounds.0];
        for seconds in [-7200, 7200, -9, 3600, 9, 1800] {
            let time = at(INTERVAL.0 + seconds)?;
            ids.extend([T::max_at(time)?, T::min_at(time)?]);
        }
        // A tick may be longer than a second.
        ids.sort_by(|a, b| b.cmp(a));
        ids.dedup();
        Ok(Self {
            ids,
            bounds: Some(bounds),
        })
    }

    /// Returns the failure, if any. `is_sorted` states whether the database sorts like sortid.
    pub(crate) fn wrong(&self, rows: &Rows<T>, is_sorted: bool) -> Option<String>
    where
        T: Debug,
    {
        let mut expected = self.ids.clone();
        let mut keys: Vec<T> = rows.all.iter().map(|row| row.0).collect();
        if !is_sorted {
            keys.sort();
        }
        expected.sort();
        if keys != expected {
            return Some(format!("{keys:?} for {expected:?}"));
        }
        let beside = |row: &(T, Option<T>)| row.1 == (row.0 != self.ids[0]).then_some(row.0);
        if !rows.all.iter().all(beside) {
            return Some(format!("beside: {:?}", rows.all));
        }
        let (min, max) = self.bounds.filter(|_| is_sorted)?;
        expected.retain(|id| (min..=max).contains(id));
        (rows.between != expected || expected.len() < 4)
            .then(|| format!("between: {:?} for {expected:?}", rows.between))
    }
}

/// Whether the format is an integer in PostgreSQL, according to the guide's table.
pub(crate) fn is_integer(format: Format) -> bool {
    use Format::{
        Custom64, Mastodon, Scru64, ShardingId, Snowflake, Sonyflake, Tid, Timeid, Uid11Snowish,
    };
    matches!(
        format,
        Tid | Timeid
            | Uid11Snowish
            | Snowflake
            | ShardingId
            | Sonyflake
            | Mastodon
            | Scru64
            | Custom64
    )
}

/// Whether the database sorts the format like sortid.
pub(crate) fn is_sorted(format: Format) -> bool {
    format.bytes_sort() || is_integer(format)
}

/// Reports a check. Returns whether it succeeded.
pub(crate) fn print_result(what: &str, wrong: Option<String>) -> bool {
    match &wrong {
        None => println!("ok {what}"),
        Some(reason) => println!("not ok {what}: {}", reason.replace('\n', " ")),
    }
    wrong.is_none()
}

/// Returns a valid id that is never generated and does not fit a signed integer.
pub(crate) fn reserved() -> Result<sortid::Tid, Error> {
    AnyId::from_bytes(&[0x80, 0, 0, 0, 0, 0, 0, 0], Format::Tid)?.try_into()
}
