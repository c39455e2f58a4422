import Digests
import Imaging
import ImagingProtocol

extension ImagingJob {
  /// Whether the input is a picture. The features that are compared were extracted before, and the cover is a JPEG of ours.
  var decodes: Bool { self != .match && self != .compare }

  /// The work itself: it needs no file and no sandbox.
  ///
  /// - Parameters:
  ///   - part: for `study`: only this sleeve.
  ///   - reader: without it, `read` finds nothing.
  ///   - whenDecoded: for `study`: called when the bytes aren't needed any longer, before what takes the most memory.
  func reply(
    to bytes: UnsafeRawBufferPointer, part: [Point]? = nil, with reader: TextReader?, whenDecoded: () -> Void = {}
  ) -> ImagingReply {
    do {
      switch self {
      case .picture: return .picture(try Self.picture(of: bytes))
      case .whole: return .picture(try Self.picture(of: bytes, isWhole: true))
      case .artwork: return .artwork(Self.fields(of: try CoverArtwork(ofCover: bytes)))
      case .page: return .artwork(Self.fields(of: try CoverArtwork(ofPageCover: bytes)))
      case .disc: return .artwork(Self.fields(of: try CoverArtwork(ofDiscCover: bytes)))
      case .study: return try Self.study(of: bytes, part: part.map { Quad($0) }, whenDecoded: whenDecoded)
      case .cover: return .cover(features: try Self.features(ofCover: bytes))
      case .match: return Self.matches(in: bytes)
      case .compare: return try Self.comparison(in: bytes)
      case .read: return try Self.lines(in: bytes, with: reader)
      }
    } catch { return Self.failure(about: error) }
  }

  private static func picture(
    of bytes: UnsafeRawBufferPointer, isWhole: Bool = false
  ) throws(ImagingError) -> PreparedPicture {
    var digest = ""
    let picture = try CoverPicture(ofPhoto: bytes, isWhole: isWhole) { _ in digest = SHA256.hex(of: bytes) }
    return fields(of: picture, digest: digest)
  }

  private static func study(
    of bytes: UnsafeRawBufferPointer, part: Quad?, whenDecoded: () -> Void
  ) throws(ImagingError) -> ImagingReply {
    var barcodes = BarcodeSearch()
    var digest = ""
    let picture = try CoverPicture(
      ofPhoto: bytes, part: part, grayLongSide: Features.longSideAround, closeUpSide: Features.longSide,
      findsParts: part == nil
    ) {
      barcodes.look(at: $0)
    } whenEncoded: {
      digest = SHA256.hex(of: bytes)
    }
    if part == nil { barcodes.lookCloser(atPhoto: bytes, of: picture) }
    let answer = fields(of: picture, digest: digest)
    let taken = TakenTime(ofPhoto: bytes)
    whenDecoded()
    let features = try picture.gray.map { gray throws(ImagingError) in
      try Features(ofPhoto: gray.samples, width: gray.width, height: gray.height, closeUp: picture.closeUp).encoded
    }
    return .study(
      answer, features: features ?? [], barcodes: barcodes.codes, parts: picture.parts.map(\.corners), taken: taken)
  }

  private static func features(ofCover bytes: UnsafeRawBufferPointer) throws(ImagingError) -> [UInt8] {
    let gray = try GrayPicture(ofCover: bytes, longSide: Features.longSide)
    return try Features(ofCover: gray.samples, width: gray.width, height: gray.height).encoded
  }

  private static func matches(in bytes: UnsafeRawBufferPointer) -> ImagingReply {
    guard let request = MatchRequest(encoded: bytes), let photo = Features(encoded: request.photo) else {
      return .failure(.broken, detail: "no features")
    }
    let covers = request.covers.compactMap { Features(encoded: $0) }
    guard covers.count == request.covers.count else { return .failure(.broken, detail: "no features") }
    return .matches(
      [CoverSighting](unsafeUninitializedCapacity: covers.count) { room, count in
        SecondThread.halve(covers.indices) { half in
          for number in half {
            room.initializeElement(at: number, to: CoverMatch(of: covers[number], in: photo).sighting)
          }
        }
        count = covers.count
      })
  }

  private static func comparison(in bytes: UnsafeRawBufferPointer) throws(ImagingError) -> ImagingReply {
    guard let request = MatchRequest(encoded: bytes), let photo = Features(encoded: request.photo),
      let file = request.covers.first
    else { return .failure(.broken, detail: "no features") }
    let extracted: Result<[UInt8], ImagingError> = file.withUnsafeBytes { bytes in
      do throws(ImagingError) { return .success(try features(ofCover: bytes)) } catch { return .failure(error) }
    }
    let encoded = try extracted.get()
    guard let cover = Features(encoded: encoded) else { return .failure(.broken, detail: "no features") }
    return .comparison(features: encoded, CoverMatch(of: cover, in: photo).sighting)
  }

  private static func lines(
    in bytes: UnsafeRawBufferPointer, with reader: TextReader?
  ) throws(ImagingError) -> ImagingReply {
    let picture = try RGBPicture(ofCover: bytes, longSide: CoverPicture.side)
    do throws(TextReader.Failure) {
      let lines = try reader?.lines(inRGB: picture.samples, width: picture.width, height: picture.height) ?? []
      return .lines(
        lines.compactMap(\.sendable).prefix(ImagingReply.mostLines).map(\.self))
    } catch { throw .outOfMemory }
  }

  private static func fields(of picture: CoverPicture, digest: String) -> PreparedPicture {
    let notes = [
      picture.isTruncated ? "truncated" : nil, picture.isDamaged ? "damaged" : nil,
      picture.isEnlarged ? "enlarged" : nil,
    ]
    return PreparedPicture(
      jpeg: picture.jpeg, width: CoverPicture.side, height: CoverPicture.side, sourceDigest: digest,
      sourceWidth: picture.photoWidth, sourceHeight: picture.photoHeight, format: picture.format,
      notes: notes.compactMap(\.self))
  }

  private static func fields(of artwork: CoverArtwork) -> PreparedArtwork {
    PreparedArtwork(
      jpeg: artwork.jpeg, width: artwork.width, height: artwork.height, thumbnail: artwork.thumbnail)
  }

  private static func failure(about error: ImagingError) -> ImagingReply {
    switch error {
    case .emptyFile: .failure(.emptyFile, detail: "")
    case .notAnImage: .failure(.notAnImage, detail: "")
    case .unsupported(let format): .failure(.unsupported, detail: format)
    case .tooLarge(let what): .failure(.tooLarge, detail: what)
    case .tooSmall(let what): .failure(.tooSmall, detail: what)
    case .broken(let what): .failure(.broken, detail: what)
    case .outOfMemory: .failure(.outOfMemory, detail: "")
    }
  }
}
