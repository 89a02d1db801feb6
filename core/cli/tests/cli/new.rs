//! New ids, and errors of writing them.

use std::collections::HashSet;
use std::io::Read;
use std::process::Stdio;

use serde_json::Value;
use sortid::{AnyId, Format};

use crate::{Run, TID, command, json_lines, made, sortid};

#[test]
fn new_ids_have_the_format() {
    for format in made() {
        let id = sortid(&format!("new {format}")).good();
        assert!(id.ends_with('\n'));
        assert!(AnyId::parse(id.trim_end(), format).is_ok(), "{id}");
        if format == Format::Custom64 {
            // Any integer is a custom64, so it is not listed.
            continue;
        }
        let run = sortid(&format!("inspect -- {}", id.trim_end()));
        assert!(run.out.contains(&format!("\t{format}\t")), "{}", run.out);
        assert_eq!(run.err, "");
    }
    assert_eq!(sortid("new uuid7 -n 0").good(), "");
}

#[test]
fn new_ids_are_unique_and_ordered() {
    for format in made() {
        // More than one chunk of a mebibyte, with an incomplete last one.
        let count = (1 << 20) / (format.example().expect("an id").to_text().len() + 1) + 1000;
        let ids = sortid(&format!("new {format} -n {count}")).good();
        let ids: Vec<&str> = ids.lines().collect();
        assert_eq!(ids.len(), count, "{format}");
        assert_eq!(ids.iter().collect::<HashSet<_>>().len(), count, "{format}");
        // Texts of present ids have one length, so decimal integers sort, too.
        let sorts = format.text_sorts() || format.bytes_sort() || format.is_signed();
        if format.is_ordered() && sorts && format != Format::Elasticflake {
            assert!(ids.is_sorted(), "{format}");
        }
    }
}

#[test]
fn json_of_new_ids_is_complete() {
    for format in made() {
        let objects = json_lines(&sortid(&format!("new {format} -n 3 --json")).good());
        assert_eq!(objects.len(), 3);
        for object in objects {
            let keys: Vec<&String> = object.as_object().expect("an object").keys().collect();
            assert_eq!(keys, ["format", "text", "hex", "fields", "unix", "time"]);
            assert_eq!(object["format"], format.name());
            let fields = object["fields"].as_object().expect("fields");
            assert!(fields.values().all(Value::is_string));
            let has_time = !matches!(format, Format::Uid11Fullrand | Format::Uuid4);
            assert_eq!(object["unix"].is_object(), has_time, "{object}");
            assert_eq!(object["time"].is_string(), has_time, "{object}");
        }
    }
}

#[test]
fn seeded_ids_are_reproducible() {
    let seed = "5a".repeat(32);
    for format in made() {
        let line = format!("new {format} -n 20 --seed {seed} --at 2024-07-19T12:34:56.789Z");
        let ids = sortid(&line).good();
        assert_eq!(ids.lines().count(), 20);
        assert_eq!(ids, sortid(&line).good());
    }
    let line = format!("new tid --json --node 6 --seed {seed} --at 2023-06-30T15:03:01.887007Z");
    let object = json_lines(&sortid(&line).good()).remove(0);
    assert_eq!(object["text"], TID);
    assert_eq!(object["fields"]["clock_id"], "6");
    assert_eq!(object["unix"]["seconds"], "1688137381");
    assert_eq!(object["unix"]["nanos"], 887_007_000);
    assert_eq!(object["time"], "2023-06-30T15:03:01.887007Z");
}

#[test]
fn new_prints_ids_before_its_error() {
    let run = sortid("new tid -n 10 --at @1 --max-lead-ms 0 --on-exhausted error");
    assert_eq!((run.code, run.out.lines().count()), (Some(1), 1));
    assert!(
        run.err.starts_with("error: tid: counter_exhausted: "),
        "{}",
        run.err
    );
    let error = sortid("new uuid6 --at 1500-01-01").bad(2);
    assert!(
        error.starts_with("error: --at: uuid6: timestamp_out_of_range: "),
        "{error}"
    );
}

#[test]
fn closed_pipe_is_no_error() {
    for line in ["new uuid7 -n 1000000", "new uuid7 -n 1000000 --json"] {
        let mut child = command(line)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("sortid starts");
        let mut first = [0; 37];
        let mut stdout = child.stdout.take().expect("standard output is piped");
        stdout.read_exact(&mut first).expect("ids are written");
        drop(stdout);
        let run: Run = child.wait_with_output().expect("sortid ends").into();
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{line}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn full_output_is_reported() {
    for line in [
        "new uuid7".to_owned(),
        "new uuid7 -n 100000".to_owned(),
        "new uuid7 --json".to_owned(),
        format!("inspect {TID}"),
        "range uuid7 --from 2024-07-19 --to 2024-07-20".to_owned(),
        format!("convert {TID} --from tid --to timeid"),
        "formats".to_owned(),
        "demo".to_owned(),
        "completions bash".to_owned(),
    ] {
        let full = std::fs::File::create("/dev/full").expect("there is a full device");
        let run: Run = command(&line)
            .stdout(full)
            .output()
            .expect("sortid starts")
            .into();
        assert_eq!(run.code, Some(1), "{line}");
        assert!(
            run.err.starts_with("error: standard output: "),
            "{line}: {}",
            run.err
        );
        assert_eq!(run.err.lines().count(), 1, "{line}: {}", run.err);
    }
}

#[test]
fn count_is_positional_and_names_parse_in_any_spelling() {
    for line in ["new uuid7 3", "new UUIDv7 3", "new uuid-v7 -n 3"] {
        let out = sortid(line).good();
        assert_eq!(out.lines().count(), 3, "{line}");
        assert!(out.lines().all(|id| id.as_bytes()[14] == b'7'), "{out}");
    }
    assert_eq!(sortid("new ULID 0").good(), "");
    let error = sortid("new uuid3").bad(2);
    assert!(
        error.contains("sortid formats") && error.contains("uuid4"),
        "{error}"
    );
}
