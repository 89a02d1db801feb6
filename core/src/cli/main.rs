//! The `sortid` command.
fn main() {}
