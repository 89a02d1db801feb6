//! The record of a state file: one sector, written as a whole.
//!
//! A disk writes a sector of 512 bytes completely or not at all. A record that is neither the old
//! nor the new one is damaged, and rejected. `docs/state-file.md` documents the layout.

use std::io::Result as IoResult;

use crc::{CRC_32_ISO_HDLC, Crc};

use super::data::{FileHeader, LeaseRecord, NAMESPACE_LEN};
use crate::error::ErrorCode;
use crate::sys::{Os, guard};

/// The length of a sector, and of the record.
pub(crate) const LEN: usize = 512;

const CRC: &Crc<u32> = &Crc::<u32>::new(&CRC_32_ISO_HDLC);

/// The first bytes of every state file. The control bytes detect transfers in text mode.
const MAGIC: [u8; 8] = *b"sortid\x1a\n";
/// The versions of state files and of lease files.
const VERSION: u32 = 1;
const LEASE_VERSION: u32 = 2;

const VERSION_AT: usize = 8;
const HEADER_AT: usize = 16;
const SEQUENCE_AT: usize = 96;
const MARK_AT: usize = 104;
const MAX_SEEN_AT: usize = 112;
const LEASE_AT: usize = 120;
const CHECKSUM_AT: usize = LEN - 4;

const HEADER_LEN: usize = 80;
const LEASED_BITS: usize = 67;

impl FileHeader {
    fn to_bytes(self) -> [u8; HEADER_LEN] {
        let mut bytes = [0; HEADER_LEN];
        for (byte, letter) in bytes[..32].iter_mut().zip(self.format.bytes()) {
            *byte = letter;
        }
        bytes[32..48].copy_from_slice(&self.epoch_ns.to_le_bytes());
        bytes[48..64].copy_from_slice(&self.unit_ns.to_le_bytes());
        bytes[64] = self.time_bits;
        bytes[65] = self.counter_bits;
        bytes[66] = u8::from(self.is_permuted);
        bytes[LEASED_BITS] = self.leased_bits.unwrap_or(0);
        bytes[LEASED_BITS + 1] = self.own_layout;
        bytes
    }

    fn version(&self) -> u32 {
        match self.leased_bits {
            Some(_) => LEASE_VERSION,
            None => VERSION,
        }
    }
}

const LEASE_LEN: usize = 184;

impl LeaseRecord {
    fn to_bytes(self) -> [u8; LEASE_LEN] {
        let mut bytes = [0; LEASE_LEN];
        let [high, low] = self.boot_id;
        let words = [
            self.epoch,
            self.node,
            self.first,
            self.end,
            self.until_ms,
            high,
            low,
        ];
        let words = words.into_iter().chain([self.inode]).chain(self.ids);
        for (bytes, word) in bytes.chunks_exact_mut(8).zip(words.chain([self.count])) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
        bytes[104..168].copy_from_slice(&self.namespace);
        bytes[168..176].copy_from_slice(&self.device.to_le_bytes());
        bytes[176..].copy_from_slice(&self.created_ns.to_le_bytes());
        bytes
    }

    fn read(bytes: &[u8]) -> Self {
        let word = |nth: usize| word_at(bytes, nth * 8);
        let mut namespace = [0; NAMESPACE_LEN];
        for (letter, byte) in namespace.iter_mut().zip(bytes.iter().skip(104)) {
            *letter = *byte;
        }
        Self {
            epoch: word(0),
            node: word(1),
            first: word(2),
            end: word(3),
            until_ms: word(4),
            boot_id: [word(5), word(6)],
            inode: word(7),
            ids: std::array::from_fn(|nth| word(8 + nth)),
            count: word(12),
            namespace,
            device: word(21),
            created_ns: word(22),
        }
    }

    /// Whether the lease was written to the file with this identity, and since the last boot.
    pub(crate) fn is_valid_in<S: Os>(&self, file: (u64, u64, u64)) -> IoResult<bool> {
        let is_here = (self.device, self.inode, self.created_ns) == file;
        let is_now = self.boot_id == S::boot_id()?;
        Ok((is_here || !guard!(LeaseHere)) && (is_now || !guard!(LeaseBoot)))
    }
}

/// The record. Position 0 means none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Record {
    pub sequence: u64,
    /// The high-water mark: no id was issued above it.
    pub mark: u64,
    /// The latest known clock reading.
    pub max_seen: u64,
    /// In a lease file; otherwise zeros.
    pub lease: LeaseRecord,
}

