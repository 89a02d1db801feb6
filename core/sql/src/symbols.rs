//! Texts of 64-bit ids in the symbols of an alphabet, read and written in two halves that fit into
//! signed integers.

use sortid::{Format, Id};

use crate::bounds::End;
use crate::model::Dialect;
use crate::plan::Time;
use crate::storage::Storage;

/// The text of a format whose symbols are the digits of one number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Symbols {
    /// From the symbol with the value 0 on.
    pub(crate) alphabet: String,
    pub(crate) count: usize,
    /// The greatest text, unless it consists of the last symbol only.
    pub(crate) greatest: Option<String>,
}

impl Symbols {
    /// Derives the symbols from the texts of small numbers. Returns `None` if the format has no
    /// such texts, or if they do not sort like its ids.
    ///
    /// The first of `greatest_ints` that is an id of the format bounds the texts.
    pub(crate) fn of(format: Format, greatest_ints: &[u64]) -> Option<Self> {
        let count = format.text_len();
        if format.bits() != 64 || format.text_len_min() != count || !format.text_sorts() {
            return None;
        }
        let text = |int: u64| Some(Id::from_u64(int, format).ok()?.to_string());
        let (zero, mut alphabet) = (text(0)?, String::new());
        for int in 0.. {
            let text = text(int)?;
            let (symbols, last) = text.split_at_checked(count - 1)?;
            if Some(symbols) != zero.get(..count - 1) {
                break;
            }
            alphabet.push_str(last);
        }
        let greatest = greatest_ints.iter().copied().find_map(text);
        Some(Self {
            alphabet,
            count,
            greatest,
        })
    }

    fn radix(&self) -> i128 {
        self.alphabet.len() as i128
    }

    /// Returns the number of symbols in the lower half, and the weight of the upper half.
    pub(crate) fn lower(&self) -> (usize, i128) {
        let lower = self.count / 2;
        (lower, self.radix().pow(lower as u32))
    }

    /// Returns a pattern that matches all texts, including those that are too great.
    pub(crate) fn pattern(&self) -> String {
        format!("[{}]{{{}}}", self.alphabet, self.count)
    }
}

impl Storage {
    /// Returns the number that some symbols of a text stand for.
    pub(crate) fn number_of_symbols(
        &self,
        id: &str,
        symbols: &Symbols,
        from: usize,
        to: usize,
    ) -> String {
        let each = (from..to).map(|nth| {
            let symbol = format!("substr({id}, {}, 1)", nth + 1);
            let alphabet = &symbols.alphabet;
            let place = match self.db {
                Dialect::Postgresql => format!("strpos('{alphabet}', {symbol})::bigint"),
                Dialect::Duckdb => format!("strpos('{alphabet}', {symbol})"),
                Dialect::Clickhouse => format!("toInt64(position('{alphabet}', {symbol}))"),
                _ => format!("instr('{alphabet}', {symbol})"),
            };
            let worth = symbols.radix().pow((to - 1 - nth) as u32);
            // Positions count from 1.
            self.db.mul(&self.db.add(&place, -1), worth)
        });
        self.db.sum(&each.collect::<Vec<_>>())
    }

    /// Returns `width` bits of a text's number, above its lowest `shift` bits. The number is `high
    /// * worth + low`.
    pub(crate) fn bits_of_symbols(
        &self,
        id: &str,
        symbols: &Symbols,
        shift: u32,
        width: u32,
    ) -> String {
        let db = self.db;
        let (lower, worth) = symbols.lower();
        let upper = symbols.count - lower;
        let high = self.number_of_symbols(id, symbols, 0, upper);
        let low = self.number_of_symbols(id, symbols, upper, symbols.count);
        let (many, more) = (worth >> shift, worth & ((1 << shift) - 1));
        let low = match more {
            0 => low,
            more => db.sum(&[db.mul(&high, more), low]),
        };
        let bits = db.sum(&[db.mul(&high, many), db.div(&low, 1 << shift)]);
        match shift + width {
            64 => bits,
            _ => db.rem(&bits, 1 << width),
        }
    }

    /// Returns the text of an end of a tick.
    pub(crate) fn symbols_of(
        &self,
        tick: &str,
        end: End,
        symbols: &Symbols,
        time: &Time,
    ) -> Option<String> {
        /// How many low bits of the tick are computed separately, together with the bits below the
        /// tick.
        const LOW_BITS: u32 = 20;
        let db = self.db;
        let template = time.template(end).iter();
        let rest = template.fold(0, |int: i128, &byte| int << 8 | i128::from(byte));
        let runs = time.overlays.iter().flat_map(|overlay| &overlay.runs);
        let &(at, width) = runs.last()?;
        let below = 64 - at - width;
        let low_bits = LOW_BITS.min(width);
        let high = db.div(tick, 1 << low_bits);
        let low = db.rem(tick, 1 << low_bits);
        let low = db.add(&db.mul(&low, 1 << below), rest);
        let (_, worth) = symbols.lower();
        let unit = 1_i128 << (low_bits + below);
        let (many, more) = (unit / worth, unit % worth);
        let low = match more {
            0 => low,
            more => db.sum(&[db.mul(&high, more), low]),
        };
        let upper = match many {
            0 => db.div(&low, worth),
            many => db.sum(&[db.mul(&high, many), db.div(&low, worth)]),
        };
        let lower_half = db.rem(&low, worth);
        Some(db.concat(&self.symbols_of_halves(&upper, &lower_half, symbols)))
    }

    /// Returns `count` digits of a number.
    pub(crate) fn digits_of(&self, number: &str, count: usize, symbols: &Symbols) -> Vec<String> {
        let db = self.db;
        let each = (0..count).map(|nth| {
            let worth = symbols.radix().pow((count - 1 - nth) as u32);
            let digit = match nth {
                0 => db.div(number, worth),
                _ => db.rem(&db.div(number, worth), symbols.radix()),
            };
            let place = db.add(&digit, 1);
            let place = match db {
                // PostgreSQL only takes 32-bit positions.
                Dialect::Postgresql => format!("{place}::integer"),
                _ => place,
            };
            format!("substr('{}', {place}, 1)", symbols.alphabet)
        });
        each.collect()
    }
}
