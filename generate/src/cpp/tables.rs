//! `sortid/tables.hpp`: a row for each format, to parse literals at compile time.
//!
//! Derived from the core's parser: for each position of a text, it tries every byte, and compares the
//! bits of the parsed ids.

use std::fmt::Write;
use std::ops::RangeInclusive;

use sortid::{AnyId, ErrorCode, Form, Format};

use super::top;
use crate::api::known;
use crate::repository::TextResult;

/// The header. Fails if a row cannot describe the texts of a format.
pub(crate) fn tables() -> TextResult {
    let about = "Descriptions of texts, for literals only: other functions call the library.";
    let mut text = top(about, "SORTID_TABLES_HPP");
    text += "#include \"reading.hpp\"\n\nnamespace sortid::detail {\n\n";
    for format in known() {
        text += &row(format).map_err(|error| format!("{format}: {error}"))?;
    }
    Ok(text + "}  // namespace sortid::detail\n\n#endif  // SORTID_TABLES_HPP\n")
}

fn row(format: Format) -> Result<String, String> {
    let least = AnyId::from_fields([], format).map_err(|error| error.to_string())?;
    let shapes = shapes(format, &least)?;
    let mut lines = format!(
        "template <>\ninline constexpr Row texts<Format::{format}> = {{\n    {}, {}, {}, {:#x}, {{{{",
        format.bits(),
        version(&least),
        shapes[0].padding,
        minus_one(format, &least)?
    );
    let mut end = 0;
    let parts = shapes[0].shifts.iter().map(|&shift| {
        let first = std::mem::replace(&mut end, format.bits() - shift);
        // The leading bits of a number may be zero in every id.
        let zeros = (first..end)
            .take_while(|&bit| error_of_bit(&least, bit) == Some(ErrorCode::OutOfRange));
        format!("{{{}, {shift}}}", end - first - zeros.count() as u32)
    });
    lines += &parts.collect::<Vec<_>>().join(", ");
    lines += "}},\n    {{";
    for (nth, shape) in shapes.iter().enumerate() {
        if shape.shifts != shapes[0].shifts {
            return Err(format!("{} has other numbers", shape.pattern));
        }
        let start = if nth == 0 { "" } else { ",\n      " };
        write!(
            lines,
            "{start}{{{:?}, {}, {:?}, {}}}",
            shape.symbols, shape.ignores_case, shape.pattern, shape.shortest
        )
        .expect("writing to a String cannot fail");
    }
    Ok(lines + "}}};\n\n")
}

/// The layout of texts of one length, or of a range of lengths.
#[derive(Debug)]
struct Shape {
    symbols: String,
    ignores_case: bool,
    /// The number of the part for each digit; other characters are literal.
    pattern: String,
    shortest: usize,
    padding: u32,
    /// The number of bits of the id to the right of each part.
    shifts: Vec<u32>,
}

fn shapes(format: Format, least: &AnyId) -> Result<Vec<Shape>, String> {
    let canonical = format.text_len_min()..=format.text_len();
    let mut shapes = Vec::new();
    for &form in Form::ALL.iter().filter(|&&form| format.reads(form)) {
        let text = least.to_form(form).map_err(|error| error.to_string())?;
        if form == Form::Canonical && canonical.start() < canonical.end() {
            shapes.push(Shape::of_number(least, &text, canonical.clone())?);
        } else if form == Form::Canonical
            || (!canonical.contains(&text.len()) && AnyId::is_valid(&*text, format))
        {
            // The length selects the shape. The library parses other forms of the same length.
            let ends = shapes
                .first()
                .map_or(&[][..], |shape: &Shape| &shape.shifts);
            shapes.push(Shape::of_text(least, &text, ends)?);
        }
    }
    if format.reads(Form::Decimal) {
        // Read if longer than a canonical text. Only the longest may have leading zeros.
        let all = "0".repeat(MOST_DIGITS);
        shapes.push(Shape::of_number(
            least,
            &all,
            canonical.end() + 1..=MOST_DIGITS - 1,
        )?);
        shapes.push(Shape::of_text(least, &all, &[])?);
    }
    Ok(shapes)
}

/// The number of digits of the largest 64-bit integer.
const MOST_DIGITS: usize = 20;

/// The valid bytes at a position of a text.
struct Place {
    /// The valid bytes, each with the bits of the id that differ from the least id.
    valid: Vec<(u8, Vec<u8>)>,
    /// Whether a byte is invalid for another reason than its character: out of range, or another
    /// version.
    is_limited: bool,
}

impl Place {
    fn of(least: &AnyId, text: &str, at: usize) -> Self {
        let (mut valid, mut is_limited) = (Vec::new(), false);
        let mut changed = text.as_bytes().to_vec();
        for byte in 0..=u8::MAX {
            changed[at] = byte;
            match AnyId::parse(&changed, least.format()) {
                Ok(id) => valid.push((byte, changes(least, &id.to_bytes()))),
                Err(error) => is_limited |= error.code() != ErrorCode::InvalidCharacter,
            }
        }
        valid.sort_by(|one, other| one.1.cmp(&other.1).then(other.0.cmp(&one.0)));
        Self { valid, is_limited }
    }

    /// Whether only one character is valid here, in either case.
    fn is_separator(&self) -> bool {
        !self.is_limited && self.valid.iter().all(|(_, bits)| *bits == self.valid[0].1)
    }

