//! Signal handlers that make ids on the generator of the call that they interrupt: an id of their own or a refusal, at once, and never one twice.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "a test is outside of the library"
)]
#![cfg(all(unix, feature = "std"))]

mod common;
#[path = "common/size.rs"]
mod size;

#[cfg(target_os = "linux")]
#[path = "common/folder.rs"]
mod folder;

use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use common::{assert_distinct, assert_increasing};
use size::sized;
use sortid::{ErrorCode, Format, Generator, Id, Options};

/// How many ids handlers record at most, and after how many signals a test ends, whatever they saw.
const MOST: usize = 100_000;

/// A handler that takes longer hangs.
const PATIENCE: Duration = Duration::from_secs(120);

/// How a handler asks.
#[derive(Clone, Copy, PartialEq)]
enum Asks {
    Next,
    /// With a patience that nobody has in a test.
    Within,
    Fill,
}

/// What a handler and the thread that it interrupts have in common.
struct Meeting {
    generator: Generator<Id>,
    asks: Asks,
    /// How many ids, and how many refusals, handlers have to see.
    each: usize,
    ids: Vec<[AtomicU64; 2]>,
    made: AtomicUsize,
    refused: AtomicUsize,
    /// The number of an error that none should get.
    wrong: AtomicU64,
    handled: AtomicUsize,
}

static MEETING: AtomicPtr<Meeting> = AtomicPtr::new(std::ptr::null_mut());

extern "C" fn handler(_signal: libc::c_int) {
    // The interrupted call may be about to read what the system called its error.
    let kept = std::io::Error::last_os_error().raw_os_error();
    // SAFETY: null, or one that is never freed.
    if let Some(meeting) = unsafe { MEETING.load(Ordering::Acquire).as_ref() } {
        meeting.ask();
        meeting.handled.fetch_add(1, Ordering::Release);
    }
    restore(kept.unwrap_or(0));
}

#[cfg(target_os = "linux")]
fn restore(error: i32) {
    // SAFETY: this thread's own number.
    unsafe { *libc::__errno_location() = error };
}

/// Where no call of these tests waits for the system.
#[cfg(not(target_os = "linux"))]
fn restore(_error: i32) {}

impl Meeting {
    fn ask(&self) {
        let answer = match self.asks {
            Asks::Next => self.generator.next().map(Some),
            Asks::Within => self.generator.next_within(PATIENCE * 60),
            Asks::Fill => {
                let mut bytes = [0; 16];
                let bytes = &mut bytes[..self.generator.format().byte_len()];
                let filled = self.generator.fill_bytes(bytes).complete();
                filled.and_then(|_| Id::from_bytes(bytes, self.generator.format()).map(Some))
            }
        };
        match answer {
            Ok(Some(id)) => self.note(id),
            Ok(None) if self.asks == Asks::Within => {
                self.refused.fetch_add(1, Ordering::Relaxed);
            }
            Err(error)
                if error.code() == ErrorCode::CounterExhausted && self.asks != Asks::Within =>
            {
                self.refused.fetch_add(1, Ordering::Relaxed);
            }
            Err(error) => self
                .wrong
                .store(error.code().number() as u64, Ordering::Relaxed),
            Ok(None) => self.wrong.store(u64::MAX, Ordering::Relaxed),
        }
    }

