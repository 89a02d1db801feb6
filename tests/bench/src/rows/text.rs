//! Values to texts and back.
//!
//! Calls the fastest function of each peer, with an existing buffer. Both sides read their input
//! through a slice whose length the compiler does not know, like text from outside.

use std::hint::black_box;

use fast32::base32::{Alphabet32Nopad, RFC4648_HEX};
use sortid::{Scru160, Tid, Uid11Xid, Uuid7};
use uuid::Uuid;
use uuid_simd::{AsOut, AsciiCase};

use super::{Row, samples};
use crate::side::Side;

/// The symbols of a tid, which fast32 lacks.
const SORTABLE_SYMBOLS: &[u8; 32] = b"234567abcdefghijklmnopqrstuvwxyz";
static SORTABLE_VALUES: [u8; 256] = fast32::decoder_map_simple(SORTABLE_SYMBOLS);
static SORTABLE: Alphabet32Nopad = Alphabet32Nopad::new(SORTABLE_SYMBOLS, &SORTABLE_VALUES);

pub(super) fn rows() -> Vec<Row> {
    let mut rows = tid_rows();
    rows.extend(base58_rows());
    rows.extend(uuid_rows());
    rows.extend(base32hex_rows());
    rows
}

fn tid_rows() -> Vec<Row> {
    let values = || samples::tids().into_iter().map(Tid::to_u64).collect();
    let texts = || texts::<13, _>(samples::tids(), |id| id.to_text());
    let mut buffer = Vec::with_capacity(13);
    let prints = Side::over(values(), move |&value| {
        buffer.clear();
        SORTABLE.encode_u64_into(value, &mut buffer);
        black_box(&mut buffer);
    });
    let prints_string = Side::over(values(), |&value| {
        black_box(SORTABLE.encode_u64(value));
    });
    let parses = Side::over(texts(), |text| {
        let value = SORTABLE.decode_u64(black_box(text.as_slice()));
        black_box(value.expect("the text of a tid"));
    });
    vec![
        Row::new("tid text from value", printing!(samples::tids()))
            .beside("fast32", "fast32 base32 encode_u64_into", prints)
            .at_most(0.4),
        Row::new("tid text from value", printing!(samples::tids())).beside(
            "fast32",
            "fast32 base32 encode_u64 (String)",
            prints_string,
        ),
        Row::new("tid text to value", parsing!(Tid, texts()))
            .beside("fast32", "fast32 base32 decode_u64", parses)
            .at_most(0.55),
    ]
}

fn base58_rows() -> Vec<Row> {
    let bytes = || {
        samples::xids()
            .into_iter()
            .map(Uid11Xid::to_bytes)
            .collect()
    };
    let texts = || texts::<11, _>(samples::xids(), |id| id.to_text());
    let mut text = [0; 11];
    let prints = Side::over(bytes(), move |bytes| {
        let length = bs58::encode(bytes).onto(&mut text[..]);
        black_box(length.expect("a text that fits"));
        black_box(&mut text);
    });
    let mut bytes = [0; 8];
    let parses = Side::over(texts(), move |text| {
        let length = bs58::decode(black_box(text.as_slice())).onto(&mut bytes);
        black_box(length.expect("the text of an xid"));
        black_box(&mut bytes);
    });
    vec![
        Row::new("base58 from value", printing!(samples::xids()))
            .beside("bs58", "bs58::encode, onto", prints)
            .at_most(0.07),
        Row::new("base58 to value", parsing!(Uid11Xid, texts()))
            .beside("bs58", "bs58::decode, onto", parses)
            .at_most(0.085),
    ]
}

