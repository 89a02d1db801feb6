//! The `sortid` command as its users run it.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "a test is outside of the library"
)]

use std::collections::HashSet;
use std::io::{Read, Write};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

const TID: &str = "3jzfcijpj2z2a";
const TIMEID: &str = "3jzf-cij-pj2z-2a";
const UUID1: &str = "c232ab00-9414-11ec-b3c8-9f6bdeced846";
const UUID6: &str = "1ec9414c-232a-6b00-b3c8-9f6bdeced846";
const UUID7: &str = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f";
const FORMATS: [(&str, usize); 35] = [
    ("tid", 13),
    ("timeid", 16),
    ("uid11_xid", 11),
    ("uid11_fullrand", 11),
    ("uid11_snowish", 11),
    ("uid11_ts_seq_rand", 11),
    ("uuid6", 36),
    ("uuid7_draft01", 36),
    ("uuid7", 36),
    ("uuid8", 36),
    ("scru160", 32),
    ("lexical_uuid", 35),
    ("snowflake", 19),
    ("flake", 18),
    ("sharding_id", 19),
    ("ksuid", 27),
    ("elasticflake", 20),
    ("flake_idgen", 19),
    ("sonyflake", 18),
    ("ordered_uuid", 36),
    ("comb_guid", 36),
    ("ulid", 26),
    ("sid", 39),
    ("push_id", 20),
    ("xid", 20),
    ("object_id", 24),
    ("cuid", 25),
    ("comb_mssql", 36),
    ("uuid1", 36),
    ("uuid4", 36),
    (READ_ONLY, 36),
    ("mastodon", 18),
    ("tsid", 13),
    ("scru128", 25),
    ("scru64", 12),
];

/// The format whose ids are not made.
const READ_ONLY: &str = "any_uuid";

fn made() -> impl Iterator<Item = (&'static str, usize)> {
    FORMATS
        .into_iter()
        .filter(|(format, _)| *format != READ_ONLY)
}

/// How a run ended.
struct Run {
    code: Option<i32>,
    out: String,
    err: String,
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        Run {
            code: output.status.code(),
            out: String::from_utf8(output.stdout).expect("the output is UTF-8"),
            err: String::from_utf8(output.stderr).expect("errors are UTF-8"),
        }
    }
}

impl Run {
    /// The output of a run in which all went well.
    #[track_caller]
    fn good(self) -> String {
        assert_eq!((self.code, self.err.as_str()), (Some(0), ""));
        self.out
    }

    /// The errors of a run without output.
    #[track_caller]
    fn bad(self, code: i32) -> String {
        assert_eq!(
            (self.code, self.out.as_str()),
            (Some(code), ""),
            "{}",
            self.err
        );
        assert_ne!(self.err, "");
        self.err
    }
}

fn command(line: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sortid"));
    command.args(line.split_whitespace()).stdin(Stdio::null());
    command
}

/// Runs a command line; words are between blanks.
fn sortid(line: &str) -> Run {
    command(line).output().expect("sortid starts").into()
}

fn sortid_reading(line: &str, input: &[u8]) -> Run {
    let mut child = command(line)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("sortid starts");
    let mut stdin = child.stdin.take().expect("standard input is piped");
    stdin.write_all(input).expect("sortid reads its input");
    drop(stdin);
    child.wait_with_output().expect("sortid ends").into()
}

fn json_lines(text: &str) -> Vec<Value> {
    text.lines()
        .map(|line| serde_json::from_str(line).expect("each line is JSON"))
        .collect()
}

