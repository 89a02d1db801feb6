//! The process of a driver: one that hangs is ended, with all that it has started.

use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// How long a driver that has closed its output may take to end.
pub(crate) const GRACE: Duration = Duration::from_secs(5);

/// A running driver; it does not outlive the conversation.
pub(crate) struct Driver {
    pub(crate) child: Child,
}

impl Driver {
    /// Waits for the end of the process, but not for ever.
    pub(crate) fn wait(&mut self, patience: Duration) -> Option<ExitStatus> {
        let started = Instant::now();
        loop {
            match self.child.try_wait() {
                Ok(None) if started.elapsed() < patience => {
                    thread::sleep(Duration::from_millis(2));
                }
                Ok(status) => return status,
                Err(_) => return None,
            }
        }
    }

    /// How it ended, now that its output has.
    pub(crate) fn ended(&mut self) -> String {
        match self.wait(GRACE) {
            Some(status) => status.to_string(),
            None => "its output closed, the process still running".to_owned(),
        }
    }

    pub(crate) fn kill(&mut self) {
        kill_group(&self.child);
        // Where the driver has no group of its own, or has just ended, these have the last word.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        if !matches!(self.child.try_wait(), Ok(Some(_))) {
            self.kill();
        }
    }
}

/// A driver may be a script that starts the real program: the group holds them both, so that both can be killed.
#[cfg(unix)]
pub(crate) fn own_group(command: &mut Command) {
    std::os::unix::process::CommandExt::process_group(command, 0);
}

#[cfg(not(unix))]
pub(crate) fn own_group(_: &mut Command) {}

/// The standard library kills single processes only; every POSIX shell can kill a group.
#[cfg(unix)]
fn kill_group(leader: &Child) {
    let _ = Command::new("/bin/sh")
        .args(["-c", "kill -s KILL -- \"-$1\"", "sh"])
        .arg(leader.id().to_string())
        .stderr(Stdio::null())
        .status();
}

#[cfg(not(unix))]
fn kill_group(_: &Child) {}
