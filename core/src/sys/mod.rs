//! The operating system abstraction: clocks, entropy, threads, shared memory, files and their
//! locks, and every atomic that threads or processes share.
//!
//! Generators and state files reach the operating system only through the trait [`Os`]. `native/`
//! implements it for real systems. The simulator and the model checker (`tests/reliability`)
//! compile the same sources with implementations of their own.
//!
//! The implementation is chosen at compile time: the crate root names it [`Sys`]. All calls are
//! statically dispatched.

pub(crate) mod deadline;
pub(crate) mod entropy;
pub(crate) mod environment;
pub(crate) mod failpoints;
pub(crate) mod lock;
pub(crate) mod process;
pub(crate) mod rng;

use std::borrow::Cow;
use std::cell::{Cell, UnsafeCell};
use std::io::Result;
use std::mem::{ManuallyDrop, MaybeUninit};
use std::path::Path;
use std::time::Duration;

use crate::time::Timestamp;
use rng::Rng;

pub(crate) use crate::Sys;
pub(crate) use deadline::Deadline;
pub(crate) use failpoints::{CovMark, Guard, cov_mark, guard};

/// An atomic that threads or processes share, with the methods of
/// [`std::sync::atomic::AtomicU64`].
pub(crate) type AtomicU64 = <Sys as Os>::AtomicU64;

/// The data of a lock, with `new` and `get` as in [`UnsafeCell`].
pub(crate) type LockCell<T> = <Sys as Os>::LockCell<T>;

pub(crate) type File = <Sys as Os>::File;

pub(crate) type FilePath = <Sys as Os>::FilePath;

#[derive(Clone, Copy)]
#[cfg_attr(
    not(any(unix, windows)),
    allow(dead_code, reason = "systems without state files map no files")
)]
pub(crate) enum Mapping<'a> {
    /// Reads as zeros in a forked child. Fails if the system cannot do that.
    WipedOnFork,
    /// Shared with forked children.
    Shared,
    /// A file from its start, shared by all processes that map it. Other offsets would have to be
    /// multiples of the page size, which is up to 64 KiB.
    File(&'a File),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LockMode {
    Exclusive,
    Shared,
    Unlocked,
}

/// The owner of a byte lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LockOwner {
    /// The open file description: the lock ends when the last process closes it.
    Description,
    /// The process: forked children do not inherit the lock.
    Process,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FileInfo {
    /// Device and inode number: the same for all names of a file.
    pub(crate) identity: (u64, u128),
    /// The time of creation, in nanoseconds since 1970; 0 if unknown. The inode number of a
    /// removed file may be reused.
    pub(crate) created_ns: u64,
    pub(crate) is_regular: bool,
    /// No user has write permission.
    pub(crate) is_write_protected: bool,
    pub(crate) len: u64,
}

impl FileInfo {
    /// Device, inode number and creation time: different for copies of a file, and for a later file
    /// with the same inode number.
    pub(crate) fn unique_id(&self) -> (u64, u64, u64) {
        let (device, number) = self.identity;
        (device, number as u64, self.created_ns)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    not(any(unix, windows)),
    allow(dead_code, reason = "systems without state files never look")
)]
pub(crate) enum FileSystem {
    /// All processes that open the file run on this kernel and share its pages.
    Local,
    /// Another machine may have the file open without sharing memory: a network file system or one
    /// passed through from a host. With its name.
    Remote(&'static str),
    /// Not known to be local. With its magic number.
    #[cfg_attr(
        not(any(target_os = "linux", target_os = "android")),
        allow(dead_code, reason = "Linux has magic numbers")
    )]
    Unknown(u32),
}

/// The operating system.
///
/// Functions block only where documented, and retry if a signal interrupts them.
pub(crate) trait Os {
    type AtomicU64;
    type LockCell<T>;
    type File;
    type FilePath: Clone;

    // Failpoints

    /// Whether a guard is enabled: always, except in a simulation that disables it.
    fn is_enabled(guard: Guard) -> bool;

    /// Records that a branch was executed. Does nothing except in a simulation.
    fn record(mark: CovMark);

    // Clocks

    /// Whether there is a wall clock; otherwise [`now`](Self::now) is meaningless. There is none on
    /// `wasm32-unknown-unknown`, except JavaScript's with the feature `js`, or that of a host for
    /// which the program is compiled (`--cfg sortid_clock="host"`), once it provides one.
    #[inline(always)]
    fn has_clock() -> bool {
        true
    }

    /// The wall clock. Loads that precede the call complete before the clock is read.
    fn now() -> Timestamp;

