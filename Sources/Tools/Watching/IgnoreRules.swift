internal import Glibc
package import SystemPackage

/// Which files and folders of an inbox are ignored, and why. A folder is checked before it is watched.
package struct IgnoreRules: Sendable {
  /// One line of the table.
  package struct Rule: Hashable, Sendable {
    package enum Kind: Hashable, Sendable { case files, folders, both }

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
  /// The temporary names of programs that write into such folders. The first ones are hidden files as well; they are
  /// listed here to give a specific reason.
  package static let builtIn: [Rule] = [
    // syncthing: lib/fs/tempname.go, lib/versioner, lib/config
    Rule(".syncthing.*", "a file that Syncthing is still writing", .files),
    Rule("~syncthing~*", "a file that Syncthing is still writing", .files),
    Rule(".stfolder", "Syncthing's folder marker"),
    Rule(".stversions", "Syncthing's old versions"),
    Rule(".stignore", "Syncthing's ignore list"),
    Rule("*.sync-conflict-[0-9]*-[0-9]*", "Syncthing's copy of a conflict", .files, isConflict: true),
    // nextcloud/desktop, owncloud/client, Dropbox
    Rule("*(*conflicted copy*)*", "a sync client's copy of a conflict", .files, isConflict: true),
    Rule(".ocTransferId*.part", "an upload to Nextcloud or ownCloud that isn't finished", .files),
    Rule("*.part", "a transfer that isn't finished", .files),
    Rule("*.filepart", "a transfer by WinSCP that isn't finished", .files),
    Rule("*.tacitpart", "a transfer that isn't finished", .files),
    Rule("*.partial", "a transfer that isn't finished", .files),
    Rule("*.partial~", "a transfer that isn't finished", .files),
    // rsync(1): .name.XXXXXX while writing, .rsync-partial with --partial-dir, .~tmp~ with --delay-updates
    Rule(".*.??????", "a file that rsync is still writing, or a hidden file", .files),
    Rule("*.crdownload", "a download by Chrome that isn't finished", .files),
    Rule("*.download", "a download by Safari that isn't finished"),
    Rule("*.opdownload", "a download by Opera that isn't finished", .files),
    Rule("*.aria2", "a download by aria2 that isn't finished", .files),
    Rule("*.!qB", "a download by qBittorrent that isn't finished", .files),
    Rule("*.tmp", "a temporary file", .files),
    Rule(".~lock.*#", "LibreOffice's lock", .files),
    Rule("~$*", "Microsoft Office's lock", .files),
    Rule("._*", "macOS's metadata", .files),
    Rule(".DS_Store", "macOS's folder settings", .files),
    Rule("__MACOSX", "macOS's metadata", .folders),
    Rule(".*", "a hidden name"),
    Rule("*~", "an editor's backup", .files),
    Rule("#*#", "an editor's unsaved text", .files),
    Rule("*.swp", "an editor's unsaved text", .files),
    Rule("@eaDir", "Synology's thumbnails", .folders),
    Rule("#recycle", "Synology's trash", .folders),
    Rule("$RECYCLE.BIN", "Windows's trash", .folders),
    Rule("System Volume Information", "Windows's file system data", .folders),
    Rule("lost+found", "the file system's repair folder", .folders),
    Rule("Thumbs.db", "Windows's thumbnails", .files),
    Rule("ehthumbs.db", "Windows's thumbnails", .files),
    Rule("desktop.ini", "Windows's folder settings", .files),
    // Files that phones and cameras store beside a photo under the same name. Everything else is looked at, and gets a
    // reason.
    Rule("*.aae", "an iPhone's edits of a photo", .files),
    Rule("*.xmp", "edits or tags of a photo", .files),
    Rule("*.thm", "a camera's thumbnail", .files),
  ]
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
