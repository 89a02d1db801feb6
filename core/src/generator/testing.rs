//! A clock and a seed for tests, which the default generators of the process use instead of the
//! system's.
//!
//! A scope takes the generators out of their slots. The next call makes generators of the scope
//! there. Its end puts the former ones back. So generators outside of tests pay nothing.

use std::cell::Cell;
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, Once, PoisonError};
use std::time::Duration;

use crate::Sys;
use crate::error::{Error, ErrorCode};
use crate::sys::{MOST_FORMATS, Os};
use crate::time::{Timestamp, UnixTime};
use sortid_engine::call::Clock;

/// What the generators of a scope use.
pub(super) struct TestSource {
    follows: Option<Box<dyn Fn() -> Timestamp + Send + Sync>>,
    /// If it follows no other clock.
    time: Mutex<Timestamp>,
    pub(super) seed: [u8; 32],
    has_ended: AtomicBool,
}

impl Clock for TestSource {
    fn now(&self) -> UnixTime {
        match &self.follows {
            Some(clock) => clock().0,
            None => self.time().0,
        }
    }

    fn has_ended(&self) -> bool {
        self.has_ended.load(Ordering::SeqCst)
    }
}

impl TestSource {
    fn time(&self) -> MutexGuard<'_, Timestamp> {
        unpoisoned(self.time.lock())
    }
}

fn unpoisoned<T>(guard: Result<T, PoisonError<T>>) -> T {
    guard.unwrap_or_else(PoisonError::into_inner)
}

/// How many generators with a state file or lease file exist.
static STATE_FILES: AtomicUsize = AtomicUsize::new(0);

/// The error for a test clock beside a file, whose ids would be in its time.
const WITH_FILE: &str =
    "state_file\0a test clock and a generator with a state file or lease file exclude each other";

/// A generator with a state file or lease file, as long as this value lives.
pub(super) struct OpenFile;

impl OpenFile {
    /// Counts a generator that `make` makes.
    ///
    /// # Errors
    /// `not_applicable` in a scope, and those of `make`.
    pub(super) fn count<R>(make: impl FnOnce() -> Result<R, Error>) -> Result<(R, Self), Error> {
        if current().is_some() {
            return Err(Error::about(ErrorCode::NotApplicable, WITH_FILE));
        }
        let made = make()?;
        STATE_FILES.fetch_add(1, Ordering::SeqCst);
        Ok((made, Self))
    }
}

impl Drop for OpenFile {
    fn drop(&mut self) {
        STATE_FILES.fetch_sub(1, Ordering::SeqCst);
    }
}

/// The addresses of sources and generators of former scopes. They are never freed, since a call in
/// another thread may still use them, and kept here, or leak checkers would report them.
static FORMER: Mutex<Vec<u64>> = Mutex::new(Vec::new());

/// The source of the innermost scope.
static CURRENT: AtomicPtr<TestSource> = AtomicPtr::new(std::ptr::null_mut());

pub(super) fn current() -> Option<&'static TestSource> {
    // SAFETY: null, or from a box that was leaked.
    unsafe { CURRENT.load(Ordering::SeqCst).as_ref() }
}

fn set_current(source: Option<&'static TestSource>) {
    let address = source.map_or(std::ptr::null_mut(), |source| {
        std::ptr::from_ref(source).cast_mut()
    });
    CURRENT.store(address, Ordering::SeqCst);
}

/// Held while a scope begins or ends, and while a generator of a scope is published.
static EXCHANGE: Mutex<()> = Mutex::new(());

/// Calls a function unless the scope of the source is not the innermost one any more. None begins
/// or ends meanwhile.
pub(super) fn if_current<R>(source: &TestSource, run: impl FnOnce() -> R) -> Option<R> {
    let _exchange = unpoisoned(EXCHANGE.lock());
    current()
        .is_some_and(|current| std::ptr::eq(current, source))
        .then(run)
}

/// Which thread has scopes, and how many.
static OWNER: Mutex<Option<(u64, usize)>> = Mutex::new(None);
static RELEASED: Condvar = Condvar::new();

/// The addresses in the slots of the default generators.
type Slots = [[u64; MOST_FORMATS]; 2];

/// Replaces the default generators. Returns the former ones.
fn exchange_slots(slots: &Slots) -> Slots {
    let statics = Sys::statics();
    let mut former = *slots;
    for (slots, addresses) in [&statics.defaults, &statics.at].iter().zip(&mut former) {
        for (slot, address) in slots.iter().zip(addresses) {
            *address = slot.swap(*address, Ordering::SeqCst);
        }
    }
    former
}

/// A time and a seed for the default generators of the process, as long as this value lives.
///
/// They apply to the plain functions ([`uuid7`](crate::uuid7), [`new`](crate::new),
/// [`default_generator`](crate::default_generator)) of all threads, not to generators that the
/// program makes itself. A default generator that the program keeps beyond the scope draws
/// everything again, and reads the system's clock. Ids of one time count up, as if the clock stood
/// still; with the same seed and the same calls they are the same ids. When the time goes back, ids
/// may repeat.
///
/// Scopes nest within a thread, and end in reverse order. A thread that begins one waits until no
/// other thread has one, since there is one clock for the process.
///
/// Not for production: a message on standard error says so once, and neither this nor a generator
/// with a state file or lease file begins while the other exists.
///
/// ```
/// use std::time::Duration;
///
/// use sortid::testing::TestClock;
/// use sortid::{Timestamp, uuid7};
///
/// let clock = TestClock::freeze(Timestamp::from_unix_ms(1_700_000_000_000)).seed([7; 32]).start()?;
/// let (a, b) = (uuid7(), uuid7());
/// assert_eq!(a.unix_ts_ms(), 1_700_000_000_000);
/// assert!(a < b);
/// clock.advance(Duration::from_secs(60));
/// assert_eq!(uuid7().unix_ts_ms(), 1_700_000_060_000);
/// # Ok::<(), sortid::Error>(())
/// ```
#[must_use = "the default generators return to the system's clock when this is dropped"]
pub struct TestClock {
    source: &'static TestSource,
    former: Box<(Slots, Option<&'static TestSource>)>,
}

/// How the time of a test begins: see [`TestClock`].
#[must_use]
pub struct Settings {
    time: Timestamp,
    follows: Option<Box<dyn Fn() -> Timestamp + Send + Sync>>,
    seed: Option<[u8; 32]>,
}

impl std::fmt::Debug for TestClock {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TestClock").finish_non_exhaustive()
    }
}

