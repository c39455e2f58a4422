import Albums
import DrawnCovers
import Foundation
import Glibc
import Simulator
import SystemPackage
import TestSupport
import Testing

/// A result as it lay on the disk at one moment: a bundle may be replaced by a new form of itself at any time.
struct Bundle {
  struct Unsteady: Error { let path: FilePath }

  let path: FilePath
  let files: [String: Data]
  let document: AlbumDocument

  init(_ path: FilePath) throws {
    self.path = path
    files = try Self.snapshot(of: path)
    document = try JSONDecoder().decode(AlbumDocument.self, from: try #require(files["album.json"], "\(path)"))
  }

  var name: String { path.lastComponent?.string ?? "" }

  func page() throws -> String { String(decoding: try bytes(of: "index.html"), as: UTF8.self) }

  func bytes(of name: String) throws -> Data { try #require(files[name], "\(path) has no \(name)") }

  /// All files of the folder that has this name now. Where it is replaced meanwhile, of the one that replaced it.
  private static func snapshot(of path: FilePath) throws -> [String: Data] {
    for _ in 0..<100 {
      let folder = try FileDescriptor.open(path, .readOnly, options: .directory)
      let files: [String: Data]? = try folder.closeAfter {
        let open = "/proc/self/fd/\(folder.rawValue)"
        let names = try FileManager.default.contentsOfDirectory(atPath: open)
        let files = names.compactMap { name in
          FileManager.default.contents(atPath: "\(open)/\(name)").map { (name, $0) }
        }
        var before = stat()
        var after = stat()
        guard fstat(folder.rawValue, &before) == 0, stat(path.string, &after) == 0, before.st_ino == after.st_ino,
          files.count == names.count
        else { return nil }
        return Dictionary(uniqueKeysWithValues: files)
      }
      if let files { return files }
    }
    throw Unsteady(path: path)
  }

  /// Everything that holds of any bundle: its files, its schema, pictures that decode, nothing of the photo.
  func expectWhole(sourceLocation: SourceLocation = #_sourceLocation) throws {
    let hasArtwork = document.artwork.status == .present
    #expect(
      files.keys.sorted() == ["album.json"] + (hasArtwork ? ["artwork.jpg"] : []) + ["index.html"]
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
    for marker in [ExifBlock.cameraMarker, ExifBlock.placeMarker, TestHome.key] {
      let holding = files.filter { $0.value.range(of: Data(marker.utf8)) != nil }.keys
      #expect(holding.isEmpty, "\(marker)", sourceLocation: sourceLocation)
    }
  }

  /// Whether the artwork shows this album, and the thumbnail too.
  func expectArtwork(of album: DrawnAlbum, sourceLocation: SourceLocation = #_sourceLocation) throws {
    for name in ["artwork.jpg", "thumbnail.jpg"] {
      let sighting = CoverRecognizer.ofTheCollection.look(at: Array(try bytes(of: name)))
      #expect(sighting == .front(album), "\(name)", sourceLocation: sourceLocation)
    }
  }
}

extension TestHome {
  /// Whether its review comes by itself, or its scan may still be on its way to one.
  func isReviewExpected(ofPhoto name: String) async throws -> Bool {
    guard exists(state.appending("albumscan.db")) else { return true }
    return try await asked(
      """
      SELECT count(*) FROM scan WHERE name = '\(name.replacing("'", with: "''"))' AND (state IN ('waiting', 'running')
        OR EXISTS (SELECT 1 FROM followUp WHERE scan = scan.id AND kind = 'review' AND heldBy IS NULL))
      """) != "0"
  }

  /// The bundles that stand in a folder now; half of one would be an error. A hidden name is one being made.
  func bundles(in place: String = "done") throws -> [Bundle] {
    try names(in: place).filter { !["months", "wallet"].contains($0) && !$0.hasSuffix(".html") && !$0.hasPrefix(".") }
      .compactMap { name in
        let path = root.appending(place).appending(name)
        do { return try Bundle(path) } catch {
          // Taken away between the listing and the look.
          if exists(path) { throw error }
          return nil
        }
      }
  }

  /// The bundle of a photo, once there is one, with its artwork unless told otherwise, and with its review unless that
  /// waits for something.
  @discardableResult
  func bundle(ofPhoto name: String, in place: String = "done", withArtwork: Bool = true) async throws -> Bundle {
    let bundle = try await awaited("a bundle of \(name) in \(place)") {
      let isExpected = try await isReviewExpected(ofPhoto: name)
      return try bundles(in: place).first {
        $0.document.photo.name == name && !(isExpected && $0.document.review.status == .pending)
      }
    }
    guard withArtwork, bundle.document.artwork.status == .pending else { return bundle }
    // Slow machines make artwork come late; it is added by itself.
    return try await awaited("the artwork of \(name)") {
      try bundles(in: place).first { $0.document.photo.name == name && $0.document.artwork.status != .pending }
    }
  }
}
