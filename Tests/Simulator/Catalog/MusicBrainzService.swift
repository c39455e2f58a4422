import DrawnCovers
import Foundation

/// MusicBrainz's web service, version 2, with the drawn albums in it.
struct MusicBrainzService: SimulatedService {
  let entries: [CatalogEntry]
  let clock: RequestRateMonitor
  var shedding = ShedLoad(oneIn: 0)
  /// Where visitors reach it, for redirects.
  var own: @Sendable () -> String = { "https://musicbrainz.org" }

  func answer(_ call: Call, fault: SimulatedFault?) -> Reply {
    var violations: [String] = []
    let agent = call.headers["user-agent"] ?? ""
    guard agent.wholeMatch(of: /\S[^\/]*\/[0-9]\S* \( \S.* \)/) != nil, !isGeneric(agent) else {
      return failure(403, "Your user agent is blocked.").breaking([
        "User-Agent without name, version and contact: \"\(agent)\""
      ])
    }
    if let haste = clock.haste(at: call.at) {
      return ErrorBody.reply(
        503, at: .musicbrainz,
        message:
          "Your requests are exceeding the allowable rate limit. Please see https://wiki.musicbrainz.org/XMLWebService for more information.",
        headers: [
          "Retry-After": "1", "X-RateLimit-Zone": "ws ip=127.0.0.1", "X-RateLimit-Limit": "22",
          "X-RateLimit-Remaining": "0", "Server": "openresty",
        ]
      ).breaking(["faster than one request a second: \(haste) too early"])
    }
    if fault == .shed || shedding.takesNext() { return ShedLoad.reply(toSearch: call.parameter("query") != nil) }
    guard call.method == "GET" else { return failure(405, "Method not allowed").breaking(["method \(call.method)"]) }
    if call.parameter("fmt") != "json" {
      guard call.headers["accept"]?.contains("application/json") == true else {
        let xml = Data("<?xml version=\"1.0\"?><metadata xmlns=\"http://musicbrainz.org/ns/mmd-2.0#\"/>".utf8)
        return Reply(200, body: xml, type: "application/xml").breaking(["fmt=json is missing, so that XML was answered"]
        )
      }
    }
    let path = call.path.split(separator: "/").map(String.init)
    if path == ["ws", "2", "genre", "all"] { return genres(call) }
    if path == ["ws", "2", "url"] { return lookUpAddress(call) }
    if path == ["ws", "2", "artist"], call.parameter("query") != nil { return search(call, for: .artist) }
    guard path.count >= 3, path.starts(with: ["ws", "2"]), ["release", "release-group"].contains(path[2]) else {
      return failure(404, "Not Found").breaking(["nothing is at \(call.path)"])
    }
    let allowed = [
      "fmt", "query", "limit", "offset", "dismax", "inc", "release-group", "artist", "label", "type", "status",
    ]
    for (name, _) in call.query where !allowed.contains(name) { violations.append("unknown parameter \(name)") }
    let isGroup = path[2] == "release-group"
    if path.count == 4 {
      return lookUp(path[3].lowercased(), isGroup: isGroup, call, astray: fault == .otherRelease).breaking(violations)
    }
    if call.parameter("query") != nil {
      let reply = search(call, for: isGroup ? .group : .release)
      return (fault == .staleIndex ? beforeMerging(reply) : reply).breaking(violations)
    }
    return browse(call, isGroup: isGroup).breaking(violations)
  }

  private func isGeneric(_ agent: String) -> Bool {
    ["curl/", "python", "java/", "libcurl", "mozilla/", "wget/", "ruby"].contains { agent.lowercased().hasPrefix($0) }
  }

  /// All genres, without a question: what a visitor asks who only wants to know whether somebody is there.
  private func genres(_ call: Call) -> Reply {
    let names = Set(entries.flatMap(\.album.genres)).sorted()
    let limit = call.parameter("limit").flatMap { Int($0) }.flatMap { (1...100).contains($0) ? $0 : nil } ?? 25
    return Reply(
      headers: headers(),
      json: [
        "genre-count": .int(names.count), "genre-offset": 0,
        "genres": .array(
          names.prefix(limit).map {
            ["id": .string(DrawnAlbum.identifier("genre " + $0)), "name": .string($0), "disambiguation": ""]
          }),
      ])
  }

  func failure(_ status: Int, _ message: String) -> Reply {
    ErrorBody.reply(status, at: .musicbrainz, message: message)
  }

  /// The quota is that of all visitors: what remains of it says nothing to one.
  func headers(search: Bool = false) -> [String: String] {
    let now = Int(Date().timeIntervalSince1970)
    return [
      "X-RateLimit-Limit": search ? "360" : "1200", "X-RateLimit-Remaining": String(now % 7 == 0 ? 0 : now % 353),
      "X-RateLimit-Reset": String(now + 1), "Server": "Plack::Handler::Starlet",
    ]
  }

