//! The operating system abstraction: clocks, entropy, threads, shared memory, files and their
//! locks, and every atomic that threads or processes share.
//!
//! Generators and state files reach the operating system only through the trait [`Os`]. `native/`
//! implements it for real systems, the simulator and the model checker (`tests/reliability`) for
//! simulated ones.
//!
//! Everything that uses it is generic over it, by a parameter named `S`, so that all calls are
//! statically dispatched.

pub mod deadline;
pub mod entropy;
pub mod environment;
pub mod failpoints;
pub mod lock;
pub mod process;
pub mod rng;

use std::borrow::Cow;
use std::cell::{Cell, UnsafeCell};
use std::io::Result;
use std::mem::{ManuallyDrop, MaybeUninit};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::time::UnixTime;
use rng::Rng;

pub use deadline::Deadline;
pub use failpoints::{CovMark, Guard};
pub(crate) use failpoints::{cov_mark, guard};

/// Defines [`Atomic`], and implements it for the standard library's type.
macro_rules! atomic {
    ($(fn $name:ident($($arg:ident: $type:ty),*) $(-> $result:ty)?;)*) => {
        /// An atomic that threads or processes share: methods of [`AtomicU64`].
        pub trait Atomic: Sync + Sized + 'static {
            const ZERO: Self;

            fn new(value: u64) -> Self;
            $(fn $name(&self, $($arg: $type),*) $(-> $result)?;)*
        }

        impl Atomic for AtomicU64 {
            const ZERO: Self = Self::new(0);

            #[inline(always)]
            fn new(value: u64) -> Self {
                Self::new(value)
            }

            $(#[inline(always)]
            fn $name(&self, $($arg: $type),*) $(-> $result)? {
                self.$name($($arg),*)
            })*
        }
    };
}

atomic! {
    fn load(order: Ordering) -> u64;
    fn store(value: u64, order: Ordering);
    fn swap(value: u64, order: Ordering) -> u64;
    fn compare_exchange(
        current: u64,
        new: u64,
        success: Ordering,
        failure: Ordering
    ) -> std::result::Result<u64, u64>;
    fn fetch_add(value: u64, order: Ordering) -> u64;
    fn fetch_and(value: u64, order: Ordering) -> u64;
    fn fetch_max(value: u64, order: Ordering) -> u64;
    fn fetch_or(value: u64, order: Ordering) -> u64;
}

/// The data of a lock: an [`UnsafeCell`].
pub trait LockCell<T> {
    fn new(data: T) -> Self;
    fn get(&self) -> *mut T;
}

impl<T> LockCell<T> for UnsafeCell<T> {
    fn new(data: T) -> Self {
        Self::new(data)
    }

    #[inline(always)]
    fn get(&self) -> *mut T {
        self.get()
    }
}

pub enum Mapping<'a, F> {
    /// Reads as zeros in a forked child. Fails if the system cannot do that.
    WipedOnFork,
    /// Shared with forked children.
    Shared,
    /// A file from its start, shared by all processes that map it. Other offsets would have to be
    /// multiples of the page size, which is up to 64 KiB.
    File(&'a F),
}

impl<F> Clone for Mapping<'_, F> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<F> Copy for Mapping<'_, F> {}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LockMode {
    Exclusive,
    Shared,
    Unlocked,
}

/// The owner of a byte lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LockOwner {
    /// The open file description: the lock ends when the last process closes it.
    Description,
    /// The process: forked children do not inherit the lock.
    Process,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileInfo {
    /// Device and inode number: the same for all names of a file.
    pub identity: (u64, u128),
    /// The time of creation, in nanoseconds since 1970; 0 if unknown. The inode number of a
    /// removed file may be reused.
    pub created_ns: u64,
    pub is_regular: bool,
    /// No user has write permission.
    pub is_write_protected: bool,
    pub len: u64,
}

