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
  /// Those that `accept` settles: first those that need the user, then those with the wrong album or none.
  static let settled = custom { _, _, typed in
    await numbers([.unsure], typed) + numbers([.failed], typed) + numbers([.done], typed)
  }

  /// The newest ones, and the lists' names.
  static let scansAndLists = custom { _, _, typed in
    await numbers([], typed) + (await lists(typed))
  }
  static let lists = custom { _, _, typed in await lists(typed) }

  private static func lists(_ typed: String) async -> [String] {
    let known = try? await ledger?.lists()
    let names = ListName.usual.map(\.text) + (known ?? []).map(\.name).filter { ListName(name: $0)?.isUsual == false }
    return names.filter { $0.hasPrefix(typed) }
  }

  /// Completing a word in the shell must never print an error.
  private static var ledger: Ledger? {
    guard let loaded = try? LoadedSettings.load(environment: ProcessInfo.processInfo.environment),
      FileManager.default.fileExists(atPath: loaded.places.ledger.string),
      (try? loaded.places.requireLocalLedger()) != nil
    else { return nil }
    return try? Ledger(file: loaded.places.ledger.string)
  }

  private static func numbers(_ states: [ScanState], _ typed: String) async -> [String] {
    guard let scans = try? await ledger?.scans(limit: 40, states: states) else { return [] }
    return scans.map { "\($0.id)" }.filter { $0.hasPrefix(typed) }
  }
}
