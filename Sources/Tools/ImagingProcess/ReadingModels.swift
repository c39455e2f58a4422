internal import Glibc
package import SystemPackage

/// The text recognition models, where they are installed or were built.
package struct ReadingModels: Equatable, Sendable {
  private static let detection = "detection.onnx"
  private static let recognition = "recognition.onnx"
  private static let characters = "characters.txt"
  /// From a program in `<prefix>/libexec/albumscan` or `<checkout>/.build/<triple>/<configuration>` there are at most so
  /// many folders up to the one that the models are looked for from.
  private static let mostFolders = 5

  package let folder: FilePath

  /// Finds where text is in a picture.
  package var detection: FilePath { folder.appending(Self.detection) }
  /// Reads a line of it.
  package var recognition: FilePath { folder.appending(Self.recognition) }
  /// What the recognition's classes stand for, one a line.
  package var characters: FilePath { folder.appending(Self.characters) }

  /// Those that are there for a program: installed with it, or made beside it in a checkout; nil where there are none.
  /// - Parameter program: its path, links seen through.
  package init?(for program: FilePath) {
    let complete = Self.folders(for: program).first { folder in
      [Self.detection, Self.recognition, Self.characters].allSatisfy {
        access(folder.appending($0).string, R_OK) == 0
      }
    }
    guard let complete else { return nil }
    folder = complete
  }

  /// Where they belong when they are nowhere.
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