#[test]
fn help_tells_the_exit_codes_and_shows_examples() {
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
fn usage_errors_end_with_2() {
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
        "new uuid7 --at yesterday",
        "new tid --clock-id seven",
        "new tid --seed abc",
        "range uuid7 --from 2024-07-19",
        "range uuid7 --from 2024-02-30 --to now",
        "convert --from tid",
        "convert --from tid --to timeid --form compact",
        "convert --from elasticsearch_id --form urn",
        "completions csh",
    ] {
        sortid(line).bad(2);
    }
    let error = sortid("new tid --clock-id seven").bad(2);
    assert!(
        error.contains("--clock-id") && error.contains("invalid_option"),
        "{error}"
    );
    let error = sortid("new tid --clock-id 1024").bad(2);
    assert!(
        error.starts_with("sortid: --clock-id 1024: invalid_option"),
        "{error}"
    );
    let error = sortid("new uuid7 --clock-id 7").bad(2);
    assert!(error.contains("uuid7 has no such option"), "{error}");
    assert!(
        sortid("new uuid7 --at 2024-07-19T25:00:00")
            .bad(2)
            .contains("--at")
    );
}

#[test]
fn completions_are_of_the_shell() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = sortid(&format!("completions {shell}")).good();
        assert!(script.contains("uid11_snowish"), "{shell}");
    }
}

#[test]
fn new_ids_are_of_the_format() {
    for (format, width) in made() {
        let id = sortid(&format!("new {format}")).good();
        assert_eq!(id.len(), width + 1, "{format}");
        assert!(id.ends_with('\n'));
        let readings = sortid(&format!("inspect -- {}", id.trim_end())).good();
        assert!(readings.contains(&format!("\t{format}\t")), "{readings}");
    }
    assert_eq!(sortid("new uuid7 -n 0").good(), "");
}

#[test]
fn many_ids_are_unique_and_in_order() {
    for (format, _) in made() {
        // Several chunks, and a last one that is not full.
        let count = 100_001;
        let ids = sortid(&format!("new {format} -n {count}")).good();
        let ids: Vec<&str> = ids.lines().collect();
        assert_eq!(ids.len(), count, "{format}");
        assert_eq!(ids.iter().collect::<HashSet<_>>().len(), count, "{format}");
        if !matches!(
            format,
            "uid11_fullrand" | "uid11_xid" | "elasticflake" | "comb_mssql" | "uuid1" | "uuid4"
        ) {
            assert!(ids.is_sorted(), "{format}");
        }
    }
}

#[test]
fn json_of_new_ids_tells_all() {
    for (format, _) in made() {
        let objects = json_lines(&sortid(&format!("new {format} -n 3 --json")).good());
        assert_eq!(objects.len(), 3);
        for object in objects {
            let keys: Vec<&String> = object.as_object().expect("an object").keys().collect();
            assert_eq!(keys, ["format", "text", "hex", "fields", "unix", "time"]);
            assert_eq!(object["format"], format);
            let fields = object["fields"].as_object().expect("fields");
            assert!(fields.values().all(Value::is_string));
            let has_time = !matches!(format, "uid11_fullrand" | "uuid4");
            assert_eq!(object["unix"].is_object(), has_time, "{object}");
            assert_eq!(object["time"].is_string(), has_time, "{object}");
        }
    }
}

#[test]
fn ids_made_at_a_time_with_a_seed_are_the_same_ids() {
    let seed = "5a".repeat(32);
    for (format, _) in made() {
        let line = format!("new {format} -n 20 --seed {seed} --at 2024-07-19T12:34:56.789Z");
        let ids = sortid(&line).good();
        assert_eq!(ids.lines().count(), 20);
        assert_eq!(ids, sortid(&line).good());
    }
    let line =
        format!("new tid --json --clock-id 6 --seed {seed} --at 2023-06-30T15:03:01.887007Z");
    let object = json_lines(&sortid(&line).good()).remove(0);
    assert_eq!(object["text"], TID);
    assert_eq!(object["fields"]["clock_id"], "6");
    assert_eq!(object["unix"]["seconds"], "1688137381");
    assert_eq!(object["unix"]["nanos"], 887_007_000);
    assert_eq!(object["time"], "2023-06-30T15:03:01.887007Z");
}

