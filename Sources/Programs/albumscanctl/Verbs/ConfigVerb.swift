internal import ArgumentParser
internal import Setup
internal import SystemPackage

/// `albumscanctl config`
struct ConfigVerb: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config", abstract: "The settings: check them, show them, say where they are.",
    subcommands: [Check.self, Show.self, Path.self], defaultSubcommand: Show.self)

  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Says what is wrong with the settings, and where.")

    @OptionGroup var options: CommonOptions

    func run() throws {
      let loaded = try Desk.settings(options)
      let paper = Paper(json: options.json)
      if paper.json { return try paper.print(document: Checked(file: loaded.fileExists ? loaded.file.string : nil)) }
      paper.say(
        loaded.fileExists ? "The settings are right: \(loaded.file)" : "There is no \(loaded.file); the defaults hold.")
    }

    private struct Checked: Encodable {
      let schema = "albumscan/config-check/1"
      let right = true
      let file: String?
    }
  }

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Every setting with its value, and where that comes from.")

    @OptionGroup var options: CommonOptions

    func run() throws {
      let loaded = try Desk.settings(options)
      let paper = Paper(json: options.json)
      if paper.json {
        let entries = loaded.entries.map {
          Shown.Entry(
            key: $0.key.name, value: $0.value, from: $0.provenance.description, environment: $0.key.environmentName)
        }
        return try paper.print(document: Shown(settings: entries))
      }
      let rows = loaded.entries.map { [$0.key.name, $0.value, $0.provenance.description] }
      for line in Table(header: ["KEY", "VALUE", "FROM"], rows: rows).lines(on: paper) { paper.say(line) }
    }

    private struct Shown: Encodable {
      struct Entry: Encodable {
        let key: String
        let value: String
        let from: String
        let environment: String
      }

      let schema = "albumscan/config/1"
      let settings: [Entry]
    }
  }

  struct Path: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Where the settings file is looked for.")

    @OptionGroup var options: CommonOptions

    func run() throws {
      let loaded = try Desk.settings(options)
      let paper = Paper(json: options.json)
      if paper.json { return try paper.print(document: Found(path: loaded.file.string, exists: loaded.fileExists)) }
      paper.say(loaded.file.string)
    }

    private struct Found: Encodable {
      let schema = "albumscan/config-path/1"
      let path: String
      let exists: Bool
    }
  }
}
