//! State files of the version before this one, whose page had another layout: gone on with, or refused, and never read as one of ours.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "a test is outside of the library"
)]
#![cfg(all(feature = "std", target_os = "linux"))]

#[path = "common/folder.rs"]
mod folder;

mod common;

use std::fs;
use std::os::fd::AsRawFd;
use std::path::Path;

use common::{NOON_US, at_us};
use folder::Folder;
use sortid::{ClockSource, ErrorCode, Format, Generator, Id, Options, RollbackTolerance, Uid11Xid};

const LEN: usize = 8192;

/// Where the page begins, in words, and in it: the state, the boot, the key.
const PAGE: usize = 512;
const BOOT: usize = PAGE + 1;
const KEY: std::ops::Range<usize> = PAGE + 3..PAGE + 7;

/// What tells that a life goes on, of that version and of this one.
const FORMER: u64 = 1;
const OURS: u64 = 2;

/// In the former page: how far ids were issued, and the highest reading.
const FORMER_WORD: usize = PAGE + 17;
const FORMER_HIGH: usize = PAGE + 18;

/// In ours.
const OUR_WORD: usize = PAGE + 24;
const OUR_HIGH: usize = PAGE + 25;

/// In the record of both.
const MARK: usize = 13;

/// What is changed in a file that nobody has open.
type Change = fn(&mut [u64]);

/// A file as the former version left it after 5001 ids at noon: its words that are not zero, but for the boot's.
struct Left {
    format: Format,
    last: &'static str,
    words: &'static [(usize, u64)],
}

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

/// By `kill -9`.
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
    /// Writes the file, as if it had been made since the machine was started.
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

    fn last(&self) -> Id {
        Id::parse(self.last, self.format).expect("an id")
    }

    fn mark(&self) -> u64 {
        let mark = self.words.iter().find(|(nth, _)| *nth == MARK);
        mark.expect("it has one").1
    }
}

fn boot() -> [u64; 2] {
    let text = fs::read_to_string("/proc/sys/kernel/random/boot_id").expect("Linux has it");
    let digits = text.trim().replace('-', "");
    [&digits[..16], &digits[16..]].map(|half| u64::from_str_radix(half, 16).expect("digits"))
}

/// A word in the file's order, or back: that of the record is fixed, that of the page the machine's, whose processes alone share it.
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
    Options::new()
        .state_file(path.into())
        .clock(ClockSource::Manual)
}

fn open(format: Format, path: &Path) -> Generator<Id> {
    Generator::dynamic(format, &manual(path)).expect("opened")
}

/// The first id that a generator of ours makes, at noon, as the former one's were.
fn first(format: Format, path: &Path) -> Id {
    let generator = open(format, path);
    let id = generator.next_at(at_us(0)).expect("an id");
    assert_eq!(words(path)[PAGE], OURS);
    id
}

/// Ids go on right above the mark.
fn assert_follows(left: &Left, id: Id) {
    let (time, last) = (id.timestamp(), left.last().timestamp());
    let (time, last) = (time.expect("a time"), last.expect("a time"));
    assert!(time > last, "{id} after {}", left.last);
    if left.format == Format::Tid {
        // A word is one more than the tick.
        assert_eq!(time.unix_ns(), i128::from(left.mark()) * 1000);
    } else {
        let ms = (time.unix_ns() - last.unix_ns()) / 1_000_000;
        assert!(ms <= 11, "{ms} ms after");
    }
}

#[test]
fn a_closed_file_is_gone_on_with() {
    for left in CLOSED {
        let folder = Folder::new();
        left.put(&folder.file());
        assert_follows(&left, first(left.format, &folder.file()));
    }
}

#[test]
fn of_what_a_killed_process_left_the_record_alone_is_believed() {
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

/// Holds a byte of a file as another process does that shares it: `false` if somebody has it alone.
fn hold(file: &fs::File, byte: i64, kind: i32) -> bool {
    // SAFETY: a structure of integers, of which zeros are valid.
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
fn a_file_that_a_former_process_has_open_is_refused_and_left_alone() {
    for left in KILLED {
        let folder = Folder::new();
        let path = folder.file();
        left.put(&path);
        let before = words(&path);
        let theirs = opened(&path);
        assert!(hold(&theirs, 1, libc::F_RDLCK));
        for _ in 0..2 {
            let refused = Generator::dynamic(left.format, &manual(&path));
            let told = refused.map_err(|error| (error.code(), error.subject()));
            let locked = (ErrorCode::StoreLocked, path.to_str());
            assert_eq!(told.map(|_| "opened"), Err(locked));
            assert_eq!(words(&path), before);
        }
        // Nor did that leave a lock behind.
        assert!(hold(&theirs, 1, libc::F_WRLCK));
        drop(theirs);
        assert_follows(&left, first(left.format, &path));
    }
}

/// By what the former version goes: somebody has the file open, and not as it would.
#[test]
fn a_file_of_ours_tells_the_former_version_to_keep_off() {
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

/// Who knows the key knows the ids to come.
#[test]
fn the_key_is_gone_with_the_last_who_leaves() {
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

/// The highest reading of a life of ours that was killed: known better from the page, if that is plausible.
#[test]
fn the_highest_reading_is_taken_from_a_plausible_page_of_ours() {
    let folder = Folder::new();
    let (ours, path) = (folder.file(), folder.0.join("copy.state"));
    let generator = open(Format::Tid, &ours);
    generator.next_at(at_us(0)).expect("a tid");
    // Within the mark: the record does not tell of it.
    generator.next_at(at_us(5000)).expect("a tid");
    // A reading between the record's and the page's.
    let next = |with: Change| {
        // Another file: the generator still has the first one's locks.
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
