import Albums

/// Collects the pages that an answer cites: only http and https, each once, limited in number and length.
struct SourceList: Equatable, Sendable {
  private(set) var sources: [Source] = []

  static let most = 20

  mutating func add(title: String?, url: String?) {
    guard sources.count < Self.most, let url = url.flatMap(Self.address) else { return }
    let source = Source(title: "", url: url)
    guard !sources.contains(where: source.isSamePage) else { return }
    let title = PlainText.line(title ?? "", limit: 200)
    sources.append(Source(title: title.isEmpty ? Self.host(of: url) : title, url: url))
  }

  mutating func add(_ others: [Source]) {
    for other in others { add(title: other.title, url: other.url) }
  }

  /// Nil for what isn't plainly a page of the web: with its scheme, a host's name and no user's, and without what an
  /// address can't have. Letters that aren't ASCII are encoded, since they may look like what they aren't.
  private static func address(_ url: String) -> String? {
    let lowercased = url.lowercased()
    guard url.utf8.count <= 2000, let scheme = ["https://", "http://"].first(where: lowercased.hasPrefix) else {
      return nil
    }
    let host = lowercased.dropFirst(scheme.utf8.count).prefix { !"/?#".contains($0) }
    let isName = host.utf8.allSatisfy { $0 < 0x80 && $0 > 0x20 && !"@\\<>\"%".utf8.contains($0) }
    guard isName, host.contains("."), !host.hasPrefix(".") else { return nil }
    guard
      url.unicodeScalars.allSatisfy({
        PlainText.isPrintable($0) && $0 != " " && !"\"<>\\^`{|}".unicodeScalars.contains($0)
      })
    else { return nil }
    var address = ""
    for byte in url.utf8 {
      if byte < 0x80 {
        address.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        address += "%" + String(byte, radix: 16, uppercase: true)
      }
    }
    return address.utf8.count <= 2000 ? address : nil
  }

  private static func host(of url: String) -> String {
    let parts = url.split(separator: "/", maxSplits: 2)
    return parts.count > 1 ? PlainText.line(String(parts[1]), limit: 200) : url
  }
}
