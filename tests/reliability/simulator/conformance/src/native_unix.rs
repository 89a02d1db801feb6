//! Children by fork, and signals.

use super::own_folder;
use crate::Here;
use crate::world::{Hold, Owner, World};

/// A child that lives until it is killed.
pub(crate) struct Child(libc::pid_t);

impl Child {
    pub(crate) fn kill(self) {
        // SAFETY: a child of ours, not yet waited for.
        unsafe {
            libc::kill(self.0, libc::SIGKILL);
            libc::waitpid(self.0, std::ptr::null_mut(), 0);
        }
    }
}

/// Forks; the child does something, and what it answers is told.
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

/// Another process, which has a file open and a byte of it locked.
pub(crate) fn holder(name: &str) -> Child {
    let path = own_folder().join(name);
    // Kept from being closed until it is killed.
    let mut kept = None;
    idle_child(&mut || {
        let place = Here::place(&path).expect("a name");
        let file = Here::open(&place).expect("a file");
        Here::lock(&file, 0, Hold::Alone, Owner::Description).expect("locked");
        kept = Some(file);
    })
}

/// A child that has answered, and lives.
fn fork(body: &mut dyn FnMut() -> u64) -> (Child, u64) {
    let mut ends = [0; 2];
    // SAFETY: two numbers are written; this process has one thread, so that a child may do anything; the pipe's ends are open.
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

/// Calls are interrupted a thousand times a second meanwhile.
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
    // SAFETY: the handler does nothing, and without SA_RESTART calls end with EINTR; the structures live longer than the calls.
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
