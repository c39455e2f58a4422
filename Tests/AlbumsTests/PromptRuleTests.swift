import Foundation
import Testing

@testable import Albums

/// Prompts are code: no edit loses a rule, and nothing is asked for that the table doesn't know.
@Suite struct PromptRuleTests {
  private func text(_ name: String) throws -> String {
    try String(contentsOf: Self.folder.appending(path: "\(name).txt"), encoding: .utf8)
  }

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Prompts")

  @Test(arguments: PromptRule.all)
  func `each rule stands once in each prompt that it is for`(rule: PromptRule) throws {
    for name in rule.prompts {
      #expect(try text(name).ranges(of: rule.words).count == 1, "\(name) lost \"\(rule.words)\"")
    }
  }

  @Test(arguments: PromptRule.prompts)
  func `each line of a prompt carries a rule`(name: String) throws {
    let rules = PromptRule.all.filter { $0.prompts.contains(name) }.map(\.words)
    let text = try text(name)
    let prose = text.replacing(/(?ms)^\{$.*?^\}$/, with: "")
    for line in prose.split(separator: "\n") where !line.allSatisfy({ $0.isUppercase || $0 == " " }) {
      // That all labels stand where they belong is `ReviewPromptTests`'.
      if ReviewLabel.allCases.contains(where: { line.hasPrefix("- \"\($0.rawValue)\": ") }) { continue }
      #expect(rules.contains { line.contains($0) }, "no rule of \(name): \(line)")
    }
  }

  @Test func `the table has all prompts there are`() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(files.filter { $0.hasSuffix(".txt") }.map { String($0.dropLast(4)) }.sorted() == PromptRule.prompts)
  }
}
