internal import Albums
internal import ArgumentParser
internal import Foundation
internal import Setup
internal import SystemPackage

/// `albumscanctl config`
struct ConfigVerb: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config", abstract: "The settings: show, check and change them, say where they are.",
    subcommands: [Show.self, Set.self, Unset.self, Check.self, Path.self], defaultSubcommand: Show.self)

  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Says what is wrong with the settings, and where.")

    @OptionGroup var options: CommonOptions

    func run() throws {
      let loaded = try CommandContext.settings(options)
      if let complaint = loaded.missingAuthorities {
        CommandOutput.complain(complaint)
        throw ExitCode.wrongSettings
      }
      let output = CommandOutput(json: options.json)
      if output.json {
        return try output.print(document: Checked(file: Nullable(loaded.fileExists ? loaded.file.string : nil)))
      }
      output.say(
        loaded.fileExists ? "The settings are right: \(loaded.file)" : "There is no \(loaded.file); the defaults hold.")
    }

    private struct Checked: Encodable {
      let schema = "albumscan/config-check/1"
      let right = true
      @Nullable var file: String?
    }
  }

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Every setting with its value, and where that comes from.")

    @OptionGroup var options: CommonOptions

    func run() throws {
      let loaded = try CommandContext.settings(options)
      let output = CommandOutput(json: options.json)
      if output.json {
        let entries = loaded.entries.map {
          Shown.Entry(
            key: $0.key.name, value: $0.value, from: $0.provenance.description, environment: $0.key.environmentName,
            standard: $0.key.standard, expected: $0.key.expected, summary: $0.key.summary)
        }
        return try output.print(document: Shown(settings: entries))
      }
      let rows = loaded.entries.map { [$0.key.name, $0.value, $0.provenance.description] }
      for line in Table(header: ["KEY", "VALUE", "FROM"], rows: rows).lines(on: output) { output.say(line) }
    }

    private struct Shown: Encodable {
      struct Entry: Encodable {
        let key: String
        let value: String
        let from: String
        let environment: String
        /// The default.
        let standard: String
        let expected: String
        let summary: String
      }

      let schema = "albumscan/config/1"
      let settings: [Entry]
    }
  }

  struct Set: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Changes one setting in the file; comments and all else stay as you wrote them.",
      discussion: "For example: albumscanctl config set budget.perMonthUSD 10")

    @Argument(help: "The setting, such as review.holdSeconds.", completion: .list(Settings.keys.map(\.name)))
    var key: String

    @Argument(help: "Its value; a list as [one, two].")
    var value: String

    @OptionGroup var options: CommonOptions

    func run() throws { try Change(key: key, value: value).carryOut(options) }
  }

  struct Unset: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Takes a setting out of the file, so that its default holds.")

    @Argument(help: "The setting, such as review.holdSeconds.", completion: .list(Settings.keys.map(\.name)))
    var key: String

    @OptionGroup var options: CommonOptions

    func run() throws { try Change(key: key, value: nil).carryOut(options) }
  }

  private struct Change {
    let key: String
    let value: String?

    func carryOut(_ options: CommonOptions) throws {
      let loaded = try CommandContext.settings(options)
      try CommandContext.write(loaded, setting: key, to: value)
      let now = try CommandContext.settings(options).entries.first { $0.key.name == key }
      let output = CommandOutput(json: options.json)
      if output.json {
        return try output.print(
          document: Changed(
            key: key, value: now?.value ?? "", from: now?.provenance.description ?? "", file: loaded.file.string))
      }
      output.say("\(key) is \(now?.value ?? ""), from \(now?.provenance.description ?? "").")
      output.say("A running daemon takes it with: systemctl --user reload albumscand")
    }

    private struct Changed: Encodable {
      let schema = "albumscan/config-change/1"
      let key: String
      let value: String
      let from: String
      let file: String
    }
  }

  struct Path: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Where the settings file is looked for.")

    @OptionGroup var options: CommonOptions

    func run() throws {
      // Settings that are wrong have to be found, too.
      let places = Places(environment: ProcessInfo.processInfo.environment)
      let file = try options.config.map { FilePath($0) } ?? places?.settings ?? CommandContext.settings(options).file
      let output = CommandOutput(json: options.json)
      let exists = FileManager.default.fileExists(atPath: file.string)
      if output.json { return try output.print(document: Found(path: file.string, exists: exists)) }
      output.say(file.string)
    }

    private struct Found: Encodable {
      let schema = "albumscan/config-path/1"
      let path: String
      let exists: Bool
    }
  }
}
