//! Conversions between ids and their canonical texts: hexadecimal texts, and symbols or decimal
//! digits of 64-bit ids.

use sortid::AnyId;

use crate::column::{Column, hyphens_of};
use crate::dialect::{ALL_BYTES, SQLITE_TEXT, all_bytes, sqlite_blob, sqlite_is_text};
use crate::model::{Dialect, Encoding, IntEncoding, Symbols};

/// Number of decimal digits in a half.
const DECIMAL_HALF: usize = 10;
/// The weight of the upper decimal half.
const DECIMAL_WEIGHT: i128 = 10_i128.pow(DECIMAL_HALF as u32);

/// The number of low bits that are computed separately when writing and when reading a text.
/// Products are then below 2^63 for every weight below 2^34.
const WRITE_LOW_BITS: u32 = 40;
const READ_LOW_BITS: u32 = 24;

/// The structure of a text.
pub(crate) enum TextForm {
    /// Hexadecimal digits of all bits, with hyphens at these positions.
    Hex(Vec<usize>),
    /// Digits of another base.
    Symbols(Symbols),
    /// A decimal integer, at most this one.
    Decimal(String),
}

impl TextForm {
    /// Returns the structure of the texts of an id's format in this column, or `None` if plain SQL
    /// cannot read and write them.
    pub(crate) fn of(example: &AnyId, encoding: &Encoding) -> Option<Self> {
        let format = example.format();
        let greatest_ints: &[u64] = match encoding {
            // Greater ids exceed a signed integer.
            Encoding::Int(IntEncoding::NonNegative) => &[i64::MAX as u64],
            _ => &[u64::MAX, i64::MAX as u64],
        };
        if let Some(symbols) = Symbols::of(format, greatest_ints) {
            return Some(Self::Symbols(symbols));
        }
        if let Some(hyphens) = hyphens_of(example) {
            return Some(Self::Hex(hyphens));
        }
        let text = |int: u64| Some(AnyId::from_u64(int, format).ok()?.to_string());
        let greatest = greatest_ints.iter().copied().find_map(text)?;
        // The maximum must be the only constraint on the bits.
        let rules = format.rules().filter(|rule| !rule.runs().eq([(0, 1)]));
        let is_decimal = example.to_u64().ok()?.to_string() == example.to_string();
        (is_decimal && rules.count() == 0).then_some(Self::Decimal(greatest))
    }
}

/// The steps of an expression: variables if the dialect supports them, otherwise nested.
pub(crate) struct Steps {
    dialect: Dialect,
    pub(crate) named: Vec<(&'static str, String)>,
}

impl Steps {
    pub(crate) fn new(dialect: Dialect) -> Self {
        let named = Vec::new();
        Self { dialect, named }
    }

    /// Adds a step. Returns the expression for its result.
    pub(crate) fn step(&mut self, name: &'static str, sql: String) -> String {
        match self.dialect {
            Dialect::Duckdb | Dialect::Clickhouse => sql,
            _ => {
                self.named.push((name, sql));
                name.to_owned()
            }
        }
    }
}

/// An unsigned 64-bit integer as two halves of its digits in some base, since signed integers
/// cannot hold a whole one.
struct Halves {
    high: String,
    low: String,
}

impl Column {
    /// Returns the text of an id.
    pub(crate) fn format_text(&self, id: &str, form: &TextForm, steps: &mut Steps) -> String {
        let dialect = self.dialect;
        match (form, &self.encoding) {
            (TextForm::Hex(hyphens), Encoding::Uuid) if *hyphens == [8, 13, 18, 23] => {
                self.dialect.to_text(id)
            }
            (TextForm::Hex(hyphens), _) => {
                let digits = self.digits(id);
                let lower = match digits.alphabet.contains('a') {
                    true => digits.sql,
                    false => format!("lower({})", digits.sql),
                };
                self.with_hyphens(&steps.step("digits", lower), hyphens)
            }
            (TextForm::Decimal(_), Encoding::Int(IntEncoding::Offset))
                if dialect == Dialect::Postgresql =>
            {
                format!("({id} + 9223372036854775808)::text")
            }
            (TextForm::Decimal(_), Encoding::Int(int)) if *int != IntEncoding::Offset => {
                dialect.to_text(id)
            }
            (TextForm::Decimal(_), _) => {
                let Halves { high, low } = self.halves(id, DECIMAL_WEIGHT, steps);
                let padded = dialect.pad(&dialect.to_text(&low), DECIMAL_HALF);
                let both = dialect.concat(&[dialect.to_text(&high), padded]);
                format!(
                    "CASE WHEN {high} > 0 THEN {both} ELSE {} END",
                    dialect.to_text(&low)
                )
            }
            (TextForm::Symbols(symbols), _) => {
                let Halves { high, low } = self.halves(id, symbols.lower().1, steps);
                dialect.concat(&self.symbols_of_halves(&high, &low, symbols))
            }
        }
    }