    /// A clock that is never set, in nanoseconds since an arbitrary instant.
    fn monotonic_ns() -> u64;

    /// Nanoseconds since the system booted, including suspends; `None` if not available.
    ///
    /// When a machine or process is restored from a snapshot, this clock continues, but the wall
    /// clock is set to the present.
    fn since_boot_ns() -> Option<u64> {
        None
    }

    /// Whether a machine or process can be copied with its memory, for example as a snapshot.
    /// `false` in most models.
    #[inline(always)]
    fn can_be_copied() -> bool {
        true
    }

    /// The processor's cycle counter; any number if there is none. Read after all preceding
    /// instructions, and before the next clock read.
    fn cycle_counter() -> u64;

    /// The cycle counter's frequency as the processor reports it; 0 if unknown.
    fn cycle_counter_hz() -> u64;

    /// Whether the cycle counter has the same frequency in all power states.
    fn has_invariant_counter() -> bool;

    /// Whether the kernel's own clock uses the cycle counter: only then is it synchronized between
    /// processors.
    ///
    /// # Errors
    /// The system call fails at the moment.
    fn kernel_uses_cycle_counter() -> Result<bool>;

    /// An identifier of the current boot; zeros if the system has none.
    ///
    /// # Errors
    /// The system call fails at the moment.
    fn boot_id() -> Result<[u64; 2]>;

    // Threads and processes

    /// A variable of the process's environment, `None` if unset. Fails if it is not UTF-8, or if
    /// there is no environment.
    fn variable(name: &str) -> Result<Option<String>>;

    /// Random bytes from the system. May block early after boot.
    fn entropy(bytes: &mut [u8]) -> Result<()>;

    /// The number of this thread, unique among the living threads of the process. Not 0, below
    /// 2^44.
    fn thread_id() -> u64;

    fn locals() -> &'static Locals;

    fn statics() -> &'static Statics;

    /// Registers a handler that `fork` calls in the child before it returns.
    fn at_fork(in_child: extern "C" fn());

    /// Whether calls can wait. They cannot on `wasm32-unknown-unknown`: nothing else runs in the
    /// meantime, and in some hosts the clock stands still.
    #[inline(always)]
    fn can_wait() -> bool {
        true
    }

    /// Sleeps for at least `time`. Blocks.
    fn sleep(time: Duration);

    fn yield_now();

    fn spin();

    // Memory

