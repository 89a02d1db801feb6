//! Calls after a fork that interrupted another thread's call, and after a reseed.

use super::*;

fn engine(format: Format, options: &Options) -> Engine {
    Engine::new(format, options).expect("an engine")
}

fn next(engine: &Engine) -> Result<Value, ErrorCode> {
    let made = engine.next::<Own, _>(|value| value);
    made.map_err(|error| error.code())
}

#[test]
fn next_after_interrupted_call_draws_new_node() {
    let engine = engine(Format::Tid, &Options::new());
    for _ in 0..3 {
        let node = || engine.with_state(|state| state.identity.number());
        let before = node();
        engine.state.leave_behind();
        let id = next(&engine).expect("an id");
        assert_ne!(node(), before);
        assert!(next(&engine).expect("an id") > id);
    }
}

#[test]
fn seeded_engine_after_interrupted_call_requires_reseed() {
    let engine = engine(Format::Uuid7, &Options::new().seed([1; 32]));
    next(&engine).expect("an id");
    engine.state.leave_behind();
    // As after a fork, the thread has to draw a key first.
    entropy::invalidate_keys();
    for _ in 0..2 {
        assert_eq!(next(&engine), Err(ErrorCode::ForkedGenerator));
    }
    engine.reseed(Some([2; 32]), None).expect("a new seed");
    next(&engine).expect("an id");
}

#[test]
fn reseed_draws_new_key() {
    let engine = engine(Format::Uuid4, &Options::new());
    let (generation, seed) = (process::generation(), [5; 32]);
    // A new key is drawn each millisecond, too, but not in each of these rounds.
    for _ in 0..1000 {
        entropy::with_thread_rng(generation, |stream| *stream = Rng::from_seed(seed))
            .expect("keyed");
        engine.reseed(None, None).expect("reseeded");
        let drawn = entropy::with_thread_rng(generation, Rng::two_words).expect("entropy");
        assert_ne!(drawn, Rng::from_seed(seed).two_words());
    }
}
