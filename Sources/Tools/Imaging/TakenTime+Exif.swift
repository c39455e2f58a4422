package import ImagingProtocol

/// Finds when a camera took a photo, in its EXIF data (CIPA DC-008, 4.6.5: DateTimeOriginal, SubSecTimeOriginal,
/// OffsetTimeOriginal).
///
/// The bytes are untrusted. Only the entries of three directories at most are read, each found by one offset, and only
/// dates from 1990 to 2100 count.
extension TakenTime {
  /// Nil if the photo doesn't say.
  package init?(ofPhoto file: UnsafeRawBufferPointer) {
    guard let tiff = Self.tiff(in: file), let time = Self.time(in: TIFF(tiff)) else { return nil }
    self = time
  }

  init?(inTIFF bytes: UnsafeRawBufferPointer) {
    guard let time = Self.time(in: TIFF(bytes)) else { return nil }
    self = time
  }

  private init?(_ text: String, fraction: String?, offset: String?) {
    let parts = text.utf8.map { Int($0) - 0x30 }
    // "2026:11:21 14:03:22"
    guard parts.count == 19, [4, 7, 13, 16].allSatisfy({ parts[$0] == 10 }), parts[10] == -16 else { return nil }
    func number(_ range: Range<Int>) -> Int? {
      parts[range].allSatisfy { 0...9 ~= $0 } ? parts[range].reduce(0) { $0 * 10 + $1 } : nil
    }
    guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10), let hour = number(11..<13),
      let minute = number(14..<16), let second = number(17..<19), 1990...2100 ~= year, 1...12 ~= month, 1...31 ~= day,
      hour < 24, minute < 60, second < 61
    else { return nil }
    let seconds = ((Self.days(year, month, day) * 24 + hour) * 60 + minute) * 60 + second
    let digits = (fraction ?? "").prefix { $0.isASCII && $0.isNumber }.prefix(3)
    let part = Int(digits + String(repeating: "0", count: 3 - digits.count)) ?? 0
    let minutes = offset.flatMap(Self.minutes)
    self.init(milliseconds: (seconds - (minutes ?? 0) * 60) * 1000 + part, isAbsolute: minutes != nil)
  }

  /// "+01:00", in minutes.
  private static func minutes(ofOffset text: String) -> Int? {
    guard text.utf8.count == 6, let sign = ["+": 1, "-": -1][text.prefix(1)] else { return nil }
    let parts = text.dropFirst().split(separator: ":")
    guard parts.count == 2, parts.allSatisfy({ $0.count == 2 }), let hours = Int(parts[0]), let minutes = Int(parts[1]),
      0...14 ~= hours, 0..<60 ~= minutes
    else { return nil }
    return sign * (hours * 60 + minutes)
  }

  /// From 1 January 1970, in the Gregorian calendar.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    // The year begins in March, so that a leap day is its last.
    let (year, month) = month > 2 ? (year, month - 3) : (year - 1, month + 9)
    return year * 365 + year / 4 - year / 100 + year / 400 + (month * 153 + 2) / 5 + day - 719_469
  }

  private static func time(in tiff: TIFF?) -> TakenTime? {
    guard let tiff, let main = tiff.first, let place = tiff.value(of: 0x8769, in: main),
      let text = tiff.text(of: 0x9003, in: place)
    else { return nil }
    return TakenTime(
      text, fraction: tiff.text(of: 0x9291, in: place), offset: tiff.text(of: 0x9011, in: place))
  }

  /// The EXIF data of a file.
  private static func tiff(in file: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    switch ImageFormat(file) {
    case .jpeg: JPEGSegments.exif(in: file)
    case .png: chunk("eXIf", in: file, from: 8, isBigEndian: true)
    case .webp: chunk("EXIF", in: file, from: 12, isBigEndian: false)
    case .heic, .avif: HEIFItems(file).flatMap(inItem)
    case .gif, .other, nil: nil
    }
  }

  /// The item begins with the number of bytes before the data (ISO/IEC 23008-12, A.2.1).
  private static func inItem(_ items: HEIFItems) -> UnsafeRawBufferPointer? {
    guard let bytes = items.exif else { return nil }
    var reader = BigEndian(bytes)
    // The reader's only error is the end of the bytes; then there is no data.
    guard let skip = try? reader.number(4), (try? reader.bytes(skip)) != nil else { return nil }
    return reader.rest
  }

  /// A chunk of a PNG (a length and a name before it, a checksum behind it) or of a RIFF file (a name and a length before
  /// it, made even).
  private static func chunk(
    _ wanted: String, in file: UnsafeRawBufferPointer, from start: Int, isBigEndian: Bool
  ) -> UnsafeRawBufferPointer? {
    var at = start
    while at + 8 <= file.count {
      let head = file.loadUnaligned(fromByteOffset: at + (isBigEndian ? 0 : 4), as: UInt32.self)
      let length = Int(isBigEndian ? UInt32(bigEndian: head) : UInt32(littleEndian: head))
      let name = file[(at + (isBigEndian ? 4 : 0))..<(at + (isBigEndian ? 8 : 4))]
      guard length <= file.count - at - 8 else { return nil }
      if name.elementsEqual(wanted.utf8) { return UnsafeRawBufferPointer(rebasing: file[(at + 8)..<(at + 8 + length)]) }
      at += 8 + length + (isBigEndian ? 4 : length & 1)
    }
    return nil
  }
}