#[test]
fn what_cannot_be_made_is_reported_after_what_can() {
    let run = sortid("new tid -n 10 --at @1 --max-lead-ms 0 --on-exhausted error");
    assert_eq!((run.code, run.out.lines().count()), (Some(1), 1));
    assert!(
        run.err.starts_with("sortid: tid: counter_exhausted: "),
        "{}",
        run.err
    );
    let error = sortid("new uuid6 --at 1500-01-01").bad(2);
    assert!(
        error.starts_with("sortid: --at: uuid6: timestamp_out_of_range: "),
        "{error}"
    );
}

#[test]
fn a_reader_that_leaves_ends_it_quietly() {
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
fn an_output_that_is_full_is_reported() {
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
            run.err.starts_with("sortid: standard output: "),
            "{line}: {}",
            run.err
        );
        assert_eq!(run.err.lines().count(), 1, "{line}: {}", run.err);
    }
}

#[test]
fn inspect_tells_every_reading() {
    let out = sortid(&format!("inspect {TID}")).good();
    let time = "2023-06-30T15:03:01.887007Z";
    let lines: Vec<Vec<&str>> = out.lines().map(|line| line.split('\t').collect()).collect();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0][..3], [TID, "tid", time]);
    assert!(lines[0].contains(&"clock_id=6"));
    assert_eq!(lines[1][..3], [TIMEID, "timeid", time]);

    let objects = json_lines(&sortid(&format!("inspect --json {TID}")).good());
    assert_eq!(objects.len(), 2);
    for (object, (format, text)) in objects.iter().zip([("tid", TID), ("timeid", TIMEID)]) {
        assert_eq!(object["input"], TID);
        assert_eq!(object["format"], format);
        assert_eq!(object["text"], text);
        assert_eq!(object["time"], time);
        assert_eq!(object["reserved"], false);
    }
}

#[test]
fn inspect_goes_on_after_a_text_that_is_no_id() {
    let run = sortid_reading("inspect", b"3jzfcijpj2z2a\nkjzfcijpj2z2a\n");
    assert_eq!((run.code, run.out.lines().count()), (Some(2), 2));
    let expected = "sortid: kjzfcijpj2z2a: not an id of any format: tid";
    assert!(run.err.starts_with(expected), "{}", run.err);
    assert!(run.err.contains("out_of_range"), "{}", run.err);

    let run = sortid(&format!("inspect {TID} !! {UUID7}"));
    assert_eq!(run.code, Some(2));
    assert!(
        run.out
            .contains(&format!("{UUID7}\tuuid7\t2022-02-22T19:22:22.000Z\t"))
    );
    let expected = "sortid: !!: not an id of any format: snowflake, flake, sharding_id, flake_idgen, sonyflake, mastodon: \
                    invalid_character: ";
    assert!(run.err.starts_with(expected), "{}", run.err);
}

#[test]
fn inspect_says_why() {
    let urn = format!("urn:uuid:{UUID7}").replace("-98c4", "_98c4");
    let error = sortid(&format!("inspect --why {urn}")).bad(2);
    assert_eq!(error.lines().count(), 1 + FORMATS.len());
    for (format, _) in FORMATS {
        let refused = format!("sortid: {urn}: {format}: invalid_");
        assert!(error.contains(&refused), "{format}");
    }
    assert!(error.contains("any_uuid: invalid_character: "), "{error}");
}

#[test]
fn kinds_of_uuids_are_told() {
    let name = "2ed6657d-e927-568b-95e1-2665a8aea6a2";
    let out = sortid(&format!("inspect {name}")).good();
    assert!(out.starts_with(&format!("{name}\tany_uuid\t-\t")), "{out}");
    assert!(out.ends_with("\tkind=version_5\n"), "{out}");
    let objects = json_lines(&sortid(&format!("inspect --json {name} {UUID7}")).good());
    assert_eq!(
        (&objects[0]["kind"], &objects[1]["kind"]),
        (&"version_5".into(), &Value::Null)
    );
    let demo = sortid("demo").good();
    assert!(
        demo.contains("version_5: a name, hashed: no time, does not sort"),
        "{demo}"
    );
}

