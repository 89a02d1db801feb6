//! The formats whose ids Kotlin validates, parses and prints without the library.

use std::fmt::Write;

use sortid::{AnyId, Format};

use crate::names::screaming;

/// `Plains.kt`. The objects call private functions of the file.
pub(crate) fn plains(formats: &[Format]) -> String {
    let Listed {
        alphabets,
        texts,
        arms,
    } = listed(formats);
    format!(
        "{}\n{}\n{}\n\
         /** `null` for a format that requires the library. */\n\
         internal fun plain(format: Format): Plain? =\n    when (format) {{\n{arms}        else -> null\n    }}\n",
        include_str!("plains.kt"),
        alphabets.declarations("private"),
        texts.declarations("internal"),
    )
}

struct Listed {
    alphabets: Shared,
    texts: Shared,
    /// The arms of `plain`.
    arms: String,
}

fn listed(formats: &[Format]) -> Listed {
    let (mut alphabets, mut texts) = (Shared::new("Alphabet"), Shared::new("Text"));
    let mut arms = String::new();
    for &format in formats {
        let Some(fixed) = fixed_bits(format) else {
            continue;
        };
        let text = text(format, &mut alphabets).map(|text| texts.name(text));
        let text = text.as_deref().unwrap_or("null");
        let words = fixed.map(|word| format!("{word:#x}UL")).join(", ");
        let name = screaming(format.name());
        let _ = writeln!(
            arms,
            "        Format.{name} -> Plain({words}, {text}, {:#x}UL)",
            copies(format)
        );
    }
    Listed {
        alphabets,
        texts,
        arms,
    }
}

/// The objects that several formats share, by their bodies.
struct Shared {
    kind: &'static str,
    bodies: Vec<String>,
}

impl Shared {
    fn new(kind: &'static str) -> Self {
        let bodies = Vec::new();
        Self { kind, bodies }
    }

    /// The name of the object with a body.
    fn name(&mut self, body: String) -> String {
        let known = self.bodies.iter().position(|known| *known == body);
        let number = known.unwrap_or(self.bodies.len());
        if known.is_none() {
            self.bodies.push(body);
        }
        format!("{}{number}", self.kind)
    }

    fn declarations(&self, visibility: &str) -> String {
        let bodies = self.bodies.iter().enumerate();
        let declare = |(number, body)| format!("{visibility} object {}{number}{body}", self.kind);
        bodies.map(declare).collect::<Vec<_>>().join("\n")
    }
}

/// The mask and the values of the fixed bits, of the upper and the lower 64 bits. `None` if an id
/// with these bits may still be invalid.
fn fixed_bits(format: Format) -> Option<[u64; 4]> {
    if ![64, 128].contains(&format.bits()) {
        return None;
    }
    let (mask, values) = format.fixed_bits()?;
    let words = |all: u128| [(all >> 64) as u64, all as u64];
    let ([head_mask, middle_mask], [head, middle]) = (words(mask), words(values));
    Some([head_mask, head, middle_mask, middle])
}

/// The formats, as a bit for each index in the list, to which a conversion copies the bits if they
/// are valid there.
fn copies(format: Format) -> u64 {
    let copied = |to: &Format| is_copied(format, *to) == Some(true);
    let places = Format::ALL.iter().zip(0..);
    let places = places.filter(|(to, _)| copied(to));
    places.map(|(_, place)| 1_u64 << place).sum()
}

/// Whether a conversion between two 128-bit formats copies all bits. `None` if no value is valid in
/// both.
fn is_copied(from: Format, to: Format) -> Option<bool> {
    if [from.bits(), to.bits()] != [128, 128] {
        return None;
    }
    let ((mask, values), (other_mask, other_values)) = (from.fixed_bits()?, to.fixed_bits()?);
    if (values ^ other_values) & mask & other_mask != 0 {
        return None;
    }
    let (fixed, free) = (values | other_values, !(mask | other_mask));
    let patterns = [0, u128::MAX, u128::MAX / 3, u128::MAX / 5, u128::MAX / 17];
    let stays_valid = |pattern: u128| {
        let id = AnyId::from_u128(fixed | (pattern & free), from)?;
        Ok::<_, sortid::Error>(id.convert(to)?.to_bytes() == id.to_bytes())
    };
    Some(
        patterns
            .into_iter()
            .all(|pattern| stays_valid(pattern) == Ok(true)),
    )
}

