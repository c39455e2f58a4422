import Albums

/// The measurements of the evidence in large numbers: how well photo and catalog match the album.
struct FiguresPart {
  let evidence: [Evidence]

  /// Nil where nothing was measured.
  var markup: HTML? {
    let figures = evidence.compactMap(figure)
    return figures.isEmpty ? nil : "<dl class=\"figures\">\n\(figures.lines())\n</dl>"
  }

  private func figure(_ item: Evidence) -> HTML? {
    switch item {
    case .artwork(let inliers): box(String(inliers), "points of the artwork found in the photo", isGood: true)
    case .artworkDiffers(let inliers): box(String(inliers), "points of the artwork found in the photo: too few")
    case .barcode: box("1", "barcode read in the photo that belongs to it", isGood: true)
    case .text(let matched, _): box("\(matched.count) of 2", "names read on the cover", isGood: matched.count == 2)
    case .catalogue(let distance, _, _):
      box("\(Int(((1 - min(max(distance, 0), 1)) * 100).rounded())) %", "similar to MusicBrainz’s entry")
    case .model, .person, .alsoInPhoto: nil
    }
  }

  private func box(_ number: String, _ words: String, isGood: Bool = false) -> HTML {
    let good: HTML? = isGood ? " class=\"good\"" : nil
    return "<div><dt>\(words)</dt><dd\(good)>\(number)</dd></div>"
  }
}
