//! A forked child repeats no id of its parent or a sibling, and never hangs.
//!
//! Children in these tests only generate ids and write them to a pipe. Nothing else is safe in the
//! child of a threaded process.
#![cfg(all(unix, feature = "std"))]

mod common;
#[path = "common/size.rs"]
mod size;

use std::os::fd::RawFd;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use common::{assert_distinct, at_us, made, manual, timed};
use size::sized;
use sortid::{AnyId, ErrorCode, Format, Generator, Options, Reseed};

const IDS: usize = 20;
const ROUNDS: usize = 20;
/// A child that runs longer counts as hanging.
const TIMEOUT: Duration = Duration::from_secs(120);

/// The length of a record that a child sends: the error's number or 0, then 20 bytes for the id.
const RECORD: usize = 21;

struct Child {
    pid: libc::pid_t,
    pipe: RawFd,
}

/// Forks a child that generates `count` ids with `make` and exits.
fn fork(count: usize, make: impl Fn(usize) -> Result<AnyId, sortid::Error>) -> Child {
    let mut ends = [0; 2];
    // SAFETY: `ends` has room for the two descriptors.
    assert_eq!(unsafe { libc::pipe(ends.as_mut_ptr()) }, 0);
    // SAFETY: after the fork of a threaded process the child calls only `write`, `_exit` and the
    // library, which documents that it is safe there.
    match unsafe { libc::fork() } {
        0 => {
            for i in 0..count {
                let mut record = [0; RECORD];
                match make(i) {
                    Ok(id) => {
                        let bytes = id.to_bytes();
                        record[1..=bytes.len()].copy_from_slice(&bytes);
                    }
                    Err(error) => record[0] = error.code().number() as u8,
                }
                // SAFETY: writes from a live buffer to the pipe.
                unsafe { libc::write(ends[1], record.as_ptr().cast(), RECORD) };
            }
            // SAFETY: ends the child without running the parent's exit handlers.
            unsafe { libc::_exit(0) }
        }
        pid => {
            assert!(pid > 0, "fork failed");
            // SAFETY: closes only the parent's copy of the writing end.
            unsafe { libc::close(ends[1]) };
            Child { pid, pipe: ends[0] }
        }
    }
}

impl Child {
    /// Waits until the child exits. Returns the results that it sent.
    fn finish(self, format: Format) -> Vec<Result<AnyId, ErrorCode>> {
        let started = Instant::now();
        let mut status = 0;
        // SAFETY: `status` is a live integer.
        while unsafe { libc::waitpid(self.pid, &mut status, libc::WNOHANG) } == 0 {
            if started.elapsed() > TIMEOUT {
                // SAFETY: signals a child of this process that was not waited for yet.
                unsafe { libc::kill(self.pid, libc::SIGKILL) };
                panic!("{format}: the child hangs");
            }
            thread::sleep(Duration::from_micros(200));
        }
        assert_eq!(status, 0, "{format}: the child died");
        let mut made = Vec::new();
        loop {
            let mut record = [0; RECORD];
            // SAFETY: reads into a live buffer from the pipe.
            let read = unsafe { libc::read(self.pipe, record.as_mut_ptr().cast(), RECORD) };
            if read <= 0 {
                break;
            }
            made.push(match record[0] {
                0 => Ok(AnyId::from_bytes(&record[1..=format.byte_len()], format).expect("an id")),
                number => Err(*ErrorCode::ALL
                    .iter()
                    .find(|code| code.number() == i32::from(number))
                    .expect("a code")),
            });
        }
        // SAFETY: the descriptor is open and used nowhere else.
        unsafe { libc::close(self.pipe) };
        made
    }

    fn ids(self, format: Format) -> Vec<AnyId> {
        let made = self.finish(format);
        made.into_iter().map(|id| id.expect("an id")).collect()
    }
}

fn make(generator: &Generator) -> Vec<AnyId> {
    (0..IDS).map(|_| generator.next().expect("an id")).collect()
}

/// Whether ids of parent and child may collide by chance: few random bits and no node.
fn may_coincide(format: Format) -> bool {
    matches!(
        format,
        Format::Uid11Xid | Format::Uid11TsSeqRand | Format::Mastodon
    )
}

