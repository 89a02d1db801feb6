//! A forked process that generates ids and sends them to its parent.
//!
//! The child of a process with threads may only call functions that are safe in a signal handler,
//! and the library, which documents that it is safe. So a child writes fixed-size records to a pipe
//! and ends with `_exit`. An alarm ends a child that hangs, whatever the state of its locks.

use std::io::{self, PipeReader, PipeWriter, Read, Write};
use std::thread;
use std::time::{Duration, Instant};

use sortid::{AnyId, Error, ErrorCode, Format};

use crate::run::Failure;

/// The time limit of a child in seconds; a longer one counts as hanging.
const TIMEOUT: u32 = 5;

/// A check stops after this many hangs.
pub(crate) const ENOUGH_HANGS: u64 = 2;

/// The process, the error number or 0, and the id in the last bytes.
const RECORD: usize = 22;
const ID_BYTES: usize = 20;

/// Exit statuses of a child whose own child failed.
const GRANDCHILD_HUNG: libc::c_int = 2;
const GRANDCHILD_DIED: libc::c_int = 3;
const PANICKED: libc::c_int = 4;

/// A record that a process of a family wrote.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Record {
    /// 0 is the child, 1 the grandchild.
    pub(crate) who: u8,
    code: u8,
    bytes: [u8; ID_BYTES],
}

impl Record {
    /// The generated id, or the error.
    pub(crate) fn made(&self, format: Format) -> Result<Result<AnyId, ErrorCode>, Failure> {
        if self.code == 0 {
            let bytes = &self.bytes[ID_BYTES - format.byte_len()..];
            return Ok(Ok(AnyId::from_bytes(bytes, format)?));
        }
        let mut codes = ErrorCode::ALL.iter();
        let code = codes.find(|code| code.number() == i32::from(self.code));
        Ok(Err(*code.ok_or("a child sent an unknown error code")?))
    }

    /// The generated id. Fails if there was an error.
    pub(crate) fn id(&self, format: Format) -> Result<AnyId, Failure> {
        let made = self.made(format)?;
        made.map_err(|code| format!("a child got {code}").into())
    }

    /// The low 128 bits of the id.
    pub(crate) fn key(&self) -> u128 {
        let bytes = self.bytes.iter();
        bytes.fold(0, |key, &byte| key << 8 | u128::from(byte))
    }
}

/// The writing end of the pipe.
pub(crate) struct Pen {
    who: u8,
    pipe: PipeWriter,
}

impl Pen {
    /// Writes an id, or the error.
    pub(crate) fn write_id(&mut self, made: Result<AnyId, Error>) {
        match made {
            Ok(id) => self.write_record(0, &id.to_bytes()),
            Err(error) => self.write_record(error.code().number() as u8, &[]),
        }
    }

    /// Writes the bytes of any id, at most 20.
    pub(crate) fn write_bytes(&mut self, bytes: &[u8]) {
        self.write_record(0, bytes);
    }

    fn write_record(&mut self, code: u8, bytes: &[u8]) {
        let mut record = [0; RECORD];
        (record[0], record[1]) = (self.who, code);
        record[RECORD - bytes.len()..].copy_from_slice(bytes);
        // One atomic write to the pipe. The reader notices a missing record.
        let _ = self.pipe.write_all(&record);
    }

    /// Forks once more; the grandchild writes to the same pipe. Returns its process.
    pub(crate) fn fork(&mut self, life: impl FnOnce(&mut Pen)) -> Grandchild {
        // SAFETY: the child only calls permitted functions (see the module), and ends in `live`.
        match unsafe { libc::fork() } {
            0 => {
                self.who += 1;
                live(self, |pen| {
                    life(pen);
                    0
                })
            }
            pid => Grandchild(pid),
        }
    }
}

/// A grandchild.
pub(crate) struct Grandchild(libc::pid_t);

impl Grandchild {
    /// Waits for it. Returns the exit status that the child should use.
    pub(crate) fn join(self) -> libc::c_int {
        if self.0 < 0 {
            return GRANDCHILD_DIED;
        }
        match wait(self.0) {
            Ok(Ending::Left) => 0,
            Ok(Ending::Hung) => GRANDCHILD_HUNG,
            _ => GRANDCHILD_DIED,
        }
    }
}

/// The end of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// Normally.
    Left,
    /// By its alarm, or its own child's.
    Hung,
    /// Otherwise, with the status from `waitpid`.
    Died(libc::c_int),
}

/// A running child.
pub(crate) struct Child {
    pid: libc::pid_t,
    pipe: PipeReader,
}

/// Forks a child that runs `life` and writes records.
pub(crate) fn fork(life: impl FnOnce(&mut Pen)) -> io::Result<Child> {
    fork_family(|pen| {
        life(pen);
        0
    })
}

/// Like [`fork`], for a child with its own children: `life` returns the exit status.
pub(crate) fn fork_family(life: impl FnOnce(&mut Pen) -> libc::c_int) -> io::Result<Child> {
    let (reader, pipe) = io::pipe()?;
    let mut pen = Pen { who: 0, pipe };
    // SAFETY: the child only calls permitted functions (see the module), and ends in `live`.
    match unsafe { libc::fork() } {
        0 => live(&mut pen, life),
        -1 => Err(io::Error::last_os_error()),
        pid => Ok(Child { pid, pipe: reader }),
    }
}

