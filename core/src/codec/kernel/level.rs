//! Which instructions this processor has, beyond those that every x86-64 processor has.
//!
//! Found out once and kept in a byte, so that a kernel is chosen by one load and a branch that is
//! always the same. What the compiler may rely on anyhow (`-C target-cpu`) costs not even that.

#[cfg(feature = "std")]
use std::sync::atomic::{AtomicU8, Ordering};

/// Names the features of a level once, for the compiler and for the processor.
macro_rules! level {
    ($($feature:tt),*) => {
        /// Whether this processor has all that the functions of `avx512.rs` need.
        #[inline(always)]
        pub(super) fn avx512() -> bool {
            if cfg!(sortid_kernel = "sse2") {
                return false;
            }
            const SURELY: bool = cfg!(all($(target_feature = $feature),*));
            #[cfg(feature = "std")]
            return SURELY || match AVX512.load(Ordering::Relaxed) {
                UNKNOWN => detect(),
                known => known == YES,
            };
            #[cfg(not(feature = "std"))]
            return SURELY;
        }

        /// Threads that do so at once find the same.
        #[cfg(feature = "std")]
        #[cold]
        fn detect() -> bool {
            let found = $(std::arch::is_x86_feature_detected!($feature))&&*;
            AVX512.store(if found { YES } else { NO }, Ordering::Relaxed);
            found
        }
    };
}

#[cfg(feature = "std")]
static AVX512: AtomicU8 = AtomicU8::new(UNKNOWN);
#[cfg(feature = "std")]
const UNKNOWN: u8 = 0;
#[cfg(feature = "std")]
const NO: u8 = 1;
#[cfg(feature = "std")]
const YES: u8 = 2;

level!(
    "avx512f",
    "avx512bw",
    "avx512vl",
    "avx512vbmi",
    "avx512ifma"
);

/// Marks what is done without: its constants shall not be loaded where they are not needed.
#[cold]
#[inline]
pub(super) fn rare() {}
