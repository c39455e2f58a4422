import Foundation

/// A form of several parts, as files are uploaded in (RFC 7578).
struct MultipartForm {
  struct Part {
    var name: String
    var filename: String?
    var body: [UInt8]
  }

  private(set) var parts: [Part] = []

  init(_ call: Call) throws {
    let type = call.headers["content-type"] ?? ""
    guard type.hasPrefix("multipart/form-data; boundary="), let boundary = type.split(separator: "=").last else {
      throw Refusal(400, "Content-Type must be multipart/form-data with a boundary")
    }
    let body = Data(call.body)
    let mark = Data("--\(boundary)".utf8)
    var marks: [Range<Data.Index>] = []
    var from = body.startIndex
    while let found = body.range(of: mark, in: from..<body.endIndex) {
      marks.append(found)
      from = found.upperBound
    }
    guard let last = marks.last, body[last.upperBound...].starts(with: Data("--".utf8)) else {
      throw Refusal(400, "The form has no end")
    }
    for (start, end) in zip(marks, marks.dropFirst()) {
      // Between the marks: a line's end, the headers, an empty line, the body, a line's end.
      let part = body[start.upperBound..<end.lowerBound]
      guard part.starts(with: Data("\r\n".utf8)), let gap = part.range(of: Data("\r\n\r\n".utf8)),
        part.suffix(2) == Data("\r\n".utf8)
      else { throw Refusal(400, "A part of the form isn't shaped as one") }
      let head = String(decoding: part[..<gap.lowerBound], as: UTF8.self)
      guard let name = Self.value(of: "name", in: head) else { throw Refusal(400, "A part of the form has no name") }
      parts.append(
        Part(
          name: name, filename: Self.value(of: "filename", in: head), body: Array(part[gap.upperBound...].dropLast(2)))
      )
    }
  }

  func only(_ names: [String]) throws {
    for part in parts where !names.contains(part.name) {
      throw Refusal(400, "Unrecognized request argument supplied: \(part.name)", param: part.name)
    }
    if Set(parts.map(\.name)).count != parts.count { throw Refusal(400, "A part of the form stands there twice") }
  }

  func text(_ name: String) -> String? {
    parts.first { $0.name == name }.map { String(decoding: $0.body, as: UTF8.self) }
  }

  private static func value(of name: String, in head: String) -> String? {
    guard let start = head.range(of: " \(name)=\"") else { return nil }
    return String(head[start.upperBound...].prefix { $0 != "\"" })
  }
}
