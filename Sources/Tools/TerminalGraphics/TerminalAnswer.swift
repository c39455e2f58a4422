/// A terminal's answer, parsed byte by byte. Anything else, such as typed keys, is ignored.
package struct TerminalAnswer: Equatable, Sendable {
  /// The last query was answered, so nothing more will come.
  package private(set) var isWhole = false
  /// The user pressed Ctrl-C.
  package private(set) var isInterrupted = false
  private(set) var takesKitty = false
  /// Attribute 4 of the primary device attributes is "sixel graphics" (VT340 Programmer Reference Manual).
  private(set) var takesSixel = false
  private(set) var cell: CellSize?
  var colours: Int?

  private var sequence: [UInt8] = []
  /// In bytes; an answer is shorter.
  private static let longest = 256

  package init() {}

  /// How pictures can be drawn, if at all.
  package var graphics: GraphicsProtocol? {
    if takesKitty { return .kitty }
    return takesSixel ? .sixel(colours: min(max(colours ?? 256, 2), 256)) : nil
  }

  package mutating func read(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { read(byte) }
  }

  private mutating func read(_ byte: UInt8) {
    switch byte {
    case 0x03:
      isInterrupted = true
    case 0x1B where !isCommand:
      sequence = [byte]
    default:
      guard !sequence.isEmpty else { return }
      sequence.append(byte)
      if sequence.count > Self.longest {
        sequence = []
        return
      }
      if isOver {
        understand()
        sequence = []
      }
    }
  }

  /// An application program command, whose end contains an escape character.
  private var isCommand: Bool { sequence.starts(with: [0x1B, 0x5F]) }

  private var isOver: Bool {
    if isCommand { return sequence.count > 3 && sequence.suffix(2) == [0x1B, 0x5C] }
    guard sequence.count > 2 else { return sequence.count == 2 && sequence[1] != 0x5B && sequence[1] != 0x5F }
    return 0x40...0x7E ~= sequence[sequence.count - 1]
  }

  private mutating func understand() {
    let text = String(decoding: sequence, as: UTF8.self)
    if isCommand {
      takesKitty = takesKitty || text.hasPrefix("\u{1B}_Gi=31;OK")
    } else if let numbers = Self.numbers(text, after: "?", before: "c") {
      // The first number is the type of terminal.
      takesSixel = takesSixel || numbers.dropFirst().contains(4)
      isWhole = true
    } else if let numbers = Self.numbers(text, after: "6;", before: "t"), numbers.count == 2 {
      cell = CellSize(width: numbers[1], height: numbers[0])
    } else if let numbers = Self.numbers(text, after: "?1;0;", before: "S"), numbers.count == 1 {
      colours = numbers[0]
    }
  }

  private static func numbers(_ text: String, after start: String, before end: String) -> [Int]? {
    guard text.hasPrefix("\u{1B}[" + start), text.hasSuffix(end) else { return nil }
    return text.dropFirst(2 + start.count).dropLast(end.count).split(separator: ";", omittingEmptySubsequences: false)
      .map { Int($0) ?? 0 }
  }
}
