//! The question what a text is, with its three answers.

use crate::detect::inspect::{Reading, readings};
use crate::detect::near::{Suggestion, suggestion};
use crate::error::Error;
use crate::formats::Format;
use crate::id::AnyId;
use crate::time::Timestamp;

/// What a text may be: returned by [`inspect_at`].
///
/// ```
/// use sortid::{Correction, ErrorCode, Format, Timestamp};
///
/// let now = Timestamp::from_unix_ms(1_700_000_000_000);
/// let mut readings = sortid::inspect_at("3jzfcijpj2z2a", now).readings();
/// assert_eq!(readings.next().map(|reading| reading.id.format()), Some(Format::Tid));
/// assert_eq!(readings.next().map(|reading| reading.id.format()), Some(Format::Timeid));
/// assert_eq!(readings.next(), None);
///
/// let misspelled = sortid::inspect_at("3JZFCIJPJ2Z2A", now);
/// assert_eq!(misspelled.readings().count(), 0);
/// let tid = misspelled.suggestions().next().expect("a tid");
/// assert_eq!(tid.id.to_string(), "3jzfcijpj2z2a");
/// assert!(tid.corrections.contains(Correction::Case));
///
/// let mut errors = sortid::inspect_at("kjzfcijpj2z2a", now).errors();
/// let (_, error) = errors.find(|(format, _)| *format == Format::Tid).expect("an error");
/// assert_eq!(error.code(), ErrorCode::OutOfRange);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Inspection<'a> {
    text: &'a [u8],
    now: Timestamp,
}

impl<'a> Inspection<'a> {
    /// Returns every reading of the text, likeliest first.
    ///
    /// Readings whose time lies between the introduction of the format and one day after `now` come
    /// first, then times up to ten years after `now`, then the rest, then reserved ids. `uid11_xid`
    /// always precedes the other uid11 formats, `uuid7` precedes `uuid7_draft01`, and of decimal
    /// integers the later time comes first. A decimal integer is also read with the epochs of Discord,
    /// LinkedIn and Sonyflake 2, if its time is then in the first group, which it leads.
    ///
    /// Nothing is trimmed or guessed. A format that accepts nearly every text (every UUID is a
    /// `lexical_uuid`) is listed only if its time is likely, and `any_uuid` only if the text is not a
    /// UUID of a known version.
    ///
    /// For a text with a [prefix](crate::prefix_of), the part after the prefix is read: UUIDs in their
    /// form `typeid`, other formats in their canonical text and only if their time is likely. Equally
    /// likely readings of the whole text, in formats with `_` among their symbols, follow. A text of 26
    /// characters without a prefix is also read as the `uuid7` of a TypeID, if its time is likely.
    pub fn readings(self) -> impl Iterator<Item = Reading> {
        readings(self.text, self.now)
    }

    /// Returns the likely ids that the text perhaps means, if it has no
    /// [reading](Self::readings): those that [`AnyId::parse_lenient`] reads, and those that differ
    /// in up to three look-alike characters, in the order of the formats' codes.
    pub fn suggestions(self) -> impl Iterator<Item = Suggestion> {
        let is_known = self.readings().next().is_some();
        let formats = Format::ALL.iter().filter(move |_| !is_known);
        formats.filter_map(move |&format| suggestion(self.text, format, self.now))
    }

    /// Returns each format that rejects the text, with its error, in the order of the formats'
    /// codes.
    pub fn errors(self) -> impl Iterator<Item = (Format, Error)> {
        let formats = Format::ALL.iter();
        formats.filter_map(move |&format| Some((format, AnyId::parse(self.text, format).err()?)))
    }
}

/// Inspects a text: [`readings`](Inspection::readings) are the ids that it may be,
/// [`suggestions`](Inspection::suggestions) those that it perhaps means, and
/// [`errors`](Inspection::errors) say why a format rejects it.
pub fn inspect_at<T: AsRef<[u8]> + ?Sized>(text: &T, now: Timestamp) -> Inspection<'_> {
    let text = text.as_ref();
    Inspection { text, now }
}

with_clock! {
    /// Calls [`inspect_at`] with the system clock. On `wasm32-unknown-unknown`, requires the feature
    /// `js`.
    pub fn inspect<T: AsRef<[u8]> + ?Sized>(text: &T) -> Inspection<'_> {
        inspect_at(text, Timestamp::now())
    }
}
