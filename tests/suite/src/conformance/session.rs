//! One conversation with a driver: every request in, every answer out, whatever the driver does.

use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::Duration;

use crate::conformance::answer::{self, Answer};
use crate::run::process::{GRACE, Group, create, spawn, tail};

/// How many answers may wait unread; a driver that talks without end is held up instead of filling the memory.
const READ_AHEAD: usize = 256;

/// How many lines of a dead driver's error output stand in the reason.
const STDERR_LINES: usize = 5;

/// What came of a conversation.
pub(crate) struct Session {
    /// For each request its answer, or why there is none.
    pub(crate) answers: Vec<Result<Answer, String>>,
    /// Whether the driver ended as it should: after the last answer, with status 0.
    pub(crate) end: Result<(), String>,
}

/// Starts `command` and holds the whole conversation. Request number `i` must bear the id `i + 1`.
///
/// A driver that is silent for longer than `patience` is killed. Its error output goes to the file `stderr`.
pub(crate) fn talk(
    command: Command,
    requests: Vec<String>,
    stderr: &Path,
    patience: Duration,
) -> io::Result<Session> {
    let mut conversation = Conversation::begin(command, stderr, patience)?;
    let count = requests.len();
    conversation.send(requests.into());
    conversation.requests = None;
    Ok(Session {
        answers: conversation.receive(count),
        end: conversation.end(),
    })
}

/// A conversation that goes on.
pub(crate) struct Conversation {
    driver: Group,
    /// To the writer; the driver's input is closed when it is gone.
    requests: Option<Sender<Arc<[String]>>>,
    lines: Receiver<Vec<u8>>,
    stderr: PathBuf,
    patience: Duration,
    asked: u64,
    /// Why there will be no more answers.
    silent: Option<String>,
}

impl Conversation {
    /// Starts `command`, as [`talk`] does.
    pub(crate) fn begin(
        mut command: Command,
        stderr: &Path,
        patience: Duration,
    ) -> io::Result<Self> {
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(create(stderr)?);
        let mut driver = spawn(&mut command)?;
        let pipes = (driver.child.stdin.take(), driver.child.stdout.take());
        let (Some(stdin), Some(stdout)) = pipes else {
            return Err(io::Error::other("the driver has no pipes"));
        };
        // Writing and reading each have a thread: a full pipe on one side never stops the other.
        let (requests, written) = channel();
        thread::Builder::new().spawn(move || write_all(stdin, &written))?;
        let (sender, lines) = sync_channel(READ_AHEAD);
        thread::Builder::new().spawn(move || read_all(stdout, &sender))?;
        Ok(Self {
            driver,
            requests: Some(requests),
            lines,
            stderr: stderr.to_owned(),
            patience,
            asked: 0,
            silent: None,
        })
    }

    /// Sends requests, whose ids go on where the last ones ended, and waits for all answers.
    pub(crate) fn ask(&mut self, requests: Arc<[String]>) -> Vec<Result<Answer, String>> {
        let count = requests.len();
        self.send(requests);
        self.receive(count)
    }

    /// How many requests were answered or given up.
    pub(crate) fn asked(&self) -> u64 {
        self.asked
    }

    /// Sends requests, and waits for none of the answers.
    pub(crate) fn send(&mut self, requests: Arc<[String]>) {
        if let Some(writer) = &self.requests {
            // A writer that is gone is found out by the missing answers.
            let _ = writer.send(requests);
        }
    }

    fn receive(&mut self, count: usize) -> Vec<Result<Answer, String>> {
        let ids = self.asked + 1..=self.asked + count as u64;
        self.asked = *ids.end();
        ids.map(|id| self.answer(id)).collect()
    }

    fn answer(&mut self, id: u64) -> Result<Answer, String> {
        if let Some(reason) = &self.silent {
            return Err(reason.clone());
        }
        match next_line(&mut self.driver, &self.lines, self.patience, &self.stderr) {
            Ok(line) => answer::parse(&line, id),
            Err(reason) => {
                self.silent = Some(reason.clone());
                Err(reason)
            }
        }
    }

    /// Closes the driver's input, and tells whether it ended as it should.
    pub(crate) fn end(self) -> Result<(), String> {
        let Self {
            mut driver,
            requests,
            lines,
            stderr,
            patience,
            silent,
            ..
        } = self;
        drop(requests);
        match silent {
            Some(reason) => Err(reason),
            None => ending(&mut driver, &lines, patience, &stderr),
        }
    }
}

fn next_line(
    driver: &mut Group,
    lines: &Receiver<Vec<u8>>,
    patience: Duration,
    stderr: &Path,
) -> Result<Vec<u8>, String> {
    lines.recv_timeout(patience).map_err(|error| match error {
        RecvTimeoutError::Timeout => {
            driver.kill();
            format!(
                "no answer for {} s: the driver was killed",
                patience.as_secs_f64()
            )
        }
        RecvTimeoutError::Disconnected => format!(
            "the driver ended before it answered ({}){}",
            driver.ended(),
            last_words(stderr)
        ),
    })
}

/// At the end of its input a driver must end too, without another word.
fn ending(
    driver: &mut Group,
    lines: &Receiver<Vec<u8>>,
    patience: Duration,
    stderr: &Path,
) -> Result<(), String> {
    match lines.recv_timeout(patience) {
        Ok(line) => Err(format!(
            "a line beyond the last answer: {}",
            String::from_utf8_lossy(&line).trim_end()
        )),
        Err(RecvTimeoutError::Timeout) => Err(format!(
            "still running {} s after the end of its input",
            patience.as_secs_f64()
        )),
        Err(RecvTimeoutError::Disconnected) => match driver.wait(GRACE) {
            Some(status) if status.success() => Ok(()),
            _ => Err(format!("{}{}", driver.ended(), last_words(stderr))),
        },
    }
}

