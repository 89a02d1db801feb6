//! SQL that reads an id: its tick, its time, and whether it is valid.

use sortid::shape::{Must, Run, TimeCoding};

use crate::column::Column;
use crate::dialect::{INT_MAX, sqlite_is_text};
use crate::model::{Dialect, Encoding, IntEncoding, Symbols, TimeField, TimeLayout};

/// The number of bytes decoded at once, with room for the sign and further arithmetic.
const BYTES_AT_ONCE: usize = 7;

impl Column {
    /// Returns the id's bits as an unsigned integer.
    fn number(&self, id: &str, runs: &[Run]) -> String {
        self.number_of(id, runs, "")
    }

    /// Like [`number`](Self::number), with `cast` applied to each part.
    fn number_of(&self, id: &str, runs: &[Run], cast: &str) -> String {
        let mut parts = Vec::new();
        let mut below: u32 = runs.iter().map(|(_, width)| width).sum();
        for &(at, width) in runs {
            below -= width;
            for (at, width, above) in pieces(at, width) {
                let bits = format!("{}{cast}", self.bits(id, at, width));
                parts.push(self.dialect.mul(&bits, 1 << (below + above)));
            }
        }
        self.dialect.sum(&parts)
    }

    /// Returns `width` bits of an id from bit `at` on as an integer.
    pub(crate) fn bits(&self, id: &str, at: u32, width: u32) -> String {
        let dialect = self.dialect;
        let shift = 64_u32.saturating_sub(at + width);
        if let Encoding::Symbols(symbols) = &self.encoding {
            return self.bits_of_symbols(id, symbols, shift, width);
        }
        if let Encoding::Int(int) = self.encoding {
            return match int {
                IntEncoding::Signed if at == 0 => dialect.floor_shift(id, shift),
                // The top bit is inverted.
                IntEncoding::Offset if at == 0 => {
                    dialect.add(&dialect.floor_shift(id, shift), 1 << (width - 1))
                }
                _ => dialect.bits(id, shift, width),
            };
        }
        let (from, to) = (at as usize / 8, (at + width).div_ceil(8));
        let bytes = match to as usize - from {
            1 if dialect == Dialect::Postgresql && self.encoding == Encoding::Uuid => {
                format!("get_byte(uuid_send({id}), {from})::bigint")
            }
            count => dialect.hex_int(&self.digits(id), from, count),
        };
        let (shift, whole) = (to * 8 - at - width, to * 8 - from as u32 * 8);
        match shift == 0 && width == whole {
            true => bytes,
            false => dialect.bits(&bytes, shift, width),
        }
    }

    /// Returns the tick of an id.
    pub(crate) fn tick(&self, id: &str, time: &TimeLayout) -> String {
        let dialect = self.dialect;
        let numbers = time.fields.iter();
        let cast = match self.is_numeric(time) {
            true => "::numeric",
            false => "",
        };
        let numbers = numbers.map(|field: &TimeField| self.number_of(id, &field.runs, cast));
        match (time.coding, numbers.collect::<Vec<_>>().as_slice()) {
            (TimeCoding::MillisMicros, [millis, micros]) => {
                dialect.sum(&[dialect.mul(millis, 1000), micros.clone()])
            }
            (TimeCoding::MillisFraction, [millis, fraction]) => {
                let micros = dialect.add(&dialect.mul(fraction, 1000), 999);
                dialect.sum(&[dialect.mul(millis, 1000), dialect.div(&micros, 4096)])
            }
            // Multiplies a fraction of 86 bits by a million: by 15625 / 2^80, in parts of 64 bits.
            (TimeCoding::BinaryFraction, [seconds, first, second, last]) => {
                let parts = |part: &str| dialect.mul(part, 15_625);
                let carried = dialect.div(&parts(last), 1 << 31);
                let carried = dialect.div(&dialect.sum(&[parts(second), carried]), 1 << 31);
                let micros = dialect.div(&dialect.sum(&[parts(first), carried]), 1 << 18);
                dialect.sum(&[dialect.mul(seconds, 1_000_000), micros])
            }
            (_, numbers) => dialect.sum(numbers),
        }
    }

    /// Whether times are computed as PostgreSQL's `numeric`: 64 bits cannot hold its last years.
    pub(crate) fn is_numeric(&self, time: &TimeLayout) -> bool {
        self.dialect == Dialect::Postgresql && time.is_wide()
    }

    /// Returns the condition that a tick exceeds the database's time type, or `None` if no tick
    /// does.
    pub(crate) fn tick_out_of_range(&self, tick: &str, time: &TimeLayout) -> Option<String> {
        let (earliest, latest) = self.dialect.time_range_us();
        let (first, last) = (time.first_tick_from(earliest), time.last_tick_by(latest));
        let below =
            (first > time.min_tick).then(|| format!("{tick} < {}", self.dialect.int(first)));
        let above = (last < time.max_tick).then(|| format!("{tick} > {}", self.dialect.int(last)));
        // ClickHouse's integers wrap around.
        let wrapped = self.dialect == Dialect::Clickhouse && time.max_tick > INT_MAX;
        let wrapped = wrapped.then(|| format!("{tick} < 0"));
        let conditions = below.into_iter().chain(wrapped).chain(above);
        let conditions = conditions.collect::<Vec<_>>();
        (!conditions.is_empty()).then(|| conditions.join(" OR "))
    }

    /// Returns the microseconds of a tick since `since_us`.
    pub(crate) fn micros(&self, tick: &str, time: &TimeLayout, since_us: i128) -> String {
        let dialect = self.dialect;
        let product = dialect.mul(tick, time.numerator);
        let whole = match self.is_numeric(time) && time.denominator > 1 {
            true => format!("div({product}, {})", time.denominator),
            false => dialect.div(&product, time.denominator),
        };
        dialect.add(&whole, time.epoch_us - since_us)
    }

