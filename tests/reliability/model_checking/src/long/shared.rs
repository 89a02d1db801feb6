//! What threads and forked processes share: default generators, nodes, generators that are renewed.

use std::sync::Arc;

use super::Model;
use crate::generator::{Generator, Reseed, default_generator, reseed};
use crate::ids::assert_distinct_and_sorted;
use crate::modelled::{Thread, fork, same_entropy, spawn};
use crate::options::{ClockSource, Options};
use crate::{Format, Id, Timestamp};

pub(super) const MODELS: &[Model] = &[
    Model {
        name: "ids of default generators in threads and children",
        run: defaults,
        schedules: 500,
    },
    Model {
        name: "nodes of many generators",
        run: nodes,
        schedules: 500,
    },
    Model {
        name: "many calls beside renewals",
        run: renewals,
        schedules: 500,
    },
];

fn joined<R>(threads: impl IntoIterator<Item = Thread<R>>) -> Vec<R> {
    let threads = threads.into_iter();
    threads
        .map(|thread| thread.join().expect("joined"))
        .collect()
}

fn all_distinct(mut ids: Vec<Id>) {
    let count = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), count, "{ids:?}");
}

/// Ids of this thread by a generator that all use.
fn default_ids() -> Vec<Id> {
    let generator = default_generator(Format::Uid11Fullrand).expect("a generator");
    let ids = (0..6).map(|_| generator.next().expect("an id"));
    ids.collect()
}

/// Those of the threads of a process, and of its children.
fn of_process(children: u32) -> Vec<Id> {
    let others = [(); 2].map(|()| spawn(default_ids));
    let mut ids = default_ids();
    let child = (children > 0).then(|| fork(move || of_process(children - 1)));
    ids.extend(default_ids());
    ids.extend(joined(others).concat());
    ids.extend(joined(child).concat());
    ids
}

fn defaults() {
    all_distinct(of_process(2));
}

/// An id of a new generator, at the one time that there is.
fn id_of_new() -> Id {
    let options = Options::new().clock(ClockSource::Manual);
    let generator = Generator::dynamic(Format::Timeid, &options).expect("a generator");
    let time = Timestamp::from_unix_us(1_720_000_000_000_000);
    generator.next_at(time).expect("an id")
}

fn nodes() {
    // Who draws the same bits wants the same nodes.
    same_entropy();
    let some = || vec![id_of_new(), id_of_new()];
    // Before there are children: else each would have a list of its own.
    let mut ids = some();
    let threads = [(); 3].map(|()| spawn(some));
    let child = fork(move || {
        let beside = spawn(some);
        [some(), joined([beside]).concat()].concat()
    });
    ids.extend(some());
    ids.extend(joined(threads).concat());
    ids.extend(joined([child]).concat());
    all_distinct(ids);
}

fn renewals() {
    let options = Options::new().clock(ClockSource::Manual);
    let generator = Generator::dynamic(Format::Uuid7, &options).expect("a generator");
    let generator = Arc::new(generator);
    let time = Timestamp::from_unix_us(1_720_000_000_000_000);
    let ids = move |generator: &Generator<Id>| {
        let ids = (0..8).map(move |_| generator.next_at(time).expect("an id"));
        ids.collect::<Vec<Id>>()
    };
    let making = [(); 3].map(|()| {
        let generator = generator.clone();
        spawn(move || ids(&generator))
    });
    let theirs = generator.clone();
    let renewing = spawn(move || {
        theirs.reseed(Reseed::new()).expect("renewed");
        reseed().expect("renewed");
    });
    let mine = ids(&generator);
    let mut all = joined(making);
    joined([renewing]);
    all.push(mine);
    assert_distinct_and_sorted(&all);
}
