internal import Glibc
package import SystemPackage

/// The text recognition models, as installed or built.
package struct TextModels: Equatable, Sendable {
  private static let detection = "detection.weights"
  private static let recognition = "recognition.weights"
  private static let characters = "characters.txt"
  /// The most folders to go up, from a program in `<prefix>/libexec/albumscan` or
  /// `<checkout>/.build/<triple>/<configuration>` to the folder that contains the models' path.
  private static let mostFolders = 5

  package let folder: FilePath

  /// The model that finds text.
  package var detection: FilePath { folder.appending(Self.detection) }
  /// The model that reads a line.
  package var recognition: FilePath { folder.appending(Self.recognition) }
  /// The characters of the recognition's classes, one per line.
  package var characters: FilePath { folder.appending(Self.characters) }

  /// The models for a program: installed with it, or built in the same checkout; nil if there are none.
  /// - Parameter program: its path, with links resolved.
  package init?(for program: FilePath) {
    let complete = Self.folders(for: program).first { folder in
      [Self.detection, Self.recognition, Self.characters].allSatisfy {
        access(folder.appending($0).string, R_OK) == 0
      }
    }
    guard let complete else { return nil }
    folder = complete
  }

  /// Where they belong if they are missing.
  package static func expectedFolder(for program: FilePath) -> FilePath {
    let folders = folders(for: program)
    return folders.first { $0.removingLastComponent().lastComponent?.string == ".build" } ?? folders[1]
  }

  private static func folders(for program: FilePath) -> [FilePath] {
    var folder = program
    return (0..<mostFolders).map { _ in
      folder.removeLastComponent()
      return folder.lastComponent?.string == ".build"
        ? folder.appending("reading") : folder.appending("share/albumscan/reading")
    }
  }
}
