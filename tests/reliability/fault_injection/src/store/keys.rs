//! Ids as numbers.

use sortid::AnyId;

/// An id as numbers with the same order, for ids of one format from 1970 on.
pub(crate) type Key = [u64; 3];

pub(crate) fn key(bytes: &[u8]) -> Key {
    let mut whole = [0; 24];
    whole[24 - bytes.len()..].copy_from_slice(bytes);
    let mut words = [0; 3];
    for (word, bytes) in words.iter_mut().zip(whole.as_chunks().0) {
        *word = u64::from_be_bytes(*bytes);
    }
    words
}

pub(crate) fn key_of(id: AnyId) -> Key {
    key(&id.to_bytes())
}
