/// What a terminal shows after all that was written: lines, the cursor's way up and back, and erasing (ECMA-48). Lines
/// that leave the top stay above.
struct Screen {
  private(set) var text = ""

  init(columns: Int, _ written: String) {
    var lines: [[Character]] = [[]]
    var (row, column) = (0, 0)
    var rest = Substring(written)
    func go(to line: Int) { while lines.count <= line { lines.append([]) } }
    while let letter = rest.popFirst() {
      switch letter {
      case "\r\n": (row, column) = (row + 1, 0)
      case "\n": row += 1
      case "\r": column = 0
      case "\u{1B}":
        guard let order = rest.prefixMatch(of: #/\[([0-9;?]*)([A-Za-z])/#) else { break }
        rest.removeFirst(order.0.count)
        switch order.2 {
        case "A": row = max(0, row - (Int(order.1) ?? 1))
        case "K": lines[row] = Array(lines[row].prefix(column))
        case "J":
          lines[row] = Array(lines[row].prefix(column))
          lines = Array(lines.prefix(row + 1))
        default: break
        }
      default:
        if column == columns { (row, column) = (row + 1, 0) }
        go(to: row)
        while lines[row].count < column { lines[row].append(" ") }
        if column < lines[row].count { lines[row][column] = letter } else { lines[row].append(letter) }
        column += 1
      }
      go(to: row)
    }
    text = lines.map { String($0) }.joined(separator: "\n")
  }
}
