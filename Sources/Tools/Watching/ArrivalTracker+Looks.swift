package import SystemPackage

// What the tracker wants to be told, and asks for.
extension ArrivalTracker {
  /// What was seen of a file.
  package enum Sight: Hashable, Sendable {
    /// The verdict is nil where its contents weren't read. `isHeld`: somebody has it open for writing.
    case file(FileStamp, Completeness.Verdict?, isHeld: Bool = false)
    case gone
    /// No regular file.
    case refused
    /// Not to be opened for now.
    case unreadable
  }

  /// A file to be looked at now.
  package struct Inspection: Hashable, Sendable {
    /// When its contents are to be read.
    package enum Reading: Hashable, Sendable {
      case always, never
      /// While somebody writes there is nothing to be learnt from what is there so far.
      case ifUnchanged
    }

    package let path: FilePath
    package let reading: Reading
    /// How it was at the last look.
    package let known: FileStamp?
    /// Of its contents at the last look: with the same stamp they need not be read again.
    package let verdict: Completeness.Verdict?

    /// Whether the contents of a file that now has this stamp are to be read.
    package func wantsContents(_ stamp: FileStamp) -> Bool {
      switch reading {
      case .always: true
      case .never: false
      case .ifUnchanged: stamp == known || stamp.isLinked
      }
    }
  }
}
