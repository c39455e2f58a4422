package import FoundationEssentials

/// The EXIF that phones write into photos: a camera, an orientation, a place (EXIF 2.3, an APP1 segment).
package struct ExifBlock: Sendable {
  /// 1 to 8, or nil to say nothing of it.
  package var orientation: Int?
  /// Whether a place is written.
  package var gps: Bool
  /// When the photo was taken, as cameras write it: `2026:11:21 14:03:22`; nil to say nothing of it.
  package var taken: String?
  /// How much later, in parts of a second: `250`.
  package var fraction: String?
  /// The zone of that time: `+01:00`.
  package var offset: String?

  package init(
    orientation: Int? = nil, gps: Bool = true, taken: String? = nil, fraction: String? = nil, offset: String? = nil
  ) {
    self.orientation = orientation
    self.gps = gps
    self.taken = taken
    self.fraction = fraction
    self.offset = offset
  }

  /// A JPEG with this behind its first two bytes.
  package func added(to jpeg: Data) -> Data { jpeg.prefix(2) + segment + jpeg.dropFirst(2) }

  /// Words that are in the EXIF and may be nowhere else: who finds them in a request or a bundle has found a leak.
  package static let cameraMarker = "PHONECAM-LEAK-5C1D"
  package static let placeMarker = "GPSPLACE-LEAK-7F3A"

  /// The segment with its marker, ready to stand behind the first two bytes of a JPEG.
  var segment: Data {
    let tiff = tiff
    let length = tiff.count + 8
    return Data([0xff, 0xe1, UInt8(length >> 8), UInt8(length & 255)]) + Data("Exif\0\0".utf8) + tiff
  }

  private struct Entry {
    var tag: UInt16
    /// 2 text, 3 short, 4 long, 5 rational.
    var type: UInt16
    var count: Int
    var value: [UInt8]
  }

  /// The data itself, as other formats than JPEG hold it.
  package var tiff: Data {
    var directory = [text(0x010f, Self.cameraMarker), text(0x0110, "Drawn Phone 9")]
    if let orientation { directory.append(Entry(tag: 0x0112, type: 3, count: 1, value: short(orientation) + [0, 0])) }
    directory.append(text(0x0132, "2026:11:21 14:03:22"))
    let place = [
      text(0x01, "N"), degrees(0x02, 52, 31, 12), text(0x03, "E"), degrees(0x04, 13, 24, 36),
      text(0x1c, Self.placeMarker),
    ]
    var bytes: [UInt8] = Array("MM".utf8) + short(42) + long(8)
    if let taken {
      let camera =
        [text(0x9003, taken)] + (offset.map { [text(0x9011, $0)] } ?? []) + (fraction.map { [text(0x9291, $0)] } ?? [])
      let pointer = { (offset: Int) in Entry(tag: 0x8769, type: 4, count: 1, value: long(offset)) }
      let end = 8 + encoded(directory + [pointer(0)], at: 8).count
      // Without a place: it would follow here.
      bytes += encoded(directory + [pointer(end)], at: 8)
      return Data(bytes + encoded(camera, at: end))
    }
    guard gps else { return Data(bytes + encoded(directory, at: 8)) }
    // The pointer's own value doesn't change the directory's length, so that a first pass with 0 tells where it ends.
    let pointer = { (offset: Int) in Entry(tag: 0x8825, type: 4, count: 1, value: long(offset)) }
    let end = 8 + encoded(directory + [pointer(0)], at: 8).count
    bytes += encoded(directory + [pointer(end)], at: 8)
    return Data(bytes + encoded(place, at: end))
  }

  /// A directory followed by the values that don't fit into their entries.
  private func encoded(_ entries: [Entry], at start: Int) -> [UInt8] {
    var table = short(entries.count)
    var values: [UInt8] = []
    let behind = start + 2 + entries.count * 12 + 4
    for entry in entries {
      table += short(Int(entry.tag)) + short(Int(entry.type)) + long(entry.count)
      if entry.value.count <= 4 {
        table += entry.value + [UInt8](repeating: 0, count: 4 - entry.value.count)
      } else {
        table += long(behind + values.count)
        values += entry.value
      }
    }
    return table + long(0) + values
  }

  private func text(_ tag: UInt16, _ text: String) -> Entry {
    Entry(tag: tag, type: 2, count: text.utf8.count + 1, value: Array(text.utf8) + [0])
  }

  private func degrees(_ tag: UInt16, _ degrees: Int, _ minutes: Int, _ seconds: Int) -> Entry {
    Entry(
      tag: tag, type: 5, count: 3,
      value: long(degrees) + long(1) + long(minutes) + long(1) + long(seconds) + long(1))
  }

  private func short(_ value: Int) -> [UInt8] { [UInt8(value >> 8 & 255), UInt8(value & 255)] }
  private func long(_ value: Int) -> [UInt8] { short(value >> 16) + short(value) }
}
