//! Detection of the instruction sets that this processor has beyond the x86-64 baseline.
//!
//! The level is detected once and cached in a byte, so choosing a kernel costs a load and a
//! predictable branch. It costs nothing if the compiler may assume the highest level
//! (`-C target-cpu`).

#[cfg(feature = "std")]
use std::sync::atomic::{AtomicU8, Ordering};

/// A set of kernels that the processor can run, in ascending order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(in crate::codec::kernel) enum Level {
    Sse2 = 1,
    Avx2 = 2,
    Avx512 = 3,
}

/// Defines the levels' features, both for the compiler and for detection at run time.
macro_rules! levels {
    ($($level:ident: $($feature:tt),*;)*) => {
        /// The level that the compiler may assume.
        const SURELY: Level = {
            let mut level = Level::Sse2;
            $(if cfg!(all($(target_feature = $feature),*)) {
                level = Level::$level;
            })*
            level
        };

        /// Detects the level of the processor.
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

/// Returns the level of this processor.
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

/// The cached level; 0 until detected.
#[cfg(feature = "std")]
static LEVEL: AtomicU8 = AtomicU8::new(0);
#[cfg(feature = "std")]
const SSE2: u8 = Level::Sse2 as u8;
#[cfg(feature = "std")]
const AVX2: u8 = Level::Avx2 as u8;
#[cfg(feature = "std")]
const AVX512: u8 = Level::Avx512 as u8;

/// Detects and caches the level. Concurrent calls find the same one.
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

/// Returns the level to use for benchmarks of older processors, never more than `found`.
#[cfg(all(feature = "std", sortid_kernel = "told"))]
fn told(found: Level) -> Level {
    match std::env::var("SORTID_KERNEL").as_deref() {
        Ok("sse2") => Level::Sse2,
        Ok("avx2") => found.min(Level::Avx2),
        _ => found,
    }
}

/// Marks a branch as cold, so that constants which it needs are not loaded outside it.
#[cold]
#[inline]
pub(super) fn rare() {}
