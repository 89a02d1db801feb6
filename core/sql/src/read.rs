//! SQL that reads an id: its tick, its time, and whether it is valid.

use sortid::{Must, Run, TimeCoding};

use crate::dialect::{INT_MAX, INT_MIN};
use crate::model::Dialect;
use crate::plan::{Overlay, Time};
use crate::storage::{Int, Kind, Storage};
use crate::symbols::Symbols;

/// Bytes that become an integer at once, with room for the sign and further arithmetic.
const BYTES_AT_ONCE: usize = 7;

impl Storage {
    /// Returns the id's bits as an unsigned integer.
    fn number(&self, id: &str, runs: &[Run]) -> String {
        self.number_of(id, runs, "")
    }

    /// Does the same, with `cast` applied to each part.
    fn number_of(&self, id: &str, runs: &[Run], cast: &str) -> String {
        let mut parts = Vec::new();
        let mut below: u32 = runs.iter().map(|(_, width)| width).sum();
        for &(at, width) in runs {
            below -= width;
            for (at, width, above) in pieces(at, width) {
                let bits = format!("{}{cast}", self.bits(id, at, width));
                parts.push(self.db.mul(&bits, 1 << (below + above)));
            }
        }
        self.db.sum(&parts)
    }

    pub(crate) fn bits(&self, id: &str, at: u32, width: u32) -> String {
        let db = self.db;
        let shift = 64_u32.saturating_sub(at + width);
        if let Kind::Symbols(symbols) = &self.kind {
            return self.bits_of_symbols(id, symbols, shift, width);
        }
        if let Kind::Int(int) = self.kind {
            return match int {
                Int::Signed if at == 0 => db.floor_shift(id, shift),
                // The top bit is inverted.
                Int::Flipped if at == 0 => db.add(&db.floor_shift(id, shift), 1 << (width - 1)),
                _ => db.bits(id, shift, width),
            };
        }
        let (from, to) = (at as usize / 8, (at + width).div_ceil(8));
        let bytes = db.hex_int(&self.digits(id), from, to as usize - from);
        let (shift, whole) = (to * 8 - at - width, to * 8 - from as u32 * 8);
        match shift == 0 && width == whole {
            true => bytes,
            false => db.bits(&bytes, shift, width),
        }
    }

    /// Returns the tick of an id.
    pub(crate) fn tick(&self, id: &str, time: &Time) -> String {
        let db = self.db;
        let numbers = time.overlays.iter();
        let cast = match self.is_numeric(time) {
            true => "::numeric",
            false => "",
        };
        let numbers = numbers.map(|overlay: &Overlay| self.number_of(id, &overlay.runs, cast));
        match (time.coding, numbers.collect::<Vec<_>>().as_slice()) {
            (TimeCoding::MillisMicros, [millis, micros]) => {
                db.sum(&[db.mul(millis, 1000), micros.clone()])
            }
            // A million times a fraction of 86 bits: times 15625, divided by 2^80, in parts that
            // fit into 64 bits.
            (TimeCoding::BinaryFraction, [seconds, first, second, last]) => {
                let parts = |part: &str| db.mul(part, 15_625);
                let carried = db.div(&parts(last), 1 << 31);
                let carried = db.div(&db.sum(&[parts(second), carried]), 1 << 31);
                let micros = db.div(&db.sum(&[parts(first), carried]), 1 << 18);
                db.sum(&[db.mul(seconds, 1_000_000), micros])
            }
            (_, numbers) => db.sum(numbers),
        }
    }

    /// Whether times are computed as PostgreSQL's `numeric`: 64 bits cannot hold its last years.
    pub(crate) fn is_numeric(&self, time: &Time) -> bool {
        self.db == Dialect::Postgresql && time.is_wide()
    }

    /// Returns the condition under which a tick exceeds the database's time type, or `None` if it
    /// never does.
    pub(crate) fn too_far(&self, tick: &str, time: &Time) -> Option<String> {
        let (lowest, highest) = self.db.times();
        let (first, last) = (time.first_tick_from(lowest), time.last_tick_by(highest));
        let below = (first > time.lowest).then(|| format!("{tick} < {}", self.db.int(first)));
        let above = (last < time.highest).then(|| format!("{tick} > {}", self.db.int(last)));
        // ClickHouse's integers wrap around.
        let wrapped = self.db == Dialect::Clickhouse && time.highest > INT_MAX;
        let wrapped = wrapped.then(|| format!("{tick} < 0"));
        let conditions = below.into_iter().chain(wrapped).chain(above);
        let conditions = conditions.collect::<Vec<_>>();
        (!conditions.is_empty()).then(|| conditions.join(" OR "))
    }

    /// Returns the microseconds of a tick since `since_us`.
    pub(crate) fn micros(&self, tick: &str, time: &Time, since_us: i128) -> String {
        let db = self.db;
        let product = db.mul(tick, time.times);
        let whole = match self.is_numeric(time) && time.over > 1 {
            true => format!("div({product}, {})", time.over),
            false => db.div(&product, time.over),
        };
        db.add(&whole, time.epoch_us - since_us)
    }

