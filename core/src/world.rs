//! The one seam to the world: everything that generators and state files take from outside themselves.
//!
//! Clocks, the processor's counter, entropy, identity of process and thread, waiting, memory that processes share or that a fork wipes, files
//! and their locks, and every word that two threads or processes look at. `real.rs` is the system as it is; the simulation (`tests/reliability/simulator`) and
//! the models (`tests/reliability/model_checking`) compile these same sources with worlds of their own in its place.
//!
//! Which world it is, is fixed when the crate is compiled: `crate::Here`. Nothing is called through a pointer.

use std::cell::{Cell as Plain, UnsafeCell};
use std::io::Result;
use std::mem::{ManuallyDrop, MaybeUninit};
use std::path::Path;
use std::time::Duration;

use crate::Here;
use crate::formats::Format;
pub(crate) use crate::guards::{Branch, Guard};
use crate::node::NODE_WORDS;
use crate::stream::Stream;
use crate::time::Timestamp;

/// A word that others look at. It has the methods of [`std::sync::atomic::AtomicU64`].
pub(crate) type AtomicU64 = <Here as World>::AtomicU64;

/// What a lock guards: `new` and `get`, as [`UnsafeCell`] has them.
pub(crate) type Guarded<T> = <Here as World>::Guarded<T>;

/// An open file.
pub(crate) type File = <Here as World>::File;

/// Where a file is, in full: it does not depend on the folder a process stands in.
pub(crate) type Place = <Here as World>::Place;

/// Memory from the system.
#[derive(Clone, Copy)]
#[cfg_attr(
    not(any(unix, windows)),
    allow(dead_code, reason = "without state files none is of a file")
)]
pub(crate) enum Memory<'a> {
    /// A forked child finds zeros in it; `Err` where the system says that it cannot.
    Wiped,
    /// Forked children share it.
    Shared,
    /// A file from its start: all processes that map it share it. A map begins at a multiple of the page size, which is up to 64 KiB, so no other start
    /// is offered.
    Of(&'a File),
}

/// How a byte of a file is locked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hold {
    Alone,
    BesideOthers,
    NotAtAll,
}

/// Whose a lock is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Owner {
    /// The open file description: gone when the last process that has it is gone.
    Description,
    /// The process: no child inherits it.
    Process,
}

/// What the system knows of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Facts {
    /// Device and number: the same for every name of one file.
    pub(crate) identity: (u64, u128),
    /// When it was made, in nanoseconds since 1970; 0 where that is not known. A file that is gone may leave its number to a later one.
    pub(crate) born_ns: u64,
    pub(crate) is_regular: bool,
    /// Nobody may write it.
    pub(crate) is_write_protected: bool,
}

impl Facts {
    /// What tells a file from its copies: device, number, and when it was made, which tells it from one that has its number since.
    pub(crate) fn told_apart(&self) -> (u64, u64, u64) {
        let (device, number) = self.identity;
        (device, number as u64, self.born_ns)
    }
}

/// What kind of file system a file lies on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    not(any(unix, windows)),
    allow(dead_code, reason = "without state files nobody is told")
)]
pub(crate) enum FileSystem {
    /// Processes of this kernel share its pages.
    Local,
    /// Of another machine, or passed through from one: who has the file open may share no memory with us. By name.
    Remote(&'static str),
    /// One that is not known to be local, by its number.
    Unknown(u32),
}

/// The world. None of these blocks, but for those that say so; and none answers that it was interrupted.
pub(crate) trait World {
    type AtomicU64;
    type Guarded<T>;
    type File;
    type Place: Clone;

    /// Whether a guard stands. Always, but in a simulation that leaves it out.
    fn keeps(guard: Guard) -> bool;

    /// A branch is taken. Nothing, but in a simulation that counts them.
    fn takes(branch: Branch);

    /// Whether anything tells the time: else [`World::now`] means nothing. On `wasm32-unknown-unknown`, whose host is not known, nothing does, unless the
    /// program is compiled for a host that gives a clock (`--cfg sortid_clock="host"`), and that has begun to.
    #[inline(always)]
    fn tells_time() -> bool {
        true
    }

    /// Whether a call can wait. On `wasm32-unknown-unknown` none can: nothing else goes on meanwhile, in some hosts not even the clock.
    #[inline(always)]
    fn waits() -> bool {
        true
    }

    /// Whether there may be files: where there are none, the compiler leaves out what is done with them.
    #[inline(always)]
    fn has_files() -> bool {
        true
    }

