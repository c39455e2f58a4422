internal import Glibc
package import SystemPackage

/// The sign that a folder may be kept in step with other devices, on which a file that is moved out of it disappears.
package enum SyncSign: Hashable, Sendable {
  /// A file or folder that a sync program leaves in the folders that it keeps in step.
  case marker(FilePath, of: String)
  /// What may be such a marker, of a program that isn't known.
  case foreign(FilePath)
  /// A folder that has the name of a sync program's folder.
  case folderName(FilePath, of: String)
  /// A file system of another computer, or one of which that isn't known.
  case fileSystem(String)

  /// The sign of a folder, if there is one: in it, or in a folder above it, below the home folder.
  /// - Parameters:
  ///   - folder: absolute and without symbolic links, as `home` is.
  ///   - names: what is directly inside a folder.
  package static func of(
    _ folder: FilePath, home: FilePath, fileSystem: (FilePath) -> String? = NetworkFileSystem.nameUnlessLocal,
    names: (FilePath) -> [FilePath.Component] = Folder.namesIfReadable
  ) -> SyncSign? {
    var above: [FilePath] = []
    var path = folder
    while path != home, let name = path.lastComponent, name.kind == .regular {
      above.append(path)
      path.removeLastComponent()
    }
    var uncertain: SyncSign?
    for path in above {
      for name in names(path) {
        if let program = table.markers.first(where: { $0.matches(name.string) })?.program {
          return .marker(path.appending(name), of: program)
        }
        if uncertain == nil, table.uncertain.matches(name.string), !table.arriving.matches(name.string) {
          uncertain = .foreign(path.appending(name))
        }
      }
    }
    for path in above {
      if let name = path.lastComponent?.string, let program = table.folders.first(where: { $0.matches(name) })?.program
      {
        return .folderName(path, of: program)
      }
    }
    return uncertain ?? fileSystem(folder).map(SyncSign.fileSystem)
  }

  /// The names of one program's files or folders, as patterns.
  private struct Names {
    let program: String
    let patterns: [String]
    /// The characters that such a name begins with. Nearly all names of an inbox are photos, which aren't compared any
    /// further.
    private let first: Set<Character>

    init(_ program: Substring, _ list: Substring) {
      self.program = String(program)
      patterns = list.split(separator: " | ").map(String.init)
      first = Set(patterns.compactMap(\.first).flatMap { [Character($0.lowercased()), Character($0.uppercased())] })
    }

    func matches(_ name: String) -> Bool {
      guard let start = name.first, first.contains(start) else { return false }
      return patterns.contains { fnmatch($0, name, Self.anyCase) == 0 }
    }

    /// `FNM_CASEFOLD`, which only GNU's C has.
    private static let anyCase: Int32 = 1 << 4
  }

  /// What `sync-folders.txt` lists.
  private static let table: (markers: [Names], uncertain: Names, arriving: Names, folders: [Names]) = {
    let text = String(decoding: PackageResources.sync_folders_txt, as: UTF8.self)
    let parts = text.split(separator: "\n").filter { !$0.hasPrefix("//") }.split { $0.hasPrefix("[") }
    let named = { (lines: ArraySlice<Substring>) in
      lines.compactMap { line in
        line.firstRange(of: " = ").map { Names(line[..<$0.lowerBound], line[$0.upperBound...]) }
      }
    }
    let all = { (lines: ArraySlice<Substring>) in Names("", lines.joined(separator: " | ")[...]) }
    return (named(parts[0]), all(parts[1]), all(parts[2]), named(parts[3]))
  }()
}

extension SyncSign: CustomStringConvertible {
  /// For people: why photos stay where they are, as the end of a sentence.
  package var description: String {
    switch self {
    case .marker(let path, let program): "\(program) keeps it in step with other devices (\(path))"
    case .foreign(let path): "\(path) may be the marker of a sync program"
    case .folderName(let path, let program): "\(path) has the name of a folder of \(program)"
    case .fileSystem(let name): "it is on a file system that other computers may use (\(name))"
    }
  }
}
