//! Texts of formats other than UUIDs, compared with their own crates.
//!
//! The text of a snowflake is a decimal number, which its crates leave to the standard library. The
//! cuid crate has no value type.

use std::fmt::{Display, Write};
use std::hint::black_box;

use ferroid::base32::Base32UlidExt;
use ferroid::id::ULID;
use sortid::ids::{Scru64, Scru128};
use sortid::{Ksuid, ObjectId, Snowflake, Tsid, Ulid, Xid};
use svix_ksuid::KsuidLike;

use super::{Row, samples};
use crate::side::Side;
use crate::versions::STD;

const AT_MOST: f64 = 0.6;

pub(super) fn rows() -> Vec<Row> {
    let mut rows = ulid_rows();
    rows.extend(ksuid_rows());
    rows.extend(xid_rows());
    rows.extend(object_id_rows());
    rows.extend(snowflake_rows());
    rows.extend(tsid_rows());
    rows.extend(scru128_rows());
    rows.extend(scru64_rows());
    rows
}

/// The texts of ids, concatenated in memory.
fn texts<T: Display>(ids: Vec<T>) -> Vec<&'static str> {
    let lengths: Vec<_> = ids.iter().map(|id| id.to_string().len()).collect();
    let all: String = ids.iter().map(T::to_string).collect();
    let mut rest: &'static str = all.leak();
    let each = lengths.into_iter().map(|length| {
        let (text, others) = rest.split_at(length);
        rest = others;
        text
    });
    each.collect()
}

/// Writes into an existing `String`, for peers without another output.
fn displaying<T: Display + 'static>(values: Vec<T>) -> Side {
    let mut buffer = String::with_capacity(64);
    Side::over(values, move |value| {
        buffer.clear();
        write!(buffer, "{value}").expect("memory");
        black_box(&mut buffer);
    })
}

/// Parses texts with a function of a peer.
fn reading<T: 'static>(
    texts: Vec<&'static str>,
    read: impl Fn(&str) -> Option<T> + 'static,
) -> Side {
    Side::over(texts, move |text| {
        black_box(read(black_box(text)).expect("the text of an id"));
    })
}

fn ulid_rows() -> Vec<Row> {
    const FROM: &str = "ulid text from value";
    const TO: &str = "ulid text to value";
    let ids = samples::ulids;
    let ints = || ids().into_iter().map(Ulid::to_u128);
    let theirs = ints().map(ulid::Ulid).collect();
    let mut text = [0; 26];
    let prints = Side::over(theirs, move |id: &ulid::Ulid| {
        id.array_to_str(&mut text);
        black_box(&mut text);
    });
    let parses = reading(texts(ids()), |text| ulid::Ulid::from_string(text).ok());
    let ferroids = ints().map(ULID::from_raw).collect();
    let mut text = [0; 26];
    let prints_ferroid = Side::over(ferroids, move |id: &ULID| {
        id.encode_to_buf(&mut text);
        black_box(&mut text);
    });
    let parses_ferroid = reading(texts(ids()), |text| ULID::decode(text).ok());
    vec![
        Row::new(FROM, printing!(ids()))
            .beside("ulid", "ulid::Ulid::array_to_str", prints)
            .at_most(AT_MOST),
        Row::new(TO, parsing!(Ulid, texts(ids())))
            .beside("ulid", "ulid::Ulid::from_string", parses)
            .at_most(AT_MOST),
        Row::new(FROM, printing!(ids())).beside("ferroid", "ferroid encode_to_buf", prints_ferroid),
        Row::new(TO, parsing!(Ulid, texts(ids()))).beside(
            "ferroid",
            "ferroid decode",
            parses_ferroid,
        ),
    ]
}

fn ksuid_rows() -> Vec<Row> {
    let ids = samples::ksuids;
    let theirs = ids()
        .into_iter()
        .map(|id| svix_ksuid::Ksuid::from_bytes(id.to_bytes()));
    let prints = Side::over(theirs.collect(), |id: &svix_ksuid::Ksuid| {
        black_box(id.to_base62());
    });
    let parses = reading(texts(ids()), |text| {
        svix_ksuid::Ksuid::from_base62(text).ok()
    });
    vec![
        Row::new("ksuid text from value", printing!(ids()))
            .beside("svix-ksuid", "svix_ksuid to_base62 (String)", prints)
            .at_most(AT_MOST),
        Row::new("ksuid text to value", parsing!(Ksuid, texts(ids())))
            .beside("svix-ksuid", "svix_ksuid from_base62", parses)
            .at_most(AT_MOST),
    ]
}

fn xid_rows() -> Vec<Row> {
    let ids = samples::xids_of_12_bytes;
    let theirs = ids().into_iter().map(|id| xid::Id(id.to_bytes()));
    let parses = reading(texts(ids()), |text| text.parse::<xid::Id>().ok());
    vec![
        Row::new("xid text from value", printing!(ids()))
            .beside("xid", "xid::Id, Display", displaying(theirs.collect()))
            .at_most(AT_MOST),
        Row::new("xid text to value", parsing!(Xid, texts(ids())))
            .beside("xid", "xid::Id::from_str", parses)
            .at_most(AT_MOST),
    ]
}