    fn note(&self, id: Id) {
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

    fn noted(&self) -> Vec<Id> {
        let noted = &self.ids[..self.made.load(Ordering::Relaxed)];
        let id = |[high, low]: &[AtomicU64; 2]| {
            let [high, low] = [high, low].map(|half| u128::from(half.load(Ordering::Relaxed)));
            let bytes = (high << 64 | low).to_be_bytes();
            let format = self.generator.format();
            Id::from_bytes(&bytes[..format.byte_len()], format).expect("an id")
        };
        noted.iter().map(id).collect()
    }

    fn is_over(&self) -> bool {
        if self.generator.format() == Format::Uid11Fullrand {
            // No lock is met, and only the bits tell its ids apart.
            return self.made.load(Ordering::Relaxed) >= 100 * self.each;
        }
        let is_noted = |count: &AtomicUsize| count.load(Ordering::Relaxed) >= self.each;
        is_noted(&self.made) && is_noted(&self.refused)
    }
}

/// Makes ids while signals arrive, until handlers have met the lock taken and free; all ids, those of the handlers last.
fn meet(format: Format, options: &Options, asks: Asks) {
    // One at a time: there is one handler.
    static ALONE: Mutex<()> = Mutex::new(());
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let generator = Generator::dynamic(format, options).expect("a generator");
    let slot = || [const { AtomicU64::new(0) }; 2];
    let meeting: &Meeting = Box::leak(Box::new(Meeting {
        generator,
        asks,
        each: sized(10, 30),
        ids: std::iter::repeat_with(slot).take(MOST).collect(),
        made: AtomicUsize::new(0),
        refused: AtomicUsize::new(0),
        wrong: AtomicU64::new(0),
        handled: AtomicUsize::new(0),
    }));
    MEETING.store(std::ptr::from_ref(meeting).cast_mut(), Ordering::Release);
    handle();

    let is_done = AtomicBool::new(false);
    let signals = Signals::start();
    let ids = thread::scope(|scope| {
        scope.spawn(|| signals.send(meeting, &is_done));
        let mut ids = Vec::new();
        // Signals are counted, not seconds: on a busy machine they come slowly.
        while !meeting.is_over() && meeting.handled.load(Ordering::Relaxed) < MOST {
            ids.extend((0..100).map(|_| meeting.generator.next().expect("an id")));
        }
        is_done.store(true, Ordering::Release);
        ids
    });
    drop(signals);
    assert_eq!(
        meeting.wrong.load(Ordering::Relaxed),
        0,
        "{format}: refused otherwise"
    );
    assert!(meeting.is_over(), "{format}: handlers met one case only");
    let noted = meeting.noted();
    if format.is_ordered() {
        assert_increasing(&ids);
        assert_increasing(&noted);
    }
    assert_distinct([ids, noted].concat());
}

/// Has calls of the system end early, too.
fn handle() {
    // SAFETY: a structure of integers and addresses, of which zeros are valid.
    let mut action: libc::sigaction = unsafe { std::mem::zeroed() };
    action.sa_sigaction = handler as extern "C" fn(libc::c_int) as usize;
    // SAFETY: the handler calls what this test is about, and nothing else that a handler must not.
    let set = unsafe { libc::sigaction(libc::SIGUSR1, &raw const action, std::ptr::null_mut()) };
    assert_eq!(set, 0);
}

/// Signals to the thread that starts them.
///
/// The system's timer sends them every tenth of a millisecond that the thread runs, however many other
/// threads want its processor.
#[cfg(target_os = "linux")]
struct Signals(libc::timer_t);

// SAFETY: a timer is the process's; the address is its name.
#[cfg(target_os = "linux")]
unsafe impl Sync for Signals {}

#[cfg(target_os = "linux")]
impl Signals {
    fn start() -> Self {
        // SAFETY: zeros are valid for integers and pointers.
        let mut event: libc::sigevent = unsafe { std::mem::zeroed() };
        event.sigev_notify = libc::SIGEV_THREAD_ID;
        event.sigev_signo = libc::SIGUSR1;
        // SAFETY: the number of this thread.
        event.sigev_notify_thread_id = unsafe { libc::gettid() };
        let mut timer = std::ptr::null_mut();
        let clock = libc::CLOCK_MONOTONIC;
        // SAFETY: both structures are there.
        let made = unsafe { libc::timer_create(clock, &raw mut event, &raw mut timer) };
        assert_eq!(made, 0, "a timer");
        let every = libc::timespec {
            tv_sec: 0,
            tv_nsec: 100_000,
        };
        let times = libc::itimerspec {
            it_interval: every,
            it_value: every,
        };
        // SAFETY: the timer is this one, and the structure is there.
        let set = unsafe { libc::timer_settime(timer, 0, &raw const times, std::ptr::null_mut()) };
        assert_eq!(set, 0, "a timer that is set");
        Self(timer)
    }

