/// Errors in the words of each service.
enum ErrorBody {
  static func reply(_ status: Int, at service: ServiceID, message: String, headers: [String: String] = [:]) -> Reply {
    switch service {
    case .anthropic: anthropic(status, message, headers: headers)
    case .openai, .compatible: openAI(status, message, headers: headers)
    case .musicbrainz:
      Reply(
        status, headers: headers,
        json: ["error": .string(message), "help": "For usage, please see: https://musicbrainz.org/development/mmd"])
    case .ntfy: ntfy(status, code: status * 100 + 1, message, headers: headers)
    case .coverart, .archive: Reply(status, headers: headers, html: "\(status) \(message)")
    }
  }

  /// ntfy's own codes are the status with two more digits.
  static func ntfy(_ status: Int, code: Int, _ message: String, headers: [String: String] = [:]) -> Reply {
    Reply(
      status, headers: headers,
      json: [
        "code": .int(code), "http": .int(status), "error": .string(message), "link": "https://ntfy.sh/docs/publish/",
      ])
  }

  static func anthropic(_ status: Int, _ message: String, type: String? = nil, headers: [String: String] = [:]) -> Reply
  {
    let types = [
      400: "invalid_request_error", 401: "authentication_error", 402: "billing_error", 403: "permission_error",
      404: "not_found_error", 408: "timeout_error", 409: "conflict_error", 413: "request_too_large",
      429: "rate_limit_error", 504: "timeout_error", 529: "overloaded_error",
    ]
    let identifier = "req_\(DrawnID.next())"
    var headers = headers
    headers["request-id"] = identifier
    return Reply(
      status, headers: headers,
      json: [
        "type": "error", "error": ["type": .string(type ?? types[status] ?? "api_error"), "message": .string(message)],
        "request_id": .string(identifier),
      ])
  }

  static func openAI(
    _ status: Int, _ message: String, type: String? = nil, param: String? = nil, code: String? = nil,
    headers: [String: String] = [:]
  ) -> Reply {
    let types = [
      400: "invalid_request_error", 401: "authentication_error", 403: "permission_error", 404: "invalid_request_error",
      429: "rate_limit_error",
    ]
    let codes = [401: "invalid_api_key", 429: "rate_limit_exceeded"]
    var headers = headers
    headers["x-request-id"] = "req_\(DrawnID.next())"
    return Reply(
      status, headers: headers,
      json: [
        "error": [
          "message": .string(message), "type": .string(type ?? types[status] ?? "server_error"),
          "param": .optional(param), "code": .optional(code ?? codes[status]),
        ]
      ])
  }
}
