//! One generator used by eight threads.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use sortid::{AnyId, Error, Format, Generator, Options};
use sortid_reliability_common::order;

use crate::args::ROUNDS;
use crate::facts::{self, Seed};
use crate::ids;
use crate::run::{Checked, Failure, Finding, Run};

const THREADS: usize = 8;
const PER_THREAD: usize = 1_000_000;
/// Formats with fewer ids use as many as they have in this number of seconds.
const SECONDS: u64 = 2;
/// The number of ids per thread with a stopped clock.
const FROZEN: usize = 20_000;

pub(crate) fn run(run: &mut Run<'_>) {
    let patient = run.rounds() > ROUNDS;
    for format in facts::made() {
        // More ids would only measure the wait.
        let all = SECONDS.saturating_mul(facts::per_second(format)) / THREADS as u64;
        let slow = all < PER_THREAD as u64 && !patient;
        let count = if slow { all as usize } else { PER_THREAD };
        run.check("8 threads, system clock", format, || {
            let generator = facts::system(format, &Options::new())?;
            unique_and_ordered(format, count, slow, &|| generator.next())
        });
    }
    let arrivals = run.rounds() * 25;
    for format in facts::made() {
        run.check("a second thread arrives", format, || {
            second_thread(format, arrivals)
        });
    }
    for format in facts::timed().filter(|format| format.is_ordered()) {
        run.check("8 threads, frozen clock: no gap", format, || no_gap(format));
    }
    for format in facts::made() {
        run.check("8 threads, a seed: the set of one thread", format, || {
            as_one_thread(format)
        });
    }
}

/// The results of each thread.
fn race<T: Send>(make: impl Fn() -> Result<T, Error> + Sync) -> Result<Vec<T>, Failure> {
    thread::scope(|scope| {
        let running: Vec<_> = (0..THREADS).map(|_| scope.spawn(&make)).collect();
        let joined = running.into_iter().map(|thread| {
            let made = thread.join().map_err(|_| "a thread panicked")?;
            Ok(made?)
        });
        joined.collect()
    })
}

/// Two threads that read the same state before either writes it would generate the same id; one
/// with an outdated clock reading would break another's order.
fn unique_and_ordered(
    format: Format,
    count: usize,
    slow: bool,
    next: &(dyn Fn() -> Result<AnyId, Error> + Sync),
) -> Checked {
    let made = race(|| {
        let mut keys = Vec::with_capacity(count);
        let (mut inversions, mut last) = (0u64, None);
        for _ in 0..count {
            let id = next()?;
            inversions += u64::from(last.is_some_and(|last| id <= last));
            last = Some(id);
            keys.push(ids::key(id));
        }
        Ok((keys, inversions))
    })?;
    let mut keys = Vec::with_capacity(THREADS * count);
    let mut inversions = 0;
    for (of_thread, out_of_order) in made {
        keys.extend(of_thread);
        inversions += out_of_order;
    }
    let repeats = order::repeats_of_runs(&mut keys);
    let why = if slow {
        " (the format has no more)"
    } else {
        ""
    };
    let mut finding = Finding::of(format!("{THREADS} × {count} ids{why}"));
    finding.require(repeats == 0, format!("{repeats} repeats"));
    if format.is_ordered() {
        finding.require(inversions == 0, format!("{inversions} inversions"));
    } else {
        finding.note("order is not promised");
    }
    Ok(finding)
}

