//! Unavailable files: each fails quickly with a `store_*` error that names it, and is left
//! unchanged.

use std::ffi::CString;
use std::fs::{self, File, Permissions};
use std::io::{self, Write};
use std::os::fd::AsRawFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::time::{Duration, Instant};

use sortid::{ErrorCode, Format};

use super::Folder;
use super::apart::{in_child, limit_file_size, on_small_mount, remount_read_only};
use super::damage::{LEN, RECORD, Refusals, TIMEOUT, open, used};
use crate::child;
use crate::run::{Checked, Failure, Run};

/// Adds the rows of this part that need Unix.
pub(super) fn run(run: &mut Run<'_>) {
    run.check("refused", "read-only", read_only);
    run.check("refused", "no room on the disk", no_room);
    run.check("refused", "locked by another program", locked);
    run.check("refused", "no file, no folder", no_file);
}

fn read_only() -> Checked {
    let mut refusals = Refusals::default();
    let codes = &[ErrorCode::StoreReadOnly];
    let folder = Folder::new()?;
    used(&folder)?;
    for mode in [0o444, 0o400, 0o000] {
        fs::set_permissions(folder.file(), Permissions::from_mode(mode))?;
        refusals.expect(&format!("mode {mode:o}"), &folder.file(), codes);
    }
    fs::set_permissions(folder.file(), Permissions::from_mode(0o644))?;
    let mounted = on_small_mount(|mount, path| {
        let mut refusals = Refusals::default();
        used_at(path)?;
        remount_read_only(mount)?;
        refusals.expect("a read-only mount", path, codes);
        refusals.expect("a new file there", &path.with_extension("other"), codes);
        Ok(refusals)
    })?;
    finish(refusals, mounted, "ways")
}

fn no_room() -> Checked {
    let mut refusals = Refusals::default();
    let codes = &[ErrorCode::StoreFull];
    let folder = Folder::new()?;
    // The maximum size of files of this process.
    let limited = in_child(|| {
        let mut refusals = Refusals::default();
        limit_file_size(4096)?;
        refusals.expect("a limit on files", &folder.file(), codes);
        Ok(refusals)
    })?;
    add(&mut refusals, limited);
    let used = Folder::new()?;
    let on_the_way = in_child(|| {
        let mut refusals = Refusals::default();
        let generator = open(Format::Tid, &used.file())?;
        let first = generator.next()?;
        limit_file_size(0)?;
        let began = Instant::now();
        let full = loop {
            match generator.next() {
                Ok(_) if began.elapsed() < Duration::from_secs(3) => {}
                Ok(_) => break None,
                Err(error) => break Some(error.code()),
            }
        };
        refusals.count += 1;
        if full != Some(ErrorCode::StoreFull) {
            refusals
                .wrong
                .push(format!("no room for the mark: {full:?}"));
        }
        limit_file_size(u64::MAX)?;
        if !generator.next().is_ok_and(|next| next > first) {
            refusals
                .wrong
                .push("no id when there is room again".to_owned());
        }
        Ok(refusals)
    })?;
    add(&mut refusals, on_the_way);
    let mounted = on_small_mount(|_, path| {
        let mut refusals = Refusals::default();
        // A sparse copy, as some tools make: its holes cannot be mapped either.
        used_at(path)?;
        let holes = path.with_extension("holes");
        fs::write(&holes, &fs::read(path)?[..RECORD])?;
        File::options()
            .write(true)
            .open(&holes)?
            .set_len(LEN as u64)?;
        let path = &path.with_extension("fresh");
        let mut filler = File::create(path.with_extension("filler"))?;
        while filler.write_all(&[1; 4096]).is_ok() {}
        refusals.expect("a full disk", path, codes);
        refusals.expect("a full disk, and a copy with holes", &holes, codes);
        Ok(refusals)
    })?;
    finish(refusals, mounted, "ways")
}

fn locked() -> Checked {
    let mut refusals = Refusals::default();
    let folder = Folder::new()?;
    used(&folder)?;
    let codes = &[ErrorCode::StoreLocked];
    let holder = File::options().read(true).write(true).open(folder.file())?;
    holder.lock()?;
    refusals.expect("flock", &folder.file(), codes);
    holder.unlock()?;
    let (reader, writer) = io::pipe()?;
    // Such a lock belongs to a process.
    let child = child::fork(|_| {
        // SAFETY: zeros are valid for a structure of integers, and select the whole file.
        let mut range: libc::flock = unsafe { std::mem::zeroed() };
        range.l_type = libc::F_WRLCK as _;
        // SAFETY: the descriptor is open, and the structure outlives the call.
        unsafe { libc::fcntl(holder.as_raw_fd(), libc::F_SETLK, &range) };
        let _ = (&writer).write_all(b"!");
        // Until it is killed.
        std::thread::sleep(TIMEOUT);
    })?;
    io::Read::read_exact(&mut &reader, &mut [0])?;
    refusals.expect("fcntl", &folder.file(), codes);
    // SAFETY: the child has not been waited for, so its process id is still in use.
    unsafe { libc::kill(child.pid(), libc::SIGKILL) };
    child.join()?;
    let mut finding = refusals.finding("ways");
    let free = open(Format::Tid, &folder.file()).and_then(|generator| generator.next());
    finding.never(free.is_err(), "still locked when the lock is gone");
    Ok(finding)
}

fn no_file() -> Checked {
    let mut refusals = Refusals::default();
    let folder = Folder::new()?;
    let any = &[
        ErrorCode::StoreIo,
        ErrorCode::StoreForeign,
        ErrorCode::StoreReadOnly,
    ];
    let beside = |name: &str| folder.file().with_file_name(name);
    fs::create_dir(beside("folder"))?;
    symlink(beside("nowhere"), beside("dangling"))?;
    symlink(beside("round"), beside("round"))?;
    let pipe = CString::new(beside("pipe").as_os_str().as_bytes())?;
    // SAFETY: the name is zero-terminated.
    unsafe { libc::mkfifo(pipe.as_ptr(), 0o600) };
    for path in [
        beside("folder"),
        beside("no/folder/file"),
        beside("dangling"),
        beside("round"),
        beside("pipe"),
        beside(&"n".repeat(300)),
        "/dev/full".into(),
        "/dev/null".into(),
        "/dev/null/x".into(),
        "/proc/sortid".into(),
        "/".into(),
    ] {
        refusals.expect(&path.display().to_string(), &path, any);
    }
    Ok(refusals.finding("paths"))
}

fn add(refusals: &mut Refusals, more: Refusals) {
    refusals.count += more.count;
    refusals.wrong.extend(more.wrong);
}

fn finish(mut refusals: Refusals, mounted: Option<Refusals>, done: &str) -> Checked {
    let is_mounted = mounted.is_some();
    if let Some(mounted) = mounted {
        add(&mut refusals, mounted);
    }
    let mut finding = refusals.finding(done);
    if !is_mounted {
        finding.note("not by a mount, which only the superuser may make");
    }
    Ok(finding)
}

fn used_at(path: &Path) -> Result<(), Failure> {
    open(Format::Tid, path)?.next()?;
    Ok(())
}
