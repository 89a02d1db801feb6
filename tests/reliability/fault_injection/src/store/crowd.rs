//! Several processes on one file, which start, end, and are killed, stopped and forked.
//!
//! Every process takes a ticket before and after each call, to order the calls.

use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use sortid::{AnyId, Error, Generator};

use super::keys::{Key, key, key_of};
use super::shared::{self, Lane, Shareable};
use super::{Folder, Subject, subjects, warm};
use crate::child::{self, Child, Ending, Pen};
use crate::facts;
use crate::run::{Checked, Failure, Finding, Run};
use sortid_reliability_common::Rng;

/// The number of processes with the file open, without their own children.
const CROWD: usize = 8;
const ROUNDS: usize = 3;
const ROUND: Duration = Duration::from_millis(400);
/// More lanes than processes and threads in a round.
const LANES: usize = 256;
const ROOM: usize = 1 << 15;
/// Ids of a fill.
const FILL: usize = 40;

/// The memory that a crowd shares with the checking process.
#[repr(C)]
struct Square {
    is_over: AtomicU32,
    tickets: AtomicU64,
    taken: AtomicUsize,
    /// The tickets before and after the call, and the id.
    lanes: [Lane<5, ROOM>; LANES],
}

// SAFETY: all fields are atomic integers.
unsafe impl Shareable for Square {}

pub(crate) fn run(run: &mut Run<'_>) {
    let square = shared::memory::<Square>();
    let Ok(square) = square else { return };
    for subject in subjects() {
        run.check("a crowd on one file", subject.name, || {
            warm()?;
            crowd(square, &subject)
        });
    }
}

impl Square {
    fn clear(&self) {
        self.is_over.store(0, Ordering::SeqCst);
        self.taken.store(0, Ordering::SeqCst);
        for lane in &self.lanes {
            lane.clear();
        }
    }

    fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed) != 0
    }

    fn ticket(&self) -> u64 {
        self.tickets.fetch_add(1, Ordering::SeqCst)
    }

    /// A free lane, if any.
    fn lane(&self) -> Option<&Lane<5, ROOM>> {
        self.lanes.get(self.taken.fetch_add(1, Ordering::SeqCst))
    }
}

/// A member of the crowd.
struct Member {
    child: Child,
    was_killed: bool,
}

impl Member {
    fn signal(&self, signal: libc::c_int) {
        // SAFETY: the child is only waited for at the end, so its process id is still in use.
        unsafe { libc::kill(self.child.pid(), signal) };
    }

    fn join(self) -> Result<(), Failure> {
        match self.child.join()?.0 {
            Ending::Left => Ok(()),
            Ending::Died(_) if self.was_killed => Ok(()),
            ending => Err(format!("a process of the crowd: {ending:?}").into()),
        }
    }
}

