//! Forked children and signals.

use super::own_folder;
use crate::Sys;
use crate::sys::{LockMode, LockOwner, Os};

/// A child that runs until it is killed.
pub(crate) struct Child(libc::pid_t);

impl Child {
    pub(crate) fn kill(self) {
        // SAFETY: the process is a child that has not been waited for.
        unsafe {
            libc::kill(self.0, libc::SIGKILL);
            libc::waitpid(self.0, std::ptr::null_mut(), 0);
        }
    }
}

/// Runs `body` in a forked child and returns its result.
pub(crate) fn in_child(body: &mut dyn FnMut() -> u64) -> u64 {
    let (child, answer) = fork(body);
    child.kill();
    answer
}

pub(crate) fn idle_child(body: &mut dyn FnMut()) -> Child {
    let mut answering = || {
        body();
        0
    };
    fork(&mut answering).0
}

/// Starts a process that opens a file and locks a byte of it.
pub(crate) fn holder(name: &str) -> Child {
    let path = own_folder().join(name);
    // Kept open until the child is killed.
    let mut kept = None;
    idle_child(&mut || {
        let place = Sys::absolute_path(&path).expect("a name");
        let file = Sys::open(&place).expect("a file");
        Sys::lock_byte(&file, 0, LockMode::Exclusive, LockOwner::Description).expect("locked");
        kept = Some(file);
    })
}

/// Forks a child that has finished `body` and waits to be killed, and returns the result.
fn fork(body: &mut dyn FnMut() -> u64) -> (Child, u64) {
    let mut ends = [0; 2];
    // SAFETY: `pipe` writes two numbers; this process has a single thread, so the child may do
    // anything; the ends of the pipe are open.
    unsafe {
        libc::pipe(ends.as_mut_ptr());
        let child = libc::fork();
        if child == 0 {
            let answer = body();
            libc::write(ends[1], (&raw const answer).cast(), 8);
            loop {
                libc::pause();
            }
        }
        let mut answer = u64::MAX;
        libc::read(ends[0], (&raw mut answer).cast(), 8);
        libc::close(ends[0]);
        libc::close(ends[1]);
        (Child(child), answer)
    }
}

/// Runs `body` while signals interrupt system calls a thousand times a second.
pub(crate) fn with_signals<R>(body: impl FnOnce() -> R) -> R {
    extern "C" fn nothing(_signal: libc::c_int) {}
    let interval = |us| libc::timeval {
        tv_sec: 0,
        tv_usec: us,
    };
    let timer = |us| libc::itimerval {
        it_interval: interval(us),
        it_value: interval(us),
    };
    // SAFETY: the handler does nothing; without SA_RESTART, calls fail with EINTR; the structures
    // outlive the calls.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = nothing as extern "C" fn(libc::c_int) as usize;
        libc::sigaction(libc::SIGALRM, &raw const action, std::ptr::null_mut());
        libc::setitimer(libc::ITIMER_REAL, &timer(1000), std::ptr::null_mut());
    }
    let result = body();
    // SAFETY: as above.
    unsafe { libc::setitimer(libc::ITIMER_REAL, &timer(0), std::ptr::null_mut()) };
    result
}
