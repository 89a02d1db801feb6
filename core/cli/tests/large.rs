//! Sorting of more than the memory holds, and errors of the temporary folder.
//!
//! 20 MB, or 200 MB with `SORTID_TESTS=all`. `SORTID_LARGE_MB=10240 cargo test --release -p
//! sortid-cli --test large` sorts ten gigabytes.
#![cfg(unix)]

use std::env;
use std::fs;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;

use sortid::{AnyId, Format};

#[path = "../../tests/common/size.rs"]
mod size;

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("large-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// Runs a shell script, in which `$0` is the command.
fn shell(script: &str, temporary: &Path) -> Child {
    Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_sortid")])
        .env("TMPDIR", temporary)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a shell starts")
}

/// Writes line `nth`. The times are in no order.
fn line(nth: u64, out: &mut Vec<u8>) {
    let time_ms = 1_600_000_000_000 + nth.wrapping_mul(2_654_435_761) % (1 << 36);
    let int = u128::from(time_ms) << 80 | 7 << 76 | 2 << 62 | u128::from(nth);
    let id = AnyId::from_u128(int, Format::Uuid7).expect("a uuid7");
    out.clear();
    let _ = writeln!(out, "{id} GET /orders/{nth} 200");
}

/// Returns the result of a child that gets `count` lines. It may end before all are written.
fn fed(mut child: Child, count: u64) -> Output {
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut text = Vec::new();
    for nth in 0..count {
        line(nth, &mut text);
        if stdin.write_all(&text).is_err() {
            break;
        }
    }
    drop(stdin);
    child.wait_with_output().expect("sortid ends")
}

#[test]
fn sort_exceeds_the_memory_limit() {
    let megabytes = env::var("SORTID_LARGE_MB").map(|text| text.parse().expect("a number"));
    let megabytes: u64 = megabytes.unwrap_or_else(|_| size::sized(20, 200));
    let mut sample = Vec::new();
    line(1_000_000, &mut sample);
    let count = (megabytes << 20) / sample.len() as u64;
    // Besides this memory the program needs its code, stacks and the allocator's overhead.
    let (memory, most) = match megabytes {
        0..100 => (1, 32 << 10),
        100..=1024 => (1, 100 << 10),
        _ => (256, 400 << 10),
    };
    let temporary = folder("sorted");
    let script = format!("ulimit -v {most}; exec \"$0\" sort --memory {memory}");
    let mut child = shell(&script, &temporary);
    let stdin = child.stdin.take().expect("a pipe");
    let writer = thread::spawn(move || {
        let mut out = BufWriter::with_capacity(1 << 20, stdin);
        let mut text = Vec::new();
        for nth in 0..count {
            line(nth, &mut text);
            out.write_all(&text).expect("sortid reads");
        }
        out.flush().expect("sortid reads");
    });
    let mut sorted = BufReader::with_capacity(1 << 20, child.stdout.take().expect("a pipe"));
    let (mut before, mut text, mut lines, mut sum) = (Vec::new(), Vec::new(), 0_u64, 0_u64);
    let (mut expected, mut is_same) = (Vec::new(), true);
    while sorted.read_until(b'\n', &mut text).expect("sortid writes") > 0 {
        // Texts of UUIDs with one version sort like the ids.
        assert!(before <= text, "{}", String::from_utf8_lossy(&text));
        let number = text.split(|byte| *byte == b'/').nth(2);
        let number = number.and_then(|rest| rest.split(|byte| *byte == b' ').next());
        let number = std::str::from_utf8(number.expect("a number")).expect("digits");
        let number: u64 = number.parse().expect("a number");
        line(number, &mut expected);
        is_same &= text == expected;
        sum = sum.wrapping_add(number);
        lines += 1;
        std::mem::swap(&mut before, &mut text);
        text.clear();
    }
    writer.join().expect("all is written");
    let output = child.wait_with_output().expect("sortid ends");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), &*errors), (Some(0), ""));
    assert!(is_same, "each line as it came");
    assert_eq!(lines, count);
    assert_eq!(
        sum,
        (0..count).fold(0, u64::wrapping_add),
        "and every one of them"
    );
    assert_eq!(fs::read_dir(&temporary).expect("a folder").count(), 0);
}

#[test]
fn full_disk_error_names_the_folder() {
    let temporary = folder("full");
    // Files of 100 blocks. The signal is ignored, since a full disk sends none.
    let script = "trap '' XFSZ; ulimit -f 100; exec \"$0\" sort --memory 1";
    let child = shell(script, &temporary);
    let output = fed(child, 40_000);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(
        (output.status.code(), output.stdout.len()),
        (Some(1), 0),
        "{errors}"
    );
    let named = format!("error: temporary folder {}: ", temporary.display());
    assert!(
        errors.starts_with(&named) && errors.contains("TMPDIR"),
        "{errors}"
    );
    assert_eq!(fs::read_dir(&temporary).expect("a folder").count(), 0);
}

#[test]
fn missing_folder_and_unavailable_memory_are_errors() {
    let missing = folder("missing").join("nothing");
    let child = shell("exec \"$0\" sort --memory 1", &missing);
    let output = fed(child, 20_000);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{errors}");
    assert!(errors.contains("temporary folder "), "{errors}");

    let script = "ulimit -v 200000; exec \"$0\" stats --memory 4096";
    let output = shell(script, &missing)
        .wait_with_output()
        .expect("sortid ends");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{errors}");
    assert!(errors.contains("lower --memory"), "{errors}");
}

/// Returns how many files in the folder this process has open, according to the system.
#[cfg(target_os = "linux")]
fn open_below(folder: &Path, process: u32) -> usize {
    let open = fs::read_dir(format!("/proc/{process}/fd")).expect("a process");
    let targets = open.filter_map(|entry| fs::read_link(entry.ok()?.path()).ok());
    targets.filter(|target| target.starts_with(folder)).count()
}

#[cfg(target_os = "linux")]
#[test]
fn temporary_files_vanish_when_killed() {
    use std::time::{Duration, Instant};

    for signal in ["TERM", "INT", "KILL"] {
        let temporary = folder(&format!("killed-{signal}"));
        let temporary = temporary.canonicalize().expect("a folder");
        // Programs that a shell starts in the background ignore INT, and so do their children.
        let script = "exec env --default-signal=INT \"$0\" sort --memory 1";
        let mut child = shell(script, &temporary);
        let mut stdin = child.stdin.take().expect("a pipe");
        let mut text = Vec::new();
        for nth in 0..40_000 {
            line(nth, &mut text);
            stdin.write_all(&text).expect("sortid reads");
        }
        let begun = Instant::now();
        while open_below(&temporary, child.id()) == 0 {
            assert!(
                begun.elapsed() < Duration::from_secs(60),
                "it never spilled"
            );
            thread::sleep(Duration::from_millis(5));
        }
        let named = || fs::read_dir(&temporary).expect("a folder").count();
        assert_eq!(named(), 0, "open files have no name");
        let killed = Command::new("kill")
            .args([&format!("-{signal}"), &child.id().to_string()])
            .status();
        assert!(killed.expect("kill runs").success());
        assert!(!child.wait().expect("it ends").success());
        assert_eq!(named(), 0, "{signal}");
    }
}
