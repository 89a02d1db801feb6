//! Signal handlers that use the generator of the interrupted call: each gets a distinct id or an
//! error, without waiting, and no id repeats.
#![cfg(all(unix, feature = "std"))]

mod common;
#[path = "common/size.rs"]
mod size;

#[cfg(all(feature = "state-file", target_os = "linux"))]
#[path = "common/folder.rs"]
mod folder;

use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use common::{assert_distinct, assert_increasing};
use size::sized;
use sortid::{AnyId, ErrorCode, Format, Generator, Options};

/// The maximum number of ids that handlers record, and of signals in a test.
const MOST: usize = 100_000;

/// A handler that runs longer counts as hanging.
const TIMEOUT: Duration = Duration::from_secs(120);

/// The call of a handler.
#[derive(Clone, Copy, PartialEq)]
enum Call {
    Next,
    /// With a timeout longer than any test.
    Within,
    Fill,
}

/// The state shared by a handler and the thread that it interrupts.
struct Shared {
    generator: Generator<AnyId>,
    call: Call,
    /// The number of ids, and of errors, that handlers must get.
    each: usize,
    ids: Vec<[AtomicU64; 2]>,
    made: AtomicUsize,
    refused: AtomicUsize,
    /// The number of an unexpected error, 0 if there was none.
    wrong: AtomicU64,
    handled: AtomicUsize,
}

static SHARED: AtomicPtr<Shared> = AtomicPtr::new(std::ptr::null_mut());

extern "C" fn handler(_signal: libc::c_int) {
    // The interrupted call may be about to read `errno`.
    let errno = std::io::Error::last_os_error().raw_os_error();
    // SAFETY: the pointer is null or a leaked allocation.
    if let Some(shared) = unsafe { SHARED.load(Ordering::Acquire).as_ref() } {
        shared.call_generator();
        shared.handled.fetch_add(1, Ordering::Release);
    }
    restore(errno.unwrap_or(0));
}

#[cfg(target_os = "linux")]
fn restore(error: i32) {
    // SAFETY: writes this thread's `errno`.
    unsafe { *libc::__errno_location() = error };
}

/// Does nothing: outside Linux the tested calls do not wait for the system.
#[cfg(not(target_os = "linux"))]
fn restore(_error: i32) {}

impl Shared {
    fn call_generator(&self) {
        let answer = match self.call {
            Call::Next => self.generator.next().map(Some),
            Call::Within => self.generator.next_within(TIMEOUT * 60),
            Call::Fill => {
                let mut bytes = [0; 16];
                let bytes = &mut bytes[..self.generator.format().byte_len()];
                let filled = self.generator.fill_bytes(bytes).complete();
                filled.and_then(|_| AnyId::from_bytes(bytes, self.generator.format()).map(Some))
            }
        };
        match answer {
            Ok(Some(id)) => self.record(id),
            Ok(None) if self.call == Call::Within => {
                self.refused.fetch_add(1, Ordering::Relaxed);
            }
            Err(error)
                if error.code() == ErrorCode::CounterExhausted && self.call != Call::Within =>
            {
                self.refused.fetch_add(1, Ordering::Relaxed);
            }
            Err(error) => self
                .wrong
                .store(error.code().number() as u64, Ordering::Relaxed),
            Ok(None) => self.wrong.store(u64::MAX, Ordering::Relaxed),
        }
    }

    fn record(&self, id: AnyId) {
        let mut bytes = [0; 16];
        let own = id.to_bytes();
        bytes[..own.len()].copy_from_slice(&own);
        let int = u128::from_be_bytes(bytes);
        let nth = self.made.load(Ordering::Relaxed);
        if let Some([high, low]) = self.ids.get(nth) {
            high.store((int >> 64) as u64, Ordering::Relaxed);
            low.store(int as u64, Ordering::Relaxed);
            self.made.store(nth + 1, Ordering::Relaxed);
        }
    }

    fn recorded(&self) -> Vec<AnyId> {
        let recorded = &self.ids[..self.made.load(Ordering::Relaxed)];
        let id = |[high, low]: &[AtomicU64; 2]| {
            let [high, low] = [high, low].map(|half| u128::from(half.load(Ordering::Relaxed)));
            let bytes = (high << 64 | low).to_be_bytes();
            let format = self.generator.format();
            AnyId::from_bytes(&bytes[..format.byte_len()], format).expect("an id")
        };
        recorded.iter().map(id).collect()
    }

