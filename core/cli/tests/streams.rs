//! Files of ids, and of lines with ids: `grep`, `annotate`, `stats`, `sort`.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value;
use sortid::{AnyId, Format, Generator, Options, Timestamp};

const TID: &str = "3jzfcijpj2z2a";
const UUID7: &str = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f";
const UUID4: &str = "919108f7-52d1-4320-9bac-f847db4148a8";

/// A log with ids of 2023, of 2022, without a time, and of 2023 again.
fn log() -> String {
    format!(
        "at {TID} it began\nno id\nuser={UUID7} and {UUID4}\n\x1b[31m{UUID4}\x1b[0m\nagain {TID},{TID}"
    )
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("streams-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn command(line: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sortid"));
    command.args(line.split_whitespace());
    command
}

/// Starts a command with pipes for all of its streams.
fn piped(command: &mut Command) -> Child {
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("sortid starts")
}

fn run(command: &mut Command, input: &[u8]) -> Output {
    let mut child = piped(command);
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_vec();
    let writer = std::thread::spawn(move || {
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().expect("sortid ends");
    writer.join().expect("the writer ends");
    output
}

/// Returns the output and the errors of a run that must end with this code.
#[track_caller]
fn ended(command: &mut Command, input: &[u8], code: i32) -> (String, String) {
    let output = run(command, input);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(code), "{errors}");
    let out = String::from_utf8(output.stdout).expect("the output is UTF-8");
    (out, errors)
}

#[track_caller]
fn good(line: &str, input: &[u8]) -> String {
    let (out, errors) = ended(&mut command(line), input, 0);
    assert_eq!(errors, "");
    out
}

#[test]
fn grep_finds_lines_of_the_interval() {
    let log = log();
    let grep = |line: &str| good(&format!("grep {line}"), log.as_bytes());
    let of_2023 = format!("at {TID} it began\nagain {TID},{TID}\n");
    assert_eq!(grep("--from 2023-01-01 --to 2024-01-01"), of_2023);
    assert_eq!(grep("--from 2023-01-01"), of_2023);
    assert_eq!(grep("--from 2023-01-01 --format TID,ulid"), of_2023);
    let of_2022 = format!("user={UUID7} and {UUID4}\n");
    assert_eq!(grep("--to 2023-01-01"), of_2022);
    // The start is inclusive, the end exclusive.
    assert_eq!(
        grep("--from 2022-02-22T19:22:22Z --to 2022-02-22T19:22:22.001Z"),
        of_2022
    );
    let ids = grep("--from 2020-01-01 --only-ids");
    assert_eq!(ids, format!("{TID}\n{UUID7}\n{TID}\n{TID}\n"));

    let none = "grep --from 2022-02-22 --to 2022-02-22T19:22:22Z";
    assert_eq!(ended(&mut command(none), log.as_bytes(), 1).0, "");
    let none = "grep --from 2020-01-01 --format ulid";
    assert_eq!(ended(&mut command(none), log.as_bytes(), 1).0, "");
    for usage in [
        "grep",
        "grep --from 2024-01-01 --to 2023-01-01",
        "grep --from soon",
    ] {
        ended(&mut command(usage), b"", 2);
    }
}

#[test]
fn grep_counts_lines_per_file() {
    let folder = folder("counted");
    let paths = ["a", "empty"].map(|name| folder.join(name));
    fs::write(&paths[0], log()).expect("a file");
    fs::write(&paths[1], "").expect("a file");
    let [log, empty] = paths.each_ref().map(|path| path.display());
    let both = good(&format!("grep -c --from 2023-01-01 {log} {empty}"), b"");
    assert_eq!(both, format!("{log}:2\n{empty}:0\n"));
    let twice = good(&format!("grep -c --from 2023-01-01 {log} {log}"), b"");
    assert_eq!(twice, format!("{log}:2\n{log}:2\n"));
    let one = good(
        "grep --count --from 2022-01-01 --to 2024-01-01",
        self::log().as_bytes(),
    );
    assert_eq!(one, "3\n");
    let (none, _) = ended(
        &mut command("grep -c --from 2024-01-01"),
        self::log().as_bytes(),
        1,
    );
    assert_eq!(none, "0\n");
}

#[test]
fn future_spans_are_relative_to_now() {
    let id = AnyId::min_at(Timestamp::now(), Format::Tid).expect("a tid");
    let found = good("grep -c --from -1h --to +15m", id.to_string().as_bytes());
    assert_eq!(found, "1\n");
}

#[test]
fn compressed_files_are_decompressed() {
    let folder = folder("files");
    let log = log();
    fs::write(folder.join("plain.log"), &log).expect("a file");
    // Two members, and two frames with frames without data around them, as in appended files.
    let (first, second) = log.split_at(40);
    let gzip = |text: &str| {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(text.as_bytes()).expect("memory");
        encoder.finish().expect("memory")
    };
    let zstd = |text: &str| {
        let level = ruzstd::encoding::CompressionLevel::Fastest;
        ruzstd::encoding::compress_to_vec(text.as_bytes(), level)
    };
    let skipped = [0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3];
    fs::write(folder.join("b.gz"), [gzip(first), gzip(second)].concat()).expect("a file");
    let frames = [
        &skipped[..],
        &zstd(first),
        &skipped,
        &zstd(second),
        &skipped,
    ]
    .concat();
    fs::write(folder.join("c.zst"), frames).expect("a file");

    let mut grep = command("grep --from 2022-01-01 --to 2023-01-01 plain.log b.gz c.zst -");
    let (out, errors) = ended(grep.current_dir(&folder), log.as_bytes(), 0);
    let line = format!("user={UUID7} and {UUID4}");
    let expected = ["plain.log", "b.gz", "c.zst", "-"].map(|file| format!("{file}:{line}\n"));
    assert_eq!((out, errors.as_str()), (expected.concat(), ""));

    // Unreadable files are reported, and the others are processed.
    fs::write(folder.join("broken.gz"), b"\x1f\x8bnothing").expect("a file");
    let mut grep =
        command("grep --from 2022-01-01 --to 2023-01-01 missing.log broken.gz plain.log");
    let (out, errors) = ended(grep.current_dir(&folder), b"", 2);
    assert_eq!(out, format!("plain.log:{line}\n"));
    assert!(
        errors.contains("missing.log: ") && errors.contains("broken.gz: "),
        "{errors}"
    );
}

#[test]
fn annotate_adds_or_replaces_times() {
    let log = log();
    let time = "2023-06-30T15:03:01.887007Z";
    let out = good("annotate", log.as_bytes());
    let tid = format!("{TID} ⟨{time}, tid⟩");
    let uuid = format!("{UUID7} ⟨2022-02-22T19:22:22.000Z, uuid7⟩");
    assert_eq!(out, log.replace(TID, &tid).replace(UUID7, &uuid));
    let out = good("annotate --replace --format tid", log.as_bytes());
    assert_eq!(out, log.replace(TID, time));
    let mut local = command("annotate --local --replace --format tid");
    let (out, _) = ended(local.env("TZ", "<+02>-2"), log.as_bytes(), 0);
    assert_eq!(out, log.replace(TID, "2023-06-30T17:03:01.887007+02:00"));
    // Input without ids is passed on unchanged, whatever it contains.
    let bytes = b"\xff\x00\r\n\n\xc3";
    assert_eq!(run(&mut command("annotate"), bytes).stdout, bytes);

    let out = good("annotate --json", log.as_bytes());
    let objects = out
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let places: Vec<(u64, u64, String)> = objects
        .map(|object| {
            let int = |key: &str| object[key].as_u64().expect("a number");
            let format = object["format"].as_str().expect("a name");
            (int("line"), int("found_at"), format.to_owned())
        })
        .collect();
    let expected = [(1, 3, "tid"), (3, 5, "uuid7"), (3, 46, "uuid4")];
    for (place, (line, at, format)) in places.iter().zip(expected) {
        assert_eq!(*place, (line, at, format.to_owned()));
    }
    assert_eq!(
        places.last().map(|(line, at, _)| (*line, *at)),
        Some((5, 20))
    );
}

/// Explicit formats: otherwise combs count as random UUIDs.
const MIXED: &str = "--format uuid7,tid,ulid,uuid1,comb_mssql,uuid4";

/// Returns ids of several formats on one day, in scattered order, some of them twice.
fn ids(count: usize) -> Vec<AnyId> {
    let formats = [
        Format::Uuid7,
        Format::Tid,
        Format::Ulid,
        Format::Uuid1,
        Format::CombMssql,
    ];
    let start = 1_720_000_000_000;
    (0..count)
        .map(|nth| {
            let nth = nth - usize::from(nth % 10 == 9);
            let step = (nth as i64).wrapping_mul(7919) % 86_400;
            let time = Timestamp::from_unix_ms(start + 1000 * step);
            AnyId::min_at(time, formats[nth % formats.len()]).expect("an id of that time")
        })
        .collect()
}

fn time(id: &AnyId) -> Option<Timestamp> {
    id.timestamp().ok()
}

#[test]
fn sort_is_stable_by_time_format_and_value() {
    let ids = ids(30_000);
    let lines: Vec<String> = ids
        .iter()
        .enumerate()
        .map(|(nth, id)| match nth % 100 {
            50 => format!("nothing on line {nth}"),
            51 => format!("random {UUID4} on line {nth}"),
            _ => format!("{nth} has {id} and {TID} behind it"),
        })
        .collect();
    let mut timed: Vec<(&AnyId, &String)> = Vec::new();
    let (mut timeless, mut without) = (Vec::new(), Vec::new());
    for (nth, (id, line)) in ids.iter().zip(&lines).enumerate() {
        match nth % 100 {
            50 => without.push(line),
            51 => timeless.push(line),
            _ => timed.push((id, line)),
        }
    }
    timed.sort_by(|(a, _), (b, _)| time(a).cmp(&time(b)).then(a.cmp(b)));
    let expected: Vec<&String> = timed
        .iter()
        .map(|(_, line)| *line)
        .chain(timeless)
        .collect();
    let input = lines.join("\n");
    let all = expected
        .iter()
        .chain(&without)
        .map(|line| format!("{line}\n"));
    let all = all.collect::<String>();
    // In memory, and with files.
    for memory in [256, 1] {
        let mut sort = command(&format!("sort {MIXED} --memory {memory}"));
        let (out, errors) = ended(&mut sort, input.as_bytes(), 0);
        assert!(out == all, "--memory {memory}");
        assert_eq!(errors, "warning: 300 lines without an id: put last\n");
        let mut sort = command(&format!("sort {MIXED} --only-ids --memory {memory}"));
        let (out, errors) = ended(&mut sort, input.as_bytes(), 0);
        assert!(
            out.lines().eq(expected.iter().copied()),
            "--memory {memory}"
        );
        assert_eq!(errors, "warning: 300 lines without an id: left out\n");
    }
    assert_eq!(good(&format!("sort --check {MIXED}"), all.as_bytes()), "");
    let (_, errors) = ended(&mut command("sort --check"), input.as_bytes(), 1);
    assert!(
        errors.starts_with("error: -:") && errors.contains("out of order"),
        "{errors}"
    );
}

#[test]
fn sort_prints_nothing_if_a_file_is_unreadable() {
    let folder = folder("unread");
    fs::write(folder.join("ids"), format!("{TID}\n")).expect("a file");
    let (out, errors) = ended(command("sort ids missing").current_dir(&folder), b"", 2);
    assert_eq!(out, "");
    assert!(errors.contains("missing: "), "{errors}");
}

#[test]
fn stats_do_not_depend_on_memory() {
    let ids = ids(40_000);
    let input: String = ids.iter().map(|id| format!("{id}\n")).collect();
    let stats = |memory: u32| {
        good(
            &format!("stats {MIXED} --json --memory {memory}"),
            input.as_bytes(),
        )
    };
    let out = stats(1);
    assert_eq!(out, stats(256));
    let object: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(object["ids"], 40_000);
    let mut sorted = ids.clone();
    sorted.sort();
    sorted.dedup();
    assert_eq!(object["duplicates"], 40_000 - sorted.len());
    assert_eq!(
        object["formats"]["comb_mssql"],
        ids.iter()
            .filter(|id| id.format() == Format::CombMssql)
            .count()
    );
    let first = ids.iter().filter_map(time).min().expect("a time");
    assert_eq!(first, Timestamp::from_unix_ms(1_720_000_000_000));
    assert_eq!(object["first"], "2024-07-03T09:46:40.000Z");
    let counts = object["histogram"].as_array().expect("a histogram").iter();
    let counted: u64 = counts.filter_map(|row| row["ids"].as_u64()).sum();
    assert_eq!(counted, 40_000);
}

#[test]
fn stats_contain_order_gaps_nodes_and_rate() {
    let options = Options::new()
        .clock(sortid::options::ClockSource::Manual)
        .node(5);
    let tids = Generator::dynamic(Format::Tid, &options).expect("a generator");
    let at = |seconds: i64| {
        let time = Timestamp::from_unix_ms(1_720_000_000_000 + 1000 * seconds);
        tids.next_at(time).expect("an id").to_string()
    };
    let mut lines: Vec<String> = [0, 1, 2, 3, 100].map(at).to_vec();
    lines.swap(1, 2);
    let out = good("stats", lines.join("\n").as_bytes());
    for line in [
        "ids\t5",
        "format\ttid\t5",
        "first\t2024-07-03T09:46:40.000Z",
        "last\t2024-07-03T09:48:20.000Z",
        "per_second\t0.050",
        "duplicates\t0",
        "out_of_order\t1",
        "gap\t2024-07-03T09:46:43.000Z\t2024-07-03T09:48:20.000Z\t97",
        "nodes\ttid\t1",
        "node\ttid\t5\t5",
        "histogram\t2024-07-03T09:46:30.000Z\t4",
    ] {
        assert!(out.lines().any(|told| told == line), "{line}\n{out}");
    }
    assert!(
        ended(&mut command("stats"), b"nothing\n", 1)
            .0
            .starts_with("ids\t0\n")
    );
}

#[test]
fn closed_pipe_is_no_error_for_streams() {
    let input = format!("{TID}\n").repeat(200_000);
    for line in ["annotate", "sort", "grep --from 2020-01-01"] {
        let mut child = piped(&mut command(line));
        drop(child.stdout.take());
        let mut stdin = child.stdin.take().expect("a pipe");
        // The command may have ended before everything is written.
        let _ = stdin.write_all(input.as_bytes());
        drop(stdin);
        let output = child.wait_with_output().expect("sortid ends");
        assert_eq!(
            (output.status.code(), output.stderr),
            (Some(0), Vec::new()),
            "{line}"
        );
    }
}

/// Returns lines with and without ids, lines without a result, and a line longer than a block.
fn many() -> String {
    let mut text = String::new();
    for (nth, id) in ids(600).iter().enumerate() {
        match nth % 7 {
            0 => text += "no id\n",
            1 => text += &format!("{id} {id}\r\n"),
            2 => text += &format!("by={id}, {UUID4}\n"),
            3 if nth == 3 => text += &format!("{} {id}\n", "x".repeat(5000)),
            _ => text += &format!("{id}\n"),
        }
    }
    text + TID
}

/// Sets the number of threads and the bytes per block, which works in test builds only.
fn threads<'a>(command: &'a mut Command, plan: &str) -> &'a mut Command {
    command.env("SORTID_TEST_THREADS", plan)
}

