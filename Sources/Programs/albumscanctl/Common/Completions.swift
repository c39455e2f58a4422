internal import Albums
internal import ArgumentParser
internal import Foundation
internal import Records
internal import Setup
internal import SystemPackage

/// Shell completions for the numbers of scans: the newest ones, or those that need the user.
enum Completions {
  static let scans = CompletionKind.custom(newest)
  static let unsure = CompletionKind.custom(thoseUnsure)

  @Sendable private static func newest(_ words: [String], _ index: Int, _ typed: String) async -> [String] {
    await numbers(HistoryQuery(limit: 40), typed)
  }

  @Sendable private static func thoseUnsure(_ words: [String], _ index: Int, _ typed: String) async -> [String] {
    await numbers(HistoryQuery(limit: 40, states: [.unsure]), typed)
  }

  private static func numbers(_ query: HistoryQuery, _ typed: String) async -> [String] {
    // Completing a word in the shell must never print an error.
    guard let loaded = try? LoadedSettings.load(environment: ProcessInfo.processInfo.environment),
      FileManager.default.fileExists(atPath: loaded.places.ledger.string),
      (try? loaded.places.requireLocalLedger()) != nil, let ledger = try? Ledger(file: loaded.places.ledger.string),
      let scans = try? await ledger.scans(query)
    else { return [] }
    var numbers: [String] = []
    for scan in scans where typed.isEmpty || "\(scan.id)".hasPrefix(typed) { numbers.append("\(scan.id)") }
    return numbers
  }
}
