//! Identification of a text: every format that accepts it, likeliest first.

mod readings;

use core::cmp::{Ordering, Reverse};

use crate::codec::Form;
use crate::error::Error;
use crate::formats::Format;
use crate::id::Id;
use crate::id::prefixed::{split_well_formed, suffix_form, suffix_of};
use crate::time::Timestamp;

pub use readings::Readings;
pub(crate) use readings::{formats, of_uuid};

/// Durations in seconds.
const DAY: i64 = 86_400;
const TEN_YEARS: i64 = 315_576_000;

/// The likelihood of a reading; the smallest is the likeliest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Rank {
    InUse,
    Ahead,
    Other,
    Reserved,
}

/// The likelihood of a reading, with the reason: its time, if it has one.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Likelihood {
    /// The format is likely regardless of the time.
    Always,
    /// The time lies between the introduction of the format and one day after now.
    InUse,
    /// The time is up to ten years after now.
    Ahead,
    /// The time is before the introduction of the format.
    Early,
    /// The time is more than ten years after now.
    Late,
    /// The id has no timestamp.
    Timeless,
    /// The id is never generated.
    Reserved,
}

impl Likelihood {
    /// Returns one of four words: `likely`, `possible`, `unlikely`, `reserved`.
    pub const fn word(self) -> &'static str {
        match self {
            Likelihood::Always | Likelihood::InUse => "likely",
            Likelihood::Ahead | Likelihood::Timeless => "possible",
            Likelihood::Early | Likelihood::Late => "unlikely",
            Likelihood::Reserved => "reserved",
        }
    }

    /// Returns the reason, in words that can follow [`word`](Self::word).
    pub const fn why(self) -> &'static str {
        match self {
            Likelihood::Always => "its format is, whatever the time",
            Likelihood::InUse => "its time is one at which the format is in use",
            Likelihood::Ahead => "its time is ahead, by less than ten years",
            Likelihood::Early => "its time is before the format came into use",
            Likelihood::Late => "its time is more than ten years ahead",
            Likelihood::Timeless => "it tells no time to judge it by",
            Likelihood::Reserved => "such an id is never generated",
        }
    }

    const fn rank(self) -> Rank {
        match self {
            Likelihood::Always | Likelihood::InUse => Rank::InUse,
            Likelihood::Ahead => Rank::Ahead,
            Likelihood::Early | Likelihood::Late | Likelihood::Timeless => Rank::Other,
            Likelihood::Reserved => Rank::Reserved,
        }
    }
}

impl Id {
    /// Returns how likely it is that this id was meant, at the time `now`.
    #[doc(hidden)]
    #[inline]
    pub fn likelihood(&self, now: Timestamp) -> Likelihood {
        if self.is_reserved() {
            return Likelihood::Reserved;
        }
        let inspected = self.format().row().inspected;
        if inspected.always_likely {
            return Likelihood::Always;
        }
        let ahead = |seconds: i64| now.seconds().saturating_add(seconds);
        match self.timestamp().map(|time| time.seconds()) {
            Ok(time) if time < inspected.likely_from => Likelihood::Early,
            Ok(time) if time <= ahead(DAY) => Likelihood::InUse,
            Ok(time) if time <= ahead(TEN_YEARS) => Likelihood::Ahead,
            Ok(_) => Likelihood::Late,
            Err(_) => Likelihood::Timeless,
        }
    }
}

/// A text read as an id of a format.
#[derive(Clone, Copy)]
pub(crate) struct Reading {
    pub(crate) rank: Rank,
    /// Whether the whole text was read, not the part after a prefix.
    pub(crate) is_whole: bool,
    pub(crate) id: Id,
}

impl Reading {
    /// Returns `None` if the reading is unlikely, and its format is listed only if likely.
    #[inline]
    pub(crate) fn listed(
        id: Id,
        is_whole: bool,
        if_likely: bool,
        now: Timestamp,
    ) -> Option<Reading> {
        let rank = id.likelihood(now).rank();
        (!if_likely || rank <= Rank::Ahead).then_some(Reading { rank, is_whole, id })
    }

