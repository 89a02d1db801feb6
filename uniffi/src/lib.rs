//! The library behind the Swift and Kotlin packages: what UniFFI carries over, and what is too hot for it.
//!
//! | module | what it exports |
//! |---|---|
//! | [`describe`] | what there is: formats, options, error codes |
//! | [`ids`] | ids as values: read, built, printed, bounded, converted |
//! | [`generator`] | the object with state |
//! | [`testing`] | a clock and a seed for tests |
//! | [`prefixed`] | ids with a prefix |
//! | [`calls`] | functions for single ids, fills and columns, beside UniFFI |
//! | [`c`] | those of libsortid |
//! | [`field`], [`columns`], [`refused`] | those that libsortid has in another way, or not |
//! | [`jni`] | native methods that use the JVM's environment |
//!
//! Nothing here is an API: the packages in `uniffi/swift` and `uniffi/kotlin` are, and every name below is theirs to call.
//! An id crosses as its format's code and three big-endian words ([`value::Words`]), a format as its code, an error as
//! [`error::Failure`]. No rule about ids stands here; each function is one call of the core.

pub mod c;
pub mod calls;
pub mod columns;
pub mod describe;
pub mod error;
pub mod field;
pub mod generator;
pub mod given;
pub mod ids;
pub mod jni;
pub mod prefixed;
pub mod refused;
pub mod testing;
pub mod value;

uniffi::setup_scaffolding!("sortid");
