//! Properties of formats that the core's lists do not contain.

use std::marker::PhantomData;

use sortid::options::{OPTIONS, OptionInfo};
use sortid::{AnyId, Form, Format, InfallibleNew, TypedId};

/// The formats with a type in every language, in the order of their numbers.
pub(crate) fn known() -> impl Iterator<Item = Format> {
    let formats = Format::ALL.iter().copied();
    formats.filter(|format| format.is_known())
}

/// The formats of [`known`] whose ids can be generated: each has functions of its name.
pub(crate) fn generatable() -> impl Iterator<Item = Format> {
    known().filter(|format| format.can_generate())
}

pub(crate) fn options_of(format: Format) -> impl Iterator<Item = &'static OptionInfo> {
    OPTIONS.iter().filter(move |option| option.is_for(format))
}

/// The id whose fields are all zero.
pub(crate) fn zeros(format: Format) -> Option<AnyId> {
    AnyId::from_fields([], format).ok()
}

/// Whether every id is a UUID with a version.
pub(crate) fn has_version(format: Format) -> bool {
    let bytes = zeros(format).map(|id| id.to_bytes());
    format.reads(Form::Urn)
        && bytes.is_some_and(|bytes| bytes[8] >> 6 == 0b10 && bytes[6] >> 4 != 0)
}

/// Whether ids have a UUID kind.
pub(crate) fn has_kind(format: Format) -> bool {
    zeros(format).is_some_and(|id| id.kind().is_some())
}

/// The names of formats, separated by commas.
pub(crate) fn names(formats: impl IntoIterator<Item = Format>) -> String {
    let names: Vec<&str> = formats.into_iter().map(Format::name).collect();
    names.join(", ")
}

/// The formats that support a text form.
pub(crate) fn formats_with(form: Form) -> impl Iterator<Item = Format> {
    let has = move |format: &Format| zeros(*format).is_some_and(|id| id.to_form(form).is_ok());
    Format::ALL.iter().copied().filter(has)
}

/// A warning that processes may draw the same node, and its remedy. `spell` spells the names of
/// options. `None` if a format has no such node.
pub(crate) fn shared_node(format: Format, spell: fn(&str) -> String) -> Option<[String; 2]> {
    let node = format.shared_node()?;
    let (option, lease_file) = (spell(node.option), spell("lease_file"));
    let remedy = node.remedy(&option, &lease_file).to_string();
    Some([node.to_string(), remedy])
}

/// The lines of [`shared_node`] as a last comment paragraph, each prefixed with `mark`. Empty for
/// other formats.
pub(crate) fn shared_node_note(format: Format, spell: fn(&str) -> String, mark: &str) -> String {
    let lines = shared_node(format, spell);
    lines.map_or(String::new(), |[warning, remedy]| {
        format!("\n{mark}\n{mark} {warning}\n{mark} {remedy}")
    })
}

/// A probe that detects whether an id type has infallible functions.
struct Probe<T>(PhantomData<T>);

/// The result for types without them; the inherent method of [`Probe`] takes precedence.
trait MayFail {
    fn is_infallible(&self) -> bool {
        false
    }
}

impl<T> MayFail for Probe<T> {}

impl<T: InfallibleNew> Probe<T> {
    fn is_infallible(&self) -> bool {
        true
    }
}

macro_rules! answers {
    ($($name:path)*) => {
        [$((<$name as TypedId>::FORMAT, Probe::<$name>(PhantomData).is_infallible())),*]
    };
}

/// Whether the default generator fails only if the system does.
pub(crate) fn is_infallible(format: Format) -> bool {
    sortid::with_types!(answers).contains(&(format, true))
}
