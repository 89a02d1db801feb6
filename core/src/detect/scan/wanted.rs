//! The filter of formats in a search, and the reading of a word.

use core::ops::RangeInclusive;

use crate::codec::Codec;
use crate::codec::packed::TYPEID;
use crate::codec::uuid::{Uuid, is_of_uuids};
use crate::codec::value::Value;
use crate::detect::inspect::{Rank, Ranked, behind_prefix, formats, of_uuid, precedence, whole};
use crate::formats::Format;
use crate::formats::kind::UuidKind;
use crate::formats::row::AmongWords;
use crate::id::prefixed::{Prefix, split_well_formed};
use crate::time::Timestamp;

/// A set of formats, one bit each. Of equally likely readings the one with the lowest bit is first.
type Formats = u64;

const COUNT: usize = Format::ALL.len();

/// The formats in the order of their bits.
static ORDER: [Format; COUNT] = {
    let mut order = [Format::Tid; COUNT];
    let mut i = 0;
    while i < COUNT {
        order[bit(Format::ALL[i]).trailing_zeros() as usize] = Format::ALL[i];
        i += 1;
    }
    order
};

const fn bit(format: Format) -> Formats {
    const BITS: [Formats; COUNT] = {
        assert!(COUNT <= Formats::BITS as usize);
        let (mut bits, mut i) = ([0; COUNT], 0);
        while i < COUNT {
            let (mut before, mut j) = (0, 0);
            while j < COUNT {
                before += (place(Format::ALL[j]) < place(Format::ALL[i])) as u32;
                j += 1;
            }
            bits[i] = 1 << before;
            i += 1;
        }
        bits
    };
    BITS[format.code() as usize - 1]
}

/// Returns a number for each format, in the order of [`precedence`].
const fn place(format: Format) -> u32 {
    let (first, is_after) = precedence(format);
    (first.code() as u32) << 16 | (is_after as u32) << 8 | format.code() as u32
}

/// The formats that are searched for by default.
const USUAL: Formats = formats!(bit, format: format.is_found());
/// The formats whose texts are UUIDs, which are parsed once for all of them.
const UUIDS: Formats = formats!(bit, format: is_of_uuids(&format.row().literal));

/// An upper bound of text lengths.
const LONGEST: usize = 63;
/// The number of symbols of a UUID after a prefix.
const TYPEID_LEN: usize = TYPEID.literal().len() as usize;

/// For each length the formats whose canonical text or bare TypeID has it, and the formats whose
/// text after a prefix has it.
static OF_LENGTH: [(Formats, Formats); LONGEST + 1] = {
    let (mut table, mut len) = ([(0, 0); LONGEST + 1], 0);
    while len <= LONGEST {
        let canonical =
            formats!(bit, format: format.text_len_min() <= len && len <= format.text_len());
        let prefixed = formats!(bit, format: format.takes_prefix()) & canonical & !UUIDS;
        table[len] = (canonical, prefixed);
        len += 1;
    }
    table[TYPEID_LEN].0 |= formats!(bit, format: format.row().inspected.bare_typeid);
    table[TYPEID_LEN].1 |= UUIDS;
    table
};

/// The formats to search for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted {
    formats: Formats,
    /// Formats were requested explicitly: accept UUIDs of undefined kinds too.
    named: bool,
    /// One bit per possible length of the text after a prefix.
    suffixes: u64,
}

impl Wanted {
    pub(super) fn new(formats: Option<&[Format]>) -> Self {
        let named = formats.map(|formats| formats.iter().fold(0, |all, &format| all | bit(format)));
        let formats = named.unwrap_or(USUAL);
        let suffixes = OF_LENGTH.iter().rev().fold(0, |lengths, (_, prefixed)| {
            lengths << 1 | u64::from(prefixed & formats != 0)
        });
        Self {
            formats,
            named: named.is_some(),
            suffixes,
        }
    }

    /// Returns the lengths of words that can be ids.
    pub(super) fn lengths(&self) -> RangeInclusive<usize> {
        let is_wanted = |(canonical, _): &(Formats, Formats)| canonical & self.formats != 0;
        let canonical = OF_LENGTH.iter().position(is_wanted).unwrap_or(LONGEST);
        // The shortest prefix has one letter.
        let prefixed = self.suffixes.trailing_zeros() as usize + 2;
        let longest = self.suffixes.checked_ilog2().unwrap_or_default() as usize;
        let longest = Prefix::MAX_LEN + 1 + longest;
        canonical.min(prefixed)..=longest
    }