    fn with_hyphens(&self, digits: &str, hyphens: &[usize]) -> String {
        if hyphens.is_empty() {
            return digits.to_owned();
        }
        let ends = hyphens.iter().copied().chain([self.format.text_len()]);
        let (mut from, mut parts) = (0, Vec::new());
        for (nth, end) in ends.enumerate() {
            if nth > 0 {
                parts.push("'-'".to_owned());
            }
            // `nth` hyphens precede it.
            parts.push(format!(
                "substr({digits}, {}, {})",
                from + 1 - nth,
                end - from
            ));
            from = end + 1;
        }
        self.dialect.concat(&parts)
    }

    /// Returns the condition that a value is not a canonical text of an id.
    pub(crate) fn invalid_text_condition(&self, text: &str, form: &TextForm) -> String {
        let (dialect, format) = (self.dialect, self.format);
        let check = |encoding: Encoding, text: &str| {
            let column = Column {
                dialect,
                format,
                encoding,
            };
            column.check(text).unwrap_or_default()
        };
        let is_text = match form {
            TextForm::Hex(hyphens) => check(Encoding::Hex(hyphens.clone()), text),
            TextForm::Symbols(symbols) => check(Encoding::Symbols(symbols.clone()), text),
            TextForm::Decimal(greatest) => self.decimal_condition(text, greatest),
        };
        match dialect {
            Dialect::Sqlite => format!("{text} IS NOT NULL AND NOT ({is_text})"),
            _ => format!("NOT ({is_text})"),
        }
    }

    /// Returns the condition that a text is a decimal integer without leading zeros, at most
    /// `greatest`.
    fn decimal_condition(&self, text: &str, greatest: &str) -> String {
        let most = greatest.len();
        let is_one = match self.dialect {
            Dialect::Sqlite => format!(
                "{} AND {text} NOT GLOB '*[^0-9]*' AND {text} <> '' AND ({text} = '0' OR {text} NOT GLOB '0*')",
                sqlite_is_text(text)
            ),
            _ => self.matches(text, "(0|[1-9][0-9]*)"),
        };
        let collated = match self.dialect {
            Dialect::Postgresql => format!("{text} COLLATE \"C\""),
            Dialect::Sqlite => format!("{text} COLLATE BINARY"),
            _ => text.to_owned(),
        };
        format!(
            "{is_one} AND (length({text}) < {most} OR length({text}) = {most} AND {collated} <= '{greatest}')"
        )
    }

    /// Returns the column value for a valid text.
    pub(crate) fn parse_text(&self, text: &str, form: &TextForm, steps: &mut Steps) -> String {
        let dialect = self.dialect;
        match (form, &self.encoding) {
            (TextForm::Hex(_), Encoding::Binary) if dialect == Dialect::Sqlite => {
                let digits = steps.step("digits", without_hyphens(text));
                let place = |nth: usize| {
                    format!("instr('123456789abcdef', substr({digits}, {}, 1))", nth + 1)
                };
                let bytes = (0..self.format.byte_len()).map(|nth| {
                    let (high, low) = (place(2 * nth), place(2 * nth + 1));
                    dialect.sum(&[dialect.mul(&high, 16), low])
                });
                sqlite_blob(bytes)
            }
            (TextForm::Hex(_), _) => self.value_of_hex(&without_hyphens(text)),
            (TextForm::Decimal(_), Encoding::Int(IntEncoding::Offset))
                if dialect == Dialect::Postgresql =>
            {
                format!("({text}::numeric - 9223372036854775808)::bigint")
            }
            (TextForm::Decimal(_), Encoding::Int(int)) if *int != IntEncoding::Offset => {
                dialect.parse_decimal(text, *int)
            }
            (TextForm::Decimal(_), _) => {
                let padded = steps.step("digits", dialect.pad(text, 2 * DECIMAL_HALF));
                let half = |from: usize| {
                    let digits = format!("substr({padded}, {}, {DECIMAL_HALF})", from + 1);
                    dialect.parse_decimal(&digits, IntEncoding::NonNegative)
                };
                let high = steps.step("h", half(0));
                let low = steps.step("l", half(DECIMAL_HALF));
                self.value_of_halves(Halves { high, low }, DECIMAL_WEIGHT, steps)
            }
            (TextForm::Symbols(symbols), _) => {
                let (lower, weight) = symbols.lower();
                let upper = symbols.count - lower;
                let high = self.number_of_symbols(text, symbols, 0, upper);
                let low = self.number_of_symbols(text, symbols, upper, symbols.count);
                let high = steps.step("h", high);
                let low = steps.step("l", low);
                self.value_of_halves(Halves { high, low }, weight, steps)
            }
        }
    }

