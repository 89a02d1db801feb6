//! Models of claimed nodes: `core/engine/src/claim`. All generators want the same node.

use super::{Model, bounded};
use crate::ids::Generator;
use crate::ids::{assert_distinct_and_sorted, first_id};
use crate::model_os::{Process, Time, lose_node_locks, same_entropy, set_time, spawn, time};
use sortid_reliability_common::product::{AnyId, Format, NodeOrigin, Options};

pub(super) const MODELS: &[Model] = &[
    bounded("two processes claim a node", two_claim, 2, 4),
    bounded("a holder loses its lock to another", lock_lost, 3, 5),
    bounded("two threads claim first", two_threads_begin, 1, 2),
    bounded("a thread raises, another gives back", raise_beside, 3, 5),
];

fn claimed() -> Generator {
    let generator = Generator::new(Format::Tid, &Options::new()).expect("a generator");
    assert_eq!(generator.status().node_origin, NodeOrigin::Claimed);
    generator
}

/// Moves this thread's clock ahead. A first fence is 11 ms ahead.
fn pass(ms: u64) {
    let Time { unix_ns, counter } = time();
    let unix_ns = unix_ns + ms * 1_000_000;
    set_time(Time { unix_ns, counter });
}

fn next(generator: &Generator) -> AnyId {
    generator.next().expect("an id")
}

/// The ids of a holder before and after its fence. It then releases the node.
fn ids_of_holder() -> Vec<AnyId> {
    let generator = claimed();
    let before = next(&generator);
    pass(12);
    vec![before, next(&generator)]
}

fn two_claim() {
    same_entropy();
    let other = Process::new().spawn(ids_of_holder);
    let mine = ids_of_holder();
    assert_distinct_and_sorted(&[mine, other.join().expect("joined")]);
}

fn lock_lost() {
    same_entropy();
    let ours = claimed();
    let before = next(&ours);
    lose_node_locks();
    pass(12);
    let other = Process::new().spawn(|| {
        pass(12);
        vec![next(&claimed())]
    });
    let mine = vec![before, next(&ours)];
    assert_distinct_and_sorted(&[mine, other.join().expect("joined")]);
}

fn two_threads_begin() {
    same_entropy();
    // Fewer orders: the list of nodes exists.
    first_id(Format::Tid);
    let other = spawn(|| vec![next(&claimed())]);
    let mine = vec![next(&claimed())];
    assert_distinct_and_sorted(&[mine, other.join().expect("joined")]);
}

fn raise_beside() {
    same_entropy();
    let ours = claimed();
    let before = next(&ours);
    let other = spawn(|| vec![next(&claimed())]);
    pass(12);
    let mine = vec![before, next(&ours)];
    assert_distinct_and_sorted(&[mine, other.join().expect("joined")]);
}
