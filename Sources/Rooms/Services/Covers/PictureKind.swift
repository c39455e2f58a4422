/// The picture formats of covers, detected by their first bytes.
enum PictureKind: CaseIterable, Sendable {
  case jpeg, png, gif, webp

  /// Nil for anything else, error pages and PDF among it.
  init?(of bytes: some Collection<UInt8>) {
    let head = Array(bytes.prefix(12))
    guard let kind = Self.allCases.first(where: { $0.begins(head) }) else { return nil }
    self = kind
  }

  private func begins(_ head: [UInt8]) -> Bool {
    switch self {
    case .jpeg: head.starts(with: [0xFF, 0xD8, 0xFF])
    case .png: head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    case .gif: head.starts(with: Array("GIF87a".utf8)) || head.starts(with: Array("GIF89a".utf8))
    case .webp: head.starts(with: Array("RIFF".utf8)) && head.dropFirst(8).elementsEqual("WEBP".utf8)
    }
  }
}
