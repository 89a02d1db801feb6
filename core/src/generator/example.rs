//! An example of each format.

use crate::error::Error;
use crate::formats::Format;
use crate::formats::options::{ClockSource, Options};
use crate::generator::Generator;
use crate::id::AnyId;
use crate::time::Timestamp;

impl Format {
    /// Returns an id that is the same in every run: of 2024-07-19T12:34:56.789Z, unless the format
    /// is read-only.
    #[doc(hidden)]
    pub fn example(self) -> Result<AnyId, Error> {
        if let Some(text) = self.row().read_only {
            return AnyId::parse(text, self);
        }
        let options = Options::new().clock(ClockSource::Manual).seed([0x5a; 32]);
        Generator::dynamic(self, &options)?.next_at(Timestamp::from_unix_ms(1_721_392_496_789))
    }
}
