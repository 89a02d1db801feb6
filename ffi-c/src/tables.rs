//! Names and descriptions from the core's lists, as static C strings.

use std::ffi::CStr;

use sortid::Format;

/// The text about a format.
pub(crate) struct FormatText {
    pub(crate) name: &'static CStr,
    pub(crate) summary: &'static CStr,
    pub(crate) specification: &'static CStr,
    /// The names of the fields, and their widths in bits.
    pub(crate) fields: &'static [(&'static CStr, u32)],
}

// Fails after a new format until `cargo suite generate` has run.
const _: () = assert!(generated::FORMATS.len() == Format::ALL.len());

/// The text about a format.
pub(crate) fn about(format: Format) -> Option<&'static FormatText> {
    generated::FORMATS.get(usize::from(format.code()) - 1)
}

/// The name and the message of a status other than `SORTID_OK`.
pub(crate) fn status(number: i32) -> Option<(&'static CStr, &'static CStr)> {
    let mut statuses = generated::STATUSES.iter();
    statuses
        .find(|status| status.0 == number)
        .map(|&(_, name, message)| (name, message))
}

/// The name of a text form.
pub(crate) fn form(index: usize) -> Option<&'static CStr> {
    generated::FORMS.get(index).copied()
}

/// The name of a correction.
pub(crate) fn correction(index: usize) -> Option<&'static CStr> {
    generated::CORRECTIONS.get(index).copied()
}

/// The name of an epoch, by its index in `Epoch::ALL`.
pub(crate) fn epoch(index: usize) -> Option<&'static CStr> {
    generated::EPOCHS.get(index).copied()
}

/// The name of a kind of UUID.
pub(crate) fn kind(index: usize) -> Option<&'static CStr> {
    generated::KINDS.get(index).copied()
}

#[rustfmt::skip]
mod generated {
    use super::{CStr, FormatText};

