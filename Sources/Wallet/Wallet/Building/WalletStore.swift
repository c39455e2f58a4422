package import Disk
internal import FoundationEssentials
package import SystemPackage

/// The wallet's files: `wallet.json`, the builder's cache, and the discs' pictures. Each file is complete or absent. An
/// unreadable file counts as absent, since everything can be rebuilt.
package struct WalletStore: Sendable {
  package let folder: FilePath
  /// In bytes: enough for the facts of 100,000 albums.
  private static let largest = 256 << 20

  package init(folder: FilePath) { self.folder = folder }

  package var wallet: Wallet? { read("wallet.json") }
  package var cache: WalletCache { read("memory.json") ?? WalletCache() }
  /// The catalog's facts, by `AlbumNames.key`. Only the daemon writes them.
  package var facts: [String: CatalogFacts] { read("facts.json") ?? [:] }
  package var unavailable: UnavailableAlbums { read("unavailable.json") ?? UnavailableAlbums() }
  /// The last button of the page that did nothing; nil once another was pressed.
  package var failedPress: FailedPress? { read("failed-press.json") }
  package var pictures: FilePath { folder.appending("art") }

  package func keep(_ wallet: Wallet) throws(DiskError) { try write(wallet, to: "wallet.json") }
  package func keep(_ cache: WalletCache) throws(DiskError) { try write(cache, to: "memory.json") }
  package func keep(_ facts: [String: CatalogFacts]) throws(DiskError) { try write(facts, to: "facts.json") }
  package func keep(_ failed: FailedPress?) throws(DiskError) {
    guard let failed else { return Folder.removeFile(folder.appending("failed-press.json")) }
    try write(failed, to: "failed-press.json")
  }
  package func keep(_ unavailable: UnavailableAlbums) throws(DiskError) {
    try write(unavailable, to: "unavailable.json")
  }

  /// A disc's picture, relative to the wallet's folder.
  package static func picture(of disc: String) -> String { "art/\(disc).jpg" }

  package func hasPicture(of disc: String) -> Bool {
    Folder.isFile(folder.appending(Self.picture(of: disc)))
  }

  package func keep(picture: some Sequence<UInt8>, of disc: String) throws(DiskError) {
    try Folder.make(pictures)
    try DurableFile.write(picture, to: folder.appending(Self.picture(of: disc)))
  }

  /// Removes the pictures of all other discs.
  package func prune(keeping discs: Set<String>) throws(DiskError) {
    guard Folder.isThere(pictures) else { return }
    for name in try Folder.names(in: pictures) where Disc.isPictureName(name.string) && !discs.contains(name.stem) {
      Folder.removeFile(pictures.appending(name))
    }
  }

  private func read<Value: Decodable>(_ name: String) -> Value? {
    // What can't be read is recreated.
    guard let bytes = (try? OpenFile.contents(of: folder.appending(name), upTo: Self.largest)) ?? nil else {
      return nil
    }
    return try? JSONDecoder().decode(Value.self, from: Data(bytes))
  }

  private func write(_ value: some Encodable, to name: String) throws(DiskError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // These values can always be encoded.
    guard let bytes = try? encoder.encode(value) else { return }
    try Folder.make(folder)
    // Written at most once a minute, and rarely changed.
    try DurableFile.update(bytes, at: folder.appending(name))
  }
}

extension WalletStore {
  /// With more facts than this, only those of the discs in the wallet are kept.
  private static let mostFacts = 10_000

  /// Stores what was found and what wasn't; `PictureSearch` stores pictures.
  /// - Parameter now: in seconds since 1970.
  package func keep(_ findings: CatalogAnswers, now: Int) throws(DiskError) {
    if !findings.facts.isEmpty {
      var facts = facts.merging(findings.facts) { $1 }
      if facts.count > Self.mostFacts {
        let shown = Set((wallet?.discs ?? []).map(\.key))
        facts = facts.filter { shown.contains($0.key) }
      }
      try keep(facts)
    }
    guard !findings.unknown.isEmpty else { return }
    var unavailable = unavailable
    for key in findings.unknown { unavailable.note(key, notInCatalogue: now) }
    try keep(unavailable)
  }
}
