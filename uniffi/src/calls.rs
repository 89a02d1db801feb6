//! C functions that Swift and Kotlin call once per id, since calls through UniFFI take
//! microseconds.
//!
//! Swift, and Kotlin's fills through JNA, call them as C functions. The others are also JNI
//! methods, ten times as fast as JNA. Parameters and results are those of `include/sortid.h`;
//! [`crate::refused::last_refusal`] returns the error.

#![allow(
    non_snake_case,
    reason = "the JVM finds its native methods by these names"
)]

use std::ffi::{c_char, c_int, c_void};
use std::ptr;

use crate::c::generator::sortid_generator;
use crate::c::id::sortid_id;
use crate::c::options::sortid_option;
use crate::c::time::sortid_time;
use crate::c::{convert, fill, generator, id, new, order, prefix_calls, range, time};
use crate::columns::{self, sortid_column_request, sortid_column_response};
use crate::field;

/// Exports C functions under names that libsortid does not use.
macro_rules! exported {
    ($($name:ident($($parameter:ident: $type:ty),*) $(-> $result:ty)? = $call:expr;)*) => {
        $(
            /// See the called function.
            ///
            /// # Safety
            /// As the called function.
            #[unsafe(no_mangle)]
            pub unsafe extern "C" fn $name($($parameter: $type),*) $(-> $result)? {
                // SAFETY: the caller guarantees the conditions of the called function (see
                // `# Safety`).
                unsafe { $call }
            }
        )*
    };
}

/// Exports functions under the names that the JVM looks up: static methods of
/// `sortid.internal.Calls`. The JVM passes unsigned integers as signed ones, and addresses as
/// `long`.
macro_rules! native {
    ($($name:ident($($parameter:ident: $type:ty),*) $(-> $result:ty)? { $call:expr })*) => {
        $(
            /// See the called function.
            ///
            /// # Safety
            /// As the called function.
            #[unsafe(no_mangle)]
            pub unsafe extern "system" fn $name(
                _environment: *const c_void,
                _class: *const c_void,
                $($parameter: $type),*
            ) $(-> $result)? {
                // SAFETY: the caller guarantees the conditions of the called function (see
                // `# Safety`).
                unsafe { $call }
            }
        )*
    };
}

/// Converts the words of an id.
fn words(high: i64, middle: i64, low: i32, format: i32) -> sortid_id {
    let mut bytes = [0; 20];
    bytes[..8].copy_from_slice(&high.to_be_bytes());
    bytes[8..16].copy_from_slice(&middle.to_be_bytes());
    bytes[16..].copy_from_slice(&low.to_be_bytes());
    sortid_id {
        bytes,
        format: format.cast_unsigned(),
    }
}

/// Converts a time.
fn instant(seconds: i64, nanos: i32) -> sortid_time {
    sortid_time {
        seconds,
        nanos: nanos.cast_unsigned(),
    }
}

