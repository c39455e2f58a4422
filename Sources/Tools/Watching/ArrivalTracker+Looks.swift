package import SystemPackage

// The tracker's inspections: what it asks for, and what it is told.
extension ArrivalTracker {
  /// The result of looking at a file.
  package enum Sight: Hashable, Sendable {
    /// The verdict is nil if the contents weren't read. `hasWriter`: a program has the file open for writing.
    case file(FileStamp, Completeness.Verdict?, hasWriter: Bool = false)
    case gone
    /// Not a regular file.
    case refused
    /// It can't be opened at the moment.
    case unreadable
  }

  /// A file to look at now.
  package struct Inspection: Hashable, Sendable {
    /// When to read the contents.
    package enum Reading: Hashable, Sendable {
      case always, never
      /// While a program is writing, the contents so far say nothing.
      case ifUnchanged
    }

    package let path: FilePath
    package let reading: Reading
    /// The stamp at the last look.
    package let known: FileStamp?
    /// The verdict at the last look. With the same stamp, the contents don't have to be read again.
    package let verdict: Completeness.Verdict?
    /// In bytes. What is in a larger file doesn't matter.
    let limit: Int64

    /// Whether to read the contents of a file that now has this stamp.
    package func wantsContents(_ stamp: FileStamp) -> Bool {
      if stamp.identity.size > limit { return false }
      return switch reading {
      case .always: true
      case .never: false
      case .ifUnchanged: stamp == known || stamp.isLinked
      }
    }
  }
}
