//! The core as a WebAssembly module for the npm package: the functions of Node's addon, from the
//! same sources, with arguments and results encoded in bytes.
//!
//! `allocate` returns memory for a call's arguments, `call` runs a function by its index and
//! returns the address of its result, `names` lists the functions; `values` defines the encoding.
//! The host provides time, random bytes and a receiver of texts. No function waits.
#![cfg(all(target_family = "wasm", target_os = "unknown"))]

mod call;
#[path = "../../src/columns.rs"]
mod columns;
#[path = "../../src/failure.rs"]
mod failure;
#[path = "../../src/generators.rs"]
mod generators;
#[path = "../../src/given.rs"]
mod given;
mod handles;
mod host;
#[path = "../../src/id_types.rs"]
mod id_types;
#[path = "../../src/ids.rs"]
mod ids;
#[path = "../../src/ints.rs"]
mod ints;
#[path = "../../src/ranges.rs"]
mod ranges;
#[path = "../../src/registers.rs"]
mod registers;
#[path = "../../src/tables.rs"]
mod tables;
mod values;
#[path = "../../src/view.rs"]
mod view;

use std::cell::{Cell, RefCell};
use std::ptr::{self, NonNull};

use call::{Answer, Call, Function, functions};
use host::now;
use registers::{Registers, SIZE, SLOT_WORDS, TIMES_AT};

functions! {
    "layout" layout;
    "version" version;
}

/// Every function of the module.
const ALL: &[&[Function]] = &[
    FUNCTIONS,
    tables::FUNCTIONS,
    ids::FUNCTIONS,
    id_types::FUNCTIONS,
    ranges::FUNCTIONS,
    columns::FUNCTIONS,
    generators::FUNCTIONS,
    handles::FUNCTIONS,
];

thread_local! {
    /// The arguments of a call, in 64-bit words to align typed arrays.
    static ARGUMENTS: RefCell<Vec<u64>> = const { RefCell::new(Vec::new()) };
    static ANSWER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static REGISTERS: Cell<*mut u8> = const { Cell::new(ptr::null_mut()) };
}

/// Memory of more words is freed at the next call.
const MAX_CACHED_WORDS: usize = 1 << 17;

/// The address of the registers, which does not change.
#[unsafe(no_mangle)]
extern "C" fn registers() -> *mut u8 {
    if REGISTERS.get().is_null() {
        let words = Box::leak(vec![0_u64; SIZE.div_ceil(8)].into_boxed_slice());
        REGISTERS.set(words.as_mut_ptr().cast());
    }
    REGISTERS.get()
}

/// Allocates memory for arguments of `len` bytes and returns its address.
#[unsafe(no_mangle)]
extern "C" fn allocate(len: usize) -> *mut u8 {
    ARGUMENTS.with_borrow_mut(|memory| {
        let words = len.div_ceil(8);
        if memory.len() < words || memory.len() > MAX_CACHED_WORDS {
            *memory = vec![0; words.max(MAX_CACHED_WORDS / 64)];
        }
        memory.as_mut_ptr().cast()
    })
}

/// The names of the functions, in the order of their indexes.
#[unsafe(no_mangle)]
extern "C" fn names() -> *const u8 {
    let functions = ALL.iter().copied().flatten();
    let names: Vec<&str> = functions.map(|function| function.name).collect();
    written(|answer| values::Encode::encode(&names, answer))
}

/// Runs a function by its index, with `len` bytes of arguments. Returns its result's address.
#[unsafe(no_mangle)]
extern "C" fn call(index: usize, len: usize) -> *const u8 {
    let arguments = ARGUMENTS.with_borrow_mut(|memory| memory.as_mut_ptr().cast());
    // SAFETY: the registers are never freed, and the module has one thread.
    let registers = NonNull::new(registers()).map(|memory| unsafe { Registers::new(memory) });
    let function = ALL.iter().copied().flatten().nth(index);
    let (Some(registers), Some(function)) = (registers, function) else {
        return ptr::null();
    };
    // SAFETY: the host wrote `len` bytes into the memory, which is not reallocated during the call.
    let call = unsafe { Call::new(arguments, len, registers) };
    let answer = call.run(function);
    written(|to| *to = answer)
}

/// Writes a result. Returns its address, which is valid until the next result.
pub(crate) fn written(write: impl FnOnce(&mut Vec<u8>)) -> *const u8 {
    ANSWER.with_borrow_mut(|answer| {
        answer.clear();
        write(answer);
        answer.as_ptr()
    })
}

/// The number of words of a slot, the offset of the times, and the size of the registers.
fn layout(call: &Call<'_>) -> Answer {
    call.value((SLOT_WORDS as f64, TIMES_AT as f64, SIZE as f64))
}

/// The version, which the package's JavaScript compares with its own.
fn version(call: &Call<'_>) -> Answer {
    call.value(env!("CARGO_PKG_VERSION"))
}
