//! Leases: the ids of a lease file must be in lease terms that a server granted to it, and ids in a
//! namespace must be unique across files.

use super::scope::mark_ticks;
use super::{Checker, Subject};
use crate::leasing::Grant;
use crate::sim::system::System;
use sortid_reliability_common::product::AnyId;

/// The first scope of namespaces, between those of files and of families.
const NAMESPACES: u64 = 1 << 34;

/// A lease term, in Unix milliseconds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stretch {
    node: u64,
    from_ms: i64,
    until_ms: i64,
}

impl Stretch {
    fn has(&self, node: u64, tick_ns: i128) -> bool {
        let ns = |ms: i64| i128::from(ms) * 1_000_000;
        self.node == node && (ns(self.from_ms)..ns(self.until_ms)).contains(&tick_ns)
    }
}

/// The leases that servers have granted.
#[derive(Default)]
pub(super) struct Leases {
    /// Lease terms with file and node.
    granted: Vec<(u32, usize, Stretch)>,
    /// Lease terms that machines held when they were copied: they belong to the original, the copy,
    /// and files that lease the node after one of them released it. Also terms released by
    /// overwritten files.
    copied: Vec<(usize, Stretch)>,
    /// Where the current node of a file begins: the file, the namespace, and the lease term with
    /// which it took the node.
    taken: Vec<(u32, usize, Stretch)>,
}

impl Leases {
    /// The scope of an id; `None` if it is outside the lease terms of its file.
    fn scope(&self, file: u32, node: u64, tick_ns: i128) -> Option<Option<usize>> {
        let own =
            |(of, _, stretch): &&(u32, usize, Stretch)| *of == file && stretch.has(node, tick_ns);
        let (_, namespace, _) = self.granted.iter().find(own)?;
        let mut copied = self.copied.iter();
        let is_copied = copied.any(|(of, stretch)| of == namespace && stretch.has(node, tick_ns));
        Some((!is_copied).then_some(*namespace))
    }

    pub(super) fn file_is_copied(&mut self, of: u32, copy: u32) {
        for nth in 0..self.granted.len() {
            let (file, namespace, stretch) = self.granted[nth];
            if file == of {
                self.granted.push((copy, namespace, stretch));
                self.copied.push((namespace, stretch));
            }
        }
    }
}

impl Checker {
    /// Whether a machine with leases was copied.
    pub(crate) fn has_copied_leases(&self) -> bool {
        !self.leases.copied.is_empty()
    }

    /// Records a lease that a server granted to a file.
    pub(crate) fn lease_granted(&mut self, namespace: usize, file: u32, grant: &Grant) {
        let stretch = Stretch {
            node: grant.node,
            from_ms: grant.from_ms,
            until_ms: grant.until_ms,
        };
        let is_forsaken = |file: u32| self.files[file as usize].is_forsaken;
        let meets = |(of, other, known): &&(u32, usize, Stretch)| {
            let (from_ms, until_ms) = (
                known.from_ms.max(stretch.from_ms),
                known.until_ms.min(stretch.until_ms),
            );
            let mut copied = self.leases.copied.iter();
            *of != file
                && (*other, known.node) == (namespace, stretch.node)
                && from_ms < until_ms
                && !is_forsaken(*of)
                && !copied.any(|(of, copied)| {
                    (*of, copied.node) == (namespace, stretch.node)
                        && copied.from_ms <= from_ms
                        && until_ms <= copied.until_ms
                })
        };
        let met = self.leases.granted.iter().find(meets);
        if let Some((of, _, known)) = met.filter(|_| !is_forsaken(file)) {
            let what = format!("granted twice: {stretch:?} to file {file}, {known:?} to {of}");
            self.violation.get_or_insert(what);
        }
        self.leases.granted.push((file, namespace, stretch));
    }

    /// Records that a file took a node.
    pub(crate) fn lease_taken(&mut self, namespace: usize, file: u32, grant: &Grant) {
        self.leases.taken.retain(|(of, ..)| *of != file);
        let stretch = Stretch {
            node: grant.node,
            from_ms: grant.from_ms,
            until_ms: grant.until_ms,
        };
        self.leases.taken.push((file, namespace, stretch));
    }

