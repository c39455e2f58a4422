internal import Albums
internal import Console
internal import Records

/// The short JSON form of a scan.
extension Scan: Encodable {
  package func encode(to encoder: any Encoder) throws {
    let (album, identification, review) = (document?.album, document?.identification, document?.review)
    let fields: JSONObject = [
      "id": id, "photo": name, "part": part, "state": state, "arrivedAt": arrived, "finishedAt": finished,
      "artistName": album?.artistName, "albumTitle": album?.albumTitle, "releaseYear": album?.releaseYear,
      "confidence": identification?.confidence, "rating": review?.rating, "recommendation": review?.recommendation,
      "review": reviewStatus, "artwork": artworkStatus, "bundle": state == .rejected ? nil : bundle, "code": faultCode,
      "reason": reason, "hint": hint, "lists": (document?.lists ?? []).map(\.name), "owned": document?.owned ?? false,
      "yourRating": document?.yourRating, "joined": joined,
    ]
    try fields.encode(to: encoder)
  }
}
