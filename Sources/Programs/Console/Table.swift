/// A table. In a terminal, the widest name columns are shortened so that each row fits on a line; elsewhere nothing is
/// cut.
package struct Table {
  private let header: [String]
  private let rows: [[String]]
  /// The columns that may be shortened, in this order; by default the last two.
  private let names: [Int]?
  /// The right-aligned columns.
  private let numbers: Set<Int>

  /// - Parameter columns: those to show, in a terminal that is too narrow for all; nil for all.
  package init(
    header: [String], rows: [[String]], columns: [Int]? = nil, names: [Int]? = nil, numbers: Set<Int> = []
  ) {
    self.header = columns?.map { header[$0] } ?? header
    self.rows = columns.map { columns in rows.map { row in columns.map { row[$0] } } } ?? rows
    self.names = names
    self.numbers = numbers
  }

  package func lines(on output: CommandOutput) -> [String] {
    let widths = widths(on: output)
    let line = { (cells: [String]) in
      zip(cells, widths).enumerated().map { column, cell in
        let (cell, width) = cell
        let own = Columns.width(of: cell)
        let blanks = String(repeating: " ", count: max(0, width - own))
        if own <= width { return numbers.contains(column) ? blanks + cell : cell + blanks }
        return output.width == nil ? cell : Columns.fitted(cell, to: width)
      }.joined(separator: "  ").trimmingSuffix { $0 == " " }
    }
    return [output.strong(String(line(header)))] + rows.map { String(line($0)) }
  }

  private func widths(on output: CommandOutput) -> [Int] {
    var widths = header.indices.map { column in
      ([header] + rows).map { Columns.width(of: $0[column]) }.max() ?? 0
    }
    // If nothing is shortened, one long name mustn't move the columns of all other rows.
    guard let width = output.width, widths.count > 1 else { return widths.map { min($0, 48) } }
    let gaps = 2 * (widths.count - 1)
    // The widest column is shortened first, until all fit or none can be shortened further.
    let flexible = names ?? [widths.count - 2, widths.count - 1]
    while widths.reduce(gaps, +) > width, let widest = flexible.max(by: { widths[$0] < widths[$1] }),
      widths[widest] > 8
    {
      widths[widest] -= 1
    }
    return widths
  }
}

extension StringProtocol {
  fileprivate func trimmingSuffix(while predicate: (Character) -> Bool) -> SubSequence {
    var end = endIndex
    while end > startIndex, predicate(self[index(before: end)]) { end = index(before: end) }
    return self[..<end]
  }
}
