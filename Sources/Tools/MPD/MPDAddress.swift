/// Where MPD listens.
package enum MPDAddress: Hashable, Sendable, CustomStringConvertible {
  /// The path of a Unix socket.
  case socket(String)
  /// The name of a Unix socket that isn't in the file system (unix(7)), without its `@`.
  case abstract(String)
  case host(String, port: UInt16)

  package static let standardPort: UInt16 = 6600

  /// A path, `~/path`, `@name`, `host`, `host:port`, `[IPv6]:port` or an IPv6 address alone; nil for anything else.
  ///
  /// No user and no password: `@` stands only in front of an abstract socket's name.
  /// - Parameters:
  ///   - port: where the text names none.
  ///   - home: what `~` stands for.
  package init?(_ text: String, port: UInt16 = standardPort, home: String? = nil) {
    guard !text.utf8.contains(where: { $0 < 0x21 || $0 == 0x7F }) || text.hasPrefix("/") || text.hasPrefix("~/"),
      !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F })
    else { return nil }
    if text.hasPrefix("/") {
      self = .socket(text)
    } else if text.hasPrefix("~/"), let home {
      self = .socket(home + text.dropFirst())
    } else if text.hasPrefix("@"), text.utf8.count > 1 {
      self = .abstract(String(text.dropFirst()))
    } else {
      self.init(host: text[...], standard: port)
    }
  }

  private init?(host text: Substring, standard: UInt16) {
    guard !text.contains("@"), !text.contains("/"), !text.hasPrefix("~") else { return nil }
    var host = text
    var port: UInt16? = standard
    if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
      host = text[text.index(after: text.startIndex)..<end]
      let rest = text[text.index(after: end)...]
      if !rest.isEmpty { port = rest.hasPrefix(":") ? UInt16(rest.dropFirst()) : nil }
    } else if text.count(where: { $0 == ":" }) == 1, let colon = text.firstIndex(of: ":") {
      host = text[..<colon]
      port = UInt16(text[text.index(after: colon)...])
    }
    guard let port, port > 0, !host.isEmpty else { return nil }
    self = .host(String(host), port: port)
  }

  var isHost: Bool {
    if case .host = self { true } else { false }
  }

  package var description: String {
    switch self {
    case .socket(let path): path
    case .abstract(let name): "@\(name)"
    case .host(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
  }
}
