import Albums
import CLinux
import Disk
import Foundation
import Glibc
import MusicFiles
import SystemPackage
import Tags

@testable import HTTP
@testable import Library
@testable import MPD
@testable import Pages
@testable import Services
@testable import Setup
@testable import Watching

extension Target {
  func readText(_ bytes: UnsafeRawBufferPointer) {
    let (data, text) = (Data(bytes), String(decoding: bytes, as: UTF8.self))
    switch self {
    case .answers: readAnswers(text)
    case .models:
      _ = AnthropicReply(data)
      _ = Reply(chat: data)
      _ = Reply(response: data)
      let key = Secret("sk-not-to-be-seen")
      let said = ProviderError(HTTPResponse(status: 400, body: data), key: key, now: .distantPast).message
      precondition(said.count <= 200 && !said.contains("sk-not-to-be-seen"))
    case .catalogue:
      guard let answer = MusicBrainzAnswer(data) else { return }
      _ = (answer.albums(of: .release), answer.albums(of: .releaseGroup), answer.album)
    case .headers: readHeaders(text)
    case .settings:
      let places = Places(home: "/home/somebody", environment: [:])
      _ = try? LoadedSettings.understand(yaml: text, at: "/albumscan.yaml", places: places)
    case .sidecar: for isJSON in [true, false] { _ = try? Sidecar(data, isJSON: isJSON) }
    case .table: _ = try? CollectionTable(data)
    case .tags: readTags(bytes)
    case .ending: findEnd(bytes)
    case .mpd: readAnswers(ofMPD: bytes)
    case .album: _ = try? JSONDecoder().decode(AlbumDocument.self, from: data)
    default:
      // Beside a photo, a line of text states its album.
      if let line = StatedAlbum.normalized(text) { _ = StatedAlbum(line) }
      makeHarmless(text)
    }
  }

  private func readAnswers(_ text: String) {
    _ = try? AnswerReader.coverReading(from: text)
    _ = try? AnswerReader.searchAnswer(from: text)
    _ = try? AnswerReader.extraction(from: text)
    _ = try? AnswerReader.singleCall(from: text)
    let answer = Answer(text: text, model: "m", usage: nil, cost: nil)
    let check = ReviewCheck(artistName: "Artist", albumTitle: "Title")
    let review = try? check.review(in: answer)
    guard let rest = try? check.review(in: answer, asLast: true) else { return precondition(review == nil) }
    if let review { precondition(review == rest) }
    precondition(
      (1...5).contains(rest.contextBullets.count) && rest.keyTracks.count <= 7 && (0...10).contains(rest.rating))
  }

  /// The first line stands for Retry-After, the second for Date, the third for where a redirect leads.
  private func readHeaders(_ text: String) {
    let lines = text.split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
    var response = HTTPResponse(status: 302)
    for (name, line) in zip(["Retry-After", "Date", "Location"], lines) { response.headers.append(.init(name, line)) }
    if let seconds = response.retryAfter(now: .distantPast) { precondition((0...86_400).contains(seconds)) }
    response.headers.append(.init("retry-after-ms", lines[0]))
    if let seconds = response.retryAfter(now: .distantPast) { precondition((0...86_400).contains(seconds)) }
    _ = Setup.WebAddress(lines.last ?? "")
    _ = PictureKind(of: Array(text.utf8))
    _ = Link(web: lines.last ?? "")
  }

  private func readTags(_ bytes: UnsafeRawBufferPointer) {
    let number = clinux_memory_file("music")
    guard number >= 0 else { return }
    let file = FileDescriptor(rawValue: number)
    defer { try? file.close() }
    guard (try? file.writeAll(bytes)) != nil else { return }
    for format in MusicFile.Format.allCases {
      let name = "a.\(format.rawValue)"
      guard lseek(number, 0, SEEK_SET) == 0, let tags = AudioTags(of: file, named: name) else { continue }
      if tags.hasPicture { _ = AudioTags.picture(in: file, named: name) }
    }
  }

  /// However it is cut into pieces, the verdict is the same.
  private func findEnd(_ bytes: UnsafeRawBufferPointer) {
    var (whole, pieces) = (Completeness(), Completeness())
    whole.consume(bytes)
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = rest.prefix(7)
      pieces.consume(UnsafeRawBufferPointer(rebasing: piece))
      rest = rest.dropFirst(piece.count)
    }
    precondition(whole.verdict == pieces.verdict)
  }

  /// However MPD's answers are cut into pieces, they are the same, and within their bounds.
  private func readAnswers(ofMPD bytes: UnsafeRawBufferPointer) {
    var limits = MPDReplyReader.Limits()
    (limits.line, limits.pairs, limits.bytes, limits.binary) = (200, 50, 2000, 500)
    let whole = answers(ofMPD: bytes, piece: bytes.count, limits)
    let pieces = answers(ofMPD: bytes, piece: 5, limits)
    precondition(whole.answers == pieces.answers && whole.error == pieces.error)
    for answer in whole.answers {
      for reply in answer.replies {
        precondition(reply.pairs.count <= limits.pairs && reply.binary.count <= limits.bytes)
        _ = (StoredPlaylist.all(in: reply), AlbumName.all(in: reply), LibraryState(reply))
        for song in Song.all(in: reply) { precondition(song.duration.map { $0 >= .zero } ?? true) }
        _ = (try? PlayerStatus(reply), try? QueueEntry.all(in: reply))
      }
    }
  }

  private func answers(
    ofMPD bytes: UnsafeRawBufferPointer, piece: Int, _ limits: MPDReplyReader.Limits
  ) -> (answers: [MPDAnswer], error: MPDError?) {
    var reader = MPDReplyReader(limits: limits)
    var answers: [MPDAnswer] = []
    var rest = bytes[...]
    do throws(MPDError) {
      while !rest.isEmpty {
        reader.take(rest.prefix(piece))
        rest = rest.dropFirst(piece)
        while let answer = try reader.next() { answers.append(answer) }
      }
      return (answers, nil)
    } catch {
      return (answers, error)
    }
  }

  private func makeHarmless(_ text: String) {
    for line in [DisplaySafe.line(text), PathName(text).text, Cleaned.text(text) ?? ""] {
      precondition(!line.unicodeScalars.contains { $0.value < 32 || $0 == "\u{7F}" || $0 == "\u{202E}" })
    }
    let name = PathName(text).text
    precondition(!name.isEmpty && name.utf8.count <= 200 && !name.contains("/") && name.first != ".")
    let escaped: HTML = "\(text)"
    precondition(!escaped.text.contains { "<>\"".contains($0) })
    _ = DisplaySafe.lines(text)
    _ = Cleaned.lines(text)
    _ = AlbumKey(artistName: text, albumTitle: String(text.reversed()))
    _ = TextEvidence.matched(text: text, artist: String(text.prefix(20)), title: String(text.suffix(20)))
    _ = Barcode(text)
  }

  static func musicFiles() -> [[UInt8]] {
    let picture: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 0, 0, 0xFF, 0xD9]
    let file = MusicFile(artist: "Sable Orchard", album: "Undertow", picture: picture)
    return MusicFile.Format.allCases.map { file.bytes(as: $0) }
  }
}
