//! Where random bits come from: a stream of the calling thread, keyed by the operating system, or that of a seed.
//!
//! Drawing needs no lock. A stream of another generation or epoch (of the process that this one was forked from, of the time before a reseeding) is
//! never continued; and a signal handler that comes amid a draw takes a stream of its own.
//!
//! A snapshot copies streams with all other memory, and may be resumed twice. Therefore a stream whose key is older than `FRESH_NS` is
//! keyed anew at the next clock reading: the kernel's random bytes differ between the copies.

use std::sync::atomic::{Ordering, compiler_fence};

use crate::Here;
use crate::error::{Error, ErrorCode};
use crate::process::{self, Generation};
use crate::stream::Stream;
use crate::time::Timestamp;
use crate::world::{Guard, Locals, Statics, World};

/// How long a key serves by the wall clock: a key costs about a microsecond.
const FRESH_NS: u64 = 1_000_000;

/// A wall clock that jumps further than this against the time since the system's start was set, or its machine or process was
/// restored from a snapshot.
const JUMP_NS: u64 = 1_000_000_000;

/// The request in `Statics::epoch`, which a stream must not ignore.
const REQUEST: u64 = 1 << 32;

/// Makes every thread draw a new key before its next bit: those for which that must be so know of it by the lock.
pub(super) fn advance_epoch() {
    Here::statics().epoch.fetch_add(REQUEST, Ordering::Relaxed);
}

/// Has every thread draw a new key if the keys are old by this clock reading.
#[inline(always)]
pub(super) fn freshen(reading: Timestamp) {
    if !Here::can_be_copied() {
        return;
    }
    let known = Here::statics().fresh_ns.load(Ordering::Acquire);
    // A clock that was set back makes them old, too.
    if unix_ns(reading).abs_diff(known) > FRESH_NS && known != 0 {
        grow_old(reading);
    }
}

#[cold]
#[inline(never)]
fn grow_old(reading: Timestamp) {
    let statics = Here::statics();
    if Here::keeps(Guard::FreshKey) {
        statics.epoch.fetch_add(1, Ordering::Relaxed);
    }
    // Whoever sees this sees the epoch.
    statics
        .fresh_ns
        .store(unix_ns(reading).max(1), Ordering::Release);
    if is_resumed(statics, reading) && Here::keeps(Guard::Resumed) {
        process::renew();
    }
}

/// Whether the wall clock, which was just read, jumped since the last call.
///
/// A thread that is held up for `JUMP_NS` after the reading finds a jump, too: that costs a node and a key.
fn is_resumed(statics: &Statics, reading: Timestamp) -> bool {
    let Some(since_boot) = Here::since_boot_ns() else {
        return false;
    };
    let booted = unix_ns(reading).wrapping_sub(since_boot).max(1);
    let known = statics.booted_ns.swap(booted, Ordering::Relaxed);
    known != 0 && booted.abs_diff(known) > JUMP_NS
}

/// Wraps around every 584 years.
#[inline(always)]
fn unix_ns(time: Timestamp) -> u64 {
    let seconds = (time.seconds() as u64).wrapping_mul(1_000_000_000);
    seconds.wrapping_add(time.nanos().into())
}

fn from_system() -> Result<Stream, Error> {
    let mut key = [0; 32];
    Here::entropy(&mut key).map_err(|_| Error::new(ErrorCode::EntropyUnavailable))?;
    Ok(Stream::from_seed(key))
}

/// Whether the thread's stream may go on; else it has to be keyed.
#[inline(always)]
fn is_keyed(locals: &Locals, generation: Generation) -> bool {
    let epoch = Here::statics().epoch.load(Ordering::Relaxed);
    let is_fresh = locals.generation.get() == generation.number() && locals.epoch.get() == epoch;
    is_fresh || (!Here::keeps(Guard::FreshStream) && locals.generation.get() != 0)
}

/// Begins the stream, or begins it anew. By who has it in use.
#[cold]
fn key(locals: &Locals, generation: Generation) -> Result<(), Error> {
    let statics = Here::statics();
    let is_watched = Here::can_be_copied() && Here::tells_time();
    if is_watched && statics.fresh_ns.load(Ordering::Relaxed) == 0 {
        let now = Here::now();
        statics
            .fresh_ns
            .store(unix_ns(now).max(1), Ordering::Relaxed);
        is_resumed(statics, now);
    }
    let epoch = statics.epoch.load(Ordering::Relaxed);
    let is_only_old = locals.generation.get() == generation.number()
        && locals.epoch.get() / REQUEST == epoch / REQUEST;
    match from_system() {
        // SAFETY: the cell is the thread's own, and who has it in use has the only reference.
        Ok(stream) => unsafe {
            (*locals.stream.get()).write(stream);
        },
        // An old key is better than no id. The next one is asked for after as long again.
        Err(_) if is_only_old => {}
        Err(error) => return Err(error),
    }
    locals.generation.set(generation.number());
    locals.epoch.set(epoch);
    Ok(())
}