  // MARK: Search

  private enum Index { case release, group, artist }

  private func search(_ call: Call, for index: Index) -> Reply {
    let text = call.parameter("query") ?? ""
    let bad = failure(400, "Search server could not complete query: Bad request")
    guard !text.trimmingCharacters(in: .whitespaces).isEmpty else { return bad.breaking(["empty query"]) }
    do {
      let isForgiving = call.parameter("dismax") == "true"
      let hits = isForgiving ? forgiving(text, in: index) : try strict(text, in: index)
      return page(of: hits, call, in: index)
    } catch let error as LuceneQuery.SyntaxError {
      return bad.breaking(["query syntax: \(error)"])
    } catch let error as LuceneMatch.UnknownField {
      return bad.breaking(["the index has no field \(error.name)"])
    } catch {
      return failure(500, "\(error)")
    }
  }

  private func page(of hits: [Hit], _ call: Call, in index: Index) -> Reply {
    // A limit out of range falls back to 25 in searches.
    let limit = call.parameter("limit").flatMap { Int($0) }.flatMap { (1...100).contains($0) ? $0 : nil } ?? 25
    let offset = max(0, call.parameter("offset").flatMap { Int($0) } ?? 0)
    let best = hits.first?.score ?? 1
    var page: [JSON] = []
    for (entries, points) in hits.dropFirst(offset).prefix(limit) {
      let score = Int((points / best * 100).rounded())
      switch index {
      case .release: page.append(MusicBrainzJSON.found(entries[0], score: score))
      case .group: page.append(MusicBrainzJSON.foundGroup(entries, score: score))
      case .artist: page.append(MusicBrainzJSON.foundArtist(of: entries[0], score: score))
      }
    }
    let name =
      switch index {
      case .release: "releases"
      case .group: "release-groups"
      case .artist: "artists"
      }
    let json: JSON = [
      "created": "2026-11-21T03:00:00.000Z", "count": .int(hits.count), "offset": .int(offset),
      name: .array(page),
    ]
    return Reply(headers: headers(search: true), json: json)
  }

  /// The same hits by the ids that their releases had before they were merged into others, as an index has them until it
  /// is made anew.
  private func beforeMerging(_ reply: Reply) -> Reply {
    var reply = reply
    var text = String(decoding: reply.body, as: UTF8.self)
    for entry in entries { text = text.replacing(entry.id, with: entry.mergedID) }
    reply.body = Data(text.utf8)
    return reply
  }

  private typealias Hit = (entries: [CatalogEntry], score: Double)

  /// Every hit is one release, all releases of one group, or all of one artist.
  private func candidates(in index: Index) -> [[CatalogEntry]] {
    switch index {
    case .release: entries.map { [$0] }
    case .group: groups
    case .artist: Dictionary(grouping: entries, by: \.album.artistID).sorted { $0.key < $1.key }.map(\.value)
    }
  }

  private var groups: [[CatalogEntry]] {
    entries.reduce(into: []) { groups, entry in
      if groups.last?.first?.album == entry.album {
        groups[groups.count - 1].append(entry)
      } else {
        groups.append([entry])
      }
    }
  }

  private func strict(_ text: String, in index: Index) throws -> [Hit] {
    let query = try LuceneQuery.parse(text)
    let defaults =
      switch index {
      case .release: ["release", "artist", "barcode", "label"]
      case .group: ["releasegroup", "artist", "alias"]
      case .artist: ["artist", "alias", "sortname"]
      }
    return try hits(in: index) { (entry: CatalogEntry) throws -> Double in
      let value = { (field: String) in
        switch index {
        case .release: entry.value(field)
        case .group: entry.groupValue(field)
        case .artist: entry.artistValue(field)
        }
      }
      return try LuceneMatch(value: value, defaults: defaults).score(query)
    }
  }

  /// `dismax=true`: raw text, of which any word may be found anywhere.
  private func forgiving(_ text: String, in index: Index) -> [Hit] {
    let wanted = Words(text).list
    return hits(in: index) { entry in
      let own = Words(entry.title + " " + entry.credit).list
      let found = Set(wanted).filter { own.contains($0) }
      return found.isEmpty ? 0 : Double(found.count) + Double(found.count) / Double(own.count)
    }
  }

  private func hits(in index: Index, _ score: (CatalogEntry) throws -> Double) rethrows -> [Hit] {
    try candidates(in: index).map { entries in (entries, try entries.map(score).max() ?? 0) }
      .filter { $0.1 > 0 }.sorted { $0.1 > $1.1 }
  }

