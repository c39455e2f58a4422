/// The format of barcode digits in the protocol.
enum BarcodeFormat {
  /// EAN-8, UPC-A or EAN-13, the last digit of which checks the others (GS1 General Specifications, 7.9).
  static func holds(_ digits: String) -> Bool {
    let numbers = digits.utf8.map { Int($0) - 0x30 }
    guard [8, 12, 13].contains(numbers.count), numbers.allSatisfy({ 0...9 ~= $0 }) else { return false }
    return numbers.reversed().enumerated().reduce(0) { $0 + ($1.offset % 2 == 0 ? 1 : 3) * $1.element } % 10 == 0
  }
}
