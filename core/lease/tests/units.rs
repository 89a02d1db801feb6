//! The units that users copy: the guide names them, and systemd accepts them.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "a test is outside of the library"
)]
#![cfg(target_os = "linux")]

#[path = "../../tests/common/folder.rs"]
#[allow(dead_code, reason = "as tests need it")]
mod folder;
#[path = "../../tests/common/skip.rs"]
mod skip;

use std::fs;
use std::path::Path;
use std::process::Command;

use folder::Folder;

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

#[test]
fn systemd_takes_them() {
    if Command::new("systemd-analyze")
        .arg("--version")
        .output()
        .is_err()
    {
        return skip::skip("systemd_takes_them", "there is no systemd-analyze");
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
