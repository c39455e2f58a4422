import FoundationEssentials

/// Features that nothing was made of: heads and descriptors as the imaging process writes them.
enum SampleFeatures {
  /// Bytes before the first feature.
  static let head = 26

  static func make(_ count: Int, seed: Int = 1) -> Data {
    var bytes: [UInt8] = [128, 2, 224, 1, UInt8(count & 255), UInt8(count >> 8)]
    bytes += [UInt8](repeating: 0, count: head - bytes.count)
    var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
    for _ in 0..<count * 132 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      bytes.append(UInt8(state >> 56) & 0x1F)
    }
    return Data(bytes)
  }
}
