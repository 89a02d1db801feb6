//! Whether standard output was closed when the process started (`sortid new uuid7 >&-`).
//!
//! Before `main`, Rust opens `/dev/null` for each closed standard stream, so writes would succeed and
//! be lost. A function that the loader calls earlier looks first.

use std::io;

/// Checks that there is a standard output.
///
/// # Errors
/// If it was closed when the process started.
pub(crate) fn check() -> io::Result<()> {
    #[cfg(unix)]
    if at_start::WAS_CLOSED.load(std::sync::atomic::Ordering::Relaxed) {
        return Err(io::Error::from_raw_os_error(libc::EBADF));
    }
    Ok(())
}

#[cfg(unix)]
mod at_start {
    use std::sync::atomic::{AtomicBool, Ordering};

    pub(super) static WAS_CLOSED: AtomicBool = AtomicBool::new(false);

    #[used]
    #[cfg_attr(
        target_vendor = "apple",
        unsafe(link_section = "__DATA,__mod_init_func")
    )]
    #[cfg_attr(not(target_vendor = "apple"), unsafe(link_section = ".init_array"))]
    static LOOK: extern "C" fn() = look;

    extern "C" fn look() {
        // SAFETY: this command of `fcntl` reads a flag, and accepts any descriptor.
        let flags = unsafe { libc::fcntl(libc::STDOUT_FILENO, libc::F_GETFD) };
        WAS_CLOSED.store(flags == -1, Ordering::Relaxed);
    }
}
