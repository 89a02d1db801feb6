//! How JavaScript holds generators: by numbers, which it gives back when nobody has them any more.

use std::cell::RefCell;
use std::ops::Deref;
use std::rc::Rc;

use sortid::{Error, Generator, Id, PrefixedId, default_generator};

use crate::call::{Answer, Call, Failure, functions};
use crate::registers::format_of;
use crate::written;

functions! {
    "generator" generator;
    "defaultGenerator" the_default;
    "close" close;
    "next" next;
    "prefixedNext" prefixed_next;
    "newOf" new_of;
}

/// A generator that is held.
#[derive(Clone)]
pub(crate) enum Held {
    Own(Rc<Generator>),
    Default(&'static Generator),
}

impl Held {
    /// The next id, as of [`Generator::next`]: once in the module, and not in each function that asks for one.
    #[inline(never)]
    pub(crate) fn next(&self) -> Result<Id, Error> {
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

/// The generator that the plain functions of a format use.
fn default_of(code: u32) -> Result<Held, Failure> {
    Ok(Held::Default(default_generator(format_of(code)?)?))
}

/// `newOf` without arguments in memory. Returns the address of the text's length, one byte, which
/// the text follows. A length of 0 means an error; a call of `newOf` returns it.
#[unsafe(no_mangle)]
extern "C" fn new_text(code: u32) -> *const u8 {
    written(|answer| text_of(default_of(code), answer))
}

/// `next` in the same way.
#[unsafe(no_mangle)]
extern "C" fn next_text(number: usize) -> *const u8 {
    written(|answer| text_of(held(number), answer))
}

fn text_of(held: Result<Held, Failure>, answer: &mut Vec<u8>) {
    match held.and_then(|held| Ok(held.next()?)) {
        Ok(id) => {
            let text = id.to_text();
            answer.push(text.len() as u8);
            answer.extend_from_slice(text.as_bytes());
        }
        Err(_) => answer.push(0),
    }
}

/// `(code, names, values)`: a generator with options.
fn generator(call: &Call<'_>) -> Answer {
    let options = call.options(1, 2)?;
    let generator = Generator::dynamic(format_of(call.number(0)?)?, &options)?;
    hold(call, Held::Own(Rc::new(generator)))
}

/// `(code)`: the generator of a format that the plain functions use.
fn the_default(call: &Call<'_>) -> Answer {
    let generator = default_generator(format_of(call.number(0)?)?)?;
    hold(call, Held::Default(generator))
}

/// Lets the generator go: the number may be another's from then on.
fn close(call: &Call<'_>) -> Answer {
    let number = call.number(0)? as usize;
    let closed = HELD.with_borrow_mut(|all| all.get_mut(number).and_then(Option::take));
    drop(closed);
    call.nothing()
}

/// The generator's next id.
fn next(call: &Call<'_>) -> Answer {
    call.ascii(&call.generator()?.next()?.to_text())
}

/// `(generator, prefix)`: the generator's next id with this prefix.
fn prefixed_next(call: &Call<'_>) -> Answer {
    let prefix = call.prefix(1)?;
    let id = call.generator()?.next()?;
    call.ascii(&PrefixedId::new(prefix, id)?.to_text())
}

/// `(code)`: a new id of the format.
fn new_of(call: &Call<'_>) -> Answer {
    call.ascii(&default_of(call.number(0)?)?.next()?.to_text())
}
