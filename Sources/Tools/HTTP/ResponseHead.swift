/// The header lines of a response, as libcurl delivers them.
struct ResponseHead {
  private(set) var headers: [HTTPRequest.Header] = []
  /// True once the final answer's status line is there; interim answers (1xx) don't count.
  private(set) var hasBegun = false
  private var isOver = false

  /// Takes one line: a status line begins anew, an empty one ends the head, and what comes after it (trailers) is left.
  mutating func take(_ line: String) {
    let line = line.trimmingSuffix { $0.isNewline || $0 == " " || $0 == "\t" }
    if line.hasPrefix("HTTP/") {
      headers = []
      isOver = false
      hasBegun = !line.drop { $0 != " " }.hasPrefix(" 1")
    } else if line.isEmpty {
      isOver = true
    } else if !isOver, let colon = line.firstIndex(of: ":") {
      let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
      headers.append(.init(String(line[..<colon]), String(value)))
    }
  }

  func value(of name: String) -> String? { headers.last { $0.name.lowercased() == name }?.value }
}

extension String {
  fileprivate func trimmingSuffix(while isLeft: (Character) -> Bool) -> Substring {
    var rest = self[...]
    while let last = rest.last, isLeft(last) { rest.removeLast() }
    return rest
  }
}