fn object_id_rows() -> Vec<Row> {
    use bson::oid::ObjectId as Oid;
    let ids = samples::object_ids;
    let theirs = ids().into_iter().map(|id| Oid::from_bytes(id.to_bytes()));
    let prints = Side::over(theirs.collect(), |id: &Oid| {
        black_box(id.to_hex());
    });
    let parses = reading(texts(ids()), |text| Oid::parse_str(text).ok());
    vec![
        Row::new("object_id text from value", printing!(ids()))
            .beside("bson", "bson::oid::ObjectId::to_hex (String)", prints)
            .at_most(AT_MOST),
        Row::new("object_id text to value", parsing!(ObjectId, texts(ids())))
            .beside("bson", "bson::oid::ObjectId::parse_str", parses)
            .at_most(AT_MOST),
    ]
}

fn snowflake_rows() -> Vec<Row> {
    let ids = samples::snowflakes;
    let ints = ids().into_iter().map(Snowflake::to_u64);
    let parses = reading(texts(ids()), |text| text.parse::<u64>().ok());
    vec![
        Row::new("snowflake text from value", printing!(ids()))
            .beside(STD, "u64, Display", displaying(ints.collect()))
            .at_most(AT_MOST),
        Row::new("snowflake text to value", parsing!(Snowflake, texts(ids())))
            .beside(STD, "u64::from_str", parses)
            .at_most(AT_MOST),
    ]
}

fn tsid_rows() -> Vec<Row> {
    let ids = samples::tsids;
    let theirs = ids().into_iter().map(|id| tsid::TSID::from(id.to_u64()));
    let parses = reading(texts(ids()), |text| tsid::TSID::try_from(text).ok());
    vec![
        Row::new("tsid text from value", printing!(ids()))
            .beside("tsid", "tsid::TSID, Display", displaying(theirs.collect()))
            .at_most(AT_MOST),
        Row::new("tsid text to value", parsing!(Tsid, texts(ids())))
            .beside("tsid", "tsid::TSID::try_from", parses)
            .at_most(AT_MOST),
    ]
}

fn scru128_rows() -> Vec<Row> {
    let ids = samples::scru128s;
    let theirs = ids()
        .into_iter()
        .map(|id| scru128::Id::from_u128(id.to_u128()));
    let prints = Side::over(theirs.collect(), |id: &scru128::Id| {
        black_box(id.encode());
    });
    let parses = reading(texts(ids()), |text| scru128::Id::try_from_str(text).ok());
    vec![
        Row::new("scru128 text from value", printing!(ids()))
            .beside("scru128", "scru128::Id::encode", prints)
            .at_most(AT_MOST),
        Row::new("scru128 text to value", parsing!(Scru128, texts(ids())))
            .beside("scru128", "scru128::Id::try_from_str", parses)
            .at_most(AT_MOST),
    ]
}

fn scru64_rows() -> Vec<Row> {
    let ids = samples::scru64s;
    let theirs = ids()
        .into_iter()
        .map(|id| scru64::Scru64Id::const_from_u64(id.to_u64()));
    let prints = Side::over(theirs.collect(), |id: &scru64::Scru64Id| {
        black_box(id.encode());
    });
    let parses = reading(texts(ids()), |text| text.parse::<scru64::Scru64Id>().ok());
    vec![
        Row::new("scru64 text from value", printing!(ids()))
            .beside("scru64", "scru64::Scru64Id::encode", prints)
            .at_most(AT_MOST),
        Row::new("scru64 text to value", parsing!(Scru64, texts(ids())))
            .beside("scru64", "scru64::Scru64Id::from_str", parses)
            .at_most(AT_MOST),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The comparison is only meaningful if both do the same.
    #[test]
    fn peers_print_the_same_texts() {
        for id in samples::ulids() {
            assert_eq!(id.to_text(), *ulid::Ulid(id.to_u128()).to_string());
            assert_eq!(
                id.to_text(),
                *ULID::from_raw(id.to_u128()).encode().as_str()
            );
        }
        for id in samples::ksuids() {
            let theirs = svix_ksuid::Ksuid::from_bytes(id.to_bytes());
            assert_eq!(id.to_text(), *theirs.to_base62());
        }
        for id in samples::xids_of_12_bytes() {
            assert_eq!(id.to_text(), *xid::Id(id.to_bytes()).to_string());
        }
        for id in samples::object_ids() {
            let theirs = bson::oid::ObjectId::from_bytes(id.to_bytes());
            assert_eq!(id.to_text(), *theirs.to_hex());
        }
        for id in samples::snowflakes() {
            assert_eq!(id.to_text(), *id.to_u64().to_string());
        }
        for id in samples::tsids() {
            assert_eq!(id.to_text(), *tsid::TSID::from(id.to_u64()).to_string());
        }
        for id in samples::scru128s() {
            assert_eq!(
                id.to_text(),
                *scru128::Id::from_u128(id.to_u128()).encode().as_str()
            );
        }
        for id in samples::scru64s() {
            let theirs = scru64::Scru64Id::const_from_u64(id.to_u64());
            assert_eq!(id.to_text(), *theirs.encode().as_str());
        }
    }

    #[test]
    fn texts_are_those_of_the_ids() {
        let ids = samples::snowflakes();
        for (id, text) in ids.iter().zip(texts(ids.clone())) {
            assert_eq!(id.to_text(), *text);
        }
    }
}
