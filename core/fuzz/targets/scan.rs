//! Search for ids in text: the same ids as a search byte by byte, and their boundaries.
//!
//! Input: whether formats are named, which ones, a time, the text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sortid::{Format, find_ids_at};
use sortid_fuzz::{Input, NOON};

#[path = "../../tests/scan/naive.rs"]
mod naive;

fuzz_target!(|data: &[u8]| {
    let mut input = Input::new(data);
    let (named, some) = (input.byte() & 1 == 1, u64::from_le_bytes(input.array()));
    let now = input.time(NOON);
    let text = input.rest();
    let formats = Format::ALL.iter().copied();
    let formats: Vec<_> = formats
        .filter(|format| some >> format.code() & 1 == 1)
        .collect();
    let formats = named.then_some(&*formats);

    let found: Vec<_> = find_ids_at(text, formats, now).collect();
    assert_eq!(found, naive::naive(text, formats, now));
    for (range, _) in found {
        let around = [range.start.checked_sub(1), Some(range.end)];
        let around = around.into_iter().flatten().filter_map(|at| text.get(at));
        assert!(around.copied().all(|byte| !naive::is_of_word(byte)));
    }
});
