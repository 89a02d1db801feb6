//! `sortid/tables.hpp`: how to read the texts of each format at compile time.

use std::fmt::Write;

use sortid::Format;

use super::reading::{Place, Reading, Symbols};
use super::top;
use super::words::Words;
use crate::repository::Made;

/// The header. Fails for a format whose texts are no such table.
pub(crate) fn tables() -> Made {
    let mut shared = Shared::default();
    let mut formats = String::new();
    for &format in Format::ALL {
        formats += &of(format, &Reading::of(format)?, &mut shared);
    }
    let about = "The symbols of texts, for literals only: other functions call the library.";
    Ok(top(about, "SORTID_TABLES_HPP")
        + "#include \"reading.hpp\"\n\nnamespace sortid::detail {\n\n"
        + &shared.text
        + &formats
        + "}  // namespace sortid::detail\n\n#endif  // SORTID_TABLES_HPP\n")
}

/// Arrays that several shapes have, each written once.
#[derive(Default)]
struct Shared {
    arrays: Vec<String>,
    text: String,
}

impl Shared {
    /// The name of an array with this content.
    fn name(&mut self, kind: &str, of: &str, content: String) -> String {
        let known = self.arrays.iter().position(|array| *array == content);
        let number = known.unwrap_or(self.arrays.len());
        let name = format!("{kind}_{number}");
        if known.is_none() {
            let lines = wrapped(&content);
            self.text += &format!("inline constexpr {of} {name}[] = {{{lines}}};\n\n");
            self.arrays.push(content);
        }
        name
    }
}

/// Elements that are separated by `, `, in lines of a readable length.
fn wrapped(elements: &str) -> String {
    const WIDTH: usize = 140;
    let (mut lines, mut width) = (String::new(), WIDTH);
    // Within braces none is broken.
    for element in elements.split_inclusive(", ").fold(Vec::new(), joined) {
        if width + element.len() > WIDTH {
            lines.truncate(lines.trim_end().len());
            lines += "\n    ";
            width = 4;
        }
        width += element.len();
        lines += &element;
    }
    lines.trim_end().to_owned()
}

fn joined(mut elements: Vec<String>, part: &str) -> Vec<String> {
    match elements.last_mut() {
        Some(last) if last.matches('{').count() > last.matches('}').count() => *last += part,
        _ => elements.push(part.to_owned()),
    }
    elements
}

fn of(format: Format, reading: &Reading, shared: &mut Shared) -> String {
    let shapes: Vec<_> = reading
        .shapes
        .iter()
        .map(|shape| {
            let symbols = list(&shape.symbols, |symbols| of_symbols(symbols, shared));
            let symbols = shared.name("symbols", "Symbols", symbols);
            let places = list(&shape.places, of_place);
            let places = shared.name("places", "Place", places);
            format!("{{{symbols}, {places}, {}}}", shape.places.len())
        })
        .collect();
    let fixed = list(&reading.fixed, |fixed| {
        format!("{{{}, ErrorCode::{}}}", of_words(fixed.mask), fixed.code)
    });
    let holes = list(&reading.holes, |hole| {
        let (mask, bits) = (of_words(hole.mask), of_words(hole.bits));
        format!("{{{mask}, {bits}, ErrorCode::{}}}", hole.code)
    });
    let mut text = format!(
        "template <>\nstruct Texts<Format::{format}> {{\n  static constexpr unsigned bits = {};\n  \
         static constexpr Words least = {};\n",
        reading.bits,
        of_words(reading.least)
    );
    let arrays = [
        ("Fixed", "fixed", reading.fixed.len(), fixed),
        ("Hole", "holes", reading.holes.len(), holes),
        ("Shape", "shapes", shapes.len(), shapes.join(", ")),
    ];
    for (kind, name, count, content) in arrays {
        let content = if count == 0 {
            "{}".to_owned()
        } else {
            format!("{{{{{content}}}}}")
        };
        writeln!(
            text,
            "  static constexpr std::array<{kind}, {count}> {name} = {content};"
        )
        .expect("a String takes what is written");
    }
    text + "};\n\n"
}

fn list<T>(elements: &[T], of: impl FnMut(&T) -> String) -> String {
    elements.iter().map(of).collect::<Vec<_>>().join(", ")
}

