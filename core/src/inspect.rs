//! "What is this id?": every format that accepts a text, likeliest first.

use crate::error::Error;
use crate::formats::Format;
use crate::id::Id;
use crate::time::Timestamp;

/// 2010-01-01T00:00:00Z: before it none of the formats was in use.
const LIKELY_FROM: i64 = 1_262_304_000;
/// Ten years, in seconds.
const LIKELY_AHEAD: i64 = 315_576_000;

/// How likely a reading is: the smaller, the likelier.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    InUse,
    Other,
    Reserved,
}

fn rank(id: &Id, now: Timestamp) -> Rank {
    if id.is_reserved() {
        return Rank::Reserved;
    }
    let likely = LIKELY_FROM..now.seconds().saturating_add(LIKELY_AHEAD);
    let in_use = id
        .timestamp()
        .is_ok_and(|time| likely.contains(&time.seconds()));
    if in_use || id.format().row().always_likely {
        Rank::InUse
    } else {
        Rank::Other
    }
}

/// Equally likely readings stand in the order of their codes, but for one that follows another's.
fn precedence(format: Format) -> (Format, bool) {
    match format.row().inspected_after {
        Some(first) => (first, true),
        None => (format, false),
    }
}

/// Every reading of a text, likeliest first: readings with a time from 2010 to ten years after
/// `now`, then the rest, then reserved ids; `uid11_xid` always before the other uid11 formats and
/// `uuid7` before `uuid7_draft01`. Nothing is trimmed or guessed.
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
    let mut readings = [None::<Id>; FORMATS];
    for (reading, &format) in readings.iter_mut().zip(Format::ALL) {
        *reading = Id::parse(text.as_ref(), format).ok();
    }
    readings.sort_unstable_by_key(|reading| {
        reading.map(|id| (rank(&id, now), precedence(id.format())))
    });
    readings.into_iter().flatten()
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
