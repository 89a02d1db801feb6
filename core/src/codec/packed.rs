//! Texts of one length whose symbols hold so many bits each: Crockford's base32, base32hex, base64 and hexadecimal.

use super::uuid::{HEX, Uuid};
use super::{Alphabet, Codec, Form, Literal, first_bad, invalid_length};
use crate::error::{Error, ErrorCode};
use crate::text::Text;
use crate::value::Value;

/// `SYMBOLS` symbols of an alphabet of `N`, a power of two.
pub(crate) struct Packed<const N: usize, const SYMBOLS: usize> {
    alphabet: &'static Alphabet<N>,
    /// The bits of the integer, of which the symbols may have more: at the top or at the end, all zero.
    bits: u8,
    spare: u8,
    /// Whether it is also written as a UUID.
    writes_uuid: bool,
}

const CROCKFORD_SYMBOLS: &Alphabet<32> =
    &Alphabet::ignoring_case(b"0123456789ABCDEFGHJKMNPQRSTVWXYZ");

/// ulid.
pub(crate) const CROCKFORD: Packed<32, 26> = Packed {
    writes_uuid: true,
    ..Packed::new(CROCKFORD_SYMBOLS, 128)
};

/// What stands behind the prefix of a TypeID: lower case alone.
pub(crate) const TYPEID: Packed<32, 26> =
    Packed::new(&Alphabet::new(b"0123456789abcdefghjkmnpqrstvwxyz"), 128);

/// tsid.
pub(crate) const CROCKFORD_13: Packed<32, 13> = Packed::new(CROCKFORD_SYMBOLS, 64);

/// xid.
pub(crate) const BASE32HEX: Packed<32, 20> = Packed {
    spare: 4,
    ..Packed::new(&Alphabet::new(b"0123456789abcdefghijklmnopqrstuv"), 96)
};

/// object_id.
pub(crate) const HEX24: Packed<16, 24> = Packed::new(HEX, 96);

/// elasticflake (RFC 4648, section 5).
pub(crate) const BASE64URL: Packed<64, 20> = Packed::new(
    &Alphabet::new(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"),
    120,
);

/// push_id: in the order of ASCII.
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
            writes_uuid: false,
        }
    }

    pub(crate) const fn literal(&self) -> Literal {
        Literal::new(self.alphabet, SYMBOLS as u8).with_spare(self.spare)
    }

    /// The symbols as an integer without the top bits that an integer of 128 bits has no place for, those of the first
    /// symbol, and whether all are good.
    #[inline(always)]
    fn read(&self, symbols: &[u8; SYMBOLS]) -> (u128, u8, bool) {
        let (mut int, mut seen) = (0_u128, 0);
        for &symbol in symbols {
            let value = self.alphabet.value(symbol);
            seen |= value;
            int = int << Self::WIDTH | u128::from(value);
        }
        let first = self.alphabet.value(symbols[0]);
        (int, first, seen & super::alphabet::BAD == 0)
    }

    /// How many bits the symbols have at the top that the integer lacks.
    const fn above(&self) -> u32 {
        SYMBOLS as u32 * Self::WIDTH - self.spare as u32 - self.bits as u32
    }

    /// The symbol that holds a bit.
    pub(crate) const fn symbol_of(&self, bit: u8) -> usize {
        ((bit as u32 + self.above()) / Self::WIDTH) as usize
    }

    /// Whether the bits at the top are zero, by the first symbol.
    const fn fits(&self, first: u8) -> bool {
        first as u32 >> (Self::WIDTH - self.above()) == 0
    }

    fn value(&self, int: u128) -> Value {
        Value::from_u128(int >> self.spare << (128 - self.bits))
    }

    fn canonical(&self, value: Value) -> [u8; SYMBOLS] {
        let mut int = value.to_u128() >> (128 - self.bits);
        let mut symbols = [0; SYMBOLS];
        // The last symbol has the spare bits; those above are all of the integer.
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

    #[cold]
    fn bad_text(&self, text: &[u8]) -> Error {
        first_bad(text, |_, byte| self.alphabet.has(byte))
    }
}

impl<const N: usize, const SYMBOLS: usize> Codec for Packed<N, SYMBOLS> {
    #[inline]
    fn parse(&self, text: &[u8]) -> Result<Value, Error> {
        let Ok(symbols) = text.try_into() else {
            return Err(invalid_length(text));
        };
        let (int, first, is_good) = self.read(symbols);
        if !is_good {
            return Err(self.bad_text(text));
        }
        let below = int & ((1 << self.spare) - 1);
        if !self.fits(first) || below != 0 {
            return Err(Error::new(ErrorCode::OutOfRange));
        }
        Ok(self.value(int))
    }

    #[inline]
    fn write(&self, value: Value, form: Form) -> Text {
        match form {
            Form::Canonical => Text::new(self.canonical(value), SYMBOLS),
            Form::Uuid if self.writes_uuid => Uuid.write(value, Form::Canonical),
            _ => Text::EMPTY,
        }
    }

    fn only_writes(&self, form: Form) -> bool {
        form == Form::Uuid
    }
}
