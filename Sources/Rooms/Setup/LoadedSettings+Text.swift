internal import SystemPackage

extension LoadedSettings {
  /// Changes one setting in the text of a settings file, and leaves the rest unchanged, including comments.
  /// - Parameters:
  ///   - name: `review.holdSeconds`, or `plan`.
  ///   - value: as it is written in YAML; nil takes the key away.
  /// - Returns: nil where the text is written so that only a person can change it.
  private static func setting(_ name: String, to value: String?, in text: String) -> String? {
    // A file from elsewhere may end its lines as Windows does; to Swift that is one character.
    let ending = text.contains("\r\n") ? "\r\n" : "\n"
    func joined(_ lines: [String]) -> String { lines.map { $0 + ending }.joined() }
    var lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }.map(String.init)
    if lines.last == "" { lines.removeLast() }
    let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
    let (section, key) = parts.count == 2 ? (parts[0], parts[1]) : (nil, name)
    // `models.baseURL: …` is understood, too.
    if let place = lines.firstIndex(where: { stands($0, name, indented: false) }) {
      replace(at: place, with: value.map { "\(name): \($0)" }, in: &lines)
    } else if let section {
      guard let head = lines.firstIndex(where: { stands($0, section, indented: false) }) else {
        if let value { lines += ["\(section):", "  \(key): \(value)"] }
        return joined(lines)
      }
      let rest = lines[head].dropFirst(section.count + 1).drop { $0 == " " }
      guard rest.isEmpty || rest.hasPrefix("#") else { return nil }
      let end = lines[(head + 1)...].firstIndex { !$0.isEmpty && !$0.hasPrefix(" ") && !$0.hasPrefix("#") }
      let block = (head + 1)..<(end ?? lines.count)
      let indent = lines[block].first { $0.hasPrefix(" ") && !isComment($0) }.map { $0.prefix { $0 == " " } } ?? "  "
      let new = value.map { "\(indent)\(key): \($0)" }
      if let place = block.first(where: { stands(lines[$0], key, indented: true) }) {
        let old = lines.count
        replace(at: place, with: new, in: &lines)
        let left = lines[(head + 1)..<(block.upperBound + lines.count - old)]
        // Nothing is said below it anymore, by a key or by its owner.
        if rest.isEmpty, !left.contains(where: { $0.hasPrefix(" ") && !$0.allSatisfy(\.isWhitespace) }) {
          lines.remove(at: head)
        }
      } else if let new {
        lines.insert(new, at: head + 1)
      }
    } else if let value {
      lines.insert("\(name): \(value)", at: 0)
    }
    return joined(lines)
  }

  /// A line and what belongs to it: the items of a list, and whatever stands further in.
  private static func replace(at place: Int, with line: String?, in lines: inout [String]) {
    let indent = lines[place].prefix { $0 == " " }.count
    var end = place + 1
    while end < lines.count {
      let own = lines[end].prefix { $0 == " " }.count
      let isItem = own == indent && lines[end].dropFirst(own).hasPrefix("- ")
      guard own > indent && !isComment(lines[end]) || isItem else { break }
      end += 1
    }
    lines.replaceSubrange(place..<end, with: line.map { [$0] } ?? [])
  }

  private static func stands(_ line: String, _ key: String, indented: Bool) -> Bool {
    line.hasPrefix(" ") == indented && line.drop { $0 == " " }.hasPrefix("\(key):")
  }

  private static func isComment(_ line: String) -> Bool { line.drop { $0 == " " }.hasPrefix("#") }
}

extension LoadedSettings {
  /// The settings file's text with one key changed, once it is certain that this changes that key and nothing else.
  /// - Parameters:
  ///   - value: as a person types it; nil goes back to the default.
  ///   - text: of the file; empty where there is none.
  package func text(setting name: String, to value: String?, in text: String) throws(SettingsError) -> String {
    guard (value == nil ? Settings.keys + Settings.retired : Settings.keys).contains(where: { $0.name == name }) else {
      let unknown = NearestName.unknown(name, among: Settings.keys.map(\.name))
      throw SettingsError(problems: [SettingsError.Problem(place: "", message: unknown)])
    }
    let refusal = SettingsError(problems: [
      SettingsError.Problem(
        place: file.string, message: "AlbumScan can't change \(name) in this file; change it yourself")
    ])
    let quoted = value.map { "'\($0.replacing("'", with: "''"))'" }
    // A list and a plain word as they stand, anything else as text: in quotes nothing of it is YAML's.
    let isPlain = { (text: String) in
      text.wholeMatch(of: #/[A-Za-z0-9][A-Za-z0-9@._+\/-]*/#) != nil && text.lowercased() != "null"
    }
    let written = value.map { $0.hasPrefix("[") || isPlain($0) ? $0 : quoted ?? "" }
    guard let new = Self.setting(name, to: written, in: text) else { throw refusal }
    let before = try Self.understand(yaml: text, at: file, places: places)
    let after: LoadedSettings
    do throws(SettingsError) { after = try Self.understand(yaml: new, at: file, places: places) } catch {
      throw error.said(ofSetting: name, to: value)
    }
    for (old, changed) in zip(before.entries, after.entries) where old.key.name != name {
      guard old.value == changed.value || changed.value.hasPrefix("[") || name == "folders.root" || name == "plan"
      else { throw refusal }
    }
    return new
  }
}

extension SettingsError {
  /// Of a change that wasn't made: its lines are those of a text that nobody has.
  fileprivate func said(ofSetting name: String, to value: String?) -> SettingsError {
    let change = value.map { "with \(name) \(SettingsReader.quoted(.one($0)))" } ?? "without \(name)"
    return SettingsError(
      problems: problems.map {
        Problem(place: "", message: $0.message.hasPrefix("\(name) ") ? $0.message : "\(change): \($0.message)")
      })
  }
}
