extension IdOptions {
    /// A length of time, or no limit: `.milliseconds(20)`, `.unlimited`.
    ///
    /// It replaces `Duration`, which older systems lack, and converts from it.
    public struct TimeSpan: Hashable, Sendable {
        /// Whole seconds, and the rest in nanoseconds; `nil` if unlimited.
        let length: Length?

        struct Length: Hashable {
            let seconds: Int64
            let nanos: Int64

            /// The number of units, with `perSecond` units a second; `nil` unless it is a whole
            /// number of 64 bits.
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

        /// A number of seconds.
        public static func seconds(_ count: Int) -> TimeSpan { TimeSpan(Int64(count), perSecond: 1) }

        /// A number of milliseconds.
        public static func milliseconds(_ count: Int) -> TimeSpan { TimeSpan(Int64(count), perSecond: 1_000) }

        /// A number of microseconds.
        public static func microseconds(_ count: Int) -> TimeSpan { TimeSpan(Int64(count), perSecond: 1_000_000) }

        /// A number of nanoseconds.
        public static func nanoseconds(_ count: Int) -> TimeSpan { TimeSpan(Int64(count), perSecond: Length.nanosPerSecond) }

        /// No limit.
        public static let unlimited = TimeSpan(length: nil)

        /// Converts a duration, truncated to nanoseconds.
        @available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
        public init(_ duration: Duration) {
            let (seconds, attoseconds) = duration.components
            length = Length(seconds: seconds, nanos: attoseconds / 1_000_000_000)
        }

        /// The duration; `nil` if unlimited.
        @available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
        public var duration: Duration? {
            length.map { .seconds($0.seconds) + .nanoseconds($0.nanos) }
        }
    }
}
