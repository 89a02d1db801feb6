//! What the core's types and values say of a format.

use std::marker::PhantomData;

use sortid::{AlwaysNew, Format, Id, TypedId};

/// A type of ids, of which is asked whether it has a function that never refuses.
struct Asked<T>(PhantomData<T>);

/// What is said of a type that has none: what [`Asked`] itself says comes first.
trait Refusing {
    fn never_refuses(&self) -> bool {
        false
    }
}

impl<T> Refusing for Asked<T> {}

impl<T: AlwaysNew> Asked<T> {
    fn never_refuses(&self) -> bool {
        true
    }
}

macro_rules! answers {
    ($($name:path)*) => {
        [$((<$name as TypedId>::FORMAT, Asked::<$name>(PhantomData).never_refuses())),*]
    };
}

/// Whether the default generator refuses nothing but a system that is out of order.
pub(crate) fn never_refuses(format: Format) -> bool {
    sortid::with_types!(answers).contains(&(format, true))
}

/// Whether ids tell what kind of UUID they are.
pub(crate) fn tells_kind(format: Format) -> bool {
    zeros(format).is_some_and(|id| id.kind().is_some())
}

/// An id of zeros.
pub(crate) fn zeros(format: Format) -> Option<Id> {
    Id::from_fields([], format).ok()
}
