//! Starts programs, kills and restarts some of them, and ends them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};

use crate::mixture::Program;

/// The commands of the workers by language.
pub(crate) type Commands = BTreeMap<String, Vec<String>>;

/// When a session ends.
#[derive(Clone, Copy)]
pub(crate) enum Until {
    /// After this time.
    Time(Duration),
    /// When every format has this number of ids.
    Ids(u64),
}

/// How often a program is killed and started again.
const KILL_EVERY: Duration = Duration::from_millis(250);

/// The time limit for starting and for ending a program.
const PATIENCE: Duration = Duration::from_secs(120);

/// Runs the programs. Returns their failures.
pub(crate) fn run(
    folder: &Path,
    formats: &[&str],
    programs: &[Program],
    commands: &Commands,
    until: Until,
    mut random: impl FnMut(usize) -> usize,
) -> io::Result<Vec<String>> {
    for format in formats {
        fs::create_dir_all(folder.join(format))?;
    }
    let go = folder.join("go");
    // The link breaks if the audit is killed, which also ends its workers.
    std::os::unix::fs::symlink(format!("/proc/{}", std::process::id()), &go)?;
    let mut started = 0;
    let mut start = |program: &Program| {
        started += 1;
        let name = format!("{}-{}-{started}", program.language, program.mode);
        let words = &commands[&program.language];
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).arg(folder).arg(&name);
        command.args([&program.formats, program.calls, program.mode]);
        command.arg(program.processes.to_string());
        command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .process_group(0);
        command.spawn().map(|child| (name, child))
    };
    let mut running = Vec::new();
    for program in programs {
        running.push(start(program)?);
    }
    let mut wrong = wait_for_ids(folder, formats, &mut running)?;
    let (began, mut killed) = (Instant::now(), Instant::now());
    while wrong.is_empty() && !is_over(folder, formats, until, began)? {
        thread::sleep(Duration::from_millis(50));
        if killed.elapsed() >= KILL_EVERY {
            killed = Instant::now();
            let at = random(running.len());
            let (name, child) = &mut running[at];
            match child.try_wait()? {
                Some(status) => wrong.push(format!("{name} ended too early: {status}")),
                None => end(child)?,
            }
            running[at] = start(&programs[at])?;
        }
    }
    fs::remove_file(&go)?;
    let deadline = Instant::now() + PATIENCE;
    for (name, child) in &mut running {
        let status = loop {
            match child.try_wait()? {
                None if Instant::now() < deadline => thread::sleep(Duration::from_millis(5)),
                status => break status,
            }
        };
        match status {
            Some(status) if status.success() => {}
            Some(status) => wrong.push(format!("{name} failed: {status}")),
            None => wrong.push(format!("{name} did not end")),
        }
        end(child)?;
    }
    Ok(wrong)
}

/// Waits until every program has generated ids. Returns failures.
fn wait_for_ids(
    folder: &Path,
    formats: &[&str],
    running: &mut [(String, Child)],
) -> io::Result<Vec<String>> {
    let deadline = Instant::now() + PATIENCE;
    loop {
        for (name, child) in running.iter_mut() {
            if let Some(status) = child.try_wait()? {
                return Ok(vec![format!("{name} ended too early: {status}")]);
            }
        }
        let mut missing: BTreeSet<&str> = running.iter().map(|(name, _)| name.as_str()).collect();
        for format in formats {
            for stream in streams(folder, format)? {
                let process = process_of(&stream);
                missing.remove(process.split('.').next().unwrap_or_default());
            }
        }
        if missing.is_empty() || Instant::now() > deadline {
            let wrong = missing
                .into_iter()
                .map(|name| format!("{name} generated no id"));
            return Ok(wrong.collect());
        }
        thread::sleep(Duration::from_millis(50));
    }
}

/// Kills a program with its children.
fn end(child: &mut Child) -> io::Result<()> {
    // Fails if all have already ended.
    let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
    child.wait().map(drop)
}

fn is_over(folder: &Path, formats: &[&str], until: Until, began: Instant) -> io::Result<bool> {
    let least = match until {
        Until::Time(time) => return Ok(began.elapsed() >= time),
        Until::Ids(ids) => ids,
    };
    for format in formats {
        let mut bytes = 0;
        for stream in streams(folder, format)? {
            bytes += fs::metadata(stream)?.len();
        }
        if bytes / 8 < least {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The files with the ids of a format.
pub(crate) fn streams(folder: &Path, format: &str) -> io::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder.join(format))?;
    entries
        .map(|entry| entry.map(|entry| entry.path()))
        .collect()
}

/// The program and process of a stream, such as `python-fork-7.4711`.
pub(crate) fn process_of(stream: &Path) -> String {
    let name = stream.file_name().unwrap_or_default().to_string_lossy();
    name.splitn(3, '.').take(2).collect::<Vec<_>>().join(".")
}
