//! Frequent tasks, solved with uuid, ulid, ferroid and with sortid. Marks delimit counted lines.

use std::error::Error;
use std::fmt::Debug;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use bytes::BytesMut;
use ferroid::generator::AtomicSnowflakeGenerator;
use ferroid::id::SnowflakeDiscordId;
use ferroid::time::{DISCORD_EPOCH, MonotonicClock};
use postgres_types::{ToSql, Type};
use serde::{Deserialize, Serialize};
use sortid::options::Epoch;
use sortid::{Generator, Options, Snowflake, Uuid1, Uuid6, Uuid7};
use uuid::{Builder, Uuid, uuid};

const TEXT: &str = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f";

/// Checks that the results of a task are equal.
fn same<T: PartialEq + Debug>(task: u32, theirs: T, ours: T) {
    assert_eq!(theirs, ours, "task {task}");
    println!("ok task {task}");
}

// 1. A new key
fn new_key() {
    // theirs
    let theirs = Uuid::now_v7();
    // ours
    let ours = Uuid7::now();
    // end
    same(
        1,
        theirs.get_version_num(),
        Uuid::from(ours).get_version_num(),
    );
}

// 2. A text and back, and is a user's text a key?
fn texts() -> Result<(), Box<dyn Error>> {
    // theirs
    let theirs: Uuid = TEXT.parse()?;
    let their_text = theirs.to_string();
    let are_theirs = |text| Uuid::parse_str(text).is_ok_and(|id| id.get_version_num() == 7);
    // ours
    let ours: Uuid7 = TEXT.parse()?;
    let our_text = ours.to_string();
    let are_ours = |text| Uuid7::is_valid(text);
    // end
    same(2, their_text, our_text);
    for text in [TEXT, "x", "017f22e2-79b0-4cc3-98c4-dc0c0c07398f"] {
        same(2, are_theirs(text), are_ours(text));
    }
    Ok(())
}

// 3. An error for a user
fn errors() {
    // theirs
    let theirs = Uuid::parse_str("017f22e2").map_err(|error| error.to_string());
    // ours
    let ours = Uuid7::parse("017f22e2").map_err(|error| error.to_string());
    // end
    println!("   {theirs:?}, {ours:?}");
    same(3, theirs.is_err(), ours.is_err());
}

// 4. The time of a key
fn time() -> Result<(), Box<dyn Error>> {
    let (their_id, our_id) = (Uuid::parse_str(TEXT)?, Uuid7::parse(TEXT)?);
    // theirs
    let (seconds, nanos) = their_id.get_timestamp().ok_or("no time")?.to_unix();
    let theirs = UNIX_EPOCH + Duration::new(seconds, nanos);
    // ours
    let ours = SystemTime::try_from(our_id.timestamp())?;
    // end
    same(4, theirs, ours);
    Ok(())
}

// 5. Keys in JSON
// theirs
#[derive(Serialize, Deserialize)]
struct TheirPost {
    id: Uuid,
}

// ours
#[derive(Serialize, Deserialize)]
struct OurPost {
    id: Uuid7,
}

