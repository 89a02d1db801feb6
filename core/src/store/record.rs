//! What of a state file outlives a loss of power: one sector, written as a whole.
//!
//! A disk writes a sector of 512 bytes or does not; what is neither the old nor the new one is damage, and refused. The layout
//! is documented in `docs/state-file.md`.

use crc::{CRC_32_ISO_HDLC, Crc};

use super::grant::{self, Grant, word_at};
use crate::error::ErrorCode;
use crate::sys::guard;

/// The size of a sector, and of the record.
pub(super) const LEN: usize = 512;

const CRC: &Crc<u32> = &Crc::<u32>::new(&CRC_32_ISO_HDLC);

/// Begins every state file; the control bytes tell a file that was carried as text.
const MAGIC: [u8; 8] = *b"sortid\x1a\n";
/// Of state files, and of lease files.
const VERSION: u32 = 1;
const LEASED_VERSION: u32 = 2;

const VERSION_AT: usize = 8;
const KIND_AT: usize = 16;
const SEQUENCE_AT: usize = 96;
const MARK_AT: usize = 104;
const HIGH_AT: usize = 112;
const GRANT_AT: usize = 120;
const CHECKSUM_AT: usize = LEN - 4;

/// Whose file it is: generators whose words mean the same share one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Kind {
    pub(crate) format: &'static str,
    /// When the ticks begin, in nanoseconds since 1970, and how long they are.
    pub(crate) epoch_ns: i128,
    pub(crate) unit_ns: i128,
    /// How many bits tell a tick, and how many below them a place in it.
    pub(crate) time_bits: u8,
    pub(crate) counter_bits: u8,
    /// Places in a tick are permuted.
    pub(crate) is_permuted: bool,
    /// Of a lease file: how many bits its node has.
    pub(crate) leased_bits: Option<u8>,
}

const KIND_LEN: usize = 80;
const LEASED_BITS: usize = 67;

impl Kind {
    fn to_bytes(self) -> [u8; KIND_LEN] {
        let mut bytes = [0; KIND_LEN];
        for (byte, letter) in bytes[..32].iter_mut().zip(self.format.bytes()) {
            *byte = letter;
        }
        bytes[32..48].copy_from_slice(&self.epoch_ns.to_le_bytes());
        bytes[48..64].copy_from_slice(&self.unit_ns.to_le_bytes());
        bytes[64] = self.time_bits;
        bytes[65] = self.counter_bits;
        bytes[66] = u8::from(self.is_permuted);
        bytes[LEASED_BITS] = self.leased_bits.unwrap_or(0);
        bytes
    }

    fn version(&self) -> u32 {
        match self.leased_bits {
            Some(_) => LEASED_VERSION,
            None => VERSION,
        }
    }
}

/// How far ahead the mark is to be moved: to at least this word and so many words on, at this reading of the clock.
#[derive(Clone, Copy)]
pub(crate) struct Ahead {
    pub(crate) word: u64,
    pub(crate) ahead: u64,
    pub(crate) high: u64,
}

/// The record. Words are those of the generator, 0 standing for none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Record {
    /// How often the record was written.
    pub(super) sequence: u64,
    /// No id was issued above this.
    pub(super) mark: u64,
    /// The clock's highest reading, as far as it was known when this was written.
    pub(super) high: u64,
    /// Of a lease file; zeros in another.
    pub(super) grant: Grant,
}

impl Record {
    pub(super) fn to_bytes(self, kind: &Kind) -> [u8; LEN] {
        let mut bytes = [0; LEN];
        bytes[..VERSION_AT].copy_from_slice(&MAGIC);
        bytes[VERSION_AT..VERSION_AT + 4].copy_from_slice(&kind.version().to_le_bytes());
        bytes[KIND_AT..KIND_AT + KIND_LEN].copy_from_slice(&kind.to_bytes());
        for (at, word) in [
            (SEQUENCE_AT, self.sequence),
            (MARK_AT, self.mark),
            (HIGH_AT, self.high),
        ] {
            bytes[at..at + 8].copy_from_slice(&word.to_le_bytes());
        }
        bytes[GRANT_AT..GRANT_AT + grant::LEN].copy_from_slice(&self.grant.to_bytes());
        let checksum = CRC.checksum(&bytes[..CHECKSUM_AT]);
        bytes[CHECKSUM_AT..].copy_from_slice(&checksum.to_le_bytes());
        bytes
    }

    /// `store_foreign` for what another program, version or format has written, `store_corrupt` for damage.
    pub(super) fn read(bytes: &[u8], kind: &Kind) -> Result<Self, ErrorCode> {
        let bytes = Self::whole(bytes)?;
        // A lease file's, or a state file's, whichever this one is.
        let bits = bytes[KIND_AT + LEASED_BITS];
        let either = Kind {
            leased_bits: (bits > 0).then_some(bits),
            ..*kind
        };
        let is_same = |kind: &Kind| {
            bytes[VERSION_AT..VERSION_AT + 4] == kind.version().to_le_bytes()
                && bytes[KIND_AT..KIND_AT + KIND_LEN] == kind.to_bytes()
        };
        match is_same(kind) || (!guard!(LeaseApart) && is_same(&either)) {
            true => Ok(Self::of(bytes)),
            false => Err(ErrorCode::StoreForeign),
        }
    }

    /// That of a lease file, whatever its ids are.
    #[cfg(feature = "lease")]
    pub(super) fn read_leased(bytes: &[u8]) -> Result<Self, ErrorCode> {
        let bytes = Self::whole(bytes)?;
        match bytes[VERSION_AT..VERSION_AT + 4] == LEASED_VERSION.to_le_bytes() {
            true => Ok(Self::of(bytes)),
            false => Err(ErrorCode::StoreForeign),
        }
    }

