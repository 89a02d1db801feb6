//! Old copies of a state file that replace or overwrite it, and deleted files.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::thread;
use std::time::Duration;

use sortid::ErrorCode;

use super::history::{History, Tally};
use super::life::{self, Script};
use super::{Folder, Subject, subjects, warm};
use crate::run::{Checked, Finding, Run};
use sortid_reliability_common::Rng;

/// The lead that a burst uses, in milliseconds.
const LEAD_MS: u64 = 20;
const ROUNDS: usize = 6;

pub(crate) fn run(run: &mut Run<'_>) {
    for subject in subjects() {
        run.check("old copy put back, max_lead later", subject.name, || {
            warm()?;
            put_back(&subject)
        });
    }
    for subject in subjects() {
        run.check("old copy written over the open file", subject.name, || {
            warm()?;
            written_over(&subject)
        });
    }
    for subject in subjects() {
        run.check("file removed while it is open", subject.name, || {
            warm()?;
            removed(&subject)
        });
    }
}

/// The results of a row.
#[derive(Default)]
struct Came {
    tally: Tally,
    corrupt: usize,
    went_on: usize,
    failures: Vec<ErrorCode>,
}

impl Came {
    fn judge(&self, finding: &mut Finding) {
        self.tally.judge(finding);
        finding.never(
            !self.failures.is_empty(),
            format!("ended by {:?}", self.failures),
        );
    }
}

/// Copies the file, generates ids (finally as many at once as possible), kills the process and
/// restores the copy.
fn put_back(subject: &Subject) -> Checked {
    let stage = life::stage()?;
    let mut random = Rng::new(5);
    let mut came = Came::default();
    for round in 0..ROUNDS {
        let folder = Folder::new()?;
        let mut history = History::of(subject.format);
        let mut script = Script {
            threads: 1 + round % 2,
            burst: 100_000,
            ..Script::of(subject, &folder)
        };
        script.options = script.options.max_lead_ms(LEAD_MS);
        script.quota = Some(300);
        life::start(stage, &script)?.join()?;
        history.add(&stage.keys());
        came.failures.extend(stage.failures().map(|(code, _)| code));
        let copy = fs::read(folder.file())?;

        script.quota = None;
        script.seed = random.below(1 << 40);
        let child = life::start(stage, &script)?;
        life::until(Duration::from_secs(2), || stage.made() > 0)?;
        life::pause(Duration::from_millis(random.below(60)));
        child.kill()?;
        history.add(&stage.keys());
        came.failures.extend(stage.failures().map(|(code, _)| code));
        if round % 3 == 2 {
            fs::write(folder.file(), &copy)?;
        } else {
            folder.replace(Some(&copy))?;
        }
        // One millisecond more: the last id may be in the tick in which the lead ends.
        thread::sleep(Duration::from_millis(LEAD_MS + 1));

        script.quota = Some(300);
        life::start(stage, &script)?.join()?;
        history.add(&stage.keys());
        came.failures.extend(stage.failures().map(|(code, _)| code));
        came.tally.add(history.finish());
    }
    let mut finding = Finding::of(format!("{ROUNDS} copies put back"));
    came.judge(&mut finding);
    Ok(finding)
}

/// The file is overwritten while a writer uses it: it must fail with `store_corrupt` or continue
/// above.
fn written_over(subject: &Subject) -> Checked {
    let stage = life::stage()?;
    let mut random = Rng::new(6);
    let mut came = Came::default();
    for round in 0..2 * ROUNDS {
        let folder = Folder::new()?;
        let mut history = History::of(subject.format);
        let mut script = Script {
            threads: 1 + round % 2,
            burst: 3000,
            seed: random.below(1 << 40),
            ..Script::of(subject, &folder)
        };
        script.quota = Some(300);
        life::start(stage, &script)?.join()?;
        let copy = fs::read(folder.file())?;
        history.add(&stage.keys());

        script.quota = None;
        let child = life::start(stage, &script)?;
        life::until(Duration::from_secs(2), || stage.made() > 2000)?;
        life::pause(Duration::from_micros(random.below(3000)));
        OpenOptions::new()
            .write(true)
            .open(folder.file())?
            .write_all(&copy)?;
        life::pause(Duration::from_millis(5));
        child.kill()?;
        history.add(&stage.keys());
        let mut failed = false;
        for (code, _) in stage.failures() {
            failed = true;
            if code != ErrorCode::StoreCorrupt {
                came.failures.push(code);
            }
        }
        came.corrupt += usize::from(failed);
        came.went_on += usize::from(!failed);
        came.tally.add(history.finish());
    }
    let mut finding = Finding::of(format!("{} copies written over", 2 * ROUNDS));
    finding.note(format!(
        "{} × store_corrupt, {} continued above",
        came.corrupt, came.went_on
    ));
    came.judge(&mut finding);
    Ok(finding)
}

/// A process that lost the file must notice before relying on it again, within a second of ids.
fn removed(subject: &Subject) -> Checked {
    const ROUNDS: usize = 3;
    let stage = life::stage()?;
    let mut came = Came::default();
    let mut reported = 0;
    for round in 0..ROUNDS {
        let folder = Folder::new()?;
        let mut history = History::of(subject.format);
        let script = Script {
            threads: 1 + round % 2,
            burst: 0,
            ..Script::of(subject, &folder)
        };
        let child = life::start(stage, &script)?;
        life::until(Duration::from_secs(2), || stage.made() > 100)?;
        life::pause(Duration::from_millis(50 * round as u64));
        fs::remove_file(folder.file())?;
        let threads = script.threads;
        let ended = || stage.failures().count() == threads;
        reported += usize::from(life::until(Duration::from_millis(1500), ended).is_ok());
        child.kill()?;
        history.add(&stage.keys());
        let others = stage.failures().map(|(code, _)| code);
        came.failures
            .extend(others.filter(|&code| code != ErrorCode::StoreIo));
        came.tally.add(history.finish());
    }
    let mut finding = Finding::of(format!("{ROUNDS} files removed"));
    finding.require(reported == ROUNDS, format!("{reported} × store_io"));
    came.judge(&mut finding);
    Ok(finding)
}
