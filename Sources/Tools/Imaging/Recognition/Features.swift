internal import CFeatures

/// The features of a picture: points, with descriptors of their surroundings.
package struct Features: Sendable {
  /// The size in pixels of the picture in which they were found.
  package let width: Int
  package let height: Int
  private let found: [cfeature]
  /// The picture itself, much reduced.
  let tiny: TinyPicture
  /// For a cover: how many of its points are found again when it is small and faint. Zero for a photo.
  let sturdiness: Int
  /// For a photo: the corners of its sleeve in fractions of the width and height; nil if none was found.
  let sleeve: Quad?
  /// The local contrast of that sleeve, with each of its four sides up.
  let sleeveContrasts: [LocalContrast]
  /// The overall tones of that sleeve, likewise.
  let sleeveTones: [ToneGrid]

  package var count: Int { found.count }

  init(
    width: Int, height: Int, _ found: [cfeature], _ tiny: TinyPicture, sturdiness: Int = 0, sleeve: Quad? = nil
  ) {
    self.width = width
    self.height = height
    self.found = found
    self.tiny = tiny
    self.sturdiness = sturdiness
    self.sleeve = sleeve
    let turned = sleeve.map { sleeve in (0..<4).map { sleeve.turned(by: $0) } } ?? []
    sleeveContrasts = turned.map { LocalContrast(of: tiny, at: $0) }
    sleeveTones = turned.map { ToneGrid(side: FineAlignment.overall, of: tiny, at: $0) }
  }

  func withFeatures<Value>(_ body: (UnsafeBufferPointer<cfeature>) -> Value) -> Value {
    found.withUnsafeBufferPointer(body)
  }

  /// The cosine of the angle between the descriptors of a feature and one of another picture, from 0 to 1.
  func similarity(of index: Int, to other: Int, in picture: Features) -> Double {
    withFeatures { own in
      picture.withFeatures { others in
        withUnsafeBytes(of: own[index].descriptor) { one in
          withUnsafeBytes(of: others[other].descriptor) { two in
            var product: Int32 = 0
            cfeatures_products(
              one.bindMemory(to: UInt8.self).baseAddress, two.bindMemory(to: UInt8.self).baseAddress, 0, 1, &product)
            // Descriptors are 256 times unit vectors.
            return Double(product) / 65_536
          }
        }
      }
    }
  }

  /// The feature's position in pixels.
  func place(of index: Int) -> Point {
    Point(Double(found[index].x) / 65_535 * Double(width), Double(found[index].y) / 65_535 * Double(height))
  }
}

extension Features {
  /// For pipes and files: a header, then the features as they are in memory.
  package var encoded: [UInt8] {
    var head = cfeatures_head()
    (head.width, head.height, head.count) = (UInt16(width), UInt16(height), UInt16(found.count))
    (head.tiny_width, head.tiny_height) = (UInt8(tiny.width), UInt8(tiny.height))
    head.sturdiness = UInt16(sturdiness)
    if let sleeve {
      withUnsafeMutableBytes(of: &head.sleeve) {
        for (index, part) in sleeve.corners.flatMap({ [$0.x, $0.y] }).enumerated() {
          $0.bindMemory(to: UInt16.self)[index] = UInt16((max(0, min(1, part)) * 65_535).rounded())
        }
      }
    }
    return withUnsafeBytes(of: head) { Array($0) } + found.withUnsafeBytes { Array($0) } + tiny.samples
  }

  /// Nil if the bytes don't contain complete features.
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
      sturdiness: Int(head.sturdiness), sleeve: Quad(of: head))
  }
}

extension Quad {
  /// Nil if the header isn't that of a picture's features.
  fileprivate init?(of head: cfeatures_head) {
    let parts = withUnsafeBytes(of: head.sleeve) { $0.bindMemory(to: UInt16.self).map { Double($0) / 65_535 } }
    guard parts.contains(where: { $0 > 0 }) else { return nil }
    self.init(stride(from: 0, to: 8, by: 2).map { Point(parts[$0], parts[$0 + 1]) })
  }
}
