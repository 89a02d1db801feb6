//! Fixed-length texts with a fixed number of bits per symbol: Crockford's base32, base32hex, base64
//! and hexadecimal.

use super::hex::{HEX, Hexadecimal, hyphenated, parse_hyphenated};
use super::kernel::{self, Half, Int160};
use super::{Alphabet, Codec, Form, Literal, Runs, Symbols, first_bad, halves, invalid_length};
#[cfg(feature = "columns")]
use super::{Block, Many};
use crate::codec::fault::Fault;
use crate::codec::text::Text;
use crate::codec::value::Value;
use sortid_engine::error::ErrorCode;

/// A codec for `SYMBOLS` symbols from an alphabet of `N` symbols, a power of two.
pub(crate) struct Packed<const N: usize, const SYMBOLS: usize> {
    alphabet: &'static Alphabet<N>,
    /// The width of the integer. The symbols may hold more bits, at the top or at the end
    /// (`spare`), all zero.
    bits: u8,
    spare: u8,
    /// Whether values can also be read and written in the UUID form.
    has_uuid: bool,
    /// An implementation without tables, if there is one.
    quick: Option<Quick>,
}

/// A faster implementation with the same results as the tables.
struct Quick {
    #[cfg(feature = "columns")]
    read_many: fn(&[&[u8]], &mut [Value]) -> u64,
    #[cfg(feature = "columns")]
    write_many: Many,
    /// Returns the value of the first and the last sixteen symbols, or `None` if a symbol is bad or
    /// the value is out of range.
    read: fn(&Half, &Half) -> Option<u128>,
    write: fn(u128) -> Text,
}

/// The alphabets of 32 symbols, as types.
struct Crockford;
struct Base32Hex;

impl Symbols<32> for Crockford {
    const RUNS: Runs<32> = Runs::new(&Alphabet::ignoring_case(
        b"0123456789ABCDEFGHJKMNPQRSTVWXYZ",
    ));
}

impl Symbols<32> for Base32Hex {
    const RUNS: Runs<32> = Runs::new(&Alphabet::new(b"0123456789abcdefghijklmnopqrstuv"));
}

/// Joins the first and the last sixteen of `SYMBOLS` symbols. Returns `None` if the result exceeds
/// 128 bits.
#[inline(always)]
fn joined<const SYMBOLS: u32>((head, tail): Int160) -> Option<u128> {
    // 80 bits of each half.
    let (high, low) = (head >> 48, head << 80 >> 48 | u128::from(tail));
    let above = const { 5 * SYMBOLS - 80 };
    (high >> (128 - above) == 0).then_some(high << above | low)
}

/// Aligns a ulid to 32 symbols: two zero bits above its 128 bits, 30 below.
#[inline(always)]
fn ulid_parts(int: u128) -> Int160 {
    (int >> 2, (int as u32) << 30)
}

/// An xid's symbols hold four more bits than the integer, which must be zero.
#[inline(always)]
fn xid_int(parts: Int160) -> Option<u128> {
    let int = joined::<20>(parts)?;
    (int & 0xf == 0).then_some(int << 28)
}

/// ulid.
pub(crate) const CROCKFORD: Packed<32, 26> = Packed {
    has_uuid: true,
    quick: Some(Quick {
        read: |first, last| joined::<26>(kernel::base32_read_160::<Crockford>(first, last)?),
        write: |int| kernel::base32_write_160::<Crockford, 26>(ulid_parts(int)),
        #[cfg(feature = "columns")]
        read_many: |texts, values| {
            let value = |parts| joined::<26>(parts).map(Value::from_u128);
            kernel::base32_read_160_each::<Crockford, 26>(texts, values, value)
        },
        #[cfg(feature = "columns")]
        write_many: |values, out| {
            let parts = |value: Value| ulid_parts(value.to_u128());
            kernel::base32_write_160_each::<Crockford, 26, 26>(values, out, parts);
        },
    }),
    ..Packed::new(Crockford::RUNS.table, 128)
};

/// The suffix of a TypeID: lower case only.
pub(crate) const TYPEID: Packed<32, 26> =
    Packed::new(&Alphabet::new(b"0123456789abcdefghjkmnpqrstvwxyz"), 128);

