internal import CFeatures
internal import FoundationEssentials

/// The shape of features on the wire and in files; what they say is for those who compare them.
enum FeatureFormat {
  /// In one picture.
  static let most = 1800
  /// Pixels on a side of the tiny picture.
  static let tinySide = 160

  private static var head: Int { MemoryLayout<cfeatures_head>.size }
  private static var feature: Int { MemoryLayout<cfeature>.stride }

  /// Bytes.
  static var largest: Int { head + most * feature + tinySide * tinySide }

  /// How many the head announces.
  static func count(of features: Data) -> Int {
    guard features.count >= head else { return 0 }
    return Int(features.withUnsafeBytes { $0.loadUnaligned(as: cfeatures_head.self) }.count)
  }

  /// The length is the one that the head states, and the head states nothing absurd.
  static func holds(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= head, bytes.count <= largest else { return false }
    let start = bytes.withUnsafeBytes { $0.loadUnaligned(as: cfeatures_head.self) }
    return start.width > 0 && start.height > 0 && start.count <= most && bytes.count == cfeatures_size(start)
  }
}
