//! A fork in a signal handler whose child continues the interrupted call.
//!
//! Both processes would need the same stack at the same address. So the child runs first and alone
//! until that call returns; then all memory is restored, and the parent continues as if there had
//! been no child.

use std::mem::ManuallyDrop;

use super::fork::{self, Way};
use super::os::Sim;
use super::process;
use super::schedule::{Routine, switch};
use super::system::sys;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    Nothing,
    /// A thread requests such a fork; its stack is in use from this address on.
    Asked(usize, Way),
    /// The child runs.
    Child,
    /// The call has returned, and the child makes a few more calls.
    GoesOn,
    /// The child has ended.
    Over,
}

/// How often the child may wait.
const MOST_TURNS: u32 = 3000;

/// Forks the calling thread. Returns `true` in the child.
pub(crate) fn fork(way: Way) -> bool {
    let here = 0_u8;
    // The functions called from here use a few hundred bytes below.
    let low = (&raw const here).addr() - 4096;
    sys().twin = Stage::Asked(low, way);
    switch();
    if sys().twin != Stage::Child {
        return false;
    }
    if way == Way::Common {
        for handler in sys().process().at_fork.clone() {
            handler();
        }
    }
    true
}

/// Ends the child if the returned call is the one in which it was forked, after `then`.
pub(crate) fn end_child(then: impl FnOnce()) {
    if sys().twin == Stage::Child && sys().thread().calls.is_empty() {
        sys().twin = Stage::GoesOn;
        then();
        sys().twin = Stage::Over;
        loop {
            switch();
        }
    }
}

/// Memory to be restored.
struct Saved {
    at: *mut u8,
    bytes: Vec<u8>,
}

impl Saved {
    fn of(at: *mut u8, len: usize) -> Self {
        let mut bytes = vec![0; len];
        // SAFETY: the range is live, and no other thread runs.
        unsafe { at.copy_to_nonoverlapping(bytes.as_mut_ptr(), len) };
        Self { at, bytes }
    }

    fn put_back(&self) {
        // SAFETY: as above, and the overwritten data is forgotten.
        unsafe {
            self.at
                .copy_from_nonoverlapping(self.bytes.as_ptr(), self.bytes.len());
        }
    }
}

/// Runs a thread as its child, then restores it.
pub(crate) fn run(index: usize, routine: &mut Routine) {
    let Stage::Asked(low, way) = sys().twin else {
        return;
    };
    let parent = sys().process;
    let saved = memory(index, parent, low);
    // SAFETY: one of the two is forgotten.
    let kept = ManuallyDrop::new(unsafe { std::ptr::read(routine) });
    let thread = &sys().threads[index];
    let (calls, handlers) = (thread.calls.clone(), thread.handlers);
    let (last, looks, wake) = (thread.last, thread.looks, thread.wake);
    let (filling, checked_before) = (thread.filling, thread.checked_before.clone());
    let begun = sys().now;

    let child = fork::copy_in_place(parent, index, way);
    let system = sys();
    system.twin = Stage::Child;
    system.threads[index].process = child;
    for _ in 0..MOST_TURNS {
        let system = sys();
        system.process = child;
        system.slice = 100_000;
        system.now = system.now.max(system.threads[index].wake);
        system.grant();
        let _ = routine.resume(());
        sys().settle();
        if sys().twin == Stage::Over || sys().has_failed() || routine.done() {
            break;
        }
    }
    for saved in &saved {
        saved.put_back();
    }
    // SAFETY: the stack is the same as at the time of the read; the state of the child is
    // forgotten.
    unsafe { std::ptr::write(routine, ManuallyDrop::into_inner(kept)) };
    let system = sys();
    let thread = &mut system.threads[index];
    (thread.calls, thread.handlers, thread.process) = (calls, handlers, parent);
    (thread.last, thread.looks, thread.wake) = (last, looks, wake);
    (thread.filling, thread.checked_before) = (filling, checked_before);
    (system.process, system.twin) = (parent, Stage::Nothing);
    process::kill(child);
    // All other threads were stopped meanwhile.
    let system = sys();
    let took = system.now - begun;
    for thread in &mut system.threads {
        for call in &mut thread.calls {
            call.excused += took;
        }
    }
    let now = system.now;
    for inode in &mut system.inodes {
        inode.hold_up(now);
    }
}

/// All memory that the child may change.
fn memory(index: usize, parent: usize, low: usize) -> Vec<Saved> {
    let system = sys();
    let thread = &mut system.threads[index];
    let base = thread.stack_base;
    let stack = std::ptr::with_exposed_provenance_mut::<u8>(low);
    let mut saved = vec![Saved::of(stack, base - low)];
    let locals = &raw mut *thread.locals;
    saved.push(Saved::of(locals.cast(), size_of_val(&*thread.locals)));
    if let Some((filled, len)) = thread.filling {
        saved.push(Saved::of(filled, len));
    }
    let process = &mut system.processes[parent];
    let statics = &raw mut *process.statics;
    saved.push(Saved::of(statics.cast(), size_of_val(&*process.statics)));
    let held = process.statics.held.load_quietly();
    if held != 0 {
        let held = std::ptr::with_exposed_provenance_mut::<u8>(held as usize);
        saved.push(Saved::of(held, sortid_engine::claim::held_len::<Sim>()));
    }
    for slot in process
        .slots
        .iter()
        .filter(|slot| !slot.generator.is_null())
    {
        let len = size_of_val(slot.generator());
        saved.push(Saved::of(slot.generator.cast(), len));
    }
    for (base, len) in process.wiped() {
        saved.push(Saved::of(base, len));
    }
    saved
}
