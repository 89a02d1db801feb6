//! The source of a store's address, which is read again after a failed request, so that a new
//! password, address or certificate needs no restart.

use std::fs;

use super::{Store, tls};
use crate::address::Address;
use crate::args::At;
use crate::failure::Failure;

/// The source of an address, with its last contents.
pub(crate) struct Source {
    at: At,
    /// The address, and the contents of the files that it names.
    content: Vec<Vec<u8>>,
}

impl Source {
    pub(crate) fn new(at: &At) -> Self {
        Self {
            at: at.clone(),
            content: Vec::new(),
        }
    }

    /// Reads the address of a store that is not open yet.
    pub(crate) fn read(&mut self) -> Result<Address, Failure> {
        let address = Address::of(&self.at)?;
        self.content = content(&address);
        Ok(address)
    }

    /// Reads everything again, and passes it to the store if it has changed. Returns whether it
    /// has.
    ///
    /// # Errors
    /// The new address or a file is unusable, for example half written. The store then keeps the
    /// earlier ones.
    pub(crate) fn reload(&mut self, store: &mut dyn Store) -> Result<bool, Failure> {
        let address = Address::of(&self.at)?;
        let content = content(&address);
        if content == self.content {
            return Ok(false);
        }
        store.reload(&address)?;
        self.content = content;
        Ok(true)
    }
}

fn content(address: &Address) -> Vec<Vec<u8>> {
    let files = tls::files(address.secret());
    // The store reports an unreadable file.
    let contents = files.iter().map(|file| fs::read(file).unwrap_or_default());
    let mut all = vec![address.secret().as_bytes().to_vec()];
    all.extend(contents);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    const CERTIFICATE: &str = "-----BEGIN CERTIFICATE-----
MIIBcDCCARegAwIBAgIUUEC+EaZ6Ae2h3hNGaX/XZsgDxVMwCgYIKoZIzj0EAwIw
DTELMAkGA1UEAwwCY2EwIBcNMjYxMTI5MTYxNzA3WhgPMjEyNjExMDUxNjE3MDda
MA0xCzAJBgNVBAMMAmNhMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEpKB1ogSi
Qd04gGUH2YDQl0EMKBoVaqswxWA3KFTR1kwVW9j+BFiLHj7HpF1Dsb2yz7E8FLFc
3GyaV7xWnEtFwaNTMFEwHQYDVR0OBBYEFCkE9dOdnt/0jlj9gGlBgDkk578pMB8G
A1UdIwQYMBaAFCkE9dOdnt/0jlj9gGlBgDkk578pMA8GA1UdEwEB/wQFMAMBAf8w
CgYIKoZIzj0EAwIDRwAwRAIgKGtpnEZ6fLteW+kAnM4Ukmp+oe5miFTpCGv6PSo7
fhoCICrp5Aq3woFKAYD+OpVbefotORs5+qdNUSAuU+nBA+s+
-----END CERTIFICATE-----
";

    /// A rotated certificate is used, a half-written one is not. The next reload then uses the
    /// complete one.
    #[test]
    fn changed_files_of_an_address_are_read_again() {
        let file = std::env::temp_dir().join(format!("sortid-authority-{}", std::process::id()));
        let certificate = CERTIFICATE;
        fs::write(&file, certificate).expect("to write");
        let at = At {
            store: Some(format!(
                "postgres://a@localhost/d?tls_ca={}",
                file.display()
            )),
            store_file: None,
        };
        let mut source = Source::new(&at);
        let address = source.read().expect("an address");
        let mut store = crate::store::open(&address).expect("a store");
        let mut reload = |content: Option<&str>| {
            if let Some(content) = content {
                fs::write(&file, content).expect("to write");
            }
            source.reload(&mut *store).ok()
        };
        assert_eq!(reload(None), Some(false));
        assert_eq!(reload(Some(&certificate[..200])), None);
        assert_eq!(reload(None), None);
        assert_eq!(reload(Some(certificate)), Some(false));
        let two = format!("{certificate}{certificate}");
        assert_eq!(reload(Some(&two)), Some(true));
        assert_eq!(reload(None), Some(false));
        fs::remove_file(&file).expect("to remove");
    }
}
