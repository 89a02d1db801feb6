//! Determinism of the simulator.

use sortid_simulator::run::{Config, run};

#[test]
fn same_seed_repeats_run() {
    for seed in 0..40 {
        let (one, two) = (run(&Config::new(seed)), run(&Config::new(seed)));
        assert_eq!((one.hash, one.steps), (two.hash, two.steps), "seed {seed}");
    }
}

#[test]
fn different_seeds_give_different_runs() {
    let hash = |seed| run(&Config::new(seed)).hash;
    assert_ne!(hash(1), hash(2));
}

#[test]
fn run_without_events_injects_nothing() {
    let mut config = Config::new(3);
    config.most_events = 0;
    let outcome = run(&config);
    assert_eq!((outcome.events, outcome.violation), (0, None));
    assert!(outcome.counts.ids() > 0);
}

#[test]
fn disabled_guard_is_detected() {
    let is_detected = |guard: &str| {
        (0..300).any(|seed| {
            let mut config = Config::new(seed);
            assert!(config.leave_out_guard(guard), "{guard}");
            run(&config)
                .violation
                .is_some_and(|what| what.starts_with("twice"))
        })
    };
    assert!(is_detected("FreshStream"));
    assert!(is_detected("SecondLook"));
}