/// Ends all members when the round ends in any way.
struct Closing(&'static Square);

impl Drop for Closing {
    fn drop(&mut self) {
        self.0.is_over.store(1, Ordering::SeqCst);
    }
}

#[derive(Default)]
struct Came {
    ids: usize,
    processes: usize,
    kills: usize,
    stops: usize,
    repeats: usize,
    falls: usize,
    inversions: usize,
    failures: Vec<String>,
}

fn crowd(square: &'static Square, subject: &Subject) -> Checked {
    let mut came = Came::default();
    let mut random = Rng::new(8);
    for _ in 0..ROUNDS {
        let folder = Folder::new()?;
        square.clear();
        round(square, subject, &folder, &mut random, &mut came)?;
        judge(square, subject, &mut came);
    }
    let mut finding = Finding::of(format!(
        "{ROUNDS} × {CROWD} at once, {} in all, {} kills, {} stops",
        came.processes, came.kills, came.stops
    ));
    finding.require(came.repeats == 0, format!("{} repeats", came.repeats));
    finding.never(
        came.falls > 0,
        format!("{} inversions in a thread", came.falls),
    );
    if subject.is_in_one_order() {
        finding.require(
            came.inversions == 0,
            format!("{} inversions over all", came.inversions),
        );
    }
    finding.never(
        !came.failures.is_empty(),
        format!(
            "{} ended by errors: {:?}",
            came.failures.len(),
            came.failures.first()
        ),
    );
    finding.require(came.ids > 0, format!("{} ids", came.ids));
    Ok(finding)
}

fn round(
    square: &'static Square,
    subject: &Subject,
    folder: &Folder,
    random: &mut Rng,
    came: &mut Came,
) -> Result<(), Failure> {
    let closing = Closing(square);
    let mut start = |random: &mut Rng| -> Result<Member, Failure> {
        let seed = random.below(1 << 40);
        came.processes += 1;
        Ok(Member {
            child: child::fork(|pen| live(square, subject, folder, seed, pen))?,
            was_killed: false,
        })
    };
    let mut members = Vec::new();
    for _ in 0..CROWD {
        members.push(start(random)?);
    }
    let mut gone = Vec::new();
    let began = Instant::now();
    while began.elapsed() < ROUND {
        let which = random.below(CROWD as u64) as usize;
        match random.below(3) {
            0 => {
                let fresh = start(random)?;
                let mut old = std::mem::replace(&mut members[which], fresh);
                old.signal(libc::SIGKILL);
                old.was_killed = true;
                gone.push(old);
                came.kills += 1;
            }
            1 => {
                members[which].signal(libc::SIGSTOP);
                thread::sleep(Duration::from_micros(random.below(20_000)));
                members[which].signal(libc::SIGCONT);
                came.stops += 1;
            }
            _ => thread::sleep(Duration::from_micros(random.below(8000))),
        }
    }
    drop(closing);
    for member in members.into_iter().chain(gone) {
        member.join()?;
    }
    Ok(())
}

/// A member: opens the file, generates ids, closes it, and starts again.
fn live(square: &Square, subject: &Subject, folder: &Folder, seed: u64, pen: &mut Pen) {
    let mut random = Rng::new(seed);
    let options = subject.options.clone().state_file(folder.file());
    let Some(lane) = square.lane() else { return };
    let is_of_threads = random.below(3) == 0;
    while !square.is_over() {
        let generator = match Generator::dynamic(subject.format, &options) {
            Ok(generator) => generator,
            Err(error) => return lane.fail(&error),
        };
        let ids = 2000 + random.below(20_000);
        if is_of_threads {
            let seed = random.below(1 << 40);
            thread::scope(|scope| {
                scope.spawn(|| {
                    if let Some(lane) = square.lane() {
                        work(square, lane, &generator, ids, &mut Rng::new(seed));
                    }
                });
                work(square, lane, &generator, ids, &mut random);
            });
        } else {
            work(square, lane, &generator, ids, &mut random);
            if random.below(3) == 0 {
                // Child and parent both use the parent's generator.
                let seed = random.below(1 << 40);
                let grandchild = pen.fork(|_| {
                    if let Some(lane) = square.lane() {
                        work(square, lane, &generator, 2 * ids, &mut Rng::new(seed));
                    }
                });
                work(square, lane, &generator, ids, &mut random);
                grandchild.join();
            }
        }
    }
}

/// Generates `ids` ids, or fewer if the run ends.
fn work(
    square: &Square,
    lane: &Lane<5, ROOM>,
    generator: &Generator<AnyId>,
    ids: u64,
    random: &mut Rng,
) {
    // Some without pauses, some with many: the ids must fit into the lane.
    let breath = 64 << random.below(4);
    for nth in 0..ids {
        if square.is_over() {
            return;
        }
        if nth % breath == 0 {
            thread::sleep(Duration::from_micros(random.below(800)));
        }
        let made = match random.below(64) {
            0 => fill(square, lane, generator),
            _ => one(square, lane, generator),
        };
        match made {
            Ok(true) => {}
            Ok(false) => {
                // No room left in the lane.
                thread::sleep(Duration::from_millis(5));
                return;
            }
            Err(error) => return lane.fail(&error),
        }
    }
}

fn one(square: &Square, lane: &Lane<5, ROOM>, generator: &Generator<AnyId>) -> Result<bool, Error> {
    if lane.len() + FILL > ROOM {
        return Ok(false);
    }
    let before = square.ticket();
    let id = generator.next()?;
    let after = square.ticket();
    let [a, b, c] = key_of(id);
    Ok(lane.push([before, after, a, b, c]))
}

fn fill(
    square: &Square,
    lane: &Lane<5, ROOM>,
    generator: &Generator<AnyId>,
) -> Result<bool, Error> {
    if lane.len() + FILL > ROOM {
        return Ok(false);
    }
    let len = generator.format().byte_len();
    let mut bytes = [0; FILL * 20];
    let bytes = &mut bytes[..FILL * len];
    let before = square.ticket();
    let filled = generator.fill_bytes(bytes);
    let after = square.ticket();
    for id in bytes.chunks_exact(len).take(filled.ids) {
        let [a, b, c] = key(id);
        lane.push([before, after, a, b, c]);
    }
    filled.complete().map(|_| true)
}

/// Adds the ids of the round.
fn judge(square: &Square, subject: &Subject, came: &mut Came) {
    let significant = match subject.format.is_ordered() {
        false => !(facts::random(subject.format).mask as u64),
        true => !0,
    };
    let mut calls: Vec<(u64, u64, Key)> = Vec::new();
    for lane in &square.lanes {
        let from = calls.len();
        calls.extend(
            lane.records()
                .map(|[before, after, a, b, c]| (before, after, [a, b, c])),
        );
        if subject.format.is_ordered() {
            let falls = calls[from..]
                .windows(2)
                .filter(|pair| pair[0].2 >= pair[1].2);
            came.falls += falls.count();
        }
        came.failures.extend(
            lane.failure()
                .map(|(code, os_error)| format!("{code} ({os_error})")),
        );
    }
    came.ids += calls.len();
    let mut keys: Vec<Key> = calls.iter().map(|call| call.2).collect();
    keys.sort_unstable();
    came.repeats += keys.windows(2).filter(|pair| pair[0] == pair[1]).count();
    if !subject.is_in_one_order() {
        return;
    }
    // Compares each call, in the order of their starts, with all that had finished by then.
    let mut over = calls.clone();
    over.sort_unstable_by_key(|call| call.1);
    calls.sort_unstable_by_key(|call| call.0);
    let in_order = |[a, b, c]: Key| [a, b, c & significant];
    let mut over = over.into_iter().peekable();
    let mut greatest: Option<Key> = None;
    for (began, _, id) in calls {
        while let Some((_, _, id)) = over.next_if(|call| call.1 < began) {
            greatest = greatest.max(Some(id));
        }
        let is_less = greatest.is_some_and(|greatest| match significant == !0 {
            true => id <= greatest,
            false => in_order(id) < in_order(greatest),
        });
        came.inversions += usize::from(is_less);
    }
}
