//! References to generators and declared types in JavaScript: numbers, which it releases when no object has them.

use std::cell::RefCell;
use std::ops::Deref;
use std::rc::Rc;

use sortid::{AnyId, Error, Generator, IdType, default_generator};

use crate::call::{Answer, Call, Failure, functions, thrown};
use crate::registers::format_of;
use crate::values::Give;
use crate::written;

functions! {
    "generator" generator;
    "defaultGenerator" the_default;
    "close" close;
}

/// What has a number.
#[derive(Clone)]
pub(crate) enum Held {
    Generator(InUse),
    /// A declared type, which stands for its default generator, too.
    Declared(Rc<IdType>),
}

/// A generator.
#[derive(Clone)]
pub(crate) enum InUse {
    Own(Rc<Generator>),
    Default(&'static Generator),
}

impl Held {
    pub(crate) fn declared(declared: IdType) -> Self {
        Self::Declared(Rc::new(declared))
    }
}

impl InUse {
    /// The next id, as of [`Generator::next`]. Not inlined, to keep the module small.
    #[inline(never)]
    pub(crate) fn next(&self) -> Result<AnyId, Error> {
        (**self).next()
    }
}

impl Deref for InUse {
    type Target = Generator;

    fn deref(&self) -> &Generator {
        match self {
            InUse::Own(own) => own,
            InUse::Default(generator) => generator,
        }
    }
}

thread_local! {
    static HELD: RefCell<Vec<Option<Held>>> = const { RefCell::new(Vec::new()) };
}

pub(crate) fn hold(call: &Call<'_>, held: Held) -> Answer {
    let number = HELD.with_borrow_mut(|all| {
        let free = all.iter().position(Option::is_none);
        let number = free.unwrap_or(all.len());
        match all.get_mut(number) {
            Some(place) => *place = Some(held),
            None => all.push(Some(held)),
        }
        number
    });
    call.value(number as f64)
}

fn held(number: usize) -> Result<Held, Failure> {
    let held = HELD.with_borrow(|all| all.get(number).cloned().flatten());
    held.ok_or(Failure::State("the generator is closed"))
}

fn generator_of(number: usize) -> Result<InUse, Failure> {
    Ok(match held(number)? {
        Held::Generator(generator) => generator,
        Held::Declared(declared) => InUse::Default(declared.default_generator()?),
    })
}

impl Call<'_> {
    pub(crate) fn generator(&self) -> Result<InUse, Failure> {
        generator_of(self.number(0)? as usize)
    }

    pub(crate) fn id_type(&self, index: usize) -> Result<Rc<IdType>, Failure> {
        match held(self.number(index)? as usize)? {
            Held::Declared(declared) => Ok(declared),
            Held::Generator(_) => Err(Failure::Type("a declared type")),
        }
    }
}

/// The default generator of a format.
fn default_of(code: u32) -> Result<InUse, Failure> {
    Ok(InUse::Default(default_generator(format_of(code)?)?))
}

/// A new id of a format. A separate export, as the arguments of [`call`](crate::call) and the
/// registers cost more than the id.
#[unsafe(no_mangle)]
extern "C" fn new_text(code: u32) -> *const u8 {
    next_of(default_of(code))
}

/// The next id of a generator. A separate export, like [`new_text`].
#[unsafe(no_mangle)]
extern "C" fn next_text(number: usize) -> *const u8 {
    next_of(generator_of(number))
}

fn next_of(generator: Result<InUse, Failure>) -> *const u8 {
    let id = generator.and_then(|generator| Ok(generator.next()?));
    written(|answer| match id {
        Ok(id) => (&*id.to_text()).give(answer),
        Err(failure) => *answer = thrown(failure),
    })
}

/// `(code, names, values)`: creates a generator with options.
fn generator(call: &Call<'_>) -> Answer {
    let options = call.options(1, 2)?;
    let generator = Generator::dynamic(format_of(call.number(0)?)?, &options)?;
    hold(call, Held::Generator(InUse::Own(Rc::new(generator))))
}

/// `(code)`: the default generator of a format.
fn the_default(call: &Call<'_>) -> Answer {
    hold(call, Held::Generator(default_of(call.number(0)?)?))
}

/// Frees the generator; its number may be reused.
fn close(call: &Call<'_>) -> Answer {
    let number = call.number(0)? as usize;
    let closed = HELD.with_borrow_mut(|all| all.get_mut(number).and_then(Option::take));
    drop(closed);
    call.nothing()
}
