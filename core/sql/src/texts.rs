//! Conversions between ids and their canonical texts, for hexadecimal digits, and for 64-bit ids in
//! symbols or decimal digits.

use sortid::Id;

use crate::bounds::{ALL_BYTES, sqlite_byte};
use crate::functions::{SQLITE_TEXT, all_bytes};
use crate::halves::{DECIMAL, HALF, Halves};
use crate::model::Dialect;
use crate::read::sqlite_is_text;
use crate::storage::{Int, Kind, Storage, hyphens_of};
use crate::symbols::Symbols;

/// The structure of a text.
pub(crate) enum Written {
    /// Hexadecimal digits of all bits, with hyphens at these positions.
    Hex(Vec<usize>),
    /// Digits of another base.
    Symbols(Symbols),
    /// A decimal integer, at most this one.
    Decimal(String),
}

impl Written {
    /// Returns the structure of the texts of an id's format in this column, or `None` if plain SQL
    /// cannot read and write them.
    pub(crate) fn of(example: &Id, kind: &Kind) -> Option<Self> {
        let format = example.format();
        let greatest_ints: &[u64] = match kind {
            // Greater ids do not fit into a signed integer.
            Kind::Int(Int::Plain) => &[i64::MAX as u64],
            _ => &[u64::MAX, i64::MAX as u64],
        };
        if let Some(symbols) = Symbols::of(format, greatest_ints) {
            return Some(Self::Symbols(symbols));
        }
        if let Some(hyphens) = hyphens_of(example) {
            return Some(Self::Hex(hyphens));
        }
        let text = |int: u64| Some(Id::from_u64(int, format).ok()?.to_string());
        let greatest = greatest_ints.iter().copied().find_map(text)?;
        // The maximum must be the only rule for the bits.
        let rules = format.rules().filter(|rule| !rule.runs().eq([(0, 1)]));
        let is_decimal = example.to_u64().ok()?.to_string() == example.to_string();
        (is_decimal && rules.count() == 0).then_some(Self::Decimal(greatest))
    }
}

/// The steps of an expression: named if the dialect has variables, otherwise nested.
pub(crate) struct Steps {
    db: Dialect,
    pub(crate) named: Vec<(&'static str, String)>,
}

impl Steps {
    pub(crate) fn new(db: Dialect) -> Self {
        let named = Vec::new();
        Self { db, named }
    }

