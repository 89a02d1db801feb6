//! How the texts of a format are read, as a table: found by asking the core, which alone knows alphabets and bits.
//!
//! Every text whose symbols stand for multiples of weights is such a table for each of its lengths, whatever its radix: each place has
//! symbols that stand for digits, and a weight that a digit of one has. What the core refuses though every place accepts its symbol are
//! bits that are fixed, or times that no id has.

use sortid::{ErrorCode, Form, Format, Id};

use super::words::Words;

/// The symbols that may stand at a place, and the digit of each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Symbols {
    pub(crate) bytes: Vec<u8>,
    pub(crate) digits: Vec<u8>,
}

#[derive(Debug)]
pub(crate) struct Place {
    /// Which of the shape's symbols.
    pub(crate) symbols: usize,
    /// The value of a digit; zero where only one symbol is valid.
    pub(crate) weight: Words,
    /// What a symbol is that stands elsewhere and not here.
    pub(crate) other: ErrorCode,
}

/// One length of text. Its first symbols are the alphabet.
#[derive(Debug)]
pub(crate) struct Shape {
    pub(crate) symbols: Vec<Symbols>,
    pub(crate) places: Vec<Place>,
}

/// Bits that must not be so.
#[derive(Debug)]
pub(crate) struct Hole {
    pub(crate) mask: Words,
    pub(crate) bits: Words,
    pub(crate) code: ErrorCode,
}

/// Bits that must be as they are in the least id.
#[derive(Debug)]
pub(crate) struct Fixed {
    pub(crate) mask: Words,
    pub(crate) code: ErrorCode,
}

#[derive(Debug)]
pub(crate) struct Reading {
    pub(crate) bits: u32,
    /// The id whose fields are all zero.
    pub(crate) least: Words,
    pub(crate) fixed: Vec<Fixed>,
    pub(crate) holes: Vec<Hole>,
    pub(crate) shapes: Vec<Shape>,
}

fn words(id: &Id) -> Words {
    Words::of(&id.to_bytes())
}

impl Reading {
    /// Asks the core. Fails, saying why, for a format whose texts are no such table.
    pub(crate) fn of(format: Format) -> Result<Self, String> {
        let least = Id::from_fields([], format).map_err(|error| format!("{format}: {error}"))?;
        let mut shapes = Vec::new();
        let canonical = format.text_len_min()..=format.text_len();
        for &form in Form::ALL.iter().filter(|&&form| format.reads(form)) {
            let text = least.to_form(form);
            let text = text.map_err(|error| format!("{format}: {error}"))?;
            // The length selects the table. The library reads other forms of the same length.
            if form == Form::Canonical
                || (!canonical.contains(&text.len()) && Id::is_valid(&*text, format))
            {
                shapes.push(Shape::of(format, &least, &text, None)?);
            }
        }
        if format.reads(Form::Decimal) {
            // Read where it is longer than a canonical text.
            for length in format.text_len() + 1..=MOST_DIGITS {
                let zeros = "0".repeat(length);
                shapes.push(match Id::parse(&zeros, format) {
                    Ok(id) => Shape::of(format, &id, &zeros, None)?,
                    Err(_) => Shape::longer(format, &least, length, &Symbols::decimal())?,
                });
            }
        }
        for length in canonical.skip(1) {
            let shape = Shape::longer(format, &least, length, &shapes[0].symbols[0])?;
            shapes.push(shape);
        }
        Ok(Self {
            bits: format.bits(),
            least: words(&least),
            fixed: fixed(format, &least),
            holes: holes(format, &least)?,
            shapes,
        })
    }

