//! Forked children that go on with what they inherit.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};

use loom::sync::atomic::AtomicU64;

use super::{Model, bounded};
use crate::ids::{assert_distinct_and_sorted, cache_clock, opened, some};
use crate::model_os::{fork, spawn};

pub(super) const MODELS: &[Model] = &[
    bounded(
        "two threads of a child go on with a file",
        threads_of_child,
        3,
        4,
    ),
    bounded("a parent goes on beside a child", beside_child, 3, 4),
    bounded("a child's thread tells its parent", told_by_child, 3, 4),
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

/// An id that a child's second thread has told is known by its parent, also where the parent was alone with a window of words.
fn told_by_child() {
    cache_clock();
    let ours = opened();
    some(&ours, 2);
    let told = Arc::new((AtomicU64::new(0), Mutex::new(Vec::new())));
    let (theirs, tell) = (ours.clone(), told.clone());
    let child = fork(move || {
        let again = theirs.clone();
        let other = spawn(move || {
            let id = some(&again, 1);
            *tell.1.lock().expect("one at a time") = id;
            tell.0.store(1, Ordering::Release);
        });
        some(&theirs, 1);
        other.join().expect("joined");
    });
    if told.0.load(Ordering::Acquire) == 1 {
        let before = told.1.lock().expect("one at a time").clone();
        let mine = some(&ours, 1);
        assert!(mine[0] > before[0], "{mine:?} {before:?}");
    }
    child.join().expect("joined");
}
