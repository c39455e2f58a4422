internal import Albums
internal import Disk
internal import Foundation
internal import Records
package import SystemPackage
internal import Threads

/// A text file beside a photo that says which album the photo shows: `IMG_1234.txt` for `IMG_1234.jpg`, with one line as
/// `StatedAlbum` understands it. It is only read.
package struct StatementFile: Sendable {
  package let path: FilePath
  let statement: String

  /// In bytes. A longer file is something else.
  private static let longest = 4096
  private static let endings = ["txt", "TXT", "Txt"]

  /// Nil if it isn't such a file.
  package init?(at path: FilePath) {
    guard let name = path.lastComponent, !name.stem.isEmpty, Self.endings.contains(name.extension ?? ""),
      let photo = try? OpenedPhoto(path), photo.identity.size <= Int64(Self.longest),
      let text = try? Self.text(of: photo.descriptor), let statement = Self.statement(in: text)
    else { return nil }
    (self.path, self.statement) = (path, statement)
  }

  /// Why the one beside a photo of several sleeves isn't used.
  static func isUnused(_ name: String, for part: PhotoPart, _ scan: ScanID) -> String {
    """
    \(name) isn't used: it names one album, and the photo shows \(part.of) sleeves. To say which album one of them is: \
    \(Remedy.name(scan))
    """
  }

  /// The one beside a photo.
  init?(beside photo: FilePath) {
    guard let stem = photo.lastComponent?.stem else { return nil }
    let folder = photo.removingLastComponent()
    let files = Self.endings.lazy.map { folder.appending("\(stem).\($0)") }
    guard let file = files.compactMap(Self.init(at:)).first else { return nil }
    self = file
  }

  /// Nil unless there is exactly one line, and it is understood.
  static func statement(in text: String) -> String? {
    let lines = text.split(whereSeparator: \.isNewline).filter { $0.contains { !$0.isWhitespace } }
    guard lines.count == 1, let line = StatedAlbum.normalized(String(lines[0])), StatedAlbum(line) != nil else {
      return nil
    }
    return line
  }

  /// - Throws: `Errno`; nil if it isn't UTF-8.
  private static func text(of file: FileDescriptor) throws -> String? {
    let bytes = try [UInt8](unsafeUninitializedCapacity: longest) { buffer, count in
      count = try file.read(fromAbsoluteOffset: 0, into: UnsafeMutableRawBufferPointer(buffer))
    }
    // Editors put a byte order mark before it.
    let start: [UInt8] = [0xEF, 0xBB, 0xBF]
    return String(validating: bytes.starts(with: start) ? bytes.dropFirst(3) : bytes[...], as: UTF8.self)
  }
}
