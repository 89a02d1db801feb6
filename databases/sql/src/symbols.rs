//! Texts of 64-bit ids in the symbols of an alphabet, converted in two halves that fit into signed
//! integers.

use crate::column::Column;
use crate::model::{Bound, Dialect, Symbols, TimeLayout};

impl Column {
    /// Decodes the symbols of a text from `from` up to `to` to an integer.
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
            let place = match self.dialect {
                Dialect::Postgresql => format!("strpos('{alphabet}', {symbol})::bigint"),
                Dialect::Duckdb => format!("strpos('{alphabet}', {symbol})"),
                Dialect::Clickhouse => format!("toInt64(position('{alphabet}', {symbol}))"),
                _ => format!("instr('{alphabet}', {symbol})"),
            };
            let weight = symbols.radix().pow((to - 1 - nth) as u32);
            // Positions count from 1.
            self.dialect.mul(&self.dialect.add(&place, -1), weight)
        });
        self.dialect.sum(&each.collect::<Vec<_>>())
    }

    /// Returns `width` bits of a text's number, above its lowest `shift` bits. The number is `high
    /// * weight + low`.
    pub(crate) fn bits_of_symbols(
        &self,
        id: &str,
        symbols: &Symbols,
        shift: u32,
        width: u32,
    ) -> String {
        let dialect = self.dialect;
        let (lower, weight) = symbols.lower();
        let upper = symbols.count - lower;
        let high = self.number_of_symbols(id, symbols, 0, upper);
        let low = self.number_of_symbols(id, symbols, upper, symbols.count);
        let (many, more) = (weight >> shift, weight & ((1 << shift) - 1));
        let low = match more {
            0 => low,
            more => dialect.sum(&[dialect.mul(&high, more), low]),
        };
        let bits = dialect.sum(&[dialect.mul(&high, many), dialect.div(&low, 1 << shift)]);
        match shift + width {
            64 => bits,
            _ => dialect.rem(&bits, 1 << width),
        }
    }

    /// Returns the text of the smallest or the largest id of a tick.
    pub(crate) fn symbols_at(
        &self,
        tick: &str,
        bound: Bound,
        symbols: &Symbols,
        time: &TimeLayout,
    ) -> Option<String> {
        /// The number of low bits of the tick that are computed with the bits below the tick.
        const LOW_BITS: u32 = 20;
        let dialect = self.dialect;
        let template = time.template(bound).iter();
        let rest = template.fold(0, |int: i128, &byte| int << 8 | i128::from(byte));
        let runs = time.fields.iter().flat_map(|field| &field.runs);
        let &(at, width) = runs.last()?;
        let below = 64 - at - width;
        let low_bits = LOW_BITS.min(width);
        let high = dialect.div(tick, 1 << low_bits);
        let low = dialect.rem(tick, 1 << low_bits);
        let low = dialect.add(&dialect.mul(&low, 1 << below), rest);
        let (_, weight) = symbols.lower();
        let unit = 1_i128 << (low_bits + below);
        let (many, more) = (unit / weight, unit % weight);
        let low = match more {
            0 => low,
            more => dialect.sum(&[dialect.mul(&high, more), low]),
        };
        let upper = match many {
            0 => dialect.div(&low, weight),
            many => dialect.sum(&[dialect.mul(&high, many), dialect.div(&low, weight)]),
        };
        let lower_half = dialect.rem(&low, weight);
        Some(dialect.concat(&self.symbols_of_halves(&upper, &lower_half, symbols)))
    }

    /// Returns `count` digits of a number.
    pub(crate) fn symbols_of_number(
        &self,
        number: &str,
        count: usize,
        symbols: &Symbols,
    ) -> Vec<String> {
        let dialect = self.dialect;
        let each = (0..count).map(|nth| {
            let weight = symbols.radix().pow((count - 1 - nth) as u32);
            let digit = match nth {
                0 => dialect.div(number, weight),
                _ => dialect.rem(&dialect.div(number, weight), symbols.radix()),
            };
            let place = dialect.add(&digit, 1);
            let place = match dialect {
                // PostgreSQL only takes 32-bit positions.
                Dialect::Postgresql => format!("{place}::integer"),
                _ => place,
            };
            format!("substr('{}', {place}, 1)", symbols.alphabet)
        });
        each.collect()
    }

    /// Returns the digits of both halves.
    pub(crate) fn symbols_of_halves(
        &self,
        high: &str,
        low: &str,
        symbols: &Symbols,
    ) -> Vec<String> {
        let (lower, _) = symbols.lower();
        let mut all = self.symbols_of_number(high, symbols.count - lower, symbols);
        all.extend(self.symbols_of_number(low, lower, symbols));
        all
    }
}
