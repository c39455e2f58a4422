/// A shell pattern over bytes: `*` and `?` within a name, `[a-z]` and `[!a-z]` for one byte, `**` for any folders.
///
/// ASCII letters match in either case. A pattern without a slash is for names, one with a slash for paths below the inbox.
package struct Glob: Hashable, Sendable {
  package let pattern: String
  private let components: [[UInt8]]
  /// The first and last byte that a name must have. Most patterns are a star and an extension, and every name is
  /// compared with all patterns, so this saves most of the work.
  private let first: UInt8?
  private let last: UInt8?

  package init(_ pattern: String) {
    self.pattern = pattern
    components = pattern.utf8.map(Self.lowered).split(separator: UInt8(ascii: "/")).map(Array.init)
    let special = Array("*?[]".utf8)
    first = components.count == 1 ? components[0].first.flatMap { special.contains($0) ? nil : $0 } : nil
    last = components.count == 1 ? components[0].last.flatMap { special.contains($0) ? nil : $0 } : nil
  }

  var isForPaths: Bool { pattern.utf8.contains(UInt8(ascii: "/")) }

  /// - Parameter path: the names below the inbox, as lowercase bytes.
  func matches(path: [[UInt8]]) -> Bool { matches(components[...], path[...]) }

  /// - Parameter name: lowercase bytes.
  func matches(name: [UInt8]) -> Bool {
    if let first, name.first != first { return false }
    if let last, name.last != last { return false }
    return components.count == 1 && Self.matches(components[0], name)
  }

  /// Converts ASCII capitals to lowercase, and nothing else.
  static func lowered(_ name: [UInt8]) -> [UInt8] { name.map(lowered) }

  private func matches(_ pattern: ArraySlice<[UInt8]>, _ path: ArraySlice<[UInt8]>) -> Bool {
    guard let first = pattern.first else { return path.isEmpty }
    if first == Array("**".utf8) {
      return (0...path.count).contains { matches(pattern.dropFirst(), path.dropFirst($0)) }
    }
    guard let name = path.first, Self.matches(first, name) else { return false }
    return matches(pattern.dropFirst(), path.dropFirst())
  }

  private static func matches(_ pattern: [UInt8], _ name: [UInt8]) -> Bool {
    var (inPattern, inName) = (0, 0)
    // Backtracking to the last star is enough: it can match anything that an earlier star could.
    var lastStar: (pattern: Int, name: Int)?
    while inName < name.count || inPattern < pattern.count {
      if inPattern < pattern.count, pattern[inPattern] == UInt8(ascii: "*") {
        lastStar = (inPattern, inName)
        inPattern += 1
      } else if let (patternLength, nameLength) = matchOne(pattern[inPattern...], name[inName...]) {
        inPattern += patternLength
        inName += nameLength
      } else if let star = lastStar, star.name < name.count {
        lastStar = (star.pattern, star.name + 1)
        (inPattern, inName) = (star.pattern + 1, star.name + 1)
      } else {
        return false
      }
    }
    return true
  }

  /// How many bytes of each are used if one element of the pattern matches the beginning of the name.
  private static func matchOne(
    _ pattern: ArraySlice<UInt8>, _ name: ArraySlice<UInt8>
  ) -> (patternLength: Int, nameLength: Int)? {
    guard let wanted = pattern.first, let byte = name.first else { return nil }
    switch wanted {
    case UInt8(ascii: "?"):
      // One character, which may be several bytes.
      return (1, 1 + name.dropFirst().prefix { $0 & 0b1100_0000 == 0b1000_0000 }.count)
    case UInt8(ascii: "["):
      guard let set = ByteSet(pattern) else { return byte == wanted ? (1, 1) : nil }
      return set.contains(byte) ? (set.length, 1) : nil
    default: return byte == wanted ? (1, 1) : nil
    }
  }

  private static func lowered(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte + 32 : byte
  }
}

/// The bytes in brackets in a pattern.
private struct ByteSet {
  private var ranges: [ClosedRange<UInt8>] = []
  private let isNegated: Bool
  /// Including both brackets.
  let length: Int

  /// Nil if no bracket closes the set: then the bracket is an ordinary character.
  init?(_ pattern: ArraySlice<UInt8>) {
    var rest = pattern.dropFirst()
    isNegated = rest.first == UInt8(ascii: "!") || rest.first == UInt8(ascii: "^")
    if isNegated { rest = rest.dropFirst() }
    var isFirst = true
    while let low = rest.first, isFirst || low != UInt8(ascii: "]") {
      isFirst = false
      rest = rest.dropFirst()
      let next = rest.dropFirst().first
      if rest.first == UInt8(ascii: "-"), let high = next, high != UInt8(ascii: "]") {
        if low <= high { ranges.append(low...high) }
        rest = rest.dropFirst(2)
      } else {
        ranges.append(low...low)
      }
    }
    guard let end = rest.indices.first else { return nil }
    length = end - pattern.startIndex + 1
  }

  func contains(_ byte: UInt8) -> Bool { ranges.contains { $0.contains(byte) } != isNegated }
}
