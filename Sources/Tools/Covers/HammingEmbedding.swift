/// A 64-bit signature of a descriptor: on which side of its word's center it lies, in 64 directions (Hamming embedding:
/// Jégou, Douze, and Schmid 2008). Similar descriptors of the same word differ in few bits.
///
/// A word alone isn't specific enough: among 10,000 covers, each word occurs on hundreds.
struct HammingEmbedding: ~Copyable {
  /// The directions: in each, half of the numbers are added and the other half subtracted. They never change. The last
  /// row adds all.
  private let masks: UnsafeMutablePointer<UInt8>
  private let sums: UnsafeMutablePointer<Int32>

  static let bits = 64

  init() {
    masks = .allocate(capacity: (Self.bits + 1) * Descriptors.length)
    sums = .allocate(capacity: Self.bits + 1)
    var state: UInt64 = 0x5EED_0F_C0_FFEE
    for at in 0..<Self.bits * Descriptors.length {
      // Knuth's MMIX generator; its upper bits are random enough for this.
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      masks[at] = UInt8(state >> 63)
    }
    (masks + Self.bits * Descriptors.length).initialize(repeating: 1, count: Descriptors.length)
  }

  deinit {
    masks.deallocate()
    sums.deallocate()
  }

  /// The descriptor's component in each direction; valid until the next call.
  func directions(of descriptor: UnsafePointer<UInt8>) -> UnsafePointer<Int32> {
    products(of: descriptor, with: masks, count: Self.bits + 1, into: sums)
    let all = sums[Self.bits]
    for at in 0..<Self.bits { sums[at] = 2 * sums[at] - all }
    return UnsafePointer(sums)
  }

  /// - Parameter middle: the components of a word's center.
  static func signature(_ directions: UnsafePointer<Int32>, around middle: UnsafePointer<Int16>) -> UInt64 {
    var signature: UInt64 = 0
    for at in 0..<bits where directions[at] > Int32(middle[at]) { signature |= 1 << UInt64(at) }
    return signature
  }
}
