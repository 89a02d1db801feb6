//! Identification of a text: every format that accepts it, likeliest first.

mod readings;

use core::cmp::{Ordering, Reverse};

use crate::codec::Form;
use crate::error::Error;
use crate::formats::Format;
use crate::formats::options::Epoch;
use crate::id::AnyId;
use crate::id::prefixed::{split_well_formed, suffix_form, suffix_of};
use crate::time::Timestamp;
use sortid_engine::time::Scale;

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

impl AnyId {
    /// Returns how likely it is that this id was meant, at the time `now`.
    #[doc(hidden)]
    #[inline]
    pub fn likelihood(&self, now: Timestamp) -> Likelihood {
        let likely_from = self.format().row().inspected.likely_from;
        self.likelihood_at(self.timestamp(), likely_from, now)
    }

    #[inline]
    fn likelihood_at(
        &self,
        time: Result<Timestamp, Error>,
        likely_from: i64,
        now: Timestamp,
    ) -> Likelihood {
        if self.is_reserved() {
            return Likelihood::Reserved;
        }
        if self.format().row().inspected.always_likely {
            return Likelihood::Always;
        }
        let ahead = |seconds: i64| now.seconds().saturating_add(seconds);
        match time.map(|time| time.seconds()) {
            Ok(time) if time < likely_from => Likelihood::Early,
            Ok(time) if time <= ahead(DAY) => Likelihood::InUse,
            Ok(time) if time <= ahead(TEN_YEARS) => Likelihood::Ahead,
            Ok(_) => Likelihood::Late,
            Err(_) => Likelihood::Timeless,
        }
    }
}

/// Ids with an epoch other than their format's, which their bits do not encode, and the Unix time in
/// seconds from which on their times are likely.
const NAMED: [(Epoch, Format, i64); 3] = [
    (Epoch::Discord, Format::Snowflake, 1_422_662_400),
    (Epoch::Linkedin, Format::Snowflake, 1_291_426_974),
    (Epoch::SonyflakeV2, Format::Sonyflake, 1_738_281_600),
];

/// An id that a text may be, with the epoch of its time.
///
/// ```
/// use sortid::options::Epoch;
/// use sortid::{Format, Timestamp};
///
/// let now = Timestamp::from_unix_ms(1_700_000_000_000);
/// let mut readings = sortid::inspect_at("175928847299117063", now).readings();
/// let discord = readings.next().expect("a reading");
/// assert_eq!((discord.id.format(), discord.epoch), (Format::Snowflake, Some(Epoch::Discord)));
/// assert_eq!(discord.timestamp()?.seconds(), 1_462_015_105);
/// # Ok::<(), sortid::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Reading {
    /// The id.
    pub id: AnyId,
    /// The named epoch of the time, or `None` for the format's own.
    pub epoch: Option<Epoch>,
}

impl Reading {
    /// Returns the time of the id with this epoch.
    ///
    /// # Errors
    /// Same as [`AnyId::timestamp`].
    pub fn timestamp(&self) -> Result<Timestamp, Error> {
        let Some(epoch) = self.epoch else {
            return self.id.timestamp();
        };
        let time = self.id.format().row().default_time()?;
        let scale = Scale::since_unix_ms(epoch.unix_ms(), time.scale.unit_ns);
        Ok(Timestamp(scale.start(time.read(self.id.value()))?))
    }

    /// Returns how likely it is that this was meant, at the time `now`.
    #[doc(hidden)]
    pub fn likelihood(&self, now: Timestamp) -> Likelihood {
        let (id, named) = (self.id, (self.epoch, self.id.format()));
        let mut all = NAMED.iter();
        match all.find(|&&(epoch, format, _)| (Some(epoch), format) == named) {
            Some((.., likely_from)) => id.likelihood_at(self.timestamp(), *likely_from, now),
            None => id.likelihood(now),
        }
    }
}

/// A reading with its place in the order.
#[derive(Clone, Copy)]
pub(crate) struct Ranked {
    pub(crate) rank: Rank,
    /// Whether the whole text was read, not the part after a prefix.
    pub(crate) is_whole: bool,
    pub(crate) id: AnyId,
    epoch: Option<Epoch>,
}

impl Ranked {
    fn reading(&self) -> Reading {
        let (id, epoch) = (self.id, self.epoch);
        Reading { id, epoch }
    }

