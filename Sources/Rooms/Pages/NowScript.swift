import Albums
import FoundationEssentials

/// The file beside the wallet's page that says what is playing: a script that contains only data.
struct NowScript {
  /// Nil where nobody can be asked.
  let now: NowPlaying?

  var text: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    // Hexadecimal digits, words of ours and numbers: nothing in it could end a script.
    let value = now.flatMap { try? encoder.encode($0) }.map { String(decoding: $0, as: UTF8.self) }
    return "albumscanNow(\(value ?? "null"))\n"
  }
}
