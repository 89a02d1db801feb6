internal import SortidGlue

extension FieldValue {
    /// A value in two's complement of 128 bits; one that does not fit is the largest, which no field holds.
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
    /// The value of a field in two's complement of 128 bits, if the type can hold it.
    init?(high: Int64, low: UInt64) {
        let signed = Int64(bitPattern: low)
        if high == 0 {
            self.init(exactly: low)
        } else if high == -1 && signed < 0 {
            self.init(exactly: signed)
        } else if Self.bitWidth >= 128 {
            // No field of more than 64 bits is negative.
            self = Self(truncatingIfNeeded: high) << 64 | Self(truncatingIfNeeded: low)
        } else {
            return nil
        }
    }
}