#[rustfmt::skip]
exported! {
    // <generated: exported>
    sortid_mobile_new_id(format: u32, id: *mut sortid_id) -> i32 = new::sortid_new_id(format, id, ptr::null_mut());
    sortid_mobile_new_id_at(time: sortid_time, format: u32, id: *mut sortid_id) -> i32 = new::sortid_new_id_at(time, format, id, ptr::null_mut());
    sortid_mobile_generator_next(generator: *const sortid_generator, id: *mut sortid_id) -> i32 = generator::sortid_generator_next(generator, id, ptr::null_mut());
    sortid_mobile_generator_next_at(generator: *const sortid_generator, time: sortid_time, id: *mut sortid_id) -> i32 = generator::sortid_generator_next_at(generator, time, id, ptr::null_mut());
    sortid_mobile_generator_fill_text(generator: *const sortid_generator, texts: *mut c_char, size: usize, written: *mut usize) -> i32 = fill::sortid_generator_fill_text(generator, texts, size, written, ptr::null_mut());
    sortid_mobile_generator_fill_bytes(generator: *const sortid_generator, bytes: *mut u8, size: usize, written: *mut usize) -> i32 = fill::sortid_generator_fill_bytes(generator, bytes, size, written, ptr::null_mut());
    sortid_mobile_generator_fill_u64(generator: *const sortid_generator, values: *mut u64, count: usize, written: *mut usize) -> i32 = fill::sortid_generator_fill_u64(generator, values, count, written, ptr::null_mut());
    sortid_mobile_parse(text: *const c_char, length: usize, format: u32, id: *mut sortid_id) -> i32 = id::sortid_parse(text, length, format, id, ptr::null_mut());
    sortid_mobile_from_bytes(bytes: *const u8, length: usize, format: u32, id: *mut sortid_id) -> i32 = id::sortid_from_bytes(bytes, length, format, id, ptr::null_mut());
    sortid_mobile_from_u64(value: u64, format: u32, id: *mut sortid_id) -> i32 = id::sortid_from_u64(value, format, id, ptr::null_mut());
    sortid_mobile_from_u128(high: u64, low: u64, format: u32, id: *mut sortid_id) -> i32 = id::sortid_from_u128(high, low, format, id, ptr::null_mut());
    sortid_mobile_text_form(id: *const sortid_id, form: u32, text: *mut c_char, size: usize, needed: *mut usize) -> i32 = id::sortid_text_form(id, form, text, size, needed, ptr::null_mut());
    sortid_mobile_is_reserved(id: *const sortid_id) -> bool = id::sortid_is_reserved(id);
    sortid_mobile_compare(a: *const c_void, b: *const c_void) -> c_int = order::sortid_compare(a, b);
    sortid_mobile_timestamp(id: *const sortid_id, time: *mut sortid_time) -> i32 = time::sortid_timestamp(id, time, ptr::null_mut());
    sortid_mobile_min_at(time: sortid_time, format: u32, id: *mut sortid_id) -> i32 = range::sortid_min_at(time, format, id, ptr::null_mut());
    sortid_mobile_max_at(time: sortid_time, format: u32, id: *mut sortid_id) -> i32 = range::sortid_max_at(time, format, id, ptr::null_mut());
    sortid_mobile_range(from: sortid_time, to: sortid_time, format: u32, options: *const sortid_option, count: usize, min: *mut sortid_id, max: *mut sortid_id) -> i32 = range::sortid_range(from, to, format, options, count, min, max, ptr::null_mut());
    sortid_mobile_convert(id: *const sortid_id, to: u32, converted: *mut sortid_id) -> i32 = convert::sortid_convert(id, to, converted, ptr::null_mut());
    sortid_mobile_prefix_check(prefix: *const c_char, length: usize) -> i32 = prefix_calls::sortid_prefix_check(prefix, length);
    sortid_mobile_prefixed_parse(text: *const c_char, length: usize, format: u32, prefix: *const c_char, prefix_length: usize, id: *mut sortid_id, found: *mut usize) -> i32 = prefix_calls::sortid_prefixed_parse(text, length, format, prefix, prefix_length, id, found);
    sortid_mobile_prefixed_text(id: *const sortid_id, prefix: *const c_char, prefix_length: usize, text: *mut c_char, size: usize, needed: *mut usize) -> i32 = prefix_calls::sortid_prefixed_text(id, prefix, prefix_length, text, size, needed);
    sortid_mobile_field_at(id: *const sortid_id, index: usize, high: *mut i64, low: *mut u64) -> i32 = field::sortid_field_at(id, index, high, low);
    sortid_mobile_column_read(request: *const sortid_column_request, response: *mut sortid_column_response) -> i32 = columns::sortid_column_read(request, response);
    // </generated>
}

