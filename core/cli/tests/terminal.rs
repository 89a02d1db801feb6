//! Output on a terminal: cards, bars and streams.
#![cfg(target_os = "linux")]

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use rustix::fs::{Mode, OFlags, open};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

const UUID7: &str = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f";

/// Returns both sides of a terminal with this many columns.
fn terminal(columns: u16) -> (File, OwnedFd) {
    let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
    grantpt(&terminal).expect("a terminal");
    unlockpt(&terminal).expect("a terminal");
    let name = ptsname(&terminal, Vec::new()).expect("its name");
    let size = Winsize {
        ws_row: 50,
        ws_col: columns,
        ws_xpixel: 0,
        ws_ypixel: 0,
    };
    let flags = OFlags::RDWR | OFlags::NOCTTY;
    let inside = open(name, flags, Mode::empty()).expect("it opens");
    tcsetwinsize(&inside, size).expect("its size");
    (File::from(terminal), inside)
}

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sortid"));
    command
        .args(args)
        .env_remove("NO_COLOR")
        .env("TERM", "xterm")
        .env("TZ", "<+02>-2")
        .stdin(Stdio::null());
    command
}

/// Returns everything that was written to the other side.
fn seen_on(mut terminal: File) -> String {
    let (mut seen, mut buffer) = (Vec::new(), [0; 4096]);
    // Reading fails when the other side is closed.
    while let Ok(bytes @ 1..) = terminal.read(&mut buffer) {
        seen.extend_from_slice(&buffer[..bytes]);
    }
    String::from_utf8(seen)
        .expect("UTF-8")
        .replace("\r\n", "\n")
}

/// Returns what a command writes to a terminal with this many columns.
fn on_terminal(columns: u16, variables: &[(&str, &str)], args: &[&str]) -> String {
    let (terminal, inside) = terminal(columns);
    let mut command = command(args);
    command
        .envs(variables.iter().copied())
        .stdout(Stdio::from(inside));
    let mut child = command.spawn().expect("sortid starts");
    // It also holds the other side.
    drop(command);
    let seen = seen_on(terminal);
    child.wait().expect("sortid ends");
    seen
}

#[test]
fn progress_appears_only_on_terminals() {
    let (mut terminal, inside) = terminal(80);
    let mut command = command(&["sort"]);
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::from(inside));
    let mut child = command.spawn().expect("sortid starts");
    drop(command);
    let mut stdin = child.stdin.take().expect("a pipe");
    // The bar appears with the first line that comes at least half a second after the start.
    let (tell, told) = mpsc::channel();
    thread::spawn(move || {
        let mut buffer = [0; 4096];
        while let Ok(bytes @ 1..) = terminal.read(&mut buffer) {
            let _ = tell.send(buffer[..bytes].to_vec());
        }
    });
    let (begun, mut lines, mut seen) = (Instant::now(), 0, Vec::new());
    while !plain(&String::from_utf8_lossy(&seen)).contains(" B  ") {
        assert!(begun.elapsed() < Duration::from_secs(120), "{seen:?}");
        writeln!(stdin, "{UUID7}").expect("sortid reads");
        lines += 1;
        if let Ok(bytes) = told.recv_timeout(Duration::from_millis(50)) {
            seen.extend(bytes);
        }
    }
    drop(stdin);
    let output = child.wait_with_output().expect("sortid ends");
    let expected = format!("{UUID7}\n").repeat(lines);
    assert_eq!(output.stdout, expected.into_bytes());
}

#[test]
fn missing_system_zone_is_reported() {
    let seen = plain(&on_terminal(
        80,
        &[("TZ", "Nowhere/Land")],
        &["inspect", UUID7],
    ));
    let local = "  local     2022-02-22T19:22:22.000+00:00 UTC (unknown system time zone)\n";
    assert!(seen.contains(local), "{seen}");
}

#[test]
fn page_matches_the_card() {
    let page = include_str!("../../../docs/command.md");
    let shown = page
        .split("```text\n$ sortid inspect")
        .nth(1)
        .expect("the page shows it");
    let shown = shown.lines().skip(1).take_while(|line| *line != "```");
    let seen = plain(&on_terminal(80, &[], &["inspect", UUID7]));
    let mut lines = seen.lines().map(str::trim_end);
    for line in shown {
        let seen = lines.next();
        // How long ago it was depends on the day.
        if !line.starts_with("  that is") {
            assert_eq!(Some(line), seen);
        }
    }
}

/// Removes colours.
fn plain(text: &str) -> String {
    let mut parts = text.split("\x1b[");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |all, part| {
        all + part.split_once('m').map_or("", |(_, rest)| rest)
    })
}

