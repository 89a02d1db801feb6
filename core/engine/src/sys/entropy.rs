//! Random bits: from the calling thread's generator, keyed by the operating system, or from a seed.
//!
//! Drawing needs no lock. A thread's generator is never used in another generation or epoch than
//! the one it was keyed in, that is, not after a fork or a reseed. A signal handler that interrupts
//! a draw uses a generator of its own.
//!
//! A snapshot copies keys with all other memory, and may be resumed twice. Therefore keys expire
//! after `KEY_LIFETIME_NS` as of the last clock read: the system's random bytes differ between the
//! copies.

use std::marker::PhantomData;
use std::sync::atomic::{Ordering, compiler_fence};

use super::process::{self, Generation};
use super::rng::Rng;
use super::{Atomic, Locals, Os, Statics, guard};
use crate::error::{Error, ErrorCode};
use crate::time::UnixTime;

/// The lifetime of a key by the wall clock. Drawing a key takes about a microsecond.
const KEY_LIFETIME_NS: u64 = 1_000_000;

/// If the wall clock jumps further than this against the time since boot, it was set, or the
/// machine or process was restored from a snapshot.
const JUMP_NS: u64 = 1_000_000_000;

/// A requested rekey in `Statics::key_epoch`, which a thread must not ignore.
const REQUEST: u64 = 1 << 32;

/// Invalidates every thread's key. `Relaxed` is enough: callers that need it synchronize through
/// the generator's lock.
pub fn invalidate_keys<S: Os>() {
    S::statics().key_epoch.fetch_add(REQUEST, Ordering::Relaxed);
}

/// Invalidates every thread's key if the keys have expired at this clock reading.
#[inline(always)]
pub fn expire_keys<S: Os>(reading: UnixTime) {
    if !S::can_be_copied() {
        return;
    }
    let known = S::statics().key_epoch_ns.load(Ordering::Acquire);
    // After the clock was set back, too.
    if unix_ns(reading).abs_diff(known) > KEY_LIFETIME_NS && known != 0 {
        begin_key_epoch::<S>(reading);
    }
}

#[cold]
#[inline(never)]
fn begin_key_epoch<S: Os>(reading: UnixTime) {
    begin_key_epoch_in::<S>(S::statics(), reading, redraw_after_jump::<S>);
}

fn begin_key_epoch_in<S: Os>(
    statics: &Statics<S>,
    reading: UnixTime,
    redraw_after_jump: impl FnOnce(&Statics<S>, UnixTime),
) {
    if guard!(FreshKey) {
        statics.key_epoch.fetch_add(1, Ordering::Relaxed);
    }
    // Before the time of the new epoch is stored. Until then, another thread or a signal handler
    // looks for a jump itself, so it cannot continue with what the snapshot drew.
    redraw_after_jump(statics, reading);
    // A thread that loads this time also sees the new epoch.
    let epoch_ns = nonzero_unix_ns(reading);
    statics.key_epoch_ns.store(epoch_ns, Ordering::Release);
}

/// Records the time of the first key and of the boot, unless they are known.
///
/// A child may be forked while only one of them is known. It records the other with its own first
/// key.
fn record_first_key<S: Os>(statics: &Statics<S>, reading: UnixTime, since_boot: Option<u64>) {
    let record = |word: &S::AtomicU64, ns: u64| {
        // A failed exchange means that another thread was first.
        let _ = word.compare_exchange(0, ns, Ordering::Release, Ordering::Relaxed);
    };
    if let Some(since_boot) = since_boot {
        record(&statics.boot_time_ns, boot_time_ns(reading, since_boot));
    }
    record(&statics.key_epoch_ns, nonzero_unix_ns(reading));
}

fn has_recorded_first_key<S: Os>(statics: &Statics<S>) -> bool {
    let words = [&statics.key_epoch_ns, &statics.boot_time_ns];
    words.iter().all(|word| word.load(Ordering::Relaxed) != 0)
}

/// Draws everything again if the wall clock has jumped since the last call, as of a reading taken
/// just now.
///
/// Threads that find the jump at once, and one that is delayed by `JUMP_NS` after its reading, each
/// cost a node and a key.
fn redraw_after_jump<S: Os>(statics: &Statics<S>, reading: UnixTime) {
    let Some(since_boot) = S::since_boot_ns() else {
        return;
    };
    let boot_time = boot_time_ns(reading, since_boot);
    let known = statics.boot_time_ns.load(Ordering::Acquire);
    if is_jump(known, boot_time) && guard!(Resumed) {
        process::redraw::<S>();
    }
    statics.boot_time_ns.store(boot_time, Ordering::Release);
}

/// Whether the wall clock has jumped, by the times of the boot as known before and as of now.
fn is_jump(known: u64, boot_time: u64) -> bool {
    known != 0 && boot_time.abs_diff(known) > JUMP_NS
}

