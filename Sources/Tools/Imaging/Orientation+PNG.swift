internal import CZlib

/// The orientation in a PNG's texts: programs that don't know `eXIf` put EXIF data or XMP there. The bytes are
/// untrusted, and libpng would inflate them all, so only the beginning of a few is read (PNG specification, 11.3.3).
extension Orientation {
  /// In bytes, inflated.
  private static let longestText = 1 << 18
  private static let mostTexts = 8

  /// What EXIF data says counts more than XMP, and XMP more than a plain text.
  static func inTexts(ofPNG file: UnsafeRawBufferPointer) -> Orientation? {
    var (xmp, plain): (Orientation?, Orientation?) = (nil, nil)
    var (at, count) = (8, 0)
    while at + 12 <= file.count, count < mostTexts {
      let length = Int(UInt32(bigEndian: file.loadUnaligned(fromByteOffset: at, as: UInt32.self)))
      let name = String(decoding: file[at + 4..<at + 8], as: UTF8.self)
      let body = UnsafeRawBufferPointer(rebasing: file[at + 8..<min(file.count, at + 8 + length)])
      at += 12 + length
      guard ["tEXt", "zTXt", "iTXt"].contains(name) else { continue }
      let keyword = String(decoding: body.prefix(80).prefix { $0 != 0 }, as: UTF8.self).lowercased()
      let rest = UnsafeRawBufferPointer(rebasing: body.dropFirst(keyword.utf8.count + 1))
      switch keyword {
      case "raw profile type exif", "raw profile type app1":
        let data = unhexed(text(rest, of: name))
        if let found = data.withUnsafeBytes({ of(tiff: $0) }) { return found }
        xmp = xmp ?? orientation(inXMP: data)
      case "raw profile type xmp": xmp = xmp ?? orientation(inXMP: unhexed(text(rest, of: name)))
      case "xml:com.adobe.xmp": xmp = xmp ?? orientation(inXMP: text(rest, of: name))
      case "orientation", "exif:orientation", "tiff:orientation":
        plain = plain ?? orientation(text(rest, of: name)[...])
      default: continue
      }
      count += 1
    }
    return xmp ?? plain
  }

  /// The text itself, without what stands before it.
  private static func text(_ body: UnsafeRawBufferPointer, of chunk: String) -> [UInt8] {
    var rest = body[...]
    var isDeflated = chunk == "zTXt"
    if chunk == "iTXt" {
      isDeflated = rest.first == 1
      // The flag and the method, then a language and the keyword in it, each of which ends with a zero.
      rest = rest.dropFirst(2)
      for _ in 0..<2 { rest = rest.drop { $0 != 0 }.dropFirst() }
    } else if isDeflated {
      rest = rest.dropFirst()
    }
    guard isDeflated else { return Array(rest.prefix(longestText)) }
    var count = UInt(longestText)
    let source = UnsafeRawBufferPointer(rebasing: rest).bindMemory(to: UInt8.self)
    var inflated = [UInt8](repeating: 0, count: longestText)
    // What fits is there even if the result is an error.
    _ = uncompress(&inflated, &count, source.baseAddress, UInt(source.count))
    return Array(inflated.prefix(Int(min(count, UInt(longestText)))))
  }

  /// The bytes of a "raw profile": its name, its length, and its digits, each on lines of their own.
  private static func unhexed(_ text: [UInt8]) -> [UInt8] {
    let lines = text.split(separator: UInt8(ascii: "\n"), maxSplits: 2)
    guard lines.count == 3 else { return [] }
    let digits = lines[2].compactMap { Character(UnicodeScalar($0)).hexDigitValue }
    return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }

  /// As an attribute or an element (XMP specification, part 1, 7).
  private static func orientation(inXMP text: [UInt8]) -> Orientation? {
    text.firstRange(of: Array("tiff:Orientation".utf8)).flatMap { orientation(text[$0.upperBound...]) }
  }

  /// A single digit, after at most a few signs and spaces.
  private static func orientation(_ text: ArraySlice<UInt8>) -> Orientation? {
    let rest = text.drop { " \t\r\n=\"'>".utf8.contains($0) }
    let digits = rest.prefix { 0x30...0x39 ~= $0 }
    return digits.count == 1 ? digits.first.flatMap { Orientation(rawValue: UInt16($0 - 0x30)) } : nil
  }
}
