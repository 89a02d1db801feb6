//! "What is this id?": every format that accepts a text, likeliest first.

use core::cmp::Reverse;

use crate::error::Error;
use crate::formats::Format;
use crate::id::Id;
use crate::layout::InspectedAt;
use crate::time::Timestamp;

/// One day and ten years, in seconds.
const DAY: i64 = 86_400;
const TEN_YEARS: i64 = 315_576_000;

/// How likely a reading is: the smaller, the likelier.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    InUse,
    Ahead,
    Other,
    Reserved,
}

fn rank(id: &Id, now: Timestamp) -> Rank {
    if id.is_reserved() {
        return Rank::Reserved;
    }
    let inspected = id.format().row().inspected;
    if inspected.always_likely {
        return Rank::InUse;
    }
    let ahead = |seconds: i64| now.seconds().saturating_add(seconds);
    match id.timestamp().map(|time| time.seconds()) {
        Ok(time) if time < inspected.likely_from => Rank::Other,
        Ok(time) if time <= ahead(DAY) => Rank::InUse,
        Ok(time) if time <= ahead(TEN_YEARS) => Rank::Ahead,
        _ => Rank::Other,
    }
}

/// Equally likely readings stand in the order of their codes, but for those that follow another's, and those that
/// stand together, the later time first.
fn precedence(id: &Id) -> (Format, bool, Option<Reverse<Timestamp>>, Format) {
    let format = id.format();
    match format.row().inspected.place {
        InspectedAt::Code => (format, false, None, format),
        InspectedAt::After(first) => (first, true, None, format),
        InspectedAt::With(first) => (first, false, id.timestamp().ok().map(Reverse), format),
    }
}

/// Every reading of a text, likeliest first: readings with a time from when the format came into use until one day
/// after `now`, then until ten years after it, then the rest, then reserved ids; `uid11_xid` always before the other
/// uid11 formats, `uuid7` before `uuid7_draft01`, and of decimal integers the later time first. Nothing is trimmed or
/// guessed; what nearly every text is (every UUID a `lexical_uuid`) is listed only where its time is likely.
///
/// ```
/// use sortid::{Format, Timestamp};
///
/// let now = Timestamp::from_unix_ms(1_700_000_000_000);
/// let mut readings = sortid::inspect_at("3jzfcijpj2z2a", now);
/// assert_eq!(readings.next().map(|id| id.format()), Some(Format::Tid));
/// assert_eq!(readings.next().map(|id| id.format()), Some(Format::Timeid));
/// assert_eq!(readings.next(), None);
/// ```
pub fn inspect_at(text: impl AsRef<[u8]>, now: Timestamp) -> impl Iterator<Item = Id> {
    const FORMATS: usize = Format::ALL.len();
    let mut readings = [const { None::<(Rank, Id)> }; FORMATS];
    let key = |reading: &Option<(Rank, Id)>| reading.map(|(rank, id)| (rank, precedence(&id)));
    let mut count = 0;
    for &format in Format::ALL {
        let Ok(id) = Id::parse(text.as_ref(), format) else {
            continue;
        };
        let reading = Some((rank(&id, now), id));
        if format.row().inspected.if_likely && rank(&id, now) > Rank::Ahead {
            continue;
        }
        // They are few: each is put where it belongs.
        let after = readings[..count].partition_point(|other| key(other) <= key(&reading));
        readings[after..=count].rotate_right(1);
        readings[after] = reading;
        count += 1;
    }
    readings.into_iter().flatten().map(|(_, id)| id)
}

/// [`inspect_at`] with the system's clock.
#[cfg(feature = "std")]
pub fn inspect(text: impl AsRef<[u8]>) -> impl Iterator<Item = Id> {
    inspect_at(text, Timestamp::now())
}

/// Why the formats that refuse a text refuse it, in the order of their codes.
///
/// ```
/// use sortid::{ErrorCode, Format};
///
/// let tid = sortid::refusals("kjzfcijpj2z2a").find(|(format, _)| *format == Format::Tid);
/// assert_eq!(tid.map(|(_, error)| error.code()), Some(ErrorCode::OutOfRange));
/// ```
pub fn refusals(text: impl AsRef<[u8]>) -> impl Iterator<Item = (Format, Error)> {
    Format::ALL
        .iter()
        .filter_map(move |&format| Some((format, Id::parse(text.as_ref(), format).err()?)))
}
