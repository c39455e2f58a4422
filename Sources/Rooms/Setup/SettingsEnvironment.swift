internal import Albums

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
        found[key.name] = SettingsReader.Found(
          text: .one(text), provenance: .environment(variable), place: "environment \(variable)")
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
