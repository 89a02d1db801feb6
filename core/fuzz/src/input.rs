//! A fuzzer's bytes, read from the front. An input that is too short is padded with zeros, so that
//! every input is valid.

use sortid::{Format, Timestamp};

/// 2024-07-19T16:40:46.480Z: the base of times that are encoded as a difference.
pub const NOON: Timestamp = Timestamp::from_unix_ms(1_721_407_246_480);

/// The rest of an input.
pub struct Input<'a>(&'a [u8]);

impl<'a> Input<'a> {
    /// Starts at the front of an input.
    pub fn new(data: &'a [u8]) -> Self {
        Self(data)
    }

    /// Returns whether nothing is left.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the rest.
    pub fn rest(self) -> &'a [u8] {
        self.0
    }

    /// Reads at most `len` bytes.
    pub fn bytes(&mut self, len: usize) -> &'a [u8] {
        let (bytes, rest) = self.0.split_at(len.min(self.0.len()));
        self.0 = rest;
        bytes
    }

    /// Reads exactly `N` bytes.
    pub fn array<const N: usize>(&mut self) -> [u8; N] {
        let mut array = [0; N];
        let bytes = self.bytes(N);
        array[..bytes.len()].copy_from_slice(bytes);
        array
    }

    /// Reads one byte.
    pub fn byte(&mut self) -> u8 {
        self.array::<1>()[0]
    }

    /// Reads a format.
    pub fn format(&mut self) -> Format {
        Format::ALL[usize::from(self.byte()) % Format::ALL.len()]
    }

    /// Reads a time: in full, near noon, near `base`, or anywhere in a unit of some format.
    pub fn time(&mut self, base: Timestamp) -> Timestamp {
        let kind = self.byte();
        let signed = |bytes: [u8; 8]| i64::from_le_bytes(bytes);
        match kind % 8 {
            0 => {
                let (seconds, nanos) = (signed(self.array()), u32::from_le_bytes(self.array()));
                Timestamp::new(seconds, nanos % 1_000_000_000).unwrap_or(base)
            }
            1 => later(NOON, 1000 * i128::from(i32::from_le_bytes(self.array()))),
            2 => later(Timestamp::from_unix_ms(0), signed(self.array()).into()),
            3 => Timestamp::from_unix_us(signed(self.array())),
            4 => Timestamp::from_unix_ms(signed(self.array())),
            5 => later(base, i16::from_le_bytes(self.array()).into()),
            6 => later(base, 1000 * i128::from(i16::from_le_bytes(self.array()))),
            _ => later(
                base,
                1_000_000 * i128::from(i32::from_le_bytes(self.array())),
            ),
        }
    }
}

/// Adds nanoseconds to a time. Returns the same time if the sum is out of range.
pub fn later(time: Timestamp, ns: i128) -> Timestamp {
    Timestamp::from_unix_ns(time.unix_ns() + ns).unwrap_or(time)
}

/// Writes a time in full, in the encoding of [`Input::time`].
pub fn write_time(out: &mut Vec<u8>, time: Timestamp) {
    out.push(0);
    out.extend(time.seconds().to_le_bytes());
    out.extend(time.nanos().to_le_bytes());
}
