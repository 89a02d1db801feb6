//! "What is this id?": every format that accepts a text, likeliest first.

mod readings;

use core::cmp::{Ordering, Reverse};

use crate::codec::Form;
use crate::error::Error;
use crate::formats::Format;
use crate::id::Id;
use crate::layout::InspectedAt;
use crate::prefixed::{split_well_formed, suffix_form, suffix_of};
use crate::time::Timestamp;

pub use readings::Readings;
pub(crate) use readings::{formats, of_uuid};

/// One day and ten years, in seconds.
const DAY: i64 = 86_400;
const TEN_YEARS: i64 = 315_576_000;

/// How likely a reading is: the smaller, the likelier.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Rank {
    InUse,
    Ahead,
    Other,
    Reserved,
}

/// How likely a reading is, and by what: for the time that it tells, if it tells one.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Likelihood {
    /// Of a format that is likely whatever its time.
    Always,
    /// From when the format came into use until one day after now.
    InUse,
    /// Up to ten years after now.
    Ahead,
    /// Before the format came into use.
    Early,
    /// More than ten years after now.
    Late,
    /// It tells no time.
    Timeless,
    /// It is never generated.
    Reserved,
}

impl Likelihood {
    /// One word of four.
    pub const fn word(self) -> &'static str {
        match self {
            Likelihood::Always | Likelihood::InUse => "likely",
            Likelihood::Ahead | Likelihood::Timeless => "possible",
            Likelihood::Early | Likelihood::Late => "unlikely",
            Likelihood::Reserved => "reserved",
        }
    }

    /// Why, in words that follow the word.
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
    /// How likely it is that something is this id, `now` being the time.
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

/// A text as an id of a format.
#[derive(Clone, Copy)]
pub(crate) struct Reading {
    pub(crate) rank: Rank,
    /// Of the whole text, not of what stands behind a prefix.
    pub(crate) is_whole: bool,
    pub(crate) id: Id,
}

impl Reading {
    /// Unless it is listed only where it is likely, and is not.
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

    /// The likelier stands first.
    pub(crate) fn compare(&self, other: &Reading) -> Ordering {
        let formats = [self, other].map(|reading| reading.id.format());
        let [place, others] = formats.map(precedence);
        // Asked for last, as it has to be read.
        let latest = |reading: &Reading| match reading.id.format().row().inspected.place {
            InspectedAt::With(_) => reading.id.timestamp().ok().map(Reverse),
            _ => None,
        };
        (self.rank, self.is_whole, place)
            .cmp(&(other.rank, other.is_whole, others))
            .then_with(|| latest(self).cmp(&latest(other)))
            .then(formats[0].cmp(&formats[1]))
    }
}

/// The reading of what stands behind a prefix: of a UUID whatever its time, of every other format if it is likely, for
/// words are joined by `_` everywhere.
pub(crate) fn behind_prefix(suffix: &[u8], format: Format, now: Timestamp) -> Option<Reading> {
    let id = suffix_of(suffix, format)
        .ok()
        .filter(|_| format.takes_prefix())?;
    let if_likely = format.row().inspected.if_likely || suffix_form(format) == Form::Canonical;
    Reading::listed(id, false, if_likely, now)
}

/// The reading of the whole text.
pub(crate) fn whole(text: &[u8], format: Format, now: Timestamp) -> Option<Reading> {
    whole_as(Id::parse(text, format).ok(), text, format, now)
}

/// The same, of what the text is as one of the format's own.
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

/// Equally likely readings stand in the order of their codes, but for those that follow another's, and those that
/// stand together, the later time first.
pub(crate) const fn precedence(format: Format) -> (Format, bool) {
    match format.row().inspected.place {
        InspectedAt::Code => (format, false),
        InspectedAt::After(first) => (first, true),
        InspectedAt::With(first) => (first, false),
    }
}

/// Every reading of a text, likeliest first: readings with a time from when the format came into use until one day
/// after `now`, then until ten years after it, then the rest, then reserved ids; `uid11_xid` always before the other
/// uid11 formats, `uuid7` before `uuid7_draft01`, and of decimal integers the later time first. Nothing is trimmed or
/// guessed; what nearly every text is (every UUID a `lexical_uuid`) is listed only where its time is likely, and `any_uuid` only
/// where a text is no UUID of a known version.
///
/// Of a text with a [prefix](crate::prefix_of) the readings are those of what stands behind it, UUIDs in their form
/// `typeid`, all others in their canonical text and where their time is likely; behind these, where equally likely, those
/// of the whole text, whose symbols have `_` among them. 26 characters without a prefix are also read as the `uuid7` of a
/// TypeID where its time is likely.
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
    // Read once more: what is told then is small, wherever it is moved.
    readings
        .places()
        .into_iter()
        .map_while(move |place| read(text.as_ref(), place?, now))
        .map(|reading| reading.id)
}

/// What reads a text: a format, and whether it is that of the whole text.
type Place = (Format, bool);

fn read(text: &[u8], (format, is_whole): Place, now: Timestamp) -> Option<Reading> {
    match is_whole {
        true => whole(text, format, now),
        false => behind_prefix(split_well_formed(text)?.1, format, now),
    }
}

/// [`inspect_at`] with the system's clock. Not there on `wasm32-unknown-unknown`, where nothing tells the time.
#[cfg(all(
    feature = "std",
    not(all(target_family = "wasm", target_os = "unknown"))
))]
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