impl FileInfo {
    /// Device, inode number and creation time: different for copies of a file, and for a later file
    /// with the same inode number.
    pub fn unique_id(&self) -> (u64, u64, u64) {
        let (device, number) = self.identity;
        (device, number as u64, self.created_ns)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileSystem {
    /// All processes that open the file run on this kernel and share its pages.
    Local,
    /// The name of a network file system, or of one passed through from a host: another machine may
    /// have the file open without sharing memory.
    Remote(&'static str),
    /// The magic number of a file system that is not known to be local.
    Unknown(u32),
}

/// The operating system.
///
/// Functions block only where documented, and retry if a signal interrupts them.
pub trait Os: Sized + 'static {
    type AtomicU64: Atomic;
    type LockCell<T>: LockCell<T>;
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
    fn now() -> UnixTime;

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

    fn statics() -> &'static Statics<Self>;

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
    fn map(mapping: Mapping<'_, Self::File>, len: usize) -> Result<u64>;

    /// Unmaps memory.
    ///
    /// # Safety
    /// The memory is no longer used.
    unsafe fn unmap(address: u64, len: usize);

    /// An atomic in mapped memory.
    ///
    /// # Safety
    /// `address` is aligned and mapped, and stays mapped while the atomic is used.
    unsafe fn atomic_at(address: u64) -> &'static Self::AtomicU64;

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
pub const MOST_FORMATS: usize = 64;

/// Room for the lists of drawn nodes of all formats.
pub const FAMILY_WORDS: usize = 2304;

/// The variables of a process, all zero at first. A forked child gets a copy.
pub struct Statics<S: Os> {
    /// The address of the atomic that a fork wipes: 0 if not mapped yet, 1 if mapping failed.
    pub fork_page: S::AtomicU64,
    /// Used instead if mapping failed.
    pub fork_word: S::AtomicU64,
    /// The newest generation that any thread has computed, in this process or in an ancestor.
    pub last_generation: S::AtomicU64,
    /// The newest generation that was in use.
    pub generation: S::AtomicU64,
    /// The generation that the last process-wide reseed began.
    pub reseeded: S::AtomicU64,
    /// The thread that called `fork` in the parent, if this process is a child.
    pub forking_thread: S::AtomicU64,
    /// The first ancestor, as a fork count, in which `forking_thread` was one of several threads.
    pub forking_thread_since: S::AtomicU64,
    /// The epoch of the threads' keys. The upper half counts requested rekeys, the lower half
    /// rekeys due to age.
    pub key_epoch: S::AtomicU64,
    /// The wall clock at the last increment of the lower half, in nanoseconds since 1970; 0 before
    /// the first key.
    pub key_epoch_ns: S::AtomicU64,
    /// The wall clock time of the boot, as of the last comparison of both clocks; 0 before the
    /// first.
    pub boot_time_ns: S::AtomicU64,
    /// The number of resets of generators whose clock was set back.
    pub resets: S::AtomicU64,
    /// The address of the memory that a process shares with its descendants: 0 if not mapped yet, 1
    /// if mapping failed.
    pub family_page: S::AtomicU64,
    /// Used instead if mapping failed.
    pub family_words: [S::AtomicU64; FAMILY_WORDS],
    pub defaults: [S::AtomicU64; MOST_FORMATS],
    pub at: [S::AtomicU64; MOST_FORMATS],
    pub cycle_counter: CycleCounter<S>,
    /// The number of the last description: see `store/file.rs`.
    pub last_description: S::AtomicU64,
    /// The holder of the record of a state file that this process locks as a process: such file
    /// locks do not exclude other threads.
    pub record_lock: S::AtomicU64,
    /// The files that this process locks as a process: see `store/locks.rs`.
    pub process_locked: [S::AtomicU64; 8],
    /// The address of the claimed nodes; 0 before the first claim.
    pub held: S::AtomicU64,
    /// Whether the environment allows claims; 0 if not known yet.
    pub may_claim: S::AtomicU64,
}

/// The measured frequency of the cycle counter: see `clock_cache.rs`.
pub struct CycleCounter<S: Os> {
    /// Whether the environment allows to read the counter; 0 if not known yet.
    pub may_read: S::AtomicU64,
    /// 1 once the system has said that its own clock uses the counter.
    pub is_trusted: S::AtomicU64,
    pub rate: S::AtomicU64,
    pub due_from: S::AtomicU64,
    pub due_after: S::AtomicU64,
    pub measuring: S::AtomicU64,
    pub window_counter: S::AtomicU64,
    pub window_ns: S::AtomicU64,
    pub candidate: S::AtomicU64,
    pub failures: S::AtomicU64,
}

/// The variables of a thread: its random number generator. A forked child gets a copy.
pub struct Locals {
    /// The generation and epoch in which `rng` was keyed; 0 if not yet.
    pub generation: Cell<u64>,
    pub key_epoch: Cell<u64>,
    /// `rng` is in use: a signal handler must not touch it.
    pub is_in_use: Cell<bool>,
    pub rng: UnsafeCell<MaybeUninit<Rng>>,
}

impl Locals {
    #[allow(clippy::new_without_default, reason = "a constant")]
    pub const fn new() -> Self {
        Self {
            generation: Cell::new(0),
            key_epoch: Cell::new(0),
            is_in_use: Cell::new(false),
            rng: UnsafeCell::new(MaybeUninit::uninit()),
        }
    }
}

impl<S: Os> Statics<S> {
    #[allow(clippy::new_without_default, reason = "a constant")]
    pub const fn new() -> Self {
        Self {
            fork_page: S::AtomicU64::ZERO,
            fork_word: S::AtomicU64::ZERO,
            last_generation: S::AtomicU64::ZERO,
            generation: S::AtomicU64::ZERO,
            reseeded: S::AtomicU64::ZERO,
            forking_thread: S::AtomicU64::ZERO,
            forking_thread_since: S::AtomicU64::ZERO,
            key_epoch: S::AtomicU64::ZERO,
            key_epoch_ns: S::AtomicU64::ZERO,
            boot_time_ns: S::AtomicU64::ZERO,
            resets: S::AtomicU64::ZERO,
            family_page: S::AtomicU64::ZERO,
            family_words: [const { S::AtomicU64::ZERO }; FAMILY_WORDS],
            defaults: [const { S::AtomicU64::ZERO }; MOST_FORMATS],
            at: [const { S::AtomicU64::ZERO }; MOST_FORMATS],
            cycle_counter: CycleCounter {
                may_read: S::AtomicU64::ZERO,
                is_trusted: S::AtomicU64::ZERO,
                rate: S::AtomicU64::ZERO,
                due_from: S::AtomicU64::ZERO,
                due_after: S::AtomicU64::ZERO,
                measuring: S::AtomicU64::ZERO,
                window_counter: S::AtomicU64::ZERO,
                window_ns: S::AtomicU64::ZERO,
                candidate: S::AtomicU64::ZERO,
                failures: S::AtomicU64::ZERO,
            },
            last_description: S::AtomicU64::ZERO,
            record_lock: S::AtomicU64::ZERO,
            process_locked: [const { S::AtomicU64::ZERO }; 8],
            held: S::AtomicU64::ZERO,
            may_claim: S::AtomicU64::ZERO,
        }
    }
}
