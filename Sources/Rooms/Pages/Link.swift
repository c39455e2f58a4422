import Albums
import FoundationEssentials

/// An address allowed in a page: a file beside it, a web page, or a picture itself. No other address can be constructed.
package struct Link: Equatable, Sendable {
  let address: String

  /// A picture that the page holds.
  init(jpeg bytes: [UInt8]) { address = "data:image/jpeg;base64,\(Data(bytes).base64EncodedString())" }

  /// A file, by the steps of its path as seen from the page; names may hold any characters.
  package init(file steps: String...) { self.init(file: steps) }

  /// The same, of steps that come as they are.
  package init(file steps: [String]) {
    address = steps.map { step in
      var encoded = ""
      for byte in step.utf8 {
        // RFC 3986, unreserved characters.
        if Self.isUnreserved(byte) {
          encoded.unicodeScalars.append(Unicode.Scalar(byte))
        } else {
          encoded += Self.percent(byte)
        }
      }
      return encoded
    }.joined(separator: "/")
  }

  /// What the handler of `albumscan:` addresses plays; nil for what it wouldn't take.
  /// - Parameters:
  ///   - disc: eight to forty lower-case hexadecimal digits.
  ///   - key: 32 of them.
  package init?(playing disc: String, key: String) {
    guard (8...40).contains(disc.utf8.count), Self.isHex(disc), Self.isKey(key) else { return nil }
    address = "albumscan:play?id=\(disc)&k=\(key)"
  }

  /// The same for the album of a scan.
  init?(playing scan: ScanID, key: String) {
    guard scan.number > 0, Self.isKey(key) else { return nil }
    address = "\(LibraryNote.address)\(scan)&k=\(key)"
  }

  private static func isKey(_ text: String) -> Bool { text.utf8.count == 32 && isHex(text) }

  private static func isHex(_ text: String) -> Bool {
    text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  /// Nil for anything that isn't a plain http or https address: `javascript:`, `data:`, an address with a user part.
  init?(web text: String) {
    guard let separator = text.firstRange(of: "://") else { return nil }
    let scheme = text[..<separator.lowerBound].lowercased()
    guard scheme == "http" || scheme == "https" else { return nil }
    let rest = text[separator.upperBound...]
    let host = rest.prefix { !"/?#".contains($0) }
    guard !host.isEmpty, rest.utf8.count <= 2000,
      host.utf8.allSatisfy({ Self.isUnreserved($0) || ":[]".utf8.contains($0) })
    else { return nil }
    var address = "\(scheme)://\(host)"
    for byte in rest[host.endIndex...].utf8 {
      if (33...126).contains(byte), !"\"'<>\\^`{|}".utf8.contains(byte) {
        address.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        address += Self.percent(byte)
      }
    }
    self.address = address
  }

  /// Of a web address: what a reader judges it by.
  var host: String {
    guard let separator = address.firstRange(of: "://") else { return "" }
    let host = address[separator.upperBound...].prefix { !"/?#".contains($0) }.lowercased()
    return host.hasPrefix("www.") ? String(host.dropFirst(4)) : host
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"):
      true
    default: false
    }
  }

  private static func percent(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return digits.count == 1 ? "%0\(digits)" : "%\(digits)"
  }
}
