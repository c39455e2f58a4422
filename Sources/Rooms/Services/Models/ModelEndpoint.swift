import Albums
import FoundationEssentials
import HTTP

/// A provider's address and key. It sends single requests and converts failures to `ServiceFault`s.
struct ModelEndpoint: Sendable {
  let service: ServiceName
  let provider: ModelData.Provider
  let key: APIKey?
  /// Replaces the provider's own address.
  let baseURL: String?
  let transport: any Transport

  /// Asks a question.
  /// - Returns: the body of an answer with a success status.
  func post(_ path: String, body: Data, asking model: String, for step: Step) async throws(ModelFailure) -> Data {
    // A provider may begin a long answer early and then be silent while it works, so only the total time is limited.
    let total = provider.timeoutSeconds
    let response = try await send(
      path, body: body, type: "application/json",
      limits: HTTPRequest.Limits(connect: min(10, total), total: total, stalled: total))
    guard (200..<300).contains(response.status) else {
      throw ProviderError(response, key: key, now: .now).failure(of: service, asking: model, for: step)
    }
    return response.body
  }

  /// Submits work that is done later. After some errors the provider may have accepted it all the same.
  /// - Returns: as `post`.
  func order(
    _ path: String, body: Data, type: String = "application/json", asking model: String, limits: HTTPRequest.Limits
  ) async throws(ModelFailure) -> Data {
    let response = try await send(path, body: body, type: type, limits: limits)
    guard (200..<300).contains(response.status) else {
      let failure = ProviderError(response, key: key, now: .now).failure(of: service, asking: model, for: .reading)
      throw ModelFailure(failure.fault, bill: Self.leavesDoubt(response.status) ? .unknown : .nothing)
    }
    return response.body
  }

  private func send(
    _ path: String, body: Data, type: String, limits: HTTPRequest.Limits
  ) async throws(ModelFailure) -> HTTPResponse {
    let request = HTTPRequest(
      .post, provider.url(path, base: baseURL), headers: headers + [HTTPRequest.Header("content-type", type)],
      body: body, limits: limits)
    do { return try await transport.send(request) } catch {
      throw ModelFailure(.from(error, service: service), bill: Self.bill(of: error))
    }
  }

  /// Whether the provider may have started to work despite this error status.
  private static func leavesDoubt(_ status: Int) -> Bool {
    [408, 500, 502, 504].contains(status) || (520...528).contains(status) || status < 400
  }

  /// A server that redirects a question hasn't worked on it.
  private static func bill(of error: HTTPError) -> ModelFailure.Bill {
    if case .badRedirect = error { return .nothing }
    return error.nothingWasSent ? .nothing : .unknown
  }

  /// Fetches one of the provider's lists, which costs nothing.
  func get(_ path: String) async throws(ServiceFault) -> Data {
    let response = try await fetch(path)
    guard (200..<300).contains(response.status) else { throw fault(of: response) }
    return response.body
  }

  /// Fetches something that may not exist (any longer); nil if it doesn't.
  func find(_ path: String, limits: HTTPRequest.Limits = HTTPRequest.Limits()) async throws(ServiceFault) -> Data? {
    let response = try await fetch(path, limits: limits)
    if response.status == 404 || response.status == 410 { return nil }
    guard (200..<300).contains(response.status) else { throw fault(of: response) }
    return response.body
  }

  /// Asks the provider to delete something. Failures are ignored.
  func delete(_ path: String) async {
    // Nothing here depends on it.
    _ = try? await transport.send(HTTPRequest(.delete, provider.url(path, base: baseURL), headers: headers))
  }

  private func fetch(
    _ path: String, limits: HTTPRequest.Limits = HTTPRequest.Limits()
  ) async throws(ServiceFault) -> HTTPResponse {
    do {
      return try await transport.send(
        HTTPRequest(.get, provider.url(path, base: baseURL), headers: headers, limits: limits))
    } catch {
      throw .from(error, service: service)
    }
  }

  private func fault(of response: HTTPResponse) -> ServiceFault {
    ProviderError(response, key: key, now: .now).failure(of: service, asking: "", for: .reading).fault
  }

  private var headers: [HTTPRequest.Header] {
    var headers = [HTTPRequest.Header("accept", "application/json")]
    if let version = provider.version { headers.append(HTTPRequest.Header("anthropic-version", version)) }
    if let key {
      switch provider.authentication {
      case .bearer: headers.append(HTTPRequest.Header("authorization", "Bearer \(key.secret)"))
      case .apiKey: headers.append(HTTPRequest.Header("x-api-key", key.secret))
      }
    }
    return headers
  }
}
