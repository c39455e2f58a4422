internal import Albums
internal import FoundationEssentials

/// Parses MusicBrainz's JSON into albums. Any key may be missing, null, or empty; entries without an id or a title are
/// skipped.
struct MusicBrainzAnswer {
  private let json: JSON

  /// Nil if the body isn't a JSON object, for example a gateway's error page.
  init?(_ body: Data) {
    guard let json = JSONParser.whole(body), json.isObject else { return nil }
    self.json = json
  }

  /// The hits of a search, one album per release group, in the order of the answer. Nil if this isn't the answer to
  /// one.
  func albums(of entity: FallbackQueries.Query.Entity) -> [CatalogAlbum]? {
    guard case .array(let hits)? = json[entity == .release ? "releases" : "release-groups"] else { return nil }
    return Self.grouped(hits.compactMap(entity == .release ? Self.album(ofRelease:) : Self.album(ofGroup:)))
  }

  /// The hits of a search for artists, each with all its names. Nil if this isn't the answer to one.
  var artists: [(id: MBID, names: [String])]? {
    guard case .array(let hits)? = json["artists"] else { return nil }
    return hits.prefix(100).compactMap { hit in
      guard let id = Self.id(hit), let name = Self.text(hit["name"]) else { return nil }
      let credit = JSON.array([.object([.init(key: "name", value: .string(name)), .init(key: "artist", value: hit)])])
      return (id, [name] + (Self.aliases(credit) ?? []))
    }
  }

  /// The album of a release that was looked up. The IDs are those in the answer: for a merged entry, those it was
  /// merged into.
  var album: CatalogAlbum? { Self.album(ofRelease: json) }

  /// The ID of the entry that was looked up; nil if this isn't an entry.
  var entity: MBID? { Self.id(json) }

  /// The entries that link to the address that was looked up; nil if this isn't the answer to that.
  var linked: [CatalogReference]? {
    guard entity != nil, Self.text(json["resource"]) != nil else { return nil }
    let relations = (json["relations"]?.items ?? []).prefix(100)
    let groups = relations.compactMap { $0["release_group"].flatMap(Self.id) ?? $0["release-group"].flatMap(Self.id) }
    let releases = relations.compactMap { $0["release"].flatMap(Self.id) }
    return groups.map(CatalogReference.releaseGroup) + releases.map(CatalogReference.release)
  }

  private static func grouped(_ albums: [CatalogAlbum]) -> [CatalogAlbum] {
    var places: [MBID: Int] = [:]
    var grouped: [CatalogAlbum] = []
    for album in albums {
      guard let place = places[album.releaseGroup] else {
        places[album.releaseGroup] = grouped.count
        grouped.append(album)
        continue
      }
      grouped[place].releases += album.releases
    }
    return grouped
  }

  private static func album(ofRelease json: JSON) -> CatalogAlbum? {
    guard let release = release(json), let group = json["release-group"], let id = id(group) else { return nil }
    let credit = json["artist-credit"] ?? group["artist-credit"]
    return CatalogAlbum(
      releaseGroup: id, title: text(group["title"]) ?? release.title, artistName: name(credit),
      artists: artists(credit), artistAliases: aliases(credit), disambiguation: disambiguation(group, credit),
      primaryType: text(group["primary-type"]), secondaryTypes: texts(group["secondary-types"]),
      firstReleaseDate: text(group["first-release-date"]), genres: genres(of: json, in: group), releases: [release])
  }

  private static func album(ofGroup json: JSON) -> CatalogAlbum? {
    guard let id = id(json), let title = text(json["title"]) else { return nil }
    let credit = json["artist-credit"]
    return CatalogAlbum(
      releaseGroup: id, title: title, artistName: name(credit), artists: artists(credit),
      artistAliases: aliases(credit), disambiguation: disambiguation(json, credit),
      primaryType: text(json["primary-type"]),
      secondaryTypes: texts(json["secondary-types"]), firstReleaseDate: text(json["first-release-date"]),
      genres: genres(of: json, in: json), releases: (json["releases"]?.items ?? []).compactMap(release))
  }

