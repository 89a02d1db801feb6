//! References to generators and declared types in JavaScript: numbers, which JavaScript releases.

use std::cell::RefCell;
use std::ops::Deref;
use std::rc::Rc;

use sortid::{AnyId, Error, Generator, IdType, default_generator};

use crate::call::{Answer, Call, Failure, functions, thrown};
use crate::registers::format_of;
use crate::values::Encode;
use crate::written;

functions! {
    "generator" generator;
    "defaultGenerator" default_handle;
    "close" close;
}

/// The content of a handle, which JavaScript identifies by number.
#[derive(Clone)]
pub(crate) enum Content {
    Generator(InUse),
    /// A declared type, also a handle of its default generator.
    Declared(Rc<IdType>),
}

/// A generator.
#[derive(Clone)]
pub(crate) enum InUse {
    Own(Rc<Generator>),
    Default(&'static Generator),
}

impl Content {
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
    static HANDLES: RefCell<Vec<Option<Content>>> = const { RefCell::new(Vec::new()) };
}

pub(crate) fn create_handle(call: &Call<'_>, content: Content) -> Answer {
    let number = HANDLES.with_borrow_mut(|all| {
        let free = all.iter().position(Option::is_none);
        let number = free.unwrap_or(all.len());
        match all.get_mut(number) {
            Some(slot) => *slot = Some(content),
            None => all.push(Some(content)),
        }
        number
    });
    call.value(number as f64)
}

fn content(number: usize) -> Result<Content, Failure> {
    let content = HANDLES.with_borrow(|all| all.get(number).cloned().flatten());
    content.ok_or(Failure::State("the generator is closed"))
}

fn generator_of(number: usize) -> Result<InUse, Failure> {
    Ok(match content(number)? {
        Content::Generator(generator) => generator,
        Content::Declared(declared) => InUse::Default(declared.default_generator()?),
    })
}

impl Call<'_> {
    pub(crate) fn generator(&self) -> Result<InUse, Failure> {
        generator_of(self.number(0)? as usize)
    }

    pub(crate) fn id_type(&self, index: usize) -> Result<Rc<IdType>, Failure> {
        match content(self.number(index)? as usize)? {
            Content::Declared(declared) => Ok(declared),
            Content::Generator(_) => Err(Failure::Type("a declared type")),
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
        Ok(id) => (&*id.to_text()).encode(answer),
        Err(failure) => *answer = thrown(failure),
    })
}

/// `(code, names, values)`: creates a generator with options.
fn generator(call: &Call<'_>) -> Answer {
    let options = call.options(1, 2)?;
    let generator = Generator::dynamic(format_of(call.number(0)?)?, &options)?;
    create_handle(call, Content::Generator(InUse::Own(Rc::new(generator))))
}

/// `(code)`: the default generator of a format.
fn default_handle(call: &Call<'_>) -> Answer {
    create_handle(call, Content::Generator(default_of(call.number(0)?)?))
}

/// Frees the generator; its number may be reused.
fn close(call: &Call<'_>) -> Answer {
    let number = call.number(0)? as usize;
    let closed = HANDLES.with_borrow_mut(|all| all.get_mut(number).and_then(Option::take));
    drop(closed);
    call.nothing()
}
