//! Generators with a manual clock, driven by a script. Input: format, options, a time, steps.
#![no_main]

mod script;

use libfuzzer_sys::fuzz_target;
use sortid::options::ClockSource;
use sortid::{ErrorCode, Generator};
use sortid_fuzz::{Given, Input, NOON};

use script::Player;

fuzz_target!(|data: &[u8]| {
    let mut input = Input::new(data);
    let format = input.format();
    let given = Given::read(&mut input, format, |_| true);
    let start = input.time(NOON);
    let script = input.rest();
    let options = given.options.clone().clock(ClockSource::Manual);
    let generator = match Generator::dynamic(format, &options) {
        Ok(generator) => generator,
        Err(error) => {
            let is_made = format.can_generate();
            let is_expected = match error.code() {
                ErrorCode::InvalidOption => true,
                ErrorCode::NotApplicable => !is_made,
                _ => false,
            };
            assert!(is_expected, "{error}");
            return;
        }
    };
    assert!(format.can_generate());
    let made = Player::new(&generator, &given, start).play(script);
    if given.has("seed") {
        let again = Generator::dynamic(format, &options).expect("as before");
        let again = Player::new(&again, &given, start).play(script);
        assert_eq!(made, again, "a seed makes the same ids for the same times");
    }
});