fn of_symbols(symbols: &Symbols, shared: &mut Shared) -> String {
    let bytes = String::from_utf8_lossy(&symbols.bytes).into_owned();
    let digits = list(&symbols.digits, |digit| digit.to_string());
    let digits = shared.name("digits", "std::uint8_t", digits);
    format!("{{{bytes:?}, {digits}}}")
}

fn of_place(place: &Place) -> String {
    let Place {
        symbols,
        weight,
        other,
    } = place;
    format!("{{{symbols}, {}, {}}}", of_words(*weight), other.number())
}

fn of_words(words: Words) -> String {
    if words.is_zero() {
        return "{}".to_owned();
    }
    let words = words.0.iter().map(|word| match word {
        0 => "0".to_owned(),
        _ => format!("{word:#x}"),
    });
    format!("{{{}}}", words.collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;
    use sortid::Id;

    /// What the tables say of a text, held against the core.
    fn agrees(reading: &Reading, format: Format, text: &[u8]) {
        let wanted = Id::parse(text, format);
        // A form that is no longer than canonical texts is the library's alone.
        let lengths = format.text_len_min()..format.text_len() + 1;
        let is_form = match Id::parse(text, format) {
            Ok(id) => id.to_text().as_bytes() != text,
            // Why such a form is refused only the library knows.
            Err(_) => text.starts_with(b"0x"),
        };
        if lengths.len() > 1 && lengths.contains(&text.len()) && is_form {
            assert!(reading.read(text).is_err(), "{format}: selected by length");
            return;
        }
        let wanted = wanted
            .map(|id| Words::of(&id.to_bytes()))
            .map_err(|error| error.code());
        let shown = String::from_utf8_lossy(text);
        assert_eq!(reading.read(text), wanted, "{format}: {shown:?}");
    }

    /// Every text of the suite's vectors.
    fn texts(value: &Value, found: &mut Vec<String>) {
        match value {
            Value::String(text) => found.push(text.clone()),
            Value::Array(list) => list.iter().for_each(|value| texts(value, found)),
            Value::Object(members) => members.values().for_each(|value| texts(value, found)),
            _ => {}
        }
    }

    #[test]
    fn tables_read_what_the_core_reads() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/vectors");
        let mut found = Vec::new();
        for file in std::fs::read_dir(folder).expect("the vectors") {
            let path = file.expect("a file").path();
            if path.extension().is_none_or(|extension| extension != "json") {
                continue;
            }
            let json = std::fs::read_to_string(path).expect("a file of text");
            texts(&serde_json::from_str(&json).expect("JSON"), &mut found);
        }
        assert!(found.len() > 1000, "{} texts", found.len());
        for &format in Format::ALL {
            let reading = Reading::of(format).expect("a table");
            for text in &found {
                agrees(&reading, format, text.as_bytes());
            }
        }
    }

    /// Numbers that are the same each time: SplitMix64.
    fn random(state: &mut u64) -> u64 {
        *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    #[test]
    fn and_what_it_refuses() {
        let mut state = 1;
        for &format in Format::ALL {
            let reading = Reading::of(format).expect("a table");
            let symbols = &reading.shapes[0].symbols[0].bytes;
            for round in 0..4000 {
                // Symbols at random, in each of the shapes; a byte of them changed at times.
                let shape = &reading.shapes[round % reading.shapes.len()];
                let mut text: Vec<u8> = shape
                    .places
                    .iter()
                    .map(|place| {
                        let here = &shape.symbols[place.symbols].bytes;
                        let any = if round % 3 == 0 { symbols } else { here };
                        any[random(&mut state) as usize % any.len()]
                    })
                    .collect();
                if round % 5 == 0 {
                    let at = random(&mut state) as usize % text.len();
                    text[at] = random(&mut state) as u8;
                }
                agrees(&reading, format, &text);
                if let Ok(id) = Id::parse(&text, format) {
                    let id = id.to_text();
                    agrees(&reading, format, id.as_bytes());
                }
            }
            // The ends of what a text can say.
            for symbol in [symbols[0], symbols[symbols.len() - 1]] {
                for length in 0..64 {
                    agrees(&reading, format, &vec![symbol; length]);
                }
            }
        }
    }
}
