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
    "defaultGenerator" the_default;
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

/// The content of an external, shared with its function for the next id: a generator, until closed.
#[derive(Clone)]
struct Handle(Rc<RefCell<Option<Held>>>);

#[derive(Clone)]
pub(crate) enum Held {
    Own(Arc<Own>),
    /// The default generator of a format, which each call looks up, as a test clock replaces it.
    Default(Format),
    /// A declared type, which stands for its default generator, too.
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
pub(crate) fn hold(call: &Call<'_>, held: Held) -> Answer {
    call.value(External::new(Handle(Rc::new(RefCell::new(Some(held))))))
}

impl Handle {
    /// The content; it cannot be closed while it is borrowed.
    fn held(&self) -> Result<Ref<'_, Held>, Failure> {
        let held = Ref::filter_map(self.0.borrow(), Option::as_ref);
        held.map_err(|_| Failure::State("the generator is closed"))
    }

    fn generator(&self, call: &Call<'_>) -> Result<InUse<'_>, Failure> {
        let held = match Ref::filter_map(self.held()?, Held::own) {
            Ok(own) => return Ok(InUse::Own(own)),
            Err(held) => held,
        };
        follow(call.env().raw())?;
        Ok(InUse::Default(match &*held {
            Held::Declared(declared) => declared.default_generator()?,
            other => default_generator(other.format())?,
        }))
    }

    fn id_type(&self) -> Result<Ref<'_, IdType>, Failure> {
        let declared = Ref::filter_map(self.held()?, |held| match held {
            Held::Declared(declared) => Some(&**declared),
            _ => None,
        });
        declared.map_err(|_| Failure::Type("a declared type"))
    }
}

impl Held {
    pub(crate) fn declared(declared: IdType) -> Self {
        Self::Declared(Rc::new(declared))
    }

    fn own(&self) -> Option<&Generator> {
        match self {
            Held::Own(own) => Some(&own.generator),
            Held::Default(_) | Held::Declared(_) => None,
        }
    }

    fn format(&self) -> Format {
        match self {
            Held::Own(own) => own.generator.format(),
            Held::Default(format) => *format,
            Held::Declared(declared) => declared.generated_format(),
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
    hold(call, Held::Own(Arc::new(Own { generator, number })))
}

/// `(code)`: the default generator of a format.
fn the_default(call: &Call<'_>) -> Answer {
    let format = format_of(call.number(0)?)?;
    default_generator(format)?;
    hold(call, Held::Default(format))
}

/// Weak references to shared generators, by number.
static SHARED: Mutex<Option<Shared>> = Mutex::new(None);

/// The numbers of the default generators, by format.
static DEFAULT_NUMBERS: [OnceLock<u64>; Format::ALL.len()] =
    [const { OnceLock::new() }; Format::ALL.len()];

#[derive(Default)]
struct Shared {
    generators: HashMap<u64, Known>,
    count: u64,
    /// Hashes counts with random keys, so that numbers of different processes do not collide.
    numbers: RandomState,
}

/// A reference that does not keep a generator alive.
enum Known {
    Own(Weak<Own>),
    Default(Format),
}

impl Known {
    fn hold(&self) -> Option<Held> {
        match self {
            Known::Own(own) => own.upgrade().map(Held::Own),
            Known::Default(format) => Some(Held::Default(*format)),
        }
    }
}

fn with_shared<T>(run: impl FnOnce(&mut Shared) -> T) -> T {
    let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
    run(shared.get_or_insert_default())
}

fn make_known(known: Known) -> u64 {
    with_shared(|shared| {
        shared.count += 1;
        let number = shared.numbers.hash_one(shared.count);
        shared.generators.insert(number, known);
        number
    })
}

/// The number for [`shared`] in another thread of this process.
fn share(call: &Call<'_>) -> Answer {
    let held = call.handle(0)?.held()?;
    let number = match &*held {
        Held::Declared(_) => {
            return Err(Failure::State("the generator of a type cannot be shared"));
        }
        Held::Own(own) => own
            .number
            .get_or_init(|| make_known(Known::Own(Arc::downgrade(own)))),
        Held::Default(format) => {
            let mut slots = Format::ALL.iter().zip(&DEFAULT_NUMBERS);
            let slot = slots.find(|(of, _)| *of == format);
            let (_, slot) = slot.ok_or(Error::new(ErrorCode::UnknownFormat))?;
            slot.get_or_init(|| make_known(Known::Default(*format)))
        }
    };
    call.value(big_unsigned((*number).into()))
}

/// `(number)`: the generator with this number; `undefined` if freed or of another process.
fn shared(call: &Call<'_>) -> Answer {
    let number: BigInt = call.argument(0)?;
    let number = unsigned(&number).and_then(|number| u64::try_from(number).ok());
    match with_shared(|shared| shared.generators.get(&number?)?.hold()) {
        Some(held) => hold(call, held),
        None => call.nothing(),
    }
}

/// Closes a handle, if open. Frees the generator with its last handle.
fn close(call: &Call<'_>) -> Answer {
    let held = call.handle(0)?.0.try_borrow_mut();
    // Fails if a program's changed `push` closes the generator during `nextTexts`.
    let mut held = held.map_err(|_| Failure::State("the generator is making ids"))?;
    drop(held.take());
    call.nothing()
}

/// A function bound to the generator for its next id: reading an argument costs more than the id.
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

/// `(generator, type)`: the function for the text of the generator's next id, as one of the type.
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
