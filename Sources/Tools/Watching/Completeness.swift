import Glibc

/// Checks whether a file, read from its first byte to its last, ends where its format says.
///
/// It decodes nothing, and uses the file's numbers only as "so many bytes to go": a malicious file can influence
/// nothing but the result. It keeps at most a few dozen bytes.
package struct Completeness: Sendable {
  package enum Verdict: Hashable, Sendable {
    case complete, incomplete, empty
    /// A format whose end isn't known here, or a file too damaged to tell.
    case unknown
  }

  /// Which bytes a format needs next.
  enum Need: Equatable {
    /// Skip this many bytes, then pass on this many.
    case skip(Int64, take: Int)
    /// Skip everything up to the next such byte, then pass on one byte.
    case find(UInt8)
    case end
    case lost

    static func take(_ count: Int) -> Need { .skip(0, take: count) }
  }

  private var walk: any FormatWalk = FormatDetection()
  private var need = Need.take(FormatDetection.length)
  private var taken: [UInt8] = []
  private var isEmpty = true

  package init() {}

  /// Whether the verdict can no longer change.
  package var isDecided: Bool { need == .end || need == .lost }

  /// How many of the next bytes can be passed to `skip` instead of `consume`.
  package var skippable: Int64 {
    if case .skip(let count, _) = need, taken.isEmpty { return count }
    return 0
  }

  /// Skips bytes, at most `skippable`.
  package mutating func skip(_ count: Int64) {
    guard case .skip(let left, let take) = need, count > 0 else { return }
    isEmpty = false
    need = .skip(left - min(count, left), take: take)
    settle()
  }

  /// Takes the next bytes.
  package mutating func consume(_ bytes: UnsafeRawBufferPointer) {
    var rest = bytes[...]
    while let start = rest.first.map({ _ in rest.startIndex }) {
      isEmpty = false
      switch need {
      case .end, .lost: return
      case .find(let byte):
        guard let found = bytes.firstIndex(of: byte, from: start) else { return }
        rest = rest[(found + 1)...]
        need = .take(1)
      case .skip(let count, let take) where count > 0:
        let passed = min(count, Int64(rest.count))
        rest = rest.dropFirst(Int(passed))
        need = .skip(count - passed, take: take)
        settle()
      case .skip(_, let take):
        let shown = rest.prefix(take - taken.count)
        taken += shown
        rest = rest.dropFirst(shown.count)
        settle()
      }
    }
  }

  /// The verdict if the file ended here.
  package var verdict: Verdict {
    if isEmpty { return .empty }
    switch need {
    case .end: return .complete
    case .lost: return .unknown
    case .find: return walk.verdictAtEnd(isBetweenParts: false)
    case .skip(let left, _): return walk.verdictAtEnd(isBetweenParts: left == 0 && taken.isEmpty)
    }
  }

  /// Passes the requested bytes to the format, once all of them have arrived.
  private mutating func settle() {
    while case .skip(0, let take) = need, taken.count == take {
      let shown = taken
      taken = []
      if walk is FormatDetection, let detected = FormatDetection.walk(for: shown) {
        // The format reads its own first bytes.
        walk = detected
        need = walk.start
        shown.withUnsafeBytes { consume($0) }
        return
      }
      need = walk.next(shown)
    }
  }
}

/// Walks through one format from part to part.
protocol FormatWalk: Sendable {
  /// Which bytes it needs first.
  var start: Completeness.Need { get }
  /// Takes the bytes it asked for, and says what it needs next.
  mutating func next(_ bytes: [UInt8]) -> Completeness.Need
  /// The verdict if the file ends early. `isBetweenParts`: it ends before the first byte of what was requested.
  func verdictAtEnd(isBetweenParts: Bool) -> Completeness.Verdict
}

extension UnsafeRawBufferPointer {
  /// memchr: a photo's picture data is megabytes between two markers.
  fileprivate func firstIndex(of byte: UInt8, from start: Int) -> Int? {
    guard let base = baseAddress, let found = memchr(base + start, Int32(byte), count - start) else { return nil }
    return UnsafeRawPointer(found) - base
  }
}
