//! The boundary: a call from JavaScript, its arguments, and what becomes of failures and panics.

use std::ffi::{c_char, c_void};
use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::{self, NonNull};

use napi::bindgen_prelude::{Env, FromNapiValue, ToNapiValue, Unknown};
use napi::sys;
use sortid::{Error, ErrorCode};

use crate::registers::{Registers, SIZE};

/// As many arguments as any function takes.
const MOST_ARGUMENTS: usize = 4;

/// As many texts as are given to a function at once.
pub(crate) const MOST_TEXTS: usize = 64;

/// What a function gives back, or why not.
pub(crate) type Answer = Result<sys::napi_value, Failure>;

/// A callback as Node knows it.
pub(crate) type Callback =
    unsafe extern "C" fn(sys::napi_env, sys::napi_callback_info) -> sys::napi_value;

/// Why a function gives nothing back.
pub(crate) enum Failure {
    /// The core refused.
    Core(Error),
    /// Refused before the core was asked, as the core would; with the option or field at fault.
    Code(ErrorCode, Option<&'static str>),
    /// A fill that ended before its memory did: the error, and how many ids are valid.
    Short(Error, usize),
    /// A row of a column that was refused, and its number.
    Row(Error, usize),
    /// Memory of a column that does not hold a row, and the row's number.
    Memory(ErrorCode, usize),
    /// An argument of the wrong type: a mistake in the program that calls.
    Type(&'static str),
    /// An object that is not, or no longer, to be used so: a mistake in the program that calls.
    State(&'static str),
    /// Node refused; its own exception may be pending.
    Node,
}

impl From<napi::Error> for Failure {
    fn from(_: napi::Error) -> Self {
        Failure::Node
    }
}

/// A function of the module.
pub(crate) struct Function {
    pub(crate) name: &'static str,
    pub(crate) callback: Callback,
}

/// Lists functions: the name to JavaScript, and the Rust function that takes the [`Call`].
macro_rules! functions {
    ($($name:literal $function:path;)*) => {
        pub(crate) const FUNCTIONS: &[crate::call::Function] = &[$(crate::call::Function {
            name: $name,
            callback: {
                unsafe extern "C" fn entry(
                    env: napi::sys::napi_env,
                    info: napi::sys::napi_callback_info,
                ) -> napi::sys::napi_value {
                    // SAFETY: Node calls with its own environment and call.
                    unsafe { crate::call::enter(env, info, $function) }
                }
                entry
            },
        }),*];
    };
}
pub(crate) use functions;

/// What belongs to one instance of the module: one thread of JavaScript.
pub(crate) struct Instance {
    registers: Registers,
    /// The `ArrayBuffer` of the registers, held so that it stays.
    memory: sys::napi_ref,
    /// The function that makes a `SortidError`, once JavaScript has given it.
    make_error: sys::napi_ref,
}

impl Instance {
    /// Makes the instance's registers. Node frees the instance with the environment, when no JavaScript runs any more.
    pub(crate) fn new(env: &Env) -> napi::Result<*mut Self> {
        let (mut data, mut buffer, mut memory) =
            (ptr::null_mut(), ptr::null_mut(), ptr::null_mut());
        // SAFETY: the environment is Node's, the other pointers are to our own variables.
        check(unsafe { sys::napi_create_arraybuffer(env.raw(), SIZE, &mut data, &mut buffer) })?;
        // SAFETY: as above; the reference keeps the buffer, and the package never detaches it.
        check(unsafe { sys::napi_create_reference(env.raw(), buffer, 1, &mut memory) })?;
        let data =
            NonNull::new(data.cast()).ok_or_else(|| napi::Error::from_reason("no memory"))?;
        let instance = Box::into_raw(Box::new(Self {
            // SAFETY: an `ArrayBuffer` of this size, kept by the reference, seen by this thread alone.
            registers: unsafe { Registers::new(data) },
            memory,
            make_error: ptr::null_mut(),
        }));
        // SAFETY: the instance lives until `free` is called, once, by Node.
        check(unsafe {
            sys::napi_set_instance_data(env.raw(), instance.cast(), Some(free), ptr::null_mut())
        })?;
        Ok(instance)
    }
}

/// Frees an instance.
unsafe extern "C" fn free(_: sys::napi_env, instance: *mut c_void, _: *mut c_void) {
    // SAFETY: made by `Instance::new`, and Node calls this once.
    drop(unsafe { Box::from_raw(instance.cast::<Instance>()) });
}

/// The JavaScript function of one of ours.
pub(crate) fn make_function(
    env: &Env,
    instance: *mut Instance,
    name: &str,
    callback: Callback,
) -> napi::Result<Unknown<'static>> {
    let mut value = ptr::null_mut();
    // SAFETY: a name with its length; the instance outlives the function's last call.
    check(unsafe {
        sys::napi_create_function(
            env.raw(),
            name.as_ptr().cast::<c_char>(),
            name.len() as isize,
            Some(callback),
            instance.cast(),
            &mut value,
        )
    })?;
    // SAFETY: just made in this environment.
    Ok(unsafe { Unknown::from_raw_unchecked(env.raw(), value) })
}

/// A function that belongs to a value of its own, which is freed with it.
///
/// # Safety
/// The callback takes its data for a [`Bound`] of this type, as [`Call::bound`] does.
pub(crate) unsafe fn make_bound_function<T>(
    call: &Call<'_>,
    name: &str,
    callback: Callback,
    value: T,
) -> Answer {
    unsafe extern "C" fn free<T>(_: sys::napi_env, bound: *mut c_void, _: *mut c_void) {
        // SAFETY: made below, and Node calls this once, when the function is gone.
        drop(unsafe { Box::from_raw(bound.cast::<Bound<T>>()) });
    }
    let instance = call.instance;
    let bound = Box::into_raw(Box::new(Bound { instance, value }));
    let mut function = ptr::null_mut();
    // SAFETY: a name with its length; the data lives as long as the function, by the finalizer.
    let made = unsafe {
        check(sys::napi_create_function(
            call.env,
            name.as_ptr().cast::<c_char>(),
            name.len() as isize,
            Some(callback),
            bound.cast(),
            &mut function,
        ))
        .and_then(|()| {
            check(sys::napi_add_finalizer(
                call.env,
                function,
                bound.cast(),
                Some(free::<T>),
                ptr::null_mut(),
                ptr::null_mut(),
            ))
        })
    };
    if let Err(error) = made {
        // SAFETY: no function got it that anybody could call.
        drop(unsafe { Box::from_raw(bound) });
        return Err(error.into());
    }
    Ok(function)
}

/// What a bound function belongs to.
pub(crate) struct Bound<T> {
    instance: *mut Instance,
    value: T,
}

fn check(status: sys::napi_status) -> napi::Result<()> {
    match status {
        sys::Status::napi_ok => Ok(()),
        status => Err(napi::Error::from_status(status.into())),
    }
}

/// A call from JavaScript.
pub(crate) struct Call<'a> {
    env: sys::napi_env,
    arguments: [sys::napi_value; MOST_ARGUMENTS],
    instance: *mut Instance,
    lifetime: PhantomData<&'a ()>,
}

/// Runs a function for a call; what it refuses, and a panic, is thrown.
///
/// # Safety
/// Both are as Node gave them to a callback made by [`make_function`].
#[inline(always)]
pub(crate) unsafe fn enter(
    env: sys::napi_env,
    info: sys::napi_callback_info,
    function: fn(&Call<'_>) -> Answer,
) -> sys::napi_value {
    // SAFETY: the caller's promise.
    let call = unsafe { Call::new(env, info) };
    call.answer(|| function(&call))
}

/// Runs a function without arguments that makes a value: [`enter`], but for asking what the call is before it fails.
///
/// # Safety
/// As [`enter`].
#[inline(always)]
pub(crate) unsafe fn quick(
    env: sys::napi_env,
    info: sys::napi_callback_info,
    make: impl FnOnce(sys::napi_env) -> Answer,
) -> sys::napi_value {
    let failure = match catch_unwind(AssertUnwindSafe(|| make(env))) {
        Ok(Ok(value)) => return value,
        Ok(Err(failure)) => failure,
        Err(_) => PANIC,
    };
    // SAFETY: the caller's promise.
    unsafe { Call::new(env, info) }.throw(failure)
}

/// What a panic becomes.
const PANIC: Failure = Failure::Code(ErrorCode::Panic, None);

/// A string of ASCII.
#[inline(always)]
pub(crate) fn string(env: sys::napi_env, ascii: &[u8]) -> Answer {
    let mut value = ptr::null_mut();
    let (bytes, length) = (ascii.as_ptr().cast::<c_char>(), ascii.len() as isize);
    // SAFETY: bytes with their length, every one of which is a character of Latin-1; the environment is Node's.
    match unsafe { sys::napi_create_string_latin1(env, bytes, length, &mut value) } {
        sys::Status::napi_ok => Ok(value),
        _ => Err(Failure::Node),
    }
}

impl Call<'_> {
    /// # Safety
    /// As [`enter`].
    #[inline(always)]
    pub(crate) unsafe fn new(env: sys::napi_env, info: sys::napi_callback_info) -> Self {
        let mut arguments = [ptr::null_mut(); MOST_ARGUMENTS];
        let (mut count, mut instance) = (MOST_ARGUMENTS, ptr::null_mut());
        // SAFETY: the pointers are to our own variables, and there is room for `count` arguments. It fails for no valid call.
        unsafe {
            sys::napi_get_cb_info(
                env,
                info,
                &mut count,
                arguments.as_mut_ptr(),
                ptr::null_mut(),
                &mut instance,
            );
        }
        Self {
            env,
            arguments,
            instance: instance.cast(),
            lifetime: PhantomData,
        }
    }

    /// A call of a bound function, which takes no arguments; and the value that it belongs to.
    ///
    /// # Safety
    /// As [`enter`], for a callback of [`make_bound_function`] with this type.
    #[inline(always)]
    pub(crate) unsafe fn bound<'a, T>(
        env: sys::napi_env,
        info: sys::napi_callback_info,
    ) -> (Call<'a>, &'a T) {
        let mut bound: *mut c_void = ptr::null_mut();
        // SAFETY: as in `new`; nothing else is asked for.
        unsafe {
            let nothing = ptr::null_mut();
            sys::napi_get_cb_info(
                env,
                info,
                nothing,
                nothing.cast(),
                nothing.cast(),
                &mut bound,
            );
        }
        // SAFETY: the caller's promise; the function that is being called keeps it alive.
        let bound = unsafe { &*bound.cast::<Bound<T>>() };
        let call = Call {
            env,
            arguments: [ptr::null_mut(); MOST_ARGUMENTS],
            instance: bound.instance,
            lifetime: PhantomData,
        };
        (call, &bound.value)
    }

