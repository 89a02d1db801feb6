//! Properties that hold for every value of every format.
#![cfg(feature = "std")]

use proptest::prelude::*;
use sortid::{AnyId, ByteOrder, ErrorCode, Form, Format, Timestamp};

fn any_format() -> impl Strategy<Value = Format> {
    prop::sample::select(Format::ALL.to_vec())
}

/// Bytes that have edge values more often than uniform ones.
fn any_bytes() -> impl Strategy<Value = [u8; 20]> {
    let corner = |word: u16| match word >> 8 {
        0..64 => 0,
        64..128 => 0xff,
        128..144 => 0x80,
        144..160 => 0x7f,
        _ => word as u8,
    };
    prop::array::uniform20(any::<u16>()).prop_map(move |words| words.map(corner))
}

/// An id of any format: random bits, with the format's fixed bits set.
fn any_id() -> impl Strategy<Value = AnyId> {
    (any_format(), any_bytes()).prop_filter_map("no id has these bits", |(format, mut bytes)| {
        let version = match format {
            Format::Uuid1 => Some(0x10),
            Format::Uuid6 => Some(0x60),
            Format::Uuid7 | Format::Uuid7Draft01 => Some(0x70),
            Format::Uuid8 => Some(0x80),
            _ if format.reads(Form::Urn) && format.can_generate() => Some(0x40),
            _ => None,
        };
        if let Some(version) = version {
            bytes[6] = (bytes[6] & 0x0f) | version;
            bytes[8] = (bytes[8] & 0x3f) | 0x80;
        }
        match format {
            Format::Sid => {
                bytes[0] &= 0x7f;
                bytes[8] &= 0x7f;
            }
            // Leaves few enough bits that most numbers are below the limits.
            Format::Cuid => {
                bytes[0] &= 0x1f;
                bytes[10] &= 0xfe;
            }
            Format::Scru64 => bytes[0] &= 0x3f,
            _ => {}
        }
        AnyId::from_bytes(&bytes[..format.byte_len()], format).ok()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn every_text_form_parses_back(id in any_id()) {
        for &form in Form::ALL {
            prop_assert!(!id.format().reads(form) || id.to_form(form).is_ok());
            if let Ok(text) = id.to_form(form) {
                let read = AnyId::parse(&*text, id.format());
                // Few decimal digits are written but not parsed. Thirteen parse as the symbols of
                // another id.
                match form == Form::Decimal && text.len() <= 13 {
                    true => prop_assert_ne!(read, Ok(id)),
                    false => prop_assert!(read == Ok(id) || !id.format().reads(form)),
                }
                prop_assert_eq!(AnyId::parse_form(&*text, id.format(), form), Ok(id));
            }
        }
        let lengths = id.format().text_len_min()..=id.format().text_len();
        prop_assert!(lengths.contains(&id.to_text().len()));
    }

    #[test]
    fn lenient_parsing_reads_what_parse_reads(id in any_id()) {
        let read = AnyId::parse_lenient(id.to_text().as_bytes(), id.format());
        prop_assert_eq!(read.map(|read| (read.id, read.corrections.is_empty())), Ok((id, true)));
        let wrapped = format!(" {{\"{id}\"}}\n");
        let read = AnyId::parse_lenient(&wrapped, id.format());
        prop_assert_eq!(read.map(|read| read.id), Ok(id));
        prop_assert!(AnyId::parse(&wrapped, id.format()).is_err());
    }

    #[test]
    fn every_order_of_bytes_converts_back(id in any_id()) {
        for &order in ByteOrder::ALL {
            if let Ok(bytes) = id.to_bytes_in(order) {
                prop_assert_eq!(AnyId::from_bytes_in(&bytes, id.format(), order), Ok(id));
            }
        }
    }

    #[test]
    fn bytes_and_integers_convert_back(id in any_id()) {
        prop_assert_eq!(AnyId::from_bytes(&id.to_bytes(), id.format()), Ok(id));
        if let Ok(int) = id.to_u64() {
            prop_assert_eq!(AnyId::from_u64(int, id.format()), Ok(id));
        }
        if let Ok(int) = id.to_u128() {
            prop_assert_eq!(AnyId::from_u128(int, id.format()), Ok(id));
        }
    }

    #[test]
    fn from_fields_with_all_fields_rebuilds_the_id(id in any_id()) {
        prop_assert_eq!(AnyId::from_fields(id.fields(), id.format()), Ok(id));
    }

    #[test]
    fn from_fields_rejects_value_one_bit_too_wide(id in any_id()) {
        for (name, bits) in id.format().fields() {
            let refused = AnyId::from_fields([(name, 1i128 << bits)], id.format());
            prop_assert_eq!(refused.map_err(|error| error.code()), Err(ErrorCode::InvalidField));
        }
    }

    #[test]
    fn text_and_bytes_sort_like_ids(a in any_id(), bytes in any_bytes()) {
        let format = a.format();
        let Ok(b) = AnyId::from_bytes(&bytes[..format.byte_len()], format) else { return Ok(()) };
        let sign = |id: &AnyId| format == Format::Timeid && id.to_bytes()[0] & 0x80 != 0;
        let (texts, bytes) = match (format.text_sorts(), format.bytes_sort()) {
            (false, false) if format == Format::Timeid && sign(&a) != sign(&b) => {
                // Ids before 1970 come first, though their text and bytes come last.
                prop_assert_eq!(a < b, sign(&a));
                return Ok(());
            }
            _ if format == Format::Timeid => (true, true),
            sorts => sorts,
        };
        // Texts of varying length sort like ids among texts of the same length. The remaining
        // formats have alphabets or layouts that do not sort.
        let is_numeric = format.text_len_min() < format.text_len();
        if texts || (is_numeric && a.to_text().len() == b.to_text().len()) {
            prop_assert_eq!(a.cmp(&b), a.to_text().as_str().cmp(b.to_text().as_str()));
        }
        if bytes {
            prop_assert_eq!(a.cmp(&b), a.to_bytes().cmp(&b.to_bytes()));
        }
    }

    /// Truncates each spelling that `parse` accepts at each place. Ids with a common prefix of the
    /// canonical text are contiguous, or `not_applicable`; so are those of UUIDs and timeids
    /// without hyphens, and of lexical_uuid with the hyphens of a UUID. A prefix of any other
    /// spelling is an error, or also begins canonical texts, and selects these.
    #[test]
    fn prefix_range_contains_the_id(id in any_id()) {
        let format = id.format();
        for form in Form::ALL.iter().copied().filter(|form| format.reads(*form)) {
            let is_read = matches!(form, Form::Canonical | Form::Compact)
                || (format, form) == (Format::LexicalUuid, Form::Uuid);
            let text = id.to_form(form).expect("a readable form").to_string();
            let cases = [text.to_uppercase(), text.to_lowercase(), text];
            for text in cases.iter().filter(|text| AnyId::parse(text, format) == Ok(id)) {
                for prefix in (1..=text.len()).map(|length| &text[..length]) {
                    let ids = match AnyId::prefix_range(prefix, format) {
                        Ok(ids) => ids,
                        Err(error) if error.code() == ErrorCode::NotApplicable => {
                            // Numbers have no leading zeros, and other texts do not sort like ids.
                            prop_assert!(!format.text_sorts());
                            continue;
                        }
                        Err(error) => {
                            prop_assert!(!is_read, "{} of {}: {}", prefix, format, error);
                            continue;
                        }
                    };
                    let (first, last) = (ids.start().to_text(), ids.end().to_text());
                    let begins = |text: &str| text[..prefix.len()].eq_ignore_ascii_case(prefix);
                    let is_canonical = || begins(&first) && begins(&last);
                    prop_assert!(ids.contains(&id) || !is_read && is_canonical(), "{} of {}", prefix, format);
                    prop_assert_eq!(AnyId::parse(&*first, format), Ok(*ids.start()));
                    prop_assert_eq!(AnyId::parse(&*last, format), Ok(*ids.end()));
                }
            }
        }
    }

    #[test]
    fn id_lies_within_the_bounds_of_its_time_only(id in any_id()) {
        let format = id.format();
        let Ok(time) = id.timestamp() else { return Ok(()) };
        if id.is_reserved() || !format.has_bounds() {
            return Ok(());
        }
        let (min, max) = (
            AnyId::min_at(time, format).expect("a bound"),
            AnyId::max_at(time, format).expect("a bound"),
        );
        prop_assert!(min <= id && id <= max, "{} in {}..{}", id, min, max);
        let unit_ns = i128::from(format.resolution_ns().expect("a time"));
        let tick_ns = time.unix_ns().div_euclid(unit_ns) * unit_ns;
        let time = Timestamp::from_unix_ns(tick_ns).expect("a time");
        let next = Timestamp::from_unix_ns(tick_ns + unit_ns).expect("a time");
        if let Ok(above) = AnyId::min_at(next, format) {
            prop_assert!(max < above);
            prop_assert_eq!(AnyId::range(time, next, format), Ok(min..=max));
        }
    }

    #[test]
    fn arbitrary_bytes_are_accepted_or_rejected_consistently(format in any_format(), text in prop::collection::vec(any::<u8>(), 0..=64)) {
        if let Ok(id) = AnyId::parse(&text, format) {
            let lengths = format.text_len_min()..=format.text_len();
            prop_assert!(lengths.contains(&id.to_text().len()));
        }
        let _ = AnyId::prefix_range(&text, format);
        #[cfg(feature = "scan")]
        let readings: Vec<AnyId> = sortid::inspect_at(&text, Timestamp::from_unix_ms(0)).readings().map(|reading| reading.id).collect();
        #[cfg(feature = "scan")]
        for &format in Format::ALL {
            let is_read = AnyId::is_valid(&text, format);
            prop_assert_eq!(is_read, !sortid::inspect_at(&text, Timestamp::from_unix_ms(0)).errors().any(|(refused, _)| refused == format));
            prop_assert!(is_read || !readings.iter().any(|id| id.format() == format));
        }
    }

    #[test]
    fn changed_byte_is_accepted_or_reported_at_its_offset(id in any_id(), at in 0usize..36, byte in any::<u8>()) {
        let mut text = id.to_text().as_bytes().to_vec();
        let at = at % text.len();
        text[at] = byte;
        match AnyId::parse(&text, id.format()) {
            Ok(read) => prop_assert!(read.to_text().as_bytes().eq_ignore_ascii_case(&text)),
            Err(error) => if let Some(offset) = error.offset() {
                prop_assert_eq!(offset, at);
            }
        }
    }

    #[test]
    fn uuid1_and_uuid6_convert_without_loss(bytes in prop::array::uniform16(any::<u8>())) {
        let mut bytes = bytes;
        bytes[6] = (bytes[6] & 0x0f) | 0x10;
        bytes[8] = (bytes[8] & 0x3f) | 0x80;
        let v1 = sortid::Uuid1::from_bytes(bytes).expect("version 1");
        prop_assert_eq!(sortid::Uuid1::from(sortid::Uuid6::from(v1)), v1);
    }

    #[test]
    fn uuid7_reads_back_every_microsecond(micros in 0i64..(1 << 48) * 1000) {
        use sortid::options::{ClockSource, Precision};
        use sortid::{Generator, Options, Uuid7};
        let reading = Options::new().precision(Precision::Us);
        let time = Timestamp::from_unix_us(micros);
        let options = reading.clone().clock(ClockSource::Manual);
        let id = Generator::<Uuid7>::with(&options).expect("a generator").next_at(time);
        let id = AnyId::from(id.expect("an id"));
        prop_assert_eq!(id.timestamp_with(&reading), Ok(time), "R-V7-US");
        prop_assert_eq!(id.timestamp(), Ok(Timestamp::from_unix_ms(micros / 1000)));
    }

    #[test]
    fn draft01_reads_back_every_precision(seconds in 0i64..1 << 36, nanos in 0u32..1_000_000_000) {
        use sortid::options::{ClockSource, Precision};
        use sortid::{Generator, Options, Uuid7Draft01};
        let time = Timestamp::new(seconds, nanos).expect("a time");
        for (precision, unit_ns) in [(Precision::Ms, 1_000_000), (Precision::Us, 1000), (Precision::Ns, 1)] {
            let reading = Options::new().precision(precision);
            let options = reading.clone().clock(ClockSource::Manual);
            let generator = Generator::<Uuid7Draft01>::with(&options).expect("a generator");
            let id = AnyId::from(generator.next_at(time).expect("an id"));
            let floored = time.unix_ns().div_euclid(unit_ns) * unit_ns;
            let read = id.timestamp_with(&reading).expect("a time");
            prop_assert_eq!(read.unix_ns(), floored, "R-V7D-2");
        }
    }
}
