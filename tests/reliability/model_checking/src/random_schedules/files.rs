//! Models of a state file that many processes open, use, close and inherit: `core/engine/src/store` and
//! `core/engine/src/file_position.rs`.

use std::sync::Arc;

use super::Model;
use crate::ids::Generator;
use crate::ids::{assert_distinct_and_sorted, cache_clock, opened, some};
use crate::model_os::{Process, Time, fork, join_all, mark_on_disk, set_time, spawn, time};
use sortid_reliability_common::product::AnyId;

pub(super) const MODELS: &[Model] = &[
    Model {
        name: "multi-threaded processes on one file",
        run: processes,
        schedules: 250,
    },
    Model {
        name: "processes come and go",
        run: come_and_go,
        schedules: 250,
    },
    Model {
        name: "children and unrelated processes on one file",
        run: children,
        schedules: 250,
    },
    Model {
        name: "all threads move the high-water mark",
        run: marks,
        schedules: 250,
    },
];

type Ids = Vec<Vec<AnyId>>;

/// Ids of several threads of this process.
fn of_threads(generator: &Arc<Generator>) -> Ids {
    let others = [5; 2].map(|ids| {
        let generator = generator.clone();
        spawn(move || some(&generator, ids))
    });
    let mut ids = vec![some(generator, 6)];
    ids.extend(join_all(others));
    ids
}

/// Checks that the next id is greater than all of these.
fn assert_above(generator: &Generator, all: &Ids) {
    let last = some(generator, 1)[0];
    assert!(
        all.iter().flatten().all(|id| *id < last),
        "{last:?} {all:?}"
    );
}

fn processes() {
    cache_clock();
    let ours = opened();
    let others = [(); 3].map(|()| {
        Process::new().spawn(|| {
            cache_clock();
            of_threads(&opened())
        })
    });
    let mut all = of_threads(&ours);
    all.extend(join_all(others).concat());
    assert_above(&ours, &all);
    assert_distinct_and_sorted(&all);
}

/// Processes one after another, each with greater ids than those before.
fn lives() -> Ids {
    let mut all = Ids::new();
    for _ in 0..3 {
        let process = Process::new();
        let life = process.spawn(|| {
            cache_clock();
            some(&opened(), 4)
        });
        let ids = join_all([life]).concat();
        let last = all.last().and_then(|before: &Vec<AnyId>| before.last());
        assert!(last.is_none_or(|last| *last < ids[0]), "{all:?} {ids:?}");
        all.push(ids);
    }
    all
}

fn come_and_go() {
    let others = [(); 2].map(|()| spawn(lives));
    let mut all = lives();
    all.extend(join_all(others).concat());
    assert_distinct_and_sorted(&all);
}

fn family(ours: &Arc<Generator>, children: u32) -> Ids {
    let before = some(ours, 1);
    let child = (children > 0).then(|| {
        let theirs = ours.clone();
        fork(move || family(&theirs, children - 1))
    });
    let mut all = of_threads(ours);
    all.extend(join_all(child).concat());
    assert!(
        all.iter().flatten().all(|id| before[0] < *id),
        "{before:?} {all:?}"
    );
    assert_above(ours, &all);
    all.push(before);
    all
}

fn children() {
    cache_clock();
    let ours = opened();
    let strangers = Process::new().spawn(|| {
        cache_clock();
        of_threads(&opened())
    });
    let mut all = family(&ours, 2);
    all.extend(join_all([strangers]).concat());
    assert_distinct_and_sorted(&all);
}

/// Generates ids that are seconds apart, so that each moves the high-water mark.
fn above_disk(generator: &Generator) -> Vec<AnyId> {
    let mut ids = Vec::new();
    for _ in 0..4 {
        let Time { unix_ns, counter } = time();
        set_time(Time {
            unix_ns: unix_ns + 2_000_000_000,
            counter,
        });
        let id = some(generator, 1)[0];
        let word = id.field("timestamp_us").expect("a tid") + 1;
        assert!(word <= i128::from(mark_on_disk("/state")), "{word}");
        ids.push(id);
    }
    ids
}

fn marks() {
    let ours = opened();
    let strangers = [(); 2].map(|()| Process::new().spawn(|| above_disk(&opened())));
    let others = [(); 2].map(|()| {
        let ours = ours.clone();
        spawn(move || above_disk(&ours))
    });
    let mut all = vec![above_disk(&ours)];
    all.extend(join_all(strangers));
    all.extend(join_all(others));
    assert_distinct_and_sorted(&all);
}
