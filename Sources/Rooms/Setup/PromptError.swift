package import SystemPackage

/// A prompt that can't be used.
package enum PromptError: Error, Equatable, CustomStringConvertible {
  case missing(String, lookedIn: [FilePath])
  case unusable(FilePath, String)

  package var description: String {
    switch self {
    case .missing(let name, let folders):
      "the prompt '\(name).txt' isn't in any of \(folders.map(\.string).joined(separator: ", ")); "
        + "reinstall AlbumScan, or name the folder in \(PromptStore.environmentName)"
    case .unusable(let path, let reason): "the prompt \(path.string) \(reason); correct the file or remove it"
    }
  }
}
