import DrawnCovers
import Foundation

/// archive.org: sends on with 302 from its front door to a machine that has the file, which then gives it.
struct ArchiveService: SimulatedService {
  let entries: [CatalogEntry]
  let own: @Sendable () -> String

  func answer(_ call: Call, fault: SimulatedFault?) -> Reply {
    let path = call.path.split(separator: "/").map(String.init)
    guard path.count >= 3, path[0] == "download" || path[0] == "items",
      let entry = entries.first(where: { path[path.count - 2] == "mbid-\($0.id)" })
    else { return Reply(404, html: "404 Item not available") }
    let file = path[path.count - 1]
    if path[0] == "download" {
      return Reply(302, headers: ["Location": "\(own())/items/27/\(path[path.count - 2])/\(file)"], html: "Moved")
    }
    guard let match = file.wholeMatch(of: /.*_thumb(250|500|1200)\.jpg/), let size = Int(match.1),
      let jpeg = Self.front(of: entry.album, size: size)
    else {
      // The original isn't kept: a client that asks for it may get tens of megabytes.
      return Reply(404, html: "404 File not found").breaking(["the original was asked for, not a thumbnail: \(file)"])
    }
    return Reply(200, body: jpeg, type: "image/jpeg")
  }

  private static func front(of album: DrawnAlbum, size: Int) -> Data? {
    if let file = album.pictureFile { return FileManager.default.contents(atPath: file) }
    return try? DrawnCover(album).jpeg(size: size)
  }
}
