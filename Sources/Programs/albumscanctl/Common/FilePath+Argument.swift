internal import Foundation
internal import SystemPackage

extension FilePath {
  /// The file that a person named, from the folder in which they are.
  init(argument: String) {
    self = FilePath(FileManager.default.currentDirectoryPath).pushing(FilePath(argument)).lexicallyNormalized()
  }
}
