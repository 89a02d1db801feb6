//! Mapped memory: words at addresses.

use std::collections::HashMap;
use std::rc::Rc;

use sortid_engine::sys::Atomic;

use super::execution;
use super::files::Number;
use super::threads;
use super::word::Word;
use crate::checker::RaceCell;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Wiped,
    Shared,
    Of(Number),
}

struct Map {
    kind: Kind,
    start: u64,
    len: u64,
    home: u32,
    /// Detects accesses that race with the mapping or unmapping.
    mapped: Rc<RaceCell<()>>,
}

#[derive(Default)]
pub(super) struct Maps {
    maps: Vec<Map>,
    next: u64,
    words: HashMap<(u64, u64), &'static Word>,
    /// The names of words that are zeroed in a forked child.
    pub(super) wiped: Vec<u32>,
}

pub(super) fn map(kind: Kind, len: usize) -> u64 {
    let (home, mapped) = (threads::process(), Rc::new(RaceCell::new(())));
    execution::with(|now| {
        let start = (now.maps.next + 1) << 20;
        now.maps.next += 1;
        now.maps.maps.push(Map {
            kind,
            start,
            len: len as u64,
            home,
            mapped,
        });
        start
    })
}

/// The kind and start of a mapping, and its race detector if this process mapped it.
fn find(address: u64) -> (Kind, u64, Option<Rc<RaceCell<()>>>) {
    let process = threads::process();
    execution::with(|now| {
        let inside = |map: &&Map| (map.start..map.start + map.len).contains(&address);
        let map = now.maps.maps.iter().find(inside).expect("memory");
        let mapped = (map.home == process).then(|| map.mapped.clone());
        (map.kind, map.start, mapped)
    })
}

pub(super) fn unmap(address: u64) {
    let (_, start, mapped) = find(address);
    if let Some(mapped) = mapped {
        mapped.with_mut(|_| ());
    }
    execution::with(|now| now.maps.maps.retain(|map| map.start != start));
}

pub(super) fn word(address: u64) -> &'static Word {
    let (kind, start, mapped) = find(address);
    if let Some(mapped) = mapped {
        mapped.with(|_| ());
    }
    let key = match kind {
        Kind::Of(file) => (file, address - start),
        _ => (u64::MAX, address),
    };
    if let Some(known) = execution::with(|now| now.maps.words.get(&key).copied()) {
        return known;
    }
    let fresh: &'static Word = Box::leak(Box::new(match kind {
        Kind::Wiped => Word::ZERO,
        Kind::Shared | Kind::Of(_) => Word::shared(),
    }));
    let name = fresh.name();
    execution::with(|now| {
        now.maps.words.insert(key, fresh);
        if kind == Kind::Wiped {
            now.maps.wiped.push(name);
        }
    });
    fresh
}
