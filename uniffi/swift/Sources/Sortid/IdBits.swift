/// The memory of a ``TypedId``.
public protocol IdBits: Hashable, Sendable {
    /// Big-endian words of 64, 64 and 32 bits, padded with zeros.
    typealias Words = (high: UInt64, middle: UInt64, low: UInt32)
    /// Stores the words within the format's width.
    init(_ words: Words)
    /// The words.
    var words: Words { get }
}

/// 8 bytes.
public struct IdBits64: IdBits {
    @usableFromInline
    let high: UInt64

    @inlinable
    public init(_ words: Words) { high = words.high }

    @inlinable
    public var words: Words { (high, 0, 0) }
}

/// 16 bytes.
public struct IdBits128: IdBits {
    @usableFromInline
    let high, low: UInt64

    @inlinable
    public init(_ words: Words) { (high, low) = (words.high, words.middle) }

    @inlinable
    public var words: Words { (high, low, 0) }
}

/// 20 bytes, for formats of 96 to 160 bits.
public struct IdBits160: IdBits {
    @usableFromInline
    let high, middle: UInt64
    @usableFromInline
    let low: UInt32

    @inlinable
    public init(_ words: Words) { (high, middle, low) = words }

    @inlinable
    public var words: Words { (high, middle, low) }
}
