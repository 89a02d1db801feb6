import Foundation
internal import SortidGlue
internal import sortidFFI

extension AnyId {
    /// Derives an id from a time and a key: equal arguments return equal ids, in every language and
    /// process.
    ///
    /// `secret` is 16 to 64 random bytes. Without it, anybody who sees an id can test a guessed
    /// key, such as an e-mail address. `namespace` distinguishes equal keys of several tables. Ids
    /// of one tick have no order.
    ///
    /// - Throws: `notApplicable` unless the format has a linear time, at least 62 other bits and no
    ///   node; `invalidLength` for an empty key or a secret of another length;
    ///   `timestampOutOfRange` for a tick outside the range of the format.
    public static func keyed(
        at time: some IdTime, key: [UInt8], as format: Format, namespace: [UInt8] = [], secret: [UInt8]? = nil
    ) throws(SortidError) -> AnyId {
        let time = try time.idTimestamp().crossing
        let (key, namespace, secret) = (Data(key), Data(namespace), secret.map { Data($0) })
        let words = try glue {
            try SortidGlue.keyed(formatCode: format.rawValue, time: time, key: key, namespace: namespace, secret: secret)
        }
        return AnyId(words)
    }

    /// Derives an id from a time and a text, as UTF-8 without normalization.
    ///
    /// - Throws: The errors of the overload with bytes.
    public static func keyed(
        at time: some IdTime, key: String, as format: Format, namespace: String = "", secret: [UInt8]? = nil
    ) throws(SortidError) -> AnyId {
        try keyed(at: time, key: Array(key.utf8), as: format, namespace: Array(namespace.utf8), secret: secret)
    }

    /// The smallest id of the tick that contains a time.
    ///
    /// - Parameter options: The epoch, layout (uuid8) and precision of the ids, if not the defaults.
    /// - Throws: `notApplicable` for a format without time; `timestampOutOfRange` for a tick
    ///   outside the range of the format; `invalidOption` for an option that the format lacks.
    @inlinable
    public static func min(
        at time: some IdTime, as format: Format, options: IdOptions = .init()
    ) throws(SortidError) -> AnyId {
        try min(try time.idTimestamp(), format, options)
    }

    @usableFromInline
    static func min(_ time: Timestamp, _ format: Format, _ options: IdOptions) throws(SortidError) -> AnyId {
        if !options.isEmpty {
            return AnyId(try glue { try minAtWith(formatCode: format.rawValue, time: time.crossing, given: options.crossing) })
        }
        return try AnyId.written(format) { sortid_mobile_min_at(time.plain, format.number, $0) }
    }

    /// The largest id of the tick that contains a time.
    ///
    /// - Parameter options: The epoch, layout (uuid8) and precision of the ids, if not the defaults.
    /// - Throws: `notApplicable` for a format without time; `timestampOutOfRange` for a tick
    ///   outside the range of the format; `invalidOption` for an option that the format lacks.
    @inlinable
    public static func max(
        at time: some IdTime, as format: Format, options: IdOptions = .init()
    ) throws(SortidError) -> AnyId {
        try max(try time.idTimestamp(), format, options)
    }

