import FoundationEssentials
import HTTP
import Synchronization
import Testing

/// A transport that plays a script: each request must be the next one of the script, or the test fails.
///
/// ```swift
/// let transport = ReplayTransport([.get("https://…/release?query=…", answers: #"{"releases": []}"#)])
/// …
/// transport.expectPlayed()
/// ```
final class ReplayTransport: Transport {
  /// A request that is expected, and what comes of it.
  struct Exchange: Sendable {
    var method: HTTPRequest.Method
    var url: String
    /// Looks closer at the request; its own expectations fail the test.
    var inspect: @Sendable (HTTPRequest) -> Void = { _ in }
    var outcome: Result<HTTPResponse, HTTPError>

    static func get(
      _ url: String, status: Int = 200, headers: [HTTPRequest.Header] = [], answers body: String,
      inspect: @escaping @Sendable (HTTPRequest) -> Void = { _ in }
    ) -> Exchange {
      let response = HTTPResponse(status: status, headers: headers, body: Data(body.utf8), url: url)
      return Exchange(method: .get, url: url, inspect: inspect, outcome: .success(response))
    }

    static func get(_ url: String, answers response: HTTPResponse) -> Exchange {
      Exchange(method: .get, url: url, outcome: .success(response))
    }

    static func get(_ url: String, fails error: HTTPError) -> Exchange {
      Exchange(method: .get, url: url, outcome: .failure(error))
    }

    static func post(
      _ url: String, status: Int = 200, headers: [HTTPRequest.Header] = [], answers body: String,
      inspect: @escaping @Sendable (HTTPRequest) -> Void = { _ in }
    ) -> Exchange {
      let response = HTTPResponse(status: status, headers: headers, body: Data(body.utf8), url: url)
      return Exchange(method: .post, url: url, inspect: inspect, outcome: .success(response))
    }

    static func post(_ url: String, fails error: HTTPError) -> Exchange {
      Exchange(method: .post, url: url, outcome: .failure(error))
    }
  }

  private struct State {
    var script: ArraySlice<Exchange>
    var requests: [HTTPRequest] = []
  }

  private let state: Mutex<State>
  private let sourceLocation: SourceLocation

  init(_ script: [Exchange], sourceLocation: SourceLocation = #_sourceLocation) {
    state = Mutex(State(script: script[...]))
    self.sourceLocation = sourceLocation
  }

  /// What was asked so far.
  var requests: [HTTPRequest] { state.withLock { $0.requests } }

  func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
    let exchange = state.withLock { state in
      state.requests.append(request)
      return state.script.popFirst()
    }
    guard let exchange else {
      Issue.record(
        "unexpected \(request.method.rawValue) \(request.url): the script is at its end", sourceLocation: sourceLocation
      )
      throw .badAddress("not in the script")
    }
    #expect(exchange.method == request.method, sourceLocation: sourceLocation)
    guard exchange.url == request.url else {
      Issue.record("asked for \(request.url) where the script has \(exchange.url)", sourceLocation: sourceLocation)
      throw .badAddress("not in the script")
    }
    exchange.inspect(request)
    return try exchange.outcome.get()
  }

  /// Fails the test when the script has exchanges left.
  func expectPlayed(sourceLocation: SourceLocation = #_sourceLocation) {
    let left = state.withLock { $0.script.map(\.url) }
    #expect(left.isEmpty, "never asked", sourceLocation: sourceLocation)
  }
}
