//! All models, with no more switches between threads than take a minute or two; then each ordering of the core weakened, which a model must miss.
#![allow(missing_docs, reason = "a test")]

#[test]
fn models_hold_and_miss_each_ordering_that_is_weakened() {
    let run = std::process::Command::new(env!("CARGO_BIN_EXE_sortid-models")).output();
    let run = run.expect("the models");
    println!("{}", String::from_utf8_lossy(&run.stdout));
    assert!(
        run.status.success(),
        "{}",
        String::from_utf8_lossy(&run.stderr)
    );
}
