//! Runs a driver process: sends requests and collects answers, however the driver misbehaves.

use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::Duration;

use crate::conformance::answer::{self, Answer};
use crate::run::process::{GRACE, Group, create, spawn, tail};

/// The number of answers to buffer. Beyond it, a driver that never stops writing blocks.
const READ_AHEAD: usize = 256;

/// The number of lines of a driver's error output to include in the reason of a failure.
const STDERR_LINES: usize = 5;

/// The result of a finished driver process.
pub(crate) struct Session {
    /// The answer to each request, or why it is missing.
    pub(crate) answers: Vec<Result<Answer, String>>,
    /// Whether the driver exited with status 0 after its last answer.
    pub(crate) end: Result<(), String>,
}

/// Starts `command`, sends all requests and waits until the driver exits.
///
/// The requests must have the ids 1, 2, 3 and so on. Kills the driver if it does not answer within
/// `timeout`. Its error output goes to the file `stderr`.
pub(crate) fn run_session(
    command: Command,
    requests: Vec<String>,
    stderr: &Path,
    timeout: Duration,
) -> io::Result<Session> {
    let mut driver = Driver::start(command, stderr, timeout)?;
    let count = requests.len();
    driver.send(requests.into());
    driver.requests = None;
    Ok(Session {
        answers: driver.receive(count),
        end: driver.finish(),
    })
}

/// A running driver.
pub(crate) struct Driver {
    process: Group,
    /// The channel to the writing thread. Dropping it closes the driver's input.
    requests: Option<Sender<Arc<[String]>>>,
    lines: Receiver<Vec<u8>>,
    stderr: PathBuf,
    timeout: Duration,
    answered: u64,
    /// Why the driver will not answer any more.
    failed: Option<String>,
}

impl Driver {
    /// Starts `command`, with the same `stderr` and `timeout` as [`run_session`].
    pub(crate) fn start(
        mut command: Command,
        stderr: &Path,
        timeout: Duration,
    ) -> io::Result<Self> {
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(create(stderr)?);
        let mut process = spawn(&mut command)?;
        let pipes = (process.child.stdin.take(), process.child.stdout.take());
        let (Some(stdin), Some(stdout)) = pipes else {
            return Err(io::Error::other("the driver has no pipes"));
        };
        // Separate threads for writing and reading, so that a full pipe cannot cause a deadlock.
        let (requests, to_write) = channel();
        thread::Builder::new().spawn(move || write_all(stdin, &to_write))?;
        let (sender, lines) = sync_channel(READ_AHEAD);
        thread::Builder::new().spawn(move || read_all(stdout, &sender))?;
        Ok(Self {
            process,
            requests: Some(requests),
            lines,
            stderr: stderr.to_owned(),
            timeout,
            answered: 0,
            failed: None,
        })
    }

    /// Sends requests and waits for all answers. Their ids must start at [`Self::next_id`].
    pub(crate) fn ask(&mut self, requests: Arc<[String]>) -> Vec<Result<Answer, String>> {
        let count = requests.len();
        self.send(requests);
        self.receive(count)
    }

    /// The id of the next request.
    pub(crate) fn next_id(&self) -> u64 {
        self.answered + 1
    }

    /// Sends requests without waiting for answers.
    pub(crate) fn send(&mut self, requests: Arc<[String]>) {
        if let Some(writer) = &self.requests {
            // Ignore errors: if the writing thread has ended, the missing answers are reported.
            let _ = writer.send(requests);
        }
    }

    fn receive(&mut self, count: usize) -> Vec<Result<Answer, String>> {
        let ids = self.answered + 1..=self.answered + count as u64;
        self.answered = *ids.end();
        ids.map(|id| self.answer(id)).collect()
    }

    fn answer(&mut self, id: u64) -> Result<Answer, String> {
        if let Some(reason) = &self.failed {
            return Err(reason.clone());
        }
        match next_line(&mut self.process, &self.lines, self.timeout, &self.stderr) {
            Ok(line) => answer::parse(&line, id),
            Err(reason) => {
                self.failed = Some(reason.clone());
                Err(reason)
            }
        }
    }

