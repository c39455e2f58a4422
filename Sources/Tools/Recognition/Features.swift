internal import CFeatures

/// What a picture can be recognised by: points, and what is around each of them.
package struct Features: Sendable {
  /// The size of the picture in which they were found, in pixels.
  package let width: Int
  package let height: Int
  private let found: [cfeature]
  /// The picture itself, at a glance.
  let tiny: TinyPicture
  /// Of a cover: how many of its places are found again where it is small and faint. Zero of a photo.
  let sturdiness: Int

  package var count: Int { found.count }

  init(width: Int, height: Int, _ found: [cfeature], _ tiny: TinyPicture, sturdiness: Int = 0) {
    self.width = width
    self.height = height
    self.found = found
    self.tiny = tiny
    self.sturdiness = sturdiness
  }

  func withFeatures<Value>(_ body: (UnsafeBufferPointer<cfeature>) -> Value) -> Value {
    found.withUnsafeBufferPointer(body)
  }

  /// Where one of them is, in pixels.
  func place(of index: Int) -> Point {
    Point(
      x: Double(found[index].x) / 65_535 * Double(width), y: Double(found[index].y) / 65_535 * Double(height))
  }
}

extension Features {
  /// For pipes and files: a head, then the features as they lie in memory.
  package var encoded: [UInt8] {
    let head = cfeatures_head(
      width: UInt16(width), height: UInt16(height), count: UInt16(found.count), sturdiness: UInt16(sturdiness),
      tiny_width: UInt8(tiny.width), tiny_height: UInt8(tiny.height))
    return withUnsafeBytes(of: head) { Array($0) } + found.withUnsafeBytes { Array($0) } + tiny.samples
  }

  /// Nil for bytes that hold no features, or half of them.
  package init?(encoded bytes: some Collection<UInt8>) {
    let headSize = MemoryLayout<cfeatures_head>.size
    var head = cfeatures_head()
    withUnsafeMutableBytes(of: &head) { $0.copyBytes(from: bytes.prefix(headSize)) }
    let size = Int(head.count) * MemoryLayout<cfeature>.stride
    guard bytes.count == cfeatures_size(head), head.width > 0, head.height > 0, head.tiny_width > 0,
      head.tiny_height > 0
    else { return nil }
    self.init(
      width: Int(head.width), height: Int(head.height),
      [cfeature](unsafeUninitializedCapacity: Int(head.count)) { room, count in
        UnsafeMutableRawBufferPointer(room).copyBytes(from: bytes.dropFirst(headSize).prefix(size))
        count = Int(head.count)
      },
      TinyPicture(
        width: Int(head.tiny_width), height: Int(head.tiny_height), samples: Array(bytes.dropFirst(headSize + size))),
      sturdiness: Int(head.sturdiness))
  }
}
