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

use crate::columns::{ColumnAsk, ColumnTold, sortid_column_explain, sortid_column_read};
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

/// See [`sortid_direct_next`].
///
/// # Safety
/// As there.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_sortid_internal_Direct_next(
    _environment: *const c_void,
    _class: *const c_void,
    generator: i64,
    format: i8,
    out: i64,
) -> i64 {
    // SAFETY: by the caller's word.
    unsafe { sortid_direct_next(generator as u64, format as u8, out as *mut u64) }
}

/// See [`sortid_direct_next_at`].
///
/// # Safety
/// As there.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_sortid_internal_Direct_nextAt(
    _environment: *const c_void,
    _class: *const c_void,
    generator: i64,
    format: i8,
    seconds: i64,
    nanos: i32,
    out: i64,
) -> i64 {
    let (generator, nanos) = (generator as u64, nanos as u32);
    // SAFETY: by the caller's word.
    unsafe { sortid_direct_next_at(generator, format as u8, seconds, nanos, out as *mut u64) }
}

/// See [`sortid_direct_new_at`].
///
/// # Safety
/// As there.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_sortid_internal_Direct_newAt(
    _environment: *const c_void,
    _class: *const c_void,
    format: i8,
    seconds: i64,
    nanos: i32,
    out: i64,
) -> i64 {
    // SAFETY: by the caller's word.
    unsafe { sortid_direct_new_at(format as u8, seconds, nanos as u32, out as *mut u64) }
}

/// See [`sortid_direct_parse`].
///
/// # Safety
/// As there.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_sortid_internal_Direct_parse(
    _environment: *const c_void,
    _class: *const c_void,
    format: i8,
    text: i64,
    length: i64,
    out: i64,
) -> i64 {
    let (text, length) = (text as *const u8, length as u64);
    // SAFETY: by the caller's word.
    unsafe { sortid_direct_parse(format as u8, text, length, out as *mut u64) }
}

/// See [`sortid_direct_from_bytes`].
///
/// # Safety
/// As there.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_sortid_internal_Direct_fromBytes(
    _environment: *const c_void,
    _class: *const c_void,
    format: i8,
    start: i64,
    length: i64,
    out: i64,
) -> i64 {
    let (start, length) = (start as *const u8, length as u64);
    // SAFETY: by the caller's word.
    unsafe { sortid_direct_from_bytes(format as u8, start, length, out as *mut u64) }
}

/// See [`sortid_direct_check`].
#[unsafe(no_mangle)]
pub extern "system" fn Java_sortid_internal_Direct_check(
    _environment: *const c_void,
    _class: *const c_void,
    format: i8,
    high: i64,
    middle: i64,
    low: i32,
) -> i64 {
    sortid_direct_check(format as u8, high as u64, middle as u64, low as u32)
}

/// See [`sortid_direct_field`].
///
/// # Safety
/// As there.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_sortid_internal_Direct_field(
    _environment: *const c_void,
    _class: *const c_void,
    format: i8,
    high: i64,
    middle: i64,
    low: i32,
    place: i8,
    out: i64,
) -> i64 {
    let (high, middle, low) = (high as u64, middle as u64, low as u32);
    let (format, place) = (format as u8, place as u8);
    // SAFETY: by the caller's word.
    unsafe { sortid_direct_field(format, high, middle, low, place, out as *mut u64) }
}

/// See [`sortid_direct_is_reserved`].
///
/// # Safety
/// As there.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_sortid_internal_Direct_isReserved(
    _environment: *const c_void,
    _class: *const c_void,
    format: i8,
    high: i64,
    middle: i64,
    low: i32,
    out: i64,
) -> i64 {
    let (high, middle, low) = (high as u64, middle as u64, low as u32);
    // SAFETY: by the caller's word.
    unsafe { sortid_direct_is_reserved(format as u8, high, middle, low, out as *mut u64) }
}

/// See [`sortid_direct_convert`].
///
/// # Safety
/// As there.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_sortid_internal_Direct_convert(
    _environment: *const c_void,
    _class: *const c_void,
    format: i8,
    high: i64,
    middle: i64,
    low: i32,
    to: i8,
    out: i64,
) -> i64 {
    let (high, middle, low) = (high as u64, middle as u64, low as u32);
    let (format, to) = (format as u8, to as u8);
    // SAFETY: by the caller's word.
    unsafe { sortid_direct_convert(format, high, middle, low, to, out as *mut u64) }
}

/// See [`sortid_direct_min_at`].
///
/// # Safety
/// As there.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_sortid_internal_Direct_minAt(
    _environment: *const c_void,
    _class: *const c_void,
    format: i8,
    seconds: i64,
    nanos: i32,
    out: i64,
) -> i64 {
    // SAFETY: by the caller's word.
    unsafe { sortid_direct_min_at(format as u8, seconds, nanos as u32, out as *mut u64) }
}

/// See [`sortid_direct_max_at`].
///
/// # Safety
/// As there.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_sortid_internal_Direct_maxAt(
    _environment: *const c_void,
    _class: *const c_void,
    format: i8,
    seconds: i64,
    nanos: i32,
    out: i64,
) -> i64 {
    // SAFETY: by the caller's word.
    unsafe { sortid_direct_max_at(format as u8, seconds, nanos as u32, out as *mut u64) }
}

