package import Albums
package import FoundationEssentials
package import HTTP

/// Converts HTTP failures to faults; nothing else does.
///
/// A status can mean different things for different services (a 404 may be an answer, a 429 an exhausted balance). A
/// client handles those first, and leaves the rest to `from(_:service:now:cure:)`.
extension Fault {
  /// For a call without an answer. If nothing was sent, it doesn't count as an attempt.
  package static func from(_ error: HTTPError, service: ServiceName) -> Fault {
    let name = service.spokenName
    func later(_ code: FaultCode, _ reason: String) -> Fault {
      .retry(code, reason, service: service, isCounted: !error.nothingWasSent)
    }
    return switch error {
    case .unreachable(let detail): later(.unreachable, "\(name) can't be reached (\(detail))")
    case .refused(let detail): later(.connectionRefused, "\(name) refused the connection (\(detail))")
    case .untrusted(let detail):
      // Waiting fixes none of its causes. If it does after all (the service renews its certificate), the service is
      // asked again anyway.
      .needsPerson(
        .certificate,
        "the certificate of \(name) is invalid (\(detail)); check this computer's clock and network.caFile",
        service: service,
        cure: .advice(
          "Set the clock (`timedatectl`), or network.caFile to the authority's certificate; then run "
            + "`albumscanctl resume`."))
    case .timedOut(let detail): later(.timeout, "\(name) took too long (\(detail))")
    case .broken(let detail): later(.connectionBroken, "the connection to \(name) broke (\(detail))")
    case .tooLarge(let limit): later(.answerTooLarge, "\(name) answered with more than \(limit) bytes")
    // The archive only redirects to its pictures, which may fail for a single one.
    case .badRedirect(let detail) where service == .coverartarchive:
      later(.redirected, "\(name) redirected to where AlbumScan doesn't follow (\(detail))")
    case .badRedirect(let detail):
      .needsPerson(
        .redirected, "\(name) redirected to where AlbumScan doesn't follow (\(detail))", service: service,
        cure: .advice(
          "Set \(service.addressSetting) to its new address (`albumscanctl config path`), then run "
            + "`systemctl --user reload albumscand`."))
    case .badAddress(let detail):
      .needsPerson(
        .badAddress, "the address of \(name) can't be used (\(detail))", service: service,
        cure: .advice(
          "Correct \(service.addressSetting) in the settings (`albumscanctl config path`): https, or http to this "
            + "computer only; then run `systemctl --user reload albumscand`."))
    case .canceled: .retry(.canceled, "the call to \(name) was canceled", service: service, isCounted: false)
    }
  }

  /// For an answer without a success status, by the usual meaning of the status. `cure` is for the statuses that a
  /// person has to resolve: 401, 402, 403.
  package static func from(_ response: HTTPResponse, service: ServiceName, now: Date, cure: Cure) -> Fault {
    let (said, status) = ("\(service.spokenName) answered \(response.status)", "\(response.status)")
    return switch response.status {
    case 401, 402, 403: .needsPerson(.answered, detail: status, said, service: service, cure: cure)
    case 408, 425, 429, 500...:
      .retry(.answered, detail: status, said, service: service, after: response.retryAfter(now: now))
    case 400..<500: .fail(.answered, detail: status, said)
    default: .retry(.answered, detail: status, "\(said), which is unexpected", service: service)
    }
  }
}

extension ServiceName {
  /// The setting that holds its address.
  var addressSetting: String {
    switch self {
    case .musicbrainz: "musicbrainz.baseURL"
    case .coverartarchive: "coverart.baseURL"
    case .ntfy: "notifications.ntfy"
    default: "models.baseURL"
    }
  }
}
