//! Processes of one system with different boot identifiers, as in containers: they share locks and
//! mapped memory, and therefore the file.
//!
//! The library may read the identifier once per process. So each of these processes is new, and
//! this part's own process generates no id.

use std::ffi::CString;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use sortid::Generator;
use sortid_reliability_common::order;

use super::{Folder, Subject, subjects};
use crate::child::{self, Pen};
use crate::ids;
use crate::run::{Checked, Finding, Run, not_run};

const BOOT_ID: &std::ffi::CStr = c"/proc/sys/kernel/random/boot_id";
/// The ids of each process and the time between them: longer than one high-water mark lasts.
const IDS: usize = 60;
const BREATH: Duration = Duration::from_millis(20);

pub(crate) fn run(run: &mut Run<'_>) {
    for subject in subjects().into_iter().skip(1).step_by(2) {
        run.check(
            "containers of different boot identifiers",
            subject.name,
            || together(&subject),
        );
    }
}

/// Makes a file appear as this process's boot identifier.
fn is_shown(other: &Path) -> io::Result<()> {
    let other = CString::new(other.as_os_str().as_bytes())?;
    let done = |status: libc::c_int| match status {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    };
    // SAFETY: only moves this process to a new mount namespace.
    done(unsafe { libc::unshare(libc::CLONE_NEWNS) })?;
    let (null, flags) = (std::ptr::null(), libc::MS_REC | libc::MS_PRIVATE);
    // SAFETY: null, or zero-terminated strings that outlive the call.
    done(unsafe { libc::mount(null, c"/".as_ptr(), null, flags, std::ptr::null()) })?;
    let (other, bind) = (other.as_ptr(), libc::MS_BIND);
    // SAFETY: as above.
    done(unsafe { libc::mount(other, BOOT_ID.as_ptr(), null, bind, std::ptr::null()) })
}

/// The boot identifiers of the processes; `None` is the real one.
fn containers(folder: &Folder) -> io::Result<Vec<Option<PathBuf>>> {
    let mut all = vec![None];
    for (nth, text) in [
        "0b0f7a51-8a3b-4c58-9e0c-1d6f0a0b8e11\n",
        "d7a1c3e2-77f4-4f0e-b1a5-3c9d2e4f6a80\n",
        "",
    ]
    .into_iter()
    .enumerate()
    {
        let path = folder.file().with_extension(format!("boot{nth}"));
        fs::write(&path, text)?;
        all.push(Some(path));
    }
    Ok(all)
}

fn together(subject: &Subject) -> Checked {
    let folder = Folder::new()?;
    let containers = containers(&folder)?;
    let mut children = Vec::new();
    for shown in &containers {
        children.push(child::fork(|pen| {
            one(subject, &folder, shown.as_deref(), pen)
        })?);
        // The first process starts a session of the file, and the others join it.
        thread::sleep(Duration::from_millis(60));
    }
    let mut finding = Finding::of(format!("{} processes, {IDS} ids each", containers.len()));
    let (mut all, mut falls, mut unable) = (Vec::new(), 0, 0);
    for child in children {
        let records = child.records()?;
        unable += usize::from(records.is_empty());
        let mut keys = Vec::new();
        for record in records {
            match record.made(subject.format)? {
                Ok(id) => keys.push(ids::key(id)),
                Err(code) => finding.require(false, format!("{code}")),
            }
        }
        falls += keys.windows(2).filter(|pair| pair[0] >= pair[1]).count();
        all.extend(keys);
    }
    if unable > 0 {
        return Err(not_run("this process may not mount"));
    }
    finding.require(
        all.len() == containers.len() * IDS,
        format!("{} ids", all.len()),
    );
    let repeats = order::repeats(&mut all);
    finding.require(repeats == 0, format!("{repeats} repeats"));
    if subject.format.is_ordered() {
        finding.require(falls == 0, format!("{falls} inversions"));
    }
    Ok(finding)
}

fn one(subject: &Subject, folder: &Folder, shown: Option<&Path>, pen: &mut Pen) {
    if shown.is_some_and(|other| is_shown(other).is_err()) {
        return;
    }
    let options = subject.options.clone().state_file(folder.file());
    let opened = Generator::dynamic(subject.format, &options);
    let Ok(generator) = opened else {
        pen.write_id(opened.and_then(|generator| generator.next()));
        return;
    };
    for _ in 0..IDS {
        pen.write_id(generator.next());
        thread::sleep(BREATH);
    }
}
