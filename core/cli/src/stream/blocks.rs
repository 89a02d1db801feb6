//! Files as blocks of whole lines.

use std::io::{self, Read};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::open;

/// Maximum length of a line.
const LONGEST_LINE: usize = 64 << 20;

/// A buffer that contains whole lines. It only grows, so that its memory is zeroed once.
#[derive(Default)]
pub(super) struct Block {
    memory: Vec<u8>,
    whole: usize,
}

impl Block {
    /// Returns whole lines, each with its line break, except for the last line of the file.
    pub(super) fn lines(&self) -> &[u8] {
        self.memory.get(..self.whole).unwrap_or_default()
    }

    pub(super) fn room(&self) -> usize {
        self.memory.len()
    }
}

/// The source of a block.
#[derive(Clone, Copy)]
pub(super) struct Origin {
    /// The index of the file.
    pub(super) nth: usize,
    /// Whether it is the first block of its file.
    pub(super) begins: bool,
    /// Bytes that were read from all files so far.
    pub(super) read: u64,
}

/// A file that could not be read, at all or to its end.
pub(super) struct Unread {
    pub(super) nth: usize,
    pub(super) error: io::Error,
}

/// Reads files one after another.
pub(super) struct Blocks {
    files: Vec<PathBuf>,
    /// Number of bytes to read at once.
    block_bytes: usize,
    /// If set, lines may be cut off after this many bytes.
    cut: Option<usize>,
    /// The index of the next file, or of the open one.
    nth: usize,
    source: Option<Box<dyn Read + Send>>,
    /// The beginning of a line whose end was not read yet.
    rest: Vec<u8>,
    begins: bool,
    read: Arc<AtomicU64>,
}

impl Blocks {
    pub(super) fn new(files: &[PathBuf], block_bytes: usize, cut: Option<usize>) -> Self {
        Self {
            files: files.to_vec(),
            block_bytes,
            cut,
            nth: 0,
            source: None,
            rest: Vec::new(),
            begins: true,
            read: Arc::default(),
        }
    }

    /// Reads once, or until at least one line is complete, so that input is processed before
    /// waiting for more. Returns `None` at the end of all files.
    pub(super) fn next(&mut self, block: &mut Block) -> Option<Result<Origin, Unread>> {
        loop {
            let nth = self.nth;
            if self.source.is_none() {
                let file = self.files.get(nth)?;
                match open::open(file, &self.read) {
                    Ok(source) => self.source = Some(source),
                    Err(error) => return Some(Err(self.give_up(error))),
                }
                (self.begins, self.rest) = (true, Vec::new());
            }
            match self.fill(block) {
                Err(error) => return Some(Err(self.give_up(error))),
                // The file had ended.
                Ok(()) if block.whole == 0 => {}
                Ok(()) => {
                    let begins = std::mem::take(&mut self.begins);
                    let read = self.read.load(Ordering::Relaxed);
                    return Some(Ok(Origin { nth, begins, read }));
                }
            }
        }
    }

    fn give_up(&mut self, error: io::Error) -> Unread {
        let nth = self.nth;
        self.close();
        Unread { nth, error }
    }

    fn close(&mut self) {
        self.source = None;
        self.nth += 1;
    }

    fn fill(&mut self, block: &mut Block) -> io::Result<()> {
        let Some(source) = &mut self.source else {
            return Ok(());
        };
        let mut filled = self.rest.len();
        block.whole = 0;
        grow(&mut block.memory, filled + self.block_bytes)?;
        if let Some(begin) = block.memory.get_mut(..filled) {
            begin.copy_from_slice(&self.rest);
        }
        loop {
            if filled > LONGEST_LINE {
                let why = format!("line longer than {} MiB", LONGEST_LINE >> 20);
                return Err(io::Error::other(why));
            }
            grow(&mut block.memory, filled + self.block_bytes.max(filled))?;
            let room = block.memory.get_mut(filled..).unwrap_or_default();
            let bytes = match source.read(room) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                bytes => bytes?,
            };
            if bytes == 0 {
                block.whole = filled;
                self.close();
                return Ok(());
            }
            let new = room.get(..bytes).unwrap_or_default();
            if let Some(end) = memchr::memrchr(b'\n', new) {
                block.whole = filled + end + 1;
                self.rest.clear();
                let rest = new.get(end + 1..).unwrap_or_default();
                let kept = self.cut.unwrap_or(rest.len()).min(rest.len());
                self.rest
                    .extend_from_slice(rest.get(..kept).unwrap_or_default());
                return Ok(());
            }
            filled += bytes;
            filled = self.cut.unwrap_or(filled).min(filled);
        }
    }
}

fn grow(memory: &mut Vec<u8>, wanted: usize) -> io::Result<()> {
    let more = wanted.saturating_sub(memory.len());
    if more > 0 {
        memory.try_reserve_exact(more).map_err(io::Error::other)?;
        memory.resize(wanted, 0);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLOCK: usize = 256;

    /// A reader that returns a few bytes at a time.
    struct Slow(Vec<u8>, usize);

    impl Read for Slow {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let bytes = self.1.min(buffer.len()).min(self.0.len());
            buffer[..bytes].copy_from_slice(&self.0[..bytes]);
            self.0.drain(..bytes);
            Ok(bytes)
        }
    }

    fn read(input: &str, step: usize, cut: Option<usize>) -> (Vec<u8>, usize) {
        let mut blocks = Blocks::new(&[PathBuf::from("-")], BLOCK, cut);
        blocks.source = Some(Box::new(Slow(input.as_bytes().to_vec(), step)));
        let (mut block, mut all, mut firsts) = (Block::default(), Vec::new(), 0);
        while let Some(Ok(origin)) = blocks.next(&mut block) {
            firsts += usize::from(origin.begins);
            all.extend_from_slice(block.lines());
            assert!(all.ends_with(b"\n") || blocks.source.is_none());
        }
        (all, firsts)
    }

    #[test]
    fn blocks_contain_whole_lines() {
        let long = "x".repeat(5 * BLOCK);
        for input in ["", "a", "a\n", "a\nbc\n\nd", &format!("a\n{long}\nb\n")] {
            for step in [1, 2, 7, BLOCK, usize::MAX] {
                let (all, firsts) = read(input, step, None);
                assert!(all == input.as_bytes(), "{step}");
                assert_eq!(firsts, usize::from(!input.is_empty()));
            }
        }
    }

    #[test]
    fn lines_are_cut_at_the_limit() {
        let long = "x".repeat(5 * BLOCK);
        let input = format!("abcde\n{long}\nf\n{long}");
        for step in [1, 7, BLOCK, usize::MAX] {
            let (all, _) = read(&input, step, Some(5));
            let text = String::from_utf8(all).expect("ASCII");
            let lines: Vec<&str> = text.split('\n').collect();
            let [first, second, third, last] = lines.as_slice() else {
                panic!("{} lines", lines.len());
            };
            assert_eq!((*first, *third), ("abcde", "f"));
            assert!(second.len() >= 5 && last.len() >= 5, "{step}");
            assert!(step >= BLOCK || second.len() < 20, "{step}");
        }
    }
}
