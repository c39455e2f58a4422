/// The sandbox couldn't be set up completely. Nothing may be processed without it.
package struct ConfinementError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Which part of it.
  package let part: String
  /// Why, as `errno`.
  package let number: Int32

  package var description: String { "the sandbox lacks \(part) (error \(number))" }
}