    /// The number of bits of the id to the right of a digit; `None` if its weight is not a power of two.
    fn shift(&self) -> Option<u32> {
        let one = &self
            .valid
            .iter()
            .find(|(_, bits)| *bits != self.valid[0].1)?
            .1;
        let ones: u32 = one.iter().map(|byte| byte.count_ones()).sum();
        let zeros = one.iter().rev().take_while(|byte| **byte == 0).count();
        let byte = one[one.len() - 1 - zeros];
        (ones == 1).then(|| 8 * zeros as u32 + byte.trailing_zeros())
    }
}

impl Shape {
    /// The shape of texts of fixed length, from the text of the least id. `ends` are shifts at which parts
    /// must end.
    fn of_text(least: &AnyId, text: &str, ends: &[u32]) -> Result<Self, String> {
        let places: Vec<Place> = (0..text.len())
            .map(|at| Place::of(least, text, at))
            .collect();
        let widest = places.iter().max_by_key(|place| place.valid.len());
        let widest = &widest.ok_or("a text without places")?.valid;
        let ignores_case = widest.windows(2).any(|two| two[0].1 == two[1].1);
        let digits = widest
            .iter()
            .filter(|(byte, _)| !(ignores_case && byte.is_ascii_uppercase()));
        let symbols: String = digits.map(|(byte, _)| char::from(*byte)).collect();
        let mut shape = Self {
            ignores_case,
            pattern: String::new(),
            shortest: text.len(),
            padding: 0,
            shifts: Vec::new(),
            symbols,
        };
        let radix = shape.symbols.len() as u32;
        let bits_of_digit = radix.is_power_of_two().then(|| radix.ilog2());
        let last = places.iter().rposition(|place| !place.is_separator());
        for (at, (place, character)) in places.iter().zip(text.chars()).enumerate() {
            if place.is_separator() {
                let lower = character.to_ascii_lowercase();
                shape
                    .pattern
                    .push(if ignores_case { lower } else { character });
                continue;
            }
            write!(shape.pattern, "{}", shape.shifts.len())
                .expect("writing to a String cannot fail");
            let following = places[at + 1..].iter().find(|place| !place.is_separator());
            let is_followed = following.is_some_and(|next| match (bits_of_digit, next.shift()) {
                (Some(bits), Some(shift)) => place.shift().is_none_or(|own| own <= shift + bits),
                (Some(_), None) => true,
                (None, _) => place.shift().is_none(),
            });
            if is_followed && !place.shift().is_some_and(|shift| ends.contains(&shift)) {
                continue;
            }
            shape
                .shifts
                .push(place.shift().ok_or("a number that ends within a digit")?);
            if Some(at) == last {
                // The valid last digits are multiples of 2 to the number of padding bits.
                let second = place
                    .valid
                    .iter()
                    .find(|(_, bits)| *bits != place.valid[0].1);
                let digit = second.and_then(|(byte, _)| shape.symbols.find(char::from(*byte)));
                shape.padding = digit.ok_or("a digit without a symbol")?.ilog2();
            }
        }
        Ok(shape)
    }

    /// The shape of numbers with these lengths, from the text of zero.
    fn of_number(
        least: &AnyId,
        zero: &str,
        lengths: RangeInclusive<usize>,
    ) -> Result<Self, String> {
        let shape = Self::of_text(least, zero, &[])?;
        Ok(Self {
            pattern: "0".repeat(*lengths.end()),
            shortest: *lengths.start(),
            ..shape
        })
    }
}

/// The bits that differ from the least id.
fn changes(least: &AnyId, bytes: &[u8]) -> Vec<u8> {
    let least = least.to_bytes();
    least
        .iter()
        .zip(bytes)
        .map(|(one, other)| one ^ other)
        .collect()
}

/// The error of the least id with this bit set, if that id is invalid.
fn error_of_bit(least: &AnyId, bit: u32) -> Option<ErrorCode> {
    let mut changed = least.to_bytes().to_vec();
    changed[bit as usize / 8] ^= 0x80 >> (bit % 8);
    AnyId::from_bytes(&changed, least.format())
        .err()
        .map(|error| error.code())
}

/// The version of a UUID, if the format has one.
fn version(least: &AnyId) -> u8 {
    match least.format().bits() {
        128 if error_of_bit(least, 48) == Some(ErrorCode::InvalidVersion) => {
            least.to_bytes()[6] >> 4
        }
        _ => 0,
    }
}

/// The bits of the time -1, which is invalid in a signed format; otherwise 0.
fn minus_one(format: Format, least: &AnyId) -> Result<u64, String> {
    if !format.is_signed() {
        return Ok(0);
    }
    let with = |name, int| {
        let id: Result<AnyId, _> = AnyId::from_fields([(name, int)], format);
        Some(u64::from_be_bytes(
            changes(least, &id.ok()?.to_bytes()).try_into().ok()?,
        ))
    };
    let mut names = format.fields().map(|(name, _)| name);
    let times = names.find(|name| with(*name, -1).is_none() && with(*name, -2).is_some());
    let name = times.ok_or("-1 is an id")?;
    let pair = with(name, -2).zip(with(name, 1));
    pair.map(|(two, one)| two | one)
        .ok_or_else(|| "no times".to_owned())
}