    /// Returns the condition that a column value is a valid id, or `None` if every value is.
    pub(crate) fn check(&self, id: &str) -> Option<String> {
        // These encodings compare the whole value with a maximum, which covers the top bit.
        let is_whole = matches!(
            self.encoding,
            Encoding::Int(IntEncoding::NonNegative) | Encoding::Symbols(_)
        );
        let is_sign = |runs: &[Run]| is_whole && runs == [(0, 1)];
        let rules = self.format.rules().filter_map(|rule| {
            let runs = rule.runs().collect::<Vec<_>>();
            match rule.must {
                _ if is_sign(&runs) => None,
                Must::Be(value) => Some(format!("{} = {value}", self.number(id, &runs))),
                Must::BeAtMost(most) => Some(format!("{} <= {most}", self.number(id, &runs))),
                Must::NotBe(value) if self.encoding == Encoding::Int(IntEncoding::Signed) => {
                    let width: u32 = runs.iter().map(|(_, width)| width).sum();
                    let shift = 128 - width;
                    let value = (value as i128) << shift >> shift;
                    Some(format!(
                        "{} <> {}",
                        self.number(id, &runs),
                        self.dialect.int(value)
                    ))
                }
                Must::NotBe(value) => Some(format!("{} <> {value}", self.number(id, &runs))),
            }
        });
        let (shape, rules) = (
            self.shape_condition(id),
            rules.collect::<Vec<_>>().join(" AND "),
        );
        match shape {
            None => (!rules.is_empty()).then_some(rules),
            Some(shape) if rules.is_empty() => Some(shape),
            // DuckDB may evaluate both sides of AND. The rules convert digits, which fails for
            // values of another shape.
            Some(shape) if self.dialect == Dialect::Duckdb => Some(format!(
                "CASE WHEN NOT ({shape}) THEN false ELSE {rules} END"
            )),
            Some(shape) => Some(format!("{shape} AND {rules}")),
        }
    }

    /// Returns the condition that a value has the type, length and characters of an id.
    fn shape_condition(&self, id: &str) -> Option<String> {
        let bytes = self.format.byte_len();
        Some(match (self.dialect, &self.encoding) {
            (Dialect::Sqlite, Encoding::Int(int)) => {
                let sign = match int {
                    IntEncoding::NonNegative => format!(" AND {id} >= 0"),
                    _ => String::new(),
                };
                format!("typeof({id}) = 'integer'{sign}")
            }
            (_, Encoding::Int(IntEncoding::NonNegative)) => format!("{id} >= 0"),
            (Dialect::Sqlite, Encoding::Binary) => {
                format!("typeof({id}) = 'blob' AND length({id}) = {bytes}")
            }
            (Dialect::Postgresql | Dialect::Duckdb, Encoding::Binary) => {
                format!("octet_length({id}) = {bytes}")
            }
            (_, Encoding::Hex(hyphens)) => self.hex_condition(id, hyphens),
            (_, Encoding::Symbols(symbols)) => self.symbols_condition(id, symbols),
            _ => return None,
        })
    }

    fn hex_condition(&self, id: &str, hyphens: &[usize]) -> String {
        let letters = self.format.text_len();
        if self.dialect == Dialect::Sqlite {
            let each = |at| match hyphens.contains(&at) {
                true => "-",
                false => "[0-9a-f]",
            };
            let pattern = (0..letters).map(each).collect::<String>();
            return format!("{} AND {id} GLOB '{pattern}'", sqlite_is_text(id));
        }
        let ends = hyphens.iter().copied().chain([letters]);
        let mut from = 0;
        let groups = ends.map(|end| {
            let group = format!("[0-9a-f]{{{}}}", end - from);
            from = end + 1;
            group
        });
        self.matches(id, &groups.collect::<Vec<_>>().join("-"))
    }

    /// Checks the characters and the maximum: valid texts sort like their numbers.
    fn symbols_condition(&self, id: &str, symbols: &Symbols) -> String {
        let matches = match self.dialect {
            Dialect::Sqlite => {
                let pattern = format!("[{}]", symbols.alphabet).repeat(symbols.count);
                format!("{} AND {id} GLOB '{pattern}'", sqlite_is_text(id))
            }
            _ => self.matches(id, &symbols.pattern()),
        };
        let collation = match self.dialect {
            Dialect::Postgresql => " COLLATE \"C\"",
            Dialect::Sqlite => " COLLATE BINARY",
            _ => "",
        };
        match &symbols.greatest {
            Some(greatest) => format!("{matches} AND {id}{collation} <= '{greatest}'"),
            None => matches,
        }
    }

    /// Returns the condition that a text matches a regular expression as a whole.
    pub(crate) fn matches(&self, id: &str, pattern: &str) -> String {
        match self.dialect {
            Dialect::Postgresql => format!("{id} ~ '^{pattern}$'"),
            Dialect::Duckdb => format!("regexp_full_match({id}, '{pattern}')"),
            Dialect::Clickhouse => format!("match({id}, '^{pattern}$')"),
            // A pattern ignores a final line break.
            _ => format!("{id} REGEXP '^{pattern}$' AND INSTR({id}, CHAR(10)) = 0"),
        }
    }
}

/// Splits a run of bits into parts that are read at once: position, width, number of lower bits in
/// the run.
fn pieces(at: u32, width: u32) -> Vec<(u32, u32, u32)> {
    let bytes = (at + width).div_ceil(8) - at / 8;
    match bytes as usize <= BYTES_AT_ONCE {
        true => vec![(at, width, 0)],
        false => vec![(at, width - 32, 32), (at + width - 32, 32, 0)],
    }
}
