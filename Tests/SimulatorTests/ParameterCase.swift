import Testing

@testable import Simulator

/// A parameter set in an otherwise good request, and what comes of it.
struct ParameterCase: Sendable, CustomTestStringConvertible {
  var name: String
  var model: String
  /// Nil to take it away.
  var value: JSON?
  var status: Int

  init(_ name: String, _ model: String, _ value: JSON?, _ status: Int) {
    (self.name, self.model, self.value, self.status) = (name, model, value, status)
  }

  var testDescription: String { "\(name) for \(model): \(status)" }
}
