//! The option `node_from_env`. Each case runs in a child process with its own environment.
#![cfg(all(feature = "std", not(target_family = "wasm")))]

use std::env;
use std::process::Command;

use sortid::options::{ClockSource, OptionValue};
use sortid::{AnyId, ErrorCode, Format, Generator, Options, Timestamp};

const FORMAT: &str = "TEST_FORMAT";
const NODE_BITS: &str = "TEST_NODE_BITS";
const VARIABLES: [&str; 5] = [
    "SORTID_NODE",
    "XID_MACHINE_ID",
    "TSIDCREATOR_NODE",
    "TSID_NODE",
    "SCRU64_NODE_SPEC",
];

fn options() -> Options {
    Options::new()
        .node_from_env(true)
        .clock(ClockSource::Manual)
}

#[test]
fn page_names_every_variable() {
    let page = include_str!("../../docs/choosing.md");
    for name in VARIABLES {
        assert!(page.contains(&format!("`{name}`")), "{name}");
    }
}

/// The child process that other tests start: prints an id, or the error.
#[test]
fn child() {
    let Ok(format) = env::var(FORMAT) else {
        return;
    };
    let mut options = options();
    if let Ok(bits) = env::var(NODE_BITS) {
        options = options.node_bits(bits.parse().expect("a number"));
    }
    let format: Format = format.parse().expect("a format");
    match Generator::dynamic(format, &options) {
        Ok(generator) => {
            let at = |seconds: i64| generator.next_at(Timestamp::from_unix_ms(seconds * 1000));
            println!("<{}>", at(1_700_000_000).expect("an id"));
        }
        Err(error) => println!("<{error}>"),
    }
}

/// The output of a generator with these variables in its environment.
fn with(format: &str, variables: &[(&str, &str)]) -> String {
    let mut command = Command::new(env::current_exe().expect("this program"));
    command.args(["--exact", "child", "--nocapture"]);
    for name in VARIABLES {
        command.env_remove(name);
    }
    command.env(FORMAT, format);
    command.envs(variables.iter().copied());
    let output = command.output().expect("a child process");
    let text = String::from_utf8(output.stdout).expect("text");
    let (_, text) = text.split_once('<').expect("output");
    let (text, _) = text.rsplit_once('>').expect("output");
    text.to_owned()
}

fn field(format: &str, variables: &[(&str, &str)], name: &str) -> u128 {
    let text = with(format, variables);
    let id = AnyId::parse(&text, format.parse().expect("a format"));
    let id = id.unwrap_or_else(|error| panic!("{text}: {error}"));
    let fields = id.fields();
    let mut found = fields.into_iter().filter(|(known, _)| *known == name);
    found.next().expect("a field").1 as u128
}

#[test]
fn node_comes_from_the_common_variable() {
    let node = [("SORTID_NODE", "7")];
    assert_eq!(field("tid", &node, "clock_id"), 7);
    assert_eq!(field("timeid", &node, "node"), 7);
    assert_eq!(field("sonyflake", &node, "machine"), 7);
    assert_eq!(field("xid", &node, "machine"), 0);
    assert_eq!(field("xid", &node, "pid"), 7);
    assert_eq!(field("tsid", &node, "random") >> 12, 7);
    assert_eq!(field("scru64", &node, "node_ctr") >> 14, 7);
    // The machine identifier is at the top of the random bits.
    assert_eq!(field("uuid7", &node, "rand_b") & 0xffff_0000, 7 << 16);
}