    /// The wall clock. What was loaded before, was loaded before it is read.
    fn now() -> Timestamp;

    /// A clock that is not set, in nanoseconds since some instant.
    fn monotonic_ns() -> u64;

    /// Whether a machine or a process of it can be copied with its memory, as by a snapshot. In the models it cannot.
    #[inline(always)]
    fn can_be_copied() -> bool {
        true
    }

    /// Nanoseconds since the system started, suspends included; `None` if it does not count them.
    ///
    /// A machine or process that is restored from a snapshot goes on with this count, while its wall clock is set to the present.
    fn since_boot_ns() -> Option<u64> {
        None
    }

    /// The processor's counter; any number where there is none. It is not read before what comes before it has happened, nor after the next reading of a
    /// clock.
    fn counter() -> u64;

    /// How many steps of the counter are a second, by what the processor says; 0 where it says nothing.
    fn counter_hz() -> u64;

    /// Whether the counter goes on at one speed in every state of the processor.
    fn has_steady_counter() -> bool;

    /// Whether the system keeps its own time by that counter: then it goes alike on all processors. An error if that cannot be asked now.
    fn keeps_time_by_counter() -> Result<bool>;

    /// Random bytes of the system. Blocks early in the life of a machine.
    fn entropy(bytes: &mut [u8]) -> Result<()>;

    /// A number of this thread, not 0, below 2^44: no other living thread of the process has it.
    fn thread() -> u64;

    /// What this thread has for itself.
    fn locals() -> &'static Locals;

    /// What this process has once.
    fn statics() -> &'static Statics;

    /// Has every child that is forked in the common way (`fork`) call this before anything else.
    fn at_fork(in_child: extern "C" fn());

    /// Lets others go on, for at least so long. Blocks.
    fn sleep(time: Duration);

    /// Lets others go on.
    fn yield_now();

    /// A step of a short wait.
    fn spin();

