//! Forks while threads use the generator: the child inherits a lock without its holder, and
//! possibly half-changed state.
//!
//! Rows have eight threads that contend, or one with exclusive use of the generator.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use sortid::{AnyId, Error, Format};
use sortid_reliability_common::order;

use crate::child::{self, Ending, Record};
use crate::facts;
use crate::fork::{IDS, Tally};
use crate::ids::{self, Meeting, Part};
use crate::run::{Checked, Failure, Finding, Run};

/// The number of threads at the fork.
pub(crate) const THREADS: usize = 8;
/// The number of threads that must have called the generator before a fork, unless this time has
/// passed: with fewer, the lock is rarely held.
const AT_WORK: usize = 4;
const RUN_UP: Duration = Duration::from_millis(20);
/// The number of ids after which a thread counts as started.
const WARM: usize = 100;
/// The maximum number of a thread's ids during a fork: all are compared, and on a small machine the
/// child needs processor time.
const SHARE: usize = 5000;
const NAP: Duration = Duration::from_micros(50);

pub(crate) fn run(run: &mut Run<'_>) {
    let rounds = run.rounds();
    for format in facts::made() {
        run.check("8 threads at the fork, frozen clock", format, || {
            let generator = facts::manual(format, facts::endless(format))?;
            let reading = facts::noon(0)?;
            compared(format, THREADS, rounds, &|| generator.next_at(reading))
        });
    }
    for (threads, fault) in [
        (THREADS, "8 threads at the fork, system clock"),
        (1, "1 thread at the fork, system clock"),
    ] {
        for format in facts::made() {
            run.check(fault, format, || {
                let generator = facts::system(format, &facts::without_waits(format))?;
                compared(format, threads, rounds, &|| generator.next())
            });
        }
    }
}

/// The exit and the records of a child.
pub(crate) type Ended = (Ending, Vec<Record>);

/// The state shared by the threads and the forking one.
#[derive(Default)]
struct Rounds {
    now: AtomicUsize,
    at_work: AtomicUsize,
    /// From just before the fork to the child's end.
    is_forked: AtomicBool,
}

/// Forks in each round while the threads call `next`. Each child generates `count` ids. `each` gets
/// the outcome and returns whether to continue. Returns the ids of the threads.
pub(crate) fn beside_threads(
    threads: usize,
    rounds: usize,
    count: usize,
    next: &(dyn Fn() -> Result<AnyId, Error> + Sync),
    mut each: impl FnMut(Ended) -> Result<bool, Failure>,
) -> Result<Vec<u128>, Failure> {
    let shared = Rounds::default();
    thread::scope(|scope| {
        let running: Vec<_> = (0..threads)
            .map(|_| scope.spawn(|| work(&shared, rounds, next)))
            .collect();
        let mut forks = (0..rounds).map(|_| {
            let began = Instant::now();
            while shared.at_work.load(Ordering::Relaxed) < AT_WORK.min(threads)
                && began.elapsed() < RUN_UP
            {
                thread::sleep(NAP);
            }
            shared.is_forked.store(true, Ordering::Relaxed);
            let child = child::fork(|pen| {
                for _ in 0..count {
                    pen.write_id(next());
                }
            })?;
            let goes_on = each(child.join()?)?;
            shared.is_forked.store(false, Ordering::Relaxed);
            shared.at_work.store(0, Ordering::Relaxed);
            shared.now.fetch_add(1, Ordering::Relaxed);
            Ok(goes_on)
        });
        let forked = forks.find(|goes_on| !matches!(goes_on, Ok(true)));
        shared.now.store(rounds, Ordering::Relaxed);
        let mut keys = Vec::new();
        for thread in running {
            keys.extend(thread.join().map_err(|_| "a thread panicked")??);
        }
        match forked {
            Some(Err(trouble)) => Err(trouble),
            _ => Ok(keys),
        }
    })
}

/// A thread's work: ids without pause until a fork, its share during the child, and the next round.
fn work(
    shared: &Rounds,
    rounds: usize,
    next: &(dyn Fn() -> Result<AnyId, Error> + Sync),
) -> Result<Vec<u128>, Error> {
    let (mut keys, mut round, mut before, mut beside) = (Vec::new(), 0, 0, 0);
    loop {
        let now = shared.now.load(Ordering::Relaxed);
        if now >= rounds {
            return Ok(keys);
        }
        if now != round {
            (round, before, beside) = (now, 0, 0);
        }
        if !shared.is_forked.load(Ordering::Relaxed) {
            next()?;
            before += 1;
            if before == WARM {
                shared.at_work.fetch_add(1, Ordering::Relaxed);
            }
        } else if beside < SHARE {
            keys.push(ids::key(next()?));
            beside += 1;
        } else {
            thread::sleep(NAP);
        }
    }
}

fn compared(
    format: Format,
    threads: usize,
    rounds: usize,
    next: &(dyn Fn() -> Result<AnyId, Error> + Sync),
) -> Checked {
    let mut tally = Tally::default();
    let mut children = Vec::new();
    let mut parent = beside_threads(threads, rounds, IDS, next, |(ending, records)| {
        tally.take(format, ending, &records, IDS)?;
        tally.rounds += 1;
        children.push(records.iter().map(Record::key).collect::<Vec<_>>());
        Ok(!tally.is_enough())
    })?;
    let random = facts::random(format);
    tally.meeting.own = order::repeats(&mut parent);
    tally.meeting.add(Meeting::of(&children, random));
    let among_children = tally.meeting.whole;
    meet_parent(&mut tally.meeting, &parent, &children, random);

    let with_parent = tally.meeting.whole - among_children;
    let mut finding = Finding::of(format!(
        "{} forks, {IDS} ids a child, {} of the threads",
        tally.rounds,
        parent.len()
    ));
    finding.note(format!(
        "{with_parent} shared with the parent, {among_children} with siblings"
    ));
    Ok(tally.judge(format, finding))
}

/// Adds the collisions of children and threads of their parent, whose keys are sorted.
fn meet_parent(meeting: &mut Meeting, parent: &[u128], children: &[Vec<u128>], random: Part) {
    // Unless these are the lowest bits, chance explains no repeat.
    let low = random.mask;
    let is_low = low & low.wrapping_add(1) == 0;
    let keys = children.iter().flat_map(|keys| {
        let before = std::iter::once(None).chain(keys.iter().map(Some));
        keys.iter().zip(before)
    });
    for (&key, before) in keys {
        let count = |first: u128, last: u128| {
            let start = parent.partition_point(|&other| other < first);
            parent[start..].partition_point(|&other| other <= last)
        };
        // A run of equal ids counts once, as in `Meeting`.
        let is_run = before.is_some_and(|&before| before + 1 == key && count(before, before) > 0);
        meeting.whole += count(key, key) as u64 * u64::from(!is_run);
        if random.bits > 0 && is_low {
            let alike = count(key & !low, key | low);
            meeting.whole_by_chance += alike as f64 * random.coincide();
        }
    }
}
