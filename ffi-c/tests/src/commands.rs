//! Commands with a time limit.

use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// The time limit of a command, with a margin for slow machines.
const TIME_LIMIT: Duration = Duration::from_secs(600);

/// Runs a command. Returns its standard output, or its failure with all output.
pub(crate) fn output(command: &mut Command) -> Result<String, String> {
    let shown = format!("{command:?}");
    let failed = |reason: String| format!("{shown}\n{reason}");
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
        Err(reason) => Err(failed(format!("{reason}\n{out}{err}"))),
    }
}

/// Runs a test program. Parses the numbers of passed and failed checks from its last line.
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
            Ok(None) if started.elapsed() < TIME_LIMIT => thread::sleep(Duration::from_millis(2)),
            Ok(None) => {
                // Fails if it has ended meanwhile.
                let _ = child.kill();
                let _ = child.wait();
                return Err(format!("did not end within {} s", TIME_LIMIT.as_secs()));
            }
            Err(error) => return Err(error.to_string()),
        }
    }
}

/// Reads a child's output in a thread, so that the child never blocks on a full pipe.
fn reader(pipe: Option<impl Read + Send + 'static>) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            // After an error, the bytes read so far are shown.
            let _ = pipe.read_to_end(&mut bytes);
        }
        String::from_utf8_lossy(&bytes).into_owned()
    })
}
