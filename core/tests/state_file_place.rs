//! The name and the permissions of a state file.
#![cfg(all(feature = "state-file", any(target_os = "linux", windows)))]

#[path = "common/folder.rs"]
mod folder;

mod common;

use std::fs;
use std::path::Path;

use common::at_us;
use folder::Folder;
use sortid::options::ClockSource;
use sortid::{Error, ErrorCode, Generator, Options, Tid};

fn open(path: &Path) -> Generator<Tid> {
    let options = Options::new().state_file(path);
    Generator::with(&options.clock(ClockSource::Manual)).expect("opened")
}

fn mark(path: &Path) -> u64 {
    let content = fs::read(path).expect("the file");
    u64::from_le_bytes(content[104..112].try_into().expect("eight bytes"))
}

/// Generates an id in each millisecond until an error. Returns the last tick, and the error.
fn refusal(generator: &Generator<Tid>, from_ms: i64) -> (u64, Option<Error>) {
    let mut last = 0;
    // Three seconds: the mark is never that far ahead.
    for ms in from_ms..from_ms + 3000 {
        match generator.next_at(at_us(ms * 1000)) {
            Ok(id) => last = id.timestamp_us(),
            Err(error) => return (last, Some(error)),
        }
    }
    (last, None)
}

#[cfg(unix)]
#[test]
fn new_file_is_accessible_to_its_owner_only() {
    use std::os::unix::fs::PermissionsExt;

    let folder = Folder::new();
    let generator = open(&folder.file());
    let mode = || {
        let known = fs::metadata(folder.file()).expect("the file");
        known.permissions().mode() & 0o7777
    };
    assert_eq!(mode(), 0o600);
    generator.next_at(at_us(0)).expect("a tid");
    drop(generator);
    assert_eq!(mode(), 0o600);
    // Permissions that the owner has set are preserved.
    fs::set_permissions(folder.file(), fs::Permissions::from_mode(0o640)).expect("changed");
    open(&folder.file()).next_at(at_us(0)).expect("a tid");
    assert_eq!(mode(), 0o640);
    // No temporary file is left.
    assert_eq!(fs::read_dir(&folder.0).expect("a folder").count(), 1);
}

#[test]
fn file_without_its_name_is_detected_when_the_mark_moves() {
    type Loses = fn(&Path, &Path) -> std::io::Result<()>;
    let ways: [(&str, Loses); 5] = [
        ("renamed", |path, other| fs::rename(path, other)),
        ("unlinked", |path, _| fs::remove_file(path)),
        ("linked elsewhere", |path, other| {
            fs::hard_link(path, other).expect("linked");
            fs::remove_file(path)
        }),
        ("replaced by another", |path, other| {
            drop(open(other));
            fs::rename(other, path)
        }),
        ("replaced by a copy", |path, other| {
            fs::copy(path, other).expect("copied");
            fs::rename(other, path)
        }),
    ];
    for (way, lose) in ways {
        let folder = Folder::new();
        let (path, other) = (folder.file(), folder.0.join("other"));
        let generator = open(&path);
        let (_, none) = refusal(&generator, 0);
        assert_eq!(none, None);
        let mark = mark(&path);
        let lost = lose(&path, &other);
        if lost.is_err() || way.contains("linked") && fs::metadata(&path).is_ok() {
            // Some systems do not remove or replace a mapped file, or not before it is closed.
            assert!(cfg!(windows) && way != "renamed", "{way}: {lost:?}");
            continue;
        }
        let (last, error) = refusal(&generator, 3000);
        let error = error.unwrap_or_else(|| panic!("{way}: not detected"));
        assert_eq!(error.code(), ErrorCode::StoreIo, "{way}");
        assert_eq!(error.subject(), path.to_str(), "{way}");
        assert!(last < mark, "{way}: an id above the mark");
    }
}

#[test]
fn file_moved_back_to_its_name_continues() {
    let folder = Folder::new();
    let (path, other) = (folder.file(), folder.0.join("other"));
    let generator = open(&path);
    generator.next_at(at_us(0)).expect("a tid");
    fs::rename(&path, &other).expect("renamed");
    let (_, error) = refusal(&generator, 1);
    assert!(error.is_some());
    fs::rename(&other, &path).expect("renamed");
    let (last, none) = refusal(&generator, 3000);
    assert_eq!(none, None);
    drop(generator);
    let id = open(&path).next_at(at_us(5_999_000)).expect("a tid");
    assert!(id.timestamp_us() > last);
}

/// A file can be opened by any of its names. Only the name that was used must persist.
#[test]
fn links_open_the_same_file() {
    let folder = Folder::new();
    let (path, soft, hard) = (folder.file(), folder.0.join("soft"), folder.0.join("hard"));
    let generator = open(&path);
    #[cfg(unix)]
    std::os::unix::fs::symlink(&path, &soft).expect("linked");
    // On Windows a symbolic link requires a privilege that few users have.
    #[cfg(windows)]
    fs::hard_link(&path, &soft).expect("linked");
    fs::hard_link(&path, &hard).expect("linked");
    let generators = [generator, open(&soft), open(&hard)];
    let mut last = 0;
    for ms in 0..3000 {
        for generator in &generators {
            let us = generator
                .next_at(at_us(ms * 1000))
                .expect("a tid")
                .timestamp_us();
            assert!(us > last, "{us} after {last}");
            last = us;
        }
    }
}

#[cfg(windows)]
#[test]
fn file_opened_exclusively_elsewhere_is_locked() {
    use std::os::windows::fs::OpenOptionsExt;

    let folder = Folder::new();
    drop(open(&folder.file()));
    let mut options = fs::OpenOptions::new();
    let exclusive = options.read(true).share_mode(0).open(folder.file());
    let options = Options::new().state_file(folder.file());
    let refused = Generator::<Tid>::with(&options).map(drop);
    let code = refused.map_err(|error| error.code());
    assert_eq!(code, Err(ErrorCode::StoreLocked));
    drop(exclusive.expect("opened"));
    drop(open(&folder.file()));
}
