//! State files of the former version, whose shared page had another layout: they are continued or
//! rejected, and the page is never read in the present layout.
#![cfg(all(feature = "state-file", target_os = "linux"))]

#[path = "common/folder.rs"]
mod folder;

mod common;

use std::fs;
use std::os::fd::AsRawFd;
use std::path::Path;

use common::{NOON_US, at_us};
use folder::Folder;
use sortid::options::{ClockSource, RollbackTolerance};
use sortid::{AnyId, ErrorCode, Format, Generator, Options, Uid11Xid};

const LEN: usize = 8192;

/// Offsets in words: of the page, which begins with the state, and of boot id and key in the page.
const PAGE: usize = 512;
const BOOT: usize = PAGE + 1;
const KEY: std::ops::Range<usize> = PAGE + 3..PAGE + 7;

/// The state of a page in use, by the former version and by this one.
const FORMER: u64 = 1;
const OURS: u64 = 2;

/// Offsets in the former page: of the last issued position, and of the highest reading.
const FORMER_WORD: usize = PAGE + 17;
const FORMER_HIGH: usize = PAGE + 18;

/// The same offsets in the present page.
const OUR_WORD: usize = PAGE + 24;
const OUR_HIGH: usize = PAGE + 25;

/// The offset of the mark in the record of both versions.
const MARK: usize = 13;

/// A change of the words of a file that is not open.
type Change = fn(&mut [u64]);

/// A file as the former version left it after 5001 ids at noon: its nonzero words, without the boot
/// id.
struct Left {
    format: Format,
    last: &'static str,
    words: &'static [(usize, u64)],
}

/// Files that were closed cleanly.
const CLOSED: [Left; 2] = [
    Left {
        format: Format::Tid,
        last: "3kxnlhr3lty6c",
        words: &[
            (0, 0x0a1a_6469_7472_6f73),
            (1, 0x0000_0000_0000_0001),
            (2, 0x0000_0000_0064_6974),
            (8, 0x0000_0000_0000_03e8),
            (10, 0x0000_0000_0000_0035),
            (12, 0x0000_0000_0000_0002),
            (13, 0x0006_1d9c_5b70_c73f),
            (14, 0x0006_1d9c_5b70_b3b7),
            (63, 0xc450_748c_0000_0000),
            (519, 0x0000_0000_0000_0088),
            (522, 0x0006_1d9c_5b70_dac7),
            (529, 0x0006_1d9c_5b70_c73f),
            (530, 0x0006_1d9c_5b70_b3b7),
        ],
    },
    Left {
        format: Format::Uid11Xid,
        last: "4u6kzFAoEDQ",
        words: &[
            (0, 0x0a1a_6469_7472_6f73),
            (1, 0x0000_0000_0000_0001),
            (2, 0x6978_5f31_3164_6975),
            (3, 0x0000_0000_0000_0064),
            (6, 0x1255_2b7a_905b_0fc0),
            (8, 0x0000_0000_000f_4240),
            (10, 0x0000_0000_0001_162a),
            (12, 0x0000_0000_0000_0002),
            (13, 0x174e_62c5_e240_1389),
            (14, 0x174e_62c5_e240_0001),
            (63, 0xf4a6_b7c1_0000_0000),
            (515, 0x22e9_fee0_8bdd_970b),
            (516, 0x4160_1482_0990_543a),
            (517, 0x3be2_9cc3_4c37_4421),
            (518, 0x9f29_3e78_28e1_2f16),
            (522, 0x174e_62c5_e4c0_0001),
            (529, 0x174e_62c5_e240_1389),
            (530, 0x174e_62c5_e240_0001),
        ],
    },
];

/// Files whose process was ended by `kill -9`.
const KILLED: [Left; 2] = [
    Left {
        format: Format::Tid,
        last: "3kxnlhr3ltyve",
        words: &[
            (0, 0x0a1a_6469_7472_6f73),
            (1, 0x0000_0000_0000_0001),
            (2, 0x0000_0000_0064_6974),
            (8, 0x0000_0000_0000_03e8),
            (10, 0x0000_0000_0000_0035),
            (12, 0x0000_0000_0000_0001),
            (13, 0x0006_1d9c_5b70_dac7),
            (14, 0x0006_1d9c_5b70_b3b7),
            (63, 0x748f_170e_0000_0000),
            (512, 0x0000_0000_0000_0001),
            (519, 0x0000_0000_0000_036a),
            (522, 0x0006_1d9c_5b70_dac7),
            (529, 0x0006_1d9c_5b70_c73f),
            (530, 0x0006_1d9c_5b70_b3b7),
        ],
    },
    Left {
        format: Format::Uid11Xid,
        last: "4u6kzFAkVaW",
        words: &[
            (0, 0x0a1a_6469_7472_6f73),
            (1, 0x0000_0000_0000_0001),
            (2, 0x6978_5f31_3164_6975),
            (3, 0x0000_0000_0000_0064),
            (6, 0x1255_2b7a_905b_0fc0),
            (8, 0x0000_0000_000f_4240),
            (10, 0x0000_0000_0001_162a),
            (12, 0x0000_0000_0000_0001),
            (13, 0x174e_62c5_e4c0_0001),
            (14, 0x174e_62c5_e240_0001),
            (63, 0x9f24_5420_0000_0000),
            (512, 0x0000_0000_0000_0001),
            (515, 0x609e_cff5_0969_a037),
            (516, 0x71b5_daab_ae18_1564),
            (517, 0xc9a5_9e74_4520_84be),
            (518, 0x4da2_2cb4_cb77_80cb),
            (522, 0x174e_62c5_e4c0_0001),
            (529, 0x174e_62c5_e240_1389),
            (530, 0x174e_62c5_e240_0001),
        ],
    },
];

