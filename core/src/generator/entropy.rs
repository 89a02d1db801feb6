//! Where random bits come from: a stream of the calling thread, keyed by the operating system, or that of a seed.
//!
//! Drawing needs no lock. A stream of another generation or epoch (of the process that this one was forked from, of the time before a reseeding) is
//! never continued; and a signal handler that comes amid a draw takes a stream of its own.

use std::sync::atomic::{Ordering, compiler_fence};

use crate::Here;
use crate::error::{Error, ErrorCode};
use crate::process::{self, Generation};
use crate::stream::Stream;
use crate::world::{Guard, Locals, World};

/// Makes every thread draw a new key before its next bit: those for which that must be so know of it by the lock.
pub(super) fn advance_epoch() {
    Here::statics().epoch.fetch_add(1, Ordering::Relaxed);
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
    let epoch = Here::statics().epoch.load(Ordering::Relaxed);
    let stream = from_system()?;
    // SAFETY: the cell is the thread's own, and who has it in use has the only reference.
    unsafe { (*locals.stream.get()).write(stream) };
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

    /// A closure that draws again is what a signal handler is amid a draw.
    #[test]
    fn who_interrupts_a_draw_gets_bits_of_its_own() {
        let (generation, seed) = (process::generation(), [3; 32]);
        prepare(generation).expect("entropy");
        let mut expected = Stream::from_seed(seed);
        with_thread_stream(generation, |stream| *stream = Stream::from_seed(seed)).expect("keyed");
        for _ in 0..200 {
            let (outer, inner) = with_thread_stream(generation, |stream| {
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
}
