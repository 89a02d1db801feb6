//! The bits of an id (up to 160, left-aligned), and bit fields.
//!
//! Bit 0 is the most significant bit, as in the figures of the specifications.

/// The widest format has 160 bits.
pub const MAX_BYTES: usize = 20;

/// Up to 160 bits, left-aligned: bit 0 is the top bit of `head`.
///
/// The derived order is the order of the big-endian bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value {
    head: u128,
    tail: u32,
}

impl Value {
    pub const ZERO: Value = Value { head: 0, tail: 0 };

    #[inline]
    pub const fn from_u64(int: u64) -> Self {
        Self {
            head: (int as u128) << 64,
            tail: 0,
        }
    }

    #[inline]
    pub const fn from_u128(int: u128) -> Self {
        Self { head: int, tail: 0 }
    }

    /// Builds a value from the first 128 bits and the next 32.
    #[inline]
    pub const fn from_parts(head: u128, tail: u32) -> Self {
        Self { head, tail }
    }

    /// Returns the first 128 bits and the next 32.
    #[inline]
    pub const fn to_parts(self) -> (u128, u32) {
        (self.head, self.tail)
    }

    #[inline]
    pub const fn to_u64(self) -> u64 {
        (self.head >> 64) as u64
    }

    #[inline]
    pub const fn to_u128(self) -> u128 {
        self.head
    }

    /// Builds a value from up to 20 bytes. The remaining bits are zero.
    #[inline]
    pub const fn from_bytes(bytes: &[u8]) -> Self {
        let mut all = [0; MAX_BYTES];
        let len = if bytes.len() < MAX_BYTES {
            bytes.len()
        } else {
            MAX_BYTES
        };
        all.split_at_mut(len)
            .0
            .copy_from_slice(bytes.split_at(len).0);
        let (mut head, mut tail) = ([0; 16], [0; 4]);
        head.copy_from_slice(all.split_at(16).0);
        tail.copy_from_slice(all.split_at(16).1);
        Self {
            head: u128::from_be_bytes(head),
            tail: u32::from_be_bytes(tail),
        }
    }

    /// Returns the first `N` bytes, at most 20.
    #[inline]
    pub const fn head<const N: usize>(self) -> [u8; N] {
        let mut head = [0; N];
        head.copy_from_slice(self.to_bytes().split_at(N).0);
        head
    }

    #[inline]
    pub const fn to_bytes(self) -> [u8; MAX_BYTES] {
        let mut bytes = [0; MAX_BYTES];
        let (head, tail) = bytes.split_at_mut(16);
        head.copy_from_slice(&self.head.to_be_bytes());
        tail.copy_from_slice(&self.tail.to_be_bytes());
        bytes
    }

    /// Writes the first `out.len()` bytes, at most 20.
    #[inline]
    pub fn write_bytes(self, out: &mut [u8]) {
        match out.len() {
            8 => out.copy_from_slice(&self.to_u64().to_be_bytes()),
            16 => out.copy_from_slice(&self.head.to_be_bytes()),
            len => out.copy_from_slice(self.to_bytes().get(..len).unwrap_or_default()),
        }
    }

    /// `==` that also works in constants.
    #[inline(always)]
    pub const fn is(self, other: Value) -> bool {
        self.head == other.head && self.tail == other.tail
    }

    #[inline]
    pub const fn or(self, other: Value) -> Value {
        Value {
            head: self.head | other.head,
            tail: self.tail | other.tail,
        }
    }

    #[inline]
    pub const fn and(self, other: Value) -> Value {
        Value {
            head: self.head & other.head,
            tail: self.tail & other.tail,
        }
    }

    #[inline]
    pub const fn xor(self, other: Value) -> Value {
        Value {
            head: self.head ^ other.head,
            tail: self.tail ^ other.tail,
        }
    }

    #[inline]
    pub const fn not(self) -> Value {
        Value {
            head: !self.head,
            tail: !self.tail,
        }
    }

    /// Returns a value whose first `bits` bits are set.
    #[inline]
    pub const fn ones(bits: u8) -> Value {
        Value {
            head: !u128::MAX.unbounded_shr(bits as u32),
            tail: !u32::MAX.unbounded_shr(bits.saturating_sub(128) as u32),
        }
    }
}

