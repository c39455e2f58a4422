/// What is wrong with a server, as the servers themselves say it: each has words, a status and a shape of its own.
package enum KnownError: String, CaseIterable, Sendable {
  // The model can't see.
  case blindLlamaCpp, blindOllama, blindLMStudio, blindOpenRouter
  // A key, a deployment or a model that isn't there.
  case keyAtXAI, keyAtMistral, noDeploymentAtAzure, noModelAtOllama
  /// The question is longer than what the server was started for.
  case smallContextLlamaCpp
  /// A request that the server's version doesn't know.
  case unknownField
  /// A server that says with status 200 that it failed.
  case failedMLX, failedOpenRouter

  var reply: Reply {
    switch self {
    case .blindLlamaCpp:
      Self.error(500, "image input is not supported - hint: you may need to provide the mmproj", code: 500)
    case .blindOllama: ErrorBody.openAI(400, "this model does not support image input (ref: \(DrawnID.next()))")
    case .blindLMStudio: Reply(400, json: ["error": "Model does not support images."])
    case .blindOpenRouter: Self.error(404, "No endpoints found that support image input", code: 404)
    case .keyAtXAI: Reply(400, json: ["code": "invalid-argument", "error": "Incorrect API key provided."])
    case .keyAtMistral: Reply(401, json: ["detail": "Invalid API Key"])
    case .noDeploymentAtAzure:
      ErrorBody.openAI(404, "The API deployment for this resource does not exist.", code: "DeploymentNotFound")
    case .noModelAtOllama: ErrorBody.openAI(404, "model 'local-vision' not found", type: "not_found_error")
    case .smallContextLlamaCpp:
      ErrorBody.openAI(400, "the request exceeds the available context size", type: "exceed_context_size_error")
    case .unknownField:
      ErrorBody.openAI(400, "Unrecognized request argument supplied: response_format (request \(DrawnID.next()))")
    case .failedMLX:
      Reply(json: [
        "object": "chat.completion",
        "choices": [
          ["index": 0, "finish_reason": "error", "message": ["role": "assistant", "content": "Generation failed."]]
        ],
      ])
    case .failedOpenRouter: Self.error(200, "Provider returned error", code: 502)
    }
  }

  /// Without OpenAI's type and param.
  private static func error(_ status: Int, _ message: String, code: Int) -> Reply {
    Reply(status, json: ["error": ["message": .string(message), "code": .int(code)]])
  }
}
