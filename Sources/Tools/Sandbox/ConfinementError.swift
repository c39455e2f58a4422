/// A wall that couldn't be built. Nothing may be read behind one with a hole.
package struct ConfinementError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Which part of it.
  package let part: String
  /// Why, as `errno`.
  package let number: Int32

  package var description: String { "the sandbox lacks \(part) (error \(number))" }
}
