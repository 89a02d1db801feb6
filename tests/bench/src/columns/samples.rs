//! Columns of random ids, the same in every run.

use sortid::columns::Cells;
use sortid::{AnyId, Format};

use super::ROWS;

/// SplitMix64 with a fixed seed.
fn words() -> impl Iterator<Item = u64> {
    let mut state = 1_u64;
    std::iter::repeat_with(move || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    })
}

/// Integers that are valid ids of every unrestricted 64-bit format.
pub(super) fn ints() -> Vec<u64> {
    words().map(|word| word >> 1).take(ROWS).collect()
}

/// A UUID version 7, ULID or tid, depending on the format.
fn id(format: Format, high: u64, low: u64) -> AnyId {
    let id = match format {
        Format::Tid => AnyId::from_u64(high >> 1, format),
        Format::Ulid => AnyId::from_u128(u128::from(high) << 64 | u128::from(low), format),
        _ => {
            let marked = (high & !0xf000 | 0x7000, low >> 2 | 1 << 63);
            AnyId::from_u128(u128::from(marked.0) << 64 | u128::from(marked.1), format)
        }
    };
    id.expect("bits of a valid id")
}

fn ids(format: Format) -> impl Iterator<Item = AnyId> {
    let mut words = words();
    std::iter::repeat_with(move || {
        let mut next = || words.next().unwrap_or_default();
        id(format, next(), next())
    })
    .take(ROWS)
}

/// Texts with offsets, as in Arrow.
pub(super) struct Texts {
    pub(super) data: Vec<u8>,
    pub(super) offsets: Vec<i32>,
}

impl Texts {
    pub(super) fn new(format: Format) -> Self {
        let (mut data, mut offsets) = (Vec::new(), vec![0]);
        for id in ids(format) {
            data.extend(id.to_text().as_bytes());
            offsets.push(data.len() as i32);
        }
        Self { data, offsets }
    }

    pub(super) fn cells(&self) -> Cells<'_> {
        Cells::Offsets32 {
            data: &self.data,
            offsets: &self.offsets,
        }
    }

    pub(super) fn each(&self) -> impl Iterator<Item = &[u8]> {
        let ends = self.offsets.windows(2);
        ends.map(|ends| &self.data[ends[0] as usize..ends[1] as usize])
    }
}

/// Concatenated ids of 16 bytes.
pub(super) fn bytes(format: Format) -> Vec<u8> {
    ids(format).flat_map(|id| id.to_bytes().to_vec()).collect()
}
