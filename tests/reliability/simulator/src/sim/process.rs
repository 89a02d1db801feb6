//! Processes: private memory, shared memory and descriptors.

use super::atomic::AtomicU64;
use super::coverage::Count;
use super::files::Inode;
use super::locks::Holder;
use super::os::Sim;
use super::schedule;
use super::system::{System, sys};
use crate::check::Subject;
use crate::sim::os::Generator;
use crate::sys::{Locals, Statics};

/// A mapped range. Its address contains its index.
#[derive(Clone, Copy)]
pub(crate) struct Map {
    pub(crate) base: *mut u8,
    pub(super) len: usize,
    pub(super) kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Wiped,
    Shared,
    Gone,
}

/// The low bits of an address are the offset in its range.
const RANGE_BITS: u32 = 16;

/// A generator with its record in the checker.
pub(crate) struct Slot {
    pub(crate) generator: *mut Generator,
    /// Absent while a call is checked.
    pub(crate) subject: Option<Box<Subject>>,
    /// The number of running calls.
    pub(crate) users: u32,
    pub(crate) is_gone: bool,
}

pub(crate) struct Process {
    pub(crate) machine: usize,
    /// The family: processes that were forked from one another.
    pub(crate) family: u32,
    pub(crate) is_child: bool,
    pub(crate) statics: Box<Statics<Sim>>,
    pub(crate) threads: Vec<usize>,
    /// Numbers of threads of the parent: addresses that the C library reuses after `fork`, and
    /// never otherwise.
    pub(super) left_behind: Vec<u64>,
    pub(crate) slots: Vec<Slot>,
    pub(crate) at_fork: Vec<extern "C" fn()>,
    pub(super) maps: Vec<Map>,
    pub(super) files: Vec<Option<u32>>,
    pub(crate) stopped_until: u64,
    pub(crate) is_dead: bool,
    /// Whether it gets signals.
    pub(crate) has_handlers: bool,
    pub(crate) has_no_rights: bool,
    /// Whether it or an ancestor was ever refused a file for lack of rights.
    pub(crate) was_refused_rights: bool,
    /// The time until which it cannot open any file, since all of its descriptors are in use.
    pub(crate) no_descriptors_until: u64,
    /// Whether the last query for the clock source failed.
    pub(crate) asked_in_vain: bool,
    /// Whether the last query returned that the clock uses the counter. That is not queried again.
    pub(crate) trusts_counter: bool,
    pub(crate) born: u64,
    /// Whether it creates a generator for each purpose and retains few.
    pub(crate) keeps_none: bool,
    /// Whether it belongs to a copied machine and was not reseeded.
    pub(crate) is_unaware: bool,
    /// The last time at which all of its generators were reseeded together.
    pub(crate) reseeded: u64,
    /// Whether it or an ancestor was refused memory that a fork wipes.
    pub(crate) is_refused_wiping: bool,
    /// Whether it is a forked child that cannot detect the fork yet.
    pub(crate) is_untold: bool,
    /// Whether it was forked in a handler, which it finishes before ending.
    pub(crate) is_brief: bool,
    /// The number of running handlers that interrupt a call.
    pub(crate) handlers_amid_calls: u32,
    /// Whether one of its threads is ending it.
    pub(crate) is_finishing: bool,
    /// The lease file that it maintains as an agent.
    pub(crate) keeps: Option<usize>,
    /// The lease file that it has open as an agent.
    pub(crate) writes: Option<usize>,
}

impl Process {
    pub(super) fn new(machine: usize, family: u32) -> Self {
        Self {
            machine,
            family,
            is_child: false,
            statics: Box::new(Statics::new()),
            threads: Vec::new(),
            left_behind: Vec::new(),
            slots: Vec::new(),
            at_fork: Vec::new(),
            maps: Vec::new(),
            files: Vec::new(),
            stopped_until: 0,
            is_dead: false,
            has_handlers: false,
            has_no_rights: false,
            was_refused_rights: false,
            no_descriptors_until: 0,
            asked_in_vain: false,
            trusts_counter: false,
            born: sys().now,
            keeps_none: false,
            is_unaware: false,
            reseeded: 0,
            is_refused_wiping: false,
            is_untold: false,
            is_brief: false,
            handlers_amid_calls: 0,
            is_finishing: false,
            keeps: None,
            writes: None,
        }
    }

    pub(super) fn put_map(&mut self, base: *mut u8, len: usize, kind: Kind) -> u64 {
        self.maps.push(Map { base, len, kind });
        (self.maps.len() as u64) << RANGE_BITS
    }

    pub(crate) fn map_wiped(&mut self, base: *mut u8, len: usize) -> u64 {
        self.put_map(base, len, Kind::Wiped)
    }

    pub(crate) fn map_shared(&mut self, base: *mut u8, len: usize) -> u64 {
        self.put_map(base, len, Kind::Shared)
    }

    pub(crate) fn unmap(&mut self, address: u64) {
        self.maps[(address >> RANGE_BITS) as usize - 1].kind = Kind::Gone;
    }

    pub(super) fn has_mapped(&self, file: &Inode) -> bool {
        let mut maps = self.maps.iter().filter(|map| map.kind == Kind::Shared);
        maps.any(|map| file.is_mapped_at(map.base.wrapping_add(map.len - 1)))
    }

