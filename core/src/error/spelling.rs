//! Other spellings of names, and the name that is probably meant.

use crate::formats::Format;

/// The longest name that is compared with others.
const LONGEST_NAME: usize = 32;

/// A name as lower-case letters and digits, without a `v` before the version of a UUID.
struct Spelled {
    bytes: [u8; LONGEST_NAME],
    len: usize,
}

impl Spelled {
    /// `None` for longer names.
    #[inline]
    fn new(name: &str) -> Option<Self> {
        let mut spelled = Self {
            bytes: [0; LONGEST_NAME],
            len: 0,
        };
        for byte in name.bytes().filter(|byte| !b"-_ ".contains(byte)) {
            let byte = byte.to_ascii_lowercase();
            if byte == b'v' && spelled.as_bytes() == b"uuid" {
                continue;
            }
            *spelled.bytes.get_mut(spelled.len)? = byte;
            spelled.len += 1;
        }
        Some(spelled)
    }

    #[inline]
    fn as_bytes(&self) -> &[u8] {
        self.bytes.get(..self.len).unwrap_or_default()
    }

    /// The number of characters to insert, remove or replace (Levenshtein).
    #[inline]
    fn distance(&self, other: &Self) -> usize {
        let mut row: [usize; LONGEST_NAME + 1] = core::array::from_fn(|at| at);
        for (above, &a) in self.as_bytes().iter().enumerate() {
            let mut diagonal = above;
            row[0] = above + 1;
            for (left, &b) in other.as_bytes().iter().enumerate() {
                let replaced = diagonal + usize::from(a != b);
                diagonal = row[left + 1];
                row[left + 1] = replaced.min(row[left].min(diagonal) + 1);
            }
        }
        row[other.len]
    }
}

/// The most similar name, if one is similar enough.
#[inline]
pub(super) fn similar<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let wanted = Spelled::new(name)?;
    let distance = |known: &'a str| {
        let spelled = Spelled::new(known)?;
        let distance = wanted.distance(&spelled);
        (distance * 3 <= spelled.len).then_some((distance, known))
    };
    let closest = names.filter_map(distance);
    Some(closest.min_by_key(|(distance, _)| *distance)?.1)
}

impl Format {
    /// Returns the format with this name in any case, with or without hyphens and underscores, and
    /// with an optional `v` before the version of a UUID.
    ///
    /// ```
    /// use sortid::Format;
    ///
    /// assert_eq!(Format::from_any_spelling("UUIDv7"), Some(Format::Uuid7));
    /// assert_eq!(Format::from_any_spelling("ObjectId"), Some(Format::ObjectId));
    /// assert_eq!(Format::from_any_spelling("uuid3"), None);
    /// ```
    #[inline]
    pub fn from_any_spelling(name: &str) -> Option<Self> {
        let mut formats = Self::ALL.iter().copied();
        formats.find(|format| is_same_spelling(format.name(), name))
    }
}

/// Whether two names differ only in case, hyphens, underscores and the `v` before the version of a
/// UUID.
#[doc(hidden)]
#[inline]
pub fn is_same_spelling(one: &str, other: &str) -> bool {
    match (Spelled::new(one), Spelled::new(other)) {
        (Some(one), Some(other)) => one.as_bytes() == other.as_bytes(),
        _ => false,
    }
}
