//! Models of the first use in a process and of its renewal: `core/src/sys/process.rs`.

use super::{Model, bounded};
use crate::model_os::{fork, spawn};
use crate::sys::process;

pub(super) const MODELS: &[Model] = &[
    bounded("a process is initialized once", begins_once, 3, 20),
    bounded(
        "a reseeding during the initialization",
        renewal_beside_beginning,
        2,
        4,
    ),
    bounded("two reseedings", two_renewals, 3, 5),
    bounded(
        "a fork during the initialization",
        fork_amid_beginning,
        2,
        4,
    ),
    bounded("a fork during a reseeding", fork_amid_renewal, 3, 5),
];

fn begins_once() {
    let other = spawn(process::generation);
    let first = process::generation();
    assert_eq!(other.join().expect("joined"), first);
    assert!(process::is_current(first));
    assert_eq!(process::generation(), first);
}

fn renewal_beside_beginning() {
    let other = spawn(process::reseed);
    let first = process::generation();
    let second = process::generation();
    assert!(first.number() <= second.number());
    other.join().expect("joined");
    let last = process::generation();
    assert!(second.number() <= last.number());
    assert_eq!(last.number() % (1 << 32), 1);
}

fn two_renewals() {
    let before = process::generation();
    let others = [(); 2].map(|()| spawn(process::reseed));
    for other in others {
        other.join().expect("joined");
    }
    assert_eq!(process::generation().number(), before.number() + 2);
    assert!(!process::is_current(before));
}

/// The generation that this thread knows, and that of a child which it forks then.
fn known_and_forked() {
    let parents = process::generation();
    let childs = fork(|| (process::generation(), process::forking_thread()));
    let (childs, forking_thread) = childs.join().expect("joined");
    assert!(childs.forks() > parents.forks());
    assert_ne!(forking_thread.0, 0);
}

fn fork_amid_beginning() {
    let other = spawn(process::generation);
    known_and_forked();
    other.join().expect("joined");
}

fn fork_amid_renewal() {
    process::generation();
    let other = spawn(process::reseed);
    known_and_forked();
    other.join().expect("joined");
}
