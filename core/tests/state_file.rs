//! Generators with a state file: what outlives the process, and what several processes share.
#![cfg(all(feature = "std", target_os = "linux"))]

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use sortid::{ClockSource, Format, Generator, Id, Options, Timestamp};

/// A folder that is gone with the test.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        use std::sync::atomic::{AtomicU32, Ordering};
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("sortid-{}-{number}", std::process::id());
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::create_dir_all(&folder).expect("a folder");
        Self(folder)
    }

    fn file(&self) -> PathBuf {
        self.0.join("ids.state")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn formats() -> impl Iterator<Item = Format> {
    let formats = Format::ALL.iter().copied();
    formats.filter(|format| format.options().contains(&"state_file"))
}

/// Whether ids of the format are in order, and not only unique.
fn is_ordered(format: Format) -> bool {
    format != Format::Uid11Xid
}

fn options(path: &Path) -> Options {
    Options::new().state_file(path.into())
}

fn manual(path: &Path) -> Options {
    options(path).clock(ClockSource::Manual)
}

fn open(format: Format, options: &Options) -> Generator<Id> {
    Generator::dynamic(format, options).unwrap_or_else(|error| panic!("{format}: {error}"))
}

const NOON: Timestamp = Timestamp::from_unix_us(1_721_407_246_480_310);

#[test]
fn a_generator_goes_on_where_the_last_one_ended() {
    for format in formats() {
        let folder = Folder::new();
        let mut ids = Vec::new();
        for _ in 0..5 {
            let generator = open(format, &manual(&folder.file()));
            for _ in 0..10 {
                ids.push(generator.next_at(NOON).expect("within the lead"));
            }
        }
        let count = ids.len();
        if is_ordered(format) {
            assert!(ids.is_sorted_by(|a, b| a < b), "{format}");
        }
        ids.sort();
        ids.dedup();
        assert_eq!(ids.len(), count, "{format}");
    }
}