#[test]
fn output_does_not_depend_on_threads() {
    let folder = folder("threads");
    let all = many();
    fs::write(folder.join("one.log"), &all).expect("a file");
    fs::write(folder.join("two.log"), log()).expect("a file");
    fs::write(folder.join("empty.log"), "").expect("a file");
    let files = "one.log missing.log empty.log two.log one.log";
    let lines = [
        format!("annotate {files}"),
        format!("annotate --replace {files}"),
        format!("annotate --json {files}"),
        format!("grep --from 1970-01-02 {files}"),
        format!("grep -c --from 1970-01-02 {files}"),
        format!("grep --only-ids --from 1970-01-02 {files}"),
        format!("stats {files}"),
        format!("stats --json --memory 1 {files}"),
        "inspect".to_owned(),
        "inspect --json --why".to_owned(),
        "convert --to uuid".to_owned(),
    ];
    for line in &lines {
        let said = |plan: &str| {
            // Both streams go to one file, so that their order is compared, too.
            let both = folder.join("both");
            let out = fs::File::create(&both).expect("a file");
            let mut command = command(line);
            let status = threads(&mut command, plan)
                .current_dir(&folder)
                .stdin(fs::File::open(folder.join("one.log")).expect("a file"))
                .stderr(out.try_clone().expect("a file"))
                .stdout(out)
                .status();
            let status = status.expect("sortid starts").code();
            (status, fs::read(&both).expect("a file"))
        };
        let alone = said("1,1000000");
        assert!(alone.1.len() > 100, "{line}");
        for plan in ["1,1", "2,1", "3,64", "2,1000", "5,5000"] {
            assert!(said(plan) == alone, "{line} by {plan}");
        }
    }
}

