import Albums
import FoundationEssentials
import HTTP

/// A provider's address and key. It sends single requests and converts failures to `Fault`s.
struct ModelEndpoint: Sendable {
  let service: ServiceName
  let provider: ModelData.Provider
  let key: Secret?
  /// Replaces the provider's own address.
  let baseURL: String?
  let transport: any Transport
  let accepted = AcceptedFacts()

  /// Asks a question.
  /// - Returns: the body of an answer with a success status.
  func post(_ path: String, body: Data, asking model: String, for step: Step) async throws(Fault) -> Data {
    let response = try await send(body, to: path)
    guard (200..<300).contains(response.status) else {
      throw naming(
        path, in: ProviderError(response, key: key, now: .now).fault(of: service, asking: model, for: step))
    }
    return response.body
  }

  /// - Returns: an answer with any status.
  func send(_ body: Data, to path: String) async throws(Fault) -> HTTPResponse {
    // A provider may begin a long answer early and then be silent while it works, so only the total time is limited.
    let total = provider.timeoutSeconds
    let request = HTTPRequest(
      .post, provider.url(path, base: baseURL),
      headers: headers + [HTTPRequest.Header("content-type", "application/json")], body: body,
      limits: HTTPRequest.Limits(connect: min(10, total), total: total, stalled: total))
    do { return try await transport.send(request) } catch {
      throw naming(path, in: Fault.from(error, service: service).billed(Self.bill(of: error)))
    }
  }

  /// The answer in a reply from this path.
  func answer(
    _ reply: Reply, to question: Question, from path: String, _ cost: RunningCost
  ) throws(Fault) -> Answer {
    do { return try reply.answer(to: question, of: service, runningCost: cost) } catch { throw naming(path, in: error) }
  }

  /// The same fault with the address that was asked, unless it is the provider's public one.
  func naming(_ path: String, in fault: Fault) -> Fault {
    guard service == .compatible || baseURL != nil else { return fault }
    var fault = fault
    fault.reason += " (\(provider.url(path, base: baseURL)))"
    return fault
  }

  /// A server that redirects a question hasn't worked on it.
  private static func bill(of error: HTTPError) -> Fault.Bill {
    if case .badRedirect = error { return .nothing }
    return error.nothingWasSent ? .nothing : .unknown
  }

  /// Fetches one of the provider's lists, which costs nothing.
  func get(_ path: String) async throws(Fault) -> Data {
    let response: HTTPResponse
    do {
      response = try await transport.send(HTTPRequest(.get, provider.url(path, base: baseURL), headers: headers))
    } catch {
      throw naming(path, in: .from(error, service: service))
    }
    guard (200..<300).contains(response.status) else {
      throw naming(
        path, in: ProviderError(response, key: key, now: .now).fault(of: service, asking: "", for: .reading))
    }
    return response.body
  }

  private var headers: [HTTPRequest.Header] {
    var headers = [HTTPRequest.Header("accept", "application/json")]
    if let version = provider.version { headers.append(HTTPRequest.Header("anthropic-version", version)) }
    if let key {
      switch provider.authentication {
      case .bearer: headers.append(HTTPRequest.Header("authorization", "Bearer \(key.reveal())"))
      case .apiKey: headers.append(HTTPRequest.Header("x-api-key", key.reveal()))
      }
    }
    return headers
  }
}
