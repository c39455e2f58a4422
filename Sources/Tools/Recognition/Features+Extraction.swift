internal import CFeatures
internal import CRecognition

/// OpenCV gave up on a picture.
package struct ExtractionFailure: Error, Equatable, Sendable {}

extension Features {
  /// Pixels on the long side of a picture in which features are looked for. Real photos of covers were all recognised at
  /// 480 and 640, one in a hundred not at 1024; at 480 more wrong covers came near to being accepted.
  package static let longSide = 640
  /// A photo shows other things beside the cover; with half of both numbers wrong covers begin to pass.
  package static let mostInPhoto = 1200
  package static let mostInCover = 600

  /// Before the first extraction, and before a wall that files and threads can't pass.
  package static func prepare() { crecognition_prepare() }

  /// The strongest features of a gray picture.
  ///
  /// - Parameters:
  ///   - gray: its rows from top to bottom, one after the other.
  ///   - most: how many to look for.
  package init(ofGray gray: [UInt8], width: Int, height: Int, most: Int) throws(ExtractionFailure) {
    guard width > 0, height > 0, gray.count == width * height, width <= 65_535, height <= 65_535 else {
      throw ExtractionFailure()
    }
    var failed = false
    let found = [cfeature](unsafeUninitializedCapacity: most) { room, count in
      // The two C targets, of which neither knows the other, give a feature the same bytes.
      let result = room.withMemoryRebound(to: crecognition_feature.self) {
        crecognition_features(gray, Int32(width), Int32(height), Int32(most), $0.baseAddress)
      }
      failed = result < 0
      count = max(0, Int(result))
    }
    if failed { throw ExtractionFailure() }
    self.init(width: width, height: height, found)
  }
}
