internal import Albums
internal import Foundation
package import SystemPackage

/// The settings in effect, and where each value comes from.
package struct LoadedSettings: Equatable, Sendable {
  package internal(set) var settings: Settings
  package let places: Places
  /// The settings file that was looked for, and whether it was there.
  package let file: FilePath
  package let fileExists: Bool
  /// Every key, in the order of the manual page.
  package internal(set) var entries: [SettingEntry]
  /// What is set though no setting has this name anymore, each once.
  package let ignored: [SettingsError.Problem]

  /// Reads the settings of the user who runs this program.
  /// - Parameters:
  ///   - file: as named with `--config`, relative to the working folder; then it must be there.
  ///   - environment: with `HOME`, the XDG variables and `ALBUMSCAN_…`.
  package static func load(file named: FilePath? = nil, environment: [String: String]) throws(SettingsError)
    -> LoadedSettings
  {
    guard let places = Places(environment: environment) else {
      throw SettingsError(problems: [.init(place: "environment HOME", message: "the home folder is unknown; set HOME")])
    }
    let path = named ?? places.settings
    var problems: [SettingsError.Problem] = []
    let text = read(path, problems: &problems)
    if text == nil, named != nil, problems.isEmpty {
      problems = [.init(place: path.string, message: "the file named by --config doesn't exist")]
    }
    var handedOver: [String: (text: String, path: FilePath)] = [:]
    if let folder = Credentials.systemdFolder(environment) {
      for key in Settings.keys {
        let path = folder.appending(key.name)
        handedOver[key.name] = read(path, problems: &problems).map { ($0, path) }
      }
    }
    var loaded = try understand(
      yaml: text, at: path, environment: environment, credentials: handedOver, places: places, problems: problems)
    loaded.settings.folders = loaded.settings.folders.resolvingLinks()
    return loaded
  }

  /// Makes settings of what was found; no input, no output.
  /// - Parameters:
  ///   - yaml: the file's text, nil when there is none.
  ///   - credentials: files that hold the value of the key that they are named after.
  ///   - problems: with what was already wrong.
  package static func understand(
    yaml: String?, at path: FilePath, environment: [String: String] = [:],
    credentials: [String: (text: String, path: FilePath)] = [:], places: Places,
    problems: [SettingsError.Problem] = []
  ) throws(SettingsError) -> LoadedSettings {
    let keys = Settings.keys + Settings.retired
    let file = SettingsFile(yaml ?? "", at: path, keys: keys)
    let variables = SettingsEnvironment(environment, keys: keys)
    let handedOver = credentials.mapValues { text, path -> SettingsReader.Found in
      let line = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
      return (text: .one(line), provenance: .credential(path), place: path.string)
    }
    var reader = SettingsReader(sources: [variables.found, handedOver, file.found], home: places.home)
    let settings = Settings(&reader)
    let all = problems + file.problems + variables.problems + reader.problems
    guard all.isEmpty else { throw SettingsError(problems: all) }
    let ignored = Settings.retired.compactMap { key in
      (variables.found[key.name] ?? file.found[key.name]).map {
        SettingsError.Problem(
          place: $0.place, message: "\(key.name) has no effect anymore: models aren't asked in batches")
      }
    }
    return LoadedSettings(
      settings: settings, places: places, file: path, fileExists: yaml != nil, entries: reader.entries,
      ignored: ignored)
  }

  /// Nil when there is no such file, or when it can't be used and `problems` says why.
  private static func read(_ path: FilePath, problems: inout [SettingsError.Problem]) -> String? {
    do throws(SmallFileError) {
      return try SmallFile.read(path, limit: 1 << 20)?.text
    } catch {
      let reason =
        switch error {
        case .tooLarge: "is larger than 1 MB, so it isn't a settings file"
        case .notUTF8: "isn't UTF-8 text"
        case .system(let errno): "can't be read: \(errno)"
        }
      problems.append(SettingsError.Problem(place: path.string, message: "this file \(reason)"))
      return nil
    }
  }
}

extension LoadedSettings {
  /// What is wrong with the file of authorities, without which no service can be asked, and where it is named; nil where
  /// it can be read. The settings hold all the same: a disk that it is on may come back.
  package var missingAuthorities: String? {
    guard let file = settings.caFile else { return nil }
    var isFolder: ObjCBool = false
    let isThere = FileManager.default.fileExists(atPath: file.string, isDirectory: &isFolder)
    let trouble: String
    if isThere, isFolder.boolValue {
      trouble = "is a folder"
    } else if isThere, FileManager.default.isReadableFile(atPath: file.string) {
      return nil
    } else {
      trouble = "doesn't exist or can't be read"
    }
    let place = entries.first { $0.key.name == "network.caFile" }.map { "\($0.provenance): " } ?? ""
    return "\(place)network.caFile names \(file), which \(trouble)"
  }
}

/// The settings from the environment, and the errors in them.
struct SettingsEnvironment {
  private(set) var found: [String: SettingsReader.Found] = [:]
  private(set) var problems: [SettingsError.Problem] = []

  /// Variables with our prefix that aren't settings.
  private static let others: Set<String> = [
    Credential.key(.compatible).environmentName, Credential.mpd.environmentName, PromptStore.environmentName,
  ]

  init(_ variables: [String: String], keys: [SettingKey]) {
    let byFolded = Dictionary(keys.map { (SettingKey.folded($0.name), $0) }) { first, _ in first }
    let sections = Set(keys.compactMap { key in key.name.firstIndex(of: ".").map { key.name[..<$0].uppercased() } })
    // Sorted, so that the same environment always gives the same errors.
    for (variable, text) in variables.sorted(by: { $0.key < $1.key })
    where variable.hasPrefix(SettingKey.environmentPrefix) && !text.isEmpty && !Self.others.contains(variable) {
      let name = variable.dropFirst(SettingKey.environmentPrefix.count)
      if let key = byFolded[SettingKey.folded(name)] {
        // `ALBUMSCAN_MODELS_BASEURL` is understood too, but doesn't stand against the proper spelling.
        if variable != key.environmentName, variables[key.environmentName]?.isEmpty == false { continue }
        found[key.name] = (
          text: .one(text), provenance: .environment(variable), place: "environment \(variable)"
        )
      } else {
        refuse(variable, name, sections: sections, keys: keys)
      }
    }
  }

  /// A variable that is clearly meant as a setting is an error; any other may belong to whoever started us.
  private mutating func refuse(_ variable: String, _ name: Substring, sections: Set<String>, keys: [SettingKey]) {
    // Without the prefix, which all have in common.
    let names = keys.map { String($0.environmentName.dropFirst(SettingKey.environmentPrefix.count)) }
    let meant = NearestName.find(String(name), among: names).map { SettingKey.environmentPrefix + $0 }
    let section = name.prefix { $0 != "_" }
    guard sections.contains(String(section)) || meant != nil else { return }
    let hint = meant.map { "; did you mean '\($0)'?" } ?? "; albumscanctl config show lists all keys"
    problems.append(
      SettingsError.Problem(place: "environment \(variable)", message: "no setting has this name\(hint)"))
  }
}
