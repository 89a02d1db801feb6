//! References to generators in JavaScript: numbers, which it releases when no object has them.

use std::cell::RefCell;
use std::ops::Deref;
use std::rc::Rc;

use sortid::{AnyId, Error, Generator, TypeId, default_generator};

use crate::call::{Answer, Call, Failure, functions, thrown};
use crate::registers::format_of;
use crate::values::Give;
use crate::written;

functions! {
    "generator" generator;
    "defaultGenerator" the_default;
    "close" close;
    "prefixedNext" prefixed_next;
}

/// A generator with a number.
#[derive(Clone)]
pub(crate) enum Held {
    Own(Rc<Generator>),
    Default(&'static Generator),
}

impl Held {
    /// The next id, as of [`Generator::next`]. Not inlined, to keep the module small.
    #[inline(never)]
    pub(crate) fn next(&self) -> Result<AnyId, Error> {
        (**self).next()
    }
}

impl Deref for Held {
    type Target = Generator;

    fn deref(&self) -> &Generator {
        match self {
            Held::Own(own) => own,
            Held::Default(generator) => generator,
        }
    }
}

thread_local! {
    static HELD: RefCell<Vec<Option<Held>>> = const { RefCell::new(Vec::new()) };
}

fn hold(call: &Call<'_>, held: Held) -> Answer {
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

impl Call<'_> {
    pub(crate) fn generator(&self) -> Result<Held, Failure> {
        held(self.number(0)? as usize)
    }
}

/// The default generator of a format.
fn default_of(code: u32) -> Result<Held, Failure> {
    Ok(Held::Default(default_generator(format_of(code)?)?))
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
    next_of(held(number))
}

fn next_of(held: Result<Held, Failure>) -> *const u8 {
    let id = held.and_then(|held| Ok(held.next()?));
    written(|answer| match id {
        Ok(id) => (&*id.to_text()).give(answer),
        Err(failure) => *answer = thrown(failure),
    })
}

/// `(code, names, values)`: creates a generator with options.
fn generator(call: &Call<'_>) -> Answer {
    let options = call.options(1, 2)?;
    let generator = Generator::dynamic(format_of(call.number(0)?)?, &options)?;
    hold(call, Held::Own(Rc::new(generator)))
}

/// `(code)`: the default generator of a format.
fn the_default(call: &Call<'_>) -> Answer {
    hold(call, default_of(call.number(0)?)?)
}

/// Frees the generator; its number may be reused.
fn close(call: &Call<'_>) -> Answer {
    let number = call.number(0)? as usize;
    let closed = HELD.with_borrow_mut(|all| all.get_mut(number).and_then(Option::take));
    drop(closed);
    call.nothing()
}

/// `(generator, prefix)`: the generator's next id with this prefix.
fn prefixed_next(call: &Call<'_>) -> Answer {
    let prefix = call.prefix(1)?;
    let id = call.generator()?.next()?;
    call.ascii(&TypeId::new(prefix, id)?.to_text())
}
