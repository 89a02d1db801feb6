//! Processes: memory of their own, memory that they share, descriptors, and children that have copies of all that.

use super::counters::Count;
use super::locks::Holder;
use super::schedule;
use super::system::{System, sys};
use crate::check::Subject;
use crate::generator::Generator;
use crate::id::Id;
use crate::world::{Locals, Statics};

/// A mapped range; its address tells its place in the list.
#[derive(Clone, Copy)]
pub(crate) struct Map {
    pub(crate) base: *mut u8,
    len: usize,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Wiped,
    Shared,
    Gone,
}

/// Of an address, what is below tells the byte in the range.
const RANGE_BITS: u32 = 16;

/// A generator, and what the checker knows of it.
pub(crate) struct Slot {
    pub(crate) generator: *mut Generator<Id>,
    /// Taken out while it is judged.
    pub(crate) subject: Option<Box<Subject>>,
    /// How many calls on it are under way.
    pub(crate) users: u32,
    pub(crate) is_gone: bool,
}

pub(crate) struct Process {
    pub(crate) machine: usize,
    /// Those that were forked from one another.
    pub(crate) family: u32,
    pub(crate) is_child: bool,
    pub(crate) statics: Box<Statics>,
    pub(crate) threads: Vec<usize>,
    pub(crate) slots: Vec<Slot>,
    pub(crate) at_fork: Vec<extern "C" fn()>,
    maps: Vec<Map>,
    files: Vec<Option<u32>>,
    pub(crate) stopped_until: u64,
    pub(crate) is_dead: bool,
    /// Whether signals come.
    pub(crate) has_handlers: bool,
    pub(crate) has_no_rights: bool,
    /// Of a copy of a machine, as long as it was not told so.
    pub(crate) is_unaware: bool,
    /// Forked in a handler: it does what that would do, and ends.
    pub(crate) is_brief: bool,
    /// One of its threads brings it to its end.
    pub(crate) is_finishing: bool,
}

impl Process {
    fn new(machine: usize, family: u32) -> Self {
        Self {
            machine,
            family,
            is_child: false,
            statics: Box::new(Statics::new()),
            threads: Vec::new(),
            slots: Vec::new(),
            at_fork: Vec::new(),
            maps: Vec::new(),
            files: Vec::new(),
            stopped_until: 0,
            is_dead: false,
            has_handlers: false,
            has_no_rights: false,
            is_unaware: false,
            is_brief: false,
            is_finishing: false,
        }
    }

    fn put_map(&mut self, base: *mut u8, len: usize, kind: Kind) -> u64 {
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

    /// Where the memory at an address of this process is.
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

    pub(crate) fn add_file(&mut self, description: u32) -> u32 {
        let free = self.files.iter().position(Option::is_none);
        let number = free.unwrap_or_else(|| {
            self.files.push(None);
            self.files.len() - 1
        });
        self.files[number] = Some(description);
        number as u32
    }

    /// The description that a number stands for.
    pub(crate) fn file(&self, number: u32) -> Option<u32> {
        self.files.get(number as usize).copied().flatten()
    }

    pub(crate) fn take_file(&mut self, number: u32) -> Option<u32> {
        self.files.get_mut(number as usize).and_then(Option::take)
    }

    fn free_number(&self, threads: &[schedule::Thread]) -> u64 {
        let taken = |number| {
            let mut own = self.threads.iter().map(|&index| &threads[index]);
            own.any(|thread| !thread.is_ended && thread.number == number)
        };
        (1..).find(|&number| !taken(number)).unwrap_or(1)
    }
}

/// Begins a process that nobody forked.
pub(crate) fn start(machine: usize) -> usize {
    let system = sys();
    let family = system.check.new_family();
    let mut process = Process::new(machine, family);
    process.has_handlers = system.rng.once_in(2);
    system.processes.push(Box::new(process));
    system.count(Count::Start);
    system.processes.len() - 1
}

/// Begins a thread of a process.
pub(crate) fn start_thread(process: usize, main: impl FnOnce() + 'static) -> usize {
    let system = sys();
    let number = system.processes[process].free_number(&system.threads);
    system.count(Count::ThreadStart);
    schedule::spawn(process, number, Box::new(Locals::new()), main)
}

/// How a child comes to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// By `fork`: handlers run.
    Common,
    /// By a call to the kernel that nobody else hears of.
    Raw,
    /// The whole machine was copied: nothing is wiped, and no descriptor shared.
    Copied(usize),
}

