//! `sortid sql` as its users run it. The crate `sortid-sql` tests what it writes.

use std::process::{Command, Stdio};

use serde_json::Value;
use sortid_sql::{Dialect, Period, Request};

/// Returns the output of a run, or its message if it exits with 2.
fn sql(arguments: &str) -> Result<String, String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sortid"));
    command.arg("sql").args(arguments.split_whitespace());
    let output = command.stdin(Stdio::null()).output();
    let output = output.expect("sortid starts");
    let [out, err] = [output.stdout, output.stderr].map(|text| {
        String::from_utf8(text)
            .expect("UTF-8")
            .replace("\r\n", "\n")
    });
    match output.status.code() {
        Some(0) => Ok(out),
        Some(2) => Err(err),
        code => panic!("{arguments:?}: {code:?} {err}"),
    }
}

#[test]
fn script_is_that_of_the_library() {
    for &dialect in Dialect::ALL {
        let printed = sql(&format!("snowflake --db {dialect}"));
        let written = Request::new(sortid::Format::Snowflake, dialect).write();
        assert_eq!(printed, Ok(written.expect("a script").to_string()));
    }
}

#[test]
fn json_has_each_part_by_its_name() {
    let text = sql("tid --db mysql --type binary --table events --json").expect("an object");
    let object: Value = serde_json::from_str(&text).expect("JSON");
    let names = object.as_object().expect("an object").keys();
    let names = names.map(String::as_str).collect::<Vec<_>>();
    let expected = "format type time min max text parse unix_us column table notes";
    assert_eq!(names, expected.split(' ').collect::<Vec<_>>());
    assert_eq!(object["format"], "tid");
    assert_eq!(object["type"], "BINARY(8)");
}

#[test]
fn options_reach_the_writer() {
    let table = "--table events --column key --partitions";
    let times = "--from 2024-01-31T12:00:00Z --to 2024-03-01";
    for &period in Period::ALL {
        let script = sql(&format!("uuid7 --db postgresql {table} {period} {times}"));
        let script = script.expect("a script");
        assert!(script.contains("PARTITION BY RANGE (\"key\")"), "{script}");
    }
    let script = sql("snowflake --db duckdb --epoch discord").expect("a script");
    assert!(script.contains("epoch_us(t) - 1420070400000000"));
    let script = sql("uuid8 --db postgresql --timestamp-bits 60 --unit-ns 100");
    assert!(script.expect("a script").contains("timestamptz"));
}

#[test]
fn impossible_requests_are_rejected_with_a_reason() {
    for (arguments, reason) in [
        (
            "tid --db postgresql --type uuid",
            "tid: a uuid has 128 bits",
        ),
        ("tid --db oracle", "possible values: postgresql, sqlite"),
        (
            "uuid7 --db sqlite --table t --partitions day",
            "the database does not support partitions",
        ),
        (
            "uuid7 --db mysql --table t --partitions day",
            "--partitions: requires --from and --to",
        ),
        ("uuid7 --db mysql --partitions day", "--table <NAME>"),
        ("uuid7 --db mysql --epoch discord", "no such option"),
        (
            "uuid7_draft01 --db postgresql --precision ns",
            "omit the precision",
        ),
        (
            "tid --db mysql --column \u{1}",
            "must not contain control characters",
        ),
    ] {
        let error = sql(arguments).expect_err(arguments);
        assert!(error.contains(reason), "{arguments}: {error}");
    }
}
