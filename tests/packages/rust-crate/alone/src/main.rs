//! Uses one format only.

use sortid::Ulid;

fn main() -> Result<(), sortid::Error> {
    let id: Ulid = "01ARZ3NDEKTSV4RRFFQ69G5FAV".parse()?;
    assert_eq!(id.timestamp().unix_ms(), 1_469_922_850_259);
    assert!("8ZZZZZZZZZZZZZZZZZZZZZZZZZ".parse::<Ulid>().is_err());
    assert!(Ulid::now() > id && sortid::try_ulid()? > id);
    println!("{id} {id:?}");
    Ok(())
}
