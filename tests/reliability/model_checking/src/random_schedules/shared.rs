//! Models of state that threads and forked processes share: default generators, nodes, reseeded
//! generators.

use std::sync::Arc;

use super::Model;
use crate::Sys;
use crate::ids::Generator;
use crate::ids::{assert_distinct, assert_distinct_and_sorted, first_id, manual, manual_time};
use crate::model_os::{fork, join_all, same_entropy, spawn};
use sortid_reliability_common::product::{AnyId, Format, default_generator, reseed};

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
        name: "many calls during reseedings",
        run: renewals,
        schedules: 500,
    },
];

/// Ids of a default generator.
fn default_ids() -> Vec<AnyId> {
    let generator = default_generator::<Sys>(Format::Uid11Fullrand).expect("a generator");
    let ids = (0..6).map(|_| generator.next().expect("an id"));
    ids.collect()
}

/// Ids of all threads of a process and of its children.
fn of_process(children: u32) -> Vec<AnyId> {
    let others = [(); 2].map(|()| spawn(default_ids));
    let mut ids = default_ids();
    let child = (children > 0).then(|| fork(move || of_process(children - 1)));
    ids.extend(default_ids());
    ids.extend(join_all(others).concat());
    ids.extend(join_all(child).concat());
    ids
}

fn defaults() {
    assert_distinct(of_process(2));
}

fn nodes() {
    // With the same random bits, all generators want the same node.
    same_entropy();
    let some = || vec![first_id(Format::Timeid), first_id(Format::Timeid)];
    // Before the first fork; otherwise each child would have its own list.
    let mut ids = some();
    let threads = [(); 3].map(|()| spawn(some));
    let child = fork(move || {
        let beside = spawn(some);
        [some(), join_all([beside]).concat()].concat()
    });
    ids.extend(some());
    ids.extend(join_all(threads).concat());
    ids.extend(join_all([child]).concat());
    assert_distinct(ids);
}

fn renewals() {
    let generator = Arc::new(manual(Format::Uuid7));
    let ids = |generator: &Generator| {
        let ids = (0..8).map(|_| generator.next_at(manual_time()).expect("an id"));
        ids.collect::<Vec<AnyId>>()
    };
    let making = [(); 3].map(|()| {
        let generator = generator.clone();
        spawn(move || ids(&generator))
    });
    let theirs = generator.clone();
    let renewing = spawn(move || {
        theirs.reseed(None, None).expect("renewed");
        reseed::<Sys>().expect("renewed");
    });
    let mine = ids(&generator);
    let mut all = join_all(making);
    join_all([renewing]);
    all.push(mine);
    assert_distinct_and_sorted(&all);
}
