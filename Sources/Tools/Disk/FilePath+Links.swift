internal import Glibc
package import SystemPackage

extension FilePath {
  /// With the symbolic links in it resolved, as far as it exists. For a path that the user named: below an inbox or a
  /// results folder, no link is followed.
  package var resolvingLinks: FilePath {
    let resolved = withPlatformString { path -> FilePath? in
      guard let real = realpath(path, nil) else { return nil }
      defer { free(real) }
      return FilePath(platformString: real)
    }
    if let resolved { return resolved }
    guard let name = lastComponent, parentFolder != self else { return self }
    return parentFolder.resolvingLinks.appending(name)
  }

  /// With the symbolic links in the folders above it resolved, but not at the name itself.
  package var resolvingLinksAbove: FilePath {
    lastComponent.map { parentFolder.resolvingLinks.appending($0) } ?? self
  }

  /// The first symbolic link in the path.
  var firstLink: FilePath? {
    var prefix = FilePath(root: root, [])
    for component in components {
      prefix.append(component)
      if Folder.isLink(prefix) { return prefix }
    }
    return nil
  }

  /// The folder that contains this path; for a bare name, the current one.
  var parentFolder: FilePath {
    let parent = removingLastComponent()
    return parent.isEmpty ? "." : parent
  }
}
