//! The suite's driver for Rust: answers each JSON request with a line of JSON, in order.
//!
//! It only uses the public API, as a user would, and contains no expected values.

mod columns;
mod operations;
mod request;

use std::error::Error;

use serde_json::{Map, Value, json};

use request::{Failure, Request};

/// Answers a request line with one line.
///
/// # Errors
/// If the line breaks the protocol.
pub fn answer(line: &str) -> Result<String, Box<dyn Error>> {
    let request = Request::parse(line)?;
    let mut answer = Map::new();
    answer.insert("id".into(), request.id().clone());
    match operations::answer(&request) {
        Ok(ok) => {
            answer.insert("ok".into(), ok);
        }
        Err(failure) => describe(failure, &request, &mut answer)?,
    }
    Ok(Value::Object(answer).to_string())
}

fn describe(
    failure: Failure,
    request: &Request,
    answer: &mut Map<String, Value>,
) -> Result<(), Box<dyn Error>> {
    match failure {
        Failure::Unsupported => {
            answer.insert("error".into(), json!("unsupported"));
        }
        Failure::Refused { error, texts } => {
            answer.insert("error".into(), json!(error.code().name()));
            answer.insert("message".into(), json!(request.described(error)));
            if let Some(offset) = error.offset() {
                answer.insert("offset".into(), json!(offset));
            }
            if let Some(texts) = texts {
                answer.insert("texts".into(), json!(texts));
            }
        }
        Failure::BadRequest(why) => return Err(why.into()),
    }
    Ok(())
}
