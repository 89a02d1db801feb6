//! Interoperation with other crates: timestamps, JSON schemas, ids for fuzzing. Each part needs its
//! feature.

#[cfg(any(feature = "chrono", feature = "jiff", feature = "time"))]
use sortid::{Error, ErrorCode, Timestamp};

/// Instants that every crate can represent, in nanoseconds since 1970.
#[cfg(any(feature = "chrono", feature = "jiff", feature = "time"))]
const INSTANTS_NS: [i128; 5] = [
    0,
    -1,
    1_721_390_400_123_456_789,
    -62_135_596_800_000_000_000,
    253_402_207_200_999_999_999 / 10,
];

#[cfg(any(feature = "chrono", feature = "jiff", feature = "time"))]
fn assert_converts_both_ways<T: TryFrom<Timestamp, Error = Error> + Into<Timestamp>>(
    unix_ns: fn(&T) -> i128,
) {
    for ns in INSTANTS_NS {
        let time = Timestamp::from_unix_ns(ns).expect("in range");
        let theirs = T::try_from(time).expect("in their range");
        assert_eq!(unix_ns(&theirs), ns);
        assert_eq!(theirs.into(), time);
    }
    let beyond = T::try_from(Timestamp::MAX).map(|_| ());
    assert_eq!(
        beyond.map_err(|error| error.code()),
        Err(ErrorCode::TimestampOutOfRange)
    );
}

#[cfg(feature = "chrono")]
#[test]
fn chrono_timestamps_convert_both_ways() {
    use chrono::{DateTime, FixedOffset, NaiveDate, Utc};

    assert_converts_both_ways::<DateTime<Utc>>(|time| {
        i128::from(time.timestamp()) * 1_000_000_000 + i128::from(time.timestamp_subsec_nanos())
    });
    let hour = FixedOffset::east_opt(3600).expect("an offset");
    let there = DateTime::from_timestamp(7, 5)
        .expect("in range")
        .with_timezone(&hour);
    assert_eq!(Timestamp::from(there).unix_ns(), 7_000_000_005);
    let leap = NaiveDate::from_ymd_opt(2016, 12, 31)
        .and_then(|day| day.and_hms_nano_opt(23, 59, 59, 1_500_000_000))
        .expect("a leap second");
    assert_eq!(
        Timestamp::from(leap.and_utc()).unix_ns(),
        1_483_228_800_500_000_000
    );
}

#[cfg(feature = "jiff")]
#[test]
fn jiff_timestamps_convert_both_ways() {
    use jiff::tz::TimeZone;

    assert_converts_both_ways::<jiff::Timestamp>(|time| time.as_nanosecond());
    let zoned = jiff::Timestamp::new(7, 5)
        .expect("in range")
        .to_zoned(TimeZone::UTC);
    assert_eq!(Timestamp::from(&zoned).unix_ns(), 7_000_000_005);
}

#[cfg(feature = "time")]
#[test]
fn time_timestamps_convert_both_ways() {
    use time::{OffsetDateTime, UtcDateTime, UtcOffset};

    assert_converts_both_ways::<OffsetDateTime>(|time| time.unix_timestamp_nanos());
    assert_converts_both_ways::<UtcDateTime>(|time| time.unix_timestamp_nanos());
    let hour = UtcOffset::from_hms(1, 0, 0).expect("an offset");
    let there = OffsetDateTime::from_unix_timestamp(7)
        .expect("in range")
        .to_offset(hour);
    assert_eq!(Timestamp::from(there).seconds(), 7);
}

#[cfg(all(feature = "schemars", feature = "serde"))]
mod schemars {
    use schemars::{JsonSchema, generate::SchemaSettings, schema_for};
    use serde_json::{Value, json};
    use sortid::{AnyId, Format, TypedId, Uuid7};

