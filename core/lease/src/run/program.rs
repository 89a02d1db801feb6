//! The program that runs while there is a lease: started, told of signals, and waited for; its exit code is ours.

use std::ffi::OsString;
use std::io::ErrorKind;
use std::path::Path;
use std::process::{Child, Command};

use sd_notify::NotifyState;
use signal_hook::consts::signal::{SIGCHLD, SIGHUP, SIGINT, SIGQUIT, SIGWINCH};

use super::events::Signal;
use crate::address;
use crate::failure::{Failure, say};

/// Keeps the store's address, which may be in this process's environment, from the program: no process without `CAP_SYS_PTRACE` reads that any more.
pub(super) fn hide_environment() {
    // SAFETY: the call takes integers.
    #[cfg(target_os = "linux")]
    unsafe {
        libc::prctl(libc::PR_SET_DUMPABLE, 0, 0, 0, 0);
    }
}

/// How it came to an end.
pub(super) enum Ended {
    /// The program's exit code, or 128 and the number of the signal.
    Code(u8),
    /// There was no program, and somebody asked for the end.
    BySignal,
}

/// The program; or none, where others run beside us.
pub(super) enum Program {
    None { is_told: bool },
    Waiting(Command, OsString),
    Running(Child),
}

impl Program {
    /// The first word and its arguments; none of no words.
    pub(super) fn of(words: &[OsString]) -> Self {
        match words.split_first() {
            None => Program::None { is_told: false },
            Some((name, arguments)) => {
                let mut command = Command::new(name);
                // What makes ids has no use for the store's password.
                command.args(arguments).env_remove(address::VARIABLE);
                Program::Waiting(command, name.clone())
            }
        }
    }

    /// Whether others run beside us.
    pub(super) fn is_beside(&self) -> bool {
        matches!(self, Program::None { .. })
    }

    pub(super) fn is_started(&self) -> bool {
        match self {
            Program::None { is_told } => *is_told,
            Program::Waiting(..) => false,
            Program::Running(_) => true,
        }
    }

    /// Starts it, or tells who started us, now that there is a lease.
    pub(super) fn start(&mut self, lease_file: &Path) -> Result<(), Failure> {
        match self {
            Program::None { is_told: true } | Program::Running(_) => {}
            Program::None { is_told } => {
                *is_told = true;
                if let Err(error) = sd_notify::notify(false, &[NotifyState::Ready]) {
                    say(format!(
                        "{}: there, but nobody is told: {error}",
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

    /// A signal has come.
    pub(super) fn hear(&mut self, signal: Signal) -> Option<Ended> {
        match self {
            _ if signal.number == SIGCHLD => self.reap(),
            Program::Running(child) => {
                // A terminal tells all of its group, the program as well as us.
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

    /// Takes note of all children that have ended: as process 1 there are those of others, too.
    fn reap(&self) -> Option<Ended> {
        let mut ended = None;
        loop {
            let mut status = 0;
            // SAFETY: the call writes one integer, which is there.
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
        // SAFETY: the call takes two integers; the child was not waited for, so that no other process has its number.
        unsafe { libc::kill(pid, signal) };
    }
}
