//! Declared types: what they read, generate and bound, and which of them are equal.
#![cfg(feature = "std")]

use sortid::options::{Epoch, Preset};
use sortid::{
    AnyId, ErrorCode, Format, Generator, IdType, Options, Prefix, Timestamp, Uuid4, Uuid7,
};

fn messages() -> IdType {
    let discord = Options::new().epoch(Epoch::Discord);
    IdType::new(Format::Snowflake)
        .with_options(&discord)
        .expect("a type")
}

fn orders(format: Format) -> IdType {
    let prefix = Prefix::new("order").expect("a prefix");
    IdType::new(format).with_prefix(prefix).expect("a type")
}

#[test]
fn equality_is_of_format_prefix_and_reading_options() {
    let by_number = Options::new().epoch_unix_ms(Epoch::Discord.unix_ms());
    let same = IdType::new(Format::Snowflake).with_options(&by_number);
    assert_eq!(same, Ok(messages()));
    assert_ne!(IdType::new(Format::Snowflake), messages());
    assert_ne!(orders(Format::Uuid7), orders(Format::AnyUuid));
    assert_ne!(orders(Format::Uuid7), IdType::new(Format::Uuid7));
    let bare = IdType::new(Format::Uuid7).with_prefix(Prefix::EMPTY);
    assert_ne!(bare, Ok(IdType::new(Format::Uuid7)));
}

#[test]
fn declaration_rejects_options_of_generators_and_of_other_formats() {
    let refused = |options: &Options| {
        let error = IdType::new(Format::Snowflake).with_options(options);
        error.map_err(|error| (error.code(), error.to_string()))
    };
    let seed = refused(&Options::new().seed([0; 32])).expect_err("of generators");
    assert_eq!(seed.0, ErrorCode::InvalidOption);
    assert!(
        seed.1
            .ends_with("seed is an option of generators, not of how ids are read")
    );
    assert!(refused(&Options::new().preset(Preset::Yitter)).is_err());
    assert!(refused(&Options::new().unit_ns(3)).is_err());
    let code = IdType::new(Format::PushId).with_prefix(Prefix::EMPTY);
    assert_eq!(
        code.map_err(|error| error.code()),
        Err(ErrorCode::NotApplicable)
    );
}

#[test]
fn times_and_bounds_follow_the_options() {
    let messages = messages();
    let id = messages.parse("175928847299117063").expect("an id");
    let time = messages.timestamp(id).expect("a time");
    assert_eq!(time.to_string(), "2016-04-30T11:18:25.796Z");
    assert_ne!(id.timestamp(), Ok(time));
    let next = Timestamp::from_unix_ms(time.unix_ms() + 1);
    let ids = messages.range(Some(time), Some(next)).expect("a range");
    assert!(ids.contains(&id));
    assert_eq!(messages.min_at(time), Ok(*ids.start()));
    assert_eq!(messages.max_at(time), Ok(*ids.end()));
}

#[test]
fn typeid_reads_every_uuid_and_generates_version_7() {
    let orders = orders(Format::AnyUuid);
    let id = orders.try_now().expect("an id");
    assert_eq!(id.format(), Format::AnyUuid);
    assert!(AnyId::from(Uuid7::now()).value() > id.value());
    let text = orders.to_text(id).expect("a text");
    assert_eq!(orders.parse(&*text), Ok(id));
    assert!(orders.parse(id.to_string()).is_err());
    let random = AnyId::from(Uuid4::now());
    assert_eq!(
        orders.id(random).map_err(|error| error.code()),
        Err(ErrorCode::NotApplicable)
    );
    assert!(orders.id(Uuid7::now()).is_ok());
    let old = orders
        .at(Timestamp::from_unix_ms(1_577_836_800_000))
        .expect("an id");
    assert_eq!(
        orders.timestamp(old).map(Timestamp::unix_ms),
        Ok(1_577_836_800_000)
    );
}

#[test]
fn type_without_prefix_reads_every_form() {
    let uuids = IdType::new(Format::Uuid7);
    let id = Uuid7::now();
    let text = uuids.to_text(id).expect("a text");
    assert_eq!(*text, *id.to_text());
    assert_eq!(uuids.parse(format!("urn:uuid:{id}")), Ok(id.into()));
}

#[test]
fn equal_types_share_one_generator() {
    let address = |of: &IdType| std::ptr::from_ref(of.default_generator().expect("a generator"));
    assert_eq!(address(&messages()), address(&messages()));
    let instagram = Options::new().epoch(Epoch::Instagram);
    let others = IdType::new(Format::Snowflake)
        .with_options(&instagram)
        .expect("a type");
    assert_ne!(address(&others), address(&messages()));
    assert_eq!(address(&others), address(&others.clone()));
    let now = Timestamp::now().unix_ms();
    let threads: Vec<_> = (0..4)
        .map(|_| {
            std::thread::spawn(|| {
                (0..500)
                    .map(|_| messages().try_now().expect("an id"))
                    .collect::<Vec<_>>()
            })
        })
        .collect();
    let mut ids: Vec<AnyId> = threads
        .into_iter()
        .flat_map(|ids| ids.join().expect("ids"))
        .collect();
    let time = messages().timestamp(ids[0]).expect("a time").unix_ms();
    assert!(time.abs_diff(now) < 60_000);
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), 2000);
}

#[test]
fn node_of_the_options_is_read_back() {
    let mut formats = 0;
    for &format in Format::ALL {
        let options = Options::new().node(5);
        let generator = match Generator::dynamic(format, &options) {
            Ok(generator) => generator,
            Err(error) => {
                assert!(
                    error.code() != ErrorCode::InvalidOption || !format.options().contains(&"node")
                );
                continue;
            }
        };
        // UUIDs have it at the top of their random bits, scru160 by its width.
        let is_inside = format.options().contains(&"machine_id");
        if is_inside || matches!(format, Format::Uuid8 | Format::Scru160) {
            continue;
        }
        let id = generator.next().expect("an id");
        assert_eq!(id.node(), Some(5), "{format}");
        formats += 1;
    }
    assert!(formats >= 14, "{formats}");

    assert_eq!(AnyId::from(sortid::ulid()).node(), None);
    assert_eq!(sortid::try_snowflake().map(|id| id.node() >> 10), Ok(0));
}
