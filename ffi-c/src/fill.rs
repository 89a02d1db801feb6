//! Batch generation into the caller's memory.

use std::ffi::c_char;

use sortid::{AnyId, Filled, Format, Generator};

use super::boundary::{arg, array_mut, output, status};
use super::error::sortid_error;
use super::generator::{shared, sortid_generator};
use super::id::{SORTID_BYTES_SIZE, sortid_id};

/// Fills memory with canonical texts of a fixed width, without separators and terminators.
///
/// The width is `sortid_format_text_size` - 1; shorter texts are padded with zero bytes. `size` is
/// the memory in bytes, a multiple of the width. `texts` may be NULL if `size` is 0. Writes the
/// number of valid leading ids to `*written`, also on failure. Allocates nothing.
///
/// Errors: `SORTID_ERR_NULL_ARGUMENT`, `SORTID_ERR_INVALID_LENGTH`, and those of
/// `sortid_generator_next`.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_generator_fill_text(
    generator: *const sortid_generator,
    texts: *mut c_char,
    size: usize,
    written: *mut usize,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`); `c_char` and `u8` have the same layout.
    unsafe {
        fill(
            generator,
            texts.cast::<u8>(),
            size,
            written,
            |format| format.text_len(),
            |generator, texts| generator.fill_text(texts),
            error,
        )
    }
}

/// Fills memory with big-endian ids.
///
/// `size` is the memory in bytes, a multiple of the format's width, `sortid_format_bytes_size`.
/// `bytes` may be NULL if `size` is 0. Writes the number of valid leading ids to `*written`, also
/// on failure. Allocates nothing.
///
/// Errors: `SORTID_ERR_NULL_ARGUMENT`, `SORTID_ERR_INVALID_LENGTH`, and those of
/// `sortid_generator_next`.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_generator_fill_bytes(
    generator: *const sortid_generator,
    bytes: *mut u8,
    size: usize,
    written: *mut usize,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`).
    unsafe {
        fill(
            generator,
            bytes,
            size,
            written,
            |format| format.byte_len(),
            |generator, bytes| generator.fill_bytes(bytes),
            error,
        )
    }
}

/// Fills an array of native 64-bit integers with ids of a 64-bit format; for `timeid` in two's
/// complement, so `values` may be `int64_t`.
///
/// `values` may be NULL if `count` is 0. Writes the number of valid leading ids to `*written`, also
/// on failure. Allocates nothing.
///
/// Errors: `SORTID_ERR_NULL_ARGUMENT`, `SORTID_ERR_INVALID_LENGTH` for a count too large for
/// memory, `SORTID_ERR_NOT_APPLICABLE` for wider formats, and those of `sortid_generator_next`.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_generator_fill_u64(
    generator: *const sortid_generator,
    values: *mut u64,
    count: usize,
    written: *mut usize,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`).
    unsafe {
        fill(
            generator,
            values,
            count,
            written,
            |_| 1,
            |generator, values| generator.fill_u64(values),
            error,
        )
    }
}

/// Fills an array of ids.
///
/// `ids` may be NULL if `count` is 0. Writes the number of valid leading ids to `*written`, also on
/// failure. Allocates nothing.
///
/// Errors: `SORTID_ERR_NULL_ARGUMENT`, `SORTID_ERR_INVALID_LENGTH` for a count too large for
/// memory, and those of `sortid_generator_next`.
#[cfg_attr(libsortid, unsafe(no_mangle))]
pub unsafe extern "C" fn sortid_generator_fill(
    generator: *const sortid_generator,
    ids: *mut sortid_id,
    count: usize,
    written: *mut usize,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`).
    unsafe { fill(generator, ids, count, written, |_| 1, fill_ids, error) }
}

/// Fills memory with ids of `width` elements each.
///
/// # Safety
/// Each pointer is null or valid for the access that its name states.
unsafe fn fill<T>(
    generator: *const sortid_generator,
    memory: *mut T,
    count: usize,
    written: *mut usize,
    width: impl Fn(Format) -> usize,
    by: impl Fn(&Generator<AnyId>, &mut [T]) -> Filled,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: guaranteed by the caller (see `# Safety`), here and below.
    unsafe {
        status(error, || {
            let written = arg!(output(written))?;
            // Initializes the output for every return below.
            written.write(0);
            let (generator, memory) = (shared(generator)?, arg!(array_mut(memory, count))?);
            let width = width(generator.format());
            let filled = sortid::fill_in_one_process(memory.len(), width, |len| {
                by(generator, &mut memory[..len])
            });
            written.write(filled.ids);
            filled.complete()?;
            Ok(())
        })
    }
}

/// Fills an array of ids through a buffer of bytes.
fn fill_ids(generator: &Generator<AnyId>, ids: &mut [sortid_id]) -> Filled {
    const CHUNK: usize = 64;
    let (format, mut written) = (generator.format(), 0);
    let (width, mut memory) = (format.byte_len(), [0; CHUNK * SORTID_BYTES_SIZE]);
    for chunk in ids.chunks_mut(CHUNK) {
        let bytes = &mut memory[..chunk.len() * width];
        let filled = generator.fill_bytes(bytes);
        for (id, bytes) in chunk
            .iter_mut()
            .zip(bytes.chunks_exact(width))
            .take(filled.ids)
        {
            *id = sortid_id {
                bytes: [0; SORTID_BYTES_SIZE],
                format: format.code().into(),
            };
            id.bytes[..width].copy_from_slice(bytes);
        }
        written += filled.ids;
        if filled.error.is_some() {
            return Filled {
                ids: written,
                error: filled.error,
            };
        }
    }
    Filled {
        ids: written,
        error: None,
    }
}
