package import SystemPackage

/// A file that has finished arriving in a watched folder.
package struct Arrival: Hashable, Sendable {
  package let path: FilePath
  package let identity: FileIdentity
  /// False where the file ends in the middle or is empty, and nobody has written to it for so long that nobody will.
  package let complete: Bool

  package init(path: FilePath, identity: FileIdentity, complete: Bool) {
    self.path = path
    self.identity = identity
    self.complete = complete
  }
}
