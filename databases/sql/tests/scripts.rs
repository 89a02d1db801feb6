//! Scripts for each format and database. `databases/tests/parts/sql` runs them.

use std::collections::BTreeSet;

use sortid::options::{Epoch, Preset};
use sortid::{Database, Format, Options, Stored, Timestamp};
use sortid_sql::{
    ColumnType, Dialect, Error, Fragment, FragmentKind, Partitions, Period, Request, Script, Table,
};

fn script(format: Format, dialect: Dialect) -> Script {
    let script = Request::new(format, dialect).write();
    script.unwrap_or_else(|error| panic!("{format} {dialect}: {error}"))
}

fn with_type(format: Format, dialect: Dialect, column_type: ColumnType) -> Result<Script, Error> {
    let mut request = Request::new(format, dialect);
    request.column_type = Some(column_type);
    request.write()
}

fn with_options(format: Format, dialect: Dialect, options: Options) -> Result<Script, Error> {
    let mut request = Request::new(format, dialect);
    request.options = options;
    request.write()
}

/// Requests a table `events` with partitions for these RFC 3339 dates.
fn with_partitions(
    format: Format,
    dialect: Dialect,
    period: Period,
    times: Option<[&str; 2]>,
) -> Result<Script, Error> {
    let time = |date: &str| -> Timestamp {
        let date: jiff::Timestamp = date.parse().expect("a time");
        date.into()
    };
    let mut table = Table::new("events");
    let times = times.map(|[from, to]| time(from)..time(to));
    table.partitions = Some(Partitions::new(period, times));
    let mut request = Request::new(format, dialect);
    request.table = Some(table);
    request.write()
}

fn part(script: &Script, name: &str) -> String {
    let part = script.get(name);
    part.map_or_else(|| panic!("no {name}: {script}"), str::to_owned)
}

#[test]
fn every_format_has_a_column_in_every_database() {
    for &dialect in Dialect::ALL {
        for &format in Format::ALL {
            let script = script(format, dialect);
            let has = |name: &str| script.get(name).is_some();
            assert!(has("column"), "{format} {dialect}");
            let has_time = format.resolution_ns().is_some();
            assert_eq!(has("time"), has_time, "{format} {dialect}");
            let sorts = has_time && (format.is_signed() || format.bytes_sort());
            let bounds = (has("min"), has("max"));
            assert_eq!(bounds, (sorts, sorts), "{format} {dialect}");
        }
    }
}

#[test]
fn names_of_fragments_are_unique() {
    for &dialect in Dialect::ALL {
        for &format in Format::ALL {
            let script = script(format, dialect);
            let names = script.fragments().iter().map(|fragment| fragment.name);
            let names = names.collect::<Vec<_>>();
            let unique = names.iter().collect::<BTreeSet<_>>();
            assert_eq!(names.len(), unique.len(), "{format} {dialect}: {names:?}");
        }
    }
}

#[test]
fn text_functions_exist_if_plain_sql_can_convert() {
    let known = "tid uid11_xid uid11_fullrand uid11_snowish uid11_ts_seq_rand uuid6 uuid7_draft01 uuid7 uuid8 lexical_uuid snowflake \
        sharding_id flake_idgen ordered_uuid comb_guid sonyflake object_id comb_mssql uuid1 uuid4 any_uuid mastodon tsid scru64 custom64";
    let known = known.split_whitespace().collect::<BTreeSet<_>>();
    for &dialect in Dialect::ALL {
        for &format in Format::ALL {
            let script = script(format, dialect);
            let is_known = known.contains(format.name());
            let has = ["text", "parse"].map(|name| script.get(name).is_some());
            assert_eq!(has, [is_known; 2], "{format} {dialect}");
            let notes = script.notes().join("\n");
            assert_eq!(
                notes.contains("No conversions of text"),
                !is_known,
                "{notes}"
            );
            // A column with the text needs no conversions.
            if let Ok(script) = with_type(format, dialect, ColumnType::Text) {
                let has_none = script.get("parse").is_none() && script.get("text").is_none();
                let is_noted = script.notes().join("\n").contains("No text");
                assert!(has_none && !is_noted, "{format} {dialect}");
            }
        }
    }
    let parse = part(&script(Format::Tid, Dialect::Mysql), "parse");
    assert!(!parse.contains("OR REPLACE"));
}

