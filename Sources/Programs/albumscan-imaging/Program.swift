import Barcodes
import Digests
import Glibc
import Imaging
import ImagingProcess
import Reading
import Recognition
import Sandbox

/// Processes one picture from standard input, then exits. The daemon starts it, never a user. Its first argument is the
/// job; with the second, `ImagingJob.light`, it refuses pictures that take much memory. Its answer goes to standard output
/// (`ImagingReply`).
@main
enum Program {
  /// Enough for a progressive JPEG of 100 megapixels, whose coefficients are all held at once, and for a HEIC of as many,
  /// which takes some eight seconds.
  private static let confinement = Confinement(memory: 1 << 30, processorSeconds: 20, seconds: 40)
  /// In bytes; a 50-megapixel photo has about 25 million.
  private static let maximumInput = 64 << 20
  /// 4 KB here, 16 KB on a Raspberry Pi 5: only whole pages can be returned to the system.
  private static let pageSize = sysconf(Int32(_SC_PAGESIZE))

  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    guard let job = arguments.first.flatMap(ImagingJob.init), [[], [ImagingJob.light]].contains(arguments.dropFirst())
    else {
      let usage = "albumscand runs albumscan-imaging to decode pictures. Don't run it yourself.\n"
      _ = usage.withCString { write(STDERR_FILENO, $0, strlen($0)) }
      exit(64)
    }
    // libcrypto reads its configuration on first use; there are no files in the sandbox.
    _ = SHA256.hex(of: [])
    if job.decodes { findCodecs() }
    SecondThread.start()
    let reader: TextReader?
    do { reader = job == .read ? try TextReader.besideProgram() : nil } catch {
      answer(.complaint(.modelsUnusable, detail: "they are of another version"))
      return
    }
    do { try confinement.enter() } catch {
      answer(.complaint(.noSandbox, detail: error.description))
      return
    }
    answer(reply(to: job, onlyIfLight: arguments.count > 1, with: reader))
  }

  /// For the format of standard input, if its first bytes can be read without taking them.
  private static func findCodecs() {
    withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { start in
      let count = pread(STDIN_FILENO, start.baseAddress!, start.count, 0)
      ImageFile.findCodecs(
        forFileStartingWith: count > 0 ? UnsafeRawBufferPointer(rebasing: start[..<count]) : nil)
    }
  }

  private static func reply(to job: ImagingJob, onlyIfLight: Bool, with reader: TextReader?) -> ImagingReply {
    // Allocated at its maximum size: pages that are never written take no memory.
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: maximumInput + 1, alignment: pageSize)
    defer { room.deallocate() }
    guard let count = readAll(into: room) else { return .complaint(.changed, detail: "") }
    if count > maximumInput {
      return .complaint(.tooLarge, detail: "more than \(maximumInput >> 20) MB")
    }
    let bytes = UnsafeRawBufferPointer(rebasing: room[..<count])
    if onlyIfLight, job.decodes, !ImageFile.isLight(bytes) { return .complaint(.heavy, detail: "") }
    do {
      switch job {
      case .picture: return .picture(try picture(of: bytes))
      case .artwork: return .artwork(fields(of: try CoverArtwork(ofCover: bytes)))
      case .disc: return .artwork(fields(of: try CoverArtwork(ofDiscCover: bytes)))
      case .pixels: return .pixels(try pixels(of: bytes))
      case .study: return try study(of: bytes)
      case .cover: return .cover(features: try features(ofCover: bytes))
      case .match: return matches(in: bytes)
      case .compare: return try comparison(in: bytes)
      case .read: return try lines(in: bytes, with: reader)
      }
    } catch { return complaint(about: error) }
  }

  private static func picture(of bytes: UnsafeRawBufferPointer) throws(ImagingError) -> ImagingReply.Picture {
    var digest = ""
    let picture = try CoverPicture(ofPhoto: bytes) { _ in digest = SHA256.hex(of: bytes) }
    return fields(of: picture, digest: digest)
  }

  private static func study(of bytes: UnsafeRawBufferPointer) throws(ImagingError) -> ImagingReply {
    var barcodes = BarcodeSearch()
    var digest = ""
    let picture = try CoverPicture(
      ofPhoto: bytes, grayLongSide: Features.longSideAround, closeUpSide: Features.longSide
    ) {
      barcodes.look(at: GrayView($0))
      digest = SHA256.hex(of: bytes)
    }
    barcodes.lookCloser(atPhoto: bytes, of: picture)
    let answer = fields(of: picture, digest: digest)
    // The photo has been decoded. Return its memory: a PNG of 50 megapixels would add 50 MB to what feature extraction
    // needs.
    if let start = bytes.baseAddress {
      madvise(UnsafeMutableRawPointer(mutating: start), bytes.count, MADV_DONTNEED)
    }
    let features = try picture.gray.map { gray throws(ImagingError) in
      let closeUp = picture.closeUp.map {
        Features.CloseUp(
          gray: $0.gray.samples, width: $0.gray.width, height: $0.gray.height, at: Quad($0.corners),
          showing: $0.sleeve.map { Quad($0) })
      }
      return try self.features(of: gray) { gray, width, height throws(ExtractionFailure) in
        try Features(ofPhoto: gray, width: width, height: height, closeUp: closeUp)
      }
    }
    return .study(answer, features: features ?? [], barcodes: barcodes.codes.map(\.digits))
  }

  private static func features(ofCover bytes: UnsafeRawBufferPointer) throws(ImagingError) -> [UInt8] {
    try features(of: GrayPicture(ofCover: bytes, longSide: Features.longSide), Features.init(ofCover:width:height:))
  }

  private static func features(
    of gray: GrayPicture, _ extraction: ([UInt8], Int, Int) throws(ExtractionFailure) -> Features
  ) throws(ImagingError) -> [UInt8] {
    do { return try extraction(gray.samples, gray.width, gray.height).encoded } catch { throw .outOfMemory }
  }

  private static func matches(in bytes: UnsafeRawBufferPointer) -> ImagingReply {
    guard let request = MatchRequest(encoded: bytes), let photo = Features(encoded: request.photo) else {
      return .complaint(.broken, detail: "no features")
    }
    let covers = request.covers.compactMap { Features(encoded: $0) }
    guard covers.count == request.covers.count else { return .complaint(.broken, detail: "no features") }
    return .matches(
      [ImagingReply.Match](unsafeUninitializedCapacity: covers.count) { room, count in
        SecondThread.halve(covers.indices) { half in
          for number in half {
            room.initializeElement(at: number, to: ImagingReply.Match(CoverMatch(of: covers[number], in: photo)))
          }
        }
        count = covers.count
      })
  }

  private static func comparison(in bytes: UnsafeRawBufferPointer) throws(ImagingError) -> ImagingReply {
    guard let request = MatchRequest(encoded: bytes), let photo = Features(encoded: request.photo),
      let file = request.covers.first
    else { return .complaint(.broken, detail: "no features") }
    let extracted: Result<[UInt8], ImagingError> = file.withUnsafeBytes { bytes in
      do throws(ImagingError) { return .success(try features(ofCover: bytes)) } catch { return .failure(error) }
    }
    let encoded = try extracted.get()
    guard let cover = Features(encoded: encoded) else { return .complaint(.broken, detail: "no features") }
    return .comparison(features: encoded, ImagingReply.Match(CoverMatch(of: cover, in: photo)))
  }

  private static func lines(
    in bytes: UnsafeRawBufferPointer, with reader: TextReader?
  ) throws(ImagingError) -> ImagingReply {
    let picture = try RGBPicture(ofCover: bytes, longSide: CoverPicture.side)
    do throws(TextReader.Failure) {
      let lines = try reader?.lines(inRGB: picture.samples, width: picture.width, height: picture.height) ?? []
      return .lines(
        lines.compactMap { ImagingReply.Line($0, width: picture.width, height: picture.height) }
          .prefix(ImagingReply.mostLines).map(\.self))
    } catch { throw .outOfMemory }
  }

  private static func fields(of picture: CoverPicture, digest: String) -> ImagingReply.Picture {
    var notes: ImagingReply.Notes = []
    if picture.isTruncated { notes.insert(.truncated) }
    if picture.isDamaged { notes.insert(.damaged) }
    if picture.isEnlarged { notes.insert(.enlarged) }
    return ImagingReply.Picture(
      width: CoverPicture.side, height: CoverPicture.side, sourceWidth: picture.photoWidth,
      sourceHeight: picture.photoHeight, sourceFormat: picture.format, notes: notes,
      sourceDigest: digest, jpeg: picture.jpeg)
  }

  private static func fields(of artwork: CoverArtwork) -> ImagingReply.Artwork {
    ImagingReply.Artwork(
      width: artwork.width, height: artwork.height, jpeg: artwork.jpeg, thumbnail: artwork.thumbnail)
  }

  private static func pixels(of bytes: UnsafeRawBufferPointer) throws(ImagingError) -> PreparedPixels {
    let picture = try RGBPicture(ofCover: bytes, longSide: PreparedPixels.longestSide)
    return PreparedPixels(width: picture.width, height: picture.height, samples: picture.samples)
  }

  private static func complaint(about error: ImagingError) -> ImagingReply {
    switch error {
    case .emptyFile: .complaint(.emptyFile, detail: "")
    case .notAnImage: .complaint(.notAnImage, detail: "")
    case .unsupported(let format): .complaint(.unsupported, detail: format)
    case .tooLarge(let what): .complaint(.tooLarge, detail: what)
    case .tooSmall(let what): .complaint(.tooSmall, detail: what)
    case .broken(let what): .complaint(.broken, detail: what)
    case .outOfMemory: .complaint(.outOfMemory, detail: "")
    }
  }

  /// The number of bytes on standard input, at most one more than the buffer holds. Nil if it is a file that changed in
  /// the meantime: then these bytes were never a photo.
  private static func readAll(into room: UnsafeMutableRawBufferPointer) -> Int? {
    var before = stat()
    var after = stat()
    let isFile = fstat(STDIN_FILENO, &before) == 0 && before.st_mode & S_IFMT == S_IFREG
    var count = 0
    while count < room.count {
      let piece = read(STDIN_FILENO, room.baseAddress! + count, room.count - count)
      if piece < 0 && errno == EINTR { continue }
      if piece < 0 { return nil }
      if piece == 0 { break }
      count += piece
    }
    guard isFile, count <= maximumInput, fstat(STDIN_FILENO, &after) == 0 else { return count }
    let isSame =
      count == Int(before.st_size) && before.st_size == after.st_size
      && before.st_mtim.tv_sec == after.st_mtim.tv_sec && before.st_mtim.tv_nsec == after.st_mtim.tv_nsec
    return isSame ? count : nil
  }

  private static func answer(_ reply: ImagingReply) {
    let bytes = reply.encoded
    var sent = 0
    while sent < bytes.count {
      let piece = bytes.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress! + sent, $0.count - sent) }
      if piece < 0 && errno == EINTR { continue }
      // The reader is gone.
      if piece <= 0 { exit(74) }
      sent += piece
    }
  }
}

extension ImagingJob {
  /// The features that are compared were extracted before, and the cover is a JPEG of ours.
  fileprivate var decodes: Bool { self != .match && self != .compare }
}

extension ImagingReply.Match {
  fileprivate init(_ match: CoverMatch) {
    let limit = Double(ImagingReply.farthestCorner)
    self.init(
      inliers: match.inliers, cells: match.cells, finding: Finding(match.finding),
      similarity: Int(((match.similarity?.correlation ?? 0) * 100).rounded()), likeCells: match.similarity?.cells ?? 0,
      corners: (match.quad?.corners ?? []).flatMap { [$0.x, $0.y] }.map {
        Int(max(-limit, min(limit, ($0 * 10_000).rounded())))
      })
  }
}

extension ImagingReply.Match.Finding {
  fileprivate init(_ finding: CoverMatch.Finding) {
    switch finding {
    case .accepted: self = .accepted
    case .contradicted: self = .contradicted
    case .undecided: self = .undecided
    }
  }
}

extension Quad {
  /// - Parameter corners: exactly four.
  fileprivate init(_ corners: [SIMD2<Double>]) {
    let points = corners.map { Point(x: $0.x, y: $0.y) }
    self.init(points[0], points[1], points[2], points[3])
  }
}