    /// The bytes, undamaged. A later version keeps the checksum where it is, so that damage and age are told apart.
    fn whole(bytes: &[u8]) -> Result<&[u8; LEN], ErrorCode> {
        let begun = bytes.len().min(MAGIC.len());
        // What was cut off, or has become zeros, was one of ours for all that can be told.
        if bytes[..begun] != MAGIC[..begun] && bytes.iter().any(|&byte| byte != 0) {
            return Err(ErrorCode::StoreForeign);
        }
        let bytes: &[u8; LEN] = bytes.try_into().map_err(|_| ErrorCode::StoreCorrupt)?;
        let checksum = CRC.checksum(&bytes[..CHECKSUM_AT]);
        match bytes[CHECKSUM_AT..] == checksum.to_le_bytes() {
            true => Ok(bytes),
            false => Err(ErrorCode::StoreCorrupt),
        }
    }

    fn of(bytes: &[u8; LEN]) -> Self {
        let word = |at: usize| word_at(bytes, at);
        Self {
            sequence: word(SEQUENCE_AT),
            mark: word(MARK_AT),
            high: word(HIGH_AT),
            grant: Grant::read(&bytes[GRANT_AT..GRANT_AT + grant::LEN]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KIND: Kind = Kind {
        format: "tid",
        epoch_ns: 0,
        unit_ns: 1000,
        time_bits: 53,
        counter_bits: 0,
        is_permuted: false,
        leased_bits: None,
    };

    const LEASED: Kind = Kind {
        leased_bits: Some(10),
        ..KIND
    };

    const RECORD: Record = Record {
        sequence: 3,
        mark: 0x0102_0304_0506_0708,
        high: 5,
        grant: Grant::NONE,
    };

    /// Files of this version must stay readable.
    #[test]
    fn version_1_layout_never_changes() {
        let bytes = RECORD.to_bytes(&KIND);
        assert_eq!(&bytes[..12], b"sortid\x1a\n\x01\0\0\0");
        assert_eq!(&bytes[16..20], b"tid\0");
        assert_eq!(bytes[64..66], [0xe8, 3]);
        assert_eq!(bytes[80..83], [53, 0, 0]);
        assert_eq!(bytes[96], 3);
        assert_eq!(bytes[104..112], [8, 7, 6, 5, 4, 3, 2, 1]);
        assert_eq!(bytes[112], 5);
        assert_eq!(bytes[508..], CRC.checksum(&bytes[..508]).to_le_bytes());
    }

    #[test]
    fn record_reads_back_and_any_flipped_bit_is_detected() {
        let whole = RECORD.to_bytes(&KIND);
        assert_eq!(Record::read(&whole, &KIND), Ok(RECORD));
        for bit in 0..LEN * 8 {
            let mut bytes = whole;
            bytes[bit / 8] ^= 1 << (bit % 8);
            assert!(Record::read(&bytes, &KIND).is_err(), "bit {bit}");
        }
    }

    #[test]
    fn version_2_layout_never_changes_and_is_no_state_file() {
        let grant = Grant {
            turn: 1,
            node: 2,
            first: 3,
            end: 4,
            until_ms: 5,
            boot: [6, 7],
            number: 8,
            ids: [9, 10, 11, 12],
            count: 13,
            name: std::array::from_fn(|at| if at == 0 { b'n' } else { 0 }),
            device: 14,
            born_ns: 15,
        };
        let record = Record { grant, ..RECORD };
        let bytes = record.to_bytes(&LEASED);
        assert_eq!(bytes[8..12], [2, 0, 0, 0]);
        assert_eq!(bytes[83], 10);
        for (nth, at) in [
            120, 128, 136, 144, 152, 160, 168, 176, 184, 192, 200, 208, 216,
        ]
        .into_iter()
        .enumerate()
        {
            assert_eq!(bytes[at..at + 8], (nth as u64 + 1).to_le_bytes(), "at {at}");
        }
        assert_eq!(bytes[224..226], *b"n\0");
        assert_eq!((bytes[288], bytes[296]), (14, 15));
        assert_eq!(Record::read(&bytes, &LEASED), Ok(record));
        assert_eq!(Record::read(&bytes, &KIND), Err(ErrorCode::StoreForeign));
        let plain = RECORD.to_bytes(&KIND);
        assert_eq!(Record::read(&plain, &LEASED), Err(ErrorCode::StoreForeign));
    }

    #[test]
    fn truncated_record_is_corrupt_and_other_kind_is_foreign() {
        let whole = RECORD.to_bytes(&KIND);
        for len in 0..LEN {
            let read = Record::read(&whole[..len], &KIND);
            assert_eq!(read, Err(ErrorCode::StoreCorrupt), "{len} bytes");
        }
        let zeros = Record::read(&[0; LEN], &KIND);
        assert_eq!(zeros, Err(ErrorCode::StoreCorrupt));
        for text in [&b"hello"[..], &[b'x'; LEN]] {
            assert_eq!(Record::read(text, &KIND), Err(ErrorCode::StoreForeign));
        }
        let kinds = [
            Kind {
                format: "timeid",
                ..KIND
            },
            Kind {
                epoch_ns: 1,
                ..KIND
            },
            Kind { unit_ns: 1, ..KIND },
            Kind {
                time_bits: 54,
                ..KIND
            },
            Kind {
                counter_bits: 1,
                ..KIND
            },
            Kind {
                is_permuted: true,
                ..KIND
            },
            LEASED,
        ];
        for kind in kinds {
            assert_eq!(Record::read(&whole, &kind), Err(ErrorCode::StoreForeign));
        }
    }
}
