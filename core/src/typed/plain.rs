//! New ids of a newtype without a generator in hand.
//!
//! What gives an id without a `Result` exists only where nothing but the system can refuse one. The
//! others have a reason of their own to refuse, which their callers are to see: ids whose node or
//! random part does not rule out a repeat are not made again for a time that was passed.

use crate::error::Error;

/// What a function without a `Result` does with its documented failures.
#[cold]
pub(crate) fn no_new(name: &str, error: Error) -> ! {
    panic!("no new {name}: {error}")
}

/// Declares the functions for a new id from the process-wide default generator.
macro_rules! plain {
    ($(#[$doc:meta])* $fallible:ident -> $name:ident) => {
        $(#[$doc])*
        ///
        /// # Errors
        /// `clock_rollback` where the clock was set back and the ids of that time may have been
        /// made; else what [`Generator::next`](crate::Generator::next) of a default generator
        /// refuses.
        ///
        /// ```
        #[doc = concat!("let (a, b) = (sortid::", stringify!($fallible), "()?, sortid::", stringify!($fallible), "()?);")]
        /// assert_ne!(a, b);
        /// # Ok::<(), sortid::Error>(())
        /// ```
        #[cfg_attr(docsrs, doc(cfg(feature = "std")))]
        #[inline]
        pub fn $fallible() -> Result<$name, crate::Error> {
            crate::new()
        }

        #[cfg_attr(docsrs, doc(cfg(feature = "std")))]
        impl $name {
            #[doc = concat!("A new id: what [`", stringify!($fallible), "`](crate::", stringify!($fallible), "()) gives.")]
            ///
            /// # Errors
            #[doc = concat!("As `", stringify!($fallible), "`.")]
            #[inline]
            pub fn try_now() -> Result<Self, crate::Error> {
                crate::new()
            }
        }
    };
    ($(#[$doc:meta])* $function:ident or $fallible:ident -> $name:ident) => {
        $(#[$doc])*
        ///
        /// # Panics
        /// If the operating system gives no random bytes, if its clock stands outside the time
        /// of the format, where nothing tells the time (`wasm32-unknown-unknown`), or in a signal handler that interrupts another call of it;
        #[doc = concat!("[`", stringify!($fallible), "`] returns these as errors.")]
        ///
        /// ```
        #[doc = concat!("assert_ne!(sortid::", stringify!($function), "(), sortid::", stringify!($function), "());")]
        /// ```
        #[cfg_attr(docsrs, doc(cfg(feature = "std")))]
        #[inline]
        pub fn $function() -> $name {
            match $fallible() {
                Ok(id) => id,
                Err(error) => crate::typed::no_new(const { crate::Format::$name.name() }, error),
            }
        }

        #[doc = concat!("[`", stringify!($function), "()`] without its panics.")]
        ///
        /// # Errors
        /// `entropy_unavailable`, `timestamp_out_of_range`; in a signal handler that interrupts
        /// another call of it `counter_exhausted`, or `forked_generator` in a child forked there.
        ///
        /// ```
        #[doc = concat!("let id = sortid::", stringify!($fallible), "()?;")]
        /// # Ok::<(), sortid::Error>(())
        /// ```
        #[cfg_attr(docsrs, doc(cfg(feature = "std")))]
        #[inline]
        pub fn $fallible() -> Result<$name, crate::Error> {
            crate::new()
        }

        #[cfg_attr(docsrs, doc(cfg(feature = "std")))]
        impl crate::AlwaysNew for $name {
            #[inline]
            fn always_new() -> Self {
                $function()
            }
        }

        #[cfg_attr(docsrs, doc(cfg(feature = "std")))]
        impl $name {
            #[doc = concat!("A new id: what [`", stringify!($function), "`](crate::", stringify!($function), "()) gives.")]
            ///
            /// # Panics
            #[doc = concat!("As `", stringify!($function), "`.")]
            #[inline]
            pub fn now() -> Self {
                $function()
            }

            #[doc = concat!("A new id: what [`", stringify!($fallible), "`](crate::", stringify!($fallible), "()) gives.")]
            ///
            /// # Errors
            #[doc = concat!("As `", stringify!($fallible), "`.")]
            #[inline]
            pub fn try_now() -> Result<Self, crate::Error> {
                crate::new()
            }
        }
    };
}
pub(crate) use plain;
