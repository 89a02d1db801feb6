//! Signal handlers that generate ids while their thread does: no id repeats, and no handler waits
//! for the interrupted call.
//!
//! Each row has its own processes, which a timer interrupts at random.

use std::io;
use std::mem::zeroed;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use sortid::{AnyId, Error, ErrorCode, Format, Generator};
use sortid_reliability_common::order;

use crate::chance;
use crate::child::{self, Pen};
use crate::facts;
use crate::ids;
use crate::run::{Checked, Finding, Run};

/// The duration of a process, and its maximum number of ids.
const LIFE: Duration = Duration::from_millis(350);
const IDS: usize = 2_000_000;
/// More ids than a handler generates meanwhile.
const ROOM: usize = 1 << 16;
/// The time limit in seconds, after which a process counts as hanging.
const HANGS: u32 = 2;
/// A handler that takes longer has waited.
const QUICK: Duration = Duration::from_millis(500);

pub(crate) fn run(run: &mut Run<'_>) {
    // Formats with enough random bits that none of these ids collide by chance.
    for format in facts::made().filter(|&format| has_many(format)) {
        for every_us in [23, 61] {
            let fault = format!("a handler with a generator of its own, every {every_us} µs");
            run.check(&fault, format, || handled(format, Whose::Own, every_us));
        }
    }
    for format in facts::made() {
        run.check("a handler with its thread's generator", format, || {
            handled(format, Whose::Threads, 37)
        });
    }
    for format in [Format::Uid11Fullrand, Format::Uuid7, Format::Scru160] {
        run.check("the same, another thread was there", format, || {
            handled(format, Whose::Shared, 29)
        });
    }
}

fn has_many(format: Format) -> bool {
    !facts::random_spans(format).is_empty() && facts::random(format).bits >= 48
}

/// The generator of a handler.
#[derive(Clone, Copy, PartialEq)]
enum Whose {
    Own,
    /// That of the interrupted thread.
    Threads,
    /// That of the interrupted thread, after another thread has used it.
    Shared,
}

static OURS: OnceLock<Generator> = OnceLock::new();
static HANDLERS: OnceLock<Generator> = OnceLock::new();
static MADE: [[AtomicU64; 2]; ROOM] = [const { [const { AtomicU64::new(0) }; 2] }; ROOM];
static COUNT: AtomicUsize = AtomicUsize::new(0);
static CALLS: AtomicU32 = AtomicU32::new(0);
static REFUSED: AtomicU32 = AtomicU32::new(0);
static OTHERWISE: AtomicU32 = AtomicU32::new(0);
static LONGEST_US: AtomicU64 = AtomicU64::new(0);

extern "C" fn handler(_: libc::c_int) {
    // SAFETY: reads this thread's `errno`, which the interrupted code may be about to read.
    let errno = unsafe { *libc::__errno_location() };
    if let Some(generator) = HANDLERS.get().or_else(|| OURS.get()) {
        let began = Instant::now();
        let made = match CALLS.fetch_add(1, Ordering::Relaxed) % 3 {
            0 => generator.next().map(Some),
            1 => generator.next_within(Duration::ZERO),
            _ => filled(generator),
        };
        let us = began.elapsed().as_micros() as u64;
        LONGEST_US.fetch_max(us, Ordering::Relaxed);
        keep(made);
    }
    // SAFETY: restores this thread's `errno`.
    unsafe { *libc::__errno_location() = errno };
}

/// The single id of a fill.
fn filled(generator: &Generator) -> Result<Option<AnyId>, Error> {
    let mut bytes = [0; 20];
    let bytes = &mut bytes[..generator.format().byte_len()];
    generator.fill_bytes(bytes).complete()?;
    AnyId::from_bytes(bytes, generator.format()).map(Some)
}

