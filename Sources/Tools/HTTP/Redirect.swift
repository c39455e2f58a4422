/// Decides whether to follow a redirect, and with which request.
enum Redirect {
  /// Headers that are meant for one service only. Even a User-Agent may contain a contact address for that service.
  private static let personal: Set<String> = [
    "authorization", "x-api-key", "api-key", "cookie", "proxy-authorization", "user-agent",
  ]

  /// Whether the status is a redirect (RFC 9110 §15.4).
  static func isRedirect(_ status: Int) -> Bool { [301, 302, 303, 307, 308].contains(status) }

  /// The request that follows `request`, which was answered with `status` and redirected to `target`.
  ///
  /// Never from https to http, and never from outside to this computer or its network: a hijacked service could
  /// otherwise reach servers that only we can reach. Personal headers stay with their origin. A POST is repeated only
  /// as a POST (307, 308) and only to the same origin, because no other server may see its body.
  static func next(
    after request: HTTPRequest, at address: WebAddress, status: Int, to target: String, followed: Int
  ) throws(HTTPError) -> (request: HTTPRequest, address: WebAddress) {
    let most = request.limits.redirects ?? 0
    guard followed < most else { throw .badRedirect("more than \(most), the last to \(target)") }
    let next: WebAddress
    do { next = try WebAddress(target) } catch { throw .badRedirect("to \(target)") }
    guard next.isSecure || !address.isSecure else { throw .badRedirect("from https to \(target)") }
    let isNeighbour = address.isPrivate && next.isLoopback == address.isLoopback
    guard !next.isPrivate || next.host == address.host || isNeighbour else {
      throw .badRedirect("into this computer or its network, to \(target)")
    }
    let staysHome = next.hasSameOrigin(as: address)
    if request.method != .get {
      guard staysHome, status == 307 || status == 308 else {
        throw .badRedirect("of a \(request.method.rawValue), \(status) to \(target)")
      }
    }
    var followUp = request
    followUp.url = target
    if !staysHome { followUp.headers.removeAll { personal.contains($0.name.lowercased()) } }
    return (followUp, next)
  }
}
