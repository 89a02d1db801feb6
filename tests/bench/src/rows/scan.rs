//! Counts ids in a log; each byte is an operation.

use std::fmt::Write;
use std::hint::black_box;
use std::sync::LazyLock;

use regex::bytes::Regex;
use sortid::{AnyTypeId, Format, Prefix};

use super::Row;
use super::samples::Random;
use crate::side::Side;

const BYTES: usize = 200_000_000;
const ROUNDS: usize = 15;

static LOG: LazyLock<Vec<u8>> = LazyLock::new(|| log(BYTES));

/// Events of log lines, one per line.
const EVENTS: &str = include_str!("../../logs/events");

/// A UUID with a defined version; an optional prefix; the suffix of TypeIDs; then the shapes of the
/// other formats that a scan without format names finds.
const SHAPES: &str = include_str!("../../logs/shapes");

/// The UUID formats of a log.
const UUIDS: [Format; 2] = [Format::Uuid4, Format::Uuid7];

/// Lines as services write them: a time, a level, words, paths, numbers, and one or two ids each.
fn log(bytes: usize) -> Vec<u8> {
    let events: Vec<_> = EVENTS.lines().collect();
    let mut random = Random::new();
    let mut below = move |count: u64| random.u64() % count;
    let mut log = String::with_capacity(bytes + 1024);
    let id = |format| sortid::new_id(format).expect("an id");
    while log.len() < bytes {
        let line = &mut log;
        let level = ["INFO ", "INFO ", "DEBUG", "WARN "][below(4) as usize];
        let event = events[below(events.len() as u64) as usize];
        let (second, ms, took) = (below(60), below(1000), below(5000));
        let uuid = id(UUIDS[below(2) as usize]);
        let written = match below(8) {
            0..=3 => writeln!(
                line,
                "2026-03-01T10:17:{second:02}.{ms:03}Z {level} [worker-{}] orders.http_server: {event} request_id={uuid} status=200 took={took}ms",
                below(32)
            ),
            4 => {
                let prefix = Prefix::new("order").expect("a prefix");
                let order = AnyTypeId::new(prefix, id(Format::Uuid7)).expect("an id");
                writeln!(
                    line,
                    "2026-03-01T10:17:{second:02}.{ms:03}Z {level} GET /v1/orders/{order}/lines?limit=100 200 {took} \"Mozilla/5.0 (X11; Linux x86_64)\"",
                    order = order.to_text()
                )
            }
            5 => {
                let other =
                    [Format::Ulid, Format::Ksuid, Format::ObjectId, Format::Xid][below(4) as usize];
                writeln!(
                    line,
                    "2026-03-01T10:17:{second:02}.{ms:03}Z {level} event={} trace={uuid} {event}",
                    id(other)
                )
            }
            6 => writeln!(
                line,
                "2026-03-01T10:17:{second:02}.{ms:03}Z {level} commit at://did:plc:z72i7hdynmk6r22z27h6tvur/app.bsky.feed.post/{} seq={}",
                id(Format::Tid),
                below(1 << 40)
            ),
            _ => writeln!(
                line,
                "2026-03-01T10:17:{second:02}.{ms:03}Z {level} {event}; {} of {} connections in use, {event}",
                below(100),
                below(1000)
            ),
        };
        written.expect("a string takes everything");
    }
    log.into_bytes()
}

/// The expressions for UUIDs and TypeIDs; if `others`, also for the other formats, or prefixed.
fn shapes(others: bool) -> String {
    let mut lines = SHAPES.lines();
    let mut next = || lines.next().expect("a shape");
    let (uuid, prefix, typeid) = (next(), next(), next());
    let others: Vec<_> = lines.filter(|_| others).collect();
    let all = [&[typeid], &others[..]].concat().join("|");
    format!("{uuid}|{prefix}(?:{all})")
}

/// This crate's closest equivalent of whole words.
fn expression(shapes: &str) -> Regex {
    Regex::new(&format!(r"(?-u)\b(?:{shapes})\b")).expect("an expression")
}

fn counting(formats: Option<&'static [Format]>) -> Side {
    Side::bulk(BYTES as u64, move || {
        black_box(sortid::find_ids(black_box(&*LOG), formats).count());
    })
}

fn matching(shapes: &str) -> Side {
    let expression = expression(shapes);
    Side::bulk(BYTES as u64, move || {
        black_box(expression.find_iter(black_box(&LOG)).count());
    })
}

pub(crate) const NOTES: &[&str] = &[
    "… in a log: ns a byte, each round all 200 MB of it; both count what they find. The expression finds shapes, and every word that looks",
    "  alike; ours are ids of a likely time, or with their marks.",
];

pub(crate) fn rows() -> Vec<Row> {
    let name = "regex::bytes, the same shapes";
    vec![
        Row::new("ids in a log, a byte", counting(None))
            .beside("regex", name, matching(&shapes(true)))
            .at_most(0.8)
            .in_rounds(ROUNDS),
        Row::new("UUIDs in a log, a byte", counting(Some(&UUIDS)))
            .beside("regex", name, matching(&shapes(false)))
            .at_most(0.8)
            .in_rounds(ROUNDS),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The comparison is only meaningful if both do the same.
    #[test]
    fn peer_finds_the_same_except_lookalike_words() {
        let log = log(1_000_000);
        for (formats, others) in [(None, true), (Some(&UUIDS[..]), false)] {
            let ours = sortid::find_ids(&log, formats).map(|(range, _)| range);
            let theirs = expression(&shapes(others));
            let theirs: Vec<_> = theirs.find_iter(&log).map(|found| found.range()).collect();
            let mut count = 0;
            for range in ours {
                assert!(theirs.contains(&range), "{:?}", str::from_utf8(&log[range]));
                count += 1;
            }
            assert!(count > 4000, "{count}");
            // "configuration" has the shape of a tid.
            assert!(theirs.len() < count * 5 / 4);
        }
    }
}
