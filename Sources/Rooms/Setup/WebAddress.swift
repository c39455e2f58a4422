/// The address of a service in a setting.
struct WebAddress {
  /// As written, without slashes at its end.
  let text: String
  /// In lower case, without brackets and port.
  let host: String
  /// True for https, and for plain http that doesn't leave this computer.
  let isSecure: Bool

  /// Nil for anything but `http(s)://host[:port][/path]`: with a user part, `http://localhost@evil.example` would
  /// pass for a loopback address.
  init?(_ text: String) {
    guard text.utf8.allSatisfy({ (33...126).contains($0) && !"\"<>\\^`{|}@?#".utf8.contains($0) }),
      let separator = text.firstRange(of: "://")
    else { return nil }
    let scheme = text[..<separator.lowerBound].lowercased()
    guard scheme == "https" || scheme == "http" else { return nil }
    let authority = text[separator.upperBound...].prefix { $0 != "/" }
    guard let host = Self.host(of: authority) else { return nil }
    self.host = host
    isSecure = scheme == "https" || Self.isLoopback(host)
    self.text = String(text[...(text.lastIndex { $0 != "/" } ?? text.startIndex)])
  }

  private static func host(of authority: Substring) -> String? {
    var host = authority
    if authority.hasPrefix("[") {
      guard let end = authority.firstIndex(of: "]") else { return nil }
      host = authority[authority.index(after: authority.startIndex)..<end]
      guard isPort(authority[authority.index(after: end)...]) else { return nil }
    } else if let colon = authority.firstIndex(of: ":") {
      host = authority[..<colon]
      guard isPort(authority[colon...]) else { return nil }
    }
    return host.isEmpty ? nil : host.lowercased()
  }

  private static func isPort(_ text: Substring) -> Bool {
    text.isEmpty || (text.first == ":" && UInt16(text.dropFirst()).map { $0 > 0 } ?? false)
  }

  /// `localhost`, 127.0.0.0/8 and `::1`.
  private static func isLoopback(_ host: String) -> Bool {
    if host == "localhost" || host == "::1" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }
}