    /// Returns the reading of the same id with a named epoch.
    fn with(self, epoch: Epoch, now: Timestamp) -> Ranked {
        let epoch = Some(epoch);
        let rank = Reading { id: self.id, epoch }.likelihood(now).rank();
        Ranked {
            rank,
            epoch,
            ..self
        }
    }

    /// Returns the likely readings of the same id with named epochs.
    fn named(self, now: Timestamp) -> impl Iterator<Item = Ranked> {
        let named = NAMED
            .iter()
            .filter(move |(_, format, _)| *format == self.id.format());
        let named = named.map(move |&(epoch, ..)| self.with(epoch, now));
        named.filter(|reading| reading.rank == Rank::InUse)
    }

    /// Returns `None` if the reading is unlikely, and its format is listed only if likely.
    #[inline]
    pub(crate) fn listed(
        id: AnyId,
        is_whole: bool,
        if_likely: bool,
        now: Timestamp,
    ) -> Option<Ranked> {
        let rank = id.likelihood(now).rank();
        let reading = Ranked {
            rank,
            is_whole,
            id,
            epoch: None,
        };
        (!if_likely || rank <= Rank::Ahead).then_some(reading)
    }

    /// Orders likelier readings first.
    pub(crate) fn compare(&self, other: &Ranked) -> Ordering {
        let formats = [self, other].map(|reading| reading.id.format());
        let [place, others] = formats.map(precedence);
        // Compared last, because the time must be decoded.
        let latest = |reading: &Ranked| match is_decimal(reading.id.format()) {
            true => reading.reading().timestamp().ok().map(Reverse),
            false => None,
        };
        let [is_own, other_is_own] = [self, other].map(|reading| reading.epoch.is_none());
        (self.rank, self.is_whole, place, is_own)
            .cmp(&(other.rank, other.is_whole, others, other_is_own))
            .then_with(|| latest(self).cmp(&latest(other)))
            .then(formats[0].cmp(&formats[1]))
    }
}

/// Reads the text after a prefix: as a UUID at any time, as any other format only if that is
/// likely, because `_` joins all kinds of words.
pub(crate) fn behind_prefix(suffix: &[u8], format: Format, now: Timestamp) -> Option<Ranked> {
    let id = suffix_of(suffix, format)
        .ok()
        .filter(|_| format.takes_prefix())?;
    let if_likely = format.row().inspected.if_likely || suffix_form(format) == Form::Canonical;
    Ranked::listed(id, false, if_likely, now)
}

/// Reads the whole text.
pub(crate) fn whole(text: &[u8], format: Format, now: Timestamp) -> Option<Ranked> {
    whole_as(AnyId::parse(text, format).ok(), text, format, now)
}

/// The same, if the text has already been parsed in the format's own forms.
#[inline]
fn whole_as(own: Option<AnyId>, text: &[u8], format: Format, now: Timestamp) -> Option<Ranked> {
    let inspected = format.row().inspected;
    let (id, if_likely) = match own {
        Some(id) => (id, inspected.if_likely),
        None if inspected.bare_typeid => (suffix_of(text, format).ok()?, true),
        None => return None,
    };
    Ranked::listed(id, true, if_likely, now)
}

/// Returns the order of equally likely readings: by code, except for formats that follow another
/// one, and decimal formats, which share a place and are ordered by time, later first, after those
/// with a named epoch.
pub(crate) const fn precedence(format: Format) -> (Format, bool) {
    match format {
        Format::Uuid7Draft01 => (Format::Uuid7, true),
        Format::OrderedUuid => (Format::Uuid4, true),
        // Newer, and read only if made since it came into use.
        Format::ElasticsearchKOrdered => (Format::Elasticflake, false),
        Format::Elasticflake => (Format::Elasticflake, true),
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

/// [`Inspection::readings`](crate::Inspection::readings).
pub(crate) fn readings(text: &[u8], now: Timestamp) -> impl Iterator<Item = Reading> {
    let mut readings = Readings::NONE;
    readings.read(text, now);
    // Read each one again: the readings are large, and the iterator that is returned should be
    // small.
    let places = readings.places().into_iter();
    places.map_while(move |place| read(text, place?, now))
}

/// How to read a text: as which format, whether as a whole, and with which epoch.
type Place = (Format, bool, Option<Epoch>);

fn read(text: &[u8], (format, is_whole, epoch): Place, now: Timestamp) -> Option<Reading> {
    let read = match is_whole {
        true => whole(text, format, now),
        false => behind_prefix(split_well_formed(text)?.1, format, now),
    };
    Some(Reading {
        id: read?.id,
        epoch,
    })
}
