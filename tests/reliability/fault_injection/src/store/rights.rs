//! Children that drop the rights with which their parent opened the file (user, root folder): like
//! servers that fork before they drop rights, they continue to use the file along with their
//! parent.

use std::ffi::CString;
use std::fs;
use std::io;
use std::os::fd::AsRawFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::thread;
use std::time::Duration;

use sortid::{AnyId, ErrorCode, Format, Generator, Options};
use sortid_reliability_common::order;

use super::{Folder, Subject, subjects};
use crate::child::{self, Pen, Record};
use crate::ids;
use crate::run::{Checked, Finding, Run, not_run};

/// The number of ids of each process, and their distance: longer than a mark is valid.
const IDS: usize = 60;
const BREATH: Duration = Duration::from_millis(25);

pub(crate) fn run(run: &mut Run<'_>) {
    for subject in subjects().into_iter().step_by(2) {
        run.check("children that gave up their rights", subject.name, || {
            go_on(&subject)
        });
    }
    run.check(
        "a file refused to process-owned locks",
        Format::Tid,
        keeps_its_lock,
    );
}

type Loss = fn(&Path) -> io::Result<()>;

const LOSSES: [(&str, Loss); 3] = [
    ("another user", |_| another_user()),
    ("another root folder", another_root),
    ("both", |jail| {
        another_root(jail).and_then(|()| another_user())
    }),
];