/// Each child draws a new counter, even for the same times as its parent.
#[test]
fn children_share_no_ids_for_given_times() {
    for format in [Format::Uuid7, Format::Ulid, Format::ObjectId] {
        let time = |i: usize| at_us(1_700_000_000_000_000 + i as i64 * 1_000_000);
        let mut ids = vec![sortid::new_id_at(time(0), format).expect("an id")];
        let children = [(); 3].map(|()| fork(IDS, |i| sortid::new_id_at(time(i + 1), format)));
        for child in children {
            ids.extend(
                child
                    .finish(format)
                    .into_iter()
                    .map(|id| id.expect("an id")),
            );
        }
        assert_eq!(ids.len(), 1 + 3 * IDS);
        assert_distinct(ids);
    }
}

#[test]
fn parent_and_child_share_no_id() {
    for format in made() {
        let mut repeats = 0;
        for _ in 0..ROUNDS {
            let generator = Generator::dynamic(format, &Options::new()).expect("a generator");
            let mut ids = make(&generator);
            let child = fork(IDS, |_| generator.next());
            ids.extend(make(&generator));
            let made = child.ids(format);
            // The child continues from the state at the fork, so order is preserved.
            if format.is_ordered() {
                assert!(
                    ids[IDS - 1] < made[0],
                    "{format}: order is lost in the child"
                );
            }
            ids.extend(made);
            repeats += repeats_in(format, ids);
        }
        // Fails by chance less than once in 10^11 runs. With uid11_ts_seq_rand, at most 20 pairs of
        // ids a round have the same tick and sequence, and 10 bits distinguish each pair: 0.4
        // repeats are expected. With mastodon, two runs of at most 20 numbers, which start at
        // random among 2^16, overlap in less than one round of 1,600. Five such rounds of twenty
        // have a probability of 10^-12.
        assert!(
            repeats <= 4 * IDS,
            "{format}: {repeats} repeats are more than chance explains"
        );
    }
}

/// With the same readings, only bits drawn after the fork distinguish ids of parent and child.
#[test]
fn parent_and_child_at_same_times_share_no_id() {
    for format in made() {
        let tick_us = format.resolution_ns().unwrap_or(1) as i64 / 1000;
        let time = |i: usize| at_us(i as i64 * tick_us.max(1000));
        let mut repeats = 0;
        for _ in 0..ROUNDS {
            let generator = manual(format, Options::new());
            let next = |i: usize| generator.next_at(time(i));
            let first = next(0).expect("an id");
            let child = fork(IDS, |i| next(2 + i));
            let mut ids = vec![first];
            ids.extend((0..IDS).map(|i| next(2 + i).expect("an id")));
            ids.extend(child.ids(format));
            repeats += repeats_in(format, ids);
        }
        // 400 pairs have the same tick, and 10 bits or more distinguish each pair: 0.4 repeats are
        // expected, and more than 20 have a probability of 10^-27. A child that draws nothing
        // repeats all 400.
        assert!(
            repeats <= IDS,
            "{format}: {repeats} repeats are more than chance explains"
        );
    }
}

/// Counts repeated ids. Fails on any repeat if the format's ids do not coincide by chance.
fn repeats_in(format: Format, mut ids: Vec<AnyId>) -> usize {
    if !may_coincide(format) {
        assert_distinct(ids);
        return 0;
    }
    let count = ids.len();
    ids.sort_unstable();
    ids.dedup();
    count - ids.len()
}

#[test]
fn siblings_with_default_generators_share_no_id() {
    for format in timed().filter(|&format| !may_coincide(format)) {
        let mut ids = vec![sortid::new_id(format).expect("an id")];
        let children: Vec<_> = (0..5)
            .map(|_| fork(IDS, |_| sortid::new_id(format)))
            .collect();
        for child in children {
            ids.extend(child.ids(format));
        }
        assert_distinct(ids);
    }
}

#[test]
fn drawn_node_differs_from_parent_and_siblings() {
    for (format, field) in [
        (Format::Tid, "clock_id"),
        (Format::Uid11Snowish, "machine"),
        (Format::ObjectId, "random"),
    ] {
        let generator = Generator::dynamic(format, &Options::new()).expect("a generator");
        let mut nodes = vec![generator.next().expect("an id").field(field)];
        for _ in 0..10 {
            let made = fork(1, |_| generator.next()).ids(format);
            nodes.push(made[0].field(field));
        }
        let mut drawn: Vec<_> = nodes
            .into_iter()
            .map(|node| node.expect("a field"))
            .collect();
        drawn.sort_unstable();
        drawn.dedup();
        assert_eq!(drawn.len(), 11, "R-GEN-8, {format}");
    }
}

