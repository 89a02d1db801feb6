//! The processor's counter: the time stamps of x86-64, the virtual count of 64-bit ARM. What others have is not read.

#[cfg(all(
    target_arch = "aarch64",
    any(target_os = "linux", target_os = "android")
))]
use aarch64 as this;
#[cfg(not(any(
    target_arch = "x86_64",
    all(
        target_arch = "aarch64",
        any(target_os = "linux", target_os = "android")
    )
)))]
use none as this;
#[cfg(target_arch = "x86_64")]
use x86_64 as this;

pub(super) use this::{SOURCE, hz, is_steady, read};

#[cfg(target_arch = "x86_64")]
mod x86_64 {
    use std::arch::x86_64::{__cpuid, _rdtsc};

    /// What Linux calls it as a source of its own time.
    pub(crate) const SOURCE: &[u8] = b"tsc";

    #[inline(always)]
    pub(crate) fn read() -> u64 {
        // SAFETY: every x86-64 processor has the instruction, and it touches no memory.
        unsafe { _rdtsc() }
    }

    /// Few processors tell, and hypervisors fewer.
    pub(crate) fn hz() -> u64 {
        0
    }

    pub(crate) fn is_steady() -> bool {
        const ADVANCED_POWER: u32 = 0x8000_0007;
        #[allow(unused_unsafe, reason = "safe in newer compilers than the oldest")]
        // SAFETY: every x86-64 processor has the instruction, and it touches no memory.
        let cpuid = |leaf| unsafe { __cpuid(leaf) };
        cpuid(0x8000_0000).eax >= ADVANCED_POWER && cpuid(ADVANCED_POWER).edx & (1 << 8) != 0
    }
}

/// Linux lets programs read these registers, or reads them for the program where a processor's own answer is wrong. Of other systems none says that it
/// keeps its time by the counter.
#[cfg(all(
    target_arch = "aarch64",
    any(target_os = "linux", target_os = "android")
))]
mod aarch64 {
    use std::arch::asm;

    /// What Linux calls it as a source of its own time.
    pub(crate) const SOURCE: &[u8] = b"arch_sys_counter";

    /// The register may be read before instructions that come before it: a gate that is over would hold, and the id be older than what its caller has
    /// just read of the clock. The barrier has these done first. What comes after needs none: a reading of the clock begins with its own, or with a call
    /// of the system.
    #[inline(always)]
    pub(crate) fn read() -> u64 {
        let count;
        // SAFETY: see above; it touches no memory.
        unsafe {
            asm!(
                "isb",
                "mrs {}, cntvct_el0",
                out(reg) count,
                options(nostack, preserves_flags)
            );
        }
        count
    }

    /// By what the firmware wrote there.
    pub(crate) fn hz() -> u64 {
        let hz: u64;
        // SAFETY: as above.
        unsafe {
            asm!(
                "mrs {}, cntfrq_el0",
                out(reg) hz,
                options(nomem, nostack, preserves_flags)
            );
        }
        hz
    }

    /// The architecture has one count for all processors, at one speed in every state of them.
    pub(crate) fn is_steady() -> bool {
        true
    }
}

#[cfg(not(any(
    target_arch = "x86_64",
    all(
        target_arch = "aarch64",
        any(target_os = "linux", target_os = "android")
    )
)))]
mod none {
    pub(crate) const SOURCE: &[u8] = b"none";

    pub(crate) fn read() -> u64 {
        0
    }

    pub(crate) fn hz() -> u64 {
        0
    }

    pub(crate) fn is_steady() -> bool {
        false
    }
}
