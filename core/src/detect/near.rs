//! Suggestions for a text that is not an id: the id that was perhaps meant. Reported, never
//! accepted.

use crate::codec::text::LENGTH_AT;
use crate::detect::inspect::Likelihood;
use crate::error::ErrorCode;
use crate::formats::Format;
use crate::id::Id;
use crate::time::Timestamp;

/// Characters that look alike to readers or in some fonts.
const LOOK_ALIKES: [&[u8]; 6] = [b"1IlLi", b"0Oo", b"2Zz", b"5Ss", b"8B", b"VUvu"];

/// Below this length, words of nearly the right length are coincidences.
const FEWEST_TO_MISS_ONE: usize = 20;

/// The maximum number of replaced characters.
const MOST_SLIPS: usize = 3;

/// A typing error.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slip {
    /// The byte offset of a wrong character, this character, and the look-alike that was perhaps
    /// meant.
    Taken(usize, char, char),
    /// Letters in the wrong case.
    Case,
    /// A character too few or too many.
    Length,
}

/// A format and the error that separates a text from its ids.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NearMiss {
    /// The format.
    pub format: Format,
    /// The id that was perhaps meant, if known.
    pub id: Option<Id>,
    /// The first error.
    pub slip: Slip,
}

/// Returns the likely ids that differ from a text in up to three look-alike characters, or in the
/// case of its letters, in the order of the formats' codes. Returns nothing if a format accepts the
/// text.
#[doc(hidden)]
pub fn near_misses(text: &[u8], now: Timestamp) -> impl Iterator<Item = NearMiss> {
    let is_known = Format::ALL.iter().any(|&format| Id::is_valid(text, format));
    let formats = Format::ALL.iter().filter(move |_| !is_known);
    formats.filter_map(move |&format| near_miss(text, format, now))
}

const fn near(id: Id, slip: Slip) -> NearMiss {
    NearMiss {
        format: id.format(),
        id: Some(id),
        slip,
    }
}

/// Returns the format whose texts are one character longer or shorter than this text, which is not
/// an id; `any_uuid` for all formats of UUIDs.
#[doc(hidden)]
pub fn near_by_length(text: &[u8]) -> Option<NearMiss> {
    let is_near = |&format: &Format| {
        let literal = &format.row().literal;
        let len = format.text_len();
        let is_fixed = len >= FEWEST_TO_MISS_ONE && format.text_len_min() == len;
        let hyphens = text.iter().filter(|&&byte| byte == b'-').count();
        let is_of_symbols = || text.iter().all(|&byte| byte == b'-' || literal.has(byte));
        is_fixed && text.len().abs_diff(len) == 1 && hyphens == literal.hyphens() && is_of_symbols()
    };
    let is_last_resort = |format: &Format| format.row().inspected.last_resort;
    let formats = Format::ALL.iter().copied().filter(is_near);
    let format = formats.reduce(|first, other| match is_last_resort(&other) {
        true => other,
        false => first,
    })?;
    let slip = Slip::Length;
    Some(NearMiss {
        format,
        id: None,
        slip,
    })
}

fn near_miss(text: &[u8], format: Format, now: Timestamp) -> Option<NearMiss> {
    let mut bytes = [0; LENGTH_AT];
    let copy = bytes.get_mut(..text.len())?;
    let likely = |copy: &[u8]| {
        let id = Id::parse(copy, format).ok()?;
        let likelihood = id.likelihood(now);
        let is_likely = matches!(likelihood, Likelihood::InUse | Likelihood::Timeless);
        // A format without a timestamp must have fixed bits to be likely.
        (is_likely && (likelihood != Likelihood::Timeless || format.rules().next().is_some()))
            .then_some(id)
    };
    for turn in [<[u8]>::make_ascii_lowercase, <[u8]>::make_ascii_uppercase] {
        copy.copy_from_slice(text);
        turn(copy);
        if copy != text
            && let Some(id) = likely(copy)
        {
            return Some(near(id, Slip::Case));
        }
    }
    copy.copy_from_slice(text);
    let mut first = None;
    for _ in 0..MOST_SLIPS {
        let at = bad_byte(copy, format)?;
        let (taken, meant) = replace(copy, at, format)?;
        let slip = *first.get_or_insert(Slip::Taken(at, taken.into(), meant.into()));
        if let Some(id) = likely(copy) {
            return Some(near(id, slip));
        }
    }
    None
}

fn bad_byte(text: &[u8], format: Format) -> Option<usize> {
    let error = Id::parse(text, format).err()?;
    error
        .offset()
        .filter(|_| error.code() == ErrorCode::InvalidCharacter)
}

/// Replaces a character by a look-alike that is valid at this place. Returns both.
fn replace(text: &mut [u8], at: usize, format: Format) -> Option<(u8, u8)> {
    let taken = *text.get(at)?;
    let alike = LOOK_ALIKES.iter().find(|alike| alike.contains(&taken))?;
    for &meant in alike.iter().filter(|&&meant| meant != taken) {
        *text.get_mut(at)? = meant;
        if bad_byte(text, format) != Some(at) {
            return Some((taken, meant));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slips(text: &str) -> std::vec::Vec<(Format, Slip)> {
        let now = Timestamp::from_unix_ms(1_720_000_000_000);
        let misses = near_misses(text.as_bytes(), now);
        misses.map(|miss| (miss.format, miss.slip)).collect()
    }

    #[test]
    fn lookalike_character_is_suggested() {
        let ulid = "01ARYZ6S41TSV4RRFFQ69G5FAV";
        assert!(slips(ulid).is_empty(), "it is one");
        let slip = Slip::Taken(1, 'I', '1');
        let missed = slips(&ulid.replacen('1', "I", 1));
        assert!(missed.contains(&(Format::Ulid, slip)), "{missed:?}");
        let slip = Slip::Taken(0, 'O', '0');
        assert!(slips("O17f22e2-79b0-7cc3-98c4-dc0c0c07398f").contains(&(Format::Uuid7, slip)));
        assert_eq!(slips("3JZF-CIJ-PJ2Z-2A"), [(Format::Timeid, Slip::Case)]);
    }

    #[test]
    fn missing_character_is_reported() {
        let near = |text: &str| near_by_length(text.as_bytes()).map(|miss| miss.format);
        let uuid = "017f22e2-79b0-7cc3-98c4-dc0c0c07398";
        assert_eq!(near(uuid), Some(Format::AnyUuid));
        assert_eq!(near(&[uuid, "ff"].concat()), Some(Format::AnyUuid));
        assert_eq!(near("01ARYZ6S41TSV4RRFFQ69G5FA"), Some(Format::Ulid));
        for other in [&uuid[1..], &uuid.replacen('-', "0", 1), "3jzfcijpj2z2", ""] {
            assert_eq!(near(other), None, "{other}");
        }
    }

    #[test]
    fn words_are_near_to_nothing() {
        for text in [
            "",
            "!!",
            "hello, world!",
            "aaaaaaaaaaaaa!",
            "017f22e2-79b0-7cc3-98c4-dc0c0c07398!",
        ] {
            assert_eq!(slips(text), [], "{text}");
        }
    }
}
