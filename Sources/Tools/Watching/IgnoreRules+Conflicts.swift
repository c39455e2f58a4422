package import SystemPackage

extension IgnoreRules {
  /// The files below an inbox that are left alone because a sync program made them where two machines changed a file, in
  /// the order of their names. What can't be listed is passed over.
  package func conflictCopies(below inbox: FilePath, atMost limit: Int) -> [FilePath] {
    var copies: [FilePath] = []
    var folders = [inbox]
    while let folder = folders.popLast() {
      for entry in (try? FolderListing(folder, followingLink: folder == inbox))?.entries ?? [] {
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
