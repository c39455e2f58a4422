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
    var means: ClaimedAlbum.Means

    var testDescription: String { "\(strategy.rawValue) with \(provider.rawValue)" }
  }

  static let cases = [ServiceID.anthropic, .openai, .compatible].flatMap { provider in
    [
      // The catalog knows the text: nothing has to be looked up on the web.
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
}
