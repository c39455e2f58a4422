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
    let request = HTTPRequest(
      .post, provider.url(path, base: baseURL),
      headers: headers + [HTTPRequest.Header("content-type", "application/json")], body: body,
      limits: HTTPRequest.Limits(connect: min(10, total), total: total, stalled: total))
    let response: HTTPResponse
    do {
      response = try await transport.send(request)
    } catch {
      throw ModelFailure(.from(error, service: service), bill: error.nothingWasSent ? .nothing : .unknown)
    }
    guard (200..<300).contains(response.status) else {
      throw ProviderError(response, key: key, now: .now).failure(of: service, asking: model, for: step)
    }
    return response.body
  }

  /// A list of the provider's, which costs nothing.
  func get(_ path: String) async throws(Setback) -> Data {
    let request = HTTPRequest(.get, provider.url(path, base: baseURL), headers: headers)
    let response: HTTPResponse
    do {
      response = try await transport.send(request)
    } catch {
      throw .from(error, service: service)
    }
    guard (200..<300).contains(response.status) else {
      throw ProviderError(response, key: key, now: .now).failure(of: service, asking: "", for: .reading).setback
    }
    return response.body
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
