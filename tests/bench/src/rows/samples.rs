//! Random values to print and parse: the same in every run, too many for a branch predictor.

use sortid::ids::{Scru64, Scru128};
use sortid::{Ksuid, ObjectId, Scru160, Snowflake, Tid, Tsid, Uid11Xid, Ulid, Uuid7, Xid};

/// The number of samples.
const COUNT: usize = 1024;

/// SplitMix64 with a fixed seed.
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new() -> Self {
        Self(1)
    }

    pub(super) fn u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn bytes<const N: usize>(&mut self) -> [u8; N] {
        std::array::from_fn(|_| self.u64() as u8)
    }
}

fn samples<T>(sample: impl Fn(&mut Random) -> Result<T, sortid::Error>) -> Vec<T> {
    let mut random = Random::new();
    let samples = (0..COUNT).map(|_| sample(&mut random));
    let samples: Result<_, _> = samples.collect();
    samples.expect("the values are inside the formats")
}

/// Tids between 2005 and 2112, which the peer also writes with 13 symbols.
pub(super) fn tids() -> Vec<Tid> {
    samples(|random| Tid::from_u64((1 << 60) + random.u64() % (3 << 60)))
}

/// Ids from 2020 on, which the peer also writes with 11 symbols.
pub(super) fn xids() -> Vec<Uid11Xid> {
    samples(|random| Uid11Xid::from_u64(random.u64() | 1 << 60))
}

/// UUIDs version 7.
pub(super) fn uuids() -> Vec<Uuid7> {
    samples(|random| {
        let bits = u128::from(random.u64()) << 64 | u128::from(random.u64());
        let unmarked = bits & !(0xf << 76) & !(3 << 62);
        Uuid7::from_u128(unmarked | 7 << 76 | 2 << 62)
    })
}

/// SCRU160s.
pub(super) fn scru160s() -> Vec<Scru160> {
    samples(|random| {
        let mut bytes = [0; 24];
        for chunk in bytes.chunks_exact_mut(8) {
            chunk.copy_from_slice(&random.u64().to_be_bytes());
        }
        let [bytes @ .., _, _, _, _] = bytes;
        Scru160::from_bytes(bytes)
    })
}

/// ULIDs.
pub(super) fn ulids() -> Vec<Ulid> {
    samples(|random| Ulid::from_bytes(random.bytes()))
}

/// KSUIDs whose first byte is not zero, as the peer requires.
pub(super) fn ksuids() -> Vec<Ksuid> {
    samples(|random| {
        let mut bytes = random.bytes();
        bytes[0] |= 1;
        Ksuid::from_bytes(bytes)
    })
}

/// Twelve-byte xids.
pub(super) fn xids_of_12_bytes() -> Vec<Xid> {
    samples(|random| Xid::from_bytes(random.bytes()))
}

/// ObjectIds.
pub(super) fn object_ids() -> Vec<ObjectId> {
    samples(|random| ObjectId::from_bytes(random.bytes()))
}

/// Snowflakes of 19 digits, as generated since 2018.
pub(super) fn snowflakes() -> Vec<Snowflake> {
    const FIRST: u64 = 10_u64.pow(18);
    samples(|random| Snowflake::from_u64(FIRST + random.u64() % (8 * FIRST)))
}

/// TSIDs.
pub(super) fn tsids() -> Vec<Tsid> {
    samples(|random| Tsid::from_u64(random.u64()))
}

/// SCRU128s.
pub(super) fn scru128s() -> Vec<Scru128> {
    samples(|random| Scru128::from_bytes(random.bytes()))
}

/// SCRU64s.
pub(super) fn scru64s() -> Vec<Scru64> {
    samples(|random| Scru64::from_u64(random.u64() % 36_u64.pow(12)))
}
