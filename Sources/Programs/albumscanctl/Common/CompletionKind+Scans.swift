internal import Albums
internal import ArgumentParser
internal import Foundation
internal import Records
internal import Setup
internal import SystemPackage

/// Shell completions for the numbers of scans.
extension CompletionKind {
  /// The newest ones.
  static let scans = custom { _, _, typed in await numbers([], typed) }
  /// Those that need the user.
  static let unsure = custom { _, _, typed in await numbers([.unsure], typed) }

  private static func numbers(_ states: [ScanState], _ typed: String) async -> [String] {
    // Completing a word in the shell must never print an error.
    guard let loaded = try? LoadedSettings.load(environment: ProcessInfo.processInfo.environment),
      FileManager.default.fileExists(atPath: loaded.places.ledger.string),
      (try? loaded.places.requireLocalLedger()) != nil, let ledger = try? Ledger(file: loaded.places.ledger.string),
      let scans = try? await ledger.scans(limit: 40, states: states)
    else { return [] }
    return scans.map { "\($0.id)" }.filter { $0.hasPrefix(typed) }
  }
}
