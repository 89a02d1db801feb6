//! The native library of the Swift and Kotlin packages: UniFFI functions, and C functions for
//! frequent calls.
//!
//! | module | exports |
//! |---|---|
//! | [`describe`] | lists of formats, options and error codes |
//! | [`ids`] | functions of ids: parsing, fields, bounds, conversion |
//! | [`generator`] | generators |
//! | [`testing`] | a clock and a seed for tests |
//! | [`prefixed`] | ids with a prefix |
//! | [`declared`] | declared types |
//! | [`calls`] | C functions and JNI methods for single ids, fills and columns |
//! | [`c`] | the sources of libsortid for [`calls`] |
//! | [`field`], [`columns`], [`refused`] | C functions that differ from libsortid's, or that it lacks |
//! | [`jni`] | JNI methods that use the JVM's environment |
//!
//! Only the packages in `uniffi/swift` and `uniffi/kotlin` call this library. An id crosses the
//! boundary as its format's code and three big-endian words ([`value::Words`]), a format as its
//! code, an error as [`error::Failure`]. Each function is one call of the core.

pub mod c;
pub mod calls;
pub mod columns;
pub mod declared;
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
