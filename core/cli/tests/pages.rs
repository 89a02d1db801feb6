//! Pages whose examples show the actual output of the command.
#![cfg(unix)]

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

const PAGES: [&str; 3] = [
    include_str!("../../../README.md"),
    include_str!("../../../docs/command.md"),
    include_str!("../../../docs/choosing.md"),
];

/// Returns the commands of the pages, each with its output there.
fn examples() -> Vec<(String, String)> {
    let mut all: Vec<(String, String)> = Vec::new();
    let mut is_console = false;
    for line in PAGES.iter().flat_map(|page| page.lines()) {
        match line {
            "```console" => is_console = true,
            "```" => is_console = false,
            _ if !is_console => {}
            _ => match (line.strip_prefix("$ "), all.last_mut()) {
                (Some(command), _) => all.push((command.to_owned(), String::new())),
                (None, Some((_, said))) => {
                    said.push_str(line);
                    said.push('\n');
                }
                (None, None) => panic!("{line}: nothing says so"),
            },
        }
    }
    all
}

#[test]
fn documented_output_is_current() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pages");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    let programs = Path::new(env!("CARGO_BIN_EXE_sortid"))
        .parent()
        .expect("a folder");
    let path = format!(
        "{}:{}",
        programs.display(),
        env::var("PATH").expect("a path")
    );
    let examples = examples();
    assert!(examples.len() > 10, "{}", examples.len());
    for (command, expected) in examples {
        let output = Command::new("sh")
            .args(["-c", &format!("{{ {command}; }} 2>&1")])
            .current_dir(&folder)
            .envs([("PATH", path.as_str()), ("TZ", "UTC")])
            .output()
            .expect("a shell starts");
        let said = String::from_utf8(output.stdout).expect("UTF-8");
        assert_eq!(said, expected, "{command}");
    }
}
