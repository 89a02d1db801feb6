//! Ids from standard input.

use std::io::{Read, Write};
use std::process::Stdio;

use serde_json::Value;

use crate::{TID, TIMEID, UUID6, UUID7, command, json_lines, sortid_reading};

#[test]
fn input_lines_lose_only_their_end() {
    let input = format!("{TID}\r\n{UUID7}\r\n\n {TID}\n{TID}");
    let run = sortid_reading("inspect --json", input.as_bytes());
    assert_eq!(run.code, Some(1));
    let formats: Vec<Value> = json_lines(&run.out)
        .iter()
        .map(|object| object["format"].clone())
        .collect();
    assert_eq!(
        formats,
        [
            "tid",
            "timeid",
            "uuid7",
            "uuid7_draft01",
            "tid",
            "timeid",
            "tid",
            "timeid"
        ]
    );
    let errors: Vec<&str> = run.err.lines().collect();
    assert_eq!(errors.len(), 1);
    assert!(errors[0].starts_with("error: \"\": "), "{}", errors[0]);
    // Text around an id stays part of the input.
    let inputs: Vec<Value> = json_lines(&run.out)
        .iter()
        .map(|object| object["input"].clone())
        .collect();
    assert_eq!(inputs[4], format!(" {TID}"));
}

#[test]
fn input_may_be_empty_or_invalid() {
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
        errors[0].starts_with("error: 3jzfcijpj2z2\\xff: "),
        "{}",
        errors[0]
    );
    assert!(errors[0].contains("invalid_character") && errors[0].contains("byte 12"));
    assert!(
        errors[1].starts_with("error: \\u{1b}[2J: "),
        "{}",
        errors[1]
    );
    assert!(errors[2].contains("longer than any id"), "{}", errors[2]);
    assert!(errors[2].len() < 400);
}

#[test]
fn dash_reads_standard_input() {
    let run = sortid_reading(&format!("inspect {UUID6} - {UUID7}"), b"3jzfcijpj2z2a\n");
    let out = run.good();
    let texts: Vec<&str> = out
        .lines()
        .filter_map(|line| line.split('\t').next())
        .collect();
    assert_eq!(texts, [UUID6, TID, TIMEID, UUID7, UUID7]);
}

#[test]
fn lines_are_answered_before_the_input_ends() {
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