    /// Closes the driver's input and waits until it exits.
    ///
    /// # Errors
    /// If it failed earlier, writes another line, keeps running, or exits with a nonzero status.
    pub(crate) fn finish(self) -> Result<(), String> {
        let Self {
            mut process,
            requests,
            lines,
            stderr,
            timeout,
            failed,
            ..
        } = self;
        drop(requests);
        match failed {
            Some(reason) => Err(reason),
            None => wait_for_exit(&mut process, &lines, timeout, &stderr),
        }
    }
}

fn next_line(
    process: &mut Group,
    lines: &Receiver<Vec<u8>>,
    timeout: Duration,
    stderr: &Path,
) -> Result<Vec<u8>, String> {
    lines.recv_timeout(timeout).map_err(|error| match error {
        RecvTimeoutError::Timeout => {
            process.kill();
            format!(
                "no answer for {} s: the driver was killed",
                timeout.as_secs_f64()
            )
        }
        RecvTimeoutError::Disconnected => format!(
            "the driver exited before it answered ({}){}",
            process.ended(),
            stderr_tail(stderr)
        ),
    })
}

/// Checks that the driver exits with status 0 at the end of its input, without another line.
fn wait_for_exit(
    process: &mut Group,
    lines: &Receiver<Vec<u8>>,
    timeout: Duration,
    stderr: &Path,
) -> Result<(), String> {
    match lines.recv_timeout(timeout) {
        Ok(line) => Err(format!(
            "a line beyond the last answer: {}",
            String::from_utf8_lossy(&line).trim_end()
        )),
        Err(RecvTimeoutError::Timeout) => Err(format!(
            "still running {} s after the end of its input",
            timeout.as_secs_f64()
        )),
        Err(RecvTimeoutError::Disconnected) => match process.wait(GRACE) {
            Some(status) if status.success() => Ok(()),
            _ => Err(format!("{}{}", process.ended(), stderr_tail(stderr))),
        },
    }
}

/// Writes requests until the channel closes.
///
/// Stops silently on an error: if the driver no longer reads, the missing answers are reported.
fn write_all(stdin: impl Write, requests: &Receiver<Arc<[String]>>) {
    let mut stdin = BufWriter::new(stdin);
    let mut write = |requests: &[String]| -> io::Result<()> {
        for request in requests {
            writeln!(stdin, "{request}")?;
        }
        stdin.flush()
    };
    while let Ok(requests) = requests.recv() {
        if write(&requests).is_err() {
            return;
        }
    }
}

/// Forwards lines until the driver's output ends or the channel closes.
fn read_all(stdout: impl Read, lines: &SyncSender<Vec<u8>>) {
    let mut stdout = BufReader::new(stdout);
    loop {
        let mut line = Vec::new();
        match stdout.read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) if lines.send(line).is_err() => return,
            Ok(_) => {}
        }
    }
}

fn stderr_tail(stderr: &Path) -> String {
    match tail(stderr, STDERR_LINES).join(" / ") {
        lines if lines.is_empty() => String::new(),
        lines => format!("; stderr: {lines}"),
    }
}

#[cfg(all(test, unix))]
pub(crate) mod tests {
    use super::*;
    use serde_json::json;
    use std::time::Instant;

    /// Answers every request with `{"id":N,"ok":{}}`.
    pub(crate) const ALWAYS_OK: &str =
        r#"while read -r line; do n=$((n+1)); echo "{\"id\":$n,\"ok\":{}}"; done"#;

    /// Answers the first request, and runs `then` after the second.
    fn stops_at_second_request(then: &str) -> String {
        format!(r#"read -r line; echo '{{"id":1,"ok":{{}}}}'; read -r line; {then}"#)
    }

    /// A driver that is a shell script.
    pub(crate) fn shell(script: &str) -> Command {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", script]);
        command
    }

    /// The log of the error output of a test.
    pub(crate) fn log(name: &str) -> std::path::PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR"))
            .join(format!("../../target/suite/self-test/{name}.log"))
    }

