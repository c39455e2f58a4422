import Albums
import DrawnCovers
import Foundation
import Simulator
import TestSupport
import Testing

/// Each way of asking models, with each provider that there is.
@Suite struct StrategyTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var provider: ServiceID
    var strategy: Strategy
    /// What is asked for a cover that names its album: the questions, in order.
    var questions: [String]
    var means: Find.Means

    var testDescription: String { "\(strategy.rawValue) with \(provider.rawValue)" }
  }

  static let cases = [ServiceID.anthropic, .openai, .compatible].flatMap { provider in
    [
      // The catalogue knows the text: nothing has to be looked up on the web.
      Case(provider: provider, strategy: .fourPhase, questions: ["extraction", "review"], means: .phase1B),
      Case(provider: provider, strategy: .singleCall, questions: ["everything"], means: .singleCall),
    ]
  }

  @Test(arguments: cases)
  func `a photo becomes a whole bundle`(_ one: Case) async throws {
    let settings = ["identification.strategy": one.strategy.rawValue]
    try await withTestHome(one.provider, settings) { home, simulator in
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(DrawnCollection.paperLanterns), as: "IMG.jpg")
        let bundle = try await home.bundle(ofPhoto: "IMG.jpg")
        try bundle.expectWhole()
        let document = bundle.document
        #expect(document.album.albumTitle == DrawnCollection.paperLanterns.albumTitle)
        #expect(document.identification.strategy == one.strategy.rawValue)
        #expect(document.identification.by == one.means)
        #expect(document.review.status == .written)
        #expect(simulator.paidCalls.compactMap(\.question) == one.questions)
        // Whoever named it: the artwork lies in the photo.
        #expect(document.identification.confidence == .verified)
      }
      #expect(simulator.violations.map(\.description) == [])
    }
  }

  @Test(arguments: [ServiceID.anthropic, .openai])
  func `phase 1B searches the web where the catalogue can't say`(_ provider: ServiceID) async throws {
    let settings = ["identification.strategy": "four-phase"]
    try await withTestHome(provider, settings) { home, simulator in
      try await home.withDaemon { _ in
        // No letter on it: only the description leads anywhere.
        try home.copy(try Photos.front(DrawnCollection.cobaltField), as: "cobalt.jpg")
        let bundle = try await home.bundle(ofPhoto: "cobalt.jpg")
        #expect(bundle.document.album.albumTitle == DrawnCollection.cobaltField.albumTitle)
        #expect(bundle.document.identification.by == .phase1B)
        let search = try #require(bundle.document.cost.calls.first { $0.step == .search })
        #expect(search.searches > 0)
        #expect(simulator.paidCalls.compactMap(\.question) == ["extraction", "search", "review"])
      }
      // The second question holds no picture.
      let asked = simulator.paidCalls.filter { $0.question == "search" }.map {
        String(decoding: $0.body ?? Data(), as: UTF8.self)
      }
      #expect(asked.allSatisfy { !$0.contains("image") })
      #expect(simulator.violations.map(\.description) == [])
    }
  }
}
