//! A memory barrier on every processor that runs a thread of this process, paid by the caller.

#[cfg(target_os = "linux")]
mod os {
    use std::sync::atomic::{AtomicU8, Ordering};

    /// Of `linux/membarrier.h`.
    const PRIVATE_EXPEDITED: libc::c_int = 1 << 3;
    const REGISTER_PRIVATE_EXPEDITED: libc::c_int = 1 << 4;

    fn membarrier(command: libc::c_int) -> bool {
        // SAFETY: the system call takes no pointer, and no command changes memory.
        unsafe { libc::syscall(libc::SYS_membarrier, command, 0, 0) == 0 }
    }

    pub(in super::super) fn is_available() -> bool {
        const UNKNOWN: u8 = 0;
        const NO: u8 = 1;
        const YES: u8 = 2;
        // Not a `OnceLock`: a fork amidst its first use would leave it shut in the child.
        static AVAILABLE: AtomicU8 = AtomicU8::new(UNKNOWN);
        if AVAILABLE.load(Ordering::Relaxed) == UNKNOWN {
            let works = membarrier(REGISTER_PRIVATE_EXPEDITED) && membarrier(PRIVATE_EXPEDITED);
            AVAILABLE.store(if works { YES } else { NO }, Ordering::Relaxed);
        }
        AVAILABLE.load(Ordering::Relaxed) == YES
    }

    pub(in super::super) fn all_processors() {
        let done = membarrier(PRIVATE_EXPEDITED)
            // A child may have to register again.
            || (membarrier(REGISTER_PRIVATE_EXPEDITED) && membarrier(PRIVATE_EXPEDITED));
        if !done {
            // A sandbox that was shut since took the call away. Stores do not linger: no
            // processor keeps one back for a thousandth of this time.
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod os {
    pub(in super::super) fn is_available() -> bool {
        false
    }

    pub(in super::super) fn all_processors() {}
}

pub(super) use os::{all_processors, is_available};
