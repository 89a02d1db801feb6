//! Children that gave up what their parent opened the file with, its user, its root folder: they go on with it beside their parent,
//! as servers do that fork before they drop their rights.

use std::ffi::CString;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::thread;
use std::time::Duration;

use sortid::{Format, Generator, Id};

use super::{Folder, Subject, subjects};
use crate::child::{self, Pen, Told};
use crate::ids;
use crate::run::{Checked, Finding, Run, not_run};

/// Ids of each process, so far apart: longer than a mark is good for.
const IDS: usize = 60;
const BREATH: Duration = Duration::from_millis(25);

/// Makes the rows of this part.
pub(crate) fn run(run: &mut Run<'_>) {
    for subject in subjects().into_iter().step_by(2) {
        run.check("children that gave up their rights", subject.name, || {
            go_on(&subject)
        });
    }
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

fn another_user() -> io::Result<()> {
    const NOBODY: libc::id_t = 65534;
    // SAFETY: takes rights away from this process.
    done(unsafe { libc::setgid(NOBODY) })?;
    // SAFETY: the same.
    done(unsafe { libc::setuid(NOBODY) })
}

fn another_root(jail: &Path) -> io::Result<()> {
    let jail = CString::new(jail.as_os_str().as_bytes())?;
    // SAFETY: the name ends with a zero.
    done(unsafe { libc::chroot(jail.as_ptr()) })?;
    // SAFETY: the same.
    done(unsafe { libc::chdir(c"/".as_ptr()) })
}

fn some(generator: &Generator<Id>, pen: &mut Pen) {
    for _ in 0..IDS {
        pen.tell(generator.next());
        thread::sleep(BREATH);
    }
}

fn go_on(subject: &Subject) -> Checked {
    // SAFETY: asks a number.
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
            pen.tell(generator.next());
            // A child of such a one has lost the same.
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
        let told = child.told()?;
        let (theirs, ours): (Vec<Told>, Vec<Told>) = told.iter().partition(|told| told.who == 1);
        let made = |told: &[Told], format: Format| -> Result<(Vec<u128>, Option<_>), _> {
            let mut keys = Vec::new();
            for told in told {
                match told.made(format)? {
                    Ok(id) => keys.push(ids::key(id)),
                    Err(code) => return Ok((keys, Some(code))),
                }
            }
            Ok::<_, crate::run::Trouble>((keys, None))
        };
        for (who, told, expected) in [("child", ours, IDS + 1), ("child's child", theirs, IDS)] {
            let (keys, code) = made(&told, subject.format)?;
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
    let repeats = ids::repeats(&mut all);
    finding.require(repeats == 0, format!("{repeats} repeats of {ids} ids"));
    if subject.format.is_ordered() {
        finding.require(falls == 0, format!("{falls} inversions"));
    }
    Ok(finding)
}
