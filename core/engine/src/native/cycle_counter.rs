//! The processor's cycle counter: the time stamp counter of x86-64, the virtual count of 64-bit
//! ARM. Not used on other processors.

#[cfg(all(
    target_arch = "aarch64",
    any(target_os = "linux", target_os = "android")
))]
use aarch64 as arch;
#[cfg(not(any(
    target_arch = "x86_64",
    all(
        target_arch = "aarch64",
        any(target_os = "linux", target_os = "android")
    )
)))]
use none as arch;
#[cfg(target_arch = "x86_64")]
use x86_64 as arch;

pub(super) use arch::{CLOCK_SOURCE, hz, is_invariant, read};

#[cfg(target_arch = "x86_64")]
mod x86_64 {
    use std::arch::x86_64::{__cpuid, _rdtsc};

    /// Its name as a clock source of Linux.
    pub(crate) const CLOCK_SOURCE: &[u8] = b"tsc";

    #[inline(always)]
    pub(crate) fn read() -> u64 {
        // SAFETY: every x86-64 processor has the instruction, and it touches no memory.
        unsafe { _rdtsc() }
    }

    /// Few processors report it, and fewer hypervisors.
    pub(crate) fn hz() -> u64 {
        0
    }

    pub(crate) fn is_invariant() -> bool {
        const ADVANCED_POWER: u32 = 0x8000_0007;
        #[allow(
            unused_unsafe,
            reason = "safe in compilers newer than the oldest supported"
        )]
        // SAFETY: every x86-64 processor has the instruction, and it touches no memory.
        let cpuid = |leaf| unsafe { __cpuid(leaf) };
        cpuid(0x8000_0000).eax >= ADVANCED_POWER && cpuid(ADVANCED_POWER).edx & (1 << 8) != 0
    }
}

/// Linux lets programs read these registers, or emulates the read if a processor's own value is
/// wrong. No other system reports that its clock uses the counter.
#[cfg(all(
    target_arch = "aarch64",
    any(target_os = "linux", target_os = "android")
))]
mod aarch64 {
    use std::arch::asm;

    /// Its name as a clock source of Linux.
    pub(crate) const CLOCK_SOURCE: &[u8] = b"arch_sys_counter";

    /// The barrier completes preceding instructions first. Without it, the register may be read
    /// early, an expired clock window would appear open, and an id could be older than a clock
    /// reading that the caller has just taken. No barrier is needed afterwards: a clock read starts
    /// with its own, or with a system call.
    #[inline(always)]
    pub(crate) fn read() -> u64 {
        let count;
        // SAFETY: programs may read the register; no memory is touched.
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

    /// As written by the firmware.
    pub(crate) fn hz() -> u64 {
        let hz: u64;
        // SAFETY: programs may read the register; no memory is touched.
        unsafe {
            asm!(
                "mrs {}, cntfrq_el0",
                out(reg) hz,
                options(nomem, nostack, preserves_flags)
            );
        }
        hz
    }

    /// The architecture has one counter for all processors, with one frequency in all power
    /// states.
    pub(crate) fn is_invariant() -> bool {
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
    pub(crate) const CLOCK_SOURCE: &[u8] = b"none";

    pub(crate) fn read() -> u64 {
        0
    }

    pub(crate) fn hz() -> u64 {
        0
    }

    pub(crate) fn is_invariant() -> bool {
        false
    }
}
