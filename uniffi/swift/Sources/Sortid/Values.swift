internal import SortidGlue

extension FieldValue {
    /// Converts to two's complement of 128 bits. A value that does not fit becomes the largest,
    /// which is too wide for every field.
    init(name: String, value: some FixedWidthInteger) {
        let sign = value >> 127
        if sign == 0 || sign == -1 {
            self.init(name: name, high: Int64(truncatingIfNeeded: value >> 64), low: UInt64(truncatingIfNeeded: value))
        } else {
            self.init(name: name, high: .max, low: .max)
        }
    }
}

extension FixedWidthInteger {
    /// Converts from two's complement of 128 bits; `nil` if the value is too large for the type.
    init?(high: Int64, low: UInt64) {
        let signed = Int64(bitPattern: low)
        if high == 0 {
            self.init(exactly: low)
        } else if high == -1 && signed < 0 {
            self.init(exactly: signed)
        } else if Self.bitWidth >= 128 {
            // Fields of more than 64 bits are not negative.
            self = Self(truncatingIfNeeded: high) << 64 | Self(truncatingIfNeeded: low)
        } else {
            return nil
        }
    }
}
