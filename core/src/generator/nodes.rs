//! Drawn nodes: one shuffled list per format and process, whose position forked children share,
//! so that no two generators get the same node until all are used.

use std::sync::atomic::{AtomicPtr, AtomicU16, AtomicU64, Ordering};

use super::entropy::{Entropy, Stream, with_thread_stream};
use super::process;
use crate::error::{Error, ErrorCode};
use crate::formats::Format;

/// Where a generator's nodes come from.
pub(super) enum Nodes {
    /// The list of the process.
    Process(Format),
    /// A seeded generator's own: the first one drawn from the seed, then counting up.
    Own { next: u16, given: u32 },
}

impl Nodes {
    pub(super) fn new(format: Format, bits: u8, entropy: &mut Entropy) -> Result<Self, Error> {
        Ok(if entropy.is_seeded() {
            Nodes::Own {
                next: entropy.bits(bits)? as u16,
                given: 0,
            }
        } else {
            Nodes::Process(format)
        })
    }

    /// The next node, but not this one, which is the parent's; when all are used, one that another
    /// generator has too.
    pub(super) fn draw_other_than(&mut self, parents: Option<u16>, bits: u8) -> Result<u16, Error> {
        let (node, _) = self.next(bits)?;
        if Some(node) == parents {
            // The list holds each node once, so the next one differs.
            return self.next(bits).map(|(node, _)| node);
        }
        Ok(node)
    }

    /// The next node if it is one that was not used; `clock_rollback` when all are.
    pub(super) fn draw_unused(&mut self, bits: u8) -> Result<u16, Error> {
        match self.next(bits)? {
            (node, true) => Ok(node),
            (_, false) => Err(Error::new(ErrorCode::ClockRollback)),
        }
    }

    fn next(&mut self, bits: u8) -> Result<(u16, bool), Error> {
        match self {
            Nodes::Process(format) => Ok(list(*format, bits)?.next()),
            Nodes::Own { next, given } => {
                let node = *next;
                let unused = *given < 1 << bits;
                *next = (*next + 1) & ((1 << bits) - 1);
                *given = given.saturating_add(1);
                Ok((node, unused))
            }
        }
    }
}

/// A shuffled list, in memory that forked children share.
struct List {
    position: &'static AtomicU64,
    nodes: &'static [AtomicU16],
}

/// The start of each format's list: the position, then the nodes.
static LISTS: [AtomicPtr<u8>; Format::ALL.len()] =
    [const { AtomicPtr::new(std::ptr::null_mut()) }; Format::ALL.len()];

const NODES_AT: usize = size_of::<AtomicU64>();

impl List {
    /// # Safety
    /// `start` has `NODES_AT + (2 << bits)` zeroed or shuffled bytes, aligned to 8, and is never freed.
    unsafe fn at(start: *mut u8, bits: u8) -> Self {
        // SAFETY: the caller's promise; atomics of any value are valid.
        unsafe {
            Self {
                position: &*start.cast(),
                nodes: std::slice::from_raw_parts(start.add(NODES_AT).cast(), 1 << bits),
            }
        }
    }

    fn next(&self) -> (u16, bool) {
        let position = self.position.fetch_add(1, Ordering::Relaxed) as usize;
        let node = self.nodes[position % self.nodes.len()].load(Ordering::Relaxed);
        (node, position < self.nodes.len())
    }

    /// Shuffles what is not yet given (Fisher and Yates).
    fn shuffle_rest(&self, stream: &mut Stream) {
        let given = self.position.load(Ordering::Relaxed) as usize;
        let rest = self.nodes.get(given..).unwrap_or_default();
        for last in (1..rest.len()).rev() {
            let other = stream.below(last as u32 + 1) as usize;
            let node = rest[last].load(Ordering::Relaxed);
            let swapped = rest[other].swap(node, Ordering::Relaxed);
            rest[last].store(swapped, Ordering::Relaxed);
        }
    }
}

fn allocate(bits: u8) -> *mut u8 {
    let words = (NODES_AT + (2usize << bits)).div_ceil(8);
    process::shared_memory(words * 8).unwrap_or_else(|| {
        Box::leak(vec![0u64; words].into_boxed_slice())
            .as_mut_ptr()
            .cast()
    })
}

fn slot(format: Format) -> &'static AtomicPtr<u8> {
    // Codes count from 1 without gaps: a test of the registry says so.
    &LISTS[format.code() as usize - 1]
}

fn list(format: Format, bits: u8) -> Result<List, Error> {
    let mut start = slot(format).load(Ordering::Acquire);
    if start.is_null() {
        let fresh = allocate(bits);
        // SAFETY: just allocated for this many bits.
        let list = unsafe { List::at(fresh, bits) };
        for (number, node) in list.nodes.iter().enumerate() {
            node.store(number as u16, Ordering::Relaxed);
        }
        with_thread_stream(process::generation(), |stream| list.shuffle_rest(stream))?;
        start = publish(format, std::ptr::null_mut(), fresh);
    }
    // SAFETY: only allocations for this format's number of bits are published, and none is freed.
    Ok(unsafe { List::at(start, bits) })
}

/// Puts a list in its place, unless another thread was first; returns the one in place.
fn publish(format: Format, old: *mut u8, fresh: *mut u8) -> *mut u8 {
    match slot(format).compare_exchange(old, fresh, Ordering::AcqRel, Ordering::Acquire) {
        Ok(_) => fresh,
        Err(first) => first,
    }
}

/// Shuffles the unused nodes of every list anew, so that a process that was copied, memory and
/// all, does not draw what its copies draw. Children forked earlier keep the old order.
pub(super) fn reshuffle() -> Result<(), Error> {
    for &format in Format::ALL {
        let old = slot(format).load(Ordering::Acquire);
        let Some(node) = format.row().layout.node else {
            continue;
        };
        if old.is_null() {
            continue;
        }
        let bits = node.drawn_bits;
        let fresh = allocate(bits);
        // SAFETY: both were allocated for this format's number of bits, and neither is freed.
        let (old_list, list) = unsafe { (List::at(old, bits), List::at(fresh, bits)) };
        for (from, to) in old_list.nodes.iter().zip(list.nodes) {
            to.store(from.load(Ordering::Relaxed), Ordering::Relaxed);
        }
        let given = old_list.position.load(Ordering::Relaxed);
        list.position.store(given, Ordering::Relaxed);
        with_thread_stream(process::generation(), |stream| list.shuffle_rest(stream))?;
        publish(format, old, fresh);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_gives_every_node_once_and_then_again() {
        // SAFETY: just allocated for five bits.
        let list = unsafe { List::at(allocate(5), 5) };
        for (number, node) in list.nodes.iter().enumerate() {
            node.store(number as u16, Ordering::Relaxed);
        }
        let mut stream = Stream::from_seed([1; 32]);
        list.shuffle_rest(&mut stream);
        let mut drawn: Vec<u16> = (0..20).map(|_| list.next().0).collect();
        list.shuffle_rest(&mut stream);
        drawn.extend((0..12).map(|_| list.next().0));
        assert!(!drawn.is_sorted(), "the list was not shuffled");
        drawn.sort_unstable();
        assert_eq!(drawn, (0..32).collect::<Vec<_>>());
        assert!(!list.next().1, "the list starts again");
    }
}
