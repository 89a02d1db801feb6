import Foundation
internal import SortidGlue
internal import sortidFFI

extension Id {
    /// Derives an id from a time and a key: the same arguments return the same id, in every
    /// language and process.
    ///
    /// `secret` is 16 to 64 random bytes. Without it, anybody who sees an id can test a guessed
    /// key, such as an e-mail address. `namespace` distinguishes equal keys of several tables. Ids
    /// of one tick have no order.
    ///
    /// - Throws: `notApplicable` unless the format has a linear time, at least 62 other bits and no
    ///   node; `invalidLength` for an empty key or a secret of another length;
    ///   `timestampOutOfRange` for a tick outside the range of the format.
    public static func keyed(
        at time: Timestamp, key: [UInt8], as format: Format, namespace: [UInt8] = [], secret: [UInt8]? = nil
    ) throws(SortidError) -> Id {
        let (key, namespace, secret) = (Data(key), Data(namespace), secret.map { Data($0) })
        let words = try glue {
            try SortidGlue.keyed(
                formatCode: format.rawValue, time: time.crossing, key: key, namespace: namespace, secret: secret)
        }
        return Id(words)
    }

    /// Derives an id from a date and a text, as UTF-8 without normalization.
    ///
    /// - Throws: The errors of the overload with bytes.
    public static func keyed(
        at date: Date, key: String, as format: Format, namespace: String = "", secret: [UInt8]? = nil
    ) throws(SortidError) -> Id {
        try keyed(
            at: Timestamp(date), key: Array(key.utf8), as: format, namespace: Array(namespace.utf8), secret: secret)
    }

    /// The smallest id of the tick that contains an instant.
    ///
    /// - Parameter options: The epoch, layout (uuid8) and precision of the ids, if not the defaults.
    /// - Throws: `notApplicable` for a format without time; `timestampOutOfRange` for a tick
    ///   outside the range of the format; `invalidOption` for an option that the format lacks.
    public static func min(
        at time: Timestamp, as format: Format, options: IdGenerator.Options = .init()
    ) throws(SortidError) -> Id {
        if !options.isEmpty {
            return Id(try glue { try minAtWith(formatCode: format.rawValue, time: time.crossing, given: options.crossing) })
        }
        return try Id.written(format) { sortid_mobile_min_at(time.plain, format.number, $0) }
    }

    /// The smallest id of the tick that contains a date.
    ///
    /// - Throws: The errors of the overload with a ``Timestamp``.
    public static func min(
        at date: Date, as format: Format, options: IdGenerator.Options = .init()
    ) throws(SortidError) -> Id {
        try min(at: Timestamp(date), as: format, options: options)
    }

    /// The largest id of the tick that contains an instant.
    ///
    /// - Parameter options: The epoch, layout (uuid8) and precision of the ids, if not the defaults.
    /// - Throws: `notApplicable` for a format without time; `timestampOutOfRange` for a tick
    ///   outside the range of the format; `invalidOption` for an option that the format lacks.
    public static func max(
        at time: Timestamp, as format: Format, options: IdGenerator.Options = .init()
    ) throws(SortidError) -> Id {
        if !options.isEmpty {
            return Id(try glue { try maxAtWith(formatCode: format.rawValue, time: time.crossing, given: options.crossing) })
        }
        return try Id.written(format) { sortid_mobile_max_at(time.plain, format.number, $0) }
    }

    /// The largest id of the tick that contains a date.
    ///
    /// - Throws: The errors of the overload with a ``Timestamp``.
    public static func max(
        at date: Date, as format: Format, options: IdGenerator.Options = .init()
    ) throws(SortidError) -> Id {
        try max(at: Timestamp(date), as: format, options: options)
    }

