//! Checks in a separate process, with a small or read-only file system, or a limited file size.

use std::ffi::CString;
use std::fs;
use std::io::{self, Write};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use super::Folder;
use super::damage::Refusals;
use crate::child::{self, Ending};
use crate::run::Failure;

/// Runs a check in a separate process, which may change process-wide state.
pub(super) fn in_child(
    look: impl FnOnce() -> Result<Refusals, Failure>,
) -> Result<Refusals, Failure> {
    let (reader, writer) = io::pipe()?;
    let child = child::fork(|_| {
        let (count, wrong) = match look() {
            Ok(refusals) => (refusals.count, refusals.wrong),
            Err(trouble) => (0, vec![format!("stopped: {trouble}")]),
        };
        let _ = (&writer).write_all(format!("{count}\n{}", wrong.join("\n")).as_bytes());
    })?;
    drop(writer);
    let output = io::read_to_string(reader)?;
    match child.join()?.0 {
        Ending::Left => {}
        ending => return Err(format!("a process that looks: {ending:?}").into()),
    }
    let mut lines = output.lines();
    let count = lines.next().unwrap_or_default().parse()?;
    Ok(Refusals {
        count,
        wrong: lines.map(str::to_owned).collect(),
    })
}

/// Runs a check with a private file system of a few pages; `None` if mounting is not permitted.
pub(super) fn on_small_mount(
    look: impl FnOnce(&Path, &Path) -> Result<Refusals, Failure>,
) -> Result<Option<Refusals>, Failure> {
    // SAFETY: `geteuid` takes no arguments and cannot fail.
    if unsafe { libc::geteuid() } != 0 {
        return Ok(None);
    }
    let folder = Folder::new()?;
    let place = folder.file();
    fs::create_dir(&place)?;
    let refusals = in_child(|| {
        // SAFETY: only moves this process to a new mount namespace.
        let is_apart = unsafe { libc::unshare(libc::CLONE_NEWNS) } == 0;
        let (root, private) = (Path::new("/"), libc::MS_REC | libc::MS_PRIVATE);
        let is_mounted = is_apart
            && mount(None, root, private, None).is_ok()
            && mount(Some(c"tmpfs"), &place, 0, Some(c"size=64k")).is_ok();
        if !is_mounted {
            return Ok(Refusals::default());
        }
        look(&place, &place.join("ids"))
    })?;
    // Otherwise root lacks the right to mount.
    let has_looked = refusals.count > 0 || !refusals.wrong.is_empty();
    Ok(has_looked.then_some(refusals))
}

pub(super) fn remount_read_only(mounted: &Path) -> io::Result<()> {
    mount(None, mounted, libc::MS_REMOUNT | libc::MS_RDONLY, None)
}

fn mount(
    kind: Option<&std::ffi::CStr>,
    place: &Path,
    flags: libc::c_ulong,
    data: Option<&std::ffi::CStr>,
) -> io::Result<()> {
    let place = CString::new(place.as_os_str().as_bytes())?;
    let text =
        |text: Option<&std::ffi::CStr>| text.map_or(std::ptr::null(), std::ffi::CStr::as_ptr);
    let (kind, data) = (text(kind), text(data));
    // SAFETY: null, or zero-terminated strings that outlive the call.
    match unsafe { libc::mount(c"none".as_ptr(), place.as_ptr(), kind, flags, data.cast()) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

/// Limits the size of files of this process, and ignores the signal for it.
pub(super) fn limit_file_size(bytes: u64) -> io::Result<()> {
    // SAFETY: ignoring a signal installs no handler.
    unsafe { libc::signal(libc::SIGXFSZ, libc::SIG_IGN) };
    // SAFETY: zeros are valid for a structure of integers.
    let mut limit: libc::rlimit = unsafe { std::mem::zeroed() };
    // SAFETY: the structure is live.
    unsafe { libc::getrlimit(libc::RLIMIT_FSIZE, &mut limit) };
    limit.rlim_cur = limit.rlim_max.min(bytes);
    // SAFETY: the structure is live.
    match unsafe { libc::setrlimit(libc::RLIMIT_FSIZE, &limit) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}