    /// What the call gives back, or throws.
    #[inline(always)]
    pub(crate) fn answer(&self, run: impl FnOnce() -> Answer) -> sys::napi_value {
        match catch_unwind(AssertUnwindSafe(run)) {
            Ok(Ok(value)) => value,
            Ok(Err(failure)) => self.throw(failure),
            Err(_) => self.throw(PANIC),
        }
    }

    fn instance(&self) -> &Instance {
        // SAFETY: the data of every function is its instance, which lives as long as JavaScript runs; it is changed by
        // `set_make_error` alone, through no reference.
        unsafe { &*self.instance }
    }

    /// An argument as it came; past the last, `undefined`.
    pub(crate) fn raw_argument(&self, index: usize) -> sys::napi_value {
        self.arguments[index]
    }

    /// Whether an argument is neither `undefined` nor `null`.
    pub(crate) fn is_given(&self, index: usize) -> Result<bool, Failure> {
        Ok(self.argument::<Option<Unknown<'_>>>(index)?.is_some())
    }

    /// Calls a function, an argument of this call, with strings of ASCII, `width` bytes each, at most [`MOST_TEXTS`].
    ///
    /// To put them into a list one by one costs more than to make them.
    pub(crate) fn give_texts(
        &self,
        function: usize,
        texts: &[u8],
        width: usize,
    ) -> Result<(), Failure> {
        let (mut scope, mut this, mut given) = (ptr::null_mut(), ptr::null_mut(), ptr::null_mut());
        // SAFETY: Node's environment. The scope frees the strings' handles, of which there could be too many otherwise.
        check(unsafe { sys::napi_open_handle_scope(self.env, &mut scope) })?;
        let mut give = || {
            let (mut values, mut count) = ([ptr::null_mut(); MOST_TEXTS], 0);
            for (value, text) in values.iter_mut().zip(texts.chunks_exact(width)) {
                // What is shorter than its place is followed by zeros.
                let end = text.iter().rposition(|byte| *byte != 0);
                let text = text.get(..=end.unwrap_or(0)).unwrap_or(text);
                *value = string(self.env, text)?;
                count += 1;
            }
            // SAFETY: an argument of this call, and as many strings as are told.
            unsafe {
                check(sys::napi_get_undefined(self.env, &mut this))?;
                let (function, values) = (self.arguments[function], values.as_ptr());
                check(sys::napi_call_function(
                    self.env, this, function, count, values, &mut given,
                ))?;
            }
            Ok(())
        };
        let gave = give();
        // SAFETY: opened above.
        check(unsafe { sys::napi_close_handle_scope(self.env, scope) })?;
        gave
    }

    /// The environment, for napi's conversions.
    pub(crate) fn env(&self) -> Env {
        Env::from_raw(self.env)
    }

    /// The registers.
    pub(crate) fn registers(&self) -> Registers {
        self.instance().registers
    }

    /// The registers' `ArrayBuffer`.
    pub(crate) fn memory(&self) -> Answer {
        let mut value = ptr::null_mut();
        // SAFETY: the reference is the instance's own.
        check(unsafe {
            sys::napi_get_reference_value(self.env, self.instance().memory, &mut value)
        })?;
        Ok(value)
    }

    /// Takes an argument for the function that makes errors.
    pub(crate) fn set_make_error(&self, index: usize) -> Result<(), Failure> {
        let mut reference = ptr::null_mut();
        // SAFETY: an argument of this call.
        check(unsafe {
            sys::napi_create_reference(self.env, self.arguments[index], 1, &mut reference)
        })?;
        // SAFETY: no reference to the field lives.
        unsafe { (*self.instance).make_error = reference };
        Ok(())
    }

    /// Nothing: `undefined`.
    pub(crate) fn nothing(&self) -> Answer {
        Ok(ptr::null_mut())
    }

    /// Any value that napi can hand over.
    pub(crate) fn value<T: ToNapiValue>(&self, value: T) -> Answer {
        // SAFETY: Node's environment.
        Ok(unsafe { T::to_napi_value(self.env, value)? })
    }

    /// A string of ASCII.
    #[inline(always)]
    pub(crate) fn ascii(&self, text: &str) -> Answer {
        string(self.env, text.as_bytes())
    }

    /// An argument as any value that napi can read.
    pub(crate) fn argument<T: FromNapiValue>(&self, index: usize) -> Result<T, Failure> {
        self.read(self.arguments[index])
    }

    /// A value as any that napi can read.
    pub(crate) fn read<T: FromNapiValue>(&self, value: sys::napi_value) -> Result<T, Failure> {
        // SAFETY: a value of this call.
        Ok(unsafe { T::from_napi_value(self.env, value)? })
    }

    /// How long a list is, if it is one.
    pub(crate) fn length(&self, list: sys::napi_value) -> Result<Option<u32>, Failure> {
        let (mut is_list, mut length) = (false, 0);
        // SAFETY: a value of this call.
        check(unsafe { sys::napi_is_array(self.env, list, &mut is_list) })?;
        if !is_list {
            return Ok(None);
        }
        // SAFETY: as above.
        check(unsafe { sys::napi_get_array_length(self.env, list, &mut length) })?;
        Ok(Some(length))
    }

    /// What stands in a list of the package's own; behind its end `undefined`.
    pub(crate) fn item(&self, list: sys::napi_value, index: u32) -> Answer {
        let mut item = ptr::null_mut();
        // SAFETY: a value of this call.
        check(unsafe { sys::napi_get_element(self.env, list, index, &mut item) })?;
        Ok(item)
    }

    /// An argument of the package's own JavaScript: a small number.
    pub(crate) fn number(&self, index: usize) -> Result<u32, Failure> {
        let mut number = 0;
        // SAFETY: an argument of this call.
        match unsafe { sys::napi_get_value_uint32(self.env, self.arguments[index], &mut number) } {
            sys::Status::napi_ok => Ok(number),
            _ => Err(Failure::Type("a number")),
        }
    }

    /// Hands text over in UTF-8, a lone surrogate in the three bytes of its code point.
    ///
    /// It is read where it was put: moving it would cost more than reading it.
    #[inline(always)]
    pub(crate) fn with_text<T>(
        &self,
        index: usize,
        run: impl FnOnce(&[u8]) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let (mut units, mut length) = ([0; SHORT_TEXT + 1], 0);
        // SAFETY: room for as many units as are told, the terminator among them.
        let status = unsafe {
            sys::napi_get_value_string_utf16(
                self.env,
                self.arguments[index],
                units.as_mut_ptr(),
                units.len(),
                &mut length,
            )
        };
        if status != sys::Status::napi_ok {
            return Err(Failure::Type("a string"));
        }
        let units = units.get(..length).unwrap_or_default();
        let (mut ascii, mut all) = ([0; SHORT_TEXT], 0);
        for (byte, unit) in ascii.iter_mut().zip(units) {
            *byte = *unit as u8;
            all |= unit;
        }
        let other;
        // What fills the room may go on.
        let text = if all < 0x80 && length < SHORT_TEXT {
            ascii.get(..length).unwrap_or_default()
        } else {
            other = self.other_text(index, units)?;
            &other
        };
        run(text)
    }

    /// Text that is long or not of ASCII. In what is long a lone surrogate is U+FFFD, which is as long and in no text of an id either.
    #[cold]
    fn other_text(&self, index: usize, units: &[u16]) -> Result<Vec<u8>, Failure> {
        if units.len() < SHORT_TEXT {
            return Ok(encoded(units));
        }
        let (value, mut length) = (self.arguments[index], 0);
        // SAFETY: without room Node tells the length in UTF-8 alone.
        check(unsafe {
            sys::napi_get_value_string_utf8(self.env, value, ptr::null_mut(), 0, &mut length)
        })?;
        // Room for the terminator too.
        let mut text = vec![0; length + 1];
        let (bytes, room) = (text.as_mut_ptr().cast(), text.len());
        // SAFETY: as much room as is told.
        check(unsafe {
            sys::napi_get_value_string_utf8(self.env, value, bytes, room, &mut length)
        })?;
        text.truncate(length);
        Ok(text)
    }

    /// Throws what a failure says; gives back what a callback that threw does.
    #[cold]
    pub(crate) fn throw(&self, failure: Failure) -> sys::napi_value {
        let thrown = match failure {
            Failure::Core(error) => self.make_error(&Told::from(error)),
            Failure::Short(error, filled) => self.make_error(&Told {
                filled: Some(filled),
                ..Told::from(error)
            }),
            Failure::Row(error, row) => self.make_error(&Told::from(error).in_row(row)),
            Failure::Memory(code, row) => {
                self.make_error(&Told::code(code, Some("memory")).in_row(row))
            }
            Failure::Code(code, subject) => self.make_error(&Told::code(code, subject)),
            Failure::Type(expected) => {
                self.throw_type_error(expected);
                return ptr::null_mut();
            }
            Failure::State(problem) => {
                self.throw_state_error(problem);
                return ptr::null_mut();
            }
            Failure::Node => Err(Failure::Node),
        };
        match thrown {
            // SAFETY: an error just made. If Node refuses, the environment is being torn down.
            Ok(error) => unsafe {
                sys::napi_throw(self.env, error);
            },
            Err(_) => self.throw_nodes_own(),
        }
        ptr::null_mut()
    }

    fn throw_type_error(&self, expected: &str) {
        let message = format!("{expected} is expected\0");
        // SAFETY: both end with a zero byte.
        unsafe {
            sys::napi_throw_type_error(
                self.env,
                c"ERR_INVALID_ARG_TYPE".as_ptr(),
                message.as_ptr().cast(),
            );
        }
    }

    fn throw_state_error(&self, problem: &str) {
        let message = format!("{problem}\0");
        // SAFETY: both end with a zero byte.
        unsafe {
            sys::napi_throw_error(
                self.env,
                c"ERR_INVALID_STATE".as_ptr(),
                message.as_ptr().cast(),
            );
        }
    }

    /// Where Node refused something, its exception is pending; if it has none, one is made.
    fn throw_nodes_own(&self) {
        let mut pending = false;
        // SAFETY: Node's environment.
        unsafe { sys::napi_is_exception_pending(self.env, &mut pending) };
        if !pending {
            let message = c"Node refused an operation of its native interface";
            // SAFETY: ends with a zero byte.
            unsafe { sys::napi_throw_error(self.env, ptr::null(), message.as_ptr()) };
        }
    }

    /// A value of this call, as napi knows it.
    pub(crate) fn unknown(&self, value: sys::napi_value) -> Unknown<'_> {
        // SAFETY: a value of this environment.
        unsafe { Unknown::from_raw_unchecked(self.env, value) }
    }

