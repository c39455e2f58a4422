import FoundationEssentials

/// The size of a JPEG by its frame header (ITU-T T.81, B.2.2), independent of the libraries that wrote it.
struct JPEGSize: Equatable {
  let width: Int
  let height: Int

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// Nil for what is no whole JPEG.
  init?(_ data: Data) {
    let bytes = Array(data)
    guard bytes.starts(with: [0xFF, 0xD8]), bytes.suffix(2) == [0xFF, 0xD9] else { return nil }
    var place = 2
    while place + 9 < bytes.count, bytes[place] == 0xFF {
      let marker = bytes[place + 1]
      if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
        height = Int(bytes[place + 5]) << 8 | Int(bytes[place + 6])
        width = Int(bytes[place + 7]) << 8 | Int(bytes[place + 8])
        return
      }
      place += 2 + (Int(bytes[place + 2]) << 8 | Int(bytes[place + 3]))
    }
    return nil
  }
}
