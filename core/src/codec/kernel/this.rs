//! Fallback for processors without SIMD kernels: the reference.

pub(crate) use super::base36::portable::{
    read_12 as base36_read_12, write_12 as base36_write_12, write_24 as base36_write_24,
};
pub(crate) use super::portable::{
    base32_read_64, base32_read_64_each, base32_read_160, base32_read_160_each, base32_write_64,
    base32_write_160, base32_write_160_each, base58_read, base58_read_each, base58_write,
    base58_write_each, hex_read, hex_read_hyphenated, hex_read_hyphenated_each, hex_write,
    hex_write_hyphenated, hex_write_hyphenated_each, map_each, word_masks,
};

/// Does nothing: the processor prefetches well enough without hints.
#[inline(always)]
pub(crate) fn ahead<T>(_here: &T) {}

/// The sets of kernels to test: only the reference.
#[cfg(test)]
pub(super) mod sets {
    macro_rules! each_set {
        ($test:ident) => {
            $test::<$crate::codec::kernel::tests::Portable>()
        };
    }
    pub(in crate::codec::kernel) use each_set;
}
