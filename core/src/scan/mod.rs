//! Ids in any text: in logs, in source code, in what somebody pasted.
//!
//! An id is a whole word, so the words are found first, many bytes at a time, and only those are read that are as long as an id.

mod places;
mod runs;
mod wanted;

use core::iter::FusedIterator;
use core::ops::Range;

use crate::formats::Format;
use crate::id::Id;
use crate::time::Timestamp;

pub use places::{Places, places};
use runs::Runs;
use wanted::Wanted;

/// The ids in some bytes, from the first to the last: where each stands, and what it is.
///
/// An iterator that [`find_ids`] and [`find_ids_at`] return.
#[derive(Clone, Debug)]
pub struct FoundIds<'a> {
    bytes: &'a [u8],
    runs: Runs<'a>,
    wanted: Wanted,
    now: Timestamp,
}

impl Iterator for FoundIds<'_> {
    type Item = (Range<usize>, Id);

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

/// The ids in a text of any kind, in one pass and without allocation: where each stands, and its likeliest reading.
///
/// `None` looks for the formats of which [`Format::is_found`] is true; others must be named. What is told of a word:
///
/// | format | is an id if it is written as |
/// |---|---|
/// | a UUID | hyphenated text with variant and version of its format; `any_uuid`: of version 1 to 8, and of any kind where it is named |
/// | the same, behind a [prefix](crate::prefix_of) | the form `typeid`, as a TypeID is |
/// | every other | canonical text, of a time from when the format came into use until one day after `now`, with a prefix or without |
/// | one that tells no time (`uid11_fullrand`) | canonical text |
///
/// So far [`inspect_at`](crate::inspect_at) is asked, which also tells the likeliest where there are several: the first of its readings that is
/// of these formats. A `uuid7` of 26 characters without a prefix is judged by its time, as formats without marks are.
///
/// An id is a whole word: before and behind it stands no ASCII letter, no digit, no `_` and no `-`, but the end of the bytes or any other
/// byte, whatever the encoding. With `id=…`, in quotes, brackets and URLs it is found, in a longer word it is not. So no two overlap, and with
/// its prefix it is found as one. Texts that are no canonical ones (32 bare digits of a UUID) are not looked for.
///
/// ```
/// use sortid::{Format, Timestamp};
///
/// let log = "GET /orders/order_01fwhe4ydgfk1shh6w1g60eecf 200 by=3jzfcijpj2z2a took=12ms";
/// let now = Timestamp::from_unix_ms(1_720_000_000_000);
/// let found: Vec<_> = sortid::find_ids_at(log, None, now)
///     .map(|(range, id)| (&log[range], id.format()))
///     .collect();
/// assert_eq!(found, [("order_01fwhe4ydgfk1shh6w1g60eecf", Format::Uuid7), ("3jzfcijpj2z2a", Format::Tid)]);
///
/// // A number is an id only for who knows it.
/// let mut found = sortid::find_ids_at("tweet 1777150623882019211", Some(&[Format::Snowflake]), now);
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

/// [`find_ids_at`] with the system's clock. Not there on `wasm32-unknown-unknown`, where nothing tells the time.
///
/// ```
/// let log = b"\xffid=017f22e2-79b0-7cc3-98c4-dc0c0c07398f;";
/// let ids: Vec<_> = sortid::find_ids(log, None).collect();
/// assert_eq!(ids, [(4..40, sortid::uuid7!("017f22e2-79b0-7cc3-98c4-dc0c0c07398f").into())]);
/// ```
#[cfg(all(
    feature = "std",
    not(all(target_family = "wasm", target_os = "unknown"))
))]
pub fn find_ids<'a, T: AsRef<[u8]> + ?Sized>(
    bytes: &'a T,
    formats: Option<&[Format]>,
) -> FoundIds<'a> {
    find_ids_at(bytes, formats, Timestamp::now())
}