/// Runs the child until it ends.
fn live(pen: &mut Pen, life: impl FnOnce(&mut Pen) -> libc::c_int) -> ! {
    /// A panic must not continue the work of the parent.
    struct Panicked;
    impl Drop for Panicked {
        fn drop(&mut self) {
            exit(PANICKED)
        }
    }
    let panicked = Panicked;
    // SAFETY: no handler is set, so the alarm ends this process.
    unsafe { libc::alarm(TIMEOUT) };
    let status = life(pen);
    std::mem::forget(panicked);
    exit(status)
}

fn exit(status: libc::c_int) -> ! {
    // SAFETY: ends the process without running the parent's exit handlers.
    unsafe { libc::_exit(status) }
}

fn wait(pid: libc::pid_t) -> io::Result<Ending> {
    let mut status = 0;
    // SAFETY: `status` is a live integer.
    if unsafe { libc::waitpid(pid, &mut status, 0) } != pid {
        return Err(io::Error::last_os_error());
    }
    Ok(if libc::WIFSIGNALED(status) {
        match libc::WTERMSIG(status) {
            libc::SIGALRM => Ending::Hung,
            _ => Ending::Died(status),
        }
    } else {
        match libc::WEXITSTATUS(status) {
            0 => Ending::Left,
            GRANDCHILD_HUNG => Ending::Hung,
            _ => Ending::Died(status),
        }
    })
}

/// The exit status of a child created by other means; `None` if it had to be killed.
pub(crate) fn ended(pid: libc::pid_t, patience: Duration) -> Option<libc::c_int> {
    let began = Instant::now();
    let mut status = 0;
    loop {
        // SAFETY: `status` is a live integer.
        if unsafe { libc::waitpid(pid, &mut status, libc::WNOHANG) } == pid {
            return Some(status);
        }
        if began.elapsed() > patience {
            // SAFETY: the child has not been waited for, so its process id is still in use.
            unsafe { libc::kill(pid, libc::SIGKILL) };
            // SAFETY: `status` is a live integer.
            unsafe { libc::waitpid(pid, &mut status, 0) };
            return None;
        }
        thread::sleep(Duration::from_micros(200));
    }
}

/// Whether forks wipe memory as the system promises. Emulators accept the request and ignore it.
pub(crate) fn finds_wiped() -> bool {
    let (len, rights) = (size_of::<u64>(), libc::PROT_READ | libc::PROT_WRITE);
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
    // SAFETY: maps new memory.
    let page = unsafe { libc::mmap(std::ptr::null_mut(), len, rights, flags, -1, 0) };
    if page == libc::MAP_FAILED {
        return false;
    }
    // SAFETY: the memory outlives both processes; the child only reads it and ends.
    unsafe {
        libc::madvise(page, len, libc::MADV_WIPEONFORK);
        page.cast::<u64>().write(1);
        let child = libc::fork();
        if child == 0 {
            libc::_exit(libc::c_int::from(page.cast::<u64>().read_volatile() != 0));
        }
        libc::munmap(page, len);
        ended(child, Duration::from_secs(1)) == Some(0)
    }
}

/// Creates a child by a raw system call, without the C library.
pub(crate) fn past_the_library() -> libc::pid_t {
    let (flags, zero) = (libc::c_long::from(libc::SIGCHLD), 0 as libc::c_long);
    // The flags, and a null stack to keep the current one: their order differs between processors.
    let (first, second) = match cfg!(target_arch = "s390x") {
        true => (zero, flags),
        false => (flags, zero),
    };
    // SAFETY: as `fork`: the child gets a copy of the stack.
    unsafe { libc::syscall(libc::SYS_clone, first, second, zero, zero, zero) as libc::pid_t }
}

impl Child {
    pub(crate) fn pid(&self) -> libc::pid_t {
        self.pid
    }

    /// Waits until the child and its own children have ended and closed the pipe.
    pub(crate) fn join(mut self) -> io::Result<(Ending, Vec<Record>)> {
        let mut all = Vec::new();
        self.pipe.read_to_end(&mut all)?;
        let ending = wait(self.pid)?;
        let records = all.chunks_exact(RECORD).map(|record| {
            let mut bytes = [0; ID_BYTES];
            bytes.copy_from_slice(&record[RECORD - ID_BYTES..]);
            Record {
                who: record[0],
                code: record[1],
                bytes,
            }
        });
        Ok((ending, records.collect()))
    }

    /// Like [`Self::join`], but fails unless the child ended normally.
    pub(crate) fn records(self) -> Result<Vec<Record>, Failure> {
        match self.join()? {
            (Ending::Left, records) => Ok(records),
            (Ending::Hung, _) => Err("a child hangs".into()),
            (Ending::Died(status), _) => Err(format!("a child died (status {status})").into()),
        }
    }
}