    /// Orders likelier readings first.
    pub(crate) fn compare(&self, other: &Reading) -> Ordering {
        let formats = [self, other].map(|reading| reading.id.format());
        let [place, others] = formats.map(precedence);
        // Compared last, because the time must be decoded.
        let latest = |reading: &Reading| match is_decimal(reading.id.format()) {
            true => reading.id.timestamp().ok().map(Reverse),
            false => None,
        };
        (self.rank, self.is_whole, place)
            .cmp(&(other.rank, other.is_whole, others))
            .then_with(|| latest(self).cmp(&latest(other)))
            .then(formats[0].cmp(&formats[1]))
    }
}

/// Reads the text after a prefix: as a UUID at any time, as any other format only if that is
/// likely, because `_` joins all kinds of words.
pub(crate) fn behind_prefix(suffix: &[u8], format: Format, now: Timestamp) -> Option<Reading> {
    let id = suffix_of(suffix, format)
        .ok()
        .filter(|_| format.takes_prefix())?;
    let if_likely = format.row().inspected.if_likely || suffix_form(format) == Form::Canonical;
    Reading::listed(id, false, if_likely, now)
}

/// Reads the whole text.
pub(crate) fn whole(text: &[u8], format: Format, now: Timestamp) -> Option<Reading> {
    whole_as(Id::parse(text, format).ok(), text, format, now)
}

/// The same, if the text has already been parsed in the format's own forms.
#[inline]
fn whole_as(own: Option<Id>, text: &[u8], format: Format, now: Timestamp) -> Option<Reading> {
    let inspected = format.row().inspected;
    let (id, if_likely) = match own {
        Some(id) => (id, inspected.if_likely),
        None if inspected.bare_typeid => (suffix_of(text, format).ok()?, true),
        None => return None,
    };
    Reading::listed(id, true, if_likely, now)
}

/// Returns the order of equally likely readings: by code, except for formats that follow another
/// one, and decimal formats, which share a place and are ordered by time, later first.
pub(crate) const fn precedence(format: Format) -> (Format, bool) {
    match format {
        Format::Uuid7Draft01 => (Format::Uuid7, true),
        Format::OrderedUuid => (Format::Uuid4, true),
        _ if is_decimal(format) => (Format::Snowflake, false),
        _ => (format, false),
    }
}

/// The formats that read any decimal integer of 64 bits.
const fn is_decimal(format: Format) -> bool {
    matches!(
        format,
        Format::Snowflake
            | Format::ShardingId
            | Format::FlakeIdgen
            | Format::Sonyflake
            | Format::Mastodon
            | Format::Tsid
    )
}

/// Returns every reading of a text, likeliest first.
///
/// Readings whose time lies between the introduction of the format and one day after `now` come
/// first, then times up to ten years after `now`, then the rest, then reserved ids. `uid11_xid`
/// always precedes the other uid11 formats, `uuid7` precedes `uuid7_draft01`, and of decimal
/// integers the later time comes first.
///
/// Nothing is trimmed or guessed. A format that accepts nearly every text (every UUID is a
/// `lexical_uuid`) is listed only if its time is likely, and `any_uuid` only if the text is not a
/// UUID of a known version.
///
/// For a text with a [prefix](crate::prefix_of), the part after the prefix is read: UUIDs in their
/// form `typeid`, other formats in their canonical text and only if their time is likely. Equally
/// likely readings of the whole text, in formats with `_` among their symbols, follow. A text of 26
/// characters without a prefix is also read as the `uuid7` of a TypeID, if its time is likely.
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
    let mut readings = Readings::NONE;
    readings.read(text.as_ref(), now);
    // Read each one again: the readings are large, and the iterator that is returned should be
    // small.
    readings
        .places()
        .into_iter()
        .map_while(move |place| read(text.as_ref(), place?, now))
        .map(|reading| reading.id)
}

/// How to read a text: as which format, and whether as a whole.
type Place = (Format, bool);

fn read(text: &[u8], (format, is_whole): Place, now: Timestamp) -> Option<Reading> {
    match is_whole {
        true => whole(text, format, now),
        false => behind_prefix(split_well_formed(text)?.1, format, now),
    }
}

/// Calls [`inspect_at`] with the system clock. On `wasm32-unknown-unknown`, requires the feature
/// `js`.
#[cfg(all(
    feature = "std",
    any(
        feature = "js",
        not(all(target_family = "wasm", target_os = "unknown"))
    )
))]
pub fn inspect(text: impl AsRef<[u8]>) -> impl Iterator<Item = Id> {
    inspect_at(text, Timestamp::now())
}

/// Returns each format that rejects a text, with its error, in the order of the formats' codes.
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
