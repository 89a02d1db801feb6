//! clap arguments.

use clap::Parser;
use clap::error::ErrorKind;
use sortid::Uuid7;
use uuid::Uuid;

use crate::{ID, ORDER, OrderId, USER, check};

/// A program.
#[derive(Parser)]
struct Arguments {
    id: Uuid7,
    #[arg(long)]
    order: Option<OrderId>,
    #[arg(long)]
    uuid: Option<Uuid>,
}

fn parsed(arguments: &[&str]) -> Result<Arguments, clap::Error> {
    Arguments::try_parse_from([&["program"], arguments].concat())
}

pub(crate) fn all() {
    let arguments = parsed(&[ID, "--order", ORDER, "--uuid", ID]).expect("arguments");
    check("clap, an argument", arguments.id.to_string(), ID.to_owned());
    check(
        "clap, an argument with a prefix",
        arguments.order.map(|id| id.to_string()),
        Some(ORDER.to_owned()),
    );
    check(
        "clap, an argument of Uuid",
        arguments.uuid.map(|id| id.to_string()),
        Some(ID.to_owned()),
    );
    // clap quotes the argument, so the error does not.
    for (arguments, said) in [
        (
            vec!["nonsense"],
            "error: invalid value 'nonsense' for '<ID>': invalid_length: 8 bytes, a uuid7 has 36"
                .to_owned(),
        ),
        (
            vec![ID, "--order", USER],
            format!(
                "error: invalid value '{USER}' for '--order <ORDER>': wrong_prefix: expected the prefix \"order\""
            ),
        ),
    ] {
        let message = parsed(&arguments).err().map(|error| error.to_string());
        let line = message.and_then(|message| Some(message.lines().next()?.to_owned()));
        check("clap, the message of an invalid id", line, Some(said));
    }
    let error = parsed(&["x"]).err().map(|error| error.kind());
    let theirs = parsed(&[ID, "--uuid", "x"]).err().map(|error| error.kind());
    check("clap, an invalid id", error, theirs);
    check(
        "clap, an invalid id, by its kind",
        error,
        Some(ErrorKind::ValueValidation),
    );
}
