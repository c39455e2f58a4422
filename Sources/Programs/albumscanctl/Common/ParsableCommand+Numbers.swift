internal import ArgumentParser

extension ParsableCommand {
  /// Refuses a number that is less than an option takes. (Options of numbers are parsed unconditionally: else `-1` would be
  /// taken for another option, and the first be said to have no value.)
  func expect<Number: BinaryInteger>(_ option: String, _ number: Number?, from least: Number) throws(ValidationError) {
    guard let number, number < least else { return }
    throw ValidationError("\(option) is \(number), but must be a whole number of at least \(least).")
  }
}
