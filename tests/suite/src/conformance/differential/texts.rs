//! Random changes to texts and bytes of ids. Most results are slightly invalid.

use crate::conformance::prng::Prng;

/// Characters that parsers mishandle: outside every alphabet, next to one, of several bytes, or
/// equal to an ASCII letter after case folding.
const ODD: [char; 40] = [
    '\0', '\u{1}', '\t', '\n', '\r', ' ', '\u{7f}', '-', '_', ':', '{', '}', '.', '=', '+', '/',
    '@', '[', '`', '~', '0', '1', '2', '7', '8', '9', 'A', 'O', 'I', 'l', 'o', 'z', 'é', 'ſ', 'K',
    'İ', '\u{ff10}', '€', '\u{feff}', '😀',
];

/// The maximum length of a text.
const MAX_LENGTH: usize = 200;

/// `text` with one random change, which may copy from one of `others`.
pub(super) fn changed(text: &str, others: &[String], prng: &mut Prng) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    let other: Vec<char> = prng
        .choose(others)
        .map(|other| other.chars().collect())
        .unwrap_or_default();
    let place = prng.below(chars.len());
    let end = prng.below(chars.len() + 1);
    let odd = prng.choose(&ODD).copied().unwrap_or('-');
    let copied = prng.choose(&other).copied().unwrap_or(odd);
    match prng.below(17) {
        0..=2 => replace(&mut chars, place, copied),
        3 => replace(&mut chars, place, odd),
        4 => chars.insert(end, odd),
        5 => chars.insert(end, copied),
        6 if !chars.is_empty() => {
            chars.remove(place);
        }
        7 => chars.truncate(end),
        8 => drop(chars.drain(..end)),
        9 => {
            let old = chars.get(place).copied().unwrap_or(odd);
            let flipped = if old.is_ascii_lowercase() {
                old.to_ascii_uppercase()
            } else {
                old.to_ascii_lowercase()
            };
            replace(&mut chars, place, flipped);
        }
        10 => chars.iter_mut().for_each(|c| *c = c.to_ascii_uppercase()),
        11 => chars.iter_mut().for_each(|c| *c = c.to_ascii_lowercase()),
        12 if chars.len() > 1 => chars.swap(place, (place + 1) % text.chars().count()),
        13 => {
            // The start of one text and the end of the other.
            chars.truncate(end);
            chars.extend(other.iter().skip(end));
        }
        14 => {
            let old = chars.get(place).copied().unwrap_or(odd);
            replace(
                &mut chars,
                place,
                char::from_u32(u32::from(old) + 1).unwrap_or(odd),
            );
        }
        15 => hyphens(&mut chars, end, prng),
        _ => chars = around(&chars, odd, prng),
    }
    chars.into_iter().take(MAX_LENGTH).collect()
}

fn replace(chars: &mut Vec<char>, place: usize, by: char) {
    match chars.get_mut(place) {
        Some(char) => *char = by,
        None => chars.push(by),
    }
}

/// Removes all hyphens, moves one, or inserts one.
fn hyphens(chars: &mut Vec<char>, end: usize, prng: &mut Prng) {
    let first = chars.iter().position(|char| *char == '-');
    match first {
        Some(_) if prng.one_in(2) => chars.retain(|char| *char != '-'),
        Some(first) => {
            let hyphen = chars.remove(first);
            chars.insert(end.min(chars.len()), hyphen);
        }
        None => chars.insert(end, '-'),
    }
}

/// Adds something before, after or around the text, repeats it, or empties it.
fn around(chars: &[char], odd: char, prng: &mut Prng) -> Vec<char> {
    let text: String = chars.iter().collect();
    let text = match prng.below(7) {
        0 => format!("urn:uuid:{text}"),
        1 => format!("URN:UUID:{text}"),
        2 => format!("{{{text}}}"),
        3 => format!("{odd}{text}"),
        4 => format!("{text}{odd}"),
        5 => text.repeat(2),
        _ => String::new(),
    };
    text.chars().collect()
}

/// `hex` with one random change. It stays a sequence of digit pairs.
pub(super) fn changed_bytes(hex: &str, prng: &mut Prng) -> String {
    let digits: Vec<char> = hex.chars().collect();
    let mut bytes: Vec<String> = digits
        .chunks_exact(2)
        .map(|pair| pair.iter().collect())
        .collect();
    let place = prng.below(bytes.len());
    let byte = match prng.below(4) {
        0 => "00".to_owned(),
        1 => "ff".to_owned(),
        2 => format!("{:02x}", 1u8 << prng.below(8)),
        _ => format!("{:02x}", prng.bits() as u8),
    };
    match prng.below(8) {
        0 => bytes.insert(place, byte),
        1 if !bytes.is_empty() => drop(bytes.remove(place)),
        2 => bytes
            .iter_mut()
            .for_each(|old| *old = format!("{:02x}", prng.bits() as u8)),
        3 => bytes.truncate(place),
        _ => {
            if let Some(old) = bytes.get_mut(place) {
                *old = byte;
            }
        }
    }
    bytes.concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn changed_is_varied_and_bounded() {
        let others = vec![
            "01234567-89ab-6cde-8f01-23456789abcd".to_owned(),
            "3jzfcijpj2z2a".to_owned(),
        ];
        let mut all = BTreeSet::new();
        for number in 0..5000 {
            let mut prng = Prng::of_number(number);
            let text = changed("3jzf-cij-pj2z-2a", &others, &mut prng);
            assert!(text.chars().count() <= MAX_LENGTH);
            all.insert(text);
        }
        assert!(all.len() > 500, "{}", all.len());
        for wanted in [
            "3jzfcijpj2z2a",
            "3JZF-CIJ-PJ2Z-2A",
            "",
            "3jzf-cij-pj2z-2",
            "{3jzf-cij-pj2z-2a}",
        ] {
            assert!(all.contains(wanted), "{wanted}");
        }
        assert!(
            all.iter().any(|text| text.contains('\0')) && all.iter().any(|text| !text.is_ascii())
        );
    }

    #[test]
    fn changed_accepts_empty_text() {
        for number in 0..500 {
            changed("", &[], &mut Prng::of_number(number));
            let bytes = changed_bytes("", &mut Prng::of_number(number));
            assert!(bytes.len() <= 2, "{bytes}");
        }
    }

    #[test]
    fn changed_bytes_returns_pairs_of_digits() {
        let mut lengths = BTreeSet::new();
        for number in 0..500 {
            let bytes = changed_bytes("17fd6873eaf07c06", &mut Prng::of_number(number));
            assert!(
                bytes.bytes().all(|digit| digit.is_ascii_hexdigit()),
                "{bytes}"
            );
            lengths.insert(bytes.len());
        }
        assert!(lengths.contains(&14) && lengths.contains(&16) && lengths.contains(&18));
        assert!(lengths.iter().all(|length| length % 2 == 0));
    }
}
