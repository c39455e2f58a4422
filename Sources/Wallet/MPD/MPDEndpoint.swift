/// Which MPD to use: its possible addresses, its password, and its partition.
package struct MPDEndpoint: Equatable, Sendable, CustomStringConvertible {
  /// Tried in this order until one answers.
  package var addresses: [MPDAddress]
  package var password: MPDPassword?
  /// The protocol isn't encrypted: without this, a password is sent only to this computer.
  package var allowsRemotePassword = false
  /// Nil for MPD's default partition. Created if it doesn't exist.
  package var partition: String?

  package init(_ addresses: [MPDAddress], password: MPDPassword? = nil) {
    self.addresses = addresses
    self.password = password
  }

  /// The addresses, without any password.
  package var description: String {
    addresses.map(\.description).joined(separator: ", ") + (partition.map { ", partition \($0)" } ?? "")
  }

  /// Finds MPD as mpc does: the setting, otherwise `MPD_HOST` and `MPD_PORT`, otherwise the user's socket, the system's
  /// socket, and localhost (mpc(1), ENVIRONMENT VARIABLES; libmpdclient's mpd_settings_new).
  /// - Parameters:
  ///   - setting: an address that takes precedence over the environment; nil for none.
  ///   - password: used unless `MPD_HOST` contains a password.
  ///   - home: replaces `~`.
  ///   - partition: `default` is MPD's own.
  /// - Throws: `badAddress` for an invalid address.
  package init(
    setting: String?, environment: [String: String], password: MPDPassword? = nil, home: String? = nil,
    partition: String = "default", allowsRemotePassword: Bool = false
  ) throws(MPDError) {
    try self.init(setting, environment, password, home)
    // MPD's own choice needs no question.
    self.partition = partition == "default" ? nil : partition
    self.allowsRemotePassword = allowsRemotePassword
  }

  private init(
    _ setting: String?, _ environment: [String: String], _ password: MPDPassword?, _ home: String?
  ) throws(MPDError) {
    if let setting {
      guard let address = MPDAddress(setting, home: home) else { throw .badAddress("mpd.address") }
      self.init([address], password: password)
      return
    }
    let port = try Self.port(environment)
    if let host = environment["MPD_HOST"], !host.isEmpty {
      var name = host[...]
      var own: MPDPassword?
      // An abstract socket begins with `@`; otherwise a password precedes the first `@`.
      if let at = host.firstIndex(of: "@"), at != host.startIndex {
        own = MPDPassword(String(host[..<at]))
        name = host[host.index(after: at)...]
      }
      guard let address = MPDAddress(String(name), port: port ?? MPDAddress.standardPort, home: home) else {
        throw .badAddress("MPD_HOST")
      }
      self.init([address], password: own ?? password)
      return
    }
    if let port {
      self.init([.host("localhost", port: port)], password: password)
      return
    }
    let own = environment["XDG_RUNTIME_DIR"].flatMap { $0.hasPrefix("/") ? MPDAddress.socket("\($0)/mpd/socket") : nil }
    let others: [MPDAddress] = [.socket("/run/mpd/socket"), .host("localhost", port: MPDAddress.standardPort)]
    self.init([own].compactMap { $0 } + others, password: password)
  }

  /// The password to send to an address.
  /// - Throws: `passwordWithheld` if it would go to another computer, and that isn't allowed.
  func password(isLocal: Bool, at address: MPDAddress) throws(MPDError) -> MPDPassword? {
    guard let password else { return nil }
    guard isLocal || allowsRemotePassword else { throw .passwordWithheld(address) }
    return password
  }

  private static func port(_ environment: [String: String]) throws(MPDError) -> UInt16? {
    guard let text = environment["MPD_PORT"], !text.isEmpty else { return nil }
    guard let port = UInt16(text), port > 0 else { throw .badAddress("MPD_PORT") }
    return port
  }
}

/// MPD's password. It is never revealed by printing, dumping, or an error.
package struct MPDPassword: Sendable, Equatable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  private let text: String

  /// Nil if the protocol can't transmit it.
  package init?(_ text: String) {
    guard !text.isEmpty, text.utf8.count <= 1024, !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
      return nil
    }
    self.text = text
  }

  /// The text itself, only for sending it.
  func reveal() -> String { text }

  package var description: String { "(secret)" }
  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// Where MPD listens.
package enum MPDAddress: Hashable, Sendable, CustomStringConvertible {
  /// The path of a Unix socket.
  case socket(String)
  /// The name of a Unix socket outside the file system (unix(7)), without the `@`.
  case abstract(String)
  case host(String, port: UInt16)

  package static let standardPort: UInt16 = 6600

  /// A path, `~/path`, `@name`, `host`, `host:port`, `[IPv6]:port`, or an IPv6 address; nil for anything else.
  ///
  /// User names and passwords aren't allowed: `@` is only valid before the name of an abstract socket.
  /// - Parameters:
  ///   - port: used if the text contains none.
  ///   - home: replaces `~`.
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