#[test]
fn postgresql_uses_its_own_functions_for_uuids() {
    let newer = |format| {
        let script = script(format, Dialect::Postgresql);
        script
            .get("time")
            .is_some_and(|time| time.contains("180000"))
    };
    let newer = Format::ALL.iter().filter(|&&format| newer(format));
    assert_eq!(newer.collect::<Vec<_>>(), [&Format::Uuid7]);
    for &format in Format::ALL {
        let Ok(script) = with_type(format, Dialect::Postgresql, ColumnType::Uuid) else {
            continue;
        };
        let casts = script.get("parse").map(|parse| parse.contains("t::uuid"));
        assert_ne!(casts, Some(false), "{format}");
    }
    let bytes = with_type(Format::Uuid7, Dialect::Postgresql, ColumnType::Binary);
    let bytes = bytes.expect("uuid7 as bytes").to_string();
    assert!(!bytes.contains("180000") && !bytes.contains("t::uuid"));
}

#[test]
fn reloaded_script_replaces_every_function() {
    for &dialect in Dialect::ALL {
        for &format in Format::ALL {
            let script = script(format, dialect);
            let text = script.to_string();
            let is_function = |part: &&Fragment| part.kind == FragmentKind::Function;
            for Fragment { name, sql, .. } in script.fragments().iter().filter(is_function) {
                if dialect == Dialect::Mysql {
                    let head = format!("FUNCTION {format}_{name}(");
                    let drop =
                        format!("\nDROP FUNCTION IF EXISTS {format}_{name}//\n\nCREATE {head}");
                    assert!(text.contains(&drop), "{format} {name}");
                } else {
                    let replaces =
                        sql.starts_with("DO $do$") || sql.starts_with("CREATE OR REPLACE ");
                    assert!(replaces, "{format} {dialect} {name}");
                }
            }
            let returns_id = ["min", "max", "parse"].map(|name| script.get(name).is_some());
            let replaces = script.get("replace").is_some();
            let can = dialect == Dialect::Postgresql && returns_id.contains(&true);
            assert_eq!(replaces, can, "{format} {dialect}");
        }
    }
}

#[test]
fn default_type_equals_that_of_every_language() {
    for (&dialect, database) in Dialect::ALL.iter().zip(Database::ALL) {
        assert_eq!(dialect.name(), database.name());
        for &format in Format::ALL {
            let default = script(format, dialect);
            let column_type = match format.stored_in(database) {
                Stored::Uuid => ColumnType::Uuid,
                Stored::Integer | Stored::Unsigned => ColumnType::Bigint,
                Stored::Bytes => ColumnType::Binary,
                Stored::Text => ColumnType::Text,
            };
            let requested = with_type(format, dialect, column_type);
            assert_eq!(Ok(&default), requested.as_ref(), "{format} {dialect}");
            let column = format.column_in(database, false);
            assert_eq!(default.column_type(), column.sql_type().to_string());
        }
    }
}

#[test]
fn unsupported_types_are_rejected_with_a_reason() {
    use ColumnType::{Bigint, Binary, Text, Uuid};
    use Dialect::{Clickhouse, Mariadb, Mysql, Postgresql, Sqlite};

    for (format, dialect, column_type, reason) in [
        (Format::Tid, Postgresql, Uuid, "128 bits"),
        (Format::Uuid7, Postgresql, Bigint, "64 bits"),
        (Format::Ulid, Postgresql, Text, "hexadecimal"),
        (Format::Snowflake, Mysql, Text, "type bigint"),
        (Format::Timeid, Postgresql, Text, "type bigint"),
        (Format::Uuid4, Mysql, Bigint, "64 bits"),
        (Format::Timeid, Sqlite, Binary, "signed"),
        (Format::Uuid7, Sqlite, Uuid, "no type uuid"),
        (Format::Uuid7, Clickhouse, Uuid, "second half"),
        (Format::Ulid, Mariadb, Uuid, "versions 6 and 7"),
        (Format::Uuid8, Mariadb, Uuid, "versions 6 and 7"),
    ] {
        let error = with_type(format, dialect, column_type).expect_err(reason);
        assert!(matches!(error, Error::Unsupported(_)), "{error:?}");
        assert!(error.to_string().contains(reason), "{format}: {error}");
    }
}

#[test]
fn unsupported_options_are_rejected_with_a_reason() {
    let epoch = Options::new().epoch(Epoch::Discord);
    let error = with_options(Format::Uuid7, Dialect::Mysql, epoch).expect_err("an epoch");
    assert!(matches!(error, Error::Options(_)), "{error:?}");

    let units = Options::new().timestamp_bits(60).unit_ns(1_234_567);
    let error = with_options(Format::Uuid8, Dialect::Sqlite, units).expect_err("odd units");
    assert!(matches!(&error, Error::Unsupported(reason) if reason.contains("64 bits are too few")));
}

