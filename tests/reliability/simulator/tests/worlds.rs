//! The simulated world answers small programs as the real one does.
#![cfg(target_os = "linux")]

#[test]
fn both_worlds_answer_as_expected() {
    let run = std::process::Command::new(env!("CARGO_BIN_EXE_sortid-worlds")).output();
    let run = run.expect("the programs");
    let answers = String::from_utf8_lossy(&run.stdout);
    assert!(run.status.success(), "{answers}");
}
