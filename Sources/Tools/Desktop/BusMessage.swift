internal import CSystemd

/// An error from sd-bus: an errno.
struct BusError: Error, Equatable, CustomStringConvertible {
  let code: Int32

  var description: String { String(cString: strerror(code)) }

  /// sd-bus returns errors as negative numbers.
  @discardableResult
  static func check(_ result: Int32) throws(BusError) -> Int32 {
    if result < 0 { throw BusError(code: -result) }
    return result
  }
}

/// A D-Bus message, written or read from start to end. Types are D-Bus's type codes.
struct BusMessage: ~Copyable {
  let raw: OpaquePointer

  /// Takes ownership of a reference.
  init(_ raw: OpaquePointer) { self.raw = raw }

  deinit { sd_bus_message_unref(raw) }

  // MARK: Writing

  func append(_ text: String) throws(BusError) {
    // A zero byte would end the text in C.
    let text = text.contains("\0") ? text.filter { $0 != "\0" } : text
    try BusError.check(text.withCString { sd_bus_message_append_basic(raw, Self.letter("s"), $0) })
  }

  func append<Number: FixedWidthInteger>(_ number: Number, as type: Unicode.Scalar) throws(BusError) {
    var number = number
    try BusError.check(sd_bus_message_append_basic(raw, Self.letter(type), &number))
  }

  func append(_ flag: Bool) throws(BusError) { try append(Int32(flag ? 1 : 0), as: "b") }

  /// - Parameters:
  ///   - type: `a`, `r` (written `(…)`), `e` (written `{…}`), or `v`.
  ///   - contents: the types inside.
  func container(
    _ type: Unicode.Scalar, _ contents: String, _ body: () throws(BusError) -> Void
  ) throws(BusError) {
    try BusError.check(sd_bus_message_open_container(raw, Self.letter(type), contents))
    try body()
    try BusError.check(sd_bus_message_close_container(raw))
  }

  func list(_ texts: [String]) throws(BusError) {
    try container("a", "s") { () throws(BusError) in for text in texts { try append(text) } }
  }

  /// A named value in a list.
  /// - Parameter holder: `e` in a dictionary, `r` in a list of pairs.
  func named(
    _ name: String, _ type: String, in holder: Unicode.Scalar, _ value: () throws(BusError) -> Void
  ) throws(BusError) {
    try container(holder, "sv") { () throws(BusError) in
      try append(name)
      try container("v", type, value)
    }
  }

  // MARK: Reading

  var replyCookie: UInt64? {
    var cookie: UInt64 = 0
    return sd_bus_message_get_reply_cookie(raw, &cookie) >= 0 ? cookie : nil
  }

  /// The sender's unique name.
  var sender: String? { sd_bus_message_get_sender(raw).map { String(cString: $0) } }

  func isSignal(_ interface: String, _ member: String) -> Bool { sd_bus_message_is_signal(raw, interface, member) > 0 }

  /// The message of an error reply; nil for any other message.
  var error: String? {
    guard let error = sd_bus_message_get_error(raw) else { return nil }
    return (error.pointee.message ?? error.pointee.name).map { String(cString: $0) } ?? "an error without a name"
  }

  func text() -> String? {
    var pointer: UnsafePointer<CChar>?
    let isRead = withUnsafeMutablePointer(to: &pointer) { sd_bus_message_read_basic(raw, Self.letter("s"), $0) > 0 }
    return isRead ? pointer.map { String(cString: $0) } : nil
  }

  func number() -> UInt32? {
    var number: UInt32 = 0
    return sd_bus_message_read_basic(raw, Self.letter("u"), &number) > 0 ? number : nil
  }

  func texts() -> [String]? {
    guard sd_bus_message_enter_container(raw, Self.letter("a"), "s") > 0 else { return nil }
    var texts: [String] = []
    while let text = text() { texts.append(text) }
    return texts
  }

  private static func letter(_ type: Unicode.Scalar) -> CChar { CChar(truncatingIfNeeded: type.value) }
}
