//! SQL for the smallest and the largest id of a tick, assembled from its bits.

use sortid::Run;

use crate::dialect::hex;
use crate::dialect::{INT_MAX, INT_MIN};
use crate::model::Dialect;
use crate::plan::{Overlay, Part, Time};
use crate::storage::{Int, Kind, Storage};

/// An end of a tick.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    Min,
    Max,
}

impl End {
    pub(crate) fn name(self) -> &'static str {
        match self {
            End::Min => "min",
            End::Max => "max",
        }
    }
}

/// How many bytes become digits at once.
const BYTES_AT_ONCE: usize = 6;

/// The column with a blob of all byte values, from which SQLite takes a byte by its position.
pub(crate) const ALL_BYTES: &str = "bytes";

impl Storage {
    /// Returns the condition under which microseconds since 1970 lie in no tick that ids can carry,
    /// or `None` if they always lie in one.
    pub(crate) fn out_of_range(&self, us: &str, time: &Time) -> Option<String> {
        let (lowest, highest) = match self.db {
            // `numeric` holds any number.
            Dialect::Postgresql => (i128::MIN, i128::MAX),
            _ => (INT_MIN, INT_MAX),
        };
        let below = time.first_us > lowest;
        let below = below.then(|| format!("{us} < {}", self.db.int(time.first_us)));
        let above = time.last_us < highest;
        let above = above.then(|| format!("{us} > {}", self.db.int(time.last_us)));
        let conditions = below.into_iter().chain(above).collect::<Vec<_>>();
        (!conditions.is_empty()).then(|| conditions.join(" OR "))
    }

    /// Returns the tick of microseconds since 1970, which must be in range.
    pub(crate) fn tick_of(&self, us: &str, time: &Time) -> String {
        let db = self.db;
        let ticks = db.mul(&db.add(us, -time.epoch_us), time.over);
        match db {
            Dialect::Postgresql if time.times > 1 => format!("div({ticks}, {})", time.times),
            _ => db.div(&ticks, time.times),
        }
    }

    /// Returns the id at an end of a tick.
    pub(crate) fn id_of(&self, tick: &str, end: End, time: &Time) -> String {
        let template = time.template(end);
        if let Kind::Symbols(symbols) = &self.kind
            && let Some(text) = self.symbols_of(tick, end, symbols, time)
        {
            return text;
        }
        match self.kind {
            Kind::Int(int) => self.integer_of(tick, int, template, time),
            Kind::Binary if self.db == Dialect::Sqlite => self.blob_of(tick, end, template, time),
            _ => {
                let pieces = self.pieces(tick, end, template, time, BYTES_AT_ONCE);
                let hex = pieces.iter().map(|piece| match piece {
                    Piece::Same(digits) => format!("'{digits}'"),
                    Piece::Int(int, bytes) => self.db.to_hex(int, *bytes),
                });
                self.of_hex(&self.db.concat(&hex.collect::<Vec<_>>()))
            }
        }
    }

    fn integer_of(&self, tick: &str, int: Int, template: &[u8], time: &Time) -> String {
        let db = self.db;
        let rest = template.iter();
        let rest = rest.fold(0, |int: i128, &byte| int << 8 | i128::from(byte));
        let runs = time.overlays.iter().flat_map(|overlay| &overlay.runs);
        let Some(&(at, width)) = runs.last() else {
            return db.int(rest);
        };
        let unit = 1 << (64 - at - width);
        // The top bit is inverted.
        let (tick, rest) = match int {
            Int::Flipped if at == 0 => (db.add(tick, -(1 << (width - 1))), rest),
            Int::Flipped => (tick.to_owned(), rest - (1 << 63)),
            _ => (tick.to_owned(), rest),
        };
        match (db, int) {
            (Dialect::Mysql | Dialect::Mariadb, Int::Unsigned) => {
                db.add(&db.mul(&format!("CAST({tick} AS UNSIGNED)"), unit), rest)
            }
            (Dialect::Duckdb, Int::Unsigned) => {
                let sum = db.add(&db.mul(&format!("CAST({tick} AS HUGEINT)"), unit), rest);
                format!("CAST({sum} AS UBIGINT)")
            }
            (Dialect::Clickhouse, Int::Unsigned) => {
                format!("(toUInt64({tick}) * toUInt64({unit}) + toUInt64({rest}))")
            }
            _ => db.add(&db.mul(&tick, unit), rest),
        }
    }

    fn blob_of(&self, tick: &str, end: End, template: &[u8], time: &Time) -> String {
        let pieces = self.pieces(tick, end, template, time, 1);
        let bytes = pieces.iter().map(|piece| match piece {
            Piece::Same(digits) => format!("X'{digits}'"),
            Piece::Int(int, _) => sqlite_byte(int),
        });
        let bytes = bytes.collect::<Vec<_>>();
        format!("CAST({} AS BLOB)", self.db.concat(&bytes))
    }

