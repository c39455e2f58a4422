internal import Albums
internal import ArgumentParser
internal import Console
internal import Disk
internal import Foundation
internal import Records
internal import Setup
internal import SystemPackage
internal import Watching

/// `albumscanctl config`
struct ConfigCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config", abstract: "Show, check, and change settings.",
    subcommands: [Show.self, Set.self, Unset.self, Check.self, Path.self], defaultSubcommand: Show.self)

  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check", abstract: "Check the settings, and show where each mistake is.")

    @OptionGroup var options: CommonOptions

    func run() throws {
      let loaded = try CommandContext.settings(options)
      if let failure = loaded.missingAuthorities {
        CommandOutput.complain(failure)
        throw ExitCode.wrongSettings
      }
      let output = CommandOutput(json: options.json)
      if output.json {
        return try output.print(
          "config-check/1",
          [
            "right": true, "file": loaded.fileExists ? loaded.file.string : nil,
            "warnings": loaded.ignored.map(\.description),
          ])
      }
      output.say(
        loaded.fileExists
          ? "The settings are valid: \(loaded.file)" : "There is no \(loaded.file). AlbumScan uses the defaults.")
      for ignored in loaded.ignored { output.say("Warning: \(ignored)") }
    }
  }

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show",
      abstract: "Show every setting with its value and where the value comes from, and which files are ignored.")

    @OptionGroup var options: CommonOptions

    func run() throws {
      var loaded = try CommandContext.settings(options)
      // What can't be opened is another command's to say.
      if Folder.isFile(loaded.places.ledger), (try? loaded.places.requireLocalLedger()) != nil,
        let ledger = try? Ledger(file: loaded.places.ledger.string)
      {
        loaded.keep(ledger.keptDefaults)
      }
      let output = CommandOutput(json: options.json)
      if output.json {
        let settings = loaded.entries.map { entry -> JSONObject in
          [
            "key": entry.key.name, "value": entry.value, "from": entry.provenance.description,
            "environment": entry.key.environmentName, "standard": entry.key.standard, "expected": entry.key.expected,
            "summary": entry.key.summary,
          ]
        }
        let ignored = IgnoreRules(globs: loaded.settings.folders.ignore).rules.map { rule -> JSONObject in
          ["pattern": rule.glob.pattern, "applies": rule.kind, "reason": rule.reason]
        }
        return try output.print("config/1", ["settings": settings, "ignored": ignored])
      }
      let rows = loaded.entries.map { [$0.key.name, $0.value, $0.provenance.description] }
      output.say(Table(header: ["KEY", "VALUE", "FROM"], rows: rows))
      output.say()
      let ignored = IgnoreRules.builtIn.map(\.glob.pattern).joined(separator: "  ")
      for line in output.folded("Besides folders.ignore, these are ignored in inboxes:  \(ignored)") {
        output.say(line)
      }
    }
  }

  struct Set: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "set", abstract: "Change one setting in the file. The rest of the file stays as you wrote it.",
      discussion: """
        A running daemon uses it from then on. For example: albumscanctl config set budget.perMonthUSD 10

        'config set search advanced' turns on all that searches the web: the search for a cover that says too little \
        (identification.webSearch, identification.alwaysSearch), and reviews that cite critics (review.webSearch). \
        'config set search standard' goes back to the defaults of these three.
        """)

    @Argument(
      help: "The setting, for example review.holdSeconds.",
      completion: .list([searchPreset] + Settings.keys.map(\.name)))
    var key: String

    @Argument(help: "The value. A list is written as [one, two].")
    var value: String

    @OptionGroup var options: CommonOptions

    func run() async throws {
      guard key == ConfigCommand.searchPreset else { return try await ConfigCommand.change([(key, value)], options) }
      guard value == "advanced" || value == "standard" else {
        CommandOutput.complain("search is advanced or standard, not \"\(Cleaned.text(value, limit: 60) ?? "")\".")
        throw ExitCode.wrongSettings
      }
      let settings = ["identification.webSearch", "identification.alwaysSearch", "review.webSearch"]
      try await ConfigCommand.change(
        settings.map { ($0, value == "advanced" ? "true" : nil) }, as: (key, value), options)
    }
  }

  /// A word for several settings that belong together.
  private static let searchPreset = "search"

  struct Unset: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "unset", abstract: "Remove a setting from the file, so that its default applies.")

    @Argument(help: "The setting, for example review.holdSeconds.", completion: .list(Settings.keys.map(\.name)))
    var key: String

    @OptionGroup var options: CommonOptions

    func run() async throws { try await ConfigCommand.change([(key, nil)], options) }
  }

  /// - Parameters:
  ///   - changes: where a value is nil, the setting is removed from the file.
  ///   - preset: the word for all of them.
  private static func change(
    _ changes: [(key: String, value: String?)], as preset: (name: String, word: String)? = nil,
    _ options: CommonOptions
  ) async throws {
    let loaded = try CommandContext.settings(options)
    for (key, value) in changes {
      if value == nil, key == "models.identification", loaded.settings.models.provider == .named(.compatible) {
        CommandOutput.complain(
          "models.provider is compatible, which has no default model. Name another one (albumscanctl doctor lists them): "
            + "albumscanctl config set models.identification NAME")
        throw ExitCode.wrongSettings
      }
      try CommandContext.write(loaded, setting: key, to: value)
    }
    let after = try CommandContext.settings(options)
    let use = try await use(of: after, instead: loaded, options)
    let output = CommandOutput(json: options.json)
    let entries = changes.map { change in (change.key, after.entries.first { $0.key.name == change.key }) }
    if output.json {
      let only = entries.first
      return try output.print(
        "config-change/1",
        [
          "key": preset?.name ?? only?.0, "value": preset?.word ?? only?.1?.value ?? "",
          "from": only?.1?.provenance.description ?? "", "file": loaded.file.string, "daemon": use.when,
        ])
    }
    for (key, now) in entries {
      output.say(
        now.map { "\(key) is \($0.value), from \($0.provenance)." } ?? "\(key) isn't in \(loaded.file) anymore.")
    }
    output.say(use.words)
  }

  /// Tells the running daemon, if it has the same file.
  /// - Returns: when it uses the settings, for the JSON document and for people.
  private static func use(
    of loaded: LoadedSettings, instead old: LoadedSettings, _ options: CommonOptions
  ) async throws -> (when: String, words: String) {
    guard CommandContext.daemon(of: loaded.places) != nil else {
      return (
        "at-next-start",
        "albumscand isn't running, and uses this when it starts: systemctl --user start albumscand"
      )
    }
    if options.config != nil {
      return ("after-reload", "To apply it to the running daemon: systemctl --user reload albumscand")
    }
    if loaded.settings.folders.root != old.settings.folders.root {
      return ("after-restart", "To apply it to the running daemon: systemctl --user restart albumscand")
    }
    try await CommandContext.open(options).ledger.noteChangedSettings()
    return ("now", "albumscand uses this from now on.")
  }

  struct Path: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "path", abstract: "Show where the settings file is.")

    @OptionGroup var options: CommonOptions

    func run() throws {
      // Invalid settings have to be found, too.
      let places = Places(environment: ProcessInfo.processInfo.environment)
      let file = try options.config.map { FilePath($0) } ?? places?.settings ?? CommandContext.settings(options).file
      let output = CommandOutput(json: options.json)
      let exists = FileManager.default.fileExists(atPath: file.string)
      if output.json { return try output.print("config-path/1", ["path": file.string, "exists": exists]) }
      output.say(file.string)
    }
  }
}
