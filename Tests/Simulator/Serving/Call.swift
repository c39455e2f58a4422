/// One request as it came in.
struct Call: Sendable {
  var service: ServiceID
  var method: String
  /// Decoded.
  var path: String
  /// Decoded, in order.
  var query: [(name: String, value: String)]
  /// Names in lower case.
  var headers: [String: String]
  var body: [UInt8]
  var at: ContinuousClock.Instant

  func parameter(_ name: String) -> String? { query.first { $0.name == name }?.value }
}
