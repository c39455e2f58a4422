import Albums
import DrawnCovers
import Foundation
import Simulator
import SystemPackage
import TestSupport
import Testing

/// A result as it lies on the disk.
struct Bundle {
  let path: FilePath
  let document: AlbumDocument

  init(_ path: FilePath) throws {
    self.path = path
    document = try JSONDecoder().decode(AlbumDocument.self, from: try Self.read(path.appending("album.json")))
  }

  var name: String { path.lastComponent?.string ?? "" }

  func page() throws -> String { String(decoding: try Self.read(path.appending("index.html")), as: UTF8.self) }

  func bytes(of name: String) throws -> Data { try Self.read(path.appending(name)) }

  /// Everything that holds of any bundle: its files, its schema, pictures that decode, nothing of the photo.
  func expectWhole(in home: Household, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let names = home.folder.names(in: "AlbumScan/\(path.removingLastComponent().lastComponent?.string ?? "")/\(name)")
    let hasArtwork = document.artwork.status == .present
    #expect(
      names == ["album.json"] + (hasArtwork ? ["artwork.jpg"] : []) + ["index.html"]
        + (hasArtwork ? ["thumbnail.jpg"] : []), sourceLocation: sourceLocation)
    #expect(try AlbumSchema().faults(in: try bytes(of: "album.json")) == [], sourceLocation: sourceLocation)
    #expect(name.utf8.count <= 200, sourceLocation: sourceLocation)
    if hasArtwork {
      let artwork = try #require(JPEGSize(try bytes(of: "artwork.jpg")), sourceLocation: sourceLocation)
      #expect(artwork.width == document.artwork.width, sourceLocation: sourceLocation)
      #expect(artwork.height == document.artwork.height, sourceLocation: sourceLocation)
      #expect(
        JPEGSize(try bytes(of: "thumbnail.jpg")) == JPEGSize(width: 200, height: 200), sourceLocation: sourceLocation)
    }
    for marker in [ExifBlock.cameraMarker, ExifBlock.placeMarker, Household.key] {
      #expect(home.files(below: path, holding: marker).isEmpty, sourceLocation: sourceLocation)
    }
  }

  /// Whether the artwork shows this album, and the thumbnail too.
  func expectArtwork(of album: DrawnAlbum, sourceLocation: SourceLocation = #_sourceLocation) throws {
    for name in ["artwork.jpg", "thumbnail.jpg"] {
      let sighting = Eye.ofTheCollection.look(at: Array(try bytes(of: name)))
      #expect(sighting == .front(album), "\(name)", sourceLocation: sourceLocation)
    }
  }

  private static func read(_ path: FilePath) throws -> Data {
    try #require(FileManager.default.contents(atPath: path.string), "\(path) can't be read")
  }
}

extension Household {
  /// The bundles that stand in a folder now; half of one would be an error. A hidden name is one being made.
  func bundles(in place: String = "done") throws -> [Bundle] {
    try names(in: place).filter { $0 != "months" && !$0.hasSuffix(".html") && !$0.hasPrefix(".") }
      .map { try Bundle(root.appending(place).appending($0)) }
  }

  /// The bundle of a photo, once there is one, with its artwork unless told otherwise.
  @discardableResult
  func bundle(ofPhoto name: String, in place: String = "done", withArtwork: Bool = true) async throws -> Bundle {
    let bundle = try await awaited("a bundle of \(name) in \(place)") {
      try bundles(in: place).first { $0.document.photo.name == name }
    }
    guard withArtwork, bundle.document.artwork.status == .pending else { return bundle }
    // Slow machines make artwork come late; it is added by itself.
    return try await awaited("the artwork of \(name)") {
      try bundles(in: place).first { $0.document.photo.name == name && $0.document.artwork.status != .pending }
    }
  }
}
