/// Refusals in OpenAI's words, which local servers share.
enum OpenAIErrors {
  static let quota = Refusal(
    429, "You exceeded your current quota, please check your plan and billing details.", type: "insufficient_quota",
    code: "insufficient_quota")

  static func json(_ call: Call) throws -> JSON {
    guard call.headers["content-type"]?.hasPrefix("application/json") == true else {
      throw Refusal(400, "Unsupported content type: application/json is required")
    }
    guard call.body.count <= 50 << 20 else { throw Refusal(413, "Request too large") }
    return try JSONParser.parse(call.body)
  }

  /// Turns whatever is thrown into an answer, and notes it as a violation unless it was asked for.
  static func refusing(_ body: () throws -> Reply) -> Reply {
    do {
      return try body()
    } catch let refusal as Refusal {
      let reply = ErrorBody.openAI(
        refusal.status, refusal.message, type: refusal.type, param: refusal.param, code: refusal.code)
      return refusal.code == quota.code ? reply : reply.breaking(["refused: \(refusal.status) \(refusal.message)"])
    } catch let error as ShapeError {
      let path = error.bracketed
      let (message, code) =
        switch error.problem {
        case .unknown: ("Unknown parameter: '\(path)'.", "unknown_parameter")
        case .missing: ("Missing required parameter: '\(path)'.", "missing_required_parameter")
        case .wrongType(let type): ("Invalid type for '\(path)': expected \(type).", "invalid_type")
        case .invalid(let reason): ("Invalid '\(path)': \(reason)", "invalid_value")
        }
      return ErrorBody.openAI(400, message, param: path, code: code).breaking(["refused: 400 \(message)"])
    } catch {
      let message = "We could not parse the JSON body of your request: \(error)"
      return ErrorBody.openAI(400, message).breaking(["refused: 400 \(message)"])
    }
  }
}
