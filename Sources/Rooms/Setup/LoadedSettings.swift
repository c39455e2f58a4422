package import SystemPackage

/// The settings in effect, and where each value comes from.
package struct LoadedSettings: Equatable, Sendable {
  package let settings: Settings
  package let places: Places
  /// The settings file that was looked for, and whether it was there.
  package let file: FilePath
  package let fileExists: Bool
  /// Every key, in the order of the manual page.
  package let entries: [SettingEntry]

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
    return try understand(
      yaml: text, at: path, environment: environment, credentials: handedOver, places: places, problems: problems)
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
    let keys = Settings.keys
    let file = SettingsFile(yaml ?? "", at: path, keys: keys)
    let variables = SettingsEnvironment(environment, keys: keys)
    let handedOver = credentials.mapValues { text, path in
      let line = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
      return SettingsReader.Found(text: .one(line), provenance: .credential(path), place: path.string)
    }
    var reader = SettingsReader(sources: [variables.found, handedOver, file.found], home: places.home)
    let settings = Settings(&reader)
    let all = problems + file.problems + variables.problems + reader.problems
    guard all.isEmpty else { throw SettingsError(problems: all) }
    return LoadedSettings(
      settings: settings, places: places, file: path, fileExists: yaml != nil, entries: reader.entries)
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
