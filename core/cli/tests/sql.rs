//! `sortid sql` as its users run it. `tests/databases/parts/sql` checks that databases agree with
//! it.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "a test is outside of the library"
)]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;
use sortid::{Database, Format, Stored};

const DATABASES: [&str; 6] = [
    "postgresql",
    "sqlite",
    "mysql",
    "mariadb",
    "duckdb",
    "clickhouse",
];

/// Returns the output of a run, or its message if it refused.
fn sql(arguments: &[&str]) -> Result<String, String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sortid"));
    command.arg("sql").args(arguments).stdin(Stdio::null());
    let output = command.output().expect("sortid starts");
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

fn parts(arguments: &[&str]) -> Value {
    let text = sql(&[arguments, &["--json"]].concat()).expect("it can be said");
    serde_json::from_str(&text).expect("JSON")
}

fn part(arguments: &[&str], name: &str) -> String {
    let parts = parts(arguments);
    let part = parts.get(name).and_then(Value::as_str);
    part.map_or_else(|| panic!("no {name}: {parts}"), str::to_owned)
}

#[test]
fn the_copies_in_the_documentation_are_what_is_written() {
    let copies = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/sql");
    let mut formats = BTreeSet::new();
    for db in DATABASES {
        let entries = fs::read_dir(copies.join(db)).expect("a folder for each database");
        let mut held = BTreeSet::new();
        for entry in entries {
            let path = entry.expect("it is listed").path();
            let format = path.file_stem().and_then(|stem| stem.to_str());
            let format = format.expect("the name of a format");
            let copy = fs::read_to_string(&path).expect("it is read");
            let written = sql(&[format, "--db", db]).expect("it can be said");
            assert!(
                copy.replace("\r\n", "\n") == written,
                "docs/sql is not what is written: \
                cargo sortid sql {format} --db {db} > docs/sql/{db}/{format}.sql"
            );
            held.insert(format.to_owned());
        }
        formats.insert(held);
    }
    assert_eq!(formats.len(), 1, "the same formats for each: {formats:?}");
    assert!(formats.iter().all(|held| held.contains("uuid7")));
}

#[test]
fn every_format_has_a_column_in_every_database() {
    for db in DATABASES {
        for format in Format::ALL {
            let parts = parts(&[format.name(), "--db", db]);
            assert!(parts.get("column").is_some(), "{format} {db}");
            let tells_time = format.resolution_ns().is_some();
            let has = |name: &str| parts.get(name).is_some();
            assert_eq!(has("time"), tells_time, "{format} {db}");
            let sorts = tells_time && (format.is_signed() || format.bytes_sort());
            assert_eq!((has("min"), has("max")), (sorts, sorts), "{format} {db}");
        }
    }
}

#[test]
fn texts_are_those_that_plain_sql_knows() {
    let known = "tid uid11_xid uid11_fullrand uid11_snowish uid11_ts_seq_rand uuid6 uuid7_draft01 uuid7 uuid8 lexical_uuid snowflake \
        sharding_id flake_idgen ordered_uuid comb_guid sonyflake object_id comb_mssql uuid1 uuid4 any_uuid mastodon tsid scru64";
    let known = known.split_whitespace().collect::<BTreeSet<_>>();
    for db in DATABASES {
        for format in Format::ALL {
            let said = parts(&[format.name(), "--db", db]);
            let is_known = known.contains(format.name());
            let has = ["text", "parse"].map(|name| said.get(name).is_some());
            assert_eq!(has, [is_known; 2], "{format} {db}");
            let notes = said["notes"].to_string();
            assert_eq!(notes.contains("No text and no parse"), !is_known, "{notes}");
            // A column with the text needs no conversions.
            if let Ok(said) = sql(&[format.name(), "--db", db, "--type", "text"]) {
                assert!(
                    !said.contains("_parse") && !said.contains("No text"),
                    "{format} {db}"
                );
            }
        }
    }
    assert!(!part(&["tid", "--db", "mysql"], "parse").contains("OR REPLACE"));
}

#[test]
fn without_a_type_it_is_that_of_every_language() {
    for database in Database::ALL {
        for format in Format::ALL {
            let written = |more: &[&str]| {
                let arguments = [&[format.name(), "--db", database.name()], more].concat();
                parts(&arguments)["type"].clone()
            };
            let asked = match format.stored_in(database) {
                Stored::Uuid => "uuid",
                Stored::Integer | Stored::Unsigned => "bigint",
                Stored::Bytes => "binary",
                Stored::Text => "text",
            };
            assert_eq!(written(&[]), written(&["--type", asked]), "{format}");
            let column = format.column_in(database, false);
            assert_eq!(written(&[]), column.sql_type().to_string(), "{format}");
        }
    }
}

