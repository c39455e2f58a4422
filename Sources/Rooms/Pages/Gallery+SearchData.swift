import Albums

extension Gallery {
  /// The search data of a gallery page: rows of folder, title, artist, year, time of the scan, rating in tenths, label,
  /// flags (1 for a thumbnail plus 2 for an unverified match), the names in the review, the scan's number, and the names
  /// of its lists, a line each.
  var searchData: String {
    let rows = entries.map { entry in
      let fields = [entry.folder, entry.albumTitle, entry.artistName, entry.releaseYear ?? "", entry.finishedAt]
      let rating = entry.rating.map { String(Rating($0).tenths) } ?? "null"
      let flags = (entry.hasThumbnail ? 1 : 0) + (entry.confidence == .claimed ? 2 : 0)
      let lists = entry.lists.isEmpty ? [] : [Self.quoted(entry.lists.joined(separator: "\n"))]
      let names = Self.quoted(entry.names.joined(separator: ", "))
      let row =
        fields.map(Self.quoted) + [rating, Self.quoted(entry.label ?? ""), String(flags), names, entry.id.description]
        + lists
      return "[\(row.joined(separator: ","))]"
    }
    return "albumscan([\n\(rows.joined(separator: ",\n"))\n])\n"
  }

  /// A string of JavaScript, in which nothing ends it, and nothing could be markup.
  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "0"..."9", "A"..."Z", "a"..."z", " ", "-", "_", ".", ",", ":", "(", ")": quoted.unicodeScalars.append(scalar)
      // Marks that turn the direction of writing around let a title pass for another. A folder has none.
      case "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}": continue
      case "\u{2028}", "\u{2029}": quoted += "\\u{\(String(scalar.value, radix: 16))}"
      case "\u{A1}"...: quoted.unicodeScalars.append(scalar)
      default: quoted += "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    return quoted + "\""
  }
}
