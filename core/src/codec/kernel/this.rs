//! Processors without kernels of their own: the reference.

#[cfg(feature = "std")]
use crate::codec::alphabet::Symbols;

pub(crate) use super::base36::portable::{
    read_12 as base36_read_12, write_12 as base36_write_12, write_24 as base36_write_24,
};
pub(crate) use super::portable::{
    base32_read_64, base32_read_160, base32_write_64, base32_write_160, base58_read, base58_write,
    hex_read, hex_read_hyphenated, hex_write, hex_write_hyphenated,
};

/// There is no quicker way than one by one.
#[cfg(feature = "std")]
pub(crate) fn base32_write_64_each<A: Symbols<32>>(
    _ints: impl Iterator<Item = u64>,
    _out: &mut [u8],
) -> bool {
    false
}

/// For the tests: no set but the reference.
#[cfg(test)]
pub(super) mod sets {
    macro_rules! each_set {
        ($test:ident) => {
            $test::<$crate::codec::kernel::tests::Portable>()
        };
    }
    pub(in crate::codec::kernel) use each_set;
}