/// `width` bits from bit `at` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    pub at: u8,
    pub width: u8,
}

impl Span {
    const NONE: Span = Span { at: 0, width: 0 };

    #[inline]
    pub const fn read(self, value: Value) -> u128 {
        let end = self.at as u32 + self.width as u32;
        if self.width == 0 {
            0
        } else if end <= 128 {
            (value.head >> (128 - end)) & low_ones(self.width)
        } else {
            let below = end - 128;
            ((value.head << below) | (value.tail >> (32 - below)) as u128) & low_ones(self.width)
        }
    }

    #[inline]
    const fn write(self, int: u128) -> Value {
        let end = self.at as u32 + self.width as u32;
        if self.width == 0 {
            return Value::ZERO;
        }
        let int = int & low_ones(self.width);
        if end <= 128 {
            Value {
                head: int << (128 - end),
                tail: 0,
            }
        } else {
            let below = end - 128;
            Value {
                head: int >> below,
                tail: (int as u32) << (32 - below),
            }
        }
    }
}

#[inline]
const fn low_ones(width: u8) -> u128 {
    match width {
        0 => 0,
        _ => u128::MAX >> (128 - width),
    }
}

/// The most spans of a bit field.
const SPANS: usize = 6;

/// A bit field: an unsigned integer of up to 128 bits in a few spans, most significant first. Empty
/// spans after the third are last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place([Span; SPANS]);

impl Place {
    pub const NONE: Place = Place([Span::NONE; SPANS]);

    /// Builds a bit field from pairs of offset and width. The width may be zero.
    #[inline]
    pub const fn new(spans: &[(u8, u8)]) -> Self {
        let mut place = Self::NONE;
        let mut i = 0;
        while i < spans.len() {
            place.0[i] = Span {
                at: spans[i].0,
                width: spans[i].1,
            };
            i += 1;
        }
        place
    }

    #[inline]
    pub const fn width(self) -> u8 {
        let (mut width, mut i) = (0, 0);
        while i < SPANS {
            width += self.0[i].width;
            i += 1;
        }
        width
    }

    /// `==` that also works in constants.
    #[inline]
    pub const fn is(self, other: Place) -> bool {
        let mut i = 0;
        while i < SPANS {
            let (a, b) = (self.0[i], other.0[i]);
            if a.width != b.width || (a.width > 0 && a.at != b.at) {
                return false;
            }
            i += 1;
        }
        true
    }

    #[inline]
    pub const fn spans(self) -> [Span; SPANS] {
        self.0
    }

    /// The largest integer that fits.
    #[inline]
    pub const fn max(self) -> u128 {
        low_ones(self.width())
    }

    #[inline]
    pub const fn read(self, value: Value) -> u128 {
        let [a, b, c, d, ..] = self.0;
        let mut int = a.read(value);
        if b.width > 0 {
            int = (int << b.width) | b.read(value);
        }
        if c.width > 0 {
            int = (int << c.width) | c.read(value);
        }
        match d.width {
            0 => int,
            _ => self.read_rest(value, int),
        }
    }

    /// Continues [`read`](Self::read) after three spans. Few places have more, and a loop there
    /// would keep the compiler from inlining it.
    #[inline(never)]
    const fn read_rest(self, value: Value, first: u128) -> u128 {
        let (mut int, mut i) = (first, 3);
        while i < SPANS {
            int = (int << self.0[i].width) | self.0[i].read(value);
            i += 1;
        }
        int
    }

    /// Like [`read`](Self::read), but only for a single run of up to 63 bits within the first 64.
    #[inline(always)]
    pub const fn read_short(self, value: Value) -> Option<u64> {
        let [Span { at, width }, b, c, ..] = self.0;
        let end = at as u32 + width as u32;
        if width == 0 || width > 63 || end > 64 || (b.width | c.width) != 0 {
            return None;
        }
        Some((value.to_u64() >> (64 - end)) & ((1 << width) - 1))
    }

    /// Returns a value with `int` in this field and zeros elsewhere. Drops bits that do not fit.
    #[inline]
    pub const fn write(self, int: u128) -> Value {
        let [a, b, c, ..] = self.0;
        if b.width == 0 && c.width == 0 {
            return a.write(int);
        }
        self.write_spans(int)
    }

