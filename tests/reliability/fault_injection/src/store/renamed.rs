//! State files that are renamed or replaced while open: their users must stop before later
//! processes use the new file of that name. Operations that preserve the name have no effect.

use std::fs;
use std::io;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use sortid::{AnyId, Error, ErrorCode, Format, Generator};
use sortid_reliability_common::order;

use super::{Folder, Subject, seeded, subjects};
use crate::child;
use crate::ids;
use crate::run::{Checked, Failure, Finding, Run};

/// A mark lasts for about a second; then the name is checked.
const NOTICED: Duration = Duration::from_millis(2500);
/// The time for which the later process continues after all have noticed.
const AFTER: Duration = Duration::from_millis(300);
/// The time for which unaffected processes continue.
const GOES_ON: Duration = Duration::from_millis(1600);
const BREATH: Duration = Duration::from_millis(1);

/// An operation on the open file with this path.
type Deed = fn(&Path) -> io::Result<()>;

const TAKEN_AWAY: [(&str, Deed); 7] = [
    ("renamed", |path| fs::rename(path, beside(path, "old"))),
    ("moved to another folder", |path| {
        let folder = beside(path, "elsewhere");
        fs::create_dir(&folder)?;
        fs::rename(path, folder.join("ids"))
    }),
    ("its folder renamed", |path| {
        // The later process creates a folder and a file of the old name.
        let folder = path.parent().unwrap_or(path);
        fs::rename(folder, beside(folder, "moved"))?;
        fs::create_dir(folder)
    }),
    ("linked elsewhere and removed", |path| {
        fs::hard_link(path, beside(path, "backup"))?;
        fs::remove_file(path)
    }),
    ("linked elsewhere, a copy renamed to it", |path| {
        fs::copy(path, beside(path, "copy"))?;
        fs::hard_link(path, beside(path, "backup"))?;
        fs::rename(beside(path, "copy"), path)
    }),
    ("a copy renamed to it", |path| {
        fs::copy(path, beside(path, "copy"))?;
        fs::rename(beside(path, "copy"), path)
    }),
    ("renamed, a link to a copy in its place", |path| {
        fs::copy(path, beside(path, "copy"))?;
        fs::rename(path, beside(path, "old"))?;
        symlink(beside(path, "copy"), path)
    }),
];

const LEFT: [(&str, Deed); 4] = [
    ("linked elsewhere", |path| {
        fs::hard_link(path, beside(path, "backup"))
    }),
    ("renamed and back again", |path| {
        fs::rename(path, beside(path, "old"))?;
        thread::sleep(Duration::from_millis(20));
        fs::rename(beside(path, "old"), path)
    }),
    ("renamed, a link to it in its place", |path| {
        fs::rename(path, beside(path, "old"))?;
        symlink(beside(path, "old"), path)
    }),
    ("another working folder", |_| std::env::set_current_dir("/")),
];

fn beside(path: &Path, suffix: &str) -> PathBuf {
    path.with_extension(suffix)
}

pub(crate) fn run(run: &mut Run<'_>) {
    for (what, deed) in TAKEN_AWAY {
        let fault = format!("open file: {what}");
        run.check(&fault, "10 formats", || taken_away(deed));
    }
    for (what, deed) in LEFT {
        let fault = format!("open file goes on: {what}");
        run.check(&fault, "10 formats", || left(deed));
    }
}

/// A file, its user, and a process that later opened the name.
struct Pair {
    format: Format,
    /// Two levels, since the file's folder may be renamed.
    _folder: Folder,
    first: Generator<AnyId>,
    second: Generator<AnyId>,
    theirs: Vec<u128>,
    ours: Vec<u128>,
    /// The error and its time.
    failed: Option<(ErrorCode, Duration)>,
    /// The length of `ours` at that time.
    until_told: usize,
}

impl Pair {
    fn new(subject: &Subject, deed: Deed) -> Result<Self, Failure> {
        let folder = Folder::new()?;
        let inner = beside(&folder.file(), "folder");
        fs::create_dir(&inner)?;
        let path = inner.join(super::NAME);
        // With the same seed and node, repeated ids are equal.
        let options = seeded(subject.options.clone()).state_file(path.clone());
        let open = || Generator::dynamic(subject.format, &options);
        let first = open()?;
        first.next()?;
        deed(&path)?;
        Ok(Self {
            format: subject.format,
            _folder: folder,
            first,
            second: open()?,
            theirs: Vec::new(),
            ours: Vec::new(),
            failed: None,
            until_told: 0,
        })
    }

