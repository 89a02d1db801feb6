//! What is to be run, in memory that C reads.

use std::ffi::CString;
use std::ptr;

use sortid::ErrorCode;
use sortid::grant::{Statement, Value};

use crate::boundary::Refusal;
use crate::lease::{
    SORTID_LEASE_INT, SORTID_LEASE_INTS, SORTID_LEASE_NULL, SORTID_LEASE_TEXT,
    sortid_lease_statement, sortid_lease_value,
};

/// Statements, and all that they point to.
#[derive(Default)]
pub(crate) struct Told {
    pub(crate) statements: Vec<sortid_lease_statement>,
    _values: Vec<Vec<sortid_lease_value>>,
    _texts: Vec<CString>,
    _numbers: Vec<Vec<i64>>,
}

impl Told {
    /// The statements, copied.
    pub(crate) fn new(statements: Vec<Statement>) -> Result<Self, Refusal> {
        let (mut texts, mut numbers) = (Vec::new(), Vec::new());
        let (mut values, mut told) = (Vec::new(), Vec::new());
        for statement in statements {
            let text = terminated(statement.text.to_owned())?;
            let mut row = Vec::with_capacity(statement.values.len());
            for value in statement.values {
                let written = terminated(value.to_string())?;
                let mut one = sortid_lease_value {
                    kind: SORTID_LEASE_TEXT,
                    reserved: 0,
                    number: 0,
                    text: written.as_ptr(),
                    text_length: written.as_bytes().len(),
                    numbers: ptr::null(),
                    count: 0,
                };
                match value {
                    Value::Null => {
                        (one.kind, one.text) = (SORTID_LEASE_NULL, ptr::null());
                    }
                    Value::Int(int) => (one.kind, one.number) = (SORTID_LEASE_INT, int),
                    Value::Ints(ints) => {
                        one.kind = SORTID_LEASE_INTS;
                        (one.numbers, one.count) = (ints.as_ptr(), ints.len());
                        numbers.push(ints);
                    }
                    Value::Text(_) => {}
                }
                texts.push(written);
                row.push(one);
            }
            told.push(sortid_lease_statement {
                text: text.as_ptr(),
                text_length: text.as_bytes().len(),
                values: row.as_ptr(),
                count: row.len(),
            });
            texts.push(text);
            values.push(row);
        }
        Ok(Self {
            statements: told,
            _values: values,
            _texts: texts,
            _numbers: numbers,
        })
    }
}

/// What has a zero byte within is no text of C: names are refused where they come in.
fn terminated(text: String) -> Result<CString, Refusal> {
    CString::new(text).map_err(|_| ErrorCode::InvalidOption.into())
}
