//! libpq's TLS options in an address. An option is accepted if the agent is at least as strict as
//! libpq; otherwise the error names it.

use tokio_postgres::Config;

use crate::store::Refused;
use crate::store::tls::Wanted;

/// Splits the TLS options from an address. Returns the rest of it.
pub(super) fn take(address: &str) -> Result<(Wanted, String), Refused> {
    let mut wanted = Wanted::default();
    let rest = wanted.take(address, take_option)?;
    check(&rest)?;
    Ok((wanted, rest))
}

fn take_option(wanted: &mut Wanted, name: &str, value: &str) -> Result<bool, Refused> {
    match (name, value) {
        ("sslmode", "disable") => wanted.allow_plain(),
        // Certificates are always checked, and names too.
        ("sslmode", "require" | "verify-ca" | "verify-full") => {
            wanted.require(&format!("sslmode={value}"))?;
        }
        ("sslmode", _) => {
            return Err(Refused::denied(
                "sslmode: expected disable, require, verify-ca or verify-full; allow and prefer may send plain text",
            ));
        }
        ("sslrootcert", "system") => wanted.require("sslrootcert=system")?,
        ("sslrootcert", _) => wanted.trust(value),
        ("sslcert", _) => wanted.show(value),
        ("sslkey", _) => wanted.sign_with(value),
        _ => return Ok(false),
    }
    Ok(true)
}

/// Rejects the first unknown option. The error only contains its name: values may be secret.
fn check(address: &str) -> Result<(), Refused> {
    let query = address.split_once('?').map_or("", |(_, query)| query);
    for option in query.split('&').filter(|option| !option.is_empty()) {
        if format!("postgres://host/?{option}")
            .parse::<Config>()
            .is_err()
        {
            let name = option.split('=').next().unwrap_or("");
            return Err(Refused::denied(format!(
                "the option {name} is not supported, or its value is invalid"
            )));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(query: &str) -> String {
        match take(&format!("postgres://user@host/d?{query}")) {
            Ok((_, rest)) => rest,
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn libpq_options_are_accepted_or_rejected_by_name() {
        let plain = "postgres://user@host/d";
        for query in [
            "sslmode=disable",
            "sslmode=require",
            "sslmode=verify-ca&sslrootcert=/a",
            "sslmode=verify-full&sslrootcert=system",
            "sslcert=/a%20b&sslkey=/c",
        ] {
            assert_eq!(taken(query), plain, "{query}");
        }
        assert_eq!(
            taken("connect_timeout=3&sslmode=require"),
            format!("{plain}?connect_timeout=3")
        );
        for (query, name) in [
            ("sslmode=prefer", "sslmode"),
            ("sslmode=", "sslmode"),
            ("sslmode=disable&sslrootcert=/a", "tls=off"),
            ("sslcert=/a", "tls_key"),
            ("sslcrl=/secret", "option sslcrl "),
            ("connect_timeout=secret", "option connect_timeout "),
            ("gssencmode=disable", "option gssencmode "),
        ] {
            let error = taken(query);
            assert!(
                error.contains(name) && !error.contains("secret"),
                "{query}: {error}"
            );
        }
    }
}