    /// The memory at an address of this process.
    #[inline(always)]
    pub(crate) fn memory(&self, address: u64) -> *mut u8 {
        let map = &self.maps[(address >> RANGE_BITS) as usize - 1];
        let at = (address & ((1 << RANGE_BITS) - 1)) as usize;
        debug_assert!(at < map.len && map.kind != Kind::Gone);
        map.base.wrapping_add(at)
    }

    /// Memory that a fork wipes.
    pub(crate) fn wiped(&self) -> impl Iterator<Item = (*mut u8, usize)> {
        let wiped = self.maps.iter().filter(|map| map.kind == Kind::Wiped);
        wiped.map(|map| (map.base, map.len))
    }

    /// Whether it detects forks by such memory.
    pub(crate) fn has_fork_page(&self) -> bool {
        self.has_page(&self.statics.fork_page)
    }

    /// Whether it shares the list of used nodes with its children.
    pub(crate) fn has_family_page(&self) -> bool {
        self.has_page(&self.statics.family_page)
    }

    /// Other numbers are not addresses.
    fn has_page(&self, address: &AtomicU64) -> bool {
        address.load_quietly() >= 1 << RANGE_BITS
    }

    pub(crate) fn add_file(&mut self, description: u32) -> u32 {
        let free = self.files.iter().position(Option::is_none);
        let number = free.unwrap_or_else(|| {
            self.files.push(None);
            self.files.len() - 1
        });
        self.files[number] = Some(description);
        number as u32
    }

    /// The description of a descriptor.
    pub(crate) fn file(&self, number: u32) -> Option<u32> {
        self.files.get(number as usize).copied().flatten()
    }

    pub(super) fn open_numbers(&self) -> Vec<u32> {
        let numbers = 0..self.files.len() as u32;
        numbers
            .filter(|&number| self.file(number).is_some())
            .collect()
    }

    pub(crate) fn has_file(&self, which: impl Fn(&Option<u32>) -> bool) -> bool {
        self.files.iter().any(which)
    }

    pub(crate) fn take_file(&mut self, number: u32) -> Option<u32> {
        self.files.get_mut(number as usize).and_then(Option::take)
    }

    /// The numbers that new threads do not get.
    pub(super) fn numbers<'a>(
        &'a self,
        threads: &'a [schedule::Thread],
    ) -> impl Iterator<Item = u64> + 'a {
        let own = self.threads.iter().map(|&index| &threads[index]);
        let own = own.filter(|thread| !thread.is_ended);
        own.map(|thread| thread.number)
            .chain(self.left_behind.iter().copied())
    }

    fn free_number(&self, threads: &[schedule::Thread]) -> u64 {
        let taken = |number| self.numbers(threads).any(|other| other == number);
        (1..).find(|&number| !taken(number)).unwrap_or(1)
    }
}

impl System {
    /// Whether a process has a file open.
    pub(crate) fn has_open(&self, process: usize, inode: usize) -> bool {
        let mut files = self.processes[process].files.iter().flatten();
        files.any(|&file| self.descriptions[file as usize].inode == inode)
    }

    /// Excuses waits for all files that a process has open, until then.
    pub(crate) fn hold_files_up(&mut self, process: usize, until: u64) {
        for &file in self.processes[process].files.iter().flatten() {
            let inode = self.descriptions[file as usize].inode;
            self.inodes[inode].hold_up(until);
        }
    }
}

/// Starts a process without a parent.
pub(crate) fn start(machine: usize) -> usize {
    let system = sys();
    let family = system.check.new_family();
    let mut process = Process::new(machine, family);
    // Drawn on every system, so that later decisions are the same.
    process.has_handlers = system.rng.once_in(2) && system.machines[machine].windows.is_none();
    process.keeps_none = system.rng.once_in(4);
    system.processes.push(process);
    system.count(Count::Start);
    system.processes.len() - 1
}

/// Starts a thread of a process.
pub(crate) fn start_thread(process: usize, main: impl FnOnce() + 'static) -> usize {
    let system = sys();
    let number = system.processes[process].free_number(&system.threads);
    system.count(Count::ThreadStart);
    schedule::spawn(process, number, Box::new(Locals::new()), main)
}

/// Kills a process. If it is the running one, the caller switches and never returns.
pub(crate) fn kill(process: usize) {
    let system = sys();
    if std::mem::replace(&mut system.processes[process].is_dead, true) {
        return;
    }
    let threads = system.processes[process].threads.clone();
    let current = system.thread;
    system.raise_all(process);
    for index in threads {
        sys().threads[index].is_ended = true;
        if index != current {
            schedule::drop_thread(index);
        }
    }
    let system = sys();
    let files = std::mem::take(&mut system.processes[process].files);
    let machine = system.processes[process].machine;
    if system.machines[machine].windows.is_some() {
        system.close_later(files, machine);
    } else {
        for description in files.into_iter().flatten() {
            system.close(description);
        }
    }
    let holder = Holder::Process(process as u32);
    system.locks.drop_holder(holder, None);
}

impl Slot {
    pub(crate) fn subject(&mut self) -> &mut Subject {
        self.subject.as_mut().expect("nobody judges it now")
    }

    /// Whether it is a default generator of its process.
    pub(crate) fn is_default(&self) -> bool {
        let address = self.generator.expose_provenance() as u64;
        let mut defaults = sys().process().statics.defaults.iter();
        defaults.any(|word| word.load_quietly() == address)
    }

    /// The generator, while its process exists.
    pub(crate) fn generator(&self) -> &'static Generator {
        // SAFETY: it is freed at the end of the run.
        unsafe { &*self.generator }
    }
}