#[test]
fn an_epoch_is_given_by_its_name() {
    let text = "175928847299117063";
    let out = sortid(&format!("inspect --epoch discord {text}")).good();
    assert!(
        out.contains("\tflake_idgen\t2016-04-30T11:18:25.796Z\t"),
        "{out}"
    );
    // One format refuses the number, the others take it.
    let out = sortid(&format!("inspect --epoch twitter {text}")).good();
    assert!(
        out.contains("\tsnowflake\t2012-03-03T") && out.contains("\tsonyflake\t-\t"),
        "{out}"
    );
    let error = sortid(&format!("inspect --epoch twitter --epoch-unix-ms 0 {text}")).bad(2);
    assert!(error.contains("--epoch twitter: invalid_option"), "{error}");
    sortid(&format!("inspect --epoch nowhere {text}")).bad(2);
    let object = json_lines(&sortid("new snowflake --epoch discord --at 2024-07-19 --json").good());
    assert_eq!(object[0]["time"], "2024-07-19T00:00:00.000Z");
    sortid("range flake_idgen --epoch discord --from 2024-07-19 --to 2024-07-20").good();
}

#[test]
fn nothing_of_a_line_is_lost_but_its_end() {
    let input = format!("{TID}\r\n{UUID7}\r\n\n {TID}\n{TID}");
    let run = sortid_reading("inspect --json", input.as_bytes());
    assert_eq!(run.code, Some(2));
    let formats: Vec<Value> = json_lines(&run.out)
        .iter()
        .map(|object| object["format"].clone())
        .collect();
    assert_eq!(
        formats,
        ["tid", "timeid", "uuid7", "uuid7_draft01", "tid", "timeid"]
    );
    let errors: Vec<&str> = run.err.lines().collect();
    assert_eq!(errors.len(), 2);
    assert!(errors[0].starts_with("sortid: \"\": "), "{}", errors[0]);
    assert!(
        errors[1].starts_with(&format!("sortid: \" {TID}\": ")),
        "{}",
        errors[1]
    );
}

#[test]
fn input_may_be_empty_or_anything() {
    for line in ["inspect", "inspect -", "convert --from tid --to timeid"] {
        assert_eq!(sortid_reading(line, b"").good(), "", "{line}");
    }
    let mut input = b"3jzfcijpj2z2\xff\n\x1b[2J\n".to_vec();
    input.extend(vec![b'a'; 1 << 20]);
    input.extend_from_slice(b"\n3jzfcijpj2z2a");
    let run = sortid_reading("inspect", &input);
    assert_eq!((run.code, run.out.lines().count()), (Some(2), 2));
    let errors: Vec<&str> = run.err.lines().collect();
    assert_eq!(errors.len(), 3);
    assert!(
        errors[0].starts_with("sortid: 3jzfcijpj2z2\\xff: "),
        "{}",
        errors[0]
    );
    assert!(errors[0].contains("invalid_character") && errors[0].contains("byte 12"));
    assert!(
        errors[1].starts_with("sortid: \\u{1b}[2J: "),
        "{}",
        errors[1]
    );
    assert!(errors[2].contains("longer than any id"), "{}", errors[2]);
    assert!(errors[2].len() < 400);
}

#[test]
fn a_dash_is_standard_input() {
    let run = sortid_reading(&format!("inspect {UUID6} - {UUID7}"), b"3jzfcijpj2z2a\n");
    let out = run.good();
    let texts: Vec<&str> = out
        .lines()
        .filter_map(|line| line.split('\t').next())
        .collect();
    assert_eq!(texts, [UUID6, TID, TIMEID, UUID7, UUID7]);
}