#[test]
fn child_returns_its_own_node_before_its_first_id() {
    let generator = Generator::dynamic(Format::Tid, &Options::new()).expect("a generator");
    let parents = generator.node().expect("a node");
    let made = fork(1, |_| {
        let node = generator.node()?;
        let id = generator.next()?;
        assert_eq!(node, Some(id.field("clock_id")? as u64));
        Ok(id)
    });
    let childs = made.ids(Format::Tid)[0].field("clock_id").expect("a field");
    assert_ne!(Some(childs as u64), parents, "R-GEN-8");
    assert_eq!(generator.node(), Ok(parents));
}

#[test]
fn drawn_node_differs_from_parent_even_when_all_are_used() {
    let format = Format::Timeid;
    let generator = Generator::dynamic(format, &Options::new()).expect("a generator");
    let node = |id: AnyId| id.field("node").expect("a field");
    let parents = node(generator.next().expect("an id"));
    for _ in 0..70 {
        let made = fork(1, |_| generator.next()).ids(format);
        assert_ne!(node(made[0]), parents, "R-GEN-8");
    }
}

#[test]
fn fixed_node_or_seed_is_refused_in_child_until_reseed() {
    let seeded = Options::new().seed([1; 32]);
    let fixed = [
        (Format::Tid, Options::new().node(3)),
        (Format::Timeid, Options::new().node(3)),
        (Format::Uid11Snowish, Options::new().node(3)),
        (Format::Uuid8, Options::new().node(3)),
        (Format::Tsid, Options::new().node(3)),
        (Format::Scru64, Options::new().node(3)),
        (Format::Custom64, Options::new().node(3)),
        (Format::Uuid7, seeded.clone()),
        (Format::Uid11Fullrand, seeded),
    ];
    for (format, options) in fixed {
        let generator = Generator::dynamic(format, &options).expect("a generator");
        generator.next().expect("an id");
        let refused = fork(2, |_| generator.next()).finish(format);
        assert_eq!(refused, [Err(ErrorCode::ForkedGenerator); 2], "{format}");

        let reseeded = fork(2, |i| {
            if i == 0 {
                let with = match format {
                    Format::Uuid7 | Format::Uid11Fullrand => Reseed::new(),
                    _ => Reseed::new().node(4),
                };
                generator.reseed(with)?;
            }
            generator.next()
        });
        assert_distinct(reseeded.ids(format));

        let allowed = Generator::dynamic(format, &options.allow_fork(true)).expect("a generator");
        let first = allowed.next().expect("an id");
        let continued = fork(2, |_| allowed.next()).ids(format);
        assert_distinct([vec![first], continued].concat());
    }
}

struct Stop<'a>(&'a AtomicBool);

impl Drop for Stop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[test]
fn lock_held_at_fork_does_not_hang_child() {
    for format in made() {
        let generator = Generator::dynamic(format, &Options::new()).expect("a generator");
        let done = AtomicBool::new(false);
        thread::scope(|scope| {
            // Stops the threads even if an assertion fails.
            let _stop = Stop(&done);
            for _ in 0..8 {
                scope.spawn(|| {
                    while !done.load(Ordering::Relaxed) {
                        let _ = generator.next();
                    }
                });
            }
            for _ in 0..sized(5, 20) {
                let made = fork(IDS, |_| generator.next()).ids(format);
                assert_distinct(made);
            }
        });
    }
}

#[test]
fn process_reseed_redraws_every_node() {
    // In a child: here it would also reseed the generators of other tests.
    let format = Format::Tid;
    let (a, b) = (
        Generator::dynamic(format, &Options::new()).expect("a generator"),
        Generator::dynamic(format, &Options::new()).expect("a generator"),
    );
    let made = fork(4, |i| match i {
        0 => a.next(),
        1 => b.next(),
        2 => {
            sortid::reseed()?;
            a.next()
        }
        _ => b.next(),
    });
    let mut nodes: Vec<_> = made
        .ids(format)
        .iter()
        .map(|id| id.field("clock_id").expect("a field"))
        .collect();
    nodes.sort_unstable();
    nodes.dedup();
    assert_eq!(nodes.len(), 4, "a node was drawn twice");
}