#[test]
fn impossible_partitions_are_rejected_with_a_reason() {
    use Dialect::{Mysql, Postgresql, Sqlite};

    let day = Some(["2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z"]);
    let millennium = Some(["1026-01-01T00:00:00Z", "2026-01-02T00:00:00Z"]);
    for (format, dialect, times, reason) in [
        (Format::Uuid7, Sqlite, day, "not support partitions"),
        (Format::Uuid1, Postgresql, day, "does not sort"),
        (Format::Uuid4, Postgresql, day, "does not sort"),
        (Format::Uuid7, Mysql, millennium, "1026-01-01"),
    ] {
        let error = with_partitions(format, dialect, Period::Day, times).expect_err(reason);
        assert!(matches!(error, Error::Partitions(_)), "{error:?}");
        assert!(error.to_string().contains(reason), "{format}: {error}");
    }
    let without_times = with_partitions(Format::Uuid7, Mysql, Period::Day, None);
    assert_eq!(without_times, Err(Error::NoTimes));
}

#[test]
fn invalid_names_are_rejected() {
    let long = "n".repeat(64);
    for (dialect, name) in [
        (Dialect::Postgresql, ""),
        (Dialect::Postgresql, "a\nb"),
        (Dialect::Sqlite, "a"),
        (Dialect::Postgresql, long.as_str()),
        (Dialect::Mysql, "a "),
    ] {
        let mut request = Request::new(Format::Uuid7, dialect);
        name.clone_into(&mut request.column);
        let written = request.write();
        // The valid name checks that not everything is rejected.
        assert_eq!(written.is_ok(), name == "a", "{dialect} {name:?}");
    }
}

#[test]
fn names_are_quoted_in_each_dialect() {
    let hostile = "a\"b`c\\;--";
    for (dialect, quoted) in [
        (Dialect::Postgresql, "\"a\"\"b`c\\;--\""),
        (Dialect::Sqlite, "\"a\"\"b`c\\;--\""),
        (Dialect::Duckdb, "\"a\"\"b`c\\;--\""),
        (Dialect::Mysql, "`a\"b``c\\;--`"),
        (Dialect::Mariadb, "`a\"b``c\\;--`"),
        (Dialect::Clickhouse, "`a\"b\\`c\\\\;--`"),
    ] {
        let mut request = Request::new(Format::Tid, dialect);
        hostile.clone_into(&mut request.column);
        request.table = Some(Table::new(hostile));
        let table = part(&request.write().expect("a script"), "table");
        assert!(
            table.starts_with(&format!("CREATE TABLE {quoted} (")),
            "{table}"
        );
        assert!(table.contains(&format!("\n  {quoted} ")), "{table}");
        assert_eq!(table.matches(hostile).count(), 0, "{table}");
    }
}

#[test]
fn custom_epoch_moves_the_bounds() {
    let min = |options: Options| {
        let script = with_options(Format::Snowflake, Dialect::Duckdb, options);
        part(&script.expect("a script"), "min")
    };
    assert!(min(Options::new()).contains("epoch_us(t) - 1288834974657000"));
    assert!(min(Options::new().epoch(Epoch::Discord)).contains("epoch_us(t) - 1420070400000000"));
}

#[test]
fn custom_layout_option_adds_time_function() {
    let layout = Options::new().timestamp_bits(60).unit_ns(100);
    let with_layout = with_options(Format::Uuid8, Dialect::Postgresql, layout);
    let time = part(&with_layout.expect("a script"), "time");
    assert!(time.contains("timestamptz"));
    let without = script(Format::Uuid8, Dialect::Postgresql);
    assert_eq!(without.get("time"), None);
    let layout = Options::new().preset(Preset::Cockroachdb);
    let with_layout = with_options(Format::Custom64, Dialect::Postgresql, layout);
    let time = part(&with_layout.expect("a script"), "time");
    assert!(time.contains("timestamptz"));
    let without = script(Format::Custom64, Dialect::Postgresql);
    assert_eq!(without.get("time"), None);
}

#[test]
fn partitions_cover_the_times_without_gaps() {
    let times = Some(["2024-01-31T12:00:00Z", "2024-03-01T00:00:00Z"]);
    for (period, partitions) in [
        (Period::Day, 30),
        (Period::Week, 5),
        (Period::Month, 2),
        (Period::Year, 1),
    ] {
        let script = with_partitions(Format::Uuid7, Dialect::Postgresql, period, times);
        let table = part(&script.expect("a script"), "table");
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

#[test]
fn names_parse_to_their_values() {
    for &dialect in Dialect::ALL {
        assert_eq!(dialect.name().parse(), Ok(dialect));
    }
    assert!("PostgreSQL".parse::<Dialect>().is_err());
}
