//! The quick runs of `models` and `schedules`, including their mutations.
#![allow(missing_docs, reason = "a test")]

fn assert_passes(program: &str) {
    let run = std::process::Command::new(program).output();
    let run = run.expect("cannot run the program");
    println!("{}", String::from_utf8_lossy(&run.stdout));
    assert!(
        run.status.success(),
        "{}",
        String::from_utf8_lossy(&run.stderr)
    );
}

#[test]
fn models_pass_and_detect_mutations() {
    assert_passes(env!("CARGO_BIN_EXE_models"));
}

#[test]
fn schedules_pass_and_detect_mutations() {
    assert_passes(env!("CARGO_BIN_EXE_schedules"));
}