/// The wall clock time of the boot. Never 0, which means that it is not known.
fn boot_time_ns(reading: UnixTime, since_boot: u64) -> u64 {
    unix_ns(reading).wrapping_sub(since_boot).max(1)
}

/// [`unix_ns`], but never 0, which means that it is not known.
fn nonzero_unix_ns(time: UnixTime) -> u64 {
    unix_ns(time).max(1)
}

/// Wraps around every 584 years.
#[inline(always)]
fn unix_ns(time: UnixTime) -> u64 {
    let seconds = (time.seconds() as u64).wrapping_mul(1_000_000_000);
    seconds.wrapping_add(time.nanos().into())
}

fn system_rng<S: Os>() -> Result<Rng, Error> {
    let mut key = [0; 32];
    S::entropy(&mut key).map_err(|_| Error::new(ErrorCode::EntropyUnavailable))?;
    Ok(Rng::from_seed(key))
}

#[inline(always)]
fn is_keyed<S: Os>(locals: &Locals, generation: Generation) -> bool {
    let epoch = S::statics().key_epoch.load(Ordering::Relaxed);
    let is_fresh =
        locals.generation.get() == generation.number() && locals.key_epoch.get() == epoch;
    is_fresh || (!guard!(FreshStream) && locals.generation.get() != 0)
}

/// Draws a new key for the thread. The caller has set `is_in_use`.
#[cold]
fn rekey<S: Os>(locals: &Locals, generation: Generation) -> Result<(), Error> {
    let statics = S::statics();
    let expires = S::can_be_copied() && S::has_clock();
    if expires && !has_recorded_first_key::<S>(statics) {
        record_first_key::<S>(statics, S::now(), S::since_boot_ns());
    }
    let epoch = statics.key_epoch.load(Ordering::Relaxed);
    let has_only_expired = locals.generation.get() == generation.number()
        && locals.key_epoch.get() / REQUEST == epoch / REQUEST;
    match system_rng::<S>() {
        // SAFETY: the cell belongs to this thread, and `is_in_use` makes this the only reference.
        Ok(rng) => unsafe {
            (*locals.rng.get()).write(rng);
        },
        // An expired key is better than no id. Try again after another lifetime.
        Err(_) if has_only_expired => {}
        Err(error) => return Err(error),
    }
    locals.generation.set(generation.number());
    locals.key_epoch.set(epoch);
    Ok(())
}

/// Draws from the calling thread's generator.
///
/// # Errors
/// `entropy_unavailable` if the thread needs a key.
#[inline(always)]
pub fn with_thread_rng<S: Os, R>(
    generation: Generation,
    draw: impl FnOnce(&mut Rng) -> R,
) -> Result<R, Error> {
    let locals = S::locals();
    let is_handler = locals.is_in_use.replace(true);
    // A signal handler must see the flag from before the first draw until after the last.
    compiler_fence(Ordering::SeqCst);
    let mut own = None;
    let rng = if is_handler {
        system_rng::<S>().map(|rng| own.insert(rng))
    } else {
        let keyed = match is_keyed::<S>(locals, generation) {
            true => Ok(()),
            false => rekey::<S>(locals, generation),
        };
        // SAFETY: a keyed generator is initialized; the flag excludes other references until
        // `draw` returns.
        keyed.map(|()| unsafe { (*locals.rng.get()).assume_init_mut() })
    };
    let drawn = rng.map(draw);
    compiler_fence(Ordering::SeqCst);
    locals.is_in_use.set(is_handler);
    drawn
}

/// Whether the calling thread has a valid key.
#[inline(always)]
pub fn is_ready<S: Os>(generation: Generation) -> bool {
    is_keyed::<S>(S::locals(), generation)
}

/// Ensures that the calling thread has a valid key, so that draws need no system call.
///
/// # Errors
/// `entropy_unavailable`
#[inline(always)]
pub fn prepare<S: Os>(generation: Generation) -> Result<(), Error> {
    match is_ready::<S>(generation) {
        true => Ok(()),
        false => with_thread_rng::<S, _>(generation, |_| ()),
    }
}

#[allow(
    clippy::large_enum_variant,
    reason = "stored inline, so that a fork copies all of it or nothing"
)]
pub enum Entropy<S: Os> {
    /// A seed. Used only under the generator's lock, in id order.
    Seeded(Rng),
    Thread(PhantomData<S>),
}

impl<S: Os> Entropy<S> {
    /// A source from a seed. Without a seed, fails unless the operating system provides entropy.
    pub fn new(seed: Option<[u8; 32]>) -> Result<Self, Error> {
        match seed {
            Some(seed) => Ok(Entropy::Seeded(Rng::from_seed(seed))),
            None => prepare::<S>(process::generation::<S>()).map(|()| Entropy::Thread(PhantomData)),
        }
    }

    pub fn is_seeded(&self) -> bool {
        matches!(self, Entropy::Seeded(_))
    }