/// Copies a process, with the one thread that asks; the child's does `main`.
pub(crate) fn copy(process: usize, thread: usize, way: Way, main: impl FnOnce() + 'static) -> usize {
    let system = sys();
    system.raise_all(process);
    let child = system.copy_memory(process, way);
    system.take_over(process, child);
    let kind = match way {
        Way::Common => "forks",
        Way::Raw => "forks quietly",
        Way::Copied(_) => "is copied",
    };
    system.note(kind, process as u64, child as u64);
    let threads = &system.threads[thread];
    let (number, locals) = (threads.number, copied(&*threads.locals));
    let handlers = match way {
        Way::Common => system.processes[child].at_fork.clone(),
        _ => Vec::new(),
    };
    schedule::spawn(child, number, locals, move || {
        for handler in handlers {
            handler();
        }
        main();
    });
    child
}

/// A child that has its parent's generators where they are, and the one thread that asks, amid its calls.
pub(crate) fn copy_in_place(parent: usize, thread: usize, way: Way) -> usize {
    let system = sys();
    system.raise_all(parent);
    let child = system.copy_memory(parent, way);
    system.take_over(parent, child);
    system.note("forks amid a call", parent as u64, child as u64);
    for nth in 0..system.processes[parent].slots.len() {
        let generator = system.processes[parent].slots[nth].generator;
        system.processes[child].slots[nth].generator = generator;
    }
    let mut calls = std::mem::take(&mut system.threads[thread].calls);
    for call in &mut calls {
        if let Some(slot) = call.slot {
            let slot = &mut system.processes[child].slots[slot];
            slot.users += 1;
            slot.subject().is_torn = true;
            call.needs_identity = slot.subject().needs_identity;
        }
    }
    system.threads[thread].calls = calls;
    child
}

/// The same bytes elsewhere.
fn copied<T>(original: &T) -> Box<T> {
    let mut copy = Box::<T>::new_uninit();
    // SAFETY: what is copied so has nothing that is freed with it but what the copy frees in its own process.
    unsafe {
        copy.as_mut_ptr().copy_from_nonoverlapping(original, 1);
        copy.assume_init()
    }
}

impl System {
    fn copy_memory(&mut self, parent: usize, way: Way) -> usize {
        let is_copied = matches!(way, Way::Copied(_));
        let machine = match way {
            Way::Copied(machine) => machine,
            _ => self.processes[parent].machine,
        };
        let family = match way {
            Way::Copied(_) => self.check.copied_family(self.processes[parent].family),
            // Without memory that they share they are strangers.
            _ if self.processes[parent].statics.family_page.load_quietly() == 0 => {
                self.check.copied_family(self.processes[parent].family)
            }
            _ => self.processes[parent].family,
        };
        let is_stranger = family != self.processes[parent].family;
        let wipes = !is_copied && !self.machines[machine].wipes_nothing;
        let mut child = Process::new(machine, family);
        let origin = &self.processes[parent];
        child.statics = copied(&*origin.statics);
        child.at_fork.clone_from(&origin.at_fork);
        child.has_handlers = origin.has_handlers;
        child.has_no_rights = origin.has_no_rights;
        child.is_child = !is_copied || origin.is_child;
        child.is_unaware = is_copied || origin.is_unaware;
        let maps = origin.maps.clone();
        let files = origin.files.clone();
        for map in maps {
            let base = match map.kind {
                Kind::Wiped => {
                    let own = self.allocate(map.len);
                    if !wipes {
                        // SAFETY: both are as long, and apart.
                        unsafe { own.copy_from_nonoverlapping(map.base, map.len) };
                    }
                    own
                }
                Kind::Shared if is_copied => self.copied_shared(map.base, map.len, machine),
                _ => map.base,
            };
            child.put_map(base, map.len, map.kind);
        }
        child.files = if is_copied {
            self.copied_files(&files, machine)
        } else {
            for description in files.iter().flatten() {
                self.descriptions[*description as usize].users += 1;
            }
            files
        };
        self.copy_generators(parent, &mut child, is_copied, is_stranger);
        self.processes.push(Box::new(child));
        self.processes.len() - 1
    }

