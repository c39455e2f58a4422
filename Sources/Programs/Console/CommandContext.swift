internal import Albums
package import ArgumentParser
internal import Disk
internal import Foundation
package import ImagingClient
internal import Pipeline
package import Records
package import Setup
internal import SystemPackage

/// The context of a command: the settings, the ledger, and whether the daemon is running.
package struct CommandContext: Sendable {
  package let loaded: LoadedSettings
  package let ledger: Ledger
  package let options: CommonOptions
  package let output: CommandOutput

  package init(loaded: LoadedSettings, ledger: Ledger, options: CommonOptions) {
    self.loaded = loaded
    self.ledger = ledger
    self.options = options
    output = CommandOutput(json: options.json)
  }

  /// Opens the ledger. If that fails, prints the reason and exits.
  package static func open(_ options: CommonOptions) throws(ExitCode) -> CommandContext {
    let loaded = try settings(options)
    do {
      try loaded.places.requireLocalLedger()
      try Folder.make(loaded.places.state)
      let ledger = try Ledger(file: loaded.places.ledger.string)
      return CommandContext(loaded: loaded, ledger: ledger, options: options)
    } catch {
      if let trouble = diskTrouble(in: error, at: loaded.places.state) {
        CommandOutput.complain("The ledger can't be opened. \(trouble.reason). \(trouble.cure).")
        throw ExitCode.needsAttention
      }
      CommandOutput.complain("\(error)")
      throw (error as? LedgerError)?.isLocked == true ? .tryLater : .failure
    }
  }

  private static func diskTrouble(in error: any Error, at folder: FilePath) -> UnwritableFolder? {
    switch error {
    case let error as DiskError: UnwritableFolder(error)
    case let error as LedgerError where error.mayPass: .met(at: folder, needing: UnwritableFolder.roomForLedger)
    default: nil
    }
  }

  package static func settings(_ options: CommonOptions) throws(ExitCode) -> LoadedSettings {
    do {
      return try LoadedSettings.load(
        file: options.config.map { FilePath($0) }, environment: ProcessInfo.processInfo.environment)
    } catch {
      CommandOutput.complain("\(error)")
      throw ExitCode.wrongSettings
    }
  }

  package var credentials: Credentials {
    Credentials(environment: ProcessInfo.processInfo.environment, folder: loaded.places.credentials)
  }

  /// With a long deadline: on a small computer, a picture of 100 megapixels takes a while, and here nobody is in a
  /// hurry.
  package static func imaging() -> ImagingClient {
    ImagingClient(
      program: Places.programs.appending("albumscan-imaging"),
      width: ProcessInfo.processInfo.activeProcessorCount, deadline: .seconds(60))
  }

  /// A remark besides the output; never part of a JSON document.
  package func remark(_ text: String) {
    if !output.json { output.say(text) }
  }
}
