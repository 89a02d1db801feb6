//! One execution of a model: the state that its threads share.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use super::ModelOs;
use super::files::Files;
use super::guarded::Copies;
use super::memory::Maps;
use super::threads;
use crate::checker::{AtomicU64, CELLS, RaceCell, WORDS};
use crate::sys::{Guard, Statics};

/// The state shared by an execution's threads. The first thread creates all words and cells, so
/// that their creation races with nothing.
pub(super) struct Execution {
    unused: Vec<Rc<AtomicU64>>,
    unused_cells: Vec<Rc<RaceCell<()>>>,
    pub(super) names: u32,
    pub(super) processes: u32,
    /// By process and name. Shared words belong to process 0.
    pub(super) words: HashMap<(u32, u32), Rc<AtomicU64>>,
    readers: BTreeMap<((u32, u32), u64), Rc<AtomicU64>>,
    pub(super) copies: Copies,
    pub(super) maps: Maps,
    pub(super) files: Files,
    pub(super) statics: &'static Statics<ModelOs>,
    pub(super) entropy: u64,
    pub(super) in_child: Vec<extern "C" fn()>,
}

thread_local! {
    static NOW: RefCell<Option<Execution>> = const { RefCell::new(None) };
    static LEFT_OUT: Cell<Option<Guard>> = const { Cell::new(None) };
    static SAME_ENTROPY: Cell<bool> = const { Cell::new(false) };
    static CAN_BE_COPIED: Cell<bool> = const { Cell::new(false) };
}

/// Disables this guard.
pub(crate) fn leave_out(guard: Guard) {
    LEFT_OUT.set(Some(guard));
}

pub(super) fn keeps(guard: Guard) -> bool {
    LEFT_OUT.get() != Some(guard)
}

/// All calls for entropy in this execution return the same bytes.
pub(crate) fn same_entropy() {
    SAME_ENTROPY.set(true);
}

/// The machine of this execution can be copied, so keys expire.
pub(crate) fn may_be_copied() {
    CAN_BE_COPIED.set(true);
}

pub(super) fn can_be_copied() -> bool {
    CAN_BE_COPIED.get()
}

/// Fills a key with a unique number, or with the same one after [`same_entropy`].
pub(super) fn entropy(bytes: &mut [u8]) {
    let number = with(|now| {
        now.entropy += 1;
        now.entropy
    });
    let number = if SAME_ENTROPY.get() { 1 } else { number };
    for (byte, part) in bytes.iter_mut().zip(number.to_le_bytes()) {
        *byte = part;
    }
}

pub(super) fn with<R>(act: impl FnOnce(&mut Execution) -> R) -> R {
    NOW.with(|now| act(now.borrow_mut().as_mut().expect("inside a model")))
}

/// Runs a model once, on a thread with a stack large enough for the core.
pub(crate) fn run(model: fn()) {
    let root = threads::on_large_stack(move || {
        SAME_ENTROPY.set(false);
        CAN_BE_COPIED.set(false);
        let execution = Execution::new();
        NOW.with(|now| *now.borrow_mut() = Some(execution));
        model();
        let ended = NOW.with(|now| now.borrow_mut().take());
        drop(ended);
    });
    root.join().expect("a model that fails ends the process");
}

impl Execution {
    fn new() -> Self {
        Self {
            unused: (0..WORDS).map(|_| Rc::new(AtomicU64::new(0))).collect(),
            unused_cells: (0..CELLS).map(|_| Rc::new(RaceCell::new(()))).collect(),
            names: 0,
            processes: 1,
            words: HashMap::new(),
            readers: BTreeMap::new(),
            copies: Copies::default(),
            maps: Maps::default(),
            files: Files::default(),
            // Leaks some kilobytes per execution. The process ends with the model.
            statics: Box::leak(Box::new(Statics::new())),
            entropy: 0,
            in_child: Vec::new(),
        }
    }

    pub(super) fn name(&mut self) -> u32 {
        self.names += 1;
        self.names
    }

    pub(super) fn unused_word(&mut self) -> Rc<AtomicU64> {
        self.unused.pop().expect("a model of fewer words")
    }

    pub(super) fn unused_cell(&mut self) -> Rc<RaceCell<()>> {
        self.unused_cells.pop().expect("a model of fewer cells")
    }

    /// The word of this process and name.
    pub(super) fn word(&mut self, key: (u32, u32)) -> Rc<AtomicU64> {
        if let Some(known) = self.words.get(&key) {
            return known.clone();
        }
        let fresh = self.unused_word();
        self.words.insert(key, fresh.clone());
        fresh
    }

    /// The word that represents the reads of a word by one thread.
    pub(super) fn reader(&mut self, key: (u32, u32), thread: u64) -> Rc<AtomicU64> {
        if let Some(known) = self.readers.get(&(key, thread)) {
            return known.clone();
        }
        let fresh = self.unused_word();
        self.readers.insert((key, thread), fresh.clone());
        fresh
    }

    pub(super) fn other_readers(&self, key: (u32, u32), thread: u64) -> Vec<Rc<AtomicU64>> {
        let others = self.readers.range((key, 0)..=(key, u64::MAX));
        let others = others.filter(|((_, reader), _)| *reader != thread);
        others.map(|(_, word)| word.clone()).collect()
    }
}
