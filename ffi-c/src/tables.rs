//! Names and descriptions from the core's lists, as static C strings.

use std::ffi::CStr;

use sortid::Format;

/// A format's texts, as offsets.
pub(crate) struct FormatText {
    name: u16,
    summary: u16,
    specification: u16,
    /// The first field of the format, and of the next one.
    fields: (u16, u16),
}

impl FormatText {
    pub(crate) fn name(&self) -> &'static CStr {
        text(self.name)
    }

    pub(crate) fn summary(&self) -> &'static CStr {
        text(self.summary)
    }

    pub(crate) fn specification(&self) -> &'static CStr {
        text(self.specification)
    }

    /// The names of the fields, and their widths in bits.
    pub(crate) fn fields(&self) -> impl ExactSizeIterator<Item = (&'static CStr, u32)> {
        let (first, end) = (self.fields.0.into(), self.fields.1.into());
        let fields = generated::FIELDS.get(first..end).unwrap_or_default();
        fields.iter().map(|&(name, bits)| (text(name), bits.into()))
    }
}

/// The text at an offset, up to its terminator.
fn text(offset: u16) -> &'static CStr {
    let text = generated::TEXT.as_bytes().get(usize::from(offset)..);
    let text = CStr::from_bytes_until_nul(text.unwrap_or_default());
    text.unwrap_or_default()
}

// Fails if `cargo suite generate` has not run after a format was added.
const _: () = assert!(generated::FORMATS.len() == Format::ALL.len());

/// The texts of a format.
pub(crate) fn about(format: Format) -> Option<&'static FormatText> {
    generated::FORMATS.get(usize::from(format.code()) - 1)
}

/// The name and the message of a status other than `SORTID_OK`.
pub(crate) fn status(number: i32) -> Option<(&'static CStr, &'static CStr)> {
    let mut statuses = generated::STATUSES.iter();
    statuses
        .find(|status| i32::from(status.0) == number)
        .map(|&(_, name, message)| (text(name), text(message)))
}

/// The name of a text form.
pub(crate) fn form(index: usize) -> Option<&'static CStr> {
    generated::FORMS.get(index).map(|&name| text(name))
}

/// The name of a correction.
pub(crate) fn correction(index: usize) -> Option<&'static CStr> {
    generated::CORRECTIONS.get(index).map(|&name| text(name))
}

/// The name of an epoch, by its index in `Epoch::ALL`.
pub(crate) fn epoch(index: usize) -> Option<&'static CStr> {
    generated::EPOCHS.get(index).map(|&name| text(name))
}

/// The name of a kind of UUID.
pub(crate) fn kind(index: usize) -> Option<&'static CStr> {
    generated::KINDS.get(index).map(|&name| text(name))
}

#[rustfmt::skip]
mod generated {
    use super::FormatText;

