import DrawnCovers
import FoundationEssentials
import ImagingClient
import ImagingProtocol
import PhotoFormats
import SystemPackage
import TestSupport
import Testing

/// Features and matches, made behind the wall.
@Suite struct RecognitionJobsTests {
  private let folder: TemporaryFolder
  private let imaging = ImagingClient(program: BuiltProgram.imaging, width: 2, deadline: .seconds(60))

  init() throws { folder = try TemporaryFolder() }

  private func study(_ bytes: Data) async throws -> StudiedPhoto {
    let file = try FileDescriptor.open(folder.write(bytes, to: "photo.jpg"), .readOnly)
    defer { try? file.close() }
    return try await imaging.study(file)
  }

  @Test(arguments: HeldPhoto.Kind.allCases)
  func `a cover is recognized on a used record, and no other is`(kind: HeldPhoto.Kind) async throws {
    let studied = try await study(try HeldPhoto(InventedCover(6), kind).jpeg())
    var covers: [Data] = []
    for number in [0, 6, 2] {
      covers.append(try await imaging.features(ofCover: InventedCover(number).jpeg(size: 500)))
    }
    #expect(try await imaging.match(studied.features, with: covers).map(\.isAccepted) == [false, true, false])
  }

  @Test func `each of several sleeves is recognized by itself, and no other in its part`() async throws {
    let found = try await recognized(in: SpreadPhoto(1, .floor, of: 4))
    #expect(found.allSatisfy { $0.count == 1 })
    #expect(found.flatMap { $0 }.sorted() == [0, 1, 2, 3])
  }

  @Test func `a sleeve of dots or lines, whose features can't be told apart, is recognized as a whole`() async throws {
    let titles = ["Undertow", "Slow Weather", "Cobalt Field", "Halden", "Ledger Lines", "Glass Year"]
    let albums = DrawnCollection.sleeves.filter { titles.contains($0.albumTitle) }
    try #require(albums.count == titles.count)
    let found = try await recognized(in: SpreadPhoto(albums, .floor, number: 1))
    #expect(found.allSatisfy { $0.count == 1 })
    #expect(found.flatMap { $0 }.sorted() == Array(titles.indices))
  }

  /// - Returns: for each sleeve found, the numbers of the fronts that are accepted in it.
  private func recognized(in photo: SpreadPhoto) async throws -> [[Int]] {
    let bytes = try photo.jpeg()
    let parts = try await study(bytes).parts
    var covers: [Data] = []
    for front in photo.fronts {
      covers.append(try await imaging.features(ofCover: try JPEGWriter.jpeg(of: front(500), quality: 88)))
    }
    let file = try FileDescriptor.open(folder.appending("photo.jpg"), .readOnly)
    defer { try? file.close() }
    var found: [[Int]] = []
    for part in parts {
      let studied = try await imaging.study(file, part: part)
      #expect(studied.parts.isEmpty)
      #expect(try #require(studied.sleeveShare) > 0.99)
      let sightings = try await imaging.match(studied.features, with: covers)
      found.append(sightings.indices.filter { sightings[$0].isAccepted })
    }
    return found
  }

  @Test func `a cover is compared as by its features`() async throws {
    let photo = try await study(try HardPhoto(InventedCover(6), .tilted).jpeg()).features
    for number in [6, 2] {
      let cover = try InventedCover(number).jpeg(size: 500)
      let features = try await imaging.features(ofCover: cover)
      let comparison = try await imaging.compare(cover, with: photo)
      #expect(comparison.features == features)
      #expect(try await imaging.match(photo, with: [features]) == [comparison.sighting])
    }
  }

  @Test func `a studied photo has the same picture, and is recognized among covers`() async throws {
    let bytes = try HardPhoto(InventedCover(6), .tilted).jpeg()
    let studied = try await study(bytes)
    let file = try FileDescriptor.open(folder.appending("photo.jpg"), .readOnly)
    defer { try? file.close() }
    #expect(try await imaging.prepare(file) == studied.picture)

    var covers: [Data] = []
    for number in [0, 6, 2] {
      covers.append(try await imaging.features(ofCover: InventedCover(number).jpeg(size: 500)))
    }
    let sightings = try await imaging.match(studied.features, with: covers)
    #expect(sightings.map(\.isAccepted) == [false, true, false])
    #expect(sightings[1].inliers >= 10 && sightings[1].cells >= 4)
    #expect(sightings[1].corners.count == 4)
    #expect(sightings[1].corners.allSatisfy { (-0.1...1.1).contains($0.x) && (-0.1...1.1).contains($0.y) })
    #expect(try await imaging.match(studied.features, with: []) == [])
  }