/// tsid.
pub(crate) const CROCKFORD_13: Packed<32, 13> = Packed::new(Crockford::RUNS.table, 64);

/// xid.
pub(crate) const BASE32HEX: Packed<32, 20> = Packed {
    spare: 4,
    quick: Some(Quick {
        read: |first, last| xid_int(kernel::base32_read_160::<Base32Hex>(first, last)?),
        write: |int| kernel::base32_write_160::<Base32Hex, 20>((int, 0)),
        #[cfg(feature = "columns")]
        read_many: |texts, values| {
            let value = |parts| xid_int(parts).map(Value::from_u128);
            kernel::base32_read_160_each::<Base32Hex, 20>(texts, values, value)
        },
        #[cfg(feature = "columns")]
        write_many: |values, out| {
            let parts = |value: Value| (value.to_u128(), 0);
            kernel::base32_write_160_each::<Base32Hex, 20, 20>(values, out, parts);
        },
    }),
    ..Packed::new(Base32Hex::RUNS.table, 96)
};

/// object_id.
pub(crate) const HEX24: Packed<16, 24> = Packed {
    quick: Some(Quick {
        // The halves overlap by eight digits.
        read: |first, last| {
            let int = kernel::hex_read::<Hexadecimal>(first, last)?;
            Some(int & !0 << 64 | int << 32 & !0 >> 64)
        },
        write: |int| Text::new(kernel::hex_write::<Hexadecimal>(int), 24),
        #[cfg(feature = "columns")]
        read_many: |_, _| 0,
        #[cfg(feature = "columns")]
        write_many: |values, out| {
            let write =
                |value: Value| Text::new(kernel::hex_write::<Hexadecimal>(value.to_u128()), 24);
            super::write_each::<24>(values, out, write);
        },
    }),
    ..Packed::new(HEX, 96)
};

