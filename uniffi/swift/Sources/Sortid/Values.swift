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

    /// The value, if the type can hold it.
    func value<I: FixedWidthInteger>() -> I? {
        if high == 0 { return I(exactly: low) }
        let signed = Int64(bitPattern: low)
        if high == -1 && signed < 0 { return I(exactly: signed) }
        // No field of more than 64 bits is negative.
        return I.bitWidth >= 128 ? I(truncatingIfNeeded: high) << 64 | I(truncatingIfNeeded: low) : nil
    }
}