    /// Splits the id from left to right into constant parts, and integers of at most `at_once`
    /// bytes.
    fn pieces(
        &self,
        tick: &str,
        end: End,
        template: &[u8],
        time: &Time,
        at_once: usize,
    ) -> Vec<Piece> {
        let hyphens: &[usize] = match &self.kind {
            Kind::Text(hyphens) => hyphens,
            _ => &[],
        };
        let is_time = |byte: usize| {
            let bits = (8 * byte as u32, 8 * byte as u32 + 8);
            let runs = time.overlays.iter().flat_map(|overlay| &overlay.runs);
            runs.into_iter()
                .any(|(at, width)| *at < bits.1 && bits.0 < at + width)
        };
        let (mut pieces, mut from, mut letters) = (Vec::new(), 0, 0);
        while from < template.len() {
            if hyphens.contains(&letters) {
                pieces.push(Piece::Same("-".to_owned()));
                letters += 1;
            }
            let mut to = from + 1;
            let goes_on = |to: usize| {
                let is_whole = is_time(from) && to - from == at_once;
                let has_hyphen = hyphens.contains(&(letters + 2 * (to - from)));
                to < template.len() && is_time(to) == is_time(from) && !is_whole && !has_hyphen
            };
            while goes_on(to) {
                to += 1;
            }
            let bytes = template.get(from..to).unwrap_or_default();
            pieces.push(match is_time(from) {
                true => {
                    let int = self.int_of(tick, end, bytes, 8 * from as u32, time);
                    Piece::Int(int, to - from)
                }
                false => Piece::Same(hex(bytes)),
            });
            letters += 2 * (to - from);
            from = to;
        }
        merged(pieces)
    }

    /// Returns the bytes of an id from bit `at` on as an integer.
    fn int_of(&self, tick: &str, end: End, bytes: &[u8], at: u32, time: &Time) -> String {
        let db = self.db;
        let (from, to) = (at, at + 8 * bytes.len() as u32);
        let mut parts = Vec::new();
        for overlay in &time.overlays {
            let whole: u32 = overlay.runs.iter().map(|(_, width)| width).sum();
            for (low, (at, width)) in lows(overlay) {
                let (first, last) = (at.max(from), (at + width).min(to));
                if first >= last {
                    continue;
                }
                let shift = low + at + width - last;
                let number = self.part(tick, overlay.part, end);
                let bits = match shift == 0 && last - first == whole {
                    true => number,
                    false => db.bits(&number, shift, last - first),
                };
                parts.push(db.mul(&bits, 1 << (to - last)));
            }
        }
        let rest = bytes.iter();
        let rest = rest.fold(0, |int: i128, &byte| int << 8 | i128::from(byte));
        db.add(&db.sum(&parts), rest)
    }

    /// Returns a part of the tick.
    fn part(&self, tick: &str, part: Part, end: End) -> String {
        let db = self.db;
        let Part::Fraction(nth) = part else {
            return match part {
                Part::Millis => db.div(tick, 1000),
                Part::MicrosOfMilli => db.rem(tick, 1000),
                Part::Seconds => db.div(tick, 1_000_000),
                _ => tick.to_owned(),
            };
        };
        // The smallest fraction that reads as these microseconds, or the largest, which is one less
        // than the smallest of the next microsecond: a long division of the microseconds times 2^80
        // by 15625, in parts that fit into 64 bits.
        let micros = db.rem(tick, 1_000_000);
        let (mut left, ones) = match end {
            End::Min => (db.mul(&micros, 1 << 18), 0),
            End::Max => (
                db.add(&db.mul(&db.add(&micros, 1), 1 << 18), -1),
                (1 << 31) - 1,
            ),
        };
        for _ in 0..nth {
            left = db.add(&db.mul(&db.rem(&left, 15_625), 1 << 31), ones);
        }
        match (end, nth) {
            // Rounds up.
            (End::Min, 2) => db.div(&db.add(&left, 15_624), 15_625),
            _ => db.div(&left, 15_625),
        }
    }
}

/// Returns a byte in SQLite. Versions before 3.41 have no `unhex`, so it is taken from a blob of
/// all bytes.
pub(crate) fn sqlite_byte(int: &str) -> String {
    format!("substr({ALL_BYTES}, 1 + {int}, 1)")
}

enum Piece {
    Same(String),
    /// An integer, and its width in bytes.
    Int(String, usize),
}

/// Returns the runs of an overlay, each with the number of lower bits in the same number.
fn lows(overlay: &Overlay) -> Vec<(u32, Run)> {
    let mut below = 0;
    let runs = overlay.runs.iter().rev().map(|&(at, width)| {
        below += width;
        (below - width, (at, width))
    });
    runs.collect()
}

/// Merges adjacent constant parts.
fn merged(pieces: Vec<Piece>) -> Vec<Piece> {
    let mut merged = Vec::<Piece>::new();
    for piece in pieces {
        match (merged.last_mut(), piece) {
            (Some(Piece::Same(before)), Piece::Same(digits)) => before.push_str(&digits),
            (_, piece) => merged.push(piece),
        }
    }
    merged
}
