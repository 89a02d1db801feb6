//! Detection of the instruction sets that this processor has beyond the x86-64 baseline.
//!
//! The level is detected once and cached in a byte, so choosing a kernel costs a load and a
//! predictable branch. It costs nothing if the compiler may assume the highest level
//! (`-C target-cpu`).

#[cfg(feature = "std")]
use std::sync::atomic::{AtomicU8, Ordering};

/// A set of kernels that the processor can run, in ascending order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(in crate::codec::kernel) enum Level {
    Sse2 = 1,
    Avx2 = 2,
}

/// Returns the level of this processor.
#[inline(always)]
pub(in crate::codec::kernel) fn level() -> Level {
    if cfg!(all(target_feature = "avx2", target_feature = "bmi2")) {
        return Level::Avx2;
    }
    #[cfg(feature = "std")]
    return match LEVEL.load(Ordering::Relaxed) {
        AVX2 => Level::Avx2,
        SSE2 => Level::Sse2,
        _ => detect(),
    };
    #[cfg(not(feature = "std"))]
    Level::Sse2
}

/// The cached level; 0 until detected.
#[cfg(feature = "std")]
static LEVEL: AtomicU8 = AtomicU8::new(0);
#[cfg(feature = "std")]
const SSE2: u8 = Level::Sse2 as u8;
#[cfg(feature = "std")]
const AVX2: u8 = Level::Avx2 as u8;

/// Detects and caches the level. Concurrent calls find the same one.
#[cfg(feature = "std")]
#[cold]
#[inline(never)]
fn detect() -> Level {
    let has_avx2 =
        std::arch::is_x86_feature_detected!("avx2") && std::arch::is_x86_feature_detected!("bmi2");
    // For benchmarks of older processors.
    #[cfg(sortid_kernel = "told")]
    let has_avx2 = has_avx2 && std::env::var_os("SORTID_KERNEL").is_none_or(|name| name != "sse2");
    let level = if has_avx2 { Level::Avx2 } else { Level::Sse2 };
    LEVEL.store(level as u8, Ordering::Relaxed);
    level
}

/// Marks a branch as cold, so that constants which it needs are not loaded outside it.
#[cold]
#[inline]
pub(super) fn rare() {}