impl Record {
    pub(crate) fn to_bytes(self, header: &FileHeader) -> [u8; LEN] {
        let mut bytes = [0; LEN];
        bytes[..VERSION_AT].copy_from_slice(&MAGIC);
        bytes[VERSION_AT..VERSION_AT + 4].copy_from_slice(&header.version().to_le_bytes());
        bytes[HEADER_AT..HEADER_AT + HEADER_LEN].copy_from_slice(&header.to_bytes());
        for (at, word) in [
            (SEQUENCE_AT, self.sequence),
            (MARK_AT, self.mark),
            (MAX_SEEN_AT, self.max_seen),
        ] {
            bytes[at..at + 8].copy_from_slice(&word.to_le_bytes());
        }
        bytes[LEASE_AT..LEASE_AT + LEASE_LEN].copy_from_slice(&self.lease.to_bytes());
        let checksum = CRC.checksum(&bytes[..CHECKSUM_AT]);
        bytes[CHECKSUM_AT..].copy_from_slice(&checksum.to_le_bytes());
        bytes
    }

    /// Returns `store_foreign` for a file of another program, version or format, `store_corrupt`
    /// for a damaged one.
    pub(crate) fn read<S: Os>(bytes: &[u8], header: &FileHeader) -> Result<Self, ErrorCode> {
        let bytes = Self::check(bytes)?;
        // The same header with the lease of the file.
        let bits = bytes[HEADER_AT + LEASED_BITS];
        let either = FileHeader {
            leased_bits: (bits > 0).then_some(bits),
            ..*header
        };
        let is_same = |header: &FileHeader| {
            bytes[VERSION_AT..VERSION_AT + 4] == header.version().to_le_bytes()
                && bytes[HEADER_AT..HEADER_AT + HEADER_LEN] == header.to_bytes()
        };
        match is_same(header) || (!guard!(LeaseApart) && is_same(&either)) {
            true => Self::parse(bytes),
            false => Err(ErrorCode::StoreForeign),
        }
    }

    /// Reads the record of a lease file of any format.
    pub(crate) fn read_lease(bytes: &[u8]) -> Result<Self, ErrorCode> {
        let bytes = Self::check(bytes)?;
        match bytes[VERSION_AT..VERSION_AT + 4] == LEASE_VERSION.to_le_bytes() {
            true => Self::parse(bytes),
            false => Err(ErrorCode::StoreForeign),
        }
    }

    /// Checks length, magic and checksum. Later versions keep the checksum in its place, so that
    /// damaged files differ from newer ones.
    fn check(bytes: &[u8]) -> Result<&[u8; LEN], ErrorCode> {
        let len = bytes.len().min(MAGIC.len());
        // A truncated or zeroed file may have been a state file.
        if bytes[..len] != MAGIC[..len] && bytes.iter().any(|&byte| byte != 0) {
            return Err(ErrorCode::StoreForeign);
        }
        let bytes: &[u8; LEN] = bytes.try_into().map_err(|_| ErrorCode::StoreCorrupt)?;
        let checksum = CRC.checksum(&bytes[..CHECKSUM_AT]);
        match bytes[CHECKSUM_AT..] == checksum.to_le_bytes() {
            true => Ok(bytes),
            false => Err(ErrorCode::StoreCorrupt),
        }
    }

    fn parse(bytes: &[u8; LEN]) -> Result<Self, ErrorCode> {
        let word = |at: usize| word_at(bytes, at);
        let record = Self {
            sequence: word(SEQUENCE_AT),
            mark: word(MARK_AT),
            max_seen: word(MAX_SEEN_AT),
            lease: LeaseRecord::read(&bytes[LEASE_AT..LEASE_AT + LEASE_LEN]),
        };
        // A change raises the sequence number, and one of the node the epoch.
        match record.lease.epoch <= record.sequence && record.sequence < u64::MAX {
            true => Ok(record),
            false => Err(ErrorCode::StoreCorrupt),
        }
    }
}