    /// Ends the process if a handler never ends.
    fn send(&self, meeting: &Meeting, is_done: &AtomicBool) {
        let (mut handled, mut since) = (0, Instant::now());
        while !is_done.load(Ordering::Acquire) {
            match meeting.handled.load(Ordering::Acquire) {
                now if now != handled => (handled, since) = (now, Instant::now()),
                _ => end_if_hanging(meeting, since),
            }
            thread::sleep(Duration::from_millis(1));
        }
    }
}

#[cfg(target_os = "linux")]
impl Drop for Signals {
    fn drop(&mut self) {
        // SAFETY: the timer is this one, and nobody uses it any more.
        unsafe { libc::timer_delete(self.0) };
    }
}

/// Signals to the thread that starts them, from another thread. The thread by its address or number: with
/// some C libraries it is a pointer, which no other thread may have.
#[cfg(not(target_os = "linux"))]
struct Signals(usize);

#[cfg(not(target_os = "linux"))]
impl Signals {
    fn start() -> Self {
        // SAFETY: what a thread is called cannot fail.
        Self(unsafe { libc::pthread_self() } as usize)
    }

    /// Sends each signal once the last one was handled; ends the process if one never is.
    fn send(&self, meeting: &Meeting, is_done: &AtomicBool) {
        let (mut sent, mut since) = (0, Instant::now());
        while !is_done.load(Ordering::Acquire) {
            if meeting.handled.load(Ordering::Acquire) == sent {
                // SAFETY: it waits for this thread.
                unsafe { libc::pthread_kill(self.0 as libc::pthread_t, libc::SIGUSR1) };
                (sent, since) = (sent + 1, Instant::now());
                // Asleep, it does not keep the other one from a processor; and not in step with its calls.
                thread::sleep(Duration::from_micros(20 + sent as u64 % 97));
            } else {
                end_if_hanging(meeting, since);
                thread::yield_now();
            }
        }
    }
}

fn end_if_hanging(meeting: &Meeting, since: Instant) {
    if since.elapsed() > PATIENCE {
        eprintln!("{}: a handler hangs", meeting.generator.format());
        std::process::abort();
    }
}

fn options() -> Options {
    Options::new().max_lead_ms(60_000)
}

#[test]
fn a_handler_gets_an_id_or_is_refused() {
    for format in [Format::Tid, Format::Uid11Xid, Format::Uuid6, Format::Uuid7] {
        meet(format, &options(), Asks::Next);
    }
}

#[test]
fn a_handler_with_patience_gets_an_id_or_none() {
    for format in [Format::Tid, Format::Uid11Snowish, Format::Uuid7Draft01] {
        meet(format, &options(), Asks::Within);
    }
}

#[test]
fn a_handler_fills_or_is_refused() {
    for format in [Format::Timeid, Format::Uuid7] {
        meet(format, &options(), Asks::Fill);
    }
}

/// Of the same thread's stream.
#[test]
fn a_handler_draws_bits_of_its_own() {
    meet(Format::Uid11Fullrand, &Options::new(), Asks::Next);
}

/// What is drawn under the lock is not drawn twice, either.
#[test]
fn a_handler_draws_other_bits_of_a_seed() {
    meet(Format::Uuid7, &options().seed([7; 32]), Asks::Next);
}

#[cfg(target_os = "linux")]
#[test]
fn a_handler_shares_a_state_file_with_the_call_that_it_interrupts() {
    for (format, asks) in [
        (Format::Tid, Asks::Next),
        (Format::Uuid7, Asks::Within),
        (Format::Uid11Xid, Asks::Next),
    ] {
        let folder = folder::Folder::new();
        meet(format, &options().state_file(folder.file()), asks);
    }
}
