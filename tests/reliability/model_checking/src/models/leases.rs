//! Models of a lease file whose agent changes the node while two processes generate ids:
//! `store/mapped.rs`, `lease_file.rs` and `file_position.rs` in `core/engine/src`.

use std::sync::Arc;

use super::{Model, bounded};
use crate::Sys;
use crate::ids::Generator;
use crate::ids::assert_distinct_and_sorted;
use crate::model_os::{Process, Time, mark_on_disk, set_time, spawn, time};
use sortid_engine::lease_file::{LeaseFile, Stretch};
use sortid_reliability_common::product::{AnyId, ErrorCode, Format, OnExhausted, Options, plan};

pub(super) const MODELS: &[Model] = &[
    bounded(
        "an agent changes to a node of a later term",
        turns_later,
        2,
        3,
    ),
    bounded(
        "an agent changes to a node of a current term",
        turns_now,
        2,
        3,
    ),
    bounded(
        "an agent changes the node of two processes",
        turns_under_two,
        1,
        // Two preemptions would need more than 17 GB.
        1,
    ),
];

const PATH: &str = "/lease";

fn now_ms() -> i64 {
    (time().unix_ns / 1_000_000) as i64
}

fn stretch() -> Stretch {
    Stretch {
        until_ms: now_ms() + 60_000,
        ids: [7, 0, 0, 0],
        count: 1,
    }
}

fn opened() -> Arc<Generator> {
    let options = Options::new().lease_file(PATH).max_lead_ms(5000);
    // Fail instead of waiting if the file is closed.
    let options = options.on_exhausted(OnExhausted::Error);
    Arc::new(Generator::new(Format::Tid, &options).expect("a generator"))
}

fn field(id: &AnyId, name: &str) -> u64 {
    let value = id.field(name).expect("a tid");
    u64::try_from(value).expect("not below 0")
}

/// An open lease file with a node.
fn kept() -> LeaseFile<Sys> {
    let plan = plan(Format::Tid, &Options::new().lease_file(PATH)).expect("a plan");
    let lease = LeaseFile::open(PATH.as_ref(), &plan, "orders").expect("a lease file");
    let taken = lease.turn_to(1, now_ms() - 1000, stretch());
    taken.expect("a node");
    lease
}

/// Whether the agent changed the file. `store_locked` leaves it unchanged: another process held the
/// lock for longer than the agent waits.
fn is_changed<T>(result: Result<T, sortid_engine::error::Error>) -> bool {
    match result {
        Ok(_) => true,
        Err(error) if error.code() == ErrorCode::StoreLocked => false,
        Err(error) => panic!("{error:?}"),
    }
}

/// Ids of the old node are at most at the high-water mark that the agent found, those of the new
/// one above it.
fn turns(from_ms: i64, has_other: bool) {
    let keeper = Process::new();
    // Keep the number of threads low.
    let lease = match has_other {
        true => kept(),
        false => keeper.spawn(kept).join().expect("joined"),
    };
    let ours = opened();
    let before = vec![ours.next().expect("an id")];
    let other = Process::new();
    let theirs = has_other.then(|| other.spawn(opened).join().expect("joined"));
    let begun = time();
    let late = move || {
        // Beyond the mark.
        set_time(Time {
            unix_ns: begun.unix_ns + 2_000_000_000,
            ..begun
        });
    };
    let turn = move || {
        if !is_changed(lease.close()) {
            return u64::MAX;
        }
        let mark = mark_on_disk(PATH);
        is_changed(lease.turn_to(2, now_ms() + from_ms, stretch()));
        mark
    };
    let turning = match has_other {
        true => spawn(turn),
        false => keeper.spawn(turn),
    };
    let theirs = theirs.map(|theirs| {
        other.spawn(move || {
            late();
            theirs.next().ok()
        })
    });
    late();
    // A closed file permits no further ids.
    let mine = ours.next().ok();
    let mark = turning.join().expect("joined");
    let others = theirs.and_then(|theirs| theirs.join().expect("joined"));
    let ids = [before, Vec::from_iter(mine), Vec::from_iter(others)];
    for id in ids.iter().flatten() {
        let word = field(id, "timestamp_us") + 1;
        match field(id, "clock_id") {
            1 => assert!(word <= mark, "{id} of the old node: {word} above {mark}"),
            2 => assert!(word > mark, "{id} of the new node: {word} up to {mark}"),
            node => panic!("{id} of node {node}"),
        }
    }
    assert_distinct_and_sorted(&ids);
}

fn turns_later() {
    turns(9000, false);
}

fn turns_now() {
    turns(-1000, false);
}

fn turns_under_two() {
    turns(9000, true);
}
