/// Columns of text. In a terminal the last but one column gives way, so that a row stays on its line; elsewhere nothing
/// is cut.
struct Table {
  let header: [String]
  let rows: [[String]]

  func lines(on paper: Paper) -> [String] {
    var widths = header.indices.map { column in
      ([header] + rows).map { $0[column].count }.max() ?? 0
    }
    // Where nothing is cut, one long name must not push the columns of all other rows away.
    if paper.width == nil { widths = widths.map { min($0, 48) } }
    let gaps = 2 * (widths.count - 1)
    if let width = paper.width, widths.count > 1 {
      // The two columns of names share what the others leave.
      let names = [widths.count - 2, widths.count - 1]
      let rest = width - gaps - widths.indices.filter { !names.contains($0) }.reduce(0) { $0 + widths[$1] }
      if names.reduce(0, { $0 + widths[$1] }) > rest, rest > 12 {
        widths[names[1]] = min(widths[names[1]], max(8, rest / 3))
        widths[names[0]] = max(4, rest - widths[names[1]])
      }
    }
    let line = { (cells: [String]) in
      zip(cells, widths).map { cell, width in
        if cell.count <= width { return cell + String(repeating: " ", count: width - cell.count) }
        return paper.width == nil ? cell : cell.prefix(max(0, width - 1)) + "…"
      }.joined(separator: "  ").trimmingSuffix { $0 == " " }
    }
    return [paper.strong(String(line(header)))] + rows.map { String(line($0)) }
  }
}

extension StringProtocol {
  fileprivate func trimmingSuffix(while predicate: (Character) -> Bool) -> SubSequence {
    var end = endIndex
    while end > startIndex, predicate(self[index(before: end)]) { end = index(before: end) }
    return self[..<end]
  }
}