    fn step(&mut self, since: Instant) -> Result<(), Error> {
        match self.first.next() {
            Ok(id) => self.ours.push(ids::key(id)),
            Err(error) if self.failed.is_none() => {
                self.failed = Some((error.code(), since.elapsed()));
                self.until_told = self.ours.len();
            }
            Err(_) => {}
        }
        self.theirs.push(ids::key(self.second.next()?));
        Ok(())
    }
}

fn taken_away(deed: Deed) -> Checked {
    let mut pairs = Vec::new();
    for subject in subjects() {
        pairs.push(Pair::new(&subject, deed)?);
    }
    let began = Instant::now();
    let mut all_failed = None;
    while began.elapsed() < NOTICED + AFTER
        && all_failed.is_none_or(|at: Duration| began.elapsed() < at + AFTER)
    {
        for pair in &mut pairs {
            pair.step(began)?;
        }
        if all_failed.is_none() && pairs.iter().all(|pair| pair.failed.is_some()) {
            all_failed = Some(began.elapsed());
        }
        thread::sleep(BREATH);
    }
    let ids: usize = pairs.iter().map(|pair| pair.ours.len()).sum();
    let mut finding = Finding::of(format!("{} files, {ids} ids", pairs.len()));
    let in_time = pairs.iter().filter(|pair| {
        let failed = pair.failed.as_ref();
        failed.is_some_and(|(code, at)| *code == ErrorCode::StoreIo && *at <= NOTICED)
    });
    let in_time = in_time.count();
    finding.require(
        in_time == pairs.len(),
        format!("{in_time} of {} × store_io", pairs.len()),
    );
    let other = pairs
        .iter()
        .filter_map(|pair| Some((pair.format, pair.failed?.0)));
    let other = other
        .filter(|(_, code)| *code != ErrorCode::StoreIo)
        .collect::<Vec<_>>();
    finding.never(!other.is_empty(), format!("wrong results: {other:?}"));
    let (mut until, mut after) = (0, 0);
    for pair in &pairs {
        let (before, later) = pair.ours.split_at(match pair.failed {
            Some(_) => pair.until_told,
            None => pair.ours.len(),
        });
        let twice = |ours: &[u128]| ours.iter().filter(|id| pair.theirs.contains(id)).count();
        until += twice(before);
        after += twice(later);
    }
    finding.note(format!("{until} ids twice until then"));
    finding.require(after == 0, format!("{after} after it"));
    Ok(finding)
}

/// In a separate process, which may change its working folder.
fn left(deed: Deed) -> Checked {
    let mut finding = Finding::of(format!("10 files, {} ms", GOES_ON.as_millis()));
    let folder = Folder::new()?;
    let inside = folder.file();
    let root = inside.parent().ok_or("no folder")?;
    let child = child::fork(|pen| {
        if std::env::set_current_dir(root).is_err() {
            return;
        }
        let mut generators = Vec::new();
        for (nth, subject) in subjects().into_iter().enumerate() {
            // The path is relative.
            let path = PathBuf::from(format!("{nth}.state"));
            let options = subject.options.state_file(path.clone());
            let opened = Generator::dynamic(subject.format, &options);
            let Ok(generator) = opened else {
                pen.write_id(opened.and_then(|generator| generator.next()));
                return;
            };
            generators.push((generator, root.join(path)));
        }
        for (generator, path) in &generators {
            pen.write_id(generator.next());
            if deed(path).is_err() {
                return;
            }
        }
        let began = Instant::now();
        while began.elapsed() < GOES_ON {
            for (generator, _) in &generators {
                if let Err(error) = generator.next() {
                    pen.write_id(Err(error));
                    return;
                }
            }
            thread::sleep(BREATH);
        }
        for (generator, _) in &generators {
            pen.write_id(generator.next());
        }
    })?;
    let records = child.records()?;
    let formats: Vec<Format> = subjects().iter().map(|subject| subject.format).collect();
    let mut ids = Vec::new();
    for (record, format) in records.iter().zip(formats.iter().cycle()) {
        match record.made(*format)? {
            Ok(id) => ids.push(ids::key(id)),
            Err(code) => finding.require(false, format!("{format}: {code}")),
        }
    }
    finding.require(
        ids.len() == 2 * formats.len(),
        format!(
            "{} of {} go on",
            ids.len().saturating_sub(formats.len()),
            formats.len()
        ),
    );
    let ids = order::repeats(&mut ids);
    finding.require(ids == 0, format!("{ids} repeats"));
    Ok(finding)
}
