//! The readings of an id, and the errors for other texts.

use serde_json::Value;

use crate::{FORMATS, TID, TIMEID, UUID7, json_lines, sortid, sortid_reading};

#[test]
fn inspect_prints_every_matching_format() {
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
fn inspect_continues_after_invalid_text() {
    let run = sortid_reading("inspect", b"3jzfcijpj2z2a\nkjzfcijpj2z2a\n");
    assert_eq!((run.code, run.out.lines().count()), (Some(1), 2));
    let expected = "error: kjzfcijpj2z2a: not an id of any format: tid";
    assert!(run.err.starts_with(expected), "{}", run.err);
    assert!(run.err.contains("out_of_range"), "{}", run.err);

    let run = sortid(&format!("inspect {TID} !! {UUID7}"));
    assert_eq!(run.code, Some(1));
    assert!(
        run.out
            .contains(&format!("{UUID7}\tuuid7\t2022-02-22T19:22:22.000Z\t"))
    );
    let expected = "error: !!: not an id of any format: snowflake, flake, sharding_id, flake_idgen, sonyflake, mastodon, custom64: \
                    invalid_character: ";
    assert!(run.err.starts_with(expected), "{}", run.err);
}

#[test]
fn inspect_explains_rejections() {
    let urn = format!("urn:uuid:{UUID7}").replace("-98c4", "_98c4");
    let error = sortid(&format!("inspect --why {urn}")).bad(1);
    assert_eq!(error.lines().count(), 1 + FORMATS.len());
    for (format, _) in FORMATS {
        let refused = format!("note: {urn}: {format}: invalid_");
        assert!(error.contains(&refused), "{format}");
    }
    assert!(error.contains("any_uuid: invalid_character: "), "{error}");
}

#[test]
fn inspect_prints_uuid_kinds() {
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
fn epochs_are_selected_by_name() {
    let text = "175928847299117063";
    let out = sortid(&format!("inspect --epoch discord {text}")).good();
    assert!(
        out.contains("\tflake_idgen\t2016-04-30T11:18:25.796Z\t"),
        "{out}"
    );
    // One format rejects this epoch, the others accept it.
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
fn reading_options_apply_to_their_formats() {
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
    let error = sortid(&format!("inspect --timestamp-bits 65 {uuid8}")).bad(2);
    assert!(
        error.starts_with("error: --timestamp-bits 65: invalid_option"),
        "{error}"
    );
}

#[test]
fn inspect_marks_reserved_ids_and_late_years() {
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
fn inspect_finds_ids_inside_texts() {
    let json = |input: &str| json_lines(&sortid_reading("inspect --json", input.as_bytes()).good());
    let line = format!("GET /orders/order_01fwhe4ydgfk1shh6w1g60eecf by={TID}");
    let objects = json(&line);
    let told: Vec<_> = objects
        .iter()
        .map(|object| (&object["format"], &object["found_at"], &object["prefix"]))
        .collect();
    let order = Value::from("order");
    assert_eq!(told[0], (&"uuid7".into(), &12.into(), &order));
    assert_eq!(objects[0]["input"], line);
    let tid = told.iter().find(|(format, ..)| *format == "tid");
    assert_eq!(tid, Some(&(&"tid".into(), &48.into(), &Value::Null)));
    assert_eq!(json(&format!("{{{UUID7}}}"))[0]["found_at"], 1);
    assert_eq!(json(UUID7)[0]["found_at"], 0);
    let plain = sortid_reading("inspect", format!("\"{TID}\"\n").as_bytes()).good();
    assert_eq!(plain, sortid(&format!("inspect {TID}")).good());
}

#[test]
fn near_misses_are_reported_and_rejected() {
    let error = sortid("inspect 0IARYZ6S41TSV4RRFFQ69G5FAV").bad(1);
    let hint = "similar to ulid, except for `I` at byte 1; did you mean `1`, as in 01ARYZ6S41TSV4RRFFQ69G5FAV?";
    assert!(error.contains(hint), "{error}");
    let error = sortid(&format!("inspect {}", TIMEID.to_uppercase())).bad(1);
    assert!(
        error.contains(&format!("did you mean {TIMEID}?")),
        "{error}"
    );
    let error = sortid(&format!("inspect {}", &UUID7[..35])).bad(1);
    assert!(
        error.contains("with 35 characters instead of 36"),
        "{error}"
    );
}
