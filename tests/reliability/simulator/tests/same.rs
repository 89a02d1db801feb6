//! The simulator itself: a seed is a run, and what is left out of a run changes nothing else.

use sortid_simulate::run::{Config, run};

#[test]
fn the_same_seed_is_the_same_run() {
    for seed in 0..40 {
        let (one, two) = (run(&Config::new(seed)), run(&Config::new(seed)));
        assert_eq!((one.hash, one.steps), (two.hash, two.steps), "seed {seed}");
    }
}

#[test]
fn other_seeds_are_other_runs() {
    let hash = |seed| run(&Config::new(seed)).hash;
    assert_ne!(hash(1), hash(2));
}

#[test]
fn without_events_nothing_is_injected() {
    let mut config = Config::new(3);
    config.most_events = 0;
    let outcome = run(&config);
    assert_eq!((outcome.events, outcome.violation), (0, None));
    assert!(outcome.counts.ids() > 0);
}

#[test]
fn a_guard_that_is_left_out_is_missed() {
    let is_missed = |guard: &str| {
        (0..300).any(|seed| {
            let mut config = Config::new(seed);
            assert!(config.leave_out_guard(guard), "{guard}");
            run(&config)
                .violation
                .is_some_and(|what| what.starts_with("twice"))
        })
    };
    assert!(is_missed("FreshStream"));
    assert!(is_missed("SecondLook"));
}