    fn is_over(&self) -> bool {
        if self.generator.format() == Format::Uid11Fullrand {
            // This format takes no lock, and only random bits distinguish its ids.
            return self.made.load(Ordering::Relaxed) >= 100 * self.each;
        }
        let is_enough = |count: &AtomicUsize| count.load(Ordering::Relaxed) >= self.each;
        is_enough(&self.made) && is_enough(&self.refused)
    }
}

/// Generates ids while signals arrive, until handlers have found the lock both held and free.
/// Asserts that all ids are distinct, and ordered in each context if the format is ordered.
fn generate_under_signals(format: Format, options: &Options, call: Call) {
    // One test at a time: the process has one handler.
    static EXCLUSIVE: Mutex<()> = Mutex::new(());
    let _exclusive = EXCLUSIVE.lock().unwrap_or_else(PoisonError::into_inner);
    let generator = Generator::dynamic(format, options).expect("a generator");
    let slot = || [const { AtomicU64::new(0) }; 2];
    let shared: &Shared = Box::leak(Box::new(Shared {
        generator,
        call,
        each: sized(10, 30),
        ids: std::iter::repeat_with(slot).take(MOST).collect(),
        made: AtomicUsize::new(0),
        refused: AtomicUsize::new(0),
        wrong: AtomicU64::new(0),
        handled: AtomicUsize::new(0),
    }));
    SHARED.store(std::ptr::from_ref(shared).cast_mut(), Ordering::Release);
    install_handler();

    let is_done = AtomicBool::new(false);
    let signals = Signals::start();
    let ids = thread::scope(|scope| {
        scope.spawn(|| signals.send(shared, &is_done));
        let mut ids = Vec::new();
        // Limits the number of signals, not the time: on a busy machine they arrive slowly.
        while !shared.is_over() && shared.handled.load(Ordering::Relaxed) < MOST {
            ids.extend((0..100).map(|_| shared.generator.next().expect("an id")));
        }
        is_done.store(true, Ordering::Release);
        ids
    });
    drop(signals);
    assert_eq!(
        shared.wrong.load(Ordering::Relaxed),
        0,
        "{format}: an unexpected error"
    );
    assert!(
        shared.is_over(),
        "{format}: handlers saw one of two cases only"
    );
    let recorded = shared.recorded();
    if format.is_ordered() {
        assert_increasing(&ids);
        assert_increasing(&recorded);
    }
    assert_distinct([ids, recorded].concat());
}

/// Installs the handler without `SA_RESTART`: signals also interrupt system calls.
fn install_handler() {
    // SAFETY: zeros are valid for a structure of integers and addresses.
    let mut action: libc::sigaction = unsafe { std::mem::zeroed() };
    action.sa_sigaction = handler as extern "C" fn(libc::c_int) as usize;
    // SAFETY: besides the library, the handler only calls async-signal-safe functions.
    let set = unsafe { libc::sigaction(libc::SIGUSR1, &raw const action, std::ptr::null_mut()) };
    assert_eq!(set, 0);
}

/// A system timer that signals its creating thread every 0.1 ms, even on a busy processor.
#[cfg(target_os = "linux")]
struct Signals(libc::timer_t);

// SAFETY: timers belong to the process, and the pointer is only an identifier.
#[cfg(target_os = "linux")]
unsafe impl Sync for Signals {}

#[cfg(target_os = "linux")]
impl Signals {
    fn start() -> Self {
        // SAFETY: zeros are valid for integers and pointers.
        let mut event: libc::sigevent = unsafe { std::mem::zeroed() };
        event.sigev_notify = libc::SIGEV_THREAD_ID;
        event.sigev_signo = libc::SIGUSR1;
        // SAFETY: returns the id of this thread, and cannot fail.
        event.sigev_notify_thread_id = unsafe { libc::gettid() };
        let mut timer = std::ptr::null_mut();
        let clock = libc::CLOCK_MONOTONIC;
        // SAFETY: both structures are live.
        let made = unsafe { libc::timer_create(clock, &raw mut event, &raw mut timer) };
        assert_eq!(made, 0, "timer_create failed");
        let every = libc::timespec {
            tv_sec: 0,
            tv_nsec: 100_000,
        };
        let times = libc::itimerspec {
            it_interval: every,
            it_value: every,
        };
        // SAFETY: the timer exists, and the structure is live.
        let set = unsafe { libc::timer_settime(timer, 0, &raw const times, std::ptr::null_mut()) };
        assert_eq!(set, 0, "timer_settime failed");
        Self(timer)
    }