    #[inline]
    pub fn with<R>(&mut self, draw: impl FnOnce(&mut Rng) -> R) -> Result<R, Error> {
        match self {
            Entropy::Seeded(rng) => Ok(draw(rng)),
            Entropy::Thread(_) => with_thread_rng::<S, _>(process::generation::<S>(), draw),
        }
    }

    #[inline]
    pub fn bits(&mut self, bits: u8) -> Result<u128, Error> {
        self.with(|rng| rng.bits(bits))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::examples::S;

    /// A closure that draws again acts like a signal handler in the middle of a draw.
    #[test]
    fn nested_draw_returns_its_own_bits() {
        let generation = process::generation::<S>();
        prepare::<S>(generation).expect("entropy");
        for round in 0..200 {
            let seed = [round; 32];
            let mut expected = Rng::from_seed(seed);
            let (outer, inner) = with_thread_rng::<S, _>(generation, |rng| {
                *rng = Rng::from_seed(seed);
                let before = rng.word();
                let inner = with_thread_rng::<S, _>(generation, |rng| rng.two_words());
                assert!(S::locals().is_in_use.get(), "the outer draw goes on");
                ([before, rng.word()], inner.expect("entropy"))
            })
            .expect("entropy");
            assert_eq!(outer, [expected.word(), expected.word()]);
            assert_ne!(outer, inner);
        }
        assert!(!S::locals().is_in_use.get());
    }

    #[test]
    fn stale_key_is_replaced() {
        let (generation, seed) = (process::generation::<S>(), [5; 32]);
        with_thread_rng::<S, _>(generation, |rng| *rng = Rng::from_seed(seed)).expect("keyed");
        let now = S::now();
        let expired = unix_ns(now) - KEY_LIFETIME_NS - 1;
        let key_epoch_ns = &S::statics().key_epoch_ns;
        key_epoch_ns.store(expired, Ordering::Relaxed);
        expire_keys::<S>(now);
        let drawn = with_thread_rng::<S, _>(generation, |rng| rng.two_words()).expect("entropy");
        assert_ne!(drawn, Rng::from_seed(seed).two_words());
    }

    const MINUTE_NS: u64 = 60_000_000_000;

    fn at_minute(minute: i64) -> UnixTime {
        UnixTime::new(minute * 60, 0).expect("in range")
    }

    fn recorded(statics: &Statics<S>) -> [u64; 2] {
        let words = [&statics.key_epoch_ns, &statics.boot_time_ns];
        words.map(|word| word.load(Ordering::Relaxed))
    }

    #[test]
    fn first_key_records_what_is_not_known() {
        let reading = at_minute(2);
        for known in [[0, 0], [5, 0], [0, 5], [5, 5]] {
            let statics = Statics::<S>::new();
            statics.key_epoch_ns.store(known[0], Ordering::Relaxed);
            statics.boot_time_ns.store(known[1], Ordering::Relaxed);
            assert_eq!(has_recorded_first_key::<S>(&statics), known == [5, 5]);
            record_first_key::<S>(&statics, reading, Some(MINUTE_NS));
            assert!(has_recorded_first_key::<S>(&statics));
            let [epoch, boot_time] = recorded(&statics);
            assert_eq!(epoch, if known[0] == 0 { 2 * MINUTE_NS } else { 5 });
            assert_eq!(boot_time, if known[1] == 0 { MINUTE_NS } else { 5 });
        }
    }

    #[test]
    fn first_key_at_time_zero_is_recorded() {
        let statics = Statics::<S>::new();
        record_first_key::<S>(&statics, at_minute(0), Some(0));
        assert_eq!(recorded(&statics), [1, 1]);
    }

    /// Until then, other threads look for a jump themselves.
    #[test]
    fn jump_is_looked_for_before_the_key_epoch_begins() {
        let statics = Statics::<S>::new();
        let known = || statics.key_epoch_ns.load(Ordering::Relaxed);
        let mut found = None;
        begin_key_epoch_in::<S>(&statics, at_minute(2), |_, _| found = Some(known()));
        assert_eq!((found, known()), (Some(0), 2 * MINUTE_NS));
    }

    #[test]
    fn clock_that_is_set_forward_or_back_jumps() {
        let known = 2 * MINUTE_NS;
        for (boot_time, has_jumped) in [
            (known, false),
            (known + JUMP_NS, false),
            (known - JUMP_NS, false),
            (known + JUMP_NS + 1, true),
            (known - JUMP_NS - 1, true),
        ] {
            assert_eq!(is_jump(known, boot_time), has_jumped, "{boot_time}");
            assert!(!is_jump(0, boot_time), "not known yet");
        }
    }

    #[test]
    fn second_first_key_does_not_hide_a_jump() {
        let statics = Statics::<S>::new();
        record_first_key::<S>(&statics, at_minute(1), Some(0));
        // Of another thread, after the clock was set.
        record_first_key::<S>(&statics, at_minute(3), Some(0));
        assert_eq!(recorded(&statics), [MINUTE_NS, MINUTE_NS]);
    }
}
