//! Attacks on state files: killed writers, power loss, clocks set back, copies, many processes,
//! damage.
//!
//! Every id is written to memory [`shared`] with the checking process before the next one is
//! generated, so no issued id is lost if its process is killed. The program replaces the system's
//! [`wall`] clock and its syncs to [`disk`], also for the library under test.

#[cfg(unix)]
mod apart;
#[cfg(unix)]
pub(crate) mod boots;
#[cfg(unix)]
pub(crate) mod convoy;
#[cfg(unix)]
pub(crate) mod crowd;
pub(crate) mod damage;
#[cfg(unix)]
mod denied;
#[cfg(unix)]
pub(crate) mod disk;
#[cfg(unix)]
pub(crate) mod full;
pub(crate) mod history;
#[cfg(unix)]
mod hold;
#[cfg(unix)]
pub(crate) mod idle;
pub(crate) mod keys;
#[cfg(unix)]
pub(crate) mod killed;
#[cfg(unix)]
pub(crate) mod life;
#[cfg(unix)]
pub(crate) mod power;
#[cfg(unix)]
pub(crate) mod raw;
#[cfg(unix)]
pub(crate) mod renamed;
#[cfg(unix)]
pub(crate) mod restored;
#[cfg(unix)]
pub(crate) mod rights;
#[cfg(unix)]
pub(crate) mod secret;
#[cfg(unix)]
pub(crate) mod setback;
#[cfg(unix)]
pub(crate) mod shared;
#[cfg(unix)]
pub(crate) mod short;
pub(crate) mod spawned;
#[cfg(unix)]
pub(crate) mod wall;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use sortid::{Format, Generator, Options};

use crate::facts;
use crate::run::Failure;

/// A tested format with the options that its order depends on.
#[derive(Clone)]
pub(crate) struct Subject {
    pub(crate) name: &'static str,
    pub(crate) format: Format,
    pub(crate) options: Options,
    /// The options that are necessary to read its time.
    pub(crate) reading: Option<Options>,
}

impl Subject {
    /// Whether all ids of a file have one order, whichever process generated them, which requires
    /// that tick and counter fit into 64 bits.
    pub(crate) fn is_in_one_order(&self) -> bool {
        match self.format {
            Format::Uuid8 => !self.name.ends_with("60 bits"),
            format => facts::ordered_bits(format) <= 64,
        }
    }
}

/// Formats whose ids each take a position, whose ticks belong to a process, or with random bits.
pub(crate) fn subjects() -> Vec<Subject> {
    let plain = |format: Format| Subject {
        name: format.name(),
        format,
        options: Options::new(),
        reading: None,
    };
    let mut subjects: Vec<_> = [
        Format::Tid,
        Format::Timeid,
        Format::Uid11Xid,
        Format::Uid11Snowish,
        Format::Uid11TsSeqRand,
        Format::Uuid6,
        Format::Uuid7,
        Format::LexicalUuid,
        Format::Flake,
        Format::Sid,
        Format::Cuid,
    ]
    .map(plain)
    .into();
    for (name, bits) in [("uuid8 of a node", 48), ("uuid8 of a node, 60 bits", 60)] {
        let reading = Options::new().timestamp_bits(bits);
        subjects.push(Subject {
            name,
            format: Format::Uuid8,
            options: reading.clone().node(7),
            reading: Some(reading),
        });
    }
    subjects.push(plain(Format::Scru160));
    subjects
}

/// The name of every state file here.
pub(crate) const NAME: &str = "ids.state";

/// A folder with a state file, removed on drop.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> io::Result<Self> {
        use std::sync::atomic::{AtomicU32, Ordering};
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("sortid-faults-{}-{number}", std::process::id());
        // Beside the program, since the target folder is on a disk.
        let program = std::env::current_exe()?;
        let beside = program
            .parent()
            .map_or_else(std::env::temp_dir, Path::to_owned);
        let folder = beside.join(name);
        fs::create_dir_all(&folder)?;
        Ok(Self(folder))
    }

    pub(crate) fn file(&self) -> PathBuf {
        self.0.join(NAME)
    }

    /// Replaces the file with this content; `None` removes it.
    pub(crate) fn replace(&self, content: Option<&[u8]>) -> io::Result<()> {
        let Some(content) = content else {
            return match fs::remove_file(self.file()) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
                _ => Ok(()),
            };
        };
        let copy = self.0.join("copy");
        fs::write(&copy, content)?;
        fs::rename(copy, self.file())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // Errors are ignored: remaining files are in the target folder.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Options with which a lost position certainly causes a repeat: nothing else distinguishes two
/// processes.
pub(crate) fn seeded(options: Options) -> Options {
    options.seed([9; 32])
}

/// Measures the frequency of the cycle counter in this process, so that its children know it.
/// Otherwise they would read the clock for each id.
pub(crate) fn warm() -> Result<(), Failure> {
    let generator = Generator::dynamic(Format::Uuid7, &Options::new())?;
    let began = Instant::now();
    while began.elapsed() < Duration::from_millis(10) {
        generator.next()?;
    }
    Ok(())
}