fn done(status: libc::c_int) -> io::Result<()> {
    match status {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

const NOBODY: libc::uid_t = 65534;

/// The time for which a child waits for its parent's check.
const LOOK: Duration = Duration::from_secs(1);

fn another_user() -> io::Result<()> {
    // SAFETY: `setgid` takes no pointers.
    done(unsafe { libc::setgid(NOBODY) })?;
    // SAFETY: `setuid` takes no pointers.
    done(unsafe { libc::setuid(NOBODY) })
}

fn another_root(jail: &Path) -> io::Result<()> {
    let jail = CString::new(jail.as_os_str().as_bytes())?;
    // SAFETY: the name is zero-terminated.
    done(unsafe { libc::chroot(jail.as_ptr()) })?;
    // SAFETY: the name is zero-terminated.
    done(unsafe { libc::chdir(c"/".as_ptr()) })
}

/// A process loses its own locks on a file when it closes any of the file's descriptors.
fn keeps_its_lock() -> Checked {
    // SAFETY: `geteuid` takes no arguments and cannot fail.
    if unsafe { libc::geteuid() } != 0 {
        return Err(not_run("only the superuser has rights to give up"));
    }
    let folder = Folder::new()?;
    let options = Options::new().state_file(folder.file());
    let generator = Generator::dynamic(Format::Tid, &options)?;
    generator.next()?;
    let child = child::fork_family(|pen| {
        // Without rights it uses process-owned locks. Later it regains the rights, and opening the
        // same file again must fail.
        let joins = acting_as(NOBODY).map(|()| pen.write_id(generator.next()));
        let file = folder.file();
        let protect = |mode| fs::set_permissions(&file, fs::Permissions::from_mode(mode));
        let protected = joins
            .and_then(|()| acting_as(0))
            .and_then(|()| protect(0o444));
        if protected.is_err() {
            return 0;
        }
        pen.write_id(Generator::dynamic(Format::Tid, &options).and_then(|other| other.next()));
        if protect(0o600).is_err() {
            return 0;
        }
        // By now the parent has closed the file, and checks the lock.
        thread::sleep(LOOK);
        pen.write_id(generator.next());
        0
    })?;
    thread::sleep(LOOK / 4);
    drop(generator);
    thread::sleep(LOOK / 4);
    let is_kept = is_locked(&folder.file())?;
    let records = child.records()?;
    let [joined, refused, after] = records[..] else {
        return Err("the child could not do what it was to do".into());
    };
    let (first, last) = (joined.id(Format::Tid)?, after.id(Format::Tid)?);
    let mut finding = Finding::of("1 child");
    let refusal = refused.made(Format::Tid)?;
    finding.require(
        refusal == Err(ErrorCode::StoreReadOnly),
        format!("refused: {refusal:?}"),
    );
    finding.require(first < last, "its ids rise");
    finding.require(is_kept, "others see that it has the file open");
    Ok(finding)
}

/// Temporarily takes on a user's rights, or restores the original ones.
fn acting_as(user: libc::uid_t) -> io::Result<()> {
    // SAFETY: `seteuid` takes no pointers.
    done(unsafe { libc::seteuid(user) })
}

/// Whether the state file appears to be open in another process.
fn is_locked(path: &Path) -> io::Result<bool> {
    const MEMBER: libc::off_t = 1;
    let file = fs::OpenOptions::new().read(true).write(true).open(path)?;
    // SAFETY: zeros are valid for a structure of integers.
    let mut range: libc::flock = unsafe { std::mem::zeroed() };
    (range.l_type, range.l_whence) = (libc::F_WRLCK as _, libc::SEEK_SET as _);
    (range.l_start, range.l_len) = (MEMBER, 1);
    // SAFETY: the descriptor is open, and the structure lives longer than the call.
    done(unsafe { libc::fcntl(file.as_raw_fd(), libc::F_OFD_GETLK, &raw mut range) })?;
    Ok(i32::from(range.l_type) != libc::F_UNLCK)
}

fn some(generator: &Generator<AnyId>, pen: &mut Pen) {
    for _ in 0..IDS {
        pen.write_id(generator.next());
        thread::sleep(BREATH);
    }
}

fn go_on(subject: &Subject) -> Checked {
    // SAFETY: `geteuid` takes no arguments and cannot fail.
    if unsafe { libc::geteuid() } != 0 {
        return Err(not_run("only the superuser has rights to give up"));
    }
    let folder = Folder::new()?;
    let jail = folder.file().with_extension("jail");
    fs::create_dir(&jail)?;
    let options = subject.options.clone().state_file(folder.file());
    let generator = Generator::dynamic(subject.format, &options)?;
    let mut processes = vec![vec![ids::key(generator.next()?)]];
    let mut children = Vec::new();
    for (what, loss) in LOSSES {
        let child = child::fork_family(|pen| {
            if loss(&jail).is_err() {
                return 0;
            }
            pen.write_id(generator.next());
            // A grandchild has lost the same rights.
            let grandchild = pen.fork(|pen| some(&generator, pen));
            some(&generator, pen);
            grandchild.join()
        })?;
        children.push((what, child));
    }
    for _ in 0..IDS {
        processes[0].push(ids::key(generator.next()?));
        thread::sleep(BREATH);
    }
    let mut finding = Finding::of(format!("{} children, a child each", LOSSES.len()));
    for (what, child) in children {
        let records = child.records()?;
        let (theirs, ours): (Vec<Record>, Vec<Record>) =
            records.iter().partition(|record| record.who == 1);
        let made = |records: &[Record], format: Format| -> Result<(Vec<u128>, Option<_>), _> {
            let mut keys = Vec::new();
            for record in records {
                match record.made(format)? {
                    Ok(id) => keys.push(ids::key(id)),
                    Err(code) => return Ok((keys, Some(code))),
                }
            }
            Ok::<_, crate::run::Failure>((keys, None))
        };
        for (who, records, expected) in [("child", ours, IDS + 1), ("child's child", theirs, IDS)] {
            let (keys, code) = made(&records, subject.format)?;
            finding.never(
                keys.len() != expected,
                format!("{what}: {who} made {} ids, {code:?}", keys.len()),
            );
            processes.push(keys);
        }
    }
    let ids: usize = processes.iter().map(Vec::len).sum();
    let falls = processes.iter().flat_map(|keys| keys.windows(2));
    let falls = falls.filter(|pair| pair[0] >= pair[1]).count();
    let mut all = processes.concat();
    let repeats = order::repeats(&mut all);
    finding.require(repeats == 0, format!("{repeats} repeats of {ids} ids"));
    if subject.format.is_ordered() {
        finding.require(falls == 0, format!("{falls} inversions"));
    }
    Ok(finding)
}
