//! SQL that composes the smallest and the largest id of a tick.

use sortid::shape::Run;

use crate::column::Column;
use crate::dialect::{INT_MAX, INT_MIN, hex, sqlite_byte};
use crate::model::{Bound, Dialect, Encoding, IntEncoding, TickPart, TimeField, TimeLayout};

/// The number of bytes encoded at once.
const BYTES_AT_ONCE: usize = 6;

impl Column {
    /// Returns the condition that microseconds since 1970 are outside the times of ids, or `None`
    /// if they never are.
    pub(crate) fn us_out_of_range(&self, us: &str, time: &TimeLayout) -> Option<String> {
        let (earliest, latest) = match self.dialect {
            // `numeric` has no limits.
            Dialect::Postgresql => (i128::MIN, i128::MAX),
            _ => (INT_MIN, INT_MAX),
        };
        let below = time.first_us > earliest;
        let below = below.then(|| format!("{us} < {}", self.dialect.int(time.first_us)));
        let above = time.last_us < latest;
        let above = above.then(|| format!("{us} > {}", self.dialect.int(time.last_us)));
        let conditions = below.into_iter().chain(above).collect::<Vec<_>>();
        (!conditions.is_empty()).then(|| conditions.join(" OR "))
    }

    /// Returns the tick of microseconds since 1970, which must be in range.
    pub(crate) fn tick_at(&self, us: &str, time: &TimeLayout) -> String {
        let dialect = self.dialect;
        let ticks = dialect.mul(&dialect.add(us, -time.epoch_us), time.denominator);
        match dialect {
            Dialect::Postgresql if time.numerator > 1 => {
                format!("div({ticks}, {})", time.numerator)
            }
            _ => dialect.div(&ticks, time.numerator),
        }
    }

    /// Returns the smallest or the largest id of a tick.
    pub(crate) fn id_at(&self, tick: &str, bound: Bound, time: &TimeLayout) -> String {
        let template = time.template(bound);
        if let Encoding::Symbols(symbols) = &self.encoding
            && let Some(text) = self.symbols_at(tick, bound, symbols, time)
        {
            return text;
        }
        match self.encoding {
            Encoding::Int(int) => self.integer_at(tick, int, template, time),
            Encoding::Binary if self.dialect == Dialect::Sqlite => {
                self.blob_at(tick, bound, template, time)
            }
            _ => {
                let pieces = self.pieces(tick, bound, template, time, BYTES_AT_ONCE);
                let hex = pieces.iter().map(|piece| match piece {
                    Piece::Constant(digits) => format!("'{digits}'"),
                    Piece::Int(int, bytes) => self.dialect.to_hex(int, *bytes),
                });
                self.value_of_hex(&self.dialect.concat(&hex.collect::<Vec<_>>()))
            }
        }
    }

    fn integer_at(
        &self,
        tick: &str,
        int: IntEncoding,
        template: &[u8],
        time: &TimeLayout,
    ) -> String {
        let dialect = self.dialect;
        let rest = template.iter();
        let rest = rest.fold(0, |int: i128, &byte| int << 8 | i128::from(byte));
        let runs = time.fields.iter().flat_map(|field| &field.runs);
        let Some(&(at, width)) = runs.last() else {
            return dialect.int(rest);
        };
        let unit = 1 << (64 - at - width);
        // The top bit is inverted.
        let (tick, rest) = match int {
            IntEncoding::Offset if at == 0 => (dialect.add(tick, -(1 << (width - 1))), rest),
            IntEncoding::Offset => (tick.to_owned(), rest - (1 << 63)),
            _ => (tick.to_owned(), rest),
        };
        match (dialect, int) {
            (Dialect::Mysql | Dialect::Mariadb, IntEncoding::Unsigned) => dialect.add(
                &dialect.mul(&format!("CAST({tick} AS UNSIGNED)"), unit),
                rest,
            ),
            (Dialect::Duckdb, IntEncoding::Unsigned) => {
                let sum = dialect.add(
                    &dialect.mul(&format!("CAST({tick} AS HUGEINT)"), unit),
                    rest,
                );
                format!("CAST({sum} AS UBIGINT)")
            }
            (Dialect::Clickhouse, IntEncoding::Unsigned) => {
                format!("(toUInt64({tick}) * toUInt64({unit}) + toUInt64({rest}))")
            }
            _ => dialect.add(&dialect.mul(&tick, unit), rest),
        }
    }

    fn blob_at(&self, tick: &str, bound: Bound, template: &[u8], time: &TimeLayout) -> String {
        let pieces = self.pieces(tick, bound, template, time, 1);
        let bytes = pieces.iter().map(|piece| match piece {
            Piece::Constant(digits) => format!("X'{digits}'"),
            Piece::Int(int, _) => sqlite_byte(int),
        });
        let bytes = bytes.collect::<Vec<_>>();
        format!("CAST({} AS BLOB)", self.dialect.concat(&bytes))
    }

