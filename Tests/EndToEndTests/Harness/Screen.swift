/// What a terminal shows after all that was written: lines, the cursor's way up and back, and erasing (ECMA-48). Pictures
/// are skipped; lines that leave the top stay above.
struct Screen {
  private(set) var text = ""

  init(columns: Int, _ written: String) {
    var lines: [[Character]] = [[]]
    var (row, column, kept) = (0, 0, (0, 0))
    var rest = Substring(written)
    func go(to line: Int) { while lines.count <= line { lines.append([]) } }
    while let letter = rest.popFirst() {
      switch letter {
      case "\r\n": (row, column) = (row + 1, 0)
      case "\n": row += 1
      case "\r": column = 0
      case "\u{1B}":
        if let command = rest.prefixMatch(of: #/[_P][^\u{1B}]*\u{1B}\\/#) {
          rest.removeFirst(command.0.count)
        } else if let order = rest.prefixMatch(of: #/\[([0-9;?]*)([A-Za-z])/#) {
          rest.removeFirst(order.0.count)
          let number = Int(order.1) ?? 1
          switch order.2 {
          case "A": row = max(0, row - number)
          case "B": row += number
          case "C": column += number
          case "K": lines[row] = Array(lines[row].prefix(column))
          case "J":
            lines[row] = Array(lines[row].prefix(column))
            lines = Array(lines.prefix(row + 1))
          default: break
          }
        } else {
          switch rest.popFirst() {
          case "7": kept = (row, column)
          case "8": (row, column) = kept
          default: break
          }
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