    /// Reads a text as the header does.
    #[cfg(test)]
    pub(crate) fn read(&self, text: &[u8]) -> Result<Words, ErrorCode> {
        let shape = self
            .shapes
            .iter()
            .find(|shape| shape.places.len() == text.len());
        let shape = shape.ok_or(ErrorCode::InvalidLength)?;
        let (mut value, mut refused) = (Words::default(), None::<ErrorCode>);
        let mut refuse = |code: ErrorCode| {
            if refused.is_none_or(|first| code.number() < first.number()) {
                refused = Some(code);
            }
        };
        for (place, byte) in shape.places.iter().zip(text) {
            let digit = match shape.symbols[place.symbols].digit(*byte) {
                Some(digit) => digit,
                None if shape.symbols[0].digit(*byte).is_some() => {
                    refuse(place.other);
                    0
                }
                None => return Err(ErrorCode::InvalidCharacter),
            };
            let worth = place.weight.scaled(digit.into());
            value = value.plus(worth.ok_or(ErrorCode::OutOfRange)?);
        }
        let value = value.plus(self.least);
        if value.exceeds(self.bits) {
            refuse(ErrorCode::OutOfRange);
        }
        for fixed in &self.fixed {
            if value.xor(self.least).and(fixed.mask) != Words::default() {
                refuse(fixed.code);
            }
        }
        for hole in &self.holes {
            if value.and(hole.mask) == hole.bits {
                refuse(hole.code);
            }
        }
        refused.map_or(Ok(value), Err)
    }
}

/// The digits of the largest integer of 64 bits.
const MOST_DIGITS: usize = 20;

impl Symbols {
    fn decimal() -> Self {
        Self {
            bytes: (b'0'..=b'9').collect(),
            digits: (0..10).collect(),
        }
    }

    fn digit(&self, byte: u8) -> Option<u8> {
        let at = self.bytes.iter().position(|symbol| *symbol == byte)?;
        Some(self.digits[at])
    }
}

/// What is known of a place before it is held against the others.
struct Found {
    symbols: Symbols,
    /// The value of a digit; empty where only one digit is valid.
    weight: Option<Words>,
    refused: Vec<(u8, ErrorCode)>,
}

impl Found {
    fn at(format: Format, least: &Id, text: &str, at: usize) -> Result<Self, String> {
        let (mut accepted, mut refused) = (Vec::new(), Vec::new());
        let mut changed = text.as_bytes().to_vec();
        for byte in 0..=u8::MAX {
            changed[at] = byte;
            match Id::parse(&changed, format) {
                Ok(id) => accepted.push((byte, words(&id).minus(words(least)))),
                Err(error) => refused.push((byte, error.code())),
            }
        }
        let mut worths: Vec<_> = accepted.iter().map(|(_, worth)| *worth).collect();
        worths.sort_unstable();
        worths.dedup();
        let digit = |worth| worths.iter().position(|other| *other == worth);
        for (digit, worth) in worths.iter().enumerate() {
            let even = worths
                .get(1)
                .is_none_or(|one| one.scaled(digit as u32) == Some(*worth));
            if !even {
                return Err(format!(
                    "{format}: the symbols at {at} of {text} are no digits"
                ));
            }
        }
        let digits = accepted
            .iter()
            .map(|(_, worth)| digit(*worth).unwrap_or_default() as u8);
        Ok(Self {
            symbols: Symbols {
                digits: digits.collect(),
                bytes: accepted.into_iter().map(|(byte, _)| byte).collect(),
            },
            weight: worths.get(1).copied(),
            refused,
        })
    }

    /// What the symbols of the alphabet are that may not stand here: all of them the same.
    fn other(&self, alphabet: &Symbols) -> Result<ErrorCode, String> {
        let others = self
            .refused
            .iter()
            .filter(|(byte, _)| alphabet.digit(*byte).is_some());
        let mut codes: Vec<_> = others.map(|(_, code)| *code).collect();
        codes.dedup();
        let strangers = self
            .refused
            .iter()
            .filter(|(byte, _)| alphabet.digit(*byte).is_none());
        let are_strange = strangers
            .into_iter()
            .all(|(_, code)| *code == ErrorCode::InvalidCharacter);
        match codes[..] {
            [] if are_strange => Ok(ErrorCode::InvalidCharacter),
            [code] if are_strange => Ok(code),
            _ => Err(format!("refused in more than one way: {codes:?}")),
        }
    }
}

