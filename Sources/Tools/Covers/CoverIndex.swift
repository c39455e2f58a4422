internal import CFeatures
package import FoundationEssentials
internal import Glibc
package import SystemPackage

/// The known covers as of the moment the file was opened: their keys and their features.
///
/// It maps the file and keeps little in memory. Open it, search it, and release it.
package struct CoverIndex: Sendable {
  /// In the order in which they were added. An index into this array is a cover's number until the file is opened
  /// again.
  package let covers: [KnownCover]
  let path: FilePath
  let birth: UInt64
  let end: Int
  let mapping: Mapping
  /// Nil if there are none, or if they belong to another file.
  let words: VisualWords?

  /// Nil if there is no such file, or only a part of its header, which a crash or a starting writer may leave. Then no
  /// cover is known.
  package init?(at path: FilePath) throws(CoverIndexError) {
    let file: FileDescriptor
    do {
      file = try FileDescriptor.open(path, .readOnly, options: .closeOnExec)
    } catch {
      let errno = error as? Errno ?? .ioError
      if errno == .noSuchFileOrDirectory { return nil }
      throw .file(path, errno)
    }
    var status = stat()
    guard fstat(file.rawValue, &status) != 0 || Int(status.st_size) >= CoverFormat.headSize else {
      // The file was only read, so closing can't lose anything.
      try? file.close()
      return nil
    }
    let outcome: Result<(CoverScan, Mapping), CoverIndexError>
    do throws(CoverIndexError) {
      let scan = try CoverScan(file, path)
      outcome = .success((scan, try Mapping(file, path, count: scan.end)))
    } catch { outcome = .failure(error) }
    // The file was only read, so closing can't lose anything.
    try? file.close()
    let (scan, mapping) = try outcome.get()
    (covers, birth, end, self.mapping) = (scan.covers, scan.birth, scan.end, mapping)
    self.path = path
    words = VisualWords(at: Self.wordsPath(of: path), birth: scan.birth)
  }

  /// The cover's features; nil if the disk returned other bytes than were written.
  package func features(of number: Int) -> Data? {
    let cover = covers[number]
    let payload = UnsafeRawBufferPointer(rebasing: mapping.bytes[cover.features.lowerBound..<cover.payloadEnd])
    guard crc32(of: payload) == cover.checksum else { return nil }
    return Data(payload.prefix(cover.features.count))
  }
}

extension CoverIndex {
  /// Up to this many covers, each is compared with the photo: at two milliseconds per cover, nobody notices.
  package static let exhaustiveLimit = 200
  /// How many covers of a larger collection are compared. With 20, and 400 covers, the right cover wasn't among them
  /// for 2 of 100 real photos.
  package static let shortlist = 50

  /// The numbers of the covers that may be in a photo, the most likely first; covers without words come last, all of
  /// them.
  ///
  /// - Parameters:
  ///   - photo: the photo's features.
  ///   - most: how many of the covers with words, if there are more covers than are compared exhaustively.
  package func candidates(for photo: Data, most: Int) -> [Int] {
    guard covers.count > Self.exhaustiveLimit, let words else { return Array(covers.indices) }
    let votes = photo.withUnsafeBytes { words.votes(for: Descriptors(in: $0)) }
    var ranked: [(number: Int, votes: Float)] = []
    var new: [Int] = []
    // Both are in the order of the file; covers removed since then are in one of them only.
    var word = 0
    for (number, cover) in covers.enumerated() {
      while word < words.covers, words.places[word] < UInt64(cover.features.lowerBound) { word += 1 }
      if word < words.covers, words.places[word] == UInt64(cover.features.lowerBound) {
        if votes[word] > 0 { ranked.append((number, votes[word])) }
      } else {
        new.append(number)
      }
    }
    return ranked.sorted { ($0.votes, $1.number) > ($1.votes, $0.number) }.prefix(most).map(\.number) + new
  }
}

/// A known cover.
package struct KnownCover: Equatable, Sendable {
  /// Chosen by the caller. A cover added under an existing key replaces the old one.
  package let key: String
  /// Identifies the album; covers of one album don't compete with each other.
  package let album: String

  /// The range of its features in the file, and the checksum.
  let features: Range<Int>
  let payloadEnd: Int
  let checksum: UInt32
}

/// Why the cover index can't be read or written.
package enum CoverIndexError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The file can't be opened, read, or written.
  case file(FilePath, Errno)
  /// The file is of another kind or of a later version, or its header is damaged. It can be rebuilt from the artwork.
  case notAnIndex(FilePath)
  /// Invalid features, or a name of more than 1,000 bytes.
  case unfit(key: String)

  package var description: String {
    switch self {
    case .file(let path, let errno): "\(path): \(errno)"
    case .notAnIndex(let path):
      "\(path) isn't a cover index, or is damaged. Remove it, and AlbumScan builds it again: rm \(path)"
    case .unfit(let key): "The cover \(key) can't be added: its features are invalid."
    }
  }
}

/// The beginning of a file, mapped into memory.
///
/// Map only bytes that are never truncated or changed: accessing missing bytes kills the program.
final class Mapping: Sendable {
  // Nobody writes to it, and it lives as long as this object.
  nonisolated(unsafe) let bytes: UnsafeRawBufferPointer

  init(_ file: FileDescriptor, _ path: FilePath, count: Int) throws(CoverIndexError) {
    let start = mmap(nil, count, PROT_READ, MAP_SHARED, file.rawValue, 0)
    guard let start, start != MAP_FAILED else { throw .file(path, Errno(rawValue: errno)) }
    bytes = UnsafeRawBufferPointer(start: start, count: count)
  }

  deinit { munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count) }
}