    /// Maps `len` bytes, zeroed or from a file. Returns their address.
    fn map(mapping: Mapping<'_>, len: usize) -> Result<u64>;

    /// Unmaps memory.
    ///
    /// # Safety
    /// The memory is no longer used.
    unsafe fn unmap(address: u64, len: usize);

    /// An atomic in mapped memory.
    ///
    /// # Safety
    /// `address` is aligned and mapped, and stays mapped while the atomic is used.
    unsafe fn atomic_at(address: u64) -> &'static AtomicU64;

    // Files

    /// Whether files can exist at all. If not, the compiler removes the code that uses them.
    #[inline(always)]
    fn has_files() -> bool {
        true
    }

    fn absolute_path(path: &Path) -> Result<Self::FilePath>;

    /// A path for error messages.
    fn display_path(path: &Self::FilePath) -> Cow<'_, str>;

    fn open(path: &Self::FilePath) -> Result<Self::File>;

    /// Opens the same file again, with an open file description of its own. Uses the path only if
    /// the system cannot do it without.
    fn reopen(file: &Self::File, path: &Self::FilePath) -> Result<Self::File>;

    /// Closes a file.
    ///
    /// # Safety
    /// It is not used afterwards.
    unsafe fn close(file: &mut ManuallyDrop<Self::File>) {
        // SAFETY: guaranteed by the caller.
        unsafe { ManuallyDrop::drop(file) };
    }

    /// Creates a private file with this content under a temporary name next to `path`, and syncs
    /// it. Blocks.
    fn create_draft(path: &Self::FilePath, number: u64, content: &[u8]) -> Result<Self::FilePath>;

    /// Renames a draft to `path`. Fails with `AlreadyExists` if that name is taken.
    fn publish(draft: &Self::FilePath, path: &Self::FilePath) -> Result<()>;

    /// Gives a draft the owner, group, mode and extended attributes (ACL, label) of a file, and
    /// then, in one step, the file's name, which must be its only one. Fails if any of that is not
    /// possible; the file then has its name. Blocks.
    #[cfg(feature = "lease")]
    fn replace(_draft: &Self::FilePath, _path: &Self::FilePath, _file: &Self::File) -> Result<()> {
        Err(std::io::ErrorKind::Unsupported.into())
    }

    fn remove(path: &Self::FilePath) -> Result<()>;

    /// Makes a file's name survive a power loss. Blocks.
    fn sync_name(path: &Self::FilePath) -> Result<()>;

    fn file_info(file: &Self::File) -> Result<FileInfo>;

    /// The metadata of the file that has this name now. `NotFound` also if it is about to lose the
    /// name.
    fn file_info_at(path: &Self::FilePath) -> Result<FileInfo>;

    fn file_system(file: &Self::File) -> Result<FileSystem>;

    /// Reads until `bytes` is full or the file ends. Returns the number of bytes.
    fn read_at(file: &Self::File, bytes: &mut [u8], at: u64) -> Result<usize>;

    fn write_at(file: &Self::File, bytes: &[u8], at: u64) -> Result<()>;

    /// Waits until written data is on the disk. Blocks.
    fn sync(file: &Self::File) -> Result<()>;

    /// Locks or unlocks a byte. Fails with `WouldBlock` if another owner holds it; the lock that
    /// this owner had on the byte may then be lost.
    fn lock_byte(file: &Self::File, byte: u64, mode: LockMode, owner: LockOwner) -> Result<()>;

    /// Whether a lock of another owner, such as a description, keeps this process from locking a
    /// byte exclusively. Takes no lock. Used for the table of claimed nodes.
    fn is_locked(_file: &Self::File, _byte: u64) -> Result<bool> {
        Err(std::io::ErrorKind::Unsupported.into())
    }

    /// Whether there can be a table of claimed nodes. If not, the compiler removes the code that
    /// uses it.
    #[inline(always)]
    fn has_node_table() -> bool {
        false
    }

    /// Opens the table of nodes of the effective user, or creates an empty one, in memory that ends
    /// with the boot. Fails with `InvalidData` if its owner, mode or kind is another.
    fn open_node_table() -> Result<Self::File> {
        Err(std::io::ErrorKind::Unsupported.into())
    }

    /// Opens the file that has the table's name now, unchecked.
    fn reopen_node_table() -> Result<Self::File> {
        Self::open_node_table()
    }

    /// Sets the offset of a description, which reads and writes here do not use, and returns it. On
    /// systems where no program closes all of its files, does nothing and returns 0.
    fn set_offset(_file: &Self::File, _to: u64) -> Result<u64> {
        Ok(0)
    }

    fn offset(_file: &Self::File) -> Result<u64> {
        Ok(0)
    }

    /// The owner of a file, and the user of this process, if that owner could make it repeat ids:
    /// neither is the user or root, nor the owner of a folder that others cannot write.
    fn untrusted_owner(_file: &Self::File, _path: &Self::FilePath) -> Result<Option<(u32, u32)>> {
        Ok(None)
    }

    /// Whether another program has locked the whole file with `flock`.
    fn is_flocked(file: &Self::File) -> Result<bool>;
}

/// Room for the default generators of all formats.
pub(crate) const MOST_FORMATS: usize = 64;

/// Room for the lists of drawn nodes of all formats.
pub(crate) const FAMILY_WORDS: usize = 2304;

/// The variables of a process, all zero at first. A forked child gets a copy.
pub(crate) struct Statics {
    /// The address of the atomic that a fork wipes: 0 if not mapped yet, 1 if mapping failed.
    pub(crate) fork_page: AtomicU64,
    /// Used instead if mapping failed.
    pub(crate) fork_word: AtomicU64,
    /// The newest generation that any thread has computed, in this process or in an ancestor.
    pub(crate) last_generation: AtomicU64,
    /// The newest generation that was in use.
    pub(crate) generation: AtomicU64,
    /// The generation that the last process-wide reseed began.
    pub(crate) reseeded: AtomicU64,
    /// The thread that called `fork` in the parent, if this process is a child.
    pub(crate) forking_thread: AtomicU64,
    /// The first ancestor, as a fork count, in which `forking_thread` was one of several threads.
    pub(crate) forking_thread_since: AtomicU64,
    /// The epoch of the threads' keys. The upper half counts requested rekeys, the lower half
    /// rekeys due to age.
    pub(crate) key_epoch: AtomicU64,
    /// The wall clock at the last increment of the lower half, in nanoseconds since 1970; 0 before
    /// the first key.
    pub(crate) key_epoch_ns: AtomicU64,
    /// The wall clock time of the boot, as of the last comparison of both clocks; 0 before the
    /// first.
    pub(crate) boot_time_ns: AtomicU64,
    /// The number of resets of generators whose clock was set back.
    pub(crate) resets: AtomicU64,
    /// The address of the memory that a process shares with its descendants: 0 if not mapped yet, 1
    /// if mapping failed.
    pub(crate) family_page: AtomicU64,
    /// Used instead if mapping failed.
    pub(crate) family_words: [AtomicU64; FAMILY_WORDS],
    pub(crate) defaults: [AtomicU64; MOST_FORMATS],
    pub(crate) at: [AtomicU64; MOST_FORMATS],
    pub(crate) cycle_counter: CycleCounter,
    /// The number of the last description: see `store/file.rs`.
    pub(crate) last_description: AtomicU64,
    /// The holder of the record of a state file that this process locks as a process: such file
    /// locks do not exclude other threads.
    pub(crate) record_lock: AtomicU64,
    /// The files that this process locks as a process: see `store/locks.rs`.
    pub(crate) process_locked: [AtomicU64; 8],
    /// The address of the claimed nodes; 0 before the first claim.
    pub(crate) held: AtomicU64,
    /// Whether the environment allows claims; 0 if not known yet.
    pub(crate) may_claim: AtomicU64,
}

/// The measured frequency of the cycle counter: see `generator/clock_cache.rs`.
pub(crate) struct CycleCounter {
    /// Whether the environment allows to read the counter; 0 if not known yet.
    pub(crate) may_read: AtomicU64,
    /// 1 once the system has said that its own clock uses the counter.
    pub(crate) is_trusted: AtomicU64,
    pub(crate) rate: AtomicU64,
    pub(crate) due_from: AtomicU64,
    pub(crate) due_after: AtomicU64,
    pub(crate) measuring: AtomicU64,
    pub(crate) window_counter: AtomicU64,
    pub(crate) window_ns: AtomicU64,
    pub(crate) candidate: AtomicU64,
    pub(crate) failures: AtomicU64,
}

/// The variables of a thread: its random number generator. A forked child gets a copy.
pub(crate) struct Locals {
    /// The generation and epoch in which `rng` was keyed; 0 if not yet.
    pub(crate) generation: Cell<u64>,
    pub(crate) key_epoch: Cell<u64>,
    /// `rng` is in use: a signal handler must not touch it.
    pub(crate) is_in_use: Cell<bool>,
    pub(crate) rng: UnsafeCell<MaybeUninit<Rng>>,
}

impl Locals {
    pub(crate) const fn new() -> Self {
        Self {
            generation: Cell::new(0),
            key_epoch: Cell::new(0),
            is_in_use: Cell::new(false),
            rng: UnsafeCell::new(MaybeUninit::uninit()),
        }
    }
}

impl Statics {
    pub(crate) const fn new() -> Self {
        Self {
            fork_page: AtomicU64::new(0),
            fork_word: AtomicU64::new(0),
            last_generation: AtomicU64::new(0),
            generation: AtomicU64::new(0),
            reseeded: AtomicU64::new(0),
            forking_thread: AtomicU64::new(0),
            forking_thread_since: AtomicU64::new(0),
            key_epoch: AtomicU64::new(0),
            key_epoch_ns: AtomicU64::new(0),
            boot_time_ns: AtomicU64::new(0),
            resets: AtomicU64::new(0),
            family_page: AtomicU64::new(0),
            family_words: [const { AtomicU64::new(0) }; FAMILY_WORDS],
            defaults: [const { AtomicU64::new(0) }; MOST_FORMATS],
            at: [const { AtomicU64::new(0) }; MOST_FORMATS],
            cycle_counter: CycleCounter {
                may_read: AtomicU64::new(0),
                is_trusted: AtomicU64::new(0),
                rate: AtomicU64::new(0),
                due_from: AtomicU64::new(0),
                due_after: AtomicU64::new(0),
                measuring: AtomicU64::new(0),
                window_counter: AtomicU64::new(0),
                window_ns: AtomicU64::new(0),
                candidate: AtomicU64::new(0),
                failures: AtomicU64::new(0),
            },
            last_description: AtomicU64::new(0),
            record_lock: AtomicU64::new(0),
            process_locked: [const { AtomicU64::new(0) }; 8],
            held: AtomicU64::new(0),
            may_claim: AtomicU64::new(0),
        }
    }
}

#[cfg(any(
    feature = "js",
    not(all(target_family = "wasm", target_os = "unknown"))
))]
impl Timestamp {
    /// Reads the system clock. On `wasm32-unknown-unknown`, requires the feature `js`.
    pub fn now() -> Self {
        Sys::now()
    }
}
