//! All models, with no more switches between threads and no more schedules than take a minute or two; then what they must miss is left out: each ordering
//! of the core, and each guard of theirs.
#![allow(missing_docs, reason = "a test")]

fn assert_passes(program: &str) {
    let run = std::process::Command::new(program).output();
    let run = run.expect("the models");
    println!("{}", String::from_utf8_lossy(&run.stdout));
    assert!(
        run.status.success(),
        "{}",
        String::from_utf8_lossy(&run.stderr)
    );
}

#[test]
fn models_hold_and_miss_each_ordering_that_is_weakened() {
    assert_passes(env!("CARGO_BIN_EXE_sortid-models"));
}

#[test]
fn long_schedules_hold_and_miss_guards() {
    assert_passes(env!("CARGO_BIN_EXE_sortid-schedules"));
}
