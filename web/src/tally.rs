//! The summary of a text's ids: number by format, first and last time, order, and duplicates.

use std::collections::HashSet;

use serde_json::{Value, json};
use sortid::{AnyId, Readings, Timestamp};

use crate::card::utc;
use crate::counts::Counts;
use crate::histogram::Histogram;

/// The largest number of listed ids.
const LISTED: usize = 100;
/// The largest number of bars of a histogram.
const BARS: i128 = 120;
/// Longer lines are cut between two words, as a text may have no line breaks.
const LONGEST_LINE: usize = 1 << 20;
/// Longer words are not ids, even with a prefix.
const LONGEST_WORD: usize = 1 << 10;

pub(crate) struct Tally {
    now: Timestamp,
    /// The incomplete last line.
    rest: Vec<u8>,
    counts: Counts<()>,
    seen: HashSet<AnyId>,
    duplicates: u64,
    times: Vec<Timestamp>,
    list: Vec<Value>,
}

impl Tally {
    pub(crate) fn new(now: Timestamp) -> Self {
        Self {
            now,
            rest: Vec::new(),
            counts: Counts::new(),
            seen: HashSet::new(),
            duplicates: 0,
            times: Vec::new(),
            list: Vec::new(),
        }
    }

    /// Counts the ids of the next piece. Stores a word that may continue in a later piece.
    pub(crate) fn feed(&mut self, piece: &[u8]) {
        let before = self.rest.len();
        self.rest.extend_from_slice(piece);
        let mut lines = std::mem::take(&mut self.rest);
        let whole = match piece.iter().rposition(|&byte| byte == b'\n') {
            Some(at) => before + at + 1,
            None if lines.len() <= LONGEST_LINE => 0,
            None => end_of_words(&lines),
        };
        for line in lines[..whole].split(|&byte| byte == b'\n') {
            self.line(line);
        }
        lines.drain(..whole);
        self.rest = lines;
    }

    fn line(&mut self, line: &[u8]) {
        let mut is_found = false;
        for (_, id) in sortid::find_ids_at(line, None, self.now) {
            self.count(id);
            is_found = true;
        }
        if is_found {
            return;
        }
        // Other readings, such as a line that is one number.
        let mut readings = Readings::NONE;
        let mut places = sortid::places(line, self.now, &mut readings);
        while let Some((_, readings)) = places.next_place() {
            let own = readings.all().find(|reading| reading.epoch.is_none());
            if let Some(reading) = own {
                self.count(reading.id);
            }
        }
    }

    fn count(&mut self, id: AnyId) {
        let time = id.timestamp().ok();
        self.counts.add(id, time);
        self.duplicates += u64::from(!self.seen.insert(id));
        self.times.extend(time);
        if self.list.len() < LISTED {
            self.list.push(json!({
                "text": id.to_string(),
                "format": id.format().name(),
                "utc": time.and_then(utc),
            }));
        }
    }

    /// The summary.
    pub(crate) fn summary(mut self) -> Value {
        let last = std::mem::take(&mut self.rest);
        self.line(&last);
        let mut formats: Vec<_> = self.counts.formats.iter().collect();
        formats.sort_by_key(|(_, of)| std::cmp::Reverse(of.ids));
        let formats = formats
            .iter()
            .map(|(format, of)| json!([format.name(), of.ids]));
        let times = self.counts.times();
        json!({
            "ids": self.counts.ids(),
            "formats": formats.collect::<Vec<_>>(),
            "duplicates": self.duplicates,
            "out_of_order": self.counts.out_of_order(),
            "first": times.and_then(|(first, _)| utc(first)),
            "last": times.and_then(|(_, last)| utc(last)),
            "histogram": times.and_then(|(first, last)| self.histogram(first, last)),
            "list": self.list,
        })
    }

    fn histogram(&self, first: Timestamp, last: Timestamp) -> Option<Value> {
        let mut histogram = Histogram::new(first, last, BARS);
        for time in &self.times {
            histogram.add(*time);
        }
        let (from, _) = histogram.stretches().next()?;
        let counts: Vec<u64> = histogram.stretches().map(|(_, count)| count).collect();
        Some(json!({ "step": histogram.unit(), "from": utc(from), "counts": counts }))
    }
}

