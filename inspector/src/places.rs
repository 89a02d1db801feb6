//! Where in a text the ids are: the library reads whole texts and nothing else, people paste what is around them, too.

use std::ops::Range;

use sortid::{Format, Timestamp};

const PAIRS: [(u8, u8); 8] = [
    (b'{', b'}'),
    (b'(', b')'),
    (b'[', b']'),
    (b'<', b'>'),
    (b'"', b'"'),
    (b'\'', b'\''),
    (b'`', b'`'),
    (b'|', b'|'),
];

/// Decimal ids of today have no fewer digits; shorter numbers in a text are something else.
const FEWEST_DIGITS: usize = 15;

/// The places of ids: the whole text if that is one, or what is left without quotes and brackets around it, or the words of it that are.
pub(super) fn places(text: &[u8], now: Timestamp) -> Vec<Range<usize>> {
    let is_id = |range: &Range<usize>| {
        let part = text.get(range.clone()).unwrap_or_default();
        sortid::inspect_at(part, now).next().is_some()
    };
    let whole = 0..text.len();
    let bare = peeled(text);
    if let Some(place) = [whole, bare].into_iter().find(is_id) {
        return vec![place];
    }
    let words: Vec<_> = sortid::find_ids_at(text, None, now)
        .map(|(place, _)| place)
        .collect();
    if !words.is_empty() {
        return words;
    }
    let is_number = |place: &Range<usize>| {
        let word = text.get(place.clone()).unwrap_or_default();
        word.len() >= FEWEST_DIGITS && word.iter().all(u8::is_ascii_digit)
    };
    sortid::find_ids_at(text, Some(Format::ALL), now)
        .map(|(place, _)| place)
        .filter(is_number)
        .collect()
}

/// Without blanks, pairs of quotes and brackets, and what ends a clause.
fn peeled(text: &[u8]) -> Range<usize> {
    let mut place = 0..text.len();
    loop {
        let part = text.get(place.clone()).unwrap_or_default();
        match part {
            [first, .., last] if PAIRS.contains(&(*first, *last)) => {
                place = place.start + 1..place.end - 1;
            }
            [first, ..] if first.is_ascii_whitespace() => place.start += 1,
            [.., last] if last.is_ascii_whitespace() || b",;.".contains(last) => place.end -= 1,
            _ => return place,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_found_in_what_is_around_them() {
        let now = Timestamp::from_unix_ms(1_795_132_800_000);
        for (text, expected) in [
            ("3jzfcijpj2z2a", vec!["3jzfcijpj2z2a"]),
            (" \"3jzfcijpj2z2a\",\r", vec!["3jzfcijpj2z2a"]),
            (
                "{017f22e2-79b0-7cc3-98c4-dc0c0c07398f}",
                vec!["017f22e2-79b0-7cc3-98c4-dc0c0c07398f"],
            ),
            (
                "at://did:plc:ewvi7nxzyoun6zhxrhs64oiz/app.bsky.feed.post/3jzfcijpj2z2a",
                vec!["3jzfcijpj2z2a"],
            ),
            (
                "https://x.com/jack/status/1777150623882019211?s=20",
                vec!["1777150623882019211"],
            ),
            (
                "urn:ulid:01ARYZ6S41TSV4RRFFQ69G5FAV",
                vec!["01ARYZ6S41TSV4RRFFQ69G5FAV"],
            ),
            (
                "took=12 id=3jzfcijpj2z2a by=order_01fwhe4ydgfk1shh6w1g60eecf",
                vec!["3jzfcijpj2z2a", "order_01fwhe4ydgfk1shh6w1g60eecf"],
            ),
            ("kjzfcijpj2z2a", vec![]),
            ("port 8080, on 20240719", vec![]),
            ("", vec![]),
            ("\"", vec![]),
            ("{}", vec![]),
        ] {
            let found = places(text.as_bytes(), now);
            let found: Vec<&str> = found.into_iter().map(|place| &text[place]).collect();
            assert_eq!(found, expected, "{text}");
        }
    }
}
