//! The functions of [`crate::direct`], [`crate::prefixed`] and [`crate::columns`] as the JVM calls native methods, which costs it a tenth of a call through JNA.
//!
//! Names and first two parameters are those that the JVM asks for: static methods of `sortid.internal.Direct`,
//! `Library`, `Prefixes` and `Columns`. Most take and return numbers, addresses among them, and do not use the environment.

#![allow(
    non_snake_case,
    reason = "the JVM finds its native methods by these names"
)]

use std::ffi::c_void;

use jni_sys::{JNIEnv, jclass, jint, jlong, jobject};

use crate::columns::{sortid_column_explain, sortid_column_read};
use crate::direct::{
    sortid_direct_check, sortid_direct_compare, sortid_direct_convert, sortid_direct_field,
    sortid_direct_from_bytes, sortid_direct_is_reserved, sortid_direct_max_at,
    sortid_direct_min_at, sortid_direct_new_at, sortid_direct_next, sortid_direct_next_at,
    sortid_direct_parse, sortid_direct_range, sortid_direct_text, sortid_direct_timestamp,
};
use crate::prefixed::{sortid_prefixed_check, sortid_prefixed_parse, sortid_prefixed_text};

/// The address of a direct buffer's first element; 0 of another buffer.
///
/// # Safety
/// The JVM calls it.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_sortid_internal_Direct_address(
    environment: *mut JNIEnv,
    _class: jclass,
    buffer: jobject,
) -> jlong {
    // SAFETY: the JVM's environment has this function; the buffer is an object of the JVM's.
    unsafe { ((**environment).v1_4.GetDirectBufferAddress)(environment, buffer) as jlong }
}

/// Writes the version to the start of a direct buffer of 64 bytes or more, and answers its length.
///
/// # Safety
/// The JVM calls it, with such a buffer.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_sortid_internal_Library_version(
    environment: *mut JNIEnv,
    _class: jclass,
    buffer: jobject,
) -> jint {
    let version = env!("CARGO_PKG_VERSION").as_bytes();
    const { assert!(env!("CARGO_PKG_VERSION").len() <= 64) };
    // SAFETY: the JVM's environment has this function; the buffer has room.
    unsafe {
        let out = ((**environment).v1_4.GetDirectBufferAddress)(environment, buffer);
        out.cast::<u8>()
            .copy_from_nonoverlapping(version.as_ptr(), version.len());
    }
    version.len() as jint
}

/// Exports functions of this library under the names that the JVM looks up. Each casts its parameters: the JVM passes
/// unsigned integers as signed ones, and addresses as `long`.
macro_rules! native {
    ($($name:ident($($parameter:ident: $jvm:ty),*) = $function:ident;)*) => {
        $(
            #[doc = concat!("See [`", stringify!($function), "`].")]
            ///
            /// # Safety
            /// As there.
            #[unsafe(no_mangle)]
            pub unsafe extern "system" fn $name(
                _environment: *const c_void,
                _class: *const c_void,
                $($parameter: $jvm),*
            ) -> i64 {
                #[allow(unused_unsafe, reason = "one of the functions is safe")]
                // SAFETY: the caller guarantees what the function asks for.
                unsafe { $function($($parameter as _),*) }
            }
        )*
    };
}

native! {
    Java_sortid_internal_Direct_next(generator: i64, format: i8, out: i64) = sortid_direct_next;
    Java_sortid_internal_Direct_nextAt(
        generator: i64, format: i8, seconds: i64, nanos: i32, out: i64
    ) = sortid_direct_next_at;
    Java_sortid_internal_Direct_newAt(
        format: i8, seconds: i64, nanos: i32, out: i64
    ) = sortid_direct_new_at;
    Java_sortid_internal_Direct_parse(
        format: i8, text: i64, length: i64, out: i64
    ) = sortid_direct_parse;
    Java_sortid_internal_Direct_fromBytes(
        format: i8, start: i64, length: i64, out: i64
    ) = sortid_direct_from_bytes;
    Java_sortid_internal_Direct_check(
        format: i8, high: i64, middle: i64, low: i32
    ) = sortid_direct_check;
    Java_sortid_internal_Direct_field(
        format: i8, high: i64, middle: i64, low: i32, place: i8, out: i64
    ) = sortid_direct_field;
    Java_sortid_internal_Direct_isReserved(
        format: i8, high: i64, middle: i64, low: i32, out: i64
    ) = sortid_direct_is_reserved;
    Java_sortid_internal_Direct_convert(
        format: i8, high: i64, middle: i64, low: i32, to: i8, out: i64
    ) = sortid_direct_convert;
    Java_sortid_internal_Direct_minAt(
        format: i8, seconds: i64, nanos: i32, out: i64
    ) = sortid_direct_min_at;
    Java_sortid_internal_Direct_maxAt(
        format: i8, seconds: i64, nanos: i32, out: i64
    ) = sortid_direct_max_at;
    Java_sortid_internal_Direct_range(
        format: i8, from_seconds: i64, from_nanos: i32, to_seconds: i64, to_nanos: i32, out: i64
    ) = sortid_direct_range;
    Java_sortid_internal_Direct_text(
        format: i8, high: i64, middle: i64, low: i32, form: i8, out: i64, length: i64
    ) = sortid_direct_text;
    Java_sortid_internal_Direct_timestamp(
        format: i8, high: i64, middle: i64, low: i32, out: i64
    ) = sortid_direct_timestamp;
    Java_sortid_internal_Direct_compare(
        format: i8, high: i64, middle: i64, low: i32, other_high: i64, other_middle: i64,
        other_low: i32, out: i64
    ) = sortid_direct_compare;
    Java_sortid_internal_Prefixes_check(prefix: i64, length: i64) = sortid_prefixed_check;
    Java_sortid_internal_Prefixes_parse(
        format: i8, text: i64, length: i64, prefix: i64, prefix_length: i64, out: i64, found: i64
    ) = sortid_prefixed_parse;
    Java_sortid_internal_Prefixes_text(
        format: i8, high: i64, middle: i64, low: i32, prefix: i64, prefix_length: i64, out: i64,
        length: i64
    ) = sortid_prefixed_text;
    Java_sortid_internal_Columns_read(ask: i64, told: i64) = sortid_column_read;
    Java_sortid_internal_Columns_explain(
        ask: i64, row: i64, out: i64, length: i64
    ) = sortid_column_explain;
}
