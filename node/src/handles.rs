//! References to generators and declared types in JavaScript: externals, and functions bound to
//! a generator.

use std::cell::{Ref, RefCell};
use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::ops::Deref;
use std::rc::Rc;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};

use napi::bindgen_prelude::{BigInt, Env, External, FromNapiRef, Object};
use napi::sys;
use sortid::{Error, ErrorCode, Format, Generator, IdType, default_generator};

use crate::call::{Answer, Call, Failure, Instance, functions, make_bound_function, make_function};
use crate::ints::{big_unsigned, unsigned};
use crate::plain::{PLAIN, Plain};
use crate::registers::format_of;
use crate::scopes::follow;

functions! {
    "generator" generator;
    "defaultGenerator" default_handle;
    "share" share;
    "shared" shared;
    "close" close;
    "nextOf" next_of;
    "typeNextOf" type_next_of;
}

/// The functions for new ids, by the name of the format.
pub(crate) fn plain_functions<'env>(
    env: &'env Env,
    instance: *mut Instance,
) -> napi::Result<Object<'env>> {
    let mut functions = Object::new(env)?;
    for &Plain { format, callback } in PLAIN {
        let function = make_function(env, instance, format.name(), callback)?;
        functions.set(format.name(), function)?;
    }
    Ok(functions)
}

/// The content of an external, shared with its function for the next id; `None` after closing.
#[derive(Clone)]
struct Handle(Rc<RefCell<Option<Content>>>);

#[derive(Clone)]
pub(crate) enum Content {
    Own(Arc<Own>),
    /// The default generator of a format. Each call looks it up, because a test clock replaces it.
    Default(Format),
    /// A declared type, also a handle of its default generator.
    Declared(Rc<IdType>),
}

/// A generator during a call.
pub(crate) enum InUse<'a> {
    Own(Ref<'a, Generator>),
    Default(&'static Generator),
}

impl Deref for InUse<'_> {
    type Target = Generator;

    #[inline(always)]
    fn deref(&self) -> &Generator {
        match self {
            InUse::Own(own) => own,
            InUse::Default(generator) => generator,
        }
    }
}

/// A generator that is freed with its last handle.
pub(crate) struct Own {
    generator: Generator,
    /// The number for other threads, once it is shared.
    number: OnceLock<u64>,
}

impl Drop for Own {
    fn drop(&mut self) {
        if let Some(number) = self.number.get() {
            with_shared(|shared| shared.generators.remove(number));
        }
    }
}

/// Creates an external.
pub(crate) fn create_handle(call: &Call<'_>, content: Content) -> Answer {
    call.value(External::new(Handle(Rc::new(RefCell::new(Some(content))))))
}

impl Handle {
    /// The content; it cannot be closed while it is borrowed.
    fn content(&self) -> Result<Ref<'_, Content>, Failure> {
        let content = Ref::filter_map(self.0.borrow(), Option::as_ref);
        content.map_err(|_| Failure::State("the generator is closed"))
    }

    fn generator(&self, call: &Call<'_>) -> Result<InUse<'_>, Failure> {
        let content = match Ref::filter_map(self.content()?, Content::own) {
            Ok(own) => return Ok(InUse::Own(own)),
            Err(content) => content,
        };
        follow(call.env().raw())?;
        Ok(InUse::Default(match &*content {
            Content::Declared(declared) => declared.default_generator()?,
            other => default_generator(other.format())?,
        }))
    }

    fn id_type(&self) -> Result<Ref<'_, IdType>, Failure> {
        let declared = Ref::filter_map(self.content()?, |content| match content {
            Content::Declared(declared) => Some(&**declared),
            _ => None,
        });
        declared.map_err(|_| Failure::Type("a declared type"))
    }
}

impl Content {
    pub(crate) fn declared(declared: IdType) -> Self {
        Self::Declared(Rc::new(declared))
    }

    fn own(&self) -> Option<&Generator> {
        match self {
            Content::Own(own) => Some(&own.generator),
            Content::Default(_) | Content::Declared(_) => None,
        }
    }

    fn format(&self) -> Format {
        match self {
            Content::Own(own) => own.generator.format(),
            Content::Default(format) => *format,
            Content::Declared(declared) => declared.generated_format(),
        }
    }
}

impl Call<'_> {
    fn handle(&self, index: usize) -> Result<&Handle, Failure> {
        let value = self.raw_argument(index);
        // SAFETY: the call keeps its arguments alive, and napi checks the external's type.
        let handle = unsafe { External::<Handle>::from_napi_ref(self.env().raw(), value) };
        Ok(handle.map_err(|_| Failure::Type("a generator"))?.as_ref())
    }

    pub(crate) fn generator(&self) -> Result<InUse<'_>, Failure> {
        self.handle(0)?.generator(self)
    }

    pub(crate) fn id_type(&self, index: usize) -> Result<Ref<'_, IdType>, Failure> {
        self.handle(index)?.id_type()
    }
}

