//! The core's lists of formats, options, error codes and forms, with which tests compare those of
//! the packages.

use sortid::options::OPTIONS;
use sortid::{ErrorCode, Form, Format, UuidKind};

use crate::error::Failure;

/// A field of a format.
#[derive(Debug, uniffi::Record)]
pub struct FieldInfo {
    /// The name.
    pub name: String,
    /// The width in bits.
    pub bits: u32,
}

/// A format.
#[derive(Debug, uniffi::Record)]
pub struct FormatInfo {
    /// The stable number.
    pub code: u8,
    /// The name.
    pub name: String,
    /// The width in bits.
    pub bits: u32,
    /// The maximum length of the canonical text in bytes.
    pub text_length: u32,
    /// The minimum length of the canonical text in bytes.
    pub text_length_min: u32,
    /// Whether canonical texts sort as the ids do.
    pub text_sorts: bool,
    /// Whether big-endian bytes sort as the ids do.
    pub bytes_sort: bool,
    /// Whether ids can be generated.
    pub can_generate: bool,
    /// Whether a generator with default options returns increasing ids.
    pub is_ordered: bool,
    /// Whether ids can have a prefix.
    pub takes_prefix: bool,
    /// Whether ids sort as signed integers.
    pub signed: bool,
    /// The fields, most significant first.
    pub fields: Vec<FieldInfo>,
    /// The unit of the time in nanoseconds.
    pub resolution_ns: Option<u64>,
    /// The specification that defines it.
    pub specification: String,
    /// A description in one line.
    pub summary: String,
    /// The names of the options of its generators.
    pub options: Vec<String>,
}

/// An error code.
#[derive(Debug, uniffi::Record)]
pub struct CodeInfo {
    /// The stable number.
    pub number: i32,
    /// The name.
    pub name: String,
    /// One sentence.
    pub message: String,
}

/// Every format, in the order of the codes.
#[uniffi::export]
pub fn formats() -> Vec<FormatInfo> {
    Format::ALL.iter().map(|&format| info(format)).collect()
}

fn info(format: Format) -> FormatInfo {
    let options = OPTIONS.iter().filter(|option| option.is_for(format));
    let fields = format.fields().map(|(name, bits)| FieldInfo {
        name: name.to_owned(),
        bits,
    });
    FormatInfo {
        code: format.code(),
        name: format.name().to_owned(),
        bits: format.bits(),
        text_length: format.text_len() as u32,
        text_length_min: format.text_len_min() as u32,
        text_sorts: format.text_sorts(),
        bytes_sort: format.bytes_sort(),
        can_generate: format.can_generate(),
        is_ordered: format.is_ordered(),
        takes_prefix: format.takes_prefix(),
        signed: format.is_signed(),
        fields: fields.collect(),
        resolution_ns: format.resolution_ns(),
        specification: format.specification().to_owned(),
        summary: format.summary().to_owned(),
        options: options.map(|option| option.name.to_owned()).collect(),
    }
}

/// Every error code, in the order of the numbers.
#[uniffi::export]
pub fn error_codes() -> Vec<CodeInfo> {
    let codes = ErrorCode::ALL.iter().map(|code| CodeInfo {
        number: *code as i32,
        name: code.name().to_owned(),
        message: code.message().to_owned(),
    });
    codes.collect()
}

/// The code of the format with a name.
#[uniffi::export]
pub fn format_named(name: &str) -> Result<u8, Failure> {
    let format: Format = name.parse().map_err(Failure::about(name))?;
    Ok(format.code())
}

/// The names of all options.
#[uniffi::export]
pub fn option_names() -> Vec<String> {
    let names = OPTIONS.iter().map(|option| option.name.to_owned());
    names.collect()
}

/// The names of all text forms, in the order of their numbers in [`crate::calls`].
#[uniffi::export]
pub fn form_names() -> Vec<String> {
    let names = Form::ALL.iter().map(|form| form.name().to_owned());
    names.collect()
}

/// The names of all kinds of UUIDs.
#[uniffi::export]
pub fn kind_names() -> Vec<String> {
    let names = UuidKind::ALL.iter().map(|kind| kind.name().to_owned());
    names.collect()
}

/// The version of the library.
#[uniffi::export]
pub fn library_version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}
