//! Generation of newtype ids without an explicit generator.
//!
//! Functions that return no `Result` exist only for formats where only the operating system can
//! fail. Other formats can fail after a clock rollback, and callers have to handle that: if neither
//! node nor random bits rule out repeated ids, no ids are generated for a time that has passed.

use crate::error::Error;

/// Panics with the documented failures of functions that return no `Result`.
#[cfg_attr(
    target_family = "wasm",
    allow(dead_code, reason = "without a clock nothing is new")
)]
#[cold]
pub(crate) fn no_new(name: &str, error: Error) -> ! {
    panic!("no new {name}: {error}")
}

/// Defines the functions that generate ids with the process-wide default generator.
macro_rules! plain {
    ($(#[$doc:meta])* $fallible:ident -> $name:ident) => {
        with_clock! {
            $(#[$doc])*
            ///
            /// # Errors
            /// `clock_rollback` if the clock was set back to a time whose ids may have been generated
            /// already; otherwise the errors of [`Generator::next`](crate::Generator::next) for a
            /// default generator.
            ///
            /// ```
            #[doc = concat!("let (a, b) = (sortid::ids::", stringify!($fallible), "()?, sortid::ids::", stringify!($fallible), "()?);")]
            /// assert_ne!(a, b);
            /// # Ok::<(), sortid::Error>(())
            /// ```
            #[cfg_attr(docsrs, doc(cfg(feature = "std")))]
            #[inline]
            pub fn $fallible() -> Result<$name, crate::Error> {
                crate::new()
            }
        }

        with_clock! {
            #[cfg_attr(docsrs, doc(cfg(feature = "std")))]
            impl $name {
                #[doc = concat!("Generates an id, like [`", stringify!($fallible), "`](crate::ids::", stringify!($fallible), "()).")]
                ///
                /// # Errors
                #[doc = concat!("As `", stringify!($fallible), "`.")]
                #[doc(alias("now", "new", "generate"))]
                #[inline]
                pub fn try_now() -> Result<Self, crate::Error> {
                    crate::new()
                }
            }
        }
    };
    ($(#[$doc:meta])* $function:ident or $fallible:ident -> $name:ident) => {
        with_clock! {
            $(#[$doc])*
            ///
            /// # Panics
            /// If the operating system provides no random bytes, if its clock is outside of the
            /// format's range, or in a signal handler that interrupts another call of this function;
            #[doc = concat!("[`", stringify!($fallible), "`] returns these as errors.")]
            ///
            /// ```
            #[doc = concat!("assert_ne!(sortid::ids::", stringify!($function), "(), sortid::ids::", stringify!($function), "());")]
            /// ```
            #[cfg_attr(docsrs, doc(cfg(feature = "std")))]
            #[inline]
            pub fn $function() -> $name {
                match $fallible() {
                    Ok(id) => id,
                    Err(error) => crate::id::typed::no_new(const { crate::Format::$name.name() }, error),
                }
            }
        }

        with_clock! {
            #[doc = concat!("[`", stringify!($function), "()`] without its panics.")]
            ///
            /// # Errors
            /// `entropy_unavailable`, `timestamp_out_of_range`; in a signal handler that interrupts
            /// another call of this function `counter_exhausted`, or `forked_generator` in a child
            /// process forked there.
            ///
            /// ```
            #[doc = concat!("let id = sortid::ids::", stringify!($fallible), "()?;")]
            /// # Ok::<(), sortid::Error>(())
            /// ```
            #[cfg_attr(docsrs, doc(cfg(feature = "std")))]
            #[inline]
            pub fn $fallible() -> Result<$name, crate::Error> {
                crate::new()
            }
        }

        with_clock! {
            #[cfg_attr(docsrs, doc(cfg(feature = "std")))]
            impl crate::InfallibleNew for $name {
                #[inline]
                fn infallible_new() -> Self {
                    $function()
                }
            }
        }

        with_clock! {
            #[cfg_attr(docsrs, doc(cfg(feature = "std")))]
            impl $name {
                #[doc = concat!("Generates an id, like [`", stringify!($function), "`](crate::ids::", stringify!($function), "()).")]
                ///
                /// # Panics
                #[doc = concat!("As `", stringify!($function), "`.")]
                #[doc(alias("new", "generate"))]
                #[inline]
                pub fn now() -> Self {
                    $function()
                }

                #[doc = concat!("Generates an id, like [`", stringify!($fallible), "`](crate::ids::", stringify!($fallible), "()).")]
                ///
                /// # Errors
                #[doc = concat!("As `", stringify!($fallible), "`.")]
                #[inline]
                pub fn try_now() -> Result<Self, crate::Error> {
                    crate::new()
                }
            }
        }
    };
}
pub(crate) use plain;