    pub(crate) fn step(&mut self, name: &'static str, sql: String) -> String {
        match self.db {
            Dialect::Duckdb | Dialect::Clickhouse => sql,
            _ => {
                self.named.push((name, sql));
                name.to_owned()
            }
        }
    }
}

impl Storage {
    /// Returns the text of an id.
    pub(crate) fn text_of(&self, id: &str, written: &Written, steps: &mut Steps) -> String {
        let db = self.db;
        match (written, &self.kind) {
            (Written::Hex(hyphens), Kind::Uuid) if *hyphens == [8, 13, 18, 23] => {
                self.db.to_text(id)
            }
            (Written::Hex(hyphens), _) => {
                let digits = self.digits(id);
                let lower = match digits.alphabet.contains('a') {
                    true => digits.sql,
                    false => format!("lower({})", digits.sql),
                };
                self.with_hyphens(&steps.step("digits", lower), hyphens)
            }
            (Written::Decimal(_), Kind::Int(Int::Flipped)) if db == Dialect::Postgresql => {
                format!("({id} + 9223372036854775808)::text")
            }
            (Written::Decimal(_), Kind::Int(int)) if *int != Int::Flipped => db.to_text(id),
            (Written::Decimal(_), _) => {
                let Halves { high, low } = self.halves_of(id, DECIMAL, steps);
                let padded = db.padded(&db.to_text(&low), HALF);
                let both = db.concat(&[db.to_text(&high), padded]);
                format!(
                    "CASE WHEN {high} > 0 THEN {both} ELSE {} END",
                    db.to_text(&low)
                )
            }
            (Written::Symbols(symbols), _) => {
                let Halves { high, low } = self.halves_of(id, symbols.lower().1, steps);
                db.concat(&self.symbols_of_halves(&high, &low, symbols))
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
        self.db.concat(&parts)
    }

    /// Returns the condition that a value is not a canonical text of an id.
    pub(crate) fn no_text(&self, text: &str, written: &Written) -> String {
        let (db, format) = (self.db, self.format);
        let check = |kind: Kind, text: &str| {
            let column = Storage { db, format, kind };
            column.check(text).unwrap_or_default()
        };
        let mut is_text = match written {
            Written::Hex(hyphens) => check(Kind::Text(hyphens.clone()), text),
            Written::Symbols(symbols) => check(Kind::Symbols(symbols.clone()), text),
            Written::Decimal(greatest) => self.decimal(text, greatest),
        };
        if db.is_mysql() {
            // A pattern ignores a final line break.
            is_text = format!("{is_text} AND INSTR({text}, CHAR(10)) = 0");
        }
        match db {
            Dialect::Sqlite => format!("{text} IS NOT NULL AND NOT ({is_text})"),
            _ => format!("NOT ({is_text})"),
        }
    }

    fn decimal(&self, text: &str, greatest: &str) -> String {
        let most = greatest.len();
        let is_one = match self.db {
            Dialect::Sqlite => format!(
                "{} AND {text} NOT GLOB '*[^0-9]*' AND {text} <> '' AND ({text} = '0' OR {text} NOT GLOB '0*')",
                sqlite_is_text(text)
            ),
            _ => self.matches(text, "(0|[1-9][0-9]*)"),
        };
        let collated = match self.db {
            Dialect::Postgresql => format!("{text} COLLATE \"C\""),
            Dialect::Sqlite => format!("{text} COLLATE BINARY"),
            _ => text.to_owned(),
        };
        format!(
            "{is_one} AND (length({text}) < {most} OR length({text}) = {most} AND {collated} <= '{greatest}')"
        )
    }

    /// Returns the column value for a valid text.
    pub(crate) fn of_text(&self, text: &str, written: &Written, steps: &mut Steps) -> String {
        let db = self.db;
        match (written, &self.kind) {
            (Written::Hex(_), Kind::Binary) if db == Dialect::Sqlite => {
                let digits = steps.step("digits", without_hyphens(text));
                let place = |nth: usize| {
                    format!("instr('123456789abcdef', substr({digits}, {}, 1))", nth + 1)
                };
                let bytes = (0..self.format.byte_len()).map(|nth| {
                    let (high, low) = (place(2 * nth), place(2 * nth + 1));
                    db.sum(&[db.mul(&high, 16), low])
                });
                sqlite_blob(bytes)
            }
            (Written::Hex(_), _) => self.of_hex(&without_hyphens(text)),
            (Written::Decimal(_), Kind::Int(Int::Flipped)) if db == Dialect::Postgresql => {
                format!("({text}::numeric - 9223372036854775808)::bigint")
            }
            (Written::Decimal(_), Kind::Int(int)) if *int != Int::Flipped => {
                db.of_decimal(text, *int)
            }
            (Written::Decimal(_), _) => {
                let padded = steps.step("digits", db.padded(text, 2 * HALF));
                let half = |from: usize| {
                    let digits = format!("substr({padded}, {}, {HALF})", from + 1);
                    db.of_decimal(&digits, Int::Plain)
                };
                let high = steps.step("h", half(0));
                let low = steps.step("l", half(HALF));
                self.of_halves(Halves { high, low }, DECIMAL, steps)
            }
            (Written::Symbols(symbols), _) => {
                let (lower, worth) = symbols.lower();
                let upper = symbols.count - lower;
                let high = self.number_of_symbols(text, symbols, 0, upper);
                let low = self.number_of_symbols(text, symbols, upper, symbols.count);
                let high = steps.step("h", high);
                let low = steps.step("l", low);
                self.of_halves(Halves { high, low }, worth, steps)
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

/// Returns a blob of these bytes.
pub(crate) fn sqlite_blob(bytes: impl Iterator<Item = String>) -> String {
    let each = bytes.map(|byte| sqlite_byte(&byte));
    format!("CAST({} AS BLOB)", each.collect::<Vec<_>>().join(" || "))
}
