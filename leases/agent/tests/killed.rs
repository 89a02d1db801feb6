//! Kills before every single system call: the store has the old version or the new one, and still
//! works.
#![cfg(target_os = "linux")]

mod common;

use std::fs;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::ptr::null_mut;

use common::{Machine, ran, skip};

/// How a traced command ended.
#[derive(PartialEq, Eq)]
enum Ended {
    Stopped,
    Well,
    /// The system does not allow tracing.
    Untraced,
}

/// Kills the command when it is about to make its `nth` system call.
fn killed_at(command: &mut Command, nth: u32) -> Ended {
    stopped_at(command, nth, |child| {
        child.kill().expect("to kill it");
    })
}

/// Stops the command when it is about to make its `nth` system call, runs `meanwhile`, and resumes
/// it.
fn stopped_at(command: &mut Command, nth: u32, meanwhile: impl FnOnce(&mut Child)) -> Ended {
    // SAFETY: the closure makes one system call, which is allowed between fork and exec.
    unsafe {
        command.pre_exec(|| {
            match libc::ptrace(libc::PTRACE_TRACEME, 0, null_mut::<u8>(), null_mut::<u8>()) {
                0 => Ok(()),
                _ => Err(std::io::Error::last_os_error()),
            }
        })
    };
    command.stdout(Stdio::null()).stderr(Stdio::null());
    // If tracing is not allowed, the child fails before exec.
    let Ok(mut child) = command.spawn() else {
        return Ended::Untraced;
    };
    let pid = child.id() as i32;
    let (mut stops, mut signal) = (0, 0);
    loop {
        let mut status = 0;
        // SAFETY: `status` is valid for the integer that `waitpid` writes.
        let waited = unsafe { libc::waitpid(pid, &raw mut status, 0) };
        assert_eq!(waited, pid);
        if libc::WIFEXITED(status) {
            assert_eq!(libc::WEXITSTATUS(status), 0, "before call {nth}");
            return Ended::Well;
        }
        if libc::WIFSTOPPED(status) {
            let stopped_by = libc::WSTOPSIG(status);
            // The stop after exec is also a trap. Each system call stops at its beginning and at
            // its end.
            signal = if stopped_by == libc::SIGTRAP {
                0
            } else {
                stopped_by
            };
            stops += 1;
        }
        if stops >= 2 * nth {
            meanwhile(&mut child);
            // SAFETY: `status` is valid for writes, and the detach of a killed child only fails.
            unsafe {
                libc::ptrace(libc::PTRACE_DETACH, pid, null_mut::<u8>(), null_mut::<u8>());
                libc::waitpid(pid, &raw mut status, 0);
            }
            return Ended::Stopped;
        }
        // SAFETY: the child is stopped, and traced by this thread.
        unsafe {
            libc::ptrace(
                libc::PTRACE_SYSCALL,
                pid,
                null_mut::<u8>(),
                signal as usize as *mut u8,
            )
        };
    }
}

#[test]
fn agent_killed_at_any_call_leaves_the_old_or_the_new_store() {
    let machine = Machine::new("--nodes 3-3 --stretch 1000ms --margin 1s");
    let (mut stretch_ms, mut old, mut new) = (1000, 0, 0);
    for nth in 1..2000 {
        let line = format!(
            "create orders --format tid --nodes 3-3 --margin 1s --stretch {}ms",
            stretch_ms + 1
        );
        match killed_at(&mut machine.command(&line), nth) {
            Ended::Untraced => {
                return skip(
                    "agent_killed_at_any_call_leaves_the_old_or_the_new_store",
                    "ptrace is not allowed here",
                );
            }
            Ended::Well => {
                assert!(old > 50 && new > 0, "{old} old ones, {new} new ones");
                assert_eq!(ran(&mut machine.around("l", "true")).code, Some(0));
                return;
            }
            Ended::Stopped => {}
        }
        let found = machine.status()["stretch_ms"].as_u64();
        match found {
            Some(found) if found == stretch_ms => old += 1,
            Some(found) if found == stretch_ms + 1 => {
                new += 1;
                stretch_ms = found;
            }
            _ => panic!("before call {nth}: {found:?}"),
        }
        assert!(
            machine.status()["floor_ms"].as_i64() == Some(0),
            "the same file as before call {nth}"
        );
    }
    panic!("it never ends by itself");
}

/// The store is moved away during any system call of a command that changes it, and moved back
/// afterwards.
#[test]
fn store_moved_during_a_change_loses_nothing() {
    let machine = Machine::new("--nodes 3-3 --stretch 1000ms --margin 1s");
    let (store, aside) = (machine.at("store"), machine.at("aside"));
    // Opening and replacing the store takes many system calls.
    for nth in (1..2000).step_by(3) {
        let line = format!(
            "create orders --format tid --nodes 3-3 --margin 1s --stretch {}ms",
            1000 + nth
        );
        let ended = stopped_at(&mut machine.command(&line), nth, |_| {
            fs::rename(&store, &aside).expect("to move it");
        });
        match ended {
            Ended::Untraced => {
                return skip(
                    "store_moved_during_a_change_loses_nothing",
                    "ptrace is not allowed here",
                );
            }
            Ended::Well => {
                assert!(nth > 50, "{nth} calls");
                return;
            }
            Ended::Stopped => {}
        }
        let len = fs::metadata(&aside).map(|known| known.len());
        assert!(len.is_ok_and(|len| len > 0), "empty after call {nth}");
        fs::rename(&aside, &store).expect("to move it back");
        assert!(
            machine.status()["floor_ms"].as_i64() == Some(0),
            "the same file as before call {nth}"
        );
    }
    panic!("it never ends by itself");
}
