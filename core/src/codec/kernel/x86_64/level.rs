//! Which instructions this processor has, beyond those that every x86-64 processor has.
//!
//! Found out once and kept in a byte, so that a kernel is chosen by one load and a branch that is
//! always the same. What the compiler may rely on anyhow (`-C target-cpu`) costs not even that.

#[cfg(feature = "std")]
use std::sync::atomic::{AtomicU8, Ordering};

/// The best of the files that this processor can run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(in crate::codec::kernel) enum Level {
    Sse2 = 1,
    Avx2 = 2,
    Avx512 = 3,
}

/// Names the features of the levels once, for the compiler and for the processor.
macro_rules! levels {
    ($($level:ident: $($feature:tt),*;)*) => {
        /// What the compiler may rely on.
        const SURELY: Level = {
            let mut level = Level::Sse2;
            $(if cfg!(all($(target_feature = $feature),*)) {
                level = Level::$level;
            })*
            level
        };

        /// What the processor has.
        #[cfg(feature = "std")]
        fn found() -> Level {
            let mut level = SURELY;
            $(if $(std::arch::is_x86_feature_detected!($feature))&&* {
                level = level.max(Level::$level);
            })*
            level
        }
    };
}

levels! {
    Avx2: "avx2", "bmi2";
    Avx512: "avx512f", "avx512bw", "avx512vl", "avx512vbmi", "avx512ifma", "bmi2";
}

/// The level of this processor.
#[inline(always)]
pub(in crate::codec::kernel) fn level() -> Level {
    if SURELY as u8 == Level::Avx512 as u8 {
        return SURELY;
    }
    #[cfg(feature = "std")]
    return match LEVEL.load(Ordering::Relaxed) {
        AVX512 => Level::Avx512,
        AVX2 => Level::Avx2,
        SSE2 => Level::Sse2,
        _ => detect(),
    };
    #[cfg(not(feature = "std"))]
    SURELY
}

/// 0 until it is known.
#[cfg(feature = "std")]
static LEVEL: AtomicU8 = AtomicU8::new(0);
#[cfg(feature = "std")]
const SSE2: u8 = Level::Sse2 as u8;
#[cfg(feature = "std")]
const AVX2: u8 = Level::Avx2 as u8;
#[cfg(feature = "std")]
const AVX512: u8 = Level::Avx512 as u8;

/// Threads that do so at once find the same.
#[cfg(feature = "std")]
#[cold]
#[inline(never)]
fn detect() -> Level {
    let level = found();
    #[cfg(sortid_kernel = "told")]
    let level = told(level);
    LEVEL.store(level as u8, Ordering::Relaxed);
    level
}

/// The level of a lesser processor, for measuring: never more than there is.
#[cfg(all(feature = "std", sortid_kernel = "told"))]
fn told(found: Level) -> Level {
    match std::env::var("SORTID_KERNEL").as_deref() {
        Ok("sse2") => Level::Sse2,
        Ok("avx2") => found.min(Level::Avx2),
        _ => found,
    }
}

/// Marks what is done without: its constants shall not be loaded where they are not needed.
#[cold]
#[inline]
pub(super) fn rare() {}
