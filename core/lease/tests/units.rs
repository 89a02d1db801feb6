//! The units that users copy: the guide names them, and systemd accepts them.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "a test is outside of the library"
)]
#![cfg(target_os = "linux")]

mod common;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use common::{Folder, Machine, Running, skip};

const UNITS: [&str; 3] = ["orders.service", "sortid-lease@.service", "pod.yaml"];

fn text(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    fs::read_to_string(path).expect("a file")
}

#[test]
fn guide_names_the_unit_files() {
    let page = text("../../docs/leases.md");
    for name in UNITS {
        assert!(page.contains(&format!("`{name}`")), "{name}");
    }
}

/// Each has a valid command line of the program: with an empty store, the only error is the missing
/// namespace.
#[test]
fn agent_accepts_the_arguments_of_the_unit_files() {
    let folder = Folder::new();
    let of_pod = text("units/pod.yaml");
    let of_pod = of_pod.lines().filter_map(|line| {
        let words = line.trim().strip_prefix("args: [")?.strip_suffix(']')?;
        Some(words.replace(',', ""))
    });
    let of_systemd = UNITS[..2].iter().flat_map(|name| {
        let unit = text(&format!("units/{name}"));
        let lines = unit.lines().filter_map(|line| {
            let words = line.strip_prefix("ExecStart=/usr/bin/sortid-lease ")?;
            Some(words.to_owned())
        });
        lines.collect::<Vec<_>>()
    });
    let all: Vec<String> = of_pod.chain(of_systemd).collect();
    assert_eq!(all.len(), UNITS.len());
    for words in all {
        let words = words
            .replace("%i", "orders")
            .replace("%t", "/run")
            .replace("${SORTID_LEASE_FORMAT}", "tid");
        let store = folder.0.join("store").display().to_string();
        let told = Command::new(env!("CARGO_BIN_EXE_sortid-lease"))
            .args(words.split_whitespace())
            .env("SORTID_LEASE_STORE", format!("file:{store}"))
            .output()
            .expect("it starts");
        let said = String::from_utf8_lossy(&told.stderr);
        assert!(said.contains("no such namespace"), "{words}: {said}");
    }
}

/// The commands of the pod's probes: of startup, readiness and liveness.
fn probes() -> [String; 3] {
    let pod = text("units/pod.yaml");
    ["startup", "readiness", "liveness"].map(|kind| {
        let (_, probe) = pod
            .split_once(&format!("      {kind}Probe:\n"))
            .expect("a probe");
        let command = probe.lines().find_map(|line| {
            let words = line.trim().strip_prefix("command: [sortid-lease, ")?;
            words.strip_suffix(']')
        });
        command.expect("a command").replace(',', "")
    })
}

/// An outage of the server makes the pod unready once its lease is over, and does not restart the
/// agent: that would mend nothing, and start-up probes would then end the program, too.
#[test]
fn liveness_does_not_depend_on_the_server() {
    // The term and the margin are short, since the lease must expire.
    let machine = Machine::new("--stretch 1s --margin 1s");
    let here = machine.folder.0.display().to_string();
    let in_pod = |line: &str| {
        let line = line.replace("/run/sortid", &here);
        line.replace("/run/metrics/tid", &format!("{here}/metrics"))
    };
    let pod = text("units/pod.yaml");
    let arguments = pod.lines().find_map(|line| {
        let words = line.trim().strip_prefix("args: [")?.strip_suffix(']')?;
        Some(in_pod(&words.replace(',', "")))
    });
    let mut agent = machine.command(&arguments.expect("arguments"));
    let mut agent = Running(agent.stderr(Stdio::null()).spawn().expect("it starts"));
    let passes = || probes().map(|probe| machine.lease(&in_pod(&probe)).code == Some(0));
    machine.wait_for(|| passes() == [true; 3]);

    fs::rename(machine.at("store"), machine.at("away")).expect("to rename it");
    machine.wait_for(|| passes() == [false, false, true]);
    let heartbeat = || {
        let told = machine.lease(&in_pod(&format!("{} --json", probes()[2])));
        assert_eq!(told.code, Some(0), "{}{}", told.out, told.err);
        let told: serde_json::Value = serde_json::from_str(&told.out).expect("JSON");
        told["heartbeat_ms"].as_i64().expect("a number")
    };
    let during = heartbeat();
    machine.wait_for(|| heartbeat() > during);

    fs::rename(machine.at("away"), machine.at("store")).expect("to rename it");
    machine.wait_for(|| passes() == [true; 3]);

    // A dead agent leaves its metrics as they are.
    agent.signal(libc::SIGKILL);
    agent.end();
    let metrics = machine.text("metrics");
    let lines = metrics.lines().map(|line| {
        let is_heartbeat = line.starts_with("sortid_lease_heartbeat_seconds{");
        match line.rsplit_once(' ') {
            Some((sample, seconds)) if is_heartbeat => {
                let seconds: f64 = seconds.parse().expect("a number");
                format!("{sample} {}\n", seconds - 31.0)
            }
            _ => format!("{line}\n"),
        }
    });
    fs::write(machine.at("metrics"), lines.collect::<String>()).expect("to write");
    let dead = machine.lease(&in_pod(&probes()[2]));
    assert_eq!(dead.code, Some(1), "{}{}", dead.out, dead.err);
    assert!(dead.out.starts_with("dead or stuck: "), "{}", dead.out);
}

#[test]
fn systemd_takes_them() {
    if Command::new("systemd-analyze")
        .arg("--version")
        .output()
        .is_err()
    {
        return skip("systemd_takes_them", "there is no systemd-analyze");
    }
    let folder = Folder::new();
    for (name, as_name) in [
        ("orders.service", "orders.service"),
        ("sortid-lease@.service", "sortid-lease@orders.service"),
    ] {
        let unit = text(&format!("units/{name}"));
        // The programs must exist.
        let unit = unit
            .replace("/usr/bin/sortid-lease", env!("CARGO_BIN_EXE_sortid-lease"))
            .replace("/etc/sortid/", "-/etc/sortid/");
        fs::write(folder.0.join(as_name), unit).expect("to write it");
        let told = Command::new("systemd-analyze")
            .args(["verify", "--man=no", "--recursive-errors=no"])
            .arg(folder.0.join(as_name))
            .output()
            .expect("it starts");
        let said = String::from_utf8_lossy(&told.stderr);
        assert!(
            told.status.success() && said.is_empty(),
            "{as_name}: {said}"
        );
    }
}