    fn copy_generators(&mut self, parent: usize, child: &mut Process, is_copied: bool, is_stranger: bool) {
        let slots = self.processes[parent].slots.len();
        for nth in 0..slots {
            let slot = &self.processes[parent].slots[nth];
            let (old, is_gone) = (slot.generator, slot.is_gone);
            if old.is_null() {
                child.slots.push(Slot {
                    generator: old,
                    subject: slot.subject.clone(),
                    users: 0,
                    is_gone,
                });
                continue;
            }
            // SAFETY: as `copied` says; one that is gone is never used, but its memory is there.
            let new = Box::into_raw(copied(unsafe { &*old }));
            let mut subject = slot.subject.clone();
            if let Some(subject) = &mut subject {
                self.check.forked(subject, child.family, is_copied, is_stranger);
                if is_copied {
                    let machine = child.machine;
                    if let Some(inode) = subject.inode.filter(|inode| self.inodes[*inode].is_remote) {
                        let scope = self.inodes[inode].scope;
                        self.check.forsake(scope);
                    }
                    subject.inode = subject.inode.and_then(|inode| self.twin(inode, machine));
                }
            }
            for word in &child.statics.defaults {
                if word.load_quietly() == old.expose_provenance() as u64 {
                    word.store_quietly(new.expose_provenance() as u64);
                }
            }
            child.slots.push(Slot {
                generator: new,
                subject,
                users: 0,
                is_gone,
            });
        }
    }

    /// The copy of a shared range: of a file the copied file's, else one that copied processes share among themselves.
    fn copied_shared(&mut self, base: *mut u8, len: usize, machine: usize) -> *mut u8 {
        let found = (0..self.inodes.len()).find(|&inode| {
            let host = self.inodes[inode].machine;
            let pages = self.inodes[inode].pages(host);
            (0..2).any(|half| pages.wrapping_add(half * 4096) == base)
        });
        if let Some(inode) = found
            && let Some(twin) = self.twin(inode, machine)
        {
            let host = self.inodes[inode].machine;
            let offset = base as usize - self.inodes[inode].pages(host) as usize;
            return self.inodes[twin].pages(machine).wrapping_add(offset);
        }
        let own = self.allocate(len);
        // SAFETY: both are as long, and apart.
        unsafe { own.copy_from_nonoverlapping(base, len) };
        own
    }

    /// What a file of the copied machine is in the copy.
    fn twin(&self, inode: usize, machine: usize) -> Option<usize> {
        let twins = &self.inodes;
        if twins[inode].is_remote {
            return Some(inode);
        }
        (0..twins.len()).find(|&twin| {
            twins[twin].machine == machine && twins[twin].twin_of == Some(inode)
        })
    }

    fn copied_files(&mut self, files: &[Option<u32>], machine: usize) -> Vec<Option<u32>> {
        let mut copies = Vec::new();
        for file in files {
            let inode = file.map(|file| self.descriptions[file as usize].inode);
            let twin = inode.and_then(|inode| self.twin(inode, machine));
            copies.push(twin.map(|inode| {
                self.descriptions.push(super::system::Description { inode, users: 1 });
                let copy = self.descriptions.len() as u32 - 1;
                if let Some(file) = *file {
                    let (from, to) = (Holder::Description(file), Holder::Description(copy));
                    self.locks.copy(from, to, inode);
                }
                copy
            }));
        }
        copies
    }
}

/// Ends a process: nothing of it runs any more. If it is the one that runs, the caller switches and never comes back.
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
    for description in std::mem::take(&mut system.processes[process].files) {
        if let Some(description) = description {
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

    /// One that its process keeps for whoever asks.
    pub(crate) fn is_default(&self) -> bool {
        let address = self.generator.expose_provenance() as u64;
        let mut defaults = sys().process().statics.defaults.iter();
        defaults.any(|word| word.load_quietly() == address)
    }

    /// The generator, for as long as its process is there.
    pub(crate) fn generator(&self) -> &'static Generator<Id> {
        // SAFETY: it is freed with the run alone.
        unsafe { &*self.generator }
    }
}

