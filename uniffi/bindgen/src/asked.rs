//! What the core's types and values say of a format.

use std::marker::PhantomData;

use sortid::{AlwaysNew, Format, Id, TypedId};

use crate::names::camel;

/// A type of ids, to find out whether it has a function that cannot fail.
struct Asked<T>(PhantomData<T>);

/// The answer for a type that has none; an inherent constant of [`Asked`] takes precedence.
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

/// A paragraph that warns of a shared node, for the end of a comment whose lines begin with `mark`. Empty for other formats.
pub(crate) fn shared_node_note(format: Format, mark: &str) -> String {
    let Some(node) = format.shared_node() else {
        return String::new();
    };
    let option = camel(node.option);
    let remedy = node.remedy(&option, "leaseFile");
    format!("\n{mark}\n{mark} {node}\n{mark} {remedy}")
}

/// An id of zeros.
pub(crate) fn zeros(format: Format) -> Option<Id> {
    Id::from_fields([], format).ok()
}
