internal import CCurl
internal import Glibc

/// An allowed address: https, or http to this computer.
///
/// libcurl's own parser splits it, so that the host checked here is the one to which libcurl connects.
package struct WebAddress: Equatable, Sendable {
  let text: String
  let isSecure: Bool
  let host: String
  let port: String

  package init(_ text: String) throws(HTTPError) {
    guard let parts = curl_url() else { throw .badAddress("no memory to read it") }
    defer { curl_url_cleanup(parts) }
    guard !text.utf8.contains(0), curl_url_set(parts, CURLUPART_URL, text, 0) == CURLUE_OK,
      let scheme = Self.part(CURLUPART_SCHEME, of: parts), let host = Self.part(CURLUPART_HOST, of: parts),
      let port = Self.part(CURLUPART_PORT, of: parts, flags: UInt32(CURLU_DEFAULT_PORT))
    else { throw .badAddress("'\(text)' isn't a web address") }
    guard Self.part(CURLUPART_USER, of: parts) == nil, Self.part(CURLUPART_PASSWORD, of: parts) == nil else {
      throw .badAddress("an address can't contain a name or password")
    }
    self.text = text
    self.host = host.lowercased()
    self.port = port
    isSecure = scheme.lowercased() == "https"
    guard isSecure || (scheme.lowercased() == "http" && isLoopback) else {
      throw .badAddress("\(scheme) to \(host): only https is allowed, or http to this computer")
    }
  }

  /// Whether this is `localhost` (which libcurl resolves without asking anyone), 127.0.0.0/8, or ::1.
  package var isLoopback: Bool {
    if host == "localhost" { return true }
    var v4 = in_addr()
    if inet_pton(AF_INET, host, &v4) == 1 { return UInt32(bigEndian: v4.s_addr) >> 24 == 127 }
    guard host.hasPrefix("["), host.hasSuffix("]") else { return false }
    var v6 = in6_addr()
    guard inet_pton(AF_INET6, String(host.dropFirst().dropLast()), &v6) == 1 else { return false }
    return withUnsafeBytes(of: v6) { $0.dropLast().allSatisfy { $0 == 0 } && $0.last == 1 }
  }

  /// As far as the text says: a name may lead anywhere.
  ///
  /// libcurl reads "127。0。0。1" as a number; redirects need no names beyond ASCII, which are written as "xn--…".
  var place: Place {
    if isLoopback || host.hasSuffix(".localhost") || !host.utf8.allSatisfy({ $0 < 0x80 }) { return .thisComputer }
    return Place(ip: host.hasPrefix("[") ? host.dropFirst().dropLast() : host[...]) ?? .everywhere
  }

  /// The same scheme, host, and port: whoever may see the credentials for one may see those for the other.
  func hasSameOrigin(as other: WebAddress) -> Bool {
    isSecure == other.isSecure && host == other.host && port == other.port
  }

  private static func part(_ part: CURLUPart, of parts: OpaquePointer, flags: UInt32 = 0) -> String? {
    var text: UnsafeMutablePointer<CChar>?
    guard curl_url_get(parts, part, &text, flags) == CURLUE_OK, let text else { return nil }
    defer { curl_free(text) }
    return String(cString: text)
  }
}