#[test]
fn answers_do_not_wait_for_the_end_of_the_input() {
    let mut child = command("inspect")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("sortid starts");
    let mut stdin = child.stdin.take().expect("standard input is piped");
    let mut stdout = child.stdout.take().expect("standard output is piped");
    stdin
        .write_all(b"3jzfcijpj2z2a\n")
        .expect("sortid reads its input");
    let mut text = [0; 13];
    stdout.read_exact(&mut text).expect("sortid answers");
    assert_eq!(text, *b"3jzfcijpj2z2a");
    drop(stdin);
    assert!(child.wait().expect("sortid ends").success());
}

#[test]
fn times_are_read_with_other_layouts_where_the_format_has_them() {
    let uuid8 = "00000000-03e8-8000-8000-000000000001";
    let plain = sortid(&format!("inspect {uuid8}")).good();
    assert!(plain.contains("\tuuid8\t-\t"), "{plain}");
    let read = sortid(&format!("inspect --unit-ns 1000000 {uuid8} {UUID7}")).good();
    assert!(
        read.contains("\tuuid8\t1970-01-01T00:00:01.000Z\t"),
        "{read}"
    );
    assert!(
        read.contains("\tuuid7\t2022-02-22T19:22:22.000Z\t"),
        "{read}"
    );
    let read = sortid("inspect --epoch-unix-ms -86400000 113q8KFkAEs").good();
    assert!(
        read.contains("\tuid11_snowish\t1970-01-01T00:00:00.000Z\t"),
        "{read}"
    );
    assert!(
        read.contains("\tuid11_xid\t2011-11-12T11:11:11.111Z\t"),
        "{read}"
    );
    let error = sortid(&format!("inspect --timestamp-bits 33 {uuid8}")).bad(2);
    assert!(
        error.starts_with("sortid: --timestamp-bits 33: invalid_option"),
        "{error}"
    );
}

#[test]
fn reserved_ids_and_late_years_are_told() {
    let last = "V".repeat(32);
    let out = sortid(&format!("inspect {last}")).good();
    assert!(
        out.contains("\tscru160\t+10889-08-02T05:31:50.655Z\t"),
        "{out}"
    );
    assert!(out.ends_with("\treserved\n"), "{out}");
    let objects = json_lines(&sortid(&format!("inspect --json {last}")).good());
    assert_eq!(objects[0]["reserved"], true);
    assert_eq!(
        objects[0]["fields"]["random80"],
        "1208925819614629174706175"
    );
}

#[test]
fn ranges_bound_the_interval() {
    let out = sortid("range uuid7 --from 2024-07-19 --to 2024-07-19T02:00:01+02:00").good();
    let expected = "0190c849-d400-7000-8000-000000000000\n0190c849-d7e7-7fff-bfff-ffffffffffff\n";
    assert_eq!(out, expected);
    let out = sortid("range tid --from @1 --to @2 --json").good();
    let object = json_lines(&out).remove(0);
    assert_eq!(object["format"], "tid");
    assert_eq!(object["min"]["hex"], "000000003d090000");
    assert!(object["max"]["text"].is_string());
    sortid("range timeid --from @-1.5 --to now").good();

    for (line, expected) in [
        (
            "range uuid7 --from @2 --to @2",
            "sortid: --to: not after --from\n",
        ),
        (
            "range uuid7 --from @-2 --to @2",
            "sortid: uuid7: timestamp_out_of_range: ",
        ),
        (
            "range uid11_fullrand --from @1 --to @2",
            "sortid: uid11_fullrand: not_applicable: ",
        ),
        (
            "range uuid7 --from @1 --to @2 --unit-ns 1",
            "sortid: --unit-ns 1: invalid_option: uuid7 has no such option\n",
        ),
    ] {
        let error = sortid(line).bad(2);
        assert!(error.starts_with(expected), "{error}");
    }
    sortid("range uuid8 --from @1 --to @2 --unit-ns 1000000").good();
}

