//! Blocks of lines, processed by several threads and returned in their order.
//!
//! The result for a line does not depend on the lines before it, and the search for ids takes
//! nearly all of the time. So one thread reads, one per processor works, and the caller writes. It
//! writes in order, with errors at their positions, so the output equals that of a single thread,
//! byte for byte. With a separate reader, results are written while it waits for the next line. A
//! few blocks circulate, so the memory is bounded.
//!
//! Nothing of this starts before a block has been full: most inputs are smaller, and a thread takes
//! longer to start than they take to read.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread;

use super::Lines;
use super::blocks::{Block, Blocks, Origin, Unread};
use crate::failure::Failure;
use crate::progress::Progress;

/// Number of bytes to read at once, enough that the threads seldom contend.
const BLOCK_BYTES: usize = 256 << 10;
/// With more threads the disk is the limit.
const MOST_THREADS: usize = 16;
/// Blocks per thread: one in progress, the others waiting before and after it.
const BLOCKS_EACH: usize = 3;

/// The number of threads, and the size of their blocks.
#[derive(Clone, Copy)]
pub(super) struct Plan {
    pub(super) threads: usize,
    pub(super) block_bytes: usize,
}

impl Plan {
    pub(super) fn new() -> Self {
        // Tests of the whole command use several threads and many blocks for little input.
        #[cfg(debug_assertions)]
        if let Some(plan) = Self::from_environment() {
            return plan;
        }
        let processors = thread::available_parallelism().map_or(1, usize::from);
        Self {
            threads: processors.min(MOST_THREADS),
            block_bytes: BLOCK_BYTES,
        }
    }

    #[cfg(debug_assertions)]
    fn from_environment() -> Option<Self> {
        let text = std::env::var("SORTID_TEST_THREADS").ok()?;
        let (threads, block_bytes) = text.split_once(',')?;
        Some(Self {
            threads: threads.parse().ok()?,
            block_bytes: block_bytes.parse().ok()?,
        })
    }
}

/// The caller's functions: any thread calls `work`, and the calling thread calls the others in
/// order.
pub(super) struct Calls<W, T, U> {
    pub(super) work: W,
    pub(super) take: T,
    pub(super) unread: U,
}

/// A block and the result of its work.
#[derive(Default)]
struct Piece<M> {
    block: Block,
    made: M,
}

enum Event<M> {
    Read(Piece<M>, Origin),
    Unread(Unread),
    /// All files were read.
    Over,
    Worked(u64, Piece<M>, Origin),
    /// A thread panicked.
    Lost,
}

/// The next result in order, or a placeholder until it arrives.
enum Slot<M> {
    Awaited,
    Worked(Piece<M>, Origin),
    Unread(Unread),
}