pub(super) const URL_SAFE: &Alphabet<64> =
    &Alphabet::new(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_");

/// elasticflake (RFC 4648, section 5).
pub(crate) const BASE64URL: Packed<64, 20> = Packed::new(URL_SAFE, 120);

/// The end of an elasticsearch_routed.
pub(super) const BASE64URL_6: Packed<64, 6> = Packed {
    spare: 4,
    ..Packed::new(URL_SAFE, 32)
};

/// The form base64url of 128 bits.
pub(crate) const BASE64URL_22: Packed<64, 22> = Packed {
    spare: 4,
    ..Packed::new(URL_SAFE, 128)
};

/// push_id: the alphabet is in ASCII order.
pub(crate) const BASE64_SORTED: Packed<64, 20> = Packed::new(
    &Alphabet::new(b"-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"),
    120,
);

impl<const N: usize, const SYMBOLS: usize> Packed<N, SYMBOLS> {
    const WIDTH: u32 = N.trailing_zeros();

    const fn new(alphabet: &'static Alphabet<N>, bits: u8) -> Self {
        Self {
            alphabet,
            bits,
            spare: 0,
            has_uuid: false,
            quick: None,
        }
    }

    pub(crate) const fn literal(&self) -> Literal {
        Literal::new(self.alphabet, SYMBOLS as u8).with_spare(self.spare)
    }

    /// Returns the symbols without the padding bits as an integer (bits above 128 are lost), the
    /// value of the first symbol, and whether all symbols are valid.
    #[inline(always)]
    fn read(&self, symbols: &[u8; SYMBOLS]) -> (u128, u8, bool) {
        let (mut int, mut seen) = (0_u128, 0);
        for &symbol in &symbols[..SYMBOLS - 1] {
            let value = self.alphabet.value(symbol);
            seen |= value;
            int = int << Self::WIDTH | u128::from(value);
        }
        let (first, last) = (self.alphabet.value(symbols[0]), self.last(symbols));
        int = int << (Self::WIDTH - u32::from(self.spare)) | u128::from(last >> self.spare);
        seen |= last;
        (int, first, seen & super::alphabet::BAD == 0)
    }

    /// Returns the value of the last symbol.
    #[inline(always)]
    const fn last(&self, symbols: &[u8; SYMBOLS]) -> u8 {
        self.alphabet.value(symbols[SYMBOLS - 1])
    }

    /// The number of bits that the symbols hold above the integer.
    const fn above(&self) -> u32 {
        SYMBOLS as u32 * Self::WIDTH - self.spare as u32 - self.bits as u32
    }

    /// Returns the index of the symbol that holds a bit.
    pub(crate) const fn symbol_of(&self, bit: u8) -> usize {
        ((bit as u32 + self.above()) / Self::WIDTH) as usize
    }

    /// Whether the bits above the integer are zero, given the first symbol's value.
    const fn fits(&self, first: u8) -> bool {
        first as u32 >> (Self::WIDTH - self.above()) == 0
    }

    fn value(&self, int: u128) -> Value {
        Value::from_u128(int << (128 - self.bits))
    }

    fn canonical(&self, value: Value) -> [u8; SYMBOLS] {
        let mut int = value.to_u128() >> (128 - self.bits);
        let mut symbols = [0; SYMBOLS];
        // Only the last symbol has padding bits.
        let mut width = Self::WIDTH - u32::from(self.spare);
        let mut shift = u32::from(self.spare);
        for symbol in symbols.iter_mut().rev() {
            let low = (int as usize & ((1 << width) - 1)) << shift;
            *symbol = self.alphabet.symbols[low % N];
            int >>= width;
            (width, shift) = (Self::WIDTH, 0);
        }
        symbols
    }

    /// Also runs if the quick implementation rejects a text, to determine the error.
    #[inline(never)]
    fn parse_by_table(&self, symbols: &[u8; SYMBOLS]) -> Result<Value, Fault> {
        let (int, first, is_good) = self.read(symbols);
        if !is_good {
            return Err(self.bad_text(symbols));
        }
        let below = self.last(symbols) & ((1 << self.spare) - 1);
        if !self.fits(first) || below != 0 {
            return Err(Fault::new(ErrorCode::OutOfRange));
        }
        Ok(self.value(int))
    }

    /// Also writes the UUID form if the codec has it.
    #[inline(never)]
    fn write_by_table(&self, value: Value, form: Form) -> Text {
        match form {
            Form::Canonical => Text::new(self.canonical(value), SYMBOLS),
            Form::Uuid if self.has_uuid => hyphenated(value),
            _ => Text::EMPTY,
        }
    }

    #[inline(never)]
    fn parse_other(&self, text: &[u8]) -> Result<Value, Fault> {
        match text.try_into() {
            Ok(text) if self.has_uuid => parse_hyphenated(text),
            _ => Err(invalid_length(text)),
        }
    }

    #[cold]
    fn bad_text(&self, text: &[u8]) -> Fault {
        first_bad(text, &|_, byte| self.alphabet.has(byte))
    }
}

impl<const N: usize, const SYMBOLS: usize> Codec for Packed<N, SYMBOLS> {
    #[inline]
    fn parse(&self, text: &[u8]) -> Result<Value, Fault> {
        let Ok(symbols) = <&[u8; SYMBOLS]>::try_from(text) else {
            return self.parse_other(text);
        };
        if let (Some(quick), Some((first, last))) = (&self.quick, halves(symbols))
            && let Some(int) = (quick.read)(first, last)
        {
            return Ok(Value::from_u128(int));
        }
        self.parse_by_table(symbols)
    }

    #[inline]
    fn write(&self, value: Value, form: Form) -> Text {
        match (form, &self.quick) {
            (Form::Canonical, Some(quick)) => (quick.write)(value.to_u128()),
            _ => self.write_by_table(value, form),
        }
    }

    #[cfg(feature = "columns")]
    fn many(&self) -> Option<Many> {
        self.quick.as_ref().map(|quick| quick.write_many)
    }

    #[cfg(feature = "columns")]
    fn read_many(&self, texts: &[&[u8]], ids: &mut Block) -> u64 {
        match &self.quick {
            Some(quick) => (quick.read_many)(texts, &mut ids.values),
            None => 0,
        }
    }
}