#[test]
fn prefixes_bound_their_ids() {
    let out = sortid("prefix timeid 3kxn-lhr").good();
    assert_eq!(out, "3kxn-lhr-2222-22\n3kxn-lhr-zzzz-zz\n");
    let object = json_lines(&sortid("prefix tid 3 --json").good()).remove(0);
    assert_eq!(object["min"]["text"], "3222222222222");
    let error = sortid("prefix uuid7 0190x").bad(2);
    assert!(
        error.starts_with("sortid: 0190x: uuid7: invalid_character: "),
        "{error}"
    );
}

#[test]
fn ids_are_converted() {
    for (text, from, to, made) in [
        (TID, "tid", "timeid", TIMEID),
        (TIMEID, "timeid", "tid", TID),
        (UUID1, "uuid1", "uuid6", UUID6),
        (UUID6, "uuid6", "uuid1", UUID1),
        (UUID7, "any_uuid", "uuid7", UUID7),
        (UUID7, "uuid7", "any_uuid", UUID7),
    ] {
        let out = sortid(&format!("convert {text} --from {from} --to {to}")).good();
        assert_eq!(out, format!("{made}\n"));
    }
    let run = sortid_reading(
        "convert --from tid --to timeid",
        b"3jzfcijpj2z2a\nxx\r\n3jzfcijpj2z2a\r\n",
    );
    assert_eq!(run.code, Some(2));
    assert_eq!(run.out, format!("{TIMEID}\n{TIMEID}\n"));
    assert!(
        run.err.starts_with("sortid: xx: invalid_length: "),
        "{}",
        run.err
    );
    let out = sortid(&format!("convert {TID} --from tid --to timeid --json")).good();
    let object = json_lines(&out).remove(0);
    for (key, value) in [
        ("input", TID),
        ("from", "tid"),
        ("to", "timeid"),
        ("text", TIMEID),
    ] {
        assert_eq!(object[key], value);
    }
    let error = sortid(&format!("convert {TID} {TID} --from tid --to uuid7")).bad(2);
    assert!(
        error.starts_with("sortid: --from tid --to uuid7: not_applicable: "),
        "{error}"
    );
    assert_eq!(error.lines().count(), 1);
}

#[test]
fn other_forms_are_printed() {
    let bare = UUID7.replace('-', "");
    for (text, from, form, made) in [
        (UUID7, "uuid7", "compact", bare.clone()),
        (UUID7, "uuid7", "urn", format!("urn:uuid:{UUID7}")),
        (bare.as_str(), "uuid7", "canonical", UUID7.to_owned()),
        (TIMEID, "timeid", "compact", TID.to_owned()),
    ] {
        let out = sortid(&format!("convert {text} --from {from} --form {form}")).good();
        assert_eq!(out, format!("{made}\n"));
    }
    let error = sortid(&format!("convert {TID} --from tid --form hex")).bad(2);
    assert!(
        error.starts_with("sortid: --from tid --form hex: not_applicable: "),
        "{error}"
    );
}

#[test]
fn every_format_is_listed() {
    let out = sortid("formats").good();
    assert_eq!(out, sortid("formats").good(), "examples stay the same");
    let objects = json_lines(&sortid("formats --json").good());
    assert_eq!(
        (out.lines().count(), objects.len()),
        (FORMATS.len(), FORMATS.len())
    );
    for ((line, object), (format, width)) in out.lines().zip(objects).zip(FORMATS) {
        let columns: Vec<&str> = line.split('\t').collect();
        assert_eq!(columns.len(), 9);
        assert_eq!(columns[1], format);
        // The longest text, which of some formats is longer than those of now.
        let longest: usize = columns[2].parse().expect("a length");
        assert!(
            longest >= width && longest <= 39.max(width),
            "{format}: {longest}"
        );
        assert_eq!(columns[3].len(), width);
        assert_eq!(object["name"], format);
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
fn the_demo_is_short_and_shows_every_format() {
    let out = sortid("demo").good();
    assert!(out.lines().count() <= 6 * FORMATS.len());
    assert!(!out.contains('\x1b'), "no colours in a pipe");
    for (format, _) in FORMATS {
        assert!(out.contains(&format!("{format}  ")), "{format}");
    }
}