/// Writes until nobody asks any more. A driver that stops reading is found out by its missing answers, so errors end the
/// writing quietly.
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

/// Sends on every line, until the driver's output ends or nobody listens any more.
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

fn last_words(stderr: &Path) -> String {
    match tail(stderr, STDERR_LINES).join(" / ") {
        words if words.is_empty() => String::new(),
        words => format!("; its last words: {words}"),
    }
}

#[cfg(all(test, unix))]
pub(crate) mod tests {
    use super::*;
    use serde_json::json;
    use std::time::Instant;

    /// Answers everything with `{"id":N,"ok":{}}`.
    pub(crate) const LIAR: &str =
        r#"while read -r line; do n=$((n+1)); echo "{\"id\":$n,\"ok\":{}}"; done"#;

    /// Answers the first request; `how` is what it does at the second.
    fn stops_at_the_second(how: &str) -> String {
        format!(r#"read -r line; echo '{{"id":1,"ok":{{}}}}'; read -r line; {how}"#)
    }

    /// A driver that is a shell script.
    pub(crate) fn shell(script: &str) -> Command {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", script]);
        command
    }

    /// Where the error output of the test `name` goes.
    pub(crate) fn log(name: &str) -> std::path::PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR"))
            .join(format!("../../target/suite/self-test/{name}.log"))
    }

    fn talk_to(name: &str, script: &str, requests: usize) -> Session {
        let requests = (1..=requests)
            .map(|id| format!(r#"{{"id":{id}}}"#))
            .collect();
        talk(
            shell(script),
            requests,
            &log(name),
            Duration::from_millis(500),
        )
        .expect("a shell")
    }

    fn reason<T>(result: &Result<T, String>) -> &str {
        result.as_ref().err().map_or("it is fine", String::as_str)
    }

    #[test]
    fn a_good_driver_is_heard_to_the_end() {
        let session = talk_to("good", LIAR, 1000);
        assert_eq!(session.answers, vec![Ok(Answer::Ok(json!({}))); 1000]);
        assert_eq!(session.end, Ok(()));
    }

    #[test]
    fn a_conversation_goes_on() {
        let patience = Duration::from_millis(500);
        let mut conversation =
            Conversation::begin(shell(LIAR), &log("on"), patience).expect("a shell");
        for _ in 0..3 {
            let answers = conversation.ask(vec!["{}".to_owned(); 2].into());
            assert_eq!(answers, vec![Ok(Answer::Ok(json!({}))); 2]);
        }
        assert_eq!(conversation.end(), Ok(()));
    }

    #[test]
    fn one_that_died_stays_silent() {
        let patience = Duration::from_secs(20);
        let mut conversation =
            Conversation::begin(shell("exit 3"), &log("silent"), patience).expect("a shell");
        for _ in 0..2 {
            let answers = conversation.ask(vec!["{}".to_owned()].into());
            assert!(
                reason(&answers[0]).contains("exit status: 3"),
                "{answers:?}"
            );
        }
        assert!(reason(&conversation.end()).contains("exit status: 3"));
    }

    #[test]
    fn full_pipes_do_not_stop_it() {
        // It reads everything before it writes anything, both far more than a pipe holds.
        let script = r#"all=$(cat); echo "$all" | sed 's/}$/,"ok":{}}/'"#;
        let session = talk_to("full", script, 20_000);
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
    fn one_that_hangs_is_killed() {
        let started = Instant::now();
        let session = talk_to("hang", &stops_at_the_second("sleep 1000"), 3);
        assert!(started.elapsed() < Duration::from_secs(20));
        assert!(session.answers[0].is_ok());
        for answer in &session.answers[1..] {
            assert!(reason(answer).contains("no answer for 0.5 s"), "{answer:?}");
        }
        assert!(session.end.is_err());
    }

    #[test]
    fn one_that_dies_leaves_its_status_and_last_words() {
        let session = talk_to(
            "die",
            &stops_at_the_second("echo 'no more ink' >&2; exit 3"),
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
    fn answers_out_of_order_are_refused() {
        let script =
            r#"echo '{"id":2,"ok":{}}'; echo '{"id":1,"ok":{}}'; echo '{"id":3,"ok":{}}'; cat >&2"#;
        let session = talk_to("order", script, 3);
        assert!(reason(&session.answers[0]).contains("the answer to 2"));
        assert!(reason(&session.answers[1]).contains("the answer to 1"));
        assert!(session.answers[2].is_ok());
    }

    #[test]
    fn chatter_is_no_answer() {
        let session = talk_to("chatter", "echo hello; cat >&2", 1);
        assert!(reason(&session.answers[0]).contains("not JSON"));
    }

    #[test]
    fn the_end_is_checked() {
        for (name, more, part) in [
            ("end-status", "exit 4", "exit status: 4"),
            ("end-line", "echo more", "beyond the last answer: more"),
            ("end-never", "sleep 1000", "still running"),
        ] {
            let session = talk_to(name, &format!("{LIAR}; {more}"), 2);
            assert!(session.answers.iter().all(Result::is_ok));
            assert!(reason(&session.end).contains(part), "{:?}", session.end);
        }
    }

    #[test]
    fn one_that_does_not_start_is_an_error() {
        let command = Command::new("/no/such/driver");
        assert!(talk(command, Vec::new(), &log("absent"), GRACE).is_err());
    }
}
