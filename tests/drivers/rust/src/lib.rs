//! The suite's driver for Rust: JSON requests in, JSON answers out, one a line, in order.
//!
//! It uses the public API alone, as a user would, and knows no expected value.

mod columns;
mod operations;
mod request;

use std::error::Error;

use serde_json::{Map, Value, json};

use request::{Failure, Request};

/// The answer to a line, as a line.
///
/// # Errors
/// A request that cannot be understood is the sender's fault.
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