/// The object that parses and prints the canonical text. `None` unless each symbol encodes a whole
/// number of bits of one number.
fn text(format: Format, alphabets: &mut Shared) -> Option<String> {
    let zero = format.zeros().next()?.to_string();
    let radix = format.radix();
    if !radix.is_power_of_two() || format.spare_bits() > 0 {
        return None;
    }
    let symbols: Vec<Vec<u8>> = (0..u8::try_from(radix).ok()?)
        .map(|value| format.symbols(value).collect())
        .collect();
    let first = *symbols.first()?.first()?;
    let is_symbol = |at: &usize| zero.as_bytes()[*at] == first;
    let (places, others): (Vec<usize>, Vec<usize>) = (0..zero.len()).partition(is_symbol);
    let rows = symbols.iter().map(Vec::len).max()?;
    let row = |row: usize| {
        let symbol = |read: &Vec<u8>| char::from(*read.get(row).unwrap_or(&read[0]));
        let symbols: String = symbols.iter().map(symbol).collect();
        format!("\"{symbols}\"")
    };
    let rows: Vec<String> = (0..rows).map(row).collect();
    let alphabet = alphabets.name(format!(
        " {{\n    @JvmField val written: ByteArray = written({})\n\n    @JvmField val values: ByteArray = values({})\n}}\n",
        rows[0],
        rows.join(", "),
    ));
    let bits = radix.trailing_zeros();
    let runs = runs(&places, bits, format.bits());
    Some(format!(
        " : PlainText() {{\n{}\n{}}}\n",
        reader(&zero, &others, &alphabet, bits, &runs),
        writer(&zero, &others, &alphabet, bits, &runs),
    ))
}

/// Adjacent symbols that one call parses and prints.
struct Run {
    /// The position of the first symbol in the text.
    at: usize,
    symbols: u32,
    /// The position of the lowest bit in the number.
    low: u32,
    width: u32,
}

/// The symbols at these positions, in fours if they are adjacent and in one of the number's words.
fn runs(places: &[usize], bits: u32, all: u32) -> Vec<Run> {
    let mut runs = Vec::new();
    let (mut rest, mut top) = (places, all);
    while let Some(&at) = rest.first() {
        let low = rest.len() as u32 * bits - bits;
        let four = low.checked_sub(3 * bits);
        let is_four = rest.get(3) == Some(&(at + 3)) && top - low == bits;
        let (symbols, low) = match four {
            Some(last) if is_four && (top <= 64 || last >= 64) => (4, last),
            _ => (1, low),
        };
        let width = top - low;
        runs.push(Run {
            at,
            symbols,
            low,
            width,
        });
        (rest, top) = (&rest[symbols as usize..], low);
    }
    runs
}

fn reader(zero: &str, others: &[usize], alphabet: &str, bits: u32, runs: &[Run]) -> String {
    let mut lines = format!(
        "    override fun <T : Id> parse(\n        text: String,\n        type: IdType<T>,\n    \
         ): T? {{\n        \
         if (text.length != {}) return null\n",
        zero.len(),
    );
    if !others.is_empty() {
        let differs = |at: &usize| format!("text[{at}] != '{}'", &zero[*at..=*at]);
        let differ: Vec<String> = others.iter().map(differs).collect();
        let _ = writeln!(lines, "        if ({}) return null", differ.join(" || "));
    }
    let (mut head, mut tail, mut all) = (Vec::new(), Vec::new(), Vec::new());
    for (number, run) in runs.iter().enumerate() {
        let Run { at, low, width, .. } = run;
        let read = match run.symbols {
            4 => format!("four({alphabet}.values, {bits}, text, {at})"),
            _ => format!("one({alphabet}.values, text, {at})"),
        };
        let _ = writeln!(lines, "        val v{number} = {read}");
        all.push(format!("v{number}"));
        if *width < run.symbols * bits {
            all.push(format!("{} - v{number}", (1 << width) - 1));
        }
        match low.checked_sub(64) {
            Some(low) => head.push(format!("(v{number} shl {low})")),
            None => tail.push(format!("(v{number} shl {low})")),
        }
        if *low < 64 && low + width > 64 {
            head.push(format!("(v{number} ushr {})", 64 - low));
        }
    }
    let _ = writeln!(lines, "        if ({} < 0) return null", all.join(" or "));
    if head.is_empty() {
        (head, tail) = (tail, vec!["0L".to_owned()]);
    }
    let (head, tail) = (head.join(" or "), tail.join(" or "));
    lines
        + &format!(
            "        val head = {head}\n        val tail = {tail}\n        return type.ofWordsOrNull(head, tail)\n    }}\n"
        )
}

fn writer(zero: &str, others: &[usize], alphabet: &str, bits: u32, runs: &[Run]) -> String {
    let mut lines = format!(
        "    override fun write(\n        head: Long,\n        tail: Long,\n    ): String {{\n        val out = ByteArray({})\n",
        zero.len(),
    );
    let is_short = runs.first().is_some_and(|run| run.low + run.width <= 64);
    let last = if is_short { "head" } else { "tail" };
    for Run {
        at,
        symbols,
        low,
        width,
    } in runs
    {
        let value = match low.checked_sub(64) {
            Some(low) => format!("head ushr {low}"),
            None if low + width <= 64 => format!("{last} ushr {low}"),
            None => format!("(head shl {}) or (tail ushr {low})", 64 - low),
        };
        let _ = match symbols {
            4 => writeln!(
                lines,
                "        putFour({alphabet}.written, {bits}, {value}, out, {at})"
            ),
            _ => writeln!(lines, "        put({alphabet}.written, {value}, out, {at})"),
        };
    }
    for at in others {
        let _ = writeln!(
            lines,
            "        out[{at}] = '{}'.code.toByte()",
            &zero[*at..=*at]
        );
    }
    lines + "        return ascii(out)\n    }\n"
}