    /// Returns a SQLite expression with its steps as nested queries. Each query uses the names of
    /// the previous ones.
    pub(crate) fn sqlite_steps(&self, from: &str, result: &str, steps: &Steps) -> String {
        let mut from = from.to_owned();
        for (name, sql) in &steps.named {
            from = format!("SELECT *, {sql} AS {name} FROM ({from})");
        }
        let bytes = match result.contains(ALL_BYTES) {
            true => format!(", (SELECT X'{}' AS {ALL_BYTES})", all_bytes()),
            false => String::new(),
        };
        format!("(SELECT {result} FROM ({from}){bytes})")
    }

    /// Returns the query that provides the text in SQLite.
    pub(crate) fn sqlite_text() -> String {
        format!("SELECT {SQLITE_TEXT} AS t")
    }
}

fn without_hyphens(text: &str) -> String {
    format!("replace({text}, '-', '')")
}

impl Column {
    /// Splits an id's unsigned integer. `weight` is the weight of the upper half.
    fn halves(&self, id: &str, weight: i128, steps: &mut Steps) -> Halves {
        let dialect = self.dialect;
        let first = steps.step("a", self.bits(id, 0, 64 - WRITE_LOW_BITS));
        let rest = steps.step("b", self.bits(id, 64 - WRITE_LOW_BITS, WRITE_LOW_BITS));
        let unit = 1_i128 << WRITE_LOW_BITS;
        let sum = steps.step("s", plus(dialect, &first, unit % weight, rest));
        let whole = plus(dialect, &first, unit / weight, dialect.div(&sum, weight));
        Halves {
            high: steps.step("h", whole),
            low: steps.step("l", dialect.rem(&sum, weight)),
        }
    }

    /// Returns the column value for an unsigned integer with these halves.
    fn value_of_halves(&self, halves: Halves, weight: i128, steps: &mut Steps) -> String {
        let dialect = self.dialect;
        let Halves { high, low } = halves;
        let unit = 1_i128 << READ_LOW_BITS;
        let sum = plus(dialect, &high, weight % unit, low.clone());
        let whole = plus(dialect, &high, weight / unit, dialect.div(&sum, unit));
        let top = steps.step("a", whole);
        let rest = dialect.sum(&[dialect.mul(&dialect.rem(&high, unit), weight), low]);
        let rest = steps.step("b", dialect.rem(&rest, unit));
        let above = 64 - READ_LOW_BITS;
        match self.encoding {
            Encoding::Int(int) => {
                let top = match int {
                    IntEncoding::Offset => dialect.add(&top, -(1 << (above - 1))),
                    _ => top,
                };
                match (dialect, int) {
                    (Dialect::Mysql | Dialect::Mariadb, IntEncoding::Unsigned) => {
                        format!("(CAST({top} AS UNSIGNED) * {unit} + {rest})")
                    }
                    (Dialect::Duckdb, IntEncoding::Unsigned) => {
                        format!("CAST(CAST({top} AS HUGEINT) * {unit} + {rest} AS UBIGINT)")
                    }
                    (Dialect::Clickhouse, IntEncoding::Unsigned) => {
                        format!("(toUInt64({top}) * toUInt64({unit}) + toUInt64({rest}))")
                    }
                    _ => dialect.sum(&[dialect.mul(&top, unit), rest]),
                }
            }
            _ if dialect == Dialect::Sqlite => {
                let of = |int: &str, bytes: u32| {
                    let each = (0..bytes).rev().map(|nth| dialect.bits(int, 8 * nth, 8));
                    each.collect::<Vec<_>>()
                };
                let bytes = of(&top, above / 8).into_iter();
                sqlite_blob(bytes.chain(of(&rest, READ_LOW_BITS / 8)))
            }
            _ => {
                let hex = [
                    dialect.to_hex(&top, above as usize / 8),
                    dialect.to_hex(&rest, READ_LOW_BITS as usize / 8),
                ];
                self.value_of_hex(&dialect.concat(&hex))
            }
        }
    }
}

/// Returns `number * times + other`.
fn plus(dialect: Dialect, number: &str, times: i128, other: String) -> String {
    match times {
        0 => other,
        times => dialect.sum(&[dialect.mul(number, times), other]),
    }
}
