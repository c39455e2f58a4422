internal import CFeatures
internal import FoundationEssentials

/// The format of features in the protocol and in files. Only code that compares them needs to know their contents.
enum FeatureFormat {
  /// The most features of one picture.
  static let most = 3000
  /// The side of the tiny picture, in pixels.
  static let tinySide = 240

  private static var head: Int { MemoryLayout<cfeatures_head>.size }
  private static var feature: Int { MemoryLayout<cfeature>.stride }

  /// In bytes.
  static var largest: Int { head + most * feature + tinySide * tinySide }

  /// The number of features according to the header.
  static func count(of features: Data) -> Int {
    guard features.count >= head else { return 0 }
    return Int(features.withUnsafeBytes { $0.loadUnaligned(as: cfeatures_head.self) }.count)
  }

  /// The corners of the sleeve in a photo's features, in fractions of its width and height; nil if there is none.
  static func sleeve(in features: Data) -> [SIMD2<Double>]? {
    guard features.count >= head else { return nil }
    let start = features.withUnsafeBytes { $0.loadUnaligned(as: cfeatures_head.self) }
    let parts = withUnsafeBytes(of: start.sleeve) { $0.bindMemory(to: UInt16.self).map { Double($0) / 65_535 } }
    guard parts.contains(where: { $0 > 0 }) else { return nil }
    return stride(from: 0, to: parts.count, by: 2).map { SIMD2(parts[$0], parts[$0 + 1]) }
  }

  /// Whether the length is the one in the header, and the header is plausible.
  static func holds(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= head, bytes.count <= largest else { return false }
    let start = bytes.withUnsafeBytes { $0.loadUnaligned(as: cfeatures_head.self) }
    return start.width > 0 && start.height > 0 && start.count <= most && bytes.count == cfeatures_size(start)
  }
}
