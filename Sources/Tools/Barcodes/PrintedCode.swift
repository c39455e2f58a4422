/// The digits of a barcode on a sleeve, as they are printed below its bars: EAN-13, EAN-8 or UPC-A.
package struct PrintedCode: Hashable, Sendable {
  /// 13, 8 or 12 of them; the last one checks the others.
  package let digits: String

  /// Nil for what has another length, or a check digit that isn't right (GS1 General Specifications, 7.9).
  init?(_ digits: some StringProtocol) {
    let numbers = digits.utf8.map { Int($0) - 0x30 }
    guard [8, 12, 13].contains(numbers.count), numbers.allSatisfy({ 0...9 ~= $0 }) else { return nil }
    let sum = numbers.reversed().enumerated().reduce(0) { $0 + ($1.offset % 2 == 0 ? 1 : 3) * $1.element }
    // Nothing but zeros is what a blank looks like to some readers.
    guard sum % 10 == 0, sum > 0 else { return nil }
    self.digits = String(digits)
  }

  /// The UPC-A that a UPC-E stands for: six digits that leave out the zeros, between the number system and the check
  /// digit (GS1 General Specifications, 5.2.2.4).
  init?(short digits: some StringProtocol) {
    let parts = digits.map(String.init)
    guard parts.count == 8, ["0", "1"].contains(parts[0]), let last = Int(parts[6]) else { return nil }
    let body =
      switch last {
      case 0...2: parts[1] + parts[2] + parts[6] + "0000" + parts[3] + parts[4] + parts[5]
      case 3: parts[1] + parts[2] + parts[3] + "00000" + parts[4] + parts[5]
      case 4: parts[1] + parts[2] + parts[3] + parts[4] + "00000" + parts[5]
      default: parts[1...5].joined() + "0000" + parts[6]
      }
    self.init(parts[0] + body + parts[7])
  }
}
