//! The help, and errors of an invalid command line.

use std::iter;

use serde_json::Value;
use sortid::{AnyId, Format};

use crate::{Run, command, json_lines, sortid};

#[test]
fn help_lists_exit_codes_and_examples() {
    let help = sortid("--help").good();
    for part in ["Exit codes:", "  0  ", "  1  ", "  2  ", "Examples:"] {
        assert!(help.contains(part), "{part}");
    }
    let commands = [
        "new",
        "inspect",
        "range",
        "prefix",
        "convert",
        "sql",
        "formats",
        "completions",
    ];
    for command in commands {
        let help = sortid(&format!("{command} --help")).good();
        assert!(help.contains("Usage: sortid"), "{command}");
    }
    assert!(sortid("--version").good().starts_with("sortid "));
}

#[test]
fn help_breaks_lines_at_the_width_alone() {
    let verbs = "annotate completions convert demo formats grep help inspect lease man new prefix \
        range sort sql stats";
    for topic in iter::once("").chain(verbs.split(' ')) {
        for columns in [80, 100] {
            let mut help = command(&format!("help {topic}"));
            let help = help.env("COLUMNS", columns.to_string()).output();
            let help = Run::from(help.expect("sortid starts")).good();
            let lines = help.lines().collect::<Vec<_>>();
            for pair in lines.windows(2) {
                let &[line, next] = pair else { continue };
                assert!(line.chars().count() <= columns, "{topic}: {line}");
                let is_prose = |line: &str| line.starts_with(|char: char| !char.is_whitespace());
                let word = next.split(' ').next().unwrap_or_default();
                let is_full = line.chars().count() + 1 + word.chars().count() > columns;
                let ends = line.ends_with(':') || line.ends_with("is one of");
                assert!(
                    !is_prose(line) || !is_prose(next) || ends || is_full,
                    "{topic} at {columns}: {line}\n{next}"
                );
            }
            // An example can be copied: only its own breaks are indented further.
            let examples = help
                .split("\n\n")
                .filter(|part| part.starts_with("Example"));
            for line in examples.flat_map(|part| part.lines().skip(1)) {
                let is_whole = line.contains("sortid") || line.starts_with("    ");
                assert!(is_whole, "{topic} at {columns}: {line}");
            }
        }
    }
}

#[test]
fn usage_errors_exit_with_2() {
    for line in [
        "",
        "nothing",
        "new",
        "new uuid3",
        "new any_uuid",
        "new uuid7 -n -1",
        "new uuid7 -n many",
        "new uuid7 --clock manual",
        "new uuid7 --allow-fork true",
        "new uuid7 --at someday",
        "new uuid7 3 -n 3",
        "new uuid7 three",
        "new tid --node seven",
        "new tid --seed abc",
        "range uuid7",
        "range uuid7 --from 2024-02-30 --to now",
        "convert --from tid",
        "convert",
        "convert --from tid --to timeid --form compact",
        "convert --from sql_server_uuid --form urn",
        "completions csh",
    ] {
        sortid(line).bad(2);
    }
    let error = sortid("new tid --node seven").bad(2);
    assert!(
        error.contains("--node") && error.contains("invalid_option"),
        "{error}"
    );
    let error = sortid("new tid --node 1024").bad(2);
    assert!(
        error.starts_with("error: --node 1024: invalid_option"),
        "{error}"
    );
    let error = sortid("new uuid7 --datacenter 7").bad(2);
    assert!(error.contains("uuid7 has no such option"), "{error}");
    assert!(
        sortid("new uuid7 --at 2024-07-19T25:00:00")
            .bad(2)
            .contains("--at")
    );
}

#[test]
fn completions_differ_per_shell() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = sortid(&format!("completions {shell}")).good();
        assert!(script.contains("uid11_snowish"), "{shell}");
    }
}

#[test]
fn formats_lists_every_format() {
    let out = sortid("formats").good();
    assert_eq!(out, sortid("formats").good(), "examples stay the same");
    let objects = json_lines(&sortid("formats --json").good());
    assert_eq!(
        (out.lines().count(), objects.len()),
        (Format::ALL.len(), Format::ALL.len())
    );
    for ((line, object), format) in out.lines().zip(objects).zip(Format::ALL) {
        let columns: Vec<&str> = line.split('\t').collect();
        assert_eq!(columns.len(), 9);
        assert_eq!(columns[1], format.name());
        assert_eq!(columns[2], format.text_len().to_string());
        assert!(AnyId::parse(columns[3], *format).is_ok(), "{}", columns[3]);
        assert_eq!(object["name"], format.name());
        assert_eq!(object["example"], columns[3]);
        assert_eq!(object["code"].to_string(), columns[0]);
        let bits: u64 = object["fields"]
            .as_object()
            .expect("fields")
            .values()
            .filter_map(Value::as_u64)
            .sum();
        assert!((1..=object["bits"].as_u64().expect("bits")).contains(&bits));
    }
}

#[test]
fn demo_shows_every_format() {
    let out = sortid("demo").good();
    assert!(out.lines().count() <= 6 * Format::ALL.len());
    assert!(!out.contains('\x1b'), "no colours in a pipe");
    for format in Format::ALL {
        assert!(out.contains(&format!("{format}  ")), "{format}");
    }
}

#[test]
fn manual_pages_exist_for_command_and_verbs() {
    let page = sortid("man").good();
    assert!(
        page.contains(".TH sortid 1") && page.contains("Exit codes"),
        "{page}"
    );
    let page = sortid("man inspect").good();
    assert!(
        page.contains(".TH sortid-inspect 1") && page.contains("\\-\\-why"),
        "{page}"
    );
    let error = sortid("man nothing").bad(2);
    assert!(error.contains("neither a command nor a format"), "{error}");
}

#[test]
fn help_draws_every_format() {
    for format in Format::ALL {
        let drawn = sortid(&format!("help {format}")).good();
        assert!(drawn.starts_with(&format!("{format}  ")), "{drawn}");
        let bits = drawn.lines().filter(|line| line.contains('–'));
        let widths = bits.filter_map(|line| line.split_whitespace().nth(1)?.parse::<usize>().ok());
        assert_eq!(widths.sum::<usize>(), format.bits() as usize, "{drawn}");
    }
    let drawn = sortid("help UUIDv7").good();
    assert!(
        drawn.contains("    0–47   48 bits  time     unix_ts_ms\n"),
        "{drawn}"
    );
    assert_eq!(sortid("help range").good(), sortid("range --help").good());
    assert_eq!(sortid("help").good(), sortid("--help").good());
    assert!(sortid("help lease").good().contains("sortid lease"));
}
