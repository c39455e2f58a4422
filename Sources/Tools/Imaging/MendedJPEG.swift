internal import Glibc

/// A JPEG as libjpeg decodes it without a warning unless picture data is missing: without stray bytes in front of the
/// picture data, and with an end. Otherwise the first warning, the only one that TurboJPEG tells of, could hide another.
final class MendedJPEG {
  /// Whether the file itself has an end.
  let hasEnd: Bool
  /// Whether the last scan of each component has begun: what may be missing of a progressive picture is fine detail.
  let hasLastScans: Bool
  private(set) var count: Int
  private let file: UnsafeRawBufferPointer
  /// Nil if nothing is to be mended.
  private let copy: UnsafeMutableRawBufferPointer?
  private let zeros: Int

  var start: UnsafePointer<UInt8>? {
    (copy.map { UnsafeRawPointer($0.baseAddress!) } ?? file.baseAddress)?.assumingMemoryBound(to: UInt8.self)
  }

  /// `file` must outlive it.
  init(_ file: UnsafeRawBufferPointer) {
    self.file = file
    var (head, segments, isChanged) = ([0xFF, 0xD8] as [UInt8], JPEGSegments(file), false)
    var (adobe, components): (Int?, UInt8) = (nil, 0)
    while let (marker, body) = segments.next() {
      let at = head.count + 4
      head += [0xFF, marker, UInt8((body.count + 2) >> 8), UInt8((body.count + 2) & 0xFF)] + body
      // libjpeg warns of another revision of JFIF.
      if marker == 0xE0, body.starts(with: Array("JFIF\0".utf8)), body.count > 5, body[5] != 1 {
        (head[at + 5], isChanged) = (1, true)
      }
      if marker == 0xEE, body.starts(with: Array("Adobe".utf8)), body.count > 11 { adobe = at + 11 }
      if [0xC0, 0xC1, 0xC2, 0xC9, 0xCA].contains(marker), body.count > 5 { components = body[5] }
    }
    // The same for a color transformation that Adobe doesn't know. This is the one that libjpeg assumes.
    if let adobe, head[adobe] > 0, components == 3 || components == 4, head[adobe] != (components == 3 ? 1 : 2) {
      (head[adobe], isChanged) = (components == 3 ? 1 : 2, true)
    }
    let data = Swift.min(segments.at, file.count)
    let (end, scanned) = Self.walk(through: file, from: data)
    (hasEnd, hasLastScans) = (end != nil, scanned.count >= Swift.max(1, components))
    let rest = UnsafeRawBufferPointer(rebasing: file[data..<(end ?? file.count)])
    let zeros = rest.reversed().prefix { $0 == 0 }.count
    self.zeros = zeros > 1 ? zeros : 0
    guard !rest.isEmpty, isChanged || head.count != data || end == nil || zeros > 1 else {
      (copy, count) = (nil, file.count)
      return
    }
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: head.count + rest.count + 2, alignment: 1)
    copy.copyBytes(from: head)
    UnsafeMutableRawBufferPointer(rebasing: copy[head.count...]).copyBytes(from: rest)
    (copy[copy.count - 2], copy[copy.count - 1]) = (0xFF, 0xD9)
    (self.copy, count) = (copy, copy.count)
  }

  deinit { copy?.deallocate() }

  /// Removes the zeros in front of the end. False if there are none.
  func dropZeros() -> Bool {
    guard let copy, zeros > 0, count == copy.count else { return false }
    // A zero behind FF belongs to it.
    let end = count - 2 - zeros + (copy[count - 3 - zeros] == 0xFF ? 1 : 0)
    (copy[end], copy[end + 1]) = (0xFF, 0xD9)
    count = end + 2
    return true
  }

  /// From the first scan on: where the end-of-image marker is, and of which components there is a scan with the last
  /// bits of the highest frequency (ITU-T T.81, B.2.3).
  private static func walk(through file: UnsafeRawBufferPointer, from start: Int) -> (end: Int?, scanned: Set<UInt8>) {
    var (at, scanned) = (start, Set<UInt8>())
    while at < file.count, let base = file.baseAddress, let found = memchr(base + at, 0xFF, file.count - at) {
      at = UnsafeRawPointer(found) - base
      guard at + 3 < file.count else { return (at + 1 < file.count && file[at + 1] == 0xD9 ? at : nil, scanned) }
      switch file[at + 1] {
      case 0xD9: return (at, scanned)
      case 0xFF: at += 1
      case 0x00, 0x01, 0xD0...0xD8: at += 2
      case let marker:
        let next = at + 2 + Swift.max(2, Int(file[at + 2]) << 8 | Int(file[at + 3]))
        if marker == 0xDA, next <= file.count, next - at > 7, file[next - 2] == 63, file[next - 1] & 0xF == 0 {
          scanned.formUnion(stride(from: at + 5, to: next - 3, by: 2).map { file[$0] })
        }
        at = next
      }
    }
    return (nil, scanned)
  }
}
