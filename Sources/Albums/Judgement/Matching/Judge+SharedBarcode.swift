extension Judge {
  /// Albums that share a barcode in the photo, for a person to choose from: one of them it is.
  /// - Parameter others: albums that speak for themselves otherwise.
  package static func choice(among sharing: [Proof], beside others: [Identification]) -> Verdict {
    let candidates = sharing.map { proof in
      var album = Identification(proof.known ?? KnownAlbum(proof.album), means: .barcode)
      (album.confidence, album.evidence) = (.claimed, [proof.evidence])
      return album
    }
    let rest = others.filter { other in !candidates.contains { $0.identity.isSame(as: other.identity) } }
    return .unsure(
      Array((candidates + rest).prefix(VerdictInput.mostShown)),
      reason: VerdictWords.sharedBarcode(sharing.map(\.album)))
  }
}
