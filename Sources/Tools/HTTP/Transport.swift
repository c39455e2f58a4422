/// Sends a request and waits for its response. Canceling the task cancels the transfer.
package protocol Transport: Sendable {
  func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse
}
