//! Positions of ids in pasted text. [`inspect_at`] reads whole texts only; pasted text often
//! includes what surrounds an id.

use core::ops::Range;

use super::{FoundIds, find_ids_at};
use crate::detect::inspect::Readings;
use crate::formats::Format;
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

/// The fewest digits of a number that counts as an id: present-day decimal ids have at least 15.
const FEWEST_DIGITS: usize = 15;

/// The positions of ids in a text, each with its readings, likeliest first.
///
/// Tries the whole text, the text without surrounding quotes and brackets, its words, and its
/// numbers, and stops at the first of these that contains ids.
#[doc(hidden)]
pub struct Places<'a> {
    text: &'a [u8],
    now: Timestamp,
    left: Left<'a>,
    readings: &'a mut Readings,
}

/// The remaining part of the search.
enum Left<'a> {
    Whole,
    /// The words of the text, and whether an id was found among them.
    Words(FoundIds<'a>, bool),
    Numbers(FoundIds<'a>),
    Nowhere,
}

/// Returns the positions of ids in a text. `readings` is a buffer for their readings: it is large,
/// and can serve many texts.
#[doc(hidden)]
pub fn places<'a>(text: &'a [u8], now: Timestamp, readings: &'a mut Readings) -> Places<'a> {
    Places {
        text,
        now,
        left: Left::Whole,
        readings,
    }
}

impl Places<'_> {
    /// Returns the next position. Not an `Iterator`, because each call overwrites the readings.
    pub fn next_place(&mut self) -> Option<(Range<usize>, &Readings)> {
        loop {
            let place = match &mut self.left {
                Left::Whole => {
                    self.left = Left::Nowhere;
                    let whole = 0..self.text.len();
                    if self.read(&whole) {
                        return Some((whole, self.readings));
                    }
                    let peeled = peeled(self.text);
                    if peeled != whole && self.read(&peeled) {
                        return Some((peeled, self.readings));
                    }
                    self.left = Left::Words(find_ids_at(self.text, None, self.now), false);
                    continue;
                }
                Left::Words(words, has_words) => match words.next() {
                    Some((place, _)) => {
                        *has_words = true;
                        place
                    }
                    None => {
                        self.left = match has_words {
                            true => Left::Nowhere,
                            false => {
                                Left::Numbers(find_ids_at(self.text, Some(Format::ALL), self.now))
                            }
                        };
                        continue;
                    }
                },
                Left::Numbers(numbers) => match numbers.next() {
                    Some((place, _)) if is_number(self.text, &place) => place,
                    Some(_) => continue,
                    None => {
                        self.left = Left::Nowhere;
                        continue;
                    }
                },
                Left::Nowhere => return None,
            };
            if self.read(&place) {
                return Some((place, self.readings));
            }
        }
    }

    fn read(&mut self, place: &Range<usize>) -> bool {
        let part = self.text.get(place.clone()).unwrap_or_default();
        self.readings.read(part, self.now)
    }
}

fn is_number(text: &[u8], place: &Range<usize>) -> bool {
    let word = text.get(place.clone()).unwrap_or_default();
    word.len() >= FEWEST_DIGITS && word.iter().all(u8::is_ascii_digit)
}

/// Strips white space, pairs of quotes and brackets, and punctuation that ends a clause.
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
            let mut readings = Readings::NONE;
            let mut places = places(text.as_bytes(), now, &mut readings);
            let mut found = std::vec![];
            while let Some((place, _)) = places.next_place() {
                found.push(&text[place]);
            }
            assert_eq!(found, expected, "{text}");
        }
    }
}
