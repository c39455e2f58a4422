import DrawnCovers
import Foundation

/// The Cover Art Archive: knows which release has a front and sends the visitor on, with 307, to where the picture is.
struct CoverArtService: SimulatedService {
  let entries: [CatalogEntry]
  /// The archive's address as visitors reach it.
  let archive: @Sendable () -> String
  let own: @Sendable () -> String

  func answer(_ call: Call, fault: SimulatedFault?) -> Reply {
    var violations: [String] = []
    if call.headers["user-agent"]?.isEmpty != false { violations.append("no User-Agent") }
    guard ["GET", "HEAD", "OPTIONS"].contains(call.method) else {
      return Reply(405, html: "405 Method Not Allowed").breaking(["method \(call.method)"])
    }
    if let accept = call.headers["accept"], !accept.contains("*/*"), !accept.contains("image/") {
      return Reply(406, html: "406 Not Acceptable").breaking(["the Accept header is too narrow: \(accept)"])
    }
    return find(call).breaking(violations)
  }

  private func find(_ call: Call) -> Reply {
    let path = call.path.split(separator: "/").map(String.init)
    if path.isEmpty { return Reply(200, html: "The Cover Art Archive") }
    guard (2...3).contains(path.count), ["release", "release-group"].contains(path[0]) else {
      return Reply(404, html: "404 Not Found").breaking(["nothing is at \(call.path)"])
    }
    let (kind, id) = (path[0], path[1])
    guard id.wholeMatch(of: /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/) != nil else {
      return Reply(400, html: "400 invalid MBID specified").breaking(["\(id) is no MBID in lower case"])
    }
    let releases = entries.filter { kind == "release" ? $0.id == id : $0.album.releaseGroupID == id }
    guard let entry = releases.first, kind == "release" ? entry.hasFront : entry.album.artwork != .none else {
      return Reply(404, html: "404 No cover image found for \(kind) \(id)")
    }
    // A group's picture may belong to a release that a visitor can't see.
    let item = "mbid-\(entry.id)"
    guard path.count == 3 else { return index(entry) }
    guard let match = path[2].wholeMatch(of: /front(-(250|500|1200))?/) else {
      let isKnown = kind == "release" && path[2].hasPrefix("back")
      return isKnown
        ? Reply(404, html: "404 No back image")
        : Reply(400, html: "400 invalid image type").breaking(["no such image: \(path[2])"])
    }
    let file = match.2.map { "\(item)-\(Self.imageID(entry))_thumb\($0).jpg" } ?? "\(item)-\(Self.imageID(entry)).png"
    return Reply(
      307, headers: ["Location": "\(schemeless(archive()))/download/\(item)/\(file)"], html: "See: archive.org")
  }

  private func index(_ entry: CatalogEntry) -> Reply {
    let image = "\(own())/release/\(entry.id)/\(Self.imageID(entry))"
    return Reply(
      json: [
        "release": .string("https://musicbrainz.org/release/\(entry.id)"),
        "images": [
          [
            "id": .int(Self.imageID(entry)), "types": ["Front"], "front": true, "back": false, "approved": true,
            "edit": 20_202_510, "comment": "", "image": .string("\(image).png"),
            "thumbnails": [
              "250": .string("\(image)-250.jpg"), "500": .string("\(image)-500.jpg"),
              "1200": .string("\(image)-1200.jpg"), "small": .string("\(image)-250.jpg"),
              "large": .string("\(image)-500.jpg"),
            ],
          ]
        ],
      ])
  }

  static func imageID(_ entry: CatalogEntry) -> Int { 34_000_000_000 + (Int(entry.id.prefix(6), radix: 16) ?? 0) }

  /// `//host/…`, as the archive writes it.
  private func schemeless(_ address: String) -> String {
    address.firstIndex(of: ":").map { String(address[address.index(after: $0)...]) } ?? address
  }
}