    fn session(name: &str, script: &str, requests: usize) -> Session {
        let requests = (1..=requests)
            .map(|id| format!(r#"{{"id":{id}}}"#))
            .collect();
        run_session(
            shell(script),
            requests,
            &log(name),
            Duration::from_millis(500),
        )
        .expect("a shell")
    }

    fn reason<T>(result: &Result<T, String>) -> &str {
        result.as_ref().err().map_or("no error", String::as_str)
    }

    #[test]
    fn run_session_returns_all_answers() {
        let session = session("good", ALWAYS_OK, 1000);
        assert_eq!(session.answers, vec![Ok(Answer::Ok(json!({}))); 1000]);
        assert_eq!(session.end, Ok(()));
    }

    #[test]
    fn ask_can_be_repeated() {
        let timeout = Duration::from_millis(500);
        let mut driver = Driver::start(shell(ALWAYS_OK), &log("on"), timeout).expect("a shell");
        for _ in 0..3 {
            let answers = driver.ask(vec!["{}".to_owned(); 2].into());
            assert_eq!(answers, vec![Ok(Answer::Ok(json!({}))); 2]);
        }
        assert_eq!(driver.finish(), Ok(()));
    }

    #[test]
    fn ask_after_exit_repeats_the_reason() {
        let timeout = Duration::from_secs(20);
        let mut driver = Driver::start(shell("exit 3"), &log("silent"), timeout).expect("a shell");
        for _ in 0..2 {
            let answers = driver.ask(vec!["{}".to_owned()].into());
            assert!(
                reason(&answers[0]).contains("exit status: 3"),
                "{answers:?}"
            );
        }
        assert!(reason(&driver.finish()).contains("exit status: 3"));
    }

    #[test]
    fn run_session_survives_full_pipes() {
        // Reads all requests before it writes an answer. Both exceed a pipe's buffer.
        let script = r#"all=$(cat); echo "$all" | sed 's/}$/,"ok":{}}/'"#;
        let session = session("full", script, 20_000);
        assert_eq!(
            session
                .answers
                .iter()
                .filter(|answer| answer.is_ok())
                .count(),
            20_000
        );
        assert_eq!(session.end, Ok(()));
    }

    #[test]
    fn hanging_driver_is_killed() {
        let started = Instant::now();
        let session = session("hang", &stops_at_second_request("sleep 1000"), 3);
        assert!(started.elapsed() < Duration::from_secs(20));
        assert!(session.answers[0].is_ok());
        for answer in &session.answers[1..] {
            assert!(reason(answer).contains("no answer for 0.5 s"), "{answer:?}");
        }
        assert!(session.end.is_err());
    }

    #[test]
    fn reason_contains_exit_status_and_stderr() {
        let session = session(
            "die",
            &stops_at_second_request("echo 'no more ink' >&2; exit 3"),
            3,
        );
        assert!(session.answers[0].is_ok());
        for answer in &session.answers[1..] {
            assert!(reason(answer).contains("exit status: 3"), "{answer:?}");
            assert!(reason(answer).contains("no more ink"), "{answer:?}");
        }
        assert!(session.end.is_err());
    }

    #[test]
    fn answers_out_of_order_are_rejected() {
        let script =
            r#"echo '{"id":2,"ok":{}}'; echo '{"id":1,"ok":{}}'; echo '{"id":3,"ok":{}}'; cat >&2"#;
        let session = session("order", script, 3);
        assert!(reason(&session.answers[0]).contains("got the answer to 2"));
        assert!(reason(&session.answers[1]).contains("got the answer to 1"));
        assert!(session.answers[2].is_ok());
    }

    #[test]
    fn output_that_is_not_json_is_rejected() {
        let session = session("chatter", "echo hello; cat >&2", 1);
        assert!(reason(&session.answers[0]).contains("not JSON"));
    }

    #[test]
    fn finish_rejects_status_extra_lines_and_hanging() {
        for (name, more, part) in [
            ("end-status", "exit 4", "exit status: 4"),
            ("end-line", "echo more", "beyond the last answer: more"),
            ("end-never", "sleep 1000", "still running"),
        ] {
            let session = session(name, &format!("{ALWAYS_OK}; {more}"), 2);
            assert!(session.answers.iter().all(Result::is_ok));
            assert!(reason(&session.end).contains(part), "{:?}", session.end);
        }
    }

    #[test]
    fn run_session_fails_if_driver_does_not_start() {
        let command = Command::new("/no/such/driver");
        assert!(run_session(command, Vec::new(), &log("absent"), GRACE).is_err());
    }
}
