use super::*;
use crate::error::ErrorCode;

fn kind(text: &str) -> Result<Kind, Error> {
    text.parse()
}

#[test]
fn formats_with_an_option_for_a_node_are_leased_and_no_others() {
    let leased = Format::ALL
        .iter()
        .filter(|format| format.node_option().is_some());
    let leased: Vec<_> = leased
        .map(|format| kind(format.name()).expect("a kind").to_string())
        .collect();
    assert_eq!(
        leased,
        [
            "tid",
            "timeid",
            "uid11_snowish epoch=1321009871111",
            "uuid6 machine_bits=16",
            "uuid7_draft01 machine_bits=16 precision=us",
            "uuid7 machine_bits=16 precision=ms",
            "uuid8 machine_bits=16 timestamp_bits=48 unit_ns=1000000 epoch=0",
            "scru160 node_bits=16 usage=default",
            "lexical_uuid",
            "snowflake epoch=1288834974657",
            "flake",
            "sharding_id epoch=1314220021721",
            "elasticflake",
            "flake_idgen epoch=0",
            "sonyflake epoch=1409529600000",
            "ordered_uuid machine_bits=16",
            "comb_guid machine_bits=16",
            "xid",
            "object_id",
            "cuid",
            "uuid1 machine_bits=16",
            "tsid node_bits=10 epoch=1577836800000",
            "scru64 node_bits=10",
            "custom64 node_bits=10 timestamp_bits=41 unit_ns=1000000 epoch=1288834974657 sequence_bits=12 \
             field_order=node_sequence",
        ]
    );
    let refused = Error::about(ErrorCode::InvalidOption, NO_NODE);
    for format in [
        "uid11_xid",
        "uid11_ts_seq_rand",
        "uid11_fullrand",
        "mastodon",
        "uuid4",
        "any_uuid",
        "ulid",
    ] {
        assert_eq!(kind(format), Err(refused), "{format}");
    }
}

/// Returns the time layout and the node's bits with these options and a given node.
fn moved(kind: &Kind, options: &Options) -> Option<(TimeLayout, Vec<u64>)> {
    let format = kind.format();
    let layout = |node: u64| {
        let mut options = options.clone();
        options
            .set(kind.node_option(), OptionValue::Int(node.into()))
            .ok()?;
        format.row().layout_with(&options, Purpose::Generate).ok()
    };
    // The node's position in an id.
    let bits = |layout: Layout| {
        let node = layout
            .node
            .and_then(|node| Some(node.place.write(node.chosen?.into())));
        layout
            .fixed
            .or(node.unwrap_or(crate::codec::value::Value::ZERO))
            .to_bytes()
            .map(u64::from)
            .to_vec()
    };
    Some((layout(1)?.time?, layout(1).map(bits)?))
}

const NOT_IN_LAYOUT: [&str; 4] = ["order", "lease_file", "node_from_env", "node_claim"];

#[test]
fn options_that_move_time_or_node_are_in_the_kind() {
    let given = [
        ("machine_bits", "9"),
        ("node_bits", "9"),
        ("precision", "ms"),
        ("usage", "microsecond"),
        ("counter_bits", "4"),
        ("counter_seed_bits", "4"),
        ("timestamp_bits", "60"),
        ("unit_ns", "1000"),
        ("sequence_bits", "9"),
        ("field_order", "sequence_node"),
        ("preset", "yitter"),
        ("epoch", "discord"),
        ("epoch_unix_ms", "1420070400000"),
    ];
    let node = |name| ["machine_id", "node", "datacenter", "worker"].contains(&name);
    let own = OPTIONS
        .iter()
        .filter(|option| !option.is_for(Format::Uuid4) && !option.is_for(Format::Ulid));
    let own = own
        .map(|option| option.name)
        .filter(|name| !node(name) && !NOT_IN_LAYOUT.contains(name));
    assert_eq!(
        own.collect::<Vec<_>>().len(),
        given.len(),
        "an option that is not tried"
    );
    for &format in Format::ALL
        .iter()
        .filter(|format| format.node_option().is_some())
    {
        let plain = Kind::new(format, &Options::new()).expect("a kind");
        let default = moved(&plain, &Options::new()).expect("a layout");
        for (name, value) in given {
            let mut options = Options::new();
            options
                .set(name, OptionValue::Text(value))
                .expect("an option");
            if let Some(other) = moved(&plain, &options) {
                let kind = Kind::new(format, &options).expect("a kind");
                let moves = other != default || kind.nodes() != plain.nodes();
                assert_eq!(kind != plain, moves, "{format:?} {name}");
                assert_eq!(kind.to_string().parse(), Ok(kind), "{format:?} {name}");
            }
        }
    }
}

#[test]
fn invalid_kind_is_rejected() {
    let refused = |text| kind(text).map_err(|error| (error.code(), error.subject()));
    for (text, code, subject) in [
        ("", ErrorCode::UnknownFormat, None),
        ("tid ", ErrorCode::InvalidOption, Some("kind")),
        ("tid clock_id=1", ErrorCode::InvalidOption, Some("kind")),
        (
            "tid machine_bits=1",
            ErrorCode::InvalidOption,
            Some("machine_bits"),
        ),
        (
            "uuid7 machine_bits=0",
            ErrorCode::InvalidOption,
            Some("machine_bits"),
        ),
        (
            "uuid7 machine_bits=17",
            ErrorCode::InvalidOption,
            Some("machine_bits"),
        ),
        (
            "tsid node_bits=0",
            ErrorCode::InvalidOption,
            Some("node_bits"),
        ),
        (
            "uid11_snowish epoch=twitter",
            ErrorCode::InvalidOption,
            Some("epoch_unix_ms"),
        ),
    ] {
        assert_eq!(refused(text), Err((code, subject)), "{text:?}");
    }
    for name in ["worker", "node"] {
        let mut options = Options::new();
        options.set(name, OptionValue::Int(1)).expect("an option");
        let refused = Error::from(Invalid::excluded(name, "lease_file"));
        assert_eq!(Kind::new(Format::Tid, &options), Err(refused));
    }
}

#[test]
fn nodes_are_the_whole_field_but_those_of_timeid_that_are_others() {
    for (text, last) in [
        ("tid", 1023),
        ("sharding_id", 8191),
        ("sonyflake", 65_535),
        ("cuid", 1_679_615),
        ("flake", (1 << 48) - 1),
        ("lexical_uuid", u64::MAX),
        ("scru64 node_bits=23", (1 << 23) - 1),
        ("scru160 usage=microsecond", 65_535),
    ] {
        assert_eq!(kind(text).expect("a kind").nodes(), 0..=last, "{text}");
    }
    assert_eq!(kind("timeid").expect("a kind").nodes(), 32..=991);
}
