/// Sends a request and waits for its answer. Cancelling the task ends the transfer.
package protocol Transport: Sendable {
  func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse
}
