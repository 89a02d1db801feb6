//! A user's first program.

fn main() -> Result<(), sortid::Error> {
    let tid: sortid::Tid = "3jzfcijpj2z2a".parse()?;
    assert_eq!(tid.timestamp_us(), 1_688_137_381_887_007);
    assert_eq!(tid.to_string(), "3jzfcijpj2z2a");
    let first = sortid::uuid7();
    let second = sortid::uuid7();
    assert!(first < second);
    assert!(first.to_string() < second.to_string());
    assert_eq!(second.to_string().parse::<sortid::Uuid7>()?, second);
    println!("{second}");
    Ok(())
}
