//! Forks: copies of private memory, next to shared memory and descriptors.

use super::locks::Holder;
use super::os::Sim;
use super::process::{Kind, Process, Slot};
use super::schedule;
use super::system::{Description, System, sys};
use crate::check::Copied;

/// The kinds of forks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// `fork`, which runs atfork handlers.
    Common,
    /// A raw system call, which runs no handlers.
    Raw,
    /// A copy of the whole machine: no memory is wiped, and no descriptor is shared.
    Copied(usize),
}

/// Copies a process with the calling thread, which runs `main` in the child.
pub(crate) fn copy(
    process: usize,
    thread: usize,
    way: Way,
    main: impl FnOnce() + 'static,
) -> usize {
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
    // A signal that arrives before the atfork handlers have run finds the parent as its process,
    // unless a wiped page shows the fork.
    system.processes[child].is_untold = way == Way::Common && !system.is_wiped(child);
    schedule::spawn(child, number, locals, move || {
        for handler in handlers {
            handler();
        }
        sys().process().is_untold = false;
        main();
    });
    child
}

/// A child that uses the memory of its parent in place, with the calling thread and its running
/// calls.
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
    let wipes = !system.machines[system.processes[parent].machine].wipes_nothing;
    for nth in 0..system.processes[parent].maps.len() {
        let map = system.processes[parent].maps[nth];
        system.processes[child].maps[nth].base = map.base;
        if map.kind == Kind::Wiped && wipes {
            // SAFETY: live memory, which is restored before the parent continues.
            unsafe { map.base.write_bytes(0, map.len) };
        }
    }
    let mut calls = std::mem::take(&mut system.threads[thread].calls);
    for call in &mut calls {
        if let Some(slot) = call.slot {
            let slot = &mut system.processes[child].slots[slot];
            slot.users += 1;
            slot.subject().goes_on_with_call = true;
            call.needs_identity = slot.subject().needs_identity;
        }
    }
    system.threads[thread].calls = calls;
    child
}

/// Makes a bitwise copy.
fn copied<T>(original: &T) -> Box<T> {
    let mut copy = Box::<T>::new_uninit();
    // SAFETY: the copy owns nothing except data that the child frees in its own process.
    unsafe {
        copy.as_mut_ptr().copy_from_nonoverlapping(original, 1);
        copy.assume_init()
    }
}

impl System {
    /// Whether a child has a page that was wiped at the fork.
    fn is_wiped(&self, child: usize) -> bool {
        let child = &self.processes[child];
        !self.machines[child.machine].wipes_nothing && child.has_fork_page()
    }