    /// Records that a file released its node to the server from this time on. Without ids of its
    /// node, it releases the node from the start of its term: before that, the node was another
    /// file's.
    ///
    /// A request with `is_answered` false may be late, and for an earlier lease than the current
    /// one.
    pub(crate) fn lease_closed(
        &mut self,
        namespace: usize,
        file: u32,
        node: u64,
        until_ms: i64,
        is_answered: bool,
    ) {
        let is_below = |(of, other, stretch): &&(u32, usize, Stretch)| {
            (*of, *other, stretch.node) == (file, namespace, node) && until_ms < stretch.from_ms
        };
        let taken = self.leases.taken.iter().find(is_below);
        let is_known = is_answered && !self.files[file as usize].is_forsaken;
        if let Some((.., stretch)) = taken.filter(|_| is_known) {
            let what = format!("given back below its beginning: {until_ms} of {stretch:?}");
            self.violation.get_or_insert(what);
        }
        if self.files[file as usize].is_forsaken {
            // An overwritten file may report any part as used.
            let all = Stretch {
                node,
                from_ms: i64::MIN,
                until_ms: i64::MAX,
            };
            self.leases.copied.push((namespace, all));
        }
        for (of, _, stretch) in &mut self.leases.granted {
            if (*of, stretch.node) == (file, node) {
                stretch.until_ms = stretch.until_ms.min(until_ms);
            }
        }
    }
}

/// The start of the tick of the high-water mark in a record.
fn begin_ns(record: &[u8], subject: &Subject) -> i128 {
    let first = subject.traits.layout.time.map_or(0, |time| time.first);
    let tick = i128::from(mark_ticks(record)) + first;
    tick * subject.traits.unit_ns + subject.traits.epoch_ns
}

impl System {
    /// The end of the ids that a record permits.
    pub(super) fn mark_ns(&self, inode: usize, subject: &Subject) -> i128 {
        let record = self.inodes[inode].record(self.machine);
        begin_ns(record, subject) + subject.traits.unit_ns
    }

    /// The start of the lease term of a lease file.
    pub(super) fn lease_begin_ns(&self, inode: usize, subject: &Subject) -> i128 {
        let mut record = self.inodes[inode].record(self.machine).to_vec();
        record.copy_within(136..144, 104);
        begin_ns(&record, subject)
    }

    /// The end of the lease term of a lease file, or a time long ago if the file is inactive or
    /// closed.
    pub(super) fn lease_end_ns(&self, inode: usize) -> i128 {
        let known = &self.inodes[inode];
        let record = known.record(self.machine);
        let word = |at: usize| {
            let mut bytes = [0; 8];
            bytes.copy_from_slice(&record[at..at + 8]);
            u64::from_le_bytes(bytes)
        };
        let boot = self.machines[self.machine].boot;
        let is_here = [word(160), word(168)] == boot
            && (word(176), word(296)) == (known.number, known.created_ns);
        match is_here && word(184) != 0 {
            true => i128::from(word(152)) * 1_000_000,
            false => i128::MIN,
        }
    }

    /// The scope of an id from a lease file. Fails unless the id lies in one of the lease terms of
    /// the file.
    pub(super) fn lease_scope(&mut self, subject: &Subject, id: &AnyId) -> Option<u64> {
        let inode = subject.inode.filter(|_| subject.traits.is_leased)?;
        let (node, tick_ns) = (subject.traits.layout.node?, subject.traits.tick_ns(id)?);
        let file = self.inodes[inode].scope;
        if self.check.files[file as usize].is_forsaken {
            return None;
        }
        let node = node.place.read(id.value()) as u64;
        match self.check.leases.scope(file, node, tick_ns) {
            Some(namespace) => namespace.map(|namespace| NAMESPACES + namespace as u64),
            None => {
                let of = subject.traits.format;
                self.fail(format!(
                    "of no stretch of its file: {id} of {of}, node {node}"
                ));
                None
            }
        }
    }
}
