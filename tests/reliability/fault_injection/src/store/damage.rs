//! Damaged files and files of other formats: each fails quickly with a `store_*` error that names
//! it, and is left unchanged.

use std::fs;
use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use sortid::{AnyId, Error, ErrorCode, Format, Generator, Options};

use super::Folder;
use crate::run::{Checked, Failure, Finding, Run};

pub(super) const LEN: usize = 8192;
pub(super) const RECORD: usize = 512;
/// The time limit of an error.
pub(super) const TIMEOUT: Duration = Duration::from_secs(5);

pub(crate) fn run(run: &mut Run<'_>) {
    run.check("damage", "cut off or grown", cut_off);
    run.check("damage", "one bit flipped", flipped);
    run.check("damage", "zeros, text, other versions", others);
    run.check(
        "damage",
        "shared memory full of anything",
        garbage_in_memory,
    );
    run.check("refused", "another format or other options", other_kinds);
    #[cfg(unix)]
    super::denied::run(run);
}

pub(super) fn open(format: Format, path: &Path) -> Result<Generator<AnyId>, Error> {
    Generator::dynamic(format, &Options::new().state_file(path))
}

/// The content of a used file, and its greatest id.
pub(super) fn used(folder: &Folder) -> Result<(Vec<u8>, AnyId), Failure> {
    let last = open(Format::Tid, &folder.file())?.next()?;
    Ok((fs::read(folder.file())?, last))
}

/// The errors, and the wrong results.
#[derive(Default)]
pub(super) struct Refusals {
    pub(super) count: usize,
    pub(super) wrong: Vec<String>,
}

impl Refusals {
    /// Opens the file, which must fail with one of these codes and leave the file unchanged.
    pub(super) fn expect(&mut self, what: &str, path: &Path, codes: &[ErrorCode]) {
        self.expect_of(what, path, codes, |path| open(Format::Tid, path));
    }

    fn expect_of(
        &mut self,
        what: &str,
        path: &Path,
        codes: &[ErrorCode],
        open: impl Fn(&Path) -> Result<Generator<AnyId>, Error>,
    ) {
        self.count += 1;
        let before = fs::metadata(path).map(|data| data.permissions());
        let content = content(path);
        let began = Instant::now();
        let opened = open(path);
        let took = began.elapsed();
        match opened {
            Ok(_) => self.wrong.push(format!("{what}: opened")),
            Err(error) if !codes.contains(&error.code()) => {
                self.wrong.push(format!("{what}: {error}"));
            }
            Err(error) => {
                let names = error.subject() == path.to_str()
                    && path
                        .to_str()
                        .is_some_and(|path| error.to_string().contains(path));
                if !names {
                    self.wrong.push(format!("{what}: no path in {error}"));
                }
            }
        }
        if took > TIMEOUT {
            self.wrong
                .push(format!("{what}: took {} ms", took.as_millis()));
        }
        let after = fs::metadata(path).map(|data| data.permissions());
        if content != self::content(path) || before.ok() != after.ok() {
            self.wrong.push(format!("{what}: changed the file"));
        }
        let drafts = path.parent().and_then(|folder| fs::read_dir(folder).ok());
        let is_draft = |name: &std::ffi::OsStr| name.to_string_lossy().ends_with(".new");
        let mut names = drafts.into_iter().flatten().flatten();
        if names.any(|entry| is_draft(&entry.file_name())) {
            self.wrong.push(format!("{what}: left a draft"));
        }
    }

    pub(super) fn finding(self, done: &str) -> Finding {
        let mut finding = Finding::of(format!("{} {done}", self.count));
        finding.require(
            self.wrong.is_empty(),
            match self.wrong.first() {
                None => "all refused, named and left alone".to_owned(),
                Some(first) => format!("{} not so: {first}", self.wrong.len()),
            },
        );
        finding
    }
}

/// For a regular file only: a device may be endless.
fn content(path: &Path) -> Option<Vec<u8>> {
    let is_file = fs::symlink_metadata(path).is_ok_and(|data| data.is_file());
    is_file.then(|| fs::read(path).ok()).flatten()
}

fn cut_off() -> Checked {
    let folder = Folder::new()?;
    let (whole, last) = used(&folder)?;
    let mut refusals = Refusals::default();
    let near = [0, 1, 7, 8, 9, 511, 512, 513, 4095, 4096, 4097, LEN - 1];
    for len in near.into_iter().chain((16..LEN).step_by(61)) {
        fs::write(folder.file(), &whole[..len])?;
        refusals.expect(
            &format!("{len} bytes"),
            &folder.file(),
            &[ErrorCode::StoreCorrupt],
        );
    }
    let mut grown = whole.clone();
    grown.push(0);
    fs::write(folder.file(), &grown)?;
    refusals.expect("a byte more", &folder.file(), &[ErrorCode::StoreCorrupt]);
    // The original content is still accepted.
    fs::write(folder.file(), &whole)?;
    let mut finding = refusals.finding("lengths");
    let next = open(Format::Tid, &folder.file())?.next()?;
    finding.never(next <= last, "the whole file is replaced");
    Ok(finding)
}