impl Left {
    /// Writes the file, as if created since the last boot.
    fn put(&self, path: &Path) {
        fs::write(path, [0; LEN]).expect("written");
        let boot = boot();
        change(path, |words| {
            for &(nth, word) in self.words {
                words[nth] = word;
            }
            words[BOOT..BOOT + 2].copy_from_slice(&boot);
        });
    }

    fn last(&self) -> AnyId {
        AnyId::parse(self.last, self.format).expect("an id")
    }

    fn mark(&self) -> u64 {
        let mark = self.words.iter().find(|(nth, _)| *nth == MARK);
        mark.expect("a mark").1
    }
}

fn boot() -> [u64; 2] {
    let text = fs::read_to_string("/proc/sys/kernel/random/boot_id").expect("a boot id");
    let digits = text.trim().replace('-', "");
    [&digits[..16], &digits[16..]].map(|half| u64::from_str_radix(half, 16).expect("digits"))
}

/// Converts a word to the byte order of the file, or back. The record is little-endian. The page
/// has the machine's order, since only processes of this machine share it.
fn in_order(nth: usize, word: u64) -> u64 {
    match nth < PAGE {
        true => word.to_le(),
        false => word,
    }
}

fn words(path: &Path) -> Vec<u64> {
    let content = fs::read(path).expect("the file");
    assert_eq!(content.len(), LEN);
    let words = content.chunks_exact(8);
    let words = words.map(|word| u64::from_ne_bytes(word.try_into().expect("eight bytes")));
    let words = words.enumerate();
    words.map(|(nth, word)| in_order(nth, word)).collect()
}

fn change(path: &Path, with: impl FnOnce(&mut [u64])) {
    let mut words = words(path);
    with(&mut words);
    let words = words.iter().enumerate();
    let content = words.flat_map(|(nth, &word)| in_order(nth, word).to_ne_bytes());
    let content: Vec<u8> = content.collect();
    fs::write(path, content).expect("written");
}

fn manual(path: &Path) -> Options {
    Options::new().state_file(path).clock(ClockSource::Manual)
}

fn open(format: Format, path: &Path) -> Generator<AnyId> {
    Generator::dynamic(format, &manual(path)).expect("opened")
}

/// Returns the first id of a generator of this version, at noon, the time of the former ids.
fn first(format: Format, path: &Path) -> AnyId {
    let generator = open(format, path);
    let id = generator.next_at(at_us(0)).expect("an id");
    assert_eq!(words(path)[PAGE], OURS);
    id
}

/// Asserts that an id is right above the mark.
fn assert_follows(left: &Left, id: AnyId) {
    let (time, last) = (id.timestamp(), left.last().timestamp());
    let (time, last) = (time.expect("a time"), last.expect("a time"));
    assert!(time > last, "{id} after {}", left.last);
    if left.format == Format::Tid {
        // A position is one more than the tick.
        assert_eq!(time.unix_ns(), i128::from(left.mark()) * 1000);
    } else {
        let ms = (time.unix_ns() - last.unix_ns()) / 1_000_000;
        assert!(ms <= 11, "{ms} ms after");
    }
}

#[test]
fn closed_file_of_the_former_version_continues() {
    for left in CLOSED {
        let folder = Folder::new();
        left.put(&folder.file());
        assert_follows(&left, first(left.format, &folder.file()));
    }
}

#[test]
fn after_a_kill_only_the_record_is_trusted() {
    const FAR: u64 = 1 << 60;
    let changes: [Change; 4] = [
        |_| {},
        |words| words[FORMER_WORD] = FAR,
        |words| words[FORMER_HIGH] = FAR,
        |words| words[PAGE + 3..].fill(FAR),
    ];
    for left in KILLED {
        for with in changes {
            let folder = Folder::new();
            left.put(&folder.file());
            change(&folder.file(), with);
            assert_eq!(words(&folder.file())[PAGE], FORMER);
            assert_follows(&left, first(left.format, &folder.file()));
        }
    }
}