    /// Returns the condition that a column value is an id, or `None` if every value is one.
    pub(crate) fn check(&self, id: &str) -> Option<String> {
        // These kinds compare the whole value with a maximum, which covers the top bit.
        let is_whole = matches!(self.kind, Kind::Int(Int::Plain) | Kind::Symbols(_));
        let is_sign = |runs: &[Run]| is_whole && runs == [(0, 1)];
        let rules = self.format.rules().filter_map(|rule| {
            let runs = rule.runs().collect::<Vec<_>>();
            match rule.must {
                _ if is_sign(&runs) => None,
                Must::Be(value) => Some(format!("{} = {value}", self.number(id, &runs))),
                Must::BeAtMost(most) => Some(format!("{} <= {most}", self.number(id, &runs))),
                Must::NotBe(value) if self.kind == Kind::Int(Int::Signed) => {
                    let width: u32 = runs.iter().map(|(_, width)| width).sum();
                    let shift = 128 - width;
                    let value = (value as i128) << shift >> shift;
                    Some(format!(
                        "{} <> {}",
                        self.number(id, &runs),
                        self.db.int(value)
                    ))
                }
                Must::NotBe(value) => Some(format!("{} <> {value}", self.number(id, &runs))),
            }
        });
        let (shape, rules) = (self.shape(id), rules.collect::<Vec<_>>().join(" AND "));
        match shape {
            None => (!rules.is_empty()).then_some(rules),
            Some(shape) if rules.is_empty() => Some(shape),
            // DuckDB may evaluate both sides of AND. The rules convert digits, which fails for
            // values of another shape.
            Some(shape) if self.db == Dialect::Duckdb => Some(format!(
                "CASE WHEN NOT ({shape}) THEN false ELSE {rules} END"
            )),
            Some(shape) => Some(format!("{shape} AND {rules}")),
        }
    }

    /// Returns the condition that a value has the type, length and characters of an id.
    fn shape(&self, id: &str) -> Option<String> {
        let bytes = self.format.byte_len();
        Some(match (self.db, &self.kind) {
            (Dialect::Sqlite, Kind::Int(int)) => {
                let sign = match int {
                    Int::Plain => format!(" AND {id} >= 0"),
                    _ => String::new(),
                };
                format!("typeof({id}) = 'integer'{sign}")
            }
            (_, Kind::Int(Int::Plain)) => format!("{id} >= 0"),
            (Dialect::Sqlite, Kind::Binary) => {
                format!("typeof({id}) = 'blob' AND length({id}) = {bytes}")
            }
            (Dialect::Postgresql | Dialect::Duckdb, Kind::Binary) => {
                format!("octet_length({id}) = {bytes}")
            }
            (_, Kind::Text(hyphens)) => self.letters(id, hyphens),
            (_, Kind::Symbols(symbols)) => self.symbols(id, symbols),
            _ => return None,
        })
    }

    fn letters(&self, id: &str, hyphens: &[usize]) -> String {
        let letters = self.format.text_len();
        if self.db == Dialect::Sqlite {
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

    /// Checks the characters, and that the number is not too large: texts of these characters alone
    /// sort like their numbers.
    fn symbols(&self, id: &str, symbols: &Symbols) -> String {
        let matches = match self.db {
            Dialect::Sqlite => {
                let pattern = format!("[{}]", symbols.alphabet).repeat(symbols.count);
                format!("{} AND {id} GLOB '{pattern}'", sqlite_is_text(id))
            }
            _ => self.matches(id, &symbols.pattern()),
        };
        let collation = match self.db {
            Dialect::Postgresql => " COLLATE \"C\"",
            Dialect::Sqlite => " COLLATE BINARY",
            _ => "",
        };
        match &symbols.greatest {
            Some(greatest) => format!("{matches} AND {id}{collation} <= '{greatest}'"),
            None => matches,
        }
    }

    pub(crate) fn matches(&self, id: &str, pattern: &str) -> String {
        match self.db {
            Dialect::Postgresql => format!("{id} ~ '^{pattern}$'"),
            Dialect::Duckdb => format!("regexp_full_match({id}, '{pattern}')"),
            Dialect::Clickhouse => format!("match({id}, '^{pattern}$')"),
            _ => format!("{id} REGEXP '^{pattern}$'"),
        }
    }
}

/// Whether a SQLite value is a text without a zero byte, at which GLOB and `length` would stop.
pub(crate) fn sqlite_is_text(id: &str) -> String {
    format!("typeof({id}) = 'text' AND instr({id}, char(0)) = 0")
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

impl Dialect {
    /// Returns the range of its time type, in microseconds since 1970.
    pub(crate) fn times(self) -> (i128, i128) {
        match self {
            Dialect::Sqlite => (INT_MIN, INT_MAX),
            // PostgreSQL itself reports errors outside of 4713 BC to 294276.
            Dialect::Postgresql => (INT_MIN * 2, INT_MAX * 2),
            // 1000-01-01 and 9999-12-31.
            Dialect::Mysql | Dialect::Mariadb => (-30_610_224_000_000_000, 253_402_300_799_999_999),
            // 290309 BC. The last integer is infinity.
            Dialect::Duckdb => (-9_223_372_022_400_000_000, INT_MAX - 1),
            // 1900-01-01 and 2299-12-31.
            Dialect::Clickhouse => (-2_208_988_800_000_000, 10_413_791_999_999_999),
        }
    }
}