  @Test(arguments: [1, 3, 6])
  func `the barcode of a back is read, behind the wall, however the photo lies`(orientation: Int) async throws {
    var photo = DrawnPhoto(.back(DrawnCollection.wharf))
    photo.exif = ExifBlock(orientation: orientation)
    #expect(try await study(photo.jpeg()).barcodes == [DrawnCollection.wharf.barcode])
    #expect(try await study(DrawnPhoto(DrawnCollection.wharf).jpeg()).barcodes == [])
  }

  /// At the size of the first look there are less than two pixels for a module.
  @Test func `a barcode that is small in a photo is read in the whole of it`() async throws {
    var photo = BackPhoto(DrawnCollection.needle)
    (photo.width, photo.height, photo.share, photo.turn) = (2880, 2160, 0.31, 20)
    #expect(try await study(photo.jpeg()).barcodes == [photo.album.barcode])
  }

  @Test func `a photo that lies on its side has its cover upright`() async throws {
    let photo = DrawnPhoto(DrawnCollection.undertow).megapixels(1)
    var turned = photo
    turned.exif = ExifBlock(orientation: 6)
    let cover = try await imaging.features(ofCover: DrawnCover(DrawnCollection.undertow).jpeg(size: 600))
    for photo in [photo, turned] {
      let sighting = try await imaging.match(study(photo.jpeg()).features, with: [cover])[0]
      #expect(sighting.isAccepted)
      #expect(sighting.corners[0].x < sighting.corners[1].x && sighting.corners[0].y < sighting.corners[3].y)
    }
  }

  @Test func `a cover is recognized in photos of every format`() async throws {
    let pixels = Likeness.pixels
    var deep = PNGWriter(.rgb, depth: 16)
    deep.chunks = [("iCCP", Array("P3\0\0".utf8) + PNGWriter.zlib(Profiles.displayP3.bytes))]
    let photos: [[UInt8]] = [
      deep.png(of: pixels), PNGWriter(.gray).png(of: pixels), try WebPWriter().webp(of: pixels),
      try WebPWriter(isLossless: true).webp(of: pixels), GIFWriter().gif(of: [pixels]),
      try GridWriter().heic(of: pixels), try HEIFWriter(.hevc).heif(of: pixels), try HEIFWriter(.av1).heif(of: pixels),
    ]
    let cover = try await imaging.features(ofCover: DrawnCover(DrawnCollection.undertow).jpeg(size: 600))
    for (number, photo) in photos.enumerated() {
      #expect(try await imaging.match(study(Data(photo)).features, with: [cover])[0].isAccepted, "\(number)")
    }
  }

  @Test func `an even border around a cover changes nothing`() async throws {
    let cover = InventedCover(6).picture(size: 400)
    let bordered = Canvas(width: 600, height: 500, color: Color(0xffffff))
    bordered.place(cover, atX: 100, y: 50)
    let features = try await imaging.features(ofCover: bordered.jpeg(quality: 90))
    // The size of the picture in which they were found: a square again.
    #expect(Array(features.prefix(4)) == [128, 2, 128, 2])
  }

  @Test func `a sparse cover isn't taken for a border`() async throws {
    let sparse = Canvas(width: 600, height: 600, color: Color(0xffffff))
    sparse.place(Canvas(width: 150, height: 150, color: Color(0x000000)), atX: 100, y: 100)
    let features = try await imaging.features(ofCover: sparse.jpeg(quality: 90))
    #expect(Array(features.prefix(4)) == [128, 2, 128, 2])
  }

  @Test func `what holds no features is refused`() async throws {
    let cover = try await imaging.features(ofCover: InventedCover(6).jpeg(size: 500))
    for (photo, covers) in [(Data("no".utf8), [cover]), (cover, [Data()]), (cover, [cover.dropLast()])] {
      await #expect(throws: ImagingClientError.broken("no features")) { try await imaging.match(photo, with: covers) }
    }
    await #expect(throws: ImagingClientError.notAnImage) { try await imaging.features(ofCover: Data("no image".utf8)) }
  }
}
