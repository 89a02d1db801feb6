//! Ids and times as numbers, for UniFFI.

use std::ops::RangeInclusive;

use sortid::{AnyId, Error, ErrorCode, Format, Timestamp};

/// An id: the code of its format, and its big-endian bytes as words of 64, 64 and 32 bits, padded
/// with zeros.
#[derive(Clone, Copy, Debug, PartialEq, Eq, uniffi::Record)]
pub struct Words {
    /// The code of the format.
    pub format: u8,
    /// Bytes 0–7.
    pub high: u64,
    /// Bytes 8–15.
    pub middle: u64,
    /// Bytes 16–19.
    pub low: u32,
}

impl From<AnyId> for Words {
    #[inline]
    fn from(id: AnyId) -> Self {
        let format = id.format().code();
        // Most formats: avoids a copy through memory.
        let int = id.to_u64().map(|int| u128::from(int) << 64);
        if let Ok(int) = int.or_else(|_| id.to_u128()) {
            let (high, middle) = ((int >> 64) as u64, int as u64);
            return Words {
                format,
                high,
                middle,
                low: 0,
            };
        }
        let mut bytes = [0; 20];
        let given = id.to_bytes();
        bytes[..given.len()].copy_from_slice(&given);
        let [high, middle] =
            [0, 8].map(|at| u64::from_be_bytes(std::array::from_fn(|i| bytes[at + i])));
        Words {
            format,
            high,
            middle,
            low: u32::from_be_bytes(std::array::from_fn(|i| bytes[16 + i])),
        }
    }
}

impl TryFrom<Words> for AnyId {
    type Error = Error;

    fn try_from(words: Words) -> Result<Self, Error> {
        let format = format(words.format)?;
        let mut bytes = [0; 20];
        bytes[..8].copy_from_slice(&words.high.to_be_bytes());
        bytes[8..16].copy_from_slice(&words.middle.to_be_bytes());
        bytes[16..].copy_from_slice(&words.low.to_be_bytes());
        AnyId::from_bytes(bytes.get(..format.byte_len()).unwrap_or_default(), format)
    }
}

/// The smallest and the largest id of an interval.
#[derive(Debug, uniffi::Record)]
pub struct Bounds {
    /// The smallest.
    pub min: Words,
    /// The largest.
    pub max: Words,
}

impl From<RangeInclusive<AnyId>> for Bounds {
    fn from(ids: RangeInclusive<AnyId>) -> Self {
        let (min, max) = ids.into_inner();
        Bounds {
            min: min.into(),
            max: max.into(),
        }
    }
}

/// An instant.
#[derive(Clone, Copy, Debug, uniffi::Record)]
pub struct UnixTime {
    /// Whole seconds since 1970, floored.
    pub seconds: i64,
    /// Nanoseconds of the second.
    pub nanos: u32,
}

impl From<Timestamp> for UnixTime {
    fn from(time: Timestamp) -> Self {
        UnixTime {
            seconds: time.seconds(),
            nanos: time.nanos(),
        }
    }
}

impl TryFrom<UnixTime> for Timestamp {
    type Error = Error;

    fn try_from(time: UnixTime) -> Result<Self, Error> {
        Timestamp::new(time.seconds, time.nanos)
    }
}

/// The value of a field, in two's complement: up to 80 bits; the time of a timeid is signed.
#[derive(Debug, uniffi::Record)]
pub struct FieldValue {
    /// The name.
    pub name: String,
    /// The upper 64 bits.
    pub high: i64,
    /// The lower 64 bits.
    pub low: u64,
}

impl FieldValue {
    pub(crate) fn value(&self) -> i128 {
        (i128::from(self.high) << 64) | i128::from(self.low)
    }
}

/// The format with a code. The core's list is in the order of codes.
pub(crate) fn format(code: u8) -> Result<Format, Error> {
    let format = Format::ALL.get(usize::from(code).wrapping_sub(1));
    match format {
        Some(&format) if format.code() == code => Ok(format),
        // Returns the core's error for an unknown name.
        _ => "".parse(),
    }
}

/// Converts a seed of 32 bytes, or returns `invalid_option`.
pub(crate) fn seed(bytes: &[u8]) -> Result<[u8; 32], Error> {
    let expected = "seed\0seed must be 32 bytes";
    bytes
        .try_into()
        .map_err(|_| Error::about(ErrorCode::InvalidOption, expected))
}
