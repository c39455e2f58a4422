import Foundation

/// Does the same with many values, as many at once as the machine has processors. The results are in no order.
func sideBySide<Value: Sendable, Result: Sendable>(
  _ values: [Value], _ body: @escaping @Sendable (Value) async throws -> Result
) async throws -> [Result] {
  try await withThrowingTaskGroup(of: Result.self) { group in
    var (results, waiting): ([Result], ArraySlice<Value>) = ([], values[...])
    for _ in 0..<ProcessInfo.processInfo.activeProcessorCount {
      if let value = waiting.popFirst() { group.addTask { try await body(value) } }
    }
    while let result = try await group.next() {
      results.append(result)
      if let value = waiting.popFirst() { group.addTask { try await body(value) } }
    }
    return results
  }
}
