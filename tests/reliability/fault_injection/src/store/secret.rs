//! Secrecy of state files: no other user can read them, and random keys do not outlive their
//! session.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use sortid::{AnyId, Format, Generator, Options};

use super::Folder;
use crate::child;
use crate::run::{Checked, Failure, Finding, Run};

/// The offset of the memory that processes share.
const PAGE: usize = 4096;

pub(crate) fn run(run: &mut Run<'_>) {
    run.check("who may read a state file", "5 umasks", modes);
    for ways in [1, 2, 4] {
        let fault = format!("a key after the last of {ways} has left");
        run.check(&fault, Format::Uid11Xid, || forgotten(ways));
    }
}

/// Checks the file's mode with every umask.
fn modes() -> Checked {
    let umasks = [0o000, 0o002, 0o022, 0o027, 0o077];
    let mut finding = Finding::of(format!("{} files", umasks.len()));
    for umask in umasks {
        let folder = Folder::new()?;
        let options = Options::new().state_file(folder.file());
        let child = child::fork(|pen| {
            // SAFETY: changes a setting of this process only.
            unsafe { libc::umask(umask) };
            let made = Generator::dynamic(Format::Uid11Xid, &options);
            pen.write_id(made.and_then(|generator| generator.next()));
        })?;
        for record in child.records()? {
            record.id(Format::Uid11Xid)?;
        }
        let mode = fs::metadata(folder.file())?.permissions().mode() & 0o777;
        finding.require(mode == 0o600, format!("umask {umask:03o}: mode {mode:o}"));
    }
    Ok(finding)
}

fn words(folder: &Folder) -> Result<Vec<u64>, Failure> {
    let bytes = fs::read(folder.file())?;
    let page = bytes.get(PAGE..).ok_or("the file is short")?;
    let words = page.as_chunks().0.iter();
    Ok(words.map(|word| u64::from_ne_bytes(*word)).collect())
}

fn open(folder: &Folder) -> Result<Generator<AnyId>, Failure> {
    let options = Options::new().state_file(folder.file());
    let generator = Generator::dynamic(Format::Uid11Xid, &options)?;
    generator.next()?;
    Ok(generator)
}

/// The leading bits in which words of two otherwise identical files differ are random, as times and
/// counts are equal there.
fn forgotten(generators: usize) -> Checked {
    const TIMES: u32 = 48;
    let (ours, other) = (Folder::new()?, Folder::new()?);
    let _other = open(&other)?;
    let all = (0..generators)
        .map(|_| open(&ours))
        .collect::<Result<Vec<_>, _>>()?;
    let (during, theirs) = (words(&ours)?, words(&other)?);
    let is_random = |nth: &usize| during[*nth] >> TIMES != theirs[*nth] >> TIMES;
    let random: Vec<usize> = (0..during.len()).filter(is_random).collect();
    drop(all);
    let after = words(&ours)?;
    let kept = random.iter().filter(|&&nth| after[nth] == during[nth]);
    let kept = kept.count();
    let mut finding = Finding::of(format!("{} random words in the page", random.len()));
    finding.require(kept == 0, format!("{kept} of them still there"));
    finding.never(random.is_empty(), "no key was seen while it was in use");
    Ok(finding)
}
