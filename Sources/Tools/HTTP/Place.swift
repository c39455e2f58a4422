internal import Glibc

/// Who can reach an address.
package enum Place: Equatable, Sendable {
  case thisComputer
  /// Only the computers of our own network.
  case network
  case everywhere

  /// Of an IPv4 or IPv6 address without brackets; nil for anything else, such as a name.
  init?(ip text: some StringProtocol) {
    // An IPv6 address may name an interface: fe80::1%eth0.
    let literal = String(text.prefix { $0 != "%" })
    var v4 = in_addr()
    if inet_pton(AF_INET, literal, &v4) == 1 {
      self.init(v4: UInt32(bigEndian: v4.s_addr))
      return
    }
    var v6 = in6_addr()
    guard inet_pton(AF_INET6, literal, &v6) == 1 else { return nil }
    self = withUnsafeBytes(of: v6) { Place(v6: $0) }
  }

  /// Loopback and unspecified addresses (which connect to this computer), private (RFC 1918), link-local (RFC 3927),
  /// and shared ones (RFC 6598).
  private init(v4: UInt32) {
    func isIn(_ network: UInt32, _ bits: UInt32) -> Bool { v4 >> (32 - bits) == network >> (32 - bits) }
    if isIn(0x7F00_0000, 8) || isIn(0, 8) {
      self = .thisComputer
    } else {
      let networks: [(UInt32, UInt32)] = [
        (0x0A00_0000, 8), (0xA9FE_0000, 16), (0xAC10_0000, 12), (0xC0A8_0000, 16), (0x6440_0000, 10),
      ]
      self = networks.contains { isIn($0, $1) } ? .network : .everywhere
    }
  }

  /// The same in IPv6 (RFC 4291, RFC 4193, RFC 3879), and IPv4 addresses inside IPv6 ones, to which a gateway or the
  /// kernel connects: compatible and mapped (RFC 4291), translated (RFC 2765, RFC 6052), and 6to4 (RFC 3056).
  private init(v6 bytes: UnsafeRawBufferPointer) {
    func v4(at index: Int) -> UInt32 { bytes[index..<index + 4].reduce(0) { $0 << 8 | UInt32($1) } }
    let isLoopback = bytes.dropLast().allSatisfy { $0 == 0 } && bytes[15] == 1
    let embedding: [[UInt8]] = [
      [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF],
      [0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0, 0], [0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0],
    ]
    if isLoopback {
      self = .thisComputer
    } else if embedding.contains(where: bytes.starts(with:)) {
      self.init(v4: v4(at: 12))
    } else if bytes.starts(with: [0x20, 0x02]) {
      self.init(v4: v4(at: 2))
    } else {
      // Unique local; link-local and site-local; RFC 8215: translated, but only within a network.
      let isOwn =
        bytes[0] & 0xFE == 0xFC || bytes[0] == 0xFE && bytes[1] & 0x80 == 0x80
        || bytes.starts(with: [0, 0x64, 0xFF, 0x9B, 0, 1])
      self = isOwn ? .network : .everywhere
    }
  }
}

extension HTTPRequest {
  /// Whether the request may go there: a redirect never leads from outside into this computer or its network, nor from
  /// one of them into the other. A hijacked service could otherwise reach servers that only we can reach.
  func mayEnter(_ place: Place) -> Bool { referrer == nil || place == .everywhere || place == referrer }
}
