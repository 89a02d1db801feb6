use std::path::{Path, PathBuf};

use sortid::options::ClockSource;
use sortid::{Generator, Options, Tid};
use sortid_leasing::{Holder, Namespace, OwnedFile};

/// An agent and a program that generates ids, which are restarted whenever they end.
pub(crate) struct Agent {
    pub(crate) path: PathBuf,
    pub(crate) holder: Option<Holder<OwnedFile>>,
    /// The program, with the inode of its file.
    pub(crate) program: Option<(u64, Generator<Tid>)>,
    /// Whether the agent and the program should run.
    pub(crate) is_wanted: bool,
    pub(crate) has_program: bool,
    pub(crate) is_returning: bool,
    pub(crate) is_stopped: bool,
    /// How far its machine's clock is ahead.
    pub(crate) ahead_ms: i64,
    /// Whether its program got an id in this step.
    pub(crate) has_id: bool,
}

impl Agent {
    pub(crate) fn new(path: PathBuf) -> Self {
        Self {
            path,
            holder: None,
            program: None,
            is_wanted: false,
            has_program: true,
            is_returning: false,
            is_stopped: false,
            ahead_ms: 0,
            has_id: false,
        }
    }

    /// Starts the agent and the program if they should run but do not.
    pub(crate) fn start(&mut self, namespace: &Namespace) {
        if self.is_wanted
            && self.holder.is_none()
            && let Ok(file) = OwnedFile::open(&self.path, namespace)
        {
            self.holder = Holder::open(file, namespace.stretch_ms(), None).ok();
        }
        if !self.has_program {
            self.program = None;
        } else if self.program.is_none() {
            let options = Options::new().lease_file(&self.path);
            let opened = Generator::with(&options.clock(ClockSource::Manual));
            self.program = opened.ok().map(|opened| (number(&self.path), opened));
        }
    }
}

/// Returns the file's inode number, which is not reused while a file is open.
fn number(path: &Path) -> u64 {
    let known = std::fs::metadata(path);
    known.map_or(0, |known| std::os::unix::fs::MetadataExt::ino(&known))
}