impl std::fmt::Debug for Settings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Settings")
            .field("time", &self.time)
            .finish_non_exhaustive()
    }
}

impl TestClock {
    /// A clock that stands still at `time` until it is moved.
    pub fn freeze(time: impl Into<Timestamp>) -> Settings {
        Settings {
            time: time.into(),
            follows: None,
            seed: None,
        }
    }

    /// A clock that reads what a function returns, such as another library's test clock.
    pub fn follow(clock: impl Fn() -> Timestamp + Send + Sync + 'static) -> Settings {
        Settings {
            time: Timestamp::from_unix_ms(0),
            follows: Some(Box::new(clock)),
            seed: None,
        }
    }

    /// Sets the time. No effect on a clock that follows another one.
    pub fn set(&self, time: impl Into<Timestamp>) {
        *self.source.time() = time.into();
    }

    /// Moves the time forward, at most to [`Timestamp::MAX`]. No effect on a clock that follows
    /// another one.
    pub fn advance(&self, by: Duration) {
        let mut time = self.source.time();
        let by = i128::try_from(by.as_nanos()).unwrap_or(i128::MAX);
        *time =
            Timestamp::from_unix_ns(time.unix_ns().saturating_add(by)).unwrap_or(Timestamp::MAX);
    }
}

impl Settings {
    /// Draws node, counters and random bits from this seed, so that a test gets the same ids again.
    pub fn seed(mut self, seed: [u8; 32]) -> Self {
        self.seed = Some(seed);
        self
    }

    /// Begins the scope.
    ///
    /// # Errors
    /// `not_applicable` while a generator with a state file or lease file exists.
    pub fn start(self) -> Result<TestClock, Error> {
        static WARNED: Once = Once::new();
        if STATE_FILES.load(Ordering::SeqCst) > 0 {
            return Err(Error::about(ErrorCode::NotApplicable, WITH_FILE));
        }
        WARNED.call_once(|| {
            eprintln!("sortid: a test controls the clock of the default generators");
        });
        begin();
        let outer = current();
        let source: &'static TestSource = Box::leak(Box::new(TestSource {
            follows: self.follows,
            time: Mutex::new(self.time),
            seed: self.seed.unwrap_or_else(random_seed),
            has_ended: AtomicBool::new(false),
        }));
        let _exchange = unpoisoned(EXCHANGE.lock());
        set_current(Some(source));
        let slots = exchange_slots(&[[0; MOST_FORMATS]; 2]);
        Ok(TestClock {
            source,
            former: Box::new((slots, outer)),
        })
    }
}

/// Enough for a test: it need not be secret.
fn random_seed() -> [u8; 32] {
    let mut seed = [0; 32];
    for part in seed.chunks_mut(8) {
        let word = RandomState::new().build_hasher().finish();
        part.copy_from_slice(&word.to_ne_bytes());
    }
    seed
}

/// A number that no other thread has. Unlike [`std::thread::current`], it leaves nothing allocated
/// in threads that C started.
fn this_thread() -> u64 {
    static LAST: AtomicU64 = AtomicU64::new(0);
    thread_local!(static NUMBER: Cell<u64> = const { Cell::new(0) });
    NUMBER.with(|number| {
        if number.get() == 0 {
            number.set(LAST.fetch_add(1, Ordering::Relaxed) + 1);
        }
        number.get()
    })
}

/// Waits until no other thread has a scope, and counts one of this thread.
fn begin() {
    let this = this_thread();
    let mut owner = unpoisoned(OWNER.lock());
    loop {
        match &mut *owner {
            Some((thread, scopes)) if *thread == this => {
                *scopes += 1;
                return;
            }
            None => {
                *owner = Some((this, 1));
                return;
            }
            Some(_) => owner = unpoisoned(RELEASED.wait(owner)),
        }
    }
}

impl Drop for TestClock {
    fn drop(&mut self) {
        let (slots, source) = &*self.former;
        let exchange = unpoisoned(EXCHANGE.lock());
        set_current(*source);
        let used = exchange_slots(slots);
        self.source.has_ended.store(true, Ordering::SeqCst);
        drop(exchange);
        let used = used.as_flattened().iter().copied();
        let mut former = unpoisoned(FORMER.lock());
        former.extend(used.filter(|&address| address != 0));
        former.push(std::ptr::from_ref(self.source).expose_provenance() as u64);
        drop(former);
        let mut owner = unpoisoned(OWNER.lock());
        if let Some((_, scopes)) = &mut *owner {
            *scopes -= 1;
            if *scopes == 0 {
                *owner = None;
                RELEASED.notify_one();
            }
        }
    }
}