    // <generated: tables>
    pub(super) static TEXT: &str = "\
        tid\0\
        the atproto TID: microseconds and a clock identifier\0\
        atproto TID\0\
        reserved\0\
        timestamp_us\0\
        clock_id\0\
        timeid\0\
        microseconds with a sign, so also before 1970, and a node\0\
        draft-goldman-tid\0\
        uid11_xid\0\
        milliseconds since 2011 and 22 random bits\0\
        uid11 1.0, section 8\0\
        timestamp_ms\0\
        random\0\
        uid11_fullrand\0\
        64 random bits, no time\0\
        uid11 1.0, section 5\0\
        uid11_snowish\0\
        milliseconds since 2011, a machine and a sequence\0\
        machine\0\
        uid11_ts_seq_rand\0\
        milliseconds since 2011, a sequence and 10 random bits\0\
        uuid6\0\
        UUID version 1 in the order of time\0\
        draft-peabody-dispatch-new-uuid-format-01, section 4.3; RFC 9562, section 5.6\0\
        timestamp\0\
        clock_seq\0\
        uuid7_draft01\0\
        UUID version 7 as drafted in 2021: seconds and a fraction\0\
        draft-peabody-dispatch-new-uuid-format-01, section 4.4\0\
        unixts\0\
        subsec_a\0\
        subsec_b\0\
        subsec_seq_node\0\
        uuid7\0\
        UUID version 7: milliseconds, a counter and random bits\0\
        RFC 9562, section 5.7\0\
        unix_ts_ms\0\
        rand_a\0\
        rand_b\0\
        uuid8\0\
        UUID version 8: a timestamp in a custom layout\0\
        draft-peabody-dispatch-new-uuid-format-01, section 4.5; RFC 9562, section 5.8\0\
        custom_a\0\
        custom_b\0\
        custom_c\0\
        scru160\0\
        160 bits: milliseconds, a counter and 96 random bits\0\
        SCRU160 v0.1.0\0\
        counter\0\
        random16\0\
        random80\0\
        lexical_uuid\0\
        microseconds and a worker, as 8-4-4-16 hexadecimal digits\0\
        twitter/cassie f6da4e0, LexicalUUID\0\
        worker\0\
        snowflake\0\
        milliseconds since 2010, a datacenter, a worker and a sequence, as a decimal integer\0\
        twitter/snowflake b3f6a3c, IdWorker\0\
        datacenter\0\
        milliseconds, a worker and a sequence in base62\0\
        boundary/flake 15c933a\0\
        sharding_id\0\
        milliseconds since 2011, a shard and a sequence, as a decimal integer\0\
        Instagram Engineering, Sharding & IDs at Instagram\0\
        shard\0\
        ksuid\0\
        seconds since 2014, a random counter and 64 random bits\0\
        segmentio/ksuid bf376a7\0\
        timestamp_s\0\
        payload_hi\0\
        payload_lo\0\
        elasticflake\0\
        milliseconds, a node and a sequence, as in Elasticsearch up to version 5\0\
        ppearcy/elasticflake dd71c21\0\
        flake_idgen\0\
        milliseconds, a datacenter, a worker and a counter, as a decimal integer\0\
        T-PWK/flake-idgen fcd6a2f\0\
        sonyflake\0\
        tens of milliseconds since 2014, a sequence and a machine, as a decimal integer\0\
        sony/sonyflake 848d664, version 1\0\
        timestamp_10ms\0\
        ordered_uuid\0\
        UUID version 4 with tens of microseconds in front, as Laravel makes it\0\
        Laravel Str::orderedUuid, ramsey/uuid timestamp-first COMB\0\
        timestamp_10us\0\
        comb_guid\0\
        UUID version 4 with milliseconds in front, as RT.Comb makes it for PostgreSQL\0\
        richardtallent/RT.Comb 2759820, PostgreSQL order\0\
        ulid\0\
        milliseconds and 80 random bits, which count up within a millisecond\0\
        ulid/spec\0\
        randomness\0\
        sid\0\
        nanoseconds and 63 random bits, as two numbers\0\
        chilts/sid 660e947\0\
        timestamp_ns\0\
        push_id\0\
        milliseconds and 72 random bits, which count up within a millisecond\0\
        Firebase, The 2^120 Ways to Ensure Unique Identifiers\0\
        seconds, a machine, a process and a counter\0\
        rs/xid efa678f\0\
        pid\0\
        object_id\0\
        seconds, 40 bits drawn for the process, and a counter\0\
        MongoDB, BSON ObjectID\0\
        cuid\0\
        milliseconds, a counter, a fingerprint and 41 random bits in base36\0\
        ericelliott/cuid 215b27b, version 1\0\
        fingerprint\0\
        comb_mssql\0\
        UUID version 4 with milliseconds at its end, as RT.Comb makes it for SQL Server\0\
        richardtallent/RT.Comb 2759820, SQL Server order\0\
        rand_c\0\
        uuid1\0\
        UUID version 1, a timeuuid: its bytes and text are not in the order of time\0\
        RFC 9562, section 5.1\0\
        uuid4\0\
        UUID version 4: 122 random bits, no time\0\
        RFC 9562, section 5.4\0\
        random_a\0\
        random_b\0\
        random_c\0\
        any_uuid\0\
        any UUID, of any version; parsed only\0\
        RFC 9562, section 4\0\
        high\0\
        low\0\
        mastodon\0\
        milliseconds and a sequence, as a decimal integer\0\
        mastodon/mastodon 0486db9, timestamp_id\0\
        tsid\0\
        milliseconds since 2020, a node and a counter, in base32 or as a decimal integer\0\
        f4b6a3/tsid-creator 5.2.6\0\
        scru128\0\
        milliseconds, a counter and random bits, 128 in all, in base36\0\
        scru128/spec v2.1.1\0\
        counter_hi\0\
        counter_lo\0\
        entropy\0\
        scru64\0\
        units of 256 milliseconds, a node and a counter, 12 digits of base36\0\
        scru64/spec v1.0.0\0\
        timestamp_256ms\0\
        node_ctr\0\
        elasticsearch_id\0\
        milliseconds, a node and a sequence, as in Elasticsearch and OpenSearch; parsed only\0\
        elastic/elasticsearch 891db0d\0\
        custom64\0\
        a time, a node and a sequence in a custom layout, as a decimal integer\0\
        sortid's own; presets name published layouts\0\
        custom\0\
        elasticsearch_k_ordered\0\
        milliseconds, a node and a sequence, as in logs of Elasticsearch; parsed only\0\
        elastic/elasticsearch 1116d7d\0\
        elasticsearch_routed\0\
        milliseconds, a node, a sequence and a routing hash, as in Elasticsearch; parsed only\0\
        routing_hash\0\
        invalid_length\0\
        wrong length\0\
        invalid_character\0\
        invalid or misplaced character\0\
        out_of_range\0\
        the value is outside the range of the format\0\
        invalid_variant\0\
        the UUID variant bits are not 10\0\
        invalid_version\0\
        the UUID version does not match the format\0\
        timestamp_out_of_range\0\
        the time is outside the range of the format\0\
        invalid_field\0\
        the field or its value is not valid\0\
        invalid_option\0\
        the option or its value is not valid\0\
        unknown_format\0\
        no format has this name\0\
        not_applicable\0\
        ids of the format lack this\0\
        clock_rollback\0\
        the clock was set back by more than rollback_tolerance_ms\0\
        counter_exhausted\0\
        the tick has no ids left, and the clock has not advanced\0\
        entropy_unavailable\0\
        the operating system returned no random bytes\0\
        forked_generator\0\
        this process is a fork: call reseed, with a node of its own if one was assigned\0\
        wrong_prefix\0\
        another prefix is expected\0\
        lead_exceeded\0\
        the id would be ahead of the clock by more than max_lead_ms\0\
        store_io\0\
        the file cannot be read or written\0\
        store_corrupt\0\
        the file is damaged\0\
        store_foreign\0\
        the file belongs to another format or program\0\
        store_locked\0\
        the file is locked by another process\0\
        store_read_only\0\
        the file cannot be written\0\
        store_full\0\
        the disk is full\0\
        lease_expired\0\
        the lease of the node has expired\0\
        null_argument\0\
        a pointer is null\0\
        buffer_too_small\0\
        the buffer is too small\0\
        panic\0\
        an internal error was caught\0\
        canonical\0\
        compact\0\
        hex\0\
        urn\0\
        base32\0\
        base64\0\
        typeid\0\
        decimal\0\
        braced\0\
        upper\0\
        base57\0\
        base58\0\
        base58_flickr\0\
        base64url\0\
        crockford\0\
        whitespace\0\
        quotes\0\
        braces\0\
        hyphens\0\
        case\0\
        leading_zeros\0\
        look_alikes\0\
        twitter\0\
        discord\0\
        instagram\0\
        linkedin\0\
        unix\0\
        sonyflake_v2\0\
        nil\0\
        max\0\
        ncs\0\
        microsoft\0\
        future\0\
        version_0\0\
        version_1\0\
        version_2\0\
        version_3\0\
        version_4\0\
        version_5\0\
        version_6\0\
        version_7\0\
        version_8\0\
        version_9\0\
        version_10\0\
        version_11\0\
        version_12\0\
        version_13\0\
        version_14\0\
        version_15\0\
    ";
    pub(super) static FORMATS: &[FormatText] = &[
        FormatText { name: 0, summary: 4, specification: 57, fields: (0, 3) },
        FormatText { name: 100, summary: 107, specification: 165, fields: (3, 5) },
        FormatText { name: 183, summary: 193, specification: 236, fields: (5, 7) },
        FormatText { name: 277, summary: 292, specification: 316, fields: (7, 8) },
        FormatText { name: 337, summary: 351, specification: 316, fields: (8, 11) },
        FormatText { name: 409, summary: 427, specification: 316, fields: (11, 14) },
        FormatText { name: 482, summary: 488, specification: 524, fields: (14, 17) },
        FormatText { name: 622, summary: 636, specification: 694, fields: (17, 21) },
        FormatText { name: 790, summary: 796, specification: 852, fields: (21, 24) },
        FormatText { name: 899, summary: 905, specification: 952, fields: (24, 27) },
        FormatText { name: 1057, summary: 1065, specification: 1118, fields: (27, 31) },
        FormatText { name: 1159, summary: 1172, specification: 1230, fields: (31, 33) },
        FormatText { name: 1273, summary: 1283, specification: 1368, fields: (33, 37) },
        FormatText { name: 1277, summary: 1415, specification: 1463, fields: (37, 40) },
        FormatText { name: 1486, summary: 1498, specification: 1568, fields: (40, 43) },
        FormatText { name: 1625, summary: 1631, specification: 1687, fields: (43, 46) },
        FormatText { name: 1745, summary: 1758, specification: 1831, fields: (46, 49) },
        FormatText { name: 1860, summary: 1872, specification: 1945, fields: (49, 53) },
        FormatText { name: 1971, summary: 1981, specification: 2061, fields: (53, 56) },
        FormatText { name: 2110, summary: 2123, specification: 2194, fields: (56, 59) },
        FormatText { name: 2268, summary: 2278, specification: 2356, fields: (59, 62) },
        FormatText { name: 2405, summary: 2410, specification: 2479, fields: (62, 64) },
        FormatText { name: 2500, summary: 2504, specification: 2551, fields: (64, 66) },
        FormatText { name: 2583, summary: 2591, specification: 2660, fields: (66, 68) },
        FormatText { name: 189, summary: 2714, specification: 2758, fields: (68, 72) },
        FormatText { name: 2777, summary: 2787, specification: 2841, fields: (72, 75) },
        FormatText { name: 2864, summary: 2869, specification: 2937, fields: (75, 79) },
        FormatText { name: 2985, summary: 2996, specification: 3076, fields: (79, 83) },
        FormatText { name: 3132, summary: 3138, specification: 3214, fields: (83, 86) },
        FormatText { name: 3236, summary: 3242, specification: 3283, fields: (86, 89) },
        FormatText { name: 3332, summary: 3341, specification: 3379, fields: (89, 91) },
        FormatText { name: 3408, summary: 3417, specification: 3467, fields: (91, 93) },
        FormatText { name: 3507, summary: 3512, specification: 3593, fields: (93, 95) },
        FormatText { name: 3619, summary: 3627, specification: 3690, fields: (95, 99) },
        FormatText { name: 3740, summary: 3747, specification: 3816, fields: (99, 101) },
        FormatText { name: 3860, summary: 3877, specification: 3962, fields: (101, 104) },
        FormatText { name: 3992, summary: 4001, specification: 4072, fields: (104, 105) },
        FormatText { name: 4124, summary: 4148, specification: 4226, fields: (105, 108) },
        FormatText { name: 4256, summary: 4277, specification: 4226, fields: (108, 112) },
    ];
    pub(super) static FIELDS: &[(u16, u8)] = &[(69, 1), (78, 53), (91, 10), (78, 54), (160, 10), (257, 42), (270, 22), (270, 64), (257, 41), (401, 10), (392, 12), (257, 42), (392, 12), (270, 10), (602, 60), (612, 14), (160, 48), (749, 36), (756, 12), (765, 12), (774, 62), (874, 48), (885, 12), (892, 62), (1030, 48), (1039, 12), (1048, 62), (257, 48), (1133, 16), (1141, 16), (1150, 80), (78, 64), (1266, 64), (257, 41), (1404, 5), (1266, 5), (392, 12), (257, 64), (1266, 48), (392, 16), (257, 41), (1619, 13), (392, 10), (1711, 32), (1723, 64), (1734, 64), (257, 48), (160, 48), (392, 24), (257, 42), (1404, 5), (1266, 5), (1133, 12), (2095, 39), (392, 8), (401, 16), (2253, 48), (885, 12), (892, 62), (874, 48), (885, 12), (892, 62), (257, 48), (2489, 80), (2570, 63), (270, 63), (257, 48), (270, 72), (1711, 32), (401, 24), (2773, 16), (1133, 24), (1711, 32), (270, 40), (1133, 24), (257, 42), (1133, 21), (2973, 21), (270, 42), (885, 48), (892, 12), (3125, 14), (874, 48), (602, 60), (612, 14), (160, 48), (3305, 48), (3314, 12), (3323, 62), (3399, 64), (3404, 64), (257, 48), (392, 16), (257, 42), (270, 22), (257, 48), (3710, 24), (3721, 24), (3732, 32), (3835, 39), (3851, 24), (257, 48), (160, 48), (392, 24), (4117, 64), (257, 48), (160, 48), (392, 24), (257, 48), (160, 48), (392, 24), (4363, 32)];
    pub(super) static STATUSES: &[(u8, u16, u16)] = &[(1, 4376, 4391), (2, 4404, 4422), (3, 4453, 4466), (4, 4511, 4527), (5, 4560, 4576), (6, 4619, 4642), (7, 4686, 4700), (8, 4736, 4751), (9, 4788, 4803), (10, 4827, 4842), (11, 4870, 4885), (12, 4943, 4961), (13, 5018, 5038), (14, 5084, 5101), (15, 5181, 5194), (16, 5221, 5235), (20, 5295, 5304), (21, 5339, 5353), (22, 5373, 5387), (23, 5433, 5446), (24, 5484, 5500), (25, 5527, 5538), (26, 5555, 5569), (30, 5603, 5617), (31, 5635, 5652), (32, 5676, 5682)];
    pub(super) static FORMS: &[u16] = &[5711, 5721, 5729, 5733, 5737, 5744, 1167, 5751, 5758, 5766, 5773, 2930, 5779, 5786, 5793, 1456, 5807, 5817];
    pub(super) static CORRECTIONS: &[u16] = &[5827, 5838, 5845, 5733, 5852, 5817, 5860, 5865, 5879];
    pub(super) static EPOCHS: &[u16] = &[5891, 5899, 5907, 5917, 5926, 5931];
    pub(super) static KINDS: &[u16] = &[5944, 5948, 5952, 5956, 5966, 5973, 5983, 5993, 6003, 6013, 6023, 6033, 6043, 6053, 6063, 6073, 6084, 6095, 6106, 6117, 6128];
    // </generated>
}
