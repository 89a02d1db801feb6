//! Models of a state file that two processes use: `core/engine/src/store/mapped.rs` and
//! `core/engine/src/file_position.rs`.

use super::{Model, bounded};
use crate::ids::Generator;
use crate::ids::{assert_distinct_and_sorted, cache_clock, opened, opened_as, options, some};
use crate::model_os::{Process, Time, lose_locks, mark_on_disk, set_time, spawn, time};
use sortid_reliability_common::product::{AnyId, ErrorCode, Format, OnExhausted, Options};

pub(super) const MODELS: &[Model] = &[
    bounded("two processes generate ids", two_processes, 3, 4),
    bounded("a process joins an exclusive user", one_joins, 3, 4),
    bounded("a process leaves while another joins", one_leaves, 3, 4),
    bounded("a clock behind another's ids", clock_behind, 2, 4),
    bounded("a clock behind another's ticks", clock_behind_ticks, 2, 4),
    bounded(
        "the high-water mark is durable before it is passed",
        mark_moves,
        2,
        4,
    ),
    bounded("a lost member beside a close", close_beside_lost, 2, 4),
    bounded("a lost member shares ticks", close_beside_ticks, 2, 4),
    bounded("a lost member meets a new session", begin_beside_lost, 1, 1),
    bounded(
        "a lost member rejoins beside a reseed",
        reseed_beside_rejoin,
        1,
        2,
    ),
];

fn two_processes() {
    cache_clock();
    let ours = opened();
    let before = some(&ours, 1);
    let process = Process::new();
    let theirs = process.spawn(|| {
        cache_clock();
        let theirs = opened();
        some(&theirs, 1);
        theirs
    });
    let theirs = theirs.join().expect("joined");
    let other = process.spawn(move || some(&theirs, 2));
    let mine = some(&ours, 2);
    let others = other.join().expect("joined");
    let last = some(&ours, 1);
    assert!(last[0] > mine[1] && last[0] > others[1], "{last:?}");
    assert_distinct_and_sorted(&[before, mine, others, last]);
}

fn one_joins() {
    cache_clock();
    let ours = opened();
    let before = some(&ours, 2);
    let other = Process::new().spawn(|| {
        cache_clock();
        some(&opened(), 1)
    });
    let mine = some(&ours, 2);
    let others = other.join().expect("joined");
    let last = some(&ours, 1);
    assert!(others[0] > before[1], "{before:?} {others:?}");
    assert!(last[0] > mine[1] && last[0] > others[0], "{last:?}");
    assert_distinct_and_sorted(&[before, mine, others, last]);
}

fn one_leaves() {
    cache_clock();
    let ours = opened();
    let before = some(&ours, 2);
    let other = Process::new().spawn(|| {
        let theirs = opened();
        some(&theirs, 1)
    });
    drop(ours);
    let others = other.join().expect("joined");
    assert!(others[0] > before[1], "{before:?} {others:?}");
}

/// A process that continues above another process's ids takes over its clock reading.
fn behind(format: Format, options: &'static (dyn Fn() -> Options + Sync)) {
    let begun = time();
    let after = move |seconds: u64| {
        set_time(Time {
            unix_ns: begun.unix_ns + seconds * 1_000_000_000,
            ..begun
        });
    };
    let open = move || opened_as(format, &options().on_exhausted(OnExhausted::Error));
    let ours = open();
    let process = Process::new();
    let theirs = process.spawn(open).join().expect("joined");
    let other = process.spawn(move || {
        after(1);
        theirs.next()
    });
    after(20);
    let mine = ours.next().expect("an id");
    match other.join().expect("joined") {
        Ok(id) => assert!(id < mine, "{id:?} {mine:?}"),
        Err(error) => assert_eq!(error.code(), ErrorCode::ClockRollback),
    }
}

fn clock_behind() {
    behind(Format::Tid, &|| options().node(7));
}

fn clock_behind_ticks() {
    behind(Format::Uuid7, &options);
}

/// An id is only issued below a high-water mark on the disk, whichever process wrote it.
fn mark_moves() {
    let above_disk = |generator: &Generator| {
        let Time { unix_ns, counter } = time();
        set_time(Time {
            unix_ns: unix_ns + 2_000_000_000,
            counter,
        });
        let id = generator.next().expect("an id");
        let word = id.field("timestamp_us").expect("a tid") + 1;
        assert!(word <= i128::from(mark_on_disk("/state")), "{word}");
        vec![id]
    };
    let ours = opened();
    let before = some(&ours, 1);
    let process = Process::new();
    let theirs = process.spawn(opened).join().expect("joined");
    let same = ours.clone();
    let threads = [
        spawn(move || above_disk(&same)),
        process.spawn(move || above_disk(&theirs)),
    ];
    let [first, second] = threads.map(|thread| thread.join().expect("joined"));
    assert_distinct_and_sorted(&[before, first, second]);
}

/// The last known member closes the file while another member has unknowingly lost its lock. The
/// next session begins above the ids of both.
fn beside_close(format: Format, options: &'static (dyn Fn() -> Options + Sync)) {
    let open = move || opened_as(format, &options());
    let ours = open();
    ours.next().expect("an id");
    let process = Process::new();
    let theirs = process.spawn(open).join().expect("joined");
    lose_locks("/state");
    let Time { unix_ns, counter } = time();
    let other = process.spawn(move || {
        let unix_ns = unix_ns + 2_000_000;
        set_time(Time { unix_ns, counter });
        theirs.next()
    });
    drop(ours);
    let others = other.join().expect("joined");
    let last = open().next().expect("an id");
    if let Ok(others) = others {
        let time = |id: &AnyId| id.timestamp().expect("a time");
        assert!(time(&others) <= time(&last), "{others} {last}");
        assert_ne!(others, last);
    }
}

fn close_beside_lost() {
    beside_close(Format::Tid, &|| options().node(7));
}

fn close_beside_ticks() {
    beside_close(Format::Uuid7, &options);
}

/// A process that unknowingly lost its lock has no id of its own node beyond the mark at which
/// another process begins a session.
fn begin_beside_lost() {
    let open = || opened_as(Format::Snowflake, &options());
    let field = |id: &AnyId, name| id.field(name).expect("a snowflake") as u64;
    let process = Process::new();
    let theirs = process.spawn(move || {
        let theirs = open();
        theirs.next().expect("an id");
        theirs
    });
    let theirs = theirs.join().expect("joined");
    let begun = mark_on_disk("/state");
    lose_locks("/state");
    let other = process.spawn(move || theirs.next());
    let ours = open();
    let mine = ours.next().expect("an id");
    if let Ok(others) = other.join().expect("joined") {
        let node = |id| ["datacenter", "worker"].map(|half| field(id, half));
        let position = field(&others, "timestamp_ms") << 12 | field(&others, "sequence");
        assert!(
            position <= begun || node(&others) == node(&mine),
            "{others}"
        );
    }
}

/// If one thread begins a session and another enters it first, the generator knows the session.
fn reseed_beside_rejoin() {
    let ours = opened();
    lose_locks("/state");
    let other = Process::new().spawn(|| some(&opened(), 1));
    let before = other.join().expect("joined");
    let same = ours.clone();
    let other = spawn(move || {
        same.reseed(None, Some(7)).expect("reseeded");
        some(&same, 1)
    });
    let mine = some(&ours, 1);
    let others = other.join().expect("joined");
    assert!(before[0] < mine[0] && before[0] < others[0], "{before:?}");
    assert_distinct_and_sorted(&[before, mine, others]);
}