  private static func release(_ json: JSON) -> CatalogRelease? {
    guard let id = id(json), let title = text(json["title"]) else { return nil }
    let labels = json["label-info"]?.items ?? []
    let media = json["media"]?.items ?? []
    return CatalogRelease(
      id: id, title: title, status: text(json["status"]), date: text(json["date"]), country: text(json["country"]),
      label: labels.lazy.compactMap { real($0["label"]?["name"]) }.first,
      catalogNumber: labels.lazy.compactMap { real($0["catalog-number"]) }.first, barcode: text(json["barcode"]),
      trackCount: json["track-count"]?.whole
        ?? (media.isEmpty ? nil : media.compactMap { $0["track-count"]?.whole }.reduce(0, &+)),
      tracks: tracks(on: media),
      hasFrontArtwork: json["cover-art-archive"]?["front"]?.flag, discogsRelease: discogsRelease(json),
      links: links(json))
  }

  /// The Discogs ID from the first of its Discogs addresses, `https://www.discogs.com/release/1234567` (MusicBrainz,
  /// Relationship types, Release-URL, Discogs). Some addresses have the title after the number, or a language before
  /// it.
  private static func discogsRelease(_ json: JSON) -> Int? {
    (json["relations"]?.items ?? []).prefix(100).lazy.compactMap { relation -> Int? in
      guard text(relation["type"]) == "discogs", let address = text(relation["url"]?["resource"]),
        let parts = address.wholeMatch(of: #/https?://(?:www\.)?discogs\.com/(?:[\w-]+/)?release/(\d{1,10})(?:\D.*)?/#)
      else { return nil }
      return Int(parts.1)
    }.first
  }

  /// Of the addresses of the release and of its group, those where it can be heard and that still hold.
  private static func links(_ json: JSON) -> [AlbumLink] {
    let relations = [json, json["release-group"]].flatMap { ($0?["relations"]?.items ?? []).prefix(100) }
    let urls = relations.compactMap { $0["ended"]?.flag == true ? nil : text($0["url"]?["resource"]) }
    return AlbumLink.first(among: urls.compactMap(AlbumLink.init(url:)))
  }

  /// The tracks of all media in order; nil if none were requested. Pregaps and data tracks aren't part of the album,
  /// and the catalog doesn't count them either.
  private static func tracks(on media: [JSON]) -> [CatalogTrack]? {
    guard media.contains(where: { $0["tracks"] != nil }) else { return nil }
    return media.prefix(100).enumerated().flatMap { index, medium -> [CatalogTrack] in
      (medium["tracks"]?.items ?? []).prefix(1000).enumerated().compactMap { place, track in
        guard let id = id(track) else { return nil }
        return CatalogTrack(
          id: id, medium: medium["position"]?.whole ?? index + 1, position: track["position"]?.whole ?? place + 1,
          title: text(track["title"]) ?? text(track["recording"]?["title"]) ?? "", number: text(track["number"]),
          seconds: (track["length"]?.whole ?? track["recording"]?["length"]?.whole).flatMap(seconds))
      }
    }
  }

  /// Lengths are in milliseconds; what lasts longer than a day doesn't.
  private static func seconds(_ milliseconds: Int) -> Int? {
    (1...86_400_000).contains(milliseconds) ? (milliseconds + 500) / 1000 : nil
  }

  /// The credited names as printed, or as `spelling` has them, with the phrases that join them.
  private static func name(_ credit: JSON?, spelled spelling: (JSON) -> String? = { text($0["name"]) }) -> String {
    let parts = (credit?.items ?? []).map { part in
      (spelling(part) ?? text(part["name"]) ?? text(part["artist"]?["name"]) ?? "")
        + String((part["joinphrase"]?.text ?? "").prefix(100))
    }
    return String(parts.prefix(100).joined().prefix(longest))
  }

  private static func artists(_ credit: JSON?) -> [MBID] {
    (credit?.items ?? []).compactMap { $0["artist"].flatMap(id) }
  }

  /// The other names under which the credit may stand on a sleeve: by its artists' sort names, which are in Latin letters
  /// whatever the script of the name; and, for a sole artist, its own name and its aliases, such as initials. The limit is
  /// far beyond any real need.
  private static func aliases(_ credit: JSON?) -> [String]? {
    guard let credit = credit?.items, let first = credit.first, credit.count <= 10 else { return nil }
    var names = [name(.array(credit), spelled: spokenSortName)]
    if credit.count == 1 {
      names += [text(first["artist"]?["sort-name"]), text(first["artist"]?["name"])].compactMap(\.self)
      names += (first["artist"]?["aliases"]?.items ?? []).prefix(200).compactMap { text($0["name"]) }
    }
    let credited = name(.array(credit))
    var known: Set<String> = [credited, ""]
    let others = names.filter { known.insert($0).inserted }.prefix(30)
    return others.isEmpty ? nil : Array(others)
  }

  /// A sort name in the order in which it is spoken: `Sakamoto, Ryuichi` is Ryuichi Sakamoto, and `Davis, Miles, Quintet`
  /// is the Miles Davis Quintet (MusicBrainz, Style, Artist sort names).
  private static func spokenSortName(_ part: JSON) -> String? {
    guard let sortName = text(part["artist"]?["sort-name"]) else { return nil }
    var parts = sortName.split(separator: ", ", maxSplits: 4).map(String.init)
    if parts.count > 1 { parts.swapAt(0, 1) }
    return parts.joined(separator: " ")
  }

  /// The album's own, else the artist's: both tell namesakes apart.
  private static func disambiguation(_ group: JSON, _ credit: JSON?) -> String? {
    text(group["disambiguation"])
      ?? (credit?.items ?? []).lazy.compactMap { text($0["artist"]?["disambiguation"]) }.first
  }

  /// The release's genres with the most votes first, otherwise those of its group; if neither has any, the tags.
  private static func genres(of json: JSON, in group: JSON) -> [String] {
    for list in [json["genres"], group["genres"], group["tags"], json["tags"]] {
      let named = (list?.items ?? []).compactMap { item -> (name: String, votes: Int)? in
        guard let name = text(item["name"]) else { return nil }
        return (name, number(item["count"]) ?? 1)
      }
      let wanted = named.filter { $0.votes > 0 }.sorted { ($1.votes, $0.name) < ($0.votes, $1.name) }
      if !wanted.isEmpty { return wanted.prefix(10).map(\.name) }
    }
    return []
  }

  private static func id(_ json: JSON) -> MBID? { text(json["id"]).map(MBID.init).flatMap { $0.isValid ? $0 : nil } }

  private static func text(_ json: JSON?) -> String? {
    guard let text = json?.text, text.contains(where: { !$0.isWhitespace }) else { return nil }
    // Anyone can edit the catalog, so a value can be of any length.
    return text.utf8.count <= longest ? text : String(text.prefix(longest / 4))
  }

  /// In bytes; more than any name needs.
  private static let longest = 4000

  private static func texts(_ json: JSON?) -> [String] { (json?.items ?? []).compactMap(text) }

  /// MusicBrainz writes `[no label]` and `[none]` for a missing value.
  private static func real(_ json: JSON?) -> String? {
    guard let text = text(json), !(text.hasPrefix("[") && text.hasSuffix("]")) else { return nil }
    return text
  }

  /// Old data has numbers as text.
  private static func number(_ json: JSON?) -> Int? { json?.whole ?? json?.text.flatMap { Int($0) } }
}

extension MBID {
  /// Whether this is a UUID. IDs become part of addresses, and some come from untrusted sources.
  var isValid: Bool {
    let parts = value.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return parts.map(\.count) == [8, 4, 4, 4, 12]
      && parts.joined().allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}
