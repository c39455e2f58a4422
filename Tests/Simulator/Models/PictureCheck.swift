import Foundation

/// What providers demand of a picture, and what AlbumScan promises of it.
enum PictureCheck {
  /// The promise: at most 1024 pixels a side and 1.5 MB, JPEG, without metadata (DESIGN, promise 7).
  static let promisedSide = 1024
  static let promisedBytes = 1_500_000

  /// - Parameters:
  ///   - base64: As it was sent.
  ///   - mediaType: As it was said to be.
  ///   - limit: The most bytes of base64.
  /// - Returns: The picture and the promises that it breaks.
  static func picture(
    base64: String, mediaType: String, limit: Int
  ) throws(Refusal) -> (picture: ModelPrompt.Picture, broken: [String]) {
    guard base64.utf8.count <= limit else {
      throw Refusal(400, "image exceeds 5 MB maximum: \(base64.utf8.count) bytes > \(limit) bytes")
    }
    guard let data = Data(base64Encoded: base64), !data.isEmpty else {
      throw Refusal(400, "image: invalid base64 data")
    }
    let bytes = Array(data)
    guard let facts = PictureFacts(bytes) else { throw Refusal(400, "Could not process image") }
    guard facts.format.rawValue == mediaType else {
      throw Refusal(
        400,
        "The image was specified using the \(mediaType) media type, but appears to be a \(facts.format.rawValue) image")
    }
    var broken: [String] = []
    guard facts.format == .jpeg else {
      throw Refusal(400, "The simulator sees JPEG only; this is \(facts.format.rawValue)")
    }
    guard let width = facts.width, let height = facts.height, width > 0, height > 0, Bitmap(jpeg: bytes) != nil else {
      throw Refusal(400, "Could not process image")
    }
    guard max(width, height) <= 8000 else {
      throw Refusal(400, "At least one of the image dimensions exceed max allowed size: 8000 pixels")
    }
    if !facts.metadata.isEmpty {
      broken.append("the picture carries metadata: \(facts.metadata.joined(separator: ", "))")
    }
    if max(width, height) > promisedSide { broken.append("the picture is \(width)×\(height), above 1024 pixels") }
    if bytes.count > promisedBytes { broken.append("the picture has \(bytes.count) bytes, above 1.5 MB") }
    return (ModelPrompt.Picture(bytes: bytes, width: width, height: height), broken)
  }

  /// From a data URI. A plain address is refused, as a local server would.
  static func picture(
    uri: String, limit: Int
  ) throws(Refusal) -> (picture: ModelPrompt.Picture, broken: [String]) {
    guard let match = uri.prefixMatch(of: /data:(image\/[a-z]+);base64,/) else {
      throw Refusal(400, "Invalid image URL: a data URI with base64 is needed", param: "url", code: "invalid_image_url")
    }
    return try picture(base64: String(uri[match.range.upperBound...]), mediaType: String(match.1), limit: limit)
  }
}
