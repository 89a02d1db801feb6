//! Tables of the core: formats, error codes, options, text forms, columns of databases.

use sortid::options::{OPTIONS, OptionKind, OptionValue};
use sortid::{
    ByteOrder, Correction, Database, Error, ErrorCode, Form, Format, Options, StoredColumn,
};

use crate::call::{Answer, Call, Failure, Thrown, functions};
use crate::ints::big_unsigned;
use crate::registers::format_of;

functions! {
    "formats" formats;
    "errorCodes" error_codes;
    "unknownFormat" unknown_format;
    "unknownOption" unknown_option;
    "options" options;
    "forms" forms;
    "corrections" corrections;
    "byteOrders" byte_orders;
    "databases" databases;
    "storedColumn" stored_column;
    "storedCheck" stored_check;
}

fn formats(call: &Call<'_>) -> Answer {
    let table = Format::ALL.iter().map(|format| {
        let mut row = call.object()?;
        row.set("name", format.name())?;
        row.set("code", u32::from(format.code()))?;
        row.set("bits", format.bits())?;
        row.set("byteLength", format.byte_len() as u32)?;
        row.set("textLength", format.text_len() as u32)?;
        row.set("textLengthMin", format.text_len_min() as u32)?;
        row.set("textSorts", format.text_sorts())?;
        row.set("bytesSort", format.bytes_sort())?;
        row.set("isSigned", format.is_signed())?;
        row.set("canGenerate", format.can_generate())?;
        row.set("isOrdered", format.is_ordered())?;
        row.set("takesPrefix", format.takes_prefix())?;
        let (names, widths): (Vec<_>, Vec<_>) = format.fields().unzip();
        row.set("fieldNames", names)?;
        row.set("fieldBits", widths)?;
        let resolution = format.resolution_ns();
        row.set("resolutionNs", resolution.map(|ns| big_unsigned(ns.into())))?;
        row.set("summary", format.summary())?;
        row.set("specification", format.specification())?;
        let options = OPTIONS.iter().filter(|option| option.is_for(*format));
        let options: Vec<_> = options.map(|option| option.name).collect();
        row.set("options", options)?;
        Ok(row)
    });
    call.value(table.collect::<Result<Vec<_>, Failure>>()?)
}

/// Name, number and message of each code.
fn error_codes(call: &Call<'_>) -> Answer {
    let codes = ErrorCode::ALL.iter();
    let table = codes.map(|code| (code.name(), code.number(), code.message()));
    call.value(table.collect::<Vec<_>>())
}

/// `(name)`: the error for an unknown format.
fn unknown_format(call: &Call<'_>) -> Answer {
    let name: String = call.argument(0)?;
    rejected(call, &name, name.parse::<Format>().map(drop))
}

/// `(name)`: the error for an unknown option.
fn unknown_option(call: &Call<'_>) -> Answer {
    let name: String = call.argument(0)?;
    rejected(call, &name, Options::new().set("", OptionValue::Bool(true)))
}

fn rejected(call: &Call<'_>, name: &str, result: Result<(), Error>) -> Answer {
    match result {
        Ok(()) => call.nothing(),
        Err(error) => call.value(call.error(Thrown::describing(error, name.as_bytes()))?),
    }
}

/// Each option's name and summary, whether it affects reading, kind of value, and accepted words.
fn options(call: &Call<'_>) -> Answer {
    let table = OPTIONS.iter().map(|option| {
        let (kind, words) = kind_of(option.kind)?;
        Ok((option.name, option.summary, option.reads, kind, words))
    });
    call.value(table.collect::<Result<Vec<_>, Failure>>()?)
}

fn kind_of(kind: OptionKind) -> Result<(&'static str, Vec<&'static str>), Failure> {
    Ok(match kind {
        OptionKind::Int => ("int", vec![]),
        OptionKind::IntOr(word) => ("int", vec![word]),
        OptionKind::Flag => ("flag", vec![]),
        OptionKind::Choice(words) => ("choice", words.to_vec()),
        OptionKind::Seed => ("seed", vec![]),
        OptionKind::Path => ("path", vec![]),
        // The enum is `non_exhaustive`.
        _ => return Err(Failure::State("an option of an unknown kind")),
    })
}

fn forms(call: &Call<'_>) -> Answer {
    call.value(Form::ALL.iter().map(|form| form.name()).collect::<Vec<_>>())
}

fn corrections(call: &Call<'_>) -> Answer {
    let names = Correction::ALL.iter().map(|correction| correction.name());
    call.value(names.collect::<Vec<_>>())
}

fn byte_orders(call: &Call<'_>) -> Answer {
    let names = ByteOrder::ALL.iter().map(|order| order.name());
    call.value(names.collect::<Vec<_>>())
}

fn databases(call: &Call<'_>) -> Answer {
    let names = Database::WITH_DRIVERS.map(|database| database.name());
    call.value(names.to_vec())
}

/// `(code, database, text)`: kind, type without collation, collation and full type of the column
/// for ids, or for their texts.
fn stored_column(call: &Call<'_>) -> Answer {
    let column = column_of(call)?;
    let (data_type, sql_type) = (column.data_type(), column.sql_type());
    let (data_type, sql_type) = (data_type.to_string(), sql_type.to_string());
    let (kind, collation) = (column.kind().name(), column.collation());
    call.value((kind, data_type, collation, sql_type))
}

/// `(code, database, text, name)`: the `CHECK` condition of such a column; `name` is quoted.
fn stored_check(call: &Call<'_>) -> Answer {
    let (column, name) = (column_of(call)?, call.argument::<String>(3)?);
    call.value(column.check(&name).map(|check| check.to_string()))
}

/// The column for arguments; `database` is an index in [`Database::WITH_DRIVERS`].
fn column_of(call: &Call<'_>) -> Result<StoredColumn, Failure> {
    let database = Database::WITH_DRIVERS.get(call.number(1)? as usize);
    let database = database.ok_or(Failure::State("no such database"))?;
    Ok(format_of(call.number(0)?)?.column_in(*database, call.argument(2)?))
}
