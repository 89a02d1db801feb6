//! The ids that every driver is given, and what must come back.

use std::fmt::Debug;

use sortid::{Error, Format, Id, Timestamp, TypedId};

/// The interval of the queries, in seconds since 1970.
const INTERVAL: (i64, i64) = (1_750_000_000, 1_750_003_600);

/// The checks of drivers for one format.
pub(crate) struct Sample<T> {
    /// Ids before, in and after the interval, in no order.
    pub(crate) ids: Vec<T>,
    /// The bounds of the interval, where the format's ids are found by it.
    pub(crate) bounds: Option<(T, T)>,
}

/// What a table gave back.
pub(crate) struct Rows<T> {
    /// All rows, as the database sorts them: the id, and the column beside, which may be null.
    pub(crate) all: Vec<(T, Option<T>)>,
    /// Those from one bound to the other.
    pub(crate) between: Vec<T>,
}

impl<T: TypedId> Sample<T> {
    pub(crate) fn new() -> Result<Self, Error> {
        let at = |seconds| Timestamp::new(seconds, 0);
        let (from, to) = (at(INTERVAL.0)?, at(INTERVAL.1)?);
        let Ok(within) = T::range(from, to) else {
            // No time: fields of some values.
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

    /// What of the rows is wrong; `is_sorted` says whether the database sorts as we do.
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

/// What PostgreSQL's column is, by the table of the guide.
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

/// Whether the database sorts what it keeps as we do.
pub(crate) fn is_sorted(format: Format) -> bool {
    format.bytes_sort() || is_integer(format)
}

/// Tells one check; whether it holds.
pub(crate) fn tell(what: &str, wrong: Option<String>) -> bool {
    match &wrong {
        None => println!("ok {what}"),
        Some(why) => println!("not ok {what}: {}", why.replace('\n', " ")),
    }
    wrong.is_none()
}

/// An id that reads as one and is never made: it does not fit a signed integer.
pub(crate) fn reserved() -> Result<sortid::Tid, Error> {
    Id::from_bytes(&[0x80, 0, 0, 0, 0, 0, 0, 0], Format::Tid)?.try_into()
}
