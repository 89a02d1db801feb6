//! Patterns of UUIDs that are valid ids of a format.

use sortid::Format;

use super::rows::{marks, row};

/// The zero of a UUID's text.
const ZERO: &str = "00000000-0000-0000-0000-000000000000";

/// The pattern of each format with a module in plain JavaScript whose canonical texts are UUIDs and
/// whose only rules are fixed bits. `h` is any hexadecimal digit.
pub(crate) fn patterns() -> String {
    let lines = Format::ALL.iter().filter_map(|&format| {
        let (name, pattern) = (format.name(), pattern(format)?);
        Some(format!("{name}: '{pattern}',"))
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn pattern(format: Format) -> Option<String> {
    let has_module = row(format).is_some();
    if !has_module || format.zeros().next()? != ZERO {
        return None;
    }
    let (mut mask, mut bits) = (0, 0);
    for mark in marks(format)? {
        mask |= mark.mask();
        bits |= mark.bits();
    }
    let mut left = format.bits();
    let symbols = ZERO.chars().map(|symbol| match symbol {
        '0' => {
            left -= 4;
            digit((mask >> left) & 0xf, (bits >> left) & 0xf)
        }
        other => other.to_string(),
    });
    Some(symbols.collect())
}

/// The pattern of a digit with fixed bits.
fn digit(mask: u128, bits: u128) -> String {
    let allowed = (0..16).filter(|digit| digit & mask == bits);
    let allowed: String = allowed.map(|digit| format!("{digit:x}")).collect();
    match allowed.len() {
        1 => allowed,
        16 => "h".to_owned(),
        _ => format!("[{allowed}]"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pattern_has_the_fixed_bits_of_the_core() {
        let expected = "hhhhhhhh-hhhh-7hhh-[89ab]hhh-hhhhhhhhhhhh";
        assert_eq!(pattern(Format::Uuid7).as_deref(), Some(expected));
        // The first has a limit of its time; the texts of the others are not UUIDs.
        for format in [Format::Uuid7Draft01, Format::Ulid, Format::Tid] {
            assert_eq!(pattern(format), None, "{format}");
        }
    }
}
