//! Bounds of times and prefixes, and ids in other formats and forms.

use crate::{TID, TIMEID, UUID1, UUID6, UUID7, json_lines, sortid, sortid_reading};

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
            "error: --to: must be later than --from\n",
        ),
        (
            "range uuid7 --from @-2 --to @2",
            "error: uuid7: timestamp_out_of_range: ",
        ),
        (
            "range uid11_fullrand --from @1 --to @2",
            "error: uid11_fullrand: not_applicable: ",
        ),
        (
            "range uuid7 --from @1 --to @2 --unit-ns 1",
            "error: --unit-ns 1: invalid_option: uuid7 has no such option\n",
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
        error.starts_with("error: 0190x: uuid7: invalid_character: "),
        "{error}"
    );
}

#[test]
fn convert_supports_all_pairs() {
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
        run.err.starts_with("error: xx: invalid_length: "),
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
        error.starts_with("error: --from tid --to uuid7: not_applicable: "),
        "{error}"
    );
    assert_eq!(error.lines().count(), 1);
}

#[test]
fn convert_prints_text_forms() {
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
        error.starts_with("error: --from tid --form hex: not_applicable: "),
        "{error}"
    );
}

#[test]
fn convert_infers_the_only_likely_format() {
    assert_eq!(
        sortid(&format!("convert {TID} --to timeid")).good(),
        format!("{TIMEID}\n")
    );
    assert_eq!(
        sortid(&format!("convert {UUID1} --to UUIDv6")).good(),
        format!("{UUID6}\n")
    );
    assert_eq!(
        sortid(&format!("convert {UUID7} --form compact")).good(),
        format!("{}\n", UUID7.replace('-', ""))
    );
    let objects = json_lines(&sortid(&format!("convert {TID} --to timeid --json")).good());
    assert_eq!(objects[0]["from"], "tid");
    // Both readings of these digits are equally likely.
    let error = sortid("convert 1777150623882019211 --to tsid").bad(2);
    assert!(error.contains("--from"), "{error}");
    let error = sortid("convert !! --to timeid").bad(2);
    assert!(error.contains("not an id of any format"), "{error}");
}
