internal import Albums

/// Finds the name that a user probably meant.
package enum NearestName {
  /// The name with the fewest differences, if they are few for its length; capitals, `_` and `-` don't count, and a
  /// name without its section is as good as with it.
  package static func find(_ word: String, among names: [String]) -> String? {
    guard let best = closest(to: word, among: names) else { return nil }
    return best.distance <= max(1, SettingKey.folded(word).count / 3) ? best.name : nil
  }

  /// The name with the fewest differences, be they as many as they may.
  static func closest(to word: String, among names: [String]) -> (name: String, distance: Int)? {
    let folded = Array(SettingKey.folded(word.prefix(100)))
    return
      names.map { name -> (name: String, distance: Int) in
        let full = folded.editDistance(to: Array(SettingKey.folded(name)))
        guard !word.contains("."), let end = name.split(separator: ".").last else { return (name, full) }
        let last = folded.editDistance(to: Array(SettingKey.folded(end)))
        return (name, min(full, last))
      }.min { $0.distance < $1.distance }
  }
}

extension NearestName {
  /// What is said of a key that doesn't exist.
  static func unknown(_ name: String, among names: [String]) -> String {
    let shown = SettingsReader.quoted(.one(name))
    if let meant = find(name, among: names) { return "unknown key \(shown); did you mean '\(meant)'?" }
    let nearest = closest(to: name, among: names).map { "the nearest valid key is '\($0.name)'; " } ?? ""
    return "unknown key \(shown); \(nearest)albumscanctl config show lists all keys"
  }
}