// end
fn json() -> Result<(), Box<dyn Error>> {
    let json = format!(r#"{{"id":"{TEXT}"}}"#);
    let theirs: TheirPost = serde_json::from_str(&json)?;
    let ours: OurPost = serde_json::from_str(&json)?;
    same(
        5,
        serde_json::to_string(&theirs)?,
        serde_json::to_string(&ours)?,
    );
    Ok(())
}

// 6. Parameters of PostgreSQL
fn parameters() -> Result<(), Box<dyn Error + Send + Sync>> {
    // theirs
    let their_key = Uuid::now_v7();
    let their_ulid = ulid::Ulid::generate();
    let theirs: [&(dyn ToSql + Sync); 2] = [&their_key, &their_ulid];
    // ours
    let our_key = Uuid7::now();
    let our_ulid = sortid::ulid();
    let ours: [&(dyn ToSql + Sync); 2] = [&our_key, &our_ulid];
    // end
    for (theirs, ours) in theirs.into_iter().zip(ours) {
        let (mut their_bytes, mut our_bytes) = (BytesMut::new(), BytesMut::new());
        theirs.to_sql_checked(&Type::UUID, &mut their_bytes)?;
        ours.to_sql_checked(&Type::UUID, &mut our_bytes)?;
        same(6, their_bytes.len(), our_bytes.len());
    }
    Ok(())
}

// 7. Bytes for a call that borrows them
fn bytes() -> Result<(), Box<dyn Error>> {
    let (their_id, our_id) = (Uuid::parse_str(TEXT)?, Uuid7::parse(TEXT)?);
    // theirs
    let theirs = their_id.as_bytes();
    // ours
    let ours = &our_id.to_bytes();
    // end
    same(7, theirs, ours);
    Ok(())
}

// 8. A constant
// theirs
const THEIRS: Uuid = uuid!("017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
// ours
const OURS: Uuid7 = sortid::literals::uuid7!("017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
// end

// 9. The bounds of a query: keys of a day
fn range() -> Result<(), Box<dyn Error>> {
    let from = UNIX_EPOCH + Duration::from_secs(1_721_347_200);
    let to = from + Duration::from_secs(86_400);
    // theirs
    let from_ms = from.duration_since(UNIX_EPOCH)?.as_millis() as u64;
    let to_ms = to.duration_since(UNIX_EPOCH)?.as_millis() as u64;
    let first = Builder::from_unix_timestamp_millis(from_ms, &[0; 10]).into_uuid();
    let last = Builder::from_unix_timestamp_millis(to_ms - 1, &[0xff; 10]).into_uuid();
    // ours
    let day = Uuid7::range(from, to)?;
    // end
    same(
        9,
        (first, last),
        (Uuid::from(*day.start()), Uuid::from(*day.end())),
    );
    Ok(())
}

// 10. A version 1 as a version 6
fn version_1() -> Result<(), Box<dyn Error>> {
    let old = uuid!("c232ab00-9414-11ec-b3c8-9f6bdeced846");
    // theirs
    let time = old.get_timestamp().ok_or("no version 1")?;
    let node = old.get_node_id().ok_or("no version 1")?;
    let theirs = Uuid::new_v6(time, &node);
    // ours
    let ours = Uuid1::try_from(old)?.convert::<Uuid6>()?;
    // end
    same(10, theirs, Uuid::from(ours));
    Ok(())
}

// 11. A snowflake with an epoch and a machine, and its time
fn snowflake() -> Result<(), Box<dyn Error>> {
    // theirs
    let clock = MonotonicClock::<1>::with_epoch(DISCORD_EPOCH);
    let their_generator = AtomicSnowflakeGenerator::<SnowflakeDiscordId, _>::new(3, clock);
    let their_id = their_generator.next_id(|_| std::thread::yield_now());
    let theirs = UNIX_EPOCH + DISCORD_EPOCH + Duration::from_millis(their_id.timestamp());
    // ours
    let options = Options::new().epoch(Epoch::Discord).node(3);
    let our_generator = Generator::<Snowflake>::with(&options)?;
    let our_id = our_generator.next()?;
    let ours = SystemTime::try_from(our_generator.timestamp(our_id)?)?;
    // end
    same(11, their_id.machine_id(), u64::from(our_id.worker()));
    same(11, ours.duration_since(theirs)?.as_secs(), 0);
    Ok(())
}

// 12. A thousand keys
fn many() {
    // theirs
    let theirs: Vec<Uuid> = (0..1000).map(|_| Uuid::now_v7()).collect();
    // ours
    let ours: Vec<Uuid7> = (0..1000).map(|_| Uuid7::now()).collect();
    // end
    same(12, theirs.len(), ours.len());
}

// 13. ULIDs in order
fn ulids() {
    // theirs
    let mut generator = ulid::Generator::new();
    let theirs: Vec<_> = (0..2).filter_map(|_| generator.generate().ok()).collect();
    // ours
    let ours: Vec<_> = (0..2).map(|_| sortid::ulid()).collect();
    // end
    same(13, theirs.is_sorted(), ours.is_sorted());
}

fn main() -> Result<(), Box<dyn Error + Send + Sync>> {
    let all = || -> Result<(), Box<dyn Error>> {
        new_key();
        texts()?;
        errors();
        time()?;
        json()?;
        bytes()?;
        same(8, THEIRS, OURS.into());
        range()?;
        version_1()?;
        snowflake()?;
        many();
        ulids();
        Ok(())
    };
    all().map_err(|error| error.to_string())?;
    parameters()
}