    #[inline(never)]
    const fn write_spans(self, int: u128) -> Value {
        let (mut value, mut below, mut i) = (Value::ZERO, 0, SPANS);
        while i > 0 {
            i -= 1;
            if self.0[i].width > 0 {
                value = value.or(self.0[i].write(int >> below));
                below += self.0[i].width;
            }
        }
        value
    }

    #[inline]
    pub const fn mask(self) -> Value {
        self.write(self.max())
    }

    /// Returns the end and the width of the least significant span.
    #[inline]
    pub const fn lowest_span(self) -> (u32, u32) {
        let mut i = SPANS;
        while i > 0 {
            i -= 1;
            let Span { at, width } = self.0[i];
            if width > 0 {
                return (at as u32 + width as u32, width as u32);
            }
        }
        (0, 0)
    }

    /// Returns the end of the field if it is a single run of bits.
    #[inline]
    pub const fn end_of_one_piece(self) -> Option<u32> {
        let (end, width) = self.lowest_span();
        if width > 0 && width == self.width() as u32 {
            Some(end)
        } else {
            None
        }
    }

    /// Splits the field into its top `bits` bits and the rest.
    #[inline]
    pub const fn split(self, bits: u8) -> (Place, Place) {
        let (mut top, mut rest, mut left, mut i) = (self, self, bits, 0);
        while i < SPANS {
            let Span { at, width } = self.0[i];
            let taken = if width < left { width } else { left };
            top.0[i] = Span { at, width: taken };
            rest.0[i] = Span {
                at: at + taken,
                width: width - taken,
            };
            left -= taken;
            i += 1;
        }
        (top, rest)
    }
}

pub const fn sign_extend(int: i128, width: u8) -> i128 {
    let shift = 128 - width as u32;
    (int << shift) >> shift
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_reads_back_what_it_wrote() {
        // Spans on both sides of the boundary between head and tail at bit 128, and across it.
        for place in [
            Place::new(&[(0, 128)]),
            Place::new(&[(64, 80), (144, 16)]),
            Place::new(&[(0, 32), (32, 16), (52, 12)]),
            Place::new(&[(128, 32)]),
            Place::new(&[(80, 80)]),
            Place::new(&[(0, 0), (5, 1), (127, 2)]),
            Place::new(&[(40, 8), (32, 8), (24, 8), (16, 8), (96, 8), (112, 8)]),
        ] {
            for pattern in [0, 1, u128::MAX, 0x0123_4567_89ab_cdef_0123_4567_89ab_cdef] {
                let int = pattern & place.max();
                let written = place.write(pattern);
                assert_eq!(place.read(written), int, "{place:?}");
                let short = place.read_short(written).map(u128::from);
                assert!(short.is_none_or(|short| short == int), "{place:?}");
                assert_eq!(written.and(place.mask().not()), Value::ZERO);
            }
        }
    }

    #[test]
    fn one_run_in_the_first_half_is_short() {
        let value = Value::from_u128(u128::MAX - (1 << 64));
        for (spans, read) in [
            (&[(1, 53)][..], Some((1 << 53) - 1)),
            (&[(1, 63)], Some((1 << 63) - 2)),
            (&[(63, 1)], Some(0)),
            (&[(0, 64)], None),
            (&[(33, 32)], None),
            (&[(0, 32), (32, 16)], None),
            (&[], None),
        ] {
            let place = Place::new(spans);
            assert_eq!(place.read_short(value), read, "{spans:?}");
            assert!(read.is_none_or(|read| place.read(value) == read.into()));
        }
    }

    #[test]
    fn bytes_are_big_endian_and_ordered() {
        let bytes: [u8; 20] = core::array::from_fn(|i| i as u8 + 1);
        assert_eq!(Value::from_bytes(&bytes).to_bytes(), bytes);
        assert_eq!(
            Value::from_bytes(&bytes[..8]).to_u64(),
            0x0102_0304_0506_0708
        );
        assert!(Value::from_bytes(&[1]) > Value::from_bytes(&[0, 255]));
        assert_eq!(Value::ones(160), Value::ZERO.not());
        assert_eq!(Value::ones(64), Value::from_u64(u64::MAX));
    }
}
