internal import Albums
internal import ArgumentParser
internal import Disk
internal import Foundation
internal import Pipeline
internal import Records
internal import Setup
internal import SystemPackage

/// The context of a command: the settings, the ledger, and whether the daemon is running.
struct CommandContext: Sendable {
  let loaded: LoadedSettings
  let ledger: Ledger
  let options: CommonOptions
  let output: CommandOutput

  /// Opens the ledger; says what is wrong and ends the program where that can't be.
  static func open(_ options: CommonOptions) throws(ExitCode) -> CommandContext {
    let loaded = try settings(options)
    do {
      try Folder.make(loaded.places.state)
      let ledger = try Ledger(file: loaded.places.ledger.string)
      return CommandContext(loaded: loaded, ledger: ledger, options: options, output: CommandOutput(json: options.json))
    } catch {
      if let trouble = diskTrouble(in: error, at: loaded.places.state) {
        CommandOutput.complain("The ledger can't be opened. \(trouble.reason). \(trouble.cure).")
        throw ExitCode.needsAttention
      }
      CommandOutput.complain("\(error)")
      throw (error as? LedgerError)?.isLocked == true ? .tryLater : .failure
    }
  }

  private static func diskTrouble(in error: any Error, at folder: FilePath) -> DiskTrouble? {
    switch error {
    case let error as DiskError: DiskTrouble(error)
    case let error as LedgerError where error.mayPass: .met(at: folder, needing: DiskTrouble.roomForLedger)
    default: nil
    }
  }

  static func settings(_ options: CommonOptions) throws(ExitCode) -> LoadedSettings {
    do {
      return try LoadedSettings.load(
        file: options.config.map { FilePath($0) }, environment: ProcessInfo.processInfo.environment)
    } catch {
      CommandOutput.complain("\(error)")
      throw ExitCode.wrongSettings
    }
  }

  /// Who runs the line; nil when nobody does.
  var daemon: ExclusiveLock.Holder? {
    (try? ExclusiveLock.holder(of: loaded.places.state.appending("albumscand.lock"))) ?? nil
  }

  var root: FilePath { loaded.settings.folders.root }

  /// The disk that the daemon can't write to, whoever met with it: nothing is begun until it is cured, so that a photo
  /// that came since waits for it, too. Nil where there is none, where nobody runs the line, and where the line is paused.
  var diskInTheWay: HealthItem? {
    get async throws {
      guard daemon != nil, try await ledger.pause() == nil else { return nil }
      return try await ledger.health().first { HealthCode(printed: $0.code) == .disk }
    }
  }
}
