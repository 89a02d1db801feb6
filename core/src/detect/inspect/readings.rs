//! All readings of a text: the choice of formats to try, and the order of the results.

use super::{NAMED, Place, Ranked, Reading, behind_prefix, whole_as};
use crate::codec::uuid::{Uuid, is_of_uuids};
use crate::codec::value::Value;
use crate::codec::{Codec, Form};
use crate::formats::Format;
use crate::id::AnyId;
use crate::id::prefixed::split_well_formed;
use crate::time::Timestamp;

/// Builds a bit set of the formats that satisfy a condition.
macro_rules! formats {
    ($bit:path, $format:ident: $condition:expr) => {{
        let (mut formats, mut i) = (0, 0);
        while i < Format::ALL.len() {
            let $format = Format::ALL[i];
            if $condition {
                formats |= $bit($format);
            }
            i += 1;
        }
        formats
    }};
}
pub(crate) use formats;

/// The readings of a text. Large, so best reused in place.
#[doc(hidden)]
#[derive(Clone)]
pub struct Readings {
    /// The first `count` are current; later ones are left over from earlier texts.
    all: [Option<Ranked>; MOST],
    count: usize,
}

impl Readings {
    /// The readings of no text.
    pub const NONE: Readings = Readings {
        all: [None; MOST],
        count: 0,
    };

    /// Returns the readings, likeliest first.
    pub fn all(&self) -> impl Iterator<Item = Reading> {
        self.told().map(Ranked::reading)
    }

    fn told(&self) -> impl Iterator<Item = &Ranked> {
        self.all[..self.count].iter().flatten()
    }

    pub(super) fn places(&self) -> [Option<Place>; MOST] {
        let mut places = [None; MOST];
        for (place, reading) in places.iter_mut().zip(self.told()) {
            *place = Some((reading.id.format(), reading.is_whole, reading.epoch));
        }
        places
    }

    /// Reads `text` in place of an earlier one. Returns whether there are any readings.
    pub(crate) fn read(&mut self, text: &[u8], now: Timestamp) -> bool {
        let suffix = split_well_formed(text).map(|(_, suffix)| suffix);
        self.count = 0;
        let of_length = |text: &[u8]| MAY_READ.get(text.len()).copied().unwrap_or(0);
        let mut left = of_length(text) | suffix.map_or(0, of_length);
        // Parsed once for all UUID formats.
        let uuid = (left & UUIDS != 0).then(|| Uuid.parse(text).ok()).flatten();
        while let Some(&format) = Format::ALL.get(left.trailing_zeros() as usize) {
            let one = left & left.wrapping_neg();
            left &= left - 1;
            let own = match UUIDS & one != 0 {
                true => uuid.and_then(|uuid| of_uuid(uuid, format)),
                false if uuid.is_some() && format.row().inspected.skips_uuids => None,
                false => AnyId::parse(text, format).ok(),
            };
            if own.is_none() && suffix.is_none() && BARE_TYPEIDS & one == 0 {
                continue;
            }
            let behind = suffix.and_then(|suffix| behind_prefix(suffix, format, now));
            if let Some(reading) = behind.or_else(|| whole_as(own, text, format, now)) {
                self.add(reading);
            }
        }
        if text.len() <= LONGEST_NAMED && text.first().is_some_and(u8::is_ascii_digit) {
            self.add_named(now);
        }
        drop_last_resorts(&mut self.all[..self.count], text);
        self.told().next().is_some()
    }

    /// Adds the readings with named epochs.
    fn add_named(&mut self, now: Timestamp) {
        let (own, count) = (self.all, self.count);
        let own = own.into_iter().take(count).flatten();
        own.filter(|own| own.is_whole)
            .flat_map(|own| own.named(now))
            .for_each(|named| self.add(named));
    }

    /// Inserts a reading in order, which is fast enough for a few readings.
    fn add(&mut self, reading: Ranked) {
        let after = self.all[..self.count].partition_point(|other| {
            other
                .as_ref()
                .is_some_and(|other| other.compare(&reading).is_le())
        });
        self.all.copy_within(after..self.count, after + 1);
        self.all[after] = Some(reading);
        self.count += 1;
    }
}

/// For each text length, the listed formats that may accept it, one bit per format in the order of their
/// codes. The other formats reject the length and need not be tried.
static MAY_READ: [u64; LONGEST + 1] = READ_AT_MOST;

const READ_AT_MOST: [u64; LONGEST + 1] = {
    let (mut table, mut len) = ([0; LONGEST + 1], 0);
    while len <= LONGEST {
        table[len] = formats!(bit, format: may_read(format, len));
        len += 1;
    }
    table
};

const fn bit(format: Format) -> u64 {
    1 << (format.code() - 1)
}

/// The formats whose texts are UUIDs, as bits, and the mask and values of each format's fixed bits.
/// The fixed bits rule out most formats for a UUID without access to their rows.
const UUIDS: u64 = formats!(bit, format: is_of_uuids(&format.row().literal));
static MARKS: [(u128, u128); Format::ALL.len()] = {
    let (mut all, mut i) = ([(0, 0); Format::ALL.len()], 0);
    while i < Format::ALL.len() {
        let (marks, mut nth) = (Format::ALL[i].row().marks, 0);
        while nth < marks.len() {
            let place = marks[nth].place();
            all[i].0 |= place.mask().to_u128();
            all[i].1 |= place.write(marks[nth].value).to_u128();
            nth += 1;
        }
        i += 1;
    }
    all
};

