import DrawnCovers
import Foundation

/// What AlbumScan promises of every request, whatever the service: nothing of the photo's EXIF leaves the machine, and a
/// key goes to its own provider only, as the address of whoever runs it does to MusicBrainz.
enum Promises {
  static func broken(by call: Call) -> [String] {
    var broken: [String] = []
    let markers = [ExifBlock.placeMarker, ExifBlock.cameraMarker]
    let texts = [call.path] + call.query.map(\.value) + call.headers.values
    for marker in markers {
      if texts.contains(where: { $0.contains(marker) }) || Data(call.body).range(of: Data(marker.utf8)) != nil {
        broken.append("the photo's EXIF left the machine: \(marker)")
      }
    }
    if call.service != .musicbrainz, let agent = call.headers["user-agent"],
      agent.contains("( ") || agent.contains("@")
    {
      broken.append("the contact was told to a service other than MusicBrainz: \(agent)")
    }
    if !call.service.isModel {
      for header in ["authorization", "x-api-key", "cookie"]
      where call.headers[header] != nil && !(call.service == .ntfy && header == "authorization") {
        broken.append("the header \(header) was sent to a service that needs no key")
      }
    }
    return broken
  }
}
