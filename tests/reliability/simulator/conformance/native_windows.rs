//! Processes without `fork`: this program, started again. There are no signals.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use super::own_folder;
use crate::Sys;
use crate::sys::{LockMode, LockOwner, Os};

/// A process that runs until it is killed.
pub(crate) struct Child(std::process::Child);

impl Child {
    pub(crate) fn kill(mut self) {
        self.0.kill().expect("killed");
        self.0.wait().expect("ended");
    }
}

/// Starts a process that opens a file and locks a byte of it.
pub(crate) fn holder(name: &str) -> Child {
    let program = std::env::current_exe().expect("its name");
    let mut command = Command::new(program);
    command.arg("--hold").arg(own_folder().join(name));
    let mut child = command.stdout(Stdio::piped()).spawn().expect("started");
    let output = child.stdout.take().expect("a pipe");
    let mut line = String::new();
    BufReader::new(output).read_line(&mut line).expect("a line");
    assert_eq!(line.trim(), "held");
    Child(child)
}

/// The main function of that process.
pub(crate) fn hold(path: &std::path::Path) -> ! {
    let place = Sys::absolute_path(path).expect("a name");
    let file = Sys::open(&place).expect("a file");
    Sys::lock_byte(&file, 0, LockMode::Exclusive, LockOwner::Description).expect("locked");
    println!("held");
    loop {
        std::thread::park();
    }
}

pub(crate) fn in_child(_body: &mut dyn FnMut() -> u64) -> u64 {
    unreachable!("programs that fork do not run on Windows")
}

pub(crate) fn idle_child(_body: &mut dyn FnMut()) -> Child {
    unreachable!("programs that fork do not run on Windows")
}

pub(crate) fn with_signals<R>(body: impl FnOnce() -> R) -> R {
    body()
}
