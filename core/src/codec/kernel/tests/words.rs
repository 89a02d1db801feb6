//! Tests of the bit masks of word characters.

use super::{Kernels, Portable, portable};

/// Not every architecture's sets include the reference.
#[test]
fn words_of_all_bytes_by_the_reference() {
    check_words::<Portable>();
}

/// Checks every byte at every position, and next to every other byte.
pub(super) fn check_words<K: Kernels>() {
    let pairs = (0..=u16::MAX).flat_map(u16::to_le_bytes);
    let shifted = (0..64).flat_map(|place| (0..=u8::MAX).chain((0..place).map(|_| b'.')));
    for bytes in [pairs.collect::<Vec<u8>>(), shifted.collect()] {
        let (blocks, _) = bytes.as_chunks();
        let mut masks = vec![0; blocks.len()];
        K::word_masks(blocks, &mut masks);
        for (block, mask) in blocks.iter().zip(masks) {
            for (place, &byte) in block.iter().enumerate() {
                let is_of_word = mask >> place & 1 == 1;
                assert_eq!(is_of_word, portable::is_of_word(byte), "{byte} at {place}");
            }
        }
    }
}