    @usableFromInline
    static func max(_ time: Timestamp, _ format: Format, _ options: IdOptions) throws(SortidError) -> AnyId {
        if !options.isEmpty {
            return AnyId(try glue { try maxAtWith(formatCode: format.rawValue, time: time.crossing, given: options.crossing) })
        }
        return try AnyId.written(format) { sortid_mobile_max_at(time.plain, format.number, $0) }
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
    @inlinable
    public static func range<T: IdTime>(
        from: T?, to: T?, as format: Format, options: IdOptions = .init()
    ) throws(SortidError) -> ClosedRange<AnyId> {
        try range(try from?.idTimestamp(), try to?.idTimestamp(), format, options)
    }

    @usableFromInline
    static func range(
        _ from: Timestamp?, _ to: Timestamp?, _ format: Format, _ options: IdOptions
    ) throws(SortidError) -> ClosedRange<AnyId> {
        guard options.isEmpty, let from, let to else { return try rangeByOptions(from, to, format, options) }
        var (min, max) = (sortid_mobile_id(), sortid_mobile_id())
        let status = sortid_mobile_range(from.plain, to.plain, format.number, nil, 0, &min, &max)
        // This call throws the error.
        if status != 0 { return try rangeByOptions(from, to, format, options) }
        // The core returns them in order; `...` would compare them again.
        return ClosedRange(uncheckedBounds: (AnyId(format, min), AnyId(format, max)))
    }

    @inline(never)
    private static func rangeByOptions(
        _ from: Timestamp?, _ to: Timestamp?, _ format: Format, _ options: IdOptions
    ) throws(SortidError) -> ClosedRange<AnyId> {
        let bounds = try glue {
            try SortidGlue.range(
                formatCode: format.rawValue, from: from?.crossing, to: to?.crossing, given: options.crossing)
        }
        return AnyId(bounds.min)...AnyId(bounds.max)
    }

    /// The smallest and the largest id of a half-open range of times.
    ///
    /// - Throws: The errors of the overload with two bounds.
    public static func range(
        in times: Range<some IdTime>, as format: Format, options: IdOptions = .init()
    ) throws(SortidError) -> ClosedRange<AnyId> {
        try range(from: times.lowerBound, to: times.upperBound, as: format, options: options)
    }

    /// The smallest and the largest id of an interval, without its end.
    ///
    /// - Throws: The errors of the overload with two bounds.
    public static func range(
        in interval: DateInterval, as format: Format, options: IdOptions = .init()
    ) throws(SortidError) -> ClosedRange<AnyId> {
        try range(from: interval.start, to: interval.end, as: format, options: options)
    }

    /// The smallest and the largest id whose canonical text begins with a prefix.
    ///
    /// - Throws: `invalidLength` for an empty prefix or one longer than the text;
    ///   `invalidCharacter` with the offset; `outOfRange` if no id begins with the prefix;
    ///   `invalidVariant` and `invalidVersion` if the prefix contains a wrong variant or version.
    public static func range(prefix: String, as format: Format) throws(SortidError) -> ClosedRange<AnyId> {
        let bounds = try glue { try prefixRange(formatCode: format.rawValue, prefix: prefix) }
        return AnyId(bounds.min)...AnyId(bounds.max)
    }
}

extension ClosedRange<AnyId> {
    /// The bounds as ids of a type, in the same order.
    @inlinable
    func map<T: Id>(_ convert: (AnyId) -> T) -> ClosedRange<T> {
        ClosedRange<T>(uncheckedBounds: (convert(lowerBound), convert(upperBound)))
    }
}

extension TypedId {
    /// The smallest and the largest id whose canonical text begins with a prefix.
    ///
    /// - Throws: `invalidLength` for an empty prefix or one longer than the text;
    ///   `invalidCharacter` with the offset; `outOfRange` if no id begins with the prefix;
    ///   `invalidVariant` and `invalidVersion` if the prefix contains a wrong variant or version.
    public static func range(prefix: String) throws(SortidError) -> ClosedRange<TypedId> {
        try AnyId.range(prefix: prefix, as: F.format).map(TypedId.init(unchecked:))
    }
}

extension TypedId where F: TimedIdFormat {
    /// Derives an id from a time and a key: see ``AnyId``.
    ///
    /// - Throws: `notApplicable` unless the format has a linear time, at least 62 other bits and no
    ///   node; `invalidLength` for an empty key or a secret of another length;
    ///   `timestampOutOfRange` for a tick outside the range of the format.
    public static func keyed(
        at time: some IdTime, key: [UInt8], namespace: [UInt8] = [], secret: [UInt8]? = nil
    ) throws(SortidError) -> TypedId {
        TypedId(unchecked: try AnyId.keyed(at: time, key: key, as: F.format, namespace: namespace, secret: secret))
    }

    /// Derives an id from a time and a text, as UTF-8 without normalization.
    ///
    /// - Throws: The errors of the overload with bytes.
    public static func keyed(
        at time: some IdTime, key: String, namespace: String = "", secret: [UInt8]? = nil
    ) throws(SortidError) -> TypedId {
        TypedId(unchecked: try AnyId.keyed(at: time, key: key, as: F.format, namespace: namespace, secret: secret))
    }

    /// The smallest id of the tick that contains a time.
    ///
    /// - Throws: `timestampOutOfRange` for a tick outside the range of the format; `invalidOption`
    ///   for an option that the format lacks.
    @inlinable
    public static func min(at time: some IdTime, options: IdOptions = .init()) throws(SortidError) -> TypedId {
        TypedId(unchecked: try AnyId.min(at: time, as: F.format, options: options))
    }

    /// The largest id of the tick that contains a time.
    ///
    /// - Throws: `timestampOutOfRange` for a tick outside the range of the format; `invalidOption`
    ///   for an option that the format lacks.
    @inlinable
    public static func max(at time: some IdTime, options: IdOptions = .init()) throws(SortidError) -> TypedId {
        TypedId(unchecked: try AnyId.max(at: time, as: F.format, options: options))
    }

    /// The smallest and the largest id of the half-open interval from `from` to before `to`: see
    /// ``AnyId``.
    ///
    /// - Throws: `invalidOption` for an empty interval, and for an option that the format lacks;
    ///   `timestampOutOfRange` for a tick outside the range of the format.
    @inlinable
    public static func range<T: IdTime>(
        from: T?, to: T?, options: IdOptions = .init()
    ) throws(SortidError) -> ClosedRange<TypedId> {
        try AnyId.range(from: from, to: to, as: F.format, options: options).map(TypedId.init(unchecked:))
    }

    /// The smallest and the largest id of a half-open range of times.
    ///
    /// - Throws: The errors of the overload with two bounds.
    public static func range(
        in times: Range<some IdTime>, options: IdOptions = .init()
    ) throws(SortidError) -> ClosedRange<TypedId> {
        try range(from: times.lowerBound, to: times.upperBound, options: options)
    }

    /// The smallest and the largest id of an interval, without its end.
    ///
    /// - Throws: The errors of the overload with two bounds.
    public static func range(
        in interval: DateInterval, options: IdOptions = .init()
    ) throws(SortidError) -> ClosedRange<TypedId> {
        try range(from: interval.start, to: interval.end, options: options)
    }
}
