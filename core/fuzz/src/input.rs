//! A fuzzer's bytes, read from the front. An input that is too short reads as zeros, so that
//! every input means something.

use sortid::{Format, Timestamp};

/// 2024-07-19T16:40:46.480Z: what times are near to that are not said in full.
pub const NOON: Timestamp = Timestamp::from_unix_ms(1_721_407_246_480);

/// What is left of an input.
pub struct Input<'a>(&'a [u8]);

impl<'a> Input<'a> {
    /// The whole of it.
    pub fn new(data: &'a [u8]) -> Self {
        Self(data)
    }

    /// Whether nothing is left.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Everything that is left.
    pub fn rest(self) -> &'a [u8] {
        self.0
    }

    /// At most so many bytes.
    pub fn bytes(&mut self, len: usize) -> &'a [u8] {
        let (bytes, rest) = self.0.split_at(len.min(self.0.len()));
        self.0 = rest;
        bytes
    }

    /// Exactly so many bytes.
    pub fn array<const N: usize>(&mut self) -> [u8; N] {
        let mut array = [0; N];
        let bytes = self.bytes(N);
        array[..bytes.len()].copy_from_slice(bytes);
        array
    }

    /// One byte.
    pub fn byte(&mut self) -> u8 {
        self.array::<1>()[0]
    }

    /// A format.
    pub fn format(&mut self) -> Format {
        Format::ALL[usize::from(self.byte()) % Format::ALL.len()]
    }

    /// A time: in full, near noon, near `base`, or anywhere in a unit that formats have.
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

/// A time and nanoseconds, or the same time where that cannot be told.
pub fn later(time: Timestamp, ns: i128) -> Timestamp {
    Timestamp::from_unix_ns(time.unix_ns() + ns).unwrap_or(time)
}

/// Writes a time in full, as [`Input::time`] reads it.
pub fn write_time(out: &mut Vec<u8>, time: Timestamp) {
    out.push(0);
    out.extend(time.seconds().to_le_bytes());
    out.extend(time.nanos().to_le_bytes());
}