    /// Returns the likeliest reading of a word.
    #[inline]
    pub(super) fn likeliest(&self, word: &[u8], now: Timestamp) -> Option<Ranked> {
        let canonical = OF_LENGTH
            .get(word.len())
            .map_or(0, |(canonical, _)| *canonical);
        let canonical = canonical & self.formats;
        let may_have_prefix = word.first().is_some_and(u8::is_ascii_lowercase);
        let suffix = match may_have_prefix {
            true => self.suffix(word),
            false => None,
        };
        if canonical == 0 && suffix.is_none() {
            return None;
        }
        let behind = suffix.and_then(|suffix| self.behind(suffix, now));
        match behind {
            Some(reading) if reading.rank == Rank::InUse => behind,
            _ => likelier(behind, self.whole(word, canonical, now)),
        }
    }

    /// Returns the text after a prefix, if an id can have its length.
    #[inline]
    fn suffix<'a>(&self, word: &'a [u8]) -> Option<&'a [u8]> {
        let mut lengths = self.suffixes;
        while lengths != 0 {
            let len = lengths.trailing_zeros() as usize;
            lengths &= lengths - 1;
            let separator = word.len().checked_sub(len + 1)?;
            if word[separator] == b'_' {
                let (_, suffix) = split_well_formed(word)?;
                return Some(suffix).filter(|suffix| suffix.len() == len);
            }
        }
        None
    }

    fn behind(&self, suffix: &[u8], now: Timestamp) -> Option<Ranked> {
        let (_, prefixed) = OF_LENGTH.get(suffix.len())?;
        let uuid = Text {
            formats: UUIDS,
            read: || TYPEID.parse(suffix).ok(),
            is_whole: false,
        };
        let other = |format| behind_prefix(suffix, format, now);
        self.first(prefixed & self.formats, uuid, other, now)
    }

    fn whole(&self, word: &[u8], canonical: Formats, now: Timestamp) -> Option<Ranked> {
        let is_bare = word.len() == TYPEID_LEN;
        let uuid = Text {
            formats: if is_bare { 0 } else { UUIDS },
            read: || Uuid.parse(word).ok(),
            is_whole: true,
        };
        let other = |format: Format| {
            let may_be = is_bare || format.row().literal.may_begin_and_end(word);
            may_be.then(|| whole(word, format, now)).flatten()
        };
        self.first(canonical & self.formats, uuid, other, now)
    }

    /// Returns the likeliest reading in these formats.
    fn first(
        &self,
        formats: Formats,
        uuid: Text<impl Fn() -> Option<Value>>,
        other: impl Fn(Format) -> Option<Ranked>,
        now: Timestamp,
    ) -> Option<Ranked> {
        let (mut first, mut left) = (None::<Ranked>, formats);
        let mut value = None;
        while let Some(&format) = ORDER.get(left.trailing_zeros() as usize) {
            left &= left - 1;
            // Later formats are not likelier, except that equal precedence compares times.
            if let Some(first) = &first
                && first.rank == Rank::InUse
                && precedence(first.id.format()) != precedence(format)
            {
                break;
            }
            let reading = match uuid.formats & bit(format) != 0 {
                true => {
                    let value = *value.get_or_insert_with(&uuid.read);
                    value.and_then(|value| uuid.reading(value, format, now))
                }
                false => other(format),
            };
            let reading = reading.filter(|reading| self.is_told(reading, uuid.formats));
            first = likelier(first, reading);
        }
        first
    }

    /// Returns whether an id is distinguishable from ordinary words.
    fn is_told(&self, reading: &Ranked, with_marks: Formats) -> bool {
        let format = reading.id.format();
        let row = format.row();
        match row.inspected.among_words {
            AmongWords::ByMarks if with_marks & bit(format) != 0 => {
                self.named || reading.id.kind().is_none_or(UuidKind::is_defined)
            }
            _ => reading.rank == Rank::InUse || !row.tells_time,
        }
    }
}

/// A UUID's text, parsed once for all formats of UUIDs.
struct Text<R> {
    formats: Formats,
    read: R,
    is_whole: bool,
}

impl<R> Text<R> {
    fn reading(&self, value: Value, format: Format, now: Timestamp) -> Option<Ranked> {
        let if_likely = format.row().inspected.if_likely;
        Ranked::listed(of_uuid(value, format)?, self.is_whole, if_likely, now)
    }
}

#[inline]
fn likelier(first: Option<Ranked>, other: Option<Ranked>) -> Option<Ranked> {
    let is_other = match (&first, &other) {
        (Some(first), Some(other)) => other.compare(first).is_lt(),
        (None, _) => true,
        (_, None) => false,
    };
    if is_other { other } else { first }
}

#[test]
fn texts_of_uuids_are_those_with_a_typeid() {
    use crate::codec::Form;
    use crate::id::prefixed::suffix_form;

    for &format in Format::ALL {
        let is_of_uuids = UUIDS & bit(format) != 0;
        assert_eq!(is_of_uuids, suffix_form(format) == Form::Typeid, "{format}");
    }
}

#[test]
fn formats_have_the_order_of_their_readings() {
    assert!(ORDER.is_sorted_by_key(|&format| (precedence(format), format)));
    assert!(Format::ALL.iter().all(|format| ORDER.contains(format)));
}
