//! `elasticsearch_id`: read-only, with a time by which its ids do not sort.

use sortid::ids::Elasticflake;
use sortid::options::OPTIONS;
use sortid::{AnyId, ElasticsearchId, ErrorCode, Format, Options, Timestamp, TypedId};

const TEXT: &str = "XvMbwHEBVGAJ6bDfqnB6";

#[test]
fn time_is_assembled_from_bytes() {
    let id: ElasticsearchId = TEXT.parse().expect("an id");
    assert_eq!(id.timestamp(), Timestamp::from_unix_ms(1_588_065_970_810));
    assert_eq!(id.timestamp_ms(), 1_588_065_970_810);
    let dynamic = AnyId::parse(TEXT, Format::ElasticsearchId).expect("an id");
    assert_eq!(dynamic.timestamp(), Ok(id.timestamp()));
    let flake = dynamic
        .convert(Format::Elasticflake)
        .and_then(Elasticflake::try_from);
    let flake = flake.expect("an elasticflake");
    assert_eq!(flake.timestamp(), id.timestamp());
    assert_eq!((flake.node(), flake.sequence()), (id.node(), id.sequence()));
}

#[test]
fn ids_have_no_time_bounds() {
    let time = Timestamp::from_unix_ms(1_588_065_970_810);
    let refused = |error: Option<sortid::Error>| {
        let error = error.expect("refused");
        assert_eq!(error.code(), ErrorCode::NotApplicable);
        assert!(error.to_string().contains("do not sort"), "{error}");
    };
    let format = Format::ElasticsearchId;
    refused(AnyId::min_at(time, format).err());
    refused(AnyId::max_at(time, format).err());
    refused(AnyId::open_range(Some(time), None, format, &Options::new()).err());
    refused(<ElasticsearchId as TypedId>::min_at(time).err());
    assert!(!format.can_generate() && !format.is_ordered());
    assert!(!format.bytes_sort() && !format.text_sorts() && !format.has_bounds());
    assert!(OPTIONS.iter().all(|option| !option.is_for(format)));
}

#[cfg(feature = "columns")]
#[test]
fn columns_select_by_time() {
    use sortid::columns::{Bounds, Cells, Column, OnInvalid};

    let texts = [TEXT, "W0tpsmIBdwcYyG50zbta"].concat();
    let cells = Cells::Fixed {
        data: texts.as_bytes(),
        width: TEXT.len(),
    };
    let column = Column::texts(cells, Format::ElasticsearchId).expect("a column");
    let (from, to) = (
        Timestamp::from_unix_ms(1_588_065_970_810),
        Timestamp::from_unix_ms(1_588_065_970_811),
    );
    let bounds = Bounds::new(from, to, Format::ElasticsearchId, &Options::new());
    let mut inside = [0];
    let bounds = bounds.expect("bounds");
    let outcome = column.between(&bounds, &mut inside, &mut [], OnInvalid::Stop);
    assert_eq!(outcome.map(|outcome| outcome.rows), Ok(2));
    assert_eq!(inside, [0b01]);
}
