internal import ArgumentParser
internal import Disk
internal import Foundation
internal import Setup
internal import SystemPackage

extension CommandContext {
  /// Writes one setting into the file; ends the program, with words, where that can't be.
  /// - Parameter value: nil takes it out.
  static func write(_ loaded: LoadedSettings, setting name: String, to value: String?) throws {
    let old = FileManager.default.contents(atPath: loaded.file.string).map { String(decoding: $0, as: UTF8.self) } ?? ""
    let text: String
    // What can't be right is refused before it is written.
    do throws(SettingsError) { text = try loaded.text(setting: name, to: value, in: old) } catch {
      CommandOutput.complain("\(error)")
      throw ExitCode.wrongSettings
    }
    do {
      try Folder.make(loaded.file.removingLastComponent())
      try DurableFile.write(Data(text.utf8), to: loaded.file)
    } catch {
      CommandOutput.complain("\(error)")
      throw ExitCode.failure
    }
  }
}