/// The little-endian integer at an offset; zero beyond the end.
fn word_at(bytes: &[u8], at: usize) -> u64 {
    let word = bytes.get(at..at + 8).and_then(|word| word.try_into().ok());
    u64::from_le_bytes(word.unwrap_or_default())
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::examples::S;

    pub(in crate::store) const HEADER: FileHeader = FileHeader {
        format: "tid",
        epoch_ns: 0,
        unit_ns: 1000,
        time_bits: 53,
        counter_bits: 0,
        is_permuted: false,
        own_layout: 0,
        leased_bits: None,
    };

    const LEASED: FileHeader = FileHeader {
        leased_bits: Some(10),
        ..HEADER
    };

    const RECORD: Record = Record {
        sequence: 3,
        mark: 0x0102_0304_0506_0708,
        max_seen: 5,
        lease: LeaseRecord::NONE,
    };

    /// Files of this version must stay readable.
    #[test]
    fn version_1_layout_never_changes() {
        let bytes = RECORD.to_bytes(&HEADER);
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
        let whole = RECORD.to_bytes(&HEADER);
        assert_eq!(Record::read::<S>(&whole, &HEADER), Ok(RECORD));
        for bit in 0..LEN * 8 {
            let mut bytes = whole;
            bytes[bit / 8] ^= 1 << (bit % 8);
            assert!(Record::read::<S>(&bytes, &HEADER).is_err(), "bit {bit}");
        }
    }

    #[test]
    fn version_2_layout_never_changes_and_is_no_state_file() {
        let lease = LeaseRecord {
            epoch: 1,
            node: 2,
            first: 3,
            end: 4,
            until_ms: 5,
            boot_id: [6, 7],
            inode: 8,
            ids: [9, 10, 11, 12],
            count: 13,
            namespace: std::array::from_fn(|at| if at == 0 { b'n' } else { 0 }),
            device: 14,
            created_ns: 15,
        };
        let record = Record { lease, ..RECORD };
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
        assert_eq!(Record::read::<S>(&bytes, &LEASED), Ok(record));
        assert_eq!(
            Record::read::<S>(&bytes, &HEADER),
            Err(ErrorCode::StoreForeign)
        );
        let plain = RECORD.to_bytes(&HEADER);
        assert_eq!(
            Record::read::<S>(&plain, &LEASED),
            Err(ErrorCode::StoreForeign)
        );
    }

    #[test]
    fn record_of_another_version_is_foreign() {
        for version in [0_u32, 2, 3] {
            let mut bytes = RECORD.to_bytes(&HEADER);
            bytes[VERSION_AT..VERSION_AT + 4].copy_from_slice(&version.to_le_bytes());
            let checksum = CRC.checksum(&bytes[..CHECKSUM_AT]);
            bytes[CHECKSUM_AT..].copy_from_slice(&checksum.to_le_bytes());
            assert_eq!(
                Record::read::<S>(&bytes, &HEADER),
                Err(ErrorCode::StoreForeign)
            );
        }
    }

    #[test]
    fn numbers_that_no_change_brings_about_are_corrupt() {
        for (sequence, epoch, is_possible) in [
            (7, 7, true),
            (7, 8, false),
            (u64::MAX - 1, 1, true),
            (u64::MAX, 1, false),
        ] {
            let mut record = RECORD;
            (record.sequence, record.lease.epoch) = (sequence, epoch);
            let read = Record::read::<S>(&record.to_bytes(&LEASED), &LEASED);
            let expected = is_possible.then_some(record).ok_or(ErrorCode::StoreCorrupt);
            assert_eq!(read, expected, "{sequence}, {epoch}");
        }
    }

    #[test]
    fn truncated_record_is_corrupt_and_other_kind_is_foreign() {
        let whole = RECORD.to_bytes(&HEADER);
        for len in 0..LEN {
            let read = Record::read::<S>(&whole[..len], &HEADER);
            assert_eq!(read, Err(ErrorCode::StoreCorrupt), "{len} bytes");
        }
        let zeros = Record::read::<S>(&[0; LEN], &HEADER);
        assert_eq!(zeros, Err(ErrorCode::StoreCorrupt));
        for text in [&b"hello"[..], &[b'x'; LEN]] {
            assert_eq!(
                Record::read::<S>(text, &HEADER),
                Err(ErrorCode::StoreForeign)
            );
        }
        let with = |change: fn(&mut FileHeader)| {
            let mut header = HEADER;
            change(&mut header);
            header
        };
        let headers = [
            with(|header| header.format = "timeid"),
            with(|header| header.epoch_ns = 1),
            with(|header| header.unit_ns = 1),
            with(|header| header.time_bits = 54),
            with(|header| header.counter_bits = 1),
            with(|header| header.is_permuted = true),
            with(|header| header.own_layout = 1),
            LEASED,
        ];
        for header in headers {
            assert_eq!(
                Record::read::<S>(&whole, &header),
                Err(ErrorCode::StoreForeign)
            );
        }
    }
}