    /// The smallest and the largest id of the half-open interval from `from` to before `to`.
    ///
    /// It contains all ids that were generated at a clock reading inside the interval. An id that
    /// was generated ahead of the clock counts by its later time. A bound of `nil` is the format's
    /// first or last time: `range(from: since, to: nil, …)`.
    ///
    /// - Parameter options: The epoch, layout (uuid8) and precision of the ids, if not the defaults.
    /// - Throws: `invalidOption` for an empty interval, and for an option that the format lacks;
    ///   `notApplicable` for a format without time; `timestampOutOfRange` for a tick outside the
    ///   range of the format.
    public static func range(
        from: Timestamp?, to: Timestamp?, as format: Format, options: IdGenerator.Options = .init()
    ) throws(SortidError) -> ClosedRange<Id> {
        guard options.isEmpty, let from, let to else {
            return try rangeByOptions(from: from, to: to, as: format, options: options)
        }
        var (min, max) = (sortid_mobile_id(), sortid_mobile_id())
        let status = sortid_mobile_range(from.plain, to.plain, format.number, nil, 0, &min, &max)
        // This call throws the error.
        if status != 0 { return try rangeByOptions(from: from, to: to, as: format, options: options) }
        // The core returns them in order; `...` would compare them again.
        return ClosedRange(uncheckedBounds: (Id(format, min), Id(format, max)))
    }

    @inline(never)
    private static func rangeByOptions(
        from: Timestamp?, to: Timestamp?, as format: Format, options: IdGenerator.Options
    ) throws(SortidError) -> ClosedRange<Id> {
        let bounds = try glue {
            try SortidGlue.range(
                formatCode: format.rawValue, from: from?.crossing, to: to?.crossing, given: options.crossing)
        }
        return Id(bounds.min)...Id(bounds.max)
    }

    /// The smallest and the largest id of the half-open interval between two dates.
    ///
    /// - Throws: The errors of the overload with ``Timestamp``s.
    public static func range(
        from: Date?, to: Date?, as format: Format, options: IdGenerator.Options = .init()
    ) throws(SortidError) -> ClosedRange<Id> {
        try range(from: from.map(Timestamp.init), to: to.map(Timestamp.init), as: format, options: options)
    }

    /// The smallest and the largest id of a half-open range of instants.
    ///
    /// - Throws: The errors of the overload with two bounds.
    public static func range(
        in times: Range<Timestamp>, as format: Format, options: IdGenerator.Options = .init()
    ) throws(SortidError) -> ClosedRange<Id> {
        try range(from: times.lowerBound, to: times.upperBound, as: format, options: options)
    }

    /// The smallest and the largest id of a half-open range of dates.
    ///
    /// - Throws: The errors of the overload with two bounds.
    public static func range(
        in dates: Range<Date>, as format: Format, options: IdGenerator.Options = .init()
    ) throws(SortidError) -> ClosedRange<Id> {
        try range(from: dates.lowerBound, to: dates.upperBound, as: format, options: options)
    }

    /// The smallest and the largest id of an interval, without its end.
    ///
    /// - Throws: The errors of the overload with two bounds.
    public static func range(
        in interval: DateInterval, as format: Format, options: IdGenerator.Options = .init()
    ) throws(SortidError) -> ClosedRange<Id> {
        try range(from: interval.start, to: interval.end, as: format, options: options)
    }

    /// The smallest and the largest id whose canonical text begins with a prefix.
    ///
    /// - Throws: `invalidLength` for an empty prefix or one longer than the text;
    ///   `invalidCharacter` with the offset; `outOfRange` if no id begins with the prefix;
    ///   `invalidVariant` and `invalidVersion` if the prefix contains a wrong variant or version.
    public static func range(prefix: String, as format: Format) throws(SortidError) -> ClosedRange<Id> {
        let bounds = try glue { try prefixRange(formatCode: format.rawValue, prefix: prefix) }
        return Id(bounds.min)...Id(bounds.max)
    }
}

extension TypedId {
    @inlinable
    static func typed(_ range: ClosedRange<Id>) -> ClosedRange<TypedId> {
        ClosedRange(uncheckedBounds: (TypedId(made: range.lowerBound), TypedId(made: range.upperBound)))
    }

    /// The smallest and the largest id whose canonical text begins with a prefix.
    ///
    /// - Throws: `invalidLength` for an empty prefix or one longer than the text;
    ///   `invalidCharacter` with the offset; `outOfRange` if no id begins with the prefix;
    ///   `invalidVariant` and `invalidVersion` if the prefix contains a wrong variant or version.
    public static func range(prefix: String) throws(SortidError) -> ClosedRange<TypedId> {
        typed(try Id.range(prefix: prefix, as: F.format))
    }
}

