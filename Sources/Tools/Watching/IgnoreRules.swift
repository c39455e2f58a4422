internal import Glibc
package import SystemPackage

/// Which files and folders of an inbox are ignored, and why. A folder is checked before it is watched.
package struct IgnoreRules: Sendable {
  /// One line of the table.
  package struct Rule: Hashable, Sendable {
    package enum Kind: String, Encodable, Sendable { case files, folders, both }

    package let glob: Glob
    package let kind: Kind
    /// What such files are, as text for people.
    package let reason: String
    /// Whether the rule excludes files that may be photos the user expects.
    let isConflict: Bool

    func applies(toFolders: Bool) -> Bool { kind == .both || (kind == .folders) == toFolders }

    package init(_ pattern: String, _ reason: String, _ kind: Kind = .both, isConflict: Bool = false) {
      glob = Glob(pattern)
      self.kind = kind
      self.reason = reason
      self.isConflict = isConflict
    }
  }

  /// In order: the first matching rule gives the reason.
  package let rules: [Rule]
  /// AlbumScan's own folders, which must never count as part of an inbox.
  private let excluded: Set<FilePath>
  private let nameRules: [Rule]
  private let pathRules: [Rule]

  /// The built-in table, then the user's patterns (`folders.ignore`), then folders by their full path.
  package init(globs: [String] = [], excluding folders: [FilePath] = []) {
    rules = Self.builtIn + globs.map { Rule($0, "ignored by the settings (folders.ignore)") }
    nameRules = rules.filter { !$0.glob.isForPaths }
    pathRules = rules.filter(\.glob.isForPaths)
    excluded = Set(folders.map { $0.lexicallyNormalized() })
  }

  /// The rule that excludes `path`, or nil. Only the part below the inbox is checked.
  package func rule(ignoring path: FilePath, below inbox: FilePath, isFolder: Bool) -> Rule? {
    guard path != inbox, let name = path.lastComponent else { return nil }
    return rule(ignoring: name.bytes, at: path.lexicallyNormalized(), below: inbox, isFolder: isFolder)
  }

  /// The same for a name that is already available as bytes, in a path that is lexically normal: splitting a path costs
  /// more than checking all rules.
  func rule(ignoring name: [UInt8], at path: FilePath, below inbox: FilePath, isFolder: Bool) -> Rule? {
    if isFolder, excluded.contains(path) { return Self.ownFolder }
    let lowered = Glob.lowered(name)
    if let rule = nameRules.first(where: { $0.applies(toFolders: isFolder) && $0.glob.matches(name: lowered) }) {
      return rule
    }
    var relative = path
    guard !pathRules.isEmpty, relative.removePrefix(inbox) else { return nil }
    let names = relative.components.map { Glob.lowered($0.bytes) }
    return pathRules.first { $0.applies(toFolders: isFolder) && $0.glob.matches(path: names) }
  }

  private static let ownFolder = Rule("**", "a folder of AlbumScan's own", .folders)
}

extension IgnoreRules {
  /// The table in `ignored.txt`: what sync programs, computers, and photo programs leave in folders of photos.
  package static let builtIn: [Rule] = {
    let text = String(decoding: PackageResources.ignored_txt, as: UTF8.self)
    var (kind, reason, isConflict) = (Rule.Kind.both, "", false)
    var rules: [Rule] = []
    for line in text.split(separator: "\n") where !line.hasPrefix("//") {
      // A pattern may begin with a bracket, too, but not with one of these words in it.
      let heading = line.hasPrefix("[") ? line.dropFirst().split(separator: "] ", maxSplits: 1) : []
      if heading.count == 2,
        let kinds = heading[0] == "conflicts" ? .files : Rule.Kind(rawValue: String(heading[0]))
      {
        (kind, reason, isConflict) = (kinds, String(heading[1]), heading[0] == "conflicts")
      } else {
        rules.append(Rule(String(line), reason, kind, isConflict: isConflict))
      }
    }
    return rules
  }()
}

extension FilePath.Component {
  /// The name as the file system holds it.
  var bytes: [UInt8] {
    withPlatformString { UnsafeBufferPointer(start: $0, count: strlen($0)).map(UInt8.init(bitPattern:)) }
  }
}

extension IgnoreRules {
  /// The files below an inbox that are ignored because a sync program created them after two devices changed a file,
  /// sorted by name. Folders that can't be listed are skipped.
  package func conflictCopies(below inbox: FilePath, atMost limit: Int) -> [FilePath] {
    var copies: [FilePath] = []
    var folders = [inbox]
    while let folder = folders.popLast() {
      // As the doc comment says.
      for entry in (try? FolderListing(folder))?.entries ?? [] {
        let path = folder.appending(entry.name)
        let rule = rule(ignoring: entry.bytes, at: path, below: inbox, isFolder: entry.isFolder)
        if let rule, rule.isConflict {
          copies.append(path)
          if copies.count == limit { return copies }
        } else if rule == nil, entry.isFolder {
          folders.append(path)
        }
      }
    }
    return copies
  }
}