/// Uses the calling thread's stream.
///
/// # Errors
/// `entropy_unavailable` where it has to be keyed.
#[inline(always)]
pub(super) fn with_thread_stream<R>(
    generation: Generation,
    draw: impl FnOnce(&mut Stream) -> R,
) -> Result<R, Error> {
    let locals = Here::locals();
    let is_handler = locals.is_in_use.replace(true);
    // A handler sees the flag before anything is drawn, and as long as anything is.
    compiler_fence(Ordering::SeqCst);
    let mut own = None;
    let stream = if is_handler {
        from_system().map(|stream| own.insert(stream))
    } else {
        let keyed = match is_keyed(locals, generation) {
            true => Ok(()),
            false => key(locals, generation),
        };
        // SAFETY: keyed, so it was written; the flag keeps others away until `draw` is over.
        keyed.map(|()| unsafe { (*locals.stream.get()).assume_init_mut() })
    };
    let drawn = stream.map(draw);
    compiler_fence(Ordering::SeqCst);
    locals.is_in_use.set(is_handler);
    drawn
}

/// Whether the calling thread's stream is keyed.
#[inline(always)]
pub(super) fn is_ready(generation: Generation) -> bool {
    is_keyed(Here::locals(), generation)
}

/// Keys the calling thread's stream, so that nothing has to be asked of the system later.
///
/// # Errors
/// `entropy_unavailable`
#[inline(always)]
pub(super) fn prepare(generation: Generation) -> Result<(), Error> {
    match is_ready(generation) {
        true => Ok(()),
        false => with_thread_stream(generation, |_| ()),
    }
}

/// Where a generator's random bits come from.
#[allow(
    clippy::large_enum_variant,
    reason = "in place: a fork copies it whole or not at all"
)]
pub(super) enum Entropy {
    /// A seed: always under the generator's lock, in the order of the ids.
    Seeded(Stream),
    /// The calling thread.
    Thread,
}

impl Entropy {
    /// From the seed; without one, only if the operating system gives random bytes.
    pub(super) fn new(seed: Option<[u8; 32]>) -> Result<Self, Error> {
        match seed {
            Some(seed) => Ok(Entropy::Seeded(Stream::from_seed(seed))),
            None => prepare(process::generation()).map(|()| Entropy::Thread),
        }
    }

    pub(super) fn is_seeded(&self) -> bool {
        matches!(self, Entropy::Seeded(_))
    }

    /// Uses the stream.
    #[inline]
    pub(super) fn with<R>(&mut self, draw: impl FnOnce(&mut Stream) -> R) -> Result<R, Error> {
        match self {
            Entropy::Seeded(stream) => Ok(draw(stream)),
            Entropy::Thread => with_thread_stream(process::generation(), draw),
        }
    }

    /// See [`Stream::bits`].
    #[inline]
    pub(super) fn bits(&mut self, bits: u8) -> Result<u128, Error> {
        self.with(|stream| stream.bits(bits))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A closure that draws again acts like a signal handler in the middle of a draw.
    #[test]
    fn nested_draw_returns_its_own_bits() {
        let generation = process::generation();
        prepare(generation).expect("entropy");
        for round in 0..200 {
            let seed = [round; 32];
            let mut expected = Stream::from_seed(seed);
            let (outer, inner) = with_thread_stream(generation, |stream| {
                *stream = Stream::from_seed(seed);
                let before = stream.word();
                let inner = with_thread_stream(generation, |stream| stream.two_words());
                ([before, stream.word()], inner.expect("entropy"))
            })
            .expect("entropy");
            assert_eq!(outer, [expected.word(), expected.word()]);
            assert_ne!(outer, inner);
        }
        assert!(!Here::locals().is_in_use.get());
    }

    #[test]
    fn stale_key_is_replaced() {
        let (generation, seed) = (process::generation(), [5; 32]);
        with_thread_stream(generation, |stream| *stream = Stream::from_seed(seed)).expect("keyed");
        let now = Here::now();
        let old = unix_ns(now) - FRESH_NS - 1;
        Here::statics().fresh_ns.store(old, Ordering::Relaxed);
        freshen(now);
        let drawn = with_thread_stream(generation, |stream| stream.two_words()).expect("entropy");
        assert_ne!(drawn, Stream::from_seed(seed).two_words());
    }
}
