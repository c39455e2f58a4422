internal import Foundation

/// A table as programs export it (RFC 4180 and its relatives): separated by commas, semicolons, or tabs, in UTF-8,
/// UTF-16, or Windows' Latin-1, with line breaks in quotation marks. It comes from elsewhere, so everything is bounded.
struct DelimitedText {
  struct Row: Equatable {
    /// On which it begins; from 1.
    let line: Int
    let cells: [String]
  }

  private(set) var rows: [Row] = []
  /// Lines that can't be read, and why.
  private(set) var unread: [(line: Int, reason: String)] = []

  /// In bytes; a quotation mark that is never closed would swallow the rest of the file.
  private static let longestRow = 64 << 10
  private static let mostCells = 1000

  init(_ bytes: Data) {
    let text = Self.decoded(bytes)
    var reader = Reader(bytes: ContiguousArray(text.utf8))
    while let row = reader.next() {
      switch row {
      case .success(let row): if !row.cells.allSatisfy(\.isEmpty) { rows.append(row) }
      case .failure(let failure): unread.append((failure.line, failure.reason))
      }
    }
  }

  private static func decoded(_ bytes: Data) -> String {
    if bytes.starts(with: [0xff, 0xfe]) || bytes.starts(with: [0xfe, 0xff]) {
      return String(data: bytes, encoding: .utf16) ?? ""
    }
    let bytes = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? bytes.dropFirst(3) : bytes
    return String(data: bytes, encoding: .utf8) ?? String(data: bytes, encoding: .windowsCP1252)
      ?? String(data: bytes, encoding: .isoLatin1) ?? ""
  }

  private struct Failure: Error {
    let line: Int
    let reason: String
  }

  private struct Reader {
    private let bytes: ContiguousArray<UInt8>
    private let separator: UInt8
    private var position = 0
    private var line = 1

    init(bytes: ContiguousArray<UInt8>) {
      self.bytes = bytes
      separator = Self.separator(of: bytes)
    }

    /// The one that the header has most of.
    private static func separator(of bytes: ContiguousArray<UInt8>) -> UInt8 {
      var counts: [UInt8: Int] = [:]
      var isQuoted = false
      for byte in bytes.prefix(DelimitedText.longestRow) {
        if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
        if !isQuoted, byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { break }
        if !isQuoted { counts[byte, default: 0] += 1 }
      }
      let comma = UInt8(ascii: ",")
      return [comma, UInt8(ascii: ";"), UInt8(ascii: "\t")].max { counts[$0, default: 0] < counts[$1, default: 0] }
        ?? comma
    }

    /// Nil at the end.
    mutating func next() -> Result<Row, Failure>? {
      guard position < bytes.count else { return nil }
      let (start, first) = (position, line)
      var cells: [String] = []
      var cell: [UInt8] = []
      var isQuoted = false
      // Nothing of the cell was read yet, so a quotation mark opens it.
      var isFresh = true
      while position < bytes.count {
        let byte = bytes[position]
        if position - start > DelimitedText.longestRow || cells.count > DelimitedText.mostCells {
          return .failure(skip(from: start, first))
        }
        position += 1
        if isQuoted {
          if byte == UInt8(ascii: "\n") { line += 1 }
          if byte != UInt8(ascii: "\"") {
            cell.append(byte)
          } else if position < bytes.count, bytes[position] == UInt8(ascii: "\"") {
            cell.append(byte)
            position += 1
          } else {
            isQuoted = false
          }
        } else if byte == UInt8(ascii: "\""), isFresh {
          (isQuoted, isFresh) = (true, false)
        } else if byte == separator {
          cells.append(String(decoding: cell, as: UTF8.self))
          cell.removeAll(keepingCapacity: true)
          isFresh = true
        } else if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
          if byte == UInt8(ascii: "\r"), position < bytes.count, bytes[position] == UInt8(ascii: "\n") { position += 1 }
          line += 1
          return .success(Row(line: first, cells: cells + [String(decoding: cell, as: UTF8.self)]))
        } else {
          cell.append(byte)
          isFresh = false
        }
      }
      if isQuoted { return .failure(skip(from: start, first)) }
      return .success(Row(line: first, cells: cells + [String(decoding: cell, as: UTF8.self)]))
    }

    /// Continues on the line after that on which the row began.
    private mutating func skip(from start: Int, _ first: Int) -> Failure {
      position = bytes[start...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
      line = first + 1
      return Failure(line: first, reason: "a quotation mark isn't closed, or the line is too long")
    }
  }
}