/// A generator used by one thread may have a cheaper lock, which must exclude a second thread that
/// arrives. Each arrival uses another generator, at another time.
fn second_thread(format: Format, arrivals: usize) -> Checked {
    /// The number of ids of each of the two threads.
    const IDS: usize = 30;
    /// The maximum delay of the second thread, in spins.
    const LATEST: usize = 256;
    /// The number of generators prepared at a time.
    const CHUNK: usize = 500;
    let (mut repeats, mut inversions, mut done) = (0, 0, 0);
    while done < arrivals {
        let make = |_| facts::system(format, &Options::new());
        let generators: Vec<Generator> = (0..CHUNK).map(make).collect::<Result<_, Error>>()?;
        let met = AtomicUsize::new(0);
        let work = |is_second: bool| -> Result<Vec<AnyId>, Error> {
            let mut ids = Vec::with_capacity(CHUNK * IDS);
            for (place, generator) in generators.iter().enumerate() {
                met.fetch_add(1, Ordering::AcqRel);
                let mut spins = 0;
                while met.load(Ordering::Acquire) < 2 * (place + 1) {
                    spins += 1;
                    // The other thread may have been preempted.
                    if spins % 1000 == 0 {
                        thread::yield_now();
                    }
                }
                if is_second {
                    (0..place % LATEST).for_each(|_| std::hint::spin_loop());
                }
                for _ in 0..IDS {
                    ids.push(generator.next()?);
                }
            }
            Ok(ids)
        };
        let (first, second) = thread::scope(|scope| {
            let first = scope.spawn(|| work(false));
            let second = work(true);
            first
                .join()
                .map_err(|_| Failure::from("a thread panicked"))
                .map(|first| (first, second))
        })?;
        for (ours, theirs) in first?.chunks(IDS).zip(second?.chunks(IDS)) {
            if format.is_ordered() {
                inversions += order::inversions(ours) + order::inversions(theirs);
            }
            let both = ours.iter().chain(theirs);
            let mut keys: Vec<u128> = both.copied().map(ids::key).collect();
            repeats += order::repeats(&mut keys);
        }
        done += CHUNK;
    }
    let mut finding = Finding::of(format!("{done} generators, 2 × {IDS} ids each"));
    finding.require(repeats == 0, format!("{repeats} repeats"));
    finding.require(inversions == 0, format!("{inversions} inversions"));
    Ok(finding)
}

/// Only the counter advances: every value of a tick is used once, and no tick is left before it is
/// full. A lost update appears as a repeat, a duplicate one as a gap.
fn no_gap(format: Format) -> Checked {
    let generator = facts::manual(format, facts::endless(format))?;
    let reading = facts::noon(0)?;
    let made = race(|| -> Result<Vec<AnyId>, Error> {
        (0..FROZEN).map(|_| generator.next_at(reading)).collect()
    })?;
    let mut places = Vec::with_capacity(THREADS * FROZEN);
    for id in made.into_iter().flatten() {
        let counter = facts::counter(id).unwrap_or(0);
        places.push((facts::time_ns(id)? / facts::unit_ns(format), counter));
    }
    places.sort_unstable();
    let last = u128::from(facts::room(format).1) - 1;
    let start = places[0].1;
    // Values below the start are not a gap.
    let starts = |counter| match facts::counted(format).1 {
        Seed::Random(bits) => counter < 1 << bits,
        _ => counter == start,
    };
    let (mut repeats, mut gaps) = (0, 0);
    for pair in places.windows(2) {
        let ((tick, counter), next) = (pair[0], pair[1]);
        let follows = if counter == last {
            next.0 == tick + 1 && starts(next.1)
        } else {
            next == (tick, counter + 1)
        };
        repeats += u64::from(pair[0] == next);
        gaps += u64::from(pair[0] != next && !follows);
    }
    let ticks = places[places.len() - 1].0 - places[0].0 + 1;
    let mut finding = Finding::of(format!("{THREADS} × {FROZEN} ids in {ticks} ticks"));
    finding.require(repeats == 0, format!("{repeats} repeats"));
    finding.require(gaps == 0, format!("{gaps} gaps"));
    Ok(finding)
}

/// A seeded generator uses its stream in the order of the ids, whichever thread calls.
fn as_one_thread(format: Format) -> Checked {
    let seeded = || -> Result<Generator, Error> {
        facts::manual(format, facts::endless(format).seed([4; 32]))
    };
    let (threads, one) = (seeded()?, seeded()?);
    let reading = facts::noon(0)?;
    let made = race(|| -> Result<Vec<u128>, Error> {
        let ids = (0..FROZEN).map(|_| threads.next_at(reading));
        ids.map(|id| id.map(ids::key)).collect()
    })?;
    let mut made: Vec<u128> = made.into_iter().flatten().collect();
    let mut alone = Vec::with_capacity(made.len());
    for _ in 0..made.len() {
        alone.push(ids::key(one.next_at(reading)?));
    }
    let repeats = order::repeats(&mut made);
    alone.sort_unstable();
    let differ = made.iter().zip(&alone).filter(|(a, b)| a != b).count();
    let mut finding = Finding::of(format!(
        "{THREADS} × {FROZEN} ids, {} of one thread",
        alone.len()
    ));
    finding.require(repeats == 0, format!("{repeats} repeats"));
    finding.require(differ == 0, format!("{differ} differ"));
    Ok(finding)
}