/// The end of the last word that no later piece can extend.
fn end_of_words(text: &[u8]) -> usize {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-".contains(byte);
    let between = text.iter().rposition(|byte| !is_word(byte));
    // Stores the end of an endless word, which is still too long for an id.
    between.map_or(text.len() - LONGEST_WORD, |at| at + 1)
}

#[cfg(test)]
mod tests {
    use sortid::Format;

    use super::*;

    fn now() -> Timestamp {
        Timestamp::from_unix_ms(1_795_132_800_000)
    }

    fn of(pieces: &[&[u8]]) -> Value {
        let mut tally = Tally::new(now());
        for piece in pieces {
            tally.feed(piece);
        }
        tally.summary()
    }

    fn ids(count: i64) -> Vec<String> {
        let id = |nth| {
            AnyId::min_at(
                Timestamp::from_unix_ms(1_700_000_000_000 + nth * 1000),
                Format::Uuid7,
            )
        };
        (0..count)
            .map(|nth| id(nth).expect("in range").to_string())
            .collect()
    }

    #[test]
    fn tally_counts_all_ids_of_a_text() {
        let ids = ids(3);
        let text = format!("a={} b={}\n{}\n{}", ids[0], ids[2], ids[1], ids[1]);
        let tally = of(&[text.as_bytes()]);
        assert_eq!(tally["ids"], 4);
        assert_eq!(tally["formats"], json!([["uuid7", 4]]));
        assert_eq!(
            (&tally["duplicates"], &tally["out_of_order"]),
            (&json!(1), &json!(1))
        );
        assert_eq!(tally["first"], "2023-11-14T22:13:20Z");
        assert_eq!(tally["last"], "2023-11-14T22:13:22Z");
        assert_eq!(tally["histogram"]["step"], "100 ms");
        let counts = tally["histogram"]["counts"].as_array().expect("a list");
        let some = counts.iter().enumerate().filter(|(_, count)| **count != 0);
        let some: Vec<_> = some.collect();
        assert_eq!(some, [(0, &json!(1)), (10, &json!(2)), (20, &json!(1))]);
        assert_eq!(tally["list"][1]["text"], json!(ids[2]));
    }

    #[test]
    fn tally_of_pieces_equals_the_tally_of_the_text() {
        let text = ids(20).join("\n");
        let whole = of(&[text.as_bytes()]);
        for size in [1, 7, 36, 37, 100] {
            let pieces: Vec<&[u8]> = text.as_bytes().chunks(size).collect();
            assert_eq!(of(&pieces), whole, "{size}");
        }
    }

    #[test]
    fn text_without_lines_is_cut_between_words() {
        let id = &ids(1)[0];
        let words = format!("{} {id} ", "x ".repeat(LONGEST_LINE));
        let pieces: Vec<&[u8]> = words.as_bytes().chunks(4096).collect();
        assert_eq!(of(&pieces)["ids"], 1);
        // The end of an endless word is not an id.
        let word = format!("{}{id}", "x".repeat(2 * LONGEST_LINE));
        assert_eq!(of(&[word.as_bytes(), id.as_bytes(), b"\n"])["ids"], 0);
    }

    #[test]
    fn line_of_one_number_is_counted() {
        let tally = of(&[b"1777150623882019211\n1777150623882019212\n"]);
        assert_eq!(tally["formats"], json!([["snowflake", 2]]));
        assert_eq!(of(&[b"took 8080 ms on 20240719\n"])["ids"], 0);
    }

    #[test]
    fn histogram_has_at_most_120_bars() {
        for span_ms in [0, 5_000, 86_400_000, 31_557_600_000, 31_557_600_000 * 100] {
            let mut tally = Tally::new(now());
            for unix_ms in [1_000_000_000_000, 1_000_000_000_000 + span_ms] {
                let time = Timestamp::from_unix_ms(unix_ms);
                tally.count(AnyId::min_at(time, Format::Uuid7).expect("in range"));
            }
            let counts = tally.summary()["histogram"]["counts"].clone();
            let counts = counts.as_array().expect("a list").clone();
            assert!((1..=BARS as usize).contains(&counts.len()), "{span_ms}");
        }
        assert_eq!(Tally::new(now()).summary()["histogram"], Value::Null);
    }
}