    /// Waits until the test is done, while the timer sends signals. Aborts the process if a handler
    /// hangs.
    fn send(&self, shared: &Shared, is_done: &AtomicBool) {
        let (mut handled, mut since) = (0, Instant::now());
        while !is_done.load(Ordering::Acquire) {
            match shared.handled.load(Ordering::Acquire) {
                now if now != handled => (handled, since) = (now, Instant::now()),
                _ => abort_if_hanging(shared, since),
            }
            thread::sleep(Duration::from_millis(1));
        }
    }
}

#[cfg(target_os = "linux")]
impl Drop for Signals {
    fn drop(&mut self) {
        // SAFETY: the timer exists and is no longer used.
        unsafe { libc::timer_delete(self.0) };
    }
}

/// Signals from another thread to the creating thread.
///
/// The thread's `pthread_t` as an integer: as a pointer, threads could not share it.
#[cfg(not(target_os = "linux"))]
struct Signals(usize);

#[cfg(not(target_os = "linux"))]
impl Signals {
    fn start() -> Self {
        // SAFETY: returns the name of this thread, and cannot fail.
        Self(unsafe { libc::pthread_self() } as usize)
    }

    /// Sends each signal once the last one has been handled. Aborts the process if a handler
    /// hangs.
    fn send(&self, shared: &Shared, is_done: &AtomicBool) {
        let (mut sent, mut since) = (0, Instant::now());
        while !is_done.load(Ordering::Acquire) {
            if shared.handled.load(Ordering::Acquire) == sent {
                // SAFETY: the thread exists, as it waits for this one.
                unsafe { libc::pthread_kill(self.0 as libc::pthread_t, libc::SIGUSR1) };
                (sent, since) = (sent + 1, Instant::now());
                // Sleeps, to leave the processor to the other thread, and for varying times, to
                // keep out of step with its calls.
                thread::sleep(Duration::from_micros(20 + sent as u64 % 97));
            } else {
                abort_if_hanging(shared, since);
                thread::yield_now();
            }
        }
    }
}

fn abort_if_hanging(shared: &Shared, since: Instant) {
    if since.elapsed() > TIMEOUT {
        eprintln!("{}: a handler hangs", shared.generator.format());
        std::process::abort();
    }
}

fn options() -> Options {
    Options::new().max_lead_ms(60_000)
}

#[test]
fn handler_gets_an_id_or_an_error() {
    for format in [Format::Tid, Format::Uid11Xid, Format::Uuid6, Format::Uuid7] {
        generate_under_signals(format, &options(), Call::Next);
    }
}

#[test]
fn handler_with_timeout_gets_an_id_or_none() {
    for format in [Format::Tid, Format::Uid11Snowish, Format::Uuid7Draft01] {
        generate_under_signals(format, &options(), Call::Within);
    }
}

#[test]
fn handler_fills_or_gets_an_error() {
    for format in [Format::Timeid, Format::Uuid7] {
        generate_under_signals(format, &options(), Call::Fill);
    }
}

/// Handler and interrupted call use the same thread's random stream.
#[test]
fn handler_draws_its_own_random_bits() {
    generate_under_signals(Format::Uid11Fullrand, &Options::new(), Call::Next);
}

/// Seeded bits are drawn under the lock, and not twice either.
#[test]
fn handler_draws_different_bits_of_a_seed() {
    generate_under_signals(Format::Uuid7, &options().seed([7; 32]), Call::Next);
}

#[cfg(all(feature = "state-file", target_os = "linux"))]
#[test]
fn handler_shares_state_file_with_interrupted_call() {
    for (format, call) in [
        (Format::Tid, Call::Next),
        (Format::Uuid7, Call::Within),
        (Format::Uid11Xid, Call::Next),
    ] {
        let folder = folder::Folder::new();
        generate_under_signals(format, &options().state_file(folder.file()), call);
    }
}
