//! The formats that Kotlin checks, reads and writes itself.

use std::fmt::Write;

use sortid::{Format, Must};

use crate::names::screaming;

/// The whole of `Plains.kt`.
pub(super) fn plains() -> String {
    let (mut alphabets, mut texts) = (Shared::new("alphabet"), Shared::new("text"));
    let mut arms = String::new();
    for &format in Format::ALL {
        let Some(fixed) = fixed_bits(format) else {
            continue;
        };
        let text = text(format, &mut alphabets).map(|text| texts.name(text));
        let text = text.as_deref().unwrap_or("null");
        let words = fixed.map(|word| format!("{word:#x}UL")).join(", ");
        let name = screaming(format.name());
        let _ = writeln!(arms, "        Format.{name} -> Plain({words}, {text})");
    }
    format!(
        "// Written by `cargo run -p sortid-bindgen` from the core's list of formats.\n\n\
         package sortid.internal\n\n\
         import sortid.Format\n\n\
         {}\n{}\n\
         /** `null` for a format that needs more than this. */\n\
         internal fun plain(format: Format): Plain? =\n    when (format) {{\n{arms}        else -> null\n    }}\n",
        alphabets.declarations(),
        texts.declarations(),
    )
}

/// Values that several formats have, each declared once.
struct Shared {
    kind: &'static str,
    values: Vec<String>,
}

impl Shared {
    fn new(kind: &'static str) -> Self {
        let values = Vec::new();
        Self { kind, values }
    }

    /// The name of the constant with a value.
    fn name(&mut self, value: String) -> String {
        let known = self.values.iter().position(|known| *known == value);
        let number = known.unwrap_or(self.values.len());
        if known.is_none() {
            self.values.push(value);
        }
        format!("{}{number}", self.kind)
    }

    fn declarations(&self) -> String {
        let values = self.values.iter().enumerate();
        let declare = |(number, value)| format!("private val {}{number} = {value}\n", self.kind);
        values.map(declare).collect()
    }
}

/// The mask and the values of the fixed bits of the upper 64 bits and of the lower. `None` if they do not
/// decide alone what is an id.
fn fixed_bits(format: Format) -> Option<[u64; 4]> {
    if ![64, 128].contains(&format.bits()) {
        return None;
    }
    let (mut mask, mut bits) = (0, 0);
    for rule in format.rules() {
        let mut runs = rule.runs();
        let (Must::Be(value), Some((at, width)), None) = (rule.must, runs.next(), runs.next())
        else {
            return None;
        };
        let shift = 128 - at - width;
        mask |= u128::MAX >> (128 - width) << shift;
        bits |= value << shift;
    }
    let words = |all: u128| [(all >> 64) as u64, all as u64];
    let ([head_mask, middle_mask], [head, middle]) = (words(mask), words(bits));
    Some([head_mask, head, middle_mask, middle])
}

/// The canonical text. `None` if it is not one number whose symbols each hold some whole bits, with one symbol or more
/// before those that lie whole in the lower 64 bits.
fn text(format: Format, alphabets: &mut Shared) -> Option<String> {
    let zero = format.zeros().next()?.to_string();
    let radix = format.radix();
    if !radix.is_power_of_two() || format.spare_bits() > 0 {
        return None;
    }
    let symbols: Vec<Vec<u8>> = (0..u8::try_from(radix).ok()?)
        .map(|value| format.symbols(value).collect())
        .collect();
    let first = char::from(*symbols.first()?.first()?);
    let (count, bits) = (zero.matches(first).count(), radix.trailing_zeros());
    if count <= (64 / bits) as usize {
        return None;
    }
    let rows = symbols.iter().map(Vec::len).max()?;
    let row = |row: usize| {
        let symbol = |read: &Vec<u8>| char::from(*read.get(row).unwrap_or(&read[0]));
        let symbols: String = symbols.iter().map(symbol).collect();
        format!("\"{symbols}\"")
    };
    let rows: Vec<String> = (0..rows).map(row).collect();
    let alphabet = alphabets.name(format!("Alphabet({})", rows.join(", ")));
    Some(format!(
        "PlainText({alphabet}, \"{zero}\", {})",
        format.bits()
    ))
}
