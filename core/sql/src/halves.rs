//! Unsigned 64-bit integers as two halves of their digits in any base, since signed integers cannot
//! hold a whole one.

use crate::model::Dialect;
use crate::storage::{Int, Kind, Storage};
use crate::symbols::Symbols;
use crate::texts::{Steps, sqlite_blob};

/// Number of decimal digits in a half.
pub(crate) const HALF: usize = 10;
/// The weight of the upper decimal half.
pub(crate) const DECIMAL: i128 = 10_i128.pow(HALF as u32);

/// How many low bits are computed separately when a text is written, and when it is read. Products
/// then stay below 2^63 for every weight below 2^34.
const BELOW: u32 = 40;
const LOW_BITS: u32 = 24;

/// The number of the upper digits, and the number of the lower digits.
pub(crate) struct Halves {
    pub(crate) high: String,
    pub(crate) low: String,
}

impl Storage {
    /// Splits an id's unsigned integer. `worth` is the weight of the upper half.
    pub(crate) fn halves_of(&self, id: &str, worth: i128, steps: &mut Steps) -> Halves {
        let db = self.db;
        let first = steps.step("a", self.bits(id, 0, 64 - BELOW));
        let rest = steps.step("b", self.bits(id, 64 - BELOW, BELOW));
        let unit = 1_i128 << BELOW;
        let sum = steps.step("s", plus(db, &first, unit % worth, rest));
        let whole = plus(db, &first, unit / worth, db.div(&sum, worth));
        Halves {
            high: steps.step("h", whole),
            low: steps.step("l", db.rem(&sum, worth)),
        }
    }

    /// Returns the digits of both halves.
    pub(crate) fn symbols_of_halves(
        &self,
        high: &str,
        low: &str,
        symbols: &Symbols,
    ) -> Vec<String> {
        let (lower, _) = symbols.lower();
        let mut all = self.digits_of(high, symbols.count - lower, symbols);
        all.extend(self.digits_of(low, lower, symbols));
        all
    }

    /// Returns the column value for an unsigned integer with these halves.
    pub(crate) fn of_halves(&self, halves: Halves, worth: i128, steps: &mut Steps) -> String {
        let db = self.db;
        let Halves { high, low } = halves;
        let unit = 1_i128 << LOW_BITS;
        let sum = plus(db, &high, worth % unit, low.clone());
        let whole = plus(db, &high, worth / unit, db.div(&sum, unit));
        let top = steps.step("a", whole);
        let rest = db.sum(&[db.mul(&db.rem(&high, unit), worth), low]);
        let rest = steps.step("b", db.rem(&rest, unit));
        let above = 64 - LOW_BITS;
        match self.kind {
            Kind::Int(int) => {
                let top = match int {
                    Int::Flipped => db.add(&top, -(1 << (above - 1))),
                    _ => top,
                };
                match (db, int) {
                    (Dialect::Mysql | Dialect::Mariadb, Int::Unsigned) => {
                        format!("(CAST({top} AS UNSIGNED) * {unit} + {rest})")
                    }
                    (Dialect::Duckdb, Int::Unsigned) => {
                        format!("CAST(CAST({top} AS HUGEINT) * {unit} + {rest} AS UBIGINT)")
                    }
                    (Dialect::Clickhouse, Int::Unsigned) => {
                        format!("(toUInt64({top}) * toUInt64({unit}) + toUInt64({rest}))")
                    }
                    _ => db.sum(&[db.mul(&top, unit), rest]),
                }
            }
            _ if db == Dialect::Sqlite => {
                let of = |int: &str, bytes: u32| {
                    let each = (0..bytes).rev().map(|nth| db.bits(int, 8 * nth, 8));
                    each.collect::<Vec<_>>()
                };
                let bytes = of(&top, above / 8).into_iter();
                sqlite_blob(bytes.chain(of(&rest, LOW_BITS / 8)))
            }
            _ => {
                let hex = [
                    db.to_hex(&top, above as usize / 8),
                    db.to_hex(&rest, LOW_BITS as usize / 8),
                ];
                self.of_hex(&db.concat(&hex))
            }
        }
    }
}

/// Returns `number * times + other`.
fn plus(db: Dialect, number: &str, times: i128, other: String) -> String {
    match times {
        0 => other,
        times => db.sum(&[db.mul(number, times), other]),
    }
}