    /// Zeroed memory, or that of a file, of so many bytes; its address.
    fn map(memory: Memory<'_>, len: usize) -> Result<u64>;

    /// Gives mapped memory back.
    ///
    /// # Safety
    /// Nobody uses it any more.
    unsafe fn unmap(address: u64, len: usize);

    /// A word of mapped memory.
    ///
    /// # Safety
    /// The address is that of a word of memory that is mapped, and stays so as long as the word is used.
    unsafe fn word(address: u64) -> &'static AtomicU64;

    /// The full name of a file.
    fn place(path: &Path) -> Result<Self::Place>;

    /// The name as text.
    fn name(place: &Self::Place) -> std::borrow::Cow<'_, str>;

    /// Opens a file that is there, for reading and writing.
    fn open(place: &Self::Place) -> Result<Self::File>;

    /// Opens the same file once more, by a description of its own; without its name where that can be.
    fn reopen(file: &Self::File, place: &Self::Place) -> Result<Self::File>;

    /// Closes a file.
    ///
    /// # Safety
    /// It is not used afterwards.
    unsafe fn close(file: &mut ManuallyDrop<Self::File>) {
        // SAFETY: guaranteed by the caller.
        unsafe { ManuallyDrop::drop(file) };
    }

    /// Makes a file that only its owner may use, under a name of its own beside `place`, with this content, and waits until it is on the disk.
    /// Blocks.
    fn draft(place: &Self::Place, number: u64, content: &[u8]) -> Result<Self::Place>;

    /// Gives a draft its name, unless that is taken: then `AlreadyExists`.
    fn publish(draft: &Self::Place, place: &Self::Place) -> Result<()>;

    fn remove(place: &Self::Place) -> Result<()>;

    /// Makes the file's name outlast a loss of power. Blocks.
    fn sync_name(place: &Self::Place) -> Result<()>;

    fn facts(file: &Self::File) -> Result<Facts>;

    /// Those of the file that has the name now; `NotFound` also if that is about to lose it.
    fn facts_at(place: &Self::Place) -> Result<Facts>;

    fn file_system(file: &Self::File) -> Result<FileSystem>;

    /// Reads as much as there is.
    fn read_at(file: &Self::File, bytes: &mut [u8], at: u64) -> Result<usize>;

    fn write_at(file: &Self::File, bytes: &[u8], at: u64) -> Result<()>;

    /// Waits until what was written is on the disk. Blocks.
    fn sync(file: &Self::File) -> Result<()>;

    /// Locks a byte, or not: `WouldBlock` if somebody else has it, and then what its holder had of it before may be lost.
    fn lock(file: &Self::File, byte: u64, hold: Hold, owner: Owner) -> Result<()>;

    /// Whether another program has locked the whole file by `flock`.
    fn is_flocked(file: &Self::File) -> Result<bool>;

    /// What the system calls the time since it was started; zeros where it has no name for it. An error if that cannot be asked now.
    fn boot() -> Result<[u64; 2]>;
}

/// What a process has once, all of it zero at first. A forked child has a copy.
pub(crate) struct Statics {
    /// The address of the word that a fork wipes; 0 before there is one, 1 where there is none.
    pub(crate) fork_page: AtomicU64,
    /// In its place where there is no such memory.
    pub(crate) fork_word: AtomicU64,
    /// The last generation that anyone thought of, the one that was in use last, and the one that the last process-wide reseeding began, here or in a
    /// process before this one.
    pub(crate) last_generation: AtomicU64,
    pub(crate) generation: AtomicU64,
    pub(crate) reseeded: AtomicU64,
    /// The thread that this process began with if it was forked, and in which process that thread was one of several.
    pub(crate) survivor: AtomicU64,
    pub(crate) survivor_since: AtomicU64,
    /// Raised when random streams must be keyed anew though the process is the same: in the upper half on request, and in the lower half
    /// because their keys are old.
    pub(crate) epoch: AtomicU64,
    /// The wall clock when the lower half was raised last, in nanoseconds since 1970; 0 before the first key.
    pub(crate) fresh_ns: AtomicU64,
    /// The wall clock at the start of the system, by the last look at both; 0 before the first one.
    pub(crate) booted_ns: AtomicU64,
    /// How often a generator was reset, since its clock was set back.
    pub(crate) resets: AtomicU64,
    /// The address of the memory that a family of processes shares, and what is used in its place.
    pub(crate) family_page: AtomicU64,
    pub(crate) family_words: [AtomicU64; NODE_WORDS.1],
    /// The default generators, as addresses.
    pub(crate) defaults: [AtomicU64; Format::ALL.len()],
    pub(crate) gate: GateWords,
    /// Held by who changes the record of a state file under locks of the process, which do not tell its threads apart.
    pub(crate) change: AtomicU64,
    /// The files that this process locks as a process: see `store/by_process.rs`.
    pub(crate) by_process: [AtomicU64; 8],
}

/// What is known of the processor's counter: see `generator/gate.rs`.
pub(crate) struct GateWords {
    pub(crate) rate: AtomicU64,
    pub(crate) due_from: AtomicU64,
    pub(crate) due_after: AtomicU64,
    pub(crate) measuring: AtomicU64,
    pub(crate) window_counter: AtomicU64,
    pub(crate) window_ns: AtomicU64,
    pub(crate) candidate: AtomicU64,
    pub(crate) failures: AtomicU64,
}

/// What a thread has for itself: its stream of random bits. A forked child has a copy.
pub(crate) struct Locals {
    /// The generation and epoch that the stream was keyed in; 0 where it was not.
    pub(crate) generation: Plain<u64>,
    pub(crate) epoch: Plain<u64>,
    /// The stream is being used: a signal handler must not.
    pub(crate) is_in_use: Plain<bool>,
    pub(crate) stream: UnsafeCell<MaybeUninit<Stream>>,
}

impl Locals {
    pub(crate) const fn new() -> Self {
        Self {
            generation: Plain::new(0),
            epoch: Plain::new(0),
            is_in_use: Plain::new(false),
            stream: UnsafeCell::new(MaybeUninit::uninit()),
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
            survivor: AtomicU64::new(0),
            survivor_since: AtomicU64::new(0),
            epoch: AtomicU64::new(0),
            fresh_ns: AtomicU64::new(0),
            booted_ns: AtomicU64::new(0),
            resets: AtomicU64::new(0),
            family_page: AtomicU64::new(0),
            family_words: [const { AtomicU64::new(0) }; NODE_WORDS.1],
            defaults: [const { AtomicU64::new(0) }; Format::ALL.len()],
            gate: GateWords {
                rate: AtomicU64::new(0),
                due_from: AtomicU64::new(0),
                due_after: AtomicU64::new(0),
                measuring: AtomicU64::new(0),
                window_counter: AtomicU64::new(0),
                window_ns: AtomicU64::new(0),
                candidate: AtomicU64::new(0),
                failures: AtomicU64::new(0),
            },
            change: AtomicU64::new(0),
            by_process: [const { AtomicU64::new(0) }; 8],
        }
    }
}
