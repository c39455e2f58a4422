/// The difference between two texts, line by line, with a few common lines around it.
struct LineDiff: Equatable {
  enum Line: Equatable {
    case common(String)
    case removed(String)
    case added(String)
    /// So many common lines are left out.
    case gap(Int)
  }

  /// Empty for equal texts.
  let lines: [Line]

  /// - Parameter context: common lines that are shown before and after each change.
  init(from old: String, to new: String, context: Int = 2) {
    let (old, new) = (Self.lines(of: old), Self.lines(of: new))
    var removed: Set<Int> = []
    var added: Set<Int> = []
    for change in new.difference(from: old) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): added.insert(offset)
      }
    }
    var all: [Line] = []
    var (i, j) = (0, 0)
    while i < old.count || j < new.count {
      if removed.contains(i) {
        all.append(.removed(old[i]))
        i += 1
      } else if added.contains(j) {
        all.append(.added(new[j]))
        j += 1
      } else {
        all.append(.common(old[i]))
        (i, j) = (i + 1, j + 1)
      }
    }
    lines = removed.isEmpty && added.isEmpty ? [] : Self.shortened(all, context: context)
  }

  private static func lines(of text: String) -> [String] {
    // A newline at the very end begins no line of its own.
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return lines.last == "" ? lines.dropLast() : lines
  }

  private static func shortened(_ lines: [Line], context: Int) -> [Line] {
    func isChange(_ line: Line) -> Bool { if case .common = line { false } else { true } }
    var near: Set<Int> = []
    for (place, line) in lines.enumerated() where isChange(line) {
      near.formUnion((place - context)...(place + context))
    }
    var shown: [Line] = []
    var left = 0
    for (place, line) in lines.enumerated() {
      if near.contains(place) {
        if left > 0 { shown.append(.gap(left)) }
        left = 0
        shown.append(line)
      } else {
        left += 1
      }
    }
    if left > 0 { shown.append(.gap(left)) }
    return shown
  }
}