    /// The core's error as a `SortidError`, not thrown.
    pub(crate) fn error(&self, error: Error) -> Result<Unknown<'_>, Failure> {
        Ok(self.unknown(self.make_error(&Told::from(error))?))
    }

    /// A `SortidError`, made by the package's JavaScript.
    fn make_error(&self, told: &Told) -> Answer {
        let (mut function, mut this, mut error) =
            (ptr::null_mut(), ptr::null_mut(), ptr::null_mut());
        // SAFETY: the reference is the instance's own, the others our own variables.
        unsafe {
            check(sys::napi_get_reference_value(
                self.env,
                self.instance().make_error,
                &mut function,
            ))?;
            check(sys::napi_get_undefined(self.env, &mut this))?;
        }
        let arguments = [
            self.value(told.code.name())?,
            self.value(told.message.as_str())?,
            self.value(told.offset.map(|offset| offset as f64))?,
            self.value(told.subject)?,
            self.value(told.filled.map(|filled| filled as f64))?,
            self.value(told.path)?,
            self.value(told.errno)?,
            self.value(told.row.map(|row| row as f64))?,
        ];
        // SAFETY: a function, and as many arguments as are told.
        check(unsafe {
            sys::napi_call_function(
                self.env,
                this,
                function,
                arguments.len(),
                arguments.as_ptr(),
                &mut error,
            )
        })?;
        Ok(error)
    }
}

