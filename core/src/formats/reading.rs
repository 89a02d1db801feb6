//! What ids, fields, options and times of a format fail with.

use crate::codec::fault::Fault;
use crate::codec::value::{Place, Value};
use crate::error::{Cause, Error, ErrorCode, Lack};
use crate::formats::layout::{Layout, TimeLayout};
use crate::formats::options::{Invalid, Options, Purpose};
use crate::formats::row::{Row, SortBy};

impl Row {
    /// The error for an operation that ids of the format lack.
    pub(crate) const fn lacks(&'static self, what: Lack) -> Error {
        Error::lacks(what).of(self)
    }

    /// The error for a value that [`check`](Self::check) rejects.
    #[cold]
    #[inline(never)]
    pub(crate) const fn refusal(&'static self, value: Value) -> Error {
        let code = match self.check(value) {
            Err((code, _)) => code,
            Ok(()) => ErrorCode::OutOfRange,
        };
        let version = match code {
            ErrorCode::InvalidVersion => Some(Place::new(&[(48, 4)]).read(value) as u8),
            _ => None,
        };
        Error::by(code, Cause::Bits(self)).with_detail(version)
    }

    /// Returns the options with `node` as `machine_id`, if that is the only node of the format.
    fn with_machine_id(&'static self, options: &Options) -> Result<Option<Options>, Error> {
        if options.node.is_none() || self.options.contains(&"node") {
            return Ok(None);
        }
        if options.machine_id.is_some() {
            return Err(Invalid::excluded("node", "machine_id").into());
        }
        let mut options = options.clone();
        options.machine_id = options.node.take();
        Ok(Some(options))
    }

    /// Returns the layout with the options applied, or `invalid_option` if the format lacks one of
    /// them.
    pub(crate) fn layout_with(
        &'static self,
        options: &Options,
        purpose: Purpose,
    ) -> Result<Layout, Error> {
        self.check_options(options)?;
        let with_machine_id = self.with_machine_id(options)?;
        let options = with_machine_id.as_ref().unwrap_or(options);
        let layout = self.configured(options)?;
        match purpose {
            Purpose::Read if options.given().any(|option| !self.is_read_with(option)) => {
                self.configured(&self.reading(options))
            }
            _ => Ok(layout),
        }
    }

    /// Fails with `invalid_option` for the first option that others exclude, or that the format
    /// lacks.
    pub(crate) fn check_options(&'static self, options: &Options) -> Result<(), Error> {
        if let Some(conflict) = options.conflict() {
            return Err(conflict.into());
        }
        match options.given().find(|option| !self.has_option(option)) {
            Some(option) => Err(Error::no_option(self, option.name)),
            None => Ok(()),
        }
    }

    fn configured(&'static self, options: &Options) -> Result<Layout, Error> {
        let mut layout = self.default_layout();
        match (self.configure)(&mut layout, options) {
            Ok(()) => Ok(layout),
            Err(invalid) => Err(Error::from(invalid).of(self)),
        }
    }

    /// Returns the layout with the options applied, and its time. Returns `not_applicable` if the
    /// bits do not determine the time.
    pub(crate) fn time_with(
        &'static self,
        options: &Options,
    ) -> Result<(Layout, TimeLayout), Error> {
        let layout = self.layout_with(options, Purpose::Read)?;
        let time = layout
            .time
            .filter(|_| self.tells_time || options.names_layout())
            .ok_or(self.lacks(Lack::Time))?;
        Ok((layout, time))
    }

    /// Returns `not_applicable` if times do not bound ids, because they do not sort.
    #[inline]
    pub(crate) fn check_order(&'static self) -> Result<(), Error> {
        match self.sorted {
            SortBy::Chance => Err(self.lacks(Lack::Order)),
            _ => Ok(()),
        }
    }

    /// Like the time of [`time_with`](Self::time_with) without options.
    #[inline]
    pub(crate) fn default_time(&'static self) -> Result<&'static TimeLayout, Error> {
        let time = self.layout.time.as_ref().filter(|_| self.tells_time);
        time.ok_or(self.lacks(Lack::Time))
    }

    /// Parses text in any readable form.
    #[inline]
    pub(crate) fn parse(&'static self, text: &[u8]) -> Result<Value, Error> {
        let refused = |fault: Fault| Error::of_fault(fault).of_text(self, text);
        let value = self.codec.parse(text).map_err(refused)?;
        match self.check(value) {
            Ok(()) => Ok(value),
            Err((code, bit)) => Err(refused(match self.codec.offset_of_bit(text.len(), bit) {
                Some(offset) => Fault::at(code, offset),
                None => Fault::new(code),
            })),
        }
    }

    /// Returns the number of a field by its name, or `invalid_field`.
    pub(crate) fn field(&'static self, name: &str) -> Result<usize, Error> {
        let field = self.fields.iter().position(|field| field.name == name);
        field.ok_or(Error::by(ErrorCode::InvalidField, Cause::NoField(self)))
    }

    /// Returns the bits of a field, or `invalid_field` if the number does not fit.
    pub(crate) fn write_field(&'static self, field: usize, int: i128) -> Result<Value, Error> {
        let place = self.fields[field].place;
        let value = self.fields[field].write(int);
        let value = value.filter(|value| place.read(*value) <= self.layout.largest(place));
        value.ok_or_else(|| {
            let given = int.try_into().unwrap_or(i64::MIN);
            let error = Error::by(ErrorCode::InvalidField, Cause::Field { row: self, given });
            error.with_detail(Some(field as u8))
        })
    }

    /// Parses a canonical text in a constant.
    pub(crate) const fn read_literal(&'static self, text: &[u8]) -> Result<Value, Error> {
        match self.literal_value(text) {
            Ok(value) => Ok(value),
            Err(fault) => Err(Error::of_fault(fault).of_text(self, text)),
        }
    }

    /// Returns the smallest and largest ids between two values, inclusive.
    pub(crate) fn clamp(
        &'static self,
        mut low: Value,
        mut high: Value,
    ) -> Result<(Value, Value), Error> {
        for mark in self.marks {
            let place = mark.place();
            let below = Value::ones(mark.at + mark.width).not();
            if place.read(low) > mark.value || place.read(high) < mark.value {
                return Err(Error::new(mark.code).of(self));
            }
            if place.read(low) < mark.value {
                low = low.and(below.not());
            }
            if place.read(high) > mark.value {
                high = high.or(below).and(Value::ones(self.bits));
            }
        }
        for mark in self.marks {
            let place = mark.place();
            let marked = |value: Value| value.and(place.mask().not()).or(place.write(mark.value));
            (low, high) = (marked(low), marked(high));
        }
        if let Some(time) = self.layout.time
            && let Some(hole) = time.hole
        {
            let last_before = || time.write(hole - 1).or(time.place.mask().not());
            match (time.read(low) == hole, time.read(high) == hole) {
                (true, true) => return Err(Error::new(ErrorCode::OutOfRange).of(self)),
                (true, false) => low = time.write(hole + 1),
                (false, true) => high = last_before().and(Value::ones(self.bits)),
                (false, false) => {}
            }
        }
        Ok((low, high))
    }
}
