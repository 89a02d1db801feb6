//! `any_uuid`: converts to and from every UUID format, and cannot be generated.
#![cfg(feature = "std")]

use sortid::ids::{CombGuid, CombMssql, Cuid, Flake, LexicalUuid, OrderedUuid, Scru128, Sid};
use sortid::options::OPTIONS;
use sortid::{
    AnyId, AnyUuid, Error, ErrorCode, Format, Generator, Id, Options, Timestamp, TypedId, Ulid,
    Uuid1, Uuid4, Uuid6, Uuid7, Uuid7Draft01, Uuid8, UuidKind,
};

/// Converts an id to `any_uuid` and back, typed and dynamic. Returns the id's format.
fn round_trip<T>() -> Format
where
    T: TypedId + TryFrom<AnyUuid, Error = Error>,
    AnyUuid: From<T>,
{
    let id = T::try_now().expect("an id");
    let any = AnyUuid::from(id);
    assert_eq!(T::try_from(any), Ok(id));
    let dynamic: AnyId = id.into();
    assert_eq!(dynamic.convert(Format::AnyUuid), Ok(any.into()));
    assert_eq!(AnyId::from(any).convert(T::FORMAT), Ok(dynamic));
    assert_eq!(any.to_u128(), dynamic.to_u128().expect("128 bits"));

    let nil = T::try_from(AnyUuid::from_u128(0).expect("nil"));
    assert_eq!(nil.map(Into::into), AnyId::from_u128(0, T::FORMAT));
    T::FORMAT
}

#[test]
fn every_format_of_128_bits_converts_to_any_uuid_and_back() {
    let tried = [
        round_trip::<Uuid6>(),
        round_trip::<Uuid7Draft01>(),
        round_trip::<Uuid7>(),
        round_trip::<Uuid8>(),
        round_trip::<LexicalUuid>(),
        round_trip::<Flake>(),
        round_trip::<OrderedUuid>(),
        round_trip::<CombGuid>(),
        round_trip::<Ulid>(),
        round_trip::<Sid>(),
        round_trip::<Cuid>(),
        round_trip::<CombMssql>(),
        round_trip::<Uuid1>(),
        round_trip::<Uuid4>(),
        round_trip::<Scru128>(),
    ];
    let others = Format::ALL
        .iter()
        .filter(|format| format.bits() == 128 && **format != Format::AnyUuid);
    assert!(others.eq(&tried), "{tried:?}");
}

#[test]
fn any_uuid_cannot_be_generated() {
    let refused = |error: Option<Error>| {
        assert_eq!(
            error.map(|error| error.code()),
            Some(ErrorCode::NotApplicable)
        );
    };
    let format = Format::AnyUuid;
    refused(Generator::<AnyUuid>::new().err());
    refused(Generator::dynamic(format, &Options::new().seed([1; 32])).err());
    refused(sortid::default_generator(format).err());
    refused(sortid::new_id(format).err());
    refused(sortid::new::<AnyUuid>().err());
    refused(sortid::new_within::<AnyUuid>(std::time::Duration::ZERO).err());
    let now = Timestamp::now();
    refused(AnyId::min_at(now, format).err());
    refused(AnyUuid::range_with(now, now, &Options::new()).err());
    assert!(!format.can_generate() && !format.is_ordered());
    assert!(OPTIONS.iter().all(|option| !option.is_for(format)));
    let id: AnyUuid = Id::from_made(AnyId::from_u128(7, format).expect("an id"));
    assert_eq!(id.kind(), UuidKind::Ncs);
}

#[test]
fn kind_names_match_variant_and_version() {
    let mut names: Vec<&str> = UuidKind::ALL.iter().map(|kind| kind.name()).collect();
    let versions = (0..16).map(|version| format!("version_{version}"));
    let expected: Vec<String> = ["nil", "max", "ncs", "microsoft", "future"]
        .map(str::to_owned)
        .into_iter()
        .chain(versions)
        .collect();
    assert_eq!(names, expected);
    for (version, name) in (0..16).zip(names.split_off(5)) {
        let id = AnyUuid::from_u128(version << 76 | 0b10 << 62).expect("any bits");
        assert_eq!(id.kind().name(), name);
    }
}
