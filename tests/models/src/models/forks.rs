//! Forked children that go on with what they inherit.

use super::files::{assert_distinct_and_sorted, open_gate, opened, some};
use super::{Model, bounded};
use crate::loomed::{fork, spawn};

pub(super) const MODELS: &[Model] = &[
    bounded(
        "two threads of a child go on with a file",
        threads_of_child,
        3,
        4,
    ),
    bounded("a parent goes on beside a child", beside_child, 3, 4),
];

fn threads_of_child() {
    open_gate();
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
    open_gate();
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