#[rustfmt::skip]
native! {
    // <generated: native>
    Java_sortid_internal_Calls_newId(format: i32, id: i64) -> i32 { new::sortid_new_id(format as _, id as _, ptr::null_mut()) }
    Java_sortid_internal_Calls_newIdAt(time_seconds: i64, time_nanos: i32, format: i32, id: i64) -> i32 { new::sortid_new_id_at(instant(time_seconds, time_nanos), format as _, id as _, ptr::null_mut()) }
    Java_sortid_internal_Calls_generatorNext(generator: i64, id: i64) -> i32 { generator::sortid_generator_next(generator as _, id as _, ptr::null_mut()) }
    Java_sortid_internal_Calls_generatorNextAt(generator: i64, time_seconds: i64, time_nanos: i32, id: i64) -> i32 { generator::sortid_generator_next_at(generator as _, instant(time_seconds, time_nanos), id as _, ptr::null_mut()) }
    Java_sortid_internal_Calls_parse(text: i64, length: i64, format: i32, id: i64) -> i32 { id::sortid_parse(text as _, length as _, format as _, id as _, ptr::null_mut()) }
    Java_sortid_internal_Calls_fromBytes(bytes: i64, length: i64, format: i32, id: i64) -> i32 { id::sortid_from_bytes(bytes as _, length as _, format as _, id as _, ptr::null_mut()) }
    Java_sortid_internal_Calls_fromU64(value: i64, format: i32, id: i64) -> i32 { id::sortid_from_u64(value as _, format as _, id as _, ptr::null_mut()) }
    Java_sortid_internal_Calls_fromU128(high: i64, low: i64, format: i32, id: i64) -> i32 { id::sortid_from_u128(high as _, low as _, format as _, id as _, ptr::null_mut()) }
    Java_sortid_internal_Calls_textForm(id_high: i64, id_middle: i64, id_low: i32, id_format: i32, form: i32, text: i64, size: i64, needed: i64) -> i32 { id::sortid_text_form(&words(id_high, id_middle, id_low, id_format) as *const _ as _, form as _, text as _, size as _, needed as _, ptr::null_mut()) }
    Java_sortid_internal_Calls_isReserved(id_high: i64, id_middle: i64, id_low: i32, id_format: i32) -> bool { id::sortid_is_reserved(&words(id_high, id_middle, id_low, id_format) as *const _ as _) }
    Java_sortid_internal_Calls_compare(a_high: i64, a_middle: i64, a_low: i32, a_format: i32, b_high: i64, b_middle: i64, b_low: i32, b_format: i32) -> c_int { order::sortid_compare(&words(a_high, a_middle, a_low, a_format) as *const _ as _, &words(b_high, b_middle, b_low, b_format) as *const _ as _) }
    Java_sortid_internal_Calls_timestamp(id_high: i64, id_middle: i64, id_low: i32, id_format: i32, time: i64) -> i32 { time::sortid_timestamp(&words(id_high, id_middle, id_low, id_format) as *const _ as _, time as _, ptr::null_mut()) }
    Java_sortid_internal_Calls_minAt(time_seconds: i64, time_nanos: i32, format: i32, id: i64) -> i32 { range::sortid_min_at(instant(time_seconds, time_nanos), format as _, id as _, ptr::null_mut()) }
    Java_sortid_internal_Calls_maxAt(time_seconds: i64, time_nanos: i32, format: i32, id: i64) -> i32 { range::sortid_max_at(instant(time_seconds, time_nanos), format as _, id as _, ptr::null_mut()) }
    Java_sortid_internal_Calls_range(from_seconds: i64, from_nanos: i32, to_seconds: i64, to_nanos: i32, format: i32, options: i64, count: i64, min: i64, max: i64) -> i32 { range::sortid_range(instant(from_seconds, from_nanos), instant(to_seconds, to_nanos), format as _, options as _, count as _, min as _, max as _, ptr::null_mut()) }
    Java_sortid_internal_Calls_convert(id_high: i64, id_middle: i64, id_low: i32, id_format: i32, to: i32, converted: i64) -> i32 { convert::sortid_convert(&words(id_high, id_middle, id_low, id_format) as *const _ as _, to as _, converted as _, ptr::null_mut()) }
    Java_sortid_internal_Calls_prefixCheck(prefix: i64, length: i64) -> i32 { prefix_calls::sortid_prefix_check(prefix as _, length as _) }
    Java_sortid_internal_Calls_prefixedParse(text: i64, length: i64, format: i32, prefix: i64, prefix_length: i64, id: i64, found: i64) -> i32 { prefix_calls::sortid_prefixed_parse(text as _, length as _, format as _, prefix as _, prefix_length as _, id as _, found as _) }
    Java_sortid_internal_Calls_prefixedText(id_high: i64, id_middle: i64, id_low: i32, id_format: i32, prefix: i64, prefix_length: i64, text: i64, size: i64, needed: i64) -> i32 { prefix_calls::sortid_prefixed_text(&words(id_high, id_middle, id_low, id_format) as *const _ as _, prefix as _, prefix_length as _, text as _, size as _, needed as _) }
    Java_sortid_internal_Calls_fieldAt(id_high: i64, id_middle: i64, id_low: i32, id_format: i32, index: i64, high: i64, low: i64) -> i32 { field::sortid_field_at(&words(id_high, id_middle, id_low, id_format) as *const _ as _, index as _, high as _, low as _) }
    Java_sortid_internal_Calls_columnRead(request: i64, response: i64) -> i32 { columns::sortid_column_read(request as _, response as _) }
    // </generated>
}