  // MARK: Lookup and browsing

  private static let includes = [
    "recordings", "artist-credits", "artists", "labels", "release-groups", "genres", "tags", "media", "releases",
    "aliases", "annotation", "ratings", "url-rels", "discids", "isrcs",
  ]

  /// - Parameter isAstray: a release is answered with one of another group.
  private func lookUp(_ id: String, isGroup: Bool, _ call: Call, astray isAstray: Bool) -> Reply {
    guard id.wholeMatch(of: /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/) != nil else {
      return failure(400, "Invalid mbid.").breaking(["\(id) is no MBID"])
    }
    let includes = Set((call.parameter("inc") ?? "").split { "+ ".contains($0) }.map(String.init))
    if let unknown = includes.first(where: { !Self.includes.contains($0) }) {
      return failure(400, "\(unknown) is not a valid inc parameter.").breaking(["inc=\(unknown) isn't known"])
    }
    let found = entries.filter { isGroup ? $0.album.releaseGroupID == id : $0.id == id }
    if !isGroup, let merged = entries.first(where: { $0.mergedID == id }) { return redirect(to: merged, call) }
    guard var entry = found.first else { return failure(404, "Not Found") }
    if isAstray { entry = entries.first { $0.album != entry.album } ?? entry }
    return Reply(
      headers: headers(),
      json: isGroup ? MusicBrainzJSON.group(found, includes) : MusicBrainzJSON.release(entry, includes))
  }

  /// To the release that is left, with what was asked to be told, and with a part of it as the body.
  private func redirect(to entry: CatalogEntry, _ call: Call) -> Reply {
    let query = call.query.map { "\($0.name)=\($0.value.replacing(" ", with: "+"))" }.joined(separator: "&")
    let place = "\(own())/ws/2/release/\(entry.id)" + (query.isEmpty ? "" : "?\(query)")
    return Reply(
      301, headers: headers().merging(["Location": place]) { $1 }, json: MusicBrainzJSON.release(entry, []))
  }

  /// What a list of releases, or of groups, may hold (MusicBrainz API, Browse).
  private static let browsable = (
    releases: [
      "artist-credits", "labels", "recordings", "release-groups", "media", "discids", "isrcs", "genres", "tags",
    ],
    groups: ["artist-credits", "genres", "tags", "ratings"]
  )

  private func browse(_ call: Call, isGroup: Bool) -> Reply {
    let linked = isGroup ? ["artist"] : ["artist", "label", "release-group"]
    guard let (name, id) = linked.lazy.compactMap({ name in call.parameter(name).map { (name, $0) } }).first else {
      return failure(400, "Either query or a linked entity is needed.").breaking(["neither search, lookup nor browse"])
    }
    guard id.wholeMatch(of: /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/) != nil else {
      return failure(400, "Invalid mbid.").breaking(["\(id) is no MBID"])
    }
    let includes = Set((call.parameter("inc") ?? "").split { "+ ".contains($0) }.map(String.init))
    let known = isGroup ? Self.browsable.groups : Self.browsable.releases
    if let unknown = includes.first(where: { !known.contains($0) }) {
      return failure(400, "\(unknown) is not a valid inc parameter for the browse request.").breaking([
        "inc=\(unknown) isn't known in lists"
      ])
    }
    let found = entries.filter { $0.value(name == "artist" ? "arid" : name == "label" ? "laid" : "rgid").is(id) }
    guard !found.isEmpty else { return failure(404, "Not Found") }
    // A limit out of range falls back to 25 in lists, too.
    let limit = call.parameter("limit").flatMap { Int($0) }.flatMap { (1...100).contains($0) ? $0 : nil } ?? 25
    let offset = max(0, call.parameter("offset").flatMap { Int($0) } ?? 0)
    guard isGroup else {
      return Reply(
        headers: headers(),
        json: [
          "release-count": .int(found.count), "release-offset": .int(offset),
          "releases": .array(found.dropFirst(offset).prefix(limit).map { MusicBrainzJSON.release($0, includes) }),
        ])
    }
    let groups = Dictionary(grouping: found, by: \.album.releaseGroupID).sorted { $0.key < $1.key }.map {
      MusicBrainzJSON.group($0.value, includes)
    }
    return Reply(
      headers: headers(),
      json: [
        "release-group-count": .int(groups.count), "release-group-offset": .int(offset),
        "release-groups": .array(Array(groups.dropFirst(offset).prefix(limit))),
      ])
  }
}

extension SearchValue? {
  fileprivate func `is`(_ word: String) -> Bool {
    if case .keyword(let own)? = self { own == word } else { false }
  }
}
