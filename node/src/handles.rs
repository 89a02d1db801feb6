//! How JavaScript holds generators: by externals, and by functions that know theirs.

use std::cell::{Ref, RefCell};
use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::ops::Deref;
use std::rc::Rc;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};

use napi::bindgen_prelude::{BigInt, Env, External, FromNapiRef, Object};
use napi::sys;
use sortid::{Error, ErrorCode, Format, Generator, Prefix, PrefixedId, default_generator};

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
    "prefixedNextOf" prefixed_next_of;
}

/// The function for a new id of each format that is made, by the format's name.
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

/// What an object of JavaScript holds, with its function for the next id: a generator, until it is closed.
#[derive(Clone)]
struct Handle(Rc<RefCell<Option<Held>>>);

#[derive(Clone)]
enum Held {
    Own(Arc<Own>),
    /// The process-wide generator of a format. A test clock replaces that, so each call looks it up.
    Default(Format),
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

/// A generator that ends with the last object that holds it.
struct Own {
    generator: Generator,
    /// The number by which other threads may ask for it, once it was shared.
    number: OnceLock<u64>,
}

impl Drop for Own {
    fn drop(&mut self) {
        if let Some(number) = self.number.get() {
            with_shared(|shared| shared.generators.remove(number));
        }
    }
}

impl Handle {
    /// An external for JavaScript.
    fn give(call: &Call<'_>, held: Held) -> Answer {
        call.value(External::new(Self(Rc::new(RefCell::new(Some(held))))))
    }

    /// What is held, and not closed as long as this lives.
    fn held(&self) -> Result<Ref<'_, Held>, Failure> {
        let held = Ref::filter_map(self.0.borrow(), Option::as_ref);
        held.map_err(|_| Failure::State("the generator is closed"))
    }

    fn generator(&self, call: &Call<'_>) -> Result<InUse<'_>, Failure> {
        let format = match Ref::filter_map(self.held()?, Held::own) {
            Ok(own) => return Ok(InUse::Own(own)),
            Err(held) => held.format(),
        };
        follow(call.env().raw())?;
        Ok(InUse::Default(default_generator(format)?))
    }
}

impl Held {
    fn own(&self) -> Option<&Generator> {
        match self {
            Held::Own(own) => Some(&own.generator),
            Held::Default(_) => None,
        }
    }

    fn format(&self) -> Format {
        match self {
            Held::Own(own) => own.generator.format(),
            Held::Default(format) => *format,
        }
    }
}

impl Call<'_> {
    fn handle(&self) -> Result<&Handle, Failure> {
        // SAFETY: the first argument of this call, which keeps the external alive; napi checks what it holds.
        let handle =
            unsafe { External::<Handle>::from_napi_ref(self.env().raw(), self.raw_argument(0)) };
        Ok(handle.map_err(|_| Failure::Type("a generator"))?.as_ref())
    }

    pub(crate) fn generator(&self) -> Result<InUse<'_>, Failure> {
        self.handle()?.generator(self)
    }
}

/// `(code, names, values)`: a generator with options.
fn generator(call: &Call<'_>) -> Answer {
    let options = call.options(1, 2)?;
    let generator = Generator::dynamic(format_of(call.number(0)?)?, &options)?;
    let number = OnceLock::new();
    Handle::give(call, Held::Own(Arc::new(Own { generator, number })))
}

/// `(code)`: the process-wide generator of a format.
fn the_default(call: &Call<'_>) -> Answer {
    let format = format_of(call.number(0)?)?;
    default_generator(format)?;
    Handle::give(call, Held::Default(format))
}

/// The generators that another thread may ask for, by number. They are not kept alive.
static SHARED: Mutex<Option<Shared>> = Mutex::new(None);

/// The numbers of the default generators, by format.
static DEFAULT_NUMBERS: [OnceLock<u64>; Format::ALL.len()] =
    [const { OnceLock::new() }; Format::ALL.len()];

#[derive(Default)]
struct Shared {
    generators: HashMap<u64, Known>,
    count: u64,
    /// Keyed at random, so that no process takes another's number for one of its own.
    numbers: RandomState,
}

/// A generator that may be about to end.
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

/// A number by which another thread of this process gets the generator.
fn share(call: &Call<'_>) -> Answer {
    let held = call.handle()?.held()?;
    let number = match &*held {
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

/// `(number)`: the generator of this number, or nothing where it has ended or is another process's.
fn shared(call: &Call<'_>) -> Answer {
    let number: BigInt = call.argument(0)?;
    let number = unsigned(&number).and_then(|number| u64::try_from(number).ok());
    match with_shared(|shared| shared.generators.get(&number?)?.hold()) {
        Some(held) => Handle::give(call, held),
        None => call.nothing(),
    }
}

/// Lets the generator go; it ends if nobody else has it. What is closed stays so.
fn close(call: &Call<'_>) -> Answer {
    let held = call.handle()?.0.try_borrow_mut();
    // Where JavaScript that a list's texts are given to was changed by the program.
    let mut held = held.map_err(|_| Failure::State("the generator is making ids"))?;
    drop(held.take());
    call.nothing()
}

/// The function for the generator's next id. It knows its generator: to look for that in an argument would cost more than the id.
fn next_of(call: &Call<'_>) -> Answer {
    unsafe extern "C" fn next(
        env: sys::napi_env,
        info: sys::napi_callback_info,
    ) -> sys::napi_value {
        // SAFETY: Node calls with its own environment and call, and the callback is given to `make_bound_function` below alone.
        let (call, handle) = unsafe { Call::bound::<Handle>(env, info) };
        call.answer(|| call.ascii(&handle.generator(&call)?.next()?.to_text()))
    }
    let handle = call.handle()?.clone();
    // SAFETY: the callback takes its data for a bound handle.
    unsafe { make_bound_function(call, "next", next, handle) }
}

/// `(generator, prefix)`: the function for the text of the generator's next id with this prefix.
fn prefixed_next_of(call: &Call<'_>) -> Answer {
    unsafe extern "C" fn next(
        env: sys::napi_env,
        info: sys::napi_callback_info,
    ) -> sys::napi_value {
        // SAFETY: Node calls with its own environment and call, and the callback is given to `make_bound_function` below alone.
        let (call, (handle, prefix)) = unsafe { Call::bound::<(Handle, Prefix)>(env, info) };
        call.answer(|| {
            let id = handle.generator(&call)?.next()?;
            call.ascii(&PrefixedId::new(*prefix, id)?.to_text())
        })
    }
    let bound = (call.handle()?.clone(), call.prefix(1)?);
    // SAFETY: the callback takes its data for a bound handle and prefix.
    unsafe { make_bound_function(call, "new", next, bound) }
}