#[test]
fn lines_are_written_before_the_next_arrives() {
    for line in [
        "annotate",
        "annotate --json",
        "grep --from 1970-01-02",
        "inspect",
        "inspect --json",
    ] {
        // With one thread, then with several, which start at the second line.
        for plan in ["1,100", "3,20"] {
            let mut command = command(line);
            let mut child = threads(&mut command, plan)
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .spawn()
                .expect("sortid starts");
            let mut stdin = child.stdin.take().expect("a pipe");
            let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
            for id in ids(10).iter().filter(|id| id.format() == Format::Uuid7) {
                writeln!(stdin, "{id}").expect("sortid reads");
                let mut answer = String::new();
                // Without an answer this waits until the test run is aborted.
                while !answer.contains(&*id.to_text()) {
                    let bytes = out.read_line(&mut answer).expect("sortid answers");
                    assert!(bytes > 0, "{line}");
                }
            }
            drop(stdin);
            assert!(child.wait().expect("sortid ends").success());
        }
    }
}

#[test]
fn unreadable_files_have_no_count() {
    let folder = folder("uncounted");
    fs::write(folder.join("log"), log()).expect("a file");
    let mut command = command("grep -c --from 2020-01-01 missing log");
    let (out, errors) = ended(command.current_dir(&folder), b"", 2);
    assert_eq!(out, "log:3\n");
    assert!(errors.starts_with("error: missing: "), "{errors}");
}

#[cfg(unix)]
#[test]
fn a_closed_output_is_an_error() {
    let sortid = env!("CARGO_BIN_EXE_sortid");
    for arguments in ["new uuid7", "formats", "inspect 3jzfcijpj2z2a"] {
        let run = |redirect: &str| {
            Command::new("sh")
                .args(["-c", &format!("\"$0\" {arguments} {redirect}"), sortid])
                .output()
                .expect("sh starts")
        };
        let closed = run(">&-");
        assert_eq!(closed.status.code(), Some(1), "{arguments}");
        let message = String::from_utf8_lossy(&closed.stderr);
        assert!(message.starts_with("error: standard output: "), "{message}");
        // These streams are open, or are not the output.
        for redirect in [">/dev/null", "<&-", ""] {
            assert!(run(redirect).status.success(), "{arguments} {redirect}");
        }
    }
}
