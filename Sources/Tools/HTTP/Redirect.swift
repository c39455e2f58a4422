/// Decides whether to follow a redirect, and with which request.
enum Redirect {
  /// Headers that are meant for one service only. Even a User-Agent may contain a contact address for that service.
  private static let personal: Set<String> = [
    "authorization", "x-api-key", "api-key", "cookie", "proxy-authorization", "user-agent",
  ]

  /// Whether the status is a redirect (RFC 9110 §15.4).
  static func isRedirect(_ status: Int) -> Bool { [301, 302, 303, 307, 308].contains(status) }

  /// The request that follows `request`, which was answered at `place` with `status` and redirected to `target`.
  ///
  /// Never from https to http, and never to where `HTTPRequest.mayEnter` forbids it: what the target's text doesn't say
  /// is checked again when connecting. Personal headers stay with their origin. A POST is repeated only
  /// as a POST (307, 308) and only to the same origin, because no other server may see its body.
  static func next(
    after request: HTTPRequest, at address: WebAddress, in place: Place, status: Int, to target: String, followed: Int
  ) throws(HTTPError) -> (request: HTTPRequest, address: WebAddress) {
    let most = request.limits.redirects ?? 0
    guard followed < most else { throw .badRedirect("more than \(most), the last to \(target)") }
    let next: WebAddress
    do { next = try WebAddress(target) } catch { throw .badRedirect("to \(target)") }
    guard next.isSecure || !address.isSecure else { throw .badRedirect("from https to \(target)") }
    let staysHome = next.hasSameOrigin(as: address)
    var followUp = request
    followUp.url = target
    // The address that the user has set may lead anywhere, whichever of its names' addresses answered.
    if !staysHome { followUp.referrer = place }
    guard followUp.mayEnter(next.place) else { throw .badRedirect(intoOwnNetwork: target) }
    if request.method != .get {
      guard staysHome, status == 307 || status == 308 else {
        throw .badRedirect("of a \(request.method.rawValue), \(status) to \(target)")
      }
    }
    if !staysHome { followUp.headers.removeAll { personal.contains($0.name.lowercased()) } }
    return (followUp, next)
  }
}

extension HTTPError {
  static func badRedirect(intoOwnNetwork target: String) -> HTTPError {
    .badRedirect("into this computer or its network, to \(target)")
  }
}
