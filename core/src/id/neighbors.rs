//! The ids next to an id.

use crate::codec::value::{MAX_BYTES, Value};
use crate::error::{Error, ErrorCode, Lack};
use crate::id::AnyId;

impl AnyId {
    /// Returns the id whose integer is greater by one: the least id above this one. For formats of
    /// which all bits are an id, and whose bytes sort.
    ///
    /// # Errors
    /// `out_of_range` for the largest id; `not_applicable` for other formats.
    ///
    /// ```
    /// use sortid::{Format, AnyId};
    ///
    /// let id = AnyId::parse("0ujtsYcgvSTl8PAuAdqWYSMnLOv", Format::Ksuid)?;
    /// assert_eq!(id.successor()?.to_string(), "0ujtsYcgvSTl8PAuAdqWYSMnLOw");
    /// assert_eq!(id.successor()?.predecessor()?, id);
    /// # Ok::<(), sortid::Error>(())
    /// ```
    pub fn successor(&self) -> Result<AnyId, Error> {
        let (unit_head, unit_tail) = self.unit(Value::ones(self.format().row().bits))?;
        let (head, tail) = self.value().to_parts();
        let (tail, carry) = tail.overflowing_add(unit_tail);
        let value = Value::from_parts(head + unit_head + u128::from(carry), tail);
        Ok(AnyId::from_value(self.format(), value))
    }

    /// Returns the id whose integer is less by one: the greatest id below this one.
    ///
    /// # Errors
    /// `out_of_range` for the smallest id; `not_applicable` as [`successor`](Self::successor).
    pub fn predecessor(&self) -> Result<AnyId, Error> {
        let (unit_head, unit_tail) = self.unit(Value::ZERO)?;
        let (head, tail) = self.value().to_parts();
        let (tail, borrow) = tail.overflowing_sub(unit_tail);
        let value = Value::from_parts(head - unit_head - u128::from(borrow), tail);
        Ok(AnyId::from_value(self.format(), value))
    }

    /// Returns the parts of the lowest bit, unless this id is the `last` one.
    fn unit(&self, last: Value) -> Result<(u128, u32), Error> {
        let row = self.format().row();
        let is_every_value = row.marks.is_empty() && row.check(Value::ones(row.bits)).is_ok();
        if !self.format().bytes_sort() || !is_every_value {
            return Err(row.lacks(Lack::Neighbor));
        }
        if self.value().is(last) {
            return Err(Error::about(
                ErrorCode::OutOfRange,
                "\0no id of the format is beyond this one",
            ));
        }
        let bits = u32::from(row.bits);
        Ok(match u128::BITS.checked_sub(bits) {
            Some(below) => (1 << below, 0),
            None => (0, 1 << (8 * MAX_BYTES as u32 - bits)),
        })
    }
}