#[test]
fn what_cannot_be_said_is_refused_with_a_reason() {
    for (arguments, why) in [
        ("tid --db postgresql --type uuid", "128 bits"),
        ("uuid7 --db postgresql --type bigint", "64 bits"),
        ("ulid --db postgresql --type text", "hexadecimal"),
        ("snowflake --db mysql --type text", "--type bigint"),
        ("timeid --db postgresql --type text", "--type bigint"),
        ("uuid4 --db mysql --type bigint", "64 bits"),
        ("timeid --db sqlite --type binary", "signed"),
        ("uuid7 --db sqlite --type uuid", "no type uuid"),
        ("uuid7 --db clickhouse --type uuid", "second half"),
        ("ulid --db mariadb --type uuid", "versions 6 and 7"),
        ("uuid8 --db mariadb --type uuid", "versions 6 and 7"),
        (
            "uuid7 --db sqlite --table t --partitions day --from 2026-01-01 --to 2026-01-02",
            "no partitions",
        ),
        (
            "uuid1 --db postgresql --table t --partitions day --from 2026-01-01 --to 2026-01-02",
            "does not sort",
        ),
        (
            "uuid4 --db postgresql --table t --partitions day --from 2026-01-01 --to 2026-01-02",
            "does not sort",
        ),
        ("uuid7 --db mysql --table t --partitions day", "--from"),
        (
            "uuid7 --db mysql --table t --partitions day --from 1026-01-01 --to 2026-01-02",
            "partitions",
        ),
        ("uuid7 --db mysql --epoch discord", "no such option"),
        (
            "uuid7_draft01 --db postgresql --precision ns",
            "--precision",
        ),
        (
            "uuid8 --db sqlite --timestamp-bits 60 --unit-ns 1234567",
            "64 bits are too few",
        ),
    ] {
        let said = sql(&arguments.split_whitespace().collect::<Vec<_>>());
        let said = said.expect_err(arguments);
        assert!(said.contains(why), "{arguments}: {said}");
    }
    let long = "n".repeat(64);
    for (db, name) in [
        ("postgresql", ""),
        ("postgresql", "a\nb"),
        ("sqlite", "a"),
        ("postgresql", long.as_str()),
        ("mysql", "a "),
    ] {
        let told = sql(&["uuid7", "--db", db, "--table", "t", "--column", name]);
        // A valid name, so that not everything is refused.
        assert_eq!(told.is_ok(), name == "a", "{db} {name:?}");
    }
}

#[test]
fn names_are_quoted_as_each_database_does() {
    let hostile = "a\"b`c\\;--";
    for (db, quoted) in [
        ("postgresql", "\"a\"\"b`c\\;--\""),
        ("sqlite", "\"a\"\"b`c\\;--\""),
        ("duckdb", "\"a\"\"b`c\\;--\""),
        ("mysql", "`a\"b``c\\;--`"),
        ("mariadb", "`a\"b``c\\;--`"),
        ("clickhouse", "`a\"b\\`c\\\\;--`"),
    ] {
        let arguments = ["tid", "--db", db, "--table", hostile, "--column", hostile];
        let table = part(&arguments, "table");
        assert!(
            table.starts_with(&format!("CREATE TABLE {quoted} (")),
            "{table}"
        );
        assert!(table.contains(&format!("\n  {quoted} ")), "{table}");
        assert_eq!(table.matches(hostile).count(), 0, "{table}");
    }
}

#[test]
fn an_epoch_of_ones_own_moves_the_bounds() {
    let min = |more: &[&str]| part(&[&["snowflake", "--db", "duckdb"], more].concat(), "min");
    assert!(min(&[]).contains("epoch_us(t) - 1288834974657000"));
    assert!(min(&["--epoch", "discord"]).contains("epoch_us(t) - 1420070400000000"));
}

#[test]
fn a_maker_of_uuid8_is_told_its_time() {
    let layout = ["uuid8", "--db", "postgresql", "--timestamp-bits", "60"];
    let layout = [&layout[..], &["--unit-ns", "100"]].concat();
    assert!(part(&layout, "time").contains("timestamptz"));
    assert!(
        parts(&["uuid8", "--db", "postgresql"])
            .get("time")
            .is_none()
    );
}

#[test]
fn partitions_follow_each_other_from_the_first_to_the_last() {
    let arguments = ["uuid7", "--db", "postgresql", "--table", "events"];
    let every = ["--from", "2024-01-31T12:00:00Z", "--to", "2024-03-01"];
    for (period, partitions) in [("day", 30), ("week", 5), ("month", 2), ("year", 1)] {
        let all = [&arguments[..], &["--partitions", period], &every].concat();
        let table = part(&all, "table");
        let lines = table.lines().filter(|line| line.contains("FOR VALUES"));
        let bounds = lines.map(|line| {
            let ids = line.split('\'').skip(1).step_by(2);
            ids.map(str::to_owned).collect::<Vec<_>>()
        });
        let bounds = bounds.collect::<Vec<_>>();
        assert_eq!(bounds.len(), partitions, "{table}");
        for pair in bounds.windows(2) {
            assert_eq!(pair[0][1], pair[1][0], "{table}");
        }
        assert!(table.ends_with("DEFAULT"), "{table}");
    }
}
