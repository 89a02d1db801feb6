//! Serde: human-readable and binary encodings, and the binary encoding of former versions.
#![cfg(all(feature = "serde", feature = "std"))]

mod common;

use serde::{Deserialize, Serialize};
use sortid::{AnyId, AnyTypeId, Format, Prefix, Scru160, Tid, Timeid, TypedId, Uuid7};

#[test]
fn typed_ids_serialize_as_text() {
    let tid: Tid = "3jzfcijpj2z2a".parse().expect("a tid");
    let json = serde_json::to_string(&tid).expect("serialised");
    assert_eq!(json, "\"3jzfcijpj2z2a\"");
    assert_eq!(serde_json::from_str::<Tid>(&json).expect("read back"), tid);
    assert!(serde_json::from_str::<Tid>("\"3jzfcijpj2z21\"").is_err());
}

#[test]
fn dynamic_ids_deserialize_fields_in_either_order() {
    let id = AnyId::parse("113q8KFkAEs", Format::Uid11Xid).expect("an xid");
    let json = serde_json::to_string(&id).expect("serialised");
    assert_eq!(json, r#"{"format":"uid11_xid","text":"113q8KFkAEs"}"#);
    let turned = r#"{"text":"113q8KFkAEs","format":"uid11_xid"}"#;
    for json in [json.as_str(), turned] {
        assert_eq!(serde_json::from_str::<AnyId>(json).expect("read back"), id);
    }
    for bad in [
        r#"{"format":"uid11_xid"}"#,
        r#"{"format":"xid","text":"113q8KFkAEs"}"#,
        r#"{"format":"tid","text":"113q8KFkAEs"}"#,
        r#"{"format":"tid","text":"3jzfcijpj2z2a","more":1}"#,
        r#"{"format":"tid","format":"tid","text":"3jzfcijpj2z2a"}"#,
    ] {
        assert!(serde_json::from_str::<AnyId>(bad).is_err(), "{bad}");
    }
}

/// The former binary encoding of ids: text.
#[derive(Serialize)]
struct Old {
    format: &'static str,
    text: String,
}

impl From<AnyId> for Old {
    fn from(id: AnyId) -> Self {
        Old {
            format: id.format().name(),
            text: id.to_string(),
        }
    }
}

macro_rules! binary_encodings {
    ($($name:path)*) => {
        #[test]
        fn binary_encodings_read_bytes_and_former_text() {
            $({
                let id = <$name>::try_from(common::some_id(<$name>::FORMAT)).expect("an id");
                let bytes = id.to_bytes();

                let written = postcard::to_stdvec(&id).expect("written");
                assert_eq!(written.split_first(), Some((&(bytes.len() as u8), &bytes[..])));
                assert_eq!(postcard::from_bytes::<$name>(&written), Ok(id));
                let old = postcard::to_stdvec(&id.to_string()).expect("written");
                assert_eq!(postcard::from_bytes::<$name>(&old), Ok(id));

                let written = rmp_serde::to_vec(&id).expect("written");
                assert_eq!(written.len(), 2 + bytes.len());
                assert_eq!(rmp_serde::from_slice::<$name>(&written).expect("read"), id);
                let old = rmp_serde::to_vec(&id.to_string()).expect("written");
                assert_eq!(rmp_serde::from_slice::<$name>(&old).expect("read"), id);
            })*
        }
    };
}
sortid::with_types!(binary_encodings);

#[test]
fn binary_dynamic_ids_are_code_and_bytes_or_former_text() {
    for &format in Format::ALL {
        let id = common::some_id(format);
        let bytes = id.to_bytes();

        let written = postcard::to_stdvec(&id).expect("written");
        let expected = [&[1, format.code(), bytes.len() as u8], &bytes[..]].concat();
        assert_eq!(written, expected, "{format}");
        assert_eq!(postcard::from_bytes::<AnyId>(&written), Ok(id));
        let old = postcard::to_stdvec(&Old::from(id)).expect("written");
        assert_eq!(postcard::from_bytes::<AnyId>(&old), Ok(id));

        for old_or_new in [
            rmp_serde::to_vec(&id),
            rmp_serde::to_vec_named(&id),
            rmp_serde::to_vec(&Old::from(id)),
            rmp_serde::to_vec_named(&Old::from(id)),
        ] {
            let written = old_or_new.expect("written");
            assert_eq!(rmp_serde::from_slice::<AnyId>(&written).expect("read"), id);
        }
        assert_eq!(
            rmp_serde::to_vec(&id).expect("written").len(),
            6 + bytes.len()
        );
    }
    let refused = |bytes: &[u8]| postcard::from_bytes::<AnyId>(bytes).is_err();
    assert!(refused(&[1, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0]));
    assert!(refused(&[1, 1, 7, 0, 0, 0, 0, 0, 0, 0]));
    assert!(refused(&[
        1, 9, 16, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
    ]));
}

sortid::id_type!(type OrderId = TypeId<Order>, format = Uuid7, prefix = "order");

#[test]
fn typed_prefixed_ids_are_text_in_json_and_bytes_in_binary() {
    let id: OrderId = "order_01fwhe4ydgfk1shh6w1g60eecf".parse().expect("an id");
    let json = serde_json::to_string(&id).expect("written");
    assert_eq!(json, "\"order_01fwhe4ydgfk1shh6w1g60eecf\"");
    assert_eq!(serde_json::from_str::<OrderId>(&json).expect("read"), id);
    let user = json.replace("order", "user");
    let refused = serde_json::from_str::<OrderId>(&user).expect_err("refused");
    assert!(refused.to_string().contains("wrong_prefix"), "{refused}");

    // The same bytes as without the prefix, so that binary storage need not know the prefix.
    let written = postcard::to_stdvec(&id).expect("written");
    assert_eq!(written, postcard::to_stdvec(&id.id()).expect("written"));
    assert_eq!(postcard::from_bytes::<OrderId>(&written), Ok(id));
    let text = postcard::to_stdvec(&id.to_string()).expect("written");
    assert_eq!(postcard::from_bytes::<OrderId>(&text), Ok(id));
    let written = rmp_serde::to_vec(&id).expect("written");
    assert_eq!(written.len(), 2 + 16);
    assert_eq!(
        rmp_serde::from_slice::<OrderId>(&written).expect("read"),
        id
    );
}

#[test]
fn dynamic_prefixed_ids_are_format_and_text() {
    let prefix = Prefix::new("order").expect("a prefix");
    for &format in Format::ALL.iter().filter(|format| format.takes_prefix()) {
        let id = common::some_id(format);
        let id = AnyTypeId::new(prefix, id).expect("takes a prefix");
        let json = serde_json::to_string(&id).expect("written");
        let expected = format!(r#"{{"format":"{format}","text":"{id}"}}"#);
        assert_eq!(json, expected);
        assert_eq!(serde_json::from_str::<AnyTypeId>(&json).expect("read"), id);
        for written in [rmp_serde::to_vec(&id), rmp_serde::to_vec_named(&id)] {
            let written = written.expect("written");
            assert_eq!(
                rmp_serde::from_slice::<AnyTypeId>(&written).expect("read"),
                id
            );
        }
        let written = postcard::to_stdvec(&id).expect("written");
        assert_eq!(written.len(), 3 + id.to_text().len());
        assert_eq!(postcard::from_bytes::<AnyTypeId>(&written), Ok(id));
    }
    let longest = Prefix::new(&"x".repeat(63)).expect("a prefix");
    let id = AnyTypeId::new(
        longest,
        sortid::literals::sid!("0000000000000000000-0000000000000000000"),
    );
    let id = id.expect("takes a prefix");
    let json = serde_json::to_string(&id).expect("written");
    assert_eq!(serde_json::from_str::<AnyTypeId>(&json).expect("read"), id);
    let longer = json.replace("x_", "xxxxxxxxxxxxxxxx_");
    assert!(serde_json::from_str::<AnyTypeId>(&longer).is_err());
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Row {
    #[serde(with = "sortid::serialization::integer")]
    tid: Tid,
    #[serde(with = "sortid::serialization::integer")]
    timeid: Timeid,
    #[serde(with = "sortid::serialization::integer")]
    uuid7: Uuid7,
    #[serde(with = "sortid::serialization::integer::option")]
    replaced: Option<Tid>,
    #[serde(with = "sortid::serialization::integer::option")]
    absent: Option<Timeid>,
}

#[test]
fn integer_attribute_serializes_as_integer() {
    let row = Row {
        tid: sortid::literals::tid!("3jzfcijpj2z2a"),
        timeid: sortid::literals::timeid!("s222-222-2222-22"),
        uuid7: sortid::literals::uuid7!("017f22e2-79b0-7cc3-98c4-dc0c0c07398f"),
        replaced: Some(sortid::literals::tid!("3jzfcijpj2z2a")),
        absent: None,
    };
    let json = serde_json::to_string(&row).expect("written");
    let (tid, timeid) = (row.tid.to_u64(), i64::MIN);
    let uuid7 = row.uuid7.to_u128();
    assert_eq!(
        json,
        format!(
            r#"{{"tid":{tid},"timeid":{timeid},"uuid7":{uuid7},"replaced":{tid},"absent":null}}"#
        )
    );
    assert_eq!(serde_json::from_str::<Row>(&json).expect("read"), row);
    let written = postcard::to_stdvec(&row).expect("written");
    assert_eq!(postcard::from_bytes::<Row>(&written), Ok(row));
    // Not a UUID of version 7.
    let refused = json.replace(&uuid7.to_string(), "7");
    assert!(serde_json::from_str::<Row>(&refused).is_err());

    #[derive(Serialize)]
    struct Wide {
        #[serde(with = "sortid::serialization::integer")]
        scru160: Scru160,
    }
    let wide = Wide {
        scru160: sortid::scru160(),
    };
    assert!(serde_json::to_string(&wide).is_err());
}
