//! Search for ids in arbitrary text: logs, source code, pasted text.
//!
//! An id is a whole word. The search finds words first, many bytes at a time, and reads only words
//! whose length an id can have.

mod places;
mod runs;
mod wanted;

use core::iter::FusedIterator;
use core::ops::Range;

use crate::formats::Format;
use crate::id::AnyId;
use crate::time::Timestamp;

pub use places::{Places, places};
use runs::Runs;
use wanted::Wanted;

/// An iterator over the ids in some bytes, from first to last, with the position of each.
///
/// Returned by [`find_ids`] and [`find_ids_at`].
#[derive(Clone, Debug)]
pub struct FoundIds<'a> {
    bytes: &'a [u8],
    runs: Runs<'a>,
    wanted: Wanted,
    now: Timestamp,
}

impl Iterator for FoundIds<'_> {
    type Item = (Range<usize>, AnyId);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let run = self.runs.next()?;
            let word = self.bytes.get(run.clone())?;
            if let Some(reading) = self.wanted.likeliest(word, self.now) {
                return Some((run, reading.id));
            }
        }
    }
}

impl FusedIterator for FoundIds<'_> {}

/// Finds the ids in text of any kind, in one pass and without allocation. Returns the position of
/// each id and its likeliest reading.
///
/// If `formats` is `None`, the search covers the formats for which [`Format::is_found`] is true.
/// Other formats must be named. A word is an id under these conditions:
///
/// | format | condition |
/// |---|---|
/// | a UUID | hyphenated text with the variant and version of the format |
/// | `any_uuid` | hyphenated text of version 1 to 8; of any kind if the format is named |
/// | a UUID with a [prefix](crate::prefix_of) | the form `typeid`, as in a TypeID |
/// | any other | canonical text of a plausible time, with or without a prefix |
/// | one without a timestamp (`uid11_fullrand`) | canonical text |
///
/// A time is plausible from the introduction of the format until one day after `now`.
///
/// If several readings qualify, the result is the first one in the order of
/// [`inspect_at`](crate::inspect_at). A `uuid7` of 26 characters without a prefix has no fixed bits
/// in its text, so its time decides, as for other formats.
///
/// An id is a whole word: the bytes before and after it are not ASCII letters, digits, `_` or `-`.
/// The ends of the input and all other bytes, in any encoding, are boundaries. Ids are found after
/// `id=` and in quotes, brackets and URLs, but not inside a longer word. Hence ids never overlap,
/// and an id with a prefix is one match. Text that is not canonical, such as the 32 bare digits of
/// a UUID, is not found.
///
/// ```
/// use sortid::{Format, Timestamp};
///
/// let log = "GET /orders/order_01fwhe4ydgfk1shh6w1g60eecf 200 by=3jzfcijpj2z2a took=12ms";
/// let now = Timestamp::from_unix_ms(1_720_000_000_000);
/// let found: Vec<_> = sortid::find_ids_at(log, None, now)
///     .map(|(range, id)| (&log[range], id.format()))
///     .collect();
/// assert_eq!(
///     found,
///     [("order_01fwhe4ydgfk1shh6w1g60eecf", Format::Uuid7), ("3jzfcijpj2z2a", Format::Tid)]
/// );
///
/// // A number is an id only if its format is named.
/// let mut found =
///     sortid::find_ids_at("tweet 1777150623882019211", Some(&[Format::Snowflake]), now);
/// assert_eq!(found.next().map(|(range, _)| range), Some(6..25));
/// ```
pub fn find_ids_at<'a, T: AsRef<[u8]> + ?Sized>(
    bytes: &'a T,
    formats: Option<&[Format]>,
    now: Timestamp,
) -> FoundIds<'a> {
    let (bytes, wanted) = (bytes.as_ref(), Wanted::new(formats));
    FoundIds {
        bytes,
        runs: Runs::new(bytes, wanted.lengths()),
        wanted,
        now,
    }
}

with_clock! {
    /// Calls [`find_ids_at`] with the system clock. On `wasm32-unknown-unknown`, requires the feature
    /// `js`.
    ///
    /// ```
    /// let log = b"\xffid=017f22e2-79b0-7cc3-98c4-dc0c0c07398f;";
    /// let ids: Vec<_> = sortid::find_ids(log, None).collect();
    /// assert_eq!(ids, [(4..40, sortid::literals::uuid7!("017f22e2-79b0-7cc3-98c4-dc0c0c07398f").into())]);
    /// ```
    pub fn find_ids<'a, T: AsRef<[u8]> + ?Sized>(
        bytes: &'a T,
        formats: Option<&[Format]>,
    ) -> FoundIds<'a> {
        find_ids_at(bytes, formats, Timestamp::now())
    }
}