/// The formats that are also read from their form `typeid` without a prefix.
const BARE_TYPEIDS: u64 = formats!(bit, format: format.row().inspected.bare_typeid);

/// Returns a UUID as an id of the format, which it rarely is: most differ in their fixed bits.
#[inline]
pub(crate) fn of_uuid(uuid: Value, format: Format) -> Option<AnyId> {
    let (mask, marks) = *MARKS.get(usize::from(format.code()).checked_sub(1)?)?;
    match uuid.to_u128() & mask == marks {
        true => AnyId::checked(format, uuid).ok(),
        false => None,
    }
}

/// The greatest length of texts that are read with named epochs.
const LONGEST_NAMED: usize = {
    let (mut longest, mut i) = (0, 0);
    while i < NAMED.len() {
        let len = NAMED[i].1.text_len();
        longest = if len > longest { len } else { longest };
        i += 1;
    }
    longest
};

/// An upper bound of the length of a text without a prefix.
const LONGEST: usize = 63;

/// The maximum number of readings of a text: of the whole text and of the part after a prefix.
const MOST: usize = {
    let (mut most, mut len) = (0, 0);
    while len <= LONGEST {
        let formats = READ_AT_MOST[len].count_ones() as usize;
        most = if formats > most { formats } else { most };
        len += 1;
    }
    let formats = if 2 * most < Format::ALL.len() {
        2 * most
    } else {
        Format::ALL.len()
    };
    formats + NAMED.len()
};

/// Returns whether a form of a format may have this length. A test checks all forms.
const fn may_read(format: Format, len: usize) -> bool {
    if format.row().inspected.if_named {
        return false;
    }
    let literal = &format.row().literal;
    let is_canonical = format.text_len_min() <= len && len <= format.text_len();
    let is_compact = len + literal.hyphens() == format.text_len();
    let is_hex = len == format.bits() as usize / 4;
    // Two base64, base32 or hexadecimal halves with a hyphen between them; hyphenated UUIDs; URNs.
    let is_of_128 = format.bits() == 128 && matches!(len, 22..=23 | 26..=27 | 33 | 36 | 45);
    let is_decimal = format.bits() == 64 && matches!(len, 14..=20);
    is_canonical || is_compact || is_hex || is_of_128 || is_decimal
}

/// Drops `any_uuid` if the text is a UUID of a known version, or has only the digits, which are
/// more often a hash.
fn drop_last_resorts(readings: &mut [Option<Ranked>], text: &[u8]) {
    let is_last_resort = |id: &AnyId| id.format().row().inspected.last_resort;
    let any = |is: &dyn Fn(&AnyId) -> bool| {
        let mut readings = readings.iter().flatten();
        readings.any(|reading| is(&reading.id))
    };
    if !any(&is_last_resort) {
        return;
    }
    let is_known = |id: &AnyId| !is_last_resort(id) && id.format().reads(Form::Urn);
    let is_known = any(&is_known);
    let is_bare = |id: &AnyId| {
        let bare = id.to_form(Form::Compact);
        bare.is_ok_and(|bare| bare.as_bytes().eq_ignore_ascii_case(text))
    };
    for reading in readings {
        *reading =
            reading.filter(|Ranked { id, .. }| !is_last_resort(id) || !(is_known || is_bare(id)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorCode;

    #[test]
    fn a_uuid_is_of_the_formats_that_its_bits_are_of() {
        for version in 0..16 {
            for variant in 0..8 {
                let uuid = (version << 76) | (variant << 61) | (1 << 127);
                for &format in Format::ALL.iter().filter(|format| format.bits() == 128) {
                    let uuid = Value::from_u128(uuid);
                    assert_eq!(of_uuid(uuid, format), AnyId::checked(format, uuid).ok());
                }
            }
        }
    }

    #[test]
    fn a_format_is_asked_about_texts_of_all_its_lengths() {
        let formats = Format::ALL.iter().enumerate();
        for (nth, &format) in formats.filter(|(_, format)| !format.row().inspected.if_named) {
            let codec = format.row().codec;
            for form in Form::ALL.iter().filter(|&&form| format.reads(form)) {
                for value in [Value::ZERO, Value::ones(format.row().bits)] {
                    let text = codec.write(value, *form);
                    // Short decimal texts are written but not read.
                    let is_read = codec.parse(text.as_bytes()).is_ok();
                    let is_asked = MAY_READ[text.len()] & 1 << nth != 0;
                    assert!(is_asked || !is_read, "{format} {form:?} {text:?}");
                }
            }
            for len in 0..100 {
                let is_asked = MAY_READ.get(len).is_some_and(|all| all & 1 << nth != 0);
                // A format that is not tried must reject the length.
                let text = [b'2'; 100];
                let refused = AnyId::parse(&text[..len], format).err();
                let by_length =
                    refused.is_some_and(|error| error.code() == ErrorCode::InvalidLength);
                assert!(is_asked || by_length, "{format} {len}");
            }
        }
    }
}
