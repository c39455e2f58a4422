package import Albums
internal import FoundationEssentials
package import HTTP

/// A topic of an ntfy server, to which phones subscribe (docs.ntfy.sh/publish, "Publish as JSON"). Its name is like a
/// password, so it is never in an address or a message of an error.
package struct NtfyTopic: MessageChannel {
  private let transport: any Transport
  /// The server's root.
  private let server: String
  private let topic: String
  private let token: Secret?

  package var service: ServiceName { .ntfy }

  /// - Parameter address: the topic's: `https://ntfy.example/records`. Nil if it names none.
  package init?(_ address: String, token: Secret?, transport: any Transport) {
    guard let slash = address.lastIndex(of: "/"), address[..<slash].contains("://") else { return nil }
    server = String(address[...slash])
    topic = String(address[address.index(after: slash)...])
    self.token = token
    // One a second, and one at a time: servers take sixty at once, and then one every five seconds.
    self.transport = RateLimitedTransport(
      transport, rateLimiter: RateLimiter(clock: ContinuousClock(), spacing: .seconds(1)))
  }

  package func send(_ event: ScanEvent) async throws(Fault) {
    let headers =
      [HTTPRequest.Header("Content-Type", "application/json")]
      + (token.map { [HTTPRequest.Header("Authorization", "Bearer \($0.reveal())")] } ?? [])
    let message: JSON = [
      "topic": .string(topic), "title": .string(event.title), "message": .string(event.message),
      "priority": event.isOfLittleInterest ? 2 : 3,
      // A later message of the same scan replaces the earlier one, as does one that is sent again after a crash.
      "sequence_id": .string("albumscan-\(event.thread)"),
    ]
    let response: HTTPResponse
    do throws(HTTPError) {
      response = try await transport.send(
        HTTPRequest(
          .post, server, headers: headers, body: message.data, limits: .init(total: 30, bytes: 64 << 10, redirects: 0)))
    } catch {
      throw .from(error, service: .ntfy)
    }
    switch response.status {
    case 200:
      guard JSONParser.whole(response.body)?["id"]?.text != nil else {
        throw .needsPerson(
          .answerUnreadable, "what answers at notifications.ntfy isn't an ntfy server", service: .ntfy,
          cure: Self.address)
      }
    case 401, 403:
      let (isMissing, said) = (token == nil, "answered \(response.status)")
      throw .needsPerson(
        isMissing ? .keyMissing : .keyRejected, detail: "\(response.status)",
        isMissing
          ? "the ntfy server \(said): the topic needs an access token"
          : "the ntfy server \(said): it rejects the access token for this topic",
        service: .ntfy, cure: .command("albumscanctl key set ntfy"))
    case 413: throw .fail(.answered, detail: "413", "the ntfy server answered 413: the message is too long for it")
    case 400, 402, 404..<408, 409..<425:
      throw .needsPerson(
        .answered, detail: "\(response.status)", "the ntfy server answered \(response.status)", service: .ntfy,
        cure: Self.address)
    default: throw .from(response, service: .ntfy, now: .now, cure: .command("albumscanctl doctor --notify"))
    }
  }

  private static let address = Cure.advice(
    "Set notifications.ntfy to the address of a topic, such as https://ntfy.sh/NAME (`albumscanctl config path`), then run "
      + "`systemctl --user reload albumscand`.")
}