    fn copy_memory(&mut self, parent: usize, way: Way) -> usize {
        let is_copied = matches!(way, Way::Copied(_));
        let machine = match way {
            Way::Copied(machine) => machine,
            _ => self.processes[parent].machine,
        };
        let family = match way {
            Way::Copied(_) => self.check.copied_family(self.processes[parent].family),
            // Without shared memory they are separate families.
            _ if !self.processes[parent].has_family_page() => {
                self.check.copied_family(self.processes[parent].family)
            }
            _ => self.processes[parent].family,
        };
        let is_stranger = family != self.processes[parent].family;
        let wipes = !is_copied && !self.machines[machine].wipes_nothing;
        let mut child = Process::new(machine, family);
        let origin = &self.processes[parent];
        child.statics = copied(&*origin.statics);
        let held = origin.statics.held.load_quietly();
        child.at_fork.clone_from(&origin.at_fork);
        child.has_handlers = origin.has_handlers;
        child.is_refused_wiping = origin.is_refused_wiping;
        child.has_no_rights = origin.has_no_rights;
        child.was_refused_rights = origin.was_refused_rights;
        child.no_descriptors_until = origin.no_descriptors_until;
        child.asked_in_vain = origin.asked_in_vain;
        child.trusts_counter = origin.trusts_counter;
        child.keeps_none = origin.keeps_none;
        child.is_child = !is_copied || origin.is_child;
        child.is_unaware = is_copied || origin.is_unaware;
        if way != Way::Common {
            child.left_behind = origin.numbers(&self.threads).collect();
        }
        let maps = origin.maps.clone();
        let files = origin.files.clone();
        for map in maps {
            let base = match map.kind {
                Kind::Wiped => {
                    let own = self.allocate(map.len);
                    if !wipes {
                        // SAFETY: both have this length and do not overlap.
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
        if held != 0 {
            let copy = self.copied_claims(held);
            child.statics.held.store_quietly(copy);
        }
        self.copy_generators(parent, &mut child, is_copied, is_stranger);
        self.processes.push(child);
        let copy = self.processes.len() - 1;
        if is_copied {
            self.copy_locks_of_process(parent, copy, machine);
        }
        copy
    }

    /// A copy of a process's claims, which lives until the run is over.
    fn copied_claims(&mut self, held: u64) -> u64 {
        let len = sortid_engine::claim::held_len::<Sim>();
        let own = self.allocate(len + 64);
        let own = own.wrapping_add(own.align_offset(64));
        let held = std::ptr::with_exposed_provenance::<u8>(held as usize);
        // SAFETY: both have this length; nothing is used through the copy in the parent.
        unsafe { own.copy_from_nonoverlapping(held, len) };
        own.expose_provenance() as u64
    }

    /// Copies the process-owned locks on files of the copied machine.
    fn copy_locks_of_process(&mut self, origin: usize, copy: usize, machine: usize) {
        let [from, to] = [origin, copy].map(|process| Holder::Process(process as u32));
        let inodes = 0..self.inodes.len();
        let twins: Vec<_> = inodes.map(|inode| self.twin(inode, machine)).collect();
        self.locks
            .copy(from, to, |inode| twins[inode].filter(|&twin| twin != inode));
    }

    fn copy_generators(
        &mut self,
        parent: usize,
        child: &mut Process,
        is_copied: bool,
        is_stranger: bool,
    ) {
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
            // SAFETY: see `copied`. A dropped generator is not used, but its memory exists.
            let new = Box::into_raw(copied(unsafe { &*old }));
            let mut subject = slot.subject.clone();
            self.keep(new);
            if let Some(subject) = &mut subject {
                self.check
                    .forked(subject, child.family, is_copied, is_stranger);
                if is_copied {
                    let machine = child.machine;
                    subject.copied = Some(Copied {
                        at: self.now,
                        is_set: false,
                        node: subject.last.and_then(|last| subject.traits.node(&last)),
                    });
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

    /// The copy of a shared range: the range of the copied file, or one that the copied processes
    /// share.
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
        // SAFETY: both have this length and do not overlap.
        unsafe { own.copy_from_nonoverlapping(base, len) };
        own
    }

    /// The copy of a file on the copied machine.
    fn twin(&self, inode: usize, machine: usize) -> Option<usize> {
        let twins = &self.inodes;
        if twins[inode].is_remote {
            return Some(inode);
        }
        (0..twins.len())
            .find(|&twin| twins[twin].machine == machine && twins[twin].twin_of == Some(inode))
    }

    fn copied_files(&mut self, files: &[Option<u32>], machine: usize) -> Vec<Option<u32>> {
        let mut copies = Vec::new();
        for file in files {
            let inode = file.map(|file| self.descriptions[file as usize].inode);
            let twin = inode.and_then(|inode| self.twin(inode, machine));
            if let Some(inode) = inode.filter(|&inode| self.inodes[inode].is_remote) {
                // Both machines have the same lease.
                self.check.forsake(self.inodes[inode].scope);
            }
            copies.push(twin.map(|inode| {
                let offset = file.map_or(0, |file| self.descriptions[file as usize].offset);
                self.descriptions.push(Description {
                    offset,
                    ..Description::of(inode)
                });
                let copy = self.descriptions.len() as u32 - 1;
                if let Some(file) = *file {
                    let (from, to) = (Holder::Description(file), Holder::Description(copy));
                    self.locks.copy(from, to, |_| Some(inode));
                }
                copy
            }));
        }
        copies
    }
}
