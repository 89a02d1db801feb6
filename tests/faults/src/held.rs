//! Forks while eight threads make ids of the generator: the child finds a lock held by a thread
//! that it does not have, and state that may be half changed.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use sortid::{Error, Format, Id, Options};

use crate::child::{self, Ending, Told};
use crate::facts;
use crate::fork::{IDS, Tally};
use crate::ids::{self, Meeting};
use crate::run::{Checked, Finding, Run, Trouble};

/// How many threads make ids at the fork.
pub(crate) const THREADS: usize = 8;
/// What a thread makes between two forks, at most. It is all compared, so it must end; and the
/// child needs a turn on a small machine.
const SHARE: usize = 20_000;
/// How long the threads are at it before a fork.
const RUN_UP: Duration = Duration::from_micros(1_000);
const NAP: Duration = Duration::from_micros(50);

/// Makes the rows of this part.
pub(crate) fn run(run: &mut Run<'_>) {
    let rounds = run.rounds();
    for &format in Format::ALL {
        run.check("8 threads at the fork, frozen clock", format, || {
            let generator = facts::manual(format, facts::endless(format))?;
            let reading = facts::noon(0)?;
            compared(format, rounds, &|| generator.next_at(reading))
        });
    }
    for &format in Format::ALL {
        run.check("8 threads at the fork, system clock", format, || {
            let generator = facts::system(format, &Options::new())?;
            compared(format, rounds, &|| generator.next())
        });
    }
}

/// How a child ended and what it told.
pub(crate) type Ended = (Ending, Vec<Told>);

/// Forks once a round while the threads call `next`; each child makes `count` ids. `each` sees
/// what came of it, and returns whether to go on. Returns what the threads made.
pub(crate) fn beside_threads(
    rounds: usize,
    count: usize,
    next: &(dyn Fn() -> Result<Id, Error> + Sync),
    mut each: impl FnMut(Ended) -> Result<bool, Trouble>,
) -> Result<Vec<u128>, Trouble> {
    let round = AtomicUsize::new(0);
    thread::scope(|scope| {
        let running: Vec<_> = (0..THREADS)
            .map(|_| scope.spawn(|| work(&round, rounds, next)))
            .collect();
        let mut forks = (0..rounds).map(|_| {
            thread::sleep(RUN_UP);
            let child = child::fork(|pen| {
                for _ in 0..count {
                    pen.tell(next());
                }
            })?;
            let goes_on = each(child.join()?)?;
            round.fetch_add(1, Ordering::Relaxed);
            Ok(goes_on)
        });
        let forked = forks.find(|goes_on| !matches!(goes_on, Ok(true)));
        round.store(rounds, Ordering::Relaxed);
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

/// One thread: its share of every round until the last is over.
fn work(
    round: &AtomicUsize,
    rounds: usize,
    next: &(dyn Fn() -> Result<Id, Error> + Sync),
) -> Result<Vec<u128>, Error> {
    let (mut keys, mut mine, mut made) = (Vec::new(), 0, 0);
    loop {
        let now = round.load(Ordering::Relaxed);
        if now >= rounds {
            return Ok(keys);
        }
        if now != mine {
            (mine, made) = (now, 0);
        }
        if made == SHARE {
            thread::sleep(NAP);
            continue;
        }
        match next() {
            Ok(id) => keys.push(ids::key(id)),
            Err(error) => return Err(error),
        }
        made += 1;
    }
}

fn compared(
    format: Format,
    rounds: usize,
    next: &(dyn Fn() -> Result<Id, Error> + Sync),
) -> Checked {
    let mut tally = Tally::default();
    let mut children = Vec::new();
    let mut parent = beside_threads(rounds, IDS, next, |(ending, told)| {
        tally.take(format, ending, &told, IDS)?;
        tally.rounds += 1;
        children.push(told.iter().map(Told::key).collect::<Vec<_>>());
        Ok(!tally.is_enough())
    })?;
    let random_bits = facts::random_bits(format);
    tally.meeting.own = ids::repeats(&mut parent);
    tally.meeting.add(Meeting::of(&children, random_bits));
    let among_children = tally.meeting.whole;
    meet_parent(&mut tally.meeting, &parent, &children, random_bits);

    let with_parent = tally.meeting.whole - among_children;
    let mut finding = Finding::of(format!(
        "{} forks, {IDS} ids a child, {} of the threads",
        tally.rounds,
        parent.len()
    ));
    finding.note(format!(
        "{with_parent} alike with the parent, {among_children} with siblings"
    ));
    Ok(tally.judge(format, finding))
}

/// Adds what the children have in common with the threads of their parent, whose keys are sorted.
fn meet_parent(meeting: &mut Meeting, parent: &[u128], children: &[Vec<u128>], random_bits: u32) {
    let random = (1 << random_bits) - 1;
    let coincide = 0.5f64.powi(random_bits as i32);
    for &key in children.iter().flatten() {
        let count = |first: u128, last: u128| {
            let start = parent.partition_point(|&other| other < first);
            parent[start..].partition_point(|&other| other <= last)
        };
        meeting.whole += count(key, key) as u64;
        if random_bits > 0 {
            let alike = count(key & !random, key | random);
            meeting.whole_by_chance += alike as f64 * coincide;
        }
    }
}
