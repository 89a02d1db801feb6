//! Commands that must succeed within their time.

use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// More than any of them takes, also on a slow machine.
const PATIENCE: Duration = Duration::from_secs(600);

/// Runs a command; returns its standard output, or why it failed with all of its output.
pub(crate) fn output(command: &mut Command) -> Result<String, String> {
    let shown = format!("{command:?}");
    let failed = |why: String| format!("{shown}\n{why}");
    let child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut child = child.map_err(|error| failed(error.to_string()))?;
    let (out, err) = (reader(child.stdout.take()), reader(child.stderr.take()));
    let ended = wait(&mut child);
    let (out, err) = (
        out.join().unwrap_or_default(),
        err.join().unwrap_or_default(),
    );
    match ended {
        Ok(()) => Ok(out),
        Err(why) => Err(failed(format!("{why}\n{out}{err}"))),
    }
}

/// Runs a program of checks; its last line says how many passed and failed.
pub(crate) fn counts(command: &mut Command) -> Result<(u64, u64), String> {
    let printed = output(command)?;
    let last = printed.lines().last().unwrap_or_default();
    let counts = last.strip_suffix(" failed").and_then(|rest| {
        let (passed, failed) = rest.split_once(" passed, ")?;
        Some((passed.parse().ok()?, failed.parse().ok()?))
    });
    counts.ok_or_else(|| format!("{command:?}\nends with {last:?}"))
}

fn wait(child: &mut Child) -> Result<(), String> {
    let started = Instant::now();
    loop {
        match child.try_wait() {
            Ok(Some(status)) if status.success() => return Ok(()),
            Ok(Some(status)) => return Err(format!("ended with {status}")),
            Ok(None) if started.elapsed() < PATIENCE => thread::sleep(Duration::from_millis(2)),
            Ok(None) => {
                // It may have ended meanwhile.
                let _ = child.kill();
                let _ = child.wait();
                return Err(format!("did not end within {} s", PATIENCE.as_secs()));
            }
            Err(error) => return Err(error.to_string()),
        }
    }
}

/// Reads what a child prints, so that it never waits for us.
fn reader(pipe: Option<impl Read + Send + 'static>) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            // What was read before an error is shown.
            let _ = pipe.read_to_end(&mut bytes);
        }
        String::from_utf8_lossy(&bytes).into_owned()
    })
}
