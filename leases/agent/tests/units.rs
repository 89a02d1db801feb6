//! The units that users copy: the guide names them, and systemd accepts them.
#![cfg(target_os = "linux")]

mod common;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use common::{Folder, Machine, Running, skip};

const UNITS: [&str; 3] = ["orders.service", "sortid-lease@.service", "pod.yaml"];
/// The agent's unit for one lease file.
const AS_NAME: &str = "sortid-lease@orders.service";
const POD: &str = "units/pod.yaml";
const AGENT: &str = "kubernetes/machine/agent.yaml";

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
    for path in ["leases/agent/kubernetes", "leases/agent/Containerfile"] {
        assert!(page.contains(&format!("(../{path})")), "{path}");
    }
}

/// Returns the values of `args: [A, B]` in a Kubernetes file, separated by spaces.
fn arguments_of(name: &str) -> Vec<String> {
    let text = text(name);
    let lines = text.lines().filter_map(|line| {
        let words = line.trim().strip_prefix("args: [")?.strip_suffix(']')?;
        Some(words.replace(',', ""))
    });
    lines.collect()
}

/// Each line is a valid command line: with an empty store, `run` fails only because of the missing
/// namespace, and `create` succeeds each time.
#[test]
fn agent_accepts_the_arguments_of_the_unit_files() {
    let folder = Folder::new();
    let of_systemd = UNITS[..2].iter().flat_map(|name| {
        let unit = text(&format!("units/{name}"));
        let lines = unit.lines().filter_map(|line| {
            let words = line.strip_prefix("ExecStart=/usr/bin/sortid-lease ")?;
            Some(words.to_owned())
        });
        lines.collect::<Vec<_>>()
    });
    let agents = [POD, AGENT].into_iter().flat_map(arguments_of);
    let store = format!("file:{}", folder.0.join("store").display());
    let lease = |words: &str| {
        let words = words
            .replace("%i", "orders")
            .replace("%t", "/run")
            .replace("${SORTID_LEASE_FORMAT}", "tid");
        Command::new(env!("CARGO_BIN_EXE_sortid-lease"))
            .args(words.split_whitespace())
            .env("SORTID_LEASE_STORE", &store)
            .output()
            .expect("it starts")
    };
    let all: Vec<String> = agents.chain(of_systemd).collect();
    assert_eq!(all.len(), 4);
    for words in all {
        let output = lease(&words);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(stderr.contains("no such namespace"), "{words}: {stderr}");
    }
    let [create] = &arguments_of("kubernetes/base/create.yaml")[..] else {
        panic!("one container");
    };
    for _ in 0..2 {
        assert!(lease(create).status.success(), "{create}");
    }
    for words in arguments_of("kubernetes/machine/orders.yaml") {
        assert_eq!(lease(&words).status.code(), Some(1), "{words}: no lease");
    }
}

#[test]
fn deployment_has_the_spec_of_the_pod() {
    let pod = text(POD);
    let (_, spec) = pod.split_once("\nspec:\n").expect("a spec");
    let spec: String = spec.lines().map(|line| format!("    {line}\n")).collect();
    let deployment = text("kubernetes/sidecar/orders.yaml");
    assert!(
        deployment.ends_with(&format!("    spec:\n{spec}")),
        "kubernetes/sidecar/orders.yaml differs from {POD}"
    );
}

/// By default, a unit that fails five times in ten seconds is never started again.
#[test]
fn systemd_restarts_without_limit() {
    for name in &UNITS[..2] {
        let unit = text(&format!("units/{name}"));
        let (first, rest) = unit.split_once("[Service]\n").expect("a service");
        assert!(first.contains("\nStartLimitIntervalSec=0\n"), "{name}");
        for line in ["Restart=always", "RestartSec=1", "NoNewPrivileges=yes"] {
            assert!(rest.contains(&format!("\n{line}\n")), "{name}: {line}");
        }
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

/// An outage of the server makes the pod unready once its lease has expired. It must not restart
/// the agent, because the start-up probes would then end the program as well.
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
        let output = machine.lease(&in_pod(&format!("{} --json", probes()[2])));
        assert_eq!(output.code, Some(0), "{}{}", output.out, output.err);
        let output: serde_json::Value = serde_json::from_str(&output.out).expect("JSON");
        output["heartbeat_ms"].as_i64().expect("a number")
    };
    let during = heartbeat();
    machine.wait_for(|| heartbeat() > during);

    fs::rename(machine.at("away"), machine.at("store")).expect("to rename it");
    machine.wait_for(|| passes() == [true; 3]);

    // A dead agent leaves its metrics file unchanged.
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
fn systemd_accepts_the_unit_files() {
    if Command::new("systemd-analyze")
        .arg("--version")
        .output()
        .is_err()
    {
        return skip(
            "systemd_accepts_the_unit_files",
            "there is no systemd-analyze",
        );
    }
    let folder = Folder::new();
    for (name, as_name) in [
        ("orders.service", "orders.service"),
        ("sortid-lease@.service", AS_NAME),
    ] {
        let unit = text(&format!("units/{name}"));
        // The programs must exist.
        let unit = unit
            .replace("/usr/bin/sortid-lease", env!("CARGO_BIN_EXE_sortid-lease"))
            .replace("/etc/sortid/", "-/etc/sortid/");
        fs::write(folder.0.join(as_name), unit).expect("to write it");
        let output = Command::new("systemd-analyze")
            .args(["verify", "--man=no", "--recursive-errors=no"])
            .arg(folder.0.join(as_name))
            .output()
            .expect("it starts");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(
            output.status.success() && stderr.is_empty(),
            "{as_name}: {stderr}"
        );
    }
    // The highest exposure, of 100.
    let output = Command::new("systemd-analyze")
        .args(["security", "--no-pager", "--offline=yes", "--threshold=20"])
        .arg(folder.0.join(AS_NAME))
        .output()
        .expect("it starts");
    let [out, err] = [&output.stdout, &output.stderr].map(|stderr| String::from_utf8_lossy(stderr));
    assert!(output.status.success(), "{out}{err}");
}
