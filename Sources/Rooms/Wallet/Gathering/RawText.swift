/// Text compared by its bytes, as MPD does: two Unicode normalizations of a name are two names, and MPD finds a name
/// only by its own.
package struct RawText: Hashable, Comparable, Sendable {
  package let text: String

  package init(_ text: String) { self.text = text }

  package static func == (a: RawText, b: RawText) -> Bool { a.text.utf8.elementsEqual(b.text.utf8) }
  package static func < (a: RawText, b: RawText) -> Bool { a.text.utf8.lexicographicallyPrecedes(b.text.utf8) }

  package func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(UInt8(0xFF))
  }
}
