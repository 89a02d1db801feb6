//! Forks in a signal handler that interrupts a call. The child generates ids in the handler, or
//! gets errors, and then continues the interrupted call: its later ids differ from those of the
//! parent, and it repeats none of its own.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use sortid::{AnyId, Error, ErrorCode, Format, Generator};

use crate::child::{self, Pen};
use crate::facts;
use crate::ids;
use crate::run::{Checked, Failure, Finding, Run, not_run};
use crate::signals::Timer;
use crate::store::shared::{self, Shareable};
use sortid_reliability_common::{Rng, order};

const LIFE: Duration = Duration::from_millis(500);
/// The time limit of a child.
const TIMEOUT: Duration = Duration::from_millis(700);
/// The maximum number of ids in the handler, and after it.
const ROOM: usize = 512;
const AFTER: usize = 300;

pub(crate) fn run(run: &mut Run<'_>) {
    for (way, how) in [("fork", Fork::Library), ("a raw clone", Fork::PastIt)] {
        // None in the handler, a few, and many.
        for in_handler in [0, 3, ROOM] {
            let fault = format!("{way} in a handler, {in_handler} ids there");
            for format in [
                Format::Tid,
                Format::Uid11Fullrand,
                Format::Uid11Snowish,
                Format::Uuid7,
            ] {
                run.check(&fault, format, || match how {
                    Fork::PastIt if !child::finds_wiped() => Err(not_run(
                        "no memory is wiped here, so such a child cannot be detected",
                    )),
                    _ => interrupted(format, how, in_handler),
                });
            }
        }
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Fork {
    Library,
    PastIt,
}

/// The results of a child of a handler.
#[repr(C)]
#[derive(Default)]
struct Shared {
    /// The ids of the interrupted call.
    id: [AtomicU64; 2],
    own_repeats: AtomicU64,
    refused: AtomicU64,
    otherwise: AtomicU64,
}

// SAFETY: all fields are atomic integers.
unsafe impl Shareable for Shared {}

static GENERATOR: OnceLock<Generator> = OnceLock::new();
static PAST_THE_LIBRARY: AtomicBool = AtomicBool::new(false);
static IN_HANDLER: AtomicUsize = AtomicUsize::new(0);
static FORKED: AtomicI32 = AtomicI32::new(0);
static IS_CHILD: AtomicBool = AtomicBool::new(false);
static MADE: [[AtomicU64; 2]; ROOM] = [const { [const { AtomicU64::new(0) }; 2] }; ROOM];
static COUNT: AtomicUsize = AtomicUsize::new(0);
static REFUSED: AtomicU64 = AtomicU64::new(0);
static OTHERWISE: AtomicU64 = AtomicU64::new(0);

extern "C" fn handler(_: libc::c_int) {
    let pid = match PAST_THE_LIBRARY.load(Ordering::Relaxed) {
        true => child::past_the_library(),
        // SAFETY: the interrupted code holds no lock of the C library.
        false => unsafe { libc::fork() },
    };
    if pid != 0 {
        FORKED.store(pid, Ordering::Relaxed);
        return;
    }
    IS_CHILD.store(true, Ordering::Relaxed);
    let Some(generator) = GENERATOR.get() else {
        return;
    };
    for place in &MADE[..IN_HANDLER.load(Ordering::Relaxed)] {
        match generator.next().map(words) {
            Ok(words) => {
                place[0].store(words[0], Ordering::Relaxed);
                place[1].store(words[1], Ordering::Relaxed);
                COUNT.fetch_add(1, Ordering::Relaxed);
            }
            Err(error) => {
                let count = match error.code() {
                    ErrorCode::ForkedGenerator => &REFUSED,
                    _ => &OTHERWISE,
                };
                count.fetch_add(1, Ordering::Relaxed);
                return;
            }
        }
    }
}

fn words(id: AnyId) -> [u64; 2] {
    let key = ids::key(id);
    [(key >> 64) as u64, key as u64]
}

/// The sum over the rounds of a row.
#[derive(Default)]
struct Came {
    forks: u64,
    same: u64,
    own: u64,
    refused: u64,
    otherwise: u64,
    hung: u64,
}

fn interrupted(format: Format, how: Fork, in_handler: usize) -> Checked {
    let shared_page = shared::memory::<Shared>()?;
    let parent = child::fork(|pen| {
        PAST_THE_LIBRARY.store(how == Fork::PastIt, Ordering::Relaxed);
        IN_HANDLER.store(in_handler, Ordering::Relaxed);
        match rounds(format, shared_page) {
            Ok(came) => tell(pen, &came),
            Err(trouble) => panic!("{trouble}"),
        }
    })?;
    let numbers: Vec<u64> = parent
        .records()?
        .iter()
        .map(|record| record.key() as u64)
        .collect();
    let [forks, same, own, refused, otherwise, hung] = numbers[..] else {
        return Err("a process sent too few records".into());
    };
    let mut finding = Finding::of(format!("{forks} forks, {refused} refused in the handler"));
    // An id that was complete before the signal and only had to be returned appears in both
    // processes, whatever the library does.
    finding.require(2 * same < forks, format!("{same} × one id in both"));
    finding.require(own == 0, format!("{own} repeats of a child's own"));
    finding.require(hung == 0, format!("{hung} hung"));
    finding.never(otherwise > 0, format!("{otherwise} other errors"));
    finding.never(forks < 20, "the handler hardly ran");
    Ok(finding)
}

fn tell(pen: &mut Pen, came: &Came) {
    let Came {
        forks,
        same,
        own,
        refused,
        otherwise,
        hung,
    } = *came;
    for number in [forks, same, own, refused, otherwise, hung] {
        pen.write_bytes(&number.to_be_bytes());
    }
}

fn rounds(format: Format, shared_page: &'static Shared) -> Result<Came, Failure> {
    let made = facts::system(format, &facts::endless(format))?;
    let generator = GENERATOR.get_or_init(|| made);
    // Skips the warm-up of a generator.
    for _ in 0..100_000 {
        generator.next()?;
    }
    let timer = Timer::new(handler)?;
    let mut random = Rng::new(format.code().into());
    let mut came = Came::default();
    let began = Instant::now();
    while began.elapsed() < LIFE && came.hung < child::ENOUGH_HANGS {
        FORKED.store(0, Ordering::Relaxed);
        let first = Duration::from_nanos(60_000 + random.below(60_000));
        timer.set(first, Duration::ZERO);
        let made = loop {
            let made = generator.next();
            if IS_CHILD.load(Ordering::Relaxed) {
                as_child(generator, made, shared_page);
            }
            if FORKED.load(Ordering::Relaxed) != 0 {
                break made;
            }
        };
        let ours = words(made?);
        match child::ended(FORKED.load(Ordering::Relaxed), TIMEOUT) {
            None => came.hung += 1,
            Some(0) => {
                let load = |word: &AtomicU64| word.load(Ordering::Acquire);
                came.forks += 1;
                came.same += u64::from(shared_page.id.each_ref().map(load) == ours);
                came.own += load(&shared_page.own_repeats);
                came.refused += load(&shared_page.refused);
                came.otherwise += load(&shared_page.otherwise);
            }
            Some(status) => return Err(format!("a child died (status {status})").into()),
        }
    }
    Ok(came)
}

/// Runs the child after the interrupted call.
fn as_child(generator: &Generator, made: Result<AnyId, Error>, shared_page: &Shared) -> ! {
    let mut keys = [0; 1 + AFTER + ROOM];
    let (mut count, mut otherwise) = (0, OTHERWISE.load(Ordering::Relaxed));
    let mut add = |key: u128| {
        keys[count] = key;
        count += 1;
    };
    let mut interrupted = [0; 2];
    for nth in 0..=AFTER {
        let made = if nth == 0 { made } else { generator.next() };
        match made {
            Ok(id) => {
                if nth == 0 {
                    interrupted = words(id);
                }
                add(ids::key(id));
            }
            Err(_) => otherwise += 1,
        }
    }
    for [high, low] in &MADE[..COUNT.load(Ordering::Relaxed)] {
        let (high, low) = (high.load(Ordering::Relaxed), low.load(Ordering::Relaxed));
        add(u128::from(high) << 64 | u128::from(low));
    }
    let own = order::repeats(&mut keys[..count]);
    let store = |word: &AtomicU64, value| word.store(value, Ordering::Release);
    store(&shared_page.id[0], interrupted[0]);
    store(&shared_page.id[1], interrupted[1]);
    store(&shared_page.own_repeats, own);
    store(&shared_page.refused, REFUSED.load(Ordering::Relaxed));
    store(&shared_page.otherwise, otherwise);
    // SAFETY: ends the process without running the parent's exit handlers.
    unsafe { libc::_exit(0) }
}