fn flipped() -> Checked {
    let folder = Folder::new()?;
    let (whole, _) = used(&folder)?;
    let mut refusals = Refusals::default();
    let beyond = (RECORD * 8..LEN / 2 * 8).step_by(997);
    for bit in (0..RECORD * 8).chain(beyond) {
        let mut bytes = whole.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        fs::write(folder.file(), &bytes)?;
        let codes = &[ErrorCode::StoreCorrupt, ErrorCode::StoreForeign];
        // The first eight bytes identify the format of the file.
        let codes = if bit < 64 { &codes[..] } else { &codes[..1] };
        refusals.expect(&format!("bit {bit}"), &folder.file(), codes);
    }
    Ok(refusals.finding("bits"))
}

fn others() -> Checked {
    let folder = Folder::new()?;
    let (whole, _) = used(&folder)?;
    let mut refusals = Refusals::default();
    let (corrupt, foreign) = (&[ErrorCode::StoreCorrupt], &[ErrorCode::StoreForeign]);
    let mut try_one = |what: &str, bytes: &[u8], codes: &[ErrorCode]| -> io::Result<()> {
        fs::write(folder.file(), bytes)?;
        refusals.expect(what, &folder.file(), codes);
        Ok(())
    };
    try_one("zeros", &[0; LEN], corrupt)?;
    let mut half = whole.clone();
    half[..RECORD].fill(0);
    try_one("a record of zeros", &half, corrupt)?;
    half[..RECORD / 2].copy_from_slice(&whole[..RECORD / 2]);
    try_one("half a record", &half, corrupt)?;
    try_one("text", b"# settings\nnode = 5\n", foreign)?;
    try_one("long text", &[b'x'; LEN], foreign)?;
    let mut carried = whole.clone();
    // The result of a text-mode transfer of line feeds.
    carried.insert(7, b'\r');
    try_one("carried as text", &carried[..LEN], foreign)?;
    let mut later = whole.clone();
    later[8] = 2;
    let checksum = crc32(&later[..RECORD - 4]).to_le_bytes();
    later[RECORD - 4..RECORD].copy_from_slice(&checksum);
    try_one("a later version", &later, foreign)?;
    Ok(refusals.finding("contents"))
}

/// CRC-32 as in the record (ISO 3309), bit by bit.
fn crc32(bytes: &[u8]) -> u32 {
    let step = |crc: u32| crc >> 1 ^ (0xedb8_8320 & (crc & 1).wrapping_neg());
    !bytes.iter().fold(!0, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| step(crc))
    })
}

/// The second page is used by processes that share the file. Whatever a crash left there, ids
/// continue above the high-water mark.
fn garbage_in_memory() -> Checked {
    let folder = Folder::new()?;
    let (mut whole, mut last) = used(&folder)?;
    let (mut not_above, mut refused) = (0, 0);
    let patterns = [0x00, 0x01, 0x7f, 0xff, 0x5a];
    for pattern in patterns {
        for word in 0..32 {
            // One word, or all words from there on.
            for end in [word + 1, LEN / 2 / 8] {
                whole[LEN / 2 + word * 8..LEN / 2 + end * 8].fill(pattern);
                fs::write(folder.file(), &whole)?;
                match open(Format::Tid, &folder.file()).and_then(|generator| generator.next()) {
                    Ok(id) => {
                        not_above += u64::from(id <= last);
                        last = id;
                    }
                    Err(_) => refused += 1,
                }
                whole = fs::read(folder.file())?;
            }
        }
    }
    let mut finding = Finding::of(format!("{} contents of the page", patterns.len() * 64));
    finding.require(
        not_above == 0,
        format!("{not_above} ids not above the mark"),
    );
    finding.require(refused == 0, format!("{refused} refused"));
    Ok(finding)
}

fn other_kinds() -> Checked {
    let mut refusals = Refusals::default();
    let foreign = &[ErrorCode::StoreForeign];
    let formats = || super::subjects().into_iter();
    for owner in formats() {
        let folder = Folder::new()?;
        let options = owner.options.clone().state_file(folder.file());
        Generator::dynamic(owner.format, &options)?.next()?;
        for other in formats().filter(|other| other.name != owner.name) {
            let what = format!("{} on a file of {}", other.name, owner.name);
            refusals.expect_of(&what, &folder.file(), foreign, |path| {
                let options = other.options.clone().state_file(path);
                Generator::dynamic(other.format, &options)
            });
        }
    }
    let folder = Folder::new()?;
    let options = Options::new().state_file(folder.file());
    Generator::dynamic(Format::Uid11Snowish, &options)?.next()?;
    refusals.expect_of("another epoch", &folder.file(), foreign, |_| {
        Generator::dynamic(Format::Uid11Snowish, &options.clone().epoch_unix_ms(0))
    });
    Ok(refusals.finding("pairs"))
}