    /// Splits the id from left to right into constant parts, and integers of at most `at_once`
    /// bytes.
    fn pieces(
        &self,
        tick: &str,
        bound: Bound,
        template: &[u8],
        time: &TimeLayout,
        at_once: usize,
    ) -> Vec<Piece> {
        let hyphens: &[usize] = match &self.encoding {
            Encoding::Hex(hyphens) => hyphens,
            _ => &[],
        };
        let is_time = |byte: usize| {
            let bits = (8 * byte as u32, 8 * byte as u32 + 8);
            let runs = time.fields.iter().flat_map(|field| &field.runs);
            runs.into_iter()
                .any(|(at, width)| *at < bits.1 && bits.0 < at + width)
        };
        let (mut pieces, mut from, mut letters) = (Vec::new(), 0, 0);
        while from < template.len() {
            if hyphens.contains(&letters) {
                pieces.push(Piece::Constant("-".to_owned()));
                letters += 1;
            }
            let mut to = from + 1;
            let is_same_piece = |to: usize| {
                let is_whole = is_time(from) && to - from == at_once;
                let has_hyphen = hyphens.contains(&(letters + 2 * (to - from)));
                to < template.len() && is_time(to) == is_time(from) && !is_whole && !has_hyphen
            };
            while is_same_piece(to) {
                to += 1;
            }
            let bytes = template.get(from..to).unwrap_or_default();
            pieces.push(match is_time(from) {
                true => {
                    let int = self.int_at(tick, bound, bytes, 8 * from as u32, time);
                    Piece::Int(int, to - from)
                }
                false => Piece::Constant(hex(bytes)),
            });
            letters += 2 * (to - from);
            from = to;
        }
        merged(pieces)
    }

    /// Returns the bytes of an id from bit `at` on as an integer.
    fn int_at(&self, tick: &str, bound: Bound, bytes: &[u8], at: u32, time: &TimeLayout) -> String {
        let dialect = self.dialect;
        let (from, to) = (at, at + 8 * bytes.len() as u32);
        let mut parts = Vec::new();
        for field in &time.fields {
            let whole: u32 = field.runs.iter().map(|(_, width)| width).sum();
            for (low, (at, width)) in lows(field) {
                let (first, last) = (at.max(from), (at + width).min(to));
                if first >= last {
                    continue;
                }
                let shift = low + at + width - last;
                let number = self.part(tick, field.part, bound);
                let bits = match shift == 0 && last - first == whole {
                    true => number,
                    false => dialect.bits(&number, shift, last - first),
                };
                parts.push(dialect.mul(&bits, 1 << (to - last)));
            }
        }
        let rest = bytes.iter();
        let rest = rest.fold(0, |int: i128, &byte| int << 8 | i128::from(byte));
        dialect.add(&dialect.sum(&parts), rest)
    }

    /// Returns a part of the tick.
    fn part(&self, tick: &str, part: TickPart, bound: Bound) -> String {
        let dialect = self.dialect;
        let TickPart::Fraction(nth) = part else {
            return match part {
                TickPart::Millis => dialect.div(tick, 1000),
                TickPart::MicrosOfMilli => dialect.rem(tick, 1000),
                TickPart::FractionOfMilli => {
                    let micros = dialect.rem(tick, 1000);
                    let start = |micros| dialect.div(&dialect.mul(micros, 4096), 1000);
                    match bound {
                        Bound::Min => start(&micros),
                        Bound::Max => dialect.add(&start(&dialect.add(&micros, 1)), -1),
                    }
                }
                TickPart::Seconds => dialect.div(tick, 1_000_000),
                _ => tick.to_owned(),
            };
        };
        // The smallest or the largest fraction of these microseconds; the largest is one less than
        // the smallest of the next one. Divides the microseconds times 2^80 by 15625, in parts that
        // fit into 64 bits.
        let micros = dialect.rem(tick, 1_000_000);
        let (mut left, ones) = match bound {
            Bound::Min => (dialect.mul(&micros, 1 << 18), 0),
            Bound::Max => (
                dialect.add(&dialect.mul(&dialect.add(&micros, 1), 1 << 18), -1),
                (1 << 31) - 1,
            ),
        };
        for _ in 0..nth {
            left = dialect.add(&dialect.mul(&dialect.rem(&left, 15_625), 1 << 31), ones);
        }
        match (bound, nth) {
            // Rounds up.
            (Bound::Min, 2) => dialect.div(&dialect.add(&left, 15_624), 15_625),
            _ => dialect.div(&left, 15_625),
        }
    }
}

enum Piece {
    Constant(String),
    /// An integer, and its width in bytes.
    Int(String, usize),
}

/// Returns the runs of a field, each with the number of lower bits in the same number.
fn lows(field: &TimeField) -> Vec<(u32, Run)> {
    let mut below = 0;
    let runs = field.runs.iter().rev().map(|&(at, width)| {
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
            (Some(Piece::Constant(before)), Piece::Constant(digits)) => before.push_str(&digits),
            (_, piece) => merged.push(piece),
        }
    }
    merged
}
