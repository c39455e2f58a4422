internal import Albums
internal import Foundation
internal import YAML
internal import Yams

/// The description of an album in a file beside its picture: JSON or YAML, with the keys of `album.json` or common
/// variants.
struct Sidecar {
  let album: KnownAlbum

  /// Bytes.
  static let largest = 1 << 20

  /// - Throws: what is wrong with it.
  init(_ bytes: Data, isJSON: Bool) throws(Unreadable) {
    let root = try isJSON ? Self.json(bytes) : Self.yaml(bytes)
    guard case .fields(let all) = root else { throw Unreadable("it contains no keys and values") }
    // AlbumScan's own: the album is one of its parts.
    var fields = all
    if case .fields(let album)? = all["album"] {
      if case .text(let state)? = all["state"], state != "done" {
        throw Unreadable("it belongs to a scan that isn't settled")
      }
      fields = album
    }
    if case .fields(let ids)? = fields["musicbrainz"] { fields.merge(ids) { own, _ in own } }
    func texts(_ keys: String...) -> [String] {
      keys.lazy.compactMap { fields[$0]?.texts }.first { !$0.isEmpty } ?? []
    }
    func text(_ keys: String...) -> String? {
      keys.lazy.compactMap { Cleaned.text(fields[$0]?.texts.first) }.first { !$0.isEmpty }
    }
    guard let artist = text("artistname", "albumartist", "artist") else { throw Unreadable("it names no artist") }
    guard let title = text("albumtitle", "album", "title") else { throw Unreadable("it names no album") }
    album = KnownAlbum(
      artistName: artist, albumTitle: title,
      releaseYear: TagWords.year(text("releaseyear", "originalyear", "year", "originaldate", "releasedate", "date")),
      genres: TagWords.genres(texts("genres", "genre")), recordLabel: text("recordlabel", "label"),
      releaseGroup: TagWords.identifier(text("releasegroup", "musicbrainzreleasegroupid")),
      release: TagWords.identifier(text("release", "musicbrainzalbumid")),
      artists: texts("artists", "musicbrainzalbumartistid").prefix(20).compactMap { TagWords.identifier($0) },
      barcode: TagWords.barcode(text("barcode", "ean", "upc")))
  }

  /// A value of either language; keys in lower case without blanks, dashes and underscores.
  private enum Value {
    case text(String)
    case list([String])
    case fields([String: Value])
    case nothing

    var texts: [String] {
      switch self {
      case .text(let text): [text]
      case .list(let texts): texts
      case .fields, .nothing: []
      }
    }
  }

  private static func key(_ name: String) -> String {
    String(name.prefix(100).lowercased().filter { !" -_".contains($0) })
  }

  // MARK: JSON

  private static func json(_ bytes: Data) throws(Unreadable) -> Value {
    do { return value(try JSONSerialization.jsonObject(with: bytes), depth: 0) } catch {
      throw Unreadable("it isn't JSON")
    }
  }

  private static func value(_ json: Any, depth: Int) -> Value {
    switch json {
    case let text as String: .text(text)
    case let number as NSNumber: .text(number.stringValue)
    case let list as [Any]: .list(list.prefix(100).flatMap { $0 is [Any] ? [] : value($0, depth: 3).texts })
    case let fields as [String: Any] where depth < 3:
      .fields(Dictionary(fields.map { (key($0), value($1, depth: depth + 1)) }) { first, _ in first })
    default: .nothing
    }
  }

  // MARK: YAML

  private static func yaml(_ bytes: Data) throws(Unreadable) -> Value {
    guard let text = String(data: bytes, encoding: .utf8) else { throw Unreadable("it isn't UTF-8") }
    if let reference = YAMLReference.first(in: text) {
      throw Unreadable(
        "line \(reference.line) has a YAML reference, which AlbumScan doesn't follow; quote the value that begins with '\(reference.character)'"
      )
    }
    do {
      guard let root = try Parser(yaml: text, resolver: .basic).singleRoot() else { return .nothing }
      return value(root, depth: 0)
    } catch { throw Unreadable("it isn't YAML") }
  }

  private static func value(_ node: Node, depth: Int) -> Value {
    switch node {
    case .scalar(let scalar): ["", "~", "null"].contains(scalar.string) ? .nothing : .text(scalar.string)
    case .sequence(let list): .list(list.prefix(100).compactMap { $0.scalar?.string })
    case .mapping(let fields) where depth < 3:
      .fields(
        Dictionary(fields.map { (key($0.key.scalar?.string ?? ""), value($0.value, depth: depth + 1)) }) { first, _ in
          first
        })
    case .mapping, .alias: .nothing
    }
  }
}