/// What an error says.
pub(crate) struct Told {
    code: ErrorCode,
    message: String,
    offset: Option<usize>,
    subject: Option<&'static str>,
    filled: Option<usize>,
    path: Option<&'static str>,
    /// Negative, as in Node's own errors.
    errno: Option<i32>,
    row: Option<usize>,
}

impl Told {
    fn code(code: ErrorCode, subject: Option<&'static str>) -> Self {
        let message = match subject {
            Some(subject) => format!("{}: {} ({subject})", code.name(), code.message()),
            None => format!("{}: {}", code.name(), code.message()),
        };
        Self {
            code,
            message,
            offset: None,
            subject,
            filled: None,
            path: None,
            errno: None,
            row: None,
        }
    }

    fn in_row(self, row: usize) -> Self {
        Self {
            message: format!("{}, in row {row}", self.message),
            row: Some(row),
            ..self
        }
    }
}

impl From<Error> for Told {
    fn from(error: Error) -> Self {
        Self {
            code: error.code(),
            message: error.to_string(),
            offset: error.offset(),
            subject: error.subject(),
            filled: None,
            path: error.subject().filter(|_| error.code().is_of_store()),
            errno: error.os_error().map(|number| -number),
            row: None,
        }
    }
}

/// Room for every text of an id without a prefix: `urn:uuid:` and 36 characters are the longest.
const SHORT_TEXT: usize = 63;

/// UTF-8, a lone surrogate in the three bytes of its code point.
fn encoded(units: &[u16]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(units.len() * 3);
    for unit in char::decode_utf16(units.iter().copied()) {
        match unit {
            Ok(character) => {
                bytes.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
            }
            Err(lone) => {
                let unit = lone.unpaired_surrogate();
                let low = |shift: u16| 0x80 | (unit >> shift & 0x3f) as u8;
                bytes.extend_from_slice(&[0xe0 | (unit >> 12) as u8, low(6), low(0)]);
            }
        }
    }
    bytes
}
