//! The program that runs while there is a lease. The agent starts it, forwards signals, and ends
//! with its exit code.

use std::ffi::OsString;
use std::io::ErrorKind;
use std::path::Path;
use std::process::{Child, Command};

use sd_notify::NotifyState;
use signal_hook::consts::signal::{SIGCHLD, SIGHUP, SIGINT, SIGQUIT, SIGWINCH};

use super::events::Signal;
use crate::address;
use crate::failure::{Failure, say};

/// Hides this process's environment, which may contain the store's address, from all processes
/// without `CAP_SYS_PTRACE`.
pub(super) fn hide_environment() {
    // SAFETY: `prctl` takes only integers here.
    #[cfg(target_os = "linux")]
    unsafe {
        libc::prctl(libc::PR_SET_DUMPABLE, 0, 0, 0, 0);
    }
}

/// How the run ended.
pub(super) enum Ended {
    /// The program's exit code, or 128 plus the signal's number.
    Code(u8),
    /// There is no program, and a terminating signal arrived.
    BySignal,
}

/// The program, or `None` if other processes use the lease file.
pub(super) enum Program {
    None { is_notified: bool },
    Waiting(Command, OsString),
    Running(Child),
}

impl Program {
    /// Creates the program from its name and arguments, or `None` if `words` is empty.
    pub(super) fn of(words: &[OsString]) -> Self {
        match words.split_first() {
            None => Program::None { is_notified: false },
            Some((name, arguments)) => {
                let mut command = Command::new(name);
                // The program does not need the store's password.
                command.args(arguments).env_remove(address::VARIABLE);
                Program::Waiting(command, name.clone())
            }
        }
    }

    /// Whether other processes use the lease file.
    pub(super) fn is_beside(&self) -> bool {
        matches!(self, Program::None { .. })
    }

    pub(super) fn is_started(&self) -> bool {
        match self {
            Program::None { is_notified } => *is_notified,
            Program::Waiting(..) => false,
            Program::Running(_) => true,
        }
    }

    /// Starts the program or, without one, notifies the service manager, now that there is a lease.
    pub(super) fn start(&mut self, lease_file: &Path) -> Result<(), Failure> {
        match self {
            Program::None { is_notified: true } | Program::Running(_) => {}
            Program::None { is_notified } => {
                *is_notified = true;
                if let Err(error) = sd_notify::notify(false, &[NotifyState::Ready]) {
                    say(format!(
                        "{}: has a lease, but systemd could not be notified: {error}",
                        lease_file.display()
                    ));
                }
            }
            Program::Waiting(command, name) => {
                let child = command.spawn().map_err(|error| {
                    let code = match error.kind() {
                        ErrorKind::NotFound => 127,
                        _ => 126,
                    };
                    Failure::with_code(code, format!("{}: {error}", name.display()))
                })?;
                *self = Program::Running(child);
            }
        }
        Ok(())
    }

    /// Handles a signal.
    pub(super) fn hear(&mut self, signal: Signal) -> Option<Ended> {
        match self {
            _ if signal.number == SIGCHLD => self.reap(),
            Program::Running(child) => {
                // A terminal signals the whole group, including the program.
                let is_of_terminal = signal.is_of_system
                    && matches!(signal.number, SIGINT | SIGQUIT | SIGHUP | SIGWINCH);
                if !is_of_terminal {
                    pass_on(child, signal.number);
                }
                None
            }
            Program::None { .. } if signal.ends() => Some(Ended::BySignal),
            Program::Waiting(..) if signal.ends() => Some(Ended::Code(signal.exit_code())),
            _ => None,
        }
    }

    /// Reaps all children that have ended. Process 1 also has those of other processes.
    fn reap(&self) -> Option<Ended> {
        let mut ended = None;
        loop {
            let mut status = 0;
            // SAFETY: `status` is valid for the integer that `waitpid` writes.
            let pid = unsafe { libc::waitpid(-1, &raw mut status, libc::WNOHANG) };
            if pid <= 0 {
                return ended;
            }
            let Program::Running(child) = self else {
                continue;
            };
            if libc::pid_t::try_from(child.id()) != Ok(pid) {
                continue;
            }
            let code = match libc::WIFEXITED(status) {
                true => libc::WEXITSTATUS(status),
                false => 128 + libc::WTERMSIG(status),
            };
            ended = Some(Ended::Code(u8::try_from(code).unwrap_or(255)));
        }
    }
}

fn pass_on(child: &Child, signal: i32) {
    if let Ok(pid) = libc::pid_t::try_from(child.id()) {
        // SAFETY: `kill` takes two integers, and the child was not waited for, so its process id is
        // not reused.
        unsafe { libc::kill(pid, signal) };
    }
}
