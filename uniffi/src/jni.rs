//! The functions of [`crate::direct`], [`crate::prefixed`] and [`crate::columns`] as the JVM calls native methods, which costs it a tenth of a call through JNA.
//!
//! Names and first two parameters are those that the JVM asks for: static methods of `sortid.internal.Direct`,
//! `Prefixes` and `Columns`. Numbers alone cross, addresses among them, so that the environment and the class are never looked at.

#![allow(
    non_snake_case,
    reason = "the JVM finds its native methods by these names"
)]

use std::ffi::c_void;

use crate::columns::{ColumnAsk, ColumnTold, sortid_column_read};
use crate::direct::{
    sortid_direct_compare, sortid_direct_next, sortid_direct_next_at, sortid_direct_parse,
    sortid_direct_text, sortid_direct_timestamp,
};
use crate::prefixed::{sortid_prefixed_check, sortid_prefixed_parse, sortid_prefixed_text};

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
