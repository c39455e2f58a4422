package import FoundationEssentials

/// A service's response, with any status.
package struct HTTPResponse: Equatable, Sendable {
  package var status: Int
  /// Of the last answer in a chain of redirects, in the order in which they came.
  package var headers: [HTTPRequest.Header]
  package var body: Data
  /// Where the answer came from, after redirects.
  package var url: String
  /// Where a redirect that wasn't followed leads: a whole address.
  package var target: String?
  /// From the moment at which the request was written to a connection that had been used before to the answer's end; nil
  /// where it was written to a new one, which a service may take up much later than it seems to be there.
  package var roundTrip: Duration?

  package init(
    status: Int, headers: [HTTPRequest.Header] = [], body: Data = Data(), url: String = "", target: String? = nil
  ) {
    self.status = status
    self.headers = headers
    self.body = body
    self.url = url
    self.target = target
  }

  /// The last value of a header, whatever the case of its name.
  package subscript(header name: String) -> String? {
    headers.last { $0.name.lowercased() == name.lowercased() }?.value
  }
}
