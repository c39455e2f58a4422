internal import CFeatures

/// The descriptors within encoded features.
struct Descriptors {
  private let start: UnsafeRawPointer
  let count: Int

  static let length = Int(CFEATURES_LENGTH)
  /// The bytes from one descriptor to the next.
  static let stride = MemoryLayout<cfeature>.stride

  /// - Parameter features: encoded; must outlive this value.
  init(in features: UnsafeRawBufferPointer) {
    let head = MemoryLayout<cfeatures_head>.size
    start = features.baseAddress! + min(features.count, head + MemoryLayout<cfeature>.offset(of: \.descriptor)!)
    let said = features.count < head ? 0 : Int(features.loadUnaligned(as: cfeatures_head.self).count)
    count = max(0, min(said, (features.count - head) / Self.stride))
  }

  subscript(index: Int) -> UnsafePointer<UInt8> {
    (start + index * Self.stride).assumingMemoryBound(to: UInt8.self)
  }
}

/// The dot products of one descriptor with many: the larger, the more similar.
func products(
  of descriptor: UnsafePointer<UInt8>, with others: UnsafePointer<UInt8>, count: Int,
  into sums: UnsafeMutablePointer<Int32>
) {
  cfeatures_products(descriptor, others, Int32(Descriptors.length), Int32(count), sums)
}
