//! Processes that generate ids with one state file: this program, started again with `--member`.
//!
//! A member reads lines with a count and a time, generates this number of ids from that time on,
//! and answers with the start and end times. All times are nanoseconds since 1970.

use std::hint::black_box;
use std::io::{BufRead, BufReader, Lines, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use sortid::{Format, Generator};

use crate::rows::store_options;

/// The argument that starts a member.
pub(crate) const MEMBER: &str = "--member";

/// The time after which all members have read their line.
const HEADWAY: Duration = Duration::from_millis(2);

/// A temporary state file beside the program.
pub(crate) struct StateFile(PathBuf);

impl StateFile {
    pub(crate) fn new(format: Format) -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("bench-{}-{number}-{format}.state", std::process::id());
        let program = std::env::current_exe().expect("the path of this program");
        Self(program.with_file_name(name))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for StateFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

struct Member {
    process: Child,
    orders: Option<ChildStdin>,
    answers: Lines<BufReader<ChildStdout>>,
}

/// Members, and their common file.
pub(crate) struct Crew {
    members: Vec<Member>,
    _file: StateFile,
}

impl Crew {
    pub(crate) fn new(format: Format, count: usize) -> Self {
        let file = StateFile::new(format);
        let program = std::env::current_exe().expect("the path of this program");
        let start = || {
            let mut process = Command::new(&program)
                .args([MEMBER, format.name()])
                .arg(file.path())
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .spawn()
                .expect("this program, once more");
            let answers = process.stdout.take().expect("it was piped");
            Member {
                orders: process.stdin.take(),
                answers: BufReader::new(answers).lines(),
                process,
            }
        };
        let members = (0..count).map(|_| start()).collect();
        let mut crew = Self {
            members,
            _file: file,
        };
        // Waits until all have the file open.
        crew.make(1);
        crew
    }

    /// Lets each member generate this number of ids; returns the time from first start to last end.
    pub(crate) fn make(&mut self, each: u64) -> Duration {
        let start = now_ns() + HEADWAY.as_nanos() as u64;
        for member in &mut self.members {
            let orders = member.orders.as_mut().expect("open until the end");
            writeln!(orders, "{each} {start}").expect("a member that listens");
        }
        let times = self.members.iter_mut().map(|member| {
            let answer = member.answers.next().expect("an answer").expect("text");
            pair(&answer).expect("two times")
        });
        let (begun, ended): (Vec<u64>, Vec<u64>) = times.unzip();
        let begun = begun.into_iter().min().unwrap_or_default();
        Duration::from_nanos(ended.into_iter().max().unwrap_or_default() - begun)
    }
}

impl Drop for Crew {
    fn drop(&mut self) {
        for member in &mut self.members {
            // A member exits at the end of its input.
            member.orders = None;
            let _ = member.process.wait();
        }
    }
}

pub(crate) fn serve(format: &str, path: &Path) -> Result<(), String> {
    let format: Format = format
        .parse()
        .map_err(|error| format!("{format}: {error}"))?;
    let options = store_options().state_file(path);
    let generator = Generator::dynamic(format, &options).map_err(|error| error.to_string())?;
    for line in std::io::stdin().lines() {
        let line = line.map_err(|error| error.to_string())?;
        let (count, start) = pair(&line).ok_or("expected a count and a time")?;
        let headway = Duration::from_nanos(start.saturating_sub(now_ns()));
        std::thread::sleep(headway);
        let begun = now_ns();
        for _ in 0..count {
            black_box(generator.next().map_err(|error| error.to_string())?);
        }
        println!("{begun} {}", now_ns());
    }
    Ok(())
}

fn pair(line: &str) -> Option<(u64, u64)> {
    let (first, second) = line.split_once(' ')?;
    Some((first.parse().ok()?, second.parse().ok()?))
}

fn now_ns() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_nanos() as u64)
}
