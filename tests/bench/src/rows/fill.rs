//! Fills of existing memory, compared with loops of single ids.

use std::hint::black_box;

use sortid::{Generator, Options, Tid, Uuid7};

use super::Row;
use super::next::{NOW_V7, RAISED_LEAD_MS, now_v7};
use crate::side::Side;

/// The number of ids of a call.
const IDS: usize = 4096;

/// The number of tids of a batch: each takes a microsecond of lead, and an hour of lead allows
/// batches that are long enough to time.
const TIDS: u64 = 8 * IDS as u64;

pub(super) fn rows() -> Vec<Row> {
    vec![
        Row::new("fill 4096 tids raw", tids_raw())
            .beside("uuid", NOW_V7, v7_loop())
            .at_most(0.005),
        Row::new("fill 4096 tids as text", tids_as_text())
            .beside("uuid", NOW_V7, v7_loop())
            .at_most(0.025),
        Row::new("fill 4096 uuid7 raw", v7_raw())
            .beside("uuid", NOW_V7, v7_loop())
            .at_most(0.06),
    ]
}

fn v7_loop() -> Side {
    Side::bulk(IDS as u64, || (0..IDS).for_each(|_| now_v7()))
}

fn tid_generator() -> Generator<Tid> {
    Generator::with(&Options::new().max_lead_ms(RAISED_LEAD_MS)).expect("entropy for a generator")
}

fn tids_raw() -> Side {
    let generator = tid_generator();
    let mut ids = vec![0; IDS];
    let side = Side::bulk(IDS as u64, move || {
        let filled = generator.fill_u64(&mut ids);
        filled.complete().expect("as many tids as fit");
        black_box(&mut ids);
    });
    side.in_bursts_of(TIDS)
}

fn tids_as_text() -> Side {
    let generator = tid_generator();
    let mut texts = vec![0; IDS * generator.format().text_len()];
    let side = Side::bulk(IDS as u64, move || {
        let filled = generator.fill_text(&mut texts);
        filled.complete().expect("as many tids as fit");
        black_box(&mut texts);
    });
    side.in_bursts_of(TIDS)
}

fn v7_raw() -> Side {
    let generator = Generator::<Uuid7>::new().expect("entropy for a generator");
    let mut bytes = vec![0; IDS * generator.format().byte_len()];
    Side::bulk(IDS as u64, move || {
        let filled = generator.fill_bytes(&mut bytes);
        filled.complete().expect("as many UUIDs as fit");
        black_box(&mut bytes);
    })
}
