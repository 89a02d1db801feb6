//! Models of forked children that use inherited generators.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};

use loom::sync::atomic::AtomicU64;

use super::{Model, bounded};
use crate::ids::{assert_distinct_and_sorted, cache_clock, opened, some};
use crate::model_os::{fork, spawn};

pub(super) const MODELS: &[Model] = &[
    bounded(
        "two threads of a child use an inherited file",
        threads_of_child,
        3,
        4,
    ),
    bounded("a parent and a child use a file", beside_child, 3, 4),
    bounded(
        "an id of a child's thread reaches its parent",
        id_from_child,
        3,
        4,
    ),
];

fn threads_of_child() {
    cache_clock();
    let ours = opened();
    let before = some(&ours, 2);
    let theirs = ours.clone();
    let child = fork(move || {
        let again = theirs.clone();
        let other = spawn(move || some(&again, 1));
        let mine = some(&theirs, 1);
        [mine, other.join().expect("joined")]
    });
    let [first, second] = child.join().expect("joined");
    let last = some(&ours, 1);
    assert!(before[1] < first[0] && before[1] < second[0]);
    assert!(last[0] > first[0] && last[0] > second[0]);
    assert_distinct_and_sorted(&[before, first, second, last]);
}

fn beside_child() {
    cache_clock();
    let ours = opened();
    let before = some(&ours, 2);
    let theirs = ours.clone();
    let child = fork(move || some(&theirs, 2));
    let mine = some(&ours, 2);
    let others = child.join().expect("joined");
    let last = some(&ours, 1);
    assert!(last[0] > mine[1] && last[0] > others[1], "{last:?}");
    assert_distinct_and_sorted(&[before, mine, others, last]);
}

/// If a parent has seen an id of its child's second thread, its own next id is greater, even if the
/// parent had exclusive use of the file before.
fn id_from_child() {
    cache_clock();
    let ours = opened();
    some(&ours, 2);
    let message = Arc::new((AtomicU64::new(0), Mutex::new(Vec::new())));
    let (theirs, sender) = (ours.clone(), message.clone());
    let child = fork(move || {
        let again = theirs.clone();
        let other = spawn(move || {
            let id = some(&again, 1);
            *sender.1.lock().expect("one at a time") = id;
            sender.0.store(1, Ordering::Release);
        });
        some(&theirs, 1);
        other.join().expect("joined");
    });
    if message.0.load(Ordering::Acquire) == 1 {
        let before = message.1.lock().expect("one at a time").clone();
        let mine = some(&ours, 1);
        assert!(mine[0] > before[0], "{mine:?} {before:?}");
    }
    child.join().expect("joined");
}