pub(super) fn each<M, W, T, U>(
    files: &[PathBuf],
    plan: Plan,
    cut: Option<usize>,
    mut progress: Progress,
    calls: Calls<W, T, U>,
) -> Result<(), Failure>
where
    M: Default + Send + 'static,
    W: Fn(&Lines<'_>, &mut M) + Sync,
    T: FnMut(&Lines<'_>, &mut M) -> Result<(), Failure>,
    U: FnMut(Unread) -> Result<(), Failure>,
{
    let Calls {
        work,
        mut take,
        mut unread,
    } = calls;
    let mut blocks = Blocks::new(files, plan.block_bytes, cut);
    let mut piece = Piece::default();
    loop {
        let origin = match blocks.next(&mut piece.block) {
            None => return Ok(()),
            Some(Err(error)) => {
                unread(error)?;
                continue;
            }
            Some(Ok(origin)) => origin,
        };
        if plan.threads > 1 && origin.read >= plan.block_bytes as u64 {
            let mut take = |mut piece: Piece<M>, origin: Origin| {
                progress.done(origin.read);
                let Piece { block, made } = &mut piece;
                if let Some(lines) = lines_of(files, block, origin) {
                    take(&lines, made)?;
                }
                Ok(piece)
            };
            let first = (piece, origin);
            return together(files, plan, blocks, first, &work, &mut take, &mut unread);
        }
        progress.done(origin.read);
        let Piece { block, made } = &mut piece;
        if let Some(lines) = lines_of(files, block, origin) {
            work(&lines, made);
            take(&lines, made)?;
        }
    }
}

fn lines_of<'a>(files: &'a [PathBuf], block: &'a Block, origin: Origin) -> Option<Lines<'a>> {
    Some(Lines {
        file: files.get(origin.nth)?,
        nth: origin.nth,
        bytes: block.lines(),
        begins: origin.begins,
    })
}

/// Processes the rest of the input, beginning with the first block.
fn together<M: Default + Send + 'static>(
    files: &[PathBuf],
    plan: Plan,
    blocks: Blocks,
    first: (Piece<M>, Origin),
    work: &(impl Fn(&Lines<'_>, &mut M) + Sync),
    take: &mut impl FnMut(Piece<M>, Origin) -> Result<Piece<M>, Failure>,
    unread: &mut impl FnMut(Unread) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let (jobs, queue) = mpsc::channel();
    let queue = Mutex::new(queue);
    let (tell, events) = mpsc::channel();
    let (free, emptied) = mpsc::channel();
    for _ in 1..plan.threads * BLOCKS_EACH {
        give(&free, Piece::default());
    }
    give(&tell, Event::Read(first.0, first.1));
    let reader = EventSender(tell.clone());
    // Outside of the scope: a reader that waits for the next line must not keep the command from
    // ending when nobody reads its output.
    let reading = thread::Builder::new().spawn(move || read(blocks, &emptied, &reader));
    reading.map_err(|error| Failure::failed("cannot start a thread", error))?;
    thread::scope(|scope| {
        for nth in 0..plan.threads {
            let (worker, queue) = (EventSender(tell.clone()), &queue);
            let worked = thread::Builder::new().spawn_scoped(scope, move || {
                while let Some((nth, mut piece, origin)) = next_job(queue) {
                    let Piece { block, made } = &mut piece;
                    if let Some(lines) = lines_of(files, block, origin) {
                        work(&lines, made);
                    }
                    give(&worker.0, Event::Worked(nth, piece, origin));
                }
            });
            match worked {
                // If no more threads can be started, fewer are enough.
                Err(error) if nth == 0 => {
                    return Err(Failure::failed("cannot start a thread", error));
                }
                Err(_) => break,
                Ok(_) => {}
            }
        }
        // Moved here, so that it is dropped however this block is left: that ends the workers.
        let jobs = jobs;
        let (mut slots, mut given, mut is_over) = (VecDeque::new(), 0, false);
        while !is_over || !slots.is_empty() {
            // This thread also has a sender, so the channel is never closed.
            let Ok(event) = events.recv() else {
                return Ok(());
            };
            match event {
                Event::Read(piece, origin) => {
                    give(&jobs, (given + slots.len() as u64, piece, origin));
                    slots.push_back(Slot::Awaited);
                }
                Event::Unread(error) => slots.push_back(Slot::Unread(error)),
                Event::Over => is_over = true,
                Event::Worked(nth, piece, origin) => {
                    let at = usize::try_from(nth - given).unwrap_or(usize::MAX);
                    if let Some(slot) = slots.get_mut(at) {
                        *slot = Slot::Worked(piece, origin);
                    }
                }
                Event::Lost => return Err(Failure::failed("a thread", "panicked")),
            }
            while !matches!(slots.front(), None | Some(Slot::Awaited)) {
                given += 1;
                match slots.pop_front().unwrap_or(Slot::Awaited) {
                    Slot::Worked(piece, origin) => {
                        let piece = take(piece, origin)?;
                        let is_large = piece.block.room() > 4 * plan.block_bytes;
                        let piece = if is_large { Piece::default() } else { piece };
                        give(&free, piece);
                    }
                    Slot::Unread(error) => unread(error)?,
                    Slot::Awaited => {}
                }
            }
        }
        Ok(())
    })
}

fn read<M: Default>(mut blocks: Blocks, emptied: &Receiver<Piece<M>>, reader: &EventSender<M>) {
    // The channel is closed when the output is no longer needed.
    while let Ok(mut piece) = emptied.recv() {
        let event = loop {
            match blocks.next(&mut piece.block) {
                None => {
                    give(&reader.0, Event::Over);
                    return;
                }
                Some(Ok(origin)) => break Event::Read(piece, origin),
                Some(Err(error)) => give(&reader.0, Event::Unread(error)),
            }
        };
        give(&reader.0, event);
    }
}

fn next_job<J>(queue: &Mutex<Receiver<J>>) -> Option<J> {
    queue
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .recv()
        .ok()
}

/// Sends to a thread that may have ended, and then needs nothing.
fn give<E>(to: &Sender<E>, event: E) {
    let _ = to.send(event);
}

/// The sender of a thread's events, which also reports a panic.
struct EventSender<M>(Sender<Event<M>>);

impl<M> Drop for EventSender<M> {
    fn drop(&mut self) {
        if thread::panicking() {
            give(&self.0, Event::Lost);
        }
    }
}