impl Shape {
    /// The shape of a text and of those as long. The first place may have been found already.
    fn of(format: Format, id: &Id, text: &str, first: Option<Found>) -> Result<Self, String> {
        let mut found = Vec::from_iter(first);
        for at in found.len()..text.len() {
            found.push(Found::at(format, id, text, at)?);
        }
        let widest = found.iter().max_by_key(|place| place.symbols.bytes.len());
        let alphabet = widest.ok_or("a text without places")?.symbols.clone();
        let mut shape = Self {
            symbols: vec![alphabet.clone()],
            places: Vec::new(),
        };
        for (at, place) in found.iter().enumerate() {
            let known = shape
                .symbols
                .iter()
                .position(|symbols| *symbols == place.symbols);
            let symbols = known.unwrap_or(shape.symbols.len());
            if known.is_none() {
                shape.symbols.push(place.symbols.clone());
            }
            let other = place
                .other(&alphabet)
                .map_err(|why| format!("{format}: at {at} of {text}: {why}"))?;
            shape.places.push(Place {
                symbols,
                weight: place.weight.unwrap_or_default(),
                other,
            });
        }
        Ok(shape)
    }

    /// The shape of texts that are longer than the shortest: a digit other than zero, then any.
    fn longer(format: Format, least: &Id, length: usize, digits: &Symbols) -> Result<Self, String> {
        let symbol = |digit: u8| {
            let at = digits.digits.iter().position(|other| *other == digit);
            at.map(|at| char::from(digits.bytes[at]))
                .ok_or_else(|| format!("{format}: no symbol for {digit}"))
        };
        let zero = symbol(0)?;
        let text = symbol(1)?.to_string() + &zero.to_string().repeat(length - 1);
        let id = Id::parse(&text, format).map_err(|error| format!("{text}: {error}"))?;
        let leading = digits.bytes.iter().zip(&digits.digits);
        let leading = leading.filter(|(_, digit)| **digit != 0);
        let (bytes, values) = leading.unzip();
        // Digits beyond the largest id need no list: their value exceeds its bits.
        let first = Found {
            symbols: Symbols {
                bytes,
                digits: values,
            },
            weight: Some(words(&id).minus(words(least))),
            refused: vec![(zero as u8, ErrorCode::InvalidCharacter)],
        };
        Self::of(format, &id, &text, Some(first))
    }
}

/// The fixed bits, with the error if they differ.
fn fixed(format: Format, least: &Id) -> Vec<Fixed> {
    let mut found: Vec<Fixed> = Vec::new();
    let bytes = least.to_bytes();
    for bit in 0..format.bits() as usize {
        let mut changed = bytes.to_vec();
        changed[bit / 8] ^= 0x80 >> (bit % 8);
        let mask = Words::of(&changed).xor(words(least));
        if let Err(error) = Id::from_bytes(&changed, format) {
            match found.iter_mut().find(|fixed| fixed.code == error.code()) {
                Some(fixed) => fixed.mask = fixed.mask.or(mask),
                None => found.push(Fixed {
                    mask,
                    code: error.code(),
                }),
            }
        }
    }
    found
}

/// The values at the ends of a field that no id has, if each of its bits can be set.
fn holes(format: Format, least: &Id) -> Result<Vec<Hole>, String> {
    let mut found = Vec::new();
    for (name, width) in format.fields() {
        let with = |int: i128| Id::from_fields([(name, int)], format);
        let signed = with(-1).is_ok() || with(-2).is_ok();
        let mut bits = Vec::new();
        for bit in 0..width {
            let int = if signed && bit + 1 == width {
                -1 << bit
            } else {
                1 << bit
            };
            let id = with(int).map_err(|error| format!("{format}: {name} {int}: {error}"))?;
            bits.push(words(&id).xor(words(least)));
        }
        let mask = bits
            .iter()
            .fold(Words::default(), |mask, bit| mask.or(*bit));
        let (first, last) = if signed {
            (-1 << (width - 1), (1 << (width - 1)) - 1)
        } else {
            (0, (1 << width) - 1)
        };
        for int in [first, first + 1, -1, 1, last - 1, last] {
            let is_one = (first..=last).contains(&int) && with(int).is_err();
            if is_one {
                let set = bits
                    .iter()
                    .enumerate()
                    .filter(|(bit, _)| int >> bit & 1 == 1);
                let hole = set.fold(Words::default(), |hole, (_, bit)| hole.or(*bit));
                // Texts are not refused by time, but by what value they have.
                found.push(Hole {
                    mask,
                    bits: hole.or(words(least).and(mask)),
                    code: ErrorCode::OutOfRange,
                });
            }
        }
    }
    found.dedup_by_key(|hole| hole.bits);
    Ok(found)
}
