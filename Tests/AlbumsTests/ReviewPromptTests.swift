import Foundation
import Testing

@testable import Albums

/// The prompts say each rule by which a review can be rejected, and what goes with what, as the code has it.
@Suite struct ReviewPromptTests {
  private static let critics = ["album_review", "album_review_ultra"]

  private func prompt(_ name: String) throws -> String {
    let checkout = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return try String(contentsOf: checkout.appending(path: "Prompts/\(name).txt"), encoding: .utf8)
  }

  /// The first line that begins so.
  private func line(_ beginning: String, of prompt: String) throws -> Substring {
    try #require(prompt.split(separator: "\n").first { $0.hasPrefix(beginning) })
  }

  @Test(arguments: critics + ["single_call"])
  func `every rule that may reject an answer stands in the prompt, word for word`(name: String) throws {
    let prompt = try prompt(name)
    for rule in ReviewRule.allCases { #expect(prompt.contains(rule.rawValue), "\(rule)") }
  }

  @Test(arguments: critics + ["single_call"])
  func `the most of everything, and where recommendation and rating contradict each other, stand in the prompt`(
    name: String
  ) throws {
    let prompt = try prompt(name)
    #expect(prompt.contains("array of 3 to \(ReviewCheck.mostBullets) strings"))
    #expect(prompt.contains("array of 3 to \(ReviewCheck.mostTracks) strings"))
    let tenths = (0...100).map { Double($0) / 10 }
    for word in Recommendation.allCases {
      #expect(prompt.contains("\"\(word.rawValue)\""))
      let fitting = tenths.filter { !word.contradicts(rating: $0) }
      if let least = fitting.first, least > 0 {
        #expect(prompt.contains("\"\(word.rawValue)\" is never below \(plain(least))"))
      }
      if let most = fitting.last, most < 10 {
        #expect(prompt.contains("\"\(word.rawValue)\" never above \(plain(most))"))
      }
    }
  }

  @Test(arguments: critics)
  func `each label stands in its tier, beside what goes with it`(name: String) throws {
    let prompt = try prompt(name)
    for tier in 1...8 {
      let labels = ReviewLabel.allCases.filter { $0.tier == tier }
      let words = Recommendation.allCases.filter { word in labels.allSatisfy { $0.allows(word) } }
      let heading = try line("Tier \(tier), ", of: prompt)
      let tenths = (0...100).map { Double($0) / 10 }.filter { rating in labels.allSatisfy { $0.allows(rating: rating) }
      }
      var agrees =
        words.count == 4
        ? "any recommendation"
        : words.map(\.rawValue).formatted(.list(type: .or, width: .short).locale(Locale(identifier: "en_GB")))
      if let least = tenths.first, least > 0 { agrees += ", rated \(plain(least)) or more" }
      if let most = tenths.last, most < 10 { agrees += ", rated \(plain(most)) or less" }
      #expect(heading.hasSuffix("(\(agrees))"), "\(agrees)")
      let end = prompt.range(of: "Tier \(tier + 1), ")?.lowerBound ?? prompt.endIndex
      for label in labels {
        let line = try line("- \"\(label.rawValue)\": ", of: String(prompt[heading.endIndex..<end]))
        for word in Recommendation.allCases where label.allows(word) && !words.contains(word) {
          #expect(line.hasSuffix("(also \(word.rawValue))"))
        }
      }
    }
  }

  @Test(arguments: critics)
  func `each recommendation stands beside the part of the scale that gives it`(name: String) throws {
    let prompt = try prompt(name)
    let tenths = (0...100).map { Double($0) / 10 }
    for word in Recommendation.allCases {
      let part = tenths.filter { Recommendation(for: $0) == word }
      let least = try #require(part.first)
      // The parts overlap; below the lowest there is none.
      let border = least > 0 ? least : try #require(part.last) + 0.1
      #expect(try line("\"\(word.rawValue)\": ", of: prompt).contains(plain(border)), "\(word), \(border)")
    }
  }

  /// 6, 8.5
  private func plain(_ number: Double) -> String {
    number.formatted(.number.precision(.fractionLength(0...1)).locale(Locale(identifier: "en_US")))
  }
}