    /// Asserts that a format's schema matches its texts. Returns the format.
    fn assert_schema<T: TypedId + JsonSchema>() -> Format {
        let id: AnyId = T::from_fields([]).expect("zero").into();
        let schema = schema_for!(T);
        assert_eq!(schema.get("type"), Some(&json!("string")));
        assert_eq!(schema.get("title"), Some(&json!(T::schema_name())));
        let length = |schema: &schemars::Schema, key: &str| schema.get(key).and_then(Value::as_u64);
        let (least, most) = (length(&schema, "minLength"), length(&schema, "maxLength"));
        for form in sortid::Form::ALL {
            // Texts of few decimal digits are written but not parsed.
            let is_read = |text: &sortid::Text| AnyId::is_valid(text.as_str(), T::FORMAT);
            let Some(text) = id.to_form(*form).ok().filter(is_read) else {
                continue;
            };
            let length = Some(text.len() as u64);
            assert!(least <= length && length <= most, "{text}");
        }
        let written = SchemaSettings::draft2020_12()
            .for_serialize()
            .into_generator();
        let written = written.into_root_schema_for::<T>();
        let lengths = [T::FORMAT.text_len_min(), T::FORMAT.text_len()];
        let [least, most] = lengths.map(|length| Some(length as u64));
        assert_eq!(
            (length(&written, "minLength"), length(&written, "maxLength")),
            (least, most)
        );
        let is_uuid = T::FORMAT.reads(sortid::Form::Urn);
        assert_eq!(written.get("format").is_some(), is_uuid);
        T::FORMAT
    }

    macro_rules! all {
        ($($name:path)*) => { [$(assert_schema::<$name>()),*] };
    }

    #[test]
    fn schemas_match_texts_of_every_format() {
        let formats = sortid::with_types!(all);
        assert_eq!(formats, Format::ALL);
    }

    #[test]
    fn prefixed_id_schema_has_a_pattern() {
        macro_rules! pattern {
            ($format:ident, $prefix:literal) => {{
                sortid::id_type!(type Declared = TypeId<Kind>, format = sortid::$format, prefix = $prefix);
                let schema = schema_for!(Declared);
                schema.get("pattern").cloned().expect("a pattern")
            }};
        }
        let uuid = "[0-7][0-9a-hjkmnp-tv-z]{25}$";
        assert_eq!(pattern!(Uuid7, "order"), format!("^order_{uuid}"));
        assert_eq!(pattern!(Uuid7, ""), format!("^{uuid}"));
        assert_eq!(pattern!(Tid, "order"), "^order_[2-7a-z]{13}$");
        assert_eq!(
            pattern!(Ulid, "order"),
            "^order_[0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{26}$"
        );
        assert_eq!(pattern!(Snowflake, "order"), "^order_[0-9]{1,19}$");
        assert_eq!(pattern!(Timeid, "order"), "^order_[-2-7a-z]{16}$");
    }

    #[test]
    fn id_schema_is_an_object_of_format_and_text() {
        let schema = schema_for!(AnyId);
        assert_eq!(schema.get("required"), Some(&json!(["format", "text"])));
        let names = &schema.as_value()["$defs"]["Format"]["enum"];
        assert_eq!(names.as_array().map(Vec::len), Some(Format::ALL.len()));
        let id = serde_json::to_value(AnyId::from(Uuid7::now())).expect("written");
        for (key, value) in id.as_object().expect("an object") {
            assert!(value.is_string() && schema.as_value()["properties"].get(key).is_some());
        }
    }
}

#[cfg(feature = "arbitrary")]
mod arbitrary {
    use std::collections::HashSet;

    use arbitrary::{Arbitrary, Unstructured};
    use sortid::{AnyId, Format, Timestamp, Uuid7};

    #[test]
    fn arbitrary_yields_valid_ids_and_timestamps() {
        let mut state = 1u64;
        let mut byte = || {
            // xorshift64.
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state as u8
        };
        let bytes: Vec<u8> = std::iter::repeat_with(&mut byte).take(100_000).collect();
        let mut given = Unstructured::new(&bytes);
        let (mut formats, mut ids) = (HashSet::new(), HashSet::new());
        for _ in 0..1000 {
            let id = AnyId::arbitrary(&mut given).expect("an id");
            assert_eq!(AnyId::parse(&*id.to_text(), id.format()), Ok(id));
            formats.insert(id.format());
            let typed = Uuid7::arbitrary(&mut given).expect("an id");
            assert_eq!(Uuid7::from_bytes(typed.to_bytes()), Ok(typed));
            ids.insert(typed);
            let time = Timestamp::arbitrary(&mut given).expect("an instant");
            assert!(time.nanos() < 1_000_000_000);
        }
        assert_eq!((formats.len(), ids.len()), (Format::ALL.len(), 1000));
    }
}
