//! Random values to print and parse: the same in every run, and more than a branch predictor learns.

use sortid::{Scru160, Tid, Uid11Xid, Uuid7};

/// How many of each.
const COUNT: usize = 1024;

/// SplitMix64 with a fixed seed.
struct Random(u64);

impl Random {
    fn u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}

fn made<T>(sample: impl Fn(&mut Random) -> Result<T, sortid::Error>) -> Vec<T> {
    let mut random = Random(1);
    let samples = (0..COUNT).map(|_| sample(&mut random));
    let samples: Result<_, _> = samples.collect();
    samples.expect("the values are inside the formats")
}

/// Tids between 2005 and 2112: the peer too needs 13 symbols for them.
pub(super) fn tids() -> Vec<Tid> {
    made(|random| Tid::from_u64((1 << 60) + random.u64() % (3 << 60)))
}

/// Ids from 2020 on: the peer too needs 11 symbols for them.
pub(super) fn xids() -> Vec<Uid11Xid> {
    made(|random| Uid11Xid::from_u64(random.u64() | 1 << 60))
}

/// UUIDs version 7.
pub(super) fn uuids() -> Vec<Uuid7> {
    made(|random| {
        let bits = u128::from(random.u64()) << 64 | u128::from(random.u64());
        let unmarked = bits & !(0xf << 76) & !(3 << 62);
        Uuid7::from_u128(unmarked | 7 << 76 | 2 << 62)
    })
}

/// SCRU160s.
pub(super) fn scru160s() -> Vec<Scru160> {
    made(|random| {
        let mut bytes = [0; 24];
        for chunk in bytes.chunks_exact_mut(8) {
            chunk.copy_from_slice(&random.u64().to_be_bytes());
        }
        let [bytes @ .., _, _, _, _] = bytes;
        Scru160::from_bytes(bytes)
    })
}
