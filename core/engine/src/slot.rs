//! Slots for values that all threads of a process share, and that are never freed, such as default
//! generators: an address each, 0 at first. Not a `OnceLock`: a fork during its first use would
//! leave it locked in the child.

use std::ptr;
use std::sync::atomic::Ordering;

use crate::sys::{Atomic, Os};

/// Returns what is in a slot, or what `make` returns, which [publishes](publish) it there.
///
/// # Safety
/// Nothing but `publish` stores in the slot, and only values of type `G`, which threads may share.
#[inline(always)]
pub unsafe fn get_or<S: Os, G: 'static, E>(
    slot: &S::AtomicU64,
    make: impl FnOnce() -> Result<&'static G, E>,
) -> Result<&'static G, E> {
    match slot.load(Ordering::Acquire) {
        0 => make(),
        // SAFETY: the address of a value that is never freed.
        address => Ok(unsafe { &*ptr::with_exposed_provenance(address as usize) }),
    }
}

/// Stores a new value in a slot, unless another thread was faster. Returns what is there.
///
/// # Safety
/// As for [`get_or`].
pub unsafe fn publish<S: Os, G: 'static>(fresh: G, slot: &S::AtomicU64) -> &'static G {
    let fresh = Box::new(fresh);
    let address = ptr::from_ref(&*fresh).expose_provenance() as u64;
    let known = match slot.compare_exchange(0, address, Ordering::Release, Ordering::Acquire) {
        // Never freed from now on.
        Ok(_) => Box::into_raw(fresh).expose_provenance() as u64,
        Err(first) => first,
    };
    // SAFETY: a value in a slot is never freed.
    unsafe { &*ptr::with_exposed_provenance(known as usize) }
}
