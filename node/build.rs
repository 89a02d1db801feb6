//! Linker settings that a Node addon takes on each platform.

fn main() {
    napi_build::setup();
}