/// `(code, names, values)`: creates a generator with options.
fn generator(call: &Call<'_>) -> Answer {
    let options = call.options(1, 2)?;
    let generator = Generator::dynamic(format_of(call.number(0)?)?, &options)?;
    let number = OnceLock::new();
    create_handle(call, Content::Own(Arc::new(Own { generator, number })))
}

/// `(code)`: the default generator of a format.
fn default_handle(call: &Call<'_>) -> Answer {
    let format = format_of(call.number(0)?)?;
    default_generator(format)?;
    create_handle(call, Content::Default(format))
}

/// Weak references to shared generators, by number.
static SHARED: Mutex<Option<Shared>> = Mutex::new(None);

/// The numbers of the default generators, by format.
static DEFAULT_NUMBERS: [OnceLock<u64>; Format::ALL.len()] =
    [const { OnceLock::new() }; Format::ALL.len()];

#[derive(Default)]
struct Shared {
    generators: HashMap<u64, SharedHandle>,
    count: u64,
    /// Hashes counts with random keys, so that numbers of different processes do not collide.
    numbers: RandomState,
}

/// A reference that does not keep a generator alive.
enum SharedHandle {
    Own(Weak<Own>),
    Default(Format),
}

impl SharedHandle {
    fn upgrade(&self) -> Option<Content> {
        match self {
            SharedHandle::Own(own) => own.upgrade().map(Content::Own),
            SharedHandle::Default(format) => Some(Content::Default(*format)),
        }
    }
}

fn with_shared<T>(run: impl FnOnce(&mut Shared) -> T) -> T {
    let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
    run(shared.get_or_insert_default())
}

fn register(handle: SharedHandle) -> u64 {
    with_shared(|shared| {
        shared.count += 1;
        let number = shared.numbers.hash_one(shared.count);
        shared.generators.insert(number, handle);
        number
    })
}

/// The number for [`shared`] in another thread of this process.
fn share(call: &Call<'_>) -> Answer {
    let content = call.handle(0)?.content()?;
    let number = match &*content {
        Content::Declared(_) => {
            return Err(Failure::State("the generator of a type cannot be shared"));
        }
        Content::Own(own) => own
            .number
            .get_or_init(|| register(SharedHandle::Own(Arc::downgrade(own)))),
        Content::Default(format) => {
            let mut slots = Format::ALL.iter().zip(&DEFAULT_NUMBERS);
            let slot = slots.find(|(of, _)| *of == format);
            let (_, slot) = slot.ok_or(Error::new(ErrorCode::UnknownFormat))?;
            slot.get_or_init(|| register(SharedHandle::Default(*format)))
        }
    };
    call.value(big_unsigned((*number).into()))
}

/// `(number)`: the generator with this number; `undefined` if freed or of another process.
fn shared(call: &Call<'_>) -> Answer {
    let number: BigInt = call.argument(0)?;
    let number = unsigned(&number).and_then(|number| u64::try_from(number).ok());
    match with_shared(|shared| shared.generators.get(&number?)?.upgrade()) {
        Some(content) => create_handle(call, content),
        None => call.nothing(),
    }
}

/// Closes a handle, if open. Frees the generator with its last handle.
fn close(call: &Call<'_>) -> Answer {
    let content = call.handle(0)?.0.try_borrow_mut();
    // Fails if a program's changed `push` closes the generator during `nextTexts`.
    let mut content = content.map_err(|_| Failure::State("the generator is generating ids"))?;
    drop(content.take());
    call.nothing()
}

/// A function for the next id, bound to the generator: reading an argument costs more than an id.
fn next_of(call: &Call<'_>) -> Answer {
    unsafe extern "C" fn next(
        env: sys::napi_env,
        info: sys::napi_callback_info,
    ) -> sys::napi_value {
        // SAFETY: Node passes its environment and the call's info; only `make_bound_function` below
        // uses this callback.
        let (call, handle) = unsafe { Call::bound::<Handle>(env, info) };
        call.answer(|| call.ascii(&handle.generator(&call)?.next()?.to_text()))
    }
    let handle = call.handle(0)?.clone();
    // SAFETY: the callback reads its data as a bound `Handle`.
    unsafe { make_bound_function(call, "next", next, handle) }
}

/// `(generator, type)`: a function for the text of the generator's next id, as an id of the type.
fn type_next_of(call: &Call<'_>) -> Answer {
    unsafe extern "C" fn next(
        env: sys::napi_env,
        info: sys::napi_callback_info,
    ) -> sys::napi_value {
        // SAFETY: Node passes its environment and the call's info; only `make_bound_function` below
        // uses this callback.
        let (call, (handle, of)) = unsafe { Call::bound::<(Handle, Handle)>(env, info) };
        call.answer(|| {
            let id = handle.generator(&call)?.next()?;
            call.ascii(&of.id_type()?.to_text(id)?)
        })
    }
    let bound = (call.handle(0)?.clone(), call.handle(1)?.clone());
    // SAFETY: the callback reads its data as two bound `Handle`s.
    unsafe { make_bound_function(call, "nextText", next, bound) }
}
