extension IdGenerator.Options {
    /// A length of time, or none that ends it: `.milliseconds(20)`, `.unlimited`.
    ///
    /// It stands for `Duration`, which older systems lack; from one it is made where there is.
    public struct TimeSpan: Hashable, Sendable {
        /// Whole seconds, and nanoseconds of the next; `nil` without an end.
        let length: Length?

        struct Length: Hashable {
            let seconds: Int64
            let nanos: Int64

            /// How many parts of a second these are, if it is a whole number of 64 bits.
            func count(perSecond: Int64) -> Int64? {
                let (whole, rest) = nanos.quotientAndRemainder(dividingBy: Self.nanosPerSecond / perSecond)
                let (most, overflow) = seconds.multipliedReportingOverflow(by: perSecond)
                let (count, overflows) = most.addingReportingOverflow(whole)
                return rest == 0 && !overflow && !overflows ? count : nil
            }

            static let nanosPerSecond: Int64 = 1_000_000_000
        }

        init(_ count: Int64, perSecond: Int64) {
            let (seconds, rest) = count.quotientAndRemainder(dividingBy: perSecond)
            length = Length(seconds: seconds, nanos: rest * (Length.nanosPerSecond / perSecond))
        }

        private init(length: Length?) {
            self.length = length
        }

        /// So many seconds.
        public static func seconds(_ count: Int64) -> TimeSpan { TimeSpan(count, perSecond: 1) }

        /// So many milliseconds.
        public static func milliseconds(_ count: Int64) -> TimeSpan { TimeSpan(count, perSecond: 1_000) }

        /// So many microseconds.
        public static func microseconds(_ count: Int64) -> TimeSpan { TimeSpan(count, perSecond: 1_000_000) }

        /// So many nanoseconds.
        public static func nanoseconds(_ count: Int64) -> TimeSpan { TimeSpan(count, perSecond: Length.nanosPerSecond) }

        /// However long.
        public static let unlimited = TimeSpan(length: nil)

        /// A duration, without what is left of its last nanosecond.
        @available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
        public init(_ duration: Duration) {
            let (seconds, attoseconds) = duration.components
            length = Length(seconds: seconds, nanos: attoseconds / 1_000_000_000)
        }

        /// The duration; `nil` without an end.
        @available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
        public var duration: Duration? {
            length.map { .seconds($0.seconds) + .nanoseconds($0.nanos) }
        }
    }
}
