//! A command whose output is no longer read. The only test of its program: a child that another
//! test starts would keep the pipe open until it runs its own program.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

const UUID7: &str = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f";

#[test]
fn threads_end_when_the_output_is_closed() {
    for line in ["annotate", "grep --from 1970-01-02", "inspect"] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_sortid"))
            .args(line.split_whitespace())
            // Three threads, from the second line on.
            .env("SORTID_TEST_THREADS", "3,20")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("sortid starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
        writeln!(stdin, "{UUID7}").expect("sortid reads");
        out.read_line(&mut String::new()).expect("sortid answers");
        drop(out);
        // Nobody reads the next answer. More input is possible, and one thread waits for it.
        writeln!(stdin, "{UUID7}").expect("sortid reads");
        let begun = Instant::now();
        while child.try_wait().expect("a child").is_none() {
            let waited = begun.elapsed();
            assert!(
                waited < Duration::from_secs(60),
                "{line} waits for more, though nobody reads"
            );
            sleep(Duration::from_millis(1));
        }
        let output = child.wait_with_output().expect("sortid ends");
        assert_eq!(
            (output.status.code(), output.stderr),
            (Some(0), Vec::new()),
            "{line}"
        );
    }
}
