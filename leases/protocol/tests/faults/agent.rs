use std::path::{Path, PathBuf};

use sortid::{ClockSource, Generator, Options, Tid};
use sortid_leasing::{Holder, Namespace, OwnedFile};

/// A place for an agent and a program that generates ids. Both are started again whenever they end.
pub(crate) struct Agent {
    pub(crate) path: PathBuf,
    pub(crate) holder: Option<Holder<OwnedFile>>,
    /// With the number of its file.
    pub(crate) program: Option<(u64, Generator<Tid>)>,
    /// Whether an agent shall run, and a program.
    pub(crate) is_wanted: bool,
    pub(crate) has_program: bool,
    pub(crate) is_returning: bool,
    pub(crate) is_stopped: bool,
    /// How far the clock of its machine is ahead.
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

    /// Starts what shall run and does not.
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

/// The file's number. A file that is still open has one of its own.
fn number(path: &Path) -> u64 {
    let known = std::fs::metadata(path);
    known.map_or(0, |known| std::os::unix::fs::MetadataExt::ino(&known))
}