fn keep(made: Result<Option<AnyId>, Error>) {
    match made {
        Ok(Some(id)) => {
            let key = ids::key(id);
            if let Some(place) = MADE.get(COUNT.fetch_add(1, Ordering::Relaxed)) {
                place[0].store((key >> 64) as u64, Ordering::Relaxed);
                place[1].store(key as u64, Ordering::Relaxed);
            }
        }
        Ok(None) => {
            REFUSED.fetch_add(1, Ordering::Relaxed);
        }
        Err(error) if error.code() == ErrorCode::CounterExhausted => {
            REFUSED.fetch_add(1, Ordering::Relaxed);
        }
        Err(_) => {
            OTHERWISE.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// A timer that interrupts this process at intervals, until set to 0.
pub(crate) struct Timer(libc::timer_t);

impl Timer {
    pub(crate) fn new(handler: extern "C" fn(libc::c_int)) -> io::Result<Self> {
        let done = |status: libc::c_int| match status {
            0 => Ok(()),
            _ => Err(io::Error::last_os_error()),
        };
        // SAFETY: zeros are valid for integers and a null pointer.
        let mut action: libc::sigaction = unsafe { zeroed() };
        action.sa_sigaction = handler as *const () as usize;
        action.sa_flags = libc::SA_RESTART;
        let null = std::ptr::null_mut();
        // SAFETY: the structure is live; the handler only calls signal-safe functions and the
        // library.
        done(unsafe { libc::sigaction(libc::SIGUSR1, &action, null) })?;
        // SAFETY: zeros are valid for a structure of integers.
        let mut event: libc::sigevent = unsafe { zeroed() };
        event.sigev_notify = libc::SIGEV_SIGNAL;
        event.sigev_signo = libc::SIGUSR1;
        let mut timer = null.cast();
        // SAFETY: both structures are live.
        done(unsafe { libc::timer_create(libc::CLOCK_MONOTONIC, &mut event, &mut timer) })?;
        Ok(Self(timer))
    }

    /// Sets the first delay and the interval; zeros stop the timer.
    pub(crate) fn set(&self, first: Duration, every: Duration) {
        let time = |time: Duration| libc::timespec {
            tv_sec: 0,
            tv_nsec: time.subsec_nanos().into(),
        };
        let value = libc::itimerspec {
            it_interval: time(every),
            it_value: time(first),
        };
        // SAFETY: the timer exists as long as the process, and the structure is live.
        unsafe { libc::timer_settime(self.0, 0, &value, std::ptr::null_mut()) };
    }
}

fn handled(format: Format, whose: Whose, every_us: u64) -> Checked {
    let child = child::fork(|pen| {
        // SAFETY: no handler is set, so the alarm ends this process.
        unsafe { libc::alarm(HANGS) };
        if let Err(error) = live(format, whose, every_us, pen) {
            pen.write_id(Err(error));
        }
    })?;
    let mut records = child.records()?.into_iter();
    let mut numbers = || -> Result<[u64; 2], crate::run::Failure> {
        let record = records.next().ok_or("a child wrote too little")?;
        Ok([(record.key() >> 64) as u64, record.key() as u64])
    };
    let ([ids, repeats], [handlers, longest_us]) = (numbers()?, numbers()?);
    let [refused, otherwise] = numbers()?;
    let mut finding = Finding::of(format!("{ids} ids, {handlers} of the handler"));
    // Between two generators, only random bits may collide.
    let by_chance = match whose {
        Whose::Own => {
            let all = (ids + handlers) as f64;
            // One bit of a uuid6 node is always the same.
            all * all * facts::random(format).coincide()
        }
        Whose::Threads | Whose::Shared => 0.0,
    };
    let most = chance::most(by_chance);
    finding.require(
        repeats <= most,
        format!("{repeats} repeats (by chance at most {most})"),
    );
    finding.require(
        otherwise == 0,
        format!("{refused} refused, {otherwise} otherwise"),
    );
    finding.require(
        longest_us < QUICK.as_micros() as u64,
        format!("answered within {longest_us} µs"),
    );
    finding.never(handlers + refused < 100, "the handler hardly ran");
    Ok(finding)
}

fn live(format: Format, whose: Whose, every_us: u64, pen: &mut Pen) -> Result<(), Error> {
    let made = facts::system(format, &facts::endless(format))?;
    let ours = OURS.get_or_init(|| made);
    if whose == Whose::Own {
        let own = facts::system(format, &facts::endless(format))?;
        HANDLERS.get_or_init(|| own).next()?;
    }
    // Skips the initial phase, in which a generator behaves differently.
    for _ in 0..5000 {
        ours.next()?;
    }
    if whose == Whose::Shared {
        std::thread::scope(|scope| {
            let _ = scope.spawn(|| ours.next()).join();
        });
    }
    let mut keys = Vec::with_capacity(IDS + ROOM);
    if let Ok(timer) = Timer::new(handler) {
        let every = Duration::from_micros(every_us);
        timer.set(every, every);
        let began = Instant::now();
        while keys.len() + 100 < IDS && began.elapsed() < LIFE {
            for _ in 0..100 {
                keys.push(ids::key(ours.next()?));
            }
        }
        timer.set(Duration::ZERO, Duration::ZERO);
    }
    let ours = keys.len() as u64;
    let handlers = COUNT.load(Ordering::Relaxed).min(ROOM);
    keys.extend(MADE[..handlers].iter().map(|[high, low]| {
        let (high, low) = (high.load(Ordering::Relaxed), low.load(Ordering::Relaxed));
        u128::from(high) << 64 | u128::from(low)
    }));
    if whose == Whose::Own {
        // Two generators differ at least in their random bits, which come from one stream.
        let random = facts::random(format).mask;
        keys.iter_mut().for_each(|key| *key &= random);
    }
    let repeats = order::repeats(&mut keys);
    let mut tell = |a: u64, b: u64| {
        let mut numbers = [0; 16];
        numbers[..8].copy_from_slice(&a.to_be_bytes());
        numbers[8..].copy_from_slice(&b.to_be_bytes());
        pen.write_bytes(&numbers);
    };
    tell(ours, repeats);
    tell(handlers as u64, LONGEST_US.load(Ordering::Relaxed));
    let [refused, otherwise] = [&REFUSED, &OTHERWISE].map(|count| count.load(Ordering::Relaxed));
    tell(refused.into(), otherwise.into());
    Ok(())
}