    // <generated: tables>
    pub(super) static FORMATS: &[FormatText] = &[
        FormatText { name: c"tid", summary: c"the atproto TID: microseconds and a clock identifier", specification: c"atproto TID", fields: &[(c"reserved", 1), (c"timestamp_us", 53), (c"clock_id", 10)] },
        FormatText { name: c"timeid", summary: c"microseconds with a sign, so also before 1970, and a node", specification: c"draft-goldman-tid", fields: &[(c"timestamp_us", 54), (c"node", 10)] },
        FormatText { name: c"uid11_xid", summary: c"milliseconds since 2011 and 22 random bits", specification: c"uid11 1.0, section 8", fields: &[(c"timestamp_ms", 42), (c"random", 22)] },
        FormatText { name: c"uid11_fullrand", summary: c"64 random bits, no time", specification: c"uid11 1.0, section 5", fields: &[(c"random", 64)] },
        FormatText { name: c"uid11_snowish", summary: c"milliseconds since 2011, a machine and a sequence", specification: c"uid11 1.0, section 5", fields: &[(c"timestamp_ms", 41), (c"machine", 10), (c"sequence", 12)] },
        FormatText { name: c"uid11_ts_seq_rand", summary: c"milliseconds since 2011, a sequence and 10 random bits", specification: c"uid11 1.0, section 5", fields: &[(c"timestamp_ms", 42), (c"sequence", 12), (c"random", 10)] },
        FormatText { name: c"uuid6", summary: c"UUID version 1 in the order of time", specification: c"draft-peabody-dispatch-new-uuid-format-01, section 4.3; RFC 9562, section 5.6", fields: &[(c"timestamp", 60), (c"clock_seq", 14), (c"node", 48)] },
        FormatText { name: c"uuid7_draft01", summary: c"UUID version 7 as drafted in 2021: seconds and a fraction", specification: c"draft-peabody-dispatch-new-uuid-format-01, section 4.4", fields: &[(c"unixts", 36), (c"subsec_a", 12), (c"subsec_b", 12), (c"subsec_seq_node", 62)] },
        FormatText { name: c"uuid7", summary: c"UUID version 7: milliseconds, a counter and random bits", specification: c"RFC 9562, section 5.7", fields: &[(c"unix_ts_ms", 48), (c"rand_a", 12), (c"rand_b", 62)] },
        FormatText { name: c"uuid8", summary: c"UUID version 8: a timestamp of the maker's own layout", specification: c"draft-peabody-dispatch-new-uuid-format-01, section 4.5; RFC 9562, section 5.8", fields: &[(c"custom_a", 48), (c"custom_b", 12), (c"custom_c", 62)] },
        FormatText { name: c"scru160", summary: c"160 bits: milliseconds, a counter and 96 random bits", specification: c"SCRU160 v0.1.0", fields: &[(c"timestamp_ms", 48), (c"counter", 16), (c"random16", 16), (c"random80", 80)] },
        FormatText { name: c"lexical_uuid", summary: c"microseconds and a worker, as 8-4-4-16 hexadecimal digits", specification: c"twitter/cassie f6da4e0, LexicalUUID", fields: &[(c"timestamp_us", 64), (c"worker", 64)] },
        FormatText { name: c"snowflake", summary: c"milliseconds since 2010, a datacenter, a worker and a sequence, as a decimal integer", specification: c"twitter/snowflake b3f6a3c, IdWorker", fields: &[(c"timestamp_ms", 41), (c"datacenter", 5), (c"worker", 5), (c"sequence", 12)] },
        FormatText { name: c"flake", summary: c"milliseconds, a worker and a sequence in base62", specification: c"boundary/flake 15c933a", fields: &[(c"timestamp_ms", 64), (c"worker", 48), (c"sequence", 16)] },
        FormatText { name: c"sharding_id", summary: c"milliseconds since 2011, a shard and a sequence, as a decimal integer", specification: c"Instagram Engineering, Sharding & IDs at Instagram", fields: &[(c"timestamp_ms", 41), (c"shard", 13), (c"sequence", 10)] },
        FormatText { name: c"ksuid", summary: c"seconds since 2014, a random counter and 64 random bits", specification: c"segmentio/ksuid bf376a7", fields: &[(c"timestamp_s", 32), (c"payload_hi", 64), (c"payload_lo", 64)] },
        FormatText { name: c"elasticflake", summary: c"milliseconds, a node and a sequence, as Elasticsearch had them up to version 5", specification: c"ppearcy/elasticflake dd71c21", fields: &[(c"timestamp_ms", 48), (c"node", 48), (c"sequence", 24)] },
        FormatText { name: c"flake_idgen", summary: c"milliseconds, a datacenter, a worker and a counter, as a decimal integer", specification: c"T-PWK/flake-idgen fcd6a2f", fields: &[(c"timestamp_ms", 42), (c"datacenter", 5), (c"worker", 5), (c"counter", 12)] },
        FormatText { name: c"sonyflake", summary: c"tens of milliseconds since 2014, a sequence and a machine, as a decimal integer", specification: c"sony/sonyflake 848d664, version 1", fields: &[(c"timestamp_10ms", 39), (c"sequence", 8), (c"machine", 16)] },
        FormatText { name: c"ordered_uuid", summary: c"UUID version 4 with tens of microseconds in front, as Laravel makes it", specification: c"Laravel Str::orderedUuid, ramsey/uuid timestamp-first COMB", fields: &[(c"timestamp_10us", 48), (c"rand_a", 12), (c"rand_b", 62)] },
        FormatText { name: c"comb_guid", summary: c"UUID version 4 with milliseconds in front, as RT.Comb makes it for PostgreSQL", specification: c"richardtallent/RT.Comb 2759820, PostgreSQL order", fields: &[(c"unix_ts_ms", 48), (c"rand_a", 12), (c"rand_b", 62)] },
        FormatText { name: c"ulid", summary: c"milliseconds and 80 random bits that count up within one", specification: c"ulid/spec", fields: &[(c"timestamp_ms", 48), (c"randomness", 80)] },
        FormatText { name: c"sid", summary: c"nanoseconds and 63 random bits, as two numbers", specification: c"chilts/sid 660e947", fields: &[(c"timestamp_ns", 63), (c"random", 63)] },
        FormatText { name: c"push_id", summary: c"milliseconds and 72 random bits that count up within one", specification: c"Firebase, The 2^120 Ways to Ensure Unique Identifiers", fields: &[(c"timestamp_ms", 48), (c"random", 72)] },
        FormatText { name: c"xid", summary: c"seconds, a machine, a process and a counter", specification: c"rs/xid efa678f", fields: &[(c"timestamp_s", 32), (c"machine", 24), (c"pid", 16), (c"counter", 24)] },
        FormatText { name: c"object_id", summary: c"seconds, 40 bits drawn for the process, and a counter", specification: c"MongoDB, BSON ObjectID", fields: &[(c"timestamp_s", 32), (c"random", 40), (c"counter", 24)] },
        FormatText { name: c"cuid", summary: c"milliseconds, a counter, a fingerprint and 41 random bits in base36", specification: c"ericelliott/cuid 215b27b, version 1", fields: &[(c"timestamp_ms", 42), (c"counter", 21), (c"fingerprint", 21), (c"random", 42)] },
        FormatText { name: c"comb_mssql", summary: c"UUID version 4 with milliseconds at its end, as RT.Comb makes it for SQL Server", specification: c"richardtallent/RT.Comb 2759820, SQL Server order", fields: &[(c"rand_a", 48), (c"rand_b", 12), (c"rand_c", 14), (c"unix_ts_ms", 48)] },
        FormatText { name: c"uuid1", summary: c"UUID version 1, a timeuuid: its bytes and text are not in the order of time", specification: c"RFC 9562, section 5.1", fields: &[(c"timestamp", 60), (c"clock_seq", 14), (c"node", 48)] },
        FormatText { name: c"uuid4", summary: c"UUID version 4: 122 random bits, no time", specification: c"RFC 9562, section 5.4", fields: &[(c"random_a", 48), (c"random_b", 12), (c"random_c", 62)] },
        FormatText { name: c"any_uuid", summary: c"any UUID, of any version; parsed only", specification: c"RFC 9562, section 4", fields: &[(c"high", 64), (c"low", 64)] },
        FormatText { name: c"mastodon", summary: c"milliseconds and a sequence, as a decimal integer", specification: c"mastodon/mastodon 0486db9, timestamp_id", fields: &[(c"timestamp_ms", 48), (c"sequence", 16)] },
        FormatText { name: c"tsid", summary: c"milliseconds since 2020, a node and a counter, in base32 or as a decimal integer", specification: c"f4b6a3/tsid-creator 5.2.6", fields: &[(c"timestamp_ms", 42), (c"random", 22)] },
        FormatText { name: c"scru128", summary: c"milliseconds, a counter and random bits, 128 in all, in base36", specification: c"scru128/spec v2.1.1", fields: &[(c"timestamp_ms", 48), (c"counter_hi", 24), (c"counter_lo", 24), (c"entropy", 32)] },
        FormatText { name: c"scru64", summary: c"units of 256 milliseconds, a node and a counter, 12 digits of base36", specification: c"scru64/spec v1.0.0", fields: &[(c"timestamp_256ms", 39), (c"node_ctr", 24)] },
        FormatText { name: c"elasticsearch_id", summary: c"milliseconds, a node and a sequence, as in Elasticsearch and OpenSearch; parsed only", specification: c"elastic/elasticsearch 891db0d", fields: &[(c"timestamp_ms", 48), (c"node", 48), (c"sequence", 24)] },
        FormatText { name: c"custom64", summary: c"a time, a node and a sequence in a layout of the maker's own, as a decimal integer", specification: c"sortid's own; presets name published layouts", fields: &[(c"custom", 64)] },
        FormatText { name: c"elasticsearch_k_ordered", summary: c"milliseconds, a node and a sequence, as in logs of Elasticsearch; parsed only", specification: c"elastic/elasticsearch 1116d7d", fields: &[(c"timestamp_ms", 48), (c"node", 48), (c"sequence", 24)] },
        FormatText { name: c"elasticsearch_routed", summary: c"milliseconds, a node, a sequence and a routing hash, as in Elasticsearch; parsed only", specification: c"elastic/elasticsearch 1116d7d", fields: &[(c"timestamp_ms", 48), (c"node", 48), (c"sequence", 24), (c"routing_hash", 32)] },
    ];
    pub(super) static STATUSES: &[(i32, &CStr, &CStr)] = &[
        (1, c"invalid_length", c"wrong length"),
        (2, c"invalid_character", c"invalid or misplaced character"),
        (3, c"out_of_range", c"the value is outside the range of the format"),
        (4, c"invalid_variant", c"the UUID variant bits are not 10"),
        (5, c"invalid_version", c"the UUID version does not match the format"),
        (6, c"timestamp_out_of_range", c"the time is outside the range of the format"),
        (7, c"invalid_field", c"the field or its value is not valid"),
        (8, c"invalid_option", c"the option or its value is not valid"),
        (9, c"unknown_format", c"no format has this name"),
        (10, c"not_applicable", c"ids of the format lack this"),
        (11, c"clock_rollback", c"the clock was set back by more than rollback_tolerance_ms"),
        (12, c"counter_exhausted", c"the tick has no ids left, and the clock has not advanced"),
        (13, c"entropy_unavailable", c"the operating system returned no random bytes"),
        (14, c"forked_generator", c"this process is a fork: call reseed, with a node of its own if one was assigned"),
        (15, c"wrong_prefix", c"another prefix is expected"),
        (16, c"lead_exceeded", c"the id would be ahead of the clock by more than max_lead_ms"),
        (20, c"store_io", c"the file cannot be read or written"),
        (21, c"store_corrupt", c"the file is damaged"),
        (22, c"store_foreign", c"the file belongs to another format or program"),
        (23, c"store_locked", c"the file is locked by another process"),
        (24, c"store_read_only", c"the file cannot be written"),
        (25, c"store_full", c"the disk is full"),
        (26, c"lease_expired", c"the lease of the node has expired"),
        (30, c"null_argument", c"a pointer is null"),
        (31, c"buffer_too_small", c"the buffer is too small"),
        (32, c"panic", c"an internal error was caught"),
    ];
    pub(super) static FORMS: &[&CStr] = &[c"canonical", c"compact", c"hex", c"urn", c"base32", c"base64", c"uuid", c"typeid", c"decimal", c"braced", c"upper", c"base36", c"base57", c"base58", c"base58_flickr", c"base62", c"base64url", c"crockford"];
    pub(super) static CORRECTIONS: &[&CStr] = &[c"whitespace", c"quotes", c"braces", c"urn", c"hyphens", c"crockford", c"case", c"leading_zeros", c"look_alikes"];
    pub(super) static EPOCHS: &[&CStr] = &[c"twitter", c"discord", c"instagram", c"linkedin", c"unix", c"sonyflake_v2"];
    pub(super) static KINDS: &[&CStr] = &[c"nil", c"max", c"ncs", c"microsoft", c"future", c"version_0", c"version_1", c"version_2", c"version_3", c"version_4", c"version_5", c"version_6", c"version_7", c"version_8", c"version_9", c"version_10", c"version_11", c"version_12", c"version_13", c"version_14", c"version_15"];
    // </generated>
}
