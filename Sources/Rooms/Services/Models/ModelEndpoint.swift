import Albums
import FoundationEssentials
import HTTP

/// A provider's address with its key: sends one request, and says a failure as what should happen next.
struct ModelEndpoint: Sendable {
  let service: ServiceName
  let provider: ModelData.Provider
  let key: APIKey?
  /// Instead of the provider's own.
  let baseURL: String?
  let transport: any Transport

  /// The answer's body, whose status was success.
  func post(_ path: String, body: Data, asking model: String, for step: Step) async throws(ModelFailure) -> Data {
    // A provider that works on a long answer may begin it early and then be silent: only the whole time counts.
    let total = provider.timeoutSeconds
    return try await post(
      path, body: body, type: "application/json", asking: model, for: step,
      limits: HTTPRequest.Limits(connect: min(10, total), total: total, stalled: total))
  }

  /// The same with what is said of the body, and how long it may take.
  func post(
    _ path: String, body: Data, type: String, asking model: String, for step: Step = .reading,
    limits: HTTPRequest.Limits
  ) async throws(ModelFailure) -> Data {
    let request = HTTPRequest(
      .post, provider.url(path, base: baseURL), headers: headers + [HTTPRequest.Header("content-type", type)],
      body: body, limits: limits)
    let response: HTTPResponse
    do {
      response = try await transport.send(request)
    } catch {
      throw ModelFailure(.from(error, service: service), bill: Self.bill(of: error))
    }
    guard (200..<300).contains(response.status) else {
      throw ProviderError(response, key: key, now: .now).failure(of: service, asking: model, for: step)
    }
    return response.body
  }

  /// Who sends a question on to elsewhere hasn't worked on it.
  private static func bill(of error: HTTPError) -> ModelFailure.Bill {
    if case .badRedirect = error { return .nothing }
    return error.nothingWasSent ? .nothing : .unknown
  }

  /// A list of the provider's, which costs nothing.
  func get(_ path: String) async throws(Setback) -> Data {
    let response = try await fetch(path)
    guard (200..<300).contains(response.status) else { throw setback(of: response) }
    return response.body
  }

  /// Something that may not be there (any more), which is nil then.
  func find(_ path: String, limits: HTTPRequest.Limits = HTTPRequest.Limits()) async throws(Setback) -> Data? {
    let response = try await fetch(path, limits: limits)
    if response.status == 404 || response.status == 410 { return nil }
    guard (200..<300).contains(response.status) else { throw setback(of: response) }
    return response.body
  }

  /// Has something deleted, if the provider likes.
  func delete(_ path: String) async {
    _ = try? await transport.send(HTTPRequest(.delete, provider.url(path, base: baseURL), headers: headers))
  }

  private func fetch(
    _ path: String, limits: HTTPRequest.Limits = HTTPRequest.Limits()
  ) async throws(Setback) -> HTTPResponse {
    do {
      return try await transport.send(
        HTTPRequest(.get, provider.url(path, base: baseURL), headers: headers, limits: limits))
    } catch {
      throw .from(error, service: service)
    }
  }

  private func setback(of response: HTTPResponse) -> Setback {
    ProviderError(response, key: key, now: .now).failure(of: service, asking: "", for: .reading).setback
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
