//! Where in a text the ids are that somebody pasted: [`inspect_at`] reads whole texts and nothing else, people paste what is around them, too.

use core::ops::Range;

use super::find_ids_at;
use crate::formats::Format;
use crate::id::Id;
use crate::inspect::inspect_at;
use crate::time::Timestamp;

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

/// The places of ids, each with its readings, the likeliest first: the whole text if that is one, or what is left without quotes and brackets around it, or
/// the words of it that are; numbers where no word is.
#[doc(hidden)]
pub fn places(
    text: &[u8],
    now: Timestamp,
) -> impl Iterator<Item = (Range<usize>, impl Iterator<Item = Id>)> {
    let read = move |place: Range<usize>| {
        let part = text.get(place.clone()).unwrap_or_default();
        let mut readings = inspect_at(part, now).peekable();
        readings.peek().is_some().then_some((place, readings))
    };
    let whole = read(0..text.len()).or_else(|| read(peeled(text)));
    let is_number = |place: &Range<usize>| {
        let word = text.get(place.clone()).unwrap_or_default();
        word.len() >= FEWEST_DIGITS && word.iter().all(u8::is_ascii_digit)
    };
    let found = move |formats| find_ids_at(text, formats, now).map(|(place, _)| place);
    let mut words = whole.is_none().then(|| found(None).peekable());
    let has_words = words.as_mut().is_some_and(|words| words.peek().is_some());
    let is_last_resort = whole.is_none() && !has_words;
    let numbers = is_last_resort.then(|| found(Some(Format::ALL)).filter(is_number));
    let words = words.into_iter().flatten();
    let parts = words.chain(numbers.into_iter().flatten());
    whole.into_iter().chain(parts.filter_map(read))
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
            ("3jzfcijpj2z2a", std::vec!["3jzfcijpj2z2a"]),
            (" \"3jzfcijpj2z2a\",\r", std::vec!["3jzfcijpj2z2a"]),
            (
                "{017f22e2-79b0-7cc3-98c4-dc0c0c07398f}",
                std::vec!["017f22e2-79b0-7cc3-98c4-dc0c0c07398f"],
            ),
            (
                "at://did:plc:ewvi7nxzyoun6zhxrhs64oiz/app.bsky.feed.post/3jzfcijpj2z2a",
                std::vec!["3jzfcijpj2z2a"],
            ),
            (
                "https://x.com/jack/status/1777150623882019211?s=20",
                std::vec!["1777150623882019211"],
            ),
            (
                "urn:ulid:01ARYZ6S41TSV4RRFFQ69G5FAV",
                std::vec!["01ARYZ6S41TSV4RRFFQ69G5FAV"],
            ),
            (
                "took=12 id=3jzfcijpj2z2a by=order_01fwhe4ydgfk1shh6w1g60eecf",
                std::vec!["3jzfcijpj2z2a", "order_01fwhe4ydgfk1shh6w1g60eecf"],
            ),
            ("kjzfcijpj2z2a", std::vec![]),
            ("port 8080, on 20240719", std::vec![]),
            ("", std::vec![]),
            ("\"", std::vec![]),
            ("{}", std::vec![]),
        ] {
            let found = places(text.as_bytes(), now);
            let found: std::vec::Vec<&str> = found.map(|(place, _)| &text[place]).collect();
            assert_eq!(found, expected, "{text}");
        }
    }
}