/// Locks a byte of the file, like another process. Returns `false` on a conflicting lock.
fn hold(file: &fs::File, byte: i64, kind: i32) -> bool {
    // SAFETY: zeros are valid for a structure of integers.
    let mut range: libc::flock = unsafe { std::mem::zeroed() };
    range.l_type = kind as _;
    range.l_whence = libc::SEEK_SET as _;
    range.l_start = byte as _;
    range.l_len = 1;
    // SAFETY: the descriptor is open, and the structure lives longer than the call.
    unsafe { libc::fcntl(file.as_raw_fd(), libc::F_OFD_SETLK, &raw const range) == 0 }
}

fn opened(path: &Path) -> fs::File {
    let mut options = fs::OpenOptions::new();
    options.read(true).write(true).open(path).expect("opened")
}

#[test]
fn file_open_in_the_former_version_is_locked_and_unchanged() {
    for left in KILLED {
        let folder = Folder::new();
        let path = folder.file();
        left.put(&path);
        let before = words(&path);
        let theirs = opened(&path);
        assert!(hold(&theirs, 1, libc::F_RDLCK));
        for _ in 0..2 {
            let refused = Generator::dynamic(left.format, &manual(&path));
            let found = refused.map_err(|error| (error.code(), error.subject()));
            let locked = (ErrorCode::StoreLocked, path.to_str());
            assert_eq!(found.map(|_| "opened"), Err(locked));
            assert_eq!(words(&path), before);
        }
        // The rejected generators left no locks.
        assert!(hold(&theirs, 1, libc::F_WRLCK));
        drop(theirs);
        assert_follows(&left, first(left.format, &path));
    }
}

/// The former version rejects a file that is open with a state it does not know.
#[test]
fn former_version_rejects_an_open_file() {
    for format in [Format::Tid, Format::Uid11Xid, Format::Uuid7] {
        let folder = Folder::new();
        let path = folder.file();
        let generators = [open(format, &path), open(format, &path)];
        let theirs = opened(&path);
        for generator in generators {
            assert_eq!(words(&path)[PAGE], OURS, "{format}");
            assert!(!hold(&theirs, 1, libc::F_WRLCK), "{format}");
            generator.next_at(at_us(0)).expect("an id");
        }
        assert_eq!(words(&path)[PAGE], 0, "{format}");
        assert!(hold(&theirs, 1, libc::F_WRLCK), "{format}");
    }
}

/// The key predicts future ids, so it must not remain in the file.
#[test]
fn last_close_erases_the_key() {
    let folder = Folder::new();
    let path = folder.file();
    let key = || words(&path)[KEY].to_vec();
    let first = Generator::<Uid11Xid>::with(&manual(&path)).expect("opened");
    let drawn = key();
    assert!(drawn.iter().all(|&word| word != 0));
    let second = Generator::<Uid11Xid>::with(&manual(&path)).expect("opened");
    drop(first);
    assert_eq!(key(), drawn);
    second.next_at(at_us(0)).expect("an id");
    drop(second);
    assert_eq!(key(), [0; 4]);
}

/// After a kill of this version, the page has a later highest reading than the record. It is used
/// if the page is plausible.
#[test]
fn highest_reading_comes_from_a_plausible_page() {
    let folder = Folder::new();
    let (ours, path) = (folder.file(), folder.0.join("copy.state"));
    let generator = open(Format::Tid, &ours);
    generator.next_at(at_us(0)).expect("a tid");
    // Below the mark, so the record does not have this reading.
    generator.next_at(at_us(5000)).expect("a tid");
    // A reading between the record's and the page's.
    let next = |with: Change| {
        // A copy, since the generator still holds the locks of the first file.
        fs::copy(&ours, &path).expect("copied");
        change(&path, with);
        let none = RollbackTolerance::Ms(0);
        let options = manual(&path).rollback_tolerance_ms(none);
        let generator = Generator::dynamic(Format::Tid, &options).expect("opened");
        let id = generator.next_at(at_us(2000));
        id.map(|_| ()).map_err(|error| error.code())
    };
    let back = Err(ErrorCode::ClockRollback);
    assert_eq!(next(|_| {}), back);
    assert_eq!(next(|words| words[OUR_WORD] = u64::MAX), back);
    let changes: [Change; 5] = [
        |words| words[PAGE] = FORMER,
        |words| words[PAGE] = 0,
        |words| words[BOOT] ^= 1,
        |words| words[OUR_HIGH] = words[MARK] + 1,
        |words| words[OUR_HIGH] = NOON_US as u64 - 1,
    ];
    for (nth, with) in changes.into_iter().enumerate() {
        assert_eq!(next(with), Ok(()), "change {nth}");
    }
}