#[test]
fn format_variable_takes_precedence() {
    let common = ("SORTID_NODE", "7");
    let xid = [common, ("XID_MACHINE_ID", "16777215")];
    assert_eq!(field("xid", &xid, "machine"), 0xff_ffff);
    let tsid = [common, ("TSID_NODE", "9")];
    assert_eq!(field("tsid", &tsid, "random") >> 12, 9);
    let tsid = [common, ("TSID_NODE", "9"), ("TSIDCREATOR_NODE", "10")];
    assert_eq!(field("tsid", &tsid, "random") >> 12, 10);
    let tsid = [("TSID_NODE", "1048575"), (NODE_BITS, "20")];
    assert_eq!(field("tsid", &tsid, "random") >> 2, 1_048_575);
    let scru64 = [common, ("SCRU64_NODE_SPEC", "42/8")];
    assert_eq!(field("scru64", &scru64, "node_ctr") >> 16, 42);
    let scru64 = [("SCRU64_NODE_SPEC", "0xb00/12"), (NODE_BITS, "12")];
    assert_eq!(field("scru64", &scru64, "node_ctr") >> 12, 0xb00);
    // Another format's variable does not apply.
    let tid = [common, ("TSID_NODE", "9"), ("XID_MACHINE_ID", "9")];
    assert_eq!(field("tid", &tid, "clock_id"), 7);
}

#[test]
fn xid_with_a_machine_draws_its_process() {
    let machine = [("XID_MACHINE_ID", "5")];
    let mut pids: Vec<u128> = (0..4).map(|_| field("xid", &machine, "pid")).collect();
    pids.dedup();
    assert!(pids.len() > 1, "{pids:?}");
}

#[test]
fn node_is_drawn_without_a_variable() {
    for format in ["tid", "xid", "tsid", "scru64", "uuid7"] {
        let text = with(format, &[]);
        let format = format.parse().expect("a format");
        assert!(AnyId::parse(&text, format).is_ok(), "{text}");
    }
}

#[test]
fn error_names_a_malformed_variable() {
    let cases: &[(&str, &str, &[&str])] = &[
        (
            "tid",
            "SORTID_NODE",
            &["", "x", "-1", "+1", "0x1", " 1", "1024"],
        ),
        ("uuid7", "SORTID_NODE", &["65536"]),
        ("uuid8", "SORTID_NODE", &["0"]),
        ("xid", "XID_MACHINE_ID", &["", "x", "-1", "16777216"]),
        ("tsid", "TSID_NODE", &["", "x", "007", "0x7", "1024"]),
        ("tsid", "TSIDCREATOR_NODE", &["1024"]),
        (
            "scru64",
            "SCRU64_NODE_SPEC",
            &["42", "256/8", "1/24", "0u2r85hm2pt3/16"],
        ),
    ];
    for &(format, name, texts) in cases {
        for text in texts {
            let message = with(format, &[(name, text), ("SORTID_NODE", text)]);
            let expected = format!("invalid_option: {name} must be ");
            assert!(
                message.starts_with(&expected),
                "{format} {text:?}: {message}"
            );
        }
    }
    // Two different widths of one node.
    let message = with("scru64", &[("SCRU64_NODE_SPEC", "42/8"), (NODE_BITS, "9")]);
    assert!(
        message.starts_with("invalid_option: SCRU64_NODE_SPEC"),
        "{message}"
    );
}

#[test]
fn conflicting_node_is_rejected() {
    let refused = |format: Format, options: &Options| {
        let error = Generator::dynamic(format, options).expect_err("refused");
        (error.code(), error.subject())
    };
    for (format, name) in [
        (Format::Tid, "node"),
        (Format::Uuid7, "machine_id"),
        (Format::Scru64, "node"),
    ] {
        let mut options = options();
        options.set(name, OptionValue::Int(1)).expect("an integer");
        let expected = (ErrorCode::InvalidOption, Some(name));
        assert_eq!(refused(format, &options), expected, "{format}");
    }
    #[cfg(feature = "lease")]
    assert_eq!(
        refused(Format::Tid, &options().lease_file("never.lease")),
        (ErrorCode::InvalidOption, Some("lease_file"))
    );
    // A format without an option for the node.
    assert_eq!(
        refused(Format::Ulid, &options()),
        (ErrorCode::InvalidOption, Some("node_from_env"))
    );
}

#[test]
fn false_flag_has_no_effect() {
    let options = Options::new().node_from_env(false).node(3);
    let generator = Generator::<sortid::Tid>::with(&options).expect("a generator");
    assert_eq!(generator.next().expect("a tid").clock_id(), 3);
}
