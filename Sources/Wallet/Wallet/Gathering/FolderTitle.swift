/// One album title in one folder: the songs of a compilation without an album artist have nothing else in common.
package struct FolderTitle: Hashable, Comparable, Sendable {
  package let title: RawText
  /// Including its subfolders; empty for the whole music folder.
  package let folder: RawText

  package static func < (a: Self, b: Self) -> Bool { (a.title, a.folder) < (b.title, b.folder) }
}
