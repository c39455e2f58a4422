import DrawnCovers

/// Looks up which entries link to an address elsewhere (MusicBrainz API, url).
extension MusicBrainzService {
  private static let includes = ["release-rels", "release-group-rels", "artist-rels", "label-rels", "recording-rels"]

  func lookUpAddress(_ call: Call) -> Reply {
    guard let address = call.parameter("resource"), !address.isEmpty else {
      return failure(400, "Either an mbid or a resource is needed.").breaking(["a url lookup without resource"])
    }
    let includes = Set((call.parameter("inc") ?? "").split { "+ ".contains($0) }.map(String.init))
    if let unknown = includes.first(where: { !Self.includes.contains($0) }) {
      return failure(400, "\(unknown) is not a valid inc parameter for the url resource.").breaking([
        "inc=\(unknown) isn't known for addresses"
      ])
    }
    let strange = call.query.map(\.name).filter { !["fmt", "inc", "resource"].contains($0) }
    // Compared byte for byte: whoever asks writes it as the catalog does.
    let releases = entries.filter { $0.discogsAddress == address }
    let groups = entries.filter { $0.discogsGroupAddress == address && $0.id == $0.album.releaseID }
    guard !releases.isEmpty || !groups.isEmpty else {
      return failure(404, "Not Found").breaking(strange.map { "unknown parameter \($0)" })
    }
    var relations: [JSON] = []
    if includes.contains("release-rels") {
      relations += releases.map { relation("release", to: MusicBrainzJSON.release($0, [])) }
    }
    if includes.contains("release-group-rels") {
      relations += groups.map { relation("release_group", to: MusicBrainzJSON.group([$0], [])) }
    }
    return Reply(
      headers: headers(),
      json: [
        "id": .string(DrawnAlbum.identifier(address)), "resource": .string(address), "relations": .array(relations),
      ]
    ).breaking(strange.map { "unknown parameter \($0)" })
  }

  private func relation(_ kind: String, to entity: JSON) -> JSON {
    .object([
      .init(name: "type", value: "discogs"), .init(name: "direction", value: "backward"),
      .init(name: "ended", value: false), .init(name: "target-type", value: .string(kind)),
      .init(name: kind, value: entity),
    ])
  }
}

extension CatalogEntry {
  fileprivate var discogsAddress: String? { discogsRelease.map { "https://www.discogs.com/release/\($0)" } }
  fileprivate var discogsGroupAddress: String { "https://www.discogs.com/master/\(album.discogsMaster)" }
}

extension DrawnAlbum {
  /// The number of its master release.
  package var discogsMaster: Int { Int(releaseGroupID.prefix(6), radix: 16) ?? 1 }
}
