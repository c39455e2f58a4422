internal import Albums
internal import Console
internal import Foundation
internal import Wallet

/// Describes the wallet as text.
enum WalletWords {
  static func table(of wallet: Wallet) -> Table {
    Table(
      header: ["DISC", "DATE", "TRACKS", "FROM", "ARTIST", "TITLE"],
      rows: wallet.discs.map { disc in
        [
          disc.id, disc.released?.year ?? "", tracks(of: disc), disc.sources.map(\.rawValue).joined(separator: "+"),
          disc.artistName, disc.albumTitle,
        ]
      })
  }

  /// `11`, `10 of 12`, `2, 7 missing`, `not in the library`.
  static func tracks(of disc: Disc) -> String {
    switch disc.library {
    case .complete: "\(disc.tracks.count)"
    case .partial:
      if let missing = disc.missing {
        missing.expected.map { "\(disc.tracks.count) of \($0)" }
          ?? "\(disc.tracks.count), \(missing.isAtLeast ? "≥ " : "")\(missing.count) missing"
      } else {
        "\(disc.tracks.count)"
      }
    case .notInLibrary: "not in the library"
    case .unknown: "?"
    }
  }

  static func lines(of disc: Disc, _ origins: DiscOrigins?, on output: CommandOutput) -> [String] {
    var lines = [output.strong("\(disc.artistName) – \(disc.albumTitle)")]
    if let released = disc.released { lines.append("   \(released.text), according to \(words(for: released.source))") }
    // If the album isn't in the library, or MPD couldn't be asked, the number is unknown.
    if disc.isPlayable {
      lines.append("   \(Phrases.count(disc.tracks.count, "track"))\(disc.seconds.map { ", \(time($0))" } ?? "")")
    }
    if let missing = disc.missing { lines.append("   \(missing.words)") }
    if disc.library == .notInLibrary { lines.append("   not in MPD's library") }
    if let origins { lines.append("   \(origins.words.joined(separator: "; "))") }
    if let scan = disc.scan { lines.append("   scanned: albumscanctl show \(scan)") }
    let discs = Set(disc.tracks.map(\.disc))
    for (index, track) in disc.tracks.enumerated() {
      if discs.count > 1, index == 0 || disc.tracks[index - 1].disc != track.disc {
        lines.append("   Disc \(track.disc)")
      }
      let number = track.number.map { $0 < 10 ? " \($0)" : "\($0)" } ?? " –"
      let artist = track.artistName.map { " (\($0))" } ?? ""
      lines.append(
        "   \(number)  \(track.title ?? track.file)\(artist)\(track.seconds.map { "  \(time($0))" } ?? "")")
    }
    return lines
  }

  static func words(for source: ReleaseDate.Source) -> String {
    switch source {
    case .originalDate: "the files' original date"
    case .date: "the files' date"
    case .catalog: "MusicBrainz"
    case .copyright: "the ℗ on the sleeve"
    case .scan: "the scan, not a catalog"
    }
  }

  /// `3:05`, `101:07`.
  static func time(_ seconds: Double) -> String {
    let seconds = Int(seconds.rounded())
    return "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)"
  }

  // MARK: Diagnostics

  static func lines(of wallet: Wallet, _ origins: [DiscOrigins]) -> [String] {
    let found = wallet.diagnostics
    var lines = ["State: \(wallet.state.name.rawValue)\(wallet.state.message.map { ": \($0)" } ?? "")"]
    if let server = found.server {
      let version = server.version.map { ", protocol \($0)" } ?? (found.failures.isEmpty ? "" : ", no answer")
      // Above all, if it failed.
      lines.insert("MPD: \(server.address)\(version)", at: found.failures.isEmpty ? 1 : 0)
      if !server.missingTags.isEmpty {
        lines.append(
          "   it doesn't store \(server.missingTags.joined(separator: ", ")); see metadata_to_use in mpd.conf"
        )
      }
    }
    if let choice = found.choice { lines += words(for: choice) }
    lines.append("Entries: \(found.entries), \(found.unresolved) of them in no album")
    lines += found.problems.map { "   \($0.position)  \($0.problem.words): \($0.file)" }
    if found.unresolved > found.problems.count {
      lines.append("   and \(found.unresolved - found.problems.count) more")
    }
    lines.append("Discs: \(wallet.discs.count)\(wallet.hidden > 0 ? ", and \(wallet.hidden) not shown" : "")")
    for (disc, origins) in zip(wallet.discs, origins) {
      lines.append("   \(disc.id)  \(disc.words): \(origins.words.joined(separator: "; "))")
    }
    lines += found.editions.map {
      "   \($0.kept) by \($0.artistName) also covers \($0.leftOut) (title level \($0.levels.title), artist level \($0.levels.artist))"
    }
    lines += found.lookups.map { lookup in
      let what = "scan \(lookup.scan), \(lookup.albumTitle) by \(lookup.artistName)"
      guard let album = lookup.found, let levels = lookup.levels else {
        return "   \(what): not in the library (\(Phrases.count(lookup.candidates, "candidate")))"
      }
      return
        "   \(what): \(album) (title level \(levels.title), artist level \(levels.artist))\(lookup.holding.map { ", \($0.words)" } ?? "")"
    }
    for picture in found.artwork where !picture.failures.isEmpty {
      lines.append("   picture of \(picture.disc):")
      lines += picture.failures.map { "      \($0)" }
    }
    lines += found.failures.map { "Failed: \($0)" }
    if !found.timings.isEmpty {
      let timings = found.timings.map { String(format: "\($0.stage) %.1f ms", $0.milliseconds) }
      lines.append("Took: \(timings.joined(separator: ", "))")
    }
    return lines
  }

  private static func words(for choice: PlaylistChoice) -> [String] {
    guard let chosen = choice.chosen, let reason = choice.reason else {
      return ["Playlist: there is none named \(choice.wanted)"]
    }
    let why =
      switch reason {
      case .only: "the only one named \(choice.wanted)"
      case .largest: "the largest one named \(choice.wanted)"
      case .tie: "the alphabetically first of the largest ones named \(choice.wanted)"
      }
    return ["Playlist: \(chosen), \(why)"]
      + (choice.considered.count > 1
        ? choice.considered.map { "   \($0.name): \(Phrases.count($0.songs, "entry", "entries"))" } : [])
  }
}
