//! Suggestions for a text that is not an id: the id that was perhaps meant. Reported, never
//! accepted.

use crate::codec::text::LENGTH_AT;
use crate::detect::inspect::{Likelihood, readings};
use crate::detect::lenient::{Correction, Corrections, corrected};
use crate::error::ErrorCode;
use crate::formats::Format;
use crate::id::AnyId;
use crate::time::Timestamp;

/// Characters that look alike to readers or in some fonts.
const LOOK_ALIKES: [&[u8]; 6] = [b"1IlLi", b"0Oo", b"2Zz", b"5Ss", b"8B", b"VUvu"];

/// Below this length, words of nearly the right length are coincidences.
const FEWEST_TO_MISS_ONE: usize = 20;

/// The maximum number of replaced characters.
const MOST_REPLACED: usize = 3;

/// An id that a rejected text perhaps means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Suggestion {
    /// The id.
    pub id: AnyId,
    /// The corrections by which the text would be this id.
    pub corrections: Corrections,
    /// The byte offset of the first wrong character, this character, and its look-alike, if
    /// look-alikes are all that differs.
    pub look_alike: Option<(usize, char, char)>,
}

/// Returns the format whose texts are one character longer or shorter than this text, which is not
/// an id; `any_uuid` for all formats of UUIDs.
#[doc(hidden)]
pub fn near_by_length(text: &[u8]) -> Option<Format> {
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
    formats.reduce(|first, other| match is_last_resort(&other) {
        true => other,
        false => first,
    })
}

/// Whether an id is likely, and among the readings of the text. A format without a timestamp must
/// have fixed bits to be likely.
fn is_likely(text: &[u8], id: &AnyId, now: Timestamp) -> bool {
    let is_likely = match id.likelihood(now) {
        Likelihood::InUse => true,
        Likelihood::Always | Likelihood::Timeless => id.format().rules().next().is_some(),
        _ => false,
    };
    is_likely && readings(text, now).any(|other| other.id == *id)
}

pub(crate) fn suggestion(text: &[u8], format: Format, now: Timestamp) -> Option<Suggestion> {
    if let Some((id, draft)) = corrected(text, format) {
        let corrections = draft.corrections;
        let is_alike = corrections == Corrections::NONE.with(Correction::Crockford);
        let mut pairs = text.iter().zip(draft.text()).enumerate();
        let first = pairs.find(|(_, (taken, meant))| taken != meant);
        let look_alike = first.map(|(at, (&taken, &meant))| (at, taken.into(), meant.into()));
        return is_likely(draft.text(), &id, now).then_some(Suggestion {
            id,
            corrections,
            look_alike: look_alike.filter(|_| is_alike),
        });
    }
    let mut bytes = [0; LENGTH_AT];
    let copy = bytes.get_mut(..text.len())?;
    copy.copy_from_slice(text);
    let mut look_alike = None;
    for _ in 0..MOST_REPLACED {
        let at = bad_byte(copy, format)?;
        let (taken, meant) = replace(copy, at, format)?;
        look_alike.get_or_insert((at, taken.into(), meant.into()));
        if let Ok(id) = AnyId::parse(&*copy, format)
            && is_likely(copy, &id, now)
        {
            return Some(Suggestion {
                id,
                corrections: Corrections::NONE.with(Correction::LookAlikes),
                look_alike,
            });
        }
    }
    None
}

fn bad_byte(text: &[u8], format: Format) -> Option<usize> {
    let error = AnyId::parse(text, format).err()?;
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

    fn misses(text: &str) -> std::vec::Vec<(Format, std::vec::Vec<&'static str>)> {
        let now = Timestamp::from_unix_ms(1_720_000_000_000);
        let told = |miss: Suggestion| {
            let names = miss.corrections.iter().map(Correction::name);
            (miss.id.format(), names.collect())
        };
        crate::inspect_at(text, now)
            .suggestions()
            .map(told)
            .collect()
    }

    #[test]
    fn lookalike_character_is_suggested() {
        let ulid = "01ARYZ6S41TSV4RRFFQ69G5FAV";
        assert!(misses(ulid).is_empty(), "it is one");
        let missed = misses(&ulid.replacen('1', "I", 1));
        assert!(
            missed.contains(&(Format::Ulid, vec!["crockford"])),
            "{missed:?}"
        );
        let missed = misses("O17f22e2-79b0-7cc3-98c4-dc0c0c07398f");
        assert!(missed.contains(&(Format::Uuid7, vec!["look_alikes"])));
        // A flake by its characters, of an unlikely time.
        assert!(misses("3JZFCIJPJ2Z2A").contains(&(Format::Tid, vec!["case"])));
        assert!(misses("3JZF-CIJ-PJ2Z-2A").contains(&(Format::Timeid, vec!["case"])));
        let missed = misses("{017f22e2-79b0-7cc3-98c4-dc0c0c07398f}");
        assert_eq!(missed, [(Format::Uuid7, vec!["braces"])]);
    }

    #[test]
    fn missing_character_is_reported() {
        let near = |text: &str| near_by_length(text.as_bytes());
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
            assert_eq!(misses(text), [], "{text}");
        }
    }
}
