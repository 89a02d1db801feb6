//! The simulated operating system behaves as this Linux.
#![cfg(target_os = "linux")]

#[test]
fn programs_return_expected_results() {
    let run = std::process::Command::new(env!("CARGO_BIN_EXE_conformance")).output();
    let run = run.expect("cannot run the programs");
    let report = String::from_utf8_lossy(&run.stdout);
    assert!(run.status.success(), "{report}");
}
