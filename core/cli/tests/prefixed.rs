//! Type prefixes: `new --type`, `convert --type`, and `inspect` of texts with a prefix.

use std::process::{Command, Output};

const UUID7: &str = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f";
const ORDER: &str = "order_01fwhe4ydgfk1shh6w1g60eecf";

fn sortid(arguments: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sortid"))
        .args(arguments.split(' '))
        .output()
        .expect("the command runs")
}

#[track_caller]
fn good(arguments: &str) -> String {
    let output = sortid(arguments);
    let errors = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!((output.status.code(), errors.as_str()), (Some(0), ""));
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[track_caller]
fn refused(arguments: &str) -> String {
    let output = sortid(arguments);
    assert_eq!((output.status.code(), output.stdout), (Some(2), Vec::new()));
    String::from_utf8(output.stderr).expect("UTF-8")
}

#[test]
fn new_prepends_the_prefix() {
    let out = good("new uuid7 -n 3 --type order");
    let ids: Vec<&str> = out.lines().collect();
    assert!(ids.len() == 3 && ids.is_sorted(), "{out}");
    assert!(
        ids.iter()
            .all(|id| id.starts_with("order_0") && id.len() == 32)
    );
    assert!(good("new tid --type post").starts_with("post_3"));
    let out = good("new any_uuid --type order --json");
    let object: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(object["format"], "uuid7");
    assert!(refused("new any_uuid").contains("read-only"));
    let out = good("new uuid7 --type order --json --at 2022-02-22T19:22:22Z");
    let object: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(object["prefix"], "order");
    let text = object["text"].as_str().expect("a text");
    assert!(text.starts_with("order_01fwhe4ydg"), "{text}");
    let why = refused("new push_id --type order");
    assert!(why.contains("--type: not_applicable"), "{why}");
    let why = refused("new uuid7 --type Order");
    assert!(why.contains("invalid_option"), "{why}");
}

#[test]
fn convert_adds_and_removes_prefixes() {
    let convert = |text: &str| format!("convert {text} --from uuid7 --type order");
    assert_eq!(good(&convert(UUID7)), format!("{ORDER}\n"));
    assert_eq!(good(&convert(ORDER)), format!("{UUID7}\n"));
    let why = refused(&convert("user_01fwhe4ydgfk1shh6w1g60eecf"));
    assert!(
        why.contains("wrong_prefix: expected another prefix"),
        "{why}"
    );
    // Without a prefix, the error is about the id itself.
    let why = refused(&convert("017f22e2"));
    assert!(
        why.contains("invalid_length: ") && why.contains("8 bytes"),
        "{why}"
    );
    let out = good(&format!("{} --json", convert(UUID7)));
    let object: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(
        (&object["type"], &object["text"]),
        (&"order".into(), &ORDER.into())
    );
    assert_eq!(object["hex"], "017f22e279b07cc398c4dc0c0c07398f");
    assert!(refused("convert x --from push_id --type order").contains("not_applicable"));
    assert!(refused("convert x --from uuid7 --type order --to ulid").contains("--to"));
}

#[test]
fn inspect_prints_the_prefix() {
    let out = good(&format!("inspect {ORDER}"));
    let first = out.lines().next().expect("a reading");
    assert!(
        first.starts_with(&format!("{UUID7}\tuuid7\t2022-02-22T19:22:22")),
        "{first}"
    );
    assert!(first.ends_with("\tprefix=order"), "{first}");
    let out = good(&format!("inspect --json {ORDER}"));
    let first = out.lines().next().expect("a reading");
    let object: serde_json::Value = serde_json::from_str(first).expect("JSON");
    assert_eq!(
        (&object["prefix"], &object["text"]),
        (&"order".into(), &UUID7.into())
    );
    // The whole text is the id: `_` is one of its symbols.
    let out = good("inspect ooooooooo_oooooooooo");
    assert!(
        out.contains("\telasticflake\t") && !out.contains("prefix="),
        "{out}"
    );
    assert!(!good(&format!("inspect {UUID7}")).contains("prefix="));
}
