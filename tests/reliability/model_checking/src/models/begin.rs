//! Models of the first use in a process and of its renewal: `core/engine/src/sys/process.rs`.

use super::{Model, bounded};
use std::sync::atomic::Ordering;

use crate::Sys;
use crate::model_os::{Time, fork, may_be_copied, set_time, spawn, time};
use crate::sys::process::{self, Generation};
use crate::sys::{Atomic, Os, entropy};

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
    bounded("two threads of a resumed snapshot", resumed_twice, 3, 5),
    bounded("a first key beside a jump", first_key_beside_jump, 3, 5),
];

fn begins_once() {
    let other = spawn(process::generation::<Sys>);
    let first = process::generation::<Sys>();
    assert_eq!(other.join().expect("joined"), first);
    assert!(process::is_current::<Sys>(first));
    assert_eq!(process::generation::<Sys>(), first);
}

fn renewal_beside_beginning() {
    let other = spawn(process::reseed::<Sys>);
    let first = process::generation::<Sys>();
    let second = process::generation::<Sys>();
    assert!(first.number() <= second.number());
    other.join().expect("joined");
    let last = process::generation::<Sys>();
    assert!(second.number() <= last.number());
    assert_eq!(last.number() % (1 << 32), 1);
}

fn two_renewals() {
    let before = process::generation::<Sys>();
    let others = [(); 2].map(|()| spawn(process::reseed::<Sys>));
    for other in others {
        other.join().expect("joined");
    }
    assert_eq!(process::generation::<Sys>().number(), before.number() + 2);
    assert!(!process::is_current::<Sys>(before));
}

/// The generation that this thread knows, and that of a child which it then forks.
fn known_and_forked() {
    let parents = process::generation::<Sys>();
    let childs = fork(|| {
        (
            process::generation::<Sys>(),
            process::forking_thread::<Sys>(),
        )
    });
    let (childs, forking_thread) = childs.join().expect("joined");
    assert!(childs.forks() > parents.forks());
    assert_ne!(forking_thread.0, 0);
}

fn fork_amid_beginning() {
    let other = spawn(process::generation::<Sys>);
    known_and_forked();
    other.join().expect("joined");
}

fn fork_amid_renewal() {
    process::generation::<Sys>();
    let other = spawn(process::reseed::<Sys>);
    known_and_forked();
    other.join().expect("joined");
}

/// Sets this thread's clock, which expires keys. The process redraws all random values before this
/// returns.
fn jump(before: Generation) {
    let Time { unix_ns, counter } = time();
    let unix_ns = unix_ns + 60_000_000_000;
    set_time(Time { unix_ns, counter });
    let had_key = Sys::statics().key_epoch_ns.load(Ordering::Relaxed) != 0;
    entropy::expire_keys::<Sys>(Sys::now());
    assert!(!had_key || !process::is_current::<Sys>(before));
}

fn resumed_twice() {
    may_be_copied();
    let before = process::generation::<Sys>();
    entropy::prepare::<Sys>(before).expect("entropy");
    let other = spawn(move || jump(before));
    jump(before);
    other.join().expect("joined");
}

fn first_key_beside_jump() {
    may_be_copied();
    let before = process::generation::<Sys>();
    let other = spawn(move || entropy::prepare::<Sys>(before).expect("entropy"));
    jump(before);
    other.join().expect("joined");
}