fn uuid_rows() -> Vec<Row> {
    let values = || samples::uuids().into_iter().map(Uuid7::to_bytes).collect();
    let strings = Side::over(samples::uuids(), |id| {
        black_box(id.to_string());
    });
    let uuids = || samples::uuids().into_iter().map(Uuid7::to_bytes);
    let uuids = || uuids().map(Uuid::from_bytes).collect();
    let texts = || texts::<36, _>(samples::uuids(), |id| id.to_text());
    let mut text = [0; 36];
    let prints = Side::over(uuids(), move |uuid| {
        uuid.as_hyphenated().encode_lower(&mut text);
        black_box(&mut text);
    });
    let prints_string = Side::over(uuids(), |uuid: &Uuid| {
        black_box(uuid.to_string());
    });
    let parses = Side::over(texts(), |text| {
        let uuid = Uuid::try_parse_ascii(black_box(text.as_slice()));
        black_box(uuid.expect("the text of a UUID"));
    });
    let prints_simd = Side::over(values(), move |bytes: &[u8; 16]| {
        let _ = uuid_simd::format_hyphenated(bytes, text.as_out(), AsciiCase::Lower);
        black_box(&mut text);
    });
    let mut bytes = [0; 16];
    let parses_simd = Side::over(texts(), move |text| {
        let uuid = uuid_simd::parse(black_box(text.as_slice()), bytes.as_out());
        black_box(uuid.expect("the text of a UUID"));
    });
    vec![
        Row::new("UUID text from value", printing!(samples::uuids()))
            .beside("uuid", "uuid encode_lower", prints)
            .at_most(0.3),
        Row::new("UUID to_string", strings)
            .beside("uuid", "uuid::Uuid::to_string", prints_string)
            .at_most(0.6),
        Row::new("UUID text to value", parsing!(Uuid7, texts()))
            .beside("uuid", "uuid::Uuid::try_parse_ascii", parses)
            .at_most(0.24),
        Row::new("UUID text from value", printing!(samples::uuids()))
            .beside("uuid-simd", "uuid_simd::format_hyphenated", prints_simd)
            .at_most(1.35),
        Row::new("UUID text to value", parsing!(Uuid7, texts()))
            .beside("uuid-simd", "uuid_simd::parse", parses_simd)
            .at_most(1.1),
    ]
}

fn base32hex_rows() -> Vec<Row> {
    let values = || samples::scru160s().into_iter().map(Scru160::to_bytes);
    let texts = || texts::<32, _>(samples::scru160s(), |id| id.to_text());
    let mut buffer = Vec::with_capacity(32);
    let prints = Side::over(values().collect(), move |bytes| {
        buffer.clear();
        RFC4648_HEX.encode_into(bytes, &mut buffer);
        black_box(&mut buffer);
    });
    let prints_string = Side::over(values().collect(), |bytes| {
        black_box(RFC4648_HEX.encode(bytes));
    });
    let mut buffer = Vec::with_capacity(20);
    let parses = Side::over(texts(), move |text| {
        buffer.clear();
        let done = RFC4648_HEX.decode_into(black_box(text.as_slice()), &mut buffer);
        done.expect("the text of a scru160");
        black_box(&mut buffer);
    });
    let parses_vec = Side::over(texts(), |text| {
        let bytes = RFC4648_HEX.decode(black_box(text.as_slice()));
        black_box(bytes.expect("the text of a scru160"));
    });
    vec![
        Row::new(FROM_160, printing!(samples::scru160s()))
            .beside("fast32", "fast32 RFC4648_HEX encode_into", prints)
            .at_most(0.25),
        Row::new(FROM_160, printing!(samples::scru160s())).beside(
            "fast32",
            "fast32 RFC4648_HEX encode (String)",
            prints_string,
        ),
        Row::new(TO_160, parsing!(Scru160, texts()))
            .beside("fast32", "fast32 RFC4648_HEX decode_into", parses)
            .at_most(0.25),
        Row::new(TO_160, parsing!(Scru160, texts())).beside(
            "fast32",
            "fast32 RFC4648_HEX decode (Vec)",
            parses_vec,
        ),
    ]
}

const FROM_160: &str = "base32hex 160 bits from value";
const TO_160: &str = "base32hex 160 bits to value";

/// The texts of ids, contiguous in memory.
fn texts<const N: usize, T>(ids: Vec<T>, to_text: impl Fn(T) -> sortid::Text) -> Vec<[u8; N]> {
    let texts = ids.into_iter().map(to_text);
    let texts: Result<_, _> = texts.map(|text| text.as_bytes().try_into()).collect();
    texts.expect("all texts of a format have the same length")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The comparison is only meaningful if both do the same.
    #[test]
    fn peers_print_the_same_texts() {
        for id in samples::tids() {
            assert_eq!(id.to_text(), *SORTABLE.encode_u64(id.to_u64()));
        }
        for id in samples::xids() {
            assert_eq!(id.to_text(), *bs58::encode(id.to_bytes()).into_string());
        }
        for id in samples::uuids() {
            let uuid = Uuid::from_bytes(id.to_bytes());
            assert_eq!(id.to_text(), *uuid.hyphenated().to_string());
            let mut text = [0; 36];
            let _ = uuid_simd::format_hyphenated(uuid.as_bytes(), text.as_out(), AsciiCase::Lower);
            assert_eq!(id.to_text().as_bytes(), text);
        }
        for id in samples::scru160s() {
            assert_eq!(id.to_text(), *RFC4648_HEX.encode(&id.to_bytes()));
        }
    }
}