extension TypedId where F: TimedIdFormat {
    /// Derives an id from a time and a key: see ``Id``.
    ///
    /// - Throws: `notApplicable` unless the format has a linear time, at least 62 other bits and no
    ///   node; `invalidLength` for an empty key or a secret of another length;
    ///   `timestampOutOfRange` for a tick outside the range of the format.
    public static func keyed(
        at time: Timestamp, key: [UInt8], namespace: [UInt8] = [], secret: [UInt8]? = nil
    ) throws(SortidError) -> TypedId {
        TypedId(made: try Id.keyed(at: time, key: key, as: F.format, namespace: namespace, secret: secret))
    }

    /// Derives an id from a date and a text, as UTF-8 without normalization.
    ///
    /// - Throws: The errors of the overload with bytes.
    public static func keyed(
        at date: Date, key: String, namespace: String = "", secret: [UInt8]? = nil
    ) throws(SortidError) -> TypedId {
        TypedId(made: try Id.keyed(at: date, key: key, as: F.format, namespace: namespace, secret: secret))
    }

    /// The smallest id of the tick that contains an instant.
    ///
    /// - Throws: `timestampOutOfRange` for a tick outside the range of the format; `invalidOption`
    ///   for an option that the format lacks.
    public static func min(at time: Timestamp, options: IdGenerator.Options = .init()) throws(SortidError) -> TypedId {
        TypedId(made: try Id.min(at: time, as: F.format, options: options))
    }

    /// The smallest id of the tick that contains a date.
    ///
    /// - Throws: `timestampOutOfRange` for a tick outside the range of the format; `invalidOption`
    ///   for an option that the format lacks.
    public static func min(at date: Date, options: IdGenerator.Options = .init()) throws(SortidError) -> TypedId {
        TypedId(made: try Id.min(at: date, as: F.format, options: options))
    }

    /// The largest id of the tick that contains an instant.
    ///
    /// - Throws: `timestampOutOfRange` for a tick outside the range of the format; `invalidOption`
    ///   for an option that the format lacks.
    public static func max(at time: Timestamp, options: IdGenerator.Options = .init()) throws(SortidError) -> TypedId {
        TypedId(made: try Id.max(at: time, as: F.format, options: options))
    }

    /// The largest id of the tick that contains a date.
    ///
    /// - Throws: `timestampOutOfRange` for a tick outside the range of the format; `invalidOption`
    ///   for an option that the format lacks.
    public static func max(at date: Date, options: IdGenerator.Options = .init()) throws(SortidError) -> TypedId {
        TypedId(made: try Id.max(at: date, as: F.format, options: options))
    }

    /// The smallest and the largest id of the half-open interval from `from` to before `to`: see
    /// ``Id``.
    ///
    /// - Throws: `invalidOption` for an empty interval, and for an option that the format lacks;
    ///   `timestampOutOfRange` for a tick outside the range of the format.
    @inlinable
    public static func range(
        from: Timestamp?, to: Timestamp?, options: IdGenerator.Options = .init()
    ) throws(SortidError) -> ClosedRange<TypedId> {
        typed(try Id.range(from: from, to: to, as: F.format, options: options))
    }

    /// The smallest and the largest id of the half-open interval between two dates.
    ///
    /// - Throws: The errors of the overload with ``Timestamp``s.
    @inlinable
    public static func range(
        from: Date?, to: Date?, options: IdGenerator.Options = .init()
    ) throws(SortidError) -> ClosedRange<TypedId> {
        typed(try Id.range(from: from, to: to, as: F.format, options: options))
    }

    /// The smallest and the largest id of a half-open range of instants.
    ///
    /// - Throws: The errors of the overload with two bounds.
    public static func range(
        in times: Range<Timestamp>, options: IdGenerator.Options = .init()
    ) throws(SortidError) -> ClosedRange<TypedId> {
        typed(try Id.range(in: times, as: F.format, options: options))
    }

    /// The smallest and the largest id of a half-open range of dates.
    ///
    /// - Throws: The errors of the overload with two bounds.
    public static func range(
        in dates: Range<Date>, options: IdGenerator.Options = .init()
    ) throws(SortidError) -> ClosedRange<TypedId> {
        typed(try Id.range(in: dates, as: F.format, options: options))
    }

    /// The smallest and the largest id of an interval, without its end.
    ///
    /// - Throws: The errors of the overload with two bounds.
    public static func range(
        in interval: DateInterval, options: IdGenerator.Options = .init()
    ) throws(SortidError) -> ClosedRange<TypedId> {
        typed(try Id.range(in: interval, as: F.format, options: options))
    }
}