#[test]
fn card_labels_every_bit() {
    let seen = on_terminal(80, &[], &["inspect", UUID7]);
    let card = "\
017f22e2-79b0-7cc3-98c4-dc0c0c07398f
uuid7  likely: its time is one at which the format is in use
  017f22e2-79b0-7cc3-98c4-dc0c0c07398f
  tttttttt tttt fccc fccc ccccrrrrrrrr
  UTC       2022-02-22T19:22:22.000Z
  local     2022-02-22T21:22:22.000+02:00 \n";
    assert!(plain(&seen).starts_with(card), "{seen}");
    let rest = "  \
  00000001 01111111 00100010 11100010 01111001 10110000 01111100 11000011
  tttttttt tttttttt tttttttt tttttttt tttttttt tttttttt ffffcccc cccccccc
  10011000 11000100 11011100 00001100 00001100 00000111 00111001 10001111
  ffcccccc cccccccc cccccccc cccccccc rrrrrrrr rrrrrrrr rrrrrrrr rrrrrrrr
  f=version, variant  t=time  c=counter  r=random
  unix_ts_ms=1645557742000  rand_a=3267  rand_b=1784793296645077391
  bytes     017f22e279b07cc398c4dc0c0c07398f
  integer   1989357241971137676463954034883508623
  compact   017f22e279b07cc398c4dc0c0c07398f
  urn       urn:uuid:017f22e2-79b0-7cc3-98c4-dc0c0c07398f
  typeid    01fwhe4ydgfk1shh6w1g60eecf
  tick from 017f22e2-79b0-7000-8000-000000000000
  to        017f22e2-79b0-7fff-bfff-ffffffffffff
uuid7_draft01  unlikely: its time is before the format came into use
";
    assert!(plain(&seen).contains(rest.trim_start()), "{seen}");
    assert!(plain(&seen).contains(" years "), "how long ago it was");
    // The time has its colour of the legend.
    assert!(
        seen.contains("\x1b[36m017f22e2") && seen.contains("\x1b[36mt\x1b[0m=time"),
        "{seen:?}"
    );
    // Only the sixteen basic colours are used.
    assert!(!seen.contains("38;"), "{seen:?}");
}

#[test]
fn card_is_complete_without_colours() {
    let coloured = on_terminal(80, &[], &["inspect", UUID7]);
    let bare = on_terminal(80, &[("NO_COLOR", "1")], &["inspect", UUID7]);
    assert!(coloured.contains('\x1b') && !bare.contains('\x1b'));
    assert_eq!(plain(&coloured), bare);
}

#[test]
fn lines_fit_the_terminal() {
    let texts = [
        UUID7,
        "3jzfcijpj2z2a",
        "175928847299117063",
        "2ed6657d-e927-568b-95e1-2665a8aea6a2",
        "VVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVV",
        "ffffffff-ffff-ffff-ffff-ffffffffffff",
        "order_01fwhe4ydgfk1shh6w1g60eecf",
    ];
    for columns in [40, 80, 200] {
        let args: Vec<&str> = ["inspect"].into_iter().chain(texts).collect();
        let seen = plain(&on_terminal(columns, &[], &args));
        for line in seen.lines() {
            assert!(line.chars().count() <= columns.into(), "{columns}: {line}");
        }
        let widest = seen.lines().map(|line| line.chars().count()).max();
        assert!(
            widest > Some(if columns > 40 { 70 } else { 36 }),
            "{columns} are made use of"
        );
    }
}

#[test]
fn negative_integers_are_shown_signed() {
    let seen = plain(&on_terminal(80, &[], &["inspect", UUID7]));
    assert!(!seen.contains("  signed "), "{seen}");
    let seen = plain(&on_terminal(
        80,
        &[],
        &["inspect", "ffffffff-ffff-ffff-ffff-ffffffffffff"],
    ));
    assert!(seen.contains("  signed    -1\n"), "{seen}");
    assert!(seen.contains("max: no identifier"), "{seen}");
}

#[test]
fn input_cannot_control_the_terminal() {
    let steering = "\x1b[2J\x07";
    let text = format!("{steering}{UUID7} {steering}");
    let seen = on_terminal(80, &[("NO_COLOR", "1")], &["inspect", &text]);
    assert!(seen.contains("found at byte 5"), "{seen}");
    assert!(!seen.contains('\x1b') && !seen.contains('\x07'), "{seen:?}");

    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("terminal-steering.log");
    std::fs::write(&path, format!("{text}\n")).expect("a file");
    let path = path.to_str().expect("UTF-8");
    for line in [
        &["annotate", path][..],
        &["grep", "--from", "2020-01-01", path],
        &["sort", path],
    ] {
        let seen = on_terminal(80, &[("NO_COLOR", "1")], line);
        assert!(
            seen.contains(UUID7) && seen.contains("\\u{1b}[2J"),
            "{line:?} {seen:?}"
        );
        assert!(
            !seen.contains('\x1b') && !seen.contains('\x07'),
            "{line:?} {seen:?}"
        );
    }
}

#[test]
fn stats_draw_a_histogram() {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("terminal-stats");
    let first = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f\n".repeat(3);
    std::fs::write(&path, first + "017f22e2-a000-7cc3-98c4-dc0c0c07398f\n").expect("a file");
    let path = path.to_str().expect("UTF-8");
    let seen = plain(&on_terminal(80, &[], &["stats", path]));
    assert!(seen.contains("duplicates    2\n"), "{seen}");
    let bars: Vec<&str> = seen
        .lines()
        .filter(|line| line.starts_with("2022-"))
        .collect();
    let blocks = |line: &str| line.matches('█').count();
    assert_eq!(
        blocks(bars[0]),
        3 * blocks(bars[bars.len() - 1]) + 2,
        "{seen}"
    );
}
