extension Wallet {
  /// Notes which discs have a picture, and where it comes from.
  mutating func show(_ kept: [String: WalletCache.KeptArtwork], on store: WalletStore) {
    for index in discs.indices {
      let id = discs[index].id
      let isThere = kept[id]?.source != nil && store.hasPicture(of: id)
      discs[index].artwork = isThere ? WalletStore.picture(of: id) : nil
    }
    diagnostics.artwork = discs.compactMap { disc in
      kept[disc.id].map { Diagnostics.Artwork(disc: disc.id, source: $0.source, failures: $0.failures) }
    }
  }
}
