import TestSupport
import Testing

@testable import Pipeline

@Suite struct ConcurrencyLimitTests {
  @Test func `zero places are one`() async throws {
    #expect(try await within { try await ConcurrencyLimit(0).run { 7 } } == 7)
  }

  @Test func `work that fails gives its place back`() async throws {
    struct Failure: Error {}
    let limit = ConcurrencyLimit(1)
    for _ in 1...3 {
      await #expect(throws: Failure.self) { try await limit.run { throw Failure() } }
    }
    #expect(try await within { try await limit.run { 1 } } == 1)
  }
}
