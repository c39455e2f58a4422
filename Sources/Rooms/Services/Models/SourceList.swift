import Albums

/// Collects the pages that an answer leans on: http and https only, each once, not too many, not too long.
struct SourceList: Equatable, Sendable {
  private(set) var sources: [Source] = []

  static let most = 20

  mutating func add(title: String?, url: String?) {
    guard sources.count < Self.most, let url, url.utf8.count <= 2000, Self.isWeb(url) else { return }
    guard !sources.contains(where: { $0.url == url }) else { return }
    let title = PlainText.line(title ?? "", limit: 200)
    sources.append(Source(title: title.isEmpty ? Self.host(of: url) : title, url: url))
  }

  mutating func add(_ others: [Source]) {
    for other in others { add(title: other.title, url: other.url) }
  }

  /// With a scheme of the web, and only with characters that an address may have.
  private static func isWeb(_ url: String) -> Bool {
    let lowercased = url.lowercased()
    guard let scheme = ["https://", "http://"].first(where: lowercased.hasPrefix) else { return false }
    return url.utf8.count > scheme.utf8.count
      && url.unicodeScalars.allSatisfy { $0.value > 0x20 && $0 != "\"" && $0 != "<" && $0 != ">" && $0 != "\u{7F}" }
  }

  private static func host(of url: String) -> String {
    let parts = url.split(separator: "/", maxSplits: 2)
    return parts.count > 1 ? PlainText.line(String(parts[1]), limit: 200) : url
  }
}
