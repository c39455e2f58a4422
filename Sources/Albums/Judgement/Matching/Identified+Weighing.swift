extension AlbumDocument.Identified {
  /// Takes in what the album's artwork says of the photo, when it comes after the verdict: it verifies the album, or takes
  /// back what was thought of it.
  package mutating func weigh(_ proof: Proof) {
    guard !evidence.contains(.person), !evidence.contains(proof.evidence) else { return }
    if proof.evidence.verifies {
      evidence.insert(proof.evidence, at: 0)
      confidence = .verified
    } else {
      evidence.append(proof.evidence)
      if confidence != .verified { confidence = .claimed }
    }
  }
}
