//! A fork in a handler whose child goes on with the call that was interrupted.
//!
//! Both sides would need the same stack at the same address. So the child has it first, alone, until that call is over; then all memory is put back
//! as it was, and the parent goes on as if it had been the only one.

use std::mem::ManuallyDrop;

use super::fork::{self, Way};
use super::process;
use super::schedule::{Routine, switch};
use super::system::sys;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    Nothing,
    /// A thread wants to be forked so, its stack being in use from this address on.
    Asked(usize, Way),
    /// The child runs.
    Child,
    /// Its call is over, and it asks for a little more.
    GoesOn,
    /// It is done.
    Over,
}

/// As often the child may stop to wait.
const MOST_TURNS: u32 = 3000;

/// Forks the calling thread; `true` in the child.
pub(crate) fn fork(way: Way) -> bool {
    let here = 0_u8;
    // What is called from here on uses a few hundred bytes below.
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

/// A call is over. If it is the one that the child was forked in, the child does what it does `then`, and ends here.
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

/// Bytes that are put back later.
struct Saved {
    at: *mut u8,
    bytes: Vec<u8>,
}

impl Saved {
    fn of(at: *mut u8, len: usize) -> Self {
        let mut bytes = vec![0; len];
        // SAFETY: the range is live, and nobody else runs.
        unsafe { at.copy_to_nonoverlapping(bytes.as_mut_ptr(), len) };
        Self { at, bytes }
    }

    fn put_back(&self) {
        // SAFETY: as above, and what is there now is forgotten.
        unsafe {
            self.at
                .copy_from_nonoverlapping(self.bytes.as_ptr(), self.bytes.len());
        }
    }
}

/// Has a thread that asks for it run as its child, and then makes it what it was.
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
    // SAFETY: the stack is again what it was when this was read; what the child's was is forgotten.
    unsafe { std::ptr::write(routine, ManuallyDrop::into_inner(kept)) };
    let system = sys();
    let thread = &mut system.threads[index];
    (thread.calls, thread.handlers, thread.process) = (calls, handlers, parent);
    (thread.last, thread.looks, thread.wake) = (last, looks, wake);
    (system.process, system.twin) = (parent, Stage::Nothing);
    process::kill(child);
    // All others stood still meanwhile.
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

/// All that the child may change of its parent's.
fn memory(index: usize, parent: usize, low: usize) -> Vec<Saved> {
    let system = sys();
    let thread = &mut system.threads[index];
    let base = thread.stack_base;
    let stack = std::ptr::with_exposed_provenance_mut::<u8>(low);
    let mut saved = vec![Saved::of(stack, base - low)];
    let locals = &raw mut *thread.locals;
    saved.push(Saved::of(locals.cast(), size_of_val(&*thread.locals)));
    let process = &mut system.processes[parent];
    let statics = &raw mut *process.statics;
    saved.push(Saved::of(statics.cast(), size_of_val(&*process.statics)));
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