/// See [`sortid_direct_range`].
///
/// # Safety
/// As there.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_sortid_internal_Direct_range(
    _environment: *const c_void,
    _class: *const c_void,
    format: i8,
    from_seconds: i64,
    from_nanos: i32,
    to_seconds: i64,
    to_nanos: i32,
    out: i64,
) -> i64 {
    let (from_nanos, to_nanos) = (from_nanos as u32, to_nanos as u32);
    let (format, out) = (format as u8, out as *mut u64);
    // SAFETY: by the caller's word.
    unsafe { sortid_direct_range(format, from_seconds, from_nanos, to_seconds, to_nanos, out) }
}

/// See [`sortid_direct_text`].
///
/// # Safety
/// As there.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_sortid_internal_Direct_text(
    _environment: *const c_void,
    _class: *const c_void,
    format: i8,
    high: i64,
    middle: i64,
    low: i32,
    form: i8,
    out: i64,
    length: i64,
) -> i64 {
    let (high, middle, low) = (high as u64, middle as u64, low as u32);
    let (format, form) = (format as u8, form as u8);
    let (out, length) = (out as *mut u8, length as *mut u64);
    // SAFETY: by the caller's word.
    unsafe { sortid_direct_text(format, high, middle, low, form, out, length) }
}

/// See [`sortid_direct_timestamp`].
///
/// # Safety
/// As there.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_sortid_internal_Direct_timestamp(
    _environment: *const c_void,
    _class: *const c_void,
    format: i8,
    high: i64,
    middle: i64,
    low: i32,
    out: i64,
) -> i64 {
    let (high, middle, low) = (high as u64, middle as u64, low as u32);
    // SAFETY: by the caller's word.
    unsafe { sortid_direct_timestamp(format as u8, high, middle, low, out as *mut i64) }
}

/// See [`sortid_direct_compare`].
///
/// # Safety
/// As there.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_sortid_internal_Direct_compare(
    _environment: *const c_void,
    _class: *const c_void,
    format: i8,
    high: i64,
    middle: i64,
    low: i32,
    other_high: i64,
    other_middle: i64,
    other_low: i32,
    out: i64,
) -> i64 {
    let [high, middle, other_high, other_middle] =
        [high, middle, other_high, other_middle].map(i64::cast_unsigned);
    let [low, other_low] = [low, other_low].map(i32::cast_unsigned);
    // SAFETY: by the caller's word.
    unsafe {
        sortid_direct_compare(
            format as u8,
            high,
            middle,
            low,
            other_high,
            other_middle,
            other_low,
            out as *mut i64,
        )
    }
}

/// See [`sortid_prefixed_check`].
///
/// # Safety
/// As there.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_sortid_internal_Prefixes_check(
    _environment: *const c_void,
    _class: *const c_void,
    prefix: i64,
    length: i64,
) -> i64 {
    // SAFETY: by the caller's word.
    unsafe { sortid_prefixed_check(prefix as *const u8, length as u64) }
}

/// See [`sortid_prefixed_parse`].
///
/// # Safety
/// As there.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_sortid_internal_Prefixes_parse(
    _environment: *const c_void,
    _class: *const c_void,
    format: i8,
    text: i64,
    length: i64,
    prefix: i64,
    prefix_length: i64,
    out: i64,
    found: i64,
) -> i64 {
    let (text, prefix) = (text as *const u8, prefix as *const u8);
    let (format, length) = (format as u8, length as u64);
    let (out, found) = (out as *mut u64, found as *mut u64);
    // SAFETY: by the caller's word.
    unsafe { sortid_prefixed_parse(format, text, length, prefix, prefix_length, out, found) }
}

/// See [`sortid_prefixed_text`].
///
/// # Safety
/// As there.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_sortid_internal_Prefixes_text(
    _environment: *const c_void,
    _class: *const c_void,
    format: i8,
    high: i64,
    middle: i64,
    low: i32,
    prefix: i64,
    prefix_length: i64,
    out: i64,
    length: i64,
) -> i64 {
    let (high, middle, low) = (high as u64, middle as u64, low as u32);
    let (prefix, prefix_length) = (prefix as *const u8, prefix_length as u64);
    let (format, out, length) = (format as u8, out as *mut u8, length as *mut u64);
    // SAFETY: by the caller's word.
    unsafe {
        sortid_prefixed_text(
            format,
            high,
            middle,
            low,
            prefix,
            prefix_length,
            out,
            length,
        )
    }
}

/// See [`sortid_column_read`].
///
/// # Safety
/// As there.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_sortid_internal_Columns_read(
    _environment: *const c_void,
    _class: *const c_void,
    ask: i64,
    told: i64,
) -> i64 {
    // SAFETY: by the caller's word.
    unsafe { sortid_column_read(ask as *const ColumnAsk, told as *mut ColumnTold) }
}

/// See [`sortid_column_explain`].
///
/// # Safety
/// As there.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_sortid_internal_Columns_explain(
    _environment: *const c_void,
    _class: *const c_void,
    ask: i64,
    row: i64,
    out: i64,
    length: i64,
) -> i64 {
    let (ask, row) = (ask as *const ColumnAsk, row as u64);
    // SAFETY: by the caller's word.
    unsafe { sortid_column_explain(ask, row, out as *mut u8, length as *mut u64) }
}
