//! Where a store's address comes from: read again after a refusal, so that a new password, address or
//! certificate needs no restart.

use std::fs;

use super::{Store, tls};
use crate::address::Address;
use crate::args::At;
use crate::failure::Failure;

/// The source of an address, with what it contained last.
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

    /// Reads everything again. Returns whether it has changed, and the store uses it.
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
