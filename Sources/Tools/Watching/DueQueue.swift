import SystemPackage

/// A priority queue of paths by due time: a binary heap.
///
/// Entries are never removed early: the owner recognizes an outdated entry by comparing times.
struct DueQueue: Sendable {
  typealias Entry = (due: Duration, path: FilePath)

  private var entries: [Entry] = []

  var first: Entry? { entries.first }

  mutating func add(_ entry: Entry) {
    entries.append(entry)
    var child = entries.count - 1
    while child > 0, entries[child].due < entries[(child - 1) / 2].due {
      entries.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  mutating func removeFirst() {
    guard entries.count > 1 else { return entries.removeAll(keepingCapacity: false) }
    entries.swapAt(0, entries.count - 1)
    entries.removeLast()
    var parent = 0
    while 2 * parent + 1 < entries.count {
      var child = 2 * parent + 1
      if child + 1 < entries.count, entries[child + 1].due < entries[child].due { child += 1 }
      guard entries[child].due < entries[parent].due else { return }
      entries.swapAt(parent, child)
      parent = child
    }
  }
}
